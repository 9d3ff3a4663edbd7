//! Small files, most of them JSON: collected whole up to a limit, then read.

use crate::note::{Cause, Note, NoteKind, Place};

/// Largest small JSON; real ones have some kilobytes, with parallel groups of a thousand ranks some
/// megabytes.
const MAX_BYTES: usize = 16 << 20;

/// Collects a small file.
pub struct Small {
    file: String,
    bytes: Vec<u8>,
    limit: usize,
    beyond: u64,
}

impl Small {
    /// A collector of the file, named in its notes.
    pub fn new(file: &str) -> Small {
        Small { file: file.to_owned(), bytes: Vec::new(), limit: MAX_BYTES, beyond: 0 }
    }

    /// The same, for a file that may have so many bytes.
    #[must_use]
    pub fn up_to(self, limit: usize) -> Small {
        Small { limit, ..self }
    }

    /// Reads the next bytes.
    pub fn push(&mut self, chunk: &[u8]) {
        let room = self.limit - self.bytes.len();
        self.bytes.extend_from_slice(&chunk[..chunk.len().min(room)]);
        self.beyond += chunk.len().saturating_sub(room) as u64;
    }

    /// The text. Where it is not all of the file, or nothing, the note says so.
    pub(super) fn text(self) -> (String, Option<Note>) {
        let bytes = self.bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&self.bytes);
        let text = String::from_utf8_lossy(bytes).into_owned();
        let limit = || Note::limit(self.file.as_str(), Cause::FileBytes, self.limit as u64);
        let empty = || Note::new(NoteKind::Empty, self.file.as_str(), "");
        let note = match text.trim().is_empty() {
            _ if self.beyond > 0 => Some(limit()),
            true => Some(empty()),
            false => None,
        };
        (text, note)
    }

    /// The text and its JSON value. Without a value the notes say why.
    pub fn finish(self) -> (String, Option<serde_json::Value>, Vec<Note>) {
        let file = self.file.clone();
        let (text, note) = self.text();
        if let Some(note) = note {
            return (text, None, vec![note]);
        }
        match serde_json::from_str(&text) {
            Ok(value) => (text, Some(value), Vec::new()),
            Err(error) => {
                let note = if error.is_eof() {
                    Note::new(NoteKind::Truncated, file, "")
                } else {
                    Note::new(NoteKind::Damaged, file, "").because(Cause::NoJson)
                };
                (text, None, vec![note.at(Place::Line(error.line() as u64))])
            }
        }
    }
}
