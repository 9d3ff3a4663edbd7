//! Doing a job.

use super::begun::begun;
use super::database::{self, is_wanted};
use super::left::need;
use super::plan::{Job, Work};
use super::reading::Reading;
use super::{Options, Piece, Progress};
use crate::archive::tar::{self, Want};
use crate::archive::{Entry, Gunzip, Meter, Range};
use crate::capture::listed;
use crate::model::{FileEntry, FileState, Rank};
use crate::note::Note;
use crate::source::Source;
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
    let meter = Meter::default();
    let mut watch = Watch { meter: meter.clone(), reported: 0, progress };
    match &job.work {
        Work::File(entry) => {
            sink(read_file(job, entry, source, options, &mut watch)?);
            ControlFlow::Continue(())
        }
        Work::TarGzip { room, only } => {
            let range = Range::whole(source.clone(), meter);
            let mut stream = Gunzip::new(range, source.len(), options.limits);
            let mut chunk = vec![0; options.chunk.max(1)];
            let rest = Piece::new(&job.root, Rank::default());
            let room = *room;
            let only = only.as_deref();
            let mut pass =
                Pass { root: &job.root, options, room, only, watch, sink, open: None, rest };
            let flow = tar::walk(&mut stream, &job.root, &options.limits, &mut chunk, &mut pass);
            let Pass { sink, rest, .. } = pass;
            sink(rest);
            flow
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
    let mut reading = Reading::new(job, entry, options);
    let meter = watch.meter.clone();
    if let Some(read) = database::in_place(entry, options) {
        let advance = &mut || watch.advance(&entry.path);
        let rank = database::open(read, entry, source, &meter, advance)?;
        return ControlFlow::Continue(reading.close_database(rank));
    }
    let start = job.part.map_or(0, |of| of.part.start);
    let mut end = None;
    match entry.from(start).open(source, &options.limits, meter) {
        Err(error) => end = Some(error),
        Ok(mut bytes) => {
            let mut chunk = vec![0; options.chunk.max(1)];
            while reading.wants_more() {
                match bytes.read(&mut chunk) {
                    Ok(0) => break,
                    Ok(count) => reading.push(&chunk[..count]),
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
    ControlFlow::Continue(reading.close(end.as_ref()))
}

/// The one pass over a `tar.gz`.
struct Pass<'a, 'b> {
    root: &'a str,
    options: &'a Options,
    /// Bytes of memory that further big files may need.
    room: u64,
    only: Option<&'a [(String, u64)]>,
    watch: Watch<'b>,
    sink: &'b mut dyn FnMut(Piece),
    /// The file that goes by.
    open: Option<Reading>,
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
        if !is_wanted(path, self.options) {
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
        self.open = Some(Reading::whole(self.root, path, Some(bytes), None, self.options));
        Want::Read
    }

    fn data(&mut self, chunk: &[u8]) -> ControlFlow<()> {
        let file = match &mut self.open {
            Some(open) => {
                open.push(chunk);
                open.path()
            }
            None => self.root,
        };
        self.watch.advance(file)
    }

    fn leave(&mut self, error: Option<&io::Error>) {
        if let Some(open) = self.open.take() {
            (self.sink)(open.close(error));
        }
    }

    fn note(&mut self, note: Note) {
        // What is odd about the archive was said when all of it was read.
        if self.only.is_none() {
            self.rest.rank.notes.push(note);
        }
    }
}
