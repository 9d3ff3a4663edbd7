//! Counters: `C` events as series of points.

use crate::ids::{NameId, ProcessId};
use crate::table::table;
use crate::time::Ns;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// One value of one counter track, followed over time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// Process of the counter.
    pub process: ProcessId,
    /// Counter name (`HBM 0/Read`).
    pub name: NameId,
    /// Argument key, usually the unit (`Read(MB/s)`). `acc_id` is a label, kept like any other key.
    pub key: NameId,
    /// First point and one past the last in [`Points`].
    pub first: u32,
    /// See [`Series::first`].
    pub last: u32,
}

impl Series {
    /// Rows of its points, in time order.
    pub fn points(&self) -> Range<usize> {
        self.first as usize..self.last as usize
    }
}

table! {
    /// Points of all series, ordered by (series, time, place in the file).
    pub struct Points of PointRow {
        /// Time of the sample, unix nanoseconds.
        time: Ns,
        /// Value as in the file; NaN where it was not a number.
        value: f64,
    }
}
