//! Sub-rows of a track: slices that nest stack by depth, slices that partly overlap move aside.

use stepscope_core::model::{Slices, Track};
use stepscope_core::time::Ns;

/// Most lanes of one track. Real tracks have at most some hundred (Python call stacks); a hostile one
/// with more puts the rest on the last lane, where they overlap.
pub const MAX_LANES: usize = 1_024;

/// Lane of each slice of a track, in canonical order, and the number of lanes.
///
/// A slice goes below the innermost slice that holds it whole, on the first lane from there on that is
/// free at its start. Nested slices therefore stack like a call tree, and one that sticks out of its
/// neighbour gets a lane of its own.
pub(crate) fn assign(slices: &Slices, track: &Track) -> (Vec<u16>, usize) {
    let mut lane_of = Vec::with_capacity(track.slices().len());
    // End of the last slice of each lane: a lane holds at most one slice that still runs.
    let mut ends: Vec<Ns> = Vec::new();
    // Lanes from here on are free.
    let mut running = 0;
    for i in track.slices() {
        let (start, end) = (slices.start[i], slices.end(i));
        while running > 0 && ends[running - 1] <= start {
            running -= 1;
        }
        let holds = |lane: &usize| ends[*lane] > start && ends[*lane] >= end;
        let below = (0..running).rev().find(holds).map_or(0, |lane| lane + 1);
        let free = (below..running).find(|&lane| ends[lane] <= start).unwrap_or(below.max(running));
        let lane = free.min(MAX_LANES - 1);
        if lane == ends.len() {
            ends.push(end);
        } else {
            ends[lane] = ends[lane].max(end);
        }
        running = running.max(lane + 1);
        lane_of.push(lane as u16);
    }
    (lane_of, ends.len())
}
