//! `cargo xtask fuzz`: throws changed captures at the product until something breaks or the time is over.

use std::fs;
use std::process::Command;

use anyhow::Result;

use crate::process;
use crate::workspace::Workspace;

/// Memory that a target may take, in MB: inputs are of kilobytes, their limits of one megabyte.
const MEMORY: &str = "-rss_limit_mb=1024";

/// More than that at once is refused: fatal, unless it was asked for by something that takes a no.
const REFUSED: &str = "allocator_may_return_null=1:max_allocation_size_mb=128";

/// Seconds that one input may take.
const PATIENCE: &str = "-timeout=20";

/// Fuzzes one target for some seconds, from the committed seeds and what earlier runs found.
pub(crate) fn run(workspace: &Workspace, target: &str, seconds: u32) -> Result<()> {
    let corpus = format!("fuzz/corpus/{target}");
    fs::create_dir_all(workspace.path(&corpus))?;
    // The product's own compiler is pinned; libFuzzer needs any nightly one.
    let fuzz = ["run", "nightly", "cargo", "fuzz", "run", target, &corpus];
    process::run(
        Command::new("rustup")
            .current_dir(workspace.root())
            .env("ASAN_OPTIONS", REFUSED)
            .args(fuzz)
            .arg(format!("fuzz/seeds/{target}"))
            .args(["--", PATIENCE, MEMORY, "-print_final_stats=1"])
            .arg(format!("-max_total_time={seconds}")),
    )
}

/// Writes the seeds anew.
pub(crate) fn seeds(workspace: &Workspace) -> Result<()> {
    let seeds = workspace.path("fuzz/seeds");
    if seeds.exists() {
        fs::remove_dir_all(&seeds)?;
    }
    let example = ["run", "--quiet", "--manifest-path", "fuzz/Cargo.toml", "--example", "seeds"];
    process::run(Command::new("cargo").current_dir(workspace.root()).args(example).arg(seeds))
}
