//! The Capture view: where the data comes from.

use super::captures::word;
use crate::engine::store::Open;
use crate::protocol::{
    CaptureSheet, CheckOutcome, Fact, FileInfo, FileUse, Language, QualityCheck,
};
use stepscope_analysis::capture_view::{self, CaptureView};
use stepscope_core::model::FileState;

/// The sheet of one capture.
pub(crate) fn sheet(open: &Open, language: Language) -> CaptureSheet {
    let view = CaptureView::of(&open.analysis());
    let facts = view.facts.into_iter().map(|fact| Fact {
        rank: fact.rank.map(|index| open.rank_id(index)),
        label: fact.label.text(language.into()).to_owned(),
        value: fact.value,
        source: fact.source,
    });
    let files = view.files.into_iter().map(|file| FileInfo {
        rank: Some(open.rank_id(file.rank)),
        path: file.path,
        bytes: file.bytes as f64,
        used: match file.state {
            FileState::Read => FileUse::Read,
            FileState::Waiting => FileUse::Waiting,
            FileState::Left => FileUse::Left,
            FileState::Listed => FileUse::Listed,
            FileState::Ignored => FileUse::Ignored,
            FileState::Failed => FileUse::Failed,
        },
    });
    let checks = view.checks.into_iter().map(|check| QualityCheck {
        id: word(&check.id),
        outcome: match check.outcome {
            capture_view::CheckOutcome::Passed => CheckOutcome::Passed,
            capture_view::CheckOutcome::Fired => CheckOutcome::Fired,
            capture_view::CheckOutcome::NotAssessed => CheckOutcome::NotAssessed,
        },
        title: check.title.text(language.into()).to_owned(),
        text: check.text.text(language.into()).to_owned(),
    });
    CaptureSheet { facts: facts.collect(), files: files.collect(), checks: checks.collect() }
}
