//! What processes and tracks stand for (formats.md §2.2), from their names, else from their places.

use crate::ids::TrackId;
use crate::model::{Process, ProcessKind, Track, TrackKind};
use crate::sort::SortShort;
use crate::strings::Strings;

/// Sets the kinds of all processes and tracks, and the groups of planes.
pub(super) fn classify(strings: &Strings, processes: &mut [Process], tracks: &mut [Track]) {
    let is_gpu = |process: &Process| label(strings, process).starts_with("GPU ");
    let has_gpu = processes.iter().any(is_gpu);
    for process in processes.iter_mut() {
        process.kind = match label(strings, process) {
            // PyTorch's profiler names processes as the system does, and tells them apart by their labels.
            "CPU" if has_gpu => ProcessKind::Python,
            _ if is_gpu(process) => ProcessKind::Hardware,
            _ => process_kind(strings, process),
        };
    }
    for track in tracks.iter_mut().filter(|track| track.kind != TrackKind::Asynchronous) {
        let name = track.name.map(|name| strings.get(name));
        let tid = strings.get(track.tid);
        track.kind = track_kind(processes[track.process.index()].kind, name, tid);
    }
    join_planes(tracks);
}

fn label<'a>(strings: &'a Strings, process: &Process) -> &'a str {
    process.labels.map_or("", |labels| strings.get(labels))
}

fn process_kind(strings: &Strings, process: &Process) -> ProcessKind {
    match process.name.map(|name| strings.get(name)) {
        Some("Python") => ProcessKind::Python,
        Some("CANN") => ProcessKind::Cann,
        Some("Ascend Hardware") => ProcessKind::Hardware,
        Some("HCCL" | "Communication") => ProcessKind::Communication,
        Some("Overlap Analysis") => ProcessKind::Overlap,
        // Level0 prunes the CANN process down to its labels and sort index.
        None if label(strings, process) == "CPU" && process.sort_index == Some(7) => {
            ProcessKind::Cann
        }
        _ => ProcessKind::Other,
    }
}

fn track_kind(process: ProcessKind, name: Option<&str>, tid: &str) -> TrackKind {
    match (process, name) {
        (ProcessKind::Python | ProcessKind::Cann, _) => TrackKind::Thread,
        (ProcessKind::Hardware, None) => TrackKind::Stream,
        (ProcessKind::Hardware, Some(name)) if name.starts_with("Stream") => TrackKind::Stream,
        // So PyTorch's profiler calls them.
        (ProcessKind::Hardware, Some(name)) if name.starts_with("stream ") => TrackKind::Stream,
        (ProcessKind::Communication, Some(name)) if name.contains("Communication") => {
            TrackKind::Group
        }
        (ProcessKind::Communication, Some(name)) if name.starts_with("Plane") => TrackKind::Plane,
        (ProcessKind::Overlap, name) => match name.unwrap_or(tid) {
            "Computing" | "0" => TrackKind::Computing,
            "Communication" | "1" => TrackKind::Communication,
            "Communication(Not Overlapped)" | "2" => TrackKind::NotOverlapped,
            "Free" | "3" => TrackKind::Free,
            _ => TrackKind::Other,
        },
        _ => TrackKind::Other,
    }
}

/// A plane belongs to the group before it in sort order; both are numbered through their process.
fn join_planes(tracks: &mut [Track]) {
    let mut order: Vec<usize> = (0..tracks.len())
        .filter(|&i| matches!(tracks[i].kind, TrackKind::Group | TrackKind::Plane))
        .collect();
    order.sort_short_by_key(|&i| (tracks[i].process, tracks[i].sort_index));
    let mut group: Option<usize> = None;
    for i in order {
        let of_process = |group: &usize| tracks[*group].process == tracks[i].process;
        match tracks[i].kind {
            TrackKind::Group => group = Some(i),
            _ => tracks[i].group = group.filter(of_process).map(TrackId::new),
        }
    }
}
