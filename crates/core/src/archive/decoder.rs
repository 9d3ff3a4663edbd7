//! Every way of unpacking behind one face.

use super::codec::Codec;
use super::inflate::{Deflated, Gunzip};
use super::input::Input;
#[cfg(feature = "xz")]
use super::xz::Unxz;
use super::zstandard::Unzstd;
use std::io;

/// What comes out of packed bytes, however much it is.
pub(super) enum Decoder {
    /// They are not packed.
    Stored(Input),
    Deflated(Box<Deflated>),
    Gzip(Box<Gunzip>),
    Zstandard(Box<Unzstd>),
    #[cfg(feature = "xz")]
    Xz(Box<Unxz>),
}

impl Decoder {
    /// Of a stream.
    pub(super) fn of(codec: Codec, input: Input) -> Decoder {
        match codec {
            Codec::Gzip => Decoder::Gzip(Box::new(Gunzip::new(input))),
            Codec::Zstandard => Decoder::Zstandard(Box::new(Unzstd::new(input))),
            #[cfg(feature = "xz")]
            Codec::Xz => Decoder::Xz(Box::new(Unxz::new(input))),
        }
    }

    /// Bytes of memory for what may be said again.
    #[cfg(test)]
    pub(super) fn held(&self) -> usize {
        match self {
            Decoder::Zstandard(decoder) => decoder.history.bytes.capacity(),
            Decoder::Xz(decoder) => decoder.history.bytes.capacity(),
            _ => 0,
        }
    }

    /// The next bytes, none at the end. An error comes after the bytes before it.
    pub(super) fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        match self {
            Decoder::Stored(input) => input.read(target),
            Decoder::Deflated(decoder) => decoder.read(target),
            Decoder::Gzip(decoder) => decoder.read(target),
            Decoder::Zstandard(decoder) => decoder.read(target),
            #[cfg(feature = "xz")]
            Decoder::Xz(decoder) => decoder.read(target),
        }
    }
}
