//! Limits against hostile input. Hitting one is a note that names the entry and the limit.

use crate::note::Cause;
use serde::{Deserialize, Serialize};

/// What an input may ask for at most; the user can raise each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Entries of one archive. The largest real captures (a thousand ranks with raw data) stay below
    /// 300 000 files; a million listed entries take some 150 MB.
    pub entries: u64,
    /// Bytes unpacked from one archive. Vendor tools stop at 10 GB a trace, so this is several of them.
    pub unpacked: u64,
    /// Unpacked bytes per packed byte, beyond [`Limits::free_bytes`]. Profiling text packs 8 to 40
    /// times; deflate reaches 1032 on zeros.
    pub ratio: u64,
    /// Unpacked bytes of an entry to which the ratio does not apply, so that a small file of blanks
    /// is no bomb.
    pub free_bytes: u64,
    /// Bytes of what has to be held in memory whole: a database in an archive, which is read at any place (one that
    /// lies in a folder is not held), and what is packed in itself in a packed tar.
    pub held: u64,
    /// Bytes of a path: `PATH_MAX` on Linux.
    pub path_bytes: usize,
    /// Folders above a file. Vendor tools walk five levels below what they are given.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            entries: 1_000_000,
            unpacked: 64 << 30,
            ratio: 200,
            free_bytes: 64 << 20,
            held: 1 << 30,
            path_bytes: 4096,
            depth: 64,
        }
    }
}

impl Limits {
    /// So many times what is the default.
    #[must_use]
    pub fn raised(times: u32) -> Limits {
        let Limits { entries, unpacked, ratio, free_bytes, held, path_bytes, depth } =
            Limits::default();
        let times = u64::from(times.max(1));
        let raised = |limit: u64| limit.saturating_mul(times);
        let few = |limit: usize| limit.saturating_mul(usize::try_from(times).unwrap_or(usize::MAX));
        Limits {
            entries: raised(entries),
            unpacked: raised(unpacked),
            ratio: raised(ratio),
            free_bytes: raised(free_bytes),
            held: raised(held),
            path_bytes: few(path_bytes),
            depth: few(depth),
        }
    }

    /// How many bytes may come out of `packed` ones.
    pub fn most(&self, packed: u64) -> u64 {
        packed.saturating_mul(self.ratio).saturating_add(self.free_bytes).min(self.unpacked)
    }

    /// Which limit stops `packed` bytes of which more would come out, and its value.
    pub(super) fn exceeded(&self, packed: u64) -> (Cause, u64) {
        if self.most(packed) == self.unpacked {
            (Cause::UnpackedBytes, self.unpacked)
        } else {
            (Cause::Ratio, self.ratio)
        }
    }
}
