//! The visible range and its pixels.

use stepscope_core::time::Ns;

/// A pixel of a snapped view lasts as many nanoseconds as this for each pixel of the width: what rounding
/// moves is then less than an eighth of a pixel.
const SNAPPED_PIXELS: i64 = 4;

/// What part of time is visible on how many pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Time at the left edge of the first pixel.
    pub start: Ns,
    /// Time at the right edge of the last pixel; later than `start`.
    pub end: Ns,
    /// Width in device pixels.
    pub width: u32,
}

impl View {
    /// Length of the visible range, at least a nanosecond.
    pub fn span(&self) -> i64 {
        self.end.minus(self.start).get().max(1)
    }

    /// About the same view with pixels that begin at multiples of their length, so that a view beside it
    /// has the same ones. Moves no edge by a pixel; as it is where a pixel is too short for that.
    #[must_use]
    pub fn snapped(&self) -> View {
        let width = i64::from(self.width.max(1));
        let pixel = (self.span() + width / 2) / width;
        // Rounding a pixel by half a nanosecond adds up over the width.
        if pixel < SNAPPED_PIXELS * width {
            return *self;
        }
        let start = Ns(self.start.get().div_euclid(pixel).saturating_mul(pixel));
        View { start, end: start.plus(Ns(pixel.saturating_mul(width))), ..*self }
    }

    /// How many pixels `other` lies to the right, where both have the same ones.
    pub(crate) fn pixels_to(&self, other: &View) -> Option<i64> {
        let width = i64::from(self.width.max(1));
        let (pixel, apart) = (self.span() / width, other.start.minus(self.start).get());
        let same = self.width == other.width
            && self.span() == other.span()
            && self.span() % width == 0
            && apart % pixel.max(1) == 0;
        same.then(|| apart / pixel.max(1))
    }

    /// Time at the left edge of pixel `x`.
    pub fn time_at(&self, x: u32) -> Ns {
        let offset = i128::from(self.span()) * i128::from(x) / i128::from(self.width.max(1));
        self.start.plus(Ns(offset as i64))
    }

    /// Borders of all pixels: `width + 1` times.
    pub fn edges(&self) -> Vec<Ns> {
        // In steps with the remainder carried along: a division a pixel is felt on wide screens.
        let width = i64::from(self.width.max(1));
        let (step, rest) = (self.span() / width, self.span() % width);
        let (mut edge, mut carried) = (self.start, 0);
        (0..=self.width)
            .map(|_| {
                let own = edge;
                carried += rest;
                edge = edge.plus(Ns(step + carried / width));
                carried %= width;
                own
            })
            .collect()
    }

    /// Position of a time in pixels; fractional, and outside of `0..width` for times out of view.
    pub fn x_of(&self, time: Ns) -> f64 {
        let offset = i128::from(time.get()) - i128::from(self.start.get());
        offset as f64 * f64::from(self.width) / self.span() as f64
    }

    /// The same view on the clock of a rank that is shown `offset` later than recorded.
    #[must_use]
    pub fn shifted(&self, offset: Ns) -> View {
        View { start: self.start.minus(offset), end: self.end.minus(offset), ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn snapped_views_are_near_and_share_their_pixels(
            start in -1_i64 << 50..1_i64 << 50, span in 1..1_i64 << 50, width in 1..3_000_u32, by in 0..1_i64 << 50,
        ) {
            let view = View { start: Ns(start), end: Ns(start + span), width };
            let snapped = view.snapped();
            let pixel = span as f64 / f64::from(width);
            prop_assert!((snapped.start.get() - start).abs() as f64 <= pixel + 1.0);
            prop_assert!((snapped.span() - span).abs() as f64 <= pixel / 8.0 + 1.0);
            let beside = View { start: Ns(start + by), end: Ns(start + by + span), width }.snapped();
            if snapped != view {
                let apart = snapped.pixels_to(&beside).unwrap();
                if let Some(x) = u32::try_from(apart).ok().filter(|x| *x < width) {
                    prop_assert_eq!(snapped.time_at(x), beside.start);
                }
            }
        }

        #[test]
        fn edges_are_the_times_of_pixels(start in -9_000..9_000_i64, span in 1..1_i64 << 50, width in 1..3_000_u32) {
            let view = View { start: Ns(start), end: Ns(start + span), width };
            let edges: Vec<Ns> = (0..=width).map(|x| view.time_at(x)).collect();
            prop_assert_eq!(view.edges(), edges);
        }
    }
}
