//! Columns of the operator table.

use super::GroupBy;
use crate::words::{Bilingual, Say};
use serde::{Deserialize, Serialize};

/// What the cells of a column are, so that whoever shows them can format and align them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColumnKind {
    /// Text.
    Text,
    /// A count.
    Count,
    /// Nanoseconds.
    Duration,
    /// 0 to 1.
    Share,
    /// Any other number, as collected.
    Number,
    /// Nanoseconds from the capture's origin.
    Time,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// Stable id, for sorting.
    pub id: String,
    /// Heading.
    pub label: Bilingual,
    /// What its cells are.
    pub kind: ColumnKind,
}

/// How a PMU column is combined over kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Combine {
    /// Times, cycles, hits, amounts of data: they add up.
    Sum,
    /// Ratios, bandwidths, utilisation: mean weighted by duration.
    WeightedMean,
}

impl Combine {
    pub(super) fn of(column: &str) -> Combine {
        let rate =
            ["_ratio", "_rate", "(GB/s)", "(%)", "_bw"].iter().any(|mark| column.contains(mark));
        if rate { Combine::WeightedMean } else { Combine::Sum }
    }
}

/// What is added up of a PMU column to combine it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Combined {
    any: bool,
    sum: f64,
    weighted: f64,
    weights: f64,
}

impl Combined {
    /// Adds the value of a kernel and what it weighs.
    pub(super) fn add(&mut self, value: f64, weight: f64) {
        self.any = true;
        self.sum += value;
        self.weighted += value * weight;
        self.weights += weight;
    }

    /// The values that were added, combined; `None` of none.
    pub(super) fn value(&self, how: Combine) -> Option<f64> {
        match how {
            _ if !self.any => None,
            Combine::Sum => Some(self.sum),
            Combine::WeightedMean if self.weights > 0.0 => Some(self.weighted / self.weights),
            Combine::WeightedMean => None,
        }
    }
}

/// Fixed columns of a grouping, in order. PMU columns follow.
pub(super) fn fixed(by: GroupBy) -> Vec<Column> {
    let text = ColumnKind::Text;
    let duration = ColumnKind::Duration;
    let mut list: Vec<(&str, Say, ColumnKind)> = Vec::new();
    if matches!(by, GroupBy::Name | GroupBy::NameShape | GroupBy::Kernel) {
        list.push(("name", Say::ColumnName, text));
    }
    if matches!(by, GroupBy::NameShape | GroupBy::Kernel) {
        list.push(("shapes", Say::ColumnShapes, text));
    }
    if by != GroupBy::Core {
        list.push(("type", Say::ColumnType, text));
    }
    list.push(("core", Say::ColumnCore, text));
    if by == GroupBy::Kernel {
        list.push(("start", Say::ColumnStart, ColumnKind::Time));
        list.push(("total", Say::ColumnDuration, duration));
        list.push(("share", Say::ColumnShare, ColumnKind::Share));
    } else {
        list.extend([
            ("count", Say::ColumnCount, ColumnKind::Count),
            ("total", Say::ColumnTotal, duration),
            ("share", Say::ColumnShare, ColumnKind::Share),
            ("avg", Say::ColumnAverage, duration),
            ("p50", Say::ColumnMedian, duration),
            ("p95", Say::ColumnP95, duration),
            ("max", Say::ColumnMax, duration),
            ("min", Say::ColumnMin, duration),
        ]);
    }
    list.push(("wait", Say::ColumnWait, duration));
    list.push(("block-dim", Say::ColumnBlockDim, ColumnKind::Number));
    if by != GroupBy::Core {
        list.push(("bound", Say::ColumnBound, text));
        list.push(("category", Say::ColumnCategory, text));
    }
    let column = |(id, say, kind): (&str, Say, ColumnKind)| Column {
        id: id.to_owned(),
        label: say.plain(),
        kind,
    };
    list.into_iter().map(column).collect()
}

/// A PMU column: id and heading are the name in the file.
pub(super) fn metric(name: &str) -> Column {
    let label = Bilingual { en: name.to_owned(), zh: name.to_owned() };
    Column { id: name.to_owned(), label, kind: ColumnKind::Number }
}
