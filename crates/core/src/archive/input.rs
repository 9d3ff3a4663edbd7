//! What a decoder takes: one type, so that each decoder is compiled once. Its functions are called from many places and stay
//! apart, which keeps the page small.

use super::entry::Checked;
use super::read::Range;
use std::io::{self, BufRead, Read};

/// Bytes fetched at once of what a zip holds.
const BUFFER: usize = 64 << 10;

/// The bytes that a decoder unpacks.
pub(super) enum Input {
    /// As they lie in a source.
    Range(Range),
    /// What a zip holds.
    Zipped(Box<Zipped>),
}

/// What a zip holds, and what of it is not taken yet.
pub(super) struct Zipped {
    from: Checked,
    buffer: Vec<u8>,
    at: usize,
}

impl Input {
    /// What a zip holds.
    pub(super) fn zipped(from: Checked) -> Input {
        Input::Zipped(Box::new(Zipped { from, buffer: Vec::new(), at: 0 }))
    }

    /// The bytes that can be taken at once; none at the end.
    #[inline(never)]
    pub(super) fn fill(&mut self) -> io::Result<&[u8]> {
        match self {
            Input::Range(range) => range.fill_buf(),
            Input::Zipped(zipped) => zipped.fill(),
        }
    }

    /// Takes so many of them.
    #[inline(never)]
    pub(super) fn take(&mut self, count: usize) {
        match self {
            Input::Range(range) => range.consume(count),
            Input::Zipped(zipped) => zipped.at += count,
        }
    }

    /// Fills all of `target`, or gives `UnexpectedEof`.
    #[inline(never)]
    pub(super) fn read_exact(&mut self, mut target: &mut [u8]) -> io::Result<()> {
        while !target.is_empty() {
            let bytes = self.fill()?;
            let count = bytes.len().min(target.len());
            if count == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let (now, later) = target.split_at_mut(count);
            now.copy_from_slice(&bytes[..count]);
            target = later;
            self.take(count);
        }
        Ok(())
    }
}

impl Read for Input {
    #[inline(never)]
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        match self {
            Input::Range(range) => range.read(target),
            Input::Zipped(zipped) if zipped.at == zipped.buffer.len() => zipped.from.read(target),
            Input::Zipped(_) => {
                let bytes = self.fill()?;
                let count = bytes.len().min(target.len());
                target[..count].copy_from_slice(&bytes[..count]);
                self.take(count);
                Ok(count)
            }
        }
    }
}

impl Zipped {
    fn fill(&mut self) -> io::Result<&[u8]> {
        if self.at == self.buffer.len() {
            self.buffer.resize(BUFFER, 0);
            let got = loop {
                match self.from.read(&mut self.buffer) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    other => break other,
                }
            };
            self.buffer.truncate(*got.as_ref().unwrap_or(&0));
            self.at = 0;
            got?;
        }
        Ok(&self.buffer[self.at..])
    }
}
