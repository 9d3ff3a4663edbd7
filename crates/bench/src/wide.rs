//! A timeline with many more slices than pixels, as columns.

use stepscope_core::ids::{NameId, ProcessId};
use stepscope_core::model::{Process, ProcessKind, SliceRow, Trace, Track, TrackKind};
use stepscope_core::time::Ns;
use stepscope_timeline::{RankLanes, RankView};

const NAMES: u32 = 400;

/// `slices` kernels on `streams`, whose lengths and gaps vary; the same on every call.
pub fn trace(streams: u32, slices: u32) -> Trace {
    let mut trace = Trace::default();
    let mut name = |i| trace.strings.intern(&format!("aclnnKernel{i}"));
    let names: Vec<NameId> = (0..NAMES).map(&mut name).collect();
    let pid = trace.strings.intern("1");
    let kind = ProcessKind::Hardware;
    trace.processes.push(Process { pid, name: None, labels: None, sort_index: None, kind });
    let mut seed = 1_u64;
    let mut below = move |limit: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % limit
    };
    for stream in 0..streams {
        let tid = trace.strings.intern(&format!("stream {stream}"));
        let first = trace.slices.len() as u32;
        let mut at = Ns(0);
        for _ in 0..slices / streams {
            let start = at.plus(Ns(below(4_000) as i64));
            let duration = Ns(below(20_000) as i64);
            at = start.plus(duration);
            trace.slices.push(SliceRow {
                start,
                duration,
                name: names[below(u64::from(NAMES)) as usize],
                args_row: 0,
                template: u16::MAX,
                category: 0,
                kind: 0,
            });
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

/// The trace as the timeline sees it.
pub fn view<'a>(trace: &'a Trace, lanes: &'a RankLanes) -> RankView<'a> {
    RankView { id: 0, key: "r", name: "rank", trace, kernels: None, lanes, offset: Ns(0) }
}
