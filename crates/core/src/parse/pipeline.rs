//! Files of MindSpore about its data pipeline (formats.md §7.40): `minddata_pipeline_raw_{n}.csv`,
//! `pipeline_profiling_{n}.json` and `minddata_aicpu_{n}.txt`.

use super::Small;
use super::table::{Columns, Row, Rows, Table, TakeRows, number, whole};
use crate::model::{Dequeue, Pipeline, PipelineOperator, Rank};
use crate::note::{Note, NoteKind, Place};
use serde_json::Value;

/// Push parser of `minddata_pipeline_raw_{n}.csv`.
pub type PipelineParser = Table<PipelineRows>;

/// Its rows so far.
#[derive(Default)]
pub struct PipelineRows(Vec<PipelineOperator>);

impl Rows for PipelineRows {
    type Output = Pipeline;
    const COLUMNS: Columns = &[
        &["op_id"],
        &["op_type"],
        &["num_workers"],
        &["output_queue_size"],
        &["output_queue_length"],
        &["sample_interval"],
        &["children_id"],
    ];
    const REQUIRED: usize = 2;

    fn finish(self, _file: &str, _notes: &mut Vec<Note>) -> Pipeline {
        Pipeline { operators: self.0, ..Pipeline::default() }
    }
}

impl TakeRows for PipelineRows {
    fn row(&mut self, row: &mut Row) {
        let kind = row.text(1).map(String::from_utf8_lossy).unwrap_or_default().into_owned();
        let Some(id) = row.value(0, small) else { return };
        self.0.push(PipelineOperator {
            id,
            kind,
            workers: row.value(2, small),
            queue_sizes: row.value(3, list).unwrap_or_default(),
            queue_length: row.value(4, whole),
            interval_ms: row.value(5, number),
            children: row.value(6, list).unwrap_or_default(),
        });
    }
}

fn small(cell: &[u8]) -> Option<u32> {
    whole(cell).and_then(|value| value.try_into().ok())
}

/// A list in JSON, quoted in its cell: `[10, 20]`.
fn list<T: serde::de::DeserializeOwned>(cell: &[u8]) -> Option<Vec<T>> {
    serde_json::from_slice(cell).ok()
}

/// Reads a collected `pipeline_profiling_{n}.json`.
pub fn pipeline_profiling(small: Small) -> (Rank, Vec<Note>) {
    let (_, value, mut notes) = small.finish();
    let Some(value) = value else { return (Rank::default(), notes) };
    let Some(operators) = value["op_info"].as_array() else {
        notes.push(Note::new(NoteKind::WrongKind, "", "op_info"));
        return (Rank::default(), notes);
    };
    let interval_ms = value["sampling_interval"].as_f64();
    let operators = operators.iter().filter_map(|operator| told(operator, interval_ms)).collect();
    (with(Pipeline { operators, ..Pipeline::default() }), notes)
}

fn with(pipeline: Pipeline) -> Rank {
    Rank { pipelines: vec![pipeline], ..Rank::default() }
}

fn told(operator: &Value, interval_ms: Option<f64>) -> Option<PipelineOperator> {
    let count = |value: &Value| value.as_u64().and_then(|count| u32::try_from(count).ok());
    let queue = &operator["metrics"]["output_queue"];
    let all = |value: &Value| value.as_array().cloned().unwrap_or_default();
    Some(PipelineOperator {
        id: count(&operator["op_id"])?,
        kind: operator["op_type"].as_str().unwrap_or_default().to_owned(),
        workers: count(&operator["num_workers"]),
        queue_length: queue["length"].as_u64(),
        queue_sizes: all(&queue["size"]).iter().filter_map(Value::as_u64).collect(),
        interval_ms,
        children: all(&operator["children"]).iter().filter_map(count).collect(),
    })
}

/// Reads a collected `minddata_aicpu_{n}.txt`: a line `{what} {start} {end} {queue}` each.
pub fn dequeues(small: Small) -> (Rank, Vec<Note>) {
    let (text, note) = small.text();
    let mut notes: Vec<Note> = note.into_iter().collect();
    let mut dequeues = Vec::new();
    for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let number_of = |word: usize| words.get(word)?.parse::<u64>().ok();
        match (words.first(), number_of(1), number_of(2), number_of(3)) {
            (Some(&"GetNext_dequeue_wait"), Some(start), Some(end), Some(queue)) => {
                dequeues.push(Dequeue { start, end, queue });
            }
            // Other waits of other operators.
            (Some(word), Some(_), Some(_), _) if word.ends_with("_wait") => {}
            _ => notes.push(Note::new(NoteKind::Damaged, "", "").at(Place::Line(number))),
        }
    }
    Note::merge(&mut notes);
    if dequeues.is_empty() {
        return (Rank::default(), notes);
    }
    (with(Pipeline { dequeues, ..Pipeline::default() }), notes)
}
