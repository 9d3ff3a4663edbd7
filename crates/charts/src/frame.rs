//! What a chart is drawn into: size, colours and font, all handed in by the caller.

use serde::{Deserialize, Serialize};

/// Red, green, blue, alpha, each 0–255. In JSON a list of four numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(transparent)]
pub struct Color(pub [u8; 4]);

impl Color {
    /// An opaque colour.
    pub const fn rgb(red: u8, green: u8, blue: u8) -> Color {
        Color([red, green, blue, 255])
    }

    /// The same hue with its alpha multiplied by `share` (0–1).
    #[must_use]
    pub fn faded(self, share: f64) -> Color {
        let [red, green, blue, alpha] = self.0;
        Color([red, green, blue, (f64::from(alpha) * share.clamp(0.0, 1.0)).round() as u8])
    }

    /// Black or white, whichever is easier to read on this colour.
    pub(crate) fn ink(self) -> Color {
        let [red, green, blue, _] = self.0.map(|channel| f64::from(channel) / 255.0);
        let luminance = 0.2126 * red.powf(2.2) + 0.7152 * green.powf(2.2) + 0.0722 * blue.powf(2.2);
        if luminance > 0.35 { Color::rgb(20, 20, 20) } else { Color::rgb(255, 255, 255) }
    }
}

/// The colours that are not data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub struct Theme {
    /// Painted first over the whole picture; transparent leaves what is beneath.
    pub background: Color,
    /// Names and values.
    pub text: Color,
    /// Ticks, captions, legend.
    pub muted: Color,
    /// Axis lines and step borders.
    pub rule: Color,
    /// Grid lines.
    pub grid: Color,
    /// Stretches and items to look at (low utilisation, outliers).
    pub alert: Color,
}

/// Font of all text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub struct Font {
    /// CSS family list.
    pub family: String,
    /// CSS pixels.
    pub size: f64,
}

/// What a chart is laid out for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "typescript",
    derive(tsify::Tsify),
    tsify(missing_as_null, type_prefix = "Chart")
)]
#[serde(rename_all = "camelCase")]
pub struct Frame {
    /// CSS pixels.
    pub width: f64,
    /// CSS pixels.
    pub height: f64,
    /// Colours that are not data.
    pub theme: Theme,
    /// Font of all text.
    pub font: Font,
}

impl Frame {
    /// Height of a line of text in CSS pixels.
    pub(crate) fn line(&self) -> f64 {
        (self.font.size * 1.5).round()
    }
}
