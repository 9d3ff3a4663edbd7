//! Kinds of files, by path (formats.md §1).

use super::exports::export_of;
use super::names::{last, parent};
use crate::model::CaptureKind;
use crate::note::{Cause, Note, NoteKind};

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// `trace_view.json`
    Trace,
    /// `kernel_details.csv`
    Kernels,
    /// `op_statistic.csv`
    OpStatistic,
    /// `step_trace_time.csv`
    StepTrace,
    /// `memory_record.csv`
    Memory,
    /// `npu_module_mem.csv`
    ModuleMemory,
    /// `operator_memory.csv`
    OperatorMemory,
    /// `communication.json`
    Communication,
    /// `communication_matrix.json`
    CommunicationMatrix,
    /// `profiler_info_{rank}.json`, with the rank if the name has one.
    ProfilerInfo(Option<u32>),
    /// `profiler_metadata.json`
    Metadata,
    /// Another text file of a rank that has its parser with the view that needs it.
    Deliverable,
    /// A database of a rank: which profiler wrote it, and the rank if the name has one.
    Database(CaptureKind, Option<u32>),
    /// The vendor's analysis of a rank, a small database: `analysis.db`.
    Analysis,
    /// The step table of a cluster: `cluster_step_trace_time.csv`.
    ClusterSteps,
    /// All of a cluster's analysis: `cluster_analysis.db`.
    ClusterDatabase,
    /// Of MindSpore's data pipeline, with the rank that the name has.
    Pipeline(PipelinePart, Option<u32>),
    /// Raw data of the framework: `FRAMEWORK/`.
    Raw,
    /// `device_{n}/info.json.{n}` of msprof: the device and the machine.
    DeviceInfo,
    /// `device_{n}/start_info.{n}` of msprof: what its clock said when it began.
    StartInfo,
    /// Raw or exported CANN data: `PROF_*/`, of a torch_npu rank or of msprof.
    Prof(ProfPart),
    /// Part of a capture of another kind.
    Foreign(CaptureKind),
    /// Of a tool whose results are not shown yet; which one.
    NotSupported(Cause),
    /// Any other JSON: a timeline if it looks like one.
    Json,
    /// Anything else.
    Other,
}

/// What a file about a data pipeline holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PipelinePart {
    /// `minddata_pipeline_raw_{n}.csv`: operators and their queues.
    Queues,
    /// `pipeline_profiling_{n}.json`: the same of other versions.
    Profile,
    /// `minddata_aicpu_{n}.txt`: waits of the device for data.
    Dequeues,
}

/// What a file below `PROF_*` says about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProfPart {
    /// Raw data, logs.
    Raw,
    /// It was exported.
    Exported,
}

/// A file's kind, and the folder that makes it part of something: of a rank, or of another capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class<'a> {
    /// Folder of the rank or capture; empty at the root of the tree.
    pub folder: &'a str,
    /// Kind of the file.
    pub kind: FileKind,
}

impl FileKind {
    /// Whether the file is a table of a rank in text.
    pub(super) fn is_table(self) -> bool {
        use FileKind::{
            Communication, CommunicationMatrix, Kernels, Memory, ModuleMemory, OpStatistic,
            OperatorMemory, Pipeline, StepTrace, Trace,
        };
        matches!(
            self,
            Trace
                | Kernels
                | OpStatistic
                | StepTrace
                | Memory
                | ModuleMemory
                | OperatorMemory
                | Pipeline(..)
                | Communication
                | CommunicationMatrix
        )
    }

    /// Whether the file is one that a parser of this crate wants; databases are for others to read.
    pub fn is_read(self) -> bool {
        use FileKind::{ClusterSteps, DeviceInfo, Json, Metadata, ProfilerInfo, StartInfo};
        let told = matches!(self, ProfilerInfo(_) | Metadata | DeviceInfo | StartInfo);
        self.is_table() || told || matches!(self, ClusterSteps | Json)
    }
}

/// Folder of the parsed files of a rank.
const OUTPUT: &str = "ASCEND_PROFILER_OUTPUT";

/// Files of [`OUTPUT`] that are listed and not read.
const DELIVERABLES: &[&str] = &[
    "operator_details.csv",
    "api_statistic.csv",
    "task_time.csv",
    "static_op_mem.csv",
    "l2_cache.csv",
    "data_preprocess.csv",
    "nic.csv",
    "roce.csv",
    "pcie.csv",
    "hccs.csv",
    "soc_pmu.csv",
];

