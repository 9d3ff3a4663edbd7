//! xz (version 1.2 of the format) as a stream.
//!
//! ```text
//! stream header | block … | index | footer     and zeros, and again
//! ```
//!
//! Not the `lzma-rust2` crate, which is the test's twin: with filters for the machine code of ten processors it took three
//! times as much of the page.

mod checksum;
mod lzma;
mod range;

use super::failure::{beyond, damage, unsupported};
use super::history::History;
use super::input::Input;
use crate::note::Cause;
use checksum::Checksum;
use lzma::Lzma2;
use std::cell::Cell;
use std::io;

/// Largest dictionary that is held in memory, bytes: what `xz -9` needs twice. See [`History::make_room`] for what is
/// allocated.
const MOST_DICTIONARY: u32 = 128 << 20;

const MAGIC: &[u8; 6] = b"\xFD7zXZ\0";

/// Unpacks an xz file of one or more streams, and checks each block that has a checksum of a usual kind.
pub(super) struct Unxz {
    input: Input,
    place: Place,
    /// Kind of the checksums, by the header of the stream.
    check: u8,
    /// Blocks of the stream.
    blocks: u64,
    pub(super) history: History,
}

/// Where in an xz file.
enum Place {
    /// Before the first stream.
    Start,
    /// Behind a stream.
    Stream,
    /// Before a block or the index.
    Between,
    Block(Lzma2, Checksum),
    End,
}

impl Unxz {
    /// Unpacks what `input` holds.
    pub(super) fn new(input: Input) -> Unxz {
        let history = History::default();
        Unxz { input, place: Place::Start, check: 0, blocks: 0, history }
    }

    /// The next bytes, none at the end.
    pub(super) fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        while self.history.is_over() && !target.is_empty() {
            self.place = match std::mem::replace(&mut self.place, Place::End) {
                Place::Start => self.stream(true)?,
                Place::Stream => self.stream(false)?,
                Place::Between => self.between()?,
                Place::Block(block, checksum) => self.block(block, checksum)?,
                Place::End => return Ok(0),
            };
        }
        Ok(self.history.hand_out(target))
    }

    /// Reads the header of the next stream; at the end of the file there is none.
    fn stream(&mut self, is_first: bool) -> io::Result<Place> {
        let mut header = [0; 12];
        while header[..4] == [0; 4] {
            if self.input.fill()?.is_empty() {
                return Ok(Place::End);
            }
            self.input.read_exact(&mut header[..4])?;
            // Zeros in fours may lie between streams.
            if is_first {
                break;
            }
        }
        if header[..4] != MAGIC[..4] {
            return Err(damage(Cause::NoPackedData));
        }
        self.input.read_exact(&mut header[4..])?;
        let [.., zero, check, a, b, c, d] = header;
        let is_right = crc32fast::hash(&[zero, check]) == u32::from_le_bytes([a, b, c, d]);
        if !header.starts_with(MAGIC) || !is_right || zero != 0 || check > 15 {
            return Err(damage(Cause::PackedData));
        }
        (self.check, self.blocks) = (check, 0);
        Ok(Place::Between)
    }

    /// Reads the header of the next block; behind the last one the index and the footer.
    #[inline(never)]
    fn between(&mut self) -> io::Result<Place> {
        let mut header = vec![0];
        self.input.read_exact(&mut header)?;
        if header[0] == 0 {
            self.index()?;
            return Ok(Place::Stream);
        }
        header.resize(4 * (usize::from(header[0]) + 1), 0);
        self.input.read_exact(&mut header[1..])?;
        let (fields, sum) = header.split_at(header.len() - 4);
        if crc32fast::hash(fields).to_le_bytes() != sum {
            return Err(damage(Cause::PackedData));
        }
        let dictionary = dictionary(&fields[1..])?;
        if dictionary > MOST_DICTIONARY {
            return Err(beyond((Cause::Window, u64::from(MOST_DICTIONARY >> 20))));
        }
        self.blocks += 1;
        self.history.clear();
        Ok(Place::Block(Lzma2::new(dictionary), Checksum::of(self.check)))
    }

    /// Reads the index, of which the first byte is read, and the footer.
    #[inline(never)]
    fn index(&mut self) -> io::Result<()> {
        let mut sum = crc32fast::Hasher::new();
        sum.update(&[0]);
        let count = Cell::new(1);
        let mut next = || {
            let mut byte = [0];
            self.input.read_exact(&mut byte)?;
            sum.update(&byte);
            count.set(count.get() + 1);
            Ok(byte[0])
        };
        let blocks = number(&mut next)?;
        if blocks != self.blocks {
            return Err(damage(Cause::PackedData));
        }
        // Two numbers for each block, each ending with a byte below 128, and zeros.
        let mut numbers = 0;
        while numbers < 2 * blocks {
            numbers += u64::from(next()? < 128);
        }
        while count.get() % 4 != 0 {
            next()?;
        }
        let mut rest = [0; 16];
        self.input.read_exact(&mut rest)?;
        let [a, b, c, d, .., zero, check, y, z] = rest;
        let is_right = u32::from_le_bytes([a, b, c, d]) == sum.finalize()
            && crc32fast::hash(&rest[8..14]).to_le_bytes() == rest[4..8]
            && [zero, check, y, z] == [0, self.check, b'Y', b'Z'];
        if is_right { Ok(()) } else { Err(damage(Cause::PackedData)) }
    }

    /// Unpacks the next chunk of a block; at its end checks it.
    #[inline(never)]
    fn block(&mut self, mut block: Lzma2, mut checksum: Checksum) -> io::Result<Place> {
        let made = block.chunk(&mut self.input, &mut self.history)?;
        if made > 0 {
            checksum.add(&self.history.bytes[self.history.bytes.len() - made..]);
            return Ok(Place::Block(block, checksum));
        }
        let mut end = [0; 3 + 64];
        let padding = (block.taken.wrapping_neg() % 4) as usize;
        let end = &mut end[..padding + checksum.len()];
        self.input.read_exact(end)?;
        let (padding, stated) = end.split_at(padding);
        if padding.iter().any(|byte| *byte != 0) {
            return Err(damage(Cause::PackedData));
        }
        if !checksum.is(stated) {
            return Err(damage(Cause::Checksum));
        }
        Ok(Place::Between)
    }
}
/// Reads a number of seven bits a byte, lowest first.
#[inline(never)]
fn number(next: &mut dyn FnMut() -> io::Result<u8>) -> io::Result<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let byte = next()?;
        number |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return Ok(number);
        }
    }
    Err(damage(Cause::PackedData))
}

/// Bytes of the dictionary of a block with these fields in its header.
fn dictionary(fields: &[u8]) -> io::Result<u32> {
    let mut fields = fields.iter();
    let mut next = || fields.next().copied().ok_or_else(|| damage(Cause::PackedData));
    let flags = next()?;
    for stated in [0x40, 0x80] {
        if flags & stated != 0 {
            number(&mut next)?;
        }
    }
    // One filter, LZMA2, with one byte of properties.
    if flags & 0x3F != 0 || [number(&mut next)?, number(&mut next)?] != [0x21, 1] {
        return Err(unsupported(Cause::Filter));
    }
    match next()? {
        40 => Ok(u32::MAX),
        bits if bits < 40 => Ok((2 | u32::from(bits & 1)) << (bits / 2 + 11)),
        _ => Err(damage(Cause::PackedData)),
    }
}
