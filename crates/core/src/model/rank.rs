//! One rank of a capture: everything that its files said.

use super::{
    Communication, Kernels, MemoryRecords, OpStatisticRow, OperatorMemory, Pipeline, ProfilerInfo,
    StepTraceRow, Trace,
};
use crate::block::{BlockReader, BlockWriter};
use crate::error::Result;
use crate::note::Note;
use crate::time::Ns;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FileState {
    /// Read, its numbers are used.
    Read,
    /// Will be read, with the other files of its rank.
    Waiting,
    /// Left unread, since it would need more memory than there is; can be asked for.
    Left,
    /// Recognised and listed; its parser comes with the view that needs it.
    Listed,
    /// Not a profiling file, or superseded.
    Ignored,
    /// Could not be read: see the notes.
    Failed,
}

/// A file of the capture.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FileEntry {
    /// Path relative to the capture.
    pub path: String,
    /// Size in bytes, unpacked.
    pub bytes: u64,
    /// What became of it.
    pub state: FileState,
}

/// Everything that is known of one rank. Tables that its files do not hold are `None`, never empty.
#[derive(Clone, Default)]
pub struct Rank {
    /// Rank number, from the file names, else from the content, else unknown.
    pub rank: Option<u32>,
    /// Folder of the rank relative to the capture; empty when the capture is one file.
    pub folder: String,
    /// Host name where the folder name tells it.
    pub host: Option<String>,
    /// Its files, by path.
    pub files: Vec<FileEntry>,
    /// What was odd in them, ordered.
    pub notes: Vec<Note>,
    /// The timeline, shared: a rank is put together again whenever more of its capture arrives.
    pub trace: Option<Arc<Trace>>,
    /// The kernel table.
    pub kernels: Option<Arc<Kernels>>,
    /// Memory in use by the components of the framework.
    pub memory: Option<Arc<MemoryRecords>>,
    /// Memory in use by the modules of CANN.
    pub module_memory: Option<Arc<MemoryRecords>>,
    /// Blocks of memory by operator.
    pub operator_memory: Option<Arc<OperatorMemory>>,
    /// The vendor's operator totals.
    pub op_statistic: Option<Vec<OpStatisticRow>>,
    /// The vendor's step table.
    pub step_trace: Option<Vec<StepTraceRow>>,
    /// What the vendor worked out of collectives.
    pub communication: Option<Communication>,
    /// `profiler_info`.
    pub profiler_info: Option<ProfilerInfo>,
    /// `profiler_metadata.json`, as text.
    pub metadata: Option<String>,
    /// Unix time at which the machine's monotonic clock was zero: timelines before CANN 7 count from there.
    pub clock_zero: Option<Ns>,
    /// What was recorded of the data pipeline, a file each; empty where nothing was.
    pub pipelines: Vec<Pipeline>,
}

/// The small parts of a rank, written as JSON.
#[derive(Serialize, Deserialize)]
struct Small {
    rank: Option<u32>,
    folder: String,
    host: Option<String>,
    files: Vec<FileEntry>,
    notes: Vec<Note>,
    op_statistic: Option<Vec<OpStatisticRow>>,
    step_trace: Option<Vec<StepTraceRow>>,
    communication: Option<Communication>,
    profiler_info: Option<ProfilerInfo>,
    metadata: Option<String>,
    clock_zero: Option<Ns>,
    pipelines: Vec<Pipeline>,
}

impl Rank {
    /// Writes the rank as a block; each full buffer goes to `sink` at once.
    pub fn write(&self, sink: &mut dyn FnMut(Vec<u8>)) {
        let mut block = BlockWriter::new(sink);
        self.write_into(&mut block);
        block.finish();
    }

    pub(crate) fn write_into(&self, block: &mut BlockWriter) {
        block.json(&Small {
            rank: self.rank,
            folder: self.folder.clone(),
            host: self.host.clone(),
            files: self.files.clone(),
            notes: self.notes.clone(),
            op_statistic: self.op_statistic.clone(),
            step_trace: self.step_trace.clone(),
            communication: self.communication.clone(),
            profiler_info: self.profiler_info.clone(),
            metadata: self.metadata.clone(),
            clock_zero: self.clock_zero,
            pipelines: self.pipelines.clone(),
        });
        write_some(block, self.trace.as_ref(), Trace::write);
        write_some(block, self.kernels.as_ref(), Kernels::write);
        write_some(block, self.memory.as_ref(), MemoryRecords::write);
        write_some(block, self.module_memory.as_ref(), MemoryRecords::write);
        write_some(block, self.operator_memory.as_ref(), OperatorMemory::write);
    }

    /// Reads a rank from a block, pulling its buffers one after the other.
    ///
    /// # Errors
    /// [`crate::error::Error::Block`] when the version differs or a check fails.
    pub fn read(next: &mut dyn FnMut() -> Option<Vec<u8>>) -> Result<Rank> {
        let mut block = BlockReader::new(next)?;
        let rank = Rank::read_from(&mut block)?;
        block.finish()?;
        Ok(rank)
    }

    pub(crate) fn read_from(block: &mut BlockReader) -> Result<Rank> {
        let small: Small = block.json()?;
        Ok(Rank {
            rank: small.rank,
            folder: small.folder,
            host: small.host,
            files: small.files,
            notes: small.notes,
            trace: read_some(block, Trace::read)?,
            kernels: read_some(block, Kernels::read)?,
            memory: read_some(block, MemoryRecords::read)?,
            module_memory: read_some(block, MemoryRecords::read)?,
            operator_memory: read_some(block, OperatorMemory::read)?,
            op_statistic: small.op_statistic,
            step_trace: small.step_trace,
            communication: small.communication,
            profiler_info: small.profiler_info,
            metadata: small.metadata,
            clock_zero: small.clock_zero,
            pipelines: small.pipelines,
        })
    }
}

/// Writes whether there is a table, and the table.
fn write_some<T>(block: &mut BlockWriter, table: Option<&Arc<T>>, write: fn(&T, &mut BlockWriter)) {
    block.column(&[u8::from(table.is_some())]);
    if let Some(table) = table {
        write(table, block);
    }
}

fn read_some<T>(
    block: &mut BlockReader,
    read: fn(&mut BlockReader) -> Result<T>,
) -> Result<Option<Arc<T>>> {
    let is_there: Vec<u8> = block.column()?;
    (is_there == [1]).then(|| read(block).map(Arc::new)).transpose()
}
