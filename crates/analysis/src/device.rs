//! What the device did: compute kernels, collectives and copies, found among the slices of a trace.

use crate::intervals::{Intervals, Span};
use hashbrown::{HashMap, HashSet};
use stepscope_core::ids::{ProcessId, SliceId};
use stepscope_core::model::{ArgKind, ArgValue, Process, ProcessKind, Trace, TrackKind};
use stepscope_core::time::Ns;

/// Tasks of one kind in order of start (then longer first).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tasks {
    /// Start and end of each.
    pub spans: Vec<Span>,
    /// Its slice.
    pub slices: Vec<SliceId>,
}

impl Tasks {
    fn of(trace: &Trace, mut slices: Vec<SliceId>) -> Tasks {
        // Runs of one track each: a stable sort merges them in about one pass.
        slices.sort_by_key(|slice| trace.slices.start[slice.index()]);
        let span = |slice: &SliceId| {
            Span::new(trace.slices.start[slice.index()], trace.slices.end(slice.index()))
        };
        Tasks { spans: slices.iter().map(span).collect(), slices }
    }

    /// Number of tasks.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// Rows of the tasks that start from `first` to `last`, both included.
    pub fn started_in(&self, first: Ns, last: Ns) -> std::ops::Range<usize> {
        let from = self.spans.partition_point(|span| span.start < first);
        let to = self.spans.partition_point(|span| span.start <= last);
        from..to.max(from)
    }

    /// Time in which any of `rows` runs.
    pub fn union(&self, rows: std::ops::Range<usize>) -> Intervals {
        Intervals::from_sorted(self.spans[rows].iter().copied())
    }
}

/// Tasks of one device of a rank.
#[derive(Clone, Debug, Default)]
pub struct DeviceTasks {
    /// Device number from the label (`NPU 3`), else from the low bits of the pid; `None` when neither
    /// says.
    pub device: Option<u32>,
    /// Compute kernels: the rows of `kernel_details.csv` that are not communication.
    pub compute: Tasks,
    /// Collectives and point-to-point operations, whole: slices of the group tracks.
    pub communication: Tasks,
    /// Copies between host and device or inside the device that belong to no collective.
    pub copies: Tasks,
    /// Tasks that move a collective's data between ranks: of the planes where they were collected
    /// (Level1 and up), else the SDMA tasks of the streams.
    pub transfers: Tasks,
    /// How many device tasks were found that are none of these.
    pub other: usize,
}

/// What a device task is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TaskClass {
    Compute,
    Communication,
    Copy,
    Transfer,
    Other,
}

/// Class of a `Task Type` (formats.md §6.1, checked there against `kernel_details.csv`): newer
/// exports say `KERNEL_AICORE` for what older ones call `AI_CORE`, and Level0 databases only know that the host
/// calls a DSA kernel `STARS_COMMON`.
fn class_of(task_type: &str) -> TaskClass {
    match task_type {
        "AI_CORE" | "AI_VECTOR_CORE" | "MIX_AIC" | "MIX_AIV" | "AI_CPU" | "DSA_SQE" | "DSA"
        | "STARS_COMMON" => TaskClass::Compute,
        "PCIE_DMA_SQE" | "MEMCPY_ASYNC" | "SDMA_SQE" => TaskClass::Copy,
        "SDMA" | "RDMA" => TaskClass::Transfer,
        other if other.starts_with("KERNEL_") => TaskClass::Compute,
        _ => TaskClass::Other,
    }
}

/// Class of a task that PyTorch's profiler recorded on another device. Collectives are kernels there, of NCCL or of
/// what took its place.
fn kineto_class(category: &str, name: &str) -> TaskClass {
    match category {
        "kernel" if name.starts_with("nccl") || name.starts_with("rccl") => {
            TaskClass::Communication
        }
        "kernel" => TaskClass::Compute,
        "gpu_memcpy" | "gpu_memset" => TaskClass::Copy,
        _ => TaskClass::Other,
    }
}

impl DeviceTasks {
    /// Tasks of every device of the trace, by device number. Empty when the trace has none.
    pub fn of(trace: &Trace) -> Vec<DeviceTasks> {
        let mut devices: Vec<Option<u32>> = trace
            .processes
            .iter()
            .filter(|p| matches!(p.kind, ProcessKind::Hardware | ProcessKind::Communication))
            .map(|process| device_number(trace, process))
            .collect();
        devices.sort_unstable();
        devices.dedup();
        // A process whose device is not told belongs to the only device there is.
        if devices.len() == 2 && devices[0].is_none() {
            devices.remove(0);
        }
        let sole = devices.len() == 1;
        let all = devices.iter().map(|&device| {
            let mut own = HashSet::new();
            for (index, process) in trace.processes.iter().enumerate() {
                let kind = process.kind;
                if matches!(kind, ProcessKind::Hardware | ProcessKind::Communication)
                    && (sole || device_number(trace, process) == device)
                {
                    own.insert(ProcessId::new(index));
                }
            }
            DeviceTasks::collect(trace, device, &own)
        });
        all.filter(|tasks| !tasks.is_empty()).collect()
    }

