//! The summary for people: verdict, findings, and where each step's time went.

use crate::style::{Role, Style, clean};
use crate::table::Table;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, Write};
use stepscope_analysis::findings::Finding;
use stepscope_analysis::summary::{CaptureSummary, NoteSummary, RankSummary, StepSummary, Summary};
use stepscope_core::note::{Language, Severity};

/// Steps of a capture that are shown one by one; of more, each rank's mean is. The JSON has all.
const STEPS: usize = 24;
/// Operator types shown of a capture.
const OPERATORS: usize = 10;
/// Notes shown before they are only counted.
const NOTES: usize = 30;

/// Writes the report: what was found, without the notes. `findings` are those of each capture.
pub(crate) fn write(
    out: &mut dyn Write,
    style: Style,
    summary: &Summary,
    findings: &[Vec<Finding>],
) -> io::Result<()> {
    if let Some(verdict) = &summary.verdict {
        let of = verdict.capture.iter().filter(|_| summary.captures.len() > 1);
        let of = of.map(|name| format!("{name}: ")).collect::<String>();
        let sentence = clean(&format!("{of}{}", verdict.sentence));
        writeln!(out, "{}", style.paint(Role::Heading, &sentence))?;
    }
    for (capture, findings) in summary.captures.iter().zip(findings) {
        write_heading(out, style, capture)?;
        for finding in findings {
            write_finding(out, style, finding)?;
        }
        write_tables(out, style, capture)?;
    }
    Ok(())
}

/// Writes the notes, worst first.
pub(crate) fn write_notes(
    out: &mut dyn Write,
    style: Style,
    notes: &[NoteSummary],
) -> io::Result<()> {
    let mut sorted: Vec<&NoteSummary> = notes.iter().collect();
    sorted.sort_by_key(|note| Reverse(note.severity));
    for note in sorted.iter().take(NOTES) {
        let (word, role) = severity(note.severity);
        let place = if note.file.is_empty() { String::new() } else { format!("{}: ", note.file) };
        writeln!(out, "{}: {}", style.paint(role, word), clean(&format!("{place}{}", note.text)))?;
    }
    match sorted.len().saturating_sub(NOTES) {
        0 => Ok(()),
        more => writeln!(out, "… and {more} more notes: see `--json`"),
    }
}

fn severity(severity: Severity) -> (&'static str, Role) {
    match severity {
        Severity::Error => ("error", Role::Error),
        Severity::Warning => ("warning", Role::Warning),
        Severity::Info => ("note", Role::Quiet),
    }
}

fn write_finding(out: &mut dyn Write, style: Style, finding: &Finding) -> io::Result<()> {
    let share = finding.share.map(|share| format!("{} of the step", percent(share)));
    let gain =
        finding.gain_ms_per_step.map(|ms| format!("up to {} ms per step to gain", number(ms)));
    let figures: Vec<String> = [share, gain].into_iter().flatten().collect();
    let figures =
        if figures.is_empty() { String::new() } else { format!("  ({})", figures.join(", ")) };
    let (_, role) = severity(finding.severity);
    let title = style.paint(role, &clean(finding.title.text(Language::En)));
    writeln!(out, "• {title}{figures}")?;
    for text in [&finding.text, &finding.advice] {
        let text = clean(text.text(Language::En));
        if !text.is_empty() {
            writeln!(out, "  {text}")?;
        }
    }
    Ok(())
}

fn write_heading(out: &mut dyn Write, style: Style, capture: &CaptureSummary) -> io::Result<()> {
    let kind = serde_json::to_value(capture.kind)?;
    let ranks = match capture.ranks.len() {
        1 => "1 rank".to_owned(),
        count => format!("{count} ranks"),
    };
    let about = format!("{}, {ranks}", kind.as_str().unwrap_or_default());
    let name = style.paint(Role::Heading, &clean(&capture.name));
    writeln!(out, "\n{name}  {}", style.paint(Role::Quiet, &about))
}

fn write_tables(out: &mut dyn Write, style: Style, capture: &CaptureSummary) -> io::Result<()> {
    write_table(out, style, &ranks_table(capture))?;
    let steps: usize = capture.ranks.iter().map(|rank| known(rank).count()).sum();
    if steps <= STEPS {
        write_table(out, style, &steps_table(capture))?;
    } else {
        write_table(out, style, &means_table(capture))?;
        writeln!(
            out,
            "  Means over the steps; choose some with `--rank N --step A..B`, or see `--json`."
        )?;
    }
    if capture.ranks.iter().any(is_by_vendor) {
        writeln!(out, "  Of ranks without a timeline these are the vendor's own numbers.")?;
    }
    write_table(out, style, &pipelines_table(capture))?;
    write_table(out, style, &operators_table(capture))
}

