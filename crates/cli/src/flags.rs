//! The command line: flags are data from which help and errors are made.

use anyhow::{Context, Result, anyhow, bail};
use lexopt::Arg;
use std::ffi::OsString;
use std::path::PathBuf;
use stepscope_analysis::selection::StepRange;

/// What the user asked for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command {
    /// Print this text and be done.
    Print(String),
    /// `stepscope summary`
    Summary(Summary),
}

/// Arguments of `stepscope summary`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Summary {
    /// What to open.
    pub(crate) paths: Vec<PathBuf>,
    /// How to print.
    pub(crate) form: Form,
    /// Rank numbers; all when empty.
    pub(crate) ranks: Vec<u32>,
    /// Steps; all when absent.
    pub(crate) steps: Option<StepRange>,
    /// How many times the default the limits against hostile files are.
    pub(crate) limits: Option<u32>,
    /// Whether to tell times and memory.
    pub(crate) measure: Measure,
}

/// How the summary is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Form {
    /// For people.
    #[default]
    Text,
    /// The JSON contract.
    Json,
}

/// Whether times and memory are told on standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Measure {
    /// No.
    #[default]
    Off,
    /// As JSON lines.
    Lines,
}

/// One flag: its help and what it does.
struct Flag {
    long: &'static str,
    short: Option<char>,
    /// Name of its value in the help.
    value: Option<&'static str>,
    help: &'static str,
    act: fn(&mut Summary, OsString) -> Result<()>,
}

const FLAGS: &[Flag] = &[
    Flag {
        long: "json",
        short: None,
        value: None,
        help: "Print the summary as JSON (schema in README.md) instead of text.",
        act: |summary, _| {
            summary.form = Form::Json;
            Ok(())
        },
    },
    Flag {
        long: "rank",
        short: None,
        value: Some("N"),
        help: "Only rank N. Give it again for further ranks.",
        act: |summary, value| {
            let text = value.to_string_lossy();
            let rank = text.parse().with_context(|| format!("`{text}` is not a rank number"))?;
            summary.ranks.push(rank);
            Ok(())
        },
    },
    Flag {
        long: "step",
        short: None,
        value: Some("A..B"),
        help: "Only steps A to B, both included. Also A, A.. and ..B.",
        act: |summary, value| {
            summary.steps = Some(steps(&value.to_string_lossy())?);
            Ok(())
        },
    },
    Flag {
        long: "limits",
        short: None,
        value: Some("N"),
        help: "Limits against hostile files N times as high, for files that you trust.",
        act: |summary, value| {
            let text = value.to_string_lossy();
            let times = text.parse().ok().filter(|times| *times > 0);
            let times = times.with_context(|| format!("`{text}` is not a number from 1 on"))?;
            summary.limits = Some(times);
            Ok(())
        },
    },
    Flag {
        long: "timing",
        short: None,
        value: None,
        help: "Tell load and analysis time and peak memory on standard error, as JSON lines.",
        act: |summary, _| {
            summary.measure = Measure::Lines;
            Ok(())
        },
    },
];

const ABOUT: &str = "\
Opens Ascend NPU profiling captures and says where the step time went.

Usage: stepscope summary PATH... [OPTIONS]

PATH is a capture folder (or one above it), a .zip, .tar, .tar.gz, .tar.zst or .tar.xz of one, or
a single trace .json or .csv, also packed as .gz, .zst or .xz.

Options:
";

const ENDING: &str = "
Exit status: 0 something was loaded, 1 nothing could be loaded, 2 wrong usage.
Colours are used on a terminal, unless NO_COLOR is set. Nothing is written next to the data.
";

/// The help, from the table of flags.
pub(crate) fn help() -> String {
    let general = [
        ("-h, --help".to_owned(), "Print this help."),
        ("-V, --version".to_owned(), "Print the version."),
    ];
    let own = FLAGS.iter().map(|flag| (flag.synopsis(), flag.help));
    let rows: Vec<(String, &str)> = own.chain(general).collect();
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let lines: String =
        rows.iter().map(|(name, help)| format!("  {name:width$}  {help}\n")).collect();
    format!("{ABOUT}{lines}{ENDING}")
}

impl Flag {
    fn synopsis(&self) -> String {
        let short = self.short.map_or(String::new(), |short| format!("-{short}, "));
        let value = self.value.map_or(String::new(), |value| format!(" {value}"));
        format!("{short}--{}{value}", self.long)
    }
}

