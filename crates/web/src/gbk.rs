//! Names in archives that Chinese Windows wrote: the browser has the tables.

use js_sys::{Object, Reflect};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    type TextDecoder;

    #[wasm_bindgen(constructor, catch)]
    fn new(label: &str, options: &JsValue) -> Result<TextDecoder, JsValue>;

    #[wasm_bindgen(catch, method)]
    fn decode(this: &TextDecoder, bytes: &[u8]) -> Result<String, JsValue>;
}

/// Text of bytes that are valid GBK: this crate's [`DecodeGbk`](stepscope_core::archive::names::DecodeGbk).
pub(crate) fn decode(name: &[u8]) -> Option<String> {
    let options = Object::new();
    Reflect::set(&options, &"fatal".into(), &JsValue::TRUE).ok()?;
    TextDecoder::new("gbk", &options).and_then(|decoder| decoder.decode(name)).ok()
}
