//! Ticks of the time axis and how times are written on it.

use super::surface::Surface;
use super::theme::Inks;
use crate::engine::stage::{AXIS_HEIGHT, Stage};
use crate::engine::store::Open;
use crate::protocol::AxisMode;
use stepscope_core::time::Ns;
use stepscope_timeline::{RankView, View};

/// Ticks wanted per 100 CSS pixels at most: labels of up to twelve digits must not touch.
const TICK_PIXELS: f64 = 110.0;

/// A tick of the axis.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tick {
    /// When, in nanoseconds from the capture's origin.
    pub(crate) time: f64,
    /// What is written beside it.
    pub(crate) label: String,
}

/// Draws the axis, and what crosses the rows at a time.
pub(crate) struct Axis<'a> {
    pub(crate) surface: &'a Surface,
    pub(crate) stage: &'a Stage,
    pub(crate) open: &'a Open,
    pub(crate) views: &'a [RankView<'a>],
    pub(crate) view: View,
    pub(crate) inks: &'static Inks,
}

/// Height of the lane of step names and marks, the upper part of the axis, CSS pixels.
const STEP_LANE: f64 = 13.0;

/// Between a tick or border and the text beside it, CSS pixels.
const LABEL_GAP: f64 = 4.0;

impl Axis<'_> {
    /// Step borders, the selected range and marks, over the rows.
    pub(crate) fn over_rows(&self) {
        let height = self.stage.size.height;
        for (start, end, _) in self.steps() {
            self.surface.fill(self.x(start), AXIS_HEIGHT, 1.0, height, self.inks.step);
            self.surface.fill(self.x(end), AXIS_HEIGHT, 1.0, height, self.inks.step);
        }
        if let Some(range) = self.stage.overlay.range {
            let (left, right) = (self.x(range.start), self.x(range.end));
            self.surface.fill(left, 0.0, right - left, height, self.inks.range);
        }
        for mark in &self.stage.overlay.marks {
            self.surface.fill(self.x(mark.start), AXIS_HEIGHT, 1.0, height, &mark.color);
            if mark.end > mark.start {
                self.surface.fill(self.x(mark.end), AXIS_HEIGHT, 1.0, height, &mark.color);
            }
        }
        if let Some(time) = self.stage.overlay.cursor {
            self.surface.fill(self.x(time), AXIS_HEIGHT, 1.0, height, self.inks.muted);
        }
    }

    /// The axis itself.
    pub(crate) fn draw(&self) {
        let width = self.stage.size.width;
        self.surface.fill(0.0, 0.0, width, AXIS_HEIGHT, self.inks.band);
        for (start, end, label) in self.steps() {
            let (left, right) = (self.x(start), self.x(end));
            self.surface.fill(left, 0.0, 1.0, AXIS_HEIGHT, self.inks.step);
            let text = left.max(0.0) + 4.0;
            if right - text > self.surface.text_width(label) + 4.0 {
                self.surface.write(label, text, STEP_LANE / 2.0 + 1.0, self.inks.muted);
            }
        }
        self.ticks();
        self.hits();
        for mark in &self.stage.overlay.marks {
            let (left, right) = (self.x(mark.start), self.x(mark.end));
            self.surface.fill(left, 0.0, (right - left).max(2.0), 4.0, &mark.color);
            self.surface.write(&mark.name, left + 4.0, STEP_LANE / 2.0 + 1.0, &mark.color);
        }
        self.surface.fill(0.0, AXIS_HEIGHT - 1.0, width, 1.0, self.inks.step);
    }

    fn ticks(&self) {
        let (view, width) = (self.stage.view, self.stage.size.width);
        let step = distance(view.end - view.start, width);
        let lower = AXIS_HEIGHT - STEP_LANE;
        let mut free_from = 0.0;
        for tick in ticks(view.start, view.end, self.zero(), width) {
            let x = self.x(tick.time);
            self.surface.fill(x, STEP_LANE, 1.0, lower, self.inks.step);
            let label = match self.stage.style.axis {
                AxisMode::Absolute => time_of_day(self.open.origin, tick.time, step),
                AxisMode::Capture | AxisMode::Step => tick.label,
            };
            let length = self.surface.text_width(&label);
            let Some(left) = beside(x, length, free_from, width) else { continue };
            free_from = left + length + LABEL_GAP;
            // A step border under the label would be read as a digit.
            self.surface.fill(left, STEP_LANE, length, lower, self.inks.band);
            self.surface.write(&label, left, STEP_LANE + lower / 2.0, self.inks.text);
        }
    }

    /// Hits of the search as short strokes at the lower edge, under the labels, one a pixel at most.
    fn hits(&self) {
        let width = self.stage.size.width.round().clamp(1.0, 16_384.0) as u32;
        for x in self.stage.hit_list(self.views).marks(&View { width, ..self.view }) {
            self.surface.fill(f64::from(x), AXIS_HEIGHT - 4.0, 2.0, 3.0, self.inks.hit);
        }
    }

    /// Where labels read 0.
    fn zero(&self) -> f64 {
        let view = self.stage.view;
        match self.stage.style.axis {
            AxisMode::Step => {
                let middle = (view.start + view.end) / 2.0;
                let before = self.all_steps().filter(|(start, _, _)| *start <= middle).last();
                before.map_or(0.0, |(start, _, _)| start)
            }
            AxisMode::Capture | AxisMode::Absolute => 0.0,
        }
    }

    /// Start, end and label of the visible steps of the first shown rank.
    fn steps(&self) -> impl Iterator<Item = (f64, f64, &str)> {
        let view = self.stage.view;
        self.all_steps().filter(move |(start, end, _)| *end >= view.start && *start <= view.end)
    }

    fn all_steps(&self) -> impl Iterator<Item = (f64, f64, &str)> {
        let steps = self.stage.first_rank().map_or(&[][..], |rank| self.open.steps(rank));
        let open = self.open;
        steps.iter().filter_map(move |step| {
            let label = step.label.as_deref()?;
            Some((open.relative(step.window.start), open.relative(step.window.end), label))
        })
    }

    fn x(&self, time: f64) -> f64 {
        let view = self.stage.view;
        let x = (time - view.start) / (view.end - view.start).max(1.0) * self.stage.size.width;
        x.clamp(-1e4, 1e5).round()
    }
}

