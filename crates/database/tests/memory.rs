//! Tables of memory: those of real databases against SQL, and a text export against the same rows as a database.

mod common;

use common::{changed, folder, number, open, open_one, real};
use rusqlite::Connection;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use stepscope_core::model::{MemoryRecords, NO_DEVICE, OperatorMemory, Rank};
use stepscope_core::time::Ns;

/// Of a column, the largest value by component.
fn peaks(table: &MemoryRecords, values: &[f64]) -> BTreeMap<String, i64> {
    let mut peaks = BTreeMap::new();
    for (name, value) in table.rows.component.iter().zip(values) {
        if !value.is_nan() {
            let peak = peaks.entry(table.strings.get(*name).to_owned()).or_insert(0);
            *peak = (*peak).max(*value as i64);
        }
    }
    peaks
}

fn peaks_by(sql: &Connection, query: &str) -> BTreeMap<String, i64> {
    let mut statement = sql.prepare(query).unwrap();
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.map(Result::unwrap).collect()
}

#[test]
fn real_tables_are_those_that_sql_reads() {
    for real in real() {
        let loaded = open_one(real.bytes());
        let rank = &loaded.captures[0].ranks[0];
        let sql = real.sql();
        let count = |table: &str| number(&sql, &format!("SELECT count(*) FROM {table}")) as usize;
        let memory = rank.memory.as_deref().unwrap();
        // The process is in a table of its own, beside the device.
        assert_eq!(memory.rows.len(), count("MEMORY_RECORD") + count("NPU_MEM") / 2);
        let by = "FROM MEMORY_RECORD JOIN STRING_IDS ON id = component GROUP BY value";
        for (own, column) in [
            (&memory.rows.allocated, "totalAllocated"),
            (&memory.rows.reserved, "totalReserved"),
            (&memory.rows.active, "totalActive"),
        ] {
            let mut own = peaks(memory, own);
            let app = own.remove("APP");
            let query = format!("SELECT value, max({column}) {by} HAVING max({column}) NOT NULL");
            assert_eq!(own, peaks_by(&sql, &query));
            let query = "SELECT max(ddr + hbm) FROM NPU_MEM JOIN STRING_IDS ON id = type WHERE value = 'app'";
            assert_eq!(app, (column == "totalReserved").then(|| number(&sql, query)));
        }
        let modules = rank.module_memory.as_deref().unwrap();
        assert_eq!(modules.rows.len(), count("NPU_MODULE_MEM"));
        let query = "SELECT name, max(totalReserved) FROM NPU_MODULE_MEM JOIN ENUM_MODULE ON id = moduleId GROUP BY name";
        assert_eq!(peaks(modules, &modules.rows.reserved), peaks_by(&sql, query));
        let blocks = rank.operator_memory.as_deref().unwrap();
        assert_eq!(blocks.rows.len(), count("OP_MEMORY"));
        let sum: f64 = blocks.rows.size.iter().sum();
        assert_eq!(sum as i64, number(&sql, "SELECT sum(size) FROM OP_MEMORY"));
        let unreleased = blocks.rows.released_at.iter().filter(|time| **time == Ns::MIN).count();
        let query = "SELECT count(*) FROM OP_MEMORY WHERE releaseTime IS NULL";
        assert_eq!(unreleased as i64, number(&sql, query));
    }
}

/// Rows as text, in their order.
fn told(rank: &Rank) -> Vec<String> {
    let records = |table: &MemoryRecords| {
        let MemoryRecords { strings, rows } = table;
        let row = |at| {
            let row = rows.row(at);
            let texts = (strings.get(row.component), strings.get(row.stream));
            format!(
                "{texts:?} {:?} {} {} {} {}",
                row.time, row.allocated, row.reserved, row.active, row.device
            )
        };
        (0..rows.len()).map(row).collect::<Vec<_>>()
    };
    let OperatorMemory { strings, rows } = rank.operator_memory.as_deref().unwrap();
    let blocks = (0..rows.len()).map(|at| {
        let row = rows.row(at);
        let texts = (strings.get(row.name), strings.get(row.stream));
        let times = (row.allocated_at, row.released_at, row.active_released_at);
        let then = (row.allocation_allocated, row.allocation_reserved, row.allocation_active);
        let last = (row.release_allocated, row.release_reserved, row.release_active);
        format!("{texts:?} {} {times:?} {then:?} {last:?} {}", row.size, row.device)
    });
    let totals = [&rank.memory, &rank.module_memory].into_iter();
    totals.flat_map(|table| records(table.as_deref().unwrap())).chain(blocks).collect()
}

