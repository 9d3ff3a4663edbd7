//! One slice and what hangs on it.

use super::TimeRange;

messages! {
    /// A slice of an opened rank.
    #[derive(Copy)]
    pub struct SliceId {
        /// Id of the rank.
        pub rank: u32,
        /// Number of the slice in its rank; the same whenever the same capture is opened.
        pub slice: u32,
    }

    /// A slice in a list.
    pub struct SliceInfo {
        /// Which.
        pub id: SliceId,
        /// Its name.
        pub name: String,
        /// Key of its row.
        pub row: String,
        /// Name of its row, with the process.
        pub row_name: String,
        /// Start, nanoseconds from the capture's origin.
        pub start: f64,
        /// Length, nanoseconds.
        pub duration: f64,
    }

    /// Everything known of one slice.
    pub struct SliceDetails {
        /// The slice.
        pub slice: SliceInfo,
        /// Category; empty if none.
        pub category: String,
        /// `complete`, `instant` or `unfinished`.
        pub shape: String,
        /// Length without the slices nested in it, nanoseconds.
        pub self_ns: f64,
        /// Label of the step that it starts in.
        pub step: Option<String>,
        /// The slice that it is nested in.
        pub parent: Option<SliceInfo>,
        /// Arguments in file order.
        pub args: Vec<Argument>,
        /// Row of the kernel table that it belongs to: type, shapes, PMU columns.
        pub kernel: Vec<Argument>,
        /// Flows that start or end at it.
        pub flows: Vec<FlowLink>,
    }

    /// One argument.
    pub struct Argument {
        /// Key as in the file.
        pub key: String,
        /// Value as text.
        pub value: String,
        /// The value where it is a number.
        pub number: Option<f64>,
    }

    /// One end of a flow as seen from a slice: a fan-out has one a target.
    pub struct FlowLink {
        /// Category (`async_npu`, `HostToDevice`, …).
        pub category: String,
        /// Opaque id.
        pub id: String,
        /// Whether it leaves this slice or arrives at it.
        pub direction: FlowDirection,
        /// The slice at the other end; `null` when the flow has none.
        pub other: Option<SliceInfo>,
    }

    /// Flow categories of the opened ranks.
    pub struct FlowCategories {
        /// The categories, by name.
        pub categories: Vec<FlowCategory>,
    }

    /// A flow category.
    pub struct FlowCategory {
        /// Its name.
        pub name: String,
        /// How many flows.
        pub count: f64,
    }

    /// Statistics of a range over the shown ranks.
    pub struct RangeStatistics {
        /// The range.
        pub range: TimeRange,
        /// By row, longest busy first.
        pub rows: Vec<RangeRow>,
        /// By name, longest total first.
        pub names: Vec<RangeName>,
        /// How many names there are, listed or not.
        pub name_count: u32,
        /// Computing, communication and free inside the range, a rank.
        pub split: Vec<RangeSplit>,
    }

    /// Statistics of one row in a range.
    pub struct RangeRow {
        /// Key of the row.
        pub row: String,
        /// Its name, with the process.
        pub name: String,
        /// Slices that touch the range.
        pub count: f64,
        /// Union of their time inside the range: never longer than it.
        pub busy_ns: f64,
        /// Plain sum of their time inside the range.
        pub sum_ns: f64,
    }

    /// Statistics of one name in a range; times inside the range, nanoseconds.
    pub struct RangeName {
        /// The name.
        pub name: String,
        /// Slices that touch the range.
        pub count: f64,
        /// Sum.
        pub total_ns: f64,
        /// Sum without nested slices.
        pub self_ns: f64,
        /// Mean.
        pub mean_ns: f64,
        /// Shortest.
        pub min_ns: f64,
        /// Longest.
        pub max_ns: f64,
    }

    /// How a rank spent a range, nanoseconds.
    pub struct RangeSplit {
        /// Id of the rank.
        pub rank: u32,
        /// Computing.
        pub computing_ns: f64,
        /// Communication not overlapped.
        pub communication_not_overlapped_ns: f64,
        /// Neither.
        pub free_ns: f64,
    }
}

choices! {
    /// Which way a flow goes, seen from a slice.
    pub enum FlowDirection {
        /// It leaves the slice.
        Out,
        /// It arrives at the slice.
        In,
    }

    /// Where to go from the selected slice.
    pub enum Move {
        /// Next slice on the row.
        Next,
        /// Previous slice on the row.
        Previous,
        /// Next slice of the same name in the rank.
        NextSameName,
        /// Previous slice of the same name in the rank.
        PreviousSameName,
        /// The slice that it is nested in.
        Parent,
    }
}
