//! Lines of pixels as high as their rows.

use super::surface::{Surface, context};
use super::theme::rgb;
use js_sys::{Object, Reflect};
use std::ops::Range;
use std::sync::OnceLock;
use stepscope_browser::{Failure, Result};
use stepscope_timeline::palette::Rgb;
use wasm_bindgen::{Clamped, JsCast, JsValue};
use web_sys::WebGlRenderingContext;
use web_sys::{ImageData, OffscreenCanvas, OffscreenCanvasRenderingContext2d as Context};

/// How lines come on the canvas. Both ways give the same picture.
pub(crate) enum Strips {
    /// Stretched from a canvas of lines, which is nothing to a GPU.
    Stretched { lines: OffscreenCanvas, context: Context },
    /// Made as high as their rows and put there. Without a GPU stretching takes 0.5 ns a pixel, this 0.15; to
    /// a GPU each pixel would have to be uploaded.
    Put,
}

/// A strip of the frame in its place, CSS pixels of the canvas.
pub(crate) struct Place<'a> {
    /// Lines of the frame, which are stretched over all of it.
    pub(crate) lines: Range<usize>,
    pub(crate) top: f64,
    pub(crate) height: f64,
    /// Nothing is drawn above and below.
    pub(crate) limits: Range<f64>,
    /// What it lies on.
    pub(crate) ground: &'a str,
}

/// Rows of pixels that are put at once: a few are made, and put several times while they are in the cache.
const BLOCK: usize = 8;

type Pixel = [u8; 4];

impl Strips {
    /// The way that suits the machine.
    pub(crate) fn new() -> Result<Strips> {
        if !has_gpu() {
            return Ok(Strips::Put);
        }
        let lines = OffscreenCanvas::new(1, 1)
            .map_err(|thrown| Failure::thrown("No canvas for raster lines", &thrown))?;
        let context = context(&lines)?;
        Ok(Strips::Stretched { lines, context })
    }

    /// Whether nothing of what is below is seen through a strip.
    pub(super) fn cover(&self) -> bool {
        matches!(self, Strips::Put)
    }

    /// Takes lines, RGBA of `columns` pixels each.
    pub(crate) fn load(&self, rgba: &[u8], columns: usize) -> Result<()> {
        let Strips::Stretched { lines, context } = self else { return Ok(()) };
        if columns == 0 || rgba.is_empty() {
            return Ok(());
        }
        let count = (rgba.len() / (columns * 4)) as u32;
        // Grown, never shrunk: a new size allocates.
        if lines.width() < columns as u32 || lines.height() < count {
            lines.set_width(lines.width().max(columns as u32));
            lines.set_height(lines.height().max(count));
        }
        let image =
            ImageData::new_with_u8_clamped_array_and_sh(Clamped(rgba), columns as u32, count);
        image
            .and_then(|image| context.put_image_data(&image, 0.0, 0.0))
            .map_err(|thrown| Failure::thrown("The raster lines could not be drawn", &thrown))
    }
}

/// Draws strips of one frame.
pub(crate) struct Drawing<'a> {
    surface: &'a Surface,
    rgba: &'a [Pixel],
    columns: usize,
    /// The column that each device pixel of a row shows; empty where lines are stretched.
    shown: Vec<u32>,
    /// [`BLOCK`] rows of device pixels.
    block: Vec<Pixel>,
}

