//! Answers of the other crates, put into messages.

pub(crate) mod captures;
pub(crate) mod colors;
pub(crate) mod overview;
pub(crate) mod ranges;
pub(crate) mod rows;
pub(crate) mod sheet;
pub(crate) mod slices;
