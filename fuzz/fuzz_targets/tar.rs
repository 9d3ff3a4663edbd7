//! A tar, plain or packed, and files that are packed alone. A damaged codec hides the tar behind it: the last choice
//! packs what it is given.
#![no_main]

use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use libfuzzer_sys::fuzz_target;
use stepscope_fuzz::{check, choose};

const WELL_PACKED: &str = "well-packed.tar.gz";

/// In the order of the seeds.
const NAMES: [&str; 8] = [
    "capture.tar",
    "capture.tar.gz",
    "capture.tar.zst",
    "capture.tar.xz",
    "trace_view.json.gz",
    "trace_view.json.zst",
    "trace_view.json.xz",
    WELL_PACKED,
];

fuzz_target!(|data: &[u8]| {
    let Some((name, content)) = choose(&NAMES, data) else { return };
    if name != WELL_PACKED {
        check(name, content);
        return;
    }
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(content).expect("memory takes everything");
    check(name, &gzip.finish().expect("memory takes everything"));
});
