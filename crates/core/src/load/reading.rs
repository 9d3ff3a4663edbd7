//! A file that is being read, by whoever has its bytes.

use super::begun::refused_after;
use super::parts::{FilePart, PartOf};
use super::plan::{Job, Work};
use super::reader::Reader;
use super::{Options, Piece};
use crate::archive::{Entry, failure_note};
use crate::capture::is_database;
use crate::model::{FileEntry, FileState, Rank};
use crate::note::{Cause, Note, NoteKind};
use crate::time::TimeRange;
use crate::trace_json::{Next, TraceParser};
use std::io;
use std::ops::Range;

/// A file, or one part of it, that is being read: takes its bytes as they come.
pub struct Reading {
    root: String,
    path: String,
    /// Bytes of the file, where its container states them.
    stated: Option<u64>,
    /// Bytes that were taken.
    taken: u64,
    content: Content,
}

enum Content {
    Whole(Reader),
    Part { parser: Box<TraceParser>, next: Next, of: PartOf },
}

impl Job {
    /// Where what it reads lies in its input, byte for byte, and its reading, which takes those bytes; `None` where
    /// it is packed.
    pub fn plain_reading(&self) -> Option<(Range<u64>, Reading)> {
        match &self.work {
            // A database is read at any place, by pages.
            Work::File(entry) if entry.is_plain() && !is_database(&entry.path) => {
                let start = entry.offset.saturating_add(self.part.map_or(0, |of| of.part.start));
                let range = start..entry.offset.saturating_add(entry.packed?);
                Some((range, Reading::new(self, entry, &Options::default())))
            }
            _ => None,
        }
    }
}

impl Reading {
    /// Reads the file of a job.
    pub(super) fn new(job: &Job, entry: &Entry, options: &Options) -> Reading {
        // What a packed file states of itself may be wrong.
        let stated = entry.bytes.filter(|_| entry.codec.is_none());
        let within = job.within.clone();
        let Some(of) = job.part else {
            return Reading::whole(&job.root, &entry.path, stated, within, options);
        };
        let parser = Box::new(TraceParser::of_part(&entry.path, of.part).within(within));
        let content = Content::Part { parser, next: Next::More, of };
        Reading { root: job.root.clone(), path: entry.path.clone(), stated, taken: 0, content }
    }

    /// Reads a file as a whole; of a trace only events `within` a time where one is given.
    pub(super) fn whole(
        root: &str,
        path: &str,
        stated: Option<u64>,
        within: Option<TimeRange>,
        options: &Options,
    ) -> Reading {
        let content = Content::Whole(Reader::new(path, within, options));
        Reading { root: root.to_owned(), path: path.to_owned(), stated, taken: 0, content }
    }

    /// Path of the file in the tree of its root.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Bytes that it has taken.
    pub(super) fn taken(&self) -> u64 {
        self.taken
    }

    /// Takes the next bytes.
    pub fn push(&mut self, chunk: &[u8]) {
        self.taken += chunk.len() as u64;
        match &mut self.content {
            Content::Whole(reader) => reader.push(chunk),
            Content::Part { parser, next, .. } => *next = parser.push(chunk),
        }
    }

    /// Whether further bytes are wanted.
    pub fn wants_more(&self) -> bool {
        match &self.content {
            Content::Whole(reader) => reader.wants_more(),
            Content::Part { next, .. } => *next == Next::More,
        }
    }

    /// Ends the reading of a [`Job::plain_reading`], where there were no more bytes or because of an error.
    pub fn finish(self, error: Option<io::Error>) -> Piece {
        let start = match &self.content {
            Content::Whole(_) => 0,
            Content::Part { of, .. } => of.part.start,
        };
        let is_cut = self.wants_more() && self.stated.is_some_and(|all| start + self.taken < all);
        // The plan has read its head.
        let error = error.map(refused_after);
        let cut = || is_cut.then(|| io::ErrorKind::UnexpectedEof.into());
        self.close(error.or_else(cut).as_ref())
    }

    /// Ends a database that was read in its place.
    pub(super) fn close_database(mut self, rank: Rank) -> Piece {
        self.taken = self.stated.unwrap_or(0);
        self.content = Content::Whole(Reader::Told(Box::new(rank)));
        self.close(None)
    }

    /// Ends the file: the piece that it makes.
    pub(super) fn close(self, error: Option<&io::Error>) -> Piece {
        let Reading { root, path, stated, taken, content } = self;
        let (mut rank, mut notes, state, part) = match content {
            Content::Whole(reader) => {
                let (rank, notes, state) = reader.finish();
                (rank, notes, state, None)
            }
            Content::Part { parser, of: PartOf { index, count, .. }, .. } => {
                let part = FilePart { index, count, trace: parser.finish() };
                (Rank::default(), Vec::new(), FileState::Read, Some(part))
            }
        };
        let mut state = state;
        if let Some(error) = error {
            if taken == 0 {
                // What the parser makes of nothing.
                notes.clear();
            }
            with_failure(&mut notes, failure_note(&path, error));
            if state == FileState::Ignored {
                state = FileState::Failed;
            }
        } else if taken == 0 && part.is_none() && state != FileState::Ignored {
            // Whatever the parser makes of nothing: this says more.
            notes = vec![Note::new(NoteKind::ZeroBytes, "", "")];
        }
        for note in &mut notes {
            // Where an archive was changed, that is one thing to say, not one for each of its files.
            let of_archive = !root.is_empty() && note.cause == Some(Cause::Changed);
            note.file.clone_from(if of_archive { &root } else { &path });
        }
        // How long it is the container may have stated: one that turned out to be none of ours was not read
        // to its end.
        rank.files = vec![FileEntry { path, bytes: stated.unwrap_or(taken), state }];
        rank.notes = notes;
        Piece { part, ..Piece::new(&root, rank) }
    }
}

/// Adds why a file could not be read to its end. The parser may have seen the cut too: it knows the
/// place, the container the reason.
pub(super) fn with_failure(notes: &mut Vec<Note>, failure: Note) {
    match notes.iter_mut().find(|note| note.kind == failure.kind) {
        Some(note) if failure.cause.is_some() => {
            (note.cause, note.detail) = (failure.cause, failure.detail);
        }
        Some(_) => {}
        None => notes.push(failure),
    }
}
