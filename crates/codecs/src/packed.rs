//! The bytes that are unpacked.

use std::io::{self, ErrorKind, Read};
use stepscope_core::archive::Broken;

/// Bytes asked for at once: in the page each time goes to another module and back.
const BUFFER: usize = 256 << 10;

/// Packed bytes, and how reading them went: libraries wrap what a reader says in errors of their own.
pub(crate) struct Packed {
    from: Box<dyn Read>,
    buffer: Vec<u8>,
    at: usize,
    /// Why there is nothing behind the buffer.
    failed: Option<io::Error>,
    ended: bool,
    /// Whether more was wanted than there is.
    lacking: bool,
}

impl Packed {
    pub(crate) fn new(from: Box<dyn Read>) -> Packed {
        Packed { from, buffer: Vec::new(), at: 0, failed: None, ended: false, lacking: false }
    }

    /// Why unpacking failed, which says that the bytes are `broken`: that they cannot be read, or have ended, says more.
    pub(crate) fn failure(&mut self, broken: Broken) -> io::Error {
        let broken = if self.lacking { Broken::Cut } else { broken };
        self.failed.take().unwrap_or_else(|| broken.into())
    }

    /// The bytes that can be taken at once; none at the end. Which those are does not depend on how they come.
    pub(crate) fn fill(&mut self) -> io::Result<&[u8]> {
        if self.at == self.buffer.len() && !self.ended {
            if let Some(error) = self.failed.take() {
                return Err(error);
            }
            self.buffer.resize(BUFFER, 0);
            let mut length = 0;
            while length < BUFFER && !self.ended && self.failed.is_none() {
                match self.from.read(&mut self.buffer[length..]) {
                    Ok(0) => self.ended = true,
                    Ok(count) => length += count,
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Err(error) => self.failed = Some(error),
                }
            }
            self.buffer.truncate(length);
            self.at = 0;
            if length == 0 && !self.ended {
                return self.fill();
            }
        }
        Ok(&self.buffer[self.at..])
    }

    /// Takes so many of them.
    pub(crate) fn consume(&mut self, count: usize) {
        self.at += count;
    }
}

impl Read for Packed {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let bytes = match self.fill() {
            Ok(bytes) => bytes,
            Err(error) => {
                let kind = error.kind();
                self.failed = Some(error);
                return Err(kind.into());
            }
        };
        let count = bytes.len().min(target.len());
        target[..count].copy_from_slice(&bytes[..count]);
        self.consume(count);
        self.lacking |= count == 0 && !target.is_empty();
        Ok(count)
    }
}
