//! How busy the device was over time, with frequency and memory bandwidth on the same time axis.

mod strip;

use crate::axes::{self, Scale};
use crate::frame::{Color, Frame};
use crate::known;
use crate::number;
use crate::picture::{Area, Hit, HitLine, Picture, Side};
use crate::stack::{self, Part};
use crate::text;
use crate::ticks::Ticks;
use serde::{Deserialize, Serialize};
pub use strip::{LineShape, Point, Series, Strip};

/// A low stretch narrower than this (CSS pixels) is noise at this zoom and stays unshaded.
const NARROWEST_STRETCH: f64 = 3.0;

/// Where a step begins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub struct Border {
    /// Nanoseconds, in the units of [`Utilisation::start_ns`].
    pub at_ns: f64,
    /// Step number or name.
    pub label: String,
}

/// Texts of the chart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub struct UtilisationText {
    /// Name of the curve: "NPU utilisation".
    pub curve: String,
    /// Name of a shaded stretch: "below 50 %".
    pub low: String,
    /// Before a step's label: "Step".
    pub step: String,
    /// In place of an unknown value.
    pub unknown: String,
    /// In place of the chart when nothing is known.
    pub empty: String,
}

/// Input: shares of equal bins over the span, and counters on the same axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub struct Utilisation {
    /// Start of the first bin, in nanoseconds (any origin, as long as all times share it).
    pub start_ns: f64,
    /// End of the last bin.
    pub end_ns: f64,
    /// Busy share (0–1) of each bin; `None` is a gap. More bins than pixels are averaged.
    pub bins: Vec<Option<f64>>,
    /// Colour of the curve.
    pub color: Color,
    /// Stretches below this share (0–1) are shaded.
    pub low_below: f64,
    /// Further curves in percent (AI Core utilisation counters), over the same plot.
    pub overlays: Vec<Series>,
    /// Step borders.
    pub steps: Vec<Border>,
    /// Counters with an axis of their own, beneath.
    pub strips: Vec<Strip>,
    /// Texts.
    pub text: UtilisationText,
}

impl Utilisation {
    /// Lays the chart out: curve above, one strip per counter kind beneath, one time axis for all.
    pub fn picture(&self, frame: &Frame) -> Picture {
        let mut picture = Picture::new(frame);
        let span = self.end_ns - self.start_ns;
        let any = self.bins.iter().any(|&bin| known(bin).is_some()) || !self.strips.is_empty();
        if !any || !span.is_finite() || span <= 0.0 {
            axes::empty(&mut picture, frame, &self.text.empty);
            return picture;
        }
        let top = self.legend(&mut picture, frame);
        let strips_ticks: Vec<Ticks> = self.strips.iter().map(Strip::ticks).collect();
        let percent = Ticks { values: vec![0.0, 50.0, 100.0], decimals: 0 };
        let widths = strips_ticks.iter().chain([&percent]);
        let left = widths.map(|t| axes::value_axis_width(frame, t)).fold(0.0, f64::max);
        let right = frame.width - 8.0;
        let bottom = frame.height - frame.line() - 6.0;

        // Each strip takes its caption and a share of the height; the curve keeps at least half.
        let count = self.strips.len() as f64;
        let room = (bottom - top - frame.line() * 1.1).max(0.0);
        let strip_height = (room * 0.5 / count.max(1.0)).min(frame.line() * 4.5);
        let plot = Area::between(left, top + frame.line(), right, bottom - strip_height * count);
        let scale = Scale::new((0.0, 100.0), (plot.bottom(), plot.y));
        axes::value_axis(&mut picture, frame, plot, &percent, scale);
        axes::unit(&mut picture, frame, plot, "%");

        let columns = self.columns(plot.width);
        let lows = self.low_stretches(&columns, plot);
        for &(first, end) in &lows {
            let (left, right) = (self.x_of(plot, first), self.x_of(plot, end));
            let area = Area::between(left, plot.y, right, plot.bottom());
            picture.rect(area, frame.theme.alert.faded(0.14));
        }
        self.curve(&mut picture, &columns, plot, scale);
        for overlay in &self.overlays {
            overlay.draw(&mut picture, plot, (self.start_ns, self.end_ns), scale);
        }

        let mut strip_top = plot.bottom();
        let mut plots = vec![plot];
        for (strip, ticks) in self.strips.iter().zip(&strips_ticks) {
            let area = Area::between(
                left,
                strip_top + frame.line() * 1.5,
                right,
                strip_top + strip_height,
            );
            strip.draw(&mut picture, frame, area, (self.start_ns, self.end_ns), ticks);
            plots.push(area);
            strip_top += strip_height;
        }
        self.borders(&mut picture, frame, &plots);
        let axis = Area::between(left, plot.y, right, bottom);
        axes::time_axis(&mut picture, frame, axis, (self.start_ns, self.end_ns));
        self.hits(&mut picture, &columns, &lows, axis);
        picture
    }

