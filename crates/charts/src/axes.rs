//! Axes and plot area shared by the charts.

use crate::frame::Frame;
use crate::number::TimeUnit;
use crate::picture::{Area, Picture, Side};
use crate::text;
use crate::ticks::Ticks;

/// Maps values to pixels along one direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// `low` lands on pixel `from`, `high` on pixel `to`. An empty range is widened, so that it still has a
    /// place to draw at.
    pub(crate) fn new((low, high): (f64, f64), (from, to): (f64, f64)) -> Scale {
        let high = if high > low { high } else { low + 1.0 };
        Scale { low, high, from, to }
    }

    pub(crate) fn at(&self, value: f64) -> f64 {
        let share = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        self.from + share * (self.to - self.from)
    }
}

/// Upper end of an axis from zero: a little more than the largest value, 1 when there is none.
pub(crate) fn top_of(values: impl Iterator<Item = f64>) -> f64 {
    let largest = values.filter(|v| v.is_finite()).fold(0.0, f64::max);
    if largest > 0.0 { largest * 1.04 } else { 1.0 }
}

/// Draws grid lines with labels at the left of the plot, for values between 0 and `high`.
pub(crate) fn value_axis(
    picture: &mut Picture,
    frame: &Frame,
    plot: Area,
    ticks: &Ticks,
    scale: Scale,
) {
    for &value in &ticks.values {
        let y = scale.at(value).round();
        let color = if value == 0.0 { frame.theme.rule } else { frame.theme.grid };
        picture.rule_across(plot.x, plot.right(), y, color);
        picture.text(&ticks.label(value), (plot.x - 6.0, y), Side::Right, frame.theme.muted);
    }
}

/// Width that the labels of a value axis need, with their distance to the plot.
pub(crate) fn value_axis_width(frame: &Frame, ticks: &Ticks) -> f64 {
    let widest = ticks.values.iter().map(|&v| text::width(&ticks.label(v), frame.font.size));
    widest.fold(0.0, f64::max).ceil() + 8.0
}

/// How many ticks a value axis of this height gets.
pub(crate) fn ticks_for(height: f64, frame: &Frame) -> usize {
    ((height / (frame.line() * 2.2)) as usize).clamp(1, 6)
}

/// Draws a time axis under the plot: ticks, labels, and the unit on the last one. Times in nanoseconds.
pub(crate) fn time_axis(picture: &mut Picture, frame: &Frame, plot: Area, (from, to): (f64, f64)) {
    picture.rule_across(plot.x, plot.right(), plot.bottom(), frame.theme.rule);
    let unit = TimeUnit::for_size(from.abs().max(to.abs()));
    let scale = Scale::new((from, to), (plot.x, plot.right()));
    let most = ((plot.width / (frame.font.size * 8.0)) as usize).clamp(1, 12);
    let ticks = Ticks::nice(from / unit.ns(), to / unit.ns(), most);
    for &value in &ticks.values {
        let x = scale.at(value * unit.ns()).round();
        picture.rule_down(x, plot.bottom(), plot.bottom() + 4.0, frame.theme.rule);
        let label = format!("{}\u{a0}{}", ticks.label(value), unit.name());
        let half = text::width(&label, frame.font.size) / 2.0;
        // Labels at the very ends would leave the picture.
        let x = x.min(frame.width - half);
        picture.text(
            &label,
            (x, plot.bottom() + 4.0 + frame.line() / 2.0),
            Side::Middle,
            frame.theme.muted,
        );
    }
}

/// The unit of a value axis, above its labels.
pub(crate) fn unit(picture: &mut Picture, frame: &Frame, plot: Area, name: &str) {
    let at = (plot.x - 6.0, plot.y - frame.line() * 0.6);
    picture.text(name, at, Side::Right, frame.theme.muted);
}

/// What is shown in place of a chart without data.
pub(crate) fn empty(picture: &mut Picture, frame: &Frame, message: &str) {
    let message = text::fit(message, frame.font.size, frame.width);
    let at = (frame.width / 2.0, frame.height / 2.0);
    picture.text(&message, at, Side::Middle, frame.theme.muted);
}
