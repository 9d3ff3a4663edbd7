//! Kernel table: `kernel_details.csv` (formats.md §3.1), the source of operator types and PMU columns.

use crate::block::{BlockReader, BlockWriter};
use crate::error::Result;
use crate::ids::NameId;
use crate::strings::Strings;
use crate::table::table;
use crate::time::Ns;

table! {
    /// Rows in file order, which is start order. Unknown text is [`NameId::NONE`], unknown numbers are
    /// [`KernelRows::UNKNOWN`], unknown times [`Ns::MIN`].
    pub struct KernelRows of KernelRow {
        /// `Step Id`; unknown when the kernel is outside any step.
        step: NameId,
        /// `Name`.
        name: NameId,
        /// `Type`; unknown at Level0.
        kernel_type: NameId,
        /// `Accelerator Core`; unknown at Level0 except for communication.
        core: NameId,
        /// `Start Time(us)`.
        start: Ns,
        /// `Duration(us)`.
        duration: Ns,
        /// `Wait Time(us)`: gap to the end of the row before.
        wait: Ns,
        /// `Block Dim` / `Block Num`: cores used.
        block_dim: u32,
        /// `Mix Block Dim`.
        mix_block_dim: u32,
        /// `Stream ID`.
        stream: u32,
        /// `Task ID`; wraps, so no key by itself.
        task: u32,
        /// `Input Shapes` without the literal quotes.
        input_shapes: NameId,
        /// `Input Data Types`.
        input_types: NameId,
        /// `Input Formats`.
        input_formats: NameId,
        /// `Output Shapes` without the literal quotes.
        output_shapes: NameId,
        /// `Output Data Types`.
        output_types: NameId,
        /// `Output Formats`.
        output_formats: NameId,
    }
}

impl KernelRows {
    /// An unknown count or number.
    pub const UNKNOWN: u32 = u32::MAX;
}

/// A PMU column as collected.
#[derive(Clone, Debug, PartialEq)]
pub struct Metric {
    /// Column name as in the file, unit included (`aic_mac_ratio`, `aicore_time(us)`).
    pub name: String,
    /// One value a row; NaN where missing.
    pub values: Vec<f64>,
}

/// `kernel_details.csv` as columns.
#[derive(Clone, Default)]
pub struct Kernels {
    /// Texts of the rows.
    pub strings: Strings,
    /// The fixed columns.
    pub rows: KernelRows,
    /// The PMU columns, in file order.
    pub metrics: Vec<Metric>,
}

impl Kernels {
    /// Whether row `index` is a collective, under any of its names (formats.md §7.9).
    pub fn is_communication(&self, index: usize) -> bool {
        matches!(self.strings.get(self.rows.core[index]), "HCCL" | "COMMUNICATION")
    }

    /// Adds the rows of a table that goes on where this one ends.
    pub(crate) fn append(&mut self, mut other: Kernels) {
        let names = self.strings.adopt(&other.strings);
        let (before, rows) = (self.rows.len(), &mut other.rows);
        for column in [
            &mut rows.step,
            &mut rows.name,
            &mut rows.kernel_type,
            &mut rows.core,
            &mut rows.input_shapes,
            &mut rows.input_types,
            &mut rows.input_formats,
            &mut rows.output_shapes,
            &mut rows.output_types,
            &mut rows.output_formats,
        ] {
            for name in column.iter_mut().filter(|name| **name != NameId::NONE) {
                *name = names[name.index()];
            }
        }
        self.rows.append(vec![other.rows]);
        for metric in other.metrics {
            let own = self.metrics.iter().position(|own| own.name == metric.name);
            let own = own.unwrap_or_else(|| {
                self.metrics.push(Metric { name: metric.name, values: Vec::new() });
                self.metrics.len() - 1
            });
            // What an earlier part did not measure is unknown there.
            self.metrics[own].values.resize(before, f64::NAN);
            self.metrics[own].values.extend(metric.values);
        }
        for metric in &mut self.metrics {
            metric.values.resize(self.rows.len(), f64::NAN);
        }
    }

    pub(crate) fn write(&self, block: &mut BlockWriter) {
        self.strings.write(block);
        self.rows.write(block);
        block.json(&self.metrics.iter().map(|metric| &metric.name).collect::<Vec<_>>());
        for metric in &self.metrics {
            block.column(&metric.values);
        }
    }

    pub(crate) fn read(block: &mut BlockReader) -> Result<Kernels> {
        let strings = Strings::read(block)?;
        let rows = KernelRows::read(block)?;
        let names: Vec<String> = block.json()?;
        let mut metrics = Vec::new();
        for name in names {
            let values = block.column()?;
            if values.len() != rows.len() {
                return Err(block.broken("a metric column has another length"));
            }
            metrics.push(Metric { name, values });
        }
        Ok(Kernels { strings, rows, metrics })
    }
}
