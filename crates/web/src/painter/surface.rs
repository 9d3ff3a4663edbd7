//! An `OffscreenCanvas` in CSS pixels: the few strokes that the timeline needs.

use super::strips::{Place, Strips};
use crate::protocol::CanvasSize;
use stepscope_browser::{Failure, Result};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{ImageData, OffscreenCanvas, OffscreenCanvasRenderingContext2d as Context};

/// Text of labels and ticks, CSS pixels.
pub(crate) const FONT_SIZE: f64 = 11.0;

const FONT_FAMILY: &str = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'PingFang SC', \
                           'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif";

/// The canvas that is on screen.
pub(crate) struct Surface {
    canvas: OffscreenCanvas,
    context: Context,
    /// How lines of pixels come on it.
    pub(super) strips: Strips,
    size: CanvasSize,
}

impl Surface {
    /// Takes over a canvas.
    pub(crate) fn new(canvas: OffscreenCanvas, size: CanvasSize) -> Result<Surface> {
        let context = context(&canvas)?;
        let mut surface = Surface { canvas, context, strips: Strips::new()?, size };
        surface.resize(size);
        Ok(surface)
    }

    /// Follows the element's size; what was drawn is lost.
    pub(crate) fn resize(&mut self, size: CanvasSize) {
        self.size = size;
        self.canvas.set_width(device(size.width, size.ratio));
        self.canvas.set_height(device(size.height, size.ratio));
        // Setting a size resets the context's state.
        self.context.set_image_smoothing_enabled(false);
        let _ = self.context.scale(size.ratio, size.ratio);
        self.context.set_font(&format!("{FONT_SIZE}px {FONT_FAMILY}"));
        self.context.set_text_baseline("middle");
    }

    /// Fills a rectangle of whole device pixels: at an edge within one, what was there before would stay to be seen.
    pub(crate) fn fill(&self, x: f64, y: f64, width: f64, height: f64, color: &str) {
        let ((x, width), (y, height)) = (self.whole(x, width), self.whole(y, height));
        self.context.set_fill_style_str(color);
        self.context.fill_rect(x, y, width, height);
    }

    /// The whole device pixels nearest to a stretch of the canvas, in CSS pixels: start and length.
    fn whole(&self, from: f64, length: f64) -> (f64, f64) {
        let ratio = self.size.ratio;
        let (start, end) = ((from * ratio).round(), ((from + length) * ratio).round());
        let least = if length > 0.0 { 1.0 } else { 0.0 };
        (start / ratio, (end - start).max(least) / ratio)
    }

    /// Outlines a rectangle, the line inside it.
    pub(crate) fn outline(&self, x: f64, y: f64, width: f64, height: f64, line: f64, color: &str) {
        self.context.set_stroke_style_str(color);
        self.context.set_line_width(line);
        let inset = (width - line).max(0.0);
        self.context.stroke_rect(x + line / 2.0, y + line / 2.0, inset, (height - line).max(0.0));
    }

    /// Writes a line of text, its middle at `y`, in the colour.
    pub(crate) fn write(&self, text: &str, x: f64, y: f64, color: &str) {
        self.context.set_fill_style_str(color);
        let _ = self.context.fill_text(text, x, y);
    }

    /// Width of a text in CSS pixels.
    pub(crate) fn text_width(&self, text: &str) -> f64 {
        self.context.measure_text(text).map_or(0.0, |measured| measured.width())
    }

    /// A curve from one point to another that leaves and arrives horizontally, with a dot at its end.
    pub(crate) fn arc(&self, from: (f64, f64), to: (f64, f64), color: &str) {
        let bend = ((to.0 - from.0).abs() / 2.0).clamp(8.0, 120.0);
        self.context.set_stroke_style_str(color);
        self.context.set_line_width(1.25);
        self.context.begin_path();
        self.context.move_to(from.0, from.1);
        self.context.bezier_curve_to(from.0 + bend, from.1, to.0 - bend, to.1, to.0, to.1);
        self.context.stroke();
        self.fill(to.0 - 2.0, to.1 - 2.0, 4.0, 4.0, color);
    }

    /// Runs `draw` with everything outside a rectangle of whole device pixels left as it is.
    pub(crate) fn clipped(&self, x: f64, y: f64, width: f64, height: f64, draw: impl FnOnce()) {
        let ((x, width), (y, height)) = (self.whole(x, width), self.whole(y, height));
        self.context.save();
        self.context.begin_path();
        self.context.rect(x, y, width, height);
        self.context.clip();
        draw();
        self.context.restore();
    }

    /// Device pixels across and down.
    pub(super) fn device_size(&self) -> (u32, u32) {
        (self.canvas.width(), self.canvas.height())
    }

    /// Device pixels a CSS pixel.
    pub(super) fn ratio(&self) -> f64 {
        self.size.ratio
    }

    /// Stretches lines of a canvas, of `columns` pixels each, over the full width of their place.
    pub(super) fn stretch(
        &self,
        lines: &OffscreenCanvas,
        columns: usize,
        place: &Place,
    ) -> std::result::Result<(), JsValue> {
        let css = f64::from(self.canvas.width()) / self.size.ratio;
        let (top, height) = self.whole(place.top, place.height);
        self.context.draw_image_with_offscreen_canvas_and_sw_and_sh_and_dx_and_dy_and_dw_and_dh(
            lines,
            0.0,
            place.lines.start as f64,
            columns as f64,
            place.lines.len() as f64,
            0.0,
            top,
            css,
            height,
        )
    }

    /// Replaces what is on the canvas from the device pixel `top` on by the first `width` × `height` pixels of
    /// an image, whatever is clipped.
    pub(super) fn put(
        &self,
        image: &ImageData,
        top: f64,
        (width, height): (f64, f64),
    ) -> std::result::Result<(), JsValue> {
        self.context.put_image_data_with_dirty_x_and_dirty_y_and_dirty_width_and_dirty_height(
            image, 0.0, top, 0.0, 0.0, width, height,
        )
    }
}

pub(super) fn context(canvas: &OffscreenCanvas) -> Result<Context> {
    let found = canvas.get_context("2d").ok().flatten();
    let context = found.and_then(|context: js_sys::Object| context.dyn_into().ok());
    context.ok_or_else(|| Failure::thrown("This browser does not draw in workers", &JsValue::NULL))
}

/// Device pixels of a length; at least one, at most what every browser still allocates.
fn device(length: f64, ratio: f64) -> u32 {
    (length * ratio).round().clamp(1.0, 16_384.0) as u32
}
