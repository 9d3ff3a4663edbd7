//! Chrome-trace JSON (`trace_view.json`, `msprof_*.json`, any other) → [`Trace`](crate::model::Trace).
//!
//! ```text
//! chunks ─► framer ─► event ─► part ─────────────────► join ─► Trace
//!           finds     one       columns in file order,  parts in file order: pairs, sorts,
//!           events    event     names interned          packs, binds flows, classifies
//! ```
//!
//! A file is read by one parser from its start, or by several, each from an event boundary to the
//! next one ([`split`]). Either way the columns are the same bit for bit: everything that is numbered
//! is numbered in order of first appearance in the file, and sorting is stable.
//!
//! Traces that are no JSON (databases) are made by [`TraceBuilder`]: its rows go the same way from the part on.
//!
//! The reader is strict about what an event is (JSON grammar) so that damage is noticed where it is,
//! and lenient about what it says: keys in any order, numbers as text, unknown keys and phases.

mod args;
mod builder;
mod classify;
mod event;
mod framer;
mod join;
mod oddities;
mod part;
mod part_block;
mod reopen;
mod scan;
pub mod split;

#[cfg(test)]
mod tests;

pub use builder::{NewSlice, TraceBuilder};
pub use framer::{Next, TraceParser};
pub use join::join;
pub use part::TracePart;
pub use reopen::concatenated;
