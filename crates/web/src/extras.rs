//! What another module does, which is compiled when a loader first needs it: reading databases, and unpacking what is rare.

use js_sys::{Array, Uint8Array};
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::Arc;
use stepscope_browser::thrown;
use stepscope_core::archive::{Broken, Codec, Limits, Meter, Range, unknown_codec};
use stepscope_core::load::Piece;
use stepscope_core::model::Rank;
use stepscope_core::source::Source;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

#[wasm_bindgen]
extern "C" {
    /// The worker's way to the other module; see `worker/extras.ts`.
    #[wasm_bindgen(catch, js_name = readDatabase)]
    fn read_database(
        path: &str,
        length: f64,
        read: &dyn Fn(f64, u32) -> Result<Uint8Array, JsValue>,
        advance: &mut dyn FnMut(),
    ) -> Result<Array, JsValue>;

    /// A stream that the other module unpacks.
    type Unpacking;

    #[wasm_bindgen(catch, js_name = startUnpacking)]
    fn start_unpacking(codec: u8) -> Result<Unpacking, JsValue>;

    #[wasm_bindgen(catch, method)]
    fn read(
        this: &Unpacking,
        length: u32,
        packed: &mut dyn FnMut(u32) -> Result<Uint8Array, JsValue>,
    ) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method)]
    fn free(this: &Unpacking);
}

/// What the other module is as a gzip file, unpacked: workers have no way to do so without waiting.
#[wasm_bindgen]
pub fn unpacked(packed: Vec<u8>) -> stepscope_browser::Result<Vec<u8>> {
    let length = packed.len() as u64;
    let range = Range::whole(Arc::new(packed), Meter::default());
    let mut bytes = Vec::new();
    Codec::Gzip.unpack(range, length, Limits::default(), unknown_codec).read_to_end(&mut bytes)?;
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

/// Has a stream unpacked: this crate's [`Unpack`](stepscope_core::archive::Unpack).
pub(crate) fn unpack(codec: Codec, packed: Box<dyn Read>) -> Box<dyn Read> {
    match start_unpacking(codec.into()) {
        Ok(unpacking) => Box::new(Unpacked { packed, unpacking }),
        Err(thrown) => wasm_bindgen::throw_val(thrown),
    }
}

/// What the other module unpacks.
struct Unpacked {
    packed: Box<dyn Read>,
    unpacking: Unpacking,
}

impl Read for Unpacked {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let mut failed = None;
        let mut packed = |length: u32| {
            let mut buffer = vec![0; length as usize];
            match self.packed.read(&mut buffer) {
                Ok(count) => Ok(Uint8Array::from(&buffer[..count])),
                Err(error) => {
                    failed = Some(error);
                    Err(JsValue::NULL)
                }
            }
        };
        match self.unpacking.read(target.len() as u32, &mut packed) {
            Ok(answer) => match answer.dyn_into::<Uint8Array>() {
                Ok(bytes) => {
                    bytes.copy_to(&mut target[..bytes.length() as usize]);
                    Ok(bytes.length() as usize)
                }
                Err(number) => Err(failed.unwrap_or_else(|| {
                    Broken::numbered(number.as_f64().unwrap_or_default() as u32).into()
                })),
            },
            // It has stopped: so has the job.
            Err(thrown) => wasm_bindgen::throw_val(thrown),
        }
    }
}

impl Drop for Unpacked {
    fn drop(&mut self) {
        self.unpacking.free();
    }
}
