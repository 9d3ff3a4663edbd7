//! Where slices and ends of flows are on the canvas.

use super::surface::Surface;
use crate::engine::stage::{AXIS_HEIGHT, Stage};
use stepscope_core::ids::{SliceId, TrackId};
use stepscope_core::time::Ns;
use stepscope_timeline::flows::{Arrow, End};
use stepscope_timeline::{Layout, RankView, View};

/// Answers in CSS pixels of the canvas.
pub(crate) struct Places<'a> {
    pub(crate) layout: &'a Layout,
    pub(crate) views: &'a [RankView<'a>],
    pub(crate) view: View,
    pub(crate) stage: &'a Stage,
}

/// A rectangle, CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// Whether it is in a pinned row.
    pub(crate) pinned: bool,
}

/// Where a lane is, CSS pixels of the canvas.
struct Lane {
    top: f64,
    height: f64,
    pinned: bool,
}

impl Places<'_> {
    /// Where a slice is drawn; at least three pixels wide, so that its outline has an inside.
    pub(crate) fn slice(&self, place: usize, slice: SliceId) -> Option<Area> {
        let rank = &self.views[place];
        let track = rank.trace.track_of(slice);
        let lane = rank.lanes.lane_of(rank.trace, slice);
        let Lane { top, height, pinned } = self.lane(place, track, lane)?;
        let slices = &rank.trace.slices;
        let start = slices.start[slice.index()].plus(rank.offset);
        let (left, right) = (self.x(start), self.x(start.plus(slices.duration[slice.index()])));
        // Far beyond the edges a canvas loses precision.
        let width = self.stage.size.width;
        let (left, right) = (left.clamp(-9.0, width + 9.0), right.clamp(-9.0, width + 9.0));
        Some(Area { left, top, width: (right - left).max(3.0), height, pinned })
    }

    /// An arrow, unless it lies outside the canvas altogether.
    pub(crate) fn arrow(&self, surface: &Surface, place: usize, arrow: &Arrow, color: &str) {
        let (Some(from), Some(to)) = (self.end(place, &arrow.from), self.end(place, &arrow.to))
        else {
            return;
        };
        let size = self.stage.size;
        let outside = |a: f64, b: f64, limit: f64| a.max(b) < 0.0 || a.min(b) > limit;
        if outside(from.0, to.0, size.width) || outside(from.1, to.1, size.height) {
            return;
        }
        let near = |point: (f64, f64)| (point.0.clamp(-4e3, size.width + 4e3), point.1);
        surface.arc(near(from), near(to), color);
    }

    fn end(&self, place: usize, end: &End) -> Option<(f64, f64)> {
        let rank = &self.views[place];
        let lane = end.slice.and_then(|slice| rank.lanes.lane_of(rank.trace, slice));
        let Lane { top, height, pinned } = self.lane(place, end.track, lane)?;
        let middle = top + height / 2.0;
        // Arrows of a pinned row that is scrolled away come from where it went.
        let last = AXIS_HEIGHT + self.stage.pinned_room();
        let y = if pinned { middle.clamp(AXIS_HEIGHT, last) } else { middle };
        Some((self.x(end.time.plus(rank.offset)), y))
    }

    /// A lane of a track, or the row that stands for it.
    fn lane(&self, place: usize, track: TrackId, lane: Option<usize>) -> Option<Lane> {
        let row = &self.layout.rows[self.layout.row_of_track(self.views, place, track)?];
        let (scroll, pinned) = (self.stage.scroll(), row.pinned);
        let scrolled = if pinned { -scroll.pinned } else { self.stage.pinned_room() - scroll.rows };
        let top = AXIS_HEIGHT + row.top + scrolled;
        Some(match lane {
            Some(lane) if row.kind.track() == Some(track) && !row.lanes.is_empty() => {
                let height = (row.height - 3.0) / row.lanes.len() as f64;
                Lane { top: top + height * lane as f64, height: height - 1.0, pinned }
            }
            _ => Lane { top, height: row.height, pinned },
        })
    }

    fn x(&self, time: Ns) -> f64 {
        self.view.x_of(time) / self.stage.size.ratio
    }
}
