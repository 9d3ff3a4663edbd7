//! A trace: everything that one `trace_view.json` (or any Chrome-trace JSON) holds.

use super::{ArgValue, Args, FlowEnds, Points, Process, Series, Slices, Track, TrackKind};
use crate::block::{BlockReader, BlockWriter};
use crate::error::Result;
use crate::ids::{NameId, SliceId, TrackId};
use crate::strings::Strings;
use crate::time::Ns;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// How many events of each kind the file holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventCounts {
    /// `X`, paired `B`/`E` and `b`/`e`, instants.
    pub slices: u64,
    /// `C` events (an event with two keys counts once).
    pub counters: u64,
    /// `s`
    pub flow_starts: u64,
    /// `t`
    pub flow_steps: u64,
    /// `f`
    pub flow_ends: u64,
    /// `M`
    pub metadata: u64,
}

impl EventCounts {
    /// Adds the counts of another part of the file.
    pub(crate) fn add(&mut self, other: &EventCounts) {
        self.slices += other.slices;
        self.counters += other.counters;
        self.flow_starts += other.flow_starts;
        self.flow_steps += other.flow_steps;
        self.flow_ends += other.flow_ends;
        self.metadata += other.metadata;
    }
}

/// A metadata event that no column holds, kept whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MetadataEvent {
    /// `pid` as text.
    pub pid: NameId,
    /// `tid` as text.
    pub tid: NameId,
    /// Its name.
    pub name: NameId,
    /// `args` as JSON text.
    pub args: NameId,
}

/// The columns of one trace file.
#[derive(Clone, Default)]
pub struct Trace {
    /// Every text of the trace.
    pub strings: Strings,
    /// Processes in order of first appearance.
    pub processes: Vec<Process>,
    /// Tracks in order of first appearance.
    pub tracks: Vec<Track>,
    /// Slices, by track.
    pub slices: Slices,
    /// Arguments of the slices.
    pub args: Args,
    /// Categories of slices and flows; entry 0 is the empty string, "no category".
    pub categories: Vec<NameId>,
    /// Counter series in order of first appearance.
    pub series: Vec<Series>,
    /// Their points.
    pub points: Points,
    /// Ends of flows.
    pub flow_ends: FlowEnds,
    /// Rows of `flow_ends` by the slice they are bound to; unbound ones are left out.
    pub flow_ends_by_slice: Vec<u32>,
    /// Metadata that is in no column.
    pub metadata: Vec<MetadataEvent>,
    /// Counts of the file's events.
    pub counts: EventCounts,
}

impl Trace {
    /// What a value of the file beside its events says, as JSON text.
    pub fn kept(&self, key: &str) -> Option<&str> {
        let own = |event: &&MetadataEvent| {
            self.strings.get(event.pid).is_empty() && self.strings.get(event.name) == key
        };
        self.metadata.iter().find(own).map(|event| self.strings.get(event.args))
    }

    /// Track of a slice.
    pub fn track_of(&self, slice: SliceId) -> TrackId {
        // Tracks without slices repeat a boundary: the last of those that start at or before it holds it.
        let after = self.tracks.partition_point(|track| track.first <= slice.0);
        TrackId::new(after.saturating_sub(1))
    }

    /// Name of a slice.
    pub fn slice_name(&self, slice: SliceId) -> &str {
        self.strings.get(self.slices.name[slice.index()])
    }

    /// Category of a slice; empty if none.
    pub fn slice_category(&self, slice: SliceId) -> &str {
        self.strings.get(self.categories[self.slices.category[slice.index()] as usize])
    }

    /// Tracks of one kind, in order of first appearance.
    pub fn tracks_of(&self, kind: TrackKind) -> impl Iterator<Item = (TrackId, &Track)> {
        let all = self.tracks.iter().enumerate();
        all.filter(move |(_, track)| track.kind == kind).map(|(i, track)| (TrackId::new(i), track))
    }

