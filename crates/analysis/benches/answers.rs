//! What answers cost: the facts of a rank, and what is asked of them, over the demo capture.

#![allow(missing_docs, reason = "made by Criterion's macros")]

use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use stepscope_analysis::Analysis;
use stepscope_analysis::facts::RankFacts;
use stepscope_analysis::operators::{GroupBy, Table};
use stepscope_analysis::overview::Overview;
use stepscope_analysis::selection::Selection;
use stepscope_analysis::summary::Summary;
use stepscope_core::load::{Input, Loaded, Options, load};

/// Bins of the strip of utilisation on a wide screen.
const BINS: usize = 1_000;

fn demo() -> Loaded {
    let packed = stepscope_fixtures::demo().files.to_zip().expect("a zip in memory");
    let input = Input { path: "demo.zip".to_owned(), source: Arc::new(packed) };
    load(&[input], &Options::default(), &mut ())
}

/// Steps, breakdown, idle pieces: all that is worked out once a rank.
fn facts(criterion: &mut Criterion) {
    let loaded = demo();
    let rank = &loaded.captures[0].ranks[0];
    criterion.bench_function("facts of a rank", |bencher| bencher.iter(|| RankFacts::of(rank)));
}

fn answers(criterion: &mut Criterion) {
    let loaded = demo();
    let analyses: Vec<Analysis> = loaded.captures.iter().map(Analysis::new).collect();
    let all = Selection::default();
    criterion.bench_function("summary", |bencher| {
        bencher.iter(|| Summary::of(&analyses, &all, &[]));
    });
    criterion.bench_function("overview", |bencher| {
        bencher.iter(|| Overview::of(&analyses[0], &all, BINS));
    });
    let mut group = criterion.benchmark_group("operators");
    for by in [GroupBy::Type, GroupBy::Name, GroupBy::NameShape, GroupBy::Core, GroupBy::Kernel] {
        group.bench_function(BenchmarkId::from_parameter(format!("{by:?}")), |bencher| {
            bencher.iter(|| Table::new(&analyses[0], &all, by));
        });
    }
    group.finish();
}

criterion_group!(benches, facts, answers);
criterion_main!(benches);
