//! Inputs → captures, by one loader or several.
//!
//! ```text
//! plan ── jobs ──► run (anywhere, any order) ── pieces ──► Arrivals ──► captures so far
//!   └──── pieces of files that nobody reads ──────────────────┘
//! ```
//!
//! A big trace may be several jobs, one a part ([`Options::loaders`]): [`Arrivals`] joins them.
//!
//! [`load`] does all of it in order. Parallel loaders hand out the jobs (plain data that names an input
//! by its number) in the order that [`Arrivals::expect`] gives them, [`run`] each with a source of that
//! input, and give the pieces to [`Arrivals::take`]; a piece crosses to another thread or worker as it
//! is or as a block. The result is the same. [`Arrivals::loaded`] may be asked at any time: ranks are
//! there as soon as their own files are read.
//!
//! A [`Snapshot`] is all of a load that has ended, to be stored and taken back by [`Arrivals::restored`].

mod arrivals;
mod begun;
mod database;
mod left;
mod parts;
mod passing;
mod plan;
mod reader;
mod reading;
mod run;
mod snapshot;
mod span;
mod unite;
mod unread;

pub use crate::archive::Limits;
pub use crate::capture::Piece;
pub use arrivals::{Arrivals, JobId};
pub use database::ReadDatabase;
pub use left::{Home, Left};
pub use parts::{FilePart, PartOf};
pub use plan::{Job, Pass, Plan, Work, plan};
pub use reading::Reading;
pub use run::run;
pub use snapshot::{Snapshot, Stretch};

use crate::archive::names::{DecodeGbk, no_gbk};
use crate::archive::{Unpack, unknown_codec};
use crate::model::Capture;
use crate::note::{Note, NoteKind};
use crate::sort::SortShort;
use crate::source::Source;
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// Something that was opened: a file of a folder with its relative path, an archive, or a single file.
#[derive(Clone)]
pub struct Input {
    /// Path as the user knows it, parts joined by `/`; for files of a folder it begins with the folder.
    pub path: String,
    /// Its bytes.
    pub source: Source,
}

/// How to load.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Limits against hostile input.
    pub limits: Limits,
    /// Bytes pushed into a parser at once.
    pub chunk: usize,
    /// How many loaders will work at once: big traces are shared out among them.
    pub loaders: usize,
    /// Smallest part of a file worth a loader of its own: less is read before another has got going.
    pub part_bytes: u64,
    /// What reads databases; without it they are listed only.
    pub databases: Option<ReadDatabase>,
    /// What unpacks the codecs that this crate does not.
    pub unpack: Unpack,
    /// What decodes the names in archives that Chinese Windows wrote.
    pub gbk: DecodeGbk,
}

impl Default for Options {
    fn default() -> Options {
        // Stays in the second-level cache while it is inflated and parsed.
        Options {
            limits: Limits::default(),
            chunk: 256 << 10,
            loaders: 1,
            part_bytes: 4 << 20,
            databases: None,
            unpack: unknown_codec,
            gbk: no_gbk,
        }
    }
}

/// Who watches loading, and may stop it.
pub trait Progress {
    /// `bytes` more of the inputs were read, in `file`. Break to cancel.
    fn advance(&mut self, bytes: u64, file: &str) -> ControlFlow<()>;

    /// How many bytes will be read in all.
    fn expect(&mut self, _total: u64) {}
}

/// Nobody watches.
impl Progress for () {
    fn advance(&mut self, _bytes: u64, _file: &str) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// What was loaded.
#[derive(Clone, Default)]
pub struct Loaded {
    /// Captures by name.
    pub captures: Vec<Capture>,
    /// What was odd outside any capture, ordered; when nothing was loaded, why.
    pub notes: Vec<Note>,
}

/// Loads `inputs` in this thread. When it is cancelled, what was read until then is returned with a
/// [`NoteKind::Cancelled`].
pub fn load(inputs: &[Input], options: &Options, progress: &mut dyn Progress) -> Loaded {
    let Plan { jobs, pieces, total } = plan(inputs, options);
    progress.expect(total);
    let mut arrivals = Arrivals::default();
    for piece in pieces {
        arrivals.take(0, piece);
    }
    let mut jobs = VecDeque::from(arrivals.expect(jobs, u64::MAX));
    let mut flow = ControlFlow::Continue(());
    while let Some((id, job)) = jobs.pop_front().filter(|_| flow.is_continue()) {
        let source = &inputs[job.input].source;
        flow = run(&job, source, options, progress, &mut |piece| arrivals.take(id, piece));
        jobs.extend(arrivals.done(id));
    }
    if flow.is_break() {
        arrivals.stop();
    }
    let mut loaded = arrivals.loaded();
    if flow.is_break() {
        loaded.notes.push(Note::new(NoteKind::Cancelled, "", ""));
        loaded.notes.sort_short();
    }
    loaded
}
