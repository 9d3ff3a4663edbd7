//! A database of one rank → its tables.

use crate::communication::Communication;
use crate::flows::{End, Links};
use crate::host::Steps;
use crate::kernels::{Collective, KernelTable};
use crate::lanes::{Lanes, split};
use crate::open::Database;
use crate::tables::Tables;
use crate::texts::Texts;
use crate::{analysed, counters, device, host, memory, overlap, vendor};
use std::ops::ControlFlow;
use std::sync::Arc;
use stepscope_core::model::Rank;
use stepscope_core::note::{Cause, Note, NoteKind};
use stepscope_core::source::Source;

/// Tables of which a profiler's database has at least one.
const KNOWN: &[&str] =
    &["TASK", "CANN_API", "PYTORCH_API", "COMMUNICATION_OP", "COMPUTE_TASK_INFO"];

/// Those of its analysis.
const ANALYSED: &[&str] = &[
    vendor::STEPS,
    vendor::CLUSTER_STEPS,
    analysed::TIMES,
    analysed::BANDWIDTHS,
    analysed::MATRIX,
];

/// Tables without which times or names of device tasks are missing. All others may lack where nothing of
/// their kind was recorded.
const EXPECTED: &[&str] = &["STRING_IDS", "TASK", "COMPUTE_TASK_INFO"];

/// Reads a database of the Ascend profilers: a rank's, or the vendor's analysis of it. `advance` is called now
/// and then, and says when to stop.
///
/// Whatever is wrong is in the notes of the rank; where nothing could be read, nothing else is in it.
pub fn read(
    path: &str,
    file: Source,
    advance: &mut dyn FnMut() -> ControlFlow<()>,
) -> ControlFlow<(), Rank> {
    let database = match Database::open(path, file) {
        Ok(database) => database,
        Err(note) => return ControlFlow::Continue(Rank { notes: vec![note], ..Rank::default() }),
    };
    let mut tables = Tables::of(path, &database, advance);
    let mut rank = Rank::default();
    if KNOWN.iter().chain(ANALYSED).any(|table| tables.has(table)) {
        rank = read_tables(path, &mut tables)?;
    } else if !tables.is_broken() && !database.is_cut {
        let note = Note::new(NoteKind::WrongKind, path, "").because(Cause::NoProfilerTables);
        rank.notes.push(note);
    }
    rank.notes.append(&mut tables.into_notes());
    ControlFlow::Continue(rank)
}

fn read_tables(path: &str, tables: &mut Tables) -> ControlFlow<(), Rank> {
    let mut rank = Rank {
        step_trace: vendor::read_steps(tables)?,
        communication: analysed::read(tables)?,
        ..Rank::default()
    };
    if KNOWN.iter().all(|table| !tables.has(table)) {
        return ControlFlow::Continue(rank);
    }
    for table in EXPECTED {
        if !tables.has(table) {
            tables.odd(NoteKind::MissingTable, table);
        }
    }
    rank.metadata = vendor::read_metadata(tables)?;
    rank.host = vendor::read_host(tables)?;

    let texts = Texts::read(tables)?;
    let os_pid = os_pid(tables)?;
    let mut lanes = Lanes::new(path, os_pid);
    let mut links = Links::default();
    let steps = Steps::read(tables)?;
    host::read_cann(tables, &texts, &mut lanes, &mut links)?;
    let mut kernels = KernelTable::read(tables, &texts)?;
    let mut communication = Communication::read(tables)?;
    let target = device::Target {
        texts: &texts,
        lanes: &mut lanes,
        links: &mut links,
        kernels: &mut kernels,
        communication: &mut communication,
        steps: &steps,
    };
    let device = device::read(tables, target)?.unwrap_or(0);
    let mut untimed = 0;
    communication.read_ops(tables, &mut lanes, &texts, device, &mut |op| {
        let Some(op) = op else {
            untimed += 1;
            return;
        };
        let step = steps.of_connection(op.connection, &links);
        let (name, kind, start, end) = (op.name, op.kind, op.start, op.end);
        kernels.collective(&Collective { name, kind, start, end, step });
        let end = |connection| (End { connection, track: op.track, start }, true);
        links.device.extend(op.connection.map(end));
    })?;
    for _ in 0..untimed {
        tables.odd(NoteKind::IncompleteEvent, "COMMUNICATION_OP");
    }
    host::read_framework(tables, &texts, &mut lanes, &mut links, &steps)?;
    host::read_marks(tables, &texts, &mut lanes, &mut links)?;
    host::read_collector(tables, &mut lanes)?;
    overlap::read(tables, &mut lanes)?;
    counters::read(tables, &texts, &mut lanes)?;
    memory::read(tables, &texts, &mut rank)?;
    links.write(&mut lanes.trace);

    rank.kernels = kernels.finish(tables, &texts)?.map(Arc::new);
    let (trace, mut notes) = lanes.trace.finish();
    rank.trace = trace.map(Arc::new);
    rank.notes.append(&mut notes);
    ControlFlow::Continue(rank)
}

/// The process that was recorded; 0 where no row tells.
fn os_pid(tables: &mut Tables) -> ControlFlow<(), u64> {
    let mut pid = None;
    for (table, column, is_thread) in [
        ("PYTORCH_API", "globalTid", true),
        ("CANN_API", "globalTid", true),
        ("TASK", "globalPid", false),
    ] {
        if pid.is_none() && tables.has_column(table, column) {
            let value = tables.first(table, column)?;
            pid = value.map(|value| if is_thread { split(value).0 } else { split(value << 32).0 });
        }
    }
    ControlFlow::Continue(pid.unwrap_or(0))
}
