//! Rows of the tables: what is known of each, by column, as written and as read.

use std::collections::BTreeMap;
use stepscope_core::ids::NameId;
use stepscope_core::model::{KernelRows, Kernels, OpStatisticRow, StepTraceRow};
use stepscope_core::time::Ns;

/// Known cells by column; times in nanoseconds.
type Row = BTreeMap<String, String>;

/// Columns that no table of ours holds.
const LEFT_OUT: [&str; 6] =
    ["Device_id", "Model ID", "OP State", "HF32 Eligible", "Context ID", EXCLUDING_RECEIVE];
const EXCLUDING_RECEIVE: &str = "Communication(Not Overlapped and Exclude Receive)";

/// Records as cells, read by `csv-core`.
fn records(bytes: &[u8]) -> Vec<Vec<String>> {
    let mut reader = csv_core::Reader::new();
    let (mut text, mut ends) = (vec![0; bytes.len() + 1], vec![0; bytes.len() + 1]);
    let (mut at, mut records) = (0, Vec::new());
    loop {
        let (result, read, _, cells) = reader.read_record(&bytes[at..], &mut text, &mut ends);
        at += read;
        match result {
            csv_core::ReadRecordResult::Record => {}
            csv_core::ReadRecordResult::InputEmpty if at == bytes.len() => continue,
            _ => return records,
        }
        let starts = std::iter::once(0).chain(ends[..cells].iter().copied());
        let cell = |(start, &end): (usize, &usize)| {
            String::from_utf8(text[start..end].to_vec()).unwrap().trim().to_owned()
        };
        records.push(starts.zip(&ends[..cells]).map(cell).collect());
    }
}

/// The known cells of each row, with times (`is_time`) as nanoseconds.
fn written(bytes: &[u8], is_time: impl Fn(&str) -> bool) -> Vec<Row> {
    let mut records = records(bytes).into_iter();
    let header = records.next().expect("a header");
    let cell = |(column, cell): (&String, String)| {
        let known = !matches!(cell.as_str(), "" | "N/A") && !LEFT_OUT.contains(&column.as_str());
        let value = if is_time(column) { nanoseconds(&cell) } else { plain(&cell) };
        known.then(|| (column.clone(), value))
    };
    records.map(|cells| header.iter().zip(cells).filter_map(cell).collect()).collect()
}

/// Decimal microseconds with at most three decimals.
fn nanoseconds(cell: &str) -> String {
    let (whole, fraction) = cell.split_once('.').unwrap_or((cell, ""));
    let number = format!("{whole}{fraction:0<3}");
    number.parse::<i64>().map_or(number, |ns| ns.to_string())
}

/// Without the quotes around shapes, numbers in one form.
fn plain(cell: &str) -> String {
    let text = cell.trim_matches('"');
    text.parse::<f64>().map_or_else(|_| text.to_owned(), |number| format!("{number:?}"))
}

fn row(cells: impl IntoIterator<Item = (&'static str, Option<String>)>) -> Row {
    let known = |(column, cell): (&str, Option<String>)| Some((column.to_owned(), cell?));
    cells.into_iter().filter_map(known).collect()
}

fn time(ns: Ns) -> Option<String> {
    (ns != Ns::MIN).then(|| ns.get().to_string())
}

pub(crate) fn written_kernels(bytes: &[u8]) -> Vec<Row> {
    written(bytes, |column| matches!(column, "Start Time(us)" | "Duration(us)" | "Wait Time(us)"))
}

pub(crate) fn kernels(kernels: &Kernels) -> Vec<Row> {
    let rows = &kernels.rows;
    let text = |name: NameId| (name != NameId::NONE).then(|| plain(kernels.strings.get(name)));
    let count = |n: u32| (n != KernelRows::UNKNOWN).then(|| plain(&n.to_string()));
    let fixed = |i: usize| {
        row([
            ("Step Id", text(rows.step[i])),
            ("Name", text(rows.name[i])),
            ("Type", text(rows.kernel_type[i])),
            ("Accelerator Core", text(rows.core[i])),
            ("Start Time(us)", time(rows.start[i])),
            ("Duration(us)", time(rows.duration[i])),
            ("Wait Time(us)", time(rows.wait[i])),
            ("Block Dim", count(rows.block_dim[i])),
            ("Mix Block Dim", count(rows.mix_block_dim[i])),
            ("Stream ID", count(rows.stream[i])),
            ("Task ID", count(rows.task[i])),
            ("Input Shapes", text(rows.input_shapes[i])),
            ("Input Data Types", text(rows.input_types[i])),
            ("Input Formats", text(rows.input_formats[i])),
            ("Output Shapes", text(rows.output_shapes[i])),
            ("Output Data Types", text(rows.output_types[i])),
            ("Output Formats", text(rows.output_formats[i])),
        ])
    };
    let with_metrics = |i: usize| {
        let known = kernels.metrics.iter().filter(|metric| !metric.values[i].is_nan());
        let metrics = known.map(|metric| (metric.name.clone(), format!("{:?}", metric.values[i])));
        fixed(i).into_iter().chain(metrics).collect()
    };
    (0..rows.len()).map(with_metrics).collect()
}

pub(crate) fn written_steps(bytes: &[u8]) -> Vec<Row> {
    written(bytes, |column| column != "Step")
}

pub(crate) fn steps(rows: &[StepTraceRow]) -> Vec<Row> {
    let cells = |own: &StepTraceRow| {
        let time = |ns: Option<Ns>| ns.and_then(time);
        row([
            ("Step", own.step.as_deref().map(plain)),
            ("Computing", time(own.computing)),
            ("Communication(Not Overlapped)", time(own.communication_not_overlapped)),
            ("Overlapped", time(own.overlapped)),
            ("Communication", time(own.communication)),
            ("Free", time(own.free)),
            ("Stage", time(own.stage)),
            ("Bubble", time(own.bubble)),
            ("Preparing", time(own.preparing)),
        ])
    };
    rows.iter().map(cells).collect()
}

pub(crate) fn written_operators(bytes: &[u8]) -> Vec<Row> {
    let mut rows = written(bytes, |column| column == "Total Time(us)");
    for row in &mut rows {
        row.retain(|column, _| {
            ["OP Type", "Core Type", "Count", "Total Time(us)"].contains(&column.as_str())
        });
    }
    rows
}

pub(crate) fn operators(rows: &[OpStatisticRow]) -> Vec<Row> {
    let cells = |own: &OpStatisticRow| {
        row([
            ("OP Type", Some(own.op_type.clone())),
            ("Core Type", Some(own.core.clone())),
            ("Count", Some(plain(&own.count.to_string()))),
            ("Total Time(us)", time(own.total)),
        ])
    };
    rows.iter().map(cells).collect()
}
