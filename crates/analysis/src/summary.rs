//! The summary: the JSON contract between the CLI, the page and whoever reads either.
//!
//! Field order is the contract's; unknown numbers are `null`; every list has a defined order, so the same
//! capture gives the same bytes whatever it was read from.

use crate::breakdown::Parts;
use crate::findings::{self, Context, Finding, FindingId, Findings};
use crate::operators::{GroupBy, GroupRow, Table};
use crate::selection::Selection;
use crate::steps::Step;
use crate::vendor_tables::{self, CommunicationSummary, MemorySummary};
use crate::verdict::{Verdict, VerdictClass, gravest};
use crate::{Analysis, Unit, UnitStep, utilization};
use serde::{Deserialize, Serialize};
use stepscope_core::capture::is_database;
use stepscope_core::model::{
    CaptureKind, FileState, Pipeline, PipelineOperator, Rank, StepTraceRow, Trace,
};
use stepscope_core::note::{Language, Note, NoteKind, Severity};
use stepscope_core::time::Ns;

/// Number of this contract: raised when a field changes its meaning or goes away.
pub const SCHEMA: u32 = 1;

/// Everything `stepscope summary --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// [`SCHEMA`]
    pub schema: u32,
    /// Captures in the order in which they were found.
    pub captures: Vec<CaptureSummary>,
    /// `null` when nothing is open and nothing says how to make it so.
    pub verdict: Option<VerdictSummary>,
    /// Quality first, then by share.
    pub findings: Vec<FindingSummary>,
    /// What was odd, captures and ranks in order.
    pub notes: Vec<NoteSummary>,
}

/// One capture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CaptureSummary {
    /// Innermost common folder, or the file's name.
    pub name: String,
    /// Which tool wrote it.
    pub kind: CaptureKind,
    /// Ranks by number.
    pub ranks: Vec<RankSummary>,
}

/// One rank; a rank with several devices appears once for each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RankSummary {
    /// Rank number.
    pub rank: Option<u32>,
    /// Device number.
    pub device: Option<u32>,
    /// Host name.
    pub host: Option<String>,
    /// `text` or `db`.
    pub format: String,
    /// Versions of the tools.
    pub versions: Versions,
    /// `Level0`…
    pub profiler_level: Option<String>,
    /// First to last event of the timeline.
    pub span_ns: Option<i64>,
    /// Events of the timeline file; `null` without one.
    pub events: Option<EventsSummary>,
    /// Compute kernels and collectives: the rows of `kernel_details.csv`, or their count in the timeline.
    pub kernels: Option<u64>,
    /// Steps by start.
    pub steps: Vec<StepSummary>,
    /// The vendor's step table as it is, a row a step and device; `null` without one.
    pub vendor_steps: Option<Vec<StepSummary>>,
    /// What the vendor worked out of collectives, by step; `null` where that was not exported.
    pub communication: Option<Vec<CommunicationSummary>>,
    /// Memory; `null` where it was not recorded.
    pub memory: Option<MemorySummary>,
    /// What MindSpore recorded of its data pipeline, a file each; empty where nothing was.
    pub data_pipelines: Vec<PipelineSummary>,
    /// Share of the steps' windows in which a compute kernel runs.
    pub utilization: Option<f64>,
    /// Operators by total time, without communication as in `op_statistic.csv`.
    pub operators: Vec<OperatorSummary>,
}

/// Versions as the capture tells them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Versions {
    /// CANN.
    pub cann: Option<String>,
    /// torch_npu or MindSpore.
    pub framework: Option<String>,
}

/// Counts of the timeline file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventsSummary {
    /// `X`, paired begins and ends, instants.
    pub slices: u64,
    /// `C`
    pub counters: u64,
    /// `s`
    pub flow_starts: u64,
    /// `f`
    pub flow_ends: u64,
    /// `M`
    pub metadata: u64,
}

/// One step, as formats.md §6.1 defines its parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepSummary {
    /// Its name; `null` when the whole span is one window.
    pub step: Option<String>,
    /// |C|
    pub computing_ns: Option<i64>,
    /// |M ∖ C|
    pub communication_not_overlapped_ns: Option<i64>,
    /// |C ∩ M|
    pub overlapped_ns: Option<i64>,
    /// |M|
    pub communication_ns: Option<i64>,
    /// Gaps between tasks.
    pub free_ns: Option<i64>,
    /// First start to last end, without bubble.
    pub stage_ns: Option<i64>,
    /// Receives.
    pub bubble_ns: Option<i64>,
    /// Step start to first task.
    pub preparing_ns: Option<i64>,
}

/// A file about a data pipeline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PipelineSummary {
    /// Name of the file.
    pub file: String,
    /// Number in its name.
    pub rank: Option<u32>,
    /// Operators, in file order.
    pub operators: Vec<PipelineOperatorSummary>,
    /// How often the device took data out of its queue; `null` where that was not recorded.
    pub dequeues: Option<usize>,
    /// How often the queue was empty then.
    pub empty_dequeues: Option<usize>,
}

