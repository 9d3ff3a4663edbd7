//! Paints the timeline: pixels and labels are made in `timeline`, here they are put on the canvas.

mod axis;
mod labels;
mod places;
mod strips;
mod surface;
mod theme;

pub(crate) use surface::Surface;

use crate::engine::stage::{AXIS_HEIGHT, Stage};
use crate::engine::store::Store;
use places::{Area, Places};
use std::ops::Range;
use stepscope_browser::Result;
use stepscope_timeline::paint::{Frame, Window};
use stepscope_timeline::palette;
use stepscope_timeline::{RankView, Row, RowKind, View};
use strips::{Drawing, Place};
use theme::Inks;

/// Most arrows of whole categories in a frame: more is a grey wall.
const MOST_ARROWS: usize = 2_000;

/// What a frame was.
pub(crate) struct Painted {
    /// Milliseconds in Rust before the first stroke.
    pub(crate) raster_ms: f64,
    pub(crate) rows: usize,
    pub(crate) labels: usize,
}

/// The last frame: the next one takes over what both show.
pub(crate) struct Last {
    frame: Frame,
    window: Window,
    /// The layout it was painted in.
    laid: u32,
}

/// Paints one frame.
pub(crate) fn paint(
    surface: &Surface,
    stage: &Stage,
    store: &Store,
    last: &mut Option<Last>,
    now: fn() -> f64,
) -> Result<Painted> {
    let inks = theme::inks(stage.style.theme);
    let size = stage.size;
    let Some(open) = stage.open(store) else {
        surface.fill(0.0, 0.0, size.width, size.height, inks.ground);
        return Ok(Painted { raster_ms: 0.0, rows: 0, labels: 0 });
    };
    let began = now();
    let views = stage.views(store);
    let view = stage.pixels(open);
    let columns = stage.motion.columns(size.ratio);
    let window = Window {
        view: stage.columns(open, columns),
        scroll: stage.scroll(),
        height: size.height - AXIS_HEIGHT,
        label_width: labels::NARROWEST * columns,
        theme: theme_of(stage.style.theme),
    };
    let before = last.as_ref().filter(|last| last.laid == stage.laid);
    let before = before.map(|last| (&last.frame, &last.window));
    let frame = stepscope_timeline::paint(&views, &stage.layout, &window, before);
    let raster_ms = now() - began;

    surface.strips.load(&frame.pixels, window.view.width as usize)?;
    let painter = Painter {
        surface,
        stage,
        views: &views,
        view,
        columns: window.view.width,
        frame: &frame,
        inks,
    };
    painter.ground();
    for pinned in [false, true] {
        painter.within(pinned, || painter.rows(pinned));
    }
    if stage.layout.pinned > 0 {
        let limit = AXIS_HEIGHT + stage.pinned_room();
        surface.fill(0.0, limit - 1.0, size.width, 2.0, inks.step);
    }
    let axis = axis::Axis { surface, stage, open, views: &views, view, inks };
    axis.over_rows();
    let places = Places { layout: &stage.layout, views: &views, view, stage };
    surface.clipped(0.0, AXIS_HEIGHT, size.width, size.height, || painter.marks(&places));
    axis.draw();
    let painted = Painted { raster_ms, rows: frame.strips.len(), labels: frame.labels.len() };
    *last = Some(Last { frame, window, laid: stage.laid });
    Ok(painted)
}

fn theme_of(theme: crate::protocol::Theme) -> palette::Theme {
    match theme {
        crate::protocol::Theme::Light => palette::Theme::Light,
        crate::protocol::Theme::Dark => palette::Theme::Dark,
    }
}

fn is_heading(row: &Row) -> bool {
    matches!(row.kind, RowKind::Rank | RowKind::Process(_))
}

struct Painter<'a> {
    surface: &'a Surface,
    stage: &'a Stage,
    views: &'a [RankView<'a>],
    view: View,
    /// Columns of the frame across the canvas.
    columns: u32,
    frame: &'a Frame,
    inks: &'static Inks,
}

