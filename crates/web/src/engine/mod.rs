//! The engine role: holds everything that is open, answers questions about it and paints the timeline.

mod answers;
mod canvas;
mod pointing;
pub(crate) mod stage;
pub(crate) mod store;
mod tables;

use crate::failure::Result;
use crate::loader::described;
use crate::painter::Surface;
use crate::protocol::{
    CaptureList, CaptureSheet, Histogram, JobList, Language, NoteList, OperatorPage, OperatorQuery,
    OperatorShares, Overview, Selection,
};
use answers::{captures, overview, sheet};
use js_sys::{Function, Uint8Array};
use stage::Stage;
use std::collections::{BTreeMap, VecDeque};
use stepscope_analysis::summary::Summary;
use stepscope_core::load::{self, Piece, assemble};
use stepscope_core::model::Capture;
use store::{Open, Prepared, Store};
use tables::Operators;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

/// The engine. One a page, in its own worker.
#[wasm_bindgen]
#[derive(Default)]
pub struct Engine {
    store: Store,
    loads: BTreeMap<u32, Vec<(u32, Piece)>>,
    arriving: VecDeque<Arriving>,
    changed: bool,
    operators: Operators,
    stage: Stage,
    surface: Option<Surface>,
    /// Whether the canvas shows something out of date.
    dirty: bool,
    /// Whether the canvas must get another size with the next frame.
    resized: bool,
    frames: u32,
}

/// A capture of a load that has ended, with those of its ranks that are prepared.
struct Arriving {
    load: u32,
    capture: Capture,
    prepared: Vec<Prepared>,
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

    /// Joins traces that several loaders have read in parts; `orders` are those of all jobs. Says which
    /// files must be read again as a whole: where a part began at what only looked like an event.
    #[wasm_bindgen(js_name = joinParts)]
    pub fn join_parts(&mut self, load: u32, orders: Vec<String>) -> Result<Ts<JobList>> {
        let jobs = orders.iter().map(|order| serde_json::from_str(order));
        let jobs = jobs.collect::<std::result::Result<Vec<load::Job>, _>>()?;
        let mut again = Vec::new();
        if let Some(own) = self.loads.get_mut(&load) {
            // Loaders finish in any order; the result must not depend on it.
            own.sort_by_key(|(job, _)| *job);
            let mut pieces = own.drain(..).map(|(_, piece)| piece).collect();
            again = load::join_parts(&mut pieces, &jobs);
            own.extend(pieces.into_iter().map(|piece| (0, piece)));
        }
        let again = again.iter().zip(1..).map(|(job, id)| described(job, id));
        Ok(JobList { jobs: again.collect::<Result<_>>()? }.into_ts()?)
    }

    /// No more pieces will come; says whether the load brought anything. Its captures are open after
    /// [`Engine::prepare_next`].
    #[wasm_bindgen(js_name = endLoad)]
    pub fn end_load(&mut self, load: u32) -> bool {
        let Some(mut pieces) = self.loads.remove(&load) else { return false };
        pieces.sort_by_key(|(job, _)| *job);
        let loaded = assemble(pieces.into_iter().map(|(_, piece)| piece).collect());
        let anything = !loaded.captures.is_empty();
        let arrive = |capture| Arriving { load, capture, prepared: Vec::new() };
        self.arriving.extend(loaded.captures.into_iter().map(arrive));
        self.store.notes.extend(loaded.notes);
        self.after_change();
        anything
    }

    /// Prepares one more rank of the captures that arrive, and opens those that are complete; says
    /// whether anything is left. One rank a call, so that questions are answered in between.
    #[wasm_bindgen(js_name = prepareNext)]
    pub fn prepare_next(&mut self) -> bool {
        if let Some(Arriving { capture, prepared, .. }) = self.arriving.front_mut()
            && let Some(rank) = capture.ranks.get(prepared.len())
        {
            prepared.push(Prepared::of(rank));
            return true;
        }
        if let Some(Arriving { capture, prepared, .. }) = self.arriving.pop_front() {
            self.store.open(capture, prepared);
            self.after_change();
        }
        !self.arriving.is_empty()
    }

