//! The loader role: reads inputs and hands out what it made of them, block by block.

use crate::blob::BlobSource;
use crate::protocol::{Job, JobList, JobProgress};
use crate::{extras, gbk};
use js_sys::{Array, Function, Reflect, Uint8Array};
use std::ops::ControlFlow;
use std::sync::Arc;
use stepscope_browser::{Failure, Result, reason};
use stepscope_core::load::{self, Input, Limits, Options, Piece, Progress, Reading};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Blob;

/// Bytes read between two reports of progress: some ten milliseconds. Each wakes the page.
const REPORT_BYTES: u64 = 4 << 20;

/// A loader. Lives in a worker that is thrown away when its load ends, or to cancel it.
#[wasm_bindgen]
#[derive(Default)]
pub struct Loader {
    inputs: Vec<(Blob, Input)>,
    /// How many times the default the limits against hostile files are.
    limits: u32,
    /// The file of which the bytes are given to it.
    reading: Option<(Reading, Told)>,
}

/// How far a job was told to be.
#[derive(Default)]
struct Told {
    read: u64,
    told: u64,
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
    told: Told,
}

#[wasm_bindgen]
impl Loader {
    /// A loader without inputs.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Loader {
        Loader::default()
    }

    /// Takes the files to read, each with its path. Limits against hostile files are so many `times` the default.
    #[wasm_bindgen(js_name = setInputs)]
    pub fn set_inputs(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "{ path: string; file: File }[]")] inputs: &Array,
        times: u32,
    ) -> Result<()> {
        self.limits = times;
        self.inputs = inputs.iter().map(|input| source(&input)).collect::<Result<_>>()?;
        Ok(())
    }

    /// Finds out what there is to read, for so many loaders. What needs no reading goes out as pieces at
    /// once.
    pub fn list(&self, loaders: u32, buffer: &Function, end: &Function) -> Result<Ts<JobList>> {
        let options = Options { loaders: loaders as usize, ..self.options() };
        let inputs: Vec<Input> = self.inputs.iter().map(|(_, input)| input.clone()).collect();
        let plan = load::plan(&inputs, &options);
        let mut sink = Sink { buffer, end, failure: None };
        for piece in plan.pieces {
            sink.take(piece);
        }
        sink.outcome()?;
        let jobs = plan.jobs.iter().zip(1..).map(|(job, id)| described(job, id));
        Ok(JobList { jobs: jobs.collect::<Result<_>>()? }.into_ts()?)
    }

    /// Begins a job whose file lies in its input as it is: returns the bytes, which go to [`Loader::push`] as they
    /// come. Nothing of any other job, which [`Loader::run`] does.
    ///
    /// The browser gives the bytes of a file cheaper as they come than when they are asked for: into memory
    /// that is there, and while those before are read.
    pub fn begin(&mut self, order: &str) -> Result<Option<Blob>> {
        let job: load::Job = serde_json::from_str(order)?;
        let (blob, _) = self.input(&job)?;
        let Some((range, reading)) = job.plain_reading() else { return Ok(None) };
        let bytes = blob.slice_with_f64_and_f64(range.start as f64, range.end as f64);
        let bytes = bytes.map_err(|thrown| Failure::thrown("A file without bytes", &thrown))?;
        self.reading = Some((reading, Told::default()));
        Ok(Some(bytes))
    }

    /// Takes the next bytes of the file that was begun; `report` gets progress messages. Says whether more are
    /// wanted.
    pub fn push(&mut self, bytes: &[u8], report: &Function) -> bool {
        let Some((reading, told)) = &mut self.reading else { return false };
        reading.push(bytes);
        told.advance(bytes.len() as u64, reading.path(), report);
        reading.wants_more()
    }

    /// Ends the file that was begun: there are no more bytes, no more are wanted, or something was `thrown`.
    pub fn finish(&mut self, thrown: &JsValue, buffer: &Function, end: &Function) -> Result<()> {
        let Some((reading, _)) = self.reading.take() else { return Ok(()) };
        let mut sink = Sink { buffer, end, failure: None };
        sink.take(reading.finish((!thrown.is_undefined()).then(|| reason(thrown))));
        sink.outcome()
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
        let (_, input) = self.input(&job)?;
        let mut sink = Sink { buffer, end, failure: None };
        let mut reporter = Reporter { report, told: Told::default() };
        let options = self.options();
        // Nobody breaks: to cancel, the worker is thrown away.
        let _ =
            load::run(&job, &input.source, &options, &mut reporter, &mut |piece| sink.take(piece));
        sink.outcome()
    }
}

/// A job as the page hands it around.
pub(crate) fn described(job: &load::Job, id: u32) -> Result<Job> {
    Ok(Job { id, name: job.name(), bytes: job.bytes as f64, order: serde_json::to_string(job)? })
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

impl Loader {
    fn options(&self) -> Options {
        Options {
            limits: Limits::raised(self.limits),
            databases: Some(extras::read),
            unpack: extras::unpack,
            gbk: gbk::decode,
            ..Options::default()
        }
    }

    fn input(&self, job: &load::Job) -> Result<&(Blob, Input)> {
        self.inputs.get(job.input).ok_or_else(|| Failure::new("no such input"))
    }
}

impl Told {
    fn advance(&mut self, bytes: u64, file: &str, report: &Function) {
        self.read += bytes;
        if self.read - self.told >= REPORT_BYTES {
            self.told = self.read;
            let progress = JobProgress { bytes: self.read as f64, file: file.to_owned() };
            if let Ok(message) = progress.into_ts() {
                // A report that is lost costs nothing.
                let _ = call(report, &message.js_value());
            }
        }
    }
}

impl Progress for Reporter<'_> {
    fn advance(&mut self, bytes: u64, file: &str) -> ControlFlow<()> {
        self.told.advance(bytes, file, self.report);
        ControlFlow::Continue(())
    }
}

fn source(input: &JsValue) -> Result<(Blob, Input)> {
    let field = |name: &str| Reflect::get(input, &name.into()).unwrap_or_default();
    let path = field("path").as_string().unwrap_or_default();
    let blob: Blob =
        field("file").dyn_into().map_err(|_| Failure::new("an input without a file"))?;
    let source = BlobSource::new(blob.clone())
        .map_err(|thrown| Failure::thrown("No file reader", &thrown))?;
    Ok((blob, Input { path, source: Arc::new(source) }))
}

fn call(function: &Function, argument: &JsValue) -> Result<()> {
    let answer = function.call1(&JsValue::UNDEFINED, argument);
    answer.map(drop).map_err(|thrown| Failure::thrown("The worker did not take a message", &thrown))
}
