//! How long the calls of one kernel take: a histogram over linear or logarithmic bins.

use crate::axes::{self, Scale};
use crate::frame::{Color, Frame};
use crate::number::{self, TimeUnit};
use crate::picture::{Area, Hit, HitLine, Picture, Side};
use crate::stack::Reference;
use crate::text;
use crate::ticks::Ticks;
use serde::{Deserialize, Serialize};

/// How the horizontal axis grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub enum BinScale {
    /// Equal widths.
    Linear,
    /// Equal ratios.
    Logarithmic,
}

/// A range of durations.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub struct Bin {
    /// Nanoseconds, inclusive.
    pub from_ns: f64,
    /// Nanoseconds, exclusive (inclusive in the last bin).
    pub to_ns: f64,
    /// How many durations fall into it.
    pub count: u64,
}

impl Bin {
    /// At most `bins` bins over the durations (nanoseconds). Durations that are not finite or are negative are
    /// left out; zero lies in the first bin of a logarithmic histogram. Equal durations make one bin.
    pub fn over(durations: &[f64], scale: BinScale, bins: usize) -> Vec<Bin> {
        let valid = || durations.iter().copied().filter(|d| d.is_finite() && *d >= 0.0);
        let (low, high) = valid().fold((f64::INFINITY, 0.0f64), |(l, h), d| (l.min(d), h.max(d)));
        if low > high || bins == 0 {
            return Vec::new();
        }
        if low == high {
            return vec![Bin { from_ns: low, to_ns: high, count: valid().count() as u64 }];
        }
        // Times are whole nanoseconds: below one there is nothing to tell apart on a logarithmic axis.
        let along = |d: f64| match scale {
            BinScale::Linear => d,
            BinScale::Logarithmic => d.max(1.0).ln(),
        };
        let back = |v: f64| match scale {
            BinScale::Linear => v,
            BinScale::Logarithmic => v.exp(),
        };
        let (from, width) = (along(low), (along(high) - along(low)) / bins as f64);
        if width <= 0.0 {
            return vec![Bin { from_ns: low, to_ns: high, count: valid().count() as u64 }];
        }
        let edge = |at: usize| match at {
            0 => low,
            at if at == bins => high,
            at => back(from + width * at as f64),
        };
        let mut found: Vec<Bin> =
            (0..bins).map(|at| Bin { from_ns: edge(at), to_ns: edge(at + 1), count: 0 }).collect();
        for duration in valid() {
            let at = ((along(duration) - from) / width) as usize;
            found[at.min(bins - 1)].count += 1;
        }
        found
    }
}

/// Texts of the chart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub struct HistogramText {
    /// Name of the vertical axis: "Count".
    pub count: String,
    /// In place of the chart when there is no duration.
    pub empty: String,
}

/// Input: bins in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub struct Histogram {
    /// Bins in order, adjacent.
    pub bins: Vec<Bin>,
    /// How the horizontal axis grows.
    pub scale: BinScale,
    /// Colour of the bars.
    pub color: Color,
    /// Dashed lines (median, p95), in nanoseconds.
    pub references: Vec<Reference>,
    /// Texts.
    pub text: HistogramText,
}

