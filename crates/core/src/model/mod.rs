//! Columns: what was read, one struct-of-arrays table a file, free of how it was stored.
//!
//! ```text
//! Capture ── Rank ─┬─ Trace     trace_view.json: processes, tracks, slices, args, counters, flows
//!                  ├─ Kernels   kernel_details.csv
//!                  ├─ memory    memory_record.csv, npu_module_mem.csv, operator_memory.csv
//!                  ├─ op_statistic, step_trace   the vendor's own tables: kept as checks
//!                  └─ profiler_info, metadata, files, notes
//! ```

pub mod args;
pub mod capture;
pub mod communication;
pub mod counters;
pub mod flows;
pub mod kernels;
pub mod memory;
pub mod pipeline;
pub mod rank;
pub mod slices;
pub mod trace;
pub mod tracks;
pub mod vendor;

pub use args::{ArgKind, ArgTemplate, ArgValue, Args, PackedInts};
pub use capture::{Capture, CaptureKind};
pub use communication::{
    Communication, CommunicationLink, CommunicationOp, CommunicationPackets, CommunicationPair,
    CommunicationPlace, bytes_of_mb, ns_of_ms,
};
pub use counters::{PointRow, Points, Series};
pub use flows::{FlowEndRow, FlowEnds, FlowPhase};
pub use kernels::{KernelRow, KernelRows, Kernels, Metric};
pub use memory::{
    MemoryRecords, MemoryRow, MemoryRows, NO_DEVICE, OperatorMemory, OperatorMemoryRow,
    OperatorMemoryRows,
};
pub use pipeline::{Dequeue, Pipeline, PipelineOperator};
pub use rank::{FileEntry, FileState, Rank};
pub use slices::{SliceKind, SliceRow, Slices};
pub use trace::{EventCounts, MetadataEvent, Trace};
pub use tracks::{Process, ProcessKind, Track, TrackKind};
pub use vendor::{OpStatisticRow, ProfilerInfo, Schedule, StepTraceRow};
