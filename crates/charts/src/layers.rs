//! Compute or wait? One bar for the coarse answer, one beneath for what it is made of.

use crate::axes::{self, Scale};
use crate::frame::{Color, Frame};
use crate::number;
use crate::picture::{Area, Hit, HitLine, Picture, Side};
use crate::stack::{self, Part};
use crate::text;
use serde::{Deserialize, Serialize};

/// Lower edge of the second bar with its distance to the names, in CSS pixels.
const BARS: f64 = 62.0;

/// A coarse class and its parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub struct Layer {
    /// Name of the class ("compute", "wait").
    pub label: String,
    /// Its colour.
    pub color: Color,
    /// What it is made of.
    pub parts: Vec<Part>,
    /// Milliseconds per part; `None` is unknown.
    pub values: Vec<Option<f64>>,
}

/// Input: classes from left to right.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub struct Layers {
    /// Classes; all their parts together are the whole.
    pub layers: Vec<Layer>,
    /// In place of an unknown value.
    pub unknown_text: String,
    /// In place of the chart when nothing is known.
    pub empty_text: String,
}

impl Layers {
    /// Height at which both bars and all names have room in this frame's width, in CSS pixels.
    pub fn preferred_height(&self, frame: &Frame) -> f64 {
        let mut scratch = Picture::new(frame);
        let whole = self.whole().unwrap_or(1.0);
        self.names(&mut scratch, frame, BARS, whole)
    }

    fn whole(&self) -> Option<f64> {
        let sums: Vec<Option<f64>> = self.layers.iter().map(|l| stack::total(&l.values)).collect();
        stack::total(&sums).filter(|whole| *whole > 0.0)
    }

    /// Lays the chart out.
    pub fn picture(&self, frame: &Frame) -> Picture {
        let mut picture = Picture::new(frame);
        let sums: Vec<Option<f64>> = self.layers.iter().map(|l| stack::total(&l.values)).collect();
        let Some(whole) = self.whole() else {
            axes::empty(&mut picture, frame, &self.empty_text);
            return picture;
        };
        let scale = Scale::new((0.0, whole), (4.0, frame.width - 4.0));
        let coarse = Area::between(0.0, 2.0, frame.width, 26.0);
        let fine = Area::between(0.0, 28.0, frame.width, BARS - 2.0);

        let mut before = 0.0;
        for (index, (layer, sum)) in self.layers.iter().zip(&sums).enumerate() {
            let Some(sum) = *sum else { continue };
            let span = (scale.at(before), scale.at(before + sum));
            let name = (&layer.label, layer.color);
            segment(
                &mut picture,
                frame,
                name,
                sum / whole,
                Area::between(span.0, coarse.y, span.1, coarse.bottom()),
            );
            let lines = stack::lines(&layer.parts, &layer.values, &self.unknown_text);
            let area = Area::between(span.0, coarse.y, span.1, coarse.bottom());
            picture.point_at(hit(area, index, None, name, (sum, whole), lines));
            for (part, value) in layer.values.iter().enumerate().take(layer.parts.len()) {
                let Some(ms) = stack::size(*value) else { continue };
                let area =
                    Area::between(scale.at(before), fine.y, scale.at(before + ms), fine.bottom());
                let name = (&layer.parts[part].label, layer.parts[part].color);
                segment(&mut picture, frame, name, ms / whole, area);
                picture.point_at(hit(area, index, Some(part), name, (ms, whole), Vec::new()));
                before += ms;
            }
        }
        self.names(&mut picture, frame, BARS, whole);
        picture
    }

    /// Names with their shares beneath the bars: segments are often too narrow for theirs.
    fn names(&self, picture: &mut Picture, frame: &Frame, top: f64, whole: f64) -> f64 {
        let parts = self.layers.iter().flat_map(|l| l.parts.iter().zip(&l.values));
        let known = parts.filter_map(|(part, value)| Some((part, stack::size(*value)?)));
        let named: Vec<Part> = known
            .filter(|(_, ms)| *ms > 0.0)
            .map(|(part, ms)| Part {
                label: format!("{} {}", part.label, number::percent(ms / whole)),
                color: part.color,
            })
            .collect();
        stack::legend_at(picture, frame, &named, (4.0, frame.width - 4.0), top, |_| true)
    }
}

/// A coloured segment, with its name and share where they fit.
fn segment(picture: &mut Picture, frame: &Frame, name: (&String, Color), share: f64, area: Area) {
    let (label, color) = name;
    // One pixel of background between segments tells neighbours of similar colour apart.
    picture.rect(Area { width: (area.width - 1.0).max(0.5), ..area }, color);
    let percent = number::percent(share);
    let full = format!("{label} {percent}");
    let room = area.width - 10.0;
    let shown = [full, percent].into_iter().find(|t| text::width(t, frame.font.size) <= room);
    if let Some(shown) = shown.filter(|_| area.height >= frame.font.size) {
        let at = (area.x + 6.0, area.y + area.height / 2.0);
        picture.text(&shown, at, Side::Left, color.ink());
    }
}

fn hit(
    area: Area,
    index: usize,
    part: Option<usize>,
    (label, color): (&String, Color),
    (ms, whole): (f64, f64),
    more: Vec<HitLine>,
) -> Hit {
    let value = format!("{} · {}", number::duration_ms(ms), number::percent(ms / whole));
    let mut lines = vec![HitLine { label: label.clone(), value, color: Some(color) }];
    lines.extend(more);
    Hit { area, first: index, end: index + 1, part, range: None, title: label.clone(), lines }
}
