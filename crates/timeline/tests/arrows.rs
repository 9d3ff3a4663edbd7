//! Arrows of whole categories against one that goes over all flows.

mod common;

use common::{rank, read};
use proptest::prelude::*;
use std::collections::BTreeSet;
use stepscope_core::model::Trace;
use stepscope_core::time::Ns;
use stepscope_timeline::arrows::visible_arrows;
use stepscope_timeline::{RankLanes, View};

/// One flow: its start and its end, nanoseconds.
fn trace_of(flows: &[(i64, i64)]) -> Trace {
    let us = |ns: i64| format!("{}.{:03}", ns / 1000, ns % 1000);
    let event = |phase: &str, tid: u32, id: usize, time: i64| {
        let ts = us(time);
        format!(
            r#"{{"ph":"{phase}","cat":"async_npu","name":"async_npu","id":{id},"pid":1,"tid":{tid},"ts":"{ts}"}}"#
        )
    };
    let events = flows.iter().enumerate().map(|(id, (start, end))| {
        format!("{},{}", event("s", 1, id, *start), event("f", 2, id, *end))
    });
    let events: Vec<String> = events.collect();
    read(format!("[{}]", events.join(",")).as_bytes())
}

fn shown(trace: &Trace, view: &View, most: usize) -> Vec<(i64, i64)> {
    let lanes = RankLanes::new(trace);
    let arrows = visible_arrows(&rank(trace, &lanes), view, &["async_npu".to_owned()], most);
    arrows.iter().map(|arrow| (arrow.from.time.get(), arrow.to.time.get())).collect()
}

proptest! {
    #[test]
    fn every_arrow_that_touches_the_view_is_shown_once_a_pair_of_pixels(
        flows in proptest::collection::vec((0..4_000_i64, -600..3_000_i64), 1..400),
        start in 0..4_000_i64, span in 1..3_000_i64,
    ) {
        let flows: Vec<(i64, i64)> = flows.iter().map(|(from, length)| (*from, (from + length).max(0))).collect();
        let view = View { start: Ns(start), end: Ns(start + span), width: 100 };
        let pixels = |(from, to): (i64, i64)| {
            let pixel = |time: i64| view.x_of(Ns(time)).clamp(-1.0, 1e9) as i64 / 2;
            (pixel(from), pixel(to))
        };
        let touches = |(from, to): &&(i64, i64)| *from.max(to) >= start && *from.min(to) <= start + span;
        let expected: BTreeSet<_> = flows.iter().filter(touches).map(|flow| pixels(*flow)).collect();
        let shown = shown(&trace_of(&flows), &view, 10_000);
        prop_assert!(shown.iter().all(|arrow| flows.contains(arrow)));
        prop_assert_eq!(shown.len(), expected.len());
        prop_assert_eq!(shown.into_iter().map(pixels).collect::<BTreeSet<_>>(), expected);
    }
}

#[test]
fn of_too_many_some_are_shown_all_over_the_view() {
    let flows: Vec<(i64, i64)> = (0..20_000).map(|i| (i * 10, i * 10 + 25)).collect();
    let shown =
        shown(&trace_of(&flows), &View { start: Ns(0), end: Ns(200_000), width: 4_000 }, 100);
    assert!((50..=100).contains(&shown.len()), "{}", shown.len());
    let quarters: BTreeSet<i64> = shown.iter().map(|(from, _)| from / 50_000).collect();
    assert_eq!(quarters.len(), 4);
}
