//! Doing a job.

use super::begun::begun;
use super::database;
use super::passing::Passing;
use super::plan::{Job, Work};
use super::reading::Reading;
use super::{Options, Piece, Progress};
use crate::archive::{Entry, Meter};
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
        Work::Archive(pass) => Passing::new(job, pass, options, watch, sink).run(source),
    }
}

/// Reports what was read since the last time.
pub(super) struct Watch<'a> {
    pub(super) meter: Meter,
    reported: u64,
    progress: &'a mut dyn Progress,
}

impl Watch<'_> {
    pub(super) fn advance(&mut self, file: &str) -> ControlFlow<()> {
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
pub(super) fn push_all(
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
