//! What is under the pointer.

use crate::layout::{Layout, RowKind, Scroll};
use crate::rank::RankView;
use crate::view::View;
use stepscope_core::ids::{SeriesId, SliceId};
use stepscope_core::time::Ns;

/// What is at a point of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Row of the layout.
    pub row: usize,
    /// The slice there, or one so near that the pointer means it.
    pub slice: Option<SliceId>,
    /// The counter there.
    pub series: Option<SeriesId>,
}

/// How far a slice may be from the pointer, device pixels: short ones cannot be met exactly.
const NEAR: f64 = 3.0;

/// Finds what is at device pixel `x` and CSS pixel `y` of a window.
pub fn hit(
    ranks: &[RankView],
    layout: &Layout,
    view: &View,
    scroll: &Scroll,
    x: f64,
    y: f64,
) -> Option<Hit> {
    let pinned = y < layout.pinned_room(scroll);
    let within = |(at, top): &(usize, f64)| {
        (*at < layout.pinned) == pinned && (*top..*top + layout.rows[*at].height).contains(&y)
    };
    let (at, top) = layout.visible(scroll, f64::MAX).find(within)?;
    let row = &layout.rows[at];
    let rank = &ranks[row.rank];
    let series = match row.kind {
        RowKind::Counter(series) => Some(series),
        _ => None,
    };
    let lanes: Vec<usize> = match row.kind.track() {
        Some(_) if !row.lanes.is_empty() => {
            let height = (row.height - 3.0) / row.lanes.len() as f64;
            let lane = ((y - top) / height) as usize;
            row.lanes.clone().nth(lane.min(row.lanes.len() - 1)).into_iter().collect()
        }
        Some(track) => rank.lanes.lanes_of(track).collect(),
        None => Vec::new(),
    };
    let view = view.shifted(rank.offset);
    let slice = lanes.into_iter().find_map(|lane| nearest(rank, lane, &view, x));
    Some(Hit { row: at, slice, series })
}

/// The slice of a lane at a pixel: the one that covers it, else the nearest within reach. A slice that
/// is wide enough to be met elsewhere yields to one without length, which cannot.
fn nearest(rank: &RankView, lane: usize, view: &View, x: f64) -> Option<SliceId> {
    let slices = &rank.trace.slices;
    let lane = &rank.lanes.lanes[lane];
    let per_pixel = view.span() as f64 / f64::from(view.width.max(1));
    let reach = (NEAR * per_pixel).ceil() as i64;
    let time = view.start.plus(Ns((x * per_pixel) as i64));
    let distance = |at: usize| {
        let before = lane.start(slices, at).minus(time).get();
        let after = time.minus(lane.end(slices, at)).get();
        before.max(after).max(0)
    };
    // Slices of a lane do not overlap: the nearest are the last that starts by `time` and its
    // neighbours, however many lie within reach.
    let after = lane.first_starting_from(slices, 0, time.plus(Ns(1)));
    let near =
        (after.saturating_sub(2)..lane.len().min(after + 2)).filter(|&at| distance(at) <= reach);
    let length = |at: usize| lane.end(slices, at).minus(lane.start(slices, at)).get();
    // Where one ends as the next starts, the pointer is on the next.
    let found = near.clone().rev().min_by_key(|&at| distance(at))?;
    let instant = near.filter(|&at| length(at) == 0).min_by_key(|&at| distance(at));
    let at = instant.filter(|_| length(found) > reach.saturating_mul(4)).unwrap_or(found);
    Some(SliceId::new(lane.row(at)))
}