/// Reads the arguments behind the program's name.
///
/// # Errors
/// What is wrong, in one sentence for the user.
pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command> {
    let mut parser = lexopt::Parser::from_args(arguments);
    let mut command = None;
    let mut summary = Summary::default();
    while let Some(argument) = parser.next()? {
        let flag = match &argument {
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Print(help())),
            Arg::Short('V') | Arg::Long("version") => {
                return Ok(Command::Print(format!("stepscope {}\n", env!("CARGO_PKG_VERSION"))));
            }
            Arg::Value(value) if command.is_none() => {
                command = Some(value.clone());
                continue;
            }
            Arg::Value(value) => {
                summary.paths.push(value.into());
                continue;
            }
            Arg::Short(short) => FLAGS.iter().find(|flag| flag.short == Some(*short)),
            Arg::Long(long) => FLAGS.iter().find(|flag| flag.long == *long),
        };
        let Some(flag) = flag else { bail!("{}", argument.unexpected()) };
        let value = if flag.value.is_some() { parser.value()? } else { OsString::new() };
        (flag.act)(&mut summary, value).with_context(|| format!("--{}", flag.long))?;
    }
    match command.as_deref().and_then(|command| command.to_str()) {
        Some("summary") if summary.paths.is_empty() => {
            bail!("no PATH: name a capture folder, an archive of one, or a trace file")
        }
        Some("summary") => Ok(Command::Summary(summary)),
        Some("help") => Ok(Command::Print(help())),
        Some(other) => bail!("unknown command `{other}`: the only one is `summary`"),
        None if command.is_some() => bail!("unknown command: the only one is `summary`"),
        None => bail!("no command: use `stepscope summary PATH`"),
    }
}

/// `A..B`, `A..`, `..B` or `A`.
fn steps(text: &str) -> Result<StepRange> {
    let number = |text: &str| {
        text.trim().parse::<i64>().map_err(|_| anyhow!("`{text}` is not a step number"))
    };
    let (first, last) = match text.split_once("..") {
        None => (number(text)?, number(text)?),
        Some(("", "")) => bail!("`..` names no step"),
        Some((first, "")) => (number(first)?, i64::MAX),
        Some(("", last)) => (i64::MIN, number(last)?),
        Some((first, last)) => (number(first)?, number(last)?),
    };
    if first > last {
        bail!("`{text}` is empty: its first step comes after its last");
    }
    Ok(StepRange { first, last })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Command> {
        parse(line.split_whitespace().map(OsString::from))
    }

    fn summary(line: &str) -> Summary {
        match read(line) {
            Ok(Command::Summary(summary)) => summary,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn flags_may_stand_anywhere() {
        let found = summary("--json summary a --rank 3 b --rank=5 --step 2..4");
        assert_eq!(found.paths, [PathBuf::from("a"), PathBuf::from("b")]);
        assert_eq!((found.form, found.ranks), (Form::Json, vec![3, 5]));
        assert_eq!(found.steps, Some(StepRange { first: 2, last: 4 }));
    }

    #[test]
    fn step_ranges() {
        let range = |text: &str| steps(text).map(|range| (range.first, range.last)).ok();
        assert_eq!(range("7"), Some((7, 7)));
        assert_eq!(range("7.."), Some((7, i64::MAX)));
        assert_eq!(range("..7"), Some((i64::MIN, 7)));
        for wrong in ["", "..", "a", "1..b", "5..2", "1...2"] {
            assert_eq!(range(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn wrong_usage_is_said() {
        let cases = [
            ("", "no command"),
            ("summary", "no PATH"),
            ("sumary x", "unknown command `sumary`"),
            ("summary x --what", "--what"),
            ("summary x --rank", "--rank"),
            ("summary x --rank one", "not a rank number"),
            ("summary x --step 4..2", "first step comes after"),
        ];
        for (line, part) in cases {
            let error = format!("{:#}", read(line).expect_err(line));
            assert!(error.contains(part), "{line}: {error}");
        }
    }

    #[test]
    fn help_lists_every_flag() {
        let help = help();
        assert!(FLAGS.iter().all(|flag| help.contains(flag.long) && help.contains(flag.help)));
        assert!(help.lines().all(|line| line.len() <= 100), "{help}");
    }
}
