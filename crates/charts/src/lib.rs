//! Numbers → plots, on any `plotters` backend: a canvas in the page, SVG in reports and tests.
//!
//! ```text
//! plain numbers ─► chart (one file each) ─► Picture ─► draw ─► any DrawingBackend
//! (steps, bins)    layout in CSS pixels     marks           └► svg (feature `svg`)
//!                                           hits ─► what is under the pointer
//! ```
//!
//! # Design constraints
//!
//! * **No browser, no I/O, no clock.** The crate compiles for wasm and native alike.
//! * **A chart knows no language and no colour**: labels, colours and fonts are handed in.
//! * **Unknown is a gap**, never zero: values are `Option<f64>`, and what is not finite counts as unknown.
//! * **Layout is a pure function** to a [`Picture`]; only [`Picture::draw`] touches a backend. So the
//!   backend's generic code exists once, which keeps the wasm small, and hit regions need no drawing.
//! * Axis-parallel lines are filled rectangles on whole device pixels: crisp at every pixel ratio and on
//!   every backend.
//!
//! `plotters`' own `ChartBuilder` is not used: it places ticks, legends and labels by its own rules, and
//! measures text through the DOM in wasm. Text here is measured by [`text::width`], an estimate that
//! errs on the wide side.

mod axes;
mod frame;
mod histogram;
pub mod number;
mod picture;
mod share_bars;
mod stack;
mod step_time;
#[cfg(any(test, feature = "svg"))]
mod svg;
pub mod text;
pub mod ticks;
mod utilisation;

pub use frame::{Color, Font, Frame, Theme};
pub use histogram::{Bin, BinScale, Histogram, HistogramText};
pub use picture::{Area, Hit, HitLine, Mark, Picture, Side, Surface};
pub use share_bars::{Share, ShareBars};
pub use stack::{Part, Reference};
pub use step_time::{Bubble, StepBar, StepTime, StepTimeText};
#[cfg(any(test, feature = "svg"))]
pub use svg::svg;
pub use utilisation::{Border, LineShape, Point, Series, Strip, Utilisation, UtilisationText};

/// The value when it is known: what is not finite counts as unknown.
fn known(value: Option<f64>) -> Option<f64> {
    value.filter(|v| v.is_finite())
}
