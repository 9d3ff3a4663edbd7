//! A table.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stepscope_fuzz::{check, choose};

/// In the order of the seeds.
const NAMES: [&str; 10] = [
    "a_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv",
    "a_ascend_pt/ASCEND_PROFILER_OUTPUT/op_statistic.csv",
    "a_ascend_pt/ASCEND_PROFILER_OUTPUT/step_trace_time.csv",
    "a_ascend_pt/ASCEND_PROFILER_OUTPUT/memory_record.csv",
    "a_ascend_pt/ASCEND_PROFILER_OUTPUT/npu_module_mem.csv",
    "a_ascend_pt/ASCEND_PROFILER_OUTPUT/operator_memory.csv",
    "mindstudio_profiler_output/op_summary_20260301093020.csv",
    "cluster_analysis_output/cluster_step_trace_time.csv",
    "a_ascend_ms/ASCEND_PROFILER_OUTPUT/minddata_pipeline_raw_0.csv",
    "a_ascend_ms/ASCEND_PROFILER_OUTPUT/minddata_aicpu_0.txt",
];

fuzz_target!(|data: &[u8]| {
    if let Some((name, content)) = choose(&NAMES, data) {
        check(name, content);
    }
});
