//! The Capture view: where the data comes from.

use crate::Analysis;
use crate::findings::{Context, FindingGroup, FindingId, Findings};
use crate::selection::Selection;
use crate::words::{Bilingual, Say};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stepscope_core::model::{FileState, ProfilerInfo, Rank};

/// Birth certificate, files and quality checks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaptureView {
    /// What the capture says of itself: first of the whole, then by rank.
    pub facts: Vec<Fact>,
    /// Files found and what became of them, by rank and path.
    pub files: Vec<File>,
    /// Quality checks: those that fired, then those not assessed, then those that passed.
    pub checks: Vec<Check>,
}

/// One line of the birth certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// Place of the rank; `None` for the capture as a whole.
    pub rank: Option<usize>,
    /// What it is.
    pub label: Bilingual,
    /// Its value as the capture has it.
    pub value: String,
    /// File, or `folder name`, that it comes from.
    pub source: Option<String>,
}

/// One file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    /// Place of the rank.
    pub rank: usize,
    /// Path within the capture.
    pub path: String,
    /// Bytes, unpacked.
    pub bytes: u64,
    /// What became of it.
    pub state: FileState,
}

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckOutcome {
    /// Nothing to say.
    Passed,
    /// It fired.
    Fired,
    /// Its data is not there.
    NotAssessed,
}

/// One quality check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// Which rule.
    pub id: FindingId,
    /// How it ended.
    pub outcome: CheckOutcome,
    /// A few words.
    pub title: Bilingual,
    /// What was found and what to do, or why it was not assessed; empty when it passed.
    pub text: Bilingual,
}

impl CaptureView {
    /// The view of a whole capture.
    pub fn of(analysis: &Analysis) -> CaptureView {
        let capture = analysis.capture;
        let mut facts = name_facts(&capture.name);
        for (index, rank) in capture.ranks.iter().enumerate() {
            facts.extend(rank_facts(index, rank));
        }
        let files = capture.ranks.iter().enumerate().flat_map(|(index, rank)| {
            rank.files.iter().map(move |file| File {
                rank: index,
                path: file.path.clone(),
                bytes: file.bytes,
                state: file.state,
            })
        });
        let selection = Selection::default();
        let findings = Findings::of(&Context::new(analysis, &selection));
        CaptureView { facts, files: files.collect(), checks: checks(findings) }
    }
}

fn checks(findings: Findings) -> Vec<Check> {
    let quality = |id: FindingId| id.group() == FindingGroup::CaptureQuality;
    let mut list: Vec<Check> = Vec::new();
    for finding in findings.list.into_iter().filter(|finding| quality(finding.id)) {
        list.push(Check {
            id: finding.id,
            outcome: CheckOutcome::Fired,
            title: finding.title,
            text: Say::AndThen.with(&[finding.text.into(), finding.advice.into()]),
        });
    }
    for rule in findings.not_assessed.into_iter().filter(|rule| quality(rule.id)) {
        list.push(Check {
            id: rule.id,
            outcome: CheckOutcome::NotAssessed,
            title: rule.title,
            text: rule.reason,
        });
    }
    for id in findings.passed.into_iter().filter(|id| quality(*id)) {
        list.push(Check {
            id,
            outcome: CheckOutcome::Passed,
            title: id.title(),
            text: Bilingual::default(),
        });
    }
    list
}

fn rank_facts(index: usize, rank: &Rank) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut add = |say: Say, value: Option<String>, source: Option<&str>| {
        let fact = |value| Fact {
            rank: Some(index),
            label: say.plain(),
            value,
            source: source.map(str::to_owned),
        };
        facts.extend(value.filter(|value| !value.is_empty()).map(fact));
    };
    let name = |prefix: &str| {
        let file = rank
            .files
            .iter()
            .find(|f| f.path.rsplit('/').next().is_some_and(|n| n.starts_with(prefix)));
        file.map(|file| file.path.clone())
    };
    let (info_file, metadata_file) = (name("profiler_info"), name("profiler_metadata"));
    let folder = Some("folder name");
    add(Say::FactRank, rank.rank.map(|rank| rank.to_string()), info_file.as_deref());
    add(Say::FactFolder, Some(rank.folder.clone()), None);
    add(Say::FactHost, rank.host.clone(), folder);
    add(Say::FactDate, date_of(&rank.folder), folder);
    if let Some(info) = &rank.profiler_info {
        let source = info_file.as_deref();
        add(Say::FactCann, info.cann_version.clone(), source);
        add(Say::FactFramework, info.framework_version.clone(), source);
        add(Say::FactLevel, info.level.clone(), source);
        add(Say::FactMetrics, info.aic_metrics.clone(), source);
        add(Say::FactActivities, Some(info.activities.join(", ")), source);
        add(Say::FactSchedule, schedule(info), source);
        add(Say::FactExport, Some(info.export_types.join(", ")), source);
    }
    let metadata: Option<Value> =
        rank.metadata.as_ref().and_then(|text| serde_json::from_str(text).ok());
    let Some(metadata) = metadata else { return facts };
    let source = metadata_file.as_deref();
    if let Some(args) = metadata.get("distributed_args").and_then(Value::as_object) {
        add(Say::FactParallel, Some(pairs(args)), source);
    }
    if let Some(variables) = metadata.get("ENV_VARIABLES").and_then(Value::as_object) {
        add(Say::FactEnvironment, Some(pairs(variables)), source);
    }
    facts
}

