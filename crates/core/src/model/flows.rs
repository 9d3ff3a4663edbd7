//! Flows: arrows between slices, as the ends that the file holds.

use crate::ids::{NameId, SliceId, TrackId};
use crate::table::table;
use crate::time::Ns;

/// Which end of a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum FlowPhase {
    /// `s`
    Start = 0,
    /// `t`
    Step = 1,
    /// `f`
    End = 2,
}

table! {
    /// Flow ends, ordered by (category, id, phase, time, place in the file): the ends of one flow are
    /// neighbours. One start may have several ends (fan-out) and an end may have no start.
    pub struct FlowEnds of FlowEndRow {
        /// Index into the trace's categories.
        category: u16,
        /// A [`FlowPhase`] as its number.
        phase: u8,
        /// Opaque id: numbers below 2^63 as such, any other text as its [`NameId`] with the top bit set.
        /// Ids are compared as text, so `5` and `"5"` are one.
        id: u64,
        /// Name, or [`FlowEnds::NAMED_BY_ID`] where it is the category followed by the id.
        name: NameId,
        /// Track of the end.
        track: TrackId,
        /// Time of the end.
        time: Ns,
        /// The slice it is bound to: the one that starts exactly at `time`, else the innermost that
        /// encloses it, else [`SliceId::NONE`].
        slice: SliceId,
    }
}

impl FlowEnds {
    /// Name of a flow called `{category}{id}`: a million `HostToDevice{n}` would fill the string table.
    pub const NAMED_BY_ID: NameId = NameId(u32::MAX - 1);

    /// Phase of row `index`.
    pub fn phase_of(&self, index: usize) -> FlowPhase {
        match self.phase[index] {
            0 => FlowPhase::Start,
            1 => FlowPhase::Step,
            _ => FlowPhase::End,
        }
    }

    /// Rows of the flow that row `index` belongs to: same category and id.
    pub fn flow_of(&self, index: usize) -> std::ops::Range<usize> {
        let key = (self.category[index], self.id[index]);
        let same = |row: &usize| (self.category[*row], self.id[*row]) == key;
        let first = (0..index).rev().take_while(same).last().unwrap_or(index);
        let last = (index..self.len()).take_while(same).last().unwrap_or(index);
        first..last + 1
    }
}