    fn legend(&self, picture: &mut Picture, frame: &Frame) -> f64 {
        let low_color = frame.theme.alert.faded(0.3);
        let mut parts = vec![Part { label: self.text.curve.clone(), color: self.color }];
        parts.extend(self.overlays.iter().map(|o| Part { label: o.label.clone(), color: o.color }));
        parts.push(Part { label: self.text.low.clone(), color: low_color });
        stack::legend(picture, frame, &parts, (4.0, frame.width - 4.0), |_| true)
    }

    /// The bins, averaged so that there is at most one a pixel. Groups are whole numbers of bins.
    fn columns(&self, width: f64) -> Vec<Column> {
        let group = self.bins.len().div_ceil((width as usize).max(1)).max(1);
        let column = |(index, bins): (usize, &[Option<f64>])| {
            let found = bins.iter().filter_map(|&bin| known(bin));
            let (sum, count) = found.fold((0.0, 0u32), |(sum, count), v| (sum + v, count + 1));
            Column {
                first: index * group,
                end: index * group + bins.len(),
                share: (count > 0).then(|| (sum / f64::from(count)).clamp(0.0, 1.0)),
            }
        };
        self.bins.chunks(group).enumerate().map(column).collect()
    }

    /// Maximal runs of known columns below the threshold, as bin ranges.
    fn low_stretches(&self, columns: &[Column], plot: Area) -> Vec<(usize, usize)> {
        let low = |column: &Column| column.share.is_some_and(|share| share < self.low_below);
        let runs = columns.chunk_by(|a, b| low(a) == low(b));
        let range = |run: &[Column]| Some((run.first()?.first, run.last()?.end));
        let found = runs.filter(|run| low(&run[0])).filter_map(range);
        found
            .filter(|&(a, b)| self.x_of(plot, b) - self.x_of(plot, a) >= NARROWEST_STRETCH)
            .collect()
    }

    /// Where a bin begins.
    fn x_of(&self, plot: Area, bin: usize) -> f64 {
        plot.x + plot.width * bin as f64 / self.bins.len().max(1) as f64
    }

    /// When a bin begins.
    fn ns_of(&self, bin: usize) -> f64 {
        let share = bin as f64 / self.bins.len().max(1) as f64;
        self.start_ns + (self.end_ns - self.start_ns) * share
    }

    /// A step-shaped area per run of known columns: a bin's share holds for the whole bin.
    fn curve(&self, picture: &mut Picture, columns: &[Column], plot: Area, scale: Scale) {
        for run in columns.chunk_by(|a, b| a.share.is_some() == b.share.is_some()) {
            let mut outline = Vec::with_capacity(run.len() * 2);
            for column in run {
                let Some(share) = column.share else { break };
                let y = scale.at(share * 100.0);
                outline.push((self.x_of(plot, column.first), y));
                outline.push((self.x_of(plot, column.end), y));
            }
            let (Some(&(left, _)), Some(&(right, _))) = (outline.first(), outline.last()) else {
                continue;
            };
            let mut area = outline.clone();
            area.extend([(right, plot.bottom()), (left, plot.bottom())]);
            picture.polygon(area, self.color.faded(0.3));
            picture.line(outline, self.color);
        }
    }