/// Where a label `length` wide begins: right of its tick at `x`, left of it at the right edge of the axis, or
/// nowhere if the label before it ends too late for that. CSS pixels.
fn beside(x: f64, length: f64, free_from: f64, width: f64) -> Option<f64> {
    let (right, left) = (x + LABEL_GAP, x - LABEL_GAP - length);
    if right + length <= width { Some(right) } else { Some(left).filter(|left| *left >= free_from) }
}

/// Distance of ticks for a visible `span` drawn over `width` CSS pixels: 1, 2 or 5 times a power of ten
/// nanoseconds, never below one nanosecond.
pub(crate) fn distance(span: f64, width: f64) -> f64 {
    let wanted = span * TICK_PIXELS / width.max(TICK_PIXELS);
    let power = 10_f64.powf(wanted.max(1.0).log10().floor());
    let nice = [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power);
    nice.into_iter().find(|step| *step >= wanted - 1e-9).unwrap_or(10.0 * power).max(1.0)
}

/// Ticks from `start` to `end`, counted from `zero`, where labels read 0.
pub(crate) fn ticks(start: f64, end: f64, zero: f64, width: f64) -> Vec<Tick> {
    let step = distance(end - start, width);
    let first = ((start - zero) / step).ceil();
    let count = (((end - zero) / step).floor() - first).clamp(-1.0, 1e4) as i64;
    let times = (0..=count).map(|i| (first + i as f64) * step);
    times.map(|time| Tick { time: zero + time, label: label(time, step) }).collect()
}

/// A time since zero with as many digits as ticks `step` apart need: in the largest unit in which the
/// step still shows.
pub(crate) fn label(time: f64, step: f64) -> String {
    let (unit, name) = unit(time.abs().max(step));
    let decimals = (unit / step).log10().ceil().max(0.0) as usize;
    format!("{:.decimals$} {name}", time / unit)
}

/// Time of day of `origin + time`, UTC, to the digits that ticks `step` apart need.
pub(crate) fn time_of_day(origin: Ns, time: f64, step: f64) -> String {
    let at = i128::from(origin.get()) + time.round() as i128;
    let day = at.rem_euclid(86_400_000_000_000);
    let (seconds, fraction) = (day / 1_000_000_000, day % 1_000_000_000);
    let clock = format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    let decimals = (1e9 / step).log10().ceil().clamp(0.0, 9.0) as usize;
    if decimals == 0 {
        return clock;
    }
    let digits = format!("{fraction:09}");
    format!("{clock}.{}", &digits[..decimals])
}

fn unit(ns: f64) -> (f64, &'static str) {
    match ns {
        ns if ns >= 1e9 => (1e9, "s"),
        ns if ns >= 1e6 => (1e6, "ms"),
        ns if ns >= 1e3 => (1e3, "µs"),
        _ => (1.0, "ns"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_nice_and_wide_enough() {
        assert_eq!(distance(1e9, 1100.0), 1e8);
        assert_eq!(distance(1.1e9, 1100.0), 2e8);
        assert_eq!(distance(4e9, 1100.0), 5e8);
        assert_eq!(distance(3.0, 1100.0), 1.0);
    }

    #[test]
    fn labels_show_the_step_and_no_more() {
        assert_eq!(label(1_234_567_000.0, 1e3), "1.234567 s");
        assert_eq!(label(1_500_000.0, 5e5), "1.5 ms");
        assert_eq!(label(0.0, 2e5), "0 µs");
        assert_eq!(label(7.0, 1.0), "7 ns");
        assert_eq!(label(-2e9, 1e9), "-2 s");
    }

    #[test]
    fn ticks_stay_within_the_view() {
        let found = ticks(95.0, 1_105.0, 100.0, 1100.0);
        assert_eq!(
            found.first().map(|tick| (tick.time, tick.label.as_str())),
            Some((100.0, "0 ns"))
        );
        assert_eq!(found.len(), 6);
        assert!(ticks(5.0, 5.0, 0.0, 100.0).len() <= 1);
    }

    #[test]
    fn labels_stay_within_the_axis() {
        assert_eq!(beside(100.0, 50.0, 0.0, 800.0), Some(104.0));
        assert_eq!(beside(780.0, 50.0, 700.0, 800.0), Some(726.0));
        assert_eq!(beside(780.0, 50.0, 727.0, 800.0), None);
        // A canvas narrower than a label has no place for it.
        assert_eq!(beside(10.0, 50.0, 0.0, 40.0), None);
    }

    #[test]
    fn time_of_day_is_exact() {
        let origin = Ns(1_736_412_474_714_258_990);
        assert_eq!(time_of_day(origin, 0.0, 1.0), "08:47:54.714258990");
        assert_eq!(time_of_day(origin, 1e9, 1e9), "08:47:55");
    }
}
