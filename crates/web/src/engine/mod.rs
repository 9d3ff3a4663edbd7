//! The engine role: holds everything that is open, answers questions about it and paints the timeline.

mod answers;
mod arriving;
mod canvas;
mod keeping;
mod motion;
mod pointing;
pub(crate) mod stage;
pub(crate) mod store;
mod tables;

use crate::painter::{self, Surface};
use crate::protocol::{
    CaptureList, CaptureSheet, Histogram, JobList, Language, LeftNeed, LeftQuery, NoteList,
    OperatorPage, OperatorQuery, OperatorShares, Overview, Selection, TimeRange,
};
use answers::{captures, overview, sheet};
use arriving::Loads;
use js_sys::{Function, Uint8Array};
use stage::Stage;
use stepscope_analysis::summary::Summary;
use stepscope_browser::Result;
use stepscope_core::load::{Home, Piece};
use stepscope_core::time::Ns;
use store::{Open, Store};
use tables::Operators;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

/// How long work goes on before questions and frames have their turn, milliseconds.
const SLICE: f64 = 8.0;

/// Milliseconds of a clock that only goes forward.
fn now() -> f64 {
    let scope: web_sys::WorkerGlobalScope = js_sys::global().unchecked_into();
    scope.performance().map_or(0.0, |performance| performance.now())
}

/// The engine. One a page, in its own worker.
#[wasm_bindgen]
#[derive(Default)]
pub struct Engine {
    store: Store,
    loads: Loads,
    changed: bool,
    operators: Operators,
    stage: Stage,
    surface: Option<Surface>,
    /// Whether the canvas shows something out of date.
    dirty: bool,
    /// Whether the canvas must get another size with the next frame.
    resized: bool,
    frames: u32,
    /// The last frame.
    last: Option<painter::Last>,
}

