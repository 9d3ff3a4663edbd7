//! `step_trace_time.csv` and `cluster_step_trace_time.csv` (formats.md §3.7, §3.10): the vendor's step tables, µs.

use super::table::{Columns, Row, Rows, Table, TakeRows};
use crate::model::StepTraceRow;
use crate::note::Note;
use crate::time::ns_from_us_text;

/// Push parser of `step_trace_time.csv`.
pub type StepTraceParser = Table<StepTrace>;

/// Its rows so far.
#[derive(Default)]
pub struct StepTrace(Vec<StepTraceRow>);

impl Rows for StepTrace {
    type Output = Vec<StepTraceRow>;
    const COLUMNS: Columns = &[
        &["Computing"],
        &["Communication(Not Overlapped)"],
        &["Overlapped"],
        &["Communication"],
        &["Free"],
        &["Stage"],
        &["Bubble"],
        &["Preparing"],
        &["Step"],
        &["Index"],
    ];
    // Older exports have no Preparing, captures without markers no Step.
    const REQUIRED: usize = 7;

    fn finish(self, _file: &str, _notes: &mut Vec<Note>) -> Vec<StepTraceRow> {
        self.0
    }
}

impl TakeRows for StepTrace {
    fn row(&mut self, row: &mut Row) {
        let text = |column| row.text(column).map(|text| String::from_utf8_lossy(text).into_owned());
        let (step, index) = (text(8), text(9));
        let mut time = |column| row.value(column, ns_from_us_text);
        self.0.push(StepTraceRow {
            step,
            computing: time(0),
            communication_not_overlapped: time(1),
            overlapped: time(2),
            communication: time(3),
            free: time(4),
            stage: time(5),
            bubble: time(6),
            preparing: time(7),
            index,
        });
    }
}
