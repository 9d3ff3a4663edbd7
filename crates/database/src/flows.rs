//! Links between slices, by the rules of formats.md §5.4.

use std::collections::HashMap;
use stepscope_core::ids::{NameId, TrackId};
use stepscope_core::model::{FlowEnds, FlowPhase};
use stepscope_core::time::Ns;
use stepscope_core::trace_json::TraceBuilder;

/// A slice that may be an end of a flow.
#[derive(Clone, Copy)]
pub(crate) struct End {
    pub(crate) connection: i64,
    pub(crate) track: TrackId,
    pub(crate) start: Ns,
}

/// What a call of the framework is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Call {
    Operator,
    Queue,
}

/// Everything that is linked.
#[derive(Default)]
pub(crate) struct Links {
    /// Calls of CANN by their connection: there is one each.
    pub(crate) cann: HashMap<i64, (TrackId, Ns)>,
    /// Tasks of the device, and whether they are work (a kernel, a copy or a collective) or keep order.
    pub(crate) device: Vec<(End, bool)>,
    /// Calls of the framework; one may have several connections.
    pub(crate) framework: Vec<(End, Call)>,
    /// Marks of the program.
    pub(crate) marks: Vec<End>,
}

impl Links {
    /// Makes the flows.
    pub(crate) fn write(mut self, trace: &mut TraceBuilder) {
        self.device.sort_by_key(|(end, _)| (end.connection, end.start));
        self.framework.sort_by_key(|(end, _)| (end.connection, end.start));
        let mut flow = |category: &str, name: &str| (trace.category(category), trace.name(name));
        let torch_to_npu = flow("async_npu", "torch_to_npu");
        let queue = flow("async_task_queue", "enqueue_to_dequeue");
        let backward = flow("fwdbwd", "fwdbwd");
        let marked = (trace.category("MsTx"), FlowEnds::NAMED_BY_ID);
        let host_to_device = (trace.category("HostToDevice"), FlowEnds::NAMED_BY_ID);

        for tasks in self.device.chunk_by(|(a, _), (b, _)| a.connection == b.connection) {
            let connection = tasks[0].0.connection;
            let Some(&(track, start)) = self.cann.get(&connection) else { continue };
            let caller = End { connection, track, start };
            put(trace, host_to_device, &[caller], tasks.iter().map(|(end, _)| end));
        }
        for mark in &self.marks {
            let tasks = of(&self.device, mark.connection);
            put(trace, marked, &[*mark], tasks.iter().map(|(end, _)| end));
        }
        for calls in self.framework.chunk_by(|(a, _), (b, _)| a.connection == b.connection) {
            let connection = calls[0].0.connection;
            let tasks = of(&self.device, connection);
            let operator = calls.iter().find(|(_, call)| *call == Call::Operator);
            // A number that the device has links an operator to it; any other one two calls of one kind.
            if !tasks.is_empty() {
                let work = tasks.iter().filter(|(_, is_work)| *is_work).map(|(end, _)| end);
                let callers = operator.map(|(end, _)| *end);
                put(trace, torch_to_npu, callers.as_slice(), work);
                continue;
            }
            for (kind, flow) in [(Call::Queue, queue), (Call::Operator, backward)] {
                let mut own = calls.iter().filter(|(_, call)| *call == kind).map(|(end, _)| end);
                if let Some(first) = own.next() {
                    put(trace, flow, &[*first], own);
                }
            }
        }
    }
}

/// The tasks of a connection, of tasks that are sorted by it.
fn of(device: &[(End, bool)], connection: i64) -> &[(End, bool)] {
    let from = device.partition_point(|(end, _)| end.connection < connection);
    let to = device.partition_point(|(end, _)| end.connection <= connection);
    &device[from..to]
}

/// A flow from what starts it to its ends; nothing where either is missing.
fn put<'a>(
    trace: &mut TraceBuilder,
    (category, name): (u16, NameId),
    starts: &[End],
    ends: impl Iterator<Item = &'a End>,
) {
    let mut ends = ends.peekable();
    if ends.peek().is_none() || starts.is_empty() {
        return;
    }
    let mut end = |end: &End, phase| {
        let id = end.connection as u64 & (u64::MAX >> 1);
        trace.flow((category, name, id), phase, end.track, end.start);
    };
    starts.iter().for_each(|start| end(start, FlowPhase::Start));
    ends.for_each(|own| end(own, FlowPhase::End));
}
