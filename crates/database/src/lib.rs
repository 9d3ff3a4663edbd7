//! Databases of the Ascend profilers (formats.md §5) → the same model that their text files give.
//!
//! # Design constraints
//!
//! * **The only crate that knows SQLite.** `core` hands it the bytes of a file ([`read`] is its
//!   [`ReadDatabase`](stepscope_core::load::ReadDatabase)) and gets tables of a rank.
//! * **Pages, not copies.** SQLite reads the pages that it needs through [`vfs`], from whatever the bytes are
//!   in; a database may be larger than memory.
//! * **Nothing is written**, and nothing beside the database is looked for.
//! * **Every table and column may be missing**, renamed or hold something else: what is known is read, the rest
//!   is a note. Unknown is left out, never 0.
//! * **Lanes, sorting, flows and kinds of tracks are `core`'s**: rows go into its
//!   [`TraceBuilder`](stepscope_core::trace_json::TraceBuilder).
//! * **The vendor's own results** (`StepTraceTime`) are kept beside, as the check.

mod analysed;
mod communication;
mod counters;
mod device;
mod enums;
mod flows;
mod host;
mod kernels;
mod lanes;
mod memory;
mod open;
mod overlap;
mod profile;
mod tables;
mod texts;
mod vendor;
mod vfs;

pub use profile::read;
