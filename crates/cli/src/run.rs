//! One run of the command.

use crate::flags::{self, Command, Form, Measure};
use crate::load::load;
use crate::measure::Stages;
use crate::style::Style;
use crate::{report, walk};
use anyhow::{Context as _, Result, anyhow};
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::thread;
use stepscope_analysis::Analysis;
use stepscope_analysis::findings::{Context, Finding, Findings};
use stepscope_analysis::selection::Selection;
use stepscope_analysis::summary::Summary;
use stepscope_core::load::{Limits, Loaded, Options};
use stepscope_core::model::{Capture, FileState};

/// Nothing could be loaded.
const NOTHING: u8 = 1;
/// Wrong usage.
const USAGE: u8 = 2;

/// Runs with the arguments behind the program's name.
///
/// # Errors
/// Output that could not be written.
pub(crate) fn run(arguments: impl IntoIterator<Item = OsString>) -> Result<ExitCode> {
    match flags::parse(arguments) {
        Ok(Command::Print(text)) => {
            io::stdout().write_all(text.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Ok(Command::Summary(arguments)) => summary(&arguments),
        Err(error) => usage(&error),
    }
}

fn usage(error: &anyhow::Error) -> Result<ExitCode> {
    writeln!(io::stderr(), "error: {error:#}\nSee `stepscope --help`.")?;
    Ok(ExitCode::from(USAGE))
}

fn summary(arguments: &flags::Summary) -> Result<ExitCode> {
    let mut stages = Stages::start();
    let options = Options {
        databases: Some(stepscope_database::read),
        unpack: stepscope_codecs::unpack,
        gbk: stepscope_codecs::gbk,
        limits: Limits::raised(arguments.limits.unwrap_or(1)),
        ..Options::default()
    };
    let found = walk::walk(&arguments.paths, &options.limits);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut loaded = load(&found.inputs, &options, threads);
    loaded.notes.splice(0..0, found.notes);
    stages.end("load", Some(bytes_read(&loaded)));

    let Loaded { captures, notes } = &loaded;
    let selection = match selection(arguments, captures) {
        Ok(selection) => selection,
        Err(error) => return usage(&error),
    };
    let analyses: Vec<Analysis> = captures.iter().map(Analysis::new).collect();
    if let Err(error) = has_steps(&analyses, &selection) {
        return usage(&error);
    }
    let summary = Summary::of(&analyses, &selection, notes);
    stages.end("analysis", None);

    let mut out = BufWriter::new(io::stdout().lock());
    match arguments.form {
        Form::Json => {
            serde_json::to_writer_pretty(&mut out, &summary).context("writing the summary")?;
            writeln!(out)?;
        }
        Form::Text => {
            let findings = findings(&analyses, &selection);
            report::write(&mut out, Style::of(&io::stdout()), &summary, &findings)?;
        }
    }
    out.flush()?;
    stages.end("write", None);

    let mut err = io::stderr().lock();
    if arguments.form == Form::Text || captures.is_empty() {
        let style = Style::of(&err);
        report::write_notes(&mut err, style, &summary.notes)?;
    }
    if arguments.measure == Measure::Lines {
        stages.write(&mut err)?;
    }
    // Taking gigabytes of columns apart one by one takes longer than the exit of the process.
    let nothing = captures.is_empty();
    std::mem::forget(analyses);
    std::mem::forget(loaded);
    Ok(if nothing { ExitCode::from(NOTHING) } else { ExitCode::SUCCESS })
}

/// Size of the files that were read, unpacked.
fn bytes_read(loaded: &Loaded) -> u64 {
    let files = loaded.captures.iter().flat_map(|c| &c.ranks).flat_map(|rank| &rank.files);
    files.filter(|file| file.state == FileState::Read).map(|file| file.bytes).sum()
}

/// Everything that the rules found, capture by capture.
fn findings(analyses: &[Analysis], selection: &Selection) -> Vec<Vec<Finding>> {
    let of = |analysis| Findings::of(&Context::new(analysis, selection)).list;
    analyses.iter().map(of).collect()
}

/// Whether any of the steps asked for is there.
fn has_steps(analyses: &[Analysis], selection: &Selection) -> Result<()> {
    let is_there = |analysis: &Analysis| analysis.steps(selection).next().is_some();
    if selection.steps.is_none() || analyses.is_empty() || analyses.iter().any(is_there) {
        return Ok(());
    }
    let units = analyses.iter().flat_map(Analysis::all_units);
    let steps = units.flat_map(|unit| &unit.facts.steps.list);
    let numbers: Vec<i64> = steps.filter_map(|step| step.number).collect();
    let known = numbers.iter().min().zip(numbers.iter().max());
    let known = known.map_or_else(|| "none".to_owned(), |(first, last)| format!("{first}..{last}"));
    Err(anyhow!("--step: no such step here; steps found: {known}"))
}

/// Rank numbers → places in the captures.
fn selection(arguments: &flags::Summary, captures: &[Capture]) -> Result<Selection> {
    let steps = arguments.steps;
    if arguments.ranks.is_empty() || captures.is_empty() {
        return Ok(Selection { ranks: None, steps });
    }
    let places = |capture: &Capture| {
        let chosen = |number: Option<u32>| number.is_some_and(|n| arguments.ranks.contains(&n));
        let ranks = capture.ranks.iter().enumerate();
        ranks.filter(|(_, rank)| chosen(rank.rank)).map(|(at, _)| at).collect::<Vec<usize>>()
    };
    for wanted in &arguments.ranks {
        let numbers = || captures.iter().flat_map(|c| &c.ranks).filter_map(|rank| rank.rank);
        if !numbers().any(|number| number == *wanted) {
            let mut known: Vec<u32> = numbers().collect();
            known.sort_unstable();
            known.dedup();
            let known: Vec<String> = known.iter().map(u32::to_string).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            return Err(anyhow!("--rank: no rank {wanted} here; ranks found: {known}"));
        }
    }
    let ranks = places(&captures[0]);
    // A selection counts places, and means the same ranks everywhere only where these agree.
    if captures.iter().any(|capture| places(capture) != ranks) {
        return Err(anyhow!(
            "--rank: the captures hold different ranks; name one capture at a time"
        ));
    }
    Ok(Selection { ranks: Some(ranks), steps })
}
