//! Lanes: nothing is dropped, nothing overlaps, calls stack.

mod common;

use common::{Bar, rank, read, trace_of};
use proptest::prelude::*;
use stepscope_core::ids::{SliceId, TrackId};
use stepscope_core::model::Trace;
use stepscope_fixtures::real::torch_npu_text_ranks;
use stepscope_timeline::{RankLanes, navigate};

fn lanes_of(trace: &Trace) -> Vec<Vec<Vec<SliceId>>> {
    let lanes = RankLanes::new(trace);
    (0..trace.tracks.len())
        .map(|track| {
            let track = TrackId::new(track);
            let mut own = vec![Vec::new(); lanes.lanes_of(track).len()];
            for row in trace.tracks[track.index()].slices() {
                let slice = SliceId::new(row);
                own[lanes.lane_of(trace, slice).expect("every slice is on a lane")].push(slice);
            }
            own
        })
        .collect()
}

fn assert_no_overlap(trace: &Trace) {
    for lane in lanes_of(trace).into_iter().flatten() {
        for pair in lane.windows(2) {
            let (before, after) = (pair[0].index(), pair[1].index());
            assert!(trace.slices.end(before) <= trace.slices.start[after]);
        }
    }
}

#[test]
fn nested_slices_stack_by_depth() {
    let trace = trace_of(&[(1, 0, 100, 0), (1, 10, 50, 1), (1, 20, 10, 2), (1, 70, 20, 3)]);
    let names: Vec<Vec<_>> = lanes_of(&trace)[0]
        .iter()
        .map(|lane| lane.iter().map(|slice| trace.slice_name(*slice)).collect())
        .collect();
    assert_eq!(names, [vec!["n0"], vec!["n1", "n3"], vec!["n2"]]);
}

#[test]
fn partly_overlapping_slices_move_aside() {
    let trace = trace_of(&[(1, 0, 100, 0), (1, 50, 100, 1), (1, 110, 10, 2), (1, 160, 10, 3)]);
    let lanes = lanes_of(&trace);
    assert_eq!(lanes[0].len(), 3, "n2 lies in n1, which is on the second lane");
    assert_eq!(trace.slice_name(lanes[0][0][1]), "n3");
}

#[test]
fn equal_slices_nest_in_file_order() {
    let trace = trace_of(&[(1, 0, 10, 0), (1, 0, 10, 1)]);
    let lanes = RankLanes::new(&trace);
    let rank = rank(&trace, &lanes);
    assert_eq!(navigate::parent(&rank, SliceId(1)), Some(SliceId(0)));
    assert_eq!(navigate::children(&rank, SliceId(0)), [SliceId(1)]);
}

/// Perfetto drops up to 39 % of stream 4 of these captures (peers.md §1.6).
#[test]
fn real_captures_lose_nothing() {
    for folder in torch_npu_text_ranks() {
        let text = std::fs::read(folder.join("ASCEND_PROFILER_OUTPUT/trace_view.json")).unwrap();
        let trace = read(&text);
        let placed: usize = lanes_of(&trace).iter().flatten().map(Vec::len).sum();
        assert_eq!(placed as u64, trace.counts.slices);
        assert_no_overlap(&trace);
    }
}

fn bars() -> impl Strategy<Value = Vec<Bar>> {
    proptest::collection::vec((0..2_u32, 0..200_i64, 0..60_i64, 0..4_u32), 0..60)
}

proptest! {
    #[test]
    fn every_slice_is_placed_once_without_overlap(bars in bars()) {
        let trace = trace_of(&bars);
        let placed: usize = lanes_of(&trace).iter().flatten().map(Vec::len).sum();
        prop_assert_eq!(placed, bars.len());
        assert_no_overlap(&trace);
    }

    #[test]
    fn a_parent_holds_its_child_and_is_above_it(bars in bars()) {
        let trace = trace_of(&bars);
        let lanes = RankLanes::new(&trace);
        let rank = rank(&trace, &lanes);
        for row in 0..trace.slices.len() {
            let Some(parent) = navigate::parent(&rank, SliceId::new(row)) else { continue };
            prop_assert!(trace.slices.start[parent.index()] <= trace.slices.start[row]);
            prop_assert!(trace.slices.end(parent.index()) >= trace.slices.end(row));
            prop_assert!(lanes.lane_of(&trace, parent) < lanes.lane_of(&trace, SliceId::new(row)));
        }
    }

    #[test]
    fn children_are_those_whose_parent_it_is(bars in bars()) {
        let trace = trace_of(&bars);
        let lanes = RankLanes::new(&trace);
        let rank = rank(&trace, &lanes);
        let all: Vec<SliceId> = (0..trace.slices.len()).map(SliceId::new).collect();
        for &slice in &all {
            let parent_is = |row: &SliceId| navigate::parent(&rank, *row) == Some(slice);
            let slow: Vec<SliceId> = all.iter().copied().filter(parent_is).collect();
            prop_assert_eq!(navigate::children(&rank, slice), slow);
        }
    }
}
