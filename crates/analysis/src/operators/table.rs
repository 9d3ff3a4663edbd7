//! The operator table: grouped once per selection, then sorted, filtered and paged.
//!
//! A row a kernel is not a group: a million rows stay references, and only the rows shown are built.

use super::columns::{self, Column};
use super::group::{GroupBy, GroupRow, Groups, Metrics, nearest_rank};
use super::kernels::{KernelRef, KernelSource, Kernels, Texts, source};
use crate::Analysis;
use crate::operators::Category;
use crate::selection::Selection;
use crate::words::{Bilingual, Say};
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use stepscope_core::ids::{NameId, SliceId};
use stepscope_core::time::Ns;

/// Order of a sorted column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// Smallest first.
    Ascending,
    /// Largest first.
    Descending,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Cell {
    /// In the column's kind.
    Number(f64),
    /// From the capture.
    Text(String),
    /// In the reader's language.
    Said(Bilingual),
    /// The capture does not tell.
    Unknown,
}

/// A row as shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableRow {
    /// Number of the row in the table, whatever the sorting.
    pub id: u32,
    /// One cell a column.
    pub cells: Vec<Cell>,
    /// Its longest kernel on the timeline: rank (place in the capture) and slice.
    pub example: Option<(usize, SliceId)>,
}

/// The rows with the most time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shares {
    /// Longest first: what each row is called, its kernels and their time.
    pub rows: Vec<(String, u64, Ns)>,
    /// Kernels and time of all that is left of the whole table; `None` if nothing is.
    pub rest: Option<(u64, Ns)>,
}

/// Durations of a row in bins of equal ratio.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Histogram {
    /// What the row is called.
    pub label: String,
    /// Edges of the bins; one more than counts.
    pub edges: Vec<Ns>,
    /// Kernels in each bin: from its lower edge up to, in the last bin including, its upper one.
    pub counts: Vec<u64>,
    /// Median; `None` of none.
    pub median: Option<Ns>,
}

/// Operators of a selection. Making one costs a pass over the kernels; its owner keeps it while selection
/// and grouping stay.
pub struct Table {
    by: GroupBy,
    selection: Selection,
    columns: Vec<Column>,
    metrics: Vec<String>,
    list: Vec<KernelRef>,
    /// Empty when a row is a kernel.
    groups: Groups,
    /// Time of all its kernels: what shares are of.
    pub total: Ns,
    /// What limits the table.
    pub remarks: Vec<Bilingual>,
}

impl Table {
    /// Groups the chosen kernels.
    pub fn new(analysis: &Analysis, selection: &Selection, by: GroupBy) -> Table {
        let kernels = Kernels::of(analysis, selection);
        let mut metrics: Vec<String> = Vec::new();
        for table in kernels.units.iter().filter_map(|unit| unit.rank.kernels.as_deref()) {
            for metric in &table.metrics {
                if !metrics.contains(&metric.name) {
                    metrics.push(metric.name.clone());
                }
            }
        }
        let mut columns = columns::fixed(by);
        columns.extend(metrics.iter().map(|name| columns::metric(name)));
        let groups = match by {
            GroupBy::Kernel => Groups::default(),
            _ => Groups::of(&kernels, by, &metrics),
        };
        let durations = kernels.list.iter().filter_map(|kernel| kernels.get(*kernel).duration());
        let total = durations.fold(Ns(0), Ns::plus);
        let remarks = remarks(&kernels);
        let list = kernels.list;
        Table { by, selection: selection.clone(), columns, metrics, list, groups, total, remarks }
    }

    /// Columns in the order shown.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// All groups, by total time; empty when a row is a kernel.
    pub fn groups(&self) -> &[GroupRow] {
        &self.groups.rows
    }

    /// Kernels in all rows.
    pub fn kernels(&self) -> usize {
        self.list.len()
    }

    /// How many rows there are without a filter.
    pub fn len(&self) -> usize {
        if self.by == GroupBy::Kernel { self.list.len() } else { self.groups.rows.len() }
    }

