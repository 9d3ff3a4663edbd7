//! Databases: this crate knows that they are there, and hands them to whoever can read them.

use super::Options;
use crate::archive::{Entry, Meter, Window};
use crate::capture::{classify, is_database};
use crate::model::Rank;
use crate::source::{ReadAt, Source};
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Reads a database: its path in the tree for notes, its bytes, and what to call now and then, which says
/// when to stop. It gives the tables of a rank and notes; what cannot be read at all is a note too.
pub type ReadDatabase = fn(
    path: &str,
    file: Source,
    advance: &mut dyn FnMut() -> ControlFlow<()>,
) -> ControlFlow<(), Rank>;

/// Whether a file is read: by a parser of this crate, or by what reads databases.
pub(super) fn is_wanted(path: &str, options: &Options) -> bool {
    classify(path).kind.is_read() || options.databases.is_some() && is_database(path)
}

/// What reads an entry where it lies: a database that is not packed.
pub(super) fn in_place(entry: &Entry, options: &Options) -> Option<ReadDatabase> {
    options.databases.filter(|_| entry.is_plain() && is_database(&entry.path))
}

/// Has a database read where it lies in `source`.
pub(super) fn open(
    read: ReadDatabase,
    entry: &Entry,
    source: &Source,
    meter: &Meter,
    advance: &mut dyn FnMut() -> ControlFlow<()>,
) -> ControlFlow<(), Rank> {
    let end = entry.packed.map_or(u64::MAX, |bytes| entry.offset.saturating_add(bytes));
    let window = Window::new(source.clone(), entry.offset, end);
    let length = window.len();
    let counted = Arc::new(Counted { window, bytes: AtomicU64::new(0) });
    let file: Source = counted.clone();
    read(&entry.path, file, &mut || {
        // Pages may be read twice: no more is reported than there is.
        meter.set(counted.bytes.load(Ordering::Relaxed).min(length));
        advance()
    })
}

/// A window that counts what is read of it.
struct Counted {
    window: Window,
    bytes: AtomicU64,
}

impl ReadAt for Counted {
    fn len(&self) -> u64 {
        self.window.len()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let got = self.window.read_at(offset, buffer)?;
        self.bytes.fetch_add(got as u64, Ordering::Relaxed);
        Ok(got)
    }
}
