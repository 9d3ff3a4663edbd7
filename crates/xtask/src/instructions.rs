//! `cargo xtask instructions`: how many instructions the hot paths take, beside the committed counts.
//!
//! Wall time on a shared machine is noise; the count of a run under callgrind hardly changes, whatever else the
//! machine does. It holds for one compiler, set of dependencies and kind of processor: callgrind shows a program AVX2
//! where the machine has it and nothing newer, so any machine of the last ten years counts alike.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::{env, fs};

use anyhow::{Context, Result, bail};

use crate::process;
use crate::workspace::Workspace;

const COMMITTED: &str = "crates/bench/instructions.txt";

/// What a count may differ by. Where things lie makes up to three in a hundred of what is mostly `memcpy`, the seeds
/// of hash maps five in a thousand.
const SLACK: f64 = 0.04;

const HEAD: &str = "\
# Instructions of the hot paths (crates/bench/src/phases.rs) under callgrind, on x86-64 with AVX2.
# `cargo xtask instructions` compares, `cargo xtask instructions --accept` writes what is beyond the slack.
";

/// What to do with a count that is beyond the slack.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Beyond {
    /// Fail.
    Refuse,
    /// Commit it.
    Accept,
}

/// Without the string instructions, of which callgrind counts a step a byte: whether `memcpy` takes them depends on
/// where things happen to lie, and that was a tenth of a count. The rest of the environment lies on the stack and
/// moves them, too, so the program is given none.
const TUNABLES: (&str, &str) = ("GLIBC_TUNABLES", "glibc.cpu.hwcaps=-ERMS");

/// Counts every phase and compares.
pub(crate) fn run(workspace: &Workspace, beyond: Beyond) -> Result<()> {
    if !is_comparable() {
        if env::var_os("CI").is_some() {
            bail!(
                "instruction counts are committed for x86-64 with AVX2, which this machine is not"
            );
        }
        return Ok(writeln!(io::stdout(), "not x86-64 with AVX2: counts are not compared")?);
    }
    let driver = build(workspace)?;
    let file = workspace.path(COMMITTED);
    let committed = parse(&fs::read_to_string(&file).unwrap_or_default())?;
    let counted = driver.count_all()?;

    let mut out = io::stdout().lock();
    let mut refused = Vec::new();
    let mut kept = Vec::new();
    for (phase, count) in &counted {
        let before = committed.iter().find(|(known, _)| known == phase).map(|(_, count)| *count);
        let verdict = Verdict::of(*count, before);
        let line = format!("{phase:<16} {:>15}  {}", grouped(*count), verdict.text(before));
        writeln!(out, "{}", line.trim_end())?;
        match (verdict, before) {
            (Verdict::Same, Some(before)) => kept.push((phase.clone(), before)),
            _ => {
                refused.push(phase.as_str());
                kept.push((phase.clone(), *count));
            }
        }
    }
    let gone =
        committed.iter().filter(|(known, _)| !counted.iter().any(|(phase, _)| phase == known));
    refused.extend(gone.map(|(phase, _)| phase.as_str()));
    match beyond {
        Beyond::Accept => Ok(fs::write(file, print(&kept))?),
        Beyond::Refuse if refused.is_empty() => Ok(()),
        Beyond::Refuse => bail!(
            "not the committed counts: {}. Find out why. A change that is meant, for the better too, is committed \
             with `cargo xtask instructions --accept` and its reason",
            refused.join(", ")
        ),
    }
}

fn is_comparable() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("avx2");
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Verdict {
    Same,
    /// By this share of the committed count.
    More(f64),
    Fewer(f64),
    New,
}

impl Verdict {
    fn of(count: u64, committed: Option<u64>) -> Self {
        let Some(committed) = committed else { return Self::New };
        match count as f64 / committed as f64 - 1.0 {
            more if more > SLACK => Self::More(more),
            fewer if fewer < -SLACK => Self::Fewer(-fewer),
            _ => Self::Same,
        }
    }

    fn text(self, committed: Option<u64>) -> String {
        let before = committed.map(grouped).unwrap_or_default();
        match self {
            Self::Same => String::new(),
            Self::More(share) => format!("{:.1} % MORE than the committed {before}", share * 100.0),
            Self::Fewer(share) => {
                format!("{:.1} % fewer than the committed {before}", share * 100.0)
            }
            Self::New => "not committed yet".to_owned(),
        }
    }
}

/// The program whose phases are counted.
struct Driver {
    program: PathBuf,
    fixtures: PathBuf,
}

