//! Answers of the other crates, put into messages.

pub(crate) mod captures;
