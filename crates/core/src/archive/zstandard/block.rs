//! Blocks that are packed: literals, and sequences that say where they go and what is repeated between them.

use super::bits::Backward;
use super::fse::{Cell, Table};
use super::huffman::Codes;
use crate::archive::history::History;

/// Most bytes of a block, packed or not.
pub(super) const MOST_BYTES: usize = 128 << 10;

/// Bits behind the code of a number of literals; each code begins where the one before ends.
const LITERAL_BITS: [u8; 36] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11,
    12, 13, 14, 15, 16,
];
/// Bits behind the code of the length of a match.
const MATCH_BITS: [u8; 53] = [
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,
];
const LITERAL_BASES: [u32; 36] = bases(&LITERAL_BITS, 0);
const MATCH_BASES: [u32; 53] = bases(&MATCH_BITS, 3);

/// Codes of distances, each with as many bits behind it as it says.
const DISTANCES: usize = 32;

const fn bases<const N: usize>(bits: &[u8; N], first: u32) -> [u32; N] {
    let mut bases = [first; N];
    let mut i = 1;
    while i < N {
        bases[i] = bases[i - 1] + (1 << bits[i - 1]);
        i += 1;
    }
    bases
}

/// Shares of the tables that need not be sent.
const LITERAL_SHARES: [i16; 36] = [
    4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1,
    -1, -1, -1, -1,
];
const DISTANCE_SHARES: [i16; 29] =
    [1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1];
const MATCH_SHARES: [i16; 53] = [
    1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1,
];

/// What one block of a frame leaves to the next.
pub(super) struct Unpacker {
    codes: Option<Codes>,
    /// Of literals, distances and matches.
    tables: [Option<Table>; 3],
    /// The last distances, latest first.
    distances: [usize; 3],
    literals: Vec<u8>,
}

impl Unpacker {
    /// At the start of a frame.
    pub(super) fn new() -> Unpacker {
        let tables = [const { None }; 3];
        Unpacker { codes: None, tables, distances: [1, 4, 8], literals: Vec::new() }
    }

    /// Adds what a block holds to `out`, at most `most` bytes. `None` when it is damaged.
    #[inline(never)]
    pub(super) fn unpack(&mut self, block: &[u8], out: &mut History, most: usize) -> Option<()> {
        let rest = self.literals(block, most)?;
        self.sequences(rest, out, most)
    }

