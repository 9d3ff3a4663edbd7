//! Everything known of one slice.

use crate::navigate;
use crate::rank::RankView;
use stepscope_core::ids::{KernelId, SliceId};
use stepscope_core::model::{Kernels, Trace, TrackKind};
use stepscope_core::time::Ns;

/// Times and surroundings of a slice.
#[derive(Clone, Debug, PartialEq)]
pub struct Details {
    /// Duration without the time of the slices directly nested in it.
    pub self_time: Ns,
    /// The slice that it is nested in.
    pub parent: Option<SliceId>,
    /// Its row of the kernel table.
    pub kernel: Option<KernelId>,
}

/// Looks a slice up.
pub fn details(rank: &RankView, slice: SliceId) -> Details {
    Details {
        self_time: self_time(rank, slice),
        parent: navigate::parent(rank, slice),
        kernel: rank.kernels.and_then(|kernels| kernel_of(rank.trace, kernels, slice)),
    }
}

/// Duration without the union of the direct children, which overlap where they are on several lanes.
fn self_time(rank: &RankView, slice: SliceId) -> Ns {
    let slices = &rank.trace.slices;
    let mut covered = slices.start[slice.index()];
    let mut own = slices.duration[slice.index()];
    for child in navigate::children(rank, slice) {
        let (start, end) = (slices.start[child.index()], slices.end(child.index()));
        own = own.minus(end.minus(start.max(covered)).max(Ns(0)));
        covered = covered.max(end);
    }
    own
}

/// The kernel table's row of a device slice: same name, start within a nanosecond. The table cuts
/// off the starts of collectives where the trace rounds them (formats.md §7.20).
pub fn kernel_of(trace: &Trace, kernels: &Kernels, slice: SliceId) -> Option<KernelId> {
    let track = &trace.tracks[trace.track_of(slice).index()];
    if !matches!(track.kind, TrackKind::Stream | TrackKind::Group) {
        return None;
    }
    let start = trace.slices.start[slice.index()];
    let name = kernels.strings.find(trace.slice_name(slice))?;
    let rows = &kernels.rows;
    let near = |row: &usize| rows.start[*row].minus(start).get().abs() <= 1;
    let same = |row: &usize| near(row) && rows.name[*row] == name;
    // The table is in start order, but a damaged one need not be: then look at every row.
    let first = rows.start.partition_point(|own| *own < start.minus(Ns(1)));
    let found = (first..rows.len()).take_while(near).find(same);
    found
        .or_else(|| (!rows.start.is_sorted()).then(|| (0..rows.len()).find(same))?)
        .map(KernelId::new)
}

/// The device slice of a kernel table row.
pub fn slice_of_kernel(trace: &Trace, kernels: &Kernels, kernel: KernelId) -> Option<SliceId> {
    let start = kernels.rows.start[kernel.index()];
    let name = trace.strings.find(kernels.strings.get(kernels.rows.name[kernel.index()]))?;
    let device = |kind| matches!(kind, TrackKind::Stream | TrackKind::Group);
    let tracks = trace.tracks.iter().filter(|track| device(track.kind));
    tracks
        .flat_map(|track| {
            let starts = &trace.slices.start[track.slices()];
            let first = starts.partition_point(|own| *own < start.minus(Ns(1)));
            let near = starts[first..].iter().take_while(|own| **own <= start.plus(Ns(1))).count();
            let from = track.first as usize + first;
            from..from + near
        })
        .find(|&row| trace.slices.name[row] == name)
        .map(SliceId::new)
}
