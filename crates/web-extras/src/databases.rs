//! Databases: SQLite, and what reads the profilers' tables with it.

use js_sys::{Array, Function, Uint8Array};
use send_wrapper::SendWrapper;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use stepscope_browser::{Failure, Result, reason};
use stepscope_core::load::Piece;
use stepscope_core::source::ReadAt;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

/// Reads a database of `length` bytes: `read(offset, length)` gives bytes of it, at least one unless at its end, and
/// `advance` is called now and then. Returns the buffers of a piece that holds what was found.
#[wasm_bindgen(js_name = readDatabase)]
pub fn read_database(
    path: &str,
    length: f64,
    #[wasm_bindgen(unchecked_param_type = "(offset: number, length: number) => Uint8Array")]
    read: Function,
    #[wasm_bindgen(unchecked_param_type = "() => void")] advance: &Function,
) -> Result<Array> {
    let file = Asked { length: length as u64, read: SendWrapper::new(read) };
    let mut advance = || {
        // To cancel, the worker is thrown away.
        let _ = advance.call0(&JsValue::UNDEFINED);
        ControlFlow::Continue(())
    };
    let flow = stepscope_database::read(path, Arc::new(file), &mut advance);
    let rank = flow.continue_value().ok_or_else(|| Failure::new("stopped"))?;
    let buffers = Array::new();
    Piece::new("", rank).write(&mut |bytes| {
        buffers.push(&Uint8Array::from(bytes.as_slice()));
    });
    Ok(buffers)
}

/// A file whose bytes are asked for.
struct Asked {
    length: u64,
    /// Handles of the browser stay on their thread; in wasm there is only one.
    read: SendWrapper<Function>,
}

impl ReadAt for Asked {
    fn len(&self) -> u64 {
        self.length
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let (at, length) = (JsValue::from(offset as f64), JsValue::from(buffer.len() as f64));
        let answer = self.read.call2(&JsValue::UNDEFINED, &at, &length);
        let bytes = answer.and_then(JsCast::dyn_into::<Uint8Array>);
        let bytes = bytes.map_err(|thrown| reason(&thrown))?;
        let count = (bytes.length() as usize).min(buffer.len());
        bytes.subarray(0, count as u32).copy_to(&mut buffer[..count]);
        Ok(count)
    }
}
