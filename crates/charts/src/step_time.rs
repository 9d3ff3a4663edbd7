//! Where each step's time went: one stacked bar per step.

use crate::axes::{self, Scale};
use crate::frame::Frame;
use crate::number;
use crate::picture::{Area, Hit, HitLine, Picture, Side};
use crate::stack::{self, Part, Reference};
use crate::text;
use crate::ticks::{self, Ticks};
use serde::{Deserialize, Serialize};

/// Narrowest bar with its gap, in CSS pixels: more steps than fit are averaged in groups of equal size.
const NARROWEST: f64 = 4.0;
/// Widest bar: three steps should not become three walls.
const WIDEST: f64 = 96.0;

/// Pipeline bubble inside one part of a step, hatched.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub struct Bubble {
    /// Index of the part that contains it.
    pub part: usize,
    /// Milliseconds.
    pub ms: f64,
}

/// One step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub struct StepBar {
    /// Step number or name.
    pub label: String,
    /// Milliseconds per part, in the order of [`StepTime::parts`]; `None` is unknown.
    pub values: Vec<Option<f64>>,
    /// Bubble, where there is one.
    pub bubble: Option<Bubble>,
    /// Marked as an outlier, with the reason for the tooltip.
    pub outlier: Option<String>,
}

/// Texts of the chart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub struct StepTimeText {
    /// Before a step's label: "Step".
    pub step: String,
    /// Behind the label of several averaged steps: "mean".
    pub mean: String,
    /// Sum of the parts: "Total".
    pub total: String,
    /// "Bubble".
    pub bubble: String,
    /// In place of an unknown value.
    pub unknown: String,
    /// In place of the chart when there is no step.
    pub empty: String,
}

/// Input: parts from bottom to top, and steps from left to right.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub struct StepTime {
    /// Parts, bottom first.
    pub parts: Vec<Part>,
    /// Steps in order of time.
    pub steps: Vec<StepBar>,
    /// Dashed lines in ms: median, p95.
    pub references: Vec<Reference>,
    /// Texts.
    pub text: StepTimeText,
}

/// One drawn bar: a step, or the mean of several with a mark at the longest of them.
struct Bar {
    first: usize,
    end: usize,
    values: Vec<Option<f64>>,
    bubble: Option<Bubble>,
    /// Longest of several steps.
    longest: Option<f64>,
}

impl StepTime {
    /// Lays the chart out.
    pub fn picture(&self, frame: &Frame) -> Picture {
        let mut picture = Picture::new(frame);
        if self.steps.is_empty() {
            axes::empty(&mut picture, frame, &self.text.empty);
            return picture;
        }
        let used = |part| stack::visible(self.steps.iter().map(|step| &step.values), part);
        let top = stack::legend(&mut picture, frame, &self.parts, (4.0, frame.width - 4.0), used);
        let plot_top = top + frame.line();
        let plot_bottom = frame.height - frame.line() - 6.0;
        let bars_estimate = self.bars(((frame.width - 50.0) / NARROWEST) as usize);
        let references = self.references.iter().map(|r| r.value);
        let totals =
            bars_estimate.iter().filter_map(|bar| bar.longest.or(stack::total(&bar.values)));
        let high = axes::top_of(totals.chain(references));
        let ticks = Ticks::nice(0.0, high, axes::ticks_for(plot_bottom - plot_top, frame));
        let left = axes::value_axis_width(frame, &ticks);
        let right = frame.width - 4.0 - self.reference_width(frame);
        let plot = Area::between(left, plot_top, right, plot_bottom);
        let scale = Scale::new((0.0, high), (plot.bottom(), plot.y));
        axes::value_axis(&mut picture, frame, plot, &ticks, scale);
        axes::unit(&mut picture, frame, plot, "ms");

        let bars = self.bars((plot.width / NARROWEST) as usize);
        let slot = plot.width / bars.len() as f64;
        let width =
            if slot >= 8.0 { (slot * 0.8).min(WIDEST).round() } else { (slot - 1.0).max(1.0) };
        for (index, bar) in bars.iter().enumerate() {
            let x = plot.x + 1.0 + index as f64 * slot + (slot - width) / 2.0;
            self.bar(&mut picture, frame, bar, (x, width), scale);
            let area = Area { x: plot.x + 1.0 + index as f64 * slot, width: slot, ..plot };
            picture.point_at(self.hit(bar, area));
        }
        self.step_labels(&mut picture, frame, &bars, plot, slot);
        self.references(&mut picture, frame, plot, scale);
        picture
    }

    /// Groups the steps so that at most `most` bars come out.
    fn bars(&self, most: usize) -> Vec<Bar> {
        let group = self.steps.len().div_ceil(most.max(1)).max(1);
        let group_at = |(index, steps): (usize, &[StepBar])| {
            let first = index * group;
            let values = (0..self.parts.len())
                .map(|part| mean(steps.iter().map(|s| s.values.get(part).copied().flatten())))
                .collect();
            let bubbles: Vec<Bubble> = steps.iter().filter_map(|step| step.bubble).collect();
            let bubble = bubbles.first().map(|&Bubble { part, .. }| Bubble {
                part,
                // Steps without a bubble have none of it: they count as zero in the mean.
                ms: bubbles.iter().filter(|b| b.part == part).map(|b| b.ms).sum::<f64>()
                    / steps.len() as f64,
            });
            let totals = steps.iter().filter_map(|step| stack::total(&step.values));
            let longest = totals.reduce(f64::max).filter(|_| steps.len() > 1);
            Bar { first, end: first + steps.len(), values, bubble, longest }
        };
        self.steps.chunks(group).enumerate().map(group_at).collect()
    }

