//! xz, by `lzma-rust2`.

use crate::packed::Packed;
use lzma_rust2::{Action, Status, XzStream};
use std::io::{self, ErrorKind, Read};
use stepscope_core::archive::Broken;

/// Bytes unpacked at once.
const BUFFER: usize = 64 << 10;

/// Packed bytes taken at once: where it fails, the library keeps what it made of them.
const STEP: usize = 512;

/// What the library counts as its own beside the dictionary, in KiB.
const OVERHEAD: u32 = 40;

const MAGIC: &[u8] = b"\xFD7zXZ\0";

/// Unpacks an xz file of one or more streams, and checks each.
pub(crate) struct Unxz {
    packed: Packed,
    /// The stream that is being unpacked; `None` between two.
    stream: Option<XzStream>,
    /// What was unpacked and is yet to be handed out.
    ready: Vec<u8>,
    handed: usize,
    /// Why it breaks off behind that.
    failed: Option<io::Error>,
}

impl Unxz {
    pub(crate) fn new(packed: Packed) -> Unxz {
        let stream = Some(new_stream());
        Unxz { packed, stream, ready: Vec::new(), handed: 0, failed: None }
    }

    /// Unpacks some more: nothing at the end of the file.
    fn advance(&mut self) -> io::Result<()> {
        self.ready.resize(BUFFER, 0);
        let mut made = 0;
        let result = self.fill(&mut made);
        self.ready.truncate(made);
        self.handed = 0;
        result
    }

    fn fill(&mut self, made: &mut usize) -> io::Result<()> {
        while *made < self.ready.len() {
            let Some(stream) = &mut self.stream else {
                if !self.begin()? {
                    break;
                }
                continue;
            };
            let bytes = self.packed.fill()?;
            let action = if bytes.is_empty() { Action::Finish } else { Action::Run };
            let before = stream.total_out();
            let bytes = &bytes[..bytes.len().min(STEP)];
            let result = stream.process(bytes, &mut self.ready[*made..], action);
            *made += (stream.total_out() - before) as usize;
            let result = result.map_err(|error| broken(&error))?;
            self.packed.consume(result.bytes_consumed);
            if result.status == Status::StreamEnd {
                self.stream = None;
            }
        }
        Ok(())
    }

    /// Begins the next stream, behind zeros in fours; `false` at the end of the file.
    fn begin(&mut self) -> io::Result<bool> {
        let mut zeros = 0;
        while let Some(byte) = self.packed.fill()?.first() {
            if *byte != 0 {
                let is_stream = zeros % 4 == 0 && *byte == MAGIC[0];
                if !is_stream {
                    return Err(Broken::Followed.into());
                }
                self.stream = Some(new_stream());
                return Ok(true);
            }
            zeros += 1;
            self.packed.consume(1);
        }
        if zeros % 4 == 0 { Ok(false) } else { Err(Broken::Cut.into()) }
    }
}

impl Read for Unxz {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        if self.handed == self.ready.len() && !target.is_empty() {
            if let Some(error) = self.failed.take() {
                return Err(error);
            }
            self.failed = self.advance().err();
            if self.ready.is_empty()
                && let Some(error) = self.failed.take()
            {
                return Err(error);
            }
        }
        let count = target.len().min(self.ready.len() - self.handed);
        target[..count].copy_from_slice(&self.ready[self.handed..self.handed + count]);
        self.handed += count;
        Ok(count)
    }
}

fn new_stream() -> XzStream {
    XzStream::new_mem_limit(false, (Broken::WINDOW >> 10) as u32 + OVERHEAD)
}

/// What is wrong, by what the library says: its kinds of errors do not tell these apart.
fn broken(error: &io::Error) -> io::Error {
    let says = |word: &str| error.to_string().contains(word);
    match error.kind() {
        ErrorKind::UnexpectedEof => Broken::Cut,
        ErrorKind::OutOfMemory => Broken::Window,
        _ if says("checksum") => Broken::Checksum,
        _ if says("filter") => Broken::Filter,
        _ if says("XZ magic") => Broken::Followed,
        _ => Broken::Damaged,
    }
    .into()
}
