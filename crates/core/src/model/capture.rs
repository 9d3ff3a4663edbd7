//! A capture: the ranks that were profiled together.

use super::Rank;
use crate::note::Note;
use serde::{Deserialize, Serialize};

/// Which tool wrote a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum CaptureKind {
    /// `*_ascend_pt`: torch_npu's profiler.
    TorchNpu,
    /// `*_ascend_ms`: MindSpore's profiler.
    Mindspore,
    /// `PROF_*`: the msprof command line.
    Msprof,
    /// `cluster_analysis_output`.
    Cluster,
    /// PyTorch's profiler on other devices: `*.pt.trace.json`.
    Kineto,
    /// Any other Chrome-trace JSON, as a plain timeline.
    ChromeTrace,
}

/// Rank folders that share a parent (decisions.md, *Reading*).
#[derive(Clone)]
pub struct Capture {
    /// Innermost folder common to its ranks, or the file's name.
    pub name: String,
    /// Path of that folder or file, with its archive: unique among what was loaded together.
    pub place: String,
    /// Names the content, the same in any container and whatever of it was read: in links.
    pub key: String,
    /// Which tool wrote it.
    pub kind: CaptureKind,
    /// Ranks, by (rank number, folder).
    pub ranks: Vec<Rank>,
    /// Ranks without any table as yet: their files wait for a loader, or were left.
    pub unread: Vec<Rank>,
    /// What was odd about the capture as a whole, ordered.
    pub notes: Vec<Note>,
}
