//! Bytes → columns: unpacks archives, recognises Ascend profiling captures and parses their files.
//!
//! # Design constraints
//!
//! * **No I/O of its own.** Callers hand in [`source::ReadAt`] or push byte chunks; there is no file
//!   system, clock, thread or browser type inside. The crate compiles for wasm and native alike.
//! * **Parsing does not fail, it reports.** A parser returns what it could read and [`note::Note`]s;
//!   only "cannot read at all" is an [`error::Error`].
//! * **Nothing that was read is dropped for looking odd.** Overlapping slices, unmatched flow ends
//!   and unknown metadata are kept.
//! * **Time is whole nanoseconds** ([`time::Ns`]), read from decimal text without a detour over floats.
//! * **Same bytes, same columns**, whatever the container, chunk size or number of loaders.

pub mod archive;
pub mod block;
pub mod capture;
mod digits;
pub mod error;
pub mod ids;
pub mod load;
pub mod model;
pub mod note;
pub mod parse;
mod shell;
pub mod sort;
pub mod source;
pub mod strings;
mod table;
pub mod time;
pub mod trace_json;
