//! Arrows between slices.

use crate::rank::RankView;
use std::collections::BTreeMap;
use stepscope_core::ids::{NameId, SliceId, TrackId};
use stepscope_core::model::{ArgValue, FlowPhase, Trace};
use stepscope_core::sort::SortShort;
use stepscope_core::time::Ns;

/// One link of a slice: a fan-out has one a target.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// Category of the flow, or [`CONNECTION`].
    pub category: String,
    /// Opaque id.
    pub id: String,
    /// Whether it leaves the slice.
    pub outgoing: bool,
    /// The slice at the other end; `None` when the flow has none.
    pub other: Option<SliceId>,
}

/// Category of links that come from equal `connection_id` arguments where the file has no flow.
pub const CONNECTION: &str = "connection_id";

/// Most links listed for one slice.
const MOST_LINKS: usize = 1_000;

/// An end of an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Track.
    pub track: TrackId,
    /// Time, as recorded.
    pub time: Ns,
    /// The slice it is bound to.
    pub slice: Option<SliceId>,
}

/// An arrow from a start to one of its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Where it leaves.
    pub from: End,
    /// Where it arrives.
    pub to: End,
}

/// Links of a slice both ways, by category and time.
pub fn links_of(rank: &RankView, slice: SliceId) -> Vec<Link> {
    let trace = rank.trace;
    let flows = &trace.flow_ends;
    let mut links = Vec::new();
    for &row in trace.flow_ends_of(slice) {
        let row = row as usize;
        let outgoing = flows.phase_of(row) == FlowPhase::Start;
        let category = trace.strings.get(trace.categories[flows.category[row] as usize]);
        let other_ends = flows.flow_of(row).filter(|&other| {
            other != row && (flows.phase_of(other) == FlowPhase::Start) != outgoing
        });
        let link = |other: Option<SliceId>| Link {
            category: category.to_owned(),
            id: id_text(trace, flows.id[row]),
            outgoing,
            other,
        };
        let before = links.len();
        links.extend(other_ends.map(|other| link(flows.slice[other].some())));
        if links.len() == before {
            links.push(link(None));
        }
        links.truncate(MOST_LINKS);
    }
    links.extend(connections(rank, slice, &links));
    links
}

/// Slices with a `connection_id`, by its number, then by row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Connections {
    slices: Vec<SliceId>,
}

impl Connections {
    pub(crate) fn new(trace: &Trace) -> Connections {
        let Some(key) = trace.strings.find(CONNECTION) else { return Connections::default() };
        // Looked up once a template: this passes over every slice.
        let templates: Vec<_> = trace.args.templates.iter().map(|own| own.position(key)).collect();
        let (template, row) = (&trace.slices.template, &trace.slices.args_row);
        if templates.iter().all(Option::is_none) {
            return Connections::default();
        }
        let mut numbered = Vec::new();
        for (at, template) in template.iter().enumerate() {
            let Some(&Some(position)) = templates.get(usize::from(*template)) else { continue };
            let values = &trace.args.templates[usize::from(*template)];
            if let ArgValue::Int(number) = values.value(position, row[at] as usize) {
                numbered.push((number, SliceId::new(at)));
            }
        }
        // Numbers mostly ascend within a track, which this sort makes use of.
        numbered.sort_short();
        Connections { slices: numbered.into_iter().map(|(_, slice)| slice).collect() }
    }

    /// Bytes held.
    pub(crate) fn memory(&self) -> usize {
        self.slices.capacity() * size_of::<SliceId>()
    }

    /// Those of a number; `key` is that of the argument.
    fn of<'a>(
        &'a self,
        trace: &'a Trace,
        key: NameId,
        number: i64,
    ) -> impl Iterator<Item = SliceId> + 'a {
        let own = move |slice: SliceId| match trace.arg(slice, key) {
            Some(ArgValue::Int(number)) => number,
            // Never: only slices with a number are here.
            _ => i64::MAX,
        };
        let first = self.slices.partition_point(|slice| own(*slice) < number);
        self.slices[first..].iter().copied().take_while(move |slice| own(*slice) == number)
    }
}

/// Slices with the same connection that no flow links already: the API call of a device task, and the
/// device tasks of an API call.
fn connections(rank: &RankView, slice: SliceId, known: &[Link]) -> Vec<Link> {
    let trace = rank.trace;
    let Some(key) = trace.strings.find(CONNECTION) else { return Vec::new() };
    let Some(ArgValue::Int(number)) = trace.arg(slice, key) else { return Vec::new() };
    let process = |slice: SliceId| trace.tracks[trace.track_of(slice).index()].process;
    let (own_process, start) = (process(slice), trace.slices.start[slice.index()]);
    let is_new = |other: &SliceId| {
        process(*other) != own_process && !known.iter().any(|link| link.other == Some(*other))
    };
    let others = rank.lanes.connections.of(trace, key, number).filter(is_new);
    others
        .take(MOST_LINKS)
        .map(|other| Link {
            category: CONNECTION.to_owned(),
            id: number.to_string(),
            outgoing: trace.slices.start[other.index()] >= start,
            other: Some(other),
        })
        .collect()
}

/// Arrows of a slice, fan-out whole.
pub fn arrows_of(trace: &Trace, slice: SliceId) -> Vec<Arrow> {
    let rows = trace.flow_ends_of(slice).iter().map(|&row| row as usize);
    let mut arrows: Vec<Arrow> = rows
        .flat_map(|row| {
            let outgoing = trace.flow_ends.phase_of(row) == FlowPhase::Start;
            let others = trace.flow_ends.flow_of(row).filter(move |&other| {
                other != row && (trace.flow_ends.phase_of(other) == FlowPhase::Start) != outgoing
            });
            others.map(move |other| {
                let (from, to) = if outgoing { (row, other) } else { (other, row) };
                Arrow { from: end(trace, from), to: end(trace, to) }
            })
        })
        .take(MOST_LINKS)
        .collect();
    arrows.dedup();
    arrows
}

/// Categories of flows with the number of flows of each: its starts.
pub fn categories(trace: &Trace) -> Vec<(String, u64)> {
    let flows = &trace.flow_ends;
    let mut counts: BTreeMap<NameId, u64> = BTreeMap::new();
    for row in 0..flows.len() {
        let starts = u64::from(flows.phase_of(row) == FlowPhase::Start);
        *counts.entry(trace.categories[flows.category[row] as usize]).or_default() += starts;
    }
    let named = counts.into_iter().map(|(name, count)| (trace.strings.get(name).to_owned(), count));
    named.collect()
}

/// The end that a row of the trace's flow ends is.
pub(crate) fn end(trace: &Trace, row: usize) -> End {
    let flows = &trace.flow_ends;
    End { track: flows.track[row], time: flows.time[row], slice: flows.slice[row].some() }
}

/// A flow id as it stands in the file.
fn id_text(trace: &Trace, id: u64) -> String {
    match id >> 63 {
        0 => id.to_string(),
        _ => trace.strings.get(NameId(id as u32)).to_owned(),
    }
}
