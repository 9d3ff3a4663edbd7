//! One big trace read by several loaders.
//!
//! Only files that lie in their input as they are can be read from the middle: those of a folder or a
//! plain tar. (A stored zip entry could, but its checksum is over the whole.)

use super::plan::{Job, Work};
use super::reader::{finished, looks_like_trace};
use super::reading::with_failure;
use super::{Input, Options, Piece};
use crate::archive::Window;
use crate::capture::{FileKind, classify};
use crate::note::Note;
use crate::sort::SortShort;
use crate::source::ReadAt;
use crate::trace_json::{self, TracePart, split};
use serde::{Deserialize, Serialize};

/// Which part of a file a job reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartOf {
    /// Number of the part, in file order.
    pub index: usize,
    /// How many there are.
    pub count: usize,
    /// Its place in the file.
    pub part: split::Part,
}

/// What was read of a part.
pub struct FilePart {
    pub(crate) index: usize,
    pub(crate) count: usize,
    pub(crate) trace: TracePart,
}

/// Bytes of a JSON that are looked at to see whether it is a trace.
const HEAD: usize = 64 << 10;

/// Shares out the files that would keep one loader busy after all others are done.
pub(super) fn share_out(jobs: Vec<Job>, inputs: &[Input], options: &Options) -> Vec<Job> {
    let total: u64 = jobs.iter().map(|job| job.bytes).sum();
    let share = (total / options.loaders.max(1) as u64).max(options.part_bytes).max(1);
    let parts_of = |job: &Job| match options.loaders {
        0 | 1 => 1,
        loaders => {
            usize::try_from((job.bytes + share / 2) / share).map_or(loaders, |n| n.min(loaders))
        }
    };
    let mut shared = Vec::with_capacity(jobs.len());
    for job in jobs {
        let count = parts_of(&job);
        let parts =
            if count > 1 { parts(&job, count, inputs).unwrap_or_default() } else { Vec::new() };
        if parts.len() < 2 {
            shared.push(job);
            continue;
        }
        for (index, &part) in parts.iter().enumerate() {
            let bytes = part.end.min(job.bytes).saturating_sub(part.start);
            let part = Some(PartOf { index, count: parts.len(), part });
            shared.push(Job { part, bytes, ..job.clone() });
        }
    }
    shared
}

/// The parts of a job's file; `None` where it cannot be split.
fn parts(job: &Job, count: usize, inputs: &[Input]) -> Option<Vec<split::Part>> {
    let Work::File(entry) = &job.work else { return None };
    let kind = classify(&entry.path).kind;
    if !entry.is_plain() || !matches!(kind, FileKind::Trace | FileKind::Json) {
        return None;
    }
    let end = entry.offset.checked_add(entry.bytes?)?;
    let window = Window::new(inputs.get(job.input)?.source.clone(), entry.offset, end);
    if kind == FileKind::Json {
        let mut head = vec![0; HEAD];
        let length = window.read_at(0, &mut head).ok()?;
        if !looks_like_trace(&head[..length]) {
            return None;
        }
    }
    split::plan(&window, count).ok()
}

/// One piece of the parts of one file; `None` when one is missing, or was cut where none begins.
pub(super) fn join(mut pieces: Vec<Piece>) -> Option<Piece> {
    pieces.sort_short_by_key(|piece| piece.part.as_ref().map(|part| part.index));
    let mut whole = Piece::default();
    let mut failures: Vec<Note> = Vec::new();
    let mut parts = Vec::new();
    let mut count = 0;
    for mut piece in pieces {
        let part = piece.part.take()?;
        count = part.count;
        parts.push(part.trace);
        failures.append(&mut piece.rank.notes);
        whole = piece;
    }
    if parts.len() != count {
        return None;
    }
    let (trace, notes) = trace_json::join(parts)?;
    let (rank, mut notes, state) = finished(trace, notes);
    for failure in failures {
        with_failure(&mut notes, failure);
    }
    let mut files = std::mem::take(&mut whole.rank.files);
    for file in &mut files {
        file.state = state;
    }
    for note in &mut notes {
        note.file.clone_from(&files.first()?.path);
    }
    whole.rank = crate::model::Rank { files, notes, ..rank };
    Some(whole)
}
