//! `info.json.{device}` and `start_info.{device}` of msprof (formats.md §1.3): JSON whose values are mostly text.

use super::Small;
use super::profiler_info::{integer, words};
use crate::model::{ProfilerInfo, Rank};
use crate::note::Note;
use crate::time::Ns;

/// Reads a collected `info.json.{device}`: the rank, where it has a number, and the host.
pub fn device_info(small: Small) -> (Rank, Vec<Note>) {
    let (text, value, notes) = small.finish();
    let Some(value) = value else { return (Rank::default(), notes) };
    let rank = integer(&value["rank_id"]).and_then(|rank| u32::try_from(rank).ok());
    let host = words(&value["hostname"]).pop();
    let info = ProfilerInfo { rank, text, ..ProfilerInfo::default() };
    (Rank { profiler_info: Some(info), host, ..Rank::default() }, notes)
}

/// Reads a collected `start_info.{device}`: when the machine's monotonic clock was zero.
pub fn start_info(small: Small) -> (Rank, Vec<Note>) {
    let (_, value, notes) = small.finish();
    let at_start = value.and_then(|value| {
        let begin = integer(&value["collectionTimeBegin"])?.checked_mul(1_000)?;
        begin.checked_sub(integer(&value["clockMonotonicRaw"])?)
    });
    (Rank { clock_zero: at_start.map(Ns), ..Rank::default() }, notes)
}
