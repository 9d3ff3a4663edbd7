//! What a frame costs at ten million slices: 100 lanes, from the whole capture down to single slices.

#![allow(missing_docs, reason = "made by Criterion's macros")]

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use stepscope_bench::wide;
use stepscope_core::time::Ns;
use stepscope_timeline::layout::RowHeights;
use stepscope_timeline::paint::Window;
use stepscope_timeline::palette::Theme;
use stepscope_timeline::{Layout, RankLanes, RowStates, Scroll, View, paint};

const LANES: u32 = 100;
const SLICES: u32 = 10_000_000;

fn frames(criterion: &mut Criterion) {
    let trace = wide::trace(LANES, SLICES);
    let lanes = RankLanes::new(&trace);
    let view = wide::view(&trace, &lanes);
    let layout = Layout::new(&[view], &RowStates::default(), RowHeights::default());
    let end = trace.span().map_or(0, |span| span.end.get());
    for width in [1_600, 5_120] {
        let mut group = criterion.benchmark_group(format!("frame_{width}"));
        group.sample_size(20);
        for zoom in [1, 4, 16, 64, 1_024, 100_000] {
            let start = end / 3 * i64::from(zoom > 1);
            let window = Window {
                view: View { start: Ns(start), end: Ns(start + end / zoom), width },
                scroll: Scroll::default(),
                height: 1e6,
                label_width: 24.0,
                theme: Theme::Light,
            };
            group.bench_function(BenchmarkId::from_parameter(zoom), |bencher| {
                bencher.iter(|| paint(&[view], &layout, &window, None));
            });
        }
        group.finish();
    }
    eprintln!("{:.1} bytes a slice", lanes.memory() as f64 / f64::from(SLICES));
}

criterion_group!(benches, frames);
criterion_main!(benches);
