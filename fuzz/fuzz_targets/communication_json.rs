//! JSON that is no timeline: the vendor's numbers of collectives, and what describes a rank and its machine.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stepscope_fuzz::{check, choose};

/// In the order of the seeds.
const NAMES: [&str; 7] = [
    "a_ascend_pt/ASCEND_PROFILER_OUTPUT/communication.json",
    "a_ascend_pt/ASCEND_PROFILER_OUTPUT/communication_matrix.json",
    "a_ascend_pt/profiler_info_0.json",
    "a_ascend_pt/profiler_metadata.json",
    "PROF_000001_20230818142704322_QWERTYUIASDFGHJK/device_0/info.json.0",
    "PROF_000001_20230818142704322_QWERTYUIASDFGHJK/device_0/start_info.0",
    "a_ascend_ms/ASCEND_PROFILER_OUTPUT/pipeline_profiling_0.json",
];

fuzz_target!(|data: &[u8]| {
    if let Some((name, content)) = choose(&NAMES, data) {
        check(name, content);
    }
});
