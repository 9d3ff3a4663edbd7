//! `memory_record.csv`, `npu_module_mem.csv` and `operator_memory.csv` (formats.md §3.9): torch_npu prints MB,
//! msprof KB, and both say so in the header.

use super::table::{Columns, Row, Rows, Table, TakeRows, number};
use crate::ids::NameId;
use crate::model::{MemoryRecords, MemoryRow, NO_DEVICE, OperatorMemory, OperatorMemoryRow};
use crate::note::Note;
use crate::strings::Strings;
use crate::time::{Ns, ns_from_us_text};

/// Push parser of `memory_record.csv` and `npu_module_mem.csv`, which has fewer columns.
pub type MemoryRecordsParser = Table<Records>;

/// Push parser of `operator_memory.csv`.
pub type OperatorMemoryParser = Table<Blocks>;

const KB: f64 = 1024.0;
const MB: f64 = 1024.0 * 1024.0;

/// Names of the column of a device: a number, or `NPU:0`.
const DEVICE: &[&str] = &["Device Type", "Device", "Device_id"];

/// Rows of totals so far.
#[derive(Default)]
pub struct Records {
    table: MemoryRecords,
    unit: f64,
}

impl Rows for Records {
    type Output = MemoryRecords;
    const COLUMNS: Columns = &[
        &["Component"],
        &["Timestamp(us)"],
        &["Total Reserved(MB)", "Total Reserved(KB)"],
        &["Total Allocated(MB)", "Total Allocated(KB)"],
        &["Total Active(MB)", "Total Active(KB)"],
        &["Stream Ptr"],
        DEVICE,
    ];
    const REQUIRED: usize = 3;

    fn finish(self, _file: &str, _notes: &mut Vec<Note>) -> MemoryRecords {
        self.table
    }
}

impl TakeRows for Records {
    fn header(&mut self, names: &[String], _columns: &[Option<usize>]) {
        self.unit = unit_of_totals(names);
    }

    fn row(&mut self, row: &mut Row) {
        let MemoryRecords { strings, rows } = &mut self.table;
        rows.push(MemoryRow {
            component: text(row, 0, strings),
            time: time(row, 1),
            allocated: total(row, 3, self.unit),
            reserved: total(row, 2, self.unit),
            active: total(row, 4, self.unit),
            stream: text(row, 5, strings),
            device: device(row, 6),
        });
    }
}

/// Blocks so far.
#[derive(Default)]
pub struct Blocks {
    table: OperatorMemory,
    unit: f64,
}

impl Rows for Blocks {
    type Output = OperatorMemory;
    const COLUMNS: Columns = &[
        &["Size(KB)"],
        &["Allocation Time(us)"],
        &["Name"],
        &["Release Time(us)"],
        &["Active Release Time(us)"],
        &["Duration(us)"],
        &["Allocation Total Allocated(MB)", "Allocation Total Allocated(KB)"],
        &["Allocation Total Reserved(MB)", "Allocation Total Reserved(KB)"],
        &["Allocation Total Active(MB)", "Allocation Total Active(KB)"],
        &["Release Total Allocated(MB)", "Release Total Allocated(KB)"],
        &["Release Total Reserved(MB)", "Release Total Reserved(KB)"],
        &["Release Total Active(MB)", "Release Total Active(KB)"],
        &["Stream Ptr"],
        DEVICE,
    ];
    const REQUIRED: usize = 2;

    fn finish(self, _file: &str, _notes: &mut Vec<Note>) -> OperatorMemory {
        self.table
    }
}

impl TakeRows for Blocks {
    fn header(&mut self, names: &[String], _columns: &[Option<usize>]) {
        self.unit = unit_of_totals(names);
    }

    fn row(&mut self, row: &mut Row) {
        let size = (amount(row, 0) * KB).round();
        let (allocated_at, released_at) = (time(row, 1), time(row, 3));
        let mut total = |column| total(row, column, self.unit);
        let (allocation_allocated, allocation_reserved, allocation_active) =
            (total(6), total(7), total(8));
        let (release_allocated, release_reserved, release_active) =
            (total(9), total(10), total(11));
        let OperatorMemory { strings, rows } = &mut self.table;
        let name = row.text(2).map(|name| name.strip_prefix(b"cann::").unwrap_or(name));
        let block = OperatorMemoryRow {
            name: name.map_or(NameId::NONE, |name| strings.intern_lossy(name)),
            size,
            allocated_at,
            released_at,
            active_released_at: time(row, 4),
            allocation_allocated,
            allocation_reserved,
            allocation_active,
            release_allocated,
            release_reserved,
            release_active,
            stream: text(row, 12, strings),
            device: device(row, 13),
        };
        rows.push(block.concluded(time(row, 5)));
    }
}

/// Bytes that one of a file's totals counts.
fn unit_of_totals(names: &[String]) -> f64 {
    let kilo = |name: &String| name.contains("Total ") && name.ends_with("(KB)");
    if names.iter().any(kilo) { KB } else { MB }
}

fn text(row: &Row, column: usize, strings: &mut Strings) -> NameId {
    row.text(column).map_or(NameId::NONE, |text| strings.intern_lossy(text))
}

fn time(row: &mut Row, column: usize) -> Ns {
    row.value(column, ns_from_us_text).unwrap_or(Ns::MIN)
}

/// A finite number; NaN where unknown.
fn amount(row: &mut Row, column: usize) -> f64 {
    let finite = |cell: &[u8]| number(cell).filter(|number| number.is_finite());
    row.value(column, finite).unwrap_or(f64::NAN)
}

/// A total in bytes; one below zero says that only releases were seen.
fn total(row: &mut Row, column: usize, unit: f64) -> f64 {
    let bytes = (amount(row, column) * unit).round();
    if bytes < 0.0 { f64::NAN } else { bytes }
}

fn device(row: &Row, column: usize) -> u32 {
    let cell = row.text(column).unwrap_or_default();
    let digits = cell.rsplit(|&byte| byte == b':').next().unwrap_or_default();
    let number = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
    number.unwrap_or(NO_DEVICE)
}
