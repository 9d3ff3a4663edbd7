//! Finding the entries of a zip that lost its directory: an interrupted download or copy.

use super::{Header, LOCAL, LOCAL_BYTES, Listing, decode_name, u16_at, u32_at, widen};
use crate::archive::names::DecodeGbk;
use crate::note::{Cause, Note, NoteKind};
use crate::source::Source;
use std::io;

/// Bytes searched at once.
const WINDOW: usize = 1 << 20;

/// Longest local header: name and extra field have at most 64 KiB each.
const MAX_HEADER: usize = LOCAL_BYTES + 2 * 0xFFFF;

impl Listing<'_> {
    /// Searches for local headers, jumping over data whose size they state.
    pub(super) fn recover(&mut self, source: &Source) -> io::Result<()> {
        let mut window = vec![0; WINDOW + MAX_HEADER];
        let mut at = 0;
        let mut found = 0;
        'search: while at < source.len() {
            let length = fill(source, at, &mut window)?;
            let bytes = &window[..length];
            for hit in memchr::memmem::find_iter(bytes, LOCAL) {
                if hit >= WINDOW {
                    break;
                }
                let Some((header, header_bytes)) =
                    local_header(&bytes[hit..], at + hit as u64, self.gbk)
                else {
                    continue;
                };
                found += 1;
                if found > self.limits.entries {
                    self.notes.push(Note::limit(self.archive, Cause::Entries, self.limits.entries));
                    break 'search;
                }
                let behind = header.offset + header_bytes as u64;
                at = behind.saturating_add(header.packed.unwrap_or(0));
                self.take(&header);
                continue 'search;
            }
            at += (length.min(WINDOW) as u64).max(1);
        }
        let note = Note::new(NoteKind::DirectoryLost, self.archive, "");
        self.notes.push(Note { count: found, ..note });
        Ok(())
    }
}

/// Reads a local header at `offset`, unless it only looks like one; also its length.
fn local_header(bytes: &[u8], offset: u64, gbk: DecodeGbk) -> Option<(Header, usize)> {
    let fixed = bytes.get(..LOCAL_BYTES)?;
    let (version, flags, method) = (u16_at(fixed, 4) & 0xFF, u16_at(fixed, 6), u16_at(fixed, 8));
    let name_bytes = usize::from(u16_at(fixed, 26));
    let extra_bytes = usize::from(u16_at(fixed, 28));
    if version > 63 || method > 99 || name_bytes == 0 {
        return None;
    }
    let name = bytes.get(LOCAL_BYTES..LOCAL_BYTES + name_bytes)?;
    let length = LOCAL_BYTES + name_bytes + extra_bytes;
    let extra = bytes.get(LOCAL_BYTES + name_bytes..length)?;
    let (mut packed, mut size) = (u32_at(fixed, 18).into(), u32_at(fixed, 22).into());
    widen(extra, [&mut size, &mut packed, &mut 0]);
    // With a data descriptor the header was written before the sizes were known. Deflate ends by
    // itself; a stored entry does not, and is bounded by its neighbour only in the lost directory.
    let described = flags & 8 != 0 && packed == 0;
    let header = Header {
        flags,
        method,
        checksum: (!described).then(|| u32_at(fixed, 14)),
        packed: (!described).then_some(packed),
        bytes: (!described).then_some(size),
        offset,
        mode: 0,
        name: decode_name(flags, name, extra, gbk),
    };
    Some((header, length))
}

fn fill(source: &Source, at: u64, window: &mut [u8]) -> io::Result<usize> {
    let mut length = 0;
    while length < window.len() {
        match source.read_at(at + length as u64, &mut window[length..])? {
            0 => break,
            got => length += got,
        }
    }
    Ok(length)
}
