//! What an input is, by its first bytes: names lie, content does not.

use super::codec::{Codec, Unpack};
use super::foreign::Foreign;
use super::names::without;
use super::read::{Meter, Range};
use super::{Limits, tar, zip};
use crate::source::Source;
use std::io::{self, Read};

/// How an input is packed.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// A kind that is not read.
    Foreign(Foreign),
}

/// Whether a file without content is meant to be an archive: only its name is left to tell.
pub fn is_named_archive(path: &str) -> bool {
    folder_of(path).is_some() || before(path, &[".gz", ".zst", ".xz"]).is_some()
}

/// Whether a file is meant to be a tar, packed or not.
pub fn is_named_tar(path: &str) -> bool {
    before(path, TAR).is_some()
}

/// The folder that an archive at `path` is unpacked to: its name without the ending. `None` for what is not named like
/// an archive of files.
pub fn folder_of(path: &str) -> Option<&str> {
    before(path, TAR).or_else(|| before(path, &[".zip"]))
}

/// How the names of tars end; the longer ones first.
const TAR: &[&str] = &[".tar.gz", ".tar.zst", ".tar.xz", ".tar", ".tgz", ".tzst", ".txz"];

/// A name without the first of these endings that it has, if it is more than that.
#[inline(never)]
fn before<'a>(path: &'a str, endings: &[&str]) -> Option<&'a str> {
    let inner = endings.iter().find_map(|ending| without(path, ending))?;
    (!inner.is_empty() && !inner.ends_with('/')).then_some(inner)
}

/// Looks at the first bytes of `source`; the name at the end of `path` tells only the parts of what was split.
///
/// # Errors
/// When the source cannot be read.
pub fn container(
    path: &str,
    source: &Source,
    limits: &Limits,
    unpack: Unpack,
) -> io::Result<Container> {
    let mut head = [0; tar::BLOCK];
    let mut length = 0;
    while length < head.len() {
        match source.read_at(length as u64, &mut head[length..])? {
            0 => break,
            got => length += got,
        }
    }
    let head = &head[..length];
    if let Some(foreign) = Foreign::of(path, head) {
        return Ok(Container::Foreign(foreign));
    }
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
    if without(path, ".zip").is_some() && zip::is_last_part(source) {
        return Ok(Container::Foreign(Foreign::split_zip(path)));
    }
    Ok(if tar::is_header(head) { Container::Tar } else { Container::Plain })
}
