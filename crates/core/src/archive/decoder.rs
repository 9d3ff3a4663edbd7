//! Every way of unpacking behind one face.

use super::codec::{Codec, Unpack};
use super::inflate::{Deflated, Gunzip};
use super::input::Input;
use std::io::{self, Read};

/// What comes out of packed bytes, however much it is.
pub(super) enum Decoder {
    /// They are not packed.
    Stored(Input),
    Deflated(Box<Deflated>),
    Gzip(Box<Gunzip>),
    /// By whoever knows the codec.
    Other(Box<dyn Read>),
}

impl Decoder {
    /// Of a stream.
    pub(super) fn of(codec: Codec, input: Input, unpack: Unpack) -> Decoder {
        match codec {
            Codec::Gzip => Decoder::Gzip(Box::new(Gunzip::new(input))),
            _ => Decoder::Other(unpack(codec, Box::new(input))),
        }
    }

    /// The next bytes, none at the end. An error comes after the bytes before it.
    pub(super) fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        match self {
            Decoder::Stored(input) => input.read(target),
            Decoder::Deflated(decoder) => decoder.read(target),
            Decoder::Gzip(decoder) => decoder.read(target),
            Decoder::Other(decoder) => decoder.read(target),
        }
    }
}
