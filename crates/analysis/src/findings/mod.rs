//! Findings: one rule one file, one threshold constant with its reason.
//!
//! A rule returns a [`Finding`], or says why it could not be assessed, or nothing when all is well.

use crate::intervals::Span;
use crate::words::Bilingual;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use stepscope_core::ids::TrackId;

/// Which rule. The JSON name is the kebab-case form of findings.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum FindingId {
    /// Raw data without parsed output.
    NotParsed,
    /// A file could not be read.
    Unreadable,
    /// A file is cut short.
    Truncated,
    /// Only host data.
    NoDeviceData,
    /// Fewer than one full step.
    NoCompleteStep,
    /// PMU columns or counters that hold nothing but zero.
    MetricsAllZero,
    /// Ranks of different versions, or numbers that differ from the vendor's own tables.
    VersionMismatch,
    /// The profiler level leaves views empty.
    LevelTooLow,
    /// Communication that nothing hides.
    ExposedCommunication,
    /// Computing and communication take turns.
    NoOverlap,
    /// The device waits for data.
    DataStarved,
    /// The device waits for launches.
    HostBound,
    /// Layout and type conversions.
    FormatConversion,
    /// Many short kernels with gaps between them.
    SmallOperators,
    /// The AI Core clock drops.
    FrequencyDrop,
}

/// What a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingGroup {
    /// The capture itself: shown first when it makes the rest unreliable.
    Quality,
    /// Where the time of a step goes.
    Time,
}

/// How much it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingSeverity {
    /// Worth knowing.
    Info,
    /// Worth mending.
    Warning,
    /// Mend this first.
    Critical,
}

/// A time range that shows a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    /// Place in [`stepscope_core::model::Capture::ranks`].
    pub rank: usize,
    /// Row of the timeline; `None` when it concerns no single one.
    pub track: Option<TrackId>,
    /// When, counted from the capture's origin.
    pub span: Span,
    /// What is seen there: a slice's name, as in the capture.
    pub label: String,
}

/// Something worth telling.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// Which rule.
    pub id: FindingId,
    /// What it is about.
    pub group: FindingGroup,
    /// How much it matters.
    pub severity: FindingSeverity,
    /// Share of step time that it explains; `None` where it explains no time.
    pub share: Option<f64>,
    /// Upper bound of what mending it saves, in milliseconds a step; `None` when it cannot be bounded.
    pub gain_ms_per_step: Option<f64>,
    /// Places of the ranks concerned in the capture.
    pub ranks: Vec<usize>,
    /// Steps concerned, as the capture spells them.
    pub steps: Vec<String>,
    /// Where to look, the longest first.
    pub evidence: Vec<Evidence>,
    /// Numbers behind it, by name; shares as fractions, times in milliseconds.
    pub numbers: BTreeMap<String, f64>,
    /// A few words.
    pub title: Bilingual,
    /// What was seen.
    pub text: Bilingual,
    /// What to do.
    pub advice: Bilingual,
}

/// A rule that lacked its data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotAssessed {
    /// Which rule.
    pub id: FindingId,
    /// Why.
    pub reason: Bilingual,
}

/// All that the rules said.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Findings {
    /// Quality first, then by share.
    pub list: Vec<Finding>,
    /// Rules that could not be assessed.
    pub not_assessed: Vec<NotAssessed>,
}
