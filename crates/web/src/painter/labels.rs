//! Names on slices, cut to the room that they have.

use super::surface::Surface;
use std::borrow::Cow;
use stepscope_timeline::RankView;
use stepscope_timeline::paint::{Frame, Label};

/// Narrowest slice with a name, CSS pixels: three letters.
pub(crate) const NARROWEST: f64 = 26.0;

/// Room left free on either side, CSS pixels.
const PADDING: f64 = 4.0;

/// Widths as shares of the font size. Wide on purpose: a clip region a label costs more than the few
/// letters lost, and measuring costs more still.
const LATIN: f64 = 0.6;
const WIDE: f64 = 1.0;

/// Draws the labels of a frame in the rows that are `wanted`.
pub(crate) fn draw(
    surface: &Surface,
    views: &[RankView],
    frame: &Frame,
    ratio: f64,
    wanted: impl Fn(usize) -> bool,
) {
    let fits = |label: &&Label| label.height >= super::surface::FONT_SIZE && wanted(label.row);
    for label in frame.labels.iter().filter(fits) {
        let room = label.width / ratio - 2.0 * PADDING;
        let name = views[label.rank].trace.slice_name(label.slice);
        let text = fitted(name, room / super::surface::FONT_SIZE);
        if text.is_empty() {
            continue;
        }
        let [red, green, blue] = label.ink;
        let ink =
            if red > 0x80 { "#ffffff".to_owned() } else { format!("rgb({red},{green},{blue})") };
        let middle = label.top + crate::engine::stage::AXIS_HEIGHT + label.height / 2.0 + 0.5;
        surface.write(&text, label.x / ratio + PADDING, middle, &ink);
    }
}

/// As much of a name as fits into `room` ems, with an ellipsis where it is cut; nothing where not even
/// a letter fits.
fn fitted(name: &str, room: f64) -> Cow<'_, str> {
    let width = |letter: char| if letter < '\u{2e80}' { LATIN } else { WIDE };
    let mut used = 0.0;
    // Where to cut so that the ellipsis still fits.
    let mut cut = 0;
    for (at, letter) in name.char_indices() {
        if used + WIDE <= room {
            cut = at;
        }
        used += width(letter);
        if used > room {
            return match cut {
                0 => Cow::Borrowed(""),
                cut => Cow::Owned(format!("{}…", &name[..cut])),
            };
        }
    }
    Cow::Borrowed(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_to_their_room() {
        assert_eq!(fitted("MatMul", 10.0), "MatMul");
        assert_eq!(fitted("MatMulV2", 3.5), "MatM…");
        assert_eq!(fitted("MatMul", 0.9), "");
        assert_eq!(fitted("矩阵乘法", 3.0), "矩阵…");
        assert_eq!(fitted("", 3.0), "");
    }
}