    /// Whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Numbers of the rows that contain `filter` (in any letter case) in name, type, shapes or core, sorted
    /// by the column with the id `sort`; by total time when there is no such column. Unknown cells are last
    /// either way.
    pub fn order(&self, analysis: &Analysis, filter: &str, sort: &str, order: Order) -> Vec<u32> {
        let mut rows = self.filtered(analysis, &filter.to_lowercase());
        let column = self.columns.iter().find(|column| column.id == sort);
        let column = column.map_or("total", |column| column.id.as_str());
        if self.by == GroupBy::Kernel {
            return self.kernel_order(analysis, &rows, column, order);
        }
        let keys: Vec<Key> = self
            .groups
            .rows
            .iter()
            .map(|row| Key::from(self.cell(analysis, row, None, column)))
            .collect();
        rows.sort_by(|a, b| {
            let (a, b) = (&keys[*a as usize], &keys[*b as usize]);
            match (a, b) {
                (Key::Unknown, Key::Unknown) => Ordering::Equal,
                (Key::Unknown, _) => Ordering::Greater,
                (_, Key::Unknown) => Ordering::Less,
                _ if order == Order::Descending => b.compare(a),
                _ => a.compare(b),
            }
        });
        rows
    }

    /// The same where a row is a kernel. A million of them are sorted by one number each, which lies beside
    /// its row.
    fn kernel_order(
        &self,
        analysis: &Analysis,
        rows: &[u32],
        column: &str,
        order: Order,
    ) -> Vec<u32> {
        let kernels = self.kernels_of(analysis);
        let key_of = self.kernel_key(&kernels, column);
        let key = |row: &u32| {
            let key = key_of(self.list[*row as usize]).map(|key| match order {
                Order::Ascending => key,
                Order::Descending => !key,
            });
            // Unknown cells are last either way; no known one is the very last.
            (key.unwrap_or(u64::MAX), *row)
        };
        let mut keyed: Vec<(u64, u32)> = rows.iter().map(key).collect();
        // Rows are told apart by their number, which keeps equal ones in their order.
        keyed.sort_unstable();
        keyed.into_iter().map(|(_, row)| row).collect()
    }

    /// Rows with their cells; numbers that are no rows are left out.
    pub fn rows(&self, analysis: &Analysis, ids: &[u32]) -> Vec<TableRow> {
        let kernels = self.kernels_of(analysis);
        let metrics = Metrics::of(&kernels, self.metrics.clone());
        let row = |id: &u32| {
            let own;
            let row = match self.by {
                GroupBy::Kernel => {
                    let reference = *self.list.get(*id as usize)?;
                    own = metrics.single(&kernels, self.by, reference)?;
                    &own
                }
                _ => self.groups.rows.get(*id as usize)?,
            };
            let longest = kernels.get(row.longest);
            let cells = self
                .columns
                .iter()
                .map(|column| self.cell(analysis, row, longest.start(), &column.id));
            Some(TableRow {
                id: *id,
                cells: cells.collect(),
                example: longest.slice().map(|slice| (longest.rank(), slice)),
            })
        };
        ids.iter().filter_map(row).collect()
    }

    /// Kernels of the rows `ids`, and their time.
    pub fn totals(&self, analysis: &Analysis, ids: &[u32]) -> (u64, Ns) {
        let kernels = self.kernels_of(analysis);
        let of = |id: &u32| match self.by {
            GroupBy::Kernel => {
                let kernel = kernels.get(*self.list.get(*id as usize)?);
                Some((1, kernel.duration().unwrap_or(Ns(0))))
            }
            _ => self.groups.rows.get(*id as usize).map(|row| (row.count, row.total)),
        };
        let own = ids.iter().filter_map(of);
        own.fold((0, Ns(0)), |(count, sum), (more, time)| (count + more, sum.plus(time)))
    }

    /// The `most` rows with the most time among those that contain `filter`.
    pub fn shares(&self, analysis: &Analysis, filter: &str, most: usize) -> Shares {
        let ids = self.order(analysis, filter, "total", Order::Descending);
        let kernels = self.kernels_of(analysis);
        let row = |id: &u32| match self.by {
            GroupBy::Kernel => {
                let kernel = kernels.get(*self.list.get(*id as usize)?);
                let name = kernel.text(kernel.texts().name).unwrap_or_default();
                Some((name.to_owned(), 1, kernel.duration()?))
            }
            _ => {
                let row = self.groups.rows.get(*id as usize)?;
                Some((label(row), row.count, row.total))
            }
        };
        let rows: Vec<(String, u64, Ns)> = ids.iter().take(most).filter_map(row).collect();
        let shown =
            rows.iter().fold((0, Ns(0)), |(count, time), row| (count + row.1, time.plus(row.2)));
        let rest = ((self.kernels() as u64).saturating_sub(shown.0), self.total.minus(shown.1));
        Shares { rows, rest: Some(rest).filter(|(count, _)| *count > 0) }
    }

