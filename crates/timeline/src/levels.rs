//! Levels of detail of one lane: busy time and dominant name of any range in logarithmic time.

use stepscope_core::ids::NameId;
use stepscope_core::model::Slices;
use stepscope_core::time::Ns;

/// Slices of a lane, in time order and without overlap, with their sums.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lane {
    /// Rows of the trace's slices.
    pub(crate) rows: Vec<u32>,
    /// Busy time before each row, from the start of the lane.
    busy_before: Vec<i64>,
    /// Dominant names of blocks of [`BLOCK`] rows, then of [`FAN`] of those, and so on.
    levels: Vec<Vec<Dominant>>,
}

/// A name and how long it takes within a block.
#[derive(Clone, Copy, Debug)]
struct Dominant {
    name: NameId,
    time: i64,
}

const BLOCK: usize = 16;
const FAN: usize = 8;

impl Lane {
    pub(crate) fn new(slices: &Slices, rows: Vec<u32>) -> Lane {
        let mut busy = 0_i64;
        let busy_before = rows
            .iter()
            .map(|&row| {
                let before = busy;
                busy = busy.saturating_add(slices.duration[row as usize].get());
                before
            })
            .collect();
        let mut levels = Vec::new();
        let own = |row: &u32| Dominant {
            name: slices.name[*row as usize],
            time: slices.duration[*row as usize].get(),
        };
        let mut level: Vec<Dominant> =
            rows.chunks(BLOCK).map(|block| dominant(block.iter().map(own))).collect();
        while level.len() > 1 {
            let next = level.chunks(FAN).map(|block| dominant(block.iter().copied())).collect();
            levels.push(std::mem::replace(&mut level, next));
        }
        Lane { rows, busy_before, levels }
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    pub(crate) fn start(&self, slices: &Slices, at: usize) -> Ns {
        slices.start[self.rows[at] as usize]
    }

    pub(crate) fn end(&self, slices: &Slices, at: usize) -> Ns {
        slices.end(self.rows[at] as usize)
    }

    /// First place whose slice ends after `time`, or is an instant at it.
    pub(crate) fn first_ending_after(&self, slices: &Slices, time: Ns) -> usize {
        self.rows.partition_point(|&row| {
            let row = row as usize;
            slices.end(row) <= time && slices.start[row] < time
        })
    }

    /// First place from `from` on whose slice starts at or after `time`, in doubling steps: what is
    /// looked for is usually near.
    pub(crate) fn first_starting_from(&self, slices: &Slices, from: usize, time: Ns) -> usize {
        let mut step = 1;
        let mut low = from;
        while low + step <= self.len() && self.start(slices, low + step - 1) < time {
            low += step;
            step *= 2;
        }
        let high = self.len().min(low + step);
        low + self.rows[low..high].partition_point(|&row| slices.start[row as usize] < time)
    }

    /// Busy time of the places `range`, in whole slices.
    fn busy(&self, slices: &Slices, range: &std::ops::Range<usize>) -> i64 {
        match range.end.checked_sub(1) {
            Some(last) if range.start <= last => {
                let last_busy = slices.duration[self.rows[last] as usize].get();
                self.busy_before[last].saturating_add(last_busy) - self.busy_before[range.start]
            }
            _ => 0,
        }
    }

    /// Time within `start..end` during which a slice of the places `range`, which are all that touch
    /// it, runs.
    pub(crate) fn busy_within(
        &self,
        slices: &Slices,
        range: &std::ops::Range<usize>,
        start: Ns,
        end: Ns,
    ) -> i64 {
        if range.is_empty() {
            return 0;
        }
        let before = start.minus(self.start(slices, range.start)).get().max(0);
        let after = self.end(slices, range.end - 1).minus(end).get().max(0);
        (self.busy(slices, range) - before - after).max(0)
    }

    /// Whether a slice without length lies within `start..end`, among the places `range`. Where so
    /// many touch a pixel that it shows density, one counts only if nothing else runs there: each is
    /// a rectangle for the canvas, and a frame affords some thousand.
    pub(crate) fn has_instant(
        &self,
        slices: &Slices,
        range: &std::ops::Range<usize>,
        start: Ns,
        end: Ns,
    ) -> bool {
        const FEW: usize = 3;
        if range.len() > FEW {
            return self.busy_within(slices, range, start, end) == 0;
        }
        range.clone().any(|at| {
            let from = self.start(slices, at);
            from == self.end(slices, at) && start <= from && from < end
        })
    }

    /// The name with most time within `start..end` among the places `range`.
    ///
    /// Exact up to [`MOST`] slices. Beyond, whole blocks stand for their dominant names: blocks
    /// are cut by place, not by pixel, so panning does not make the hue flicker.
    pub(crate) fn dominant_within(
        &self,
        slices: &Slices,
        range: &std::ops::Range<usize>,
        start: Ns,
        end: Ns,
    ) -> Option<NameId> {
        let clipped = |at: usize| {
            let from = self.start(slices, at).max(start);
            let to = self.end(slices, at).min(end);
            Dominant {
                name: slices.name[self.rows[at] as usize],
                time: to.minus(from).get().max(0),
            }
        };
        match range.len() {
            0 => None,
            1 => Some(slices.name[self.rows[range.start] as usize]),
            2..=MOST => Some(dominant(range.clone().map(clipped)).name),
            count => {
                let mut size = BLOCK;
                let mut level = 0;
                while count / size > MOST && level + 1 < self.levels.len() {
                    size *= FAN;
                    level += 1;
                }
                let blocks = range.start / size..range.end.div_ceil(size);
                let level = self.levels.get(level)?.get(blocks)?;
                Some(dominant(level.iter().copied()).name)
            }
        }
    }

    pub(crate) fn memory(&self) -> usize {
        let levels: usize = self.levels.iter().map(Vec::capacity).sum();
        self.rows.capacity() * size_of::<u32>()
            + self.busy_before.capacity() * size_of::<i64>()
            + levels * size_of::<Dominant>()
    }
}

/// Most entries that are compared for one pixel.
const MOST: usize = 16;

/// The name with most time in all; of equals the first. Of long lists the first [`MOST`] names count:
/// a block holds no more, and a pixel over many blocks is an estimate anyway.
fn dominant(entries: impl Iterator<Item = Dominant>) -> Dominant {
    let none = Dominant { name: NameId::NONE, time: -1 };
    let mut sums = [none; MOST];
    let mut count = 0;
    for entry in entries {
        match sums[..count].iter_mut().find(|sum| sum.name == entry.name) {
            Some(sum) => sum.time = sum.time.saturating_add(entry.time),
            None if count < MOST => {
                sums[count] = entry;
                count += 1;
            }
            None => {}
        }
    }
    let first_longest = |best: Dominant, next: Dominant| {
        if next.time > best.time { next } else { best }
    };
    sums[..count].iter().copied().fold(none, first_longest)
}
