//! The operator table: kept while selection and grouping stay, its order while filter and sorting do.

use super::store::Open;
use crate::failure::Result;
use crate::protocol::{
    Cell, Column, ColumnKind, Histogram, Language, OperatorGroup, OperatorPage, OperatorQuery,
    OperatorRow, Order, Selection, SliceId,
};
use stepscope_analysis::Analysis;
use stepscope_analysis::operators::{self, GroupBy, Table};

/// Bins of a duration histogram.
const BINS: usize = 40;

/// The table that was asked for last.
#[derive(Default)]
pub(crate) struct Operators {
    kept: Option<Kept>,
}

struct Kept {
    selection: Selection,
    group: OperatorGroup,
    table: Table,
    /// Filter, column and order that `rows` follows.
    sorted: Option<(String, String, Order)>,
    rows: Vec<u32>,
}

impl Operators {
    /// Captures have changed: nothing kept is right any more.
    pub(crate) fn forget(&mut self) {
        self.kept = None;
    }

    /// A page of the table.
    pub(crate) fn page(
        &mut self,
        open: &Open,
        query: &OperatorQuery,
        language: Language,
    ) -> Result<OperatorPage> {
        let analysis = open.analysis();
        let kept = self.keep(open, &analysis, query)?;
        let end = query.offset.saturating_add(query.count) as usize;
        let shown = kept.rows.get(query.offset as usize..end.min(kept.rows.len())).unwrap_or(&[]);
        let rows = kept.table.rows(&analysis, shown);
        let text =
            |both: &stepscope_analysis::words::Bilingual| both.text(language.into()).to_owned();
        Ok(OperatorPage {
            columns: kept.table.columns().iter().map(|own| column(own, language)).collect(),
            total_rows: kept.rows.len() as u32,
            total_count: kept.table.kernels() as f64,
            total_ns: kept.table.total.get() as f64,
            rows: rows.into_iter().map(|own| row(open, own, language)).collect(),
            remarks: kept.table.remarks.iter().map(text).collect(),
        })
    }

    /// Durations of a row.
    pub(crate) fn histogram(
        &mut self,
        open: &Open,
        query: &OperatorQuery,
        row: u32,
    ) -> Result<Option<Histogram>> {
        let analysis = open.analysis();
        let kept = self.keep(open, &analysis, query)?;
        Ok(kept.table.histogram(row, BINS).map(|found| Histogram {
            label: found.label,
            edges: found.edges.iter().map(|edge| edge.get() as f64).collect(),
            counts: found.counts.iter().map(|count| *count as f64).collect(),
            median_ns: found.median.map(|median| median.get() as f64),
        }))
    }

    /// The whole table as CSV.
    pub(crate) fn csv(
        &mut self,
        open: &Open,
        query: &OperatorQuery,
        language: Language,
    ) -> Result<String> {
        let whole = OperatorQuery { offset: 0, count: u32::MAX, ..query.clone() };
        let page = self.page(open, &whole, language)?;
        let mut text = String::new();
        let heads = page.columns.iter().map(|column| quoted(&heading(column)));
        text += &heads.collect::<Vec<_>>().join(",");
        for row in &page.rows {
            let cells = row.cells.iter().map(|cell| match cell {
                Cell::Number(number) => number.to_string(),
                Cell::Text(text) => quoted(text),
                Cell::Unknown => String::new(),
            });
            text += "\r\n";
            text += &cells.collect::<Vec<_>>().join(",");
        }
        Ok(text + "\r\n")
    }

    fn keep(&mut self, open: &Open, analysis: &Analysis, query: &OperatorQuery) -> Result<&Kept> {
        let selection = open.selection(&query.selection)?;
        let same = |kept: &Kept| kept.selection == query.selection && kept.group == query.group;
        let kept = match self.kept.take().filter(same) {
            Some(kept) => kept,
            None => Kept {
                selection: query.selection.clone(),
                group: query.group,
                table: Table::new(analysis, &selection, group(query.group)),
                sorted: None,
                rows: Vec::new(),
            },
        };
        let kept = self.kept.insert(kept);
        let wanted = (query.filter.clone(), query.sort.clone(), query.order);
        if kept.sorted.as_ref() != Some(&wanted) {
            let order = match query.order {
                Order::Ascending => operators::Order::Ascending,
                Order::Descending => operators::Order::Descending,
            };
            kept.rows = kept.table.order(analysis, &query.filter, &query.sort, order);
            kept.sorted = Some(wanted);
        }
        Ok(kept)
    }
}

fn group(group: OperatorGroup) -> GroupBy {
    match group {
        OperatorGroup::Type => GroupBy::Type,
        OperatorGroup::Name => GroupBy::Name,
        OperatorGroup::NameShape => GroupBy::NameShape,
        OperatorGroup::Core => GroupBy::Core,
        OperatorGroup::Kernel => GroupBy::Kernel,
    }
}

fn column(column: &operators::Column, language: Language) -> Column {
    let kind = match column.kind {
        operators::ColumnKind::Text => ColumnKind::Text,
        operators::ColumnKind::Count => ColumnKind::Count,
        operators::ColumnKind::Duration => ColumnKind::Duration,
        operators::ColumnKind::Share => ColumnKind::Share,
        operators::ColumnKind::Number => ColumnKind::Number,
        operators::ColumnKind::Time => ColumnKind::Time,
    };
    Column { id: column.id.clone(), label: column.label.text(language.into()).to_owned(), kind }
}

fn row(open: &Open, row: operators::TableRow, language: Language) -> OperatorRow {
    let cell = |cell| match cell {
        operators::Cell::Number(number) => Cell::Number(number),
        operators::Cell::Text(text) => Cell::Text(text),
        operators::Cell::Said(said) => Cell::Text(said.text(language.into()).to_owned()),
        operators::Cell::Unknown => Cell::Unknown,
    };
    OperatorRow {
        id: row.id,
        cells: row.cells.into_iter().map(cell).collect(),
        example: row
            .example
            .map(|(rank, slice)| SliceId { rank: open.rank_id(rank), slice: slice.0 }),
    }
}

/// A heading with its unit, as numbers in CSV carry none.
fn heading(column: &Column) -> String {
    match column.kind {
        ColumnKind::Duration | ColumnKind::Time => format!("{} (ns)", column.label),
        _ => column.label.clone(),
    }
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

    #[test]
    fn csv_cells_are_quoted_and_cannot_be_formulas() {
        assert_eq!(quoted("MatMul"), "MatMul");
        assert_eq!(quoted("[2,3]"), "\"[2,3]\"");
        assert_eq!(quoted("say \"x\""), "\"say \"\"x\"\"\"");
        assert_eq!(quoted("=cmd()"), "\"'=cmd()\"");
    }
}
