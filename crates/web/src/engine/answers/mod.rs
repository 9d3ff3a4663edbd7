//! Answers of the other crates, put into messages.

pub(crate) mod captures;
pub(crate) mod colors;
mod curves;
pub(crate) mod overview;
mod parts;
pub(crate) mod ranges;
pub(crate) mod rows;
pub(crate) mod sheet;
pub(crate) mod slices;
mod words;
