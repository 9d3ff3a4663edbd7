//! (crate doc to be written with the first code)
