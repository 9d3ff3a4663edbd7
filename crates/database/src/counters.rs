//! Counters: tables of samples as series, named as in the timeline, in the unit in which they are stored.

use crate::lanes::{Lanes, Layer};
use crate::tables::{Cells, Tables};
use crate::texts::Texts;
use std::collections::HashMap;
use std::ops::ControlFlow;
use stepscope_core::ids::SeriesId;
use stepscope_core::time::Ns;

/// What tells the series of a table apart.
#[derive(Clone, Copy)]
enum Label {
    /// A number.
    Number(&'static str),
    /// The number of a text, shown as it is.
    Text(&'static str),
    /// The number of a text, shown with a capital.
    Title(&'static str),
}

/// A column of values: its name, the name of the counter and its key, where `{0}` and `{1}` are the labels.
type Values = (&'static str, &'static str, &'static str);

/// A table of samples.
struct Samples {
    table: &'static str,
    layer: Layer,
    /// Whether its rows are of a device.
    of_device: bool,
    time: &'static str,
    labels: &'static [Label],
    values: &'static [Values],
}

const TIME: &str = "timestampNs";

const fn device(name: &'static str, order: u64) -> (Layer, bool) {
    (Layer { name, order }, true)
}

const fn host(name: &'static str, order: u64) -> (Layer, bool) {
    (Layer { name, order }, false)
}

const fn samples(
    table: &'static str,
    (layer, of_device): (Layer, bool),
    time: &'static str,
    labels: &'static [Label],
    values: &'static [Values],
) -> Samples {
    Samples { table, layer, of_device, time, labels, values }
}

const NETWORK: &[Values] = &[
    ("bandwidth", "Port {0}/Bandwidth", "B/s"),
    ("rxByteRate", "Port {0}/Rx", "B/s"),
    ("txByteRate", "Port {0}/Tx", "B/s"),
    ("rxErrors", "Port {0}/Rx", "Errors"),
    ("txErrors", "Port {0}/Tx", "Errors"),
    ("rxDropped", "Port {0}/Rx", "Dropped"),
    ("txDropped", "Port {0}/Tx", "Dropped"),
];

/// The tables, after formats.md §5.3.
const TABLES: &[Samples] = &[
    samples(
        "AICORE_FREQ",
        device("AI Core Freq", 15),
        TIME,
        &[],
        &[("freq", "AI Core Freq", "MHz")],
    ),
    samples(
        "HBM",
        device("HBM", 17),
        TIME,
        &[Label::Number("hbmId"), Label::Title("type")],
        &[("bandwidth", "HBM {0}/{1}", "{1}(B/s)")],
    ),
    samples(
        "LLC",
        device("LLC", 18),
        TIME,
        &[Label::Number("llcId"), Label::Title("mode")],
        &[
            ("hitRate", "LLC {0} {1}/Hit Rate", "Hit Rate(%)"),
            ("throughput", "LLC {0} {1}/Throughput", "Throughput(B/s)"),
        ],
    ),
    samples(
        "NPU_MEM",
        device("NPU MEM", 19),
        TIME,
        &[Label::Title("type")],
        &[("ddr", "{0}/DDR", "B"), ("hbm", "{0}/HBM", "B")],
    ),
    samples(
        "SOC_BANDWIDTH_LEVEL",
        device("Stars Soc Info", 20),
        TIME,
        &[],
        &[
            ("l2BufferBwLevel", "L2 Buffer Bw Level", "L2 Buffer Bw Level"),
            ("mataBwLevel", "Mata Bw Level", "Mata Bw Level"),
        ],
    ),
    samples(
        "ACC_PMU",
        device("Acc PMU", 21),
        TIME,
        &[Label::Number("accId")],
        &[
            ("readBwLevel", "Acc {0}/read_bandwidth", "value"),
            ("writeBwLevel", "Acc {0}/write_bandwidth", "value"),
            ("readOstLevel", "Acc {0}/read_ost", "value"),
            ("writeOstLevel", "Acc {0}/write_ost", "value"),
        ],
    ),
    samples(
        "QOS",
        device("QoS", 22),
        TIME,
        &[Label::Text("eventName")],
        &[("bandwidth", "QoS {0}", "B/s")],
    ),
    samples(
        "DDR",
        device("DDR", 23),
        TIME,
        &[],
        &[("read", "DDR/Read", "Read(B/s)"), ("write", "DDR/Write", "Write(B/s)")],
    ),
    samples(
        "HCCS",
        device("HCCS", 24),
        TIME,
        &[],
        &[("rxThroughput", "Rx", "Rx(B/s)"), ("txThroughput", "Tx", "Tx(B/s)")],
    ),
    samples("NIC", device("NIC", 26), TIME, &[Label::Number("funcId")], NETWORK),
    samples("ROCE", device("RoCE", 27), TIME, &[Label::Number("funcId")], NETWORK),
    samples(
        "PCIE",
        device("PCIe", 28),
        TIME,
        &[],
        &[
            ("txPostAvg", "PCIe_post", "Tx(B/s)"),
            ("rxPostAvg", "PCIe_post", "Rx(B/s)"),
            ("txNonpostAvg", "PCIe_nonpost", "Tx(B/s)"),
            ("rxNonpostAvg", "PCIe_nonpost", "Rx(B/s)"),
            ("txCplAvg", "PCIe_cpl", "Tx(B/s)"),
            ("rxCplAvg", "PCIe_cpl", "Rx(B/s)"),
            ("txNonpostLatencyAvg", "PCIe_nonpost_latency", "Tx(ns)"),
        ],
    ),
    samples(
        "MEMORY_RECORD",
        device("Framework Memory", 29),
        "timestamp",
        &[Label::Text("component")],
        &[
            ("totalAllocated", "{0}/Allocated", "B"),
            ("totalReserved", "{0}/Reserved", "B"),
            ("totalActive", "{0}/Active", "B"),
        ],
    ),
    samples(
        "CPU_USAGE",
        host("CPU Usage", 8),
        TIME,
        &[Label::Number("cpuId")],
        &[("usage", "CPU {0}", "Usage(%)")],
    ),
    samples(
        "HOST_MEM_USAGE",
        host("Memory Usage", 9),
        TIME,
        &[],
        &[("usage", "Memory Usage", "Usage(%)")],
    ),
    samples(
        "HOST_NETWORK_USAGE",
        host("Network Usage", 10),
        TIME,
        &[],
        &[("usage", "Network Usage", "Usage(%)")],
    ),
    samples(
        "HOST_DISK_USAGE",
        host("Disk Usage", 11),
        TIME,
        &[],
        &[("usage", "Disk Usage", "Usage(%)")],
    ),
];

/// Reads all of them.
pub(crate) fn read(tables: &mut Tables, texts: &Texts, lanes: &mut Lanes) -> ControlFlow<()> {
    TABLES.iter().try_for_each(|samples| samples.read(tables, texts, lanes))
}

/// Most labels of a table.
const LABELS: usize = 2;

impl Samples {
    fn read(&self, tables: &mut Tables, texts: &Texts, lanes: &mut Lanes) -> ControlFlow<()> {
        let labels = self.labels.iter().map(|label| match label {
            Label::Number(column) | Label::Text(column) | Label::Title(column) => *column,
        });
        let values = self.values.iter().map(|(column, _, _)| *column);
        let columns: Vec<&str> = std::iter::once("deviceId").chain(labels).chain(values).collect();
        let first = 2 + self.labels.len();
        let mut known: HashMap<(i64, [Option<i64>; LABELS], usize), SeriesId> = HashMap::new();
        tables.read(self.table, &[self.time], &columns, &mut |row| {
            let [Some(time), device] = row.ints() else { return };
            let mut labels = [None; LABELS];
            for (at, label) in labels.iter_mut().enumerate().take(self.labels.len()) {
                *label = row.int(2 + at);
            }
            let device = device.unwrap_or(0);
            for (at, &values) in self.values.iter().enumerate() {
                // A column that is not there has no points, one without a value here a gap.
                let Some(value) = row.float(first + at) else { continue };
                let series = known
                    .entry((device, labels, at))
                    .or_insert_with(|| self.series(values, &self.told(row, texts), lanes, device));
                lanes.trace.point(*series, Ns(time), value);
            }
        })
    }

    /// The labels of a row.
    fn told(&self, row: &Cells, texts: &Texts) -> Vec<String> {
        let label = |(at, label): (usize, &Label)| {
            let number = row.int(2 + at);
            let plain = || number.map_or_else(|| "?".to_owned(), |number| number.to_string());
            match (label, texts.get(number)) {
                (Label::Number(_), _) | (_, None) => plain(),
                (Label::Text(_), Some(text)) => text.to_owned(),
                // The timeline says APP, as it is one, and Device, Read, Write.
                (Label::Title(_), Some("app")) => "APP".to_owned(),
                (Label::Title(_), Some(text)) => {
                    let mut letters = text.chars();
                    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
                    first.into_iter().chain(letters).collect()
                }
            }
        };
        self.labels.iter().enumerate().map(label).collect()
    }

    fn series(
        &self,
        (_, name, key): Values,
        labels: &[String],
        lanes: &mut Lanes,
        device: i64,
    ) -> SeriesId {
        let filled = |text: &str| {
            let places = labels.iter().enumerate();
            places.fold(text.to_owned(), |text, (at, label)| {
                text.replace(&format!("{{{at}}}"), label)
            })
        };
        let process =
            if self.of_device { lanes.device(self.layer, device) } else { lanes.host(self.layer) };
        let (name, key) = (lanes.trace.name(&filled(name)), lanes.trace.name(&filled(key)));
        lanes.trace.series(process, name, key)
    }
}
