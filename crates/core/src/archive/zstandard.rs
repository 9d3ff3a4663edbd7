//! Zstandard (RFC 8878) as a stream.
//!
//! Not the `ruzstd` crate: it took twice as much of the page, and does not hand out what it unpacked within a window
//! before damage. The `zstd` crate is the test's twin.

mod bits;
mod block;
mod checksum;
mod fse;
mod huffman;

use super::failure::{beyond, damage, unsupported};
use super::history::History;
use super::input::Input;
use crate::note::Cause;
use block::{MOST_BYTES, Unpacker};
use checksum::Checksum;
use std::io;

/// Largest window that is held in memory, bytes: what `zstd --long` asks for and takes by default. See
/// [`History::make_room`] for what is allocated.
const MOST_WINDOW: u64 = 128 << 20;

/// Unpacks a Zstandard file of one or more frames, and checks each that has a checksum.
pub(super) struct Unzstd {
    input: Input,
    frame: Option<Frame>,
    block: Vec<u8>,
    pub(super) history: History,
}

/// What a frame says of itself, and how far it was read.
struct Frame {
    window: usize,
    /// Bytes that are yet to come, where it says so.
    left: Option<u64>,
    checksum: Option<Checksum>,
    unpacker: Box<Unpacker>,
    is_last: bool,
}

impl Unzstd {
    /// Unpacks what `input` holds.
    pub(super) fn new(input: Input) -> Unzstd {
        Unzstd { input, frame: None, block: Vec::new(), history: History::default() }
    }

    /// The next `count` bytes, at most 8, as a number.
    #[inline(never)]
    fn number(&mut self, count: usize) -> io::Result<u64> {
        let mut bytes = [0; 8];
        self.input.read_exact(&mut bytes[..count])?;
        Ok(u64::from_le_bytes(bytes))
    }

    /// Reads the header of the next frame; `None` at the end of the file.
    #[inline(never)]
    fn header(&mut self) -> io::Result<Option<Frame>> {
        loop {
            if self.input.fill()?.is_empty() {
                return Ok(None);
            }
            match self.number(4)? {
                0xFD2F_B528 => break,
                0x184D_2A50..=0x184D_2A5F => {
                    let count = self.number(4)?;
                    self.input.skip(count)?;
                }
                _ => return Err(damage(Cause::NoPackedData)),
            }
        }
        let flags = self.number(1)? as usize;
        if flags & 8 != 0 {
            return Err(damage(Cause::PackedData));
        }
        let is_single = flags & 0x20 != 0;
        let window = if is_single { 0 } else { self.number(1)? };
        if self.number([0, 1, 2, 4][flags & 3])? != 0 {
            return Err(unsupported(Cause::Dictionary));
        }
        let left = match flags >> 6 {
            0 if is_single => Some(self.number(1)?),
            0 => None,
            1 => Some(self.number(2)? + 256),
            2 => Some(self.number(4)?),
            _ => Some(self.number(8)?),
        };
        let window = match left {
            Some(left) if is_single => left,
            _ => (1 << (10 + (window >> 3))) / 8 * (8 + (window & 7)),
        };
        if window > MOST_WINDOW {
            return Err(beyond((Cause::Window, MOST_WINDOW >> 20)));
        }
        let checksum = (flags & 4 != 0).then(Checksum::new);
        let unpacker = Box::new(Unpacker::new());
        Ok(Some(Frame { window: window as usize, left, checksum, unpacker, is_last: false }))
    }

    /// Unpacks the next block of a frame.
    #[inline(never)]
    fn block(&mut self, frame: &mut Frame) -> io::Result<()> {
        let head = self.number(3)? as usize;
        let (kind, size) = (head >> 1 & 3, head >> 3);
        let most = MOST_BYTES.min(frame.window);
        frame.is_last = head & 1 != 0;
        if size > most || kind == 3 {
            return Err(damage(Cause::PackedData));
        }
        self.block.resize(if kind == 1 { 1 } else { size }, 0);
        self.input.read_exact(&mut self.block)?;
        self.history.make_room(frame.window, MOST_BYTES)?;
        let start = self.history.bytes.len();
        let out = &mut self.history;
        let mut is_right = true;
        match kind {
            0 => out.bytes.extend_from_slice(&self.block),
            1 => out.bytes.resize(start + size, self.block[0]),
            _ => is_right = frame.unpacker.unpack(&self.block, out, most).is_some(),
        }
        if let Some(left) = &mut frame.left {
            let made = (out.bytes.len() - start) as u64;
            is_right &= made <= *left;
            *left = left.saturating_sub(made);
        }
        if !is_right {
            // What lies in a damaged block may be wrong from its first byte on: nothing of it is handed out.
            return Err(damage(Cause::PackedData));
        }
        if let Some(checksum) = &mut frame.checksum {
            checksum.add(&out.bytes[start..]);
        }
        Ok(())
    }

    /// Checks a frame at its end.
    fn trailer(&mut self, frame: &Frame) -> io::Result<()> {
        if frame.left.is_some_and(|left| left > 0) {
            return Err(damage(Cause::PackedData));
        }
        if let Some(checksum) = &frame.checksum
            && self.number(4)? != u64::from(checksum.low())
        {
            return Err(damage(Cause::Checksum));
        }
        Ok(())
    }

    /// The next bytes, none at the end.
    pub(super) fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        while self.history.is_over() && !target.is_empty() {
            match self.frame.take() {
                None => {
                    self.history.clear();
                    self.frame = self.header()?;
                    if self.frame.is_none() {
                        return Ok(0);
                    }
                }
                Some(frame) if frame.is_last => self.trailer(&frame)?,
                Some(mut frame) => {
                    let done = self.block(&mut frame);
                    self.frame = Some(frame);
                    done?;
                }
            }
        }
        Ok(self.history.hand_out(target))
    }
}
