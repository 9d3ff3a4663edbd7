//! Huffman codes of literals.

use super::bits::Backward;
use super::fse::Table;

/// Most bits of a code.
const MOST_BITS: u32 = 11;

/// What a code stands for, and how many bits it has.
#[derive(Clone, Copy, Default)]
struct Code {
    symbol: u8,
    bits: u8,
}

/// The codes of a block, by the next [`Codes::bits`] bits.
pub(super) struct Codes {
    codes: [Code; 1 << MOST_BITS],
    bits: u32,
}

impl Codes {
    /// Reads the codes at the start of `bytes`; also how many bytes they took.
    #[inline(never)]
    pub(super) fn read(bytes: &[u8]) -> Option<(Codes, usize)> {
        let (&head, rest) = bytes.split_first()?;
        let mut weights = Vec::with_capacity(256);
        let taken = if head < 128 {
            unpack(rest.get(..head.into())?, &mut weights)?;
            usize::from(head)
        } else {
            let count = usize::from(head - 127);
            let packed = rest.get(..count.div_ceil(2))?;
            weights.extend(packed.iter().flat_map(|byte| [byte >> 4, byte & 15]).take(count));
            packed.len()
        };
        Some((Codes::of(weights)?, 1 + taken))
    }

    /// The codes of symbols with these weights, and one more symbol that has what is left.
    #[inline(never)]
    fn of(mut weights: Vec<u8>) -> Option<Codes> {
        if weights.iter().any(|weight| u32::from(*weight) > MOST_BITS) {
            return None;
        }
        let sum: u32 = weights.iter().map(|weight| (1 << weight) >> 1).sum();
        let bits = sum.checked_ilog2()? + 1;
        let left = (1 << bits) - sum;
        if bits > MOST_BITS || !left.is_power_of_two() {
            return None;
        }
        weights.push(left.ilog2() as u8 + 1);
        let mut codes = [Code::default(); 1 << MOST_BITS];
        let mut at = 0;
        for weight in 1..=bits as u8 {
            let code = |symbol| Code { symbol, bits: bits as u8 + 1 - weight };
            for symbol in (0..weights.len()).filter(|symbol| weights[*symbol] == weight) {
                let places = 1 << (weight - 1);
                codes.get_mut(at..at + places)?.fill(code(symbol as u8));
                at += places;
            }
        }
        Some(Codes { codes, bits })
    }

    fn code(&self, top: u64) -> Code {
        self.codes[(top >> (64 - self.bits)) as usize % self.codes.len()]
    }

    /// Fills `to` with the symbols of a stream, which has to end with them.
    pub(super) fn decode(&self, bytes: &[u8], to: &mut [u8]) -> Option<()> {
        let mut bits = Backward::new(bytes)?;
        for symbol in to {
            let code = self.code(bits.top());
            *symbol = code.symbol;
            bits.skip(code.bits.into());
        }
        (bits.left() == 0).then_some(())
    }
}

/// Weights that are packed themselves, by two states in turn.
fn unpack(bytes: &[u8], weights: &mut Vec<u8>) -> Option<()> {
    let (table, taken) = Table::read(bytes, 6, 12)?;
    let mut bits = Backward::new(bytes.get(taken..)?)?;
    let mut cells = [table.start(&mut bits), table.start(&mut bits)];
    loop {
        weights.push(cells[0].symbol);
        cells[0] = table.next(cells[0], &mut bits);
        if bits.left() < 0 {
            weights.push(cells[1].symbol);
            return (weights.len() < 256).then_some(());
        }
        if weights.len() > 254 {
            return None;
        }
        cells.swap(0, 1);
    }
}
