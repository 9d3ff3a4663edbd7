//! Pulling bytes out of a source: a buffered range that counts what it read.

use crate::source::{ReadAt, Source};
use std::cell::Cell;
use std::io::{self, BufRead, Read};
use std::rc::Rc;

/// Bytes fetched from a source at once where something below (inflating) takes them piece by piece.
const BUFFER: usize = 256 << 10;

/// How many bytes of an input were read so far, shared by the reader and whoever reports progress.
pub type Meter = Rc<Cell<u64>>;

/// A stream that may know a quicker way over bytes than reading them.
pub trait Stream: Read {
    /// Goes over `count` bytes. A short stream gives `UnexpectedEof`.
    ///
    /// # Errors
    /// What reading would report.
    fn skip(&mut self, count: u64, scratch: &mut [u8]) -> io::Result<()> {
        let mut left = count;
        while left > 0 {
            let want = scratch.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            let got = self.read(&mut scratch[..want])?;
            if got == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            left -= got as u64;
        }
        Ok(())
    }
}

/// Part of a source as a source.
pub struct Window {
    source: Source,
    start: u64,
    end: u64,
}

impl Window {
    /// Bytes `start..end`, cut at the end of the source.
    pub fn new(source: Source, start: u64, end: u64) -> Window {
        let end = end.min(source.len());
        Window { source, start: start.min(end), end }
    }
}

impl ReadAt for Window {
    fn len(&self) -> u64 {
        self.end - self.start
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.len().saturating_sub(offset)).unwrap_or(usize::MAX);
        let want = buffer.len().min(left);
        if want == 0 {
            return Ok(0);
        }
        self.source.read_at(self.start + offset, &mut buffer[..want])
    }
}

/// A range of a source, read from its start to its end.
pub struct Range {
    source: Source,
    position: u64,
    end: u64,
    buffer: Vec<u8>,
    at: usize,
    meter: Meter,
}

impl Range {
    /// Bytes `start..end`, cut at the end of the source.
    pub fn new(source: Source, start: u64, end: u64, meter: Meter) -> Range {
        let end = end.min(source.len());
        Range { source, position: start.min(end), end, buffer: Vec::new(), at: 0, meter }
    }

    /// The whole source.
    pub fn whole(source: Source, meter: Meter) -> Range {
        let end = source.len();
        Range::new(source, 0, end, meter)
    }

    /// Offset in the source of the next byte that is read.
    pub fn offset(&self) -> u64 {
        self.position - (self.buffer.len() - self.at) as u64
    }

    fn fetch(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.end - self.position).unwrap_or(usize::MAX);
        let want = target.len().min(left);
        let got = self.source.read_at(self.position, &mut target[..want])?;
        // A source that grows or shrinks while it is read ends here.
        if got == 0 {
            self.end = self.position;
        }
        self.position += got as u64;
        self.meter.set(self.meter.get() + got as u64);
        Ok(got)
    }
}

impl Read for Range {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let ready = self.buffer.len() - self.at;
        if ready == 0 {
            // Straight into the target: stored bytes are copied once only.
            return self.fetch(target);
        }
        let count = ready.min(target.len());
        target[..count].copy_from_slice(&self.buffer[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}

impl BufRead for Range {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.buffer.len() {
            let mut buffer = std::mem::take(&mut self.buffer);
            buffer.resize(BUFFER, 0);
            let got = loop {
                match self.fetch(&mut buffer) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    other => break other,
                }
            };
            buffer.truncate(*got.as_ref().unwrap_or(&0));
            self.buffer = buffer;
            self.at = 0;
            got?;
        }
        Ok(&self.buffer[self.at..])
    }

    fn consume(&mut self, count: usize) {
        self.at = self.buffer.len().min(self.at + count);
    }
}

impl Stream for Range {
    fn skip(&mut self, count: u64, _scratch: &mut [u8]) -> io::Result<()> {
        let ready = (self.buffer.len() - self.at) as u64;
        if count <= ready {
            self.at += count as usize;
            return Ok(());
        }
        let target = self.position.saturating_add(count - ready);
        if target > self.end {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.meter.set(self.meter.get() + (target - self.position));
        self.position = target;
        self.buffer.clear();
        self.at = 0;
        Ok(())
    }
}
