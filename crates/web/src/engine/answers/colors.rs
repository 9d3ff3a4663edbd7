//! The palette.

use crate::protocol::{Palette, PaletteColor, Theme};
use stepscope_timeline::palette::{self, Rgb, Role, curve_colors, ink_on};

/// Ids of parts, layers and causes that are other words for a role.
const ALIASES: [(&str, Role); 6] = [
    ("data", Role::DataLoading),
    ("host", Role::HostDispatch),
    ("idle", Role::Free),
    ("synchronisation", Role::Synchronization),
    ("utilisation", Role::Utilization),
    ("garbage-collection", Role::HostDispatch),
];

/// Every role, other words for them, and the colours of curves as `curve-0`…
pub(crate) fn palette(theme: Theme) -> Palette {
    let theme = match theme {
        Theme::Light => palette::Theme::Light,
        Theme::Dark => palette::Theme::Dark,
    };
    let roles = Role::ALL.iter().map(|role| color(role.id().to_owned(), role.color(theme)));
    let aliases = ALIASES.into_iter().map(|(id, role)| color(id.to_owned(), role.color(theme)));
    let curves = curve_colors(theme).into_iter().enumerate();
    let curves = curves.map(|(place, rgb)| color(format!("curve-{place}"), rgb));
    Palette { colors: roles.chain(aliases).chain(curves).collect() }
}

fn color(role: String, rgb: Rgb) -> PaletteColor {
    let [red, green, blue] = rgb;
    PaletteColor { role, color: css(rgb), rgba: [red, green, blue, 255], ink: css(ink_on(rgb)) }
}

fn css([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
