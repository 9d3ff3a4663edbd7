//! Archives that are not opened, and the command that makes something of them that is.

use crate::archive::{Foreign, is_named_tar};
use crate::capture::shell_word;
use crate::note::{Note, NoteKind};

/// The note on an archive at `path` of a kind that is not read.
pub(super) fn foreign(path: &str, kind: &Foreign) -> Note {
    let command = kind.command.replace("FILE", &shell_word(path));
    Note::new(NoteKind::ContainerNotRead, path, format!("{command} ({})", kind.name))
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
