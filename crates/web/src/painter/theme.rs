//! Colours of the timeline that are not data. Those of the page around it are in
//! `www/src/styles/tokens.css`; the grounds are the same.

use crate::protocol::Theme;
use stepscope_timeline::palette::Rgb;

/// Inks and grounds, as CSS.
pub(crate) struct Inks {
    pub(crate) ground: &'static str,
    /// Behind rows of ranks and processes, and the axis.
    pub(crate) band: &'static str,
    /// Between rows.
    pub(crate) rule: &'static str,
    pub(crate) text: &'static str,
    pub(crate) muted: &'static str,
    /// Step borders.
    pub(crate) step: &'static str,
    pub(crate) flow: &'static str,
    /// Arrows of whole categories, which may be many.
    pub(crate) faint_flow: &'static str,
    pub(crate) selection: &'static str,
    /// The selected range.
    pub(crate) range: &'static str,
    pub(crate) hit: &'static str,
    /// Slices without length.
    pub(crate) instant: &'static str,
}

/// The inks of a theme.
pub(crate) fn inks(theme: Theme) -> &'static Inks {
    match theme {
        Theme::Light => &LIGHT,
        Theme::Dark => &DARK,
    }
}

/// Red, green and blue of an ink that is opaque: `#rrggbb`.
pub(crate) fn rgb(ink: &str) -> Rgb {
    let [_, red, green, blue] = u32::from_str_radix(&ink[1..], 16).unwrap_or(0).to_be_bytes();
    [red, green, blue]
}

const LIGHT: Inks = Inks {
    ground: "#ffffff",
    band: "#f5f7f9",
    rule: "#e9edf2",
    text: "#1b2430",
    muted: "#556274",
    step: "#a9b4c2",
    flow: "#b3261e",
    faint_flow: "rgba(85, 98, 116, 0.45)",
    selection: "#0b1f33",
    range: "rgba(11, 102, 168, 0.14)",
    hit: "#d55e00",
    instant: "#556274",
};

const DARK: Inks = Inks {
    ground: "#14181d",
    band: "#1b2027",
    rule: "#272e38",
    text: "#e4e9f0",
    muted: "#9eabba",
    step: "#566373",
    flow: "#ff8a80",
    faint_flow: "rgba(158, 171, 186, 0.45)",
    selection: "#ffffff",
    range: "rgba(99, 182, 242, 0.20)",
    hit: "#f0803c",
    instant: "#9eabba",
};