    /// Whether nothing ran.
    pub fn is_empty(&self) -> bool {
        self.compute.is_empty()
            && self.communication.is_empty()
            && self.copies.is_empty()
            && self.other == 0
    }

    fn collect(trace: &Trace, device: Option<u32>, own: &HashSet<ProcessId>) -> DeviceTasks {
        let mut classes = TaskTypes::new(trace);
        let (mut compute, mut copies, mut sdma) = (Vec::new(), Vec::new(), Vec::new());
        let (mut communication, mut transfers) = (Vec::new(), Vec::new());
        let mut other = 0;
        for track in trace.tracks.iter().filter(|track| own.contains(&track.process)) {
            for slice in track.slices().map(SliceId::new) {
                match track.kind {
                    TrackKind::Group => communication.push(slice),
                    TrackKind::Plane if classes.moves_data(trace, slice) => transfers.push(slice),
                    TrackKind::Plane => {}
                    TrackKind::Stream => match classes.class(trace, slice) {
                        TaskClass::Compute => compute.push(slice),
                        TaskClass::Communication => communication.push(slice),
                        TaskClass::Copy => copies.push(slice),
                        TaskClass::Transfer => sdma.push(slice),
                        TaskClass::Other => other += 1,
                    },
                    _ => other += 1,
                }
            }
        }
        if transfers.is_empty() {
            transfers = sdma;
        }
        DeviceTasks {
            device,
            compute: Tasks::of(trace, compute),
            communication: Tasks::of(trace, communication),
            copies: Tasks::of(trace, copies),
            transfers: Tasks::of(trace, transfers),
            other,
        }
    }
}

/// `process_labels` of newer exports number the device; older ones only have the pid, made of the OS pid,
/// the layer's sort index and, in the low five bits, the device, 31 being the host (formats.md §2.2).
fn device_number(trace: &Trace, process: &Process) -> Option<u32> {
    let label = process.labels.map_or("", |labels| trace.strings.get(labels));
    let number = label.strip_prefix("NPU").or_else(|| label.strip_prefix("GPU"));
    if let Some(number) = number.and_then(|rest| rest.trim().parse().ok()) {
        return Some(number);
    }
    let pid: i64 = trace.strings.get(process.pid).parse().ok()?;
    // Exports of 2023 number processes otherwise: the sort index tells whether the bits are there.
    let layered = pid >= 1 << 10 && process.sort_index == Some((pid >> 5) & 31);
    let device = (pid & 31) as u32;
    (layered && device != 31).then_some(device)
}

/// Looks up task types without touching strings for every slice: a trace has a handful of templates
/// and types.
struct TaskTypes {
    /// Position of `Task Type` in each template.
    stream_key: Vec<Option<usize>>,
    /// Position of `link type` in each template.
    link_key: Vec<Option<usize>>,
    classes: HashMap<u32, TaskClass>,
    links: HashMap<u32, bool>,
}

impl TaskTypes {
    fn new(trace: &Trace) -> TaskTypes {
        let positions = |key: &str| {
            let key = trace.strings.find(key);
            let position = |t: &stepscope_core::model::ArgTemplate| {
                let at = key.and_then(|key| t.position(key))?;
                (t.kinds[at] == ArgKind::Text).then_some(at)
            };
            trace.args.templates.iter().map(position).collect::<Vec<_>>()
        };
        TaskTypes {
            stream_key: positions("Task Type"),
            link_key: positions("link type"),
            classes: HashMap::new(),
            links: HashMap::new(),
        }
    }

    fn class(&mut self, trace: &Trace, slice: SliceId) -> TaskClass {
        let Some(name) = text_at(trace, &self.stream_key, slice) else {
            return kineto_class(trace.slice_category(slice), trace.slice_name(slice));
        };
        let classify = || class_of(trace.strings.get(stepscope_core::ids::NameId(name)));
        *self.classes.entry(name).or_insert_with(classify)
    }

    /// Memcpy, Reduce_Inline and RDMA payloads over a link; copies on the chip itself are no transit
    /// (formats.md §6.3).
    fn moves_data(&mut self, trace: &Trace, slice: SliceId) -> bool {
        let Some(link) = text_at(trace, &self.link_key, slice) else { return false };
        let known = || {
            let text = trace.strings.get(stepscope_core::ids::NameId(link));
            !matches!(text, "" | "ON_CHIP" | "INVALID_TYPE" | "N/A" | "RESERVED")
        };
        if !*self.links.entry(link).or_insert_with(known) {
            return false;
        }
        !trace.slice_name(slice).starts_with("Notify")
    }
}

fn text_at(trace: &Trace, positions: &[Option<usize>], slice: SliceId) -> Option<u32> {
    let template = trace.slices.template[slice.index()] as usize;
    let position = (*positions.get(template)?)?;
    let row = trace.slices.args_row[slice.index()] as usize;
    match trace.args.templates[template].value(position, row) {
        ArgValue::Text(name) => Some(name.0),
        _ => None,
    }
}
