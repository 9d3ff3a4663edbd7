//! `op_statistic.csv` (formats.md §3.2): the vendor's totals by operator type, communication excluded.

use super::table::{Columns, Row, Rows, Table, TakeRows, whole};
use crate::model::OpStatisticRow;
use crate::note::Note;
use crate::time::ns_from_us_text;

/// Push parser of `op_statistic.csv`.
pub type OpStatisticParser = Table<OpStatistic>;

/// Its rows so far.
#[derive(Default)]
pub struct OpStatistic(Vec<OpStatisticRow>);

impl Rows for OpStatistic {
    type Output = Vec<OpStatisticRow>;
    const COLUMNS: Columns = &[&["OP Type"], &["Core Type"], &["Count"], &["Total Time(us)"]];
    const REQUIRED: usize = 4;

    fn finish(self, _file: &str, _notes: &mut Vec<Note>) -> Vec<OpStatisticRow> {
        self.0
    }
}

impl TakeRows for OpStatistic {
    fn row(&mut self, row: &mut Row) {
        let text =
            |column| row.text(column).map(String::from_utf8_lossy).unwrap_or_default().into_owned();
        let (op_type, core) = (text(0), text(1));
        // A row without its numbers would enter checks as zero.
        if let (Some(count), Some(total)) = (row.value(2, whole), row.value(3, ns_from_us_text)) {
            self.0.push(OpStatisticRow { op_type, core, count, total });
        }
    }
}
