//! What those say of packed bytes who unpack them for this crate.

use super::failure::{beyond, cause, damage, unsupported};
use crate::note::Cause;
use std::io::{self, ErrorKind};

/// What is wrong with packed bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Broken {
    /// They end too early.
    Cut,
    /// They are not what the codec packs.
    Damaged,
    /// What comes out of them does not fit its checksum.
    Checksum,
    /// Something else follows them.
    Followed,
    /// They need a dictionary that is not among them.
    Dictionary,
    /// They went through a filter that is not known.
    Filter,
    /// They look back further than [`Broken::WINDOW`].
    Window,
}

impl Broken {
    /// How far packed bytes may look back: as much memory is needed to unpack them. What `zstd` itself allows without
    /// being asked, and twice what `xz -9` uses.
    pub const WINDOW: u64 = 128 << 20;

    const ALL: &[(Broken, Cause)] = &[
        (Broken::Damaged, Cause::PackedData),
        (Broken::Checksum, Cause::Checksum),
        (Broken::Followed, Cause::NoPackedData),
        (Broken::Dictionary, Cause::Dictionary),
        (Broken::Filter, Cause::Filter),
        (Broken::Window, Cause::Window),
    ];

    /// What an error says that was made of one.
    pub fn of(error: &io::Error) -> Option<Broken> {
        if error.kind() == ErrorKind::UnexpectedEof {
            return Some(Broken::Cut);
        }
        let cause = cause(error)?;
        Broken::ALL.iter().find_map(|(broken, of)| (*of == cause).then_some(*broken))
    }

    /// The one with this number, as it crosses to another module of the same build.
    pub fn numbered(number: u32) -> Broken {
        let known = Broken::ALL.iter().find(|(broken, _)| *broken as u32 == number);
        known.map_or(Broken::Cut, |(broken, _)| *broken)
    }
}

impl From<Broken> for io::Error {
    fn from(broken: Broken) -> io::Error {
        let cause = Broken::ALL.iter().find_map(|(of, cause)| (*of == broken).then_some(*cause));
        match (broken, cause) {
            (Broken::Dictionary | Broken::Filter, Some(cause)) => unsupported(cause),
            (Broken::Window, Some(cause)) => beyond((cause, Broken::WINDOW >> 20)),
            (_, Some(cause)) => damage(cause),
            (_, None) => ErrorKind::UnexpectedEof.into(),
        }
    }
}
