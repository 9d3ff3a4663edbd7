//! Bytes that a slice takes in memory, by what holds them.

use std::path::Path;

use anyhow::{Context, Result};
use stepscope_core::load::{Options, load};
use stepscope_timeline::RankLanes;

use crate::{input, say};

/// Prints the readings of the only trace in `file`.
pub(crate) fn print(file: &Path) -> Result<()> {
    let loaded = load(&[input(file)?], &Options::default(), &mut ());
    let mut ranks = loaded.captures.iter().flat_map(|capture| &capture.ranks);
    let trace = ranks.find_map(|rank| rank.trace.as_ref()).context("no trace in it")?;

    let held = trace.memory();
    let lanes = RankLanes::new(trace).memory();
    for (what, bytes) in [
        ("columns and levels per slice", held.slices + lanes),
        ("arguments per slice", held.args),
        ("counters per slice", held.counters),
        ("flows per slice", held.flows),
        ("strings per slice", held.strings),
    ] {
        say(what, bytes as f64 / trace.slices.len() as f64, "bytes")?;
    }
    Ok(())
}
