//! The parser that a file gets, behind one face.

use super::{Options, ReadDatabase};
use crate::capture::{FileKind, PipelinePart, classify, is_database};
use crate::model::{EventCounts, FileState, Rank, Trace};
use crate::note::{Cause, Note, NoteKind};
use crate::parse::{
    KernelsParser, MemoryRecordsParser, OpStatisticParser, OperatorMemoryParser, Small,
    StepTraceParser,
};
use crate::parse::{MAX_COMMUNICATION, communication, communication_matrix};
use crate::parse::{PipelineParser, dequeues, device_info, metadata, pipeline_profiling};
use crate::parse::{profiler_info, start_info};
use crate::time::TimeRange;
use crate::trace_json::{self, TraceParser};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Bytes of an unknown JSON that are looked at to see whether it is a timeline. Other tools write
/// device descriptions of some kilobytes before `traceEvents`.
const SNIFF: usize = 64 << 10;

/// A file that is being read.
pub(super) enum Reader {
    Trace(Box<TraceParser>),
    Kernels(Box<KernelsParser>),
    Memory(Box<MemoryRecordsParser>),
    ModuleMemory(Box<MemoryRecordsParser>),
    OperatorMemory(Box<OperatorMemoryParser>),
    OpStatistic(Box<OpStatisticParser>),
    StepTrace(Box<StepTraceParser>),
    Pipeline(Box<PipelineParser>),
    /// A small file, and what reads it.
    Small(Small, fn(Small) -> (Rank, Vec<Note>)),
    /// A JSON of which not enough was seen to judge.
    Unknown {
        path: String,
        head: Vec<u8>,
        within: Option<TimeRange>,
    },
    /// A database that has to be held whole, and what reads it.
    Database {
        path: String,
        bytes: Vec<u8>,
        /// Bytes that it may have.
        limit: u64,
        read: ReadDatabase,
    },
    /// A database that was read.
    Told(Box<Rank>),
    /// Not for us.
    Ignored,
}

impl Reader {
    /// The reader for the file at `path`; of a trace only events `within` a time where one is given.
    pub(super) fn new(path: &str, within: Option<TimeRange>, options: &Options) -> Reader {
        match classify(path).kind {
            FileKind::Trace => Reader::Trace(Box::new(TraceParser::new(path).within(within))),
            FileKind::Kernels => Reader::Kernels(Box::new(KernelsParser::new(path))),
            FileKind::Memory => Reader::Memory(Box::new(MemoryRecordsParser::new(path))),
            FileKind::ModuleMemory => {
                Reader::ModuleMemory(Box::new(MemoryRecordsParser::new(path)))
            }
            FileKind::OperatorMemory => {
                Reader::OperatorMemory(Box::new(OperatorMemoryParser::new(path)))
            }
            FileKind::OpStatistic => Reader::OpStatistic(Box::new(OpStatisticParser::new(path))),
            FileKind::StepTrace | FileKind::ClusterSteps => {
                Reader::StepTrace(Box::new(StepTraceParser::new(path)))
            }
            FileKind::Pipeline(PipelinePart::Queues, _) => {
                Reader::Pipeline(Box::new(PipelineParser::new(path)))
            }
            FileKind::Pipeline(PipelinePart::Profile, _) => {
                Reader::Small(Small::new(path), pipeline_profiling)
            }
            FileKind::Pipeline(PipelinePart::Dequeues, _) => {
                Reader::Small(Small::new(path), dequeues)
            }
            FileKind::Communication => {
                Reader::Small(Small::new(path).up_to(MAX_COMMUNICATION), communication)
            }
            FileKind::CommunicationMatrix => {
                Reader::Small(Small::new(path).up_to(MAX_COMMUNICATION), communication_matrix)
            }
            FileKind::ProfilerInfo(_) => Reader::Small(Small::new(path), profiler_info),
            FileKind::Metadata => Reader::Small(Small::new(path), metadata),
            FileKind::DeviceInfo => Reader::Small(Small::new(path), device_info),
            FileKind::StartInfo => Reader::Small(Small::new(path), start_info),
            FileKind::Json => Reader::Unknown { path: path.to_owned(), head: Vec::new(), within },
            _ if is_database(path) => match options.databases {
                Some(read) => {
                    let limit = options.limits.held;
                    Reader::Database { path: path.to_owned(), bytes: Vec::new(), limit, read }
                }
                None => Reader::Ignored,
            },
            _ => Reader::Ignored,
        }
    }