impl Histogram {
    /// Lays the chart out.
    pub fn picture(&self, frame: &Frame) -> Picture {
        let mut picture = Picture::new(frame);
        let (Some(first), Some(last)) = (self.bins.first(), self.bins.last()) else {
            axes::empty(&mut picture, frame, &self.text.empty);
            return picture;
        };
        let total: u64 = self.bins.iter().map(|bin| bin.count).sum();
        let high = axes::top_of(self.bins.iter().map(|bin| bin.count as f64));
        let top = frame.line() * 1.3;
        let bottom = frame.height - frame.line() - 6.0;
        let ticks = counts(Ticks::nice(0.0, high, axes::ticks_for(bottom - top, frame)));
        let left = axes::value_axis_width(frame, &ticks);
        let plot = Area::between(left, top, frame.width - 12.0, bottom);
        let scale = Scale::new((0.0, high), (plot.bottom(), plot.y));
        axes::value_axis(&mut picture, frame, plot, &ticks, scale);
        picture.text(&self.text.count, (2.0, frame.line() / 2.0), Side::Left, frame.theme.muted);

        let along = self.along((first.from_ns, last.to_ns), plot);
        for (index, bin) in self.bins.iter().enumerate() {
            let (left, right) = match (first.from_ns < last.to_ns, self.bins.len()) {
                (true, _) => (along.at(bin.from_ns), along.at(bin.to_ns)),
                // All durations are equal: a bar in the middle.
                (false, _) => (plot.x + plot.width * 0.4, plot.x + plot.width * 0.6),
            };
            let gap = if right - left >= 4.0 { 1.0 } else { 0.0 };
            let bar = Area::between(left, scale.at(bin.count as f64), right - gap, plot.bottom());
            if bin.count > 0 {
                picture.rect(bar, self.color);
            }
            picture.point_at(self.hit(
                index,
                bin,
                total,
                Area::between(left, plot.y, right, plot.bottom()),
            ));
        }
        picture.rule_across(plot.x, plot.right(), plot.bottom(), frame.theme.rule);
        self.time_ticks(&mut picture, frame, plot, &along, (first.from_ns, last.to_ns));
        self.references(&mut picture, frame, plot, &along);
        picture
    }

    fn along(&self, (from, to): (f64, f64), plot: Area) -> Along {
        match self.scale {
            BinScale::Linear => Along::Linear(Scale::new((from, to), (plot.x, plot.right()))),
            BinScale::Logarithmic => Along::Logarithmic(Scale::new(
                (from.max(1.0).ln(), to.max(1.0).ln()),
                (plot.x, plot.right()),
            )),
        }
    }

    fn hit(&self, index: usize, bin: &Bin, total: u64, area: Area) -> Hit {
        let title = if bin.from_ns < bin.to_ns {
            format!("{} – {}", number::duration_ns(bin.from_ns), number::duration_ns(bin.to_ns))
        } else {
            number::duration_ns(bin.from_ns)
        };
        let count = number::fixed(bin.count as f64, 0);
        let share = number::percent(bin.count as f64 / total.max(1) as f64);
        let line = HitLine {
            label: self.text.count.clone(),
            value: format!("{count} · {share}"),
            color: Some(self.color),
        };
        let range = Some((bin.from_ns, bin.to_ns));
        Hit { area, first: index, end: index + 1, part: None, range, title, lines: vec![line] }
    }

    fn time_ticks(
        &self,
        picture: &mut Picture,
        frame: &Frame,
        plot: Area,
        along: &Along,
        (from, to): (f64, f64),
    ) {
        let mut free_from = f64::NEG_INFINITY;
        for (value, label) in self.tick_values(from, to, plot.width, frame) {
            let x = if from < to { along.at(value) } else { plot.x + plot.width / 2.0 }.round();
            let half = text::width(&label, frame.font.size) / 2.0;
            picture.rule_down(x, plot.bottom(), plot.bottom() + 4.0, frame.theme.rule);
            if x - half >= free_from && x + half <= frame.width {
                let at = (x, plot.bottom() + 4.0 + frame.line() / 2.0);
                picture.text(&label, at, Side::Middle, frame.theme.muted);
                free_from = x + half + 8.0;
            }
        }
    }

