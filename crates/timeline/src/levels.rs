//! Levels of detail of one lane: busy time and colour of any range, with a few looks whatever its length.

use crate::palette::NAME_COLORS;
use std::ops::Range;
use stepscope_core::model::Slices;
use stepscope_core::time::Ns;

/// Slices of a lane, in time order and without overlap, with their sums.
///
/// Places count the slices of the lane; [`Lane::row`] says which row of the trace's slices one is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lane {
    rows: Rows,
    /// Every [`BLOCK`] slices one.
    blocks: Vec<Block>,
    /// Tones of the blocks, then of [`FAN`] of those, and so on.
    levels: Vec<Vec<Tone>>,
}

/// Which slices of the trace a lane holds, ascending.
#[derive(Clone, Debug)]
enum Rows {
    /// All of a track with one lane: nothing to store, and their columns are read as they lie.
    Run(Range<u32>),
    /// Some of a track's.
    List(Vec<u32>),
}

impl Default for Rows {
    fn default() -> Rows {
        Rows::Run(0..0)
    }
}

/// Where a block of slices begins.
#[derive(Clone, Copy, Debug)]
struct Block {
    /// Start of its first slice.
    start: i64,
    /// Busy time of the lane before it.
    busy: i64,
}

/// The colour with most time in a block, and how much that is.
#[derive(Clone, Copy, Debug)]
struct Tone {
    time: i64,
    color: u8,
}

/// Slices of a block: a cache line of starts, and one of durations.
pub(crate) const BLOCK: usize = 8;
const FAN: usize = 4;

/// Most tones that are compared for one pixel, less one for its edges.
const TONES: usize = 4;

/// Time by colour.
type Sums = [i64; NAME_COLORS];

/// How far a lane is busy up to a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reach {
    /// Slices that start before the time.
    pub(crate) places: usize,
    /// Their time up to it.
    pub(crate) busy: i64,
}

impl Lane {
    /// The lane of `rows`; `colors` are the colours of names.
    pub(crate) fn new(slices: &Slices, rows: Vec<u32>, colors: &[u8]) -> Lane {
        let is_run = |rows: &[u32]| rows.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        let mut lane = match rows.first() {
            Some(&first) if is_run(&rows) => {
                let rows = Rows::Run(first..first + rows.len() as u32);
                Lane { rows, ..Lane::default() }
            }
            _ => Lane { rows: Rows::List(rows), ..Lane::default() },
        };
        let mut busy = 0_i64;
        let mut tones = Vec::with_capacity(lane.len().div_ceil(BLOCK));
        lane.blocks.reserve_exact(lane.len().div_ceil(BLOCK));
        for first in (0..lane.len()).step_by(BLOCK) {
            let start = lane.start(slices, first).get();
            lane.blocks.push(Block { start, busy });
            let mut sums = Sums::default();
            for at in first..lane.len().min(first + BLOCK) {
                let row = lane.row(at);
                let time = slices.duration[row].get();
                let color = colors[slices.name[row].index()] as usize;
                sums[color] = sums[color].saturating_add(time);
                busy = busy.saturating_add(time);
            }
            tones.push(strongest(&sums));
        }
        while tones.len() > 1 {
            let mut next: Vec<Tone> = tones.chunks(FAN).map(mixed).collect();
            next.shrink_to_fit();
            lane.levels.push(std::mem::replace(&mut tones, next));
        }
        lane
    }

    /// Number of slices.
    pub(crate) fn len(&self) -> usize {
        match &self.rows {
            Rows::Run(rows) => rows.len(),
            Rows::List(rows) => rows.len(),
        }
    }

    /// Row of the slice at a place.
    pub(crate) fn row(&self, at: usize) -> usize {
        match &self.rows {
            Rows::Run(rows) => rows.start as usize + at,
            Rows::List(rows) => rows[at] as usize,
        }
    }

    /// Place of the first slice whose row is not below `row`.
    pub(crate) fn place_from(&self, row: u32) -> usize {
        match &self.rows {
            Rows::Run(rows) => (row.clamp(rows.start, rows.end) - rows.start) as usize,
            Rows::List(rows) => rows.partition_point(|own| *own < row),
        }
    }

    /// Place of a row; `None` when it is on another lane.
    pub(crate) fn place_of(&self, row: u32) -> Option<usize> {
        let at = self.place_from(row);
        (at < self.len() && self.row(at) == row as usize).then_some(at)
    }

    pub(crate) fn start(&self, slices: &Slices, at: usize) -> Ns {
        slices.start[self.row(at)]
    }

