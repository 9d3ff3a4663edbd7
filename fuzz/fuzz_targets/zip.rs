//! A zip.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    stepscope_fuzz::check("capture.zip", data);
});
