//! The small parsers: every header variant, dirty cells, damage, tiny chunks, and the CSV reader
//! against `csv-core`.

use super::csv::{Event, Reader};
use super::memory::{Blocks, Records};
use super::{KernelsParser, OpStatisticParser, Small, StepTraceParser, Table};
use super::{communication, metadata, profiler_info, table::Rows};
use crate::ids::NameId;
use crate::model::{
    Communication, KernelRows, Kernels, MemoryRecords, NO_DEVICE, OperatorMemory, Schedule,
};
use crate::note::{Note, NoteKind, Place};
use crate::time::Ns;
use proptest::prelude::*;

const CHUNKS: [usize; 4] = [1, 7, 100, usize::MAX];

/// Parses at every chunk size and checks that the notes agree; the last result is returned.
fn parse<R: Rows>(text: &[u8]) -> (Option<R::Output>, Vec<Note>) {
    let mut results = CHUNKS.map(|size| {
        let mut parser = Table::<R>::new("f.csv");
        for chunk in text.chunks(size.min(text.len().max(1))) {
            parser.push(chunk);
        }
        parser.finish()
    });
    for result in &results {
        assert_eq!(result.1, results[3].1);
        assert_eq!(result.0.is_some(), results[3].0.is_some());
    }
    std::mem::take(&mut results[3])
}

fn kernels(text: &str) -> (Kernels, Vec<(NoteKind, u64)>) {
    let (kernels, notes) = parse::<super::kernels::KernelDetails>(text.as_bytes());
    let kinds = notes.iter().map(|note| (note.kind, note.count)).collect();
    (kernels.unwrap_or_default(), kinds)
}

#[test]
fn level0_has_no_types() {
    let (table, notes) = kernels(
        "Step Id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Block Dim\r\n\
         50,Add_1,N/A,N/A,1736408883704643.212\t,3.04,0,0\r\n\
         ,hcom_allReduce_,N/A,HCCL,1736408883704650.000\t,10,3.748,0\r\n",
    );
    assert_eq!(notes, []);
    let first = table.rows.row(0);
    assert_eq!(table.strings.get(first.step), "50");
    assert_eq!(first.kernel_type, NameId::NONE);
    assert_eq!(first.core, NameId::NONE);
    assert_eq!(first.start, Ns(1_736_408_883_704_643_212));
    assert_eq!(first.duration, Ns(3_040));
    assert_eq!((first.block_dim, first.stream), (0, KernelRows::UNKNOWN));
    let second = table.rows.row(1);
    assert_eq!(second.step, NameId::NONE);
    assert_eq!(second.wait, Ns(3_748));
    assert!(table.is_communication(1));
}

