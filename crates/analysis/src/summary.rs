//! The summary: the JSON contract between the CLI, the page and whoever reads either.
//!
//! Field order is the contract's; unknown numbers are `null`; every list has a defined order, so the same
//! capture gives the same bytes whatever it was read from.

use serde::{Deserialize, Serialize};
use stepscope_core::model::CaptureKind;
use stepscope_core::note::{NoteKind, Severity};

/// Number of this contract: raised when a field changes its meaning or goes away.
pub const SCHEMA: u32 = 1;

/// Everything `stepscope summary --json` prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// [`SCHEMA`]
    pub schema: u32,
    /// Captures in the order in which they were found.
    pub captures: Vec<CaptureSummary>,
    /// `null` when nothing is open.
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
    /// Sum of durations.
    pub total_ns: i64,
}

/// The verdict in English.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VerdictSummary {
    /// What limits the steps.
    pub class: crate::verdict::VerdictClass,
    /// One sentence.
    pub sentence: String,
    /// Share of step time that could be avoided.
    pub share: Option<f64>,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FindingSummary {
    /// Rule.
    pub id: crate::findings::FindingId,
    /// How much it matters.
    pub severity: crate::findings::FindingSeverity,
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
