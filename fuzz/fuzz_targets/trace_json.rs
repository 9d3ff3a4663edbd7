//! A timeline: the same in chunks of any size, and in parts read apart.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stepscope_core::load::Options;
use stepscope_fuzz::{check, choose, open, options, told};

/// In the order of the seeds: of torch_npu, msprof, PyTorch elsewhere, anybody.
const NAMES: [&str; 4] = [
    "a_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json",
    "mindstudio_profiler_output/msprof_20260301093020.json",
    "rank0.pt.trace.json",
    "trace.json",
];

fuzz_target!(|data: &[u8]| {
    let Some((name, content)) = choose(&NAMES, data) else { return };
    let whole = check(name, content);
    for loaders in [2, 5] {
        let parts = Options { loaders, part_bytes: 16, ..options() };
        assert_eq!(whole, told(&open(name, content, &parts)), "in {loaders} parts");
    }
});
