//! Slices and counters → pixels: one line of RGBA a lane, to be stretched to the lane's height.

use crate::layout::{Layout, Row, RowKind};
use crate::levels::Lane;
use crate::palette::{Rgb, Role, Theme, ink_on, name_color};
use crate::rank::RankView;
use crate::series::{self, Extent};
use crate::view::View;
use stepscope_core::ids::{NameId, SeriesId, SliceId, TrackId};
use stepscope_core::model::{ProcessKind, TrackKind};
use stepscope_core::time::Ns;

/// What of the layout is in the window, and how it is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Visible time and device pixels across.
    pub view: View,
    /// How far the unpinned rows are scrolled, CSS pixels.
    pub scroll: f64,
    /// Height, CSS pixels.
    pub height: f64,
    /// Narrowest slice that gets a label, device pixels.
    pub label_width: f64,
    /// Colours.
    pub theme: Theme,
}

/// Lines of pixels that are stretched to a rectangle of the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strip {
    /// Row of the layout.
    pub row: usize,
    /// First line of the frame.
    pub line: usize,
    /// Number of lines: 1 for a lane, more for a counter.
    pub lines: usize,
    /// Top edge in the window, CSS pixels.
    pub top: f64,
    /// Height, CSS pixels.
    pub height: f64,
}

/// The name of a slice that is wide enough for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Label {
    /// Place of the rank among the views.
    pub rank: usize,
    /// The slice.
    pub slice: SliceId,
    /// Left edge of its visible part, device pixels.
    pub x: f64,
    /// Width of its visible part, device pixels.
    pub width: f64,
    /// Top edge, CSS pixels.
    pub top: f64,
    /// Height, CSS pixels.
    pub height: f64,
    /// Legible colour.
    pub ink: Rgb,
}

/// A pixel of a lane that holds a slice without length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tick {
    /// Place, device pixels.
    pub x: u32,
    /// Top edge, CSS pixels.
    pub top: f64,
    /// Height, CSS pixels.
    pub height: f64,
}

/// One picture of the timeline.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    /// Lines of `view.width` RGBA pixels, alpha not multiplied in.
    pub pixels: Vec<u8>,
    /// Where the lines go.
    pub strips: Vec<Strip>,
    /// Names of wide slices.
    pub labels: Vec<Label>,
    /// Slices without length.
    pub ticks: Vec<Tick>,
    /// Pixels visited over all lanes and points: what the frame cost, whatever is in the trace.
    pub visited: u64,
}

/// Lines of a counter's curve: enough for its height at twice the pixel density.
const COUNTER_LINES: usize = 48;

/// Space between a lane and the next, CSS pixels.
const LANE_GAP: f64 = 1.0;

/// Paints the visible rows.
pub fn paint(ranks: &[RankView], layout: &Layout, window: &Window) -> Frame {
    let mut frame = Frame::default();
    let edges = window.view.edges();
    for (at, top) in layout.visible(window.scroll, window.height) {
        let row = &layout.rows[at];
        let rank = &ranks[row.rank];
        let edges: Vec<Ns> = edges.iter().map(|edge| edge.minus(rank.offset)).collect();
        let mut painter =
            Painter { frame: &mut frame, rank, place: row.rank, edges: &edges, window };
        match row.kind {
            RowKind::Counter(series) => painter.counter(at, series, top, row.height),
            _ if row.lanes.is_empty() => painter.preview(at, row, top),
            RowKind::Track(track) | RowKind::Group(track) => {
                let height = (row.height - 3.0) / row.lanes.len() as f64;
                for (i, lane) in row.lanes.clone().enumerate() {
                    painter.lane(at, track, lane, top + height * i as f64, height - LANE_GAP);
                }
            }
            RowKind::Rank | RowKind::Process(_) => {}
        }
    }
    frame
}

struct Painter<'a> {
    frame: &'a mut Frame,
    rank: &'a RankView<'a>,
    place: usize,
    edges: &'a [Ns],
    window: &'a Window,
}

/// What one pixel of a lane shows.
struct Pixel {
    x: usize,
    /// Places in the lane of the slices that touch it.
    from: usize,
    to: usize,
    /// Busy time in it.
    busy: i64,
    start: Ns,
    end: Ns,
}