/// Says what the file at `path` is.
pub fn classify(path: &str) -> Class<'_> {
    let (dir, name) = path.rsplit_once('/').unwrap_or(("", path));
    let mut start = 0;
    for part in dir.split('/') {
        let (before, through) = (dir[..start].trim_end_matches('/'), &dir[..start + part.len()]);
        // A file beside any folder has nothing behind its (empty) folder, and no separator to skip.
        let inside = path.get(through.len() + 1..).unwrap_or(name);
        start += part.len() + 1;
        let class = |folder, kind| Class { folder, kind };
        if part == OUTPUT && !dir.is_empty() {
            let kind = if inside == name { in_output(name) } else { FileKind::Other };
            return class(before, kind);
        }
        if part == "FRAMEWORK" {
            return class(before, FileKind::Raw);
        }
        if is_prof(part) {
            // A framework's profiler has its own files, and may have left msprof's beside them.
            let of_msprof = if is_rank_folder(before) { None } else { in_prof(path, inside) };
            return of_msprof.unwrap_or(class(through, FileKind::Prof(prof_part(inside))));
        }
        if part == "mindstudio_profiler_output" {
            return class(before, exported(path).unwrap_or(FileKind::Prof(ProfPart::Exported)));
        }
        if part == "cluster_analysis_output" {
            let kind = match by_pattern(inside) {
                kind @ (FileKind::ClusterSteps | FileKind::ClusterDatabase) => kind,
                _ => FileKind::Foreign(CaptureKind::Cluster),
            };
            return class(through, kind);
        }
    }
    if let Some(kind) = exported(path) {
        return Class { folder: device_of(dir), kind };
    }
    let kind = match in_output(name) {
        // Only a rank's own folders are known well enough to say that a JSON in them is no timeline.
        FileKind::Deliverable if !DELIVERABLES.contains(&name) => FileKind::Other,
        FileKind::Other if name.ends_with(".json") => FileKind::Json,
        kind => kind,
    };
    Class { folder: dir, kind }
}

/// A file of a `PROF_*` by its path `inside` of that; `None` for raw data and logs.
fn in_prof<'a>(path: &'a str, inside: &str) -> Option<Class<'a>> {
    let folder = path[..path.len() - inside.len()].trim_end_matches('/');
    let class = |folder, kind| Some(Class { folder, kind });
    match inside.split_once('/') {
        None => match by_pattern(inside) {
            kind @ FileKind::Database(..) => class(folder, kind),
            _ => None,
        },
        Some(("mindstudio_profiler_output", name)) if !name.contains('/') => {
            class(folder, exported(path)?)
        }
        Some(("analyze", name)) => match in_output(name) {
            FileKind::Other => None,
            kind => class(folder, kind),
        },
        Some((device, name)) if device.starts_with("device_") => {
            // Before CANN 7 each device had files of its own.
            let kind = match name.split_once('/') {
                None => by_pattern(name),
                Some(("timeline" | "summary", _)) => exported(path)?,
                Some(_) => return None,
            };
            let device = &path[..folder.len() + 1 + device.len()];
            (kind != FileKind::Other).then_some(Class { folder: device, kind })
        }
        Some(_) => None,
    }
}

/// What an export of msprof holds; `None` where a file is none, or none that anybody reads.
fn exported(path: &str) -> Option<FileKind> {
    let kind = export_of(path)?.kind(in_output);
    (kind != FileKind::Other).then_some(kind)
}

/// The folder whose `timeline` or `summary` this is, else the folder itself.
fn device_of(folder: &str) -> &str {
    if matches!(last(folder), "timeline" | "summary") { parent(folder) } else { folder }
}

/// A file by its name alone.
fn in_output(name: &str) -> FileKind {
    match name {
        "trace_view.json" => FileKind::Trace,
        "kernel_details.csv" => FileKind::Kernels,
        "op_statistic.csv" => FileKind::OpStatistic,
        "step_trace_time.csv" => FileKind::StepTrace,
        "memory_record.csv" => FileKind::Memory,
        "npu_module_mem.csv" => FileKind::ModuleMemory,
        "operator_memory.csv" => FileKind::OperatorMemory,
        "communication.json" => FileKind::Communication,
        "communication_matrix.json" => FileKind::CommunicationMatrix,
        "profiler_metadata.json" => FileKind::Metadata,
        "profiler_info.json" => FileKind::ProfilerInfo(None),
        "analysis.db" | "communication_analyzer.db" => FileKind::Analysis,
        _ if DELIVERABLES.contains(&name) => FileKind::Deliverable,
        _ => by_pattern(name),
    }
}

