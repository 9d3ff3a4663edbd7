//! The one error conversion: whatever fails reaches the page as one readable sentence.

use std::fmt::Display;
use wasm_bindgen::{JsCast, JsError, JsValue};

/// Why a question has no answer.
#[derive(Debug)]
pub struct Failure(String);

/// `Result` with the crate's failure.
pub type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    /// A failure with its sentence.
    pub fn new(sentence: impl Into<String>) -> Failure {
        Failure(sentence.into())
    }

    /// What a browser API threw.
    pub fn thrown(what: &str, value: &JsValue) -> Failure {
        Failure(format!("{what}: {}", message(value)))
    }
}

impl<E: Display> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure(error.to_string())
    }
}

impl From<Failure> for JsValue {
    fn from(failure: Failure) -> JsValue {
        JsError::new(&failure.0).into()
    }
}

/// The text of a thrown value: an exception's message, else the value itself.
#[must_use]
pub(crate) fn message(value: &JsValue) -> String {
    match value.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => value.as_string().unwrap_or_else(|| format!("{value:?}")),
    }
}
