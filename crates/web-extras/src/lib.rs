//! What few captures need, in the browser, as a module of its own: SQLite with what reads the profilers' tables by it, and
//! Zstandard and xz.
//!
//! # Design constraints
//!
//! * **Started by need.** It is as large as half of everything else; a loader compiles it when it comes to its
//!   first database or packed stream, and a page that meets none never does.
//! * **Bytes are asked for.** Which container they lie in, and how they are read, the loader knows.

#![allow(clippy::needless_pass_by_value, reason = "wasm-bindgen hands arguments over by value")]

pub mod databases;
pub mod unpacking;
