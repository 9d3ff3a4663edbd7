//! A trace of ten million slices on a hundred lanes.

#![allow(unreachable_pub, reason = "shared by the benchmarks")]

use stepscope_core::ids::{NameId, ProcessId};
use stepscope_core::model::{Process, ProcessKind, SliceRow, Trace, Track, TrackKind};
use stepscope_core::time::Ns;
use stepscope_timeline::{RankLanes, RankView};

const LANES: u32 = 100;
pub const SLICES: u32 = 10_000_000;
const NAMES: u64 = 400;

/// Streams of kernels whose lengths and gaps vary; deterministic.
pub fn trace() -> Trace {
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

/// A rank that shows `trace`.
pub fn view_of<'a>(trace: &'a Trace, lanes: &'a RankLanes) -> RankView<'a> {
    RankView { id: 0, key: "r", name: "rank", trace, kernels: None, lanes, offset: Ns(0) }
}