fn build(workspace: &Workspace) -> Result<Driver> {
    let cargo = ["build", "--quiet", "--release", "--package", "stepscope-bench"];
    process::run(Command::new("cargo").current_dir(workspace.root()).args(cargo))?;
    let driver = Driver {
        program: workspace.target("release/stepscope-bench"),
        fixtures: workspace.scratch("bench/fixtures"),
    };
    process::run(Command::new(&driver.program).arg("fixtures").arg(&driver.fixtures))?;
    Ok(driver)
}

impl Driver {
    fn phases(&self) -> Result<Vec<String>> {
        let output = Command::new(&self.program).arg("phases").output()?;
        Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
    }

    /// As many at once as there are cores: they do not disturb each other.
    fn count_all(&self) -> Result<Vec<(String, u64)>> {
        let phases = self.phases()?;
        let rest = Mutex::new(phases.iter());
        let next = || rest.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            let mut counts = Vec::new();
            while let Some(phase) = next() {
                counts.push((phase.clone(), self.count(phase)?));
            }
            Ok(counts)
        };
        let mut counts = thread::scope(|scope| -> Result<Vec<_>> {
            let cores = thread::available_parallelism().map_or(1, usize::from);
            let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
            let mut all = Vec::new();
            for worker in workers {
                let counts: Result<Vec<_>> = worker.join().ok().context("a worker panicked")?;
                all.extend(counts?);
            }
            Ok(all)
        })?;
        counts.sort_by_key(|(phase, _)| phases.iter().position(|own| own == phase));
        Ok(counts)
    }

    fn count(&self, phase: &str) -> Result<u64> {
        let mut command = Command::new("valgrind");
        command
            .env_clear()
            .envs(env::var_os("PATH").map(|path| ("PATH", path)))
            .env(TUNABLES.0, TUNABLES.1)
            .args(["--tool=callgrind", "--toggle-collect=*phases::measured*"])
            .arg("--callgrind-out-file=/dev/null")
            .arg(&self.program)
            .args(["phase", phase])
            .arg(&self.fixtures);
        let output = command.output().context("cannot start valgrind")?;
        let report = String::from_utf8_lossy(&output.stderr);
        match collected(&report) {
            Some(count) if output.status.success() && count > 0 => Ok(count),
            _ => bail!("counting {phase} failed: {report}"),
        }
    }
}

/// What callgrind says at its end: `==123== Collected : 456`.
fn collected(report: &str) -> Option<u64> {
    let line = report.lines().find_map(|line| line.split_once("Collected :"));
    line?.1.trim().parse().ok()
}

fn parse(text: &str) -> Result<Vec<(String, u64)>> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let read = |line: &str| {
        let (phase, count) = line.split_once(' ')?;
        Some((phase.to_owned(), count.trim().replace('_', "").parse().ok()?))
    };
    lines.map(|line| read(line).with_context(|| format!("{COMMITTED}: {line}"))).collect()
}

fn print(counts: &[(String, u64)]) -> String {
    let lines =
        counts.iter().map(|(phase, count)| format!("{phase:<16} {:>15}\n", grouped(*count)));
    HEAD.to_owned() + &lines.collect::<String>()
}

/// `1_234_567`
fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('_');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_beyond_the_slack_is_told_either_way() {
        assert_eq!(Verdict::of(1_039, Some(1_000)), Verdict::Same);
        assert_eq!(Verdict::of(961, Some(1_000)), Verdict::Same);
        assert!(matches!(Verdict::of(1_041, Some(1_000)), Verdict::More(_)));
        assert!(matches!(Verdict::of(959, Some(1_000)), Verdict::Fewer(_)));
        assert_eq!(Verdict::of(1, None), Verdict::New);
    }

    #[test]
    fn counts_are_read_as_they_are_written() {
        let counts = vec![("load-zip".to_owned(), 1_234_567), ("x".to_owned(), 12)];
        let text = print(&counts);
        assert!(text.contains("1_234_567") && text.contains(" 12\n"));
        assert_eq!(parse(&text).unwrap(), counts);
        assert!(parse("load-zip many").is_err());
    }

    #[test]
    fn the_count_is_found_in_what_callgrind_says() {
        let report = "==1== Events    : Ir\n==1== Collected : 42\n==1== I   refs:      42\n";
        assert_eq!(collected(report), Some(42));
        assert_eq!(collected("valgrind: no such file"), None);
    }
}
