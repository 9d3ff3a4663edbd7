//! A trace in the containers that people send each other.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use stepscope_fixtures::Files;

use crate::page;

/// Where the trace lies in archives.
const ENTRY: &str = "rank0_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json";

/// The trace packed in each way, beside it; made once.
pub(super) fn all(trace: &Path) -> Result<Vec<(&'static str, PathBuf)>> {
    let mut all = Vec::new();
    for packing in [".json.gz", ".zip", ".tar.gz"] {
        let path = trace.with_extension(&packing[1..]);
        if !path.exists() {
            let bytes = fs::read(trace)?;
            let packed = if packing == ".json.gz" {
                page::gzip(&bytes)?
            } else {
                let mut files = Files::new();
                files.push(ENTRY, bytes);
                if packing == ".zip" { files.to_zip()? } else { files.to_tar_gz()? }
            };
            fs::write(&path, packed)?;
        }
        all.push((packing, path));
    }
    Ok(all)
}
