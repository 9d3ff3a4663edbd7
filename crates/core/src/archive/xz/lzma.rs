//! LZMA2: chunks, as they are or coded by LZMA.

use super::range::{Bits, Chance, EVEN};
use crate::archive::failure::damage;
use crate::archive::history::History;
use crate::archive::input::Input;
use crate::note::Cause;
use std::io;

/// Unpacks the data of a block.
pub(super) struct Lzma2 {
    dictionary: usize,
    /// What the coder has learnt; `None` where the next chunk has to begin anew.
    coder: Option<Box<Coder>>,
    /// Bytes since the dictionary was emptied; `None` before it was for the first time.
    position: Option<u64>,
    chunk: Vec<u8>,
    /// Packed bytes so far.
    pub(super) taken: u64,
}

impl Lzma2 {
    /// With a dictionary of so many bytes.
    pub(super) fn new(dictionary: u32) -> Lzma2 {
        let dictionary = dictionary as usize;
        Lzma2 { dictionary, coder: None, position: None, chunk: Vec::new(), taken: 0 }
    }

    /// Unpacks the next chunk: how many bytes it made, 0 behind the last one.
    #[inline(never)]
    pub(super) fn chunk(&mut self, input: &mut Input, history: &mut History) -> io::Result<usize> {
        let mut head = [0; 6];
        input.read_exact(&mut head[..1])?;
        let control = head[0];
        let bytes = match control {
            0 => 1,
            1 | 2 => 3,
            0x80..0xC0 => 5,
            0xC0.. => 6,
            _ => return Err(damage(Cause::PackedData)),
        };
        input.read_exact(&mut head[1..bytes])?;
        self.taken += bytes as u64;
        if control == 0 {
            return Ok(0);
        }
        let two = |at: usize| usize::from(head[at]) << 8 | usize::from(head[at + 1]);
        let is_coded = control >= 0x80;
        let high = if is_coded { usize::from(control & 0x1F) << 16 } else { 0 };
        let unpacked = (high | two(1)) + 1;
        let packed = if is_coded { two(3) + 1 } else { unpacked };
        self.chunk.resize(packed, 0);
        input.read_exact(&mut self.chunk)?;
        self.taken += packed as u64;
        history.make_room(self.dictionary, unpacked)?;
        if control == 1 || control >= 0xE0 {
            self.position = Some(0);
            self.coder = None;
        }
        if self.unpack(control, head[5], unpacked, history).is_none() {
            // What lies in a damaged chunk may be wrong from its first byte on: nothing of it is handed out.
            return Err(damage(Cause::PackedData));
        }
        Ok(unpacked)
    }

    fn unpack(
        &mut self,
        control: u8,
        properties: u8,
        unpacked: usize,
        history: &mut History,
    ) -> Option<()> {
        let position = self.position.as_mut()?;
        if control < 0x80 {
            history.bytes.extend_from_slice(&self.chunk);
        } else {
            match control {
                0xC0.. => self.coder = Some(Box::new(Coder::new(properties)?)),
                0xA0.. => {
                    let properties = self.coder.as_ref()?.properties;
                    self.coder = Some(Box::new(Coder::new(properties)?));
                }
                _ => {}
            }
            let mut bits = Bits::new(&self.chunk)?;
            self.coder.as_mut()?.decode(&mut bits, history, *position, unpacked)?;
        }
        *position += unpacked as u64;
        Some(())
    }
}

/// Positions of which chances are kept apart.
const POSITIONS: usize = 16;
/// What the last few symbols were.
const STATES: usize = 12;
/// Before these states there was a literal.
const AFTER_LITERAL: usize = 7;

/// Places of chances in [`Coder::chances`]. First those of what comes next: is it a match, one of a distance that is
/// repeated, of an older one, of more than a byte?
const IS_MATCH: usize = 0;
const IS_LONG: usize = IS_MATCH + STATES * POSITIONS;
const IS_REPEATED: usize = IS_LONG + STATES * POSITIONS;
const IS_OLDER: usize = IS_REPEATED + STATES;
/// Of the size of distances, for each of four lengths.
const SLOTS: usize = IS_OLDER + 3 * STATES;
/// Of distances of middle size, one behind the other.
const MIDDLE: usize = SLOTS + 4 * 64;
/// Of the lowest bits of long distances.
const LOW: usize = MIDDLE + 115;
/// Of lengths, of matches of a new distance and of a repeated one: which of three sizes, then the lengths of each.
const LENGTHS: [usize; 2] = [LOW + 16, LOW + 16 + 514];
/// Of literals.
const LITERALS: usize = LENGTHS[1] + 514;
const LITERAL: usize = 0x300;

/// What the coder has learnt.
struct Coder {
    properties: u8,
    /// Bits of the byte before and of the position that tell literals apart, and of the position for the rest.
    by_byte: u32,
    by_place: u32,
    by_position: u32,
    state: usize,
    /// The last distances less one, latest first.
    distances: [usize; 4],
    chances: Vec<Chance>,
}