    /// Reads the literals; what follows them.
    #[inline(never)]
    fn literals<'a>(&mut self, block: &'a [u8], most: usize) -> Option<&'a [u8]> {
        let head =
            block.iter().take(5).rev().fold(0_u64, |head, byte| head << 8 | u64::from(*byte));
        let (kind, format) = (head & 3, head >> 2 & 3);
        self.literals.clear();
        if kind < 2 {
            // As they are, or one again and again.
            let (bytes, count) = match format {
                1 => (2, head >> 4 & 0xFFF),
                3 => (3, head >> 4 & 0xF_FFFF),
                _ => (1, head >> 3 & 0x1F),
            };
            let count = Some(count as usize).filter(|count| *count <= most)?;
            let rest = block.get(bytes..)?;
            if kind == 0 {
                let (literals, rest) = rest.split_at_checked(count)?;
                self.literals.extend_from_slice(literals);
                return Some(rest);
            }
            let (literal, rest) = rest.split_first()?;
            self.literals.resize(count, *literal);
            return Some(rest);
        }
        let (bytes, bits) = [(3, 10), (3, 10), (4, 14), (5, 18)][format as usize];
        let size = |shift| (head >> shift) as usize & ((1 << bits) - 1);
        let (count, packed) = (size(4), size(4 + bits));
        let (mut packed, rest) = block.get(bytes..)?.split_at_checked(packed)?;
        if count > most {
            return None;
        }
        if kind == 2 {
            let (codes, taken) = Codes::read(packed)?;
            self.codes = Some(codes);
            packed = &packed[taken..];
        }
        let codes = self.codes.as_ref()?;
        self.literals.resize(count, 0);
        if format == 0 {
            codes.decode(packed, &mut self.literals)?;
            return Some(rest);
        }
        // Four streams; the lengths of three come first.
        let (lengths, mut packed) = packed.split_first_chunk::<6>()?;
        let quarter = count.div_ceil(4);
        let mut to = self.literals.as_mut_slice();
        for length in lengths.chunks_exact(2) {
            let length = u16::from_le_bytes([length[0], length[1]]);
            let (stream, further) = packed.split_at_checked(length.into())?;
            let (part, behind) = to.split_at_mut_checked(quarter)?;
            codes.decode(stream, part)?;
            (packed, to) = (further, behind);
        }
        codes.decode(packed, to)?;
        Some(rest)
    }

    #[inline(never)]
    fn sequences(&mut self, bytes: &[u8], out: &mut History, most: usize) -> Option<()> {
        let (&first, bytes) = bytes.split_first()?;
        let more = |at: usize| bytes.get(at).map(|byte| usize::from(*byte));
        let (count, taken) = match first {
            0 => {
                out.bytes.extend_from_slice(&self.literals);
                return bytes.is_empty().then_some(());
            }
            255 => (more(0)? + (more(1)? << 8) + 0x7F00, 2),
            128.. => ((usize::from(first - 128) << 8) + more(0)?, 1),
            _ => (first.into(), 0),
        };
        let (modes, mut bytes) = bytes[taken..].split_first()?;
        if modes & 3 != 0 {
            return None;
        }
        let of = [
            (LITERAL_SHARES.as_slice(), 6, 9, LITERAL_BITS.len()),
            (&DISTANCE_SHARES, 5, 8, DISTANCES),
            (&MATCH_SHARES, 6, 9, MATCH_BITS.len()),
        ];
        for (i, (shares, log, most_log, symbols)) in of.into_iter().enumerate() {
            let table = match modes >> (6 - 2 * i) & 3 {
                0 => Table::of(shares, log)?,
                1 => {
                    let (symbol, rest) = bytes.split_first()?;
                    bytes = rest;
                    Table::single(*symbol)
                }
                2 => {
                    let (table, taken) = Table::read(bytes, most_log, symbols)?;
                    bytes = &bytes[taken..];
                    table
                }
                _ => continue,
            };
            self.tables[i] = Some(table);
        }
        let [Some(literals), Some(distances), Some(matches)] = &self.tables else { return None };
        let mut bits = Backward::new(bytes)?;
        let mut cells =
            [literals.start(&mut bits), distances.start(&mut bits), matches.start(&mut bits)];
        let mut rest = self.literals.as_slice();
        let end = out.bytes.len() + most;
        for i in 0..count {
            if i > 0 {
                // In this order, which is not that of the tables.
                cells[0] = literals.next(cells[0], &mut bits);
                cells[2] = matches.next(cells[2], &mut bits);
                cells[1] = distances.next(cells[1], &mut bits);
            }
            let [literal, distance, length] = read(cells, &mut bits)?;
            let distance = recent(&mut self.distances, distance, literal == 0)?;
            let (now, later) = rest.split_at_checked(literal)?;
            rest = later;
            out.bytes.extend_from_slice(now);
            if out.bytes.len() + length > end {
                return None;
            }
            out.repeat(distance, length)?;
        }
        if bits.left() != 0 || out.bytes.len() + rest.len() > end {
            return None;
        }
        out.bytes.extend_from_slice(rest);
        Some(())
    }
}

/// Number of literals, distance and length of a match.
fn read([literal, distance, length]: [Cell; 3], bits: &mut Backward) -> Option<[usize; 3]> {
    let code = u32::from(distance.symbol);
    if code as usize >= DISTANCES {
        return None;
    }
    let distance = (1 << code) + bits.take(code);
    let mut value = |cell: Cell, bases: &[u32], of: &[u8]| {
        let at = usize::from(cell.symbol);
        let behind = bits.take((*of.get(at)?).into());
        Some(bases[at] as usize + behind as usize)
    };
    let length = value(length, &MATCH_BASES, &MATCH_BITS)?;
    let literal = value(literal, &LITERAL_BASES, &LITERAL_BITS)?;
    Some([literal, usize::try_from(distance).ok()?, length])
}

/// The distance that `value` stands for: one of the last three, or a new one. Without literals before it the latest
/// would make one match of two, so there the numbers mean the next.
fn recent(last: &mut [usize; 3], value: usize, at_once: bool) -> Option<usize> {
    let which = value + usize::from(at_once);
    let distance = match which {
        _ if value > 3 => value - 3,
        4 => last[0].checked_sub(1).filter(|distance| *distance > 0)?,
        _ => last[which - 1],
    };
    match which {
        1 => {}
        2 => last.swap(0, 1),
        _ => *last = [distance, last[0], last[1]],
    }
    Some(distance)
}
