//! What `cargo xtask bench` and `cargo xtask instructions` run natively: the crates as libraries, without threads,
//! terminal or browser, so that what is counted is the same on every run.
//!
//! ```text
//! columns FILE        bytes a slice takes, one JSON line a figure
//! packed FILE PLAIN   time of unpacking and of parsing, apart and together, one JSON line a figure
//! fixtures FOLDER     the captures that phases read
//! phases              names of the phases
//! phase NAME FOLDER   one phase; `measured` is all that counts
//! ```

mod columns;
mod packed;
mod phases;

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use serde_json::json;
use stepscope_core::load::Input;

/// A file in memory, so that no disk is measured.
fn input(file: &Path) -> Result<Input> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(Input { path: file.to_string_lossy().into_owned(), source: Arc::new(bytes) })
}

/// Prints a reading as `cargo xtask bench` takes it.
fn say(what: &str, value: f64, unit: &str) -> Result<()> {
    let line = json!({ "what": what, "value": value, "unit": unit });
    Ok(writeln!(io::stdout(), "{line}")?)
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["columns", file] => columns::print(Path::new(file)),
        ["packed", file, plain] => packed::print(Path::new(file), Path::new(plain)),
        ["fixtures", folder] => phases::write_fixtures(Path::new(folder)),
        ["phases"] => {
            let mut out = io::stdout().lock();
            phases::ALL.iter().try_for_each(|phase| Ok(writeln!(out, "{}", phase.name)?))
        }
        ["phase", name, folder] => {
            let phase = phases::ALL.iter().find(|phase| phase.name == *name);
            (phase.with_context(|| format!("no phase {name}"))?.run)(Path::new(folder))
        }
        _ => bail!(
            "usage: stepscope-bench columns FILE | packed FILE PLAIN | fixtures FOLDER | phases | phase NAME FOLDER"
        ),
    }
}
