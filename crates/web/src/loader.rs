//! The loader role: reads inputs and hands out what it made of them, block by block.

use crate::blob::BlobSource;
use crate::failure::{Failure, Result};
use crate::protocol::{Job, JobList, JobProgress};
use js_sys::{Array, Function, Reflect, Uint8Array};
use std::ops::ControlFlow;
use std::sync::Arc;
use stepscope_core::load::{self, Input, Options, Piece, Progress, Work};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

/// Bytes read between two reports of progress: some ten milliseconds. Each wakes the page.
const REPORT_BYTES: u64 = 4 << 20;

/// A loader. Lives in a worker that is thrown away when its load ends, or to cancel it.
#[wasm_bindgen]
#[derive(Default)]
pub struct Loader {
    inputs: Vec<Input>,
}

/// Where pieces go: to `buffer` the buffers one by one, and `end` is called after the last of each piece.
struct Sink<'a> {
    buffer: &'a Function,
    end: &'a Function,
    failure: Option<Failure>,
}

/// Tells the page how far a job is.
struct Reporter<'a> {
    report: &'a Function,
    read: u64,
    told: u64,
}

#[wasm_bindgen]
impl Loader {
    /// A loader without inputs.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Loader {
        Loader::default()
    }

    /// Takes the files to read, each with its path.
    #[wasm_bindgen(js_name = setInputs)]
    pub fn set_inputs(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "{ path: string; file: File }[]")] inputs: &Array,
    ) -> Result<()> {
        self.inputs = inputs.iter().map(|input| source(&input)).collect::<Result<_>>()?;
        Ok(())
    }

    /// Finds out what there is to read, for so many loaders. What needs no reading goes out as pieces at
    /// once.
    pub fn list(&self, loaders: u32, buffer: &Function, end: &Function) -> Result<Ts<JobList>> {
        let options = Options { loaders: loaders as usize, ..Options::default() };
        let plan = load::plan(&self.inputs, &options);
        let mut sink = Sink { buffer, end, failure: None };
        for piece in plan.pieces {
            sink.take(piece);
        }
        sink.outcome()?;
        let jobs = plan.jobs.iter().zip(1..).map(|(job, id)| described(job, id));
        Ok(JobList { jobs: jobs.collect::<Result<_>>()? }.into_ts()?)
    }

    /// Does a job; `report` gets progress messages.
    pub fn run(
        &self,
        order: &str,
        report: &Function,
        buffer: &Function,
        end: &Function,
    ) -> Result<()> {
        let job: load::Job = serde_json::from_str(order)?;
        let input = self.inputs.get(job.input).ok_or_else(|| Failure::new("no such input"))?;
        let mut sink = Sink { buffer, end, failure: None };
        let mut reporter = Reporter { report, read: 0, told: 0 };
        let options = Options::default();
        // Nobody breaks: to cancel, the worker is thrown away.
        let _ =
            load::run(&job, &input.source, &options, &mut reporter, &mut |piece| sink.take(piece));
        sink.outcome()
    }
}

/// A job as the page hands it around.
pub(crate) fn described(job: &load::Job, id: u32) -> Result<Job> {
    let name = match &job.work {
        Work::File(entry) if job.root.is_empty() => entry.path.clone(),
        Work::File(entry) => format!("{}/{}", job.root, entry.path),
        Work::TarGzip { .. } => job.root.clone(),
    };
    Ok(Job { id, name, bytes: job.bytes as f64, order: serde_json::to_string(job)? })
}

impl Sink<'_> {
    fn take(&mut self, piece: Piece) {
        let buffer = self.buffer;
        piece.write(&mut |bytes| self.send(buffer, &Uint8Array::from(bytes.as_slice())));
        let end = self.end;
        self.send(end, &JsValue::UNDEFINED);
    }

    fn send(&mut self, function: &Function, argument: &JsValue) {
        if self.failure.is_none() {
            self.failure = call(function, argument).err();
        }
    }

    fn outcome(self) -> Result<()> {
        self.failure.map_or(Ok(()), Err)
    }
}

impl Progress for Reporter<'_> {
    fn advance(&mut self, bytes: u64, file: &str) -> ControlFlow<()> {
        self.read += bytes;
        if self.read - self.told >= REPORT_BYTES {
            self.told = self.read;
            let progress = JobProgress { bytes: self.read as f64, file: file.to_owned() };
            if let Ok(message) = progress.into_ts() {
                // A report that is lost costs nothing.
                let _ = call(self.report, &message.js_value());
            }
        }
        ControlFlow::Continue(())
    }
}

fn source(input: &JsValue) -> Result<Input> {
    let field = |name: &str| Reflect::get(input, &name.into()).unwrap_or_default();
    let path = field("path").as_string().unwrap_or_default();
    let blob = field("file").dyn_into().map_err(|_| Failure::new("an input without a file"))?;
    let source =
        BlobSource::new(blob).map_err(|thrown| Failure::thrown("No file reader", &thrown))?;
    Ok(Input { path, source: Arc::new(source) })
}

fn call(function: &Function, argument: &JsValue) -> Result<()> {
    let answer = function.call1(&JsValue::UNDEFINED, argument);
    answer.map(drop).map_err(|thrown| Failure::thrown("The worker did not take a message", &thrown))
}
