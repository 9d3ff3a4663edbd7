//! Flows, search, statistics and the layout's states, on traces that can be checked by eye.

mod common;

use common::{Bar, rank, read, trace_of};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use stepscope_core::ids::SliceId;
use stepscope_core::model::Trace;
use stepscope_core::time::Ns;
use stepscope_fixtures::real::torch_npu_text_ranks;
use stepscope_timeline::hits::HitList;
use stepscope_timeline::layout::{RowHeights, track_keys};
use stepscope_timeline::search::{Mode, Query};
use stepscope_timeline::statistics::RangeStatistics;
use stepscope_timeline::{Layout, RankLanes, RowStates, flows, navigate};

fn find(trace: &Trace, name: &str) -> SliceId {
    let name = trace.strings.find(name).unwrap();
    SliceId::new(trace.slices.name.iter().position(|own| *own == name).unwrap())
}

const FLOWS: &str = r#"[{"ph":"X","name":"op","cat":"cpu_op","pid":1,"tid":1,"ts":1,"dur":2},
{"ph":"s","id":7,"name":"torch_to_npu","cat":"async_npu","pid":1,"tid":1,"ts":1},
{"ph":"X","name":"k1","pid":2,"tid":3,"ts":5,"dur":1,"args":{"connection_id":9}},
{"ph":"X","name":"k2","pid":2,"tid":3,"ts":7,"dur":1},
{"ph":"f","id":7,"name":"torch_to_npu","cat":"async_npu","pid":2,"tid":3,"ts":5},
{"ph":"f","id":7,"name":"torch_to_npu","cat":"async_npu","pid":2,"tid":3,"ts":7},
{"ph":"X","name":"launch","pid":3,"tid":1,"ts":2,"dur":1,"args":{"connection_id":9}}]"#;

#[test]
fn a_fan_out_is_whole_from_both_sides() {
    let trace = read(FLOWS.as_bytes());
    let lanes = RankLanes::new(&trace);
    let rank = rank(&trace, &lanes);
    let others = |slice: &str| -> Vec<(bool, String)> {
        let links = flows::links_of(&rank, find(&trace, slice)).into_iter();
        links
            .map(|link| (link.outgoing, trace.slice_name(link.other.unwrap()).to_owned()))
            .collect()
    };
    let pair = |outgoing, name: &str| (outgoing, name.to_owned());
    assert_eq!(others("op"), [pair(true, "k1"), pair(true, "k2")]);
    assert_eq!(others("k1"), [pair(false, "op"), pair(false, "launch")]);
    assert_eq!(others("k2"), [pair(false, "op")]);
    assert_eq!(flows::arrows_of(&trace, find(&trace, "op")).len(), 2);
    assert_eq!(flows::categories(&trace), [("async_npu".to_owned(), 1)]);
}

#[test]
fn search_finds_by_name_and_predicate() {
    let trace = trace_of(&[(1, 0, 10, 1), (2, 50, 3_000, 1), (1, 20, 5, 21), (1, 40, 5, 3)]);
    let lanes = RankLanes::new(&trace);
    let rank = rank(&trace, &lanes);
    const NONE: [i64; 0] = [];
    let steps = [("5".to_owned(), Ns(0)..Ns(30))];
    let run = |query: &str, mode| -> Vec<i64> {
        let found = [Query::parse(query, mode).unwrap().run(&rank, Some(3), &steps)];
        let list = HitList::new(&[rank], &found);
        list.page(0, list.len()).iter().map(|hit| hit.start.get()).collect()
    };
    assert_eq!(run("N1", Mode::Substring), [0, 50]);
    assert_eq!(run("N1", Mode::MatchCase), NONE);
    assert_eq!(run("n2", Mode::Exact), NONE);
    assert_eq!(run("^n[12]", Mode::Regex), [0, 20, 50]);
    assert_eq!(run("dur>1us", Mode::Substring), [50]);
    assert_eq!(run("n step:5", Mode::Substring), [0, 20]);
    assert_eq!(run("n rank:2", Mode::Substring), NONE);
    assert_eq!(run("n rank:3 dur<8ns", Mode::Substring), [20, 40]);
    assert_eq!(run("stream:1", Mode::Substring), NONE, "thread 1 is no stream");
}

#[test]
fn neighbours_follow_lane_and_name() {
    let trace = trace_of(&[(1, 0, 10, 1), (1, 20, 5, 2), (2, 30, 5, 1)]);
    let lanes = RankLanes::new(&trace);
    let rank = rank(&trace, &lanes);
    let first = find(&trace, "n1");
    let second = find(&trace, "n2");
    assert_eq!(navigate::beside(&rank, first, true), Some(second));
    assert_eq!(navigate::beside(&rank, first, false), None);
    let same = navigate::same_name(&rank, first, true).unwrap();
    assert_eq!(trace.slices.start[same.index()], Ns(30));
    assert_eq!(navigate::same_name(&rank, same, false), Some(first));
}

fn bars() -> impl Strategy<Value = Vec<Bar>> {
    proptest::collection::vec((0..2_u32, 0..100_i64, 0..40_i64, 0..3_u32), 0..40)
}