    /// Arguments of a slice in file order.
    pub fn slice_args(&self, slice: SliceId) -> impl Iterator<Item = (&str, ArgValue)> {
        let row = self.slices.args_row[slice.index()] as usize;
        let template = self.args.templates.get(self.slices.template[slice.index()] as usize);
        template.into_iter().flat_map(move |template| {
            let keys = template.keys.iter().enumerate();
            keys.map(move |(i, key)| (self.strings.get(*key), template.value(i, row)))
        })
    }

    /// One argument of a slice; `key` is looked up once by the caller with [`Strings::find`].
    pub fn arg(&self, slice: SliceId, key: NameId) -> Option<ArgValue> {
        let template = self.args.templates.get(self.slices.template[slice.index()] as usize)?;
        let position = template.position(key)?;
        Some(template.value(position, self.slices.args_row[slice.index()] as usize))
    }

    /// Rows of `flow_ends` bound to a slice.
    pub fn flow_ends_of(&self, slice: SliceId) -> &[u32] {
        let by_slice = &self.flow_ends_by_slice;
        let bound = |row: &u32| self.flow_ends.slice[*row as usize];
        let first = by_slice.partition_point(|row| bound(row) < slice);
        let count = by_slice[first..].partition_point(|row| bound(row) == slice);
        &by_slice[first..first + count]
    }

    /// The slice of `track` that starts exactly at `time`, else the innermost that encloses it
    /// (both ends included). `near` is how many slices of the track had started at the time that was asked
    /// for last; the nearer that time, the faster.
    pub(crate) fn slice_at(&self, track: TrackId, time: Ns, near: &mut u32) -> Option<SliceId> {
        let range = self.tracks[track.index()].slices();
        let starts = &self.slices.start[range.clone()];
        let after = started_by(starts, time, *near as usize);
        *near = after as u32;
        let last = starts[..after].last()?;
        if *last == time {
            let first_equal = starts[..after].partition_point(|start| *start < time);
            return Some(SliceId::new(range.start + first_equal));
        }
        // Going back from `time`, the first slice that still runs is the innermost. The look-back is
        // bounded: a track of a million short slices under one that encloses them all must not make
        // a load quadratic.
        const LOOK_BACK: usize = 4_096;
        let candidates = (0..after).rev().take(LOOK_BACK).map(|i| range.start + i);
        candidates.into_iter().find(|&i| self.slices.end(i) >= time).map(SliceId::new)
    }

    /// Earliest start and latest end over slices and counter points; `None` when there are none.
    pub fn span(&self) -> Option<Range<Ns>> {
        let slices = (0..self.slices.len()).map(|i| (self.slices.start[i], self.slices.end(i)));
        let points = self.points.time.iter().map(|&time| (time, time));
        let widen = |a: (Ns, Ns), b: (Ns, Ns)| (a.0.min(b.0), a.1.max(b.1));
        slices.chain(points).reduce(widen).map(|(start, end)| start..end)
    }

    /// Bytes held by slices (without arguments and strings), arguments, strings and the rest.
    pub fn memory(&self) -> TraceMemory {
        TraceMemory {
            slices: self.slices.memory(),
            args: self.args.memory(),
            strings: self.strings.memory(),
            counters: self.points.memory(),
            flows: self.flow_ends.memory() + self.flow_ends_by_slice.capacity() * 4,
        }
    }

    pub(crate) fn write(&self, block: &mut BlockWriter) {
        self.strings.write(block);
        block.json(&(&self.processes, &self.tracks, &self.categories, &self.series));
        block.json(&(&self.metadata, &self.counts));
        self.slices.write(block);
        self.args.write(block);
        self.points.write(block);
        self.flow_ends.write(block);
        block.column(&self.flow_ends_by_slice);
    }

