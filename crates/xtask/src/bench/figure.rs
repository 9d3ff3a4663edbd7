//! What was measured, as JSON lines and as a table.

use std::io::{self, Write};

use anyhow::{Context, Result};
use serde::Deserialize;
use serde_json::{Value, json};

/// One run.
#[derive(Deserialize)]
pub(super) struct Run {
    /// From start, or from choosing the file, until it answers.
    pub(super) seconds: f64,
    /// Peak resident bytes of the process that holds the data.
    pub(super) peak: Option<u64>,
    /// Slices it says the file has.
    pub(super) slices: Option<u64>,
}

impl Run {
    pub(super) fn from_json(text: &[u8]) -> Result<Self> {
        serde_json::from_slice(text)
            .with_context(|| format!("not a run: {}", String::from_utf8_lossy(text)))
    }
}

/// Runs of one program on one file of `bytes`.
pub(super) struct Figure {
    what: &'static str,
    bytes: u64,
    runs: Vec<Run>,
}

impl Figure {
    pub(super) fn new(what: &'static str, bytes: u64, mut runs: Vec<Run>) -> Self {
        runs.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
        Self { what, bytes, runs }
    }

    fn median(&self) -> &Run {
        &self.runs[self.runs.len() / 2]
    }

    /// 10⁶ bytes a second, as the budgets are meant.
    fn mb_per_s(&self) -> f64 {
        self.bytes as f64 / 1e6 / self.median().seconds
    }

    fn slices_per_s(&self) -> Option<f64> {
        self.median().slices.map(|slices| slices as f64 / self.median().seconds)
    }

    /// Largest of all runs, in 10⁶ bytes.
    fn peak_mb(&self) -> Option<f64> {
        self.runs.iter().filter_map(|run| run.peak).max().map(|peak| peak as f64 / 1e6)
    }

    fn json(&self) -> Value {
        json!({
            "what": self.what,
            "bytes": self.bytes,
            "seconds": self.runs.iter().map(|run| run.seconds).collect::<Vec<_>>(),
            "mb_per_s": self.mb_per_s(),
            "slices": self.median().slices,
            "slices_per_s": self.slices_per_s(),
            "peak_mb": self.peak_mb(),
        })
    }

    fn row(&self) -> String {
        let rounded = |value: Option<f64>| {
            value.map_or_else(|| "–".to_owned(), |value| format!("{value:.0}"))
        };
        format!(
            "{:<16} {:>9.3} {:>8.0} {:>12} {:>9}",
            self.what,
            self.median().seconds,
            self.mb_per_s(),
            rounded(self.slices_per_s()),
            rounded(self.peak_mb()),
        )
    }
}

/// One JSON line a figure, then the table.
pub(super) fn print(figures: &[Figure]) -> Result<()> {
    let mut out = io::stdout().lock();
    for figure in figures {
        writeln!(out, "{}", figure.json())?;
    }
    writeln!(
        out,
        "\n{:<16} {:>9} {:>8} {:>12} {:>9}",
        "median", "seconds", "MB/s", "slices/s", "peak MB"
    )?;
    for figure in figures {
        writeln!(out, "{}", figure.row())?;
    }
    Ok(())
}

pub(super) fn say(text: &str) -> Result<()> {
    Ok(writeln!(io::stdout(), "{text}")?)
}

/// Slices of all ranks in the JSON of `stepscope summary`.
pub(super) fn slices_of_summary(json: &[u8]) -> Option<u64> {
    let summary: Value = serde_json::from_slice(json).ok()?;
    let captures = summary.get("captures")?.as_array()?;
    let ranks = captures.iter().filter_map(|capture| capture.get("ranks")?.as_array()).flatten();
    ranks.map(|rank| rank.pointer("/events/slices")?.as_u64()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure() -> Figure {
        let runs = [3.0, 0.5, 1.0].map(|seconds| Run {
            seconds,
            peak: Some(2_000_000),
            slices: Some(100),
        });
        Figure::new("native", 100_000_000, runs.into())
    }

    #[test]
    fn speed_is_that_of_the_median_run() {
        let json = figure().json();
        assert_eq!(json["mb_per_s"], 100.0);
        assert_eq!(json["slices_per_s"], 100.0);
        assert_eq!(json["peak_mb"], 2.0);
    }

    #[test]
    fn unknown_slices_are_null() {
        let figure = Figure::new("page", 1, vec![Run { seconds: 1.0, peak: None, slices: None }]);
        assert_eq!(figure.json()["slices_per_s"], Value::Null);
        assert!(figure.row().ends_with("–         –"));
    }

    #[test]
    fn slices_are_summed_over_ranks_and_captures() {
        let text = br#"{"captures":[{"ranks":[{"events":{"slices":2}},{"events":{"slices":3}}]}]}"#;
        assert_eq!(slices_of_summary(text), Some(5));
        assert_eq!(slices_of_summary(b"{}"), None);
    }
}
