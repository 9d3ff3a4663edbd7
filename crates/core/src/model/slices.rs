//! Slices: every interval or instant of a trace, in canonical order.

use crate::ids::NameId;
use crate::table::table;
use crate::time::Ns;

/// What an event of a track was in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum SliceKind {
    /// `X`, or a `B` with its `E`, or a `b` with its `e`.
    Complete = 0,
    /// `i` / `I` / `n`: a point in time, shown as a marker.
    Instant = 1,
    /// A `B` or `b` without an end: reaches to the end of the trace.
    Unfinished = 2,
}

table! {
    /// Slices of all tracks, ordered by (track, start, longer first, place in the file). A track's
    /// slices are the range [`crate::model::Track::slices`], so no column repeats the track.
    pub struct Slices of SliceRow {
        /// Start, unix nanoseconds as in the file.
        start: Ns,
        /// Length; never negative.
        duration: Ns,
        /// Name, in the trace's strings.
        name: NameId,
        /// Row of the argument template; meaningless when `template` is [`crate::model::Args::NONE`].
        args_row: u32,
        /// Argument template, or [`crate::model::Args::NONE`].
        template: u16,
        /// Index into the trace's categories; 0 is "no category".
        category: u16,
        /// A [`SliceKind`] as its number.
        kind: u8,
    }
}

impl Slices {
    /// End of slice `index`.
    pub fn end(&self, index: usize) -> Ns {
        self.start[index].plus(self.duration[index])
    }

    /// Kind of slice `index`.
    pub fn kind_of(&self, index: usize) -> SliceKind {
        match self.kind[index] {
            1 => SliceKind::Instant,
            2 => SliceKind::Unfinished,
            _ => SliceKind::Complete,
        }
    }
}
