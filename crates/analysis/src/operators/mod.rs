//! Operators: kernels grouped, counted and classed.
//!
//! From `kernel_details.csv` where it is there, else from the timeline's compute tasks; then types, cores,
//! shapes and PMU columns are unknown. Collectives are left out, as in `op_statistic.csv`.

mod category;
mod class;
mod columns;
mod csv;
mod group;
mod kernels;
mod table;

pub use category::{Category, is_conversion};
pub use class::{Bound, classify};
pub use columns::{Column, ColumnKind};
pub(crate) use group::nearest_rank;
pub use group::{GroupBy, GroupRow};
pub use kernels::{Kernel, KernelRef, KernelSource, Kernels};
pub use table::{Cell, Histogram, Order, Shares, Table, TableRow};
