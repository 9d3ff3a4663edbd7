//! The project's build steps: `cargo xtask STEP`.
//!
//! Constraints: needs only what `scripts/bootstrap` sets up, writes only below `target/`, `dist/` and
//! `www/src/wasm/`, and prints what it made with sizes.

mod html;
mod page;
mod process;
mod wasm;
mod workspace;

use std::process::ExitCode;

use anyhow::{Result, bail};

use crate::workspace::Workspace;

const USAGE: &str = "\
usage: cargo xtask STEP

  wasm       WebAssembly module and bindings into www/src/wasm/
  page       the one page artefact, dist/stepscope.html
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<()> {
    let workspace = Workspace::locate();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["wasm"] => wasm::build(&workspace),
        ["page"] => page::build(&workspace).map(drop),
        _ => bail!("{USAGE}"),
    }
}
