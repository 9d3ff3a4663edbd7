//! xxHash of 64 bits, seed 0.

const PRIMES: [u64; 5] = [
    0x9E37_79B1_85EB_CA87,
    0xC2B2_AE3D_27D4_EB4F,
    0x1656_67B1_9E37_79F9,
    0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5,
];

/// The checksum of what was added.
pub(super) struct Checksum {
    lanes: [u64; 4],
    /// Bytes that do not fill a stripe yet.
    tail: Vec<u8>,
    length: u64,
}

fn round(lane: u64, word: u64) -> u64 {
    lane.wrapping_add(word.wrapping_mul(PRIMES[1])).rotate_left(31).wrapping_mul(PRIMES[0])
}

fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

impl Checksum {
    pub(super) fn new() -> Checksum {
        let one = PRIMES[0];
        let lanes = [one.wrapping_add(PRIMES[1]), PRIMES[1], 0, one.wrapping_neg()];
        Checksum { lanes, tail: Vec::new(), length: 0 }
    }

    #[inline(never)]
    pub(super) fn add(&mut self, mut bytes: &[u8]) {
        self.length += bytes.len() as u64;
        if !self.tail.is_empty() {
            let (fill, rest) = bytes.split_at(bytes.len().min(32 - self.tail.len()));
            self.tail.extend_from_slice(fill);
            bytes = rest;
            if self.tail.len() == 32 {
                let tail = std::mem::take(&mut self.tail);
                self.stripes(&tail);
            }
        }
        let rest = self.stripes(bytes);
        self.tail.extend_from_slice(rest);
    }

    /// Adds whole stripes; what is left.
    fn stripes<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        let (stripes, rest) = bytes.as_chunks::<32>();
        for stripe in stripes {
            for (lane, eight) in self.lanes.iter_mut().zip(stripe.as_chunks::<8>().0) {
                *lane = round(*lane, u64::from_le_bytes(*eight));
            }
        }
        rest
    }

    /// Its lower half, as frames state it.
    #[inline(never)]
    pub(super) fn low(&self) -> u32 {
        let mut hash = if self.length < 32 {
            PRIMES[4]
        } else {
            let turns = self.lanes.iter().zip([1, 7, 12, 18]);
            let sum = turns.fold(0_u64, |sum, (lane, by)| sum.wrapping_add(lane.rotate_left(by)));
            let fold = |hash: u64, lane: &u64| {
                (hash ^ round(0, *lane)).wrapping_mul(PRIMES[0]).wrapping_add(PRIMES[3])
            };
            self.lanes.iter().fold(sum, fold)
        };
        hash = hash.wrapping_add(self.length);
        let mut eights = self.tail.chunks_exact(8);
        for eight in &mut eights {
            hash = (hash ^ round(0, word(eight))).rotate_left(27);
            hash = hash.wrapping_mul(PRIMES[0]).wrapping_add(PRIMES[3]);
        }
        let mut rest = eights.remainder();
        if let Some((four, behind)) = rest.split_at_checked(4) {
            hash = (hash ^ word(four).wrapping_mul(PRIMES[0])).rotate_left(23);
            hash = hash.wrapping_mul(PRIMES[1]).wrapping_add(PRIMES[2]);
            rest = behind;
        }
        for byte in rest {
            hash = (hash ^ u64::from(*byte).wrapping_mul(PRIMES[4])).rotate_left(11);
            hash = hash.wrapping_mul(PRIMES[0]);
        }
        hash = (hash ^ hash >> 33).wrapping_mul(PRIMES[1]);
        hash = (hash ^ hash >> 29).wrapping_mul(PRIMES[2]);
        (hash ^ hash >> 32) as u32
    }
}
