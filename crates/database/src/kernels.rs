//! The kernel table: `COMPUTE_TASK_INFO` with the times of its tasks, and `COMMUNICATION_OP` (formats.md §5.5).

use crate::tables::Tables;
use crate::texts::Texts;
use std::collections::HashMap;
use std::ops::ControlFlow;
use stepscope_core::ids::NameId;
use stepscope_core::model::{KernelRow, KernelRows, Kernels, Metric};
use stepscope_core::strings::Strings;
use stepscope_core::time::Ns;

/// What is unknown until the task of a kernel is met.
const UNPLACED: KernelRow = KernelRow {
    step: NameId::NONE,
    name: NameId::NONE,
    kernel_type: NameId::NONE,
    core: NameId::NONE,
    start: Ns::MIN,
    duration: Ns::MIN,
    wait: Ns::MIN,
    block_dim: KernelRows::UNKNOWN,
    mix_block_dim: KernelRows::UNKNOWN,
    stream: KernelRows::UNKNOWN,
    task: KernelRows::UNKNOWN,
    input_shapes: NameId::NONE,
    input_types: NameId::NONE,
    input_formats: NameId::NONE,
    output_shapes: NameId::NONE,
    output_types: NameId::NONE,
    output_formats: NameId::NONE,
};

/// Kernels in the making.
#[derive(Default)]
pub(crate) struct KernelTable {
    strings: Strings,
    /// Rows as they came, each with the global id of its task.
    rows: Vec<(KernelRow, Option<i64>)>,
    /// Row by global id.
    by_task: HashMap<i64, usize>,
}

/// When and where a kernel ran.
pub(crate) struct Ran<'a> {
    pub(crate) start: Ns,
    pub(crate) end: Ns,
    pub(crate) stream: Option<i64>,
    pub(crate) task: Option<i64>,
    pub(crate) step: Option<&'a str>,
}

/// A collective as a row of the table.
pub(crate) struct Collective<'a> {
    pub(crate) name: Option<&'a str>,
    pub(crate) kind: Option<&'a str>,
    pub(crate) start: Ns,
    pub(crate) end: Ns,
    pub(crate) step: Option<&'a str>,
}

fn count(value: Option<i64>) -> u32 {
    value.and_then(|value| u32::try_from(value).ok()).unwrap_or(KernelRows::UNKNOWN)
}

impl KernelTable {
    /// Reads what kernels are.
    pub(crate) fn read(tables: &mut Tables, texts: &Texts) -> ControlFlow<(), KernelTable> {
        let mut kernels = KernelTable::default();
        let table = "COMPUTE_TASK_INFO";
        // `blockDim` is another thing where there is a `blockNum`.
        let blocks = ["blockNum", "blockDim", "block_dim"];
        let blocks = blocks.into_iter().find(|name| tables.has_column(table, name));
        let mixed = ["mixBlockNum", "mixBlockDim"];
        let mixed = mixed.into_iter().find(|name| tables.has_column(table, name));
        let columns = [
            "name",
            "opType",
            "taskType",
            blocks.unwrap_or("blockNum"),
            mixed.unwrap_or("mixBlockNum"),
            "inputShapes",
            "inputDataTypes",
            "inputFormats",
            "outputShapes",
            "outputDataTypes",
            "outputFormats",
        ];
        tables.read(table, &["globalTaskId"], &columns, &mut |row| {
            let [
                task,
                name,
                op,
                core,
                blocks,
                mixed,
                shapes,
                types,
                formats,
                out,
                out_types,
                out_formats,
            ] = row.ints();
            let strings = &mut kernels.strings;
            let mut text = |id| match texts.get(id) {
                Some(text) => strings.intern(unquoted(text)),
                None => NameId::NONE,
            };
            let row = KernelRow {
                name: text(name),
                kernel_type: text(op),
                core: text(core),
                block_dim: count(blocks),
                mix_block_dim: count(mixed),
                input_shapes: text(shapes),
                input_types: text(types),
                input_formats: text(formats),
                output_shapes: text(out),
                output_types: text(out_types),
                output_formats: text(out_formats),
                ..UNPLACED
            };
            if let Some(task) = task {
                kernels.by_task.insert(task, kernels.rows.len());
            }
            kernels.rows.push((row, task));
        })?;
        ControlFlow::Continue(kernels)
    }