/// Loading.
#[wasm_bindgen]
impl Engine {
    /// An engine with nothing open.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Engine {
        Engine::default()
    }

    /// A load begins: jobs and pieces will come. What is at the places `closed` was closed before.
    #[wasm_bindgen(js_name = beginLoad)]
    pub fn begin_load(&mut self, load: u32, closed: Vec<String>) {
        self.loads.begin(load, closed);
    }

    /// Takes the orders of all jobs of a load, and says which of them to run, in which order: big files
    /// are left when there is not memory enough for all.
    #[wasm_bindgen(js_name = expectJobs)]
    pub fn expect_jobs(&mut self, load: u32, orders: Vec<String>) -> Result<Ts<JobList>> {
        Ok(self.loads.expect(load, &orders)?.into_ts()?)
    }

    /// Takes a piece of a load; `next` gives its buffers one by one.
    ///
    /// # Errors
    /// When the piece is not what a loader sends.
    pub fn adopt(&mut self, load: u32, job: u32, next: &Function) -> Result<()> {
        self.loads.take(load, job, piece(next)?);
        Ok(())
    }

    /// A job has ended and its pieces were adopted. Says what must be
    /// read again as a whole: a file of which a part began at what only looked like an event.
    #[wasm_bindgen(js_name = jobDone)]
    pub fn job_done(&mut self, load: u32, job: u32) -> Result<Ts<JobList>> {
        Ok(self.loads.done(load, job)?.into_ts()?)
    }

    /// A job has failed, with what was said last. Says the same.
    #[wasm_bindgen(js_name = jobFailed)]
    pub fn job_failed(&mut self, load: u32, job: u32, why: &str) -> Result<Ts<JobList>> {
        Ok(self.loads.failed(load, job, why)?.into_ts()?)
    }

    /// No more pieces will come; says whether anything came of them. It is open after
    /// [`Engine::prepareNext`].
    #[wasm_bindgen(js_name = endLoad)]
    pub fn end_load(&mut self, load: u32) -> bool {
        self.loads.end(load)
    }

    /// Prepares and opens at least one rank of what has arrived, and small ones as long as a frame may
    /// wait; says whether there may be more. Questions are answered in between.
    #[wasm_bindgen(js_name = prepareNext)]
    pub fn prepare_next(&mut self) -> bool {
        let began = now();
        let more = self.loads.step(&mut self.store, &|| now() - began < SLICE);
        if more {
            self.after_change();
        }
        more
    }

    /// Stops a load. Ranks that are complete stay, the others are left; says whether there were any.
    #[wasm_bindgen(js_name = cancelLoad)]
    pub fn cancel_load(&mut self, load: u32) -> bool {
        let kept = self.loads.cancel(load);
        if !kept {
            self.store.close_load(load);
        }
        while self.loads.step(&mut self.store, &|| true) {}
        self.after_change();
        kept
    }

    /// Reads after all what was left: `homes` are those of [`LeftRank`], `within` is a part of the time of
    /// those that have a span, since its start. Says which jobs to run.
    #[wasm_bindgen(js_name = openLeft)]
    pub fn open_left(
        &mut self,
        load: u32,
        homes: Vec<String>,
        within: Option<Ts<TimeRange>>,
    ) -> Result<Ts<JobList>> {
        let homes = homes.iter().map(|home| serde_json::from_str(home));
        let homes = homes.collect::<std::result::Result<Vec<Home>, _>>()?;
        let within = within.map(|range| range.to_rust()).transpose()?;
        let ns = |time: f64| Ns(time.round() as i64);
        let within = within.map(|range| ns(range.start)..ns(range.end));
        Ok(self.loads.open(load, &homes, within.as_ref())?.into_ts()?)
    }

    /// Lets go of a rank's timeline and kernel table, to have memory for others. They can be opened
    /// again.
    #[wasm_bindgen(js_name = leaveRank)]
    pub fn leave_rank(&mut self, rank: u32) {
        if let Some((load, place)) = self.store.place_of(rank) {
            self.loads.leave(load, &place);
            while self.prepare_next() {}
        }
    }

    /// Forgets a capture; returns the places of its ranks.
    #[wasm_bindgen(js_name = closeCapture)]
    pub fn close_capture(&mut self, capture: u32) -> Vec<String> {
        let Some((load, places)) = self.store.close(capture) else { return Vec::new() };
        self.loads.forget(load, &places);
        if self.is_over(load) {
            self.store.close_load(load);
        }
        if self.store.captures().is_empty() {
            // Nor is there anything left to say of loads that brought nothing.
            let loads = &self.loads;
            self.store.notes.retain(|load, _| !loads.is_over(*load));
        }
        self.after_change();
        places
    }

    /// Forgets all of a load.
    #[wasm_bindgen(js_name = closeLoad)]
    pub fn close_load(&mut self, load: u32) {
        self.loads.release(load);
        self.store.close_load(load);
        self.after_change();
    }

    /// Lets go of a load of which nothing is open, left or to come; says whether that is so.
    #[wasm_bindgen(js_name = releaseLoad)]
    pub fn release_load(&mut self, load: u32) -> bool {
        let over = self.is_over(load);
        if over {
            self.loads.release(load);
        }
        over
    }

    /// Whether captures or notes have changed since the last call.
    #[wasm_bindgen(js_name = takeChanged)]
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }
}

/// Reads a piece, buffer by buffer.
fn piece(next: &Function) -> Result<Piece> {
    let piece = Piece::read(&mut || {
        let bytes = next.call0(&JsValue::UNDEFINED).ok()?;
        bytes.dyn_into::<Uint8Array>().ok().map(|bytes| bytes.to_vec())
    });
    Ok(piece?)
}

impl Engine {
    /// Whether nothing of a load is open, left or to come.
    fn is_over(&self, load: u32) -> bool {
        let is_open = self.store.captures().iter().any(|open| open.load == load);
        !is_open && self.loads.is_over(load)
    }

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
        Ok(captures::list(&self.store, &self.loads).into_ts()?)
    }

    /// What opening ranks that were left would take.
    #[wasm_bindgen(js_name = leftNeed)]
    pub fn left_need(&self, query: Ts<LeftQuery>) -> Result<Ts<LeftNeed>> {
        Ok(self.loads.need(&query.to_rust()?).into_ts()?)
    }

    /// Every note, gravest first.
    pub fn notes(&self, language: Ts<Language>) -> Result<Ts<NoteList>> {
        Ok(captures::notes(&self.store, language.to_rust()?.into()).into_ts()?)
    }

    /// The summary contract, as JSON text: the same bytes as the command line's.
    pub fn summary(&self) -> Result<String> {
        let analyses: Vec<_> = self.store.captures().iter().map(Open::analysis).collect();
        let everything = stepscope_analysis::selection::Selection::default();
        let notes: Vec<_> = self.store.notes.values().flatten().cloned().collect();
        let summary = Summary::of(&analyses, &everything, &notes);
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
