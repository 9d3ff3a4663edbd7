//! One lane, pixel by pixel.

use crate::levels::{BLOCK, Lane, strongest_color};
use crate::palette::NAME_COLORS;
use std::ops::Range;
use stepscope_core::model::Slices;
use stepscope_core::time::Ns;

/// A lane and the pixels that it is seen through.
pub(crate) struct Sweep<'a> {
    pub(crate) lane: &'a Lane,
    pub(crate) slices: &'a Slices,
    /// Borders of the pixels, on the clock of the rank.
    pub(crate) edges: &'a [Ns],
    /// Colours of names; `None` where one colour is on the whole lane.
    pub(crate) colors: Option<&'a [u8]>,
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
        // Busy time up to the left edge, where the pixel before has found it out.
        let mut before = None;
        let mut looks = 0;
        let mut x = 0;
        while x < width && at < self.lane.len() {
            let pixel = self.pixel(x);
            let next = self.lane.start(self.slices, at);
            looks += 1;
            if next >= pixel.end {
                x = self.pixel_of(x, next);
                before = None;
                continue;
            }
            let (from, share) = (at, 1.0 / pixel.end.minus(pixel.start).get() as f64);
            let many = self.lane.has_many(at, pixel.end);
            let stretch = if many {
                let busy =
                    before.unwrap_or_else(|| self.lane.reach(self.slices, at, pixel.start).busy);
                let reach = self.lane.reach(self.slices, at, pixel.end);
                let (places, busy) = (from..reach.places, reach.busy.wrapping_sub(busy));
                before = Some(reach.busy);
                looks += (2 * BLOCK) as u64;
                let color = self.colors.map_or(0, |_| self.lane.tone(&places));
                // Each mark is a rectangle for the canvas, and a frame affords some thousand.
                Stretch {
                    x: x..x + 1,
                    places,
                    share: busy as f64 * share,
                    color,
                    instant: busy == 0,
                }
            } else {
                before = None;
                let stretch = self.few(x, at, &pixel);
                looks += stretch.places.len() as u64;
                Stretch { share: stretch.share * share, ..stretch }
            };
            let last = stretch.places.end - 1;
            draw(Stretch { share: stretch.share.clamp(0.0, 1.0), ..stretch });
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
                    (x, before) = (whole, None);
                }
            }
        }
        looks
    }

    /// Beyond a nanosecond a pixel there is nothing to tell apart.
    fn pixel(&self, x: usize) -> Pixel {
        let start = self.edges[x];
        Pixel { start, end: self.edges[x + 1].max(start.plus(Ns(1))) }
    }

    /// A pixel that few slices touch, from the place `from` on: exact. The share is yet a time.
    fn few(&self, x: usize, from: usize, pixel: &Pixel) -> Stretch {
        let mut sums = [0_i64; NAME_COLORS];
        let (mut busy, mut instant, mut to) = (0_i64, false, from);
        while to < self.lane.len() {
            let row = self.lane.row(to);
            let (start, end) = (self.slices.start[row], self.slices.end(row));
            if start >= pixel.end {
                break;
            }
            let time = end.min(pixel.end).minus(start.max(pixel.start)).get().max(0);
            busy = busy.saturating_add(time);
            instant |= start == end && start >= pixel.start;
            if let Some(colors) = self.colors {
                sums[colors[self.slices.name[row].index()] as usize] += time;
            }
            to += 1;
        }
        let color = if to - from == 1 { self.color(from) } else { strongest_color(&sums) };
        Stretch { x: x..x + 1, places: from..to, share: busy as f64, color, instant }
    }

    fn color(&self, at: usize) -> u8 {
        let name = self.slices.name[self.lane.row(at)];
        self.colors.map_or(0, |colors| colors[name.index()])
    }

    /// The first pixel from `x` on that `time` lies in.
    fn pixel_of(&self, x: usize, time: Ns) -> usize {
        let after = x + self.edges[x..].partition_point(|edge| *edge < time);
        let inside = self.edges.get(after).is_some_and(|edge| *edge > time);
        after - usize::from(inside)
    }

    /// One past the last pixel from `x` on that lies wholly before `end`.
    fn covered(&self, x: usize, end: Ns) -> usize {
        let (mut low, mut high) = (x, self.edges.len() - 1);
        while low < high {
            let middle = low.midpoint(high);
            if self.pixel(middle).end <= end {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}