impl Coder {
    #[inline(never)]
    fn new(properties: u8) -> Option<Coder> {
        let (by_byte, rest) = (u32::from(properties % 9), u32::from(properties / 9));
        let (by_place, by_position) = (rest % 5, rest / 5);
        if by_position > 4 || by_byte + by_place > 4 {
            return None;
        }
        let chances = vec![EVEN; LITERALS + (LITERAL << (by_byte + by_place))];
        let (state, distances) = (0, [0; 4]);
        Some(Coder { properties, by_byte, by_place, by_position, state, distances, chances })
    }

    /// The next bit, by the chance at a place.
    fn bit(&mut self, bits: &mut Bits, at: usize) -> bool {
        bits.bit(&mut self.chances[at]) == 1
    }

    /// The next number below `count`, a power of two.
    fn number(&mut self, bits: &mut Bits, at: usize, count: usize) -> usize {
        bits.number(&mut self.chances[at..at + count])
    }

    /// A length, less the two that each match has.
    #[inline(never)]
    fn length(&mut self, bits: &mut Bits, at: usize, place: usize) -> usize {
        if !self.bit(bits, at) {
            self.number(bits, at + 2 + 8 * place, 8)
        } else if !self.bit(bits, at + 1) {
            8 + self.number(bits, at + 2 + 8 * (POSITIONS + place), 8)
        } else {
            16 + self.number(bits, at + 2 + 16 * POSITIONS, 256)
        }
    }

    /// Adds the `unpacked` bytes of a chunk that begins at `position`.
    #[inline(never)]
    fn decode(
        &mut self,
        bits: &mut Bits,
        history: &mut History,
        position: u64,
        unpacked: usize,
    ) -> Option<()> {
        let start = history.bytes.len();
        while history.bytes.len() < start + unpacked {
            let made = history.bytes.len() - start;
            let at = position + made as u64;
            let place = at as usize & ((1 << self.by_position) - 1);
            if !self.bit(bits, IS_MATCH + self.state * POSITIONS + place) {
                let before = if at == 0 { 0 } else { *history.bytes.last()? };
                let literal = self.literal(bits, history, at, before)?;
                history.bytes.push(literal);
                continue;
            }
            let length = self.match_length(bits, place);
            let distance = self.distances[0].checked_add(1)?;
            if distance as u64 > at || length > unpacked - made {
                return None;
            }
            history.repeat(distance, length)?;
        }
        bits.is_over().then_some(())
    }

    fn literal(&mut self, bits: &mut Bits, history: &History, at: u64, before: u8) -> Option<u8> {
        let place = at as usize & ((1 << self.by_place) - 1);
        let which = place << self.by_byte | usize::from(before) >> (8 - self.by_byte);
        let chances = self.chances[LITERALS + which * LITERAL..].first_chunk_mut::<LITERAL>()?;
        let mut symbol = 1;
        if self.state >= AFTER_LITERAL {
            // It is not the byte that the last match would have gone on with: that one tells until they differ.
            let from = history.bytes.len().checked_sub(self.distances[0] + 1)?;
            let mut other = usize::from(*history.bytes.get(from)?);
            let mut same = 0x100;
            while symbol < 0x100 && same > 0 {
                other <<= 1;
                let told = other & same;
                let bit = bits.bit(&mut chances[same + told + symbol]);
                symbol = symbol << 1 | bit;
                same &= if bit == 0 { !told } else { told };
            }
        }
        while symbol < 0x100 {
            symbol = symbol << 1 | bits.bit(&mut chances[symbol]);
        }
        self.state = match self.state {
            0..4 => 0,
            4..10 => self.state - 3,
            _ => self.state - 6,
        };
        Some(symbol as u8)
    }

    /// Reads a match: its length. Its distance is the latest then.
    #[inline(never)]
    fn match_length(&mut self, bits: &mut Bits, place: usize) -> usize {
        let state = self.state;
        let next = |literal, other| if state < AFTER_LITERAL { literal } else { other };
        if !self.bit(bits, IS_REPEATED + state) {
            self.state = next(7, 10);
            let length = self.length(bits, LENGTHS[0], place);
            let distance = self.distance(bits, length);
            self.distances.rotate_right(1);
            self.distances[0] = distance;
            return length + 2;
        }
        let mut which = 0;
        while which < 3 && self.bit(bits, IS_OLDER + which * STATES + state) {
            which += 1;
        }
        if which == 0 && !self.bit(bits, IS_LONG + state * POSITIONS + place) {
            self.state = next(9, 11);
            return 1;
        }
        self.distances[..=which].rotate_right(1);
        self.state = next(8, 11);
        self.length(bits, LENGTHS[1], place) + 2
    }

    fn distance(&mut self, bits: &mut Bits, length: usize) -> usize {
        let slot = self.number(bits, SLOTS + 64 * length.min(3), 64);
        if slot < 4 {
            return slot;
        }
        let count = (slot / 2 - 1) as u32;
        let high = (2 | slot & 1) << count;
        if slot < 14 {
            return high + bits.reversed(&mut self.chances[MIDDLE + high - slot..], count);
        }
        high + (bits.even(count - 4) << 4) + bits.reversed(&mut self.chances[LOW..], 4)
    }
}
