//! `kernel_details.csv` (formats.md §3.1), all header variants since 2023.

use super::table::{Columns, Row, Rows, Table, TakeRows, number, whole};
use crate::ids::NameId;
use crate::model::{KernelRow, KernelRows, Kernels, Metric};
use crate::note::{Note, NoteKind};
use crate::time::{Ns, ns_from_us_text};

/// Push parser of `kernel_details.csv`.
pub type KernelsParser = Table<KernelDetails>;

/// Columns that the model does not hold and that are no measurements.
const NOT_METRICS: &[&str] = &[
    "Device_id",
    "Device Id",
    "Model ID",
    "Model Name",
    "Infer ID",
    "OP State",
    "HF32 Eligible",
    "Context ID",
    "Batch ID",
    "Batch Id",
];

/// A column that may be a metric.
struct Candidate {
    place: usize,
    metric: Metric,
    numbers: u64,
    /// Texts met before the first number: if there is never one it is no metric.
    texts: u64,
}

/// Its rows so far.
#[derive(Default)]
pub struct KernelDetails {
    kernels: Kernels,
    candidates: Vec<Candidate>,
}

impl Rows for KernelDetails {
    type Output = Kernels;
    const COLUMNS: Columns = &[
        &["Name", "Op Name"],
        &["Start Time(us)", "Task Start Time(us)"],
        &["Duration(us)", "Task Duration(us)"],
        &["Type", "OP Type"],
        &["Accelerator Core", "Task Type"],
        &["Wait Time(us)", "Task Wait Time(us)"],
        &["Step Id"],
        &["Block Dim", "Block Num"],
        &["Mix Block Dim", "Mix Block Num"],
        &["Stream ID", "Stream Id"],
        &["Task ID", "Task Id"],
        &["Input Shapes"],
        &["Input Data Types"],
        &["Input Formats"],
        &["Output Shapes"],
        &["Output Data Types"],
        &["Output Formats"],
    ];
    const REQUIRED: usize = 3;

    fn finish(self, file: &str, notes: &mut Vec<Note>) -> Kernels {
        let mut kernels = self.kernels;
        let mut unknown = Vec::new();
        for candidate in self.candidates {
            if candidate.numbers == 0 && candidate.texts > 0 {
                unknown.push(candidate.metric.name);
            } else {
                kernels.metrics.push(candidate.metric);
            }
        }
        if !unknown.is_empty() {
            notes.push(Note::new(NoteKind::UnknownColumn, file, unknown.join(", ")));
        }
        kernels
    }
}

impl TakeRows for KernelDetails {
    fn header(&mut self, names: &[String], columns: &[Option<usize>]) {
        let metric = |(place, name): (usize, &String)| {
            let other = columns.contains(&Some(place))
                || NOT_METRICS.contains(&name.as_str())
                || name.is_empty();
            let metric = Metric { name: name.clone(), values: Vec::new() };
            (!other).then_some(Candidate { place, metric, numbers: 0, texts: 0 })
        };
        self.candidates = names.iter().enumerate().filter_map(metric).collect();
    }

    fn row(&mut self, row: &mut Row) {
        for candidate in &mut self.candidates {
            let value = row.at(candidate.place).map(number);
            match value {
                Some(Some(_)) => candidate.numbers += 1,
                Some(None) if candidate.numbers > 0 => row.bad(candidate.place),
                Some(None) => candidate.texts += 1,
                None => {}
            }
            candidate.metric.values.push(value.flatten().unwrap_or(f64::NAN));
        }
        let start = row.value(1, ns_from_us_text).unwrap_or(Ns::MIN);
        let duration = row.value(2, ns_from_us_text).unwrap_or(Ns::MIN);
        let wait = row.value(5, ns_from_us_text).unwrap_or(Ns::MIN);
        let mut count = |column| {
            let value = row.value(column, whole).and_then(|value| u32::try_from(value).ok());
            value.unwrap_or(KernelRows::UNKNOWN)
        };
        let (block_dim, mix_block_dim, stream, task) = (count(7), count(8), count(9), count(10));
        let strings = &mut self.kernels.strings;
        let mut text = |column| match row.text(column).map(unquoted) {
            Some(text) => strings.intern_lossy(text),
            None => NameId::NONE,
        };
        self.kernels.rows.push(KernelRow {
            step: text(6),
            name: text(0),
            kernel_type: text(3),
            core: text(4),
            start,
            duration,
            wait,
            block_dim,
            mix_block_dim,
            stream,
            task,
            input_shapes: text(11),
            input_types: text(12),
            input_formats: text(13),
            output_shapes: text(14),
            output_types: text(15),
            output_formats: text(16),
        });
    }
}

/// Shapes carry quotes of their own inside the cell: `"32,3;1,4"`.
fn unquoted(text: &[u8]) -> &[u8] {
    match text {
        [b'"', inner @ .., b'"'] => inner,
        _ => text,
    }
}
