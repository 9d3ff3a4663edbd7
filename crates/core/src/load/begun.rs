//! Sources of which something was read before.

use crate::archive::changed;
use crate::source::{ReadAt, Source};
use std::io;
use std::sync::Arc;

/// A source that was readable: where it is refused now, it was changed in between. Browsers say the same of
/// both.
struct Begun(Source);

/// The same source, once something was read of it.
pub(super) fn begun(source: &Source) -> Source {
    Arc::new(Begun(source.clone()))
}

impl ReadAt for Begun {
    fn len(&self) -> u64 {
        self.0.len()
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read_at(offset, buffer).map_err(refused_after)
    }
}

/// What an error means of a source of which something was read.
pub(super) fn refused_after(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::PermissionDenied => changed(),
        _ => error,
    }
}
