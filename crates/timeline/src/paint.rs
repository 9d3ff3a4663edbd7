//! Slices and counters → pixels: one line of RGBA a lane, to be stretched to the lane's height.

use crate::layout::{Layout, Row, RowKind};
use crate::palette::{NAME_COLORS, Rgb, Role, Theme, ink_on, name_color};
use crate::rank::RankView;
use crate::series::{self, Extent};
use crate::sweep::{Stretch, Sweep};
use crate::view::View;
use stepscope_core::ids::{SeriesId, SliceId, TrackId};
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
    /// Row of the layout.
    pub row: usize,
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
    /// Row of the layout.
    pub row: usize,
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
    /// Slices, blocks of them and pixels of counters looked at: what the frame cost, whatever is in
    /// the trace.
    pub looks: u64,
}

/// Lines of a counter's curve: enough for its height at twice the pixel density.
const COUNTER_LINES: usize = 48;

/// Space between a lane and the next, CSS pixels.
const LANE_GAP: f64 = 1.0;

/// Paints the visible rows.
pub fn paint(ranks: &[RankView], layout: &Layout, window: &Window) -> Frame {
    let mut frame = Frame::default();
    frame.pixels.reserve_exact(4 * window.view.width as usize * lines(layout, window));
    let palette = Palette::new(window.theme);
    let mut edges = Vec::new();
    let mut edges_of = None;
    for (at, top) in layout.visible(window.scroll, window.height) {
        let row = &layout.rows[at];
        let rank = &ranks[row.rank];
        if edges_of.replace(row.rank) != Some(row.rank) {
            edges = window.view.shifted(rank.offset).edges();
        }
        let mut painter = Painter {
            frame: &mut frame,
            rank,
            place: row.rank,
            edges: &edges,
            window,
            palette: &palette,
        };
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

/// Lines of the visible rows, so that their pixels are allocated at once.
fn lines(layout: &Layout, window: &Window) -> usize {
    let rows = layout.visible(window.scroll, window.height).map(|(at, _)| &layout.rows[at]);
    rows.map(|row| match row.kind {
        RowKind::Counter(_) => COUNTER_LINES,
        _ => row.lanes.len().max(1),
    })
    .sum()
}

struct Painter<'a> {
    palette: &'a Palette,
    frame: &'a mut Frame,
    rank: &'a RankView<'a>,
    place: usize,
    edges: &'a [Ns],
    window: &'a Window,
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
        let (rank, edges, window, place) = (self.rank, self.edges, self.window, self.place);
        let (slices, frame) = (&rank.trace.slices, &mut *self.frame);
        let colors = self.palette.of(rank, track);
        let lane = &rank.lanes.lanes[lane];
        let view = window.view.shifted(rank.offset);
        // Rounded down: told exactly where it may matter.
        let label_time =
            (window.label_width * view.span() as f64 / f64::from(view.width.max(1))) as i64;
        let mut labelled = usize::MAX;
        let sweep = Sweep { lane, slices, edges, colored: colors.by_name };
        frame.looks += sweep.run(|stretch| {
            let line = &mut frame.pixels[base + 4 * stretch.x.start..base + 4 * stretch.x.end];
            put(line, colors.color(stretch.color), stretch.share);
            if stretch.instant {
                frame.ticks.push(Tick { row, x: stretch.x.start as u32, top, height });
            }
            // A slice that is wide enough for a label is alone in some pixel, or one of two.
            if stretch.places.len() > 2 {
                return;
            }
            for at in stretch.places {
                let (start, end) = lane.bar(slices, at);
                if labelled == at || end.minus(start).get() < label_time {
                    continue;
                }
                let start = view.x_of(start).max(0.0);
                let end = view.x_of(end).min(f64::from(view.width));
                if end - start >= window.label_width {
                    labelled = at;
                    let slice = SliceId::new(lane.row(at));
                    let color = if colors.by_name { lane.color(at) } else { 0 };
                    let (x, width, ink) = (start, end - start, ink_on(colors.color(color)));
                    frame.labels.push(Label {
                        row,
                        rank: place,
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
        let (rank, edges, frame) = (self.rank, self.edges, &mut *self.frame);
        let mut best = vec![0.0_f64; edges.len() - 1];
        for (track, lane) in lanes_of_preview(rank, row) {
            let colors = self.palette.of(rank, track);
            let lane = &rank.lanes.lanes[lane];
            let slices = &rank.trace.slices;
            let sweep = Sweep { lane, slices, edges, colored: colors.by_name };
            frame.looks += sweep.run(|Stretch { x, share, color, .. }| {
                for x in x {
                    if share > best[x] {
                        best[x] = share;
                        let place = base + 4 * x;
                        put(&mut frame.pixels[place..place + 4], colors.color(color), share);
                    }
                }
            });
        }
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
            self.frame.looks += 1;
            if extent.high.is_nan() || high <= low {
                continue;
            }
            let line_of =
                |value: f64| ((value - low) / (high - low) * COUNTER_LINES as f64) as usize;
            let (full, part) = (line_of(extent.low), line_of(extent.high).max(1));
            for line in 0..part.min(COUNTER_LINES) {
                let place = base + 4 * ((COUNTER_LINES - 1 - line) * width + x);
                let share = if line < full { 0.9 } else { 0.5 };
                put(&mut self.frame.pixels[place..place + 4], color, share);
            }
        }
    }
}

/// Lanes that a preview sums up. The first lane of a track covers what nests below it.
fn lanes_of_preview(rank: &RankView, row: &Row) -> Vec<(TrackId, usize)> {
    let trace = rank.trace;
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
        rank.lanes.lanes_of(track).map(move |lane| (track, lane))
    };
    tracks.into_iter().flat_map(lanes).collect()
}

/// Colours of slices, looked up once a frame.
struct Palette {
    names: [Rgb; NAME_COLORS],
    theme: Theme,
}

impl Palette {
    fn new(theme: Theme) -> Palette {
        Palette { names: std::array::from_fn(|number| name_color(number as u8, theme)), theme }
    }

    /// Colours of the slices of a track: lanes that stand for a part of the step have that part's.
    fn of(&self, rank: &RankView, track: TrackId) -> Colors {
        let part = match rank.trace.tracks[track.index()].kind {
            TrackKind::Computing => Role::Computing,
            TrackKind::Communication => Role::Communication,
            TrackKind::NotOverlapped => Role::NotOverlapped,
            TrackKind::Free => Role::Free,
            _ => return Colors { by_name: true, numbered: self.names },
        };
        Colors { by_name: false, numbered: [part.color(self.theme); NAME_COLORS] }
    }
}

/// Colours by their number.
struct Colors {
    /// Whether names have colours of their own; else all numbers have one.
    by_name: bool,
    numbered: [Rgb; NAME_COLORS],
}

impl Colors {
    fn color(&self, number: u8) -> Rgb {
        self.numbered[number as usize % NAME_COLORS]
    }
}

/// Fills pixels.
fn put(pixels: &mut [u8], [red, green, blue]: Rgb, share: f64) {
    let own = [red, green, blue, (share * 255.0 + 0.5) as u8];
    for pixel in pixels.chunks_exact_mut(4) {
        pixel.copy_from_slice(&own);
    }
}

/// The point of a counter that holds at a time, with its value.
pub fn counter_at(rank: &RankView, series: SeriesId, time: Ns) -> Option<(Ns, f64)> {
    let own = &rank.trace.series[series.index()];
    let at = series::point_at(&rank.trace.points, own, time.minus(rank.offset))?;
    let row = own.points().start + at;
    Some((rank.trace.points.time[row].plus(rank.offset), rank.trace.points.value[row]))
}
