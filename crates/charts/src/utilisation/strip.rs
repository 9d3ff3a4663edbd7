//! Counter curves, alone on a strip or over the utilisation curve.

use crate::axes::{self, Scale};
use crate::frame::{Color, Frame};
use crate::known;
use crate::number;
use crate::picture::{Area, Picture, Side};
use crate::stack::Reference;
use crate::text;
use crate::ticks::Ticks;
use serde::{Deserialize, Serialize};

/// A counter sample.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub struct Point {
    /// Nanoseconds, in the units of the chart.
    pub at_ns: f64,
    /// In the unit of the axis; `None` is a gap.
    pub value: Option<f64>,
}

/// What holds between two samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub enum LineShape {
    /// A sample holds until the next one (frequency).
    Hold,
    /// Samples of a flowing quantity are joined (bandwidth).
    Join,
}

/// One curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub struct Series {
    /// Its name, in the reader's language.
    pub label: String,
    /// Its colour.
    pub color: Color,
    /// What holds between samples.
    pub shape: LineShape,
    /// Samples in order of time.
    pub points: Vec<Point>,
}

/// Curves that share a value axis, under the utilisation curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub struct Strip {
    /// Caption.
    pub label: String,
    /// Unit of the values.
    pub unit: String,
    /// Curves.
    pub series: Vec<Series>,
    /// A dashed line: the chip's peak.
    pub peak: Option<Reference>,
}

impl Strip {
    fn high(&self) -> f64 {
        let values =
            self.series.iter().flat_map(|s| s.points.iter().filter_map(|p| known(p.value)));
        axes::top_of(values.chain(self.peak.iter().map(|peak| peak.value)))
    }

    /// Few ticks from zero, and never zero alone: it would not say how high the curve is.
    pub(super) fn ticks(&self) -> Ticks {
        let coarse = Ticks::nice(0.0, self.high(), 2);
        if coarse.values.len() > 1 { coarse } else { Ticks::nice(0.0, self.high(), 3) }
    }

    pub(super) fn draw(
        &self,
        picture: &mut Picture,
        frame: &Frame,
        plot: Area,
        span: (f64, f64),
        ticks: &Ticks,
    ) {
        let scale = Scale::new((0.0, self.high()), (plot.bottom(), plot.y));
        axes::value_axis(picture, frame, plot, ticks, scale);
        self.caption(picture, frame, plot);
        for series in &self.series {
            series.draw(picture, plot, span, scale);
        }
        if let Some(peak) = self.peak.as_ref().filter(|peak| peak.value.is_finite()) {
            let y = scale.at(peak.value).round();
            picture.dashes_across(plot.x, plot.right(), y, frame.theme.text.faded(0.7));
        }
    }

    /// Caption with its unit, then the names of the curves in their colours, and the peak at the right.
    fn caption(&self, picture: &mut Picture, frame: &Frame, plot: Area) {
        let size = frame.font.size;
        let y = plot.y - frame.line() * 0.65;
        let caption = match self.unit.as_str() {
            "" => self.label.clone(),
            unit => format!("{}, {unit}", self.label),
        };
        picture.text(&caption, (plot.x, y), Side::Left, frame.theme.muted);
        let mut x = plot.x + text::width(&caption, size) + 14.0;
        if self.series.len() > 1 {
            for series in &self.series {
                let right = x + 14.0 + text::width(&series.label, size);
                if right > plot.right() {
                    break;
                }
                let swatch = Area { x, y: (y - 1.0).round(), width: 10.0, height: 2.0 };
                picture.rect(swatch, series.color);
                picture.text(&series.label, (x + 14.0, y), Side::Left, frame.theme.muted);
                x = right + 12.0;
            }
        }
        if let Some(peak) = &self.peak {
            let label = format!("{} {}", peak.label, number::with_unit(peak.value, &self.unit));
            if x + text::width(&label, size) <= plot.right() {
                picture.text(&label, (plot.right(), y), Side::Right, frame.theme.muted);
            }
        }
    }
}

impl Series {
    /// The value that holds at a time: of the last sample not after it.
    pub(super) fn value_at(&self, ns: f64) -> Option<f64> {
        let after = self.points.partition_point(|point| point.at_ns <= ns);
        known(self.points.get(after.checked_sub(1)?)?.value)
    }

    /// Draws the curve, broken where values are unknown. More samples than pixels are drawn as the lowest and
    /// highest value of each pixel, so that no peak is lost.
    pub(super) fn draw(&self, picture: &mut Picture, plot: Area, span: (f64, f64), scale: Scale) {
        let time = Scale::new(span, (plot.x, plot.right()));
        let inside = |p: &&Point| p.at_ns.is_finite() && p.at_ns <= span.1;
        let points: Vec<&Point> = self.points.iter().filter(inside).collect();
        for run in points.chunk_by(|a, b| known(a.value).is_some() == known(b.value).is_some()) {
            let Some(Some(_)) = run.first().map(|p| known(p.value)) else { continue };
            let mut line: Vec<(f64, f64)> = Vec::new();
            for point in run {
                let Some(value) = known(point.value) else { continue };
                let (x, y) = (time.at(point.at_ns), scale.at(value));
                if let (LineShape::Hold, Some(&(_, before))) = (self.shape, line.last()) {
                    push(&mut line, (x, before));
                }
                push(&mut line, (x, y));
            }
            if let (LineShape::Hold, Some(&(_, y))) = (self.shape, line.last()) {
                let end = run.last().map_or(span.1, |last| self.end_of(last, span.1));
                push(&mut line, (time.at(end), y));
            }
            if let [(x, y)] = line[..] {
                picture.rect(Area { x: x - 1.0, y: y - 1.0, width: 2.0, height: 2.0 }, self.color);
            }
            picture.line(line, self.color);
        }
    }

    /// Until when a held sample holds: the next sample, else the end of the chart.
    fn end_of(&self, point: &Point, end: f64) -> f64 {
        let after = self.points.partition_point(|p| p.at_ns <= point.at_ns);
        self.points.get(after).map_or(end, |next| next.at_ns.min(end))
    }
}

/// Appends a point, but keeps no more than four (in, low, high, out) with the same pixel column.
fn push(line: &mut Vec<(f64, f64)>, (x, y): (f64, f64)) {
    let column = |at: f64| at.round();
    let same = line.iter().rev().take(4).filter(|(other, _)| column(*other) == column(x)).count();
    if same < 4 {
        line.push((x, y));
        return;
    }
    let at = line.len();
    let (low, high) = (line[at - 3].1.min(line[at - 2].1), line[at - 3].1.max(line[at - 2].1));
    let out = line[at - 1].1;
    line[at - 3].1 = low.min(out);
    line[at - 2].1 = high.max(out);
    line[at - 1] = (x, y);
}
