//! Raw deflate and gzip as streams.
//!
//! `flate2`'s own readers lose the bytes that were inflated before an error in the same call, and how
//! many those are depends on the chunk size. Here they are handed out first, the error comes after.

use super::failure::damage;
use super::input::Input;
use crate::note::Cause;
use flate2::{Decompress, FlushDecompress, Status};
use std::io;

/// What one call to inflate came to.
enum Step {
    /// More may follow.
    Going(usize),
    /// The deflate stream has ended behind these bytes.
    Ended(usize),
}

fn inflate(
    input: &mut Input,
    state: &mut Decompress,
    target: &mut [u8],
    failed: &mut Option<io::Error>,
) -> io::Result<Step> {
    if let Some(error) = failed.take() {
        return Err(error);
    }
    loop {
        let bytes = input.fill()?;
        let ended = bytes.is_empty();
        let (taken, made) = (state.total_in(), state.total_out());
        let status = state.decompress(bytes, target, FlushDecompress::None);
        let taken = (state.total_in() - taken) as usize;
        let made = (state.total_out() - made) as usize;
        input.take(taken);
        match status {
            Ok(Status::StreamEnd) => return Ok(Step::Ended(made)),
            Ok(_) if made > 0 => return Ok(Step::Going(made)),
            Ok(_) if ended => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(_) if taken > 0 => {}
            // Neither progress nor the end counts as damage too: a loop must not hang on it.
            Ok(_) | Err(_) => {
                let error = damage(Cause::PackedData);
                if made == 0 {
                    return Err(error);
                }
                *failed = Some(error);
                return Ok(Step::Going(made));
            }
        }
    }
}

/// Inflates a zip entry.
pub(super) struct Deflated {
    input: Input,
    state: Decompress,
    failed: Option<io::Error>,
    ended: bool,
}

impl Deflated {
    /// Inflates what `input` holds.
    pub(super) fn new(input: Input) -> Deflated {
        Deflated { input, state: Decompress::new(false), failed: None, ended: false }
    }

    /// The next bytes, none at the end.
    pub(super) fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        if self.ended || target.is_empty() {
            return Ok(0);
        }
        match inflate(&mut self.input, &mut self.state, target, &mut self.failed)? {
            Step::Going(made) => Ok(made),
            Step::Ended(made) => {
                self.ended = true;
                Ok(made)
            }
        }
    }
}

/// Where in a gzip file.
enum Place {
    /// Before a member's header.
    Header,
    Body,
    /// Behind a member's data.
    Trailer,
    End,
}

/// Inflates a gzip file of one or more members, and checks each.
pub(super) struct Gunzip {
    input: Input,
    state: Decompress,
    failed: Option<io::Error>,
    place: Place,
    checksum: crc32fast::Hasher,
    members: u64,
}

impl Gunzip {
    /// Inflates what `input` holds.
    pub(super) fn new(input: Input) -> Gunzip {
        Gunzip {
            input,
            state: Decompress::new(false),
            failed: None,
            place: Place::Header,
            checksum: crc32fast::Hasher::new(),
            members: 0,
        }
    }

    #[inline(never)]
    fn byte(&mut self) -> io::Result<u8> {
        let mut byte = [0];
        self.input.read_exact(&mut byte)?;
        Ok(byte[0])
    }

    fn word(&mut self) -> io::Result<u32> {
        let mut word = [0; 4];
        self.input.read_exact(&mut word)?;
        Ok(u32::from_le_bytes(word))
    }

    /// Reads the header of the next member; `false` at the end of the file.
    #[inline(never)]
    fn header(&mut self) -> io::Result<bool> {
        // Zeros behind the last member are padding of tapes and block devices.
        let first = loop {
            let Some(&byte) = self.input.fill()?.first() else { return Ok(false) };
            self.input.take(1);
            if byte != 0 || self.members == 0 {
                break byte;
            }
        };
        if first != 0x1F || self.byte()? != 0x8B || self.byte()? != 8 {
            return Err(damage(Cause::NoPackedData));
        }
        let flags = self.byte()?;
        for _ in 0..6 {
            self.byte()?;
        }
        if flags & 4 != 0 {
            let length = u16::from_le_bytes([self.byte()?, self.byte()?]);
            for _ in 0..length {
                self.byte()?;
            }
        }
        for text in [8, 16] {
            while flags & text != 0 && self.byte()? != 0 {}
        }
        if flags & 2 != 0 {
            self.byte()?;
            self.byte()?;
        }
        self.members += 1;
        self.state.reset(false);
        self.checksum = crc32fast::Hasher::new();
        Ok(true)
    }

    fn trailer(&mut self) -> io::Result<()> {
        let (checksum, length) = (self.word()?, self.word()?);
        if checksum != self.checksum.clone().finalize() || length != self.state.total_out() as u32 {
            return Err(damage(Cause::Checksum));
        }
        Ok(())
    }

    /// The next bytes, none at the end.
    pub(super) fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        if target.is_empty() {
            return Ok(0);
        }
        loop {
            match self.place {
                Place::Header => {
                    self.place = if self.header()? { Place::Body } else { Place::End };
                }
                Place::Body => {
                    let step = inflate(&mut self.input, &mut self.state, target, &mut self.failed)?;
                    let (Step::Going(made) | Step::Ended(made)) = step;
                    if matches!(step, Step::Ended(_)) {
                        self.place = Place::Trailer;
                    }
                    self.checksum.update(&target[..made]);
                    if made > 0 {
                        return Ok(made);
                    }
                }
                Place::Trailer => {
                    self.trailer()?;
                    self.place = Place::Header;
                }
                Place::End => return Ok(0),
            }
        }
    }
}

#[cfg(test)]
mod tests;
