//! A capture: the ranks that were profiled together.

use super::{Rank, Trace};
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
    /// Which tool wrote it.
    pub kind: CaptureKind,
    /// Ranks, by (rank number, folder).
    pub ranks: Vec<Rank>,
    /// Ranks without any table as yet: their files wait for a loader, or were left.
    pub unread: Vec<Rank>,
    /// What was odd about the capture as a whole, ordered.
    pub notes: Vec<Note>,
}

impl Capture {
    /// Names the content, the same in any container: made of the ranks, their profiler info, event
    /// counts and first and last time. Sixteen hexadecimal digits; in links.
    pub fn content_key(&self) -> String {
        let mut hash = Fnv::default();
        for rank in &self.ranks {
            let span = rank.trace.as_deref().and_then(Trace::span);
            let counts = rank.trace.as_deref().map(|trace| trace.counts);
            let kernels = rank.kernels.as_deref().map(|kernels| kernels.rows.len());
            let info = rank.profiler_info.as_ref().map(|info| info.text.as_str());
            hash.add(&format!("{:?}|{span:?}|{counts:?}|{kernels:?}|{info:?};", rank.rank));
        }
        format!("{:016x}", hash.0)
    }
}

/// FNV-1a, 64 bits: defined in two lines, so keys in old links stay what they are.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xCBF2_9CE4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, text: &str) {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_follows_the_content_and_not_the_name() {
        let of = |name: &str, rank| {
            let ranks = vec![Rank { rank, ..Rank::default() }];
            Capture {
                name: name.to_owned(),
                place: name.to_owned(),
                kind: CaptureKind::TorchNpu,
                ranks,
                unread: vec![],
                notes: vec![],
            }
        };
        assert_eq!(of("a", Some(1)).content_key(), of("b", Some(1)).content_key());
        assert_ne!(of("a", Some(1)).content_key(), of("a", Some(2)).content_key());
    }
}