    fn bar(&self, picture: &mut Picture, frame: &Frame, bar: &Bar, at: (f64, f64), scale: Scale) {
        let (x, width) = at;
        let mut below = 0.0;
        for (index, part) in self.parts.iter().enumerate() {
            let Some(ms) = stack::size(bar.values.get(index).copied().flatten()) else { continue };
            let area = Area::between(x, scale.at(below + ms), x + width, scale.at(below));
            picture.rect(area, part.color);
            if let Some(bubble) = bar.bubble.filter(|b| b.part == index && b.ms > 0.0) {
                let top = scale.at(below + bubble.ms.min(ms));
                let area = Area::between(x, top, x + width, scale.at(below));
                picture.hatch(area, part.color.ink().faded(0.7));
            }
            below += ms;
        }
        if let Some(longest) = bar.longest {
            picture.rule_across(x, x + width, scale.at(longest), frame.theme.muted);
        } else if self.steps[bar.first].outlier.is_some() {
            let (middle, y) = (x + width / 2.0, scale.at(below) - 3.0);
            let arrow = vec![(middle, y), (middle - 3.0, y - 5.0), (middle + 3.0, y - 5.0)];
            picture.polygon(arrow, frame.theme.alert);
        }
    }

    fn hit(&self, bar: &Bar, area: Area) -> Hit {
        let StepTimeText { step, mean, total, bubble, unknown, .. } = &self.text;
        let steps = &self.steps[bar.first..bar.end];
        let title = match steps {
            [one] => format!("{step} {}", one.label),
            [first, .., last] => format!("{step} {}–{} · {mean}", first.label, last.label),
            [] => String::new(),
        };
        let whole = stack::total(&bar.values);
        let mut lines = vec![HitLine {
            label: total.clone(),
            value: whole.map_or_else(|| unknown.clone(), number::duration_ms),
            color: None,
        }];
        lines.extend(stack::lines(&self.parts, &bar.values, unknown));
        if let Some(found) = bar.bubble.filter(|b| b.ms > 0.0) {
            let value = number::duration_ms(found.ms);
            lines.push(HitLine { label: bubble.clone(), value, color: None });
        }
        for step in steps.iter().filter(|step| step.outlier.is_some()) {
            let value = step.outlier.clone().unwrap_or_default();
            lines.push(HitLine { label: step.label.clone(), value, color: None });
        }
        Hit { area, first: bar.first, end: bar.end, part: None, range: None, title, lines }
    }

    fn step_labels(
        &self,
        picture: &mut Picture,
        frame: &Frame,
        bars: &[Bar],
        plot: Area,
        slot: f64,
    ) {
        let size = frame.font.size;
        let label_of = |bar: &Bar| text::fit(&self.steps[bar.first].label, size, 90.0);
        let widest = bars.iter().map(|bar| text::width(&label_of(bar), size)).fold(0.0, f64::max);
        let stride =
            ticks::stride(bars.len(), (bars.len() as f64 * slot / (widest + 10.0)) as usize);
        let y = plot.bottom() + 3.0 + frame.line() / 2.0;
        for (index, bar) in bars.iter().enumerate().step_by(stride) {
            let middle = plot.x + 1.0 + (index as f64 + 0.5) * slot;
            picture.text(&label_of(bar), (middle, y), Side::Middle, frame.theme.muted);
        }
    }

    /// Room at the right for the names of the reference lines.
    fn reference_width(&self, frame: &Frame) -> f64 {
        let widths =
            self.references.iter().map(|r| text::width(&reference_label(r), frame.font.size));
        widths.map(|w| w + 6.0).fold(0.0, f64::max)
    }

    fn references(&self, picture: &mut Picture, frame: &Frame, plot: Area, scale: Scale) {
        let mut references: Vec<_> =
            self.references.iter().filter(|r| r.value.is_finite()).collect();
        references.sort_by(|a, b| a.value.total_cmp(&b.value));
        let mut lowest_free = f64::INFINITY;
        for reference in references {
            let y = scale.at(reference.value).round();
            picture.dashes_across(plot.x, plot.right(), y, frame.theme.text.faded(0.7));
            // Median and p95 are often nearly equal: their names must not lie on each other.
            let label_y = y.min(lowest_free);
            lowest_free = label_y - frame.line() * 0.85;
            let at = (plot.right() + 6.0, label_y);
            picture.text(&reference_label(reference), at, Side::Left, frame.theme.muted);
        }
    }
}

fn reference_label(reference: &Reference) -> String {
    format!("{} {}", reference.label, number::duration_ms(reference.value))
}

/// Mean over the known values.
fn mean(values: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0u32);
    for value in values.filter_map(stack::size) {
        sum += value;
        count += 1;
    }
    (count > 0).then(|| sum / f64::from(count))
}