    /// Durations of group `id` in `bins` bins of equal ratio; `None` when a row is a kernel.
    pub fn histogram(&self, id: u32, bins: usize) -> Option<Histogram> {
        let row = self.groups.rows.get(id as usize)?;
        let durations = &self.groups.durations[row.durations.clone()];
        let (low, high) = (row.min.get().max(1) as f64, row.max.get().max(1) as f64);
        let bins = if row.min == row.max { 1 } else { bins.max(1) };
        let ratio = (high / low).powf(1.0 / bins as f64);
        let edge = |i: usize| match i {
            0 => row.min,
            i if i == bins => row.max,
            i => Ns((low * ratio.powi(i as i32)).round() as i64),
        };
        let edges: Vec<Ns> = (0..=bins).map(edge).collect();
        let below = |edge: Ns| durations.partition_point(|duration| *duration < edge);
        let ends = (1..=bins).map(|i| if i == bins { durations.len() } else { below(edges[i]) });
        let mut from = 0;
        let counts = ends.map(|end| {
            let count = end.max(from) - from;
            from = end.max(from);
            count as u64
        });
        Some(Histogram {
            label: label(row),
            counts: counts.collect(),
            edges,
            median: (!durations.is_empty()).then(|| nearest_rank(durations, 0.5)),
        })
    }

    fn kernels_of<'a>(&'a self, analysis: &'a Analysis) -> Kernels<'a> {
        Kernels { units: analysis.units(&self.selection).collect(), list: Vec::new() }
    }

    fn filtered(&self, analysis: &Analysis, filter: &str) -> Vec<u32> {
        let all = 0..self.len() as u32;
        if filter.is_empty() {
            return all.collect();
        }
        if self.by == GroupBy::Kernel {
            let kernels = self.kernels_of(analysis);
            let mut known: HashMap<(u32, NameId), bool> = HashMap::new();
            let mut holds = |row: u32| {
                let reference = self.list[row as usize];
                let kernel = kernels.get(reference);
                let texts = kernel.texts();
                [texts.name, texts.kernel_type, texts.shapes, texts.core].into_iter().any(|id| {
                    let look =
                        || kernel.text(id).is_some_and(|text| text.to_lowercase().contains(filter));
                    *known.entry((reference.unit, id)).or_insert_with(look)
                })
            };
            return all.filter(|row| holds(*row)).collect();
        }
        let holds = |text: &Option<String>| {
            text.as_ref().is_some_and(|text| text.to_lowercase().contains(filter))
        };
        let shown = |row: &GroupRow| {
            [&row.name, &row.kernel_type, &row.shapes, &row.core].into_iter().any(holds)
        };
        all.filter(|row| shown(&self.groups.rows[*row as usize])).collect()
    }