impl Drawing<'_> {
    /// For lines that were loaded.
    pub(crate) fn new<'a>(surface: &'a Surface, rgba: &'a [u8], columns: u32) -> Drawing<'a> {
        let width = match surface.strips {
            Strips::Stretched { .. } => 0,
            Strips::Put => surface.device_size().0 as usize,
        };
        let columns = columns as usize;
        let shown = (0..width).map(|x| middle_of(x, width, columns) as u32).collect();
        let block = vec![[0; 4]; BLOCK * width];
        Drawing { surface, rgba: rgba.as_chunks().0, columns, shown, block }
    }

    /// Draws a strip.
    pub(crate) fn draw(&mut self, place: &Place) {
        // A strip that cannot be drawn leaves its row empty; the next frame tries again.
        let _ = match &self.surface.strips {
            Strips::Stretched { lines, .. } => self.surface.stretch(lines, self.columns, place),
            Strips::Put => self.put(place),
        };
    }

    fn put(&mut self, place: &Place) -> std::result::Result<(), JsValue> {
        let ((width, height), ratio) = (self.surface.device_size(), self.surface.ratio());
        let device = |length: f64| (length * ratio).round().max(0.0) as usize;
        let rows = device(place.top)..device(place.top + place.height);
        let bottom = device(place.limits.end).min(height as usize);
        let seen = rows.start.max(device(place.limits.start))..rows.end.min(bottom);
        let ground = rgb(place.ground);
        let mut held = [usize::MAX; BLOCK];
        for top in seen.clone().step_by(BLOCK) {
            let count = BLOCK.min(seen.end - top);
            for row in 0..count {
                let nth = middle_of(top + row - rows.start, rows.len(), place.lines.len());
                let line = place.lines.start + nth;
                if held[row] != line {
                    self.make(row, line, &held, ground);
                    held[row] = line;
                }
            }
            let pixels = Clamped(self.block.as_flattened());
            let image = ImageData::new_with_u8_clamped_array_and_sh(pixels, width, BLOCK as u32)?;
            let own = (f64::from(width), count as f64);
            self.surface.put(&image, top as f64, own)?;
        }
        Ok(())
    }

    /// Makes a row of the block from a line; `held` are the lines of its rows.
    fn make(&mut self, row: usize, line: usize, held: &[usize; BLOCK], ground: Rgb) {
        let width = self.shown.len();
        if let Some(same) = held.iter().position(|held| *held == line) {
            self.block.copy_within(same * width..(same + 1) * width, row * width);
            return;
        }
        let line = &self.rgba[line * self.columns..(line + 1) * self.columns];
        let mut last = ([0; 4], over([0; 4], ground));
        let blended: Vec<Pixel> = line
            .iter()
            .map(|pixel| {
                if *pixel != last.0 {
                    last = (*pixel, over(*pixel, ground));
                }
                last.1
            })
            .collect();
        let own = &mut self.block[row * width..(row + 1) * width];
        for (own, column) in own.iter_mut().zip(&self.shown) {
            *own = blended[*column as usize];
        }
    }
}

/// Which of `many` parts of a length the middle of part `at` of `count` lies in; the first of two, as where
/// the browser stretches.
fn middle_of(at: usize, count: usize, many: usize) -> usize {
    ((2 * at + 1) * many).saturating_sub(1) / (2 * count).max(1)
}

/// A pixel over an opaque ground, rounded as the browser rounds what it draws.
fn over([red, green, blue, alpha]: Pixel, ground: Rgb) -> Pixel {
    let alpha = u32::from(alpha);
    let mixed = |own: u8, ground: u8| {
        ((u32::from(own) * alpha + 127) / 255 + ((u32::from(ground) * (256 - alpha)) >> 8)) as u8
    };
    [mixed(red, ground[0]), mixed(green, ground[1]), mixed(blue, ground[2]), u8::MAX]
}

/// Whether the browser draws with a GPU, by what draws its WebGL. Asked once: browsers end the oldest of many
/// contexts.
fn has_gpu() -> bool {
    static FOUND: OnceLock<bool> = OnceLock::new();
    *FOUND.get_or_init(|| gpu().is_some_and(|name| !SOFTWARE.iter().any(|own| name.contains(own))))
}

/// Names of what draws on the processor.
const SOFTWARE: [&str; 4] = ["SwiftShader", "llvmpipe", "softpipe", "Basic Render"];

/// What draws WebGL; `None` without, or where the browser says that it would be slow.
fn gpu() -> Option<String> {
    /// `UNMASKED_RENDERER_WEBGL` of the extension.
    const NAME: u32 = 0x9246;
    let options = Object::new();
    Reflect::set(&options, &"failIfMajorPerformanceCaveat".into(), &JsValue::TRUE).ok()?;
    let canvas = OffscreenCanvas::new(1, 1).ok()?;
    let context = canvas.get_context_with_context_options("webgl", &options).ok()??;
    let context: WebGlRenderingContext = context.dyn_into().ok()?;
    let named = context.get_extension("WEBGL_debug_renderer_info").ok().flatten();
    let name = named.and_then(|_| context.get_parameter(NAME).ok()?.as_string());
    Some(name.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pixel_shows_the_column_under_its_middle() {
        let shown =
            |width, columns| (0..width).map(|x| middle_of(x, width, columns)).collect::<Vec<_>>();
        assert_eq!(shown(3, 3), [0, 1, 2]);
        assert_eq!(shown(4, 2), [0, 0, 1, 1]);
        assert_eq!(shown(5, 4), [0, 1, 1, 2, 3]);
        assert_eq!(shown(2, 4), [0, 2]);
    }

    #[test]
    fn a_pixel_is_blended_over_its_ground() {
        assert_eq!(over([10, 20, 30, 255], [255; 3]), [10, 20, 30, 255]);
        assert_eq!(over([10, 20, 30, 0], [245, 247, 249]), [245, 247, 249, 255]);
        assert_eq!(over([0, 255, 100, 128], [255, 255, 255]), [127, 255, 177, 255]);
    }
}
