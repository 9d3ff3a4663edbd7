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
    /// Start of the first slice of each block of [`BLOCK`] slices. By itself, as it is what is searched.
    starts: Vec<i64>,
    /// Busy time of the lane before each block.
    busy: Vec<i64>,
    /// Numbers of the colours of each block's slices, four bits each.
    colors: Vec<u32>,
    /// The slices of each block: what a frame reads. The columns of the trace hold the same, but on three
    /// cache lines, and those of a lane's neighbours lie in between.
    bars: Vec<Bars>,
    /// Tones of the blocks, then of [`FAN`] of those, and so on.
    levels: Vec<Vec<Tone>>,
}

/// Which slices of the trace a lane holds, ascending.
#[derive(Clone, Debug)]
enum Rows {
    /// All of a track with one lane: nothing to store.
    Run(Range<u32>),
    /// Some of a track's.
    List(Vec<u32>),
}

impl Default for Rows {
    fn default() -> Rows {
        Rows::Run(0..0)
    }
}

/// The slices of a block on one cache line, nanoseconds from its start.
///
/// A block that reaches further than 32 bits, four seconds, has no bars: it is [`Bars::WIDE`], and its
/// slices are read from the columns.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Bars {
    start: [u32; BLOCK],
    length: [u32; BLOCK],
}

impl Bars {
    /// No slice: none starts before any time.
    const NONE: Bars = Bars { start: [u32::MAX; BLOCK], length: [0; BLOCK] };
    /// Told by its first slice, which starts with its block in any other.
    const WIDE: Bars = Bars::NONE;
    /// The furthest that a slice of a block may reach.
    const LAST: u32 = u32::MAX - 1;

    fn is_wide(&self) -> bool {
        self.start[0] != 0
    }

    /// Slices that start before `time`, from the start of the block, and their time up to it. Without a
    /// branch a slice, for vectors.
    fn reach(&self, time: u32) -> (u32, u32) {
        let (mut count, mut busy) = (0, 0_u32);
        for i in 0..BLOCK {
            count += u32::from(self.start[i] < time);
            busy = busy.wrapping_add(time.saturating_sub(self.start[i]).min(self.length[i]));
        }
        (count, busy)
    }

    /// The time of each slice in `range`. Without a branch a slice, for vectors.
    fn times(&self, range: &Range<u32>) -> [u32; BLOCK] {
        let inside = |time: u32| time.max(range.start).min(range.end);
        std::array::from_fn(|i| {
            inside(self.start[i].wrapping_add(self.length[i])) - inside(self.start[i])
        })
    }
}

/// A time after the start of a block as its bars tell it.
fn within(time: Ns, start: i64) -> u32 {
    time.get().saturating_sub(start).clamp(0, i64::from(Bars::LAST)) as u32
}

/// The colour with most time in a block, and how much that is: a float whose lowest bits are the colour.
/// Most of a tone is which it is; that its time is off by a millionth changes no picture.
#[derive(Clone, Copy, Debug)]
struct Tone(u32);

impl Tone {
    const COLOR: u32 = 15;

    fn new(time: f32, color: u8) -> Tone {
        Tone(time.to_bits() & !Tone::COLOR | u32::from(color))
    }

    fn color(self) -> u8 {
        (self.0 & Tone::COLOR) as u8
    }

    fn time(self) -> f32 {
        f32::from_bits(self.0 & !Tone::COLOR)
    }
}

const _: () = assert!(NAME_COLORS <= COLORS);

/// Slices of a block: as many bars as a cache line holds.
pub(crate) const BLOCK: usize = 8;
const FAN: usize = 4;

/// Blocks that are looked at together for a near one.
const NEAR: usize = 8;

/// Most tones that are compared for one pixel, less one for its edges.
const TONES: usize = 4;

/// Time by colour; as many as a tone can tell apart, so that none needs a check.
pub(crate) type Sums = [i64; COLORS];
const COLORS: usize = Tone::COLOR as usize + 1;

/// How far a lane is busy up to a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reach {
    /// Slices that start before the time.
    pub(crate) places: usize,
    /// Their time up to it.
    pub(crate) busy: i64,
}

/// What slices fill of a range of time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fill {
    /// Places of those that start before its end.
    pub(crate) places: Range<usize>,
    /// Their time in it.
    pub(crate) busy: i64,
    /// Number of the colour with most time in it; of equals the first that had it.
    pub(crate) color: u8,
    /// Whether one without length is in it.
    pub(crate) instant: bool,
    sums: Sums,
    /// The sum of its colour.
    most: i64,
}

impl Fill {
    /// Adds a slice's time. No sum overflows: slices of a lane share no time.
    fn add(&mut self, color: u8, time: i64) {
        self.busy = self.busy.wrapping_add(time);
        let sum = &mut self.sums[usize::from(color) % COLORS];
        *sum = sum.wrapping_add(time);
        if *sum > self.most || self.most == 0 {
            (self.most, self.color) = (*sum, color);
        }
    }
}

