//! What a search has found: a bit a slice. Their order in time is worked out only where it is asked for, since
//! ten million hits are neither listed nor sorted in the blink of an eye.

use crate::rank::RankView;
use crate::view::View;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use stepscope_core::ids::SliceId;
use stepscope_core::time::Ns;

/// Hits among the slices of one rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hits {
    /// A bit a slice.
    words: Vec<u64>,
    /// Hits before every [`STRIDE`] words, and in all.
    before: Vec<u32>,
}

/// Words between two counts: a cache line of them.
const STRIDE: usize = 8;
const BITS: usize = u64::BITS as usize;

impl Hits {
    pub(crate) fn new(words: Vec<u64>) -> Hits {
        let mut before = Vec::with_capacity(words.len() / STRIDE + 2);
        let mut count = 0;
        for words in words.chunks(STRIDE) {
            before.push(count);
            count += words.iter().map(|word| word.count_ones()).sum::<u32>();
        }
        before.push(count);
        Hits { words, before }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.before.last().map_or(0, |count| *count as usize)
    }

    /// Whether a slice is one.
    pub fn has(&self, slice: SliceId) -> bool {
        let word = self.words.get(slice.index() / BITS);
        word.is_some_and(|word| word >> (slice.index() % BITS) & 1 == 1)
    }

    /// How many are below `row`.
    fn below(&self, row: usize) -> usize {
        let (word, bit) = (row / BITS, row % BITS);
        let whole = self.words[word / STRIDE * STRIDE..word].iter().map(|word| word.count_ones());
        let part = self.words.get(word).map_or(0, |word| (word & ((1 << bit) - 1)).count_ones());
        (self.before[word / STRIDE] + whole.sum::<u32>() + part) as usize
    }

    /// Row of the first from `row` on.
    fn next(&self, row: usize) -> Option<usize> {
        let mut word = row / BITS;
        let mut rest = self.words.get(word)? & (!0 << (row % BITS));
        while rest == 0 {
            word += 1;
            rest = *self.words.get(word)?;
        }
        Some(word * BITS + rest.trailing_zeros() as usize)
    }

    /// Row of the one with so many before it.
    fn nth(&self, count: usize) -> Option<usize> {
        let stride =
            self.before.partition_point(|before| *before as usize <= count).checked_sub(1)?;
        let mut left = count - self.before[stride] as usize;
        let words = self.words.iter().enumerate().skip(stride * STRIDE);
        for (at, word) in words {
            let own = word.count_ones() as usize;
            if left < own {
                // Takes the lowest bit away, as often as hits are before.
                let rest = (0..left).fold(*word, |rest, _| rest & (rest - 1));
                return Some(at * BITS + rest.trailing_zeros() as usize);
            }
            left -= own;
        }
        None
    }
}

/// A hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Hit {
    /// Its start as shown, with the rank's offset.
    pub start: Ns,
    /// Place of the rank among the views.
    pub rank: usize,
    /// The slice.
    pub slice: SliceId,
}

/// The hits of all shown ranks in the order of their starts, then of ranks and slices.
pub struct HitList<'a> {
    /// Those with hits, by rank and place: the order of slices that start together.
    tracks: Vec<Track<'a>>,
    count: usize,
}

/// A track with hits: its slices are in the order of their starts.
struct Track<'a> {
    rank: usize,
    offset: Ns,
    /// Of its slices.
    starts: &'a [Ns],
    /// Its first row.
    first: usize,
    hits: &'a Hits,
    /// Hits of the rank before its first row.
    base: usize,
}

