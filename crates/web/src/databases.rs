//! Databases, which another module reads: compiled when a loader comes to the first one.

use js_sys::{Array, Uint8Array};
use std::io::Read;
use std::ops::ControlFlow;
use std::sync::Arc;
use stepscope_browser::thrown;
use stepscope_core::archive::{Codec, Limits, Meter, Range};
use stepscope_core::load::Piece;
use stepscope_core::model::Rank;
use stepscope_core::source::Source;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen]
extern "C" {
    /// The worker's way to the other module; see `worker/database.ts`.
    #[wasm_bindgen(catch, js_name = readDatabase)]
    fn read_database(
        path: &str,
        length: f64,
        read: &dyn Fn(f64, u32) -> Result<Uint8Array, JsValue>,
        advance: &mut dyn FnMut(),
    ) -> Result<Array, JsValue>;
}

/// What the other module is as a gzip file, unpacked: workers have no way to do so without waiting.
#[wasm_bindgen]
pub fn unpacked(packed: Vec<u8>) -> stepscope_browser::Result<Vec<u8>> {
    let length = packed.len() as u64;
    let range = Range::whole(Arc::new(packed), Meter::default());
    let mut bytes = Vec::new();
    Codec::Gzip.unpack(range, length, Limits::default()).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Has a database read: this crate's [`ReadDatabase`](stepscope_core::load::ReadDatabase).
pub(crate) fn read(
    path: &str,
    file: Source,
    advance: &mut dyn FnMut() -> ControlFlow<()>,
) -> ControlFlow<(), Rank> {
    let length = file.len() as f64;
    let bytes = |offset: f64, length: u32| {
        let mut buffer = vec![0; length as usize];
        let got = file.read_at(offset as u64, &mut buffer);
        got.map(|count| Uint8Array::from(&buffer[..count])).map_err(|error| thrown(&error))
    };
    let mut advance = || {
        // To cancel, the worker is thrown away.
        let _ = advance();
    };
    match read_database(path, length, &bytes, &mut advance) {
        Ok(buffers) => {
            let mut buffers =
                buffers.iter().map(|bytes| bytes.unchecked_into::<Uint8Array>().to_vec());
            match Piece::read(&mut || buffers.next()) {
                Ok(piece) => ControlFlow::Continue(piece.rank),
                // Of another build, which the page is not made of.
                Err(error) => wasm_bindgen::throw_str(&error.to_string()),
            }
        }
        // The job has failed, and is told as any other: with what the other module said when it stopped.
        Err(thrown) => wasm_bindgen::throw_val(thrown),
    }
}
