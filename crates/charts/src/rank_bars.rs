//! Ranks side by side: one horizontal stacked bar each, and the spread between the fastest and the slowest.

use crate::axes::{self, Scale};
use crate::frame::Frame;
use crate::number;
use crate::picture::{Area, Hit, HitLine, Picture, Side};
use crate::stack::{self, Part};
use crate::text;
use crate::ticks::{self, Ticks};
use serde::{Deserialize, Serialize};

/// Tallest and shortest row in CSS pixels.
const ROW: (f64, f64) = (26.0, 3.0);

/// One rank.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub struct RankBar {
    /// Rank number or folder.
    pub label: String,
    /// Milliseconds per part (a mean over steps), in the order of [`RankBars::parts`].
    pub values: Vec<Option<f64>>,
}

/// Input: parts from left to right, ranks from top to bottom.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub struct RankBars {
    /// Parts, first at the left.
    pub parts: Vec<Part>,
    /// Ranks, first at the top.
    pub ranks: Vec<RankBar>,
    /// Index of the rank to mark as the slowest.
    pub slowest: Option<usize>,
    /// Before a rank's label: "Rank".
    pub rank_text: String,
    /// Name of (longest − shortest) / shortest: "spread".
    pub spread_text: String,
    /// Sum of the parts: "Total".
    pub total_text: String,
    /// In place of an unknown value.
    pub unknown_text: String,
    /// In place of the chart when there is no rank.
    pub empty_text: String,
}

impl RankBars {
    /// Height at which every row is comfortably readable, for a font of this size, in CSS pixels.
    pub fn preferred_height(ranks: usize, font_size: f64) -> f64 {
        let row = (font_size * 1.7).min(ROW.0);
        ranks as f64 * row + font_size * 1.5 * 3.5 + 8.0
    }

    /// Lays the chart out. Rows shrink with the height; labels are thinned before they touch.
    pub fn picture(&self, frame: &Frame) -> Picture {
        let mut picture = Picture::new(frame);
        if self.ranks.is_empty() {
            axes::empty(&mut picture, frame, &self.empty_text);
            return picture;
        }
        let used = |part| stack::visible(self.ranks.iter().map(|rank| &rank.values), part);
        let top = stack::legend(&mut picture, frame, &self.parts, (4.0, frame.width - 4.0), used);
        let size = frame.font.size;
        let totals: Vec<Option<f64>> = self.ranks.iter().map(|r| stack::total(&r.values)).collect();
        let high = axes::top_of(totals.iter().flatten().copied());
        let names: Vec<String> = self
            .ranks
            .iter()
            .map(|rank| text::fit(&self.name(rank), size, frame.width / 4.0))
            .collect();
        let name_width = names.iter().map(|n| text::width(n, size)).fold(0.0, f64::max);
        let value_width = text::width("00000 ms", size);
        let bottom = frame.height - frame.line() - 6.0;
        let plot =
            Area::between(name_width + 12.0, top + 6.0, frame.width - value_width - 6.0, bottom);
        let row = (plot.height / self.ranks.len() as f64).clamp(ROW.1, ROW.0);
        let plot = Area { height: plot.height.min(row * self.ranks.len() as f64), ..plot };
        let scale = Scale::new((0.0, high), (plot.x, plot.right()));
        let spread = self.spread(&mut picture, frame, plot, &totals);
        let axis_right = frame.width - 4.0 - spread;
        self.axis(&mut picture, frame, plot, scale, (high, axis_right));

        let label_rows = (plot.height / (size * 1.25)) as usize;
        let stride = ticks::stride(self.ranks.len(), label_rows);
        // The slowest rank is always named, so its neighbours keep away from it.
        let near = |index: usize| {
            let apart = |slowest: usize| slowest.abs_diff(index) as f64 * row;
            self.slowest.is_some_and(|s| s != index && apart(s) < size * 1.25)
        };
        for (index, rank) in self.ranks.iter().enumerate() {
            let y = plot.y + index as f64 * row;
            if y + row > plot.bottom() + 0.5 {
                break;
            }
            let gap = if row >= 10.0 { (row * 0.2).round() } else { (row * 0.2).min(1.0) };
            let bar = Area::between(plot.x, y + gap / 2.0, plot.right(), y + row - gap / 2.0);
            self.bar(&mut picture, rank, bar, scale);
            let slowest = self.slowest == Some(index);
            if slowest || (index.is_multiple_of(stride) && !near(index)) {
                let middle = y + row / 2.0;
                let color = if slowest { frame.theme.text } else { frame.theme.muted };
                picture.text(&names[index], (plot.x - 8.0, middle), Side::Right, color);
                if let Some(ms) = totals[index] {
                    let at = (frame.width - 4.0, middle);
                    picture.text(&number::duration_ms(ms), at, Side::Right, color);
                }
                if slowest {
                    let tip = (plot.x - 2.0, middle);
                    let arrow = vec![tip, (tip.0 - 5.0, middle - 3.0), (tip.0 - 5.0, middle + 3.0)];
                    picture.polygon(arrow, frame.theme.alert);
                }
            }
            let area = Area { x: 0.0, y, width: frame.width, height: row };
            picture.point_at(self.hit(index, rank, totals[index], area));
        }
        extreme_lines(&mut picture, frame, plot, scale, &totals);
        picture
    }

