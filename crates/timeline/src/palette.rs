//! The one palette: by role for parts of a step, by name for slices, for light and dark pages.
//!
//! Hues after Okabe and Ito, told apart by colour-blind people; computing (blue) and free (grey) differ
//! in hue and in lightness.

/// Red, green, blue.
pub type Rgb = [u8; 3];

/// Page background that colours are made for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark ink on light ground.
    #[default]
    Light,
    /// Light ink on dark ground.
    Dark,
}

macro_rules! roles {
    ($($(#[$doc:meta])* $role:ident $id:literal $light:expr, $dark:expr;)*) => {
        /// What a colour stands for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Role { $($(#[$doc])* $role,)* }

        impl Role {
            /// Every role.
            pub const ALL: &[Role] = &[$(Role::$role),*];

            /// Name of the role, the same in charts, legends and links.
            pub fn id(self) -> &'static str {
                match self { $(Role::$role => $id),* }
            }

            /// Its colour.
            pub fn color(self, theme: Theme) -> Rgb {
                match (self, theme) {
                    $((Role::$role, Theme::Light) => rgb($light), (Role::$role, Theme::Dark) => rgb($dark),)*
                }
            }
        }
    };
}

roles! {
    /// Compute kernels.
    Computing "computing" 0x1F77B4, 0x4FA3DD;
    /// Communication under compute kernels.
    Overlapped "overlapped" 0x5B9BD5, 0x2F6F9F;
    /// Collectives.
    Communication "communication" 0xE69F00, 0xE9B949;
    /// Communication that nothing hides.
    NotOverlapped "communication-not-overlapped" 0xD55E00, 0xF0803C;
    /// Neither computing nor communicating.
    Free "free" 0xC9CDD2, 0x565C64;
    /// Before the first device task of a step.
    Preparing "preparing" 0x9B8FC2, 0x8878B8;
    /// Behind the last device task of a step.
    Tail "tail" 0xDDD6E8, 0x48435A;
    /// Waiting for a receive of a pipeline stage.
    Bubble "bubble" 0xB07AA1, 0xC08DB3;
    /// Idle for want of data.
    DataLoading "data-loading" 0xCC79A7, 0xE08BBB;
    /// Idle because the host launches too late.
    HostDispatch "host-dispatch" 0x009E73, 0x2FBF94;
    /// Idle because the host waits for the device.
    Synchronization "synchronization" 0x56B4E9, 0x7CC7F2;
    /// Idle during copies.
    MemoryCopy "memory-copy" 0xB8A100, 0xD8C93A;
    /// Idle for other reasons.
    Unknown "unknown" 0xA0A5AB, 0x737A83;
    /// AI Core utilisation.
    Utilization "utilization" 0x1F77B4, 0x4FA3DD;
    /// AI Core frequency.
    Frequency "frequency" 0x8C6D31, 0xC9A45C;
    /// Memory reads.
    MemoryRead "memory-read" 0x009E73, 0x2FBF94;
    /// Memory writes.
    MemoryWrite "memory-write" 0xCC79A7, 0xE08BBB;
}

/// Colours of curves beside each other, by their place: strong enough for thin lines, told apart by
/// colour-blind people. More curves than colours begin anew.
const CURVES_LIGHT: [u32; 6] = [0x0072B2, 0xD55E00, 0x33373D, 0x009E73, 0xE69F00, 0x56B4E9];
const CURVES_DARK: [u32; 6] = [0x4FA3DD, 0xE9B949, 0xE4E9F0, 0x2FBF94, 0xF0803C, 0x3B82C4];

/// Colours of curves, in order.
pub fn curve_colors(theme: Theme) -> [Rgb; 6] {
    match theme {
        Theme::Light => CURVES_LIGHT.map(rgb),
        Theme::Dark => CURVES_DARK.map(rgb),
    }
}

/// Colours of slices by name. Middle lightness, so that dark ink is legible on the light theme's and
/// light ink on the dark theme's.
const LIGHT: [u32; 12] = [
    0x7FB3DB, 0xF2B866, 0x7FCFB2, 0xE3A4C6, 0xB9B0DC, 0x9FD3EE, 0xE8A07C, 0xC7CF7F, 0xA6C8A0,
    0xD9B48F, 0x9EB9C9, 0xCFA9D9,
];
const DARK: [u32; 12] = [
    0x33648C, 0x8A5F14, 0x1F6B52, 0x80436A, 0x564C88, 0x2B6A88, 0x87452A, 0x62691F, 0x42663C,
    0x6F4F2C, 0x3F5A69, 0x6B4577,
];

/// Number of colours for names.
pub const NAME_COLORS: usize = LIGHT.len();

/// Number of a name's colour: the same name has the same colour in every rank and capture. Digits do
/// not count, so that `Conv2D1` and `Conv2D2` look alike.
pub fn color_number(name: &str) -> u8 {
    let letters = name.bytes().filter(|byte| !byte.is_ascii_digit());
    let hash = letters
        .fold(0x811C_9DC5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    ((hash ^ (hash >> 15)) % NAME_COLORS as u32) as u8
}

/// Colour by its number.
pub fn name_color(number: u8, theme: Theme) -> Rgb {
    let table = match theme {
        Theme::Light => &LIGHT,
        Theme::Dark => &DARK,
    };
    rgb(table[number as usize % NAME_COLORS])
}

/// Black or white, whichever is better legible on `color` (WCAG contrast).
pub fn ink_on(color: Rgb) -> Rgb {
    if luminance(color) > 0.18 { [0x16, 0x1A, 0x1F] } else { [0xFF, 0xFF, 0xFF] }
}

/// Relative luminance of sRGB.
fn luminance(color: Rgb) -> f64 {
    let linear = |channel: u8| {
        let c = f64::from(channel) / 255.0;
        if c <= 0.039_28 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2])
}

fn rgb(hex: u32) -> Rgb {
    let [_, red, green, blue] = hex.to_be_bytes();
    [red, green, blue]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contrast(a: Rgb, b: Rgb) -> f64 {
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        a.max(b) / a.min(b)
    }

    #[test]
    fn labels_are_legible_on_every_slice() {
        for theme in [Theme::Light, Theme::Dark] {
            for number in 0..NAME_COLORS as u8 {
                let color = name_color(number, theme);
                assert!(contrast(color, ink_on(color)) >= 4.5, "{theme:?} {number}");
            }
        }
    }

    #[test]
    fn computing_and_free_are_never_alike() {
        for theme in [Theme::Light, Theme::Dark] {
            let (computing, free) = (Role::Computing.color(theme), Role::Free.color(theme));
            assert!(contrast(computing, free) > 2.0, "{theme:?}");
        }
    }

    /// How far apart two colours are for someone without one kind of cone, 0 to about 100: after Viénot,
    /// Brettel and Mollon, in linear RGB; distance in lightness and in the one hue axis that is left.
    fn apart(a: Rgb, b: Rgb, red_blind: bool) -> f64 {
        let seen = |color: Rgb| {
            let [red, green, blue] = color.map(|channel| (f64::from(channel) / 255.0).powf(2.2));
            let yellow =
                if red_blind { 0.11 * red + 0.89 * green } else { 0.29 * red + 0.71 * green };
            (100.0 * (0.93 * yellow + 0.07 * blue).cbrt(), 60.0 * (yellow.cbrt() - blue.cbrt()))
        };
        let ((light, hue), (other_light, other_hue)) = (seen(a), seen(b));
        (light - other_light).hypot(hue - other_hue)
    }

    #[test]
    fn curves_beside_each_other_are_told_apart_without_red_or_green_cones() {
        for theme in [Theme::Light, Theme::Dark] {
            let colors = curve_colors(theme);
            for (at, &a) in colors.iter().enumerate() {
                for &b in &colors[at + 1..] {
                    for red_blind in [false, true] {
                        let apart = apart(a, b, red_blind);
                        assert!(apart > 9.0, "{theme:?} {a:?} {b:?} {red_blind} {apart}");
                    }
                }
            }
        }
    }

    #[test]
    fn numbered_names_look_alike() {
        assert_eq!(color_number("Conv2D1"), color_number("Conv2D17"));
    }
}
