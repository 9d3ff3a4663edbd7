//! NPU utilisation: the share of time in which a compute kernel runs.

use crate::UnitStep;
use crate::intervals::{Intervals, Span};
use crate::words::{Bilingual, Say};
use crate::{Analysis, Unit};
use serde::{Deserialize, Serialize};
use stepscope_core::ids::SeriesId;
use stepscope_core::model::Series;
use stepscope_core::sort::SortShort;
use stepscope_core::time::Ns;

/// |computing ∩ W| / |W| over steps; `None` without windows, or where the devices recorded no kernel.
pub fn overall<'a>(steps: impl Iterator<Item = UnitStep<'a>>) -> Option<f64> {
    let (mut busy, mut all) = (Ns(0), Ns(0));
    let recorded =
        |step: &UnitStep| step.get().tasks.is_some() && !step.unit.facts.device.compute.is_empty();
    for step in steps.filter(recorded) {
        let window = step.get().window;
        busy = busy.plus(step.unit.facts.compute.length_in(window));
        all = all.plus(window.length());
    }
    (all > Ns(0)).then(|| busy.get() as f64 / all.get() as f64)
}

/// Below this a stretch is shaded as low.
pub const LOW: f64 = 0.5;

/// Share of each of `bins` equal parts of `window` in which a kernel runs; the last one may be a few
/// nanoseconds longer. Empty when there is no bin or no time.
pub fn bins(compute: &Intervals, window: Span, bins: usize) -> Vec<f64> {
    let length = window.length().get();
    let bins = bins.min(usize::try_from(length).unwrap_or(0));
    let edge =
        |i: usize| Ns(window.start.get() + (i128::from(length) * i as i128 / bins as i128) as i64);
    let share = |i: usize| {
        let bin = Span::new(edge(i), edge(i + 1));
        compute.length_in(bin).get() as f64 / bin.length().get() as f64
    };
    (0..bins).map(share).collect()
}

/// Stretches of bins below [`LOW`], in the time of `window`.
pub fn low_stretches(shares: &[f64], window: Span) -> Vec<Span> {
    let length = i128::from(window.length().get());
    let edge =
        |i: usize| Ns(window.start.get() + (length * i as i128 / shares.len() as i128) as i64);
    let low = shares.iter().enumerate().filter(|(_, share)| **share < LOW);
    Intervals::from_sorted(low.map(|(i, _)| Span::new(edge(i), edge(i + 1)))).spans().to_vec()
}

/// What a counter of the Overview measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CounterKind {
    /// AI Core clock, MHz.
    AiCoreFrequency,
    /// AI Core utilisation, percent.
    AiCoreUtilisation,
    /// HBM read bandwidth, MB/s.
    HbmRead,
    /// HBM write bandwidth, MB/s.
    HbmWrite,
}

/// A counter series of a device that the Overview draws beside utilisation (formats.md §2.5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CounterSeries {
    /// What it measures.
    pub kind: CounterKind,
    /// The series in the rank's trace.
    pub series: SeriesId,
    /// Its name in the capture.
    pub name: String,
    /// Unit of the values, as the capture says it.
    pub unit: String,
}

impl CounterSeries {
    /// What to call it, and what it is one of: the read bandwidth of one HBM module, and of any.
    pub fn labels(&self) -> (Bilingual, Bilingual) {
        let (say, ending) = match self.kind {
            CounterKind::HbmRead => (Say::CounterRead, "/Read"),
            CounterKind::HbmWrite => (Say::CounterWrite, "/Write"),
            CounterKind::AiCoreFrequency | CounterKind::AiCoreUtilisation => {
                let name = Bilingual { en: self.name.clone(), zh: self.name.clone() };
                return (name.clone(), name);
            }
        };
        let module = self.name.strip_suffix(ending).unwrap_or(&self.name);
        (say.with(&[module.into()]), say.with(&["HBM".into()]))
    }
}

/// The unit in a counter's argument key: of `Read(MB/s)` what stands in the brackets, of `MHz` all.
fn unit_of(key: &str) -> &str {
    let inside = key.strip_suffix(')').and_then(|rest| rest.rsplit_once('('));
    inside.map_or(key, |(_, unit)| unit)
}

