//! not-parsed, unreadable and truncated: what the readers noted on the way.

use super::{Context, Finding, FindingId, Outcome, finding};
use crate::words::{Bilingual, Say};
use stepscope_core::note::{Language, Note, NoteKind, Severity};

const NOT_PARSED: &[NoteKind] = &[NoteKind::NotParsed];
const UNREADABLE: &[NoteKind] = &[NoteKind::Unreadable, NoteKind::NoPermission];
const TRUNCATED: &[NoteKind] =
    &[NoteKind::Truncated, NoteKind::Damaged, NoteKind::DirectoryLost, NoteKind::ZeroBytes];

pub(super) fn not_parsed(context: &Context) -> Outcome {
    assess(context, FindingId::NotParsed)
}

pub(super) fn unreadable(context: &Context) -> Outcome {
    assess(context, FindingId::Unreadable)
}

pub(super) fn truncated(context: &Context) -> Outcome {
    assess(context, FindingId::Truncated)
}

/// Findings about inputs that gave no capture, from the notes of loading them.
pub fn of_loading(notes: &[Note]) -> Vec<Finding> {
    let notes: Vec<(Option<usize>, &Note)> = notes.iter().map(|note| (None, note)).collect();
    let ids = [FindingId::NotParsed, FindingId::Unreadable, FindingId::Truncated];
    ids.into_iter().filter_map(|id| noted(id, &notes)).collect()
}

/// Whether a rank's timeline is known to lack events.
pub(super) fn is_incomplete(rank: &stepscope_core::model::Rank) -> bool {
    rank.notes.iter().any(|note| TRUNCATED.contains(&note.kind))
}

fn assess(context: &Context, id: FindingId) -> Outcome {
    let of_capture = context.analysis.capture.notes.iter().map(|note| (None, note));
    let of_ranks = context
        .units
        .iter()
        .flat_map(|unit| unit.rank.notes.iter().map(|note| (Some(unit.index), note)));
    let notes: Vec<(Option<usize>, &Note)> = of_capture.chain(of_ranks).collect();
    noted(id, &notes).map_or(Outcome::Passed, |finding| Outcome::Fired(Box::new(finding)))
}

fn noted(id: FindingId, notes: &[(Option<usize>, &Note)]) -> Option<Finding> {
    let (kinds, advice) = match id {
        FindingId::NotParsed => (NOT_PARSED, Say::AdviceNotParsed),
        FindingId::Unreadable => (UNREADABLE, Say::AdviceUnreadable),
        _ => (TRUNCATED, Say::AdviceTruncated),
    };
    let own: Vec<_> = notes.iter().filter(|(_, note)| kinds.contains(&note.kind)).collect();
    let (_, first) = own.first()?;
    let said = Bilingual { en: first.text(Language::En), zh: first.text(Language::Zh) };
    let text = match own.len() {
        1 => Say::TextNoted.with(&[first.file.as_str().into(), said.into()]),
        several => {
            Say::TextNotedSeveral.with(&[first.file.as_str().into(), said.into(), several.into()])
        }
    };
    let mut finding = finding(id, Severity::Error, text, advice.plain());
    finding.ranks = own.iter().filter_map(|(rank, _)| *rank).collect();
    finding.ranks.dedup();
    Some(finding)
}