/// Cells of a text export by the names of their columns; its tables of memory quote none.
fn cells(bytes: &[u8]) -> Vec<BTreeMap<&str, &str>> {
    let mut lines = std::str::from_utf8(bytes).unwrap().lines();
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    lines.map(|line| names.iter().copied().zip(line.split(',').map(str::trim)).collect()).collect()
}

/// A time in nanoseconds, or NULL.
fn ns(cell: &str) -> String {
    if cell.is_empty() { "NULL".into() } else { cell.replace('.', "") }
}

/// Bytes of what counts so many, or NULL.
fn bytes(cell: &str, unit: f64) -> String {
    cell.parse().map_or("NULL".into(), |number: f64| (number * unit).to_string())
}

#[test]
fn text_and_database_of_the_same_rows_are_the_same() {
    let Some(root) = stepscope_fixtures::real::captures() else { return };
    const MB: f64 = 1_048_576.0;
    for rank in 0..2 {
        let of_rank = root.join(format!("torch_npu/text/level1/rank{rank}_ascend_pt"));
        let files = folder(&of_rank);
        let file = |name: &str| {
            let path = format!("ASCEND_PROFILER_OUTPUT/{name}");
            &files.iter().find(|(own, _)| *own == path).unwrap().1
        };
        let mut sql = String::from(
            "CREATE TABLE STRING_IDS (id, value);
             CREATE TABLE TASK (startNs); CREATE TABLE COMPUTE_TASK_INFO (name);
             CREATE TABLE NPU_MEM (type, ddr, hbm, timestampNs, deviceId);
             CREATE TABLE MEMORY_RECORD (component, timestamp, totalAllocated, totalReserved, totalActive, streamPtr, deviceId);
             CREATE TABLE OP_MEMORY (name, size, allocationTime, releaseTime, activeReleaseTime, duration, activeDuration, allocationTotalAllocated, allocationTotalReserved, allocationTotalActive, releaseTotalAllocated, releaseTotalReserved, releaseTotalActive, streamPtr, deviceId);
             CREATE TABLE ENUM_MODULE (id, name);
             CREATE TABLE NPU_MODULE_MEM (moduleId, timestampNs, totalReserved, deviceId);
             BEGIN; INSERT INTO STRING_IDS VALUES (1, 'app');",
        );
        let mut ids: BTreeMap<String, usize> = BTreeMap::new();
        let mut id = |sql: &mut String, table: &str, text: &str| {
            let next = ids.len() + 2;
            let known = ids.entry(format!("{table} {text}")).or_insert(next);
            if *known == next {
                write!(sql, "INSERT INTO {table} VALUES ({next}, '{text}');").unwrap();
            }
            *known
        };
        let device = |cell: &str| cell.trim_start_matches("NPU:").to_owned();
        let pointer = |cell: &str| if cell.is_empty() { "NULL".into() } else { cell.to_owned() };
        for row in cells(file("memory_record.csv")) {
            let (time, reserved) = (ns(row["Timestamp(us)"]), bytes(row["Total Reserved(MB)"], MB));
            let device = device(row["Device Type"]);
            if row["Component"] == "APP" {
                write!(sql, "INSERT INTO NPU_MEM VALUES (1, 0, {reserved}, {time}, {device});")
                    .unwrap();
                continue;
            }
            let component = id(&mut sql, "STRING_IDS", row["Component"]);
            let (allocated, active) =
                (bytes(row["Total Allocated(MB)"], MB), bytes(row["Total Active(MB)"], MB));
            let stream = pointer(row["Stream Ptr"]);
            write!(sql, "INSERT INTO MEMORY_RECORD VALUES ({component}, {time}, {allocated}, {reserved}, {active}, {stream}, {device});").unwrap();
        }
        for row in cells(file("npu_module_mem.csv")) {
            let module = id(&mut sql, "ENUM_MODULE", row["Component"]);
            let (time, reserved) = (ns(row["Timestamp(us)"]), bytes(row["Total Reserved(MB)"], MB));
            let device = device(row["Device"]);
            write!(
                sql,
                "INSERT INTO NPU_MODULE_MEM VALUES ({module}, {time}, {reserved}, {device});"
            )
            .unwrap();
        }
        for row in cells(file("operator_memory.csv")) {
            let name = id(&mut sql, "STRING_IDS", row["Name"].trim_start_matches("cann::"));
            let size = bytes(row["Size(KB)"], 1024.0);
            write!(sql, "INSERT INTO OP_MEMORY VALUES ({name}, {size}").unwrap();
            for column in ["Allocation Time(us)", "Release Time(us)", "Active Release Time(us)"] {
                write!(sql, ", {}", ns(row[column])).unwrap();
            }
            sql += ", NULL, NULL";
            for at in ["Allocation", "Release"] {
                for what in ["Allocated", "Reserved", "Active"] {
                    let column = format!("{at} Total {what}(MB)");
                    write!(sql, ", {}", bytes(row[column.as_str()], MB)).unwrap();
                }
            }
            let (stream, device) = (pointer(row["Stream Ptr"]), device(row["Device Type"]));
            write!(sql, ", {stream}, {device});").unwrap();
        }
        sql += "COMMIT;";
        let text: Vec<_> = files
            .iter()
            .map(|(path, bytes)| (format!("r_ascend_pt/{path}"), bytes.clone()))
            .collect();
        let text = open(&text);
        let database = open_one(changed(&[], &sql));
        let text = told(&text.captures[0].ranks[0]);
        let database = told(&database.captures[0].ranks[0]);
        assert!(text.len() > 2_000);
        for (text, database) in text.iter().zip(&database) {
            assert_eq!(text, database);
        }
        assert_eq!(text.len(), database.len());
    }
}