/// An operator of a data pipeline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PipelineOperatorSummary {
    /// `op_id`
    pub id: u32,
    /// `op_type`
    #[serde(rename = "type")]
    pub kind: String,
    /// Threads that it has.
    pub workers: Option<u32>,
    /// Most items that its queue takes.
    pub queue_length: Option<u64>,
    /// Mean share of its queue that was filled.
    pub queue_usage: Option<f64>,
    /// The operators whose output it takes.
    pub children: Vec<u32>,
}

/// One operator type on one kind of core; both `null` at Level0, which records neither.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperatorSummary {
    /// `MatMulV2`…
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// `AI_CORE`…
    pub core: Option<String>,
    /// How many.
    pub count: u64,
    /// Sum of durations; `None` where no duration is known.
    pub total_ns: Option<i64>,
}

/// The verdict in English.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VerdictSummary {
    /// Name of the capture that it is of; `null` when none could be loaded.
    pub capture: Option<String>,
    /// What limits the steps.
    pub class: VerdictClass,
    /// One sentence.
    pub sentence: String,
    /// Share of step time that could be avoided.
    pub share: Option<f64>,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FindingSummary {
    /// Rule.
    pub id: FindingId,
    /// How much it matters.
    pub severity: Severity,
    /// Share of step time that it explains.
    pub share: Option<f64>,
    /// Upper bound of what mending it saves.
    pub gain_ms_per_step: Option<f64>,
    /// Rank numbers.
    pub ranks: Vec<Option<u32>>,
    /// Steps.
    pub steps: Vec<String>,
}

/// One note.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoteSummary {
    /// How much it matters.
    pub severity: Severity,
    /// What it is.
    pub kind: NoteKind,
    /// Path relative to the capture.
    pub file: String,
    /// The sentence, in English.
    pub text: String,
}

impl Summary {
    /// Summary of captures: the verdict is that of the capture with the gravest one, findings and notes are
    /// those of all. `loading` are the notes of inputs that gave no capture.
    pub fn of(analyses: &[Analysis], selection: &Selection, loading: &[Note]) -> Summary {
        let contexts: Vec<Context> =
            analyses.iter().map(|one| Context::new(one, selection)).collect();
        let found: Vec<Findings> = contexts.iter().map(Findings::of).collect();
        let verdicts = contexts.iter().zip(&found).map(|(one, found)| Verdict::of(one, found));
        let mut verdicts: Vec<Verdict> = verdicts.collect();
        let verdict = match gravest(&verdicts) {
            Some(place) => {
                let name = analyses[place].capture.name.clone();
                Some((Some(name), verdicts.swap_remove(place)))
            }
            None => Verdict::not_parsed(loading).map(|verdict| (None, verdict)),
        };
        let of_loading = findings::of_loading(loading).into_iter().map(|one| finding(None, one));
        let of_captures = analyses.iter().zip(found).flat_map(|(analysis, found)| {
            found.list.into_iter().map(move |one| finding(Some(analysis), one))
        });
        let findings = of_loading.chain(of_captures).collect();
        let mut notes: Vec<NoteSummary> = loading.iter().map(note).collect();
        for analysis in analyses {
            notes.extend(analysis.capture.notes.iter().map(note));
            let chosen = analysis.capture.ranks.iter().enumerate();
            let chosen = chosen.filter(|(index, _)| selection.has_rank(*index));
            notes.extend(chosen.flat_map(|(_, rank)| rank.notes.iter().map(note)));
        }
        Summary {
            schema: SCHEMA,
            captures: analyses.iter().map(|one| capture(one, selection)).collect(),
            verdict: verdict.map(|(capture, verdict)| VerdictSummary {
                capture,
                class: verdict.class,
                sentence: verdict.sentence.en,
                share: verdict.share,
            }),
            findings,
            notes,
        }
    }
}

fn finding(analysis: Option<&Analysis>, finding: Finding) -> FindingSummary {
    let rank = |index: &usize| analysis?.capture.ranks.get(*index)?.rank;
    FindingSummary {
        id: finding.id,
        severity: finding.severity,
        share: finding.share,
        gain_ms_per_step: finding.gain_ms_per_step,
        ranks: finding.ranks.iter().map(rank).collect(),
        steps: finding.steps,
    }
}

fn note(note: &Note) -> NoteSummary {
    NoteSummary {
        severity: note.severity,
        kind: note.kind,
        file: note.file.clone(),
        text: note.text(Language::En),
    }
}

fn capture(analysis: &Analysis, selection: &Selection) -> CaptureSummary {
    CaptureSummary {
        name: analysis.capture.name.clone(),
        kind: analysis.capture.kind,
        ranks: analysis.units(selection).map(|unit| rank(analysis, selection, &unit)).collect(),
    }
}

