//! The operator table as CSV: for other programs, so the same in every language.

use super::columns::{Column, ColumnKind};
use super::table::{Cell, Table};
use crate::Analysis;
use stepscope_core::note::Language;

/// Rows built at a time: a million kernels need not all be held as cells.
const AT_ONCE: usize = 1024;
/// Decimals of PMU columns: what the profiler writes.
const COLLECTED_DECIMALS: usize = 3;

impl Table {
    /// The rows with these numbers, in this order: English headings with units, times in whole nanoseconds,
    /// an empty cell where the capture does not tell.
    pub fn csv(&self, analysis: &Analysis, ids: &[u32]) -> String {
        let headings = self.columns().iter().map(|column| quoted(&heading(column)));
        let mut text = headings.collect::<Vec<_>>().join(",");
        for row in ids.chunks(AT_ONCE).flat_map(|ids| self.rows(analysis, ids)) {
            let cells = self.columns().iter().zip(&row.cells);
            text += "\r\n";
            text +=
                &cells.map(|(column, cell)| written(column, cell)).collect::<Vec<_>>().join(",");
        }
        text + "\r\n"
    }
}

/// A heading with its unit, as numbers in CSV carry none. PMU columns have theirs in the name.
fn heading(column: &Column) -> String {
    let label = column.label.text(Language::En);
    match column.kind {
        ColumnKind::Duration | ColumnKind::Time => format!("{label} (ns)"),
        ColumnKind::Share => format!("{label} (%)"),
        ColumnKind::Text | ColumnKind::Count | ColumnKind::Number => label.to_owned(),
    }
}

fn written(column: &Column, cell: &Cell) -> String {
    let number = match cell {
        Cell::Number(number) => *number,
        Cell::Text(text) => return quoted(text),
        Cell::Said(said) => return quoted(said.text(Language::En)),
        Cell::Unknown => return String::new(),
    };
    match column.kind {
        ColumnKind::Duration | ColumnKind::Time | ColumnKind::Count => fixed(number, 0),
        ColumnKind::Share => fixed(number * 100.0, 2),
        ColumnKind::Number | ColumnKind::Text => fixed(number, COLLECTED_DECIMALS),
    }
}

/// With at most so many decimals.
fn fixed(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    let text = match text.split_once('.') {
        Some(_) => text.trim_end_matches('0').trim_end_matches('.'),
        None => text.as_str(),
    };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// A CSV cell. Spreadsheets run text that begins like a formula: an apostrophe keeps it text.
fn quoted(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let guard = if formula { "'" } else { "" };
    let special = text.contains([',', '"', '\n', '\r']) || formula;
    if special { format!("\"{guard}{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operators::GroupBy;
    use crate::operators::columns::{fixed as columns, metric};

    #[test]
    fn text_is_quoted_and_cannot_be_a_formula() {
        assert_eq!(quoted("MatMul"), "MatMul");
        assert_eq!(quoted("[2,3]"), "\"[2,3]\"");
        assert_eq!(quoted("say \"x\""), "\"say \"\"x\"\"\"");
        assert_eq!(quoted("=cmd()"), "\"'=cmd()\"");
    }

    #[test]
    fn headings_are_english_with_their_units() {
        let headings: Vec<String> = columns(GroupBy::Type).iter().map(heading).collect();
        let first = ["Type", "Core", "Count", "Total (ns)", "Share (%)", "Average (ns)"];
        assert_eq!(headings[..6], first);
        assert_eq!(heading(&metric("aicore_time(us)")), "aicore_time(us)");
    }

    #[test]
    fn numbers_are_rounded_to_what_they_mean() {
        let column = |id: &str| {
            let own = columns(GroupBy::Type).into_iter().find(|column| column.id == id);
            own.unwrap_or_else(|| metric(id))
        };
        let of = |id: &str, number: f64| written(&column(id), &Cell::Number(number));
        assert_eq!(of("aic_mac_ratio", 0.1 + 0.2), "0.3");
        assert_eq!(of("aicore_time(us)", 1_234_567.100_000_1), "1234567.1");
        assert_eq!(of("avg", 1_246_998.5), "1246998");
        assert_eq!(of("share", 0.267_449), "26.74");
        assert_eq!(of("count", 600.0), "600");
        assert_eq!(of("wait", -0.2), "0");
        assert_eq!(written(&column("wait"), &Cell::Unknown), "");
    }
}
