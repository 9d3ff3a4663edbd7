//! Parts of a file → one trace: renumber, pair, sort, bind, pack.

use super::args::{self, ArgsAt, MAX_CHILDREN};
use super::classify::classify;
use super::part::{Edges, FileFlows, FilePoints, FileSlice, FileSlices, NAMED, TextId};
use super::{TracePart, split};
use crate::ids::{NameId, ProcessId, SeriesId, SliceId, TrackId};
use crate::model::{
    FlowEnds, Points, Process, ProcessKind, Series, SliceKind, Slices, Trace, Track, TrackKind,
};
use crate::note::{Note, NoteKind};
use crate::strings::Strings;
use std::cmp::Reverse;

/// Joins the parts of one file, in file order, into its trace.
///
/// `None` when they do not make up the file: a boundary was guessed wrong ([`split::fits`]), or the
/// trace has so many key sets that their numbers would depend on where it was split. Then the file is
/// to be read as one.
pub fn join(parts: Vec<TracePart>) -> Option<(Trace, Vec<Note>)> {
    if split::fits(&parts) { one_of(parts) } else { None }
}

/// [`join()`], wherever the parts are from.
pub(super) fn one_of(parts: Vec<TracePart>) -> Option<(Trace, Vec<Note>)> {
    let templates: usize = parts.iter().map(|part| part.args.templates.len()).sum();
    let categories: usize = parts.iter().map(|part| part.categories.len()).sum();
    let small = templates < MAX_CHILDREN && categories < usize::from(u16::MAX);
    if parts.len() > 1 && !small {
        return None;
    }
    let mut parts = parts.into_iter();
    let mut whole = parts.next()?;
    let mut later: Vec<TracePart> = parts.collect();
    if !later.is_empty() {
        adopt(&mut whole, &mut later);
    }
    // What is longest in most traces comes first: the others fit where it was.
    whole.points.append(taken(&mut later, |part| &mut part.points));
    whole.slices.append(taken(&mut later, |part| &mut part.slices));
    whole.edges.append(taken(&mut later, |part| &mut part.edges));
    whole.flows.append(taken(&mut later, |part| &mut part.flows));
    Some(close(whole))
}

/// A table of each part.
fn taken<T: Default>(parts: &mut [TracePart], table: fn(&mut TracePart) -> &mut T) -> Vec<T> {
    parts.iter_mut().map(|part| std::mem::take(table(part))).collect()
}

/// Takes all that later parts name, and changes the numbers of their rows to those of `whole`.
fn adopt(whole: &mut TracePart, later: &mut [TracePart]) {
    let mut names = vec![(0..whole.strings.len()).map(NameId::new).collect()];
    names.extend(
        later.iter_mut().map(|part| whole.strings.adopt(&std::mem::take(&mut part.strings))),
    );
    let args =
        std::iter::once(&mut *whole).chain(&mut *later).map(|part| std::mem::take(&mut part.args));
    let (args, templates) = args::join(args.collect(), &names);
    whole.args = args;
    for (at, part) in later.iter_mut().enumerate() {
        renumber(whole, part, &names[at + 1], &templates[at + 1]);
    }
}

