//! The charts role: draws on canvases of the page, on the main thread.

use crate::protocol::{Chart, ChartDrawn, ChartSurface};
use plotters_canvas::CanvasBackend;
use stepscope_browser::{Failure, Result};
use stepscope_charts::{Frame, Picture, Surface};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::HtmlCanvasElement;

/// Draws a chart and says where the pointer finds what. The canvas gets the surface's size in device
/// pixels; its size in CSS is the page's.
///
/// # Errors
/// When the canvas has no 2D context or the chart is not what the types say.
#[wasm_bindgen(js_name = drawChart)]
pub fn draw_chart(
    canvas: HtmlCanvasElement,
    chart: Ts<Chart>,
    surface: Ts<ChartSurface>,
) -> Result<Ts<ChartDrawn>> {
    let (chart, surface) = (chart.to_rust()?, surface.to_rust()?);
    let picture = picture(&chart, &surface.frame);
    let device = |length: f64| (length * surface.ratio).round().max(1.0) as u32;
    canvas.set_width(device(surface.frame.width));
    canvas.set_height(device(surface.frame.height));
    let backend = CanvasBackend::with_canvas_object(canvas);
    let mut backend = backend.ok_or_else(|| Failure::new("This canvas cannot be drawn on."))?;
    // The canvas backend takes font sizes as device pixels.
    picture.draw(&mut backend, Surface { pixel_ratio: surface.ratio, font_scale: 1.0 })?;
    Ok(ChartDrawn { hits: picture.hits().to_vec() }.into_ts()?)
}

fn picture(chart: &Chart, frame: &Frame) -> Picture {
    match chart {
        Chart::StepTime(chart) => chart.picture(frame),
        Chart::Utilisation(chart) => chart.picture(frame),
        Chart::ShareBars(chart) => chart.picture(frame),
        Chart::Histogram(chart) => chart.picture(frame),
    }
}
