//! The real captures of `$STEPSCOPE_SHARED`, compared with an independent reading of their files.

mod common;

use common::{as_folder, folder};
use serde_json::Value;
use stepscope_core::load::{Options, load};
use stepscope_core::model::{CaptureKind, FileState};
use stepscope_core::note::Severity;

#[test]
fn levels_are_captures_with_both_ranks_and_every_table() {
    let Some(root) = stepscope_fixtures::real::captures() else { return };
    let text = root.join("torch_npu/text");
    let loaded = load(&as_folder(&folder(&text)), &Options::default(), &mut ());
    assert_eq!(loaded.notes, []);
    let names: Vec<_> = loaded.captures.iter().map(|capture| capture.name.as_str()).collect();
    assert_eq!(names, ["level0", "level1"]);
    for capture in &loaded.captures {
        assert_eq!(capture.kind, CaptureKind::TorchNpu);
        assert_eq!(capture.notes, []);
        let ranks: Vec<_> = capture.ranks.iter().map(|rank| rank.rank).collect();
        assert_eq!(ranks, [Some(0), Some(1)]);
        for rank in &capture.ranks {
            let worst = rank.notes.iter().map(|note| note.severity).max();
            assert!(worst < Some(Severity::Warning), "{:?}", rank.notes);
            let output = text.join(&capture.name).join(&rank.folder).join("ASCEND_PROFILER_OUTPUT");
            let lines = |name: &str| {
                let bytes = std::fs::read(output.join(name)).unwrap();
                bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).count() - 1
            };
            let kernels = rank.kernels.as_deref().unwrap();
            assert_eq!(kernels.rows.len(), lines("kernel_details.csv"));
            assert_eq!(kernels.rows.len(), 191);
            assert_eq!(rank.step_trace.as_ref().unwrap().len(), lines("step_trace_time.csv"));
            let level1 = capture.name == "level1";
            assert_eq!(rank.op_statistic.is_some(), level1);
            assert_eq!(kernels.metrics.is_empty(), !level1);
            if let Some(rows) = &rank.op_statistic {
                assert_eq!(rows.len(), lines("op_statistic.csv"));
            }
            let json = std::fs::read(output.join("trace_view.json")).unwrap();
            let events: Vec<Value> = serde_json::from_slice(&json).unwrap();
            let count = |phase: &str| events.iter().filter(|e| e["ph"] == phase).count() as u64;
            let counts = rank.trace.as_deref().unwrap().counts;
            assert_eq!(counts.slices, count("X"));
            assert_eq!(counts.counters, count("C"));
            assert_eq!(counts.flow_starts, count("s"));
            assert_eq!(counts.flow_ends, count("f"));
            assert_eq!(counts.metadata, count("M"));
            let info = rank.profiler_info.as_ref().unwrap();
            assert_eq!(info.level.as_deref(), Some(if level1 { "Level1" } else { "Level0" }));
            assert!(info.schedule.is_some_and(|schedule| schedule.active == 1));
            assert!(rank.metadata.is_some());
            let read = rank.files.iter().filter(|file| file.state == FileState::Read).count();
            assert_eq!(read, if level1 { 11 } else { 8 });
            assert!(rank.files.iter().all(|file| file.path.starts_with(&rank.folder)));
        }
    }
}
