//! Doing a job.

use super::begun::begun;
use super::left::need;
use super::parts::{FilePart, PartOf};
use super::plan::{Job, Work};
use super::reader::Reader;
use super::{Options, Piece, Progress};
use crate::archive::tar::{self, Want};
use crate::archive::{Entry, Gunzip, Meter, Packing, Range, failure_note};
use crate::capture::{classify, listed};
use crate::model::{FileEntry, FileState, Rank};
use crate::note::{Cause, Note, NoteKind};
use crate::source::Source;
use crate::time::TimeRange;
use crate::trace_json::{Next, TraceParser};
use std::io::{self, Read};
use std::ops::ControlFlow;

/// Does `job` with a source of its input. Each file that was read goes to `sink` as it ends. Breaks
/// when the watcher does; then the file that was being read is left out.
pub fn run(
    job: &Job,
    source: &Source,
    options: &Options,
    progress: &mut dyn Progress,
    sink: &mut dyn FnMut(Piece),
) -> ControlFlow<()> {
    // The plan has read its head.
    let source = &begun(source);
    let sink = &mut |mut piece: Piece| {
        tell_of_archive(&mut piece);
        sink(piece);
    };
    let meter = Meter::default();
    let mut watch = Watch { meter: meter.clone(), reported: 0, progress };
    match &job.work {
        Work::File(entry) => {
            let piece = match job.part {
                Some(part) => read_part(job, entry, part, source, options, &mut watch)?,
                None => read_file(job, entry, source, options, &mut watch)?,
            };
            sink(piece);
            ControlFlow::Continue(())
        }
        Work::TarGzip { room, only } => {
            let range = Range::whole(source.clone(), meter);
            let mut stream = Gunzip::new(range, source.len(), options.limits);
            let mut chunk = vec![0; options.chunk.max(1)];
            let rest = Piece::new(&job.root, Rank::default());
            let room = *room;
            let only = only.as_deref();
            let mut pass = Pass { root: &job.root, room, only, watch, sink, open: None, rest };
            let flow = tar::walk(&mut stream, &job.root, &options.limits, &mut chunk, &mut pass);
            let Pass { sink, rest, .. } = pass;
            sink(rest);
            flow
        }
    }
}

/// Where an archive was changed, that is one thing to say, not one for each of its files.
fn tell_of_archive(Piece { root, rank, .. }: &mut Piece) {
    for note in rank.notes.iter_mut().filter(|note| note.cause == Some(Cause::Changed)) {
        if !root.is_empty() {
            note.file.clone_from(root);
        }
    }
}

/// Reports what was read since the last time.
struct Watch<'a> {
    meter: Meter,
    reported: u64,
    progress: &'a mut dyn Progress,
}

impl Watch<'_> {
    fn advance(&mut self, file: &str) -> ControlFlow<()> {
        let read = self.meter.get();
        let bytes = read - self.reported;
        self.reported = read;
        self.progress.advance(bytes, file)
    }
}

fn read_file(
    job: &Job,
    entry: &Entry,
    source: &Source,
    options: &Options,
    watch: &mut Watch,
) -> ControlFlow<(), Piece> {
    let mut file = Open::new(&entry.path, job.within.clone());
    let mut end = None;
    match entry.open(source, &options.limits, watch.meter.clone()) {
        Err(error) => end = Some(error),
        Ok(mut bytes) => {
            let mut chunk = vec![0; options.chunk.max(1)];
            while file.reader.wants_more() {
                match bytes.read(&mut chunk) {
                    Ok(0) => break,
                    Ok(count) => file.push(&chunk[..count]),
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) => {
                        end = Some(error);
                        break;
                    }
                }
                watch.advance(&entry.path)?;
            }
        }
    }
    let stated = entry.bytes.filter(|_| entry.packing != Packing::Gzip);
    ControlFlow::Continue(file.close(&job.root, stated, end.as_ref()))
}

