//! unreadable and truncated: files that could not be read, or not to their end.

use super::{Context, FindingId, Outcome, finding};
use crate::words::Say;
use stepscope_core::note::{Note, NoteKind, Severity};

/// Notes of the chosen ranks and of the capture itself that are of one of `kinds`.
fn noted<'a>(context: &'a Context, kinds: &'a [NoteKind]) -> Vec<(Option<usize>, &'a Note)> {
    let of_ranks = context
        .units
        .iter()
        .flat_map(|unit| unit.rank.notes.iter().map(|note| (Some(unit.index), note)));
    let of_capture = context.analysis.capture.notes.iter().map(|note| (None, note));
    of_capture.chain(of_ranks).filter(|(_, note)| kinds.contains(&note.kind)).collect()
}

pub(super) fn unreadable(context: &Context) -> Outcome {
    fire(
        context,
        FindingId::Unreadable,
        &[NoteKind::Unreadable],
        Say::TextUnreadable,
        Say::AdviceUnreadable,
    )
}

pub(super) fn truncated(context: &Context) -> Outcome {
    let kinds = [NoteKind::Truncated, NoteKind::Damaged];
    fire(context, FindingId::Truncated, &kinds, Say::TextTruncated, Say::AdviceTruncated)
}

fn fire(context: &Context, id: FindingId, kinds: &[NoteKind], text: Say, advice: Say) -> Outcome {
    let notes = noted(context, kinds);
    let Some((_, first)) = notes.first() else { return Outcome::Passed };
    let text =
        text.with(&[notes.len().into(), first.file.as_str().into(), first.detail.as_str().into()]);
    let mut finding =
        finding(id, Severity::Error, text, advice.with(&[first.file.as_str().into()]));
    finding.ranks = notes.iter().filter_map(|(rank, _)| *rank).collect();
    finding.ranks.dedup();
    Outcome::Fired(Box::new(finding))
}
