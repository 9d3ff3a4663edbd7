//! What the vendor worked out of collectives: `CommAnalyzer*` of `analysis.db` and `communication_analyzer.db`
//! (formats.md §5.6). Those of msprof name neither step nor kind.

use crate::tables::{Cells, Tables};
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::ControlFlow;
use stepscope_core::model::{
    Communication, CommunicationLink, CommunicationOp, CommunicationPackets, CommunicationPair,
    CommunicationPlace, bytes_of_mb, ns_of_ms,
};
use stepscope_core::time::Ns;

/// The tables.
pub(crate) const TIMES: &str = "CommAnalyzerTime";
pub(crate) const BANDWIDTHS: &str = "CommAnalyzerBandwidth";
pub(crate) const MATRIX: &str = "CommAnalyzerMatrix";

/// Columns that name an operation.
const PLACE: [&str; 2] = ["hccl_op_name", "group_name"];

/// Reads all of it; `None` where there is nothing.
pub(crate) fn read(tables: &mut Tables) -> ControlFlow<(), Option<Communication>> {
    let mut all = Communication::default();
    let mut ops: HashMap<CommunicationPlace, usize> = HashMap::new();
    let columns = [
        "step",
        "type",
        "start_timestamp",
        "elapse_time",
        "transit_time",
        "wait_time",
        "synchronization_time",
        "idle_time",
    ];
    tables.read(TIMES, &PLACE, &columns, &mut |row| {
        let Some(place) = place(row) else { return };
        ops.insert(place.clone(), all.ops.len());
        all.ops.push(CommunicationOp {
            place,
            start: row.float(4).and_then(|us| ns_of_ms(us / 1e3)),
            elapse: ms(row, 5),
            transit: ms(row, 6),
            wait: ms(row, 7),
            synchronization: ms(row, 8),
            idle: ms(row, 9),
            links: Vec::new(),
        });
    })?;
    let columns = [
        "step",
        "type",
        "transport_type",
        "transit_size",
        "transit_time",
        "large_packet_ratio",
        "package_size",
        "count",
        "total_duration",
    ];
    tables.read(BANDWIDTHS, &PLACE, &columns, &mut |row| {
        let at = place(row).and_then(|place| ops.get(&place).copied());
        let (Some(at), Some(transport)) = (at, row.text(4)) else { return };
        let links = &mut all.ops[at].links;
        // A row for each size of packets.
        let known = links.iter().position(|link| link.transport == transport);
        let known = known.unwrap_or_else(|| {
            links.push(CommunicationLink {
                transport: transport.into_owned(),
                bytes: row.float(5).map(bytes_of_mb),
                time: ms(row, 6),
                large_packets: row.float(7),
                packets: Vec::new(),
            });
            links.len() - 1
        });
        let count = row.int(9).and_then(|count| u64::try_from(count).ok()).unwrap_or(0);
        if let (Some(size), Some(time)) = (row.float(8), ms(row, 10))
            && count > 0
        {
            let packets = CommunicationPackets { bytes: bytes_of_mb(size), count, time };
            links[known].packets.push(packets);
        }
    })?;
    for op in &mut all.ops {
        op.links.retain(CommunicationLink::has_moved);
        op.links.sort_by(|a, b| a.transport.cmp(&b.transport));
        for link in &mut op.links {
            link.packets.sort_by(|a, b| a.bytes.total_cmp(&b.bytes));
        }
    }
    let columns = [
        "step",
        "type",
        "src_rank",
        "dst_rank",
        "transport_type",
        "transit_size",
        "transit_time",
        "op_name",
    ];
    tables.read(MATRIX, &PLACE, &columns, &mut |row| {
        let rank = |at| row.int(at).and_then(|rank| u32::try_from(rank).ok());
        let (Some(place), Some(from), Some(to)) = (place(row), rank(4), rank(5)) else { return };
        all.pairs.push(CommunicationPair {
            place,
            from,
            to,
            transport: row.text(6).unwrap_or_default().into_owned(),
            bytes: row.float(7).map(bytes_of_mb),
            time: ms(row, 8),
            op: row.text(9).map(Cow::into_owned),
        });
    })?;
    ControlFlow::Continue((!all.is_empty()).then_some(all))
}

/// The operation of a row; `None` for sums of others.
fn place(row: &Cells) -> Option<CommunicationPlace> {
    let (name, group) = (row.text(0)?, row.text(1).unwrap_or_default());
    let (step, kind) = (row.text(2), row.text(3));
    let is_sum = name.starts_with("Total");
    (!is_sum).then(|| CommunicationPlace::of(step.as_deref(), kind.as_deref(), &group, &name))
}

fn ms(row: &Cells, at: usize) -> Option<Ns> {
    row.float(at).and_then(ns_of_ms)
}
