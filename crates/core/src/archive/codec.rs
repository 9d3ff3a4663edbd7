//! Streams that are packed as a whole: which codec they are of, and how much may come out of them.

use super::Limits;
use super::decoder::Decoder;
use super::failure::beyond;
use super::input::Input;
use super::names::without;
use super::read::{Range, Stream};
use serde::{Deserialize, Serialize};
use std::io::{self, Read};

/// Unpacks what this crate does not: a stream of any codec but [`Codec::Gzip`]. What is wrong with the packed bytes is
/// a [`Broken`](super::Broken) as an error, after everything before it.
pub type Unpack = fn(codec: Codec, packed: Box<dyn Read>) -> Box<dyn Read>;

/// Unpacks nothing: every stream is of a kind that is not read.
pub fn unknown_codec(_: Codec, _: Box<dyn Read>) -> Box<dyn Read> {
    struct Unknown;
    impl Read for Unknown {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::Unsupported.into())
        }
    }
    Box::new(Unknown)
}

/// How a stream is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum Codec {
    /// RFC 1952.
    Gzip,
    /// RFC 8878.
    Zstandard,
    /// The `.xz` file format, version 1.2.
    Xz,
}

impl From<Codec> for u8 {
    fn from(codec: Codec) -> u8 {
        codec as u8
    }
}

impl TryFrom<u8> for Codec {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Codec, &'static str> {
        let known = Codec::ALL.iter().copied().find(|codec| *codec as u8 == number);
        known.ok_or("no codec of this number")
    }
}

impl Codec {
    /// Every codec.
    pub const ALL: &[Codec] = &[Codec::Gzip, Codec::Zstandard, Codec::Xz];

    /// The codec of a stream with these first bytes.
    pub fn of(head: &[u8]) -> Option<Codec> {
        // A Zstandard file may begin with a frame that is to be skipped: `pzstd` writes such.
        let skipped = head.len() >= 4 && head[0] & 0xF0 == 0x50 && head[1..4] == *b"\x2A\x4D\x18";
        match head {
            [0x1F, 0x8B, ..] => Some(Codec::Gzip),
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Some(Codec::Zstandard),
            _ if skipped => Some(Codec::Zstandard),
            _ if head.starts_with(b"\xFD7zXZ\0") => Some(Codec::Xz),
            _ => None,
        }
    }

    /// How names of files end that are packed so.
    fn ending(self) -> &'static str {
        match self {
            Codec::Gzip => ".gz",
            Codec::Zstandard => ".zst",
            Codec::Xz => ".xz",
        }
    }

    /// The name of what is in a file that is named so.
    pub fn inner(self, path: &str) -> Option<&str> {
        without(path, self.ending())
    }

    /// The codec of a file that is named so, and the name of what is in it.
    pub fn named(path: &str) -> Option<(Codec, &str)> {
        Codec::ALL.iter().find_map(|codec| Some((*codec, codec.inner(path)?)))
    }

    /// Unpacks the `packed` bytes that `range` holds. The limit follows from their number, not from how many
    /// were read when: where it is reached does not depend on the chunk size.
    pub fn unpack(self, range: Range, packed: u64, limits: Limits, unpack: Unpack) -> Unpacked {
        self.unpack_input(Input::Range(range), packed, limits, unpack)
    }

    pub(super) fn unpack_input(
        self,
        input: Input,
        packed: u64,
        limits: Limits,
        unpack: Unpack,
    ) -> Unpacked {
        let inner = Decoder::of(self, input, unpack);
        Unpacked { inner, packed, left: limits.most(packed), limits }
    }
}

/// What comes out of a packed stream, held to the limits.
pub struct Unpacked {
    inner: Decoder,
    packed: u64,
    /// Bytes that may still come out.
    left: u64,
    limits: Limits,
}

impl Read for Unpacked {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        // At the limit one more byte tells whether there would be more.
        let most = usize::try_from(self.left.max(1)).unwrap_or(usize::MAX);
        let room = target.len().min(most);
        let made = self.inner.read(&mut target[..room])?;
        match self.left.checked_sub(made as u64) {
            Some(left) => self.left = left,
            None => return Err(beyond(self.limits.exceeded(self.packed))),
        }
        Ok(made)
    }
}

impl Unpacked {
    /// How many bytes have come out.
    pub fn made(&self) -> u64 {
        self.limits.most(self.packed) - self.left
    }
}

impl Stream for Unpacked {}
