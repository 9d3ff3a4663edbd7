//! A picture as an SVG document.

use crate::picture::{Picture, Surface};
use plotters::backend::SVGBackend;

/// plotters' SVG backend divides font sizes by this; multiplied back here.
const FONT_DIVISOR: f64 = 1.24;

/// The picture as an SVG document, one unit per CSS pixel.
pub fn svg(picture: &Picture) -> String {
    let mut document = String::new();
    let (width, height) = picture.size();
    {
        let size = (width.round() as u32, height.round() as u32);
        let mut backend = SVGBackend::with_string(&mut document, size);
        let surface = Surface { pixel_ratio: 1.0, font_scale: FONT_DIVISOR };
        // Writing to a string has no way to fail.
        let _ = picture.draw(&mut backend, surface);
    }
    document
}
