//! How long the steps took and how evenly: one time a step, however many ranks took it.
//!
//! Counting each rank's share of a step as a step of its own would mix how ranks differ into how steps do.

use crate::operators::nearest_rank;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use stepscope_core::sort::SortShort;
use stepscope_core::time::Ns;

/// A step this much longer than the median is marked: the jitter that findings.md reports starts at 1.2
/// times, a single step must stand out more.
const OUTLIER: f64 = 1.3;

/// Step times over a selection.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepTime {
    /// How many different steps.
    pub count: usize,
    /// How many ranks took them: the time of a step is the mean over those that took it. A rank counts
    /// once for each of its devices.
    pub ranks: usize,
    /// Median, nearest rank.
    pub median: Ns,
    /// 95th percentile, nearest rank.
    pub p95: Ns,
    /// p95 / median.
    pub jitter: f64,
}

/// One device's time in one step.
pub(crate) struct Taken<'a> {
    /// Which device of which rank.
    pub(crate) unit: (usize, usize),
    /// Name of the step; `None` for the whole span.
    pub(crate) label: Option<&'a str>,
    /// Step time.
    pub(crate) time: Ns,
}

/// What a step is known by on every rank: its label, and how many of that label came before, since a
/// capture of several profiling cycles may count anew.
type Key<'a> = (Option<&'a str>, usize);

/// Mean times of the different steps.
pub(crate) struct StepTimes<'a> {
    means: BTreeMap<Key<'a>, Ns>,
    keys: Vec<Key<'a>>,
    ranks: usize,
}

impl<'a> StepTimes<'a> {
    /// Of what each device took, device by device and by time.
    pub(crate) fn of(taken: impl Iterator<Item = Taken<'a>>) -> StepTimes<'a> {
        let mut seen: BTreeMap<(usize, usize), BTreeMap<Option<&str>, usize>> = BTreeMap::new();
        let mut sums: BTreeMap<Key, (Ns, i64)> = BTreeMap::new();
        let mut keys = Vec::new();
        for Taken { unit, label, time } in taken {
            let before = seen.entry(unit).or_default().entry(label).or_default();
            let key = (label, *before);
            *before += 1;
            let (sum, count) = sums.entry(key).or_insert((Ns(0), 0));
            *sum = sum.plus(time);
            *count += 1;
            keys.push(key);
        }
        let mean = |(key, (sum, count)): (Key<'a>, (Ns, i64))| (key, Ns(sum.get() / count));
        StepTimes { means: sums.into_iter().map(mean).collect(), keys, ranks: seen.len() }
    }

    /// The figures; `None` without a step.
    pub(crate) fn figures(&self) -> Option<StepTime> {
        let mut times: Vec<Ns> = self.means.values().copied().collect();
        times.sort_short();
        let (median, p95) = (nearest_rank(&times, 0.5), nearest_rank(&times, 0.95));
        let jitter = p95.get() as f64 / median.get() as f64;
        let figures = StepTime { count: times.len(), ranks: self.ranks, median, p95, jitter };
        (median > Ns(0)).then_some(figures)
    }

    /// Of each item that was given, whether its step stands out among the steps.
    pub(crate) fn outliers(&self) -> impl Iterator<Item = bool> {
        let most = self.figures().map(|figures| OUTLIER * figures.median.get() as f64);
        let stands_out = move |time: &Ns| most.is_some_and(|most| time.get() as f64 > most);
        self.keys.iter().map(move |key| self.means.get(key).is_some_and(stands_out))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(rank: usize, label: &str, ms: i64) -> Taken<'_> {
        Taken { unit: (rank, 0), label: Some(label), time: Ns::from_us(1_000 * ms) }
    }

    /// Two ranks, one twice as slow as the other: even steps, however the ranks differ.
    #[test]
    fn ranks_that_differ_are_no_jitter() {
        let steps = ["1", "2", "3"];
        let of = |rank, ms| steps.iter().map(move |label| taken(rank, label, ms));
        let times = StepTimes::of(of(0, 100).chain(of(1, 200)));
        let figures = times.figures().unwrap();
        assert_eq!((figures.count, figures.ranks), (3, 2));
        assert_eq!((figures.median, figures.p95), (Ns(150_000_000), Ns(150_000_000)));
        assert_eq!(figures.jitter, 1.0);
        assert!(times.outliers().all(|outlier| !outlier));
    }

    #[test]
    fn a_long_step_is_marked_on_every_rank() {
        let of = |rank, longest| {
            [taken(rank, "8", 100), taken(rank, "9", longest), taken(rank, "10", 100)]
        };
        let times = StepTimes::of(of(0, 150).into_iter().chain(of(1, 120)));
        let marked: Vec<bool> = times.outliers().collect();
        assert_eq!(marked, [false, true, false, false, true, false]);
        assert_eq!(times.figures().unwrap().p95, Ns(135_000_000));
    }

    #[test]
    fn a_number_that_comes_again_is_another_step() {
        let times = StepTimes::of([taken(0, "1", 10), taken(0, "1", 20)].into_iter());
        assert_eq!(times.figures().unwrap().count, 2);
        assert_eq!(StepTimes::of(std::iter::empty()).figures(), None);
    }

    /// A step that only some ranks took is the mean over these.
    #[test]
    fn a_missing_rank_does_not_shorten_a_step() {
        let given = [taken(0, "1", 10), taken(0, "2", 10), taken(1, "1", 10)];
        let figures = StepTimes::of(given.into_iter()).figures().unwrap();
        assert_eq!((figures.median, figures.jitter), (Ns(10_000_000), 1.0));
    }
}