    fn tick_values(&self, from: f64, to: f64, width: f64, frame: &Frame) -> Vec<(f64, String)> {
        if from >= to {
            return vec![(from, number::duration_ns(from))];
        }
        let even = || {
            let unit = TimeUnit::for_size(to);
            let most = (width / (frame.font.size * 8.0)) as usize;
            let ticks = Ticks::nice(from / unit.ns(), to / unit.ns(), most);
            let label = |v: f64| format!("{}\u{a0}{}", ticks.label(v), unit.name());
            ticks.values.iter().map(|&v| (v * unit.ns(), label(v))).collect()
        };
        match self.scale {
            BinScale::Linear => even(),
            BinScale::Logarithmic => {
                let decades =
                    (from.max(1.0).log10().floor() as i32)..=(to.max(1.0).log10().ceil() as i32);
                let wide = to.max(1.0) / from.max(1.0) > 1e3;
                let factors: &[f64] = if wide { &[1.0] } else { &[1.0, 2.0, 5.0] };
                let values = decades.flat_map(|d| factors.iter().map(move |f| f * 10f64.powi(d)));
                let inside = values.filter(|v| *v >= from.max(1.0) && *v <= to);
                let found: Vec<_> = inside.map(|v| (v, number::duration_ns(v))).collect();
                // Durations that are nearly equal may have no round number among them.
                if found.len() > 1 { found } else { even() }
            }
        }
    }

    fn references(&self, picture: &mut Picture, frame: &Frame, plot: Area, along: &Along) {
        let mut sorted: Vec<_> = self.references.iter().filter(|r| r.value.is_finite()).collect();
        sorted.sort_by(|a, b| a.value.total_cmp(&b.value));
        let mut free_from = text::width(&self.text.count, frame.font.size) + 12.0;
        for reference in sorted {
            let x = along.at(reference.value).round();
            let color = frame.theme.text.faded(0.7);
            picture.dashes_down(x, plot.y - 4.0, plot.bottom(), color);
            let label = format!("{} {}", reference.label, number::duration_ns(reference.value));
            let width = text::width(&label, frame.font.size);
            let left = (x - width / 2.0).min(frame.width - width).max(free_from);
            picture.text(&label, (left, frame.line() / 2.0), Side::Left, frame.theme.muted);
            free_from = left + width + 10.0;
        }
    }
}

/// Where a duration is on the horizontal axis.
enum Along {
    Linear(Scale),
    Logarithmic(Scale),
}

impl Along {
    fn at(&self, ns: f64) -> f64 {
        match self {
            Along::Linear(scale) => scale.at(ns),
            Along::Logarithmic(scale) => scale.at(ns.max(1.0).ln()),
        }
    }
}

/// Counts are whole: ticks between them would lie.
fn counts(mut ticks: Ticks) -> Ticks {
    ticks.values.retain(|v| v.fract() == 0.0);
    ticks.decimals = 0;
    ticks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_duration_lies_in_one_bin() {
        let durations = [0.0, 1.0, 20.0, 20.0, 5_000.0, 1e6, f64::NAN, -3.0];
        for scale in [BinScale::Linear, BinScale::Logarithmic] {
            let bins = Bin::over(&durations, scale, 10);
            assert_eq!(bins.len(), 10);
            assert_eq!(bins.iter().map(|bin| bin.count).sum::<u64>(), 6, "{scale:?}");
            assert!(bins.windows(2).all(|pair| pair[0].to_ns == pair[1].from_ns));
            assert_eq!((bins[0].from_ns, bins[9].to_ns), (0.0, 1e6));
        }
    }

    #[test]
    fn equal_and_absent_durations() {
        assert_eq!(Bin::over(&[], BinScale::Linear, 10), []);
        assert_eq!(Bin::over(&[f64::NAN], BinScale::Logarithmic, 10), []);
        let same = Bin::over(&[7.0, 7.0], BinScale::Logarithmic, 10);
        assert_eq!(same, [Bin { from_ns: 7.0, to_ns: 7.0, count: 2 }]);
        let below_one = Bin::over(&[0.0, 1.0], BinScale::Logarithmic, 10);
        assert_eq!(below_one.iter().map(|bin| bin.count).sum::<u64>(), 2);
    }
}
