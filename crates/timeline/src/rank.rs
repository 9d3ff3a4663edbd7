//! What the timeline keeps of a rank beside its trace, and a rank as the timeline sees it.

use crate::arrows::CategoryArrows;
use crate::flows::Connections;
use crate::lanes;
use crate::levels::Lane;
use crate::palette::color_number;
use crate::series::SeriesLevels;
use std::ops::Range;
use std::sync::OnceLock;
use stepscope_core::ids::{SliceId, TrackId};
use stepscope_core::model::{Kernels, Trace};
use stepscope_core::time::Ns;

/// Lanes and levels of detail of one rank's trace. Built once, when the rank arrives.
#[derive(Clone, Debug, Default)]
pub struct RankLanes {
    /// Lanes of all tracks, one track after the other.
    pub(crate) lanes: Vec<Lane>,
    /// Where each track's lanes begin in `lanes`, and where the last one's end.
    first_lane: Vec<u32>,
    pub(crate) series: Vec<SeriesLevels>,
    /// Arrows of each category of flows that was shown.
    arrows: Vec<OnceLock<CategoryArrows>>,
    /// Slices by their connection. Not made at the first click, which would be felt.
    pub(crate) connections: Connections,
}

impl RankLanes {
    /// Lays out a trace.
    pub fn new(trace: &Trace) -> RankLanes {
        let colors: Vec<u8> = trace.strings.iter().map(|(_, name)| color_number(name)).collect();
        let mut all = Vec::new();
        let mut first_lane = vec![0];
        for track in &trace.tracks {
            let (lane_of, count) = lanes::assign(&trace.slices, track);
            let mut rows = vec![Vec::new(); count];
            for (row, lane) in track.slices().zip(&lane_of) {
                rows[*lane as usize].push(row as u32);
            }
            all.extend(rows.into_iter().map(|mut rows| {
                rows.shrink_to_fit();
                Lane::new(&trace.slices, rows, &colors)
            }));
            first_lane.push(all.len() as u32);
        }
        let series = trace.series.iter().map(|own| SeriesLevels::new(&trace.points, own));
        let arrows = vec![OnceLock::new(); trace.categories.len()];
        let connections = Connections::new(trace);
        RankLanes { lanes: all, first_lane, series: series.collect(), arrows, connections }
    }

    /// Lanes of a track, as numbers in the rank.
    pub fn lanes_of(&self, track: TrackId) -> Range<usize> {
        self.first_lane[track.index()] as usize..self.first_lane[track.index() + 1] as usize
    }

    /// Lane of a slice within its track.
    pub fn lane_of(&self, trace: &Trace, slice: SliceId) -> Option<usize> {
        let lanes = self.lanes_of(trace.track_of(slice));
        let holds = |lane: &usize| self.lanes[*lane].place_of(slice.0).is_some();
        lanes.clone().find(holds).map(|lane| lane - lanes.start)
    }

    /// Arrows of a category of flows, by its number.
    pub(crate) fn arrows_of(&self, trace: &Trace, category: usize) -> &CategoryArrows {
        self.arrows[category].get_or_init(|| CategoryArrows::new(trace, category))
    }

    /// Bytes held for slices: lanes, levels of detail and connections.
    pub fn memory(&self) -> usize {
        let lanes: usize = self.lanes.iter().map(Lane::memory).sum();
        let series: usize = self.series.iter().map(SeriesLevels::memory).sum();
        lanes + series + self.connections.memory()
    }
}

/// A rank on the timeline.
#[derive(Clone, Copy)]
pub struct RankView<'a> {
    /// Number by which the caller knows it.
    pub id: u32,
    /// Start of the keys of its rows; stable when the same capture is opened again.
    pub key: &'a str,
    /// Name to show.
    pub name: &'a str,
    /// Its columns.
    pub trace: &'a Trace,
    /// Its kernel table.
    pub kernels: Option<&'a Kernels>,
    /// Its layout.
    pub lanes: &'a RankLanes,
    /// How much later than recorded it is shown, to align clocks.
    pub offset: Ns,
}
