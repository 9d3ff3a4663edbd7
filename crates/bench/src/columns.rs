//! Bytes that a slice takes in memory, by what holds them.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use serde_json::json;
use stepscope_core::load::{Input, Options, load};
use stepscope_timeline::RankLanes;

/// Prints the readings of the only trace in `file`.
pub(crate) fn print(file: &Path) -> Result<()> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let input = Input { path: file.to_string_lossy().into_owned(), source: Arc::new(bytes) };
    let loaded = load(&[input], &Options::default(), &mut ());
    let mut ranks = loaded.captures.iter().flat_map(|capture| &capture.ranks);
    let trace = ranks.find_map(|rank| rank.trace.as_ref()).context("no trace in it")?;

    let held = trace.memory();
    let lanes = RankLanes::new(trace).memory();
    let mut out = io::stdout().lock();
    for (what, bytes) in [
        ("columns and levels per slice", held.slices + lanes),
        ("arguments per slice", held.args),
        ("counters per slice", held.counters),
        ("flows per slice", held.flows),
        ("strings per slice", held.strings),
    ] {
        let value = bytes as f64 / trace.slices.len() as f64;
        writeln!(out, "{}", json!({ "what": what, "value": value, "unit": "bytes" }))?;
    }
    Ok(())
}
