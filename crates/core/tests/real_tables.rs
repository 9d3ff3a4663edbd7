//! Memory and communication of the real captures, compared with plain readings of the same files.

mod common;

use common::{as_folder, block, folder};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use stepscope_core::load::{Options, load};
use stepscope_core::model::{CommunicationOp, MemoryRecords, Rank};
use stepscope_core::strings::Strings;
use stepscope_core::time::Ns;

/// Every real rank in text, with the folder of its files.
fn each(test: impl Fn(&Rank, &Path)) {
    let Some(root) = stepscope_fixtures::real::captures() else { return };
    let text = root.join("torch_npu/text");
    let loaded = load(&as_folder(&folder(&text)), &Options::default(), &mut ());
    let mut ranks = 0;
    for capture in &loaded.captures {
        for rank in &capture.ranks {
            let of_rank: PathBuf = text.join(&capture.name).join(&rank.folder);
            test(rank, &of_rank.join("ASCEND_PROFILER_OUTPUT"));
            ranks += 1;
        }
    }
    assert_eq!(ranks, 4);
}

/// Rows of a file of the real captures, which quotes no cell of these tables, by the names of its columns.
fn rows(path: &Path) -> Vec<BTreeMap<String, String>> {
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines().map(|line| line.split(',').map(|cell| cell.trim().to_owned()));
    let names: Vec<String> = lines.next().unwrap().collect();
    lines.map(|cells| names.iter().cloned().zip(cells).collect()).collect()
}

/// Bytes that a cell in MB or KB says.
fn bytes(cell: &str, unit: f64) -> Option<f64> {
    cell.parse::<f64>().ok().map(|number| number * unit)
}

const MB: f64 = 1_048_576.0;

/// Largest value by component.
fn peaks<'a>(rows: impl Iterator<Item = (&'a str, Option<f64>)>) -> BTreeMap<String, f64> {
    let mut peaks = BTreeMap::new();
    for (component, value) in rows {
        if let Some(value) = value {
            let peak = peaks.entry(component.to_owned()).or_insert(value);
            *peak = value.max(*peak);
        }
    }
    peaks
}

fn own_peaks(table: &MemoryRecords, values: &[f64]) -> BTreeMap<String, f64> {
    let rows = table.rows.component.iter().zip(values);
    peaks(rows.map(|(name, &value)| {
        (table.strings.get(*name), Some(value).filter(|value| !value.is_nan()))
    }))
}

#[test]
fn totals_of_memory_are_the_file_s() {
    each(|rank, files| {
        for (table, name) in
            [(&rank.memory, "memory_record.csv"), (&rank.module_memory, "npu_module_mem.csv")]
        {
            let table = table.as_deref().unwrap();
            let rows = rows(&files.join(name));
            assert_eq!(table.rows.len(), rows.len());
            for (own, column) in [
                (&table.rows.allocated, "Total Allocated(MB)"),
                (&table.rows.reserved, "Total Reserved(MB)"),
                (&table.rows.active, "Total Active(MB)"),
            ] {
                let value = |row: &BTreeMap<String, String>| bytes(row.get(column)?, MB);
                let plain = peaks(rows.iter().map(|row| (row["Component"].as_str(), value(row))));
                assert_eq!(own_peaks(table, own), plain, "{name} {column}");
            }
            for (at, row) in rows.iter().enumerate() {
                let digits = row["Timestamp(us)"].replace('.', "");
                assert_eq!(table.rows.time[at], Ns(digits.parse().unwrap()));
                assert_eq!(table.rows.device[at], if rank.rank == Some(1) { 1 } else { 0 });
            }
        }
        // What the process holds was there before the window, and is the most of all.
        let memory = rank.memory.as_deref().unwrap();
        let reserved = own_peaks(memory, &memory.rows.reserved);
        assert_eq!(reserved.keys().collect::<Vec<_>>(), ["APP", "GE", "PTA", "PTA+GE"]);
        assert!(reserved["APP"] > reserved["PTA+GE"]);
    });
}

