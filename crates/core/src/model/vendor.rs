//! The vendor's own small tables and descriptions: shown as provenance and used as checks.

use crate::time::Ns;
use serde::{Deserialize, Serialize};

/// A row of `op_statistic.csv` (formats.md §3.2): communication is excluded by the vendor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpStatisticRow {
    /// `OP Type`.
    pub op_type: String,
    /// `Core Type`.
    pub core: String,
    /// `Count`.
    pub count: u64,
    /// `Total Time(us)`.
    pub total: Ns,
}

/// A row of `step_trace_time.csv` (formats.md §3.7); `None` where the cell or column is missing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StepTraceRow {
    /// `Step`; `None` without step markers.
    pub step: Option<String>,
    /// `Computing`.
    pub computing: Option<Ns>,
    /// `Communication(Not Overlapped)`.
    pub communication_not_overlapped: Option<Ns>,
    /// `Overlapped`.
    pub overlapped: Option<Ns>,
    /// `Communication`.
    pub communication: Option<Ns>,
    /// `Free`.
    pub free: Option<Ns>,
    /// `Stage`.
    pub stage: Option<Ns>,
    /// `Bubble`.
    pub bubble: Option<Ns>,
    /// `Preparing`; older exports have none.
    pub preparing: Option<Ns>,
    /// `Index`, in the table of a cluster: the rank, or `(0, 1)` for the ranks of a pipeline stage.
    pub index: Option<String>,
}

/// What `profiler_info_{rank}.json` says (formats.md §1.1); `None` where it does not say.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProfilerInfo {
    /// `rank_id`, unless −1. The number in the file's name wins over it.
    pub rank: Option<u32>,
    /// `_profiler_level`: `Level_none`, `Level0`, `Level1`, `Level2`.
    pub level: Option<String>,
    /// `_aic_metrics`.
    pub aic_metrics: Option<String>,
    /// `activities` without the `ProfilerActivity.` prefix.
    pub activities: Vec<String>,
    /// `_export_type`, a list or one word in the file.
    pub export_types: Vec<String>,
    /// `schedule`.
    pub schedule: Option<Schedule>,
    /// `torch_npu_version`, or `mindspore_version`.
    pub framework_version: Option<String>,
    /// `cann_version`.
    pub cann_version: Option<String>,
    /// `collectionTimeEnd`, unix nanoseconds.
    pub collection_end: Option<Ns>,
    /// The whole file, for the Capture view.
    pub text: String,
}

/// The profiler's schedule, in steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schedule {
    /// Steps skipped once at the start.
    pub skip_first: u32,
    /// Steps skipped before each cycle.
    pub wait: u32,
    /// Steps traced and thrown away.
    pub warmup: u32,
    /// Steps kept.
    pub active: u32,
    /// Cycles; 0 is endless.
    pub repeat: u32,
}
