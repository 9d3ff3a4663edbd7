//! `cargo xtask bench`: every figure that has a budget, beside its peer where that is installed.
//!
//! One process a run, each begun on a quiet machine, medians of three: figures of one run of this harness on one
//! machine may be compared, others not. `shared/bench/README.md` says how the peers are fetched.
//!
//! A new figure is a [`Reading`] that one of the measured programs gives; its budget is a line of [`budgets`].

mod budgets;
mod figure;
pub(crate) mod growth;
mod lean;
mod machine;
mod packed;
mod programs;
mod sizes;

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

use self::figure::{Figures, Reading};
use self::programs::Peers;
use crate::page::{self, Sizes};
use crate::process;
use crate::workspace::Workspace;

const RUNS: usize = 3;

/// Larger traces are measured as they are only: packing them takes longer than all else.
const PACKED_MB: u32 = 100;

/// Windows whose frames are measured: width, height, device pixels a CSS pixel.
const WINDOWS: [[&str; 3]; 2] = [["1600", "900", "1"], ["2560", "1440", "2"]];

/// Measures with generated traces of so many `megabytes` and of so many `slices` each.
pub(crate) fn run(workspace: &Workspace, megabytes: &[u32], slices: &[u64]) -> Result<()> {
    let sizes = build(workspace)?;
    let mut bench = Bench { figures: Figures::default() };
    bench.page(workspace, &sizes);
    for &slices in slices {
        let trace = lean::trace(workspace, slices)?;
        bench.timeline(workspace, &count_of(slices), &trace);
    }
    for &megabytes in megabytes {
        let trace = trace(workspace, megabytes)?;
        bench.load(workspace, &size_of(megabytes), &trace);
        if megabytes <= PACKED_MB {
            for (packing, packed) in packed::all(&trace)? {
                let input = format!("{}, {packing}", size_of(megabytes));
                bench.packed(workspace, &input, &packed, &trace);
            }
        }
    }
    bench.figures.print()
}

/// The programs and the page.
fn build(workspace: &Workspace) -> Result<Sizes> {
    process::run(Command::new("cargo").current_dir(workspace.root()).args([
        "build",
        "--quiet",
        "--release",
        "--package",
        "stepscope-cli",
        "--package",
        "stepscope-bench",
    ]))?;
    page::build(workspace)
}

struct Bench {
    figures: Figures,
}

impl Bench {
    /// What depends on no trace.
    fn page(&mut self, workspace: &Workspace, sizes: &Sizes) {
        self.once("sizes", "page", || sizes::readings(workspace, sizes));
        self.measure("start", "page", || programs::script(workspace, "start.mjs", &[]));
    }

    /// What depends on the number of slices.
    fn timeline(&mut self, workspace: &Workspace, input: &str, trace: &Path) {
        for window in WINDOWS {
            let [width, height, ratio] = window.map(OsStr::new);
            let arguments = [trace.as_os_str(), width, height, ratio];
            self.measure("frames", input, || programs::script(workspace, "frames.mjs", &arguments));
        }
        self.measure("queries", input, || {
            programs::script(workspace, "queries.mjs", &[trace.as_os_str()])
        });
    }

    /// What depends on the size of a trace.
    fn load(&mut self, workspace: &Workspace, input: &str, trace: &Path) {
        self.once("columns", input, || programs::bench(workspace, "columns", &[trace]));
        self.measure("native", input, || programs::native(workspace, trace));
        self.measure("page", input, || {
            programs::script(workspace, "page.mjs", &[trace.as_os_str()])
        });
        self.measure("second opening", input, || {
            programs::script(workspace, "second.mjs", &[trace.as_os_str()])
        });
        let Some(peers) = Peers::locate(workspace) else {
            return eprintln!("Perfetto is not in $PEERS: see shared/bench/README.md");
        };
        self.measure("Perfetto native", input, || peers.native(workspace, trace));
        self.measure("Perfetto UI", input, || peers.page(workspace, trace));
    }

    /// What depends on how a trace is packed.
    fn packed(&mut self, workspace: &Workspace, input: &str, packed: &Path, plain: &Path) {
        self.measure("packed", input, || programs::bench(workspace, "packed", &[packed, plain]));
        self.measure("native", input, || programs::native(workspace, packed));
        self.measure("page", input, || {
            programs::script(workspace, "page.mjs", &[packed.as_os_str()])
        });
    }

    /// What is the same on every run.
    fn once(&mut self, what: &str, input: &str, run: impl FnOnce() -> Result<Vec<Reading>>) {
        match run() {
            Ok(readings) => self.figures.add(input, readings),
            Err(error) => self.figures.failed(what, input, &error),
        }
    }

    /// The readings of [`RUNS`] runs.
    fn measure(&mut self, what: &str, input: &str, run: impl Fn() -> Result<Vec<Reading>>) {
        for number in 1..=RUNS {
            eprintln!("{what}, {input}: run {number} of {RUNS}");
            machine::wait_until_quiet();
            match run() {
                Ok(readings) => self.figures.add(input, readings),
                Err(error) => return self.figures.failed(what, input, &error),
            }
        }
    }
}

fn size_of(megabytes: u32) -> String {
    match megabytes {
        1_000.. if megabytes.is_multiple_of(1_000) => format!("{} GB", megabytes / 1_000),
        _ => format!("{megabytes} MB"),
    }
}

fn count_of(slices: u64) -> String {
    format!("{} M slices", slices as f64 / 1e6)
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
