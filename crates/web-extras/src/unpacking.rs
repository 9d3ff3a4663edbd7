//! Packed streams.

use js_sys::{Function, Uint8Array};
use std::cell::RefCell;
use std::io::{self, Read};
use std::rc::Rc;
use stepscope_browser::{Result, reason};
use stepscope_codecs::unpack;
use stepscope_core::archive::{Broken, Codec};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

/// A stream that is being unpacked.
#[wasm_bindgen]
pub struct Unpacking {
    unpacked: Box<dyn Read>,
    packed: Asked,
    buffer: Vec<u8>,
}

#[wasm_bindgen]
impl Unpacking {
    /// Of the codec with this number.
    #[wasm_bindgen(constructor)]
    pub fn new(codec: u8) -> Result<Unpacking> {
        let packed = Asked::default();
        let unpacked = unpack(Codec::try_from(codec)?, Box::new(packed.clone()));
        Ok(Unpacking { unpacked, packed, buffer: Vec::new() })
    }

    /// At most `length` bytes, none at the end; or the number of what is [`Broken`]. `packed(length)` gives further packed
    /// bytes, at least one unless at the end.
    #[wasm_bindgen(unchecked_return_type = "Uint8Array | number")]
    pub fn read(
        &mut self,
        length: u32,
        #[wasm_bindgen(unchecked_param_type = "(length: number) => Uint8Array")] packed: Function,
    ) -> JsValue {
        self.packed.0.replace(Some(packed));
        self.buffer.resize(length as usize, 0);
        match self.unpacked.read(&mut self.buffer) {
            Ok(count) => Uint8Array::from(&self.buffer[..count]).into(),
            // Why bytes could not be read whoever was asked for them knows better.
            Err(error) => Broken::of(&error).map_or(JsValue::NULL, |broken| (broken as u32).into()),
        }
    }
}

/// Bytes that are asked for, of the function that came with the last request.
#[derive(Clone, Default)]
struct Asked(Rc<RefCell<Option<Function>>>);

impl Read for Asked {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let length = JsValue::from(target.len() as f64);
        let asked = self.0.borrow();
        let Some(function) = asked.as_ref() else { return Ok(0) };
        let answer = function.call1(&JsValue::UNDEFINED, &length);
        let bytes = answer.and_then(JsCast::dyn_into::<Uint8Array>);
        let bytes = bytes.map_err(|thrown| reason(&thrown))?;
        let count = (bytes.length() as usize).min(target.len());
        bytes.subarray(0, count as u32).copy_to(&mut target[..count]);
        Ok(count)
    }
}
