//! Files that are left unread because they would need more memory than there is.

use super::plan::{Job, Work};
use crate::archive::Entry;
use crate::capture::{FileKind, Piece, classify, joined};
use crate::time::{Ns, TimeRange};
use serde::{Deserialize, Serialize};

/// A file of what is loaded.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct FileKey {
    /// Path of the archive; empty for files that were opened as they are.
    pub(super) root: String,
    /// Path in it.
    pub(super) path: String,
}

/// What files are complete together: the folder of a rank, or a timeline that is a capture of its own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Home {
    /// Path of the archive; empty for files that were opened as they are.
    pub root: String,
    /// Path in it of the folder or the timeline.
    pub path: String,
}

/// Big files that were left unread, of one rank or timeline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// Whose they are.
    pub home: Home,
    /// Path of the first of them.
    pub file: String,
    /// Their bytes, unpacked as far as is known.
    pub bytes: u64,
    /// Bytes of memory that they would need, by estimate.
    pub need: u64,
    /// About the time that they cover, where that is known: then a part of it can be opened.
    pub span: Option<TimeRange>,
}

/// Text compresses to about a tenth; said where only reading tells the size.
const UNPACKED_PER_PACKED: u64 = 10;

impl Home {
    /// Its path, archive and all: unique among what was loaded together.
    pub fn place(&self) -> String {
        joined(&self.root, &self.path)
    }

    /// Sorts 2 before 10, as folders are numbered.
    pub(super) fn by_number(&self) -> (usize, usize, Home) {
        (self.root.len(), self.path.len(), self.clone())
    }
}

impl FileKey {
    /// What the file belongs to.
    pub(super) fn home(&self) -> Home {
        let class = classify(&self.path);
        let path = if class.kind == FileKind::Json { &self.path } else { class.folder };
        Home { root: self.root.clone(), path: path.to_owned() }
    }
}

impl Job {
    /// The file that it reads, as a whole or in part; `None` for an archive.
    pub(super) fn file(&self) -> Option<FileKey> {
        match &self.work {
            Work::File(entry) => {
                Some(FileKey { root: self.root.clone(), path: entry.path.clone() })
            }
            Work::Archive(_) => None,
        }
    }

    /// The files that it is known to read, with their bytes.
    pub(super) fn files(&self) -> Vec<(FileKey, u64)> {
        let key = |path: &str| FileKey { root: self.root.clone(), path: path.to_owned() };
        match &self.work {
            Work::File(entry) => vec![(key(&entry.path), unpacked(entry))],
            Work::Archive(pass) => {
                let only = pass.only.iter().flatten();
                only.map(|(path, bytes)| (key(path), *bytes)).collect()
            }
        }
    }

    /// Bytes of memory that its part of a big file will need, by estimate; none of a small one.
    pub fn need(&self) -> u64 {
        let Work::File(entry) = &self.work else { return 0 };
        let bytes = if self.part.is_some() { self.bytes } else { unpacked(entry) };
        self.share_of(need(&entry.path, bytes))
    }

    /// What remains of a need when only a part of the time is read.
    pub(super) fn share_of(&self, need: u64) -> u64 {
        let (Some(span), Some(within)) = (&self.span, &self.within) else { return need };
        share_of(need, span, within)
    }

    /// Bytes of its whole file, unpacked.
    pub(super) fn file_bytes(&self) -> u64 {
        match &self.work {
            Work::File(entry) => unpacked(entry),
            Work::Archive(_) => self.bytes,
        }
    }
}

impl Left {
    /// Bytes of memory that the part of the time `within` would need, since its start; all of it where
    /// there is no span.
    pub fn need_within(&self, within: &TimeRange) -> u64 {
        let whole = |span: &TimeRange| Ns(0)..span.end.minus(span.start);
        self.span.as_ref().map_or(self.need, |span| share_of(self.need, &whole(span), within))
    }
}

fn share_of(need: u64, span: &TimeRange, within: &TimeRange) -> u64 {
    let length = |range: &TimeRange| range.end.minus(range.start).get().max(0) as f64;
    let common = span.start.max(within.start)..span.end.min(within.end);
    let share = (length(&common) / length(span).max(1.0)).clamp(0.0, 1.0);
    (need as f64 * share) as u64
}

impl Piece {
    /// The file whose table or part it holds.
    pub(super) fn file(&self) -> Option<FileKey> {
        let file = self.rank.files.first()?;
        Some(FileKey { root: self.root.clone(), path: file.path.clone() })
    }
}

/// Whether a file is so big that it may be left.
pub(super) fn is_big(path: &str) -> bool {
    need(path, 1 << 10) > 0
}

/// Bytes of memory that a file of `bytes` will need for columns, levels of detail and answers, by
/// estimate. Opening one file alone took 31 to 39 % of a trace's bytes, real or of the bench, and 110 % of a
/// kernel table's, whose share those of memory have too, with what is only needed while columns are put together; this much stays. What a database
/// of 72 MB came to, made of a real one, was 83 % of its bytes before its levels of detail.
pub(super) fn need(path: &str, bytes: u64) -> u64 {
    match classify(path).kind {
        FileKind::Trace | FileKind::Json => bytes / 4,
        FileKind::Kernels
        | FileKind::Memory
        | FileKind::ModuleMemory
        | FileKind::OperatorMemory => bytes / 4 * 3,
        FileKind::Database(..) => bytes,
        _ => 0,
    }
}

/// Bytes of a file that is packed in so many.
pub(super) fn by_estimate(packed: u64) -> u64 {
    packed.saturating_mul(UNPACKED_PER_PACKED)
}

fn unpacked(entry: &Entry) -> u64 {
    let packed = entry.packed.unwrap_or(0);
    entry.bytes.unwrap_or_else(|| if entry.is_plain() { packed } else { by_estimate(packed) })
}
