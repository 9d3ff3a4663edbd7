//! Kernels in groups, with sums over each.

use super::Category;
use super::class::{Bound, classify};
use super::columns::{Combine, Combined};
use super::kernels::{KernelRef, Kernels, Texts};
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use stepscope_core::ids::NameId;
use stepscope_core::time::Ns;

/// What a row of the table stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GroupBy {
    /// Operator type and core, as `op_statistic.csv` groups.
    Type,
    /// Operator name.
    Name,
    /// Name and input shapes.
    NameShape,
    /// Accelerator core.
    Core,
    /// One row a kernel.
    Kernel,
}

/// One group. Texts are `None` where the capture does not tell, or where the group spans several.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupRow {
    /// `Type`
    pub kernel_type: Option<String>,
    /// `Name`
    pub name: Option<String>,
    /// `Input Shapes`
    pub shapes: Option<String>,
    /// `Accelerator Core`
    pub core: Option<String>,
    /// Kernels.
    pub count: u64,
    /// How many of them have a known duration; the times of a row without any are unknown.
    pub timed: u64,
    /// Sum of their durations.
    pub total: Ns,
    /// Shortest.
    pub min: Ns,
    /// Median (nearest rank).
    pub p50: Ns,
    /// 95th percentile (nearest rank).
    pub p95: Ns,
    /// Longest.
    pub max: Ns,
    /// Sum of waits; `None` where none is known.
    pub wait: Option<Ns>,
    /// Mean block dim; `None` where none is known.
    pub block_dim: Option<f64>,
    /// PMU columns in the order of the table's, see [`super::columns::Combine`].
    pub metrics: Vec<Option<f64>>,
    /// What bounds it.
    pub bound: Bound,
    /// What kind of computing it is.
    pub category: Category,
    /// Its longest kernel.
    pub longest: KernelRef,
    /// Its durations, from the first to one past the last of [`Groups::durations`].
    pub durations: std::ops::Range<usize>,
}

/// All groups of a table.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    /// By total time, longest first, then by texts.
    pub rows: Vec<GroupRow>,
    /// Durations of every group, sorted within each.
    pub durations: Vec<Ns>,
}

impl Groups {
    /// Groups kernels. `metrics` are the names of the PMU columns wanted.
    ///
    /// Passes over the kernels in their order, each adding to its group: group by group each kernel would be
    /// fetched from far away, and columns are longer than caches.
    pub(super) fn of(kernels: &Kernels, by: GroupBy, metrics: &[String]) -> Groups {
        let (group_of, count) = assign(kernels, by);
        let mut sums = vec![Sums::default(); count];
        let mut lengths = Vec::with_capacity(group_of.len());
        for (&reference, &group) in kernels.list.iter().zip(&group_of) {
            lengths.push(sums[group as usize].add(kernels, reference));
        }
        let sources = Metrics::of(kernels, metrics.to_vec());
        let values = sources.combined(kernels, &lengths, &group_of, count);
        let durations = sorted(&lengths, &group_of, &sums);
        let mut rows = Vec::with_capacity(count);
        let mut from = 0;
        for (group, sums) in sums.iter().enumerate() {
            let own = from..from + sums.timed as usize;
            from = own.end;
            let values = values.iter().map(|of| of[group]).collect();
            let row = sources.row(kernels, by, sums, values, &durations[own.clone()]);
            rows.extend(row.map(|row| GroupRow { durations: own, ..row }));
        }
        rows.sort_by(|a, b| {
            let texts = |row: &GroupRow| {
                (row.kernel_type.clone(), row.name.clone(), row.core.clone(), row.shapes.clone())
            };
            b.total.cmp(&a.total).then_with(|| texts(a).cmp(&texts(b)))
        });
        Groups { rows, durations }
    }
}

/// What is added up over the kernels of a group.
#[derive(Clone, Debug, Default)]
struct Sums {
    count: u64,
    /// How many have a known duration.
    timed: u64,
    total: Ns,
    /// The first of the longest, and its duration; one of unknown duration where there is no other.
    longest: Option<(Option<Ns>, KernelRef)>,
    wait: Option<Ns>,
    blocks: f64,
    block_count: u64,
}