    /// Name and core of the kernel that a task ran; `None` when the task ran none.
    pub(crate) fn of_task(&self, task: i64) -> Option<(Option<&str>, Option<&str>)> {
        let (row, _) = self.rows.get(*self.by_task.get(&task)?)?;
        let text = |id: NameId| id.some().map(|id| self.strings.get(id));
        Some((text(row.name), text(row.core)))
    }

    /// Says when and where the kernel of a task ran.
    pub(crate) fn place(&mut self, task: i64, ran: &Ran) {
        let step = ran.step.map_or(NameId::NONE, |step| self.strings.intern(step));
        let row = self.by_task.get(&task).and_then(|row| self.rows.get_mut(*row));
        if let Some((row, _)) = row {
            row.start = ran.start;
            row.duration = ran.end.minus(ran.start).max(Ns(0));
            row.stream = count(ran.stream);
            row.task = count(ran.task);
            row.step = step;
        }
    }

    /// Adds a collective.
    pub(crate) fn collective(&mut self, op: &Collective) {
        let mut text =
            |text: Option<&str>| text.map_or(NameId::NONE, |text| self.strings.intern(text));
        let row = KernelRow {
            name: text(op.name),
            kernel_type: text(op.kind),
            core: text(Some("COMMUNICATION")),
            step: text(op.step),
            start: op.start,
            duration: op.end.minus(op.start).max(Ns(0)),
            ..UNPLACED
        };
        self.rows.push((row, None));
    }

    /// The table, in the order of starts, with the measurements of `TASK_PMU_INFO`; `None` of no kernel.
    pub(crate) fn finish(
        mut self,
        tables: &mut Tables,
        texts: &Texts,
    ) -> ControlFlow<(), Option<Kernels>> {
        // Kernels whose task is not there have no time; they stay, behind the others.
        self.rows.sort_by_key(|(row, _)| (row.start == Ns::MIN, row.start));
        let mut rows = KernelRows::default();
        let mut end: Option<Ns> = None;
        let mut by_task = HashMap::new();
        for (at, (row, task)) in self.rows.iter().enumerate() {
            let timed = row.start != Ns::MIN;
            // The gap to the row before; the first has none.
            let wait = end.map_or(Ns(0), |end| row.start.minus(end).max(Ns(0)));
            rows.push(KernelRow { wait: if timed { wait } else { Ns::MIN }, ..*row });
            end = timed.then(|| row.start.plus(row.duration));
            by_task.extend(task.map(|task| (task, at)));
        }
        if rows.is_empty() {
            return ControlFlow::Continue(None);
        }
        let metrics = measurements(tables, texts, &by_task, rows.len())?;
        ControlFlow::Continue(Some(Kernels { strings: self.strings, rows, metrics }))
    }
}

/// The PMU columns: a database has a row for each kernel and measurement.
fn measurements(
    tables: &mut Tables,
    texts: &Texts,
    by_task: &HashMap<i64, usize>,
    rows: usize,
) -> ControlFlow<(), Vec<Metric>> {
    let mut metrics: Vec<Metric> = Vec::new();
    let mut columns: HashMap<i64, usize> = HashMap::new();
    tables.read("TASK_PMU_INFO", &["globalTaskId", "name", "value"], &[], &mut |row| {
        let [Some(task), Some(name)] = row.ints() else { return };
        let (Some(place), Some(value)) = (by_task.get(&task), row.float(2)) else { return };
        let column = columns.entry(name).or_insert_with(|| {
            let name = texts.get(Some(name)).map_or_else(|| name.to_string(), heading);
            let known = metrics.iter().position(|metric| metric.name == name);
            known.unwrap_or_else(|| {
                metrics.push(Metric { name, values: vec![f64::NAN; rows] });
                metrics.len() - 1
            })
        });
        metrics[*column].values[*place] = value;
    })?;
    ControlFlow::Continue(metrics)
}

/// The name that `kernel_details.csv` gives a measurement: databases leave the unit out (formats.md §5.3).
fn heading(name: &str) -> String {
    match name {
        "aic_total_time" | "total_time" => "aicore_time(us)".to_owned(),
        "aiv_total_time" => "aiv_time(us)".to_owned(),
        "cube_utilization" => "cube_utilization(%)".to_owned(),
        _ if name.ends_with("_time") => format!("{name}(us)"),
        _ => name.to_owned(),
    }
}

/// Shapes carry quotes of their own.
fn unquoted(text: &str) -> &str {
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text)
}