    pub(crate) fn read(block: &mut BlockReader) -> Result<Trace> {
        let strings = Strings::read(block)?;
        let (processes, tracks, categories, series) = block.json()?;
        let (metadata, counts) = block.json()?;
        let trace = Trace {
            strings,
            processes,
            tracks,
            categories,
            series,
            metadata,
            counts,
            slices: Slices::read(block)?,
            args: Args::read(block)?,
            points: Points::read(block)?,
            flow_ends: FlowEnds::read(block)?,
            flow_ends_by_slice: block.column()?,
        };
        trace.check().map_err(|reason| block.broken(reason))?;
        Ok(trace)
    }

    /// Whether every handle points into its table, so that a forged block cannot cause a panic later.
    fn check(&self) -> std::result::Result<(), &'static str> {
        let slices = self.slices.len();
        let mut at = 0;
        for track in &self.tracks {
            if track.first as usize != at || track.last < track.first {
                return Err("tracks do not cover the slices");
            }
            at = track.last as usize;
            if track.process.index() >= self.processes.len() {
                return Err("a track of no process");
            }
            if track.group.is_some_and(|group| group.index() >= self.tracks.len()) {
                return Err("a plane of no group");
            }
        }
        if at != slices {
            return Err("tracks do not cover the slices");
        }
        let rows = |template: u16| self.args.templates.get(template as usize).map(|t| t.rows);
        let known = |i: usize| {
            let template = self.slices.template[i];
            let row = self.slices.args_row[i];
            let category = self.slices.category[i] as usize;
            category < self.categories.len()
                && (template == Args::NONE || rows(template).is_some_and(|rows| row < rows))
        };
        if !(0..slices).all(known) {
            return Err("a slice without its arguments or category");
        }
        let points = self.points.len();
        if self.series.iter().any(|s| s.first > s.last || s.last as usize > points) {
            return Err("a series of no points");
        }
        if self.series.iter().any(|s| s.process.index() >= self.processes.len()) {
            return Err("a series of no process");
        }
        let flows = &self.flow_ends;
        let bound = |slice: &SliceId| slice.index() < slices || *slice == SliceId::NONE;
        let placed = |track: &TrackId| track.index() < self.tracks.len();
        let named = |category: &u16| (*category as usize) < self.categories.len();
        if !flows.slice.iter().all(bound)
            || !flows.track.iter().all(placed)
            || !flows.category.iter().all(named)
            || self.flow_ends_by_slice.iter().any(|row| *row as usize >= flows.len())
        {
            return Err("a flow end of no slice");
        }
        Ok(())
    }
}

/// Bytes held by the parts of a trace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceMemory {
    /// Slice columns.
    pub slices: usize,
    /// Argument columns.
    pub args: usize,
    /// Strings with their index.
    pub strings: usize,
    /// Counter points.
    pub counters: usize,
    /// Flow ends.
    pub flows: usize,
}
/// How many of the ascending `starts` are not after `time`: looked for from `near` on, in steps that double.
fn started_by(starts: &[Ns], time: Ns, near: usize) -> usize {
    let has_started = |start: &Ns| *start <= time;
    let near = near.min(starts.len());
    let mut step = 1;
    if starts[near..].first().is_some_and(has_started) {
        let mut from = near + 1;
        while starts.get(from + step).is_some_and(has_started) {
            from += step;
            step *= 2;
        }
        let to = starts.len().min(from + step);
        return from + starts[from..to].partition_point(has_started);
    }
    let mut to = near;
    while to > step && !has_started(&starts[to - step]) {
        to -= step;
        step *= 2;
    }
    let from = to.saturating_sub(step);
    from + starts[from..to].partition_point(has_started)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn slices_that_have_started_are_counted_from_anywhere(
            mut times in proptest::collection::vec(0_i64..40, 0..60),
            time in -1_i64..41,
            near in 0_usize..80,
        ) {
            times.sort_unstable();
            let starts: Vec<Ns> = times.iter().copied().map(Ns).collect();
            let counted = times.iter().filter(|start| **start <= time).count();
            prop_assert_eq!(started_by(&starts, Ns(time), near), counted);
        }
    }
}
