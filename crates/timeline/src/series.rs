//! Levels of detail of a counter series: smallest and largest value of any range.

use std::ops::Range;
use stepscope_core::model::{Points, Series};
use stepscope_core::time::Ns;

/// Smallest and largest value; NaN when there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Extent {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Extent {
    pub(crate) const NONE: Extent = Extent { low: f64::NAN, high: f64::NAN };

    fn of(value: f64) -> Extent {
        Extent { low: value, high: value }
    }

    /// Both; `f64::min` and `max` pass over NaN.
    pub(crate) fn and(self, other: Extent) -> Extent {
        Extent { low: self.low.min(other.low), high: self.high.max(other.high) }
    }
}

const BLOCK: usize = 16;

/// Extents of blocks of [`BLOCK`] points, of [`BLOCK`] of those, and so on.
#[derive(Clone, Debug)]
pub(crate) struct SeriesLevels {
    levels: Vec<Vec<Extent>>,
    /// Of the whole series.
    pub(crate) whole: Extent,
}

impl SeriesLevels {
    pub(crate) fn new(points: &Points, series: &Series) -> SeriesLevels {
        let join = |block: &[Extent]| block.iter().fold(Extent::NONE, |sum, own| sum.and(*own));
        let values = &points.value[series.points()];
        let own = |block: &[f64]| block.iter().fold(Extent::NONE, |sum, v| sum.and(Extent::of(*v)));
        let mut level: Vec<Extent> = values.chunks(BLOCK).map(own).collect();
        let mut levels = Vec::new();
        while level.len() > 1 {
            let next = level.chunks(BLOCK).map(join).collect();
            levels.push(std::mem::replace(&mut level, next));
        }
        SeriesLevels { levels, whole: level.first().copied().unwrap_or(Extent::NONE) }
    }

    /// Extent of the values of `range`, places within the series.
    pub(crate) fn extent(&self, points: &Points, series: &Series, range: Range<usize>) -> Extent {
        let first = series.points().start;
        let mut sum = Extent::NONE;
        let mut add = |range: Range<usize>| {
            for at in range {
                sum = sum.and(Extent::of(points.value[first + at]));
            }
        };
        let blocks = range.start.div_ceil(BLOCK)..range.end / BLOCK;
        if blocks.is_empty() || self.levels.is_empty() {
            add(range);
            return sum;
        }
        add(range.start..blocks.start * BLOCK);
        add(blocks.end * BLOCK..range.end);
        sum.and(self.blocks(0, blocks))
    }

    fn blocks(&self, level: usize, range: Range<usize>) -> Extent {
        let join = |range: Range<usize>| {
            self.levels[level][range].iter().fold(Extent::NONE, |sum, own| sum.and(*own))
        };
        let above = range.start.div_ceil(BLOCK)..range.end / BLOCK;
        if above.is_empty() || level + 1 >= self.levels.len() {
            return join(range);
        }
        join(range.start..above.start * BLOCK)
            .and(join(above.end * BLOCK..range.end))
            .and(self.blocks(level + 1, above))
    }

    pub(crate) fn memory(&self) -> usize {
        self.levels.iter().map(|level| level.capacity() * size_of::<Extent>()).sum()
    }
}

/// Place, within the series, of the point that holds at `time`: the last one at or before it.
pub(crate) fn point_at(points: &Points, series: &Series, time: Ns) -> Option<usize> {
    points.time[series.points()].partition_point(|own| *own <= time).checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use stepscope_core::ids::{NameId, ProcessId};

    proptest! {
        #[test]
        fn extents_equal_the_slow_way(values in proptest::collection::vec(prop_oneof![-9.0..9.0_f64, Just(f64::NAN)], 0..900), a in 0..900_usize, b in 0..900_usize) {
            let count = values.len();
            let time = (0..count as i64).map(Ns).collect();
            let points = Points { time, value: values };
            let series = Series { process: ProcessId(0), name: NameId(0), key: NameId(0), first: 0, last: count as u32 };
            let levels = SeriesLevels::new(&points, &series);
            let range = a.min(b).min(count)..a.max(b).min(count);
            let slow = points.value[range.clone()].iter().fold(Extent::NONE, |sum, v| sum.and(Extent::of(*v)));
            let fast = levels.extent(&points, &series, range);
            prop_assert!(fast == slow || slow.low.is_nan() && fast.low.is_nan());
        }
    }
}
