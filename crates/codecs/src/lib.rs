//! Zstandard and xz, for whoever loads captures: what `core` does not unpack itself, by libraries.
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

/// Unpacks a stream: this crate's [`Unpack`](stepscope_core::archive::Unpack).
pub fn unpack(codec: Codec, packed: Box<dyn Read>) -> Box<dyn Read> {
    let packed = Packed::new(packed);
    match codec {
        Codec::Zstandard => Box::new(zstandard::Unzstd::new(packed)),
        Codec::Xz => Box::new(xz::Unxz::new(packed)),
        Codec::Gzip => unknown_codec(codec, Box::new(packed)),
    }
}
