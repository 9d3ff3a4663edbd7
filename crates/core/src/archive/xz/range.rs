//! The range coder of LZMA: bits, each coded by how likely it was so far.

/// How likely a bit is 0, of 2048.
pub(super) type Chance = u16;

/// As likely as not.
pub(super) const EVEN: Chance = 1024;

/// The coded bits of a chunk.
pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
    range: u32,
    code: u32,
}

impl<'a> Bits<'a> {
    /// `None` when they do not begin as they have to.
    pub(super) fn new(bytes: &'a [u8]) -> Option<Bits<'a>> {
        let code = bytes.strip_prefix(&[0])?.first_chunk()?;
        Some(Bits { bytes, at: 5, range: u32::MAX, code: u32::from_be_bytes(*code) })
    }

    fn fill(&mut self) {
        if self.range < 1 << 24 {
            self.range <<= 8;
            self.code = self.code << 8 | u32::from(self.bytes.get(self.at).copied().unwrap_or(0));
            self.at += 1;
        }
    }

    /// Whether all were read, and no more.
    pub(super) fn is_over(&mut self) -> bool {
        self.fill();
        self.at == self.bytes.len() && self.code == 0
    }

    /// The next bit.
    #[inline]
    pub(super) fn bit(&mut self, chance: &mut Chance) -> usize {
        self.fill();
        let bound = (self.range >> 11) * u32::from(*chance);
        if self.code < bound {
            self.range = bound;
            *chance += (2048 - *chance) >> 5;
            0
        } else {
            self.range -= bound;
            self.code -= bound;
            *chance -= *chance >> 5;
            1
        }
    }

    /// The next bits that are as likely as not, at most 26.
    pub(super) fn even(&mut self, count: u32) -> usize {
        (0..count).fold(0, |value, _| {
            self.fill();
            self.range >>= 1;
            let bit = self.code >= self.range;
            self.code -= if bit { self.range } else { 0 };
            value << 1 | usize::from(bit)
        })
    }

    /// A number below the length of `chances`, a power of two, its highest bit first.
    #[inline(never)]
    pub(super) fn number(&mut self, chances: &mut [Chance]) -> usize {
        let mut at = 1;
        while let Some(chance) = chances.get_mut(at) {
            at = at << 1 | self.bit(chance);
        }
        at - chances.len()
    }

    /// A number of so many bits, its lowest first.
    #[inline(never)]
    pub(super) fn reversed(&mut self, chances: &mut [Chance], count: u32) -> usize {
        let (mut at, mut value) = (1, 0);
        for i in 0..count {
            let bit = chances.get_mut(at).map_or(0, |chance| self.bit(chance));
            at = at << 1 | bit;
            value |= bit << i;
        }
        value
    }
}
