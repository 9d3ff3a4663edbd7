//! Memory of the device over time: totals by component, and single allocations (formats.md §3.9).
//!
//! Text prints MB or KB of 1024, databases hold bytes: all of it is whole bytes here, as `f64` so that NaN can say
//! that nothing is known.

use crate::block::{BlockReader, BlockWriter};
use crate::error::Result;
use crate::ids::NameId;
use crate::strings::Strings;
use crate::table::table;
use crate::time::Ns;

/// A device that is not known.
pub const NO_DEVICE: u32 = u32::MAX;

table! {
    /// Rows in file order: by component, not by time. An unknown time is [`Ns::MIN`].
    pub struct MemoryRows of MemoryRow {
        /// Of `memory_record.csv` the allocator: `PTA` (the framework's), `GE` (the graph engine's), `PTA+GE`, which
        /// repeats both as one, `WORKSPACE`, or `APP`, the whole process. Of `npu_module_mem.csv` the module.
        component: NameId,
        /// When, unix nanoseconds.
        time: Ns,
        /// Bytes in use by tensors; NaN of `APP` and of modules.
        allocated: f64,
        /// Bytes taken from the device.
        reserved: f64,
        /// Bytes in use, or released while a stream still needs them; NaN in older exports.
        active: f64,
        /// The stream, by a pointer that means nothing else.
        stream: NameId,
        /// Device number.
        device: u32,
    }
}

table! {
    /// Blocks of memory in file order. Unknown times are [`Ns::MIN`]: of a block that was allocated before the
    /// window the allocation's, of one that outlived it the release's.
    pub struct OperatorMemoryRows of OperatorMemoryRow {
        /// Operator that asked for it, without the `cann::` that torch_npu's text puts before those of CANN and nobody
        /// else does.
        name: NameId,
        /// Bytes of the block.
        size: f64,
        /// When it was allocated.
        allocated_at: Ns,
        /// When it was released.
        released_at: Ns,
        /// When no stream needed it any more.
        active_released_at: Ns,
        /// Bytes allocated in all, right after the allocation.
        allocation_allocated: f64,
        /// Bytes reserved then.
        allocation_reserved: f64,
        /// Bytes active then.
        allocation_active: f64,
        /// Bytes allocated in all, right after the release.
        release_allocated: f64,
        /// Bytes reserved then.
        release_reserved: f64,
        /// Bytes active then.
        release_active: f64,
        /// The stream, by a pointer that means nothing else.
        stream: NameId,
        /// Device number.
        device: u32,
    }
}

/// `memory_record.csv`, `MEMORY_RECORD`; or `npu_module_mem.csv`, `NPU_MODULE_MEM`.
#[derive(Clone, Default)]
pub struct MemoryRecords {
    /// Texts of the rows.
    pub strings: Strings,
    /// Totals by component.
    pub rows: MemoryRows,
}

/// `operator_memory.csv`, `OP_MEMORY`.
#[derive(Clone, Default)]
pub struct OperatorMemory {
    /// Texts of the rows.
    pub strings: Strings,
    /// The blocks.
    pub rows: OperatorMemoryRows,
}

impl OperatorMemoryRow {
    /// The row with what its tool leaves to be concluded. msprof prints `duration` in place of a time of release, and
    /// a block of which only the release was seen has a size below zero.
    #[must_use]
    pub fn concluded(mut self, duration: Ns) -> OperatorMemoryRow {
        if self.size < 0.0 {
            self.size = -self.size;
            if self.released_at == Ns::MIN {
                self.released_at = self.allocated_at;
            }
            self.allocated_at = Ns::MIN;
        } else if self.released_at == Ns::MIN && self.allocated_at != Ns::MIN && duration != Ns::MIN
        {
            self.released_at = self.allocated_at.plus(duration);
        }
        self
    }
}

impl MemoryRecords {
    pub(crate) fn write(&self, block: &mut BlockWriter) {
        self.strings.write(block);
        self.rows.write(block);
    }

    pub(crate) fn read(block: &mut BlockReader) -> Result<MemoryRecords> {
        Ok(MemoryRecords { strings: Strings::read(block)?, rows: MemoryRows::read(block)? })
    }
}

impl OperatorMemory {
    pub(crate) fn write(&self, block: &mut BlockWriter) {
        self.strings.write(block);
        self.rows.write(block);
    }

    pub(crate) fn read(block: &mut BlockReader) -> Result<OperatorMemory> {
        Ok(OperatorMemory {
            strings: Strings::read(block)?,
            rows: OperatorMemoryRows::read(block)?,
        })
    }
}