/// Takes what a later part names beside its texts, and changes the numbers of its rows.
fn renumber(whole: &mut TracePart, part: &mut TracePart, names: &[NameId], templates: &[ArgsAt]) {
    let name_of = |name: NameId| match name {
        FlowEnds::NAMED_BY_ID => name,
        _ => names[name.index()],
    };
    let id_of = |id: TextId| match id & NAMED {
        0 => id,
        _ => NAMED | u64::from(names[(id & !NAMED) as usize].0),
    };
    let processes: Vec<ProcessId> = part
        .processes
        .iter()
        .map(|later| {
            let id = whole.process_of(id_of(later.pid));
            let own = &mut whole.processes[id.index()];
            own.name = later.name.map(name_of).or(own.name);
            own.labels = later.labels.map(name_of).or(own.labels);
            own.sort_index = later.sort_index.or(own.sort_index);
            id
        })
        .collect();
    let tracks: Vec<TrackId> = part
        .tracks
        .iter()
        .map(|later| {
            let process = processes[later.process.index()];
            let id = whole.track_of(process, id_of(later.tid), later.asynchronous);
            let own = &mut whole.tracks[id.index()];
            own.name = later.name.map(name_of).or(own.name);
            own.sort_index = later.sort_index.or(own.sort_index);
            id
        })
        .collect();
    let categories: Vec<u16> =
        part.categories.iter().map(|&name| whole.adopt_category(name_of(name))).collect();
    let series: Vec<SeriesId> = part
        .series
        .iter()
        .map(|later| {
            let process = processes[later.process.index()];
            whole.adopt_series(process, name_of(later.name), name_of(later.key))
        })
        .collect();

    let moved = |template: &mut u16, row: &mut u32| {
        if let Some(to) = templates.get(usize::from(*template)) {
            *template = to.template;
            *row += to.row;
        }
    };
    let slices = &mut part.slices;
    slices.track.iter_mut().for_each(|track| *track = tracks[track.index()]);
    slices.name.iter_mut().for_each(|name| *name = name_of(*name));
    slices.category.iter_mut().for_each(|category| *category = categories[*category as usize]);
    slices.template.iter_mut().zip(&mut slices.args_row).for_each(|(t, row)| moved(t, row));
    let edges = &mut part.edges;
    edges.track.iter_mut().for_each(|track| *track = tracks[track.index()]);
    edges.name.iter_mut().for_each(|name| *name = name_of(*name));
    edges.category.iter_mut().for_each(|category| *category = categories[*category as usize]);
    edges.template.iter_mut().zip(&mut edges.args_row).for_each(|(t, row)| moved(t, row));
    part.points.series.iter_mut().for_each(|id| *id = series[id.index()]);
    let flows = &mut part.flows;
    flows.track.iter_mut().for_each(|track| *track = tracks[track.index()]);
    flows.name.iter_mut().for_each(|name| *name = name_of(*name));
    flows.category.iter_mut().for_each(|category| *category = categories[*category as usize]);
    flows.id.iter_mut().for_each(|id| *id = id_of(*id));
    for event in &mut part.metadata {
        for name in [&mut event.pid, &mut event.tid, &mut event.name, &mut event.args] {
            *name = name_of(*name);
        }
    }

    whole.metadata.append(&mut part.metadata);
    whole.counts.add(&part.counts);
    whole.oddities.append(std::mem::take(&mut part.oddities));
}

/// Turns a whole file's columns into its trace.
fn close(mut part: TracePart) -> (Trace, Vec<Note>) {
    pair_edges(&mut part);
    let mut strings = part.strings;
    let processes = part.processes.iter().map(|open| Process {
        pid: text_of(&mut strings, open.pid),
        name: open.name,
        labels: open.labels,
        sort_index: open.sort_index,
        kind: ProcessKind::Other,
    });
    let mut processes: Vec<Process> = processes.collect();
    let tracks = part.tracks.iter().map(|open| Track {
        process: open.process,
        tid: text_of(&mut strings, open.tid),
        name: open.name,
        sort_index: open.sort_index,
        kind: if open.asynchronous { TrackKind::Asynchronous } else { TrackKind::Other },
        group: None,
        first: 0,
        last: 0,
    });
    let mut tracks: Vec<Track> = tracks.collect();
    classify(&strings, &mut processes, &mut tracks);
    let slices = sort_slices(part.slices, &mut tracks);
    let series = part.series.iter().map(|open| Series {
        process: open.process,
        name: open.name,
        key: open.key,
        first: 0,
        last: 0,
    });
    let mut series: Vec<Series> = series.collect();
    let points = sort_points(part.points, &mut series);
    let mut trace = Trace {
        strings,
        processes,
        tracks,
        slices,
        args: part.args,
        categories: part.categories,
        series,
        points,
        flow_ends: sort_flows(part.flows),
        flow_ends_by_slice: Vec::new(),
        metadata: part.metadata,
        counts: part.counts,
    };
    bind_flows(&mut trace);
    let notes = part.oddities.into_notes(&part.file);
    (trace, notes)
}

fn text_of(strings: &mut Strings, id: TextId) -> NameId {
    match id & NAMED {
        0 => strings.intern(&id.to_string()),
        _ => NameId((id & !NAMED) as u32),
    }
}

/// In the place of the row of an end: the file holds none.
const NO_END: u32 = u32::MAX;

