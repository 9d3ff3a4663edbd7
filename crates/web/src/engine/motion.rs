//! Whether the view is being moved: a frame must then be quick rather than fine.

/// A view that changes again within this time is being moved, milliseconds.
const GAP: f64 = 150.0;

/// How the view has changed.
#[derive(Default)]
pub(crate) struct Motion {
    /// When it last did, milliseconds.
    changed: Option<f64>,
    moving: bool,
}

impl Motion {
    /// The view changes at `now`. A single jump is no motion: it is painted fine at once.
    pub(crate) fn change(&mut self, now: f64) {
        self.moving = self.changed.is_some_and(|last| now - last < GAP);
        self.changed = Some(now);
    }

    /// The hand rests; says whether it moved.
    pub(crate) fn rest(&mut self) -> bool {
        std::mem::take(&mut self.moving)
    }

    /// Columns a CSS pixel that rows are painted in, on a screen of `ratio` device pixels a CSS pixel.
    pub(crate) fn columns(&self, ratio: f64) -> f64 {
        if self.moving { ratio.min(1.0) } else { ratio }
    }

    /// Whether rows are painted coarser than the screen is.
    pub(crate) fn is_coarse(&self, ratio: f64) -> bool {
        self.columns(ratio) < ratio
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_keeps_moving_is_coarse_and_only_until_it_rests() {
        let mut motion = Motion::default();
        let coarse = |motion: &Motion| motion.is_coarse(2.0);
        motion.change(1_000.0);
        assert!(!coarse(&motion), "a jump");
        motion.change(1_016.0);
        assert!(coarse(&motion) && motion.columns(2.0) == 1.0);
        assert!(!motion.is_coarse(1.0), "one pixel is as fine as it gets");
        assert_eq!(motion.columns(0.75), 0.75);
        assert!(motion.rest() && !motion.rest() && !coarse(&motion));
        motion.change(2_000.0);
        assert!(!coarse(&motion), "after a rest");
    }
}
