//! The project's build steps: `cargo xtask STEP`.
//!
//! Constraints: needs only what `scripts/bootstrap` sets up, writes only below `target/`, `dist/` and
//! `www/src/wasm/`, and prints what it made with sizes.

mod bench;
mod fixtures;
mod html;
mod instructions;
mod page;
mod process;
mod serve;
mod steps;
mod wasm;
mod workspace;

use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use crate::instructions::Beyond;
use crate::workspace::Workspace;

const USAGE: &str = "\
usage: cargo xtask STEP

  wasm       WebAssembly module and bindings into www/src/wasm/
  page       the one page artefact, dist/stepscope.html
  fixtures   generated captures and what they must show, target/fixtures/
  serve [--port N]
             dist/ on 127.0.0.1 (port 8000)
  test       every test: Rust, TypeScript, browser, JupyterLab
  check      format, lints, types and instruction counts, then every test
  instructions [--accept]
             instruction counts of the hot paths beside the committed ones
  bench [--mb N[,N…]]
             every figure that has a budget, on generated traces of N MB (100)
             and 10 M slices
  bench --page
             sizes and start of the page only
  bench --slices N[,N…]
             those of the timeline only, on generated traces of N slices
";

/// Slices for which the timeline's budgets are meant.
const MANY_SLICES: u64 = 10_000_000;

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
        ["fixtures"] => fixtures::write(&workspace),
        ["serve"] => serve::run(&workspace, 8000),
        ["serve", "--port", port] => {
            serve::run(&workspace, port.parse().context("--port wants a number")?)
        }
        ["test"] => steps::test(&workspace),
        ["check"] => steps::check(&workspace),
        ["instructions"] => instructions::run(&workspace, Beyond::Refuse),
        ["instructions", "--accept"] => instructions::run(&workspace, Beyond::Accept),
        ["bench"] => bench::run(&workspace, &[100], &[MANY_SLICES]),
        ["bench", "--page"] => bench::run(&workspace, &[], &[]),
        ["bench", "--mb", sizes] => {
            let sizes: Result<Vec<u32>, _> = sizes.split(',').map(str::parse).collect();
            let sizes = sizes.context("--mb wants whole numbers, as 100,1000")?;
            bench::run(&workspace, &sizes, &[MANY_SLICES])
        }
        ["bench", "--slices", counts] => {
            let counts: Result<Vec<u64>, _> = counts.split(',').map(str::parse).collect();
            bench::run(&workspace, &[], &counts.context("--slices wants whole numbers")?)
        }
        _ => bail!("{USAGE}"),
    }
}
