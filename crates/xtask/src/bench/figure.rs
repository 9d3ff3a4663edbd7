//! Figures: any named number with a unit, as JSON lines and as a table, each beside its budget.

use std::io::{self, Write};

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use serde_json::{Value, json};

use super::budgets::{self, Budget, Most};

/// One number of one run. Scripts below `tests/bench` print one a line, as JSON.
#[derive(Debug, Deserialize)]
pub(super) struct Reading {
    /// What was measured: with the input and the unit, the name of the figure.
    pub(super) what: String,
    /// How much.
    pub(super) value: f64,
    /// Of what; the smaller is the better, but for counts.
    pub(super) unit: String,
}

impl Reading {
    pub(super) fn new(what: &str, value: f64, unit: &str) -> Self {
        Self { what: what.to_owned(), value, unit: unit.to_owned() }
    }

    /// The lines that a script printed.
    pub(super) fn lines(text: &[u8]) -> Result<Vec<Self>> {
        let lines = serde_json::Deserializer::from_slice(text).into_iter();
        let all: serde_json::Result<_> = lines.collect();
        all.with_context(|| format!("not readings: {}", String::from_utf8_lossy(text)))
    }
}

/// The readings of all runs of one thing on one input.
pub(super) struct Figure {
    pub(super) what: String,
    pub(super) input: String,
    pub(super) unit: String,
    values: Vec<f64>,
}

impl Figure {
    pub(super) fn median(&self) -> f64 {
        let mut values = self.values.clone();
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    }
}

/// All figures of one run of the harness: only these may be compared.
#[derive(Default)]
pub(super) struct Figures {
    all: Vec<Figure>,
    pub(super) failures: Vec<String>,
}

impl Figures {
    /// Adds the readings of one run.
    pub(super) fn add(&mut self, input: &str, readings: Vec<Reading>) {
        for Reading { what, value, unit } in readings {
            let same = |f: &&mut Figure| f.what == what && f.input == input && f.unit == unit;
            match self.all.iter_mut().find(same) {
                Some(figure) => figure.values.push(value),
                None => {
                    let input = input.to_owned();
                    self.all.push(Figure { what, input, unit, values: vec![value] });
                }
            }
        }
    }

    /// Remembers what could not be measured: the other figures are still worth having.
    pub(super) fn failed(&mut self, what: &str, input: &str, error: &anyhow::Error) {
        eprintln!("{what}, {input}: {error:#}");
        self.failures.push(format!("could not be measured: {what}, {input}"));
    }

    pub(super) fn get(&self, what: &str, input: &str) -> Option<&Figure> {
        self.all.iter().find(|figure| figure.what == what && figure.input == input)
    }

    fn rows(&self) -> Vec<Row<'_>> {
        self.all.iter().map(|figure| Row::new(figure, self)).collect()
    }

    /// Prints one JSON line a figure, then the table.
    ///
    /// # Errors
    /// Budgets that are not met, and what could not be measured: a budget must not be lost unnoticed.
    pub(super) fn print(&self) -> Result<()> {
        let rows = self.rows();
        let mut out = io::stdout().lock();
        for row in &rows {
            writeln!(out, "{}", row.json())?;
        }
        writeln!(out, "\n{}", table(&rows))?;
        let measured = |budget: &&Budget| self.all.iter().any(|figure| budget.is_of(figure));
        let missing =
            budgets::ALL.iter().filter(|budget| !measured(budget)).map(|budget| budget.what);
        let missing: Vec<&str> = missing.collect();
        if !missing.is_empty() {
            writeln!(out, "budgets not measured in this run: {}", missing.join("; "))?;
        }
        self.verdict()
    }

    fn verdict(&self) -> Result<()> {
        let over = self.rows().into_iter().filter(|row| row.met() == Some(false));
        let over =
            over.map(|row| format!("over budget: {}, {}", row.figure.what, row.figure.input));
        match over.chain(self.failures.iter().cloned()).collect::<Vec<_>>().as_slice() {
            [] => Ok(()),
            lost => bail!("{}", lost.join("; ")),
        }
    }
}

/// A figure beside its budget.
struct Row<'a> {
    figure: &'a Figure,
    budget: Option<&'static Budget>,
    peer: Option<&'a Figure>,
}

impl<'a> Row<'a> {
    fn new(figure: &'a Figure, all: &'a Figures) -> Self {
        let budget = budgets::ALL.iter().find(|budget| budget.is_of(figure));
        let peer = budget.and_then(|budget| all.get(budget.peer()?, &figure.input));
        Self { figure, budget, peer }
    }

