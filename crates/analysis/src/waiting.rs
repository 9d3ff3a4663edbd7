//! Who waited for whom: collectives compared across the ranks that are open.
//!
//! A collective moves data only once its last rank has arrived, and ends for all at about the same time.
//! So of one rank's time in it
//!
//! ```text
//! own start          last opened rank starts        end − transit     end
//!     │── for an opened rank ──│── for a rank not opened ──│── transit ──│
//! ```
//!
//! the first part is the lateness of an opened rank. The second can only be the lateness of a rank that is
//! not opened: where the whole group is open it is plain communication instead.

use crate::Analysis;
use crate::intervals::{Intervals, Span};
use hashbrown::HashMap;
use stepscope_core::time::Ns;

/// Ends of one collective agree this well on the real captures (3–15 µs of 79 ms); a collective whose ends
/// differ more did not end together, and nothing is concluded from its starts.
const END_TOGETHER: Ns = Ns::from_us(1_000);

/// A wait for a rank that is not opened is claimed when the data moved in less than this share of the time
/// that is left after the last opened rank has started. The real captures show 0.004.
const ALMOST_NO_TRANSIT: f64 = 0.2;

/// Below this a wait is part of the collective's protocol.
const SHORTEST_WAIT: Ns = Ns::from_us(500);

/// What one device waited for inside its collectives.
#[derive(Clone, Debug, Default)]
pub struct Waits {
    /// For a rank that is opened.
    pub opened: Intervals,
    /// For a rank that is not opened.
    pub unopened: Intervals,
}

/// One rank's part in a collective.
#[derive(Clone, Copy)]
struct Part {
    /// Number of the unit in the order of `Analysis::all_units`.
    unit: usize,
    span: Span,
    transit: Option<Ns>,
    group_size: Option<u32>,
}

/// Waits of every device of the capture, in the order of [`Analysis::all_units`].
///
/// All opened ranks are compared, whichever are selected: leaving a rank out of a selection does not make
/// it unopened.
pub fn waits(analysis: &Analysis) -> Vec<Waits> {
    let mut collectives: HashMap<(&str, u32), Vec<Part>> = HashMap::new();
    let mut units = 0;
    for (unit, of) in analysis.all_units().enumerate() {
        units += 1;
        let Some(trace) = &of.rank.trace else { continue };
        let collectives_of = &of.facts.collectives;
        for one in &collectives_of.list {
            let part = Part {
                unit,
                span: one.span,
                transit: one.transit,
                group_size: collectives_of.group_sizes.get(&one.track).copied(),
            };
            collectives
                .entry((trace.strings.get(one.name), one.occurrence))
                .or_default()
                .push(part);
        }
    }
    let world = world_size(analysis);
    let mut opened = vec![Vec::new(); units];
    let mut unopened = vec![Vec::new(); units];
    for parts in collectives.values() {
        let Some(split) = Split::of(parts, world) else { continue };
        for part in parts {
            let (first, second) = split.waits(part);
            opened[part.unit].push(first);
            unopened[part.unit].push(second);
        }
    }
    let sets = opened.into_iter().zip(unopened);
    sets.map(|(opened, unopened)| Waits {
        opened: Intervals::union_of(opened),
        unopened: Intervals::union_of(unopened),
    })
    .collect()
}

/// Where the time of one collective splits.
struct Split {
    last_start: Ns,
    whole_group_open: bool,
}

impl Split {
    fn of(parts: &[Part], world: Option<u32>) -> Option<Split> {
        let ends = parts.iter().map(|part| part.span.end);
        let (first_end, last_end) = (ends.clone().min()?, ends.max()?);
        if last_end.minus(first_end) > END_TOGETHER {
            return None;
        }
        let size = parts.iter().filter_map(|part| part.group_size).max();
        let whole = size.or(world).is_some_and(|size| parts.len() >= size as usize);
        let last_start = parts.iter().map(|part| part.span.start).max()?;
        Some(Split { last_start, whole_group_open: whole })
    }

    fn waits(&self, part: &Part) -> (Span, Span) {
        let arrived = self.last_start.min(part.span.end);
        let opened = Span::new(part.span.start, arrived);
        let rest = Span::new(arrived, part.span.end);
        let none = Span::new(part.span.end, part.span.end);
        let Some(transit) = part.transit.filter(|_| !self.whole_group_open) else {
            return (opened, none);
        };
        let wait = Span::new(arrived, part.span.end.minus(transit));
        let little = transit.get() as f64 <= ALMOST_NO_TRANSIT * rest.length().get() as f64;
        (opened, if little && wait.length() > SHORTEST_WAIT { wait } else { none })
    }
}

/// Ranks of the job, where the metadata tells (`distributed_args`, formats.md §1.1).
pub fn world_size(analysis: &Analysis) -> Option<u32> {
    analysis.capture.ranks.iter().find_map(|rank| {
        let metadata: serde_json::Value = serde_json::from_str(rank.metadata.as_ref()?).ok()?;
        u32::try_from(metadata.get("distributed_args")?.get("world_size")?.as_u64()?).ok()
    })
}
