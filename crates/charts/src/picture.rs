//! A laid-out chart: marks to draw and regions to point at, both in CSS pixels.

use crate::frame::{Color, Frame};
use crate::text;
use plotters::backend::DrawingBackend;
use plotters::drawing::DrawingAreaErrorKind;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{
    Color as _, FontDesc, FontFamily, FontStyle, RGBAColor, ShapeStyle, TextStyle,
};
use serde::{Deserialize, Serialize};

/// A rectangle in CSS pixels, from its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub struct Area {
    /// Left edge.
    pub x: f64,
    /// Upper edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

impl Area {
    /// From its edges; a right edge before the left one gives an empty area.
    pub fn between(left: f64, top: f64, right: f64, bottom: f64) -> Area {
        Area { x: left, y: top, width: (right - left).max(0.0), height: (bottom - top).max(0.0) }
    }

    /// Right edge.
    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    /// Lower edge.
    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }

    /// Whether the point lies inside; the right and lower edges do not belong to it.
    pub fn contains(&self, x: f64, y: f64) -> bool {
        x >= self.x && x < self.right() && y >= self.y && y < self.bottom()
    }
}

/// Which side of a text its position names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The text begins there.
    Left,
    /// It is centred there.
    Middle,
    /// It ends there.
    Right,
}

/// Something to draw.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A filled rectangle; at least one device pixel in each direction.
    Rect(Area, Color),
    /// A line through points.
    Line {
        /// CSS pixels.
        points: Vec<(f64, f64)>,
        /// CSS pixels.
        width: f64,
        /// Colour of the stroke.
        color: Color,
    },
    /// A filled polygon.
    Polygon(Vec<(f64, f64)>, Color),
    /// One line of text, vertically centred on `y`.
    Text {
        /// The text, without control characters.
        text: String,
        /// Where `side` is.
        x: f64,
        /// Middle of the line.
        y: f64,
        /// Which part of the text is at `x`.
        side: Side,
        /// CSS pixels.
        size: f64,
        /// Colour.
        color: Color,
    },
}

/// One line of a tooltip.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub struct HitLine {
    /// What it is, as handed in.
    pub label: String,
    /// The value with its unit.
    pub value: String,
    /// Colour of the part in the chart.
    pub color: Option<Color>,
}

/// What is under the pointer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub struct Hit {
    /// Where.
    pub area: Area,
    /// First input item (step, bin, rank, row) that it stands for.
    pub first: usize,
    /// One past the last item.
    pub end: usize,
    /// Part of the item (index into the chart's parts), when it is one part.
    pub part: Option<usize>,
    /// Time range in nanoseconds, in the units of the input, when the chart has a time axis.
    pub range: Option<(f64, f64)>,
    /// Heading of the tooltip.
    pub title: String,
    /// Its lines.
    pub lines: Vec<HitLine>,
}

/// Where a picture is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface {
    /// Device pixels per CSS pixel.
    pub pixel_ratio: f64,
    /// What the backend multiplies font sizes by, inverted (1 on a canvas).
    pub font_scale: f64,
}

/// A laid-out chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    width: f64,
    height: f64,
    family: String,
    size: f64,
    marks: Vec<Mark>,
    hits: Vec<Hit>,
}

impl Picture {
    /// An empty picture with the frame's background.
    pub fn new(frame: &Frame) -> Picture {
        let (width, height) = (frame.width.max(0.0), frame.height.max(0.0));
        let background = Area { x: 0.0, y: 0.0, width, height };
        Picture {
            width,
            height,
            family: frame.font.family.clone(),
            size: frame.font.size,
            marks: vec![Mark::Rect(background, frame.theme.background)],
            hits: Vec::new(),
        }
    }

    /// Width and height in CSS pixels.
    pub fn size(&self) -> (f64, f64) {
        (self.width, self.height)
    }

    /// What is drawn, in drawing order.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Every region that can be pointed at.
    pub fn hits(&self) -> &[Hit] {
        &self.hits
    }

    /// What is under a point, in CSS pixels: the topmost region.
    pub fn hit(&self, x: f64, y: f64) -> Option<&Hit> {
        self.hits.iter().rev().find(|hit| hit.area.contains(x, y))
    }

    pub(crate) fn rect(&mut self, area: Area, color: Color) {
        if area.width > 0.0 && area.height > 0.0 {
            self.marks.push(Mark::Rect(area, color));
        }
    }

    /// A horizontal line one device pixel thick.
    pub(crate) fn rule_across(&mut self, left: f64, right: f64, y: f64, color: Color) {
        self.marks.push(Mark::Rect(Area { x: left, y, width: right - left, height: 0.0 }, color));
    }

    /// A vertical line one device pixel thick.
    pub(crate) fn rule_down(&mut self, x: f64, top: f64, bottom: f64, color: Color) {
        self.marks.push(Mark::Rect(Area { x, y: top, width: 0.0, height: bottom - top }, color));
    }

