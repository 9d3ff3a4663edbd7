//! Which host call started which device task: the `async_npu` and `HostToDevice` flows.

use crate::intervals::Span;
use stepscope_core::ids::SliceId;
use stepscope_core::model::{FlowPhase, Trace, TrackKind};
use stepscope_core::time::Ns;

/// A host call and a task that it started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Launch {
    /// When the host called.
    time: Ns,
    /// When the task ran.
    task: Span,
}

/// Launches of a rank in order of host time.
#[derive(Clone, Debug, Default)]
pub struct Launches {
    list: Vec<Launch>,
    /// Category numbers of the flows that link host and device, the closest to the device first.
    categories: Vec<u16>,
}

/// Flows from a host call to a device task. `HostToDevice` starts at the CANN call that hands the task
/// over; at Level0 it is bound to nothing, and only the framework's own flow remains. `ac2g` is what PyTorch's profiler
/// draws on other devices.
const LAUNCH_FLOWS: [&str; 3] = ["HostToDevice", "async_npu", "ac2g"];

impl Launches {
    /// Reads the flows of a trace, the framework's where it has any (the vendor assigns steps by them).
    pub fn of(trace: &Trace) -> Launches {
        let category = |name: &str| {
            let name = trace.strings.find(name)?;
            trace.categories.iter().position(|own| *own == name).map(|at| at as u16)
        };
        let categories: Vec<u16> = LAUNCH_FLOWS.iter().filter_map(|name| category(name)).collect();
        let mut list = Vec::new();
        for category in categories.iter().rev() {
            list = read(trace, *category);
            if !list.is_empty() {
                break;
            }
        }
        list.sort_by_key(|launch| launch.time);
        Launches { list, categories }
    }

    /// Whether no flow links a host call to a device task.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Device range of a step: from the first task of the first launch inside `host` that has any, to the
    /// later of the last one's last task and the host's end. `None` when no launch reached the device.
    pub fn device_range(&self, host: Span) -> Option<Span> {
        let from = self.list.partition_point(|launch| launch.time < host.start);
        let to = self.list.partition_point(|launch| launch.time <= host.end);
        let inside = self.list.get(from..to)?;
        let (first, last) = (inside.first()?, inside.last()?);
        // One call may start several tasks.
        let of = |call: Ns| inside.iter().filter(move |launch| launch.time == call).map(|l| l.task);
        let start = of(first.time).map(|task| task.start).min()?;
        let end = of(last.time).map(|task| task.end).max()?;
        Some(Span::new(start, end.max(host.end)))
    }

    /// The host call that started a device task: the CANN call where there is one, else the framework
    /// operator. `None` when no flow reaches the task from a slice of the host.
    pub fn caller_of(&self, trace: &Trace, task: SliceId) -> Option<Span> {
        let ends = trace.flow_ends_of(task);
        self.categories.iter().find_map(|category| {
            let row = ends.iter().map(|row| *row as usize).find(|&row| {
                trace.flow_ends.category[row] == *category
                    && trace.flow_ends.phase_of(row) == FlowPhase::End
            })?;
            let start = first_of_flow(trace, row);
            let slice = trace.flow_ends.slice[start].some()?;
            (trace.flow_ends.phase_of(start) == FlowPhase::Start).then(|| {
                Span::new(trace.slices.start[slice.index()], trace.slices.end(slice.index()))
            })
        })
    }
}

/// First row of the flow of `row`, by bisection: a hostile file may hold a flow of a million ends.
fn first_of_flow(trace: &Trace, row: usize) -> usize {
    let flows = &trace.flow_ends;
    let key = |row: usize| (flows.category[row], flows.id[row]);
    let (mut low, mut high) = (0, row);
    while low < high {
        let middle = (low + high) / 2;
        if key(middle) < key(row) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// Launches of one category. Ends of one flow are neighbours, starts before ends.
fn read(trace: &Trace, category: u16) -> Vec<Launch> {
    let flows = &trace.flow_ends;
    let from = flows.category.partition_point(|own| *own < category);
    let to = flows.category.partition_point(|own| *own <= category);
    let mut list: Vec<Launch> = Vec::new();
    let mut start: Option<(u64, Ns)> = None;
    for row in from..to {
        match flows.phase_of(row) {
            FlowPhase::Start => start = Some((flows.id[row], flows.time[row])),
            FlowPhase::Step => {}
            FlowPhase::End => {
                let Some((_, time)) = start.filter(|(id, _)| *id == flows.id[row]) else {
                    continue;
                };
                let Some(slice) = flows.slice[row].some() else { continue };
                if !matches!(
                    trace.tracks[flows.track[row].index()].kind,
                    TrackKind::Stream | TrackKind::Group | TrackKind::Plane
                ) {
                    continue;
                }
                let task =
                    Span::new(trace.slices.start[slice.index()], trace.slices.end(slice.index()));
                list.push(Launch { time, task });
            }
        }
    }
    list
}