    /// Forgets what a cancelled load has brought so far.
    #[wasm_bindgen(js_name = dropLoad)]
    pub fn drop_load(&mut self, load: u32) {
        self.loads.remove(&load);
        self.arriving.retain(|arriving| arriving.load != load);
    }

    /// Forgets a capture.
    #[wasm_bindgen(js_name = closeCapture)]
    pub fn close_capture(&mut self, capture: u32) {
        self.store.close(capture);
        self.after_change();
    }

    /// Whether captures or notes have changed since the last call.
    #[wasm_bindgen(js_name = takeChanged)]
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }
}

impl Engine {
    /// Captures have come or gone.
    fn after_change(&mut self) {
        self.changed = true;
        self.dirty = true;
        self.operators.forget();
        self.stage.refresh(&self.store);
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

    /// The summary contract, as JSON text: the same bytes as the command line's.
    pub fn summary(&self) -> Result<String> {
        let analyses: Vec<_> = self.store.captures().iter().map(Open::analysis).collect();
        let everything = stepscope_analysis::selection::Selection::default();
        let summary = Summary::of(&analyses, &everything, &self.store.notes);
        Ok(serde_json::to_string(&summary)?)
    }

    /// Where a capture's data comes from.
    #[wasm_bindgen(js_name = captureSheet)]
    pub fn capture_sheet(&self, capture: u32, language: Ts<Language>) -> Result<Ts<CaptureSheet>> {
        Ok(sheet::sheet(self.store.capture(capture)?, language.to_rust()?).into_ts()?)
    }
}

/// Answers.
#[wasm_bindgen]
impl Engine {
    /// The check-up sheet of a selection.
    pub fn overview(
        &self,
        selection: Ts<Selection>,
        language: Ts<Language>,
    ) -> Result<Ts<Overview>> {
        let selection = selection.to_rust()?;
        Ok(overview::overview(&self.store, &selection, language.to_rust()?)?.into_ts()?)
    }

    /// A page of the operator table.
    pub fn operators(
        &mut self,
        query: Ts<OperatorQuery>,
        language: Ts<Language>,
    ) -> Result<Ts<OperatorPage>> {
        let query = query.to_rust()?;
        let open = self.store.capture(query.selection.capture)?;
        Ok(self.operators.page(open, &query, language.to_rust()?)?.into_ts()?)
    }

    /// Durations of one row of the table.
    #[wasm_bindgen(js_name = operatorHistogram)]
    pub fn operator_histogram(
        &mut self,
        query: Ts<OperatorQuery>,
        row: u32,
    ) -> Result<Option<Ts<Histogram>>> {
        let query = query.to_rust()?;
        let open = self.store.capture(query.selection.capture)?;
        let histogram = self.operators.histogram(open, &query, row)?;
        Ok(histogram.map(|histogram| histogram.into_ts()).transpose()?)
    }

    /// The rows of the table with the most time.
    #[wasm_bindgen(js_name = operatorShares)]
    pub fn operator_shares(
        &mut self,
        query: Ts<OperatorQuery>,
        most: u32,
    ) -> Result<Ts<OperatorShares>> {
        let query = query.to_rust()?;
        let open = self.store.capture(query.selection.capture)?;
        Ok(self.operators.shares(open, &query, most)?.into_ts()?)
    }

    /// The whole operator table as CSV, the same in every language.
    #[wasm_bindgen(js_name = operatorsCsv)]
    pub fn operators_csv(&mut self, query: Ts<OperatorQuery>) -> Result<String> {
        let query = query.to_rust()?;
        let open = self.store.capture(query.selection.capture)?;
        self.operators.csv(open, &query)
    }
}