    /// Takes the next bytes.
    pub(super) fn push(&mut self, chunk: &[u8]) {
        match self {
            Reader::Trace(parser) => {
                parser.push(chunk);
            }
            Reader::Kernels(parser) => parser.push(chunk),
            Reader::Memory(parser) | Reader::ModuleMemory(parser) => parser.push(chunk),
            Reader::OperatorMemory(parser) => parser.push(chunk),
            Reader::OpStatistic(parser) => parser.push(chunk),
            Reader::StepTrace(parser) => parser.push(chunk),
            Reader::Pipeline(parser) => parser.push(chunk),
            Reader::Small(small, _) => small.push(chunk),
            Reader::Unknown { path, head, within } => {
                let (now, later) = chunk.split_at(chunk.len().min(SNIFF - head.len()));
                head.extend_from_slice(now);
                if head.len() == SNIFF {
                    *self = judged(path, head, within.take());
                    self.push(later);
                }
            }
            Reader::Database { bytes, limit, .. } => {
                if bytes.len() as u64 <= *limit {
                    bytes.extend_from_slice(chunk);
                }
            }
            Reader::Told(_) | Reader::Ignored => {}
        }
    }

    /// Whether further bytes are wanted.
    pub(super) fn wants_more(&self) -> bool {
        !matches!(self, Reader::Told(_) | Reader::Ignored)
    }

    /// Ends the file. Its table is in the rank, its notes beside.
    pub(super) fn finish(self) -> (Rank, Vec<Note>, FileState) {
        let mut rank = Rank::default();
        let notes = match self {
            Reader::Trace(parser) => {
                let (trace, notes) = trace_json::join(vec![parser.finish()]).unwrap_or_default();
                return finished(trace, notes);
            }
            Reader::Kernels(parser) => {
                let (kernels, notes) = parser.finish();
                rank.kernels = kernels.map(Arc::new);
                notes
            }
            Reader::Memory(parser) => {
                let (records, notes) = parser.finish();
                rank.memory = records.map(Arc::new);
                notes
            }
            Reader::ModuleMemory(parser) => {
                let (records, notes) = parser.finish();
                rank.module_memory = records.map(Arc::new);
                notes
            }
            Reader::OperatorMemory(parser) => {
                let (blocks, notes) = parser.finish();
                rank.operator_memory = blocks.map(Arc::new);
                notes
            }
            Reader::OpStatistic(parser) => {
                let (rows, notes) = parser.finish();
                rank.op_statistic = rows;
                notes
            }
            Reader::StepTrace(parser) => {
                let (rows, notes) = parser.finish();
                rank.step_trace = rows;
                notes
            }
            Reader::Pipeline(parser) => {
                let (pipeline, notes) = parser.finish();
                rank.pipelines.extend(pipeline);
                notes
            }
            Reader::Small(small, read) => {
                let (told, notes) = read(small);
                rank = told;
                notes
            }
            Reader::Unknown { path, head, within } => {
                return match judged(&path, &head, within) {
                    Reader::Unknown { .. } | Reader::Ignored => Reader::Ignored.finish(),
                    reader => reader.finish(),
                };
            }
            Reader::Database { path, bytes, limit, .. } if bytes.len() as u64 > limit => {
                vec![Note::limit(path, Cause::FileBytes, limit)]
            }
            Reader::Database { path, bytes, read, .. } => {
                // Nobody can stop it: it is in memory, and read in a moment.
                let told = read(&path, Arc::new(bytes), &mut || ControlFlow::Continue(()));
                rank = told.continue_value().unwrap_or_default();
                std::mem::take(&mut rank.notes)
            }
            Reader::Told(told) => {
                rank = *told;
                std::mem::take(&mut rank.notes)
            }
            Reader::Ignored => return (rank, Vec::new(), FileState::Ignored),
        };
        let read = crate::capture::holds_anything(&rank);
        (rank, notes, if read { FileState::Read } else { FileState::Failed })
    }
}

/// What a trace file comes to.
pub(super) fn finished(trace: Trace, mut notes: Vec<Note>) -> (Rank, Vec<Note>, FileState) {
    if trace.counts != EventCounts::default() {
        let rank = Rank { trace: Some(Arc::new(trace)), ..Rank::default() };
        return (rank, notes, FileState::Read);
    }
    if notes.is_empty() {
        // An empty array: nothing is wrong, and nothing is there.
        notes.push(Note::new(NoteKind::Empty, "", ""));
    }
    (Rank::default(), notes, FileState::Failed)
}

/// The reader of a JSON by its first bytes, which it is given.
fn judged(path: &str, head: &[u8], within: Option<TimeRange>) -> Reader {
    if !looks_like_trace(head) {
        return Reader::Ignored;
    }
    let mut parser = TraceParser::new(path).within(within);
    parser.push(head);
    Reader::Trace(Box::new(parser))
}

/// `[{ … "ph" …` or `{ … "traceEvents" …`.
pub(super) fn looks_like_trace(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start();
    let holds = |key: &[u8]| memchr::memmem::find(head, key).is_some();
    match head.first() {
        Some(b'[') => head[1..].trim_ascii_start().first() == Some(&b'{') && holds(b"\"ph\""),
        Some(b'{') => holds(b"\"traceEvents\""),
        _ => false,
    }
}
