//! One lane, pixel by pixel.

use crate::levels::{BLOCK, Lane, Reach};
use std::ops::Range;
use stepscope_core::model::Slices;
use stepscope_core::time::Ns;

/// A lane and the pixels that it is seen through.
pub(crate) struct Sweep<'a> {
    pub(crate) lane: &'a Lane,
    pub(crate) slices: &'a Slices,
    /// Borders of the pixels, on the clock of the rank.
    pub(crate) edges: &'a [Ns],
    /// Whether slices have the colours of their names, or one colour is on the whole lane.
    pub(crate) colored: bool,
}

/// Pixels side by side that show the same; one, but for the inside of a long slice.
pub(crate) struct Stretch {
    /// Which pixels.
    pub(crate) x: Range<usize>,
    /// Places of the slices that touch them.
    pub(crate) places: Range<usize>,
    /// Share of their time that is busy, 0 to 1.
    pub(crate) share: f64,
    /// Number of the colour with most time in them; 0 where names do not matter.
    pub(crate) color: u8,
    /// Whether a slice without length is to be marked.
    pub(crate) instant: bool,
}

/// Blocks of slices whose slices are still looked at one by one in a pixel.
const FEW: usize = 2;

/// Pixels whose edges are looked up together.
const CROWD: usize = 32;

/// A pixel's own time.
struct Pixel {
    start: Ns,
    end: Ns,
}

