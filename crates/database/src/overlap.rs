//! The vendor's derived lanes, where another tool left them in the database.

use crate::lanes::{Lanes, OVERLAP};
use crate::tables::Tables;
use std::ops::ControlFlow;
use stepscope_core::time::Ns;
use stepscope_core::trace_json::NewSlice;

const LANES: [&str; 4] = ["Computing", "Communication", "Communication(Not Overlapped)", "Free"];

/// Reads them.
pub(crate) fn read(tables: &mut Tables, lanes: &mut Lanes) -> ControlFlow<()> {
    tables.read("OVERLAP_ANALYSIS", &["startNs", "endNs", "type"], &["deviceId"], &mut |row| {
        let [Some(start), Some(end), Some(kind), device] = row.ints() else { return };
        let lane = usize::try_from(kind).ok().and_then(|kind| LANES.get(kind));
        let Some(lane) = lane else { return };
        let process = lanes.device(OVERLAP, device.unwrap_or(0));
        let track = lanes.track(process, kind as u64, || (*lane).to_owned());
        let name = lanes.trace.name(lane);
        lanes.trace.slice(&NewSlice::complete(track, name, Ns(start)..Ns(end), &[]));
    })
}