impl Painter<'_> {
    /// A line for the strip of `row`.
    fn strip(&mut self, row: usize, lines: usize, top: f64, height: f64) -> usize {
        let width = self.edges.len() - 1;
        let line = self.frame.pixels.len() / (4 * width).max(1);
        self.frame.pixels.resize(self.frame.pixels.len() + 4 * width * lines, 0);
        self.frame.strips.push(Strip { row, line, lines, top, height });
        line * 4 * width
    }

    fn lane(&mut self, row: usize, track: TrackId, lane: usize, top: f64, height: f64) {
        let base = self.strip(row, 1, top, height);
        let (trace, lanes) = (self.rank.trace, self.rank.lanes);
        let lane = &lanes.lanes[lane];
        let mut labelled = usize::MAX;
        let (frame, edges, window) = (&mut *self.frame, self.edges, self.window);
        let view = window.view.shifted(self.rank.offset);
        frame.visited += each_pixel(self.rank, lane, edges, |pixel| {
            let range = pixel.from..pixel.to;
            let name = lane.dominant_within(&trace.slices, &range, pixel.start, pixel.end);
            let color = color_of(self.rank, track, name, window.theme);
            put(&mut frame.pixels[base + 4 * pixel.x..], color, pixel.share());
            if lane.has_instant(&trace.slices, &range, pixel.start, pixel.end) {
                frame.ticks.push(Tick { x: pixel.x as u32, top, height });
            }
            // A slice that is wide enough for a label is alone in some pixel, or one of two.
            for at in range.clone().filter(|_| range.len() <= 2) {
                let start = view.x_of(lane.start(&trace.slices, at)).max(0.0);
                let end = view.x_of(lane.end(&trace.slices, at)).min(f64::from(view.width));
                if end - start >= window.label_width && labelled != at {
                    labelled = at;
                    let slice = SliceId(lane.rows[at]);
                    let name = trace.slices.name[slice.index()];
                    let ink = ink_on(color_of(self.rank, track, Some(name), window.theme));
                    let (x, width) = (start, end - start);
                    frame.labels.push(Label {
                        rank: self.place,
                        slice,
                        x,
                        width,
                        top,
                        height,
                        ink,
                    });
                }
            }
        });
    }

    /// Busy shares of what a collapsed row stands for: per pixel, the busiest of its lanes.
    fn preview(&mut self, row_number: usize, row: &Row, top: f64) {
        if !row.collapsed && row.has_children {
            return;
        }
        let base = self.strip(row_number, 1, top + 2.0, row.height - 4.0);
        let width = self.edges.len() - 1;
        let mut best = vec![0.0_f64; width];
        for (track, lane) in self.lanes_of_preview(row) {
            let lane = &self.rank.lanes.lanes[lane];
            let slices = &self.rank.trace.slices;
            let (frame, theme) = (&mut *self.frame, self.window.theme);
            frame.visited += each_pixel(self.rank, lane, self.edges, |pixel| {
                let share = pixel.share();
                if share > best[pixel.x] {
                    best[pixel.x] = share;
                    let range = pixel.from..pixel.to;
                    let name = lane.dominant_within(slices, &range, pixel.start, pixel.end);
                    let color = color_of(self.rank, track, name, theme);
                    put(&mut frame.pixels[base + 4 * pixel.x..], color, share);
                }
            });
        }
    }

    /// Lanes that a preview sums up. The first lane of a track covers what nests below it.
    fn lanes_of_preview(&self, row: &Row) -> Vec<(TrackId, usize)> {
        let trace = self.rank.trace;
        let wanted = |track: &usize| {
            let own = &trace.tracks[*track];
            let kind = trace.processes[own.process.index()].kind;
            match row.kind {
                RowKind::Track(id) | RowKind::Group(id) => id.index() == *track,
                RowKind::Process(process) => own.process == process && own.kind != TrackKind::Free,
                RowKind::Rank => kind == ProcessKind::Hardware || own.kind == TrackKind::Group,
                RowKind::Counter(_) => false,
            }
        };
        let mut tracks: Vec<usize> = (0..trace.tracks.len()).filter(wanted).collect();
        if tracks.is_empty() && row.kind == RowKind::Rank {
            tracks = (0..trace.tracks.len()).collect();
        }
        let lanes = |track: usize| {
            let track = TrackId::new(track);
            self.rank.lanes.lanes_of(track).map(move |lane| (track, lane))
        };
        tracks.into_iter().flat_map(lanes).collect()
    }

    /// A filled curve from zero to the largest value of each pixel, fuller up to the smallest.
    fn counter(&mut self, row: usize, series: SeriesId, top: f64, height: f64) {
        let base = self.strip(row, COUNTER_LINES, top + 2.0, height - 4.0);
        let (trace, levels) = (self.rank.trace, &self.rank.lanes.series[series.index()]);
        let own = &trace.series[series.index()];
        let (low, high) = (levels.whole.low.min(0.0), levels.whole.high.max(0.0));
        let width = self.edges.len() - 1;
        let color = name_color(series.0 as u8, self.window.theme);
        let count = own.points().len();
        let times = &trace.points.time[own.points()];
        let mut at = times.partition_point(|time| *time < self.edges[0]);
        for x in 0..width {
            let to = at + times[at..].partition_point(|time| *time < self.edges[x + 1]);
            // The value before holds until the first point in the pixel, and if there is none.
            let held =
                at.checked_sub(1).filter(|_| self.edges[x + 1] <= times[count - 1] || to > at);
            let held = held.map_or(Extent::NONE, |i| levels.extent(&trace.points, own, i..i + 1));
            let extent = levels.extent(&trace.points, own, at..to).and(held);
            at = to;
            self.frame.visited += 1;
            if extent.high.is_nan() || high <= low {
                continue;
            }
            let line_of =
                |value: f64| ((value - low) / (high - low) * COUNTER_LINES as f64) as usize;
            let (full, part) = (line_of(extent.low), line_of(extent.high).max(1));
            for line in 0..part.min(COUNTER_LINES) {
                let place = base + 4 * ((COUNTER_LINES - 1 - line) * width + x);
                put(&mut self.frame.pixels[place..], color, if line < full { 0.9 } else { 0.5 });
            }
        }
    }
}