/// A click must find them made: whoever makes them passes over every slice.
#[test]
fn connections_are_made_and_counted_when_a_rank_is_laid_out() {
    let laid_out = |args: &str| {
        let event =
            |at| format!(r#"{{"ph":"X","name":"s","pid":1,"tid":1,"ts":{at},"dur":1{args}}}"#);
        let events: Vec<String> = (0..100).map(event).collect();
        RankLanes::new(&read(format!("[{}]", events.join(",")).as_bytes())).memory()
    };
    let with = laid_out(r#","args":{"connection_id":7}"#);
    assert_eq!(with - laid_out(r#","args":{"other":7}"#), 100 * size_of::<SliceId>());
}

proptest! {
    #[test]
    fn the_same_name_is_found_as_by_a_look_at_all(
        bars in proptest::collection::vec((0..4_u32, 0..100_i64, 0..40_i64, 0..5_u32), 1..60), unit in prop_oneof![Just(1), Just(100_000)],
        slice in 0..60_usize, forward: bool,
    ) {
        let bars: Vec<Bar> = bars.into_iter().map(|(track, start, time, name)| (track, start * unit, time, name)).collect();
        let trace = trace_of(&bars);
        let lanes = RankLanes::new(&trace);
        let own = slice % trace.slices.len();
        let key = |row: usize| (trace.slices.start[row], row);
        let same = (0..trace.slices.len()).filter(|&row| trace.slices.name[row] == trace.slices.name[own]);
        let slow = match forward {
            true => same.filter(|&row| key(row) > key(own)).min_by_key(|&row| key(row)),
            false => same.filter(|&row| key(row) < key(own)).max_by_key(|&row| key(row)),
        };
        let found = navigate::same_name(&rank(&trace, &lanes), SliceId::new(own), forward);
        prop_assert_eq!(found, slow.map(SliceId::new));
    }

    #[test]
    fn connections_are_found_as_by_a_look_at_all(
        slices in proptest::collection::vec((1..4_u32, 0..5_i64, 0..3_u32), 1..40), slice in 0..40_usize,
    ) {
        let events: Vec<String> = slices.iter().enumerate().map(|(at, (pid, number, kind))| {
            let args = match kind {
                0 => String::new(),
                1 => format!(r#","args":{{"connection_id":{number}}}"#),
                _ => format!(r#","args":{{"other":1,"connection_id":{number}}}"#),
            };
            format!(r#"{{"ph":"X","name":"s","pid":{pid},"tid":1,"ts":{at},"dur":1{args}}}"#)
        }).collect();
        let trace = read(format!("[{}]", events.join(",")).as_bytes());
        let lanes = RankLanes::new(&trace);
        let own = SliceId::new(slice % trace.slices.len());
        let number = |slice| trace.arg(slice, trace.strings.find("connection_id")?);
        let process = |slice| trace.tracks[trace.track_of(slice).index()].process;
        let linked = |other: &SliceId| number(own).is_some() && number(*other) == number(own) && process(*other) != process(own);
        let slow: Vec<SliceId> = (0..trace.slices.len()).map(SliceId::new).filter(linked).collect();
        let links = flows::links_of(&rank(&trace, &lanes), own);
        prop_assert_eq!(links.iter().filter_map(|link| link.other).collect::<Vec<_>>(), slow);
    }

    #[test]
    fn statistics_equal_the_slow_way(bars in bars(), a in 0..140_i64, b in 0..140_i64) {
        let range = Ns(a.min(b))..Ns(a.max(b) + 1);
        let trace = trace_of(&bars);
        let lanes = RankLanes::new(&trace);
        let statistics = RangeStatistics::of(&rank(&trace, &lanes), &range);
        let mut totals: BTreeMap<&str, i64> = BTreeMap::new();
        for track in &trace.tracks {
            let mut busy = BTreeSet::new();
            let mut sum = 0;
            for row in track.slices() {
                let (start, end) = (trace.slices.start[row].get(), trace.slices.end(row).get());
                let clipped = start.max(range.start.get())..end.min(range.end.get());
                let length = clipped.clone().count() as i64;
                sum += length;
                *totals.entry(trace.slice_name(SliceId::new(row))).or_default() += length;
                busy.extend(clipped);
            }
            let own = statistics.tracks.iter().find(|own| trace.tracks[own.track.index()] == *track);
            prop_assert_eq!(own.map_or(0, |own| own.busy.get()), busy.len() as i64);
            prop_assert_eq!(own.map_or(0, |own| own.sum.get()), sum);
        }
        for (name, total) in totals {
            let own = statistics.names.get(&trace.strings.find(name).unwrap());
            prop_assert_eq!(own.map_or(0, |own| own.total.get()), total, "{}", name);
        }
        prop_assert!(statistics.names.values().all(|name| name.own >= Ns(0)));
        let own: i64 = statistics.names.values().map(|name| name.own.get()).sum();
        let busy: i64 = statistics.tracks.iter().map(|track| track.busy.get()).sum();
        prop_assert!(own >= busy, "own times cover at least the union");
    }
}

#[test]
fn rows_follow_the_captures_order_and_the_users_states() {
    let Some(folder) = torch_npu_text_ranks()
        .into_iter()
        .find(|path| path.components().any(|part| part.as_os_str() == "level1"))
    else {
        return;
    };
    let text = std::fs::read(folder.join("ASCEND_PROFILER_OUTPUT/trace_view.json")).unwrap();
    let trace = read(&text);
    let lanes = RankLanes::new(&trace);
    let ranks = [rank(&trace, &lanes)];
    let layout = |states: &RowStates| Layout::new(&ranks, states, RowHeights::default());
    let names = |layout: &Layout, depth: u32| -> Vec<String> {
        let rows = layout.rows.iter().filter(|row| row.depth == depth);
        rows.map(|row| row.name.clone()).collect()
    };
    let plain = layout(&RowStates::default());
    assert_eq!(names(&plain, 1)[..4], ["Python", "CANN", "Ascend Hardware", "AI Core Freq"]);
    let hcclat = plain.rows.iter().position(|row| row.name == "Group 0 Communication").unwrap();
    assert!(plain.rows[hcclat].collapsed && !plain.rows[hcclat].lanes.is_empty());
    assert!(!plain.rows.iter().any(|row| row.name.starts_with("Plane")));

    let mut states = RowStates::default();
    states.expanded.insert(plain.rows[hcclat].key.clone());
    states.hidden.insert(plain.rows[1].key.clone());
    let stream = plain.rows.iter().find(|row| row.name == "Stream 2").unwrap();
    states.pinned.push(stream.key.clone());
    states.renamed.insert(stream.key.clone(), "compute".to_owned());
    let changed = layout(&states);
    assert_eq!(changed.rows.iter().filter(|row| row.name.starts_with("Plane")).count(), 8);
    assert_eq!((changed.pinned, changed.rows[0].name.as_str()), (1, "compute"));
    assert!(!changed.rows.iter().any(|row| row.name == "Python"));
    assert_eq!(changed.hidden.len(), 1);

    let filtered = layout(&RowStates { filter: "stream 4".to_owned(), ..RowStates::default() });
    let all: Vec<_> = filtered.rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(all, ["rank 0", "Ascend Hardware", "Stream 4"]);
}

#[test]
fn rows_apart_from_those_above_them_name_them() {
    let trace = read(FLOWS.as_bytes());
    let lanes = RankLanes::new(&trace);
    let ranks = [rank(&trace, &lanes)];
    let keys = track_keys(&ranks[0], trace.track_of(find(&trace, "k1")));
    let [_, process, own] = keys.as_slice() else { panic!("{keys:?}") };
    let paths = |pinned: &[&String]| -> Vec<(String, String)> {
        let mut states = RowStates::default();
        states.pinned.extend(pinned.iter().map(|key| (*key).clone()));
        states.renamed.insert(process.clone(), "device".to_owned());
        let rows = Layout::new(&ranks, &states, RowHeights::default()).rows.into_iter();
        rows.filter(|row| !row.path.is_empty()).map(|row| (row.name, row.path)).collect()
    };
    let pair = |name: &str, path: &str| (name.to_owned(), path.to_owned());
    assert_eq!(paths(&[]), []);
    assert_eq!(paths(&[own]), [pair("3", "rank 0 / device")]);
    assert_eq!(paths(&[process]), [pair("device", "rank 0"), pair("3", "rank 0 / device")]);
}

#[test]
fn a_row_is_uncovered_by_what_covers_it_and_no_more() {
    let trace = read(FLOWS.as_bytes());
    let lanes = RankLanes::new(&trace);
    let ranks = [rank(&trace, &lanes)];
    let layout = |states: &RowStates| Layout::new(&ranks, states, RowHeights::default());
    let keys = track_keys(&ranks[0], trace.track_of(find(&trace, "k1")));
    let [top, process, own] = keys.as_slice() else { panic!("{keys:?}") };
    let set = |keys: &[&String]| keys.iter().map(|key| (*key).clone()).collect::<BTreeSet<_>>();
    let other = layout(&RowStates::default()).rows.last().unwrap().key.clone();
    for (collapsed, hidden, opened) in [
        (set(&[top, process]), set(&[]), set(&[top, process])),
        (set(&[process]), set(&[own]), set(&[process, own])),
        (set(&[&other]), set(&[top]), set(&[top])),
        // Folded away together, and hidden, too.
        (set(&[top, process, &other]), set(&[process, &other]), set(&[top, process])),
        (set(&[]), set(&[]), set(&[])),
    ] {
        let mut states = RowStates {
            collapsed: collapsed.clone(),
            hidden: hidden.clone(),
            ..RowStates::default()
        };
        let mut left = keys.clone();
        states.uncover(&mut left, &layout(&states));
        assert_eq!(left.iter().cloned().collect::<BTreeSet<_>>(), opened);
        assert!(layout(&states).rows.iter().any(|row| row.key == *own));
        assert_eq!(states.collapsed, &collapsed - &opened);
        assert_eq!(states.hidden, &hidden - &opened);
        assert_eq!(states.expanded, opened);
    }
}
