//! One big trace file by several loaders: [`split`] it, [`read_part`] each part anywhere, [`join_parts`].
//!
//! Only what lies in its input as it is can be read from the middle, and only without a checksum over the
//! whole: plain files and entries of a plain tar. Whatever does not work out (`None`, an error) is no loss:
//! [`run`](super::run) reads the file as one, and tells what is wrong with it. The result is the same.

use super::plan::{Job, Work};
use super::reader::{self, Reader};
use super::run::Open;
use super::{Options, Piece, Progress};
use crate::archive::{Entry, Meter, Packing, Range};
use crate::source::{ReadAt, Source};
use crate::trace_json::split::{self, Part};
use crate::trace_json::{Next, TraceParser, TracePart};
use std::io::{self, Read};
use std::ops::ControlFlow;

/// Cuts the trace that a job reads into at most `count` parts of about the same size. `None` when there is
/// nothing to cut: another kind of file, packed, cut short, or too small.
pub fn split(job: &Job, source: &Source, count: usize) -> Option<Vec<Part>> {
    let entry = stored(job)?;
    let window = Window { source, start: entry.offset, length: entry.bytes? };
    if window.start.checked_add(window.length)? > source.len() {
        return None;
    }
    let mut head = vec![0; reader::SNIFF];
    let length = window.read_at(0, &mut head).ok()?;
    if !reader::is_trace(&entry.path, &head[..length]) {
        return None;
    }
    split::plan(&window, count).ok().filter(|parts| parts.len() > 1)
}

/// Reads one part of the trace. Breaks when the watcher does.
///
/// # Errors
/// When the source cannot be read.
pub fn read_part(
    job: &Job,
    part: Part,
    source: &Source,
    options: &Options,
    progress: &mut dyn Progress,
) -> ControlFlow<(), io::Result<TracePart>> {
    let Some((entry, length)) = stored(job).and_then(|entry| Some((entry, entry.bytes?))) else {
        return ControlFlow::Continue(Err(io::ErrorKind::InvalidInput.into()));
    };
    let mut parser = TraceParser::of_part(&entry.path, part);
    let start = entry.offset.saturating_add(part.start);
    let end = entry.offset.saturating_add(length);
    let mut bytes = Range::new(source.clone(), start, end, Meter::default());
    let mut chunk = vec![0; options.chunk.max(1)];
    loop {
        let count = match bytes.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return ControlFlow::Continue(Err(error)),
        };
        progress.advance(count as u64, &entry.path)?;
        if parser.push(&chunk[..count]) == Next::Nothing {
            break;
        }
    }
    ControlFlow::Continue(Ok(parser.finish()))
}

/// Joins all parts of a job's trace, in file order, into what [`run`](super::run) would have handed over.
/// `None` when they do not fit: then the file is to be read as one.
pub fn join_parts(job: &Job, parts: Vec<TracePart>) -> Option<Piece> {
    let entry = stored(job)?;
    let reader = Reader::Joined(Box::new(crate::trace_json::join(parts)?));
    let open = Open { path: entry.path.clone(), reader, bytes: entry.bytes? };
    Some(open.close(&job.root, None))
}

/// The entry, when its bytes lie in the input as they are.
fn stored(job: &Job) -> Option<&Entry> {
    match &job.work {
        Work::File(entry) if entry.packing == Packing::Stored => Some(entry),
        _ => None,
    }
}

/// An entry as a source of its own.
struct Window<'a> {
    source: &'a Source,
    start: u64,
    length: u64,
}

impl ReadAt for Window<'_> {
    fn len(&self) -> u64 {
        self.length
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = usize::try_from(self.length.saturating_sub(offset)).unwrap_or(usize::MAX);
        let count = rest.min(buffer.len());
        self.source.read_at(self.start.saturating_add(offset), &mut buffer[..count])
    }
}
