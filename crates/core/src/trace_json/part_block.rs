//! Parts as blocks: how one gets from a loader to where they are joined.

use super::TracePart;
use super::oddities::Oddities;
use super::part::{Edges, FileFlows, FilePoints, FileSlices, OpenProcess, OpenSeries, OpenTrack};
use crate::block::{BlockReader, BlockWriter};
use crate::error::Result;
use crate::ids::NameId;
use crate::model::{Args, EventCounts, MetadataEvent};
use crate::strings::Strings;
use serde::{Deserialize, Serialize};

/// The small things of a part, written as JSON.
#[derive(Serialize, Deserialize)]
struct Head {
    file: String,
    start: u64,
    ended_at: Option<u64>,
    processes: Vec<OpenProcess>,
    tracks: Vec<OpenTrack>,
    categories: Vec<NameId>,
    series: Vec<OpenSeries>,
    metadata: Vec<MetadataEvent>,
    counts: EventCounts,
    oddities: Oddities,
}

impl TracePart {
    pub(crate) fn write(&self, block: &mut BlockWriter) {
        block.json(&Head {
            file: self.file.clone(),
            start: self.start,
            ended_at: self.ended_at,
            processes: self.processes.clone(),
            tracks: self.tracks.clone(),
            categories: self.categories.clone(),
            series: self.series.clone(),
            metadata: self.metadata.clone(),
            counts: self.counts,
            oddities: self.oddities.clone(),
        });
        self.strings.write(block);
        self.slices.write(block);
        self.edges.write(block);
        self.points.write(block);
        self.flows.write(block);
        self.args.write(block);
    }

    pub(crate) fn read(block: &mut BlockReader) -> Result<TracePart> {
        let head: Head = block.json()?;
        let mut part = TracePart::new(&head.file, head.start);
        part.ended_at = head.ended_at;
        part.strings = Strings::read(block)?;
        part.slices = FileSlices::read(block)?;
        part.edges = Edges::read(block)?;
        part.points = FilePoints::read(block)?;
        part.flows = FileFlows::read(block)?;
        part.args = Args::read(block)?;
        // The first part goes on growing when others are joined to it: by the ways its parser had.
        for process in head.processes {
            let id = part.process_of(process.pid);
            part.processes[id.index()] = process;
        }
        for track in head.tracks {
            let id = part.track_of(track.process, track.tid, track.asynchronous);
            part.tracks[id.index()] = track;
        }
        for series in head.series {
            part.adopt_series(series.process, series.name, series.key);
        }
        part.categories = head.categories;
        part.metadata = head.metadata;
        part.counts = head.counts;
        part.oddities = head.oddities;
        Ok(part)
    }
}
