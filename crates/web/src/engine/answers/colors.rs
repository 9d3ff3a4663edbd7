//! The palette.

use crate::protocol::{Palette, PaletteColor, Theme};
use stepscope_timeline::palette::{self, NAME_COLORS, Rgb, Role, ink_on, name_color};

/// Ids of parts, layers and causes that are other words for a role.
const ALIASES: [(&str, Role); 6] = [
    ("data", Role::DataLoading),
    ("host", Role::HostDispatch),
    ("idle", Role::Free),
    ("synchronisation", Role::Synchronization),
    ("utilisation", Role::Utilization),
    ("garbage-collection", Role::HostDispatch),
];

/// Every role, other words for them, and the colours of names as `name-0`…
pub(crate) fn palette(theme: Theme) -> Palette {
    let theme = match theme {
        Theme::Light => palette::Theme::Light,
        Theme::Dark => palette::Theme::Dark,
    };
    let roles = Role::ALL.iter().map(|role| color(role.id().to_owned(), role.color(theme)));
    let aliases = ALIASES.into_iter().map(|(id, role)| color(id.to_owned(), role.color(theme)));
    let names = (0..NAME_COLORS as u8).map(|i| color(format!("name-{i}"), name_color(i, theme)));
    Palette { colors: roles.chain(aliases).chain(names).collect() }
}

fn color(role: String, rgb: Rgb) -> PaletteColor {
    let [red, green, blue] = rgb;
    PaletteColor { role, color: css(rgb), rgba: [red, green, blue, 255], ink: css(ink_on(rgb)) }
}

fn css([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