    pub(crate) fn end(&self, slices: &Slices, at: usize) -> Ns {
        slices.end(self.row(at))
    }

    /// First place whose slice ends after `time`, or is an instant at it.
    pub(crate) fn first_ending_after(&self, slices: &Slices, time: Ns) -> usize {
        let over = |at: usize| self.end(slices, at) <= time && self.start(slices, at) < time;
        let reach = self.reach(slices, 0, time).places;
        // Slices that start before `time` have ended by then, but for the last.
        reach - usize::from(reach > 0 && !over(reach - 1))
    }

    /// First place from `from` on whose slice starts at or after `time`.
    pub(crate) fn first_starting_from(&self, slices: &Slices, from: usize, time: Ns) -> usize {
        self.reach(slices, from, time).places.max(from)
    }

    /// Whether more than two blocks of slices, from the place `from` on, start before `time`: then they
    /// are summed up by blocks. Looks at the blocks only, which lie closer than their slices.
    pub(crate) fn has_many(&self, from: usize, time: Ns) -> bool {
        self.blocks.get(from / BLOCK + 3).is_some_and(|block| block.start < time.get())
    }

    /// What starts before `time`. Looked for from the place `from` on, in doubling steps: it is
    /// usually near.
    pub(crate) fn reach(&self, slices: &Slices, from: usize, time: Ns) -> Reach {
        let time = time.get();
        let (mut low, mut step) = (from / BLOCK, 1);
        while self.blocks.get(low + step).is_some_and(|block| block.start < time) {
            low += step;
            step *= 2;
        }
        let high = self.blocks.len().min(low + step);
        let near = self.blocks.get(low + 1..high).unwrap_or_default();
        let block = low + near.partition_point(|block| block.start < time);
        let Some(&Block { busy, .. }) = self.blocks.get(block) else {
            return Reach { places: 0, busy: 0 };
        };
        let first = block * BLOCK;
        let places = first..self.len().min(first + BLOCK);
        // Without a branch a slice: the columns of a run are summed up eight at a time.
        let reach = Reach { places: first, busy };
        let add = |reach: Reach, start: Ns, duration: Ns| Reach {
            places: reach.places + usize::from(start.get() < time),
            busy: reach
                .busy
                .wrapping_add(time.wrapping_sub(start.get()).min(duration.get()).max(0)),
        };
        match &self.rows {
            Rows::Run(rows) => {
                let rows = rows.start as usize + places.start..rows.start as usize + places.end;
                let times = slices.start[rows.clone()].iter().zip(&slices.duration[rows]);
                times.fold(reach, |reach, (start, duration)| add(reach, *start, *duration))
            }
            Rows::List(rows) => rows[places].iter().fold(reach, |reach, &row| {
                add(reach, slices.start[row as usize], slices.duration[row as usize])
            }),
        }
    }

    /// The colour with most time among the places `range`, which are many: whole blocks stand for
    /// their slices. They are cut by place, not by pixel, so panning does not make the hue flicker.
    pub(crate) fn tone(&self, range: &Range<usize>) -> u8 {
        let (mut size, mut level) = (BLOCK, 0);
        while range.len() / size > TONES && level + 1 < self.levels.len() {
            size *= FAN;
            level += 1;
        }
        let blocks = range.start / size..range.end.div_ceil(size);
        let tones = self.levels.get(level).and_then(|level| level.get(blocks));
        tones.map_or(0, |tones| mixed(tones).color)
    }

    pub(crate) fn memory(&self) -> usize {
        let levels: usize = self.levels.iter().map(Vec::capacity).sum();
        let rows = match &self.rows {
            Rows::Run(_) => 0,
            Rows::List(rows) => rows.capacity(),
        };
        rows * size_of::<u32>()
            + self.blocks.capacity() * size_of::<Block>()
            + levels * size_of::<Tone>()
    }
}

/// The strongest of several tones, equal ones taken together.
fn mixed(tones: &[Tone]) -> Tone {
    let mut sums = Sums::default();
    for tone in tones {
        let sum = &mut sums[tone.color as usize];
        *sum = sum.saturating_add(tone.time);
    }
    strongest(&sums)
}

/// The colour with most time; of equals the first.
pub(crate) fn strongest_color(sums: &Sums) -> u8 {
    strongest(sums).color
}

fn strongest(sums: &Sums) -> Tone {
    let mut best = Tone { time: sums[0], color: 0 };
    for (color, &time) in sums.iter().enumerate() {
        if time > best.time {
            best = Tone { time, color: color as u8 };
        }
    }
    best
}
