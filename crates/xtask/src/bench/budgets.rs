//! The budgets of the design: a figure and the most it may be, on any input of `cargo xtask bench`.

use super::figure::Figure;
use crate::page;

/// The most that a figure may be.
pub(super) struct Budget {
    /// What is measured.
    pub(super) what: &'static str,
    /// Unit of the figure, so that no budget is compared with a number of another unit.
    unit: &'static str,
    pub(super) most: Most,
}

pub(super) enum Most {
    /// In the figure's unit.
    Value(f64),
    /// Of a peer's figure, measured in the same run on the same input.
    Share { of: &'static str, share: f64 },
}

impl Budget {
    const fn at_most(what: &'static str, value: f64, unit: &'static str) -> Self {
        Self { what, unit, most: Most::Value(value) }
    }

    /// Seconds, as a share of a peer's.
    const fn share(what: &'static str, share: f64, of: &'static str) -> Self {
        Self { what, unit: "s", most: Most::Share { of, share } }
    }

    /// Whether this is the budget of `figure`.
    pub(super) fn is_of(&self, figure: &Figure) -> bool {
        figure.what == self.what && figure.unit == self.unit
    }

    /// The peer that it is a share of.
    pub(super) fn peer(&self) -> Option<&'static str> {
        match self.most {
            Most::Share { of, .. } => Some(of),
            Most::Value(_) => None,
        }
    }
}

/// In the order of the design. Memory is that at 1 GB: a smaller input must not need more.
pub(super) const ALL: &[Budget] = &[
    Budget::share("native load", 1.0 / 4.0, "Perfetto native load"),
    Budget::share("page load", 1.0 / 8.0, "Perfetto UI load"),
    Budget::at_most("native peak memory", 500.0, "MB"),
    Budget::at_most("page wasm memory", 600.0, "MB"),
    Budget::at_most("workers after load", 1.0, "workers"),
    Budget::at_most("columns and levels per slice", 48.0, "bytes"),
    Budget::at_most("arguments per slice", 24.0, "bytes"),
    Budget::at_most("group by name", 150.0, "ms"),
    Budget::at_most("wasm, gzipped", page::WASM_GZ_LIMIT as f64 / 1024.0, "KiB"),
    Budget::at_most("dist/stepscope.html", page::PAGE_LIMIT as f64 / 1024.0, "KiB"),
    Budget::at_most("page usable", 1.0, "s"),
    Budget::at_most("frame p95, 1600×900", 16.0, "ms"),
    Budget::at_most("frame p95, 1600×900, 100 rows", 16.0, "ms"),
    Budget::at_most("frame p95, 2560×1440 at 2×", 16.0, "ms"),
    Budget::at_most("frame p95, 2560×1440 at 2×, 100 rows", 16.0, "ms"),
    Budget::at_most("search for a rare name", 100.0, "ms"),
    Budget::at_most("search for a frequent name", 100.0, "ms"),
    Budget::at_most("search for nearly every name", 100.0, "ms"),
    Budget::at_most("statistics of 1 M slices", 150.0, "ms"),
    Budget::at_most("statistics of 1.9 M slices", 150.0, "ms"),
    Budget::at_most("operators by name", 150.0, "ms"),
    Budget::at_most("operators by kernel", 150.0, "ms"),
    Budget::at_most("slowest first click on a kernel", 1.0, "ms"),
    Budget::at_most("click on a kernel", 1.0, "ms"),
    Budget::at_most("slowest click on a kernel", 1.0, "ms"),
    Budget::at_most("next of the same name as a kernel", 1.0, "ms"),
];
