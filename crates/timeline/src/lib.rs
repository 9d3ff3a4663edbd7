//! Columns → what to draw: rows, levels of detail, pixels, and what is under the pointer.
//!
//! # Design constraints
//!
//! * **A frame costs pixels × rows**, whatever the number of slices: a pixel looks at a few slices,
//!   or at a few blocks of slices that are summed up beforehand.
//! * **The picture is right at every zoom**: a pixel's alpha is the exact share of its time that is
//!   busy, its hue the colour with most time in it, and a slice of a pixel or more always shows.
//! * **Nothing is dropped or drawn over**: slices that partly overlap get a lane of their own.
//! * **No canvas here.** Pixels are bytes, labels are a list; both are checked natively.
//! * **At most 19 bytes a slice**, taken together, beside the 29 of core's columns: 13, on lanes of nested slices 4
//!   more, and 4 for one with a connection.
//!
//! ```text
//! Trace ─► RankLanes (lanes, levels) ─┐
//! RowStates ─► Layout (rows) ─────────┴─► paint ─► Frame;  hit, flows, navigate, search, statistics
//! ```

pub mod arrows;
pub mod details;
pub mod flows;
pub mod hit;
pub mod hits;
pub mod lanes;
pub mod layout;
mod levels;
pub mod navigate;
pub mod paint;
pub mod palette;
pub mod rank;
pub mod search;
mod series;
pub mod statistics;
mod sweep;
pub mod view;

pub use layout::{Layout, Row, RowKind, RowStates, Scroll};
pub use paint::{Frame, paint};
pub use rank::{RankLanes, RankView};
pub use view::View;