impl Sweep<'_> {
    /// Calls `draw` for all pixels that slices touch, from left to right. Returns how many slices and
    /// blocks were looked at: what the lane costs, whatever its length.
    pub(crate) fn run(&self, mut draw: impl FnMut(Stretch)) -> u64 {
        let width = self.edges.len() - 1;
        let mut at = self.lane.first_ending_after(self.slices, self.edges[0]);
        let mut looks = 0;
        let mut x = 0;
        while x < width && at < self.lane.len() {
            if let Some(to) = self.crowd(x, at) {
                (at, looks) = self.crowded(x..to, at, looks, &mut draw);
                x = to;
                continue;
            }
            let pixel = self.pixel(x);
            let next = self.lane.start(self.slices, at);
            looks += 1;
            if next >= pixel.end {
                x = self.pixel_of(x, next);
                continue;
            }
            let many = self.lane.has_many(at, FEW, pixel.end);
            let stretch = if many {
                let before = self.lane.reach(self.slices, at, pixel.start);
                let reach = self.lane.reach(self.slices, at, pixel.end);
                looks += (2 * BLOCK) as u64;
                self.many(x, at, &before, &reach)
            } else {
                let stretch = self.few(x, at, &pixel);
                looks += stretch.places.len() as u64;
                stretch
            };
            let last = stretch.places.end - 1;
            draw(stretch);
            x += 1;
            at = last + 1;
            let end = self.lane.end(self.slices, last);
            if end > self.edges[x] {
                at = last;
                let whole = self.covered(x, end);
                if whole > x {
                    let places = last..last + 1;
                    let color = self.color(last);
                    draw(Stretch { x: x..whole, places, share: 1.0, color, instant: false });
                    x = whole;
                }
            }
        }
        looks
    }

    /// Up to where pixels from `x` on are crowded: more slices start in them, from the place `at` on, than
    /// [`FEW`] blocks a pixel.
    fn crowd(&self, x: usize, at: usize) -> Option<usize> {
        let to = (x + CROWD).min(self.edges.len() - 1);
        // Beyond a nanosecond a pixel edges may coincide.
        let apart = self.edges[to].minus(self.edges[x]).get() >= 2 * (to - x) as i64;
        (apart && self.lane.has_many(at, FEW * (to - x), self.edges[to])).then_some(to)
    }

    /// Draws pixels that are crowded all in all. Their edges are looked up together.
    fn crowded(
        &self,
        pixels: Range<usize>,
        at: usize,
        mut looks: u64,
        draw: &mut impl FnMut(Stretch),
    ) -> (usize, u64) {
        let edges = &self.edges[pixels.start..=pixels.end];
        let reaches: [Reach; CROWD + 1] = self.lane.reaches(self.slices, at, edges);
        let mut at = at;
        for (x, pair) in pixels.zip(reaches.windows(2)) {
            let [before, reach] = [pair[0], pair[1]];
            looks += (2 * BLOCK) as u64;
            // As `has_many` tells it, wherever the crowd begins: a frame beside this one is to show the same.
            if reach.places > (at / BLOCK + FEW + 1) * BLOCK {
                draw(self.many(x, at, &before, &reach));
            } else if reach.places > at {
                looks += (reach.places - at) as u64;
                draw(self.few(x, at, &self.pixel(x)));
            }
            // The last that has started is the only one that may go on.
            let last = reach.places.saturating_sub(1);
            let over = self.lane.end(self.slices, last) <= self.edges[x + 1];
            at = if over { reach.places } else { last }.max(at);
        }
        (at, looks)
    }

    /// A pixel that many slices touch, from the place `from` on.
    fn many(&self, x: usize, from: usize, before: &Reach, reach: &Reach) -> Stretch {
        let places = from..reach.places;
        let busy = reach.busy.wrapping_sub(before.busy);
        let color = if self.colored { self.lane.tone(&places) } else { 0 };
        // Each mark of an instant is a rectangle for the canvas, and a frame affords some thousand.
        Stretch { x: x..x + 1, places, share: self.share(x, busy), color, instant: busy == 0 }
    }

    /// A time's share of a pixel.
    fn share(&self, x: usize, time: i64) -> f64 {
        let pixel = self.pixel(x);
        (time as f64 / pixel.end.minus(pixel.start).get() as f64).clamp(0.0, 1.0)
    }

    /// Beyond a nanosecond a pixel there is nothing to tell apart.
    fn pixel(&self, x: usize) -> Pixel {
        let start = self.edges[x];
        Pixel { start, end: self.edges[x + 1].max(start.plus(Ns(1))) }
    }

    /// A pixel that few slices touch, from the place `from` on: exact.
    fn few(&self, x: usize, from: usize, pixel: &Pixel) -> Stretch {
        let fill = self.lane.fill(self.slices, from, &(pixel.start..pixel.end));
        let color = if self.colored { fill.color } else { 0 };
        let share = self.share(x, fill.busy);
        Stretch { x: x..x + 1, places: fill.places, share, color, instant: fill.instant }
    }

    fn color(&self, at: usize) -> u8 {
        if self.colored { self.lane.color(at) } else { 0 }
    }

    /// The first pixel from `x` on that `time` lies in, which is behind pixel `x`.
    fn pixel_of(&self, x: usize, time: Ns) -> usize {
        let after = self.first_edge(x + 1, |edge| self.edges[edge] >= time);
        let inside = self.edges.get(after).is_some_and(|edge| *edge > time);
        after - usize::from(inside)
    }

    /// One past the last pixel from `x` on that lies wholly before `end`.
    fn covered(&self, x: usize, end: Ns) -> usize {
        self.first_edge(x, |x| x + 1 >= self.edges.len() || self.pixel(x).end > end)
    }

    /// The first edge from `from` on at which `over` holds, as it does behind it and at the end. It is
    /// usually near, so it is looked for in doubling steps.
    fn first_edge(&self, from: usize, over: impl Fn(usize) -> bool) -> usize {
        let (mut low, mut step) = (from, 1);
        while low < self.edges.len() && !over(low) {
            low += step;
            step *= 2;
        }
        let (mut high, mut low) =
            (low.min(self.edges.len()), (low + 1).saturating_sub(step / 2).max(from));
        while low < high {
            let middle = low.midpoint(high);
            if over(middle) { high = middle } else { low = middle + 1 }
        }
        high
    }
}
