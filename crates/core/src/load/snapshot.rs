//! All of a load, to be stored: written stretch by stretch, so that whoever holds the load can do other
//! things in between.

use super::{Job, JobId, Piece};
use crate::block::{BlockPlace, BlockWriter};

/// What was read, as it was when this was made: tables are shared, not copied, and stay as long as this
/// does.
pub struct Snapshot {
    /// The jobs, by [`JobId`]: what a restored load needs to read a rank again.
    pub jobs: Vec<Job>,
    /// Bytes of memory that it takes once restored, by estimate.
    pub held: u64,
    pieces: Vec<(JobId, Piece)>,
    /// The piece that is being written, and how far it was.
    at: usize,
    place: BlockPlace,
}

/// Some bytes of a block.
pub struct Stretch {
    /// The job whose piece it is.
    pub job: JobId,
    /// The bytes that follow those of the last stretch.
    pub bytes: Vec<u8>,
    /// Whether the piece ends with them.
    pub ends: bool,
}

impl Snapshot {
    pub(super) fn new(jobs: Vec<Job>, pieces: Vec<(JobId, Piece)>, held: u64) -> Snapshot {
        Snapshot { jobs, held, pieces, at: 0, place: BlockPlace::default() }
    }

    /// Bytes of all its blocks.
    pub fn size(&self) -> u64 {
        let size = |(_, piece): &(JobId, Piece)| {
            let mut nowhere = |_| ();
            let mut block = BlockWriter::stretch(BlockPlace::default(), 0, &mut nowhere);
            piece.write_into(&mut block);
            block.size()
        };
        self.pieces.iter().map(size).sum()
    }

    /// Writes on, about `most` bytes; `None` when everything was written.
    pub fn next(&mut self, most: usize) -> Option<Stretch> {
        let (job, piece) = self.pieces.get(self.at)?;
        let mut bytes = Vec::new();
        let mut sink = |mut buffer: Vec<u8>| match bytes.is_empty() {
            true => bytes = buffer,
            false => bytes.append(&mut buffer),
        };
        let place = std::mem::take(&mut self.place);
        // Nothing would never end.
        let mut block = BlockWriter::stretch(place, most.max(1) as u64, &mut sink);
        piece.write_into(&mut block);
        let next = block.pause();
        let stretch = Stretch { job: *job, bytes, ends: next.is_none() };
        self.at += usize::from(stretch.ends);
        self.place = next.unwrap_or_default();
        Some(stretch)
    }
}
