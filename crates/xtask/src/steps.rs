//! `cargo xtask test` and `cargo xtask check`: every test and lint, in the order that fails soonest.

use std::io::Write;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result};

use crate::instructions::Beyond;
use crate::workspace::Workspace;
use crate::{fixtures, instructions, page, process};

const WASM: &str = "wasm32-unknown-unknown";

/// Format, lints, types and instruction counts, then every test.
pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    step(workspace, "format", "cargo", &["fmt", "--all", "--check"])?;
    step(workspace, "TypeScript lint", "npm", &["run", "--silent", "lint"])?;
    let deny = ["--", "-D", "warnings"];
    step(
        workspace,
        "clippy",
        "cargo",
        &[&["clippy", "--quiet", "--workspace", "--all-targets"][..], &deny].concat(),
    )?;
    let web = ["clippy", "--quiet", "--package", "stepscope-web", "--target", WASM];
    step(workspace, "clippy for WebAssembly", "cargo", &[&web[..], &deny].concat())?;
    // The compiler of the product will do as long as they are not run.
    let fuzz =
        ["clippy", "--quiet", "--locked", "--manifest-path", "fuzz/Cargo.toml", "--all-targets"];
    step(workspace, "clippy for fuzz targets", "cargo", &[&fuzz[..], &deny].concat())?;
    // The types of the bindings are made with the module.
    page::build(workspace)?;
    step(workspace, "TypeScript types", "npm", &["run", "--silent", "types"])?;
    timed("instruction counts", || instructions::run(workspace, Beyond::Refuse))?;
    test(workspace)
}

/// Rust, TypeScript, browser and JupyterLab.
pub(crate) fn test(workspace: &Workspace) -> Result<()> {
    step(workspace, "Rust tests", "cargo", &["test", "--quiet", "--workspace"])?;
    page::build(workspace)?;
    fixtures::write(workspace)?;
    step(workspace, "TypeScript tests", "npm", &["test", "--silent"])?;
    // What the page says is compared with the command: compiling it must not fall into a test's time.
    step(workspace, "command", "cargo", &["build", "--quiet", "--package", "stepscope-cli"])?;
    step(workspace, "browser and JupyterLab tests", "npm", &["run", "--silent", "browser"])
}

fn step(workspace: &Workspace, what: &str, program: &str, arguments: &[&str]) -> Result<()> {
    timed(what, || {
        process::run(Command::new(program).current_dir(workspace.root()).args(arguments))
    })
}

fn timed(what: &str, run: impl FnOnce() -> Result<()>) -> Result<()> {
    let mut out = std::io::stdout();
    writeln!(out, "── {what}")?;
    let start = Instant::now();
    run().context(what.to_owned())?;
    writeln!(out, "── {what}: done in {:.0} s", start.elapsed().as_secs_f64())?;
    Ok(())
}