    pub(crate) fn line(&mut self, points: Vec<(f64, f64)>, color: Color) {
        if points.len() > 1 {
            self.marks.push(Mark::Line { points, width: 1.25, color });
        }
    }

    /// A dashed horizontal line.
    pub(crate) fn dashes_across(&mut self, left: f64, right: f64, y: f64, color: Color) {
        let mut x = left;
        while x < right {
            self.rule_across(x, (x + 4.0).min(right), y, color);
            x += 7.0;
        }
    }

    /// A dashed vertical line.
    pub(crate) fn dashes_down(&mut self, x: f64, top: f64, bottom: f64, color: Color) {
        let mut y = top;
        while y < bottom {
            self.rule_down(x, y, (y + 4.0).min(bottom), color);
            y += 7.0;
        }
    }

    pub(crate) fn polygon(&mut self, points: Vec<(f64, f64)>, color: Color) {
        if points.len() > 2 {
            self.marks.push(Mark::Polygon(points, color));
        }
    }

    /// Text that begins at `x`, centred on `y`; nothing is drawn for an empty text.
    pub(crate) fn text(&mut self, text: &str, (x, y): (f64, f64), side: Side, color: Color) {
        let text = text::clean(text);
        if !text.is_empty() {
            self.marks.push(Mark::Text { text, x, y, side, size: self.size, color });
        }
    }

    /// Diagonal lines over an area: marks a part of a part without a further colour.
    pub(crate) fn hatch(&mut self, area: Area, color: Color) {
        const SPACING: f64 = 5.0;
        let mut offset = SPACING;
        while offset < area.width + area.height {
            let enter = (offset - area.height).max(0.0);
            let leave = offset.min(area.width);
            let at = |x: f64| (area.x + x, area.bottom() - (offset - x).clamp(0.0, area.height));
            self.line(vec![at(enter), at(leave)], color);
            offset += SPACING;
        }
    }

    pub(crate) fn point_at(&mut self, hit: Hit) {
        if hit.area.width > 0.0 && hit.area.height > 0.0 {
            self.hits.push(hit);
        }
    }

    /// Draws the marks.
    ///
    /// # Errors
    /// What the backend reports.
    pub fn draw<B: DrawingBackend>(
        &self,
        backend: &mut B,
        surface: Surface,
    ) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
        let scale = surface.pixel_ratio;
        backend.ensure_prepared().map_err(DrawingAreaErrorKind::BackendError)?;
        for mark in &self.marks {
            let drawn = match mark {
                Mark::Rect(area, color) => {
                    let (corner, opposite) = device_rect(*area, scale);
                    backend.draw_rect(corner, opposite, &filled(*color), true)
                }
                Mark::Line { points, width, color } => {
                    let stroke_width = (width * scale).round().max(1.0) as u32;
                    let style = ShapeStyle { color: rgba(*color), filled: false, stroke_width };
                    backend.draw_path(points.iter().map(|&at| device(at, scale)), &style)
                }
                Mark::Polygon(points, color) => {
                    let points = points.iter().map(|&at| device(at, scale));
                    backend.fill_polygon(points, &filled(*color))
                }
                Mark::Text { text, x, y, side, size, color } => {
                    let size = size * scale * surface.font_scale;
                    let style = self.text_style(size, *side, *color);
                    backend.draw_text(text, &style, device((*x, *y), scale))
                }
            };
            drawn.map_err(DrawingAreaErrorKind::BackendError)?;
        }
        backend.present().map_err(DrawingAreaErrorKind::BackendError)
    }

    fn text_style(&self, size: f64, side: Side, color: Color) -> TextStyle<'_> {
        let across = match side {
            Side::Left => HPos::Left,
            Side::Middle => HPos::Center,
            Side::Right => HPos::Right,
        };
        let font = FontDesc::new(FontFamily::Name(&self.family), size, FontStyle::Normal);
        let color = rgba(color).to_backend_color();
        TextStyle { font, color, pos: Pos::new(across, VPos::Center) }
    }
}

/// Corners in device pixels, at least one pixel apart; no width or height at all means a hairline.
fn device_rect(area: Area, scale: f64) -> ((i32, i32), (i32, i32)) {
    let (left, top) = device((area.x, area.y), scale);
    let (right, bottom) = device((area.right(), area.bottom()), scale);
    let hairline = scale.round().max(1.0) as i32;
    let right = if area.width == 0.0 { left + hairline } else { right.max(left + 1) };
    let bottom = if area.height == 0.0 { top + hairline } else { bottom.max(top + 1) };
    ((left, top), (right, bottom))
}

fn device((x, y): (f64, f64), scale: f64) -> (i32, i32) {
    ((x * scale).round() as i32, (y * scale).round() as i32)
}

fn rgba(Color([red, green, blue, alpha]): Color) -> RGBAColor {
    RGBAColor(red, green, blue, f64::from(alpha) / 255.0)
}

fn filled(color: Color) -> ShapeStyle {
    ShapeStyle { color: rgba(color), filled: true, stroke_width: 0 }
}
