//! The operator table: kept while selection and grouping stay, its order while filter and sorting do.

use super::store::Open;
use crate::protocol::{
    Cell, Column, ColumnKind, Histogram, Language, OperatorGroup, OperatorPage, OperatorQuery,
    OperatorRow, OperatorShare, OperatorShares, Order, Selection, SliceId,
};
use stepscope_analysis::Analysis;
use stepscope_analysis::operators::{self, GroupBy, Table};
use stepscope_browser::Result;
use stepscope_core::time::Ns;

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
    /// Kernels of `rows`, and their time.
    totals: (u64, Ns),
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
        let kept = self.sorted(open, &analysis, query)?;
        let end = query.offset.saturating_add(query.count) as usize;
        let shown = kept.rows.get(query.offset as usize..end.min(kept.rows.len())).unwrap_or(&[]);
        let rows = kept.table.rows(&analysis, shown);
        let text =
            |both: &stepscope_analysis::words::Bilingual| both.text(language.into()).to_owned();
        Ok(OperatorPage {
            columns: kept.table.columns().iter().map(|own| column(own, language)).collect(),
            total_rows: kept.rows.len() as u32,
            total_count: kept.totals.0 as f64,
            total_ns: kept.totals.1.get() as f64,
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
        let kept = self.table(open, &analysis, query)?;
        Ok(kept.table.histogram(row, BINS).map(|found| Histogram {
            label: found.label,
            edges: found.edges.iter().map(|edge| edge.get() as f64).collect(),
            counts: found.counts.iter().map(|count| *count as f64).collect(),
            median_ns: found.median.map(|median| median.get() as f64),
        }))
    }

    /// The rows with the most time.
    pub(crate) fn shares(
        &mut self,
        open: &Open,
        query: &OperatorQuery,
        most: u32,
    ) -> Result<OperatorShares> {
        let analysis = open.analysis();
        let kept = self.table(open, &analysis, query)?;
        let found = kept.table.shares(&analysis, &query.filter, most as usize);
        let share = |label: String, count: u64, time: Ns| OperatorShare {
            label,
            count: count as f64,
            ms: time.get() as f64 / 1e6,
        };
        Ok(OperatorShares {
            rows: found
                .rows
                .into_iter()
                .map(|(label, count, time)| share(label, count, time))
                .collect(),
            rest: found.rest.map(|(count, time)| share(String::new(), count, time)),
            total_ms: kept.table.total.get() as f64 / 1e6,
        })
    }

    /// The whole table as CSV.
    pub(crate) fn csv(&mut self, open: &Open, query: &OperatorQuery) -> Result<String> {
        let analysis = open.analysis();
        let kept = self.sorted(open, &analysis, query)?;
        Ok(kept.table.csv(&analysis, &kept.rows))
    }

    /// The table of the query's selection and grouping.
    fn table(
        &mut self,
        open: &Open,
        analysis: &Analysis,
        query: &OperatorQuery,
    ) -> Result<&mut Kept> {
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
                totals: (0, Ns(0)),
            },
        };
        Ok(self.kept.insert(kept))
    }

    /// The same with its rows filtered and sorted.
    fn sorted(&mut self, open: &Open, analysis: &Analysis, query: &OperatorQuery) -> Result<&Kept> {
        let kept = self.table(open, analysis, query)?;
        let wanted = (query.filter.clone(), query.sort.clone(), query.order);
        if kept.sorted.as_ref() != Some(&wanted) {
            let order = match query.order {
                Order::Ascending => operators::Order::Ascending,
                Order::Descending => operators::Order::Descending,
            };
            kept.rows = kept.table.order(analysis, &query.filter, &query.sort, order);
            kept.totals = kept.table.totals(analysis, &kept.rows);
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
