//! A trace from rows that are no JSON: columns of a database.

use super::TracePart;
use super::args::ArgsAt;
use super::join::join;
use super::part::{FileFlow, FilePoint, FileSlice, MAX_ROWS};
use crate::ids::{NameId, ProcessId, SeriesId, TrackId};
use crate::model::{ArgKind, ArgValue, EventCounts, FlowPhase, SliceKind, Trace};
use crate::note::{Note, NoteKind};
use crate::time::{Ns, TimeRange};
use hashbrown::HashMap;

/// Makes a trace of typed rows. What is done with events of a file is done with them too: numbering in
/// order of first use, sorting, sub-rows, binding of flows, classification of lanes.
pub struct TraceBuilder {
    part: TracePart,
    /// Templates of arguments by their key sets.
    templates: HashMap<Vec<(NameId, ArgKind)>, Option<u16>>,
    /// The key set of the arguments at hand.
    keys: Vec<(NameId, ArgKind)>,
}

/// A slice to be added.
#[derive(Clone, Copy, Debug)]
pub struct NewSlice<'a> {
    /// Its track.
    pub track: TrackId,
    /// Its name.
    pub name: NameId,
    /// Number of its category, 0 for none; see [`TraceBuilder::category`].
    pub category: u16,
    /// Whether it has a length at all.
    pub kind: SliceKind,
    /// Start, unix nanoseconds.
    pub start: Ns,
    /// End; one before the start is counted as odd and taken for the start.
    pub end: Ns,
    /// What else is known of it. What is not known is left out.
    pub args: &'a [(NameId, ArgValue)],
}

impl<'a> NewSlice<'a> {
    /// One of a length and of no category.
    pub fn complete(
        track: TrackId,
        name: NameId,
        times: TimeRange,
        args: &'a [(NameId, ArgValue)],
    ) -> NewSlice<'a> {
        let TimeRange { start, end } = times;
        NewSlice { track, name, category: 0, kind: SliceKind::Complete, start, end, args }
    }
}

impl TraceBuilder {
    /// An empty trace of the file, named in its notes.
    pub fn new(file: &str) -> TraceBuilder {
        let part = TracePart::new(file, 0);
        TraceBuilder { part, templates: HashMap::new(), keys: Vec::new() }
    }

    /// The id of a text in the trace.
    pub fn name(&mut self, text: &str) -> NameId {
        self.part.strings.intern(text)
    }

    /// The process of a pid below 2^63, new at its first use.
    pub fn process(&mut self, pid: u64) -> ProcessId {
        self.part.process_of(pid)
    }

    /// Says what a process is, as `process_name`, `process_labels` and `process_sort_index` do.
    pub fn describe_process(&mut self, id: ProcessId, name: &str, labels: &str, sort_index: i64) {
        let (name, labels) = (self.name(name), self.name(labels));
        let process = &mut self.part.processes[id.index()];
        process.name = Some(name);
        process.labels = Some(labels);
        process.sort_index = Some(sort_index);
    }

    /// The track of a process and a tid below 2^63, new at its first use.
    pub fn track(&mut self, process: ProcessId, tid: u64) -> TrackId {
        self.part.track_of(process, tid, false)
    }

    /// Says what a track is, as `thread_name` and `thread_sort_index` do.
    pub fn describe_track(&mut self, id: TrackId, name: &str, sort_index: i64) {
        let name = self.name(name);
        let track = &mut self.part.tracks[id.index()];
        track.name = Some(name);
        track.sort_index = Some(sort_index);
    }

    /// The number of a category.
    pub fn category(&mut self, name: &str) -> u16 {
        let name = self.name(name);
        self.part.adopt_category(name)
    }

    /// Adds a slice.
    pub fn slice(&mut self, slice: &NewSlice) {
        if self.part.slices.len() >= MAX_ROWS {
            self.part.oddities.add(NoteKind::TooMany, None, String::new);
            return;
        }
        let mut duration = slice.end.minus(slice.start);
        if duration < Ns(0) {
            let example = || format!("{} µs", duration.as_us());
            self.part.oddities.add(NoteKind::NegativeDuration, None, example);
            duration = Ns(0);
        }
        let ArgsAt { template, row } = self.args(slice.args);
        self.part.counts.slices += 1;
        self.part.slices.push(FileSlice {
            start: slice.start,
            duration,
            track: slice.track,
            name: slice.name,
            args_row: row,
            template,
            category: slice.category,
            kind: slice.kind as u8,
        });
    }

    fn args(&mut self, args: &[(NameId, ArgValue)]) -> ArgsAt {
        if args.is_empty() {
            return ArgsAt::NONE;
        }
        self.keys.clear();
        self.keys.extend(args.iter().map(|(key, value)| (*key, kind_of(*value))));
        let known = self.templates.get(self.keys.as_slice()).copied();
        let template = known.unwrap_or_else(|| {
            let new = self.part.open_args.template(&self.keys);
            self.templates.insert(self.keys.clone(), new);
            new
        });
        let Some(template) = template else { return ArgsAt::NONE };
        self.part.open_args.row(template, args.iter().map(|(_, value)| number_of(*value)))
    }

    /// The series of a counter and key, new at its first use.
    pub fn series(&mut self, process: ProcessId, name: NameId, key: NameId) -> SeriesId {
        self.part.adopt_series(process, name, key)
    }

    /// Adds a point of a series; NaN leaves a gap.
    pub fn point(&mut self, series: SeriesId, time: Ns, value: f64) {
        if self.part.points.len() >= MAX_ROWS {
            self.part.oddities.add(NoteKind::TooMany, None, String::new);
            return;
        }
        self.part.counts.counters += 1;
        self.part.points.push(FilePoint { time, value, series });
    }

    /// Adds an end of the flow `id` (below 2^63) of a category, to be bound at `time` on `track`.
    pub fn flow(
        &mut self,
        (category, name, id): (u16, NameId, u64),
        phase: FlowPhase,
        track: TrackId,
        time: Ns,
    ) {
        if self.part.flows.len() >= MAX_ROWS {
            self.part.oddities.add(NoteKind::TooMany, None, String::new);
            return;
        }
        match phase {
            FlowPhase::Start => self.part.counts.flow_starts += 1,
            FlowPhase::Step => self.part.counts.flow_steps += 1,
            FlowPhase::End => self.part.counts.flow_ends += 1,
        }
        self.part.flows.push(FileFlow { time, id, name, track, category, phase: phase as u8 });
    }

    /// The trace; `None` where nothing was added.
    pub fn finish(mut self) -> (Option<Trace>, Vec<Note>) {
        if self.part.counts == EventCounts::default() {
            return (None, self.part.oddities.into_notes(&self.part.file));
        }
        self.part.close();
        let joined = join(vec![self.part]);
        let (trace, notes) = joined.unzip();
        (trace, notes.unwrap_or_default())
    }
}

fn kind_of(value: ArgValue) -> ArgKind {
    match value {
        ArgValue::Int(_) => ArgKind::Int,
        ArgValue::Float(_) => ArgKind::Float,
        ArgValue::Text(_) => ArgKind::Text,
        ArgValue::Json(_) => ArgKind::Json,
    }
}

/// What the column of a value holds.
fn number_of(value: ArgValue) -> i64 {
    match value {
        ArgValue::Int(value) => value,
        ArgValue::Float(value) => value.to_bits() as i64,
        ArgValue::Text(name) | ArgValue::Json(name) => i64::from(name.0),
    }
}
