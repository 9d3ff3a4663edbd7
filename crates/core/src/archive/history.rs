//! What a decoder unpacked last: it may say "again", and some of it is yet to be handed out.

use super::failure::beyond;
use crate::note::Cause;
use std::io;

/// The last bytes that were unpacked.
#[derive(Default)]
pub(super) struct History {
    pub(super) bytes: Vec<u8>,
    /// How many of them were handed out.
    handed: usize,
}

impl History {
    /// Whether all was handed out.
    pub(super) fn is_over(&self) -> bool {
        self.handed == self.bytes.len()
    }

    /// Hands out what fits.
    #[inline(never)]
    pub(super) fn hand_out(&mut self, target: &mut [u8]) -> usize {
        let count = target.len().min(self.bytes.len() - self.handed);
        target[..count].copy_from_slice(&self.bytes[self.handed..self.handed + count]);
        self.handed += count;
        count
    }

    /// Forgets all, once it is handed out.
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.handed = 0;
    }

    /// Makes room for `more` bytes behind the last `window` ones, once all is handed out. No more is allocated
    /// than was unpacked, but for what saves moving: twice as much, and at most a quarter of the window.
    #[inline(never)]
    pub(super) fn make_room(&mut self, window: usize, more: usize) -> io::Result<()> {
        let slack = (window / 4).max(1 << 20);
        if self.bytes.len() > window + slack {
            self.bytes.drain(..self.bytes.len() - window);
            self.handed = window;
        }
        let length = self.bytes.len();
        if length + more > self.bytes.capacity() {
            let all = (2 * (length + more)).min(window + slack + more);
            let room = self.bytes.try_reserve_exact(all - length);
            room.map_err(|_| beyond((Cause::Window, length as u64 >> 20)))?;
        }
        Ok(())
    }

    /// Adds `length` bytes that begin `distance` before the end, and may reach into themselves.
    #[inline(never)]
    pub(super) fn repeat(&mut self, distance: usize, length: usize) -> Option<()> {
        let bytes = &mut self.bytes;
        let from = bytes.len().checked_sub(distance).filter(|from| *from < bytes.len())?;
        let mut left = length;
        while left > 0 {
            let now = left.min(bytes.len() - from);
            bytes.extend_from_within(from..from + now);
            left -= now;
        }
        Some(())
    }
}
