//! Inputs → one tree of named entries, each read as a stream of chunks.
//!
//! ```text
//! input ── magic ─┬─ plain file ───────────────┐
//!                 ├─ zip: central directory ───┼─► entries at an offset, in any order, by any loader
//!                 ├─ tar: headers ─────────────┘
//!                 ├─ gzip ─── one entry
//!                 └─ tar.gz ─ one pass, entries as they go by
//! ```
//!
//! Bytes are pulled out of sources here and pushed into parsers above. Nothing holds an entry whole.
//! Every input may be hostile: see [`Limits`].

mod entry;
mod failure;
mod inflate;
mod limits;
mod magic;
pub mod names;
mod read;
pub mod tar;
pub mod zip;

pub use entry::{Entry, Packing};
pub(crate) use failure::changed;
pub use failure::{failure_note, refused};
pub use inflate::Gunzip;
pub use limits::Limits;
pub use magic::{Container, Foreign, container, is_named_archive};
pub use read::{Meter, Range, Stream, Window};
