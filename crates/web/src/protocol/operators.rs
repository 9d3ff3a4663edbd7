//! The operator table: grouped, filtered, sorted and cut into pages by the engine.

use super::{Order, Selection};

choices! {
    /// What a row of the operator table stands for.
    pub enum OperatorGroup {
        /// Operator type.
        Type,
        /// Operator name.
        Name,
        /// Name and input shapes.
        NameShape,
        /// Accelerator core.
        Core,
        /// One kernel.
        Kernel,
    }

    /// What the cells of a column are, so that the page can format and align them.
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
}

messages! {
    /// Which rows are wanted.
    pub struct OperatorQuery {
        /// Of which kernels.
        pub selection: Selection,
        /// What a row is.
        pub group: OperatorGroup,
        /// Text that the name, type or shape must contain; empty for all.
        pub filter: String,
        /// Id of the column to sort by.
        pub sort: String,
        /// Which way.
        pub order: Order,
        /// Rows to skip.
        pub offset: u32,
        /// Rows wanted at most.
        pub count: u32,
    }

    /// A page of the operator table.
    pub struct OperatorPage {
        /// Columns, in the order shown.
        pub columns: Vec<Column>,
        /// Rows that the filter leaves.
        pub total_rows: u32,
        /// Kernels in all of them.
        pub total_count: f64,
        /// Their time, nanoseconds.
        pub total_ns: f64,
        /// The rows asked for.
        pub rows: Vec<OperatorRow>,
        /// What limits the table, e.g. that types need Level1; in the language asked for.
        pub remarks: Vec<String>,
    }

    /// A column.
    pub struct Column {
        /// Stable id, for sorting.
        pub id: String,
        /// Heading, in the language asked for.
        pub label: String,
        /// What its cells are.
        pub kind: ColumnKind,
    }

    /// A row.
    pub struct OperatorRow {
        /// Id of the row within this group, filter and selection.
        pub id: u32,
        /// One cell a column.
        pub cells: Vec<Cell>,
        /// A slice that shows it in the timeline: the longest of the row.
        pub example: Option<super::SliceId>,
    }

    /// Shares of the rows with the most time.
    pub struct OperatorShares {
        /// Longest first.
        pub rows: Vec<OperatorShare>,
        /// All that is left of the whole table; `null` if nothing is.
        pub rest: Option<OperatorShare>,
        /// Time of the whole table, milliseconds.
        pub total_ms: f64,
    }

    /// Time of one row, or of several.
    pub struct OperatorShare {
        /// What the row is called; empty for the rest.
        pub label: String,
        /// How many kernels.
        pub count: f64,
        /// Milliseconds.
        pub ms: f64,
    }

    /// Durations of one row in bins of equal ratio.
    pub struct Histogram {
        /// What the row is called.
        pub label: String,
        /// Edges of the bins, nanoseconds; one more than counts.
        pub edges: Vec<f64>,
        /// Kernels in each bin.
        pub counts: Vec<f64>,
        /// Median, nanoseconds.
        pub median_ns: Option<f64>,
    }
}

/// A cell: number, text, or unknown.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize, tsify::Tsify)]
#[serde(untagged)]
#[tsify(missing_as_null)]
pub enum Cell {
    /// A number, in the column's kind.
    Number(f64),
    /// Text from the capture or in the language asked for.
    Text(String),
    /// Unknown.
    Unknown,
}
