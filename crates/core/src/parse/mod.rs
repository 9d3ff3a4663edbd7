//! Push parsers of the small files, one a file: `push(&[u8])` in any chunks, then `finish()`.
//!
//! Columns are found by header name, never by place; every column is optional; cells are trimmed; empty,
//! `N/A`, `NA`, `None` and `nan` are unknown (formats.md §3.0).

mod communication;
mod csv;
mod kernels;
mod machine;
mod memory;
mod op_statistic;
mod pipeline;
mod profiler_info;
mod small;
mod step_trace;
mod table;
mod tally;

#[cfg(test)]
mod tests;

pub use communication::{MAX_COMMUNICATION, communication, communication_matrix};
pub use kernels::KernelsParser;
pub use machine::{device_info, start_info};
pub use memory::{MemoryRecordsParser, OperatorMemoryParser};
pub use op_statistic::OpStatisticParser;
pub use pipeline::{PipelineParser, dequeues, pipeline_profiling};
pub use profiler_info::{metadata, profiler_info};
pub use small::Small;
pub use step_trace::StepTraceParser;
pub use table::Table;
