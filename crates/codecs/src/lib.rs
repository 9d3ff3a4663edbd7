//! Zstandard, xz and GBK, for whoever loads captures: what `core` does not decode itself, by libraries.
//!
//! # Design constraints
//!
//! * **Everything before damage comes out.** The libraries' own readers keep what they have unpacked when they fail;
//!   their inner interfaces hand it over.
//! * **The same in any pieces.** What comes out, and where it ends, does not depend on how many bytes are asked for at
//!   once: buffers here have a fixed size.

mod packed;
mod xz;
mod zstandard;

use packed::Packed;
use std::io::Read;
use stepscope_core::archive::{Codec, unknown_codec};

/// Decodes a name: this crate's [`DecodeGbk`](stepscope_core::archive::names::DecodeGbk).
#[cfg(feature = "gbk")]
pub fn gbk(name: &[u8]) -> Option<String> {
    let text = encoding_rs::GBK.decode_without_bom_handling_and_without_replacement(name);
    text.map(std::borrow::Cow::into_owned)
}

/// Unpacks a stream: this crate's [`Unpack`](stepscope_core::archive::Unpack).
pub fn unpack(codec: Codec, packed: Box<dyn Read>) -> Box<dyn Read> {
    let packed = Packed::new(packed);
    match codec {
        Codec::Zstandard => Box::new(zstandard::Unzstd::new(packed)),
        Codec::Xz => Box::new(xz::Unxz::new(packed)),
        Codec::Gzip => unknown_codec(codec, Box::new(packed)),
    }
}
