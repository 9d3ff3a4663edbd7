//! One pass over an archive: what is wanted of the files that go by is read, also in archives that lie in it.

use super::database::is_wanted;
use super::left::{by_estimate, need};
use super::plan::{Job, Pass};
use super::reading::Reading;
use super::run::{Watch, push_all};
use super::unread::{foreign, foreign_entry, tell, too_deep, too_large};
use super::{Options, Piece};
use crate::archive::tar::{self, Visitor, Want};
use crate::archive::{
    Codec, Container, Entry, Limits, Meter, Range, container, failure_note, folder_of, zip,
};
use crate::capture::{joined, listed, not_supported};
use crate::model::{FileEntry, FileState, Rank};
use crate::note::{Cause, Note};
use crate::source::Source;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::Arc;

/// A pass that is under way.
pub(super) struct Passing<'a, 'b> {
    job: &'a Job,
    pass: &'a Pass,
    options: &'a Options,
    watch: Watch<'b>,
    sink: &'b mut dyn FnMut(Piece),
    /// Bytes of memory that further big files may need.
    room: u64,
    /// The archive that is gone over, the innermost: its path, and the folder of its files.
    archive: (String, String),
    is_inner: bool,
    /// What goes by.
    open: Option<Open>,
    /// Bytes that may still come out of inner archives: all of them together are held to the limit of one.
    left: u64,
    /// Whether the watcher broke where that could not be said.
    stopped: bool,
    /// Files that are only listed, and notes on entries that are left out.
    rest: Piece,
}

enum Open {
    File(Reading),
    /// A file that is packed in itself: only all of its bytes are unpacked.
    Packed(Reading, Codec, Vec<u8>),
    /// An archive.
    Archive(String, Vec<u8>),
}

impl<'a, 'b> Passing<'a, 'b> {
    pub(super) fn new(
        job: &'a Job,
        pass: &'a Pass,
        options: &'a Options,
        watch: Watch<'b>,
        sink: &'b mut dyn FnMut(Piece),
    ) -> Passing<'a, 'b> {
        let left = options.limits.most(pass.archive.packed.unwrap_or(0));
        Passing {
            job,
            pass,
            options,
            watch,
            sink,
            room: pass.room,
            archive: (pass.archive.path.clone(), pass.folder.clone()),
            is_inner: !pass.outer.is_empty(),
            open: None,
            left,
            stopped: false,
            rest: Piece::new(&job.root, Rank::default()),
        }
    }

    /// Goes over the archive, which lies in `source`.
    pub(super) fn run(mut self, source: &Source) -> ControlFlow<()> {
        let flow = match self.pass.archive.in_place(source) {
            Some(entry) => {
                let meter = self.watch.meter.clone();
                self.over(&entry.window(source), meter)
            }
            None => match self.held(source)? {
                Some(bytes) => self.over(&(Arc::new(bytes) as Source), Meter::default()),
                None => ControlFlow::Continue(()),
            },
        };
        (self.sink)(self.rest);
        if self.stopped { ControlFlow::Break(()) } else { flow }
    }

