//! Inputs → one tree of named entries, each read as a stream of chunks.
//!
//! ```text
//! input ── magic ─┬─ plain file ───────────────┐
//!                 ├─ zip: central directory ───┼─► entries at an offset, in any order, by any loader
//!                 ├─ tar: headers ─────────────┘
//!                 ├─ packed ───── one entry: gzip, Zstandard, xz
//!                 └─ packed tar ─ one pass, entries as they go by
//! ```
//!
//! Bytes are pulled out of sources here and pushed into parsers above. Nothing holds an entry whole.
//! Every input may be hostile: see [`Limits`].

mod broken;
mod codec;
mod decoder;
mod entry;
mod failure;
mod foreign;
mod inflate;
mod input;
mod limits;
mod magic;
pub mod names;
mod read;
pub mod tar;
pub mod zip;

pub use broken::Broken;
pub use codec::{Codec, Unpack, Unpacked, unknown_codec};
pub use entry::{Entry, Packing};
pub(crate) use failure::changed;
pub use failure::{failure_note, refused};
pub use foreign::Foreign;
pub use limits::Limits;
pub use magic::{Container, container, folder_of, is_named_archive, is_named_tar};
pub use read::{Meter, Range, Stream, Window};
