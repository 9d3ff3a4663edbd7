//! The loader role: reads inputs and hands out what it made of them, block by block.

use crate::blob::BlobSource;
use crate::failure::{Failure, Result};
use crate::protocol::{Job, JobList, JobProgress};
use js_sys::{Array, Function, Reflect, Uint8Array};
use std::sync::Arc;
use stepscope_core::model::Rank;
use stepscope_core::source::Source;
use stepscope_core::trace_json::{TraceParser, join};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

/// A loader. Lives in a worker that is thrown away when its load ends, or to cancel it.
#[wasm_bindgen]
#[derive(Default)]
pub struct Loader {
    inputs: Vec<(String, Source)>,
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

    /// What there is to read.
    pub fn list(&self) -> Result<Ts<JobList>> {
        let jobs = self.inputs.iter().enumerate().map(|(id, (name, source))| Job {
            id: id as u32,
            name: name.clone(),
            bytes: source.len() as f64,
        });
        Ok(JobList { jobs: jobs.collect() }.into_ts()?)
    }

    /// Does a job: `progress` gets messages, `buffer` the buffers of a piece one by one, and `piece` is
    /// called after the last of each piece.
    pub fn run(
        &self,
        job: u32,
        progress: &Function,
        buffer: &Function,
        piece: &Function,
    ) -> Result<()> {
        let (path, source) =
            self.inputs.get(job as usize).ok_or_else(|| Failure::new("no such job"))?;
        let mut parser = TraceParser::new(path);
        let mut chunk = vec![0; 1 << 20];
        let mut at = 0;
        loop {
            let count = source.read_at(at, &mut chunk)?;
            if count == 0 {
                break;
            }
            parser.push(&chunk[..count]);
            at += count as u64;
            let told = JobProgress {
                job,
                bytes: at as f64,
                total: source.len() as f64,
                file: path.clone(),
            };
            call(progress, &told.into_ts()?.js_value())?;
        }
        let (trace, notes) =
            join(vec![parser.finish()]).ok_or_else(|| Failure::new("not a trace"))?;
        let rank = Rank { trace: Some(trace), notes, ..Rank::default() };
        let mut outcome = Ok(());
        rank.write(&mut |bytes| {
            if outcome.is_ok() {
                outcome = call(buffer, &Uint8Array::from(bytes.as_slice()));
            }
        });
        outcome?;
        call(piece, &JsValue::UNDEFINED)
    }
}

fn source(input: &JsValue) -> Result<(String, Source)> {
    let field = |name: &str| Reflect::get(input, &name.into()).unwrap_or_default();
    let path = field("path").as_string().unwrap_or_default();
    let blob = field("file").dyn_into().map_err(|_| Failure::new("an input without a file"))?;
    let source =
        BlobSource::new(blob).map_err(|thrown| Failure::thrown("No file reader", &thrown))?;
    Ok((path, Arc::new(source)))
}

fn call(function: &Function, argument: &JsValue) -> Result<()> {
    let answer = function.call1(&JsValue::UNDEFINED, argument);
    answer.map(drop).map_err(|thrown| Failure::thrown("The worker did not take a message", &thrown))
}
