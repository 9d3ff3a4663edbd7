//! Which rank and which kind of file: by path alone for a single file ([`classify`]), by all of them
//! together at the end ([`assemble`]).
//!
//! The result depends only on paths and contents, not on the container, the order of its entries or
//! who read them.

mod assemble;
mod cluster;
mod command;
mod exports;
mod key;
mod left;
mod names;
mod path;
mod rank;
mod timelines;

#[cfg(test)]
mod tests;

pub use assemble::Piece;
pub(crate) use assemble::assemble;
pub(crate) use exports::{chosen, export_of, is_of_other_time};
pub use names::joined;
pub(crate) use path::is_prof;
pub(crate) use path::not_supported;
pub use path::{Class, FileKind, PipelinePart, ProfPart, classify};
pub use rank::is_database;
pub(crate) use rank::{holds_anything, is_told_by_text, listed};
