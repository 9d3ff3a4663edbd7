//! What answers cost at ten million slices: search and its hits, statistics of a range, the next of a name.

#![allow(missing_docs, reason = "made by Criterion's macros")]

use criterion::{Criterion, criterion_group, criterion_main};
use stepscope_bench::wide;
use stepscope_core::ids::SliceId;
use stepscope_core::time::Ns;
use stepscope_timeline::hits::HitList;
use stepscope_timeline::search::{Mode, Query};
use stepscope_timeline::statistics::RangeStatistics;
use stepscope_timeline::{RankLanes, flows, navigate};

const LANES: u32 = 100;
const SLICES: u32 = 10_000_000;

fn queries(criterion: &mut Criterion) {
    let trace = wide::trace(LANES, SLICES);
    let lanes = RankLanes::new(&trace);
    let views = [wide::view(&trace, &lanes)];
    let mut group = criterion.benchmark_group("queries");
    group.sample_size(20);
    for (what, text) in
        [("one name", "Kernel399"), ("all names", "kernel"), ("predicate", "kernel dur>15us")]
    {
        let query = Query::parse(text, Mode::Substring).unwrap_or_default();
        group.bench_function(format!("search, {what}"), |bencher| {
            bencher.iter(|| query.run(&views[0], None, &[]));
        });
    }
    let hits =
        [Query::parse("kernel", Mode::Substring).unwrap_or_default().run(&views[0], None, &[])];
    group.bench_function("page of hits", |bencher| {
        bencher.iter(|| HitList::new(&views, &hits).page(SLICES as usize / 2, 100));
    });
    let end = trace.span().map_or(0, |span| span.end.get());
    group.bench_function("statistics of a tenth", |bencher| {
        bencher.iter(|| RangeStatistics::of(&views[0], &(Ns(end / 3)..Ns(end / 3 + end / 10))));
    });
    let slice = SliceId(SLICES / 2);
    group.bench_function("next of the same name", |bencher| {
        bencher.iter(|| navigate::same_name(&views[0], slice, true));
    });
    group.bench_function("links of a slice", |bencher| {
        bencher.iter(|| flows::links_of(&views[0], slice));
    });
    group.finish();
}

criterion_group!(benches, queries);
criterion_main!(benches);