impl<'a> HitList<'a> {
    /// Lists what was found in each of `ranks`.
    pub fn new(ranks: &[RankView<'a>], hits: &'a [Hits]) -> HitList<'a> {
        let mut list = HitList { tracks: Vec::new(), count: 0 };
        for (rank, (view, hits)) in ranks.iter().zip(hits).enumerate() {
            for track in &view.trace.tracks {
                let rows = track.slices();
                let base = hits.below(rows.start);
                if hits.below(rows.end) > base {
                    let (first, starts) = (rows.start, &view.trace.slices.start[rows]);
                    list.tracks.push(Track {
                        rank,
                        offset: view.offset,
                        starts,
                        first,
                        hits,
                        base,
                    });
                }
            }
            list.count += hits.count();
        }
        list
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// How many start before `time`.
    fn before(&self, time: Ns) -> usize {
        self.tracks.iter().map(|track| track.before(time)).sum()
    }

    /// The hit with `index` others before it.
    pub fn at(&self, index: usize) -> Option<Hit> {
        if index >= self.count {
            return None;
        }
        // The latest time with no more hits before it is the start of the one.
        let starts = || {
            self.tracks
                .iter()
                .filter_map(|track| Some((track.start(0)?, track.start(track.starts.len() - 1)?)))
        };
        let (mut low, mut high) =
            (starts().map(|own| own.0).min()?, starts().map(|own| own.1).max()?);
        while low < high {
            let half = high.get().abs_diff(low.get()).div_ceil(2);
            let middle = Ns(low.get().saturating_add_unsigned(half));
            if self.before(middle) <= index {
                low = middle;
            } else {
                high = middle.minus(Ns(1));
            }
        }
        let mut left = index - self.before(low);
        for track in &self.tracks {
            let (from, to) = (track.before(low), track.before(low.plus(Ns(1))));
            if left < to - from {
                return track.hit(track.hits.nth(track.base + from + left)?);
            }
            left -= to - from;
        }
        None
    }

    /// How many are before a slice, which need not be one.
    fn before_slice(&self, rank: usize, slice: SliceId, start: Ns) -> usize {
        let place = (rank, slice.index());
        let count = |track: &Track| match (track.rank, track.first) {
            own if own > place => track.before(start),
            _ if track.rank == rank && slice.index() < track.first + track.starts.len() => {
                track.hits.below(slice.index()) - track.base
            }
            _ => track.before(start.plus(Ns(1))),
        };
        self.tracks.iter().map(count).sum()
    }

    /// Up to `count` hits from that at `offset` on.
    pub fn page(&self, offset: usize, count: usize) -> Vec<Hit> {
        let Some(first) = self.at(offset).filter(|_| count > 0) else { return Vec::new() };
        // The next of each track, earliest first.
        let mut next = BinaryHeap::new();
        for (at, track) in self.tracks.iter().enumerate() {
            let own = track.before(first.start);
            let mut hit = track.hits.nth(track.base + own).and_then(|row| track.hit(row));
            while let Some(early) = hit.filter(|hit| *hit < first) {
                hit = track.next(early);
            }
            next.extend(hit.map(|hit| Reverse((hit, at))));
        }
        let mut page = Vec::with_capacity(count.min(self.count - offset));
        while page.len() < count {
            let Some(Reverse((hit, at))) = next.pop() else { break };
            page.push(hit);
            next.extend(self.tracks[at].next(hit).map(|hit| Reverse((hit, at))));
        }
        page
    }

    /// Index of the hit after or before `selected` where that is a hit, else after or before `time`; wraps
    /// around. Many may start at one time: only their places tell which comes next.
    pub fn beside(
        &self,
        forward: bool,
        selected: Option<(usize, SliceId)>,
        time: Ns,
    ) -> Option<usize> {
        let last = self.count.checked_sub(1)?;
        let own = selected.and_then(|(rank, slice)| {
            let holds = |track: &&Track| {
                let rows = track.first..track.first + track.starts.len();
                track.rank == rank && rows.contains(&slice.index()) && track.hits.has(slice)
            };
            let track = self.tracks.iter().find(holds)?;
            Some(self.before_slice(rank, slice, track.start(slice.index() - track.first)?))
        });
        let (before, after) = match own {
            Some(own) => (own, own + 1),
            None => (self.before(time), self.before(time.plus(Ns(1)))),
        };
        Some(match forward {
            true => after % self.count,
            false => before.checked_sub(1).unwrap_or(last),
        })
    }

    /// Pixels of a view in which hits start, whatever their number: each is looked for once.
    pub fn marks(&self, view: &View) -> Vec<u32> {
        let edges = view.edges();
        let width = view.width as usize;
        let mut marked = vec![false; width];
        for track in &self.tracks {
            let mut x = 0;
            while let Some(free) = marked[x..].iter().position(|marked| !marked) {
                let row = track.first + track.place(edges[x + free]);
                let Some(hit) = track.hits.next(row).and_then(|row| track.hit(row)) else { break };
                // Past the end for a hit that is.
                let pixel = edges.partition_point(|edge| *edge <= hit.start) - 1;
                if pixel >= width {
                    break;
                }
                marked[pixel] = true;
                x = pixel;
            }
        }
        (0..view.width).filter(|&x| marked[x as usize]).collect()
    }
}

impl Track<'_> {
    /// Place of the first slice that starts at or after `time`.
    fn place(&self, time: Ns) -> usize {
        let time = time.minus(self.offset);
        self.starts.partition_point(|start| *start < time)
    }

    /// Start of the slice at a place, as shown.
    fn start(&self, place: usize) -> Option<Ns> {
        Some(self.starts.get(place)?.plus(self.offset))
    }

    /// How many of its hits start before `time`.
    fn before(&self, time: Ns) -> usize {
        self.hits.below(self.first + self.place(time)) - self.base
    }

    /// A row as a hit; `None` when it is another track's.
    fn hit(&self, row: usize) -> Option<Hit> {
        let start = self.start(row.checked_sub(self.first)?)?;
        Some(Hit { start, rank: self.rank, slice: SliceId::new(row) })
    }

    fn next(&self, hit: Hit) -> Option<Hit> {
        self.hit(self.hits.next(hit.slice.index() + 1)?)
    }
}
