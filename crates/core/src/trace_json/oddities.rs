//! Counting oddities: one note a kind, with the first place and example.

use crate::note::{Cause, Note, NoteKind, Place};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What was odd in one part of a file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Oddities(BTreeMap<NoteKind, Oddity>);

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Oddity {
    count: u64,
    place: Option<u64>,
    cause: Option<Cause>,
    example: String,
}

/// Longest example kept, in characters: enough to find it in the file.
const MAX_EXAMPLE: usize = 80;

/// The first bytes of a place in the file, as text.
pub(super) fn example(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(4 * MAX_EXAMPLE)]).into_owned()
}

impl Oddities {
    /// Counts one more of `kind`; `example` is made only for the first.
    pub(super) fn add(
        &mut self,
        kind: NoteKind,
        place: Option<u64>,
        example: impl FnOnce() -> String,
    ) {
        let first = || {
            let example = example();
            let mut short: String = example.chars().take(MAX_EXAMPLE).collect();
            if short.len() < example.len() {
                short.push('…');
            }
            Oddity { count: 0, place, cause: None, example: short }
        };
        self.0.entry(kind).or_insert_with(first).count += 1;
    }

    /// Counts one more of `kind`, of which the reason says more than an example would.
    pub(super) fn add_cause(&mut self, kind: NoteKind, place: u64, cause: Cause) {
        let first =
            || Oddity { count: 0, place: Some(place), cause: Some(cause), example: String::new() };
        self.0.entry(kind).or_insert_with(first).count += 1;
    }

    /// Adds those of a later part of the file.
    pub(super) fn append(&mut self, later: Oddities) {
        for (kind, oddity) in later.0 {
            self.0.entry(kind).and_modify(|own| own.count += oddity.count).or_insert(oddity);
        }
    }

    /// As notes on `file`.
    pub(super) fn into_notes(self, file: &str) -> Vec<Note> {
        let note = |(kind, oddity): (NoteKind, Oddity)| Note {
            count: oddity.count,
            place: oddity.place.map(Place::Byte),
            cause: oddity.cause,
            ..Note::new(kind, file, oddity.example)
        };
        self.0.into_iter().map(note).collect()
    }
}