/// Counters of a device to draw beside utilisation, by kind then name.
pub fn counters(unit: &Unit) -> Vec<CounterSeries> {
    let Some(trace) = &unit.rank.trace else { return Vec::new() };
    let mut list: Vec<CounterSeries> = Vec::new();
    for (index, series) in trace.series.iter().enumerate() {
        let (name, key) = (trace.strings.get(series.name), trace.strings.get(series.key));
        let kind = match name {
            "AI Core Freq" => CounterKind::AiCoreFrequency,
            name if name.starts_with("AI Core Utilization") || name.starts_with("AI Core/") => {
                CounterKind::AiCoreUtilisation
            }
            name if name.starts_with("HBM") && name.ends_with("/Read") => CounterKind::HbmRead,
            name if name.starts_with("HBM") && name.ends_with("/Write") => CounterKind::HbmWrite,
            _ => continue,
        };
        list.push(CounterSeries {
            kind,
            series: SeriesId::new(index),
            name: name.to_owned(),
            unit: unit_of(key).to_owned(),
        });
    }
    list.sort_short_by(|a, b| a.kind.cmp(&b.kind).then_with(|| a.name.cmp(&b.name)));
    list
}

/// Time-weighted mean of a series in each of `bins` equal parts of `window`: a point holds until the next.
/// `None` before the first point.
pub fn counter_bins(unit: &Unit, series: SeriesId, window: Span, bins: usize) -> Vec<Option<f64>> {
    let Some(trace) = &unit.rank.trace else { return vec![None; bins] };
    let Some(points) = trace.series.get(series.index()).map(Series::points) else {
        return vec![None; bins];
    };
    let (times, values) = (&trace.points.time[points.clone()], &trace.points.value[points]);
    let length = i128::from(window.length().get());
    let edge = |i: usize| Ns(window.start.get() + (length * i as i128 / bins as i128) as i64);
    let mut result = Vec::with_capacity(bins);
    let mut at = 0;
    for bin in 0..bins {
        let bin = Span::new(edge(bin), edge(bin + 1));
        // The last point at or before the bin holds into it.
        while at + 1 < times.len() && times[at + 1] <= bin.start {
            at += 1;
        }
        let (mut sum, mut held) = (0.0, 0_i64);
        let mut point = at;
        while point < times.len() && times[point] < bin.end {
            let until = times.get(point + 1).copied().unwrap_or(Ns::MAX);
            let inside = Span::new(times[point], until).clip(bin).length().get();
            if values[point].is_finite() && inside > 0 {
                sum += values[point] * inside as f64;
                held += inside;
            }
            point += 1;
        }
        result.push((held > 0).then(|| sum / held as f64));
    }
    result
}

/// First to last step window of the chosen steps, the time axis of the Overview; `None` without steps.
pub fn axis(analysis: &Analysis, selection: &crate::selection::Selection) -> Option<Span> {
    let windows = analysis.steps(selection).map(|step| step.get().window);
    windows.reduce(|a, b| Span::new(a.start.min(b.start), a.end.max(b.end)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_called_by_what_they_measure() {
        let counter = |kind, name: &str| {
            let (label, quantity) = CounterSeries {
                kind,
                series: SeriesId(0),
                name: name.to_owned(),
                unit: String::new(),
            }
            .labels();
            (label.en, quantity.en)
        };
        let own = |label: &str, quantity: &str| (label.to_owned(), quantity.to_owned());
        assert_eq!(counter(CounterKind::HbmRead, "HBM 3/Read"), own("HBM 3 read", "HBM read"));
        assert_eq!(counter(CounterKind::HbmWrite, "HBM 0/Write"), own("HBM 0 write", "HBM write"));
        let clock = "AI Core Freq";
        assert_eq!(counter(CounterKind::AiCoreFrequency, clock), own(clock, clock));
    }

    #[test]
    fn units_are_what_stands_in_brackets() {
        assert_eq!(unit_of("Read(MB/s)"), "MB/s");
        assert_eq!(unit_of("MHz"), "MHz");
        assert_eq!(unit_of("odd)"), "odd)");
    }
}