#[test]
fn every_header_variant_gives_the_same_columns() {
    let cells = |drop: &[&str], renames: &[(&str, &str)]| {
        let all = [
            ("Step Id", "7"),
            ("Device_id", "0"),
            ("Model ID", "4294967295"),
            ("Task ID", "11"),
            ("Stream ID", "2"),
            ("Name", "Add_1"),
            ("Type", "Add"),
            ("OP State", "dynamic"),
            ("Accelerator Core", "AI_VECTOR_CORE"),
            ("Start Time(us)", "1700000000000150.020\t"),
            ("Duration(us)", "3.040"),
            ("Wait Time(us)", "0.5"),
            ("Block Dim", "8"),
            ("Mix Block Dim", "0"),
            ("HF32 Eligible", "NO"),
            ("Input Shapes", "\"\"\"4,8;4,8\"\"\""),
            ("Input Data Types", "FLOAT;FLOAT"),
            ("Input Formats", "ND;ND"),
            ("Output Shapes", "\"\"\"4,8\"\"\""),
            ("Output Data Types", "FLOAT"),
            ("Output Formats", "ND"),
            ("Context ID", "N/A"),
            ("aicore_time(us)", "2.5"),
            ("aic_mac_ratio", "N/A"),
            ("cube_utilization(%)", "101.5"),
        ];
        let rename = |name: &str| {
            let new = renames.iter().find(|(old, _)| *old == name).map(|(_, new)| *new);
            new.unwrap_or(name).to_owned()
        };
        let kept = || all.iter().filter(|(name, _)| !drop.contains(name));
        let names: Vec<_> = kept().map(|(name, _)| rename(name)).collect();
        let values: Vec<_> = kept().map(|(_, value)| *value).collect();
        format!("{}\n{}\n", names.join(","), values.join(","))
    };
    let late = cells(&[], &[]);
    let early = cells(&["Device_id", "OP State"], &[]);
    let newest = cells(&[], &[("Block Dim", "Block Num"), ("Mix Block Dim", "Mix Block Num")]);
    let msprof = cells(
        &[],
        &[
            ("Name", "Op Name"),
            ("Type", "OP Type"),
            ("Accelerator Core", "Task Type"),
            ("Start Time(us)", "Task Start Time(us)"),
            ("Duration(us)", "Task Duration(us)"),
            ("Wait Time(us)", "Task Wait Time(us)"),
        ],
    );
    let marked = format!("\u{feff}{late}");
    for text in [late, early, newest, msprof, marked] {
        let (table, notes) = kernels(&text);
        assert_eq!(notes, [], "{text}");
        let row = table.rows.row(0);
        assert_eq!(
            (row.task, row.stream, row.block_dim, row.mix_block_dim),
            (11, 2, 8, 0),
            "{text}"
        );
        assert_eq!(table.strings.get(row.input_shapes), "4,8;4,8");
        assert_eq!(table.strings.get(row.output_shapes), "4,8");
        assert_eq!(table.strings.get(row.step), "7");
        let names: Vec<_> = table.metrics.iter().map(|metric| metric.name.as_str()).collect();
        assert_eq!(names, ["aicore_time(us)", "aic_mac_ratio", "cube_utilization(%)"]);
        assert_eq!(table.metrics[0].values, [2.5]);
        assert!(table.metrics[1].values[0].is_nan());
    }
}

#[test]
fn dirty_rows_are_counted_and_kept() {
    let (table, notes) = kernels(
        "Name,Start Time(us),Duration(us),Block Num,x_ratio,note\n\
         a,1.5,2,8.0,0.5,hello\n\
         b,oops,N/A,nan,bad,world\r\n\
         \n\
         c,2.5\n\
         \"d\nd\",3.5,1,,1e-3,x,surplus\n\
         e,4.5,1,2,0E-10,x",
    );
    assert_eq!(
        notes,
        [(NoteKind::UnevenRow, 2), (NoteKind::BadCell, 2), (NoteKind::UnknownColumn, 1)]
    );
    assert_eq!(table.rows.len(), 5);
    let names: Vec<_> = table.rows.name.iter().map(|name| table.strings.get(*name)).collect();
    assert_eq!(names, ["a", "b", "c", "d\nd", "e"]);
    assert_eq!(table.rows.start[1], Ns::MIN);
    assert_eq!(table.rows.duration[2], Ns::MIN);
    assert_eq!(table.rows.block_dim, [8, u32::MAX, u32::MAX, u32::MAX, 2]);
    assert_eq!(table.metrics.len(), 1);
    assert_eq!(table.metrics[0].values[3..], [1e-3, 0.0]);
}

#[test]
fn missing_columns_and_foreign_files() {
    let (table, notes) = kernels("Name,Start Time(us)\na,1\n");
    assert_eq!((table.rows.len(), notes), (1, vec![(NoteKind::MissingColumn, 1)]));
    for (text, kind) in [
        ("", NoteKind::Empty),
        ("\r\n \n", NoteKind::Empty),
        ("a,b\n1,2\n", NoteKind::WrongKind),
        ("\0\0\0", NoteKind::WrongKind),
    ] {
        let (output, notes) = parse::<super::kernels::KernelDetails>(text.as_bytes());
        assert!(output.is_none());
        assert_eq!(notes.iter().map(|note| note.kind).collect::<Vec<_>>(), [kind], "{text:?}");
    }
    let (table, notes) = kernels("Name,Start Time(us),Duration(us)\r\n");
    assert_eq!((table.rows.len(), notes.len()), (0, 0));
}

#[test]
fn a_cut_file_loses_only_its_last_row() {
    let (table, notes) = kernels("Name,Start Time(us),Duration(us)\na,1,2\nb,2,3\nc,12");
    assert_eq!(table.rows.len(), 2);
    assert_eq!(notes, [(NoteKind::Truncated, 1)]);
}

