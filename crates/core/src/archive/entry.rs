//! An entry that can be read at its offset: a plain file, or one of a zip or tar.

use super::codec::{Codec, Unpack};
use super::decoder::Decoder;
use super::failure::{beyond, damage};
use super::input::Input;
use super::read::{Meter, Range, Window};
use super::{Limits, zip};
use crate::note::Cause;
use crate::source::Source;
use serde::{Deserialize, Serialize};
use std::io::{self, Read};
use std::sync::Arc;

/// How an entry's bytes lie in their input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Packing {
    /// As they are.
    Stored,
    /// As an entry of a zip: behind a local header, checked by a checksum where it is known.
    Zip {
        /// How the entry is packed.
        method: zip::Method,
        /// CRC-32 of what the zip holds; `None` when the directory that says it is lost.
        checksum: Option<u32>,
    },
}

/// Where an entry is and how to read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Normalised path in the tree, without the ending of `codec`.
    pub path: String,
    /// First byte in the input: of the data, or of the zip's local header.
    pub offset: u64,
    /// Packed bytes; `None` when only reading tells.
    pub packed: Option<u64>,
    /// Bytes of the file; `None` when only reading tells. Of a gzip file as its end states them, which may be
    /// wrong.
    pub bytes: Option<u64>,
    /// How it is packed.
    pub packing: Packing,
    /// How what lies there is packed in itself: a `.gz` file, alone or in an archive.
    pub codec: Option<Codec>,
}

impl Entry {
    /// The entry that is a whole input.
    pub fn whole(path: String, source: &Source, codec: Option<Codec>) -> Entry {
        let length = source.len();
        let bytes = match codec {
            None => Some(length),
            Some(Codec::Gzip) => stated(source),
            Some(_) => None,
        };
        let packing = Packing::Stored;
        Entry { path, offset: 0, packed: Some(length), bytes, packing, codec }
    }

    /// Whether the file lies in the input byte for byte.
    pub fn is_plain(&self) -> bool {
        self.packing == Packing::Stored && self.codec.is_none()
    }

    /// The same bytes as an entry that is plain; `None` where they are packed, or only reading tells how many there are.
    pub fn in_place(&self, source: &Source) -> Option<Entry> {
        let offset = match self.packing {
            Packing::Stored => self.offset,
            Packing::Zip { method: zip::Method::Stored, .. } => {
                zip::data_offset(source, self.offset).ok()?
            }
            Packing::Zip { .. } => return None,
        };
        let is_plain = self.codec.is_none() && self.packed.is_some();
        is_plain.then(|| Entry { offset, packing: Packing::Stored, ..self.clone() })
    }

    /// The bytes of an entry that is plain.
    pub fn window(&self, source: &Source) -> Source {
        let end = self.packed.map_or(u64::MAX, |packed| self.offset.saturating_add(packed));
        Arc::new(Window::new(source.clone(), self.offset, end))
    }

    /// The entry without its first `start` bytes; only of one that is plain.
    #[must_use]
    pub fn from(&self, start: u64) -> Entry {
        Entry {
            offset: self.offset.saturating_add(start),
            packed: self.packed.map(|packed| packed.saturating_sub(start)),
            bytes: self.bytes.map(|bytes| bytes.saturating_sub(start)),
            ..self.clone()
        }
    }

    /// Opens the entry. Reading gives `UnexpectedEof` when the input ends too early, `InvalidData`
    /// when its bytes are damaged, `Unsupported` when they are packed in a rare way, and `FileTooLarge` at a
    /// limit, each after the bytes before.
    ///
    /// # Errors
    /// When the source cannot be read or holds no such entry.
    pub fn open(
        &self,
        source: &Source,
        limits: &Limits,
        unpack: Unpack,
        meter: Meter,
    ) -> io::Result<Box<dyn Read>> {
        let start = match self.packing {
            Packing::Stored => self.offset,
            Packing::Zip { .. } => zip::data_offset(source, self.offset)?,
        };
        let end = self.packed.map_or(u64::MAX, |packed| start.saturating_add(packed));
        let range = Range::new(source.clone(), start, end, meter);
        let packed = end.min(source.len()).saturating_sub(start);
        match (self.packing, self.codec) {
            (Packing::Stored, Some(codec)) => {
                Ok(Box::new(codec.unpack(range, packed, *limits, unpack)))
            }
            (packing, Some(codec)) => {
                let bytes = Checked::new(packing, range, packed, None, limits, unpack);
                Ok(Box::new(codec.unpack_input(Input::zipped(bytes), packed, *limits, unpack)))
            }
            (packing, None) => {
                Ok(Box::new(Checked::new(packing, range, packed, self.bytes, limits, unpack)))
            }
        }
    }
}

/// Unpacked bytes of a gzip file by its last four, which state those of its last member. `None` where that
/// cannot be all of it, or is more than text is packed by: what was cut ends with any bytes.
fn stated(source: &Source) -> Option<u64> {
    let packed = source.len();
    let mut last = [0; 4];
    source.read_at(packed.checked_sub(4)?, &mut last).ok()?;
    let bytes = u64::from(u32::from_le_bytes(last));
    (packed..=packed.saturating_mul(64)).contains(&bytes).then_some(bytes)
}

/// Holds an entry to the size and checksum that its container states.
pub(super) struct Checked {
    inner: Decoder,
    left: u64,
    /// What to say where the size is not stated and a limit stands for it.
    limit: Option<(Cause, u64)>,
    expected: Option<u32>,
    checksum: crc32fast::Hasher,
}

impl Read for Checked {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 {
            if self.inner.read(&mut [0])? > 0 {
                return Err(self.limit.map_or_else(|| damage(Cause::LongerThanStated), beyond));
            }
            return self.verify();
        }
        let want = target.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let got = self.inner.read(&mut target[..want])?;
        if self.expected.is_some() {
            self.checksum.update(&target[..got]);
        }
        if got > 0 || want == 0 {
            self.left -= got as u64;
            return Ok(got);
        }
        if self.limit.is_none() { Err(io::ErrorKind::UnexpectedEof.into()) } else { self.verify() }
    }
}

impl Checked {
    /// What the container holds, which states that it is so many `bytes`.
    fn new(
        packing: Packing,
        range: Range,
        packed: u64,
        bytes: Option<u64>,
        limits: &Limits,
        unpack: Unpack,
    ) -> Checked {
        let (inner, expected) = match packing {
            Packing::Stored => (Decoder::Stored(Input::Range(range)), None),
            Packing::Zip { method, checksum } => (method.unpack(range, unpack), checksum),
        };
        Checked {
            inner,
            left: bytes.unwrap_or_else(|| limits.most(packed)),
            limit: bytes.is_none().then(|| limits.exceeded(packed)),
            expected,
            checksum: crc32fast::Hasher::new(),
        }
    }

    /// Checks what was read, at its end.
    fn verify(&mut self) -> io::Result<usize> {
        let expected = self.expected.take();
        if expected.is_some_and(|expected| expected != self.checksum.clone().finalize()) {
            return Err(damage(Cause::Checksum));
        }
        Ok(0)
    }
}
