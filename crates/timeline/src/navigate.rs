//! From a slice to its neighbours.

use crate::rank::RankView;
use std::ops::Range;
use stepscope_core::ids::SliceId;
use stepscope_core::time::Ns;

/// The slice before or after on the same lane.
pub fn beside(rank: &RankView, slice: SliceId, forward: bool) -> Option<SliceId> {
    let track = rank.trace.track_of(slice);
    let lane = rank.lanes.lanes_of(track).start + rank.lanes.lane_of(rank.trace, slice)?;
    let lane = &rank.lanes.lanes[lane];
    let at = lane.place_of(slice.0)?;
    let next = if forward { at + 1 } else { at.checked_sub(1)? };
    (next < lane.len()).then(|| SliceId::new(lane.row(next)))
}

/// First stretch of time in which a slice of the same name is looked for.
const NEAR: Ns = Ns(1 << 16);

/// How much longer each further stretch is.
const FURTHER: i64 = 4;

/// The next or previous slice of the same name in the rank, by start then row.
///
/// All tracks are searched stretch by stretch away from the slice: a name that is frequent is near, and only one
/// that is rare costs a look at all names.
pub fn same_name(rank: &RankView, slice: SliceId, forward: bool) -> Option<SliceId> {
    let slices = &rank.trace.slices;
    let (name, start) = (slices.name[slice.index()], slices.start[slice.index()]);
    // What is left of each track: slices that start together follow each other by row.
    let left = |rows: Range<usize>| {
        let starts = &slices.start[rows.clone()];
        let (before, through) = if rows.contains(&slice.index()) {
            (slice.index(), slice.index() + 1)
        } else if slice.index() < rows.start {
            let before = rows.start + starts.partition_point(|own| *own < start);
            (before, before)
        } else {
            let through = rows.start + starts.partition_point(|own| *own <= start);
            (through, through)
        };
        if forward { through..rows.end } else { rows.start..before }
    };
    let mut tracks: Vec<Range<usize>> =
        rank.trace.tracks.iter().map(|track| left(track.slices())).collect();
    let mut reach = NEAR;
    loop {
        let mut found: Option<(Ns, usize)> = None;
        for rows in &mut tracks {
            let starts = &slices.start[rows.clone()];
            let same = |row: &usize| slices.name[*row] == name;
            let (row, later) = if forward {
                let until = start.plus(reach);
                let middle = rows.start + starts.partition_point(|own| *own <= until);
                ((rows.start..middle).find(same), middle..rows.end)
            } else {
                let until = start.minus(reach);
                let middle = rows.start + starts.partition_point(|own| *own < until);
                ((middle..rows.end).rfind(same), rows.start..middle)
            };
            *rows = later;
            let key = row.map(|row| (slices.start[row], row));
            found = match (found, key) {
                (Some(one), Some(other)) => {
                    Some(if forward { one.min(other) } else { one.max(other) })
                }
                (one, other) => one.or(other),
            };
        }
        if let Some((_, row)) = found {
            return Some(SliceId::new(row));
        }
        tracks.retain(|rows| !rows.is_empty());
        if tracks.is_empty() {
            return None;
        }
        reach = Ns(reach.get().saturating_mul(FURTHER));
    }
}

/// The innermost slice of the same track that holds the slice whole.
pub fn parent(rank: &RankView, slice: SliceId) -> Option<SliceId> {
    let lanes = rank.lanes.lanes_of(rank.trace.track_of(slice));
    let own = lanes.start + rank.lanes.lane_of(rank.trace, slice)?;
    parent_above(rank, lanes.start..own, slice)
}

/// The slice that holds `slice` whole on the last of `lanes`, which are those above its own, that has one.
fn parent_above(rank: &RankView, lanes: Range<usize>, slice: SliceId) -> Option<SliceId> {
    let slices = &rank.trace.slices;
    let (start, end) = (slices.start[slice.index()], slices.end(slice.index()));
    lanes.rev().find_map(|lane| {
        let lane = &rank.lanes.lanes[lane];
        let before = lane.place_from(slice.0).checked_sub(1)?;
        let row = lane.row(before);
        let holds = slices.start[row] <= start && slices.end(row) >= end && slices.end(row) > start;
        holds.then(|| SliceId::new(row))
    })
}

/// Slices directly nested in a slice, by start.
pub fn children(rank: &RankView, slice: SliceId) -> Vec<SliceId> {
    let slices = &rank.trace.slices;
    let lanes = rank.lanes.lanes_of(rank.trace.track_of(slice));
    let Some(own) = rank.lanes.lane_of(rank.trace, slice) else { return Vec::new() };
    let own = lanes.start + own;
    let end = slices.end(slice.index());
    let mut found = Vec::new();
    for lane in own + 1..lanes.end {
        let below = &rank.lanes.lanes[lane];
        let rows = (below.place_from(slice.0)..below.len()).map(|at| below.row(at));
        let inside = rows.take_while(|&row| slices.start[row] < end);
        // Between the two lanes another may hold it; above them none is nearer.
        let direct = inside.map(SliceId::new).filter(|&row| {
            slices.end(row.index()) <= end && parent_above(rank, own + 1..lane, row).is_none()
        });
        found.extend(direct);
    }
    found.sort_unstable();
    found
}