/// What the tables of a rank were read from.
fn format(rank: &Rank) -> &'static str {
    let mut read = rank.files.iter().filter(|file| file.state == FileState::Read);
    if read.any(|file| is_database(&file.path)) { "db" } else { "text" }
}

fn rank(analysis: &Analysis, selection: &Selection, unit: &Unit) -> RankSummary {
    let (rank, facts) = (unit.rank, unit.facts);
    let trace = rank.trace.as_deref();
    let chosen = || facts.steps().filter(|(_, step)| selection.has_step(step.number));
    let info = rank.profiler_info.as_ref();
    RankSummary {
        rank: rank.rank,
        device: facts.device.device,
        host: rank.host.clone(),
        format: format(rank).to_owned(),
        versions: Versions {
            cann: info.and_then(|info| info.cann_version.clone()),
            framework: info.and_then(|info| info.framework_version.clone()),
        },
        profiler_level: info.and_then(|info| info.level.clone()),
        span_ns: trace.and_then(Trace::span).map(|span| span.end.minus(span.start).get()),
        events: trace.map(|trace| EventsSummary {
            slices: trace.counts.slices,
            counters: trace.counts.counters,
            flow_starts: trace.counts.flow_starts,
            flow_ends: trace.counts.flow_ends,
            metadata: trace.counts.metadata,
        }),
        kernels: kernels(unit),
        steps: chosen().map(|(place, step)| step_summary(step, &facts.parts[place])).collect(),
        vendor_steps: rank.step_trace.as_ref().map(|rows| rows.iter().map(vendor_step).collect()),
        communication: rank.communication.as_ref().map(vendor_tables::communication),
        memory: vendor_tables::memory(rank),
        data_pipelines: rank.pipelines.iter().map(pipeline).collect(),
        utilization: utilization::overall(chosen().map(|(step, _)| UnitStep { unit: *unit, step })),
        operators: operators(analysis, selection, unit),
    }
}

fn kernels(unit: &Unit) -> Option<u64> {
    let device = &unit.facts.device;
    match &unit.rank.kernels {
        Some(table) => Some(table.rows.len() as u64),
        None if device.is_empty() => None,
        None => Some((device.compute.len() + device.communication.len()) as u64),
    }
}

fn step_summary(step: &Step, parts: &Parts) -> StepSummary {
    let ns = |part: Option<Ns>| part.map(Ns::get);
    StepSummary {
        step: step.label.clone(),
        computing_ns: ns(parts.computing),
        communication_not_overlapped_ns: ns(parts.communication_not_overlapped),
        overlapped_ns: ns(parts.overlapped),
        communication_ns: ns(parts.communication),
        free_ns: ns(parts.free),
        stage_ns: ns(parts.stage),
        bubble_ns: ns(parts.bubble),
        preparing_ns: ns(parts.preparing),
    }
}

fn pipeline(pipeline: &Pipeline) -> PipelineSummary {
    let operator = |operator: &PipelineOperator| PipelineOperatorSummary {
        id: operator.id,
        kind: operator.kind.clone(),
        workers: operator.workers,
        queue_length: operator.queue_length,
        queue_usage: operator.queue_usage(),
        children: operator.children.clone(),
    };
    let dequeues = &pipeline.dequeues;
    let counted = |count: usize| (!dequeues.is_empty()).then_some(count);
    PipelineSummary {
        file: pipeline.file.clone(),
        rank: pipeline.rank,
        operators: pipeline.operators.iter().map(operator).collect(),
        dequeues: counted(dequeues.len()),
        empty_dequeues: counted(dequeues.iter().filter(|wait| wait.queue == 0).count()),
    }
}

fn vendor_step(row: &StepTraceRow) -> StepSummary {
    let ns = |part: Option<Ns>| part.map(Ns::get);
    StepSummary {
        step: row.step.clone(),
        computing_ns: ns(row.computing),
        communication_not_overlapped_ns: ns(row.communication_not_overlapped),
        overlapped_ns: ns(row.overlapped),
        communication_ns: ns(row.communication),
        free_ns: ns(row.free),
        stage_ns: ns(row.stage),
        bubble_ns: ns(row.bubble),
        preparing_ns: ns(row.preparing),
    }
}

fn operators(analysis: &Analysis, selection: &Selection, unit: &Unit) -> Vec<OperatorSummary> {
    let own = Selection { ranks: Some(vec![unit.index]), steps: selection.steps };
    let table = Table::new(analysis, &own, GroupBy::Type);
    let row = |row: &GroupRow| OperatorSummary {
        kind: row.kernel_type.clone(),
        core: row.core.clone(),
        count: row.count,
        total_ns: (row.timed > 0).then(|| row.total.get()),
    };
    table.groups().iter().map(row).collect()
}
