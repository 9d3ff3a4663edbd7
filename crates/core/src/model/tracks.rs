//! Processes and tracks of a trace, and what they are.

use crate::ids::{NameId, ProcessId, SliceId, TrackId};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// What a process stands for; by its name, else by the layer bits of its pid (formats.md §2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum ProcessKind {
    /// Framework: torch operators, Python functions, task queue.
    Python,
    /// CANN APIs on the host.
    Cann,
    /// Device tasks, one track a stream.
    Hardware,
    /// Collectives: a group track, then its planes.
    Communication,
    /// The vendor's derived lanes.
    Overlap,
    /// Anything else, counters among them.
    Other,
}

/// One process of the trace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Process {
    /// `pid` as text: numbers and strings occur.
    pub pid: NameId,
    /// `process_name`, if any: Level0 captures have a CANN process without one.
    pub name: Option<NameId>,
    /// `process_labels` (`CPU`, `NPU`, `NPU 0`).
    pub labels: Option<NameId>,
    /// `process_sort_index`.
    pub sort_index: Option<i64>,
    /// What it stands for.
    pub kind: ProcessKind,
}

/// What a track's slices are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum TrackKind {
    /// A host thread.
    Thread,
    /// A device stream.
    Stream,
    /// Collectives of one group, whole.
    Group,
    /// One plane of a group: the small tasks of its collectives.
    Plane,
    /// Vendor lane: union of compute kernels.
    Computing,
    /// Vendor lane: union of collectives.
    Communication,
    /// Vendor lane: communication not overlapped by computing.
    NotOverlapped,
    /// Vendor lane: neither.
    Free,
    /// Asynchronous events (`b`/`e`), one track a category and id.
    Asynchronous,
    /// Anything else.
    Other,
}

/// One track: a (pid, tid) of the trace that holds slices, or is only named by metadata.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Track {
    /// Its process.
    pub process: ProcessId,
    /// `tid` as text.
    pub tid: NameId,
    /// `thread_name`.
    pub name: Option<NameId>,
    /// `thread_sort_index`.
    pub sort_index: Option<i64>,
    /// What it is.
    pub kind: TrackKind,
    /// For a plane: the track of its group.
    pub group: Option<TrackId>,
    /// First slice and one past the last, in the trace's [`crate::model::Slices`].
    pub first: u32,
    /// See [`Track::first`].
    pub last: u32,
}

impl Track {
    /// Rows of its slices.
    pub fn slices(&self) -> Range<usize> {
        self.first as usize..self.last as usize
    }

    /// Whether `slice` is on this track.
    pub fn holds(&self, slice: SliceId) -> bool {
        (self.first..self.last).contains(&slice.0)
    }
}
