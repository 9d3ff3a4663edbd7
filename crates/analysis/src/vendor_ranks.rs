//! What the vendor's step table says of ranks without a timeline: they were left unread, or have none.

use crate::findings::Context;
use serde::{Deserialize, Serialize};
use stepscope_core::model::StepTraceRow;
use stepscope_core::time::Ns;

/// Columns of `step_trace_time.csv` that are shown, under the vendor's names.
pub const COLUMNS: [&str; 5] =
    ["Stage", "Computing", "Communication(Not Overlapped)", "Free", "Preparing"];

/// A rank by the vendor's step table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VendorRow {
    /// Place of the rank.
    pub rank: usize,
    /// Rows of its table: steps, and devices where it has several.
    pub rows: usize,
    /// Mean of each of [`COLUMNS`] over its rows; `None` where a row does not say.
    pub means: [Option<Ns>; COLUMNS.len()],
}

/// The chosen ranks without a timeline that have a step table.
pub fn rows(context: &Context) -> Vec<VendorRow> {
    let units = context.units.iter().filter(|unit| unit.rank.trace.is_none());
    let row = |rank: usize, table: &[StepTraceRow]| {
        let mean = |of: fn(&StepTraceRow) -> Option<Ns>| {
            let sum = table.iter().map(of).try_fold(0_i64, |sum, cell| Some(sum + cell?.get()))?;
            Some(Ns(sum / i64::try_from(table.len()).ok().filter(|rows| *rows > 0)?))
        };
        let means = [
            mean(|row| row.stage),
            mean(|row| row.computing),
            mean(|row| row.communication_not_overlapped),
            mean(|row| row.free),
            mean(|row| row.preparing),
        ];
        VendorRow { rank, rows: table.len(), means }
    };
    units.filter_map(|unit| Some(row(unit.index, unit.rank.step_trace.as_deref()?))).collect()
}
