//! The visible range and its pixels.

use stepscope_core::time::Ns;

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

    /// Time at the left edge of pixel `x`.
    pub fn time_at(&self, x: u32) -> Ns {
        let offset = i128::from(self.span()) * i128::from(x) / i128::from(self.width.max(1));
        self.start.plus(Ns(offset as i64))
    }

    /// Borders of all pixels: `width + 1` times.
    pub fn edges(&self) -> Vec<Ns> {
        (0..=self.width).map(|x| self.time_at(x)).collect()
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