    /// What kernels are sorted by in a column, as numbers in its order; `None` for unknown cells.
    fn kernel_key<'a>(
        &'a self,
        kernels: &'a Kernels<'a>,
        column: &'a str,
    ) -> Box<dyn Fn(KernelRef) -> Option<u64> + 'a> {
        let text = |id: fn(&Texts) -> NameId| -> Box<dyn Fn(KernelRef) -> Option<u64> + 'a> {
            let places = self.places_of_texts(kernels, id);
            Box::new(move |own| {
                places.get(&(own.unit, id(&kernels.get(own).texts()))).copied().flatten()
            })
        };
        // Not as a float, which tells starts apart only by hundreds of nanoseconds.
        let time = |time: Option<Ns>| Some(time?.get() as u64 ^ 1 << 63);
        match column {
            "name" => text(|texts| texts.name),
            "shapes" => text(|texts| texts.shapes),
            "type" => text(|texts| texts.kernel_type),
            "core" => text(|texts| texts.core),
            "start" => Box::new(move |own| time(kernels.get(own).start())),
            "total" | "share" => Box::new(move |own| time(kernels.get(own).duration())),
            "wait" => Box::new(move |own| time(kernels.get(own).wait())),
            "block-dim" => Box::new(|own| Some(u64::from(kernels.get(own).block_dim()?))),
            "category" => Box::new(|own| {
                let kernel = kernels.get(own);
                let texts = kernel.texts();
                let category =
                    Category::of(kernel.text(texts.kernel_type), kernel.text(texts.core));
                Some(category as u64)
            }),
            "bound" => {
                let metrics = Metrics::of(kernels, self.metrics.clone());
                Box::new(move |own| Some(metrics.single(kernels, self.by, own)?.bound as u64))
            }
            metric => {
                let metrics = Metrics::of(kernels, self.metrics.clone());
                let place = self.metrics.iter().position(|name| name == metric);
                Box::new(move |own| Some(ordered(metrics.value(kernels, own, place?)?)))
            }
        }
    }

    /// Places of the texts of a column in their order, by unit and id: each is compared once.
    fn places_of_texts(
        &self,
        kernels: &Kernels,
        id: fn(&Texts) -> NameId,
    ) -> HashMap<(u32, NameId), Option<u64>> {
        let mut places = HashMap::new();
        let mut texts = Vec::new();
        for &own in &self.list {
            let kernel = kernels.get(own);
            let id = id(&kernel.texts());
            places.entry((own.unit, id)).or_insert_with(|| {
                texts.extend(kernel.text(id).map(|text| (text, own.unit, id)));
                None
            });
        }
        texts.sort_unstable();
        let (mut place, mut last) = (0, None);
        for (text, unit, id) in texts {
            place += u64::from(last.is_some_and(|last| last != text));
            last = Some(text);
            places.insert((unit, id), Some(place));
        }
        places
    }

    fn cell(&self, analysis: &Analysis, row: &GroupRow, start: Option<Ns>, column: &str) -> Cell {
        let number = |value: Option<f64>| value.map_or(Cell::Unknown, Cell::Number);
        let text = |value: &Option<String>| value.clone().map_or(Cell::Unknown, Cell::Text);
        let time = |value: Ns| number((row.timed > 0).then(|| value.get() as f64));
        match column {
            "name" => text(&row.name),
            "shapes" => text(&row.shapes),
            "type" => text(&row.kernel_type),
            "core" => text(&row.core),
            "start" => number(start.map(|start| start.minus(analysis.origin()).get() as f64)),
            "count" => Cell::Number(row.count as f64),
            "total" => time(row.total),
            "share" => number(
                (row.timed > 0 && self.total > Ns(0))
                    .then(|| row.total.get() as f64 / self.total.get() as f64),
            ),
            "avg" => number((row.timed > 0).then(|| row.total.get() as f64 / row.timed as f64)),
            "p50" => time(row.p50),
            "p95" => time(row.p95),
            "max" => time(row.max),
            "min" => time(row.min),
            "wait" => number(row.wait.map(|wait| wait.get() as f64)),
            "block-dim" => number(row.block_dim),
            "bound" => Cell::Said(row.bound.say().plain()),
            "category" => Cell::Said(row.category.say().plain()),
            metric => {
                let place = self.metrics.iter().position(|name| name == metric);
                number(place.and_then(|place| row.metrics[place]))
            }
        }
    }
}

/// What a group is called.
fn label(row: &GroupRow) -> String {
    let texts = [&row.name, &row.kernel_type, &row.core];
    texts.into_iter().find_map(Clone::clone).unwrap_or_default()
}

/// A number as one whose bits are in the same order.
fn ordered(number: f64) -> u64 {
    let bits = number.to_bits();
    if bits >> 63 == 0 { bits | 1 << 63 } else { !bits }
}

/// What a group is sorted by.
enum Key {
    Number(f64),
    Text(String),
    Unknown,
}

impl From<Cell> for Key {
    fn from(cell: Cell) -> Self {
        match cell {
            Cell::Number(number) => Key::Number(number),
            Cell::Text(text) => Key::Text(text),
            Cell::Said(said) => Key::Text(said.en),
            Cell::Unknown => Key::Unknown,
        }
    }
}

impl Key {
    fn compare(&self, other: &Key) -> Ordering {
        match (self, other) {
            (Key::Number(a), Key::Number(b)) => a.total_cmp(b),
            (Key::Text(a), Key::Text(b)) => a.cmp(b),
            _ => Ordering::Equal,
        }
    }
}

fn remarks(kernels: &Kernels) -> Vec<Bilingual> {
    let mut remarks = Vec::new();
    if kernels.units.iter().any(|unit| source(unit) == KernelSource::Timeline) {
        remarks.push(Say::RemarkNoKernelTable.plain());
    }
    // Of a kernel table: the timeline never has types, which is said already.
    let tabled = kernels.units.iter().all(|unit| source(unit) == KernelSource::KernelTable);
    let untyped = tabled
        && kernels.list.first().is_some_and(|first| kernels.get(*first).kernel_type().is_none());
    if untyped {
        remarks.push(Say::RemarkNoTypes.plain());
    }
    remarks
}
