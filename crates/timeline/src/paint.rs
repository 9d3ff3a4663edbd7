//! Slices and counters → pixels: one line of RGBA a lane, to be stretched to the lane's height.

use crate::layout::{Layout, Row, RowKind, Scroll};
use crate::palette::{NAME_COLORS, Rgb, Role, Theme, ink_on, name_color};
use crate::rank::RankView;
use crate::series::{self, Extent};
use crate::sweep::{Stretch, Sweep};
use crate::view::View;
use std::ops::Range;
use stepscope_core::ids::{SeriesId, SliceId, TrackId};
use stepscope_core::model::{ProcessKind, TrackKind};
use stepscope_core::time::Ns;

/// What of the layout is in the window, and how it is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Visible time and device pixels across.
    pub view: View,
    /// How far rows are scrolled.
    pub scroll: Scroll,
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
    /// Number of the lane in its row.
    pub lane: usize,
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
    /// Number of the lane in its row.
    pub lane: usize,
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
    /// Number of the lane in its row.
    pub lane: usize,
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

/// Paints the visible rows. What `before` shows of them, painted of the same ranks in the same layout, is
/// taken over: a hand that pans or scrolls pays for what comes into view.
pub fn paint(
    ranks: &[RankView],
    layout: &Layout,
    window: &Window,
    before: Option<(&Frame, &Window)>,
) -> Frame {
    let before = before.and_then(|(frame, own)| Before::new(frame, own, window));
    let mut frame = Frame::default();
    frame.pixels.reserve_exact(4 * window.view.width as usize * lines(layout, window));
    let palette = Palette::new(window.theme);
    let mut edges = Vec::new();
    let mut edges_of = None;
    for (at, top) in layout.visible(&window.scroll, window.height) {
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
            before: before.as_ref(),
        };
        match row.kind {
            RowKind::Counter(series) => painter.counter(at, series, top, row.height),
            _ if row.lanes.is_empty() => painter.preview(at, row, top),
            RowKind::Track(track) | RowKind::Group(track) => {
                let height = (row.height - 3.0) / row.lanes.len() as f64;
                for (i, lane) in row.lanes.clone().enumerate() {
                    let top = top + height * i as f64;
                    painter.lane((at, i), track, lane, top, height - LANE_GAP);
                }
            }
            RowKind::Rank | RowKind::Process(_) => {}
        }
    }
    frame
}

/// Lines of the visible rows, so that their pixels are allocated at once.
fn lines(layout: &Layout, window: &Window) -> usize {
    let rows = layout.visible(&window.scroll, window.height).map(|(at, _)| &layout.rows[at]);
    rows.map(|row| match row.kind {
        RowKind::Counter(_) => COUNTER_LINES,
        _ => row.lanes.len().max(1),
    })
    .sum()
}

/// A frame that has columns in common with the one that is painted.
struct Before<'a> {
    frame: &'a Frame,
    width: usize,
    /// How many pixels the new frame lies to the right.
    by: i64,
}

impl<'a> Before<'a> {
    fn new(frame: &'a Frame, own: &Window, new: &Window) -> Option<Before<'a>> {
        let by = own.view.pixels_to(&new.view)?;
        let alike = (own.theme, own.label_width) == (new.theme, new.label_width);
        let width = own.view.width as usize;
        (alike && by.unsigned_abs() < width as u64).then_some(Before { frame, width, by })
    }

    /// Columns of the new frame that the old one has.
    fn common(&self) -> Range<usize> {
        let by = self.by.unsigned_abs() as usize;
        if self.by < 0 { by..self.width } else { 0..self.width - by }
    }

    /// Columns of the new frame that it has not.
    fn rest(&self) -> Range<usize> {
        let common = self.common();
        if self.by < 0 { 0..common.start } else { common.end..self.width }
    }

    /// Place in the old frame of a column that both have.
    fn old(&self, x: usize) -> usize {
        (x as i64 + self.by) as usize
    }
}

struct Painter<'a> {
    before: Option<&'a Before<'a>>,
    palette: &'a Palette,
    frame: &'a mut Frame,
    rank: &'a RankView<'a>,
    place: usize,
    edges: &'a [Ns],
    window: &'a Window,
}

