//! The verdict: the class with the largest share of avoidable time, in one sentence.

use crate::words::Bilingual;
use serde::{Deserialize, Serialize};

/// What limits the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum VerdictClass {
    /// Computing itself, in ways that can be avoided.
    ComputeBound,
    /// Exposed communication.
    CommunicationBound,
    /// Waiting for data.
    DataBound,
    /// Waiting for launches.
    HostBound,
    /// Waiting for an opened rank.
    StragglerBound,
    /// Waiting for a rank that is not opened.
    WaitingForUnopenedRank,
    /// The host waits for the device, and the device then for the host.
    Synchronisation,
    /// Copies while nothing else runs.
    MemoryCopy,
    /// Waiting for another pipeline stage.
    PipelineBubble,
    /// Idle without a cause that the capture shows.
    UnexplainedIdle,
    /// No avoidable part is large.
    Healthy,
    /// No device data: nothing can be said.
    NotAssessed,
}

/// The answer to "where did the step time go?".
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// What limits the steps.
    pub class: VerdictClass,
    /// One sentence.
    pub sentence: Bilingual,
    /// Share of step time that this class could avoid; `None` when not assessed.
    pub share: Option<f64>,
}