    /// Through every plot, not through the captions between them; the labels above the first.
    fn borders(&self, picture: &mut Picture, frame: &Frame, plots: &[Area]) {
        let Some(plot) = plots.first() else { return };
        let scale = Scale::new((self.start_ns, self.end_ns), (plot.x, plot.right()));
        let mut free_from = plot.x;
        let mut line_free_from = plot.x - 1.0;
        let inside = |b: &&Border| b.at_ns >= self.start_ns && b.at_ns <= self.end_ns;
        for border in self.steps.iter().filter(inside) {
            let x = scale.at(border.at_ns).round();
            // Thousands of steps would make a solid block of border lines.
            if x >= line_free_from {
                for area in plots {
                    picture.rule_down(x, area.y, area.bottom(), frame.theme.rule.faded(0.6));
                }
                line_free_from = x + 4.0;
            }
            let label = text::fit(&border.label, frame.font.size, 80.0);
            let width = text::width(&label, frame.font.size);
            if x >= free_from && x + 3.0 + width <= frame.width {
                let at = (x + 3.0, plot.y - frame.line() * 0.5);
                picture.text(&label, at, Side::Left, frame.theme.muted);
                free_from = x + width + 14.0;
            }
        }
    }

    fn hits(&self, picture: &mut Picture, columns: &[Column], lows: &[(usize, usize)], axis: Area) {
        let (mut step, mut low) = (0, 0);
        for column in columns {
            let range = (self.ns_of(column.first), self.ns_of(column.end));
            let middle = (range.0 + range.1) / 2.0;
            while self.steps.get(step).is_some_and(|s| s.at_ns <= middle) {
                step += 1;
            }
            while lows.get(low).is_some_and(|&(_, end)| end <= column.first) {
                low += 1;
            }
            let stretch = lows.get(low).copied().filter(|&(first, _)| first <= column.first);
            let share = column.share.map_or_else(|| self.text.unknown.clone(), number::percent);
            let curve =
                HitLine { label: self.text.curve.clone(), value: share, color: Some(self.color) };
            let mut lines = vec![curve];
            let curves = self.overlays.iter().map(|o| (o, "%"));
            let counters =
                self.strips.iter().flat_map(|s| s.series.iter().map(|c| (c, s.unit.as_str())));
            lines.extend(curves.chain(counters).map(|(series, unit)| {
                HitLine {
                    label: series.label.clone(),
                    value: series
                        .value_at(middle)
                        .map_or_else(|| self.text.unknown.clone(), |v| number::with_unit(v, unit)),
                    color: Some(series.color),
                }
            }));
            let at = number::duration_ns(middle);
            let title = match step.checked_sub(1).and_then(|index| self.steps.get(index)) {
                Some(border) => format!("{at} · {} {}", self.text.step, border.label),
                None => at,
            };
            if let Some((first, end)) = stretch {
                let value = number::duration_ns(self.ns_of(end) - self.ns_of(first));
                lines.push(HitLine { label: self.text.low.clone(), value, color: None });
            }
            let area = Area {
                x: self.x_of(axis, column.first),
                width: self.x_of(axis, column.end) - self.x_of(axis, column.first),
                ..axis
            };
            let range = stretch.map_or(range, |(a, b)| (self.ns_of(a), self.ns_of(b)));
            picture.point_at(Hit {
                area,
                first: column.first,
                end: column.end,
                part: None,
                range: Some(range),
                title,
                lines,
            });
        }
    }
}

/// One drawn bin: one or several of the input.
struct Column {
    first: usize,
    end: usize,
    share: Option<f64>,
}