impl Sums {
    /// Adds a kernel and returns its duration.
    fn add(&mut self, kernels: &Kernels, reference: KernelRef) -> Option<Ns> {
        let kernel = kernels.get(reference);
        let duration = kernel.duration();
        self.count += 1;
        if let Some(duration) = duration {
            self.timed += 1;
            self.total = self.total.plus(duration);
        }
        if self.longest.is_none_or(|(longest, _)| duration > longest) {
            self.longest = Some((duration, reference));
        }
        if let Some(wait) = kernel.wait() {
            self.wait = Some(self.wait.unwrap_or(Ns(0)).plus(wait));
        }
        if let Some(dim) = kernel.block_dim() {
            self.blocks += f64::from(dim);
            self.block_count += 1;
        }
        duration
    }
}

/// Known lengths, group after group, sorted within each.
fn sorted(lengths: &[Option<Ns>], group_of: &[u32], sums: &[Sums]) -> Vec<Ns> {
    let mut next = Vec::with_capacity(sums.len());
    let mut count = 0;
    for group in sums {
        next.push(count);
        count += group.timed as usize;
    }
    let mut durations = vec![Ns(0); count];
    for (length, &group) in lengths.iter().zip(group_of) {
        if let Some(length) = *length {
            let place = &mut next[group as usize];
            durations[*place] = length;
            *place += 1;
        }
    }
    let mut rest = durations.as_mut_slice();
    for group in sums {
        let (own, others) = rest.split_at_mut(group.timed as usize);
        own.sort_unstable();
        rest = others;
    }
    durations
}

/// The group of each kernel, and how many groups there are. Ids are compared within a rank, texts only
/// once per rank and group. A kernel whose first text was last seen with the same second is not looked up at
/// all, as nearly none is.
fn assign(kernels: &Kernels, by: GroupBy) -> (Vec<u32>, usize) {
    let mut global: HashMap<(Option<&str>, Option<&str>), u32> = HashMap::new();
    let mut local: HashMap<(u32, NameId, NameId), u32> = HashMap::new();
    // By the first text of the unit at hand, "no text" before all others: the second and the group.
    let (mut unit, mut latest) = (u32::MAX, Vec::new());
    let mut group_of = Vec::with_capacity(kernels.list.len());
    for &reference in &kernels.list {
        let kernel = kernels.get(reference);
        let (first, second) = key(&kernel.texts(), by);
        if unit != reference.unit {
            unit = reference.unit;
            latest.clear();
        }
        let place = first.0.wrapping_add(1) as usize;
        if place >= latest.len() {
            latest.resize(place + 1, None);
        }
        let group = match latest[place] {
            Some((own, group)) if own == second => group,
            _ => *local.entry((reference.unit, first, second)).or_insert_with(|| {
                let next = global.len() as u32;
                *global.entry((kernel.text(first), kernel.text(second))).or_insert(next)
            }),
        };
        latest[place] = Some((second, group));
        group_of.push(group);
    }
    (group_of, global.len())
}

fn key(texts: &Texts, by: GroupBy) -> (NameId, NameId) {
    match by {
        GroupBy::Type => (texts.kernel_type, texts.core),
        GroupBy::Name => (texts.name, NameId::NONE),
        GroupBy::NameShape => (texts.name, texts.shapes),
        GroupBy::Core => (texts.core, NameId::NONE),
        GroupBy::Kernel => (NameId::NONE, NameId::NONE),
    }
}

/// The wanted PMU columns, and the place of each in each unit's table.
pub(super) struct Metrics {
    names: Vec<String>,
    places: Vec<Vec<Option<usize>>>,
}

impl Metrics {
    pub(super) fn of(kernels: &Kernels, names: Vec<String>) -> Metrics {
        let places = kernels.units.iter().map(|unit| {
            let own = unit.rank.kernels.as_deref().map_or(&[][..], |table| &table.metrics);
            names.iter().map(|name| own.iter().position(|metric| metric.name == *name)).collect()
        });
        let places = places.collect();
        Metrics { names, places }
    }

    pub(super) fn value(&self, kernels: &Kernels, kernel: KernelRef, metric: usize) -> Option<f64> {
        let place = self.places[kernel.unit as usize][metric]?;
        let table = kernels.units[kernel.unit as usize].rank.kernels.as_deref()?;
        Some(table.metrics[place].values[kernel.row as usize]).filter(|value| !value.is_nan())
    }

