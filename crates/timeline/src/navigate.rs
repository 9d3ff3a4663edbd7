//! From a slice to its neighbours.

use crate::rank::RankView;
use std::ops::Range;
use stepscope_core::ids::SliceId;

/// The slice before or after on the same lane.
pub fn beside(rank: &RankView, slice: SliceId, forward: bool) -> Option<SliceId> {
    let track = rank.trace.track_of(slice);
    let lane = rank.lanes.lanes_of(track).start + rank.lanes.lane_of(rank.trace, slice)?;
    let lane = &rank.lanes.lanes[lane];
    let at = lane.place_of(slice.0)?;
    let next = if forward { at + 1 } else { at.checked_sub(1)? };
    (next < lane.len()).then(|| SliceId::new(lane.row(next)))
}

/// The next or previous slice of the same name in the rank, by start.
pub fn same_name(rank: &RankView, slice: SliceId, forward: bool) -> Option<SliceId> {
    let slices = &rank.trace.slices;
    let name = slices.name[slice.index()];
    let key = |row: usize| (slices.start[row], row);
    let own = key(slice.index());
    let same = (0..slices.len()).filter(|&row| slices.name[row] == name);
    let row = if forward {
        same.filter(|&row| key(row) > own).min_by_key(|&row| key(row))
    } else {
        same.filter(|&row| key(row) < own).max_by_key(|&row| key(row))
    };
    row.map(SliceId::new)
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
