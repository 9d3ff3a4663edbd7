//! Timing a process on a quiet machine (Linux: `/proc`).

use std::io::Read;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs};

use anyhow::{Context, Result, bail};

/// Two heavy jobs at once are no measurement: less than this share of the cores may be busy before a run.
const QUIET: f64 = 0.15;

/// A finished process.
pub(super) struct Run {
    /// From its start to its end.
    pub(super) seconds: f64,
    /// 10⁶ bytes, as the kernel counted the peak of resident memory; `None` when it ended before that could be read.
    pub(super) peak: Option<f64>,
    /// What it printed.
    pub(super) output: Vec<u8>,
}

/// Waits until the machine is quiet, or for `PATIENCE` seconds (60): then what follows is a trial only.
pub(super) fn wait_until_quiet() {
    let patience = env::var("PATIENCE").ok().and_then(|seconds| seconds.parse().ok()).unwrap_or(60);
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(patience) {
        let before = cpu_times();
        thread::sleep(Duration::from_secs(1));
        let after = cpu_times();
        match (before, after) {
            (Some((busy, all)), Some((busy_after, all_after))) if all_after > all => {
                if (busy_after - busy) as f64 / ((all_after - all) as f64) < QUIET {
                    return;
                }
            }
            _ => return,
        }
    }
    eprintln!("the machine is busy: this is a trial, not a measurement");
}

/// Busy and all clock ticks since boot.
fn cpu_times() -> Option<(u64, u64)> {
    let stat = fs::read_to_string("/proc/stat").ok()?;
    let ticks: Vec<u64> = stat
        .lines()
        .next()?
        .split_whitespace()
        .skip(1)
        .map_while(|word| word.parse().ok())
        .collect();
    let all: u64 = ticks.iter().sum();
    Some((all - ticks.get(3)? - ticks.get(4)?, all))
}

/// Runs to the end. The peak is the last `VmHWM` seen before the exit; reading it costs the process nothing.
pub(super) fn time(command: &mut Command) -> Result<Run> {
    let start = Instant::now();
    let mut child = command
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {command:?}"))?;
    let status_file = format!("/proc/{}/status", child.id());
    let mut pipe = child.stdout.take().context("no output")?;
    let reader = thread::spawn(move || {
        let mut output = Vec::new();
        pipe.read_to_end(&mut output).map(|_| output)
    });
    let mut peak = None;
    let status = loop {
        peak = peak_of(&status_file).or(peak);
        if let Some(status) = child.try_wait()? {
            break status;
        }
        thread::sleep(Duration::from_millis(1));
    };
    let seconds = start.elapsed().as_secs_f64();
    let output = reader.join().ok().context("reading its output failed")??;
    if !status.success() {
        bail!("{command:?} failed ({status})");
    }
    Ok(Run { seconds, peak, output })
}

fn peak_of(status_file: &str) -> Option<f64> {
    let status = fs::read_to_string(status_file).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix(" kB")?.parse::<f64>().ok()? * 1024.0 / 1e6)
}