impl Lane {
    /// The lane of `rows`; `colors` are the colours of names.
    pub(crate) fn new(slices: &Slices, rows: Vec<u32>, colors: &[u8]) -> Lane {
        let is_run = |rows: &[u32]| rows.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        let rows = match rows.first() {
            Some(&first) if is_run(&rows) => Rows::Run(first..first + rows.len() as u32),
            _ => Rows::List(rows),
        };
        let mut lane = Lane { rows, ..Lane::default() };
        let count = lane.len().div_ceil(BLOCK);
        lane.starts.reserve_exact(count);
        lane.busy.reserve_exact(count);
        lane.colors.reserve_exact(count);
        lane.bars.reserve_exact(count);
        let mut tones = Vec::with_capacity(count);
        let mut busy = 0_i64;
        for first in (0..lane.len()).step_by(BLOCK) {
            let start = slices.start[lane.row(first)].get();
            lane.starts.push(start);
            lane.busy.push(busy);
            let (mut bars, mut wide, mut numbers) = (Bars::NONE, false, 0);
            let mut sums = Sums::default();
            for i in 0..BLOCK.min(lane.len() - first) {
                let row = lane.row(first + i);
                let from = slices.start[row].get().saturating_sub(start);
                let time = slices.duration[row].get();
                let color = colors[slices.name[row].index()];
                wide |= from.saturating_add(time) > i64::from(Bars::LAST);
                (bars.start[i], bars.length[i]) = (from as u32, time as u32);
                numbers |= u32::from(color) << (4 * i);
                let sum = &mut sums[color as usize];
                *sum = sum.saturating_add(time);
                busy = busy.saturating_add(time);
            }
            lane.colors.push(numbers);
            lane.bars.push(if wide { Bars::WIDE } else { bars });
            let color = strongest_color(&sums);
            tones.push(Tone::new(sums[color as usize] as f32, color));
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

    /// Start and end of the slice at a place.
    pub(crate) fn bar(&self, slices: &Slices, at: usize) -> (Ns, Ns) {
        let bars = &self.bars[at / BLOCK];
        if bars.is_wide() {
            let row = self.row(at);
            return (slices.start[row], slices.end(row));
        }
        let start = self.starts[at / BLOCK] + i64::from(bars.start[at % BLOCK]);
        (Ns(start), Ns(start + i64::from(bars.length[at % BLOCK])))
    }

    pub(crate) fn start(&self, slices: &Slices, at: usize) -> Ns {
        self.bar(slices, at).0
    }

    pub(crate) fn end(&self, slices: &Slices, at: usize) -> Ns {
        self.bar(slices, at).1
    }

    /// Number of the colour of the slice at a place.
    pub(crate) fn color(&self, at: usize) -> u8 {
        (self.colors[at / BLOCK] >> (4 * (at % BLOCK)) & Tone::COLOR) as u8
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

    /// Whether more than `blocks` blocks of slices, from the place `from` on, start before `time`. Looks at
    /// the blocks only, which lie closer than their slices.
    pub(crate) fn has_many(&self, from: usize, blocks: usize, time: Ns) -> bool {
        self.starts.get(from / BLOCK + blocks + 1).is_some_and(|start| *start < time.get())
    }

    /// What starts before `time`. Looked for from the place `from` on, in doubling steps: it is
    /// usually near.
    pub(crate) fn reach(&self, slices: &Slices, from: usize, time: Ns) -> Reach {
        self.reach_in(slices, self.block_before(from / BLOCK, 1, time), time)
    }

    /// The last block, from the block `low` on, that starts before `time`; `low` if none does. The first
    /// step goes `step` blocks, at least one.
    fn block_before(&self, mut low: usize, mut step: usize, time: Ns) -> usize {
        let time = time.get();
        while self.starts.get(low + step).is_some_and(|start| *start < time) {
            low += step;
            step *= 2;
        }
        let high = self.starts.len().min(low + step);
        let near = self.starts.get(low + 1..high).unwrap_or_default();
        low + near.partition_point(|start| *start < time)
    }

    /// The same where it is likely to be one of the next few blocks, which are counted without a branch.
    fn block_near(&self, low: usize, time: Ns) -> usize {
        let next = self.starts.get(low + 1..).and_then(<[i64]>::first_chunk::<NEAR>);
        let Some(next) = next else { return self.block_before(low, 1, time) };
        let count = next.iter().fold(0, |count, start| count + usize::from(*start < time.get()));
        if count < NEAR { low + count } else { self.block_before(low + NEAR, NEAR, time) }
    }

    /// What starts before each of several times, ascending, from the place `from` on.
    ///
    /// In rounds over all of them, so that one waits for memory while others are on their way: first all
    /// find their blocks, then all fetch them, then all are summed up.
    pub(crate) fn reaches<const N: usize>(
        &self,
        slices: &Slices,
        from: usize,
        times: &[Ns],
    ) -> [Reach; N] {
        let mut reaches = [Reach::default(); N];
        if self.starts.is_empty() {
            return reaches;
        }
        let mut blocks = [0; N];
        let mut at = from / BLOCK;
        for (block, time) in blocks.iter_mut().zip(times) {
            at = self.block_near(at, *time);
            *block = at;
        }
        let wide = blocks.iter().fold(false, |wide, block| wide | self.bars[*block].is_wide());
        for ((reach, &block), time) in reaches.iter_mut().zip(&blocks).zip(times) {
            *reach = if wide {
                self.reach_in(slices, block, *time)
            } else {
                self.reach_near(block, *time)
            };
        }
        reaches
    }

    /// What starts before `time`, which is after the start of `block`, if anything is, and before the next.
    fn reach_in(&self, slices: &Slices, block: usize, time: Ns) -> Reach {
        match self.bars.get(block) {
            None => Reach::default(),
            Some(bars) if bars.is_wide() => self.reach_wide(slices, block, time),
            Some(_) => self.reach_near(block, time),
        }
    }

    fn reach_near(&self, block: usize, time: Ns) -> Reach {
        let (places, own) = self.bars[block].reach(within(time, self.starts[block]));
        let busy = self.busy[block].wrapping_add(i64::from(own));
        Reach { places: block * BLOCK + places as usize, busy }
    }

    #[cold]
    fn reach_wide(&self, slices: &Slices, block: usize, time: Ns) -> Reach {
        let first = block * BLOCK;
        let mut reach = Reach { places: first, busy: self.busy[block] };
        for at in first..self.len().min(first + BLOCK) {
            let (start, end) = self.bar(slices, at);
            reach.places += usize::from(start < time);
            reach.busy = reach.busy.wrapping_add(time.min(end).minus(start).get().max(0));
        }
        reach
    }

    /// What of `range` the slices from the place `from` on fill, those of which start before its end.
    /// Slice by slice, and so exact; to be asked of few.
    pub(crate) fn fill(&self, slices: &Slices, from: usize, range: &Range<Ns>) -> Fill {
        let mut fill = Fill { places: from..from, ..Fill::default() };
        while let Some(bars) = self.bars.get(fill.places.end / BLOCK) {
            let (block, first) = (fill.places.end / BLOCK, fill.places.end % BLOCK);
            if bars.is_wide() {
                if self.fill_wide(slices, range, &mut fill) {
                    continue;
                }
                break;
            }
            let start = self.starts[block];
            let own = within(range.start, start)..within(range.end, start);
            let (colors, times) = (self.colors[block], bars.times(&own));
            let started = (first..BLOCK).take_while(|i| bars.start[*i] < own.end);
            let mut count = 0;
            for i in started {
                let time = times[i];
                fill.add((colors >> (4 * i) & Tone::COLOR) as u8, i64::from(time));
                fill.instant |= time == 0 && bars.length[i] == 0 && bars.start[i] >= own.start;
                count += 1;
            }
            fill.places.end += count;
            if first + count < BLOCK {
                break;
            }
        }
        fill
    }

    /// The slices of the next block, of columns; says whether all of them start before the end of `range`.
    #[cold]
    fn fill_wide(&self, slices: &Slices, range: &Range<Ns>, fill: &mut Fill) -> bool {
        let from = fill.places.end;
        for at in from..self.len().min((from / BLOCK + 1) * BLOCK) {
            let (start, end) = self.bar(slices, at);
            if start >= range.end {
                return false;
            }
            let time = end.min(range.end).minus(start.max(range.start)).get().max(0);
            fill.add(self.color(at), time);
            fill.instant |= start == end && start >= range.start;
            fill.places.end = at + 1;
        }
        fill.places.end.is_multiple_of(BLOCK)
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
        tones.map_or(0, |tones| mixed(tones).color())
    }

    pub(crate) fn memory(&self) -> usize {
        let levels: usize = self.levels.iter().map(Vec::capacity).sum();
        let rows = match &self.rows {
            Rows::Run(_) => 0,
            Rows::List(rows) => rows.capacity(),
        };
        rows * size_of::<u32>()
            + (self.starts.capacity() + self.busy.capacity()) * size_of::<i64>()
            + self.colors.capacity() * size_of::<u32>()
            + self.bars.capacity() * size_of::<Bars>()
            + levels * size_of::<Tone>()
    }
}

/// The strongest of several tones, equal ones taken together.
fn mixed(tones: &[Tone]) -> Tone {
    let mut sums = [0.0_f32; COLORS];
    for tone in tones {
        sums[tone.color() as usize] += tone.time();
    }
    let mut best = (sums[0], 0);
    for (color, &time) in sums.iter().enumerate() {
        if time > best.0 {
            best = (time, color as u8);
        }
    }
    Tone::new(best.0, best.1)
}

/// The colour with most time; of equals the first.
pub(crate) fn strongest_color(sums: &Sums) -> u8 {
    let mut best = (sums[0], 0);
    for (color, &time) in sums.iter().enumerate() {
        if time > best.0 {
            best = (time, color as u8);
        }
    }
    best.1
}
