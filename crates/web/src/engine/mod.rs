//! The engine role: holds everything that is open, answers questions about it and paints the timeline.

mod answers;
mod store;

use crate::failure::Result;
use crate::protocol::{CaptureList, Language, NoteList};
use answers::captures;
use js_sys::{Function, Uint8Array};
use std::collections::BTreeMap;
use stepscope_core::load::{Piece, assemble};
use store::Store;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

/// The engine. One a page, in its own worker.
#[wasm_bindgen]
#[derive(Default)]
pub struct Engine {
    store: Store,
    loads: BTreeMap<u32, Vec<(u32, Piece)>>,
    changed: bool,
}

/// Loading.
#[wasm_bindgen]
impl Engine {
    /// An engine with nothing open.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Engine {
        Engine::default()
    }

    /// A load begins: pieces will come.
    #[wasm_bindgen(js_name = beginLoad)]
    pub fn begin_load(&mut self, load: u32) {
        self.loads.insert(load, Vec::new());
    }

    /// Takes a piece of a load; `next` gives its buffers one by one.
    ///
    /// # Errors
    /// When the piece is not what a loader sends.
    pub fn adopt(&mut self, load: u32, job: u32, next: &Function) -> Result<()> {
        let piece = Piece::read(&mut || {
            let bytes = next.call0(&JsValue::UNDEFINED).ok()?;
            bytes.dyn_into::<Uint8Array>().ok().map(|bytes| bytes.to_vec())
        })?;
        // A load that was cancelled takes no more.
        if let Some(pieces) = self.loads.get_mut(&load) {
            pieces.push((job, piece));
        }
        Ok(())
    }

    /// No more pieces will come; says whether the load brought anything.
    #[wasm_bindgen(js_name = endLoad)]
    pub fn end_load(&mut self, load: u32) -> bool {
        let Some(mut pieces) = self.loads.remove(&load) else { return false };
        // Loaders finish in any order; the result must not depend on it.
        pieces.sort_by_key(|(job, _)| *job);
        let loaded = assemble(pieces.into_iter().map(|(_, piece)| piece).collect());
        let anything = !loaded.captures.is_empty();
        for capture in loaded.captures {
            self.store.open(capture);
        }
        self.store.notes.extend(loaded.notes);
        self.changed = true;
        anything
    }

    /// Forgets a capture.
    #[wasm_bindgen(js_name = closeCapture)]
    pub fn close_capture(&mut self, capture: u32) {
        self.store.close(capture);
        self.changed = true;
    }

    /// Whether captures or notes have changed since the last call.
    #[wasm_bindgen(js_name = takeChanged)]
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }
}

/// Captures.
#[wasm_bindgen]
impl Engine {
    /// Every open capture.
    pub fn captures(&self) -> Result<Ts<CaptureList>> {
        Ok(captures::list(&self.store).into_ts()?)
    }

    /// Every note, gravest first.
    pub fn notes(&self, language: Ts<Language>) -> Result<Ts<NoteList>> {
        Ok(captures::notes(&self.store, language.to_rust()?.into()).into_ts()?)
    }
}
