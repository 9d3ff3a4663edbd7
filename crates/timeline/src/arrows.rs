//! Arrows of whole categories: those of a visible range, without going over all flows a frame.

use crate::flows::{Arrow, end};
use crate::rank::RankView;
use crate::view::View;
use std::collections::BTreeMap;
use std::ops::Range;
use stepscope_core::model::{FlowPhase, Trace};
use stepscope_core::time::Ns;

/// Arrows of one category, by their earlier ends. Made when the category is first shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct CategoryArrows {
    arrows: Vec<Bounds>,
    /// Latest later end of blocks of [`FAN`] arrows, then of [`FAN`] of those, and so on.
    latest: Vec<Vec<Ns>>,
}

/// An arrow as the rows of its ends, with the time that it spans.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    early: Ns,
    late: Ns,
    from: u32,
    to: u32,
}

const FAN: usize = 32;

/// Arrows looked at for each that may be shown: of more, every so-many-th stands for its neighbours.
const LOOKS: usize = 4;

/// Arrows of some categories that touch the visible range, at most one a pair of pixels and tracks, so
/// that a frame costs no more than it can show; at most `most`, spread evenly over the range.
pub fn visible_arrows(
    rank: &RankView,
    view: &View,
    categories: &[String],
    most: usize,
) -> Vec<Arrow> {
    let (trace, view) = (rank.trace, view.shifted(rank.offset));
    let mut seen = BTreeMap::new();
    for category in categories {
        let Some(name) = trace.strings.find(category) else { continue };
        let Some(number) = trace.categories.iter().position(|own| *own == name) else { continue };
        let arrows = rank.lanes.arrows_of(trace, number);
        for Bounds { from, to, .. } in arrows.touching(view.start, view.end, most) {
            let arrow = Arrow { from: end(trace, from as usize), to: end(trace, to as usize) };
            let pixel = |time: Ns| view.x_of(time).clamp(-1.0, 1e9) as i64 / 2;
            let place = |end: crate::flows::End| (end.track, pixel(end.time));
            seen.entry((place(arrow.from), place(arrow.to))).or_insert(arrow);
        }
    }
    let step = seen.len().div_ceil(most.max(1)).max(1);
    seen.into_values().step_by(step).collect()
}

impl CategoryArrows {
    /// Arrows of the category with this number: from each start to each end of its flow.
    pub(crate) fn new(trace: &Trace, category: usize) -> CategoryArrows {
        let flows = &trace.flow_ends;
        let first = flows.category.partition_point(|own| usize::from(*own) < category);
        let last = flows.category.partition_point(|own| usize::from(*own) <= category);
        let mut arrows = Vec::new();
        let mut start = None;
        for row in first..last {
            if flows.phase_of(row) == FlowPhase::Start {
                start = Some(row);
            } else if let Some(from) = start.filter(|&start| flows.id[start] == flows.id[row]) {
                let (early, late) = (flows.time[from], flows.time[row]);
                arrows.push(Bounds {
                    early: early.min(late),
                    late: early.max(late),
                    from: from as u32,
                    to: row as u32,
                });
            }
        }
        arrows.sort_by_key(|arrow| arrow.early);
        let latest = |times: &[Ns]| times.iter().copied().max().unwrap_or(Ns::MIN);
        let late: Vec<Ns> = arrows.iter().map(|arrow| arrow.late).collect();
        let mut level: Vec<Ns> = late.chunks(FAN).map(latest).collect();
        let mut levels = Vec::new();
        while level.len() > 1 {
            let next = level.chunks(FAN).map(latest).collect();
            levels.push(std::mem::replace(&mut level, next));
        }
        CategoryArrows { arrows, latest: levels }
    }

    /// Arrows that touch `start..=end`, thinned out evenly where there are far more than `most`.
    fn touching(&self, start: Ns, end: Ns, most: usize) -> Vec<Bounds> {
        let first = self.arrows.partition_point(|arrow| arrow.early < start);
        let last = self.arrows.partition_point(|arrow| arrow.early <= end);
        let limit = most.saturating_mul(LOOKS).max(1);
        let mut found = Vec::new();
        self.reaching(self.latest.len(), 0..first, start, limit, &mut found);
        let inside = self.arrows.get(first..last).unwrap_or_default();
        found.extend(inside.iter().step_by(inside.len().div_ceil(limit).max(1)));
        found
    }

    /// Arrows of `range` that end at or after `time`: looks only into blocks of `level` that hold one.
    fn reaching(
        &self,
        level: usize,
        range: Range<usize>,
        time: Ns,
        limit: usize,
        found: &mut Vec<Bounds>,
    ) {
        let Some(below) = level.checked_sub(1) else {
            let arrows = &self.arrows[range];
            found.extend(arrows.iter().filter(|arrow| arrow.late >= time));
            return;
        };
        let size = FAN.pow(level as u32);
        for block in range.start / size..range.end.div_ceil(size) {
            if found.len() >= limit {
                return;
            }
            if self.latest[below][block] >= time {
                let own = (block * size).max(range.start)..((block + 1) * size).min(range.end);
                self.reaching(below, own, time, limit, found);
            }
        }
    }
}
