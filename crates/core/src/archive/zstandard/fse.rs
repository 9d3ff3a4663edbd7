//! Finite state entropy: symbols coded by the state that a table is in.

use super::bits::{Backward, Forward};

/// Most bits of a state.
const MOST_LOG: u32 = 9;

/// What a state stands for, and which follows.
#[derive(Clone, Copy, Default)]
pub(super) struct Cell {
    pub(super) symbol: u8,
    bits: u8,
    base: u16,
}

/// A table of states.
pub(super) struct Table {
    cells: [Cell; 1 << MOST_LOG],
    log: u32,
}

impl Table {
    /// A table of one state, of which `symbol` comes again and again.
    pub(super) fn single(symbol: u8) -> Table {
        let mut cells = [Cell::default(); 1 << MOST_LOG];
        cells[0].symbol = symbol;
        Table { cells, log: 0 }
    }

    /// The table of symbols with these shares of 2^`log` states; a share of -1 is the smallest there is.
    /// `None` when they are not all of them.
    pub(super) fn of(shares: &[i16], log: u32) -> Option<Table> {
        let mut table = Table { log, ..Table::single(0) };
        let size = 1 << log;
        let mut next = [0; 256];
        let mut high = size;
        for (symbol, share) in shares.iter().enumerate() {
            next[symbol] = share.unsigned_abs();
            if *share < 0 {
                high -= 1;
                table.cells[high].symbol = symbol as u8;
            }
        }
        let mut at = 0;
        for (symbol, share) in shares.iter().enumerate() {
            for _ in 0..(*share).max(0) {
                table.cells[at].symbol = symbol as u8;
                at = (at + (size >> 1) + (size >> 3) + 3) % size;
                while at >= high && high > 0 {
                    at = (at + (size >> 1) + (size >> 3) + 3) % size;
                }
            }
        }
        for cell in &mut table.cells[..size] {
            let next = &mut next[usize::from(cell.symbol)];
            cell.bits = (log - next.checked_ilog2()?) as u8;
            cell.base = (*next << cell.bits) - size as u16;
            *next += 1;
        }
        (at == 0).then_some(table)
    }

    /// Reads a table of at most 2^`most_log` states of `symbols` symbols from the start of `bytes`; also how many bytes
    /// it took.
    pub(super) fn read(bytes: &[u8], most_log: u32, symbols: usize) -> Option<(Table, usize)> {
        let mut bits = Forward::new(bytes);
        let log = bits.peek(4) + 5;
        bits.skip(4);
        if log > most_log {
            return None;
        }
        let mut shares = Vec::with_capacity(symbols);
        let mut left = 1_i32 << log;
        while left > 0 {
            // A number up to `left + 1`, the small ones in a bit less.
            let count = (left + 1).ilog2() + 1;
            let read = bits.peek(count) as i32;
            let half = (1 << (count - 1)) - 1;
            let short = (1 << count) - 1 - (left + 1);
            let number = if read & half < short {
                bits.skip(count - 1);
                read & half
            } else {
                bits.skip(count);
                if read > half { read - short } else { read }
            };
            let share = number - 1;
            left -= share.abs();
            shares.push(share as i16);
            let mut more = share == 0;
            while more {
                let zeros = bits.peek(2);
                bits.skip(2);
                shares.resize(shares.len() + zeros as usize, 0);
                more = zeros == 3 && shares.len() <= symbols;
            }
            if shares.len() > symbols {
                return None;
            }
        }
        let taken = bits.taken()?;
        Some((Table::of(&shares, log)?, taken))
    }

    /// The first state.
    pub(super) fn start(&self, bits: &mut Backward) -> Cell {
        self.at(bits.take(self.log))
    }

    /// The state behind `cell`.
    pub(super) fn next(&self, cell: Cell, bits: &mut Backward) -> Cell {
        self.at(u64::from(cell.base) + bits.take(cell.bits.into()))
    }

    fn at(&self, state: u64) -> Cell {
        self.cells[state as usize % self.cells.len()]
    }
}