impl Painter<'_> {
    /// Lines for the strip of a lane of a row: the first byte of their pixels, and the columns that are
    /// to be painted; the others are taken over.
    fn strip(
        &mut self,
        (row, lane): (usize, usize),
        lines: usize,
        top: f64,
        height: f64,
    ) -> (usize, Range<usize>) {
        let width = self.edges.len() - 1;
        let line = self.frame.pixels.len() / (4 * width).max(1);
        self.frame.pixels.resize(self.frame.pixels.len() + 4 * width * lines, 0);
        self.frame.strips.push(Strip { row, lane, line, lines, top, height });
        let base = line * 4 * width;
        let Some(before) = self.before else { return (base, 0..width) };
        let mut strips = before.frame.strips.iter();
        let Some(old) = strips.find(|old| (old.row, old.lane) == (row, lane)) else {
            return (base, 0..width);
        };
        let common = before.common();
        for line in 0..lines {
            let from = 4 * ((old.line + line) * width + before.old(common.start));
            let to = base + 4 * (line * width + common.start);
            let bytes = 4 * common.len();
            self.frame.pixels[to..to + bytes]
                .copy_from_slice(&before.frame.pixels[from..from + bytes]);
        }
        (base, before.rest())
    }

    /// Takes over names and instants of a lane, as far as they are in view still.
    fn keep_marks(&mut self, (row, lane): (usize, usize), top: f64, height: f64) {
        let Some(before) = self.before else { return };
        let common = before.common();
        let ticks = before.frame.ticks.iter().filter(|own| (own.row, own.lane) == (row, lane));
        for tick in ticks {
            let x = i64::from(tick.x) - before.by;
            if usize::try_from(x).is_ok_and(|x| common.contains(&x)) {
                self.frame.ticks.push(Tick { x: x as u32, top, ..*tick });
            }
        }
        let view = self.window.view.shifted(self.rank.offset);
        let slices = &self.rank.trace.slices;
        for label in before.frame.labels.iter().filter(|own| (own.row, own.lane) == (row, lane)) {
            let at = label.slice.index();
            let span = (slices.start[at], slices.end(at));
            if let Some((x, width)) = visible(&view, span, self.window.label_width) {
                self.frame.labels.push(Label { x, width, top, height, ..*label });
            }
        }
    }

    fn lane(&mut self, own: (usize, usize), track: TrackId, lane: usize, top: f64, height: f64) {
        let kept = self.frame.labels.len();
        let (base, columns) = self.strip(own, 1, top, height);
        if columns.len() < self.edges.len() - 1 {
            self.keep_marks(own, top, height);
        }
        if columns.is_empty() {
            return;
        }
        let kept = kept..self.frame.labels.len();
        let (rank, window, place) = (self.rank, self.window, self.place);
        let edges = &self.edges[columns.start..=columns.end];
        let base = base + 4 * columns.start;
        let (slices, frame) = (&rank.trace.slices, &mut *self.frame);
        let (row, nth) = own;
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
                let x = (columns.start + stretch.x.start) as u32;
                frame.ticks.push(Tick { row, lane: nth, x, top, height });
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
                if let Some((x, width)) = visible(&view, (start, end), window.label_width) {
                    labelled = at;
                    let slice = SliceId::new(lane.row(at));
                    if frame.labels[kept.clone()].iter().any(|label| label.slice == slice) {
                        continue;
                    }
                    let color = if colors.by_name { lane.color(at) } else { 0 };
                    let ink = ink_on(colors.color(color));
                    frame.labels.push(Label {
                        row,
                        lane: nth,
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
        let (base, columns) = self.strip((row_number, 0), 1, top + 2.0, row.height - 4.0);
        if columns.is_empty() {
            return;
        }
        let (rank, frame) = (self.rank, &mut *self.frame);
        let edges = &self.edges[columns.start..=columns.end];
        let base = base + 4 * columns.start;
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
        let (base, columns) = self.strip((row, 0), COUNTER_LINES, top + 2.0, height - 4.0);
        let (trace, levels) = (self.rank.trace, &self.rank.lanes.series[series.index()]);
        let own = &trace.series[series.index()];
        let (low, high) = (levels.whole.low.min(0.0), levels.whole.high.max(0.0));
        let width = self.edges.len() - 1;
        let color = name_color(series.0 as u8, self.window.theme);
        let count = own.points().len();
        let times = &trace.points.time[own.points()];
        let mut at = times.partition_point(|time| *time < self.edges[columns.start]);
        for x in columns {
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

/// Left edge and width of what is visible of a slice, in pixels; `None` when it is too narrow for a label.
fn visible(view: &View, (start, end): (Ns, Ns), narrowest: f64) -> Option<(f64, f64)> {
    let start = view.x_of(start).max(0.0);
    let end = view.x_of(end).min(f64::from(view.width));
    (end - start >= narrowest).then_some((start, end - start))
}

/// Fills pixels.
fn put(pixels: &mut [u8], [red, green, blue]: Rgb, share: f64) {
    let own = [red, green, blue, (share * 255.0 + 0.5) as u8];
    // What cannot be seen has no hue: frames that look alike are alike.
    if own[3] == 0 {
        return;
    }
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
