//! Archives that are not opened, and the command that makes something of them that is.

use super::Options;
use super::database::is_wanted;
use crate::archive::{Foreign, is_named_tar};
use crate::note::{Note, NoteKind};
use crate::shell::shell_word;

/// The note on an archive at `path` of a kind that is not read.
pub(super) fn foreign(path: &str, kind: &Foreign) -> Note {
    Note::new(NoteKind::ContainerNotRead, path, kind.detail())
}

/// The same on an entry of an archive that is named like such a one; `None` for what holds nothing that is wanted.
pub(super) fn foreign_entry(path: &str, options: &Options) -> Option<Note> {
    let (kind, inner) = Foreign::named(path)?;
    inner.is_none_or(|inner| is_wanted(inner, options)).then(|| foreign(path, &kind))
}

/// Adds a note, or counts it as another of the last one where both say to do the same: as for all parts of one archive.
pub(super) fn tell(notes: &mut Vec<Note>, note: Note) {
    let is_part = |last: &&mut Note| {
        last.kind == NoteKind::ContainerNotRead
            && (last.kind, &last.detail) == (note.kind, &note.detail)
    };
    match notes.last_mut().filter(is_part) {
        Some(last) => last.count += 1,
        None => notes.push(note),
    }
}

/// The note on an archive at `path` that lies in one that lies in the archive `outer`.
pub(super) fn too_deep(path: &str, outer: &str) -> Note {
    Note::new(NoteKind::NestedArchive, path, unpack(outer))
}

/// The note on an archive that lies packed in the archive `outer`, and has more bytes than may be held.
pub(super) fn too_large(path: &str, limit: u64, outer: &str) -> Note {
    Note::new(NoteKind::LargeArchive, path, format!("> {limit} B; {}", unpack(outer)))
}

/// The command that unpacks the archive at `path`.
fn unpack(path: &str) -> String {
    let is_zip = !is_named_tar(path) && path.to_ascii_lowercase().ends_with(".zip");
    format!("{} {}", if is_zip { "unzip" } else { "tar -xf" }, shell_word(path))
}