    fn name(&self, rank: &RankBar) -> String {
        format!("{} {}", self.rank_text, rank.label).trim().to_owned()
    }

    fn axis(
        &self,
        picture: &mut Picture,
        frame: &Frame,
        plot: Area,
        scale: Scale,
        (high, right): (f64, f64),
    ) {
        let ticks = Ticks::nice(0.0, high, (plot.width / 90.0) as usize);
        for &value in &ticks.values {
            let x = scale.at(value).round();
            let color = if value == 0.0 { frame.theme.rule } else { frame.theme.grid };
            picture.rule_down(x, plot.y, plot.bottom() + 3.0, color);
            let label = format!("{}\u{a0}ms", ticks.label(value));
            let at = (x, plot.bottom() + 4.0 + frame.line() / 2.0);
            if x + text::width(&label, frame.font.size) / 2.0 < right {
                picture.text(&label, at, Side::Middle, frame.theme.muted);
            }
        }
    }

    fn bar(&self, picture: &mut Picture, rank: &RankBar, bar: Area, scale: Scale) {
        let mut before = 0.0;
        for (part, &value) in self.parts.iter().zip(&rank.values) {
            let Some(ms) = stack::size(value) else { continue };
            let (left, right) = (scale.at(before), scale.at(before + ms));
            picture.rect(Area { x: left, width: right - left, ..bar }, part.color);
            before += ms;
        }
    }

    fn hit(&self, index: usize, rank: &RankBar, total: Option<f64>, area: Area) -> Hit {
        let mut lines = vec![HitLine {
            label: self.total_text.clone(),
            value: total.map_or_else(|| self.unknown_text.clone(), number::duration_ms),
            color: None,
        }];
        lines.extend(stack::lines(&self.parts, &rank.values, &self.unknown_text));
        let title = self.name(rank);
        Hit { area, first: index, end: index + 1, part: None, range: None, title, lines }
    }

    /// The spread in percent, at the lower right; returns the width that it takes.
    fn spread(
        &self,
        picture: &mut Picture,
        frame: &Frame,
        plot: Area,
        totals: &[Option<f64>],
    ) -> f64 {
        let Some((shortest, longest)) = extremes(totals) else { return 0.0 };
        let share = number::percent((longest - shortest) / shortest);
        let label = format!("{} {share}", self.spread_text);
        let at = (frame.width - 4.0, plot.bottom() + 4.0 + frame.line() / 2.0);
        picture.text(&label, at, Side::Right, frame.theme.text);
        text::width(&label, frame.font.size) + 8.0
    }
}

/// Shortest and longest known rank, when there are two that differ.
fn extremes(totals: &[Option<f64>]) -> Option<(f64, f64)> {
    let found = || totals.iter().flatten().copied().filter(|total| *total > 0.0);
    let (shortest, longest) = (found().reduce(f64::min)?, found().reduce(f64::max)?);
    (shortest < longest).then_some((shortest, longest))
}

/// Dashed lines at the shortest and the longest rank, over the bars.
fn extreme_lines(
    picture: &mut Picture,
    frame: &Frame,
    plot: Area,
    scale: Scale,
    totals: &[Option<f64>],
) {
    let Some((shortest, longest)) = extremes(totals) else { return };
    for value in [shortest, longest] {
        picture.dashes_down(
            scale.at(value).round(),
            plot.y,
            plot.bottom(),
            frame.theme.text.faded(0.7),
        );
    }
}
