//! Memory (formats.md §5.3): totals by component and module, and blocks by operator.

use crate::enums::{Enum, Names};
use crate::tables::{Cells, Tables};
use crate::texts::Texts;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use stepscope_core::ids::NameId;
use stepscope_core::model::{
    MemoryRecords, MemoryRow, NO_DEVICE, OperatorMemory, OperatorMemoryRow, Rank,
};
use stepscope_core::strings::Strings;
use stepscope_core::time::Ns;

/// Reads all of it into a rank.
pub(crate) fn read(tables: &mut Tables, texts: &Texts, rank: &mut Rank) -> ControlFlow<()> {
    let records = read_records(tables, texts)?;
    rank.memory = (!records.rows.is_empty()).then(|| Arc::new(records));
    let modules = read_modules(tables)?;
    rank.module_memory = (!modules.rows.is_empty()).then(|| Arc::new(modules));
    let mut blocks = OperatorMemory::default();
    if tables.has("OP_MEMORY") {
        read_blocks(tables, texts, &mut blocks)?;
    } else {
        pair_blocks(tables, texts, &mut blocks)?;
    }
    rank.operator_memory = (!blocks.rows.is_empty()).then(|| Arc::new(blocks));
    ControlFlow::Continue(())
}

/// A total in bytes; one below zero says that only releases were seen.
fn bytes(row: &Cells, at: usize) -> f64 {
    row.float(at).filter(|bytes| *bytes >= 0.0).unwrap_or(f64::NAN)
}

fn time(row: &Cells, at: usize) -> Ns {
    row.int(at).map_or(Ns::MIN, Ns)
}

fn device(row: &Cells, at: usize) -> u32 {
    row.int(at).and_then(|device| u32::try_from(device).ok()).unwrap_or(NO_DEVICE)
}

/// A pointer, which is a number as text.
fn pointer(row: &Cells, at: usize, strings: &mut Strings) -> NameId {
    row.text(at).map_or(NameId::NONE, |text| strings.intern(&text))
}

fn named(text: Option<&str>, strings: &mut Strings) -> NameId {
    text.map_or(NameId::NONE, |text| strings.intern(text))
}

/// The rows of `memory_record.csv`: what the framework says of itself, else what CANN does, and the process.
fn read_records(tables: &mut Tables, texts: &Texts) -> ControlFlow<(), MemoryRecords> {
    let mut table = MemoryRecords::default();
    let MemoryRecords { strings, rows } = &mut table;
    // Databases of torch_npu hold what text has as `APP` in the table of the counter only.
    let kinds = Names::read(tables, Enum::Memory)?;
    tables.read("NPU_MEM", &["type", "timestampNs"], &["ddr", "hbm", "deviceId"], &mut |row| {
        let kind = row.int(0);
        if kinds.get(kind).or_else(|| texts.get(kind)) != Some("app") {
            return;
        }
        let reserved = [bytes(row, 2), bytes(row, 3)].into_iter().filter(|bytes| !bytes.is_nan());
        rows.push(MemoryRow {
            component: strings.intern("APP"),
            time: time(row, 1),
            allocated: f64::NAN,
            reserved: reserved.reduce(|ddr, hbm| ddr + hbm).unwrap_or(f64::NAN),
            active: f64::NAN,
            stream: NameId::NONE,
            device: device(row, 4),
        });
    })?;
    let of_framework = tables.has("MEMORY_RECORD");
    let (name, columns) = if of_framework {
        let columns = [
            "timestamp",
            "totalAllocated",
            "totalReserved",
            "deviceId",
            "totalActive",
            "streamPtr",
        ];
        ("MEMORY_RECORD", columns)
    } else {
        let columns = [
            "timestampNs",
            "totalAllocate",
            "totalReserve",
            "deviceId",
            "totalActive",
            "streamPtr",
        ];
        ("NPU_OP_MEM", columns)
    };
    tables.read(name, &["component", columns[0]], &columns[1..], &mut |row| {
        rows.push(MemoryRow {
            component: named(texts.get(row.int(0)), strings),
            time: time(row, 1),
            allocated: bytes(row, 2),
            reserved: bytes(row, 3),
            active: bytes(row, 5),
            stream: pointer(row, 6, strings),
            device: device(row, 4),
        });
    })?;
    ControlFlow::Continue(table)
}