#[test]
fn a_lost_quote_costs_its_line() {
    let mut text = "Name,Start Time(us),Duration(us)\na,1,2\n\"b,2,3\n".to_owned();
    for i in 0..100_000 {
        text += &format!("kernel_{i},{i}.5,1\n");
    }
    let (table, notes) = kernels(&text);
    assert_eq!(notes, [(NoteKind::Damaged, 1)]);
    assert_eq!(table.rows.len(), 100_001);
    let (_, notes) = parse::<super::kernels::KernelDetails>(text.as_bytes());
    assert_eq!(notes[0].place, Some(Place::Line(3)));
    // Near the end there is no megabyte to wait for.
    let (table, notes) =
        kernels("Name,Start Time(us),Duration(us)\na,1,2\n\"b,2,3\nc,3,4\nd,4,5\n");
    assert_eq!((table.rows.len(), notes), (3, vec![(NoteKind::Damaged, 1)]));
}

#[test]
fn a_file_of_lost_quotes_ends() {
    let text = "Name,Start Time(us),Duration(us)\n".to_owned() + &"a\",\"b\n".repeat(2_000_000);
    let mut parser = KernelsParser::new("f");
    parser.push(text.as_bytes());
    let (_, notes) = parser.finish();
    assert_eq!(notes[0].kind, NoteKind::Damaged);
}

#[test]
fn operator_totals() {
    let text = "Device_id,Model Name,OP Type,Core Type,Count,Total Time(us),Min Time(us)\n\
                0,N/A,Add,AI_VECTOR_CORE,3,1959.079,1\n0,N/A,Mul,AI_CORE,N/A,1,1\n";
    let (rows, notes) = parse::<super::op_statistic::OpStatistic>(text.as_bytes());
    let rows = rows.unwrap();
    assert_eq!(notes, []);
    assert_eq!(rows.len(), 1);
    assert_eq!((rows[0].op_type.as_str(), rows[0].core.as_str()), ("Add", "AI_VECTOR_CORE"));
    assert_eq!((rows[0].count, rows[0].total), (3, Ns(1_959_079)));
    let _: OpStatisticParser = Table::new("");
}

#[test]
fn step_table_old_and_new() {
    let old = "Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,Communication(Not Overlapped and Exclude Receive)\n\
               ,8873.756000000001,1.5,0,NA,25744.05,136581.0,0,1\n";
    let new = "Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,Communication(Not Overlapped and Exclude Receive),Preparing\n\
               0,50,8873.756000000001,1.5,0,NA,25744.05,136581.0,0,1,17902.5\n";
    for (text, step, preparing) in [(old, None, None), (new, Some("50"), Some(Ns(17_902_500)))] {
        let (rows, notes) = parse::<super::step_trace::StepTrace>(text.as_bytes());
        let row = rows.unwrap().remove(0);
        assert_eq!(notes, []);
        assert_eq!(row.step.as_deref(), step);
        assert_eq!(row.computing, Some(Ns(8_873_756)));
        assert_eq!(row.communication, None);
        assert_eq!(row.overlapped, Some(Ns(0)));
        assert_eq!(row.preparing, preparing);
    }
    let _: StepTraceParser = Table::new("");
}

/// A number that has to be unknown, as `-1`, which no row holds.
fn known(value: f64) -> f64 {
    if value.is_nan() { -1.0 } else { value }
}

/// Time, totals, component, stream and device of a row.
type MemoryCells = (i64, [f64; 3], String, String, u32);

fn records(text: &str) -> (Vec<MemoryCells>, Vec<(NoteKind, u64)>) {
    let (table, notes) = parse::<Records>(text.as_bytes());
    let MemoryRecords { strings, rows } = table.unwrap_or_default();
    let row = |at| {
        let row = rows.row(at);
        let text = |id| strings.get(id).to_owned();
        let totals = [row.allocated, row.reserved, row.active].map(known);
        (row.time.get(), totals, text(row.component), text(row.stream), row.device)
    };
    let kinds = notes.iter().map(|note| (note.kind, note.count)).collect();
    ((0..rows.len()).map(row).collect(), kinds)
}

