//! Which ranks and steps an answer is about.

use serde::{Deserialize, Serialize};

/// Ranks and steps chosen by the reader; `None` is all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct Selection {
    /// Places in [`stepscope_core::model::Capture::ranks`].
    pub ranks: Option<Vec<usize>>,
    /// Steps by their number.
    pub steps: Option<StepRange>,
}

/// Steps from `first` to `last`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StepRange {
    /// Lowest step number.
    pub first: i64,
    /// Highest step number.
    pub last: i64,
}

impl Selection {
    /// Whether the rank at `index` of the capture is chosen.
    pub fn has_rank(&self, index: usize) -> bool {
        self.ranks.as_ref().is_none_or(|ranks| ranks.contains(&index))
    }

    /// Whether a step is chosen. A window that has no number (a capture without step markers) is only
    /// part of "all steps".
    pub fn has_step(&self, number: Option<i64>) -> bool {
        self.steps.is_none_or(|range| {
            number.is_some_and(|number| (range.first..=range.last).contains(&number))
        })
    }
}
