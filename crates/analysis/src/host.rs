//! What the host did that matters to the device: step markers, data loading, synchronisation, garbage
//! collection.

use crate::intervals::{Intervals, Span};
use stepscope_core::ids::{NameId, SliceId};
use stepscope_core::model::{ProcessKind, Trace, TrackKind};
use stepscope_core::sort::SortShort;
use stepscope_core::time::Ns;

/// A `ProfilerStep#N` slice, or an iteration of a graph that runs on the device by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marker {
    /// The step's number, as text.
    pub label: String,
    /// When the host was in the step.
    pub host: Span,
}

/// Host activity of one rank.
#[derive(Clone, Debug, Default)]
pub struct HostActivity {
    /// Step markers by start.
    pub markers: Vec<Marker>,
    /// Whether they are iterations of a graph: marked by the device.
    pub iterations: bool,
    /// From the first framework operator to the end of the last; `None` without framework slices.
    pub framework: Option<Span>,
    /// `enumerate(DataLoader)…__next__`.
    pub data_loading: Intervals,
    /// Calls of data loading that took more than a millisecond, and all of them.
    pub data_loading_calls: usize,
    /// Host blocked until the device is done: `aclrtSynchronize*`, `aten::item`.
    pub synchronisation: Intervals,
    /// Python's garbage collector.
    pub garbage_collection: Intervals,
    /// Slices of the CANN process: none at Level0.
    pub cann_slices: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum NameClass {
    Unseen,
    Plain,
    Step,
    Iteration,
    DataLoading,
    Synchronisation,
    GarbageCollection,
}

fn class_of(name: &str) -> NameClass {
    // CANN names are `{Level}@{api}`.
    let api = name.rsplit_once('@').map_or(name, |(_, api)| api);
    if name.starts_with("ProfilerStep#") {
        NameClass::Step
    } else if name.strip_prefix("Iteration ").is_some_and(|rest| rest.parse::<u32>().is_ok()) {
        NameClass::Iteration
    } else if name.starts_with("enumerate(DataLoader)") && name.ends_with("__next__") {
        NameClass::DataLoading
    } else if api.starts_with("aclrtSynchronize")
        || matches!(name, "aten::item" | "aten::_local_scalar_dense")
    {
        NameClass::Synchronisation
    } else if name == "GC" || name.starts_with("gc_record") {
        NameClass::GarbageCollection
    } else {
        NameClass::Plain
    }
}

impl HostActivity {
    /// Reads the host processes of a trace.
    pub fn of(trace: &Trace) -> HostActivity {
        let mut classes = vec![NameClass::Unseen; trace.strings.len()];
        let mut class = |name: NameId| {
            let Some(slot) = classes.get_mut(name.index()) else { return NameClass::Plain };
            if *slot == NameClass::Unseen {
                *slot = class_of(trace.strings.get(name));
            }
            *slot
        };
        let mut host = HostActivity::default();
        let mut iterations = HostActivity::default();
        let name = |slice: usize| trace.strings.get(trace.slices.name[slice]);
        let category = |slice: usize| trace.slice_category(SliceId::new(slice));
        let (mut loading, mut waits, mut collections) = (Vec::new(), Vec::new(), Vec::new());
        for track in &trace.tracks {
            let kind = trace.processes[track.process.index()].kind;
            let is_host =
                matches!(kind, ProcessKind::Python | ProcessKind::Cann | ProcessKind::Other);
            let is_step_trace = kind == ProcessKind::Hardware && track.kind == TrackKind::Other;
            if !matches!(track.kind, TrackKind::Thread | TrackKind::Other)
                || !(is_host || is_step_trace)
            {
                continue;
            }
            for i in track.slices() {
                let span = Span::new(trace.slices.start[i], trace.slices.end(i));
                match class(trace.slices.name[i]) {
                    NameClass::Step => host.add_marker("ProfilerStep#", name(i), span),
                    // A colleague's slice may be called so, too.
                    NameClass::Iteration if category(i) == "Iteration Time" => {
                        iterations.add_marker("Iteration ", name(i), span);
                    }
                    NameClass::DataLoading => loading.push(span),
                    NameClass::Synchronisation => waits.push(span),
                    NameClass::GarbageCollection => collections.push(span),
                    NameClass::Iteration | NameClass::Plain | NameClass::Unseen => {}
                }
                if kind == ProcessKind::Python {
                    let known = host.framework.unwrap_or(span);
                    host.framework =
                        Some(Span::new(known.start.min(span.start), known.end.max(span.end)));
                }
            }
            if kind == ProcessKind::Cann {
                host.cann_slices += track.slices().len();
            }
        }
        if host.markers.is_empty() {
            host.markers = iterations.markers;
            host.iterations = !host.markers.is_empty();
        }
        host.markers.sort_short_by_key(|marker| marker.host.start);
        host.data_loading_calls = loading.len();
        host.data_loading = Intervals::union_of(loading);
        host.synchronisation = Intervals::union_of(waits);
        host.garbage_collection = Intervals::union_of(collections);
        host
    }

    /// The same step may be marked on several threads: the longest is the training thread's.
    fn add_marker(&mut self, prefix: &str, name: &str, host: Span) {
        let label = name.trim_start_matches(prefix).to_owned();
        match self.markers.iter_mut().find(|marker| marker.label == label) {
            Some(known) if known.host.length() < host.length() => known.host = host,
            Some(_) => {}
            None => self.markers.push(Marker { label, host }),
        }
    }

    /// Data loading inside a window.
    pub fn data_loading_in(&self, window: Span) -> Ns {
        self.data_loading.length_in(window)
    }
}
