//! Counting oddities: one note a kind, with its first place and example.

use crate::note::{Note, NoteKind, Place};
use std::collections::BTreeMap;

/// Longest example kept, in characters.
const MAX_EXAMPLE: usize = 80;

/// How often, and place and text of the first.
type Oddity = (u64, Option<Place>, String);

/// Notes on one file in the making.
#[derive(Default)]
pub(crate) struct Tally(BTreeMap<NoteKind, Oddity>);

impl Tally {
    /// Counts one more; place and example of the first are kept.
    pub(crate) fn add(&mut self, kind: NoteKind, place: Option<Place>, example: &[u8]) {
        let first = || {
            let text = String::from_utf8_lossy(&example[..example.len().min(4 * MAX_EXAMPLE)]);
            (0, place, text.chars().take(MAX_EXAMPLE).collect())
        };
        self.0.entry(kind).or_insert_with(first).0 += 1;
    }

    /// As notes on `file`.
    pub(crate) fn into_notes(self, file: &str) -> Vec<Note> {
        let note = |(kind, (count, place, detail)): (NoteKind, Oddity)| Note {
            count,
            place,
            ..Note::new(kind, file, detail)
        };
        self.0.into_iter().map(note).collect()
    }
}
