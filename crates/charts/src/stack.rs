//! Parts that stack up to a whole: their colours, legend and tooltips.

use crate::frame::{Color, Frame};
use crate::known;
use crate::number;
use crate::picture::{Area, HitLine, Picture, Side};
use crate::text;
use serde::{Deserialize, Serialize};

/// One part of every stacked bar of a chart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub struct Part {
    /// Its name, in the reader's language.
    pub label: String,
    /// Its colour.
    pub color: Color,
}

/// A value to compare with: median, 95th percentile, peak.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub struct Reference {
    /// Its name, in the reader's language.
    pub label: String,
    /// In the unit of the axis.
    pub value: f64,
}

/// A known part of a whole: negative lengths cannot be stacked and count as unknown.
pub(crate) fn size(value: Option<f64>) -> Option<f64> {
    known(value).filter(|v| *v >= 0.0)
}

/// Sum of the known parts; `None` when none is known.
pub(crate) fn total(values: &[Option<f64>]) -> Option<f64> {
    values.iter().filter_map(|&v| size(v)).reduce(|a, b| a + b)
}

/// Whether a part can be seen in one of the bars: slivers are in the tooltips, a legend of them is noise.
pub(crate) fn visible<'a>(
    mut bars: impl Iterator<Item = &'a Vec<Option<f64>>>,
    part: usize,
) -> bool {
    const SLIVER: f64 = 0.003;
    bars.any(|values| {
        let value = size(values.get(part).copied().flatten()).unwrap_or(0.0);
        value > 0.0 && value >= SLIVER * total(values).unwrap_or(0.0)
    })
}

/// Draws the legend, in rows from the top of the picture, between two edges; returns the y below it. Parts for which `used` says
/// no are left out: a legend lists what is in the picture.
pub(crate) fn legend(
    picture: &mut Picture,
    frame: &Frame,
    parts: &[Part],
    edges: (f64, f64),
    used: impl Fn(usize) -> bool,
) -> f64 {
    legend_at(picture, frame, parts, edges, 0.0, used)
}

/// [`legend`] from a given y on.
pub(crate) fn legend_at(
    picture: &mut Picture,
    frame: &Frame,
    parts: &[Part],
    (left, right): (f64, f64),
    top: f64,
    used: impl Fn(usize) -> bool,
) -> f64 {
    const SWATCH: f64 = 9.0;
    let size = frame.font.size;
    let (mut x, mut y) = (left, top + frame.line() / 2.0);
    for (index, part) in parts.iter().enumerate().filter(|&(index, _)| used(index)) {
        let label = text::fit(&part.label, size, right - left - SWATCH - 5.0);
        let width = SWATCH + 5.0 + text::width(&label, size);
        if x > left && x + width > right {
            x = left;
            y += frame.line();
        }
        let swatch = Area { x, y: (y - SWATCH / 2.0).round(), width: SWATCH, height: SWATCH };
        picture.rect(swatch, parts[index].color);
        picture.text(&label, (x + SWATCH + 5.0, y), Side::Left, frame.theme.muted);
        x += width + 14.0;
    }
    y + frame.line() / 2.0
}

/// Tooltip lines of the parts of one bar, top of the stack first, with their share of `whole`.
pub(crate) fn lines(parts: &[Part], values: &[Option<f64>], unknown: &str) -> Vec<HitLine> {
    let whole = total(values).filter(|w| *w > 0.0);
    let line = |(index, part): (usize, &Part)| {
        let value = match (size(values.get(index).copied().flatten()), whole) {
            (Some(0.0), _) => return None,
            (Some(ms), Some(whole)) => {
                format!("{} · {}", number::duration_ms(ms), number::percent(ms / whole))
            }
            (Some(ms), None) => number::duration_ms(ms),
            (None, _) => unknown.to_owned(),
        };
        Some(HitLine { label: part.label.clone(), value, color: Some(part.color) })
    };
    parts.iter().enumerate().rev().filter_map(line).collect()
}
