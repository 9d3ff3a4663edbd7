//! Statistics of a range of time over the rows of the shown ranks.

use crate::rank::RankView;
use std::collections::HashMap;
use std::ops::Range;
use stepscope_core::ids::{NameId, TrackId};
use stepscope_core::model::TrackKind;
use stepscope_core::time::Ns;

/// Statistics of one track.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrackStatistics {
    /// The track.
    pub track: TrackId,
    /// Slices that touch the range.
    pub count: u64,
    /// Union of their time inside the range.
    pub busy: Ns,
    /// Plain sum of their time inside the range; larger than `busy` where they nest or overlap.
    pub sum: Ns,
}

/// Statistics of one name; times inside the range.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NameStatistics {
    /// Slices that touch the range.
    pub count: u64,
    /// Sum.
    pub total: Ns,
    /// Sum without the time of the slices directly nested in them.
    pub own: Ns,
    /// Shortest.
    pub min: Ns,
    /// Longest.
    pub max: Ns,
}

/// How the device spent the range; summed over the devices of a trace of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Split {
    /// In compute kernels, by the vendor's lane.
    pub computing: Ns,
    /// In communication that nothing hides, by the vendor's lane.
    pub not_overlapped: Ns,
    /// In neither.
    pub free: Ns,
}

/// Statistics of one rank.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RangeStatistics {
    /// Tracks with slices in the range.
    pub tracks: Vec<TrackStatistics>,
    /// Names with slices in the range, of the rank's strings.
    pub names: HashMap<NameId, NameStatistics>,
}

impl RangeStatistics {
    /// Of all tracks of a rank, in `range` as shown (with the rank's offset).
    pub fn of(rank: &RankView, range: &Range<Ns>) -> RangeStatistics {
        let range = range.start.minus(rank.offset)..range.end.minus(rank.offset);
        let mut statistics = RangeStatistics::default();
        for track in 0..rank.trace.tracks.len() {
            statistics.add_track(rank, TrackId::new(track), &range);
        }
        statistics
    }

    fn add_track(&mut self, rank: &RankView, track: TrackId, range: &Range<Ns>) {
        let slices = &rank.trace.slices;
        let mut rows: Vec<usize> = Vec::new();
        for lane in rank.lanes.lanes_of(track) {
            let lane = &rank.lanes.lanes[lane];
            let first = lane.first_ending_after(slices, range.start);
            let last = lane.first_starting_from(slices, first, range.end);
            rows.extend((first..last).map(|at| lane.row(at)));
        }
        if rows.is_empty() {
            return;
        }
        // Canonical order: parents before what is nested in them.
        rows.sort_unstable();
        let clip =
            |row: usize| (slices.start[row].max(range.start), slices.end(row).min(range.end));
        let mut busy_until = range.start;
        let mut total =
            TrackStatistics { track, count: rows.len() as u64, busy: Ns(0), sum: Ns(0) };
        // Slices that still run, innermost last, with the end of what nests in them so far.
        let mut open: Vec<(usize, Ns)> = Vec::new();
        for row in rows {
            let (start, end) = clip(row);
            let time = end.minus(start);
            total.sum = total.sum.plus(time);
            total.busy = total.busy.plus(end.minus(start.max(busy_until)).max(Ns(0)));
            busy_until = busy_until.max(end);
            while open.last().is_some_and(|&(above, _)| slices.end(above) <= slices.start[row]) {
                open.pop();
            }
            // The innermost open slice that holds this one loses its time, but only once where
            // several that it holds overlap: a self time is never negative.
            let mut holders = open.iter_mut().rev();
            let holder = holders.find(|(above, _)| slices.end(*above) >= slices.end(row));
            if let Some((holder, covered)) = holder {
                let lost = end.minus(start.max(*covered)).max(Ns(0));
                *covered = end.max(*covered);
                let name = self.names.entry(slices.name[*holder]).or_default();
                name.own = name.own.minus(lost);
            }
            open.push((row, range.start));
            let name = self.names.entry(slices.name[row]).or_default();
            name.min = if name.count == 0 { time } else { name.min.min(time) };
            name.max = name.max.max(time);
            name.count += 1;
            name.total = name.total.plus(time);
            name.own = name.own.plus(time);
        }
        self.tracks.push(total);
    }

    /// Computing, communication and free inside `range`, from the vendor's lanes; `None` without them.
    pub fn split(&self, rank: &RankView, range: &Range<Ns>) -> Option<Split> {
        let busy = |kind: TrackKind| {
            let of_kind =
                |own: &&TrackStatistics| rank.trace.tracks[own.track.index()].kind == kind;
            self.tracks.iter().filter(of_kind).fold(Ns(0), |sum, own| sum.plus(own.busy))
        };
        let devices = rank.trace.tracks_of(TrackKind::Computing).count() as i64;
        if devices == 0 {
            return None;
        }
        let (computing, not_overlapped) =
            (busy(TrackKind::Computing), busy(TrackKind::NotOverlapped));
        let whole = range.end.minus(range.start).get().saturating_mul(devices);
        let free = Ns(whole).minus(computing).minus(not_overlapped).max(Ns(0));
        Some(Split { computing, not_overlapped, free })
    }
}
