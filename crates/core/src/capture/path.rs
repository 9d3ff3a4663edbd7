//! Kinds of files, by path (formats.md §1).

use super::names::last;
use crate::model::CaptureKind;

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// Raw data of the framework: `FRAMEWORK/`.
    Raw,
    /// Raw or exported CANN data: `PROF_*/`, of a torch_npu rank or of msprof.
    Prof(ProfPart),
    /// Part of a capture of another kind.
    Foreign(CaptureKind),
    /// Any other JSON: a timeline if it looks like one.
    Json,
    /// Anything else.
    Other,
}

/// What a file below `PROF_*` says about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
            Kernels, Memory, ModuleMemory, OpStatistic, OperatorMemory, StepTrace, Trace,
        };
        matches!(
            self,
            Trace | Kernels | OpStatistic | StepTrace | Memory | ModuleMemory | OperatorMemory
        )
    }

    /// Whether the file is one that a parser of this crate wants; databases are for others to read.
    pub fn is_read(self) -> bool {
        use FileKind::{Json, Metadata, ProfilerInfo};
        self.is_table() || matches!(self, ProfilerInfo(_) | Metadata | Json)
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
    "communication.json",
    "communication_matrix.json",
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
            let kind = match by_pattern(inside) {
                // A framework's profiler has its own, and may have left msprof's beside it.
                kind @ FileKind::Database(..) if !is_rank_folder(before) => kind,
                _ => FileKind::Prof(prof_part(inside)),
            };
            return class(through, kind);
        }
        if part == "mindstudio_profiler_output" {
            return class(before, FileKind::Foreign(CaptureKind::Msprof));
        }
        if part == "cluster_analysis_output" {
            return class(through, FileKind::Foreign(CaptureKind::Cluster));
        }
    }
    let kind = match in_output(name) {
        // Only a rank's own folders are known well enough to say that a JSON in them is no timeline.
        FileKind::Deliverable if !DELIVERABLES.contains(&name) => FileKind::Other,
        FileKind::Other if name.ends_with(".json") => FileKind::Json,
        kind => kind,
    };
    Class { folder: dir, kind }
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
        "cluster_analysis.db" => FileKind::Foreign(CaptureKind::Cluster),
        _ => FileKind::Other,
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
