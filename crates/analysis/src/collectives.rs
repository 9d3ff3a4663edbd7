//! Collectives: how long each really moved data, and how many ranks its group has.

use crate::device::DeviceTasks;
use crate::intervals::{Intervals, Span};
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use stepscope_core::ids::{NameId, SliceId, TrackId};
use stepscope_core::model::{ArgValue, Trace, TrackKind};
use stepscope_core::time::Ns;

/// Where the time in which data moved was read from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TransitSource {
    /// The planes' Memcpy and Reduce_Inline over a link (Level1 and up).
    Planes,
    /// SDMA tasks of the streams: at Level0 the planes are empty.
    DeviceTasks,
    /// Neither was recorded.
    #[default]
    Unknown,
}

/// One collective of one rank; in the order of [`DeviceTasks::communication`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Collective {
    /// When.
    pub span: Span,
    /// Its slice.
    pub slice: SliceId,
    /// Group track.
    pub track: TrackId,
    /// Name (`hcom_allReduce__271_0_1`): equal on all ranks of the group.
    pub name: NameId,
    /// How many of that name came before on this rank: with the name, the same collective on every rank.
    pub occurrence: u32,
    /// Time in which any of its transfers ran: at least the transit of formats.md §6.3, which counts the
    /// master plane only. `None` when no transfers were recorded.
    pub transit: Option<Ns>,
}

/// Collectives of one rank.
#[derive(Clone, Debug, Default)]
pub struct Collectives {
    /// By start.
    pub list: Vec<Collective>,
    /// Where transit comes from.
    pub transit_source: TransitSource,
    /// When any transfer ran.
    pub transfers: Intervals,
    /// Ranks of each group track, where the capture tells.
    pub group_sizes: HashMap<TrackId, u32>,
}

impl Collectives {
    /// Reads them.
    pub fn of(trace: &Trace, device: &DeviceTasks) -> Collectives {
        let transfers = device.transfers.union(0..device.transfers.len());
        let source = match device.transfers.slices.first() {
            None => TransitSource::Unknown,
            Some(slice)
                if trace.tracks[trace.track_of(*slice).index()].kind == TrackKind::Plane =>
            {
                TransitSource::Planes
            }
            Some(_) => TransitSource::DeviceTasks,
        };
        let mut seen: HashMap<NameId, u32> = HashMap::new();
        let list = device.communication.spans.iter().zip(&device.communication.slices);
        let list: Vec<Collective> = list
            .map(|(&span, &slice)| {
                let name = trace.slices.name[slice.index()];
                let count = seen.entry(name).or_insert(0);
                *count += 1;
                let transit = (source != TransitSource::Unknown).then(|| transfers.length_in(span));
                Collective {
                    span,
                    slice,
                    track: trace.track_of(slice),
                    name,
                    occurrence: *count - 1,
                    transit,
                }
            })
            .collect();
        Collectives { list, transit_source: source, transfers, group_sizes: group_sizes(trace) }
    }

    /// M ∖ C of one collective: its time that no kernel hides.
    pub fn exposed(&self, row: usize, compute: &Intervals) -> Intervals {
        compute.gaps(self.list[row].span)
    }
}

/// Group sizes: `rank_size` of the operations where newer exports have it, else one more than the highest
/// rank that the planes' tasks name.
fn group_sizes(trace: &Trace) -> HashMap<TrackId, u32> {
    let mut sizes = HashMap::new();
    let keys = ["rank_size", "src rank", "dst rank"].map(|key| trace.strings.find(key));
    let number = |slice: SliceId, key: Option<NameId>| match trace.arg(slice, key?)? {
        ArgValue::Int(value) => u32::try_from(value).ok().filter(|rank| *rank < u32::MAX),
        ArgValue::Text(text) => {
            trace.strings.get(text).parse().ok().filter(|rank| *rank < u32::MAX)
        }
        _ => None,
    };
    // A group's tasks repeat the same peers: the first few hundred name them all.
    const LOOK: usize = 512;
    for (index, track) in trace.tracks.iter().enumerate() {
        let (group, size): (_, Option<u32>) = match (track.kind, track.group) {
            (TrackKind::Group, _) => {
                let first = track.slices().next().map(SliceId::new);
                (TrackId::new(index), first.and_then(|slice| number(slice, keys[0])))
            }
            (TrackKind::Plane, Some(group)) => {
                let slices = track.slices().take(LOOK).map(SliceId::new);
                let ranks =
                    slices.flat_map(|slice| [number(slice, keys[1]), number(slice, keys[2])]);
                (group, ranks.flatten().max().map(|rank| rank.saturating_add(1)))
            }
            _ => continue,
        };
        if let Some(size) = size {
            let known = sizes.entry(group).or_insert(size);
            *known = size.max(*known);
        }
    }
    sizes
}