#[test]
fn memory_totals_of_every_tool_are_bytes() {
    let own = |text: &str| String::from(text);
    let (rows, notes) = records(
        "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Total Active(MB),Stream Ptr,Device Type\r\n\
         APP,1736408883573957.920\t,,2109.6015625,,,NPU:3\r\n\
         PTA+GE,1736408883749097.030\t,954.19287109375,1526.75,954.06787109375,897357296,NPU:3\r\n",
    );
    assert_eq!(notes, []);
    let (time, totals) = (1_736_408_883_573_957_920, [-1.0, 2_212_077_568.0, -1.0]);
    assert_eq!(rows[0], (time, totals, own("APP"), own(""), 3));
    let (time, totals) =
        (1_736_408_883_749_097_030, [1_000_543_744.0, 1_600_913_408.0, 1_000_412_672.0]);
    assert_eq!(rows[1], (time, totals, own("PTA+GE"), own("897357296"), 3));
    // Older, without activity and streams.
    let (rows, notes) = records(
        "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB),Device Type\nGE,1.5,1,2,NPU:0\n",
    );
    let totals = [1_048_576.0, 2_097_152.0, -1.0];
    assert_eq!((rows, notes), (vec![(1_500, totals, own("GE"), own(""), 0)], vec![]));
    // msprof: KB, and the device in a column of its own, which is not one of the host's.
    let (rows, notes) = records(
        "Device_id,Component,Timestamp(us),Total Allocated(KB),Total Reserved(KB)\n1,GE,1.5,1,2.5\nhost,GE,2,0,3\n",
    );
    assert_eq!(notes, []);
    assert_eq!(rows[0], (1_500, [1_024.0, 2_560.0, -1.0], own("GE"), own(""), 1));
    assert_eq!(rows[1], (2_000, [0.0, 3_072.0, -1.0], own("GE"), own(""), NO_DEVICE));
    // Modules have one total, which is -1 KB where only a release was seen.
    let (rows, notes) = records(
        "Component,Timestamp(us),Total Reserved(MB),Device\nHCCL,1\t,0.5,NPU:0\nTDT,1,-0.0009765625,NPU:0\n",
    );
    assert_eq!(notes, []);
    assert_eq!(rows[0].1, [-1.0, 524_288.0, -1.0]);
    assert_eq!(rows[1].1, [-1.0; 3]);
}

#[test]
fn odd_memory_totals_are_unknown_and_counted() {
    let head = "Component,Timestamp(us),Total Allocated(MB),Total Reserved(MB)\n";
    let text = format!("{head}A,soon,NaN,Infinity\nB,2,many,N/A\n,3\nC,4,5,6,7\nD,5");
    let (rows, notes) = records(&text);
    // Infinity, `soon` and `many`; one row too short, one too long, one cut.
    let expected = [(NoteKind::Truncated, 1), (NoteKind::UnevenRow, 2), (NoteKind::BadCell, 3)];
    assert_eq!(notes, expected);
    let totals: Vec<_> = rows.iter().map(|row| (row.0, row.1[0], row.1[1])).collect();
    let unknown = (i64::MIN, -1.0, -1.0);
    let (third, fourth) = ((3_000, -1.0, -1.0), (4_000, 5_242_880.0, 6_291_456.0));
    assert_eq!(totals, [unknown, (2_000, -1.0, -1.0), third, fourth]);
    assert_eq!(records(head), (vec![], vec![]));
    assert_eq!(records("").1, [(NoteKind::Empty, 1)]);
    assert_eq!(records("a,b\n1,2\n").1, [(NoteKind::WrongKind, 1)]);
    assert_eq!(records("Component,x\n").1, [(NoteKind::MissingColumn, 1)]);
}