/// The rows of `npu_module_mem.csv`.
fn read_modules(tables: &mut Tables) -> ControlFlow<(), MemoryRecords> {
    let mut table = MemoryRecords::default();
    let MemoryRecords { strings, rows } = &mut table;
    let modules = Names::read(tables, Enum::Module)?;
    let columns = ["totalReserved", "deviceId"];
    tables.read("NPU_MODULE_MEM", &["moduleId", "timestampNs"], &columns, &mut |row| {
        rows.push(MemoryRow {
            component: match modules.get(row.int(0)) {
                Some(module) => strings.intern(module),
                // A number tells two modules apart, if not which they are.
                None => pointer(row, 0, strings),
            },
            time: time(row, 1),
            allocated: f64::NAN,
            reserved: bytes(row, 2),
            active: f64::NAN,
            stream: NameId::NONE,
            device: device(row, 3),
        });
    })?;
    ControlFlow::Continue(table)
}

/// The rows of `operator_memory.csv`.
fn read_blocks(tables: &mut Tables, texts: &Texts, table: &mut OperatorMemory) -> ControlFlow<()> {
    let OperatorMemory { strings, rows } = table;
    let columns = [
        "allocationTime",
        "releaseTime",
        "activeReleaseTime",
        "duration",
        "allocationTotalAllocated",
        "allocationTotalReserved",
        "allocationTotalActive",
        "releaseTotalAllocated",
        "releaseTotalReserved",
        "releaseTotalActive",
        "streamPtr",
        "deviceId",
    ];
    tables.read("OP_MEMORY", &["name", "size"], &columns, &mut |row| {
        let block = OperatorMemoryRow {
            name: named(texts.get(row.int(0)), strings),
            size: row.float(1).unwrap_or(f64::NAN),
            allocated_at: time(row, 2),
            released_at: time(row, 3),
            active_released_at: time(row, 4),
            allocation_allocated: bytes(row, 6),
            allocation_reserved: bytes(row, 7),
            allocation_active: bytes(row, 8),
            release_allocated: bytes(row, 9),
            release_reserved: bytes(row, 10),
            release_active: bytes(row, 11),
            stream: pointer(row, 12, strings),
            device: device(row, 13),
        };
        rows.push(block.concluded(time(row, 5)));
    })
}

/// Allocations and releases of CANN, an event each, as blocks by their addresses.
fn pair_blocks(tables: &mut Tables, texts: &Texts, table: &mut OperatorMemory) -> ControlFlow<()> {
    let OperatorMemory { strings, rows } = table;
    let kinds = Names::read(tables, Enum::Memory)?;
    let mut events = Vec::new();
    let columns = ["operatorName", "totalAllocate", "totalReserve", "deviceId"];
    tables.read("NPU_OP_MEM", &["timestampNs", "addr", "type", "size"], &columns, &mut |row| {
        let kind = row.int(2);
        let is_release = kinds.get(kind).or_else(|| texts.get(kind)) == Some("release");
        let totals = [bytes(row, 5), bytes(row, 6)];
        let place = (device(row, 7), row.int(1));
        let name = named(texts.get(row.int(4)), strings);
        let size = row.float(3).map_or(f64::NAN, f64::abs);
        events.push((time(row, 0), is_release, place, name, size, totals));
    })?;
    // Rows are nearly in the order of time.
    events.sort_by_key(|event| event.0);
    let mut open: HashMap<(u32, Option<i64>), usize> = HashMap::new();
    for (time, is_release, place, name, size, [allocated, reserved]) in events {
        if is_release && let Some(at) = open.remove(&place) {
            rows.released_at[at] = time;
            rows.release_allocated[at] = allocated;
            rows.release_reserved[at] = reserved;
            continue;
        }
        let known = |is_known: bool, bytes| if is_known { bytes } else { f64::NAN };
        if !is_release {
            open.insert(place, rows.len());
        }
        rows.push(OperatorMemoryRow {
            name,
            size,
            allocated_at: if is_release { Ns::MIN } else { time },
            released_at: if is_release { time } else { Ns::MIN },
            active_released_at: Ns::MIN,
            allocation_allocated: known(!is_release, allocated),
            allocation_reserved: known(!is_release, reserved),
            allocation_active: f64::NAN,
            release_allocated: known(is_release, allocated),
            release_reserved: known(is_release, reserved),
            release_active: f64::NAN,
            stream: NameId::NONE,
            device: place.0,
        });
    }
    ControlFlow::Continue(())
}
