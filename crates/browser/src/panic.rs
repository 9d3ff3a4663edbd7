//! Panics: a bug, but one that must end in a readable message instead of "unreachable".

use std::cell::RefCell;
use std::panic;
use wasm_bindgen::prelude::wasm_bindgen;

thread_local! {
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps the message of a panic for [`last_panic`]. Runs when the module starts.
#[wasm_bindgen(start)]
pub fn keep_panics() {
    panic::set_hook(Box::new(|info| {
        let message = format!("{info} (Stepscope {})", env!("CARGO_PKG_VERSION"));
        LAST.with(|last| *last.borrow_mut() = Some(message));
    }));
}

/// What the panic said that made the module trap; nothing when it trapped for another reason, which is
/// nearly always that memory ran out.
#[wasm_bindgen(js_name = lastPanic)]
#[must_use]
pub fn last_panic() -> Option<String> {
    LAST.with(|last| last.borrow_mut().take())
}