    /// The most it may be, in its unit; `None` without a budget, or where the peer was not measured.
    fn most(&self) -> Option<f64> {
        match self.budget?.most {
            Most::Value(value) => Some(value),
            Most::Share { of: _, share } => Some(self.peer?.median() * share),
        }
    }

    fn met(&self) -> Option<bool> {
        Some(self.figure.median() <= self.most()?)
    }

    fn json(&self) -> Value {
        let Figure { what, input, unit, values } = self.figure;
        let peer = self.peer.map(|peer| json!({ "what": peer.what, "values": peer.values }));
        json!({
            "what": what,
            "input": input,
            "values": values,
            "median": self.figure.median(),
            "unit": unit,
            "budget": self.most(),
            "met": self.met(),
            "peer": peer,
        })
    }

    fn cells(&self) -> [String; 6] {
        let Figure { what, input, unit, .. } = self.figure;
        let peer = self.peer.map(|peer| format!("{} {}", rounded(peer.median()), peer.what));
        let met = self.met().map_or("", |met| if met { "met" } else { "OVER" });
        [
            what.clone(),
            input.clone(),
            format!("{} {unit}", rounded(self.figure.median())),
            self.most().map(|most| format!("≤ {}", rounded(most))).unwrap_or_default(),
            met.to_owned(),
            peer.unwrap_or_default(),
        ]
    }
}

/// Three significant digits, and every digit before the point.
pub(super) fn rounded(value: f64) -> String {
    let before = if value >= 1.0 { value.log10().floor() as usize + 1 } else { 0 };
    format!("{value:.*}", 3_usize.saturating_sub(before))
}

fn table(rows: &[Row]) -> String {
    let head = ["figure", "input", "median", "budget", "", "peer"].map(str::to_owned);
    let lines: Vec<[String; 6]> =
        std::iter::once(head).chain(rows.iter().map(Row::cells)).collect();
    let width = |column: usize| {
        lines.iter().map(|line| line[column].chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..6).map(width).collect();
    let mut text = String::new();
    for line in &lines {
        let cells = line.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(peer: Option<f64>) -> Figures {
        let mut figures = Figures::default();
        for seconds in [3.0, 0.5, 1.0] {
            figures.add("100 MB", vec![Reading::new("native load", seconds, "s")]);
        }
        if let Some(seconds) = peer {
            figures.add("100 MB", vec![Reading::new("Perfetto native load", seconds, "s")]);
        }
        figures
    }

    #[test]
    fn a_figure_is_the_median_of_its_runs() {
        let figures = figures(None);
        let json = figures.rows()[0].json();
        assert_eq!(json["values"], json!([3.0, 0.5, 1.0]));
        assert_eq!(json["median"], 1.0);
    }

    #[test]
    fn a_share_is_of_the_peer_of_the_same_run() {
        for (peer, met) in [(Some(4.0), Some(true)), (Some(3.9), Some(false)), (None, None)] {
            let figures = figures(peer);
            let rows = figures.rows();
            assert_eq!(rows[0].met(), met, "{peer:?}");
            assert_eq!(rows[0].json()["budget"], json!(peer.map(|seconds| seconds / 4.0)));
        }
    }

    #[test]
    fn a_peer_on_another_input_is_no_measure() {
        let mut figures = figures(None);
        figures.add("1 GB", vec![Reading::new("Perfetto native load", 100.0, "s")]);
        assert_eq!(figures.rows()[0].met(), None);
    }

    #[test]
    fn going_over_a_budget_is_an_error_that_names_it() {
        let error = figures(Some(1.0)).verdict().unwrap_err().to_string();
        assert_eq!(error, "over budget: native load, 100 MB");
        figures(Some(4.0)).verdict().unwrap();
    }

    #[test]
    fn what_could_not_be_measured_is_an_error() {
        let mut figures = figures(Some(4.0));
        figures.failed("page", "100 MB", &anyhow::anyhow!("it crashed"));
        let error = figures.verdict().unwrap_err().to_string();
        assert_eq!(error, "could not be measured: page, 100 MB");
    }

    #[test]
    fn lines_of_a_script_are_readings() {
        let text = b"{\"what\":\"frame\",\"value\":1.5,\"unit\":\"ms\"}\n\n{\"what\":\"x\",\"value\":2,\"unit\":\"B\"}\n";
        let readings = Reading::lines(text).unwrap();
        assert_eq!(readings.len(), 2);
        assert_eq!(readings[0].value, 1.5);
        assert!(Reading::lines(b"oops").is_err());
    }

    #[test]
    fn three_digits_are_enough() {
        for (value, text) in
            [(0.0, "0.000"), (0.0123, "0.012"), (1.234, "1.23"), (12.34, "12.3"), (1234.5, "1234")]
        {
            assert_eq!(rounded(value), text);
        }
    }
}
