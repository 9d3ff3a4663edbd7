//! Processes and tracks as the vendor's timeline has them (formats.md §2.2, §5.5), so that they are known for
//! what they are.

use std::collections::HashSet;
use stepscope_core::ids::{NameId, ProcessId, TrackId};
use stepscope_core::model::ArgValue;
use stepscope_core::trace_json::TraceBuilder;

/// A process of the timeline: its name, and its place in the order of all. The place is part of the pid.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Layer {
    pub(crate) name: &'static str,
    pub(crate) order: u64,
}

pub(crate) const PYTHON: Layer = Layer { name: "Python", order: 0 };
pub(crate) const MARKS: Layer = Layer { name: "mstx", order: 6 };
pub(crate) const CANN: Layer = Layer { name: "CANN", order: 7 };
pub(crate) const HARDWARE: Layer = Layer { name: "Ascend Hardware", order: 14 };
pub(crate) const COMMUNICATION: Layer = Layer { name: "Communication", order: 16 };
pub(crate) const OVERLAP: Layer = Layer { name: "Overlap Analysis", order: 25 };

/// The trace in the making, with processes and tracks that are made at their first use.
pub(crate) struct Lanes {
    /// The trace.
    pub(crate) trace: TraceBuilder,
    /// Process of the operating system, as far as the database tells; part of the pids of device layers.
    pub(crate) os_pid: u64,
    processes: HashSet<ProcessId>,
    tracks: HashSet<TrackId>,
}

/// Low bits of a pid that stand for the host.
const HOST: u64 = 31;

impl Lanes {
    /// None yet.
    pub(crate) fn new(path: &str, os_pid: u64) -> Lanes {
        let trace = TraceBuilder::new(path);
        Lanes { trace, os_pid, processes: HashSet::new(), tracks: HashSet::new() }
    }

    fn process(&mut self, pid: u64, layer: Layer, labels: &str) -> ProcessId {
        let process = self.trace.process(pid);
        if self.processes.insert(process) {
            self.trace.describe_process(process, layer.name, labels, layer.order as i64);
        }
        process
    }

    /// The process of a layer of one device.
    pub(crate) fn device(&mut self, layer: Layer, device: i64) -> ProcessId {
        let pid = self.os_pid << 10 | layer.order << 5 | device as u64 & HOST;
        self.process(pid, layer, &format!("NPU {device}"))
    }

    /// The process of a layer of the host.
    pub(crate) fn host(&mut self, layer: Layer) -> ProcessId {
        let pid = self.os_pid << 10 | layer.order << 5 | HOST;
        self.process(pid, layer, "CPU")
    }

    /// A track with its name, which is made at its first use; `place` is its tid and its place in the order.
    pub(crate) fn track(
        &mut self,
        process: ProcessId,
        place: u64,
        name: impl FnOnce() -> String,
    ) -> TrackId {
        let track = self.trace.track(process, place);
        if self.tracks.insert(track) {
            self.trace.describe_track(track, &name(), place as i64);
        }
        track
    }

    /// The track of a thread, by its process and itself in one number: of the framework or of CANN.
    pub(crate) fn thread(&mut self, layer: Layer, global_tid: i64) -> TrackId {
        let (pid, tid) = split(global_tid);
        let process = if layer == PYTHON {
            self.process(pid, layer, "CPU")
        } else {
            self.process(pid << 10 | layer.order << 5 | HOST, layer, "CPU")
        };
        self.track(process, tid, || format!("Thread {tid}"))
    }
}

/// Process and thread of a `globalTid`.
pub(crate) fn split(global_tid: i64) -> (u64, u64) {
    // A process has 31 bits at most; more would not fit a pid with its layer.
    ((global_tid as u64 >> 32) & 0x7FFF_FFFF, global_tid as u64 & 0xFFFF_FFFF)
}

/// Arguments of the slice at hand; what is not known is left out.
#[derive(Default)]
pub(crate) struct SliceArgs(pub(crate) Vec<(NameId, ArgValue)>);

impl SliceArgs {
    /// Adds a number.
    pub(crate) fn int(&mut self, key: NameId, value: Option<i64>) {
        self.0.extend(value.map(|value| (key, ArgValue::Int(value))));
    }

    /// Adds a text.
    pub(crate) fn text(&mut self, trace: &mut TraceBuilder, key: NameId, value: Option<&str>) {
        self.0.extend(value.map(|value| (key, ArgValue::Text(trace.name(value)))));
    }
}

/// A number of 32 bits, of which the highest means that there is none.
pub(crate) fn known(value: Option<i64>) -> Option<i64> {
    value.filter(|value| *value != i64::from(u32::MAX))
}
