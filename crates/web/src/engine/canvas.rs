//! The engine's timeline, part one: what is shown and how it is painted.

use super::answers::{colors, rows};
use super::stage::{AXIS_HEIGHT, SHORTEST_VIEW};
use super::{Engine, now};
use crate::painter::{self, Surface};
use crate::protocol::{
    CanvasSize, Curve, FlowCategories, FlowCategory, FramePainted, Minimap, Overlay, Palette,
    RowList, RowStates, StepBorder, StepBorders, Theme, TimeRange, TimelineMetrics, TimelineStyle,
    TimelineView,
};
use std::collections::BTreeMap;
use stepscope_analysis::intervals::Span;
use stepscope_analysis::utilization;
use stepscope_browser::Result;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::OffscreenCanvas;

/// What is shown.
#[wasm_bindgen]
impl Engine {
    /// Which ranks of which capture have rows; without `ranks` all that are ready.
    #[wasm_bindgen(js_name = showRanks)]
    pub fn show_ranks(&mut self, capture: u32, ranks: Option<Vec<u32>>) {
        self.stage.show(&self.store, capture, ranks);
        self.dirty = true;
    }

    /// The rows in the order shown.
    pub fn rows(&self) -> Result<Ts<RowList>> {
        Ok(rows::list(&self.stage, &self.stage.views(&self.store)).into_ts()?)
    }

    /// Says how rows differ from their defaults.
    #[wasm_bindgen(js_name = setRows)]
    pub fn set_rows(&mut self, states: Ts<RowStates>) -> Result<Ts<RowList>> {
        let states = states.to_rust()?;
        let heights = rows::heights(states.density);
        self.stage.set_rows(&self.store, rows::states(states), heights);
        self.dirty = true;
        self.rows()
    }

    /// Fixed measures, and the time that there is to show.
    pub fn metrics(&self) -> Result<Ts<TimelineMetrics>> {
        let span = self.stage.open(&self.store).and_then(|open| {
            let (start, end) = open.span()?;
            Some(TimeRange { start: open.relative(start), end: open.relative(end) })
        });
        let metrics = TimelineMetrics {
            axis_height: AXIS_HEIGHT,
            shortest_view: SHORTEST_VIEW,
            extent: span,
        };
        Ok(metrics.into_ts()?)
    }

    /// Steps of the first shown rank.
    #[wasm_bindgen(js_name = stepBorders)]
    pub fn step_borders(&self) -> Result<Ts<StepBorders>> {
        let mut steps = Vec::new();
        if let (Some(open), Some(rank)) = (self.stage.open(&self.store), self.stage.first_rank()) {
            steps.extend(open.steps(rank).iter().filter_map(|step| {
                let (start, end) =
                    (open.relative(step.window.start), open.relative(step.window.end));
                Some(StepBorder { step: step.label.clone()?, range: TimeRange { start, end } })
            }));
        }
        Ok(StepBorders { steps }.into_ts()?)
    }

    /// Flow categories of the shown ranks.
    #[wasm_bindgen(js_name = flowCategories)]
    pub fn flow_categories(&self) -> Result<Ts<FlowCategories>> {
        let mut counts: BTreeMap<String, u64> = BTreeMap::new();
        for rank in self.stage.views(&self.store) {
            for (name, count) in stepscope_timeline::flows::categories(rank.trace) {
                *counts.entry(name).or_default() += count;
            }
        }
        let categories =
            counts.into_iter().map(|(name, count)| FlowCategory { name, count: count as f64 });
        Ok(FlowCategories { categories: categories.collect() }.into_ts()?)
    }

    /// Colours by role.
    pub fn palette(&self, theme: Ts<Theme>) -> Result<Ts<Palette>> {
        Ok(colors::palette(theme.to_rust()?).into_ts()?)
    }

