//! Loads that are stored in the browser's private file system, and brought back from there.

use super::{Engine, piece};
use crate::protocol::Keepsake;
use js_sys::{Function, Uint8Array};
use stepscope_browser::{Failure, Result};
use tsify::{Ts, Tsify};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
impl Engine {
    /// Pieces of a load will come from where they were stored, which take `held` bytes of memory. Says
    /// whether there is room for them.
    pub fn restore(&mut self, load: u32, held: f64) -> bool {
        self.loads.restore(load, held as u64)
    }

    /// Takes a piece that was stored; `next` gives its buffers one by one. Says whether it could be read:
    /// if not, all that was stored of the load is worth nothing.
    #[wasm_bindgen(js_name = adoptStored)]
    pub fn adopt_stored(&mut self, load: u32, job: u32, next: &Function) -> bool {
        self.loads.take_stored(load, job, piece(next).ok())
    }

    /// Everything that was stored of a load has come, with the orders of its jobs. Says whether the load is
    /// whole again; if not, it is as before, and can be read.
    pub fn restored(&mut self, load: u32, orders: Vec<String>) -> bool {
        self.loads.restored(load, &orders)
    }

    /// Begins to store a load that has ended; nothing where not all of it could be read.
    pub fn keep(&mut self, load: u32) -> Result<Option<Ts<Keepsake>>> {
        Ok(self.loads.keep(load)?.map(|kept| kept.into_ts()).transpose()?)
    }

    /// Gives the next bytes to store to `take`: with the job whose piece they belong to, and whether they are
    /// its last. Says whether there were any. A few milliseconds a call, so that questions are answered in
    /// between.
    #[wasm_bindgen(js_name = keepNext)]
    pub fn keep_next(
        &mut self,
        load: u32,
        #[wasm_bindgen(
            unchecked_param_type = "(bytes: Uint8Array<ArrayBuffer>, job: number, ends: boolean) => void"
        )]
        take: &Function,
    ) -> Result<bool> {
        let Some(stretch) = self.loads.keep_next(load) else { return Ok(false) };
        let bytes = Uint8Array::from(stretch.bytes.as_slice());
        let (job, ends) = (JsValue::from(stretch.job), JsValue::from(stretch.ends));
        let taken = take.call3(&JsValue::UNDEFINED, &bytes, &job, &ends);
        taken.map_err(|thrown| Failure::thrown("The worker did not take a message", &thrown))?;
        Ok(true)
    }

    /// Lets go of what was to be stored of a load.
    #[wasm_bindgen(js_name = keepNoMore)]
    pub fn keep_no_more(&mut self, load: u32) {
        self.loads.keep_no_more(load);
    }
}