#[test]
fn blocks_of_memory_are_the_file_s() {
    each(|rank, files| {
        let table = rank.operator_memory.as_deref().unwrap();
        let rows = rows(&files.join("operator_memory.csv"));
        assert_eq!(table.rows.len(), rows.len());
        let plain = |column: &str, unit| -> f64 {
            rows.iter().filter_map(|row| bytes(&row[column], unit)).sum()
        };
        let own = |values: &[f64]| -> f64 { values.iter().filter(|value| !value.is_nan()).sum() };
        assert_eq!(own(&table.rows.size), plain("Size(KB)", 1024.0));
        assert_eq!(
            own(&table.rows.allocation_allocated),
            plain("Allocation Total Allocated(MB)", MB)
        );
        assert_eq!(own(&table.rows.release_reserved), plain("Release Total Reserved(MB)", MB));
        for (at, row) in rows.iter().enumerate() {
            let own = table.rows.row(at);
            assert_eq!(table.strings.get(own.name), row["Name"].trim_start_matches("cann::"));
            assert_eq!(table.strings.get(own.stream), row["Stream Ptr"]);
            for (own, column) in [
                (own.allocated_at, "Allocation Time(us)"),
                (own.released_at, "Release Time(us)"),
                (own.active_released_at, "Active Release Time(us)"),
            ] {
                let digits = row[column].replace('.', "");
                assert_eq!(own, digits.parse().map_or(Ns::MIN, Ns), "{column}");
            }
            // The vendor's own lengths.
            if let Some(duration) = bytes(&row["Duration(us)"], 1e3) {
                assert_eq!(own.released_at.minus(own.allocated_at).get(), duration.round() as i64);
            }
        }
        assert!(table.rows.released_at.contains(&Ns::MIN));
    });
}

#[test]
fn tables_come_back_from_a_block_bit_by_bit() {
    each(|rank, _| {
        let first = block(rank);
        let mut buffers = std::iter::once(first.clone());
        let back = Rank::read(&mut || buffers.next()).unwrap();
        assert!(block(&back) == first);
        let texts = |strings: &Strings| strings.iter().map(|(_, text)| text.to_owned()).collect();
        let names: [Vec<String>; 3] = [
            texts(&back.memory.as_deref().unwrap().strings),
            texts(&back.module_memory.as_deref().unwrap().strings),
            texts(&back.operator_memory.as_deref().unwrap().strings),
        ];
        assert!(names[0].contains(&"PTA+GE".to_owned()));
        assert!(names[1].contains(&"HCCL".to_owned()));
        assert!(names[2].contains(&"aten::empty_strided".to_owned()));
        let rows = |rank: &Rank| rank.memory.as_deref().unwrap().rows.time.clone();
        assert_eq!(rows(&back), rows(rank));
    });
}

/// `Total Op Info` is the vendor's own sum, which is left out.
#[test]
fn collectives_come_to_the_vendors_totals() {
    let ranks = std::cell::Cell::new(0);
    each(|rank, output| {
        let Ok(text) = std::fs::read(output.join("communication.json")) else { return };
        let vendor: serde_json::Value = serde_json::from_slice(&text).unwrap();
        let vendor = &vendor["step50"]["collective"];
        let names: Vec<&String> = vendor.as_object().unwrap().keys().collect();
        let told = rank.communication.as_ref().unwrap();
        assert_eq!(told.ops.len(), names.len() - 1, "but the total");
        assert!(told.ops.iter().all(|op| op.place.step.as_deref() == Some("50")));
        let totals = names.iter().find(|name| name.starts_with("Total")).unwrap();
        let total = &vendor[totals.as_str()];
        let times = &total["Communication Time Info"];
        type Part = fn(&CommunicationOp) -> Option<Ns>;
        let parts: [(&str, Part); 5] = [
            ("Elapse Time(ms)", |op| op.elapse),
            ("Transit Time(ms)", |op| op.transit),
            ("Wait Time(ms)", |op| op.wait),
            ("Synchronization Time(ms)", |op| op.synchronization),
            ("Idle Time(ms)", |op| op.idle),
        ];
        for (key, part) in parts {
            let own: i64 = told.ops.iter().map(|op| part(op).unwrap().get()).sum();
            let vendor = times[key].as_f64().unwrap() * 1e6;
            assert!((own as f64 - vendor).abs() <= told.ops.len() as f64, "{key}: {own} {vendor}");
        }
        let links = total["Communication Bandwidth Info"].as_object().unwrap();
        for (transport, link) in links {
            let own = told.ops.iter().flat_map(|op| &op.links);
            let own = own.filter(|own| own.transport == *transport);
            let own: f64 = own.map(|own| own.bytes.unwrap()).sum();
            let vendor = link["Transit Size(MB)"].as_f64().unwrap() * 1e6;
            assert!((own - vendor).abs() < 1.0, "{transport}: {own} {vendor}");
        }
        // Eight ranks of one group, from each to each, as they are in the file.
        let text = std::fs::read(output.join("communication_matrix.json")).unwrap();
        let matrix: serde_json::Value = serde_json::from_slice(&text).unwrap();
        let matrix = matrix["step50"]["collective"].as_object().unwrap();
        let pairs: usize = matrix.values().map(|pairs| pairs.as_object().unwrap().len()).sum();
        assert_eq!(told.pairs.len(), pairs);
        ranks.set(ranks.get() + 1);
    });
    assert_eq!(ranks.get(), 2);
}
