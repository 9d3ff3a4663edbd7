//! `ENUM_*`: names of small numbers, as the database gives them, else as formats.md §5.3 does.

use crate::tables::Tables;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// What a kind of number means.
pub(crate) struct Names(HashMap<i64, String>);

/// Which numbers.
#[derive(Clone, Copy)]
pub(crate) enum Enum {
    Api,
    DataType,
    LinkType,
    Transport,
    Rdma,
    MemoryCopy,
    /// Kinds of rows of memory tables; texts where the table is missing.
    Memory,
    /// Modules of CANN.
    Module,
}

impl Enum {
    fn table(self) -> (&'static str, &'static [(i64, &'static str)]) {
        match self {
            Enum::Api => (
                "ENUM_API_TYPE",
                &[
                    (20_000, "acl"),
                    (15_000, "model"),
                    (10_000, "node"),
                    (5_500, "hccl"),
                    (5_000, "runtime"),
                ],
            ),
            Enum::DataType => (
                "ENUM_HCCL_DATA_TYPE",
                &[
                    (0, "INT8"),
                    (1, "INT16"),
                    (2, "INT32"),
                    (3, "FP16"),
                    (4, "FP32"),
                    (5, "INT64"),
                    (6, "UINT64"),
                    (7, "UINT8"),
                    (8, "UINT16"),
                    (9, "UINT32"),
                    (10, "FP64"),
                    (11, "BFP16"),
                    (12, "INT128"),
                    (14, "HIF8"),
                    (15, "FP8E4M3"),
                    (16, "FP8E5M2"),
                    (17, "FP8E8M0"),
                ],
            ),
            Enum::LinkType => (
                "ENUM_HCCL_LINK_TYPE",
                &[
                    (0, "ON_CHIP"),
                    (1, "HCCS"),
                    (2, "PCIE"),
                    (3, "ROCE"),
                    (4, "SIO"),
                    (5, "HCCS_SW"),
                    (6, "STANDARD_ROCE"),
                    (7, "UB"),
                    (8, "UBoE"),
                ],
            ),
            Enum::Transport => (
                "ENUM_HCCL_TRANSPORT_TYPE",
                &[(0, "SDMA"), (1, "RDMA"), (2, "LOCAL"), (3, "UB"), (4, "ROCE")],
            ),
            Enum::Rdma => {
                ("ENUM_HCCL_RDMA_TYPE", &[(0, "RDMA_SEND_NOTIFY"), (1, "RDMA_SEND_PAYLOAD")])
            }
            Enum::Memory => ("ENUM_MEMORY", &[]),
            Enum::Module => ("ENUM_MODULE", &[]),
            Enum::MemoryCopy => (
                "ENUM_MEMCPY_OPERATION",
                &[
                    (0, "host to host"),
                    (1, "host to device"),
                    (2, "device to host"),
                    (3, "device to device"),
                ],
            ),
        }
    }
}

impl Names {
    /// Reads them.
    pub(crate) fn read(tables: &mut Tables, of: Enum) -> ControlFlow<(), Names> {
        let (table, usual) = of.table();
        let mut names: HashMap<i64, String> =
            usual.iter().map(|(id, name)| (*id, (*name).to_owned())).collect();
        tables.read(table, &["id", "name"], &[], &mut |row| {
            if let (Some(id), Some(name)) = (row.int(0), row.text(1)) {
                names.insert(id, name.into_owned());
            }
        })?;
        ControlFlow::Continue(Names(names))
    }

    /// The name of a number, unless it says that nothing is known.
    pub(crate) fn get(&self, id: Option<i64>) -> Option<&str> {
        let name = self.0.get(&id?)?;
        (!matches!(name.as_str(), "" | "N/A" | "INVALID_TYPE")).then_some(name)
    }
}