#[test]
fn blocks_of_memory_keep_what_is_known_of_them() {
    let blocks = |text: &str| {
        let (table, notes) = parse::<Blocks>(text.as_bytes());
        assert_eq!(notes, [], "{text}");
        let OperatorMemory { strings, rows } = table.unwrap();
        (0..rows.len())
            .map(|at| {
                let row = rows.row(at);
                let totals = [
                    row.allocation_allocated,
                    row.allocation_reserved,
                    row.allocation_active,
                    row.release_allocated,
                    row.release_reserved,
                    row.release_active,
                ];
                let times = [row.allocated_at, row.released_at, row.active_released_at];
                let name = strings.get(row.name).to_owned();
                (name, row.size, times.map(Ns::get), totals.map(known), row.device)
            })
            .collect::<Vec<_>>()
    };
    let none = i64::MIN;
    let rows = blocks(
        "Name,Size(KB),Allocation Time(us),Release Time(us),Active Release Time(us),Duration(us),Active Duration(us),Allocation Total Allocated(MB),Allocation Total Reserved(MB),Allocation Total Active(MB),Release Total Allocated(MB),Release Total Reserved(MB),Release Total Active(MB),Stream Ptr,Device Type\r\n\
         aten::empty,512.5,10.010\t,,,,,2,4,3,,,,897357296,NPU:0\r\n\
         aten::add,1,20\t,30\t,29\t,10\t,9\t,1,2,3,4,5,6,1,NPU:0\r\n\
         ,-2,,40\t,,,,,,,1,1,1,1,NPU:0\r\n",
    );
    let mb = 1_048_576.0;
    let outlives = [2.0 * mb, 4.0 * mb, 3.0 * mb, -1.0, -1.0, -1.0];
    assert_eq!(rows[0], ("aten::empty".into(), 524_800.0, [10_010, none, none], outlives, 0));
    let whole = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0].map(|total| total * mb);
    assert_eq!(rows[1], ("aten::add".into(), 1_024.0, [20_000, 30_000, 29_000], whole, 0));
    let earlier = [-1.0, -1.0, -1.0, mb, mb, mb];
    assert_eq!(rows[2], (String::new(), 2_048.0, [none, 40_000, none], earlier, 0));
    let rows = blocks(
        "Device_id,Name,Size(KB),Allocation Time(us),Duration(us),Allocation Total Allocated(KB),Allocation Total Reserved(KB),Release Total Allocated(KB),Release Total Reserved(KB),Device\n\
         0,MatMul,64,10,2.5,1,2,3,4,NPU:0\n\
         0,Add,64,10,,1,2,,,NPU:0\n\
         0,Cast,-64,12,,,,3,4,NPU:0\n",
    );
    let kilo = [1_024.0, 2_048.0, -1.0, 3_072.0, 4_096.0, -1.0];
    assert_eq!(rows[0], ("MatMul".into(), 65_536.0, [10_000, 12_500, none], kilo, 0));
    assert_eq!(rows[1].2, [10_000, none, none]);
    assert_eq!((rows[2].1, rows[2].2), (65_536.0, [none, 12_000, none]));
}

fn small(text: &str) -> Small {
    let mut small = Small::new("f.json");
    for chunk in text.as_bytes().chunks(7) {
        small.push(chunk);
    }
    small
}