/// Makes slices of begins and ends: per track in time order, an end closes the latest open begin.
fn pair_edges(part: &mut TracePart) {
    let edges: Edges = std::mem::take(&mut part.edges);
    if edges.is_empty() {
        return;
    }
    let trace_end = {
        let slices =
            (0..part.slices.len()).map(|i| part.slices.start[i].plus(part.slices.duration[i]));
        slices.chain(edges.time.iter().copied()).max().unwrap_or_default()
    };
    let mut order: Vec<u32> = (0..edges.len() as u32).collect();
    order.sort_by_key(|&i| (edges.track[i as usize], edges.time[i as usize]));
    // Rows of a begin and its end: few bytes, as this may be most of the file.
    let begins = edges.begins.iter().filter(|begins| **begins == 1).count();
    let mut pairs: Vec<(u32, u32)> = Vec::with_capacity(begins);
    let mut open: Vec<u32> = Vec::new();
    let mut track = None;
    for &row in &order {
        let own = edges.track[row as usize];
        if track.replace(own) != Some(own) {
            pairs.extend(open.drain(..).map(|begin| (begin, NO_END)));
        }
        if edges.begins[row as usize] == 1 {
            open.push(row);
        } else {
            // An end without a begin is kept as the point in time that it is.
            pairs.push((open.pop().unwrap_or(row), row));
        }
    }
    pairs.extend(open.into_iter().map(|begin| (begin, NO_END)));
    drop(order);
    part.counts.slices += pairs.len() as u64;
    part.slices.reserve_exact(pairs.len());
    for (row, end) in pairs {
        let begin = edges.row(row as usize);
        let (end, kind) = match end {
            NO_END => (trace_end, SliceKind::Unfinished),
            end if end == row => (begin.time, SliceKind::Instant),
            end => (edges.time[end as usize], SliceKind::Complete),
        };
        if kind != SliceKind::Complete {
            part.oddities.add(NoteKind::UnmatchedBegin, None, String::new);
        }
        part.slices.push(FileSlice {
            track: begin.track,
            start: begin.time,
            duration: end.minus(begin.time),
            name: begin.name,
            args_row: begin.args_row,
            template: begin.template,
            category: begin.category,
            kind: kind as u8,
        });
    }
}

/// Rows by bucket, in file order within one, and where each bucket starts.
fn by_bucket(
    bucket_of: impl Fn(usize) -> usize,
    rows: usize,
    buckets: usize,
) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0_u32; buckets + 1];
    for row in 0..rows {
        starts[bucket_of(row) + 1] += 1;
    }
    for i in 0..buckets {
        starts[i + 1] += starts[i];
    }
    let mut next = starts.clone();
    let mut order = vec![0_u32; rows];
    for row in 0..rows {
        let place = &mut next[bucket_of(row)];
        order[*place as usize] = row as u32;
        *place += 1;
    }
    (order, starts)
}

/// Canonical order; sets the tracks' ranges.
fn sort_slices(rows: FileSlices, tracks: &mut [Track]) -> Slices {
    let (mut order, starts) = by_bucket(|row| rows.track[row].index(), rows.len(), tracks.len());
    for (track, range) in tracks.iter_mut().zip(starts.windows(2)) {
        (track.first, track.last) = (range[0], range[1]);
        let key = |row: &u32| (rows.start[*row as usize], Reverse(rows.duration[*row as usize]));
        let own = &mut order[range[0] as usize..range[1] as usize];
        if !own.is_sorted_by_key(key) {
            own.sort_by_key(key);
        }
    }
    let FileSlices { track, start, duration, name, args_row, template, category, kind } = rows;
    drop(track);
    let mut slices = Slices { start, duration, name, args_row, template, category, kind };
    slices.reorder(&order);
    slices
}

/// Points by (series, time); sets the series' ranges.
fn sort_points(rows: FilePoints, series: &mut [Series]) -> Points {
    let (mut order, starts) = by_bucket(|row| rows.series[row].index(), rows.len(), series.len());
    for (series, range) in series.iter_mut().zip(starts.windows(2)) {
        (series.first, series.last) = (range[0], range[1]);
        let key = |row: &u32| rows.time[*row as usize];
        let own = &mut order[range[0] as usize..range[1] as usize];
        if !own.is_sorted_by_key(key) {
            own.sort_by_key(key);
        }
    }
    let mut points = Points { time: rows.time, value: rows.value };
    points.reorder(&order);
    points
}

/// Flow ends by (category, id, phase, time), not bound yet.
fn sort_flows(rows: FileFlows) -> FlowEnds {
    let mut order: Vec<u32> = (0..rows.len() as u32).collect();
    order.sort_by_key(|&row| {
        let row = row as usize;
        (rows.category[row], rows.id[row], rows.phase[row], rows.time[row])
    });
    let FileFlows { category, phase, id, name, track, time } = rows;
    let slice = vec![SliceId::NONE; order.len()];
    let mut ends = FlowEnds { category, phase, id, name, track, time, slice };
    ends.reorder(&order);
    ends
}

fn bind_flows(trace: &mut Trace) {
    // Of most flows the ends on one track come in the order of time.
    let mut near = vec![0; trace.tracks.len()];
    for row in 0..trace.flow_ends.len() {
        let (track, time) = (trace.flow_ends.track[row], trace.flow_ends.time[row]);
        let slice = trace.slice_at(track, time, &mut near[track.index()]);
        trace.flow_ends.slice[row] = slice.unwrap_or(SliceId::NONE);
    }
    let slices = &trace.flow_ends.slice;
    let mut bound: Vec<u32> =
        (0..slices.len() as u32).filter(|&row| slices[row as usize] != SliceId::NONE).collect();
    bound.sort_by_key(|&row| slices[row as usize]);
    bound.shrink_to_fit();
    trace.flow_ends_by_slice = bound;
}
