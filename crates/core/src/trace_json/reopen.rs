//! Traces of several files → one: what was exported in parts.

use super::TracePart;
use super::join::one_of;
use super::part::{FileFlow, FilePoint, FileSlice, NAMED, TextId, number_id};
use crate::ids::NameId;
use crate::model::{Trace, TrackKind};
use crate::strings::Strings;
use crate::time::Ns;

/// One trace of several, in the order in which their files go on, each with what its times are moved by. `None` where
/// what they name is too much to be numbered.
pub fn concatenated(traces: impl Iterator<Item = (Trace, Ns)>) -> Option<Trace> {
    let parts = traces.map(|(trace, shift)| reopened(trace, shift)).collect();
    // What was odd was told when each file was read.
    one_of(parts).map(|(trace, _)| trace)
}

/// The trace as it was before it was sorted, up to the order of equal times on different tracks.
fn reopened(trace: Trace, shift: Ns) -> TracePart {
    let mut part = TracePart::new("", 0);
    (part.strings, part.categories) = (trace.strings, trace.categories);
    (part.args, part.metadata, part.counts) = (trace.args, trace.metadata, trace.counts);
    for process in &trace.processes {
        let id = part.process_of(text_id(&part.strings, process.pid));
        let own = &mut part.processes[id.index()];
        (own.name, own.labels, own.sort_index) = (process.name, process.labels, process.sort_index);
    }
    for track in &trace.tracks {
        let asynchronous = track.kind == TrackKind::Asynchronous;
        let tid = match track.kind {
            TrackKind::Asynchronous => NAMED | u64::from(track.tid.0),
            _ => text_id(&part.strings, track.tid),
        };
        let id = part.track_of(track.process, tid, asynchronous);
        let own = &mut part.tracks[id.index()];
        (own.name, own.sort_index) = (track.name, track.sort_index);
        for row in track.slices().map(|row| trace.slices.row(row)) {
            part.slices.push(FileSlice {
                track: id,
                start: row.start.plus(shift),
                duration: row.duration,
                name: row.name,
                args_row: row.args_row,
                template: row.template,
                category: row.category,
                kind: row.kind,
            });
        }
    }
    for own in &trace.series {
        let id = part.adopt_series(own.process, own.name, own.key);
        for at in own.points() {
            let (time, value) = (trace.points.time[at].plus(shift), trace.points.value[at]);
            part.points.push(FilePoint { series: id, time, value });
        }
    }
    let flows = &trace.flow_ends;
    for row in 0..flows.len() {
        part.flows.push(FileFlow {
            category: flows.category[row],
            phase: flows.phase[row],
            id: flows.id[row],
            name: flows.name[row],
            track: flows.track[row],
            time: flows.time[row].plus(shift),
        });
    }
    part
}

fn text_id(strings: &Strings, name: NameId) -> TextId {
    let number = number_id(strings.get(name).as_bytes());
    number.unwrap_or(NAMED | u64::from(name.0))
}
