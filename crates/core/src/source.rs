//! Where bytes come from: one small trait, implemented by files, memory and browser blobs.

use std::io;
use std::sync::Arc;

/// Random access to immutable bytes. Native files implement it in `cli`, blobs and HTTP ranges in `web`.
pub trait ReadAt {
    /// Total length in bytes.
    fn len(&self) -> u64;

    /// Fills the start of `buffer` from `offset` and returns how many bytes were read: fewer than asked
    /// for only at the end, zero at or past it.
    ///
    /// # Errors
    /// Whatever the source reports, with a kind (`PermissionDenied`, `NotFound`…) where it knows one.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize>;

    /// Whether there is nothing to read.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A shared source. `Arc` because native loaders are threads; in the page every worker has its own.
pub type Source = Arc<dyn ReadAt + Send + Sync>;

impl ReadAt for Vec<u8> {
    fn len(&self) -> u64 {
        self.as_slice().len() as u64
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = usize::try_from(offset).ok().and_then(|at| self.get(at..)).unwrap_or(&[]);
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }
}

/// `Read + Seek` over a source, for libraries that want the standard traits.
pub struct Cursor {
    source: Source,
    position: u64,
}

impl Cursor {
    /// Starts at offset zero.
    pub fn new(source: Source) -> Cursor {
        Cursor { source, position: 0 }
    }
}

impl io::Read for Cursor {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read_at(self.position, buffer)?;
        self.position += count as u64;
        Ok(count)
    }
}

impl io::Seek for Cursor {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        let target = match to {
            io::SeekFrom::Start(at) => Some(at),
            io::SeekFrom::End(by) => self.source.len().checked_add_signed(by),
            io::SeekFrom::Current(by) => self.position.checked_add_signed(by),
        };
        self.position = target.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.position)
    }
}
