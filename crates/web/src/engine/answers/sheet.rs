//! The Capture view: where the data comes from.

use super::captures::files;
use super::words::{self, Words};
use crate::engine::store::Open;
use crate::protocol::{CaptureSheet, CheckOutcome, Fact, Language, QualityCheck};
use stepscope_analysis::findings::{Context, FindingGroup, FindingId, Findings};
use stepscope_analysis::selection::Selection;
use stepscope_core::model::FileState;

/// The sheet of one capture.
pub(crate) fn sheet(open: &Open, language: Language) -> CaptureSheet {
    CaptureSheet {
        facts: facts(open, language),
        files: files(open),
        checks: checks(open, language),
    }
}

fn facts(open: &Open, language: Language) -> Vec<Fact> {
    let mut list = Vec::new();
    for (index, rank) in open.capture.ranks.iter().enumerate() {
        let id = Some(open.rank_id(index));
        let mut tell = |label: &Words, value: Option<String>, source: Option<&String>| {
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                let label = label.text(language);
                list.push(Fact { rank: id, label, value, source: source.cloned() });
            }
        };
        tell(&words::DIRECTORY, Some(rank.folder.clone()), None);
        tell(&words::HOST_NAME, rank.host.clone(), None);
        tell(&words::DEVICE, open.device(index).map(|device| device.to_string()), None);
        let Some(info) = &rank.profiler_info else { continue };
        let is_info = |path: &str| {
            path.rsplit('/').next().is_some_and(|name| name.starts_with("profiler_info"))
        };
        let read = rank.files.iter().filter(|file| file.state == FileState::Read);
        let source = read.map(|file| &file.path).find(|path| is_info(path));
        tell(&words::FRAMEWORK, info.framework_version.clone(), source);
        tell(&words::CANN, info.cann_version.clone(), source);
        tell(&words::LEVEL, info.level.clone(), source);
        tell(&words::METRICS, info.aic_metrics.clone(), source);
        tell(&words::ACTIVITIES, Some(info.activities.join(", ")), source);
        tell(&words::EXPORT, Some(info.export_types.join(", ")), source);
        let schedule = info.schedule.map(|own| {
            format!(
                "wait={}, warmup={}, active={}, repeat={}, skip_first={}",
                own.wait, own.warmup, own.active, own.repeat, own.skip_first
            )
        });
        tell(&words::SCHEDULE, schedule, source);
        tell(&words::ENDED, info.collection_end.map(|end| end.get().to_string()), source);
    }
    list
}

fn checks(open: &Open, language: Language) -> Vec<QualityCheck> {
    let (analysis, everything) = (open.analysis(), Selection::default());
    let context = Context::new(&analysis, &everything);
    let found = Findings::of(&context);
    let quality = |id: FindingId| id.group() == FindingGroup::CaptureQuality;
    let check = |id: FindingId, outcome, text: String| QualityCheck {
        id: super::captures::word(&id),
        outcome,
        title: id.title().text(language.into()).to_owned(),
        text,
    };
    let fired = found.list.iter().filter(|one| quality(one.id)).map(|one| {
        let (text, advice) = (one.text.text(language.into()), one.advice.text(language.into()));
        check(one.id, CheckOutcome::Fired, format!("{text} {advice}").trim().to_owned())
    });
    let open_questions = found.not_assessed.iter().filter(|one| quality(one.id));
    let not_assessed = open_questions.map(|one| {
        check(one.id, CheckOutcome::NotAssessed, one.reason.text(language.into()).to_owned())
    });
    let passed = found.passed.iter().filter(|id| quality(**id));
    let passed = passed.map(|id| check(*id, CheckOutcome::Passed, words::PASSED.text(language)));
    fired.chain(not_assessed).chain(passed).collect()
}
