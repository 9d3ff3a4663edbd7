//! What the vendor's tables of communication and memory come to: sums and peaks, for the summary.

use serde::{Deserialize, Serialize};
use stepscope_core::model::{Communication, CommunicationOp, MemoryRecords, Rank};
use stepscope_core::time::Ns;

/// Collectives and point-to-point operations of a step, as the vendor worked them out: sums over operations.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CommunicationSummary {
    /// Its name; `null` where the files have no steps.
    pub step: Option<String>,
    /// How many operations.
    pub count: usize,
    /// From start to end; `None`, as in the others, where no operation has it.
    pub elapse_ns: Option<i64>,
    /// In which data moved.
    pub transit_ns: Option<i64>,
    /// In which they waited.
    pub wait_ns: Option<i64>,
    /// The part of the wait before the first transit.
    pub synchronization_ns: Option<i64>,
    /// Neither.
    pub idle_ns: Option<i64>,
    /// What moved, by the kind of link; `SDMA` is the sum of others.
    pub links: Vec<LinkSummary>,
}

/// What moved over one kind of link.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LinkSummary {
    /// `HCCS`…
    pub transport: String,
    /// Bytes.
    pub bytes: Option<f64>,
    /// Time in which they moved.
    pub time_ns: Option<i64>,
}

/// Memory of a rank.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MemorySummary {
    /// Peaks of the framework's allocators and of the process (`APP`), by name.
    pub components: Vec<PeakSummary>,
    /// Blocks of memory by operator; `null` without such a table.
    pub blocks: Option<usize>,
}

/// Peaks of one component, each by itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PeakSummary {
    /// `PTA`, `PTA+GE`, `APP`…
    pub component: String,
    /// Most in use by tensors.
    pub allocated_bytes: Option<f64>,
    /// Most taken from the device.
    pub reserved_bytes: Option<f64>,
}

/// Sums by step, in the order of the files.
pub(crate) fn communication(all: &Communication) -> Vec<CommunicationSummary> {
    let mut steps: Vec<CommunicationSummary> = Vec::new();
    for op in &all.ops {
        let known = steps.iter().position(|step| step.step == op.place.step);
        let at = known.unwrap_or_else(|| {
            let step = op.place.step.clone();
            steps.push(CommunicationSummary { step, ..CommunicationSummary::default() });
            steps.len() - 1
        });
        add(&mut steps[at], op);
    }
    steps
}

fn add(sum: &mut CommunicationSummary, op: &CommunicationOp) {
    fn more(sum: &mut Option<i64>, time: Option<Ns>) {
        if let Some(time) = time {
            *sum = Some(sum.unwrap_or(0).saturating_add(time.get()));
        }
    }
    sum.count += 1;
    more(&mut sum.elapse_ns, op.elapse);
    more(&mut sum.transit_ns, op.transit);
    more(&mut sum.wait_ns, op.wait);
    more(&mut sum.synchronization_ns, op.synchronization);
    more(&mut sum.idle_ns, op.idle);
    for link in &op.links {
        let place = sum.links.partition_point(|own| own.transport < link.transport);
        if sum.links.get(place).is_none_or(|own| own.transport != link.transport) {
            let transport = link.transport.clone();
            sum.links.insert(place, LinkSummary { transport, ..LinkSummary::default() });
        }
        let own = &mut sum.links[place];
        more(&mut own.time_ns, link.time);
        if let Some(bytes) = link.bytes {
            own.bytes = Some(own.bytes.unwrap_or(0.0) + bytes);
        }
    }
}

/// Peaks by component; `None` where nothing was recorded.
pub(crate) fn memory(rank: &Rank) -> Option<MemorySummary> {
    let components = rank.memory.as_deref().map(peaks);
    let blocks = rank.operator_memory.as_ref().map(|table| table.rows.len());
    (components.is_some() || blocks.is_some())
        .then(|| MemorySummary { components: components.unwrap_or_default(), blocks })
}

fn peaks(table: &MemoryRecords) -> Vec<PeakSummary> {
    fn highest(peak: &mut Option<f64>, value: f64) {
        if !value.is_nan() {
            *peak = Some(peak.unwrap_or(value).max(value));
        }
    }
    let mut peaks: Vec<PeakSummary> = Vec::new();
    for row in (0..table.rows.len()).map(|at| table.rows.row(at)) {
        let name = table.strings.get(row.component);
        let place = peaks.partition_point(|own| own.component.as_str() < name);
        if peaks.get(place).is_none_or(|own| own.component != name) {
            let component = name.to_owned();
            peaks.insert(place, PeakSummary { component, ..PeakSummary::default() });
        }
        highest(&mut peaks[place].allocated_bytes, row.allocated);
        highest(&mut peaks[place].reserved_bytes, row.reserved);
    }
    peaks
}
