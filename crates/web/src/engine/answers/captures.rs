//! The list of captures and the notes.

use crate::engine::arriving::Loads;
use crate::engine::store::{Open, Store};
use crate::protocol::{
    CaptureInfo, CaptureList, NoteInfo, NoteList, NoteSeverity, RankInfo, UnreadRank,
};
use serde::Serialize;
use stepscope_core::model::{FileState, Rank};
use stepscope_core::note::{Language, Note, NoteKind, Severity};
use stepscope_core::sort::SortShort;

/// Every open capture.
pub(crate) fn list(store: &Store, loads: &Loads) -> CaptureList {
    CaptureList {
        captures: store.captures().iter().map(capture).collect(),
        gravest: store.gravest().map(|open| open.id),
        left: loads.left(store),
        room: loads.room() as f64,
    }
}

fn capture(open: &Open) -> CaptureInfo {
    let span = open.span();
    let ranks = &open.capture.ranks;
    let notes = ranks.iter().map(|rank| rank.notes.len()).sum::<usize>() + open.capture.notes.len();
    CaptureInfo {
        id: open.id,
        load: open.load,
        key: open.capture.key.clone(),
        name: open.capture.name.clone(),
        kind: word(&open.capture.kind),
        origin: span.map(|_| open.origin.get().to_string()),
        span_ns: span.map(|(start, end)| end.minus(start).get() as f64),
        ranks: (0..ranks.len()).map(|index| rank(open, index)).collect(),
        unread: open.capture.unread.iter().map(|rank| unread(open, rank)).collect(),
        steps: open.step_labels(),
        notes: notes as u32,
    }
}

fn unread(open: &Open, rank: &Rank) -> UnreadRank {
    UnreadRank { place: open.place_of(rank), folder: rank.folder.clone(), rank: rank.rank }
}

fn rank(open: &Open, index: usize) -> RankInfo {
    let rank: &Rank = &open.capture.ranks[index];
    let span = open.ranks[index].span;
    let info = rank.profiler_info.as_ref();
    let device = open.device(index);
    RankInfo {
        id: open.rank_id(index),
        key: open.rank_key(index),
        place: open.place_of(rank),
        rank: rank.rank,
        device,
        host: rank.host.clone(),
        format: "text".to_owned(),
        cann: info.and_then(|info| info.cann_version.clone()),
        framework: info.and_then(|info| info.framework_version.clone()),
        level: info.and_then(|info| info.level.clone()),
        span_ns: span.map(|(start, end)| end.minus(start).get() as f64),
        start: span.map(|(start, _)| open.relative(start)),
        slices: rank.trace.as_deref().map_or(0, |trace| trace.slices.len() as u32),
        partial: rank.notes.iter().any(|note| note.kind == NoteKind::OutsideRange),
        loading: rank.files.iter().any(|file| file.state == FileState::Waiting),
    }
}

/// Every note, gravest first; otherwise in the order of captures, ranks and files.
pub(crate) fn notes(store: &Store, language: Language) -> NoteList {
    let mut notes: Vec<NoteInfo> = Vec::new();
    notes.extend(store.notes.values().flatten().map(|found| note(found, None, None, language)));
    for open in store.captures() {
        let whole =
            open.capture.notes.iter().map(|found| note(found, Some(open.id), None, language));
        notes.extend(whole);
        for (index, rank) in open.capture.ranks.iter().enumerate() {
            let id = open.rank_id(index);
            let own = rank.notes.iter().map(|found| note(found, Some(open.id), Some(id), language));
            notes.extend(own);
        }
    }
    notes.sort_short_by_key(|note| std::cmp::Reverse(note.severity));
    NoteList { notes }
}

fn note(note: &Note, capture: Option<u32>, rank: Option<u32>, language: Language) -> NoteInfo {
    NoteInfo {
        severity: severity(note.severity),
        kind: word(&note.kind),
        capture,
        rank,
        file: note.file.clone(),
        text: note.text(language),
        count: (!note.says_count()).then_some(note.count as f64),
    }
}

pub(crate) fn severity(severity: Severity) -> NoteSeverity {
    match severity {
        Severity::Info => NoteSeverity::Info,
        Severity::Warning => NoteSeverity::Warning,
        Severity::Error => NoteSeverity::Error,
    }
}

/// The stable name of a choice: its serial form.
pub(crate) fn word(choice: &impl Serialize) -> String {
    match serde_json::to_value(choice) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}