/// `name=value` of every entry that has a value.
fn pairs(object: &serde_json::Map<String, Value>) -> String {
    let shown = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let pairs = object.iter().map(|(name, value)| (name, shown(value)));
    let told =
        pairs.filter(|(_, value)| !value.is_empty()).map(|(name, value)| format!("{name}={value}"));
    told.collect::<Vec<_>>().join(", ")
}

fn schedule(info: &ProfilerInfo) -> Option<String> {
    let s = info.schedule?;
    Some(format!(
        "skip_first={} wait={} warmup={} active={} repeat={}",
        s.skip_first, s.wait, s.warmup, s.active, s.repeat
    ))
}

/// The time in a folder's name (`host_12_20250301010203456_ascend_pt`), UTC (formats.md §1.1).
fn date_of(folder: &str) -> Option<String> {
    let name = folder.rsplit('/').find(|name| name.contains("_ascend_"))?;
    let stamp = name.rsplit('_').nth(2)?;
    let digits =
        (stamp.len() == 14 || stamp.len() == 17) && stamp.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| {
        let part = |from: usize, to: usize| &stamp[from..to];
        format!(
            "{}-{}-{} {}:{}:{} UTC",
            part(0, 4),
            part(4, 6),
            part(6, 8),
            part(8, 10),
            part(10, 12),
            part(12, 14)
        )
    })
}

/// What a name like `prof_8.0_dp32_v2_200steps` says: words between `_` or `-` of known form.
fn name_facts(name: &str) -> Vec<Fact> {
    let mut facts = Vec::new();
    let mut add = |say: Say, value: &str| {
        facts.push(Fact {
            rank: None,
            label: say.plain(),
            value: value.to_owned(),
            source: Some("folder name".to_owned()),
        });
    };
    add(Say::FactName, name);
    let stem = [".tar.gz", ".tgz", ".tar", ".zip"]
        .iter()
        .find_map(|end| name.strip_suffix(end))
        .unwrap_or(name);
    for word in stem.split(['_', '-']) {
        let lower = word.to_ascii_lowercase();
        let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let version = |text: &str| {
            let mut parts = text.split('.');
            parts.next().is_some_and(number) && {
                let rest: Vec<&str> = parts.collect();
                !rest.is_empty() && rest.iter().all(|part| number(part) || part.starts_with("rc"))
            }
        };
        let steps = lower.strip_suffix("steps").or_else(|| lower.strip_suffix("step"));
        let after = |prefix: &str| lower.strip_prefix(prefix).filter(|rest| number(rest));
        if version(&lower) {
            add(Say::FactCann, word);
        } else if let Some(value) = after("dp") {
            add(Say::FactDp, value);
        } else if let Some(value) = after("tp") {
            add(Say::FactTp, value);
        } else if let Some(value) = after("pp") {
            add(Say::FactPp, value);
        } else if let Some(value) = after("ep") {
            add(Say::FactEp, value);
        } else if let Some(value) = after("cp") {
            add(Say::FactCp, value);
        } else if after("v").is_some() {
            add(Say::FactDataset, word);
        } else if let Some(value) = steps.filter(|rest| number(rest)) {
            add(Say::FactSteps, value);
        }
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_name_is_read() {
        let facts = name_facts("prof_8.0_dp32_v2_200steps.tar.gz");
        let told: Vec<_> =
            facts.iter().map(|fact| (fact.label.en.as_str(), fact.value.as_str())).collect();
        assert_eq!(
            told[1..],
            [("CANN", "8.0"), ("Data parallel", "32"), ("Dataset", "v2"), ("Steps", "200")]
        );
        let facts = name_facts("prof_8.3.RC1-tp4-pp2");
        let told: Vec<_> = facts.iter().map(|fact| fact.value.as_str()).collect();
        assert_eq!(told[1..], ["8.3.RC1", "4", "2"]);
        assert_eq!(name_facts("my_v_steps_dpx").len(), 1);
    }

    #[test]
    fn the_date_is_in_the_folder_name() {
        assert_eq!(
            date_of("a/h_1_20250301010203456_ascend_pt").as_deref(),
            Some("2025-03-01 01:02:03 UTC")
        );
        assert_eq!(date_of("rank0_ascend_pt"), None);
    }
}