#[test]
fn profiler_info_old_and_new() {
    let new = r#"{"config":{"common_config":{"activities":["ProfilerActivity.CPU","ProfilerActivity.NPU"],
        "schedule":{"wait":0,"active":1,"warmup":1,"repeat":1,"skip_first":5}},
        "experimental_config":{"_profiler_level":"Level1","_aic_metrics":"ACL_AICORE_PIPE_UTILIZATION",
        "_export_type":["text","db"]}},
        "end_info":{"collectionTimeEnd":1764000000000000000},
        "torch_npu_version":"2.7.1","cann_version":"8.3.RC1","rank_id":"2"}"#;
    let (info, notes) = profiler_info(small(new));
    let info = info.profiler_info.unwrap();
    assert_eq!(notes, []);
    assert_eq!(info.rank, Some(2));
    assert_eq!(info.activities, ["CPU", "NPU"]);
    assert_eq!(info.export_types, ["text", "db"]);
    assert_eq!(info.collection_end, Some(Ns(1_764_000_000_000_000_000)));
    assert_eq!(info.framework_version.as_deref(), Some("2.7.1"));
    let schedule = Schedule { skip_first: 5, wait: 0, warmup: 1, active: 1, repeat: 1 };
    assert_eq!(info.schedule, Some(schedule));
    assert_eq!(info.text, new);
    let old = r#"{"config":{"common_config":{"schedule":{"_wait":1,"_active":2,"_warmup":3,"_repeat":4,"_skip_first":0}},
        "experimental_config":{"_profiler_level":"Level0","_export_type":"text","_data_simplification":null}},"rank_id":-1}"#;
    let info = profiler_info(small(old)).0.profiler_info.unwrap();
    assert_eq!(info.rank, None);
    assert_eq!(info.export_types, ["text"]);
    assert_eq!(info.schedule.map(|s| (s.wait, s.active)), Some((1, 2)));
    assert_eq!(info.cann_version, None);
    for (text, kind) in [
        ("", NoteKind::Empty),
        (r#"{"config":"#, NoteKind::Truncated),
        (r#"{"config"}"#, NoteKind::Damaged),
    ] {
        let (info, notes) = profiler_info(small(text));
        assert!(info.profiler_info.is_none());
        assert_eq!(notes[0].kind, kind);
    }
    assert!(profiler_info(small("[]")).0.profiler_info.is_some_and(|info| info.level.is_none()));
    assert_eq!(metadata(small("{}")).0.metadata.as_deref(), Some("{}"));
    assert_eq!(metadata(small("")).0.metadata, None);
}

/// Records by the reader under test.
fn cells(text: &[u8], chunk: usize) -> Vec<Vec<Vec<u8>>> {
    let mut records = Vec::new();
    let mut sink = |event: Event| {
        if let Event::Record(record, ..) = event {
            records.push((0..record.len()).map(|i| record.cell(i).to_vec()).collect());
        }
    };
    let mut reader = Reader::new();
    for chunk in text.chunks(chunk) {
        reader.push(chunk, &mut sink);
    }
    reader.finish(&mut sink);
    records
}

/// Records by `csv-core`, trimmed alike.
fn twin(text: &[u8]) -> Vec<Vec<Vec<u8>>> {
    let mut reader = csv_core::Reader::new();
    let (mut output, mut ends) = (vec![0; text.len() + 1], vec![0; text.len() + 1]);
    let (mut at, mut records) = (0, Vec::new());
    loop {
        let (result, read, _, cells) = reader.read_record(&text[at..], &mut output, &mut ends);
        at += read;
        match result {
            csv_core::ReadRecordResult::Record => {}
            csv_core::ReadRecordResult::InputEmpty => {
                // The end of the input is an empty read; a cell that is open then is closed by it.
                let (result, _, _, cells) = reader.read_record(&[], &mut output, &mut ends);
                if let csv_core::ReadRecordResult::Record = result {
                    records.push(cut(&output, &ends[..cells]));
                }
                break;
            }
            _ => break,
        }
        records.push(cut(&output, &ends[..cells]));
    }
    records
}

fn cut(output: &[u8], ends: &[usize]) -> Vec<Vec<u8>> {
    let starts = std::iter::once(0).chain(ends.iter().copied());
    starts.zip(ends).map(|(start, &end)| output[start..end].trim_ascii().to_vec()).collect()
}

proptest! {
    #[test]
    fn the_reader_agrees_with_csv_core(
        rows in prop::collection::vec(prop::collection::vec("[a-c \",\n]{0,6}", 1..5), 0..8),
        bare in prop::collection::vec(any::<bool>(), 40),
        ending in prop::sample::select(vec!["\n", "\r\n"]),
        chunk in 1_usize..20,
    ) {
        let mut bare = bare.into_iter().cycle();
        let mut text = String::new();
        for row in rows {
            let cells: Vec<String> = row.iter().map(|cell| {
                let plain = bare.next() == Some(true) && !cell.contains(['"', ',', '\n']);
                if plain { cell.clone() } else { format!("\"{}\"", cell.replace('"', "\"\"")) }
            }).collect();
            text += &cells.join(",");
            text += ending;
        }
        // Both read over empty lines, but not over the same ones.
        let without_blank = |mut records: Vec<Vec<Vec<u8>>>| {
            records.retain(|record| record.len() > 1 || !record[0].is_empty());
            records
        };
        let own = without_blank(cells(text.as_bytes(), chunk));
        prop_assert_eq!(own, without_blank(twin(text.as_bytes())));
    }

    #[test]
    fn any_bytes_in_any_chunks_give_the_same(bytes in prop::collection::vec(prop::sample::select(b"a,\"\r\n\xEF\t".to_vec()), 0..60), chunk in 1_usize..9) {
        prop_assert_eq!(cells(&bytes, chunk), cells(&bytes, usize::MAX));
    }
}

fn told(text: &str) -> (Option<Communication>, Vec<NoteKind>) {
    let (rank, notes) = communication(small(text));
    (rank.communication, notes.iter().map(|note| note.kind).collect())
}

#[test]
fn operations_of_either_shape_are_read() {
    let op = r#"{"Communication Time Info":{"Start Timestamp(us)":1700000000000123.5,"Elapse Time(ms)":2,"Transit Time(ms)":1.5,"Wait Time(ms)":0},
        "Communication Bandwidth Info":{"HCCS":{"Transit Size(MB)":8.4,"Transit Time(ms)":0.4,"Large Packet Ratio":0.5,"Size Distribution":{"8.4":[1,0.4]}},
        "RDMA":{"Transit Size(MB)":0,"Transit Time(ms)":0,"Size Distribution":{}}}}"#;
    let torch = format!(
        r#"{{"step50":{{"p2p":{{}},"collective":{{"hcom_a@b__1_0@77":{op},"Total Op Info":{{"x":[{{}}]}}}}}}}}"#
    );
    let msprof = format!(r#"{{"hcom_a@b__1_0@77":{op}}}"#);
    for (text, step, kind) in [(torch, Some("50"), Some("collective")), (msprof, None, None)] {
        let (told, notes) = told(&text);
        let told = told.unwrap();
        assert_eq!((told.ops.len(), notes), (1, vec![]));
        let op = &told.ops[0];
        assert_eq!((op.place.step.as_deref(), op.place.kind.as_deref()), (step, kind));
        assert_eq!((op.place.name.as_str(), op.place.group.as_str()), ("hcom_a@b__1_0", "77"));
        assert_eq!((op.elapse, op.transit), (Some(Ns(2_000_000)), Some(Ns(1_500_000))));
        assert_eq!((op.wait, op.idle), (Some(Ns(0)), None), "0 is told, what is missing is not");
        assert_eq!(op.links.len(), 1, "what nothing moved over");
        assert_eq!(op.links[0].bytes, Some(8_400_000.0));
        assert_eq!(op.links[0].packets[0].count, 1);
    }
}

#[test]
fn damage_costs_the_operations_behind_it() {
    let op = r#"{"Communication Time Info":{"Elapse Time(ms)":2}}"#;
    let two = format!(r#"{{"step1":{{"collective":{{"a@1":{op},"b@1":{op}}}}}}}"#);
    let (whole, notes) = told(&two);
    assert_eq!((whole.unwrap().ops.len(), notes), (2, vec![]));
    let (cut, notes) = told(&two[..two.len() - 10]);
    assert_eq!((cut.unwrap().ops.len(), notes), (1, vec![NoteKind::Truncated]));
    let (odd, notes) = told(&two.replace(r#""b@1":"#, r#""b@1":[1,"#));
    assert_eq!((odd.unwrap().ops.len(), notes), (1, vec![NoteKind::Damaged]));
    // One that is not what it should be costs itself, and what is no operation nothing.
    let three = format!(
        r#"{{"version":1,"tools":["a"],"step1":{{"b@1":{{"Communication Bandwidth Info":3}},"a@1":{op}}}}}"#
    );
    let (odd, notes) = told(&three);
    assert_eq!((odd.unwrap().ops.len(), notes), (1, vec![NoteKind::IncompleteEvent]));
    let python = r#"{"a NaN \"Infinity@1":{"Communication Time Info":{"Elapse Time(ms)":NaN,"Wait Time(ms)":-Infinity,"Idle Time(ms)":1}}}"#;
    let (told_by_python, notes) = told(python);
    let op = told_by_python.unwrap().ops.remove(0);
    assert_eq!((op.elapse, op.wait, op.idle, notes), (None, None, Some(Ns(1_000_000)), vec![]));
    assert_eq!(op.place.name, "a NaN \"Infinity");
    assert_eq!(told("[]"), (None, vec![NoteKind::Damaged]));
    assert_eq!(
        told(r#"{"step":{"p2p":{},"collective":{}}}"#),
        (Some(Communication::default()), vec![])
    );
    // Levels are as deep as files are: what is below is nobody's.
    let deep = format!("{}1{}", r#"{"a":"#.repeat(100), "}".repeat(100));
    assert_eq!(told(&deep), (Some(Communication::default()), vec![]));
    // Numbers that are none are unknown.
    let nan = r#"{"a@1":{"Communication Time Info":{"Elapse Time(ms)":"x","Wait Time(ms)":null}}}"#;
    let op = told(nan).0.unwrap().ops.remove(0);
    assert_eq!((op.elapse, op.wait), (None, None));
}
