//! The browser surface: what the page and its workers call in WebAssembly.

use wasm_bindgen::prelude::wasm_bindgen;

/// Version of this build, as in `Cargo.toml`; page and workers compare it.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
