//! What msprof exported in parts, put together once all of a rank is there.

use super::{JobId, Piece};
use crate::capture::{chosen, export_of, is_of_other_time};
use crate::model::{FileState, Kernels, Rank, Trace};
use crate::note::{Note, NoteKind};
use crate::sort::SortShort;
use crate::time::Ns;
use crate::trace_json::concatenated;
use std::collections::HashMap;
use std::sync::Arc;

/// Whether the file of a piece is one that may be a part of something.
pub(super) fn is_part(piece: &Piece) -> bool {
    piece.rank.files.first().is_some_and(|file| export_of(&file.path).is_some())
}

/// The pieces of one rank with its exports put together: a timeline, a table of kernels. Of several exports of one thing
/// the newest counts.
pub(super) fn unite(pieces: Vec<(JobId, Piece)>) -> Vec<(JobId, Piece)> {
    let clock_zero = pieces.iter().find_map(|(_, piece)| piece.rank.clock_zero);
    let (mut exports, mut united): (Vec<_>, Vec<_>) =
        pieces.into_iter().partition(|(_, piece)| is_part(piece));
    let paths: Vec<String> =
        exports.iter().map(|(_, piece)| piece.rank.files[0].path.clone()).collect();
    let order = chosen(paths.iter().map(String::as_str));
    let order: HashMap<&str, usize> = order.into_iter().zip(0..).collect();
    let place = |piece: &Piece| order.get(piece.rank.files[0].path.as_str()).copied();
    exports.sort_short_by_key(|(_, piece)| place(piece));
    let (mut timeline, mut kernels) = (Vec::new(), Vec::new());
    for (id, mut piece) in exports {
        if place(&piece).is_none() {
            set_aside(&mut piece.rank);
        }
        match &piece.rank {
            Rank { trace: Some(_), .. } => timeline.push((id, piece)),
            Rank { kernels: Some(_), .. } => kernels.push((id, piece)),
            _ => united.push((id, piece)),
        }
    }
    // What lies before the clock was zero was counted from there (formats.md §7.38).
    let shift = |trace: &Trace| match (trace.span(), clock_zero) {
        (Some(span), Some(zero)) if span.start < zero => zero,
        _ => Ns(0),
    };
    let is_moved = |(_, piece): &(JobId, Piece)| {
        piece.rank.trace.as_ref().is_some_and(|trace| shift(trace) != Ns(0))
    };
    if timeline.len() > 1 || timeline.iter().any(is_moved) {
        let moved = |trace: Trace| {
            let by = shift(&trace);
            (trace, by)
        };
        let join = |traces: Vec<Trace>| concatenated(traces.into_iter().map(moved));
        united.extend(as_one(timeline, |rank| &mut rank.trace, join));
    } else {
        united.append(&mut timeline);
    }
    if kernels.len() > 1 {
        united.extend(as_one(kernels, |rank| &mut rank.kernels, joined));
    } else {
        united.append(&mut kernels);
    }
    united
}

/// A file that tells what another does: it is only listed.
pub(super) fn set_aside(rank: &mut Rank) {
    let files = std::mem::take(&mut rank.files);
    let others = files.iter().filter(|file| is_of_other_time(&file.path));
    let notes = others.map(|file| Note::new(NoteKind::OtherExport, &file.path, "")).collect();
    *rank = Rank { files, notes, ..Rank::default() };
    rank.files.iter_mut().for_each(|file| file.state = FileState::Listed);
}

/// One piece of several that each hold a part of one table; nothing but a note is left of parts that `join` refuses.
fn as_one<T: Clone>(
    pieces: Vec<(JobId, Piece)>,
    table: fn(&mut Rank) -> &mut Option<Arc<T>>,
    join: impl FnOnce(Vec<T>) -> Option<T>,
) -> Option<(JobId, Piece)> {
    let mut pieces = pieces.into_iter();
    let (id, mut whole) = pieces.next()?;
    let mut parts: Vec<Arc<T>> = table(&mut whole.rank).take().into_iter().collect();
    for (_, mut piece) in pieces {
        parts.extend(table(&mut piece.rank).take());
        whole.rank.files.append(&mut piece.rank.files);
        whole.rank.notes.append(&mut piece.rank.notes);
    }
    let path = whole.rank.files.first().map(|file| file.path.clone()).unwrap_or_default();
    let joined = join(parts.into_iter().map(Arc::unwrap_or_clone).collect());
    if joined.is_none() {
        whole.rank.notes.push(Note::new(NoteKind::TooMany, path, ""));
    }
    *table(&mut whole.rank) = joined.map(Arc::new);
    Some((id, whole))
}

fn joined(parts: Vec<Kernels>) -> Option<Kernels> {
    parts.into_iter().reduce(|mut whole, part| {
        whole.append(part);
        whole
    })
}
