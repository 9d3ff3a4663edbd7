//! What the vendor worked out of collectives and point-to-point operations (formats.md §4.1, §4.2, §5.6, §6.3). A megabyte
//! is 10⁶ bytes here.

use crate::time::Ns;
use serde::{Deserialize, Serialize};

/// Operations and pairs of ranks, in file order. What a file calls a total is left out: it is the sum of what is here.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Communication {
    /// `communication.json`, `CommAnalyzerTime` and `CommAnalyzerBandwidth`.
    pub ops: Vec<CommunicationOp>,
    /// `communication_matrix.json`, `CommAnalyzerMatrix`.
    pub pairs: Vec<CommunicationPair>,
}

/// Where an operation or a pair belongs.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CommunicationPlace {
    /// Step as the file spells it, without its `step`; `None` where there are none.
    pub step: Option<String>,
    /// `p2p` or `collective`; `None` where the file does not say.
    pub kind: Option<String>,
    /// Hash of the group's id.
    pub group: String,
    /// Name of the operation; of a pair what it stands for, as `allreduce-top1`.
    pub name: String,
}

/// One operation; `None` where a file does not say.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CommunicationOp {
    /// Where it belongs.
    pub place: CommunicationPlace,
    /// Start, unix time; the file has it to about a quarter of a microsecond.
    pub start: Option<Ns>,
    /// From its start to its end.
    pub elapse: Option<Ns>,
    /// In which data moved.
    pub transit: Option<Ns>,
    /// In which it waited for a notification.
    pub wait: Option<Ns>,
    /// The part of the wait before the first transit.
    pub synchronization: Option<Ns>,
    /// Neither.
    pub idle: Option<Ns>,
    /// What moved, by the kind of link.
    pub links: Vec<CommunicationLink>,
}

/// What moved over one kind of link.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CommunicationLink {
    /// `HCCS`, `PCIE`, `SIO`, `RDMA`; `SDMA` is the sum of those but the last.
    pub transport: String,
    /// Bytes that moved.
    pub bytes: Option<f64>,
    /// Time in which they moved.
    pub time: Option<Ns>,
    /// Share of large packets.
    pub large_packets: Option<f64>,
    /// Packets by their size.
    pub packets: Vec<CommunicationPackets>,
}

/// Packets of one size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CommunicationPackets {
    /// Bytes of each.
    pub bytes: f64,
    /// How many.
    pub count: u64,
    /// Time in which all moved.
    pub time: Ns,
}

/// What moved from one rank of a group to another.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CommunicationPair {
    /// Where it belongs.
    pub place: CommunicationPlace,
    /// Rank that sent, by its number in the group.
    pub from: u32,
    /// Rank that received, likewise.
    pub to: u32,
    /// `LOCAL`, `HCCS`, `PCIE`, `SDMA`, `RDMA`, `SIO`
    pub transport: String,
    /// Bytes that moved.
    pub bytes: Option<f64>,
    /// Time in which they moved.
    pub time: Option<Ns>,
    /// The operation that it is an example of.
    pub op: Option<String>,
}

impl Communication {
    /// Whether it holds nothing.
    pub fn is_empty(&self) -> bool {
        self.ops.is_empty() && self.pairs.is_empty()
    }
}

impl CommunicationLink {
    /// Whether anything moved: files name links that were not used, databases leave them out.
    pub fn has_moved(&self) -> bool {
        self.bytes != Some(0.0) || self.time != Some(Ns(0)) || !self.packets.is_empty()
    }
}

impl CommunicationPlace {
    /// A place by the names that a file uses: `step50`, and `step` where there are no steps.
    pub fn of(
        step: Option<&str>,
        kind: Option<&str>,
        group: &str,
        name: &str,
    ) -> CommunicationPlace {
        let step = step.map(|step| step.strip_prefix("step").unwrap_or(step));
        CommunicationPlace {
            step: step.filter(|step| !step.is_empty()).map(str::to_owned),
            kind: kind.map(str::to_owned),
            group: group.to_owned(),
            name: name.to_owned(),
        }
    }
}

/// Milliseconds as a time.
pub fn ns_of_ms(ms: f64) -> Option<Ns> {
    let ns = (ms * 1e6).round();
    (ns.abs() < 9e18).then_some(Ns(ns as i64))
}

/// Megabytes of 10⁶ bytes, as bytes.
pub fn bytes_of_mb(mb: f64) -> f64 {
    (mb * 1e6).round()
}
