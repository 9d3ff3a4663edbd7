//! A database, read where it lies. Seeds are of 512-byte pages: little of them is free space, and a changed byte is a
//! changed value, type, length or link of pages.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stepscope_fuzz::{check, choose};

/// In the order of the seeds.
const NAMES: [&str; 6] = [
    "a_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_0.db",
    "a_ascend_pt/ASCEND_PROFILER_OUTPUT/analysis.db",
    "msprof_20260301093020.db",
    "a_ascend_ms/ASCEND_PROFILER_OUTPUT/ascend_mindspore_profiler_0.db",
    "a_ascend_ms/ASCEND_PROFILER_OUTPUT/communication_analyzer.db",
    "cluster_analysis_output/cluster_analysis.db",
];

fuzz_target!(|data: &[u8]| {
    if let Some((name, content)) = choose(&NAMES, data) {
        check(name, content);
    }
});
