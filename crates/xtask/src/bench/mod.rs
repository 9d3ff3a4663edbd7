//! `cargo xtask bench`: how fast a big trace opens, natively and in the page, beside Perfetto where installed.
//!
//! One process a run, each begun on a quiet machine, medians of three: figures of one run of this harness on one
//! machine may be compared, others not. `shared/bench/README.md` says how the peers are fetched.

mod figure;
mod machine;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use self::figure::{Figure, Run};
use crate::workspace::Workspace;
use crate::{page, process};

const RUNS: usize = 3;

/// Measures with a generated trace of `megabytes` and prints one JSON line a figure and a table.
pub(crate) fn run(workspace: &Workspace, megabytes: u32) -> Result<()> {
    let trace = trace(workspace, megabytes)?;
    process::run(Command::new("cargo").current_dir(workspace.root()).args([
        "build",
        "--quiet",
        "--release",
        "--package",
        "stepscope-cli",
    ]))?;
    page::build(workspace)?;

    let mut figures = vec![
        measure("native", &trace, || native(workspace, &trace))?,
        measure("page", &trace, || in_page(workspace, &trace))?,
    ];
    match peer(workspace) {
        Some(shell) => figures
            .push(measure("perfetto native", &trace, || perfetto(workspace, &shell, &trace))?),
        None => figure::say(
            "perfetto native: not installed, see shared/bench/README.md (PEERS=folder)",
        )?,
    }
    figure::print(&figures)
}

/// The trace, generated once: its generator is deterministic.
fn trace(workspace: &Workspace, megabytes: u32) -> Result<PathBuf> {
    let path = workspace.scratch(&format!("bench/trace_{megabytes}.json"));
    if path.exists() {
        return Ok(path);
    }
    let generator = workspace.shared().join("bench/gen_trace.py");
    if !generator.exists() {
        bail!("the trace generator is missing: {} (set STEPSCOPE_SHARED)", generator.display());
    }
    fs::create_dir_all(workspace.scratch("bench"))?;
    let partial = path.with_extension("partial");
    process::run(
        Command::new("python3").arg(generator).arg(&partial).args(["--mb", &megabytes.to_string()]),
    )?;
    fs::rename(partial, &path)?;
    Ok(path)
}

fn measure(
    what: &'static str,
    trace: &Path,
    mut run: impl FnMut() -> Result<Run>,
) -> Result<Figure> {
    let mut runs = Vec::with_capacity(RUNS);
    for _ in 0..RUNS {
        machine::wait_until_quiet();
        runs.push(run().with_context(|| format!("measuring {what}"))?);
    }
    Ok(Figure::new(what, fs::metadata(trace)?.len(), runs))
}

/// `stepscope summary --json`: load, analyse and write, in one process.
fn native(workspace: &Workspace, trace: &Path) -> Result<Run> {
    let mut command = Command::new(workspace.target("release/stepscope"));
    let run = machine::time(command.args(["summary", "--json"]).arg(trace))?;
    Ok(Run { slices: figure::slices_of_summary(&run.output), ..run.into() })
}

/// From choosing the file until the page says that it is ready.
fn in_page(workspace: &Workspace, trace: &Path) -> Result<Run> {
    let output =
        Command::new("node").arg(workspace.path("tests/bench/page.mjs")).arg(trace).output()?;
    if !output.status.success() {
        bail!("{}", String::from_utf8_lossy(&output.stderr));
    }
    Run::from_json(&output.stdout)
}

fn perfetto(workspace: &Workspace, shell: &Path, trace: &Path) -> Result<Run> {
    let query = workspace.scratch("bench/count.sql");
    fs::write(&query, "select count(*) from slice;\n")?;
    let run = machine::time(Command::new(shell).arg("-q").arg(query).arg(trace))?;
    let slices =
        String::from_utf8_lossy(&run.output).lines().find_map(|line| line.trim().parse().ok());
    Ok(Run { slices, ..run.into() })
}

fn peer(workspace: &Workspace) -> Option<PathBuf> {
    let folder =
        std::env::var_os("PEERS").map_or_else(|| workspace.scratch("peers"), PathBuf::from);
    Some(folder.join("trace_processor_shell")).filter(|shell| shell.exists())
}
