//! What MindSpore recorded of its data pipeline (formats.md §1.2, §7.40).

use serde::{Deserialize, Serialize};

/// One file about a data pipeline.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pipeline {
    /// Name of the file: its number is the rank's.
    pub file: String,
    /// Number in the file's name.
    pub rank: Option<u32>,
    /// Operators of the pipeline, in file order.
    pub operators: Vec<PipelineOperator>,
    /// Times at which the device took data out of its queue, in file order.
    pub dequeues: Vec<Dequeue>,
}

/// An operator of a data pipeline, with the queue of its output.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PipelineOperator {
    /// `op_id`
    pub id: u32,
    /// `op_type`
    pub kind: String,
    /// `num_workers`
    pub workers: Option<u32>,
    /// Most items that the queue takes; `None` for the last operator, which has none.
    pub queue_length: Option<u64>,
    /// Items in the queue at each sample.
    pub queue_sizes: Vec<u64>,
    /// Milliseconds between samples.
    pub interval_ms: Option<f64>,
    /// The operators whose output it takes.
    pub children: Vec<u32>,
}

/// One wait of the device for data: `GetNext_dequeue_wait`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dequeue {
    /// When it began, in units of the file, which counts from the start of the machine.
    pub start: u64,
    /// When it ended, likewise.
    pub end: u64,
    /// Items in the queue by then.
    pub queue: u64,
}

impl PipelineOperator {
    /// Mean share of its queue that was filled; `None` without a sample or a queue.
    pub fn queue_usage(&self) -> Option<f64> {
        let length = self.queue_length.filter(|length| *length > 0)?;
        let samples = self.queue_sizes.len();
        let sum: u64 = self.queue_sizes.iter().fold(0, |sum, size| sum.saturating_add(*size));
        (samples > 0).then(|| sum as f64 / samples as f64 / length as f64)
    }
}
