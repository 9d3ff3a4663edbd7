//! Doing a job.

use super::begun::begun;
use super::database::{self, is_wanted};
use super::left::{by_estimate, need};
use super::plan::{Job, Work};
use super::reading::Reading;
use super::{Options, Piece, Progress};
use crate::archive::tar::{self, Want};
use crate::archive::{Codec, Entry, Meter, Range};
use crate::capture::listed;
use crate::model::{FileEntry, FileState, Rank};
use crate::note::{Cause, Note};
use crate::source::Source;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::Arc;

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
        Work::PackedTar { codec, room, only } => {
            let range = Range::whole(source.clone(), meter);
            let mut stream = codec.unpack(range, source.len(), options.limits, options.unpack);
            let mut chunk = vec![0; options.chunk.max(1)];
            let rest = Piece::new(&job.root, Rank::default());
            let room = *room;
            let only = only.as_deref();
            let mut pass = Pass {
                root: &job.root,
                options,
                room,
                only,
                watch,
                sink,
                open: None,
                held: None,
                stopped: false,
                rest,
            };
            let flow = tar::walk(&mut stream, &job.root, &options.limits, &mut chunk, &mut pass);
            let Pass { sink, rest, stopped, .. } = pass;
            sink(rest);
            if stopped { ControlFlow::Break(()) } else { flow }
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
    let end = match entry.from(start).open(source, &options.limits, options.unpack, meter) {
        Err(error) => Some(error),
        Ok(bytes) => push_all(&mut reading, bytes, options, watch)?,
    };
    ControlFlow::Continue(reading.close(end.as_ref()))
}

/// Pushes all that is wanted of `bytes`; why they ended early.
fn push_all(
    reading: &mut Reading,
    mut bytes: Box<dyn Read>,
    options: &Options,
    watch: &mut Watch,
) -> ControlFlow<(), Option<io::Error>> {
    let mut chunk = vec![0; options.chunk.max(1)];
    while reading.wants_more() {
        match bytes.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => reading.push(&chunk[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return ControlFlow::Continue(Some(error)),
        }
        watch.advance(reading.path())?;
    }
    ControlFlow::Continue(None)
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
    /// How it is packed in itself, and its bytes: only all of them are unpacked.
    held: Option<(Codec, Vec<u8>)>,
    /// Whether the watcher broke where that could not be said.
    stopped: bool,
    /// Files that are only listed, and notes on entries that are left out.
    rest: Piece,
}

impl tar::Visitor for Pass<'_, '_> {
    fn enter(&mut self, path: &str, bytes: u64, _offset: u64) -> Want {
        let packed = Codec::named(path).filter(|(_, inner)| is_wanted(inner, self.options));
        let (name, stated, length) = match packed {
            Some((_, inner)) => (inner, None, by_estimate(bytes)),
            None => (path, Some(bytes), bytes),
        };
        if let Some(only) = self.only
            && !only.iter().any(|(wanted, _)| wanted == name)
        {
            return Want::Skip;
        }
        if !is_wanted(name, self.options) {
            self.rest.rank.files.push(listed(path.to_owned(), bytes));
            return Want::Skip;
        }
        if packed.is_some() && bytes > self.options.limits.held {
            let limit = self.options.limits.held;
            self.rest.rank.notes.push(Note::limit(path, Cause::FileBytes, limit));
            return Want::Skip;
        }
        let (path, bytes) = (name, length);
        let need = need(path, bytes);
        if need > self.room {
            let file = FileEntry { path: path.to_owned(), bytes, state: FileState::Left };
            self.rest.rank.files.push(file);
            return Want::Skip;
        }
        self.room -= need;
        self.held = packed.map(|(codec, _)| (codec, Vec::new()));
        self.open = Some(Reading::whole(self.root, path, stated, None, self.options));
        Want::Read
    }

    fn data(&mut self, chunk: &[u8]) -> ControlFlow<()> {
        if self.stopped {
            return ControlFlow::Break(());
        }
        let file = match (&mut self.open, &mut self.held) {
            (Some(open), None) => {
                open.push(chunk);
                open.path()
            }
            (Some(open), Some((_, bytes))) => {
                bytes.extend_from_slice(chunk);
                open.path()
            }
            (None, _) => self.root,
        };
        self.watch.advance(file)
    }

    fn leave(&mut self, error: Option<&io::Error>) {
        let Some(mut open) = self.open.take() else { return };
        let Some((codec, bytes)) = self.held.take() else {
            return (self.sink)(open.close(error));
        };
        let packed = bytes.len() as u64;
        let range = Range::whole(Arc::new(bytes), Meter::default());
        let stream = codec.unpack(range, packed, self.options.limits, self.options.unpack);
        match push_all(&mut open, Box::new(stream), self.options, &mut self.watch) {
            // Where the tar is cut so is what it holds: that it breaks off is not a second thing to say.
            ControlFlow::Continue(end) => (self.sink)(open.close(error.or(end.as_ref()))),
            ControlFlow::Break(()) => self.stopped = true,
        }
    }

    fn note(&mut self, note: Note) {
        // What is odd about the archive was said when all of it was read.
        if self.only.is_none() {
            self.rest.rank.notes.push(note);
        }
    }
}