impl Painter<'_> {
    /// The ground, but for what strips are going to cover: painting it takes as long as they do.
    fn ground(&self) {
        let size = self.stage.size;
        let strips =
            self.frame.strips.iter().filter(|strip| {
                self.surface.strips.cover() && strip.row >= self.stage.layout.pinned
            });
        let covered =
            strips.map(|strip| strip.top + AXIS_HEIGHT..strip.top + AXIS_HEIGHT + strip.height);
        let mut from = 0.0;
        for own in covered.chain([size.height..size.height]) {
            if own.start > from {
                self.surface.fill(0.0, from, size.width, own.start - from, self.inks.ground);
            }
            from = own.end.max(from);
        }
    }

    /// Grounds, lines and labels of the pinned rows, or of the others.
    fn rows(&self, pinned: bool) {
        let layout = &self.stage.layout;
        let size = self.stage.size;
        let own = |row: usize| (row < layout.pinned) == pinned;
        let height = size.height - AXIS_HEIGHT;
        for (at, top) in layout.visible(&self.stage.scroll(), height).filter(|(at, _)| own(*at)) {
            let row = &layout.rows[at];
            let top = top + AXIS_HEIGHT;
            let heading = is_heading(row);
            // The ground is there already, but for rows that lie over others.
            if heading || pinned {
                self.surface.fill(0.0, top, size.width, row.height, self.ground_of(row));
            }
            self.surface.fill(0.0, top + row.height - 1.0, size.width, 1.0, self.inks.rule);
        }
        let limits = self.limits(pinned);
        let mut drawing = Drawing::new(self.surface, &self.frame.pixels, self.columns);
        for strip in self.frame.strips.iter().filter(|strip| own(strip.row)) {
            drawing.draw(&Place {
                lines: strip.line..strip.line + strip.lines,
                top: strip.top + AXIS_HEIGHT,
                height: strip.height,
                limits: limits.clone(),
                ground: self.ground_of(&layout.rows[strip.row]),
            });
        }
        let ratio = f64::from(self.columns) / size.width.max(1.0);
        for tick in self.frame.ticks.iter().filter(|tick| own(tick.row)) {
            let (x, top) = (f64::from(tick.x) / ratio, tick.top + AXIS_HEIGHT);
            self.surface.fill(x, top, 1.0 / ratio, tick.height, self.inks.instant);
        }
        labels::draw(self.surface, self.views, self.frame, ratio, own);
    }

    /// Where the pinned rows, or the others, are seen: their top and bottom, CSS pixels of the canvas.
    fn limits(&self, pinned: bool) -> Range<f64> {
        let limit = AXIS_HEIGHT + self.stage.pinned_room();
        if pinned { AXIS_HEIGHT..limit } else { limit..self.stage.size.height }
    }

    /// Runs `draw` with everything left as it is outside the pinned rows, or outside the others.
    fn within(&self, pinned: bool, draw: impl FnOnce()) {
        let Range { start, end } = self.limits(pinned);
        self.surface.clipped(0.0, start, self.stage.size.width, end - start, draw);
    }

    /// What a row is drawn on.
    fn ground_of(&self, row: &Row) -> &'static str {
        if is_heading(row) { self.inks.band } else { self.inks.ground }
    }

    /// Arrows, and the outline of the selected slice.
    fn marks(&self, places: &Places) {
        for (place, rank) in self.views.iter().enumerate() {
            let categories = &self.stage.style.flows;
            let arrows = stepscope_timeline::arrows::visible_arrows(
                rank,
                &self.view,
                categories,
                MOST_ARROWS,
            );
            for arrow in arrows {
                places.arrow(self.surface, place, &arrow, self.inks.faint_flow);
            }
        }
        let Some(selected) = self.stage.selected else { return };
        let Some(place) = self.stage.view_of(selected.rank) else { return };
        let rank = &self.views[place];
        let slice = stepscope_core::ids::SliceId(selected.slice);
        if slice.index() >= rank.trace.slices.len() {
            return;
        }
        for arrow in stepscope_timeline::flows::arrows_of(rank.trace, slice) {
            places.arrow(self.surface, place, &arrow, self.inks.flow);
        }
        if let Some(area) = places.slice(place, slice) {
            let Area { left, top, width, height, pinned } = area;
            let ink = self.inks.selection;
            self.within(pinned, || self.surface.outline(left, top, width, height, 2.0, ink));
        }
    }
}