fn by_pattern(name: &str) -> FileKind {
    let between =
        |start, end| name.strip_prefix(start).and_then(|rest: &str| rest.strip_suffix(end));
    if let Some(rank) = between("profiler_info_", ".json") {
        // Anything but a number is somebody's copy of the file: its rank is read from the content.
        return FileKind::ProfilerInfo(rank.parse().ok());
    }
    for (start, part, end) in [
        ("minddata_pipeline_raw_", PipelinePart::Queues, ".csv"),
        ("pipeline_profiling_", PipelinePart::Profile, ".json"),
        ("minddata_aicpu_", PipelinePart::Dequeues, ".txt"),
    ] {
        if let Some(rank) = between(start, end) {
            return FileKind::Pipeline(part, rank.parse().ok());
        }
    }
    if name == "cluster_step_trace_time.csv" {
        return FileKind::ClusterSteps;
    }
    if let Some(tool) = other_tool(name) {
        return FileKind::NotSupported(tool);
    }
    let numbered = |start| between(start, "").is_some_and(|rest| rest.parse::<u32>().is_ok());
    if numbered("info.json.") {
        return FileKind::DeviceInfo;
    }
    if numbered("start_info.") {
        return FileKind::StartInfo;
    }
    if !name.ends_with(".db") {
        return FileKind::Other;
    }
    for (start, of) in [
        ("ascend_pytorch_profiler", CaptureKind::TorchNpu),
        ("ascend_mindspore_profiler", CaptureKind::Mindspore),
    ] {
        if let Some(rest) = between(start, ".db") {
            return FileKind::Database(
                of,
                rest.strip_prefix('_').and_then(|rank| rank.parse().ok()),
            );
        }
    }
    if let Some(rest) = between("msmonitor_", ".db") {
        // `{pid}_{time}_{rank}`, and -1 where it has none.
        let rank = rest.rsplit_once('_').and_then(|(_, rank)| rank.parse().ok());
        return FileKind::Database(CaptureKind::Msprof, rank);
    }
    match name {
        _ if name.starts_with("msprof_") => FileKind::Database(CaptureKind::Msprof, None),
        "cluster_analysis.db" => FileKind::ClusterDatabase,
        _ => FileKind::Other,
    }
}

/// Names a file of a tool whose results are not shown yet.
pub(crate) fn not_supported(path: &str) -> Option<Note> {
    match classify(path).kind {
        FileKind::NotSupported(tool) => {
            Some(Note::new(NoteKind::NotSupported, path, "").because(tool))
        }
        _ => None,
    }
}

/// The tool that gives its files such a name, where it is one whose results are not shown yet.
fn other_tool(name: &str) -> Option<Cause> {
    let starts = |starts: &[&str]| starts.iter().any(|start| name.starts_with(start));
    match name.rsplit_once('.')?.1 {
        "bin" if name == "visualize_data.bin" => Some(Cause::OperatorTuning),
        "pickle" | "pkl" => Some(Cause::MemorySnapshot),
        "db" if starts(&["memscope_dump_", "leaks_dump_"]) => Some(Cause::MemoryDump),
        "db" if starts(&["ms_service_"]) || name == "profiler.db" => Some(Cause::Serving),
        _ => None,
    }
}

/// Whether a folder is a rank's, by its name: of torch_npu or of MindSpore.
pub(super) fn is_rank_folder(folder: &str) -> bool {
    folder.ends_with("_ascend_pt") || folder.ends_with("_ascend_ms")
}

/// Whether a folder is the msprof command line's: `PROF_{digits}_{digits}_{letters and digits}`.
pub(crate) fn is_prof(folder: &str) -> bool {
    let Some(rest) = last(folder).strip_prefix("PROF_") else { return false };
    let mut tokens = rest.splitn(3, '_');
    let mut next = |allowed: fn(&u8) -> bool| {
        tokens.next().is_some_and(|token| !token.is_empty() && token.bytes().all(|b| allowed(&b)))
    };
    next(u8::is_ascii_digit) && next(u8::is_ascii_digit) && next(u8::is_ascii_alphanumeric)
}

fn prof_part(inside: &str) -> ProfPart {
    let mut folders = inside.split('/');
    let exported = match folders.next() {
        Some("mindstudio_profiler_output") => true,
        Some(name) if name.starts_with("msprof_") && name.ends_with(".db") => true,
        Some(device) if device.starts_with("device_") => {
            matches!(folders.next(), Some("timeline" | "summary"))
        }
        _ => false,
    };
    if exported { ProfPart::Exported } else { ProfPart::Raw }
}
