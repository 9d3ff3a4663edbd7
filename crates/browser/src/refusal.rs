//! Why bytes could not be read, as browsers say it and as Rust does.

use crate::failure::message;
use std::io::{self, ErrorKind};
use stepscope_core::archive::refused;
use wasm_bindgen::JsValue;

/// What the browser threw, with a kind where its name tells one: a folder that was dropped as a file and
/// a file that changed or may not be read all fail only when they are read.
#[must_use]
pub fn reason(thrown: &JsValue) -> io::Error {
    let name = js_sys::Reflect::get(thrown, &"name".into()).ok().and_then(|name| name.as_string());
    match name.as_deref() {
        Some("NotFoundError") => ErrorKind::NotFound.into(),
        Some("NotReadableError" | "SecurityError") => refused(),
        _ => io::Error::other(message(thrown)),
    }
}

/// The same in the other direction: what a browser would have thrown.
#[must_use]
pub fn thrown(error: &io::Error) -> JsValue {
    let thrown = js_sys::Error::new(&error.to_string());
    match error.kind() {
        ErrorKind::NotFound => thrown.set_name("NotFoundError"),
        ErrorKind::PermissionDenied => thrown.set_name("NotReadableError"),
        _ => {}
    }
    thrown.into()
}
