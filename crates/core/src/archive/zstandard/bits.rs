//! Bits of packed streams: some are read from the start of their bytes, most from the end.

/// The eight bytes at `at`, zeros where there are none.
fn word(bytes: &[u8], at: usize) -> u64 {
    match bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        Some(eight) => u64::from_le_bytes(*eight),
        None => last_word(bytes, at),
    }
}

/// The bytes from `at` on where there are fewer than eight.
#[cold]
fn last_word(bytes: &[u8], at: usize) -> u64 {
    let rest = bytes.get(at..).unwrap_or(&[]);
    rest.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

/// From the start on, the lowest bit of a byte first.
pub(super) struct Forward<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Forward<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Forward<'a> {
        Forward { bytes, at: 0 }
    }

    /// The next `count` bits, at most 16, zeros where there are none.
    pub(super) fn peek(&self, count: u32) -> u32 {
        (word(self.bytes, self.at / 8) >> (self.at % 8)) as u32 & ((1 << count) - 1)
    }

    pub(super) fn skip(&mut self, count: u32) {
        self.at += count as usize;
    }

    /// Bytes that were begun; `None` when more were read than there are.
    pub(super) fn taken(&self) -> Option<usize> {
        Some(self.at.div_ceil(8)).filter(|taken| *taken <= self.bytes.len())
    }
}

/// From the end on, the highest bit of a byte first. The highest bit that is set in the last byte marks the end.
pub(super) struct Backward<'a> {
    bytes: &'a [u8],
    /// Bits that are left; below zero when more were read than there are.
    left: isize,
}

impl<'a> Backward<'a> {
    /// `None` without the mark.
    pub(super) fn new(bytes: &'a [u8]) -> Option<Backward<'a>> {
        let mark = bytes.last()?.checked_ilog2()?;
        Some(Backward { bytes, left: (bytes.len() as isize - 1) * 8 + mark as isize })
    }

    /// The next bits from the highest of a word on, at least 56; zeros where there are none.
    pub(super) fn top(&self) -> u64 {
        match usize::try_from(self.left - 56) {
            Ok(from) => (word(self.bytes, from / 8) >> (from % 8)) << 8,
            Err(_) if self.left <= 0 => 0,
            // Fewer than 56 are left, from the first byte on.
            Err(_) => word(self.bytes, 0) << (64 - self.left),
        }
    }

    pub(super) fn skip(&mut self, count: u32) {
        self.left -= count as isize;
    }

    /// The next `count` bits, at most 56.
    #[inline(never)]
    pub(super) fn take(&mut self, count: u32) -> u64 {
        // Two shifts: a word is not shifted by all of its 64 bits.
        let bits = self.top() >> 1 >> (63 - count);
        self.skip(count);
        bits
    }

    /// Bits that are left; below zero when more were read than there are.
    pub(super) fn left(&self) -> isize {
        self.left
    }
}
