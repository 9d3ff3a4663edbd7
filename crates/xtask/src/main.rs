//! The project's build steps: `cargo xtask STEP`.
//!
//! Constraints: needs only what `scripts/bootstrap` sets up, writes only below `target/`, `dist/` and
//! `www/src/wasm/`, and prints what it made with sizes.

mod bench;
mod fixtures;
mod fuzz;
mod html;
mod instructions;
mod kinds;
mod page;
mod process;
mod serve;
mod steps;
mod wasm;
mod workspace;

use std::process::ExitCode;
use std::str::FromStr;

use anyhow::{Context, Result, bail};

use crate::bench::growth;
use crate::instructions::Beyond;
use crate::workspace::Workspace;

const USAGE: &str = "\
usage: cargo xtask STEP

  wasm       WebAssembly module and bindings into www/src/wasm/
  page       the one page artefact, dist/stepscope.html
  fixtures   generated captures and what they must show, target/fixtures/
  kinds      the table of kinds and containers in README.md, of what their tests
             told last
  fuzz TARGET SECONDS
             broken input made by chance, from fuzz/seeds/TARGET; needs a nightly
             compiler (rustup toolchain install nightly) and cargo-fuzz
             (cargo install cargo-fuzz)
  fuzz --seeds
             writes fuzz/seeds/ anew
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
  growth [--mb N[,N…] | --slices N[,N…]]
             table of load time, memory and frame time from 10 MB to 1 GB and
             from 0.1 M to 20 M slices
";

/// Slices for which the timeline's budgets are meant.
const MANY_SLICES: u64 = 10_000_000;

/// What the table of growth shows.
const GROWTH_MB: [u32; 4] = [10, 100, 300, 1_000];
const GROWTH_SLICES: [u64; 4] = [100_000, 1_000_000, 10_000_000, 20_000_000];

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
        ["kinds"] => kinds::write_table(&workspace),
        ["fuzz", "--seeds"] => fuzz::seeds(&workspace),
        ["fuzz", target, seconds] => {
            fuzz::run(&workspace, target, seconds.parse().context("SECONDS wants a number")?)
        }
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
        ["bench", "--mb", sizes] => bench::run(&workspace, &list(sizes)?, &[MANY_SLICES]),
        ["bench", "--slices", counts] => bench::run(&workspace, &[], &list(counts)?),
        ["growth"] => growth::run(&workspace, &GROWTH_MB, &GROWTH_SLICES),
        ["growth", "--mb", sizes] => growth::run(&workspace, &list(sizes)?, &[]),
        ["growth", "--slices", counts] => growth::run(&workspace, &[], &list(counts)?),
        _ => bail!("{USAGE}"),
    }
}

/// `100,1000`
fn list<T: FromStr>(text: &str) -> Result<Vec<T>> {
    let numbers: Result<_, _> = text.split(',').map(str::parse).collect();
    numbers.ok().with_context(|| format!("not whole numbers, as in 100,1000: {text}"))
}