impl Pixel {
    fn share(&self) -> f64 {
        self.busy as f64 / self.end.minus(self.start).get() as f64
    }
}

/// Calls `draw` for each pixel that slices touch; returns the number of pixels visited.
fn each_pixel(rank: &RankView, lane: &Lane, edges: &[Ns], mut draw: impl FnMut(Pixel)) -> u64 {
    let slices = &rank.trace.slices;
    let mut from = lane.first_ending_after(slices, edges[0]);
    let mut x = 0;
    let mut visited = 0;
    while x + 1 < edges.len() && from < lane.len() {
        let start = edges[x];
        // Beyond a nanosecond a pixel there is nothing to tell apart.
        let end = edges[x + 1].max(start.plus(Ns(1)));
        visited += 1;
        let next = lane.start(slices, from);
        if next >= end {
            // Nothing until the next slice: go to its first pixel at once.
            x += edges[x..].partition_point(|edge| *edge < next);
            let inside = edges.get(x).is_some_and(|edge| *edge > next);
            x -= usize::from(inside);
            continue;
        }
        let to = lane.first_starting_from(slices, from, end);
        let range = from..to;
        let busy = lane.busy_within(slices, &range, start, end);
        draw(Pixel { x, from, to, busy, start, end });
        let runs_on = lane.end(slices, to - 1) > edges[x + 1];
        from = if runs_on { to - 1 } else { to };
        x += 1;
    }
    visited
}

/// Colour of a slice: lanes that stand for a part of the step have that part's.
pub(crate) fn color_of(rank: &RankView, track: TrackId, name: Option<NameId>, theme: Theme) -> Rgb {
    match rank.trace.tracks[track.index()].kind {
        TrackKind::Computing => Role::Computing.color(theme),
        TrackKind::Communication => Role::Communication.color(theme),
        TrackKind::NotOverlapped => Role::NotOverlapped.color(theme),
        TrackKind::Free => Role::Free.color(theme),
        _ => {
            let number = name.and_then(|name| rank.lanes.colors.get(name.index()));
            name_color(number.copied().unwrap_or(0), theme)
        }
    }
}

fn put(pixel: &mut [u8], color: Rgb, share: f64) {
    pixel[..3].copy_from_slice(&color);
    pixel[3] = (share * 255.0).round() as u8;
}

/// The point of a counter that holds at a time, with its value.
pub fn counter_at(rank: &RankView, series: SeriesId, time: Ns) -> Option<(Ns, f64)> {
    let own = &rank.trace.series[series.index()];
    let at = series::point_at(&rank.trace.points, own, time.minus(rank.offset))?;
    let row = own.points().start + at;
    Some((rank.trace.points.time[row].plus(rank.offset), rank.trace.points.value[row]))
}
