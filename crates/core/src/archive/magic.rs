//! What an input is, by its first bytes: names lie, content does not.

use super::codec::{Codec, Unpack};
use super::read::{Meter, Range};
use super::{Limits, tar};
use crate::source::Source;
use std::io::{self, Read};

/// How an input is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    /// `.zip`
    Zip,
    /// `.tar`
    Tar,
    /// `.tar.gz` and the like.
    PackedTar(Codec),
    /// One file, packed.
    Packed(Codec),
    /// Not packed: the input is the file.
    Plain,
    /// A kind that is not read: its name, and what to do.
    Foreign(Foreign),
}

/// Containers that are recognised and not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// Name for people.
    pub name: &'static str,
    /// Command that makes something readable of it.
    pub command: &'static str,
}

/// Magic bytes of containers that are not read.
const FOREIGN: &[(&[u8], Foreign)] = &[
    (b"BZh", Foreign { name: "bzip2", command: "bzip2 -d FILE" }),
    (b"\x04\x22\x4D\x18", Foreign { name: "LZ4", command: "lz4 -d FILE" }),
    (b"\x1F\x9D", Foreign { name: "compress", command: "gzip -d FILE" }),
    (b"7z\xBC\xAF\x27\x1C", Foreign { name: "7-Zip", command: "7z x FILE" }),
    (b"Rar!\x1A\x07", Foreign { name: "RAR", command: "unrar x FILE" }),
];

/// Whether a file without content is meant to be an archive: only its name is left to tell.
pub fn is_named_archive(path: &str) -> bool {
    is_named_tar(path) || ending(path, &[".zip", ".gz", ".zst", ".xz"]).is_some()
}

/// Whether a file is meant to be a tar, packed or not.
pub fn is_named_tar(path: &str) -> bool {
    ending(path, TAR).is_some()
}

/// The folder that an archive at `path` is unpacked to: its name without the ending. `None` for what is not named like
/// an archive of files.
pub fn folder_of(path: &str) -> Option<&str> {
    let ending = ending(path, TAR).or_else(|| ending(path, &[".zip"]))?;
    Some(&path[..path.len() - ending])
}

/// How the names of tars end; the longer ones first.
const TAR: &[&str] = &[".tar.gz", ".tar.zst", ".tar.xz", ".tar", ".tgz", ".tzst", ".txz"];

/// Bytes of the one of these endings that a file is named with, behind at least one letter.
fn ending(path: &str, endings: &[&str]) -> Option<usize> {
    let is_end = |end: &&&str| {
        let at = path.len().checked_sub(end.len());
        at.and_then(|at| path.get(at..)).is_some_and(|own| own.eq_ignore_ascii_case(end))
    };
    let length = endings.iter().find(is_end)?.len();
    (!path[..path.len() - length].ends_with('/') && path.len() > length).then_some(length)
}

/// Looks at the first bytes of `source`.
///
/// # Errors
/// When the source cannot be read.
pub fn container(source: &Source, limits: &Limits, unpack: Unpack) -> io::Result<Container> {
    let mut head = [0; tar::BLOCK];
    let mut length = 0;
    while length < head.len() {
        match source.read_at(length as u64, &mut head[length..])? {
            0 => break,
            got => length += got,
        }
    }
    let head = &head[..length];
    if head.starts_with(b"PK\x03\x04")
        || head.starts_with(b"PK\x05\x06")
        || head.starts_with(b"PK\x07\x08")
    {
        return Ok(Container::Zip);
    }
    if let Some(codec) = Codec::of(head) {
        let mut first = Vec::new();
        let range = Range::whole(source.clone(), Meter::default());
        let unpacked = codec.unpack(range, source.len(), *limits, unpack);
        // A damaged start is reported when the file is read.
        let _ = unpacked.take(tar::BLOCK as u64).read_to_end(&mut first);
        let is_tar = tar::is_header(&first);
        return Ok(if is_tar { Container::PackedTar(codec) } else { Container::Packed(codec) });
    }
    let foreign = FOREIGN.iter().find(|(magic, _)| head.starts_with(magic));
    Ok(match foreign {
        Some((_, foreign)) => Container::Foreign(*foreign),
        None if tar::is_header(head) => Container::Tar,
        None => Container::Plain,
    })
}