    /// Share of time in which a compute kernel runs, over the whole capture, a curve a shown rank.
    pub fn minimap(&self, bins: u32) -> Result<Ts<Minimap>> {
        let mut curves = Vec::new();
        if let Some((open, (start, end))) =
            self.stage.open(&self.store).and_then(|open| Some((open, open.span()?)))
        {
            let span = Span::new(start, end);
            for view in self.stage.views(&self.store) {
                let Some(place) = self.stage.view_of(view.id) else { continue };
                let place = self.stage.place_in_capture(place);
                let Some(compute) = open.compute(place) else { continue };
                let values = utilization::bins(compute, span, bins.min(4_096) as usize);
                curves.push(Curve {
                    rank: view.id,
                    id: "utilization".to_owned(),
                    label: view.name.to_owned(),
                    quantity: String::new(),
                    unit: String::new(),
                    start: open.relative(start),
                    bin: span.length().get() as f64 / values.len().max(1) as f64,
                    values: values.into_iter().map(Some).collect(),
                });
            }
        }
        Ok(Minimap { curves }.into_ts()?)
    }
}

/// How it is painted.
#[wasm_bindgen]
impl Engine {
    /// Takes over the canvas to paint on.
    #[wasm_bindgen(js_name = attachCanvas)]
    pub fn attach_canvas(&mut self, canvas: OffscreenCanvas, size: Ts<CanvasSize>) -> Result<()> {
        self.stage.size = size.to_rust()?;
        self.surface = Some(Surface::new(canvas, self.stage.size)?);
        self.frames = 0;
        self.dirty = true;
        Ok(())
    }

    /// The canvas has another size.
    pub fn resize(&mut self, size: Ts<CanvasSize>) -> Result<()> {
        self.stage.size = size.to_rust()?;
        self.resized = true;
        self.dirty = true;
        Ok(())
    }

    /// Shows another part.
    #[wasm_bindgen(js_name = setView)]
    pub fn set_view(&mut self, view: Ts<TimelineView>) -> Result<()> {
        let (view, before) = (view.to_rust()?, self.stage.view);
        if (view.start, view.end) != (before.start, before.end) {
            self.stage.motion.change(now());
        }
        self.stage.view = view;
        self.dirty = true;
        Ok(())
    }

    /// The view has not changed for a while after a coarse frame: what was painted quickly is to be painted finely.
    pub fn rest(&mut self) {
        self.dirty |= self.stage.motion.rest();
    }

    /// Draws differently.
    #[wasm_bindgen(js_name = setStyle)]
    pub fn set_style(&mut self, style: Ts<TimelineStyle>) -> Result<()> {
        self.stage.style = style.to_rust()?;
        self.dirty = true;
        Ok(())
    }

    /// Draws other marks.
    #[wasm_bindgen(js_name = setOverlay)]
    pub fn set_overlay(&mut self, overlay: Ts<Overlay>) -> Result<()> {
        self.stage.overlay = overlay.to_rust()?;
        self.dirty = true;
        Ok(())
    }

    /// Whether what is on the canvas is out of date.
    #[wasm_bindgen(js_name = needsFrame)]
    #[must_use]
    pub fn needs_frame(&self) -> bool {
        self.dirty && self.surface.is_some()
    }

    /// Paints a frame; nothing without a canvas.
    pub fn paint(&mut self) -> Result<Option<Ts<FramePainted>>> {
        let Some(surface) = &mut self.surface else { return Ok(None) };
        self.dirty = false;
        let began = now();
        if std::mem::take(&mut self.resized) {
            surface.resize(self.stage.size);
        }
        let painted = painter::paint(surface, &self.stage, &self.store, &mut self.last, now)?;
        self.frames += 1;
        let frame = FramePainted {
            frame: self.frames,
            view: self.stage.view,
            coarse: self.stage.motion.is_coarse(self.stage.size.ratio),
            raster_ms: painted.raster_ms,
            total_ms: now() - began,
            rows: painted.rows as u32,
            labels: painted.labels as u32,
        };
        Ok(Some(frame.into_ts()?))
    }
}