    /// The bytes of a packed archive, as far as they can be unpacked; `None` where they are too many.
    fn held(&mut self, source: &Source) -> ControlFlow<(), Option<Vec<u8>>> {
        let Options { limits, unpack, chunk, .. } = self.options;
        let (path, _) = self.archive.clone();
        let mut bytes = Vec::new();
        let mut chunk = vec![0; (*chunk).max(1)];
        let meter = self.watch.meter.clone();
        let mut opened = match self.pass.archive.open(source, limits, *unpack, meter) {
            Ok(opened) => opened,
            Err(error) => {
                self.say(failure_note(&path, &error));
                return ControlFlow::Continue(None);
            }
        };
        loop {
            match opened.read(&mut chunk) {
                Ok(0) => break,
                Ok(count) => bytes.extend_from_slice(&chunk[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.say(failure_note(&path, &error));
                    break;
                }
            }
            if bytes.len() as u64 > limits.held {
                self.say(too_large(&path, limits.held, &self.job.outermost()));
                return ControlFlow::Continue(None);
            }
            self.watch.advance(&path)?;
        }
        ControlFlow::Continue(Some(bytes))
    }

    /// Goes over the archive in `bytes`.
    fn over(&mut self, bytes: &Source, meter: Meter) -> ControlFlow<()> {
        let Options { unpack, gbk, .. } = *self.options;
        let limits = &self.limits();
        let path = self.archive.0.clone();
        let mut chunk = vec![0; self.options.chunk.max(1)];
        match container(&path, bytes, limits, unpack) {
            Ok(Container::PackedTar(codec) | Container::Packed(codec)) => {
                let range = Range::whole(bytes.clone(), meter);
                let mut stream = codec.unpack(range, bytes.len(), *limits, unpack);
                let flow = tar::walk(&mut stream, &path, limits, gbk, &mut chunk, self);
                self.count(stream.made());
                flow
            }
            Ok(Container::Tar) => {
                let mut range = Range::whole(bytes.clone(), meter);
                tar::walk(&mut range, &path, limits, gbk, &mut chunk, self)
            }
            Ok(Container::Zip) => {
                let mut notes = Vec::new();
                let entries = zip::list(bytes, &path, limits, gbk, &mut notes);
                notes.into_iter().for_each(|note| self.note(note));
                entries.iter().try_for_each(|entry| self.entry(entry, bytes, &meter, &mut chunk))
            }
            Ok(Container::Foreign(kind)) => {
                self.say(foreign(&path, &kind));
                ControlFlow::Continue(())
            }
            Ok(Container::Plain) => {
                self.rest.rank.files.push(listed(path, bytes.len()));
                ControlFlow::Continue(())
            }
            Err(error) => {
                self.say(failure_note(&path, &error));
                ControlFlow::Continue(())
            }
        }
    }

    /// Has an entry of a zip go by.
    fn entry(
        &mut self,
        entry: &Entry,
        bytes: &Source,
        meter: &Meter,
        chunk: &mut [u8],
    ) -> ControlFlow<()> {
        if self.begin(&entry.path, entry.bytes) == Want::Skip {
            return ControlFlow::Continue(());
        }
        let end = match entry.open(bytes, &self.limits(), self.options.unpack, meter.clone()) {
            Err(error) => Some(error),
            Ok(mut opened) => loop {
                match opened.read(chunk) {
                    Ok(0) => break None,
                    Ok(count) => {
                        self.count(count as u64);
                        self.data(&chunk[..count])?;
                    }
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) => break Some(error),
                }
            },
        };
        self.leave(end.as_ref());
        if self.stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// The limits of what is unpacked next.
    fn limits(&self) -> Limits {
        let limits = self.options.limits;
        let unpacked = if self.is_inner { limits.unpacked.min(self.left) } else { limits.unpacked };
        Limits { unpacked, ..limits }
    }

    /// So many bytes were unpacked.
    fn count(&mut self, bytes: u64) {
        if self.is_inner {
            self.left = self.left.saturating_sub(bytes);
        }
    }

    /// A file begins; how many bytes it has, where that is known.
    fn begin(&mut self, path: &str, bytes: Option<u64>) -> Want {
        let path = joined(&self.archive.1, path);
        let length = bytes.unwrap_or(0);
        let packed = Codec::named(&path).filter(|(_, inner)| is_wanted(inner, self.options));
        if packed.is_none() && folder_of(&path).is_some() {
            return self.begin_archive(path, length);
        }
        let (name, stated, length) = match packed {
            Some((_, inner)) => (inner, None, by_estimate(length)),
            None => (path.as_str(), bytes, length),
        };
        if let Some(only) = &self.pass.only
            && !only.iter().any(|(wanted, _)| wanted == name)
        {
            return Want::Skip;
        }
        let told = foreign_entry(&path, self.options);
        if let Some(note) = told.or_else(|| not_supported(&path)) {
            self.say(note);
        }
        if !is_wanted(name, self.options) {
            self.rest.rank.files.push(listed(path, length));
            return Want::Skip;
        }
        let limit = self.options.limits.held;
        if packed.is_some() && bytes.is_some_and(|bytes| bytes > limit) {
            self.rest.rank.notes.push(Note::limit(path, Cause::FileBytes, limit));
            return Want::Skip;
        }
        let need = need(name, length);
        if need > self.room {
            let file = FileEntry { path: name.to_owned(), bytes: length, state: FileState::Left };
            self.rest.rank.files.push(file);
            return Want::Skip;
        }
        self.room -= need;
        let reading = Reading::whole(&self.job.root, name, stated, None, self.options);
        self.open = Some(match packed {
            Some((codec, _)) => Open::Packed(reading, codec, Vec::new()),
            None => Open::File(reading),
        });
        Want::Read
    }

    /// An archive begins.
    fn begin_archive(&mut self, path: String, bytes: u64) -> Want {
        let is_in = |wanted: &str| {
            let inside = folder_of(&path).and_then(|folder| wanted.strip_prefix(folder));
            inside.is_some_and(|inside| inside.starts_with('/'))
        };
        if let Some(only) = &self.pass.only
            && !only.iter().any(|(wanted, _)| is_in(wanted))
        {
            return Want::Skip;
        }
        let limit = self.options.limits.held;
        if self.is_inner {
            self.say(too_deep(&path, &self.job.outermost()));
            return Want::Skip;
        }
        if bytes > limit {
            self.say(too_large(&path, limit, &self.job.outermost()));
            return Want::Skip;
        }
        self.open = Some(Open::Archive(path, Vec::new()));
        Want::Read
    }

    /// Goes over an archive that has gone by.
    fn inner(&mut self, path: String, bytes: Vec<u8>) {
        let folder = folder_of(&path).unwrap_or(&path).to_owned();
        let outer = std::mem::replace(&mut self.archive, (path, folder));
        self.is_inner = true;
        let bytes: Source = Arc::new(bytes);
        self.stopped |= self.over(&bytes, Meter::default()).is_break();
        (self.archive, self.is_inner) = (outer, false);
    }

    /// Says something of a file by its path in the tree. What is odd about the archive was said when all of it was read.
    fn say(&mut self, note: Note) {
        if self.pass.only.is_none() {
            tell(&mut self.rest.rank.notes, note);
        }
    }
}

impl Visitor for Passing<'_, '_> {
    fn enter(&mut self, path: &str, bytes: u64, _offset: u64) -> Want {
        self.begin(path, Some(bytes))
    }

