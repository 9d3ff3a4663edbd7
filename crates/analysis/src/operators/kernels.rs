//! The kernels that a table is about, as references into the ranks' own columns: a million of them cost
//! eight bytes each.

use crate::selection::Selection;
use crate::{Analysis, Unit};
use serde::{Deserialize, Serialize};
use stepscope_core::ids::{NameId, SliceId};
use stepscope_core::model::KernelRows;
use stepscope_core::time::Ns;

/// Which kernel: of which device and in which row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct KernelRef {
    /// Number of the unit in [`Kernels::units`].
    pub unit: u32,
    /// Row of its kernel table, or of its compute tasks where it has no table.
    pub row: u32,
}

/// Where the kernels of a rank are described.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KernelSource {
    /// `kernel_details.csv`
    KernelTable,
    /// Compute tasks of the timeline: only names and times.
    Timeline,
}

/// The chosen kernels.
pub struct Kernels<'a> {
    /// Devices of the chosen ranks.
    pub units: Vec<Unit<'a>>,
    /// Kernels by unit and row.
    pub list: Vec<KernelRef>,
}

impl<'a> Kernels<'a> {
    /// Compute kernels of the chosen ranks and steps. With all steps chosen, kernels outside any step count
    /// too.
    pub fn of(analysis: &'a Analysis, selection: &'a Selection) -> Kernels<'a> {
        let units: Vec<Unit> = analysis.units(selection).collect();
        let mut list = Vec::new();
        for (number, unit) in units.iter().enumerate() {
            let steps = &unit.facts.steps;
            let chosen = |time: Ns| {
                selection.steps.is_none()
                    || steps
                        .at(time)
                        .is_some_and(|step| selection.has_step(steps.list[step].number))
            };
            let mut take =
                |row: usize| list.push(KernelRef { unit: number as u32, row: row as u32 });
            match source(unit) {
                // The table does not tell devices apart: it goes with the first one.
                KernelSource::KernelTable if unit.device > 0 => {}
                KernelSource::KernelTable => {
                    let Some(table) = &unit.rank.kernels else { continue };
                    (0..table.rows.len())
                        .filter(|&row| {
                            !table.is_communication(row) && chosen(table.rows.start[row])
                        })
                        .for_each(&mut take);
                }
                KernelSource::Timeline => {
                    let tasks = &unit.facts.device.compute.spans;
                    (0..tasks.len()).filter(|&row| chosen(tasks[row].start)).for_each(&mut take);
                }
            }
        }
        Kernels { units, list }
    }

    /// A kernel with its unit.
    pub fn get(&self, kernel: KernelRef) -> Kernel<'a> {
        Kernel { unit: self.units[kernel.unit as usize], row: kernel.row as usize }
    }
}

/// Where a unit's kernels are described.
pub(super) fn source(unit: &Unit) -> KernelSource {
    if unit.rank.kernels.is_some() { KernelSource::KernelTable } else { KernelSource::Timeline }
}

/// One kernel.
#[derive(Clone, Copy)]
pub struct Kernel<'a> {
    unit: Unit<'a>,
    row: usize,
}

/// Texts of a kernel by the ids of its own rank: equal ids are equal texts within a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Texts {
    pub(super) kernel_type: NameId,
    pub(super) name: NameId,
    pub(super) shapes: NameId,
    pub(super) core: NameId,
}

impl<'a> Kernel<'a> {
    /// Its device.
    pub fn unit(&self) -> Unit<'a> {
        self.unit
    }

    /// `Name`
    pub fn name(&self) -> Option<&'a str> {
        self.text(self.texts().name)
    }

    /// `Accelerator Core`
    pub fn core(&self) -> Option<&'a str> {
        self.text(self.texts().core)
    }

    /// Its rank's place in the capture.
    pub fn rank(&self) -> usize {
        self.unit.index
    }

    fn table(&self) -> Option<&'a stepscope_core::model::Kernels> {
        self.unit.rank.kernels.as_deref()
    }

    fn slice_row(&self) -> SliceId {
        self.unit.facts.device.compute.slices[self.row]
    }

    pub(super) fn texts(&self) -> Texts {
        match (self.table(), &self.unit.rank.trace) {
            (Some(table), _) => Texts {
                kernel_type: table.rows.kernel_type[self.row],
                name: table.rows.name[self.row],
                shapes: table.rows.input_shapes[self.row],
                core: table.rows.core[self.row],
            },
            (None, Some(trace)) => Texts {
                kernel_type: NameId::NONE,
                name: trace.slices.name[self.slice_row().index()],
                shapes: NameId::NONE,
                core: NameId::NONE,
            },
            (None, None) => Texts {
                kernel_type: NameId::NONE,
                name: NameId::NONE,
                shapes: NameId::NONE,
                core: NameId::NONE,
            },
        }
    }

    /// The text of an id of this kernel's rank; `None` where the capture does not tell.
    pub(super) fn text(&self, id: NameId) -> Option<&'a str> {
        let text = match (self.table(), &self.unit.rank.trace) {
            (Some(table), _) => table.strings.get(id),
            (None, Some(trace)) => trace.strings.get(id),
            (None, None) => "",
        };
        (!matches!(text, "" | "N/A" | "NA")).then_some(text)
    }

    /// `Type`
    pub fn kernel_type(&self) -> Option<&'a str> {
        self.text(self.texts().kernel_type)
    }

    /// Start, unix nanoseconds; `None` where the table does not tell.
    pub fn start(&self) -> Option<Ns> {
        match self.table() {
            Some(table) => Some(table.rows.start[self.row]).filter(|start| *start != Ns::MIN),
            None => Some(self.unit.facts.device.compute.spans[self.row].start),
        }
    }

    /// Duration.
    pub fn duration(&self) -> Option<Ns> {
        match self.table() {
            Some(table) => Some(table.rows.duration[self.row]).filter(|length| *length != Ns::MIN),
            None => Some(self.unit.facts.device.compute.spans[self.row].length()),
        }
    }

    /// `Wait Time`: gap to the end of the row before.
    pub fn wait(&self) -> Option<Ns> {
        Some(self.table()?.rows.wait[self.row]).filter(|wait| *wait != Ns::MIN)
    }

    /// `Block Dim`. Level0 writes 0 for every kernel, which is no count of cores.
    pub fn block_dim(&self) -> Option<u32> {
        let table = self.table()?;
        let known = Some(table.rows.block_dim[self.row]).filter(|dim| *dim != KernelRows::UNKNOWN);
        known.filter(|dim| *dim > 0 || self.kernel_type().is_some())
    }

    /// The kernel's slice: that of its name which starts with it, within the rounding of the table.
    pub fn slice(&self) -> Option<SliceId> {
        if self.table().is_none() {
            return Some(self.slice_row());
        }
        let (start, trace) = (self.start()?, self.unit.rank.trace.as_deref()?);
        let name = self.text(self.texts().name)?;
        let tasks = &self.unit.facts.device.compute;
        let near = tasks.started_in(start.minus(Ns(1)), start.plus(Ns(1)));
        let mut slices = tasks.slices[near].iter().copied();
        let first = slices.clone().next();
        slices.find(|slice| trace.slice_name(*slice) == name).or(first)
    }
}
