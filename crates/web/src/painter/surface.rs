//! An `OffscreenCanvas` in CSS pixels: the few strokes that the timeline needs.

use crate::failure::{Failure, Result};
use crate::protocol::CanvasSize;
use std::ops::Range;
use wasm_bindgen::{Clamped, JsCast, JsValue};
use web_sys::{ImageData, OffscreenCanvas, OffscreenCanvasRenderingContext2d as Context};

/// Text of labels and ticks, CSS pixels.
pub(crate) const FONT_SIZE: f64 = 11.0;

const FONT_FAMILY: &str = "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'PingFang SC', \
                           'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif";

/// The canvas that is on screen, and one that holds the raster lines before they are stretched.
pub(crate) struct Surface {
    canvas: OffscreenCanvas,
    context: Context,
    lines: OffscreenCanvas,
    lines_context: Context,
    size: CanvasSize,
}

impl Surface {
    /// Takes over a canvas.
    pub(crate) fn new(canvas: OffscreenCanvas, size: CanvasSize) -> Result<Surface> {
        let context = context(&canvas)?;
        let lines = OffscreenCanvas::new(1, 1)
            .map_err(|thrown| Failure::thrown("No canvas for raster lines", &thrown))?;
        let lines_context = self::context(&lines)?;
        let mut surface = Surface { canvas, context, lines, lines_context, size };
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

    /// Fills a rectangle.
    pub(crate) fn fill(&self, x: f64, y: f64, width: f64, height: f64, color: &str) {
        self.context.set_fill_style_str(color);
        self.context.fill_rect(x, y, width, height);
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

    /// Runs `draw` with everything outside a rectangle left as it is.
    pub(crate) fn clipped(&self, x: f64, y: f64, width: f64, height: f64, draw: impl FnOnce()) {
        self.context.save();
        self.context.begin_path();
        self.context.rect(x, y, width, height);
        self.context.clip();
        draw();
        self.context.restore();
    }

    /// Hands over raster lines, RGBA of `width` device pixels each, for [`Surface::stretch`].
    pub(crate) fn load_lines(&self, rgba: &[u8], width: usize) -> Result<()> {
        if width == 0 || rgba.is_empty() {
            return Ok(());
        }
        let count = (rgba.len() / (width * 4)) as u32;
        // Grown, never shrunk: a new size allocates.
        if self.lines.width() < width as u32 || self.lines.height() < count {
            self.lines.set_width(self.lines.width().max(width as u32));
            self.lines.set_height(self.lines.height().max(count));
        }
        let image = ImageData::new_with_u8_clamped_array_and_sh(Clamped(rgba), width as u32, count);
        image
            .and_then(|image| self.lines_context.put_image_data(&image, 0.0, 0.0))
            .map_err(|thrown| Failure::thrown("The raster lines could not be drawn", &thrown))
    }

    /// Stretches raster lines, of `columns` pixels each, over the full width of a rectangle.
    pub(crate) fn stretch(&self, columns: u32, lines: Range<usize>, y: f64, height: f64) {
        let css = f64::from(self.canvas.width()) / self.size.ratio;
        let (from, count) = (lines.start as f64, lines.len() as f64);
        // A line that cannot be drawn leaves its row empty; the next frame tries again.
        let _ = self
            .context
            .draw_image_with_offscreen_canvas_and_sw_and_sh_and_dx_and_dy_and_dw_and_dh(
                &self.lines,
                0.0,
                from,
                f64::from(columns),
                count,
                0.0,
                y,
                css,
                height,
            );
    }
}

fn context(canvas: &OffscreenCanvas) -> Result<Context> {
    let found = canvas.get_context("2d").ok().flatten();
    let context = found.and_then(|context: js_sys::Object| context.dyn_into().ok());
    context.ok_or_else(|| Failure::thrown("This browser does not draw in workers", &JsValue::NULL))
}

/// Device pixels of a length; at least one, at most what every browser still allocates.
fn device(length: f64, ratio: f64) -> u32 {
    (length * ratio).round().clamp(1.0, 16_384.0) as u32
}
