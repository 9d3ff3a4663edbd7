//! Times and memory for `make bench`, as JSON lines.

use serde::Serialize;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// Stages of one run.
pub(crate) struct Stages {
    started: Instant,
    stages: Vec<Stage>,
}

#[derive(Serialize)]
struct Stage {
    stage: &'static str,
    seconds: f64,
    /// Bytes that the stage read, unpacked.
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    /// 10⁶ bytes a second.
    #[serde(skip_serializing_if = "Option::is_none")]
    mb_per_s: Option<f64>,
}

#[derive(Serialize)]
struct Memory {
    stage: &'static str,
    /// Highest resident memory so far, in bytes; `null` where the system does not tell.
    peak_bytes: Option<u64>,
}

impl Stages {
    /// Starts the clock.
    pub(crate) fn start() -> Stages {
        Stages { started: Instant::now(), stages: Vec::new() }
    }

    /// Ends a stage and starts the next.
    pub(crate) fn end(&mut self, stage: &'static str, bytes: Option<u64>) {
        let took = std::mem::replace(&mut self.started, Instant::now()).elapsed();
        let mb_per_s = bytes.map(|bytes| rate(bytes, took));
        self.stages.push(Stage { stage, seconds: took.as_secs_f64(), bytes, mb_per_s });
    }

    /// One line a stage, and one for the peak memory.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for stage in &self.stages {
            writeln!(out, "{}", serde_json::to_string(stage)?)?;
        }
        let memory = Memory { stage: "memory", peak_bytes: peak_bytes() };
        writeln!(out, "{}", serde_json::to_string(&memory)?)
    }
}

fn rate(bytes: u64, took: Duration) -> f64 {
    bytes as f64 / 1e6 / took.as_secs_f64().max(1e-9)
}

/// `VmHWM` of this process.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}
