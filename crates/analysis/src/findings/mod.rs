//! Findings: one rule one file, one threshold constant with its reason.
//!
//! A rule returns a [`Finding`], or says why it could not be assessed, or nothing when all is well.

mod context;
pub(crate) mod conversion;
mod data;
mod exposed;
mod frequency;
mod host;
mod level;
mod metrics;
mod overlap;
mod read;
mod small;
mod steps;
mod vendor;
mod versions;

pub use context::{Context, milliseconds, percent};
pub use read::of_loading;

use crate::intervals::Span;
use crate::words::{Bilingual, Say};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use stepscope_core::ids::TrackId;
use stepscope_core::note::Severity;
use stepscope_core::sort::SortShort;

/// Which rule. The JSON name is the kebab-case form of findings.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum FindingId {
    /// Raw data without parsed output.
    NotParsed,
    /// A file could not be read.
    Unreadable,
    /// A file is cut short or damaged.
    Truncated,
    /// Only host data.
    NoDeviceData,
    /// Fewer than one full step.
    NoCompleteStep,
    /// PMU columns or counters that hold nothing but zero.
    MetricsAllZero,
    /// Ranks of different versions.
    VersionMismatch,
    /// Numbers that differ from the vendor's own tables by more than rounding.
    VendorDifference,
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
    CaptureQuality,
    /// Where the time of a step goes.
    WhereTimeGoes,
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
    pub severity: Severity,
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
    /// A few words.
    pub title: Bilingual,
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
    /// Rules that found nothing to say.
    pub passed: Vec<FindingId>,
}

/// How a rule ended.
enum Outcome {
    Fired(Box<Finding>),
    Passed,
    NotAssessed(Bilingual),
}

/// A rule: looks at the chosen steps and ranks.
type Rule = fn(&Context) -> Outcome;

/// Every rule, in the order in which findings of equal weight are shown.
const RULES: [(FindingId, Rule); 16] = [
    (FindingId::NotParsed, read::not_parsed),
    (FindingId::Unreadable, read::unreadable),
    (FindingId::Truncated, read::truncated),
    (FindingId::NoDeviceData, steps::device_data),
    (FindingId::NoCompleteStep, steps::complete),
    (FindingId::MetricsAllZero, metrics::assess),
    (FindingId::VersionMismatch, versions::assess),
    (FindingId::VendorDifference, vendor::assess),
    (FindingId::LevelTooLow, level::assess),
    (FindingId::ExposedCommunication, exposed::assess),
    (FindingId::NoOverlap, overlap::assess),
    (FindingId::DataStarved, data::assess),
    (FindingId::HostBound, host::assess),
    (FindingId::SmallOperators, small::assess),
    (FindingId::FormatConversion, conversion::assess),
    (FindingId::FrequencyDrop, frequency::assess),
];

impl FindingId {
    /// A few words for it.
    pub fn title(self) -> Bilingual {
        let say = match self {
            FindingId::NotParsed => Say::TitleNotParsed,
            FindingId::Unreadable => Say::TitleUnreadable,
            FindingId::Truncated => Say::TitleTruncated,
            FindingId::NoDeviceData => Say::TitleNoDeviceData,
            FindingId::NoCompleteStep => Say::TitleNoCompleteStep,
            FindingId::MetricsAllZero => Say::TitleMetricsAllZero,
            FindingId::VersionMismatch => Say::TitleVersionMismatch,
            FindingId::VendorDifference => Say::TitleVendorDifference,
            FindingId::LevelTooLow => Say::TitleLevelTooLow,
            FindingId::ExposedCommunication => Say::TitleExposedCommunication,
            FindingId::NoOverlap => Say::TitleNoOverlap,
            FindingId::DataStarved => Say::TitleDataStarved,
            FindingId::HostBound => Say::TitleHostBound,
            FindingId::FormatConversion => Say::TitleFormatConversion,
            FindingId::SmallOperators => Say::TitleSmallOperators,
            FindingId::FrequencyDrop => Say::TitleFrequencyDrop,
        };
        say.plain()
    }

    /// What it is about.
    pub fn group(self) -> FindingGroup {
        if self < FindingId::ExposedCommunication {
            FindingGroup::CaptureQuality
        } else {
            FindingGroup::WhereTimeGoes
        }
    }
}

impl Findings {
    /// Asks every rule.
    pub fn of(context: &Context) -> Findings {
        let mut findings = Findings::default();
        for (id, assess) in RULES {
            match assess(context) {
                Outcome::Fired(finding) => findings.list.push(*finding),
                Outcome::Passed => findings.passed.push(id),
                Outcome::NotAssessed(reason) => {
                    findings.not_assessed.push(NotAssessed { id, title: id.title(), reason });
                }
            }
        }
        // Stable: findings of equal weight keep the order of the rules.
        findings.list.sort_short_by(|a, b| {
            let share = |finding: &Finding| finding.share.unwrap_or(0.0);
            a.group
                .cmp(&b.group)
                .then(b.severity.cmp(&a.severity))
                .then(share(b).total_cmp(&share(a)))
        });
        findings
    }
}

/// A finding under construction: what every rule fills in the same way.
fn finding(id: FindingId, severity: Severity, text: Bilingual, advice: Bilingual) -> Finding {
    Finding {
        id,
        group: id.group(),
        severity,
        share: None,
        gain_ms_per_step: None,
        ranks: Vec::new(),
        steps: Vec::new(),
        evidence: Vec::new(),
        numbers: BTreeMap::new(),
        title: id.title(),
        text,
        advice,
    }
}

/// From this share of step time on, a finding is shown as grave.
const GRAVE: f64 = 0.25;

fn severity_of(share: f64) -> Severity {
    if share >= GRAVE { Severity::Error } else { Severity::Warning }
}
