//! The checksums of xz: CRC-32, CRC-64 of ECMA-182, or one that is not checked.

/// The polynomial, lowest bit first.
const POLYNOMIAL: u64 = 0xC96C_5795_D787_0F42;

/// What CRC-64 takes a byte with.
struct Table([u64; 256]);

impl Table {
    fn new() -> Box<Table> {
        let mut table = Box::new(Table([0; 256]));
        for (byte, sum) in table.0.iter_mut().enumerate() {
            *sum = byte as u64;
            for _ in 0..8 {
                *sum = (*sum >> 1) ^ (POLYNOMIAL * (*sum & 1));
            }
        }
        table
    }

    fn add(&self, sum: u64, bytes: &[u8]) -> u64 {
        let add = |sum: u64, byte: &u8| self.0[usize::from(sum as u8 ^ byte)] ^ (sum >> 8);
        !bytes.iter().fold(!sum, add)
    }
}

/// The checksum of a block.
pub(super) enum Checksum {
    /// None, or of a kind that is not checked: so many bytes.
    Unchecked(usize),
    Crc32(crc32fast::Hasher),
    Crc64(Box<Crc64>),
}

/// CRC-64 of what was added.
pub(super) struct Crc64 {
    table: Box<Table>,
    sum: u64,
}

impl Checksum {
    /// By the number that a stream's header gives.
    pub(super) fn of(kind: u8) -> Checksum {
        match kind {
            1 => Checksum::Crc32(crc32fast::Hasher::new()),
            4 => Checksum::Crc64(Box::new(Crc64 { table: Table::new(), sum: 0 })),
            0 => Checksum::Unchecked(0),
            // Three numbers each for a length that doubles.
            _ => Checksum::Unchecked(4 << (((kind & 15) - 1) / 3)),
        }
    }

    #[inline(never)]
    pub(super) fn add(&mut self, bytes: &[u8]) {
        match self {
            Checksum::Unchecked(_) => {}
            Checksum::Crc32(hasher) => hasher.update(bytes),
            Checksum::Crc64(crc) => crc.sum = crc.table.add(crc.sum, bytes),
        }
    }

    /// Bytes that it takes.
    pub(super) fn len(&self) -> usize {
        match self {
            Checksum::Unchecked(bytes) => *bytes,
            Checksum::Crc32(_) => 4,
            Checksum::Crc64(_) => 8,
        }
    }

    /// Whether it is the one that is stated, lowest byte first.
    pub(super) fn is(&self, stated: &[u8]) -> bool {
        match self {
            Checksum::Unchecked(_) => true,
            Checksum::Crc32(hasher) => stated == hasher.clone().finalize().to_le_bytes(),
            Checksum::Crc64(crc) => stated == crc.sum.to_le_bytes(),
        }
    }
}