fn read_part(
    job: &Job,
    entry: &Entry,
    PartOf { index, count, part }: PartOf,
    source: &Source,
    options: &Options,
    watch: &mut Watch,
) -> ControlFlow<(), Piece> {
    let mut parser = TraceParser::of_part(&entry.path, part).within(job.within.clone());
    let mut notes = Vec::new();
    let opened = entry.from(part.start).open(source, &options.limits, watch.meter.clone());
    let mut chunk = vec![0; options.chunk.max(1)];
    let mut read = |bytes: &mut dyn Read| -> io::Result<ControlFlow<()>> {
        loop {
            let count = match bytes.read(&mut chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            if count == 0 || parser.push(&chunk[..count]) == Next::Nothing {
                return Ok(ControlFlow::Continue(()));
            }
            if watch.advance(&entry.path).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
    };
    match opened.and_then(|mut bytes| read(&mut bytes)) {
        Ok(flow) => flow?,
        Err(error) => notes.push(failure_note(&entry.path, &error)),
    }
    let trace = parser.finish();
    let bytes = entry.bytes.unwrap_or(0);
    let files = vec![FileEntry { path: entry.path.clone(), bytes, state: FileState::Read }];
    let rank = Rank { files, notes, ..Rank::default() };
    let part = Some(FilePart { index, count, trace });
    ControlFlow::Continue(Piece { part, ..Piece::new(&job.root, rank) })
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

/// A file that is being read.
struct Open {
    path: String,
    reader: Reader,
    bytes: u64,
}

impl Open {
    fn new(path: &str, within: Option<TimeRange>) -> Open {
        Open { path: path.to_owned(), reader: Reader::new(path, within), bytes: 0 }
    }

    fn push(&mut self, chunk: &[u8]) {
        self.bytes += chunk.len() as u64;
        self.reader.push(chunk);
    }

    /// The piece of the file. How long it is the container may have `stated`: one that turned out to be none
    /// of ours was not read to its end.
    fn close(self, root: &str, stated: Option<u64>, error: Option<&io::Error>) -> Piece {
        let (mut rank, mut notes, mut state) = self.reader.finish();
        if let Some(error) = error {
            if self.bytes == 0 {
                // What the parser makes of nothing.
                notes.clear();
            }
            with_failure(&mut notes, failure_note(&self.path, error));
            if state == FileState::Ignored {
                state = FileState::Failed;
            }
        } else if self.bytes == 0 && state != FileState::Ignored {
            // Whatever the parser makes of nothing: this says more.
            notes = vec![Note::new(NoteKind::ZeroBytes, "", "")];
        }
        for note in &mut notes {
            note.file.clone_from(&self.path);
        }
        rank.files =
            vec![FileEntry { path: self.path, bytes: stated.unwrap_or(self.bytes), state }];
        rank.notes = notes;
        Piece::new(root, rank)
    }
}

/// The one pass over a `tar.gz`.
struct Pass<'a, 'b> {
    root: &'a str,
    /// Bytes of memory that further big files may need.
    room: u64,
    only: Option<&'a [(String, u64)]>,
    watch: Watch<'b>,
    sink: &'b mut dyn FnMut(Piece),
    /// The file that goes by, and its bytes by its header.
    open: Option<(Open, u64)>,
    /// Files that are only listed, and notes on entries that are left out.
    rest: Piece,
}

impl tar::Visitor for Pass<'_, '_> {
    fn enter(&mut self, path: &str, bytes: u64, _offset: u64) -> Want {
        if let Some(only) = self.only
            && !only.iter().any(|(wanted, _)| wanted == path)
        {
            return Want::Skip;
        }
        if !classify(path).kind.is_read() {
            self.rest.rank.files.push(listed(path.to_owned(), bytes));
            return Want::Skip;
        }
        let need = need(path, bytes);
        if need > self.room {
            let file = FileEntry { path: path.to_owned(), bytes, state: FileState::Left };
            self.rest.rank.files.push(file);
            return Want::Skip;
        }
        self.room -= need;
        self.open = Some((Open::new(path, None), bytes));
        Want::Read
    }

    fn data(&mut self, chunk: &[u8]) -> ControlFlow<()> {
        let file = match &mut self.open {
            Some((open, _)) => {
                open.push(chunk);
                open.path.as_str()
            }
            None => self.root,
        };
        self.watch.advance(file)
    }

    fn leave(&mut self, error: Option<&io::Error>) {
        if let Some((open, bytes)) = self.open.take() {
            (self.sink)(open.close(self.root, Some(bytes), error));
        }
    }

    fn note(&mut self, note: Note) {
        // What is odd about the archive was said when all of it was read.
        if self.only.is_none() {
            self.rest.rank.notes.push(note);
        }
    }
}