    /// The columns, each combined over the kernels of each of `count` groups.
    fn combined(
        &self,
        kernels: &Kernels,
        lengths: &[Option<Ns>],
        group_of: &[u32],
        count: usize,
    ) -> Vec<Vec<Option<f64>>> {
        let column = |(metric, name): (usize, &String)| {
            let mut groups = vec![Combined::default(); count];
            let own = kernels.list.iter().zip(lengths).zip(group_of);
            for ((&reference, length), &group) in own {
                if let Some(value) = self.value(kernels, reference, metric) {
                    groups[group as usize].add(value, weight(*length));
                }
            }
            let how = Combine::of(name);
            groups.iter().map(|group| group.value(how)).collect()
        };
        self.names.iter().enumerate().map(column).collect()
    }

    /// The row of a single kernel.
    pub(super) fn single(
        &self,
        kernels: &Kernels,
        by: GroupBy,
        reference: KernelRef,
    ) -> Option<GroupRow> {
        let mut sums = Sums::default();
        let length = sums.add(kernels, reference);
        let value = |(metric, name): (usize, &String)| {
            let mut combined = Combined::default();
            combined.add(self.value(kernels, reference, metric)?, weight(length));
            combined.value(Combine::of(name))
        };
        let values = self.names.iter().enumerate().map(value).collect();
        self.row(kernels, by, &sums, values, length.as_slice())
    }

    /// The row of a group: its columns' `values` are in their order, its `durations` sorted. `None` of no
    /// kernel.
    fn row(
        &self,
        kernels: &Kernels,
        by: GroupBy,
        sums: &Sums,
        values: Vec<Option<f64>>,
        durations: &[Ns],
    ) -> Option<GroupRow> {
        let (_, longest) = sums.longest?;
        let &Sums { count, timed, total, wait, blocks, block_count, .. } = sums;
        let ratios: Vec<(String, f64)> = self
            .names
            .iter()
            .zip(&values)
            .filter_map(|(name, value)| Some((name.clone(), (*value)?)))
            .filter(|(name, _)| name.ends_with("_ratio"))
            .collect();
        let average = total.as_us() / timed.max(1) as f64;
        let sample = kernels.get(longest);
        let texts = sample.texts();
        let own_text =
            |id: NameId, shown: bool| if shown { sample.text(id).map(str::to_owned) } else { None };
        let kernel = by == GroupBy::Kernel;
        let named = kernel || matches!(by, GroupBy::Name | GroupBy::NameShape);
        let kernel_type = own_text(texts.kernel_type, by != GroupBy::Core);
        let core = own_text(texts.core, true);
        Some(GroupRow {
            category: Category::of(kernel_type.as_deref(), core.as_deref()),
            name: own_text(texts.name, named),
            shapes: own_text(texts.shapes, kernel || by == GroupBy::NameShape),
            kernel_type,
            core,
            count,
            timed,
            total,
            min: durations.first().copied().unwrap_or(Ns(0)),
            p50: nearest_rank(durations, 0.5),
            p95: nearest_rank(durations, 0.95),
            max: durations.last().copied().unwrap_or(Ns(0)),
            wait,
            block_dim: (block_count > 0).then(|| blocks / block_count as f64),
            bound: classify_row(&ratios, average, wait, count),
            metrics: values,
            longest,
            durations: 0..0,
        })
    }
}

/// What a kernel's values weigh in a mean.
fn weight(length: Option<Ns>) -> f64 {
    length.unwrap_or(Ns(0)).get() as f64
}

fn classify_row(ratios: &[(String, f64)], average: f64, wait: Option<Ns>, count: u64) -> Bound {
    // Without pipe ratios nothing is claimed, not even from durations: "level too low" is the answer.
    if ratios.is_empty() {
        return Bound::Unknown;
    }
    classify(ratios, average, wait.map(|wait| wait.as_us() / count as f64))
}

/// Percentile of sorted values by nearest rank; zero of none.
pub(crate) fn nearest_rank(sorted: &[Ns], share: f64) -> Ns {
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.clamp(1, sorted.len().max(1)) - 1).copied().unwrap_or(Ns(0))
}