    fn data(&mut self, chunk: &[u8]) -> ControlFlow<()> {
        if self.stopped {
            return ControlFlow::Break(());
        }
        let limit = self.options.limits.held;
        if let Some(Open::Archive(path, bytes)) = &self.open
            && (bytes.len() + chunk.len()) as u64 > limit
        {
            let note = too_large(path, limit, &self.job.outermost());
            self.open = None;
            self.say(note);
        }
        let file = match &mut self.open {
            Some(Open::File(reading)) => {
                reading.push(chunk);
                reading.path()
            }
            Some(Open::Packed(reading, _, bytes)) => {
                bytes.extend_from_slice(chunk);
                reading.path()
            }
            Some(Open::Archive(path, bytes)) => {
                bytes.extend_from_slice(chunk);
                path
            }
            None => &self.archive.0,
        };
        self.watch.advance(file)
    }

    fn leave(&mut self, error: Option<&io::Error>) {
        match self.open.take() {
            Some(Open::File(reading)) => (self.sink)(reading.close(error)),
            Some(Open::Packed(mut reading, codec, bytes)) => {
                let packed = bytes.len() as u64;
                let range = Range::whole(Arc::new(bytes), Meter::default());
                let stream = codec.unpack(range, packed, self.limits(), self.options.unpack);
                let end = push_all(&mut reading, Box::new(stream), self.options, &mut self.watch);
                self.count(reading.taken());
                match end {
                    // Where the archive is cut so is what it holds: that it breaks off is not a second thing to say.
                    ControlFlow::Continue(end) => {
                        (self.sink)(reading.close(error.or(end.as_ref())));
                    }
                    ControlFlow::Break(()) => self.stopped = true,
                }
            }
            Some(Open::Archive(path, bytes)) => {
                if let Some(error) =
                    error.filter(|error| error.kind() != io::ErrorKind::UnexpectedEof)
                {
                    self.say(failure_note(&path, error));
                }
                self.inner(path, bytes);
            }
            None => {}
        }
    }

    fn note(&mut self, mut note: Note) {
        let (path, folder) = &self.archive;
        if note.file != *path {
            note.file = joined(folder, &note.file);
        }
        self.say(note);
    }
}
