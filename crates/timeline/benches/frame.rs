//! What a frame costs at ten million slices: 100 lanes, from the whole capture down to single slices.

#![allow(missing_docs, reason = "made by Criterion's macros")]

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use stepscope_core::ids::{NameId, ProcessId};
use stepscope_core::model::{Process, ProcessKind, SliceRow, Trace, Track, TrackKind};
use stepscope_core::time::Ns;
use stepscope_timeline::layout::RowHeights;
use stepscope_timeline::paint::Window;
use stepscope_timeline::palette::Theme;
use stepscope_timeline::{Layout, RankLanes, RankView, RowStates, View, paint};

const LANES: u32 = 100;
const SLICES: u32 = 10_000_000;
const NAMES: u64 = 400;

/// Streams of kernels whose lengths and gaps vary; deterministic.
fn trace() -> Trace {
    let mut trace = Trace::default();
    let names: Vec<NameId> = (0..NAMES)
        .map(|name| {
            trace.strings.intern(&format!(
                "aclnnKernel{}_{}",
                name,
                (b'a' + (name % 26) as u8) as char
            ))
        })
        .collect();
    let pid = trace.strings.intern("1");
    trace.processes.push(Process {
        pid,
        name: None,
        labels: None,
        sort_index: None,
        kind: ProcessKind::Hardware,
    });
    let mut seed = 1_u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        seed >> 33
    };
    for lane in 0..LANES {
        let tid = trace.strings.intern(&format!("stream {lane}"));
        let first = trace.slices.len() as u32;
        let mut at = 0_i64;
        for _ in 0..SLICES / LANES {
            at += (random() % 4_000) as i64;
            let duration = (random() % 20_000) as i64;
            trace.slices.push(SliceRow {
                start: Ns(at),
                duration: Ns(duration),
                name: names[(random() % NAMES) as usize],
                args_row: 0,
                template: u16::MAX,
                category: 0,
                kind: 0,
            });
            at += duration;
        }
        let last = trace.slices.len() as u32;
        trace.tracks.push(Track {
            process: ProcessId(0),
            tid,
            name: None,
            sort_index: None,
            kind: TrackKind::Stream,
            group: None,
            first,
            last,
        });
    }
    trace
}

fn frames(criterion: &mut Criterion) {
    let trace = trace();
    let lanes = RankLanes::new(&trace);
    let view = RankView {
        id: 0,
        key: "r",
        name: "rank",
        trace: &trace,
        kernels: None,
        lanes: &lanes,
        offset: Ns(0),
    };
    let layout = Layout::new(&[view], &RowStates::default(), RowHeights::default());
    let end = trace.span().map_or(0, |span| span.end.get());
    for width in [1_600, 5_120] {
        let mut group = criterion.benchmark_group(format!("frame_{width}"));
        group.sample_size(20);
        for zoom in [1, 4, 16, 64, 1_024, 100_000] {
            let start = end / 3 * i64::from(zoom > 1);
            let window = Window {
                view: View { start: Ns(start), end: Ns(start + end / zoom), width },
                scroll: 0.0,
                height: 1e6,
                label_width: 24.0,
                theme: Theme::Light,
            };
            group.bench_function(BenchmarkId::from_parameter(zoom), |bencher| {
                bencher.iter(|| paint(&[view], &layout, &window));
            });
        }
        group.finish();
    }
    eprintln!("{:.1} bytes a slice", lanes.memory() as f64 / f64::from(SLICES));
}

criterion_group!(benches, frames);
criterion_main!(benches);