fn write_table(out: &mut dyn Write, style: Style, table: &Table) -> io::Result<()> {
    if table.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    for (at, line) in table.lines().iter().enumerate() {
        let line = if at == 0 { style.paint(Role::Quiet, line) } else { line.clone() };
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

fn ranks_table(capture: &CaptureSummary) -> Table {
    let heading =
        ["rank", "device", "level", "CANN", "framework", "slices", "kernels", "span ms", "busy"];
    let mut table = Table::new(5, heading);
    for rank in &capture.ranks {
        table.row(vec![
            name(rank),
            rank.device.map_or_else(unknown, |device| device.to_string()),
            text(rank.profiler_level.as_deref()),
            text(rank.versions.cann.as_deref()),
            text(rank.versions.framework.as_deref()),
            rank.events.as_ref().map_or_else(unknown, |events| events.slices.to_string()),
            rank.kernels.map_or_else(unknown, |kernels| kernels.to_string()),
            ms(rank.span_ns),
            rank.utilization.map_or_else(unknown, percent),
        ]);
    }
    table
}

const PARTS: [&str; 7] =
    ["total ms", "preparing", "computing", "exposed comm", "free", "overlapped", "bubble"];

/// Steps with device data: host-only traces have steps of which no part is known. Of a rank without a timeline those that
/// the vendor worked out.
fn known(rank: &RankSummary) -> impl Iterator<Item = &StepSummary> {
    let vendor = rank.vendor_steps.as_deref().filter(|_| is_by_vendor(rank));
    vendor.unwrap_or(&rank.steps).iter().filter(|step| step.computing_ns.is_some())
}

fn is_by_vendor(rank: &RankSummary) -> bool {
    rank.events.is_none() && rank.vendor_steps.is_some()
}

/// In the order of [`PARTS`].
fn parts(step: &StepSummary) -> [Option<i64>; PARTS.len()] {
    [
        total(step),
        step.preparing_ns,
        step.computing_ns,
        step.communication_not_overlapped_ns,
        step.free_ns,
        step.overlapped_ns,
        step.bubble_ns,
    ]
}

fn steps_table(capture: &CaptureSummary) -> Table {
    let mut table = Table::new(2, ["rank", "step"].into_iter().chain(PARTS));
    for rank in &capture.ranks {
        for step in known(rank) {
            let cells = [name(rank), text(step.step.as_deref())];
            table.row(cells.into_iter().chain(parts(step).map(ms)).collect());
        }
    }
    table
}

/// One row a rank: the mean over its steps, each part over those in which it is known.
fn means_table(capture: &CaptureSummary) -> Table {
    let mut table = Table::new(2, ["rank", "steps"].into_iter().chain(PARTS));
    for rank in capture.ranks.iter().filter(|rank| known(rank).next().is_some()) {
        let means = (0..PARTS.len()).map(|part| {
            let values: Vec<i64> = known(rank).filter_map(|step| parts(step)[part]).collect();
            let sum: i64 = values.iter().sum();
            ms((!values.is_empty()).then(|| sum / values.len().max(1) as i64))
        });
        let cells = [name(rank), known(rank).count().to_string()];
        table.row(cells.into_iter().chain(means).collect());
    }
    table
}

/// Preparing + computing + exposed communication + free, as decisions.md defines the step time.
fn total(step: &StepSummary) -> Option<i64> {
    // A step without device data in front of it has no preparing; the other parts must be known.
    let preparing = step.preparing_ns.unwrap_or(0);
    Some(preparing + step.computing_ns? + step.communication_not_overlapped_ns? + step.free_ns?)
}

/// Operators of data pipelines.
fn pipelines_table(capture: &CaptureSummary) -> Table {
    let heading = ["data pipeline", "operator", "id", "workers", "queue", "filled", "from"];
    let mut table = Table::new(2, heading);
    for pipeline in capture.ranks.iter().flat_map(|rank| &rank.data_pipelines) {
        for operator in &pipeline.operators {
            let children: Vec<String> = operator.children.iter().map(u32::to_string).collect();
            table.row(vec![
                clean(&pipeline.file),
                clean(&operator.kind),
                operator.id.to_string(),
                operator.workers.map_or_else(unknown, |workers| workers.to_string()),
                operator.queue_length.map_or_else(unknown, |length| length.to_string()),
                operator.queue_usage.map_or_else(unknown, percent),
                if children.is_empty() { unknown() } else { children.join(" ") },
            ]);
        }
    }
    table
}

/// Operators of all ranks together, the longest first.
fn operators_table(capture: &CaptureSummary) -> Table {
    type TypeAndCore<'a> = (Option<&'a str>, Option<&'a str>);
    let mut sums: BTreeMap<TypeAndCore, (u64, Option<i64>)> = BTreeMap::new();
    for operator in capture.ranks.iter().flat_map(|rank| &rank.operators) {
        let key = (operator.kind.as_deref(), operator.core.as_deref());
        let (count, total) = sums.entry(key).or_default();
        *count += operator.count;
        *total = operator.total_ns.map(|own| own + total.unwrap_or(0)).or(*total);
    }
    let whole: i64 = sums.values().filter_map(|(_, total)| *total).sum();
    let mut sorted: Vec<_> = sums.into_iter().collect();
    sorted.sort_by_key(|(_, (_, total))| Reverse(*total));
    let mut table = Table::new(2, ["operator type", "core", "count", "total ms", "share"]);
    for ((kind, core), (count, total)) in sorted.into_iter().take(OPERATORS) {
        let share = total.map(|total| percent(total as f64 / whole.max(1) as f64));
        let share = share.unwrap_or_else(unknown);
        table.row(vec![text(kind), text(core), count.to_string(), ms(total), share]);
    }
    table
}

fn name(rank: &RankSummary) -> String {
    rank.rank.map_or_else(unknown, |rank| rank.to_string())
}

fn text(text: Option<&str>) -> String {
    text.map_or_else(unknown, clean)
}

fn unknown() -> String {
    "–".to_owned()
}

fn ms(ns: Option<i64>) -> String {
    ns.map_or_else(unknown, |ns| format!("{:.3}", ns as f64 / 1e6))
}

fn number(ms: f64) -> String {
    if ms >= 10.0 { format!("{ms:.1}") } else { format!("{ms:.2}") }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}