#[test]
fn what_cann_alone_recorded_becomes_totals_and_blocks() {
    let sql = "CREATE TABLE TASK (startNs); CREATE TABLE COMPUTE_TASK_INFO (name);
        CREATE TABLE STRING_IDS (id, value); CREATE TABLE ENUM_MEMORY (id, name);
        INSERT INTO STRING_IDS VALUES (1, 'GE'), (2, 'MatMul'), (3, 'Add');
        INSERT INTO ENUM_MEMORY VALUES (5, 'allocate'), (6, 'release');
        CREATE TABLE NPU_OP_MEM (operatorName, addr, type, size, timestampNs, globalTid, totalAllocate, totalReserve, component, deviceId);
        INSERT INTO NPU_OP_MEM VALUES (3, 90, 6, 64, 5, 0, 0, 1000, 1, 0);
        INSERT INTO NPU_OP_MEM VALUES (3, 70, 6, 512, 20, 0, 0, 1000, 1, 0);
        INSERT INTO NPU_OP_MEM VALUES (2, 70, 5, 512, 10, 0, 512, 1000, 1, 0);
        INSERT INTO NPU_OP_MEM VALUES (2, 70, 5, 256, 30, 0, 256, 'many', 1, NULL);";
    let loaded = open_one(changed(&[], sql));
    let rank = &loaded.captures[0].ranks[0];
    let memory = rank.memory.as_deref().unwrap();
    assert_eq!(memory.rows.time, [5, 20, 10, 30].map(Ns));
    assert_eq!(peaks(memory, &memory.rows.allocated), [("GE".to_owned(), 512)].into());
    assert!(memory.rows.reserved[3].is_nan());
    assert_eq!(memory.rows.device, [0, 0, 0, NO_DEVICE]);
    let OperatorMemory { strings, rows } = rank.operator_memory.as_deref().unwrap();
    let names: Vec<_> = rows.name.iter().map(|name| strings.get(*name)).collect();
    // Allocated before the window; whole, in spite of the order of rows; still there at the end.
    assert_eq!(names, ["Add", "MatMul", "MatMul"]);
    assert_eq!(rows.size, [64.0, 512.0, 256.0]);
    assert_eq!(rows.allocated_at, [Ns::MIN, Ns(10), Ns(30)]);
    assert_eq!(rows.released_at, [Ns(5), Ns(20), Ns::MIN]);
    assert!(rows.allocation_allocated[0].is_nan());
    assert_eq!((rows.release_allocated[1], rows.release_reserved[1]), (0.0, 1000.0));
    assert!(rank.module_memory.is_none());
}
