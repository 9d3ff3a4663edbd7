//! Hits of a search against a sorted list of all of them.

mod common;

use common::{Bar, rank, trace_of};
use proptest::prelude::*;
use stepscope_core::ids::SliceId;
use stepscope_core::model::Trace;
use stepscope_core::time::Ns;
use stepscope_timeline::hits::{Hit, HitList, Hits};
use stepscope_timeline::search::{Mode, Query};
use stepscope_timeline::{RankLanes, RankView, View};

/// Slices that often start together, on several tracks.
fn bars() -> impl Strategy<Value = Vec<Bar>> {
    proptest::collection::vec((0..4_u32, 0..60_i64, 0..9_i64, 0..4_u32), 1..300)
}

fn sorted(views: &[RankView], wanted: impl Fn(&Trace, SliceId) -> bool) -> Vec<Hit> {
    let mut hits = Vec::new();
    for (rank, view) in views.iter().enumerate() {
        for slice in (0..view.trace.slices.len()).map(SliceId::new) {
            let start = view.trace.slices.start[slice.index()].plus(view.offset);
            hits.extend(wanted(view.trace, slice).then_some(Hit { start, rank, slice }));
        }
    }
    hits.sort();
    hits
}

/// The place of the hit after or before, the slow way.
fn beside(all: &[Hit], forward: bool, selected: Option<&Hit>, time: Ns) -> Option<usize> {
    let is_before = |hit: &&Hit| selected.map_or(hit.start < time, |own| *hit < own);
    let is_after = |hit: &Hit| selected.map_or(hit.start > time, |own| hit > own);
    let before = all.iter().filter(is_before).count();
    let last = all.len().checked_sub(1)?;
    Some(match forward {
        true => all.iter().position(is_after).unwrap_or(0),
        false => before.checked_sub(1).unwrap_or(last),
    })
}

proptest! {
    #[test]
    fn hits_equal_a_sorted_list(
        bars in [bars(), bars()], offset in -20..20_i64, query in prop_oneof![Just("n1"), Just("n"), Just("n2 dur>4ns"), Just("n9")],
        offset_of_page in 0..400_usize, count in 0..50_usize, time in -30..90_i64, span in 1..90_i64, width in 1..50_u32, forward: bool,
    ) {
        let traces = bars.map(|bars| trace_of(&bars));
        let lanes = [RankLanes::new(&traces[0]), RankLanes::new(&traces[1])];
        let views = [rank(&traces[0], &lanes[0]), RankView { offset: Ns(offset), ..rank(&traces[1], &lanes[1]) }];
        let parsed = Query::parse(query, Mode::Substring).unwrap();
        let hits: Vec<Hits> = views.iter().map(|view| parsed.run(view, None, &[])).collect();
        let name = query.split(' ').next().unwrap();
        let all = sorted(&views, |trace, slice| {
            trace.slice_name(slice).contains(name) && (!query.contains("dur") || trace.slices.duration[slice.index()] > Ns(4))
        });

        let list = HitList::new(&views, &hits);
        prop_assert_eq!(list.len(), all.len());
        prop_assert_eq!(hits.iter().map(Hits::count).sum::<usize>(), all.len());
        let page: Vec<Hit> = all.iter().skip(offset_of_page).take(count).copied().collect();
        prop_assert_eq!(list.page(offset_of_page, count), page);
        prop_assert_eq!(list.at(offset_of_page), all.get(offset_of_page).copied());
        prop_assert_eq!(list.beside(forward, None, Ns(time)), beside(&all, forward, None, Ns(time)));
        if let Some(own) = all.get(offset_of_page % all.len().max(1)) {
            let found = list.beside(forward, Some((own.rank, own.slice)), Ns(0));
            prop_assert_eq!(found, beside(&all, forward, Some(own), Ns(0)));
        }
        let view = View { start: Ns(time), end: Ns(time + span), width };
        let mut marks: Vec<u32> = all.iter().filter(|hit| hit.start >= view.start && hit.start < view.end)
            .map(|hit| (0..width).rfind(|&x| view.time_at(x) <= hit.start).unwrap()).collect();
        marks.dedup();
        prop_assert_eq!(list.marks(&view), marks);
    }
}

#[test]
fn a_slice_that_is_no_hit_steps_from_the_time() {
    let trace = trace_of(&[(1, 0, 1, 0), (1, 10, 1, 1), (1, 20, 1, 0)]);
    let lanes = RankLanes::new(&trace);
    let views = [rank(&trace, &lanes)];
    let hits = [Query::parse("n0", Mode::Exact).unwrap().run(&views[0], None, &[])];
    let list = HitList::new(&views, &hits);
    assert_eq!(list.beside(true, Some((0, SliceId(1))), Ns(10)), Some(1));
    assert_eq!(list.beside(true, Some((0, SliceId(9))), Ns(25)), Some(0));
    assert!(!hits[0].has(SliceId(1)) && hits[0].has(SliceId(2)));
}
