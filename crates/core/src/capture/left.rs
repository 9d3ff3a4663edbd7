//! The note on what is not opened in full.

use super::names::last;
use super::path::{FileKind, classify};
use crate::model::{FileEntry, FileState, Rank};
use crate::note::{Note, NoteKind};
use crate::sort::SortShort;

/// Names without a number that are told in full.
const NAMED: usize = 4;

/// One note on all of `ranks` of which big files were left, with which they are.
pub(super) fn left_ranks(ranks: &[Rank]) -> Option<Note> {
    let own = |file: &FileEntry| !is_timeline(file) && file.state == FileState::Left;
    let left = || ranks.iter().filter(|rank| rank.files.iter().any(own));
    let mut numbers: Vec<u32> = left().filter_map(|rank| rank.rank).collect();
    numbers.sort_short();
    let unnumbered = left().filter(|rank| rank.rank.is_none());
    let mut told = told(unnumbered.map(|rank| last(&rank.folder)));
    if !numbers.is_empty() {
        told.insert(0, format!("rank {}", ranges(&numbers)));
    }
    note("", left().count(), &told)
}

/// One note on all timelines that were left of the archive `root`, or of loose files where it is empty.
pub(super) fn left_timelines<'a>(
    root: &str,
    files: impl Iterator<Item = &'a FileEntry> + Clone,
) -> Option<Note> {
    let left = files.filter(|file| is_timeline(file) && file.state == FileState::Left);
    note(root, left.clone().count(), &told(left.map(|file| file.path.as_str())))
}

/// A JSON file that is a capture of its own once it is read, wherever it lies.
fn is_timeline(file: &FileEntry) -> bool {
    classify(&file.path).kind == FileKind::Json
}

fn note(file: &str, count: usize, told: &[String]) -> Option<Note> {
    let note = Note::new(NoteKind::LeftUnread, file, told.join(", "));
    (count > 0).then_some(Note { count: count as u64, ..note })
}

/// The first names, and a sign that there are more.
fn told<'a>(mut names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut told: Vec<String> = names.by_ref().take(NAMED).map(str::to_owned).collect();
    told.extend(names.next().map(|_| "…".to_owned()));
    told
}

/// Sorted numbers, those in a row as one: `0–3, 7`.
fn ranges(numbers: &[u32]) -> String {
    let rows = numbers.chunk_by(|a, b| *b <= a.saturating_add(1));
    let rows = rows.filter_map(|row| Some((row.first()?, row.last()?)));
    let text = rows.map(|(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}–{last}"),
    });
    text.collect::<Vec<_>>().join(", ")
}
