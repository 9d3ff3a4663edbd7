//! The browser surface: what the page and its workers call in WebAssembly.
//!
//! # Design constraints
//!
//! * **Marshalling only.** Numbers, texts and pixels are made in `core`, `analysis`, `timeline` and
//!   `charts`; here they are fetched from the browser and put into messages.
//! * **One binary, three roles**: engine (worker), loader (worker), charts (main thread).
//! * **What is rare is done by another module**, which [`extras`] reaches: databases, Zstandard, xz.

#![allow(clippy::needless_pass_by_value, reason = "wasm-bindgen hands arguments over by value")]

mod blob;
pub mod charts;
pub mod engine;
pub mod extras;
mod gbk;
pub mod loader;
mod painter;
pub mod protocol;

use wasm_bindgen::prelude::wasm_bindgen;

/// Version of this build, as in `Cargo.toml`; page and workers compare it.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
