//! The directory of a zip file.
//!
//! ```text
//! local header | data | [descriptor]   for each entry
//! central header                       for each entry: sizes, checksum, offset of the local header
//! [zip64 end | zip64 locator] end      where the central headers are
//! ```
//!
//! Not the `zip` crate: it opens nothing of an archive whose end is lost, keeps the directory in each
//! reader (loaders need one offset), and copies every chunk once more. Tests write with it.

mod recover;

use super::codec::{Codec, Unpack};
use super::decoder::Decoder;
use super::failure::damage;
use super::foreign::Foreign;
use super::inflate::Deflated;
use super::input::Input;
use super::names::{self, DecodeGbk, Name};
use super::read::{Meter, Range};
use super::{Entry, Limits, Packing, failure_note};
use crate::note::{Cause, Note, NoteKind};
use crate::shell::shell_word;
use crate::sort::SortShort;
use crate::source::Source;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::io::{self, Read};

/// How an entry is packed; other methods are left out with a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Method 0.
    Stored,
    /// Method 8.
    Deflated,
    /// Method 93.
    Zstandard,
    /// Method 95.
    Xz,
}

impl Method {
    /// What comes out of the data in `range`.
    pub(super) fn unpack(self, range: Range, unpack: Unpack) -> Decoder {
        let input = Input::Range(range);
        match self {
            Method::Stored => Decoder::Stored(input),
            Method::Deflated => Decoder::Deflated(Box::new(Deflated::new(input))),
            Method::Zstandard => Decoder::of(Codec::Zstandard, input, unpack),
            Method::Xz => Decoder::of(Codec::Xz, input, unpack),
        }
    }
}

const LOCAL: &[u8; 4] = b"PK\x03\x04";
const CENTRAL: &[u8; 4] = b"PK\x01\x02";
const END: &[u8; 4] = b"PK\x05\x06";
const ZIP64_END: &[u8; 4] = b"PK\x06\x06";
const ZIP64_LOCATOR: &[u8; 4] = b"PK\x06\x07";

/// The method of what is encrypted with AES.
const AES: u16 = 99;

/// Bytes of a local header before the name.
const LOCAL_BYTES: usize = 30;
/// Bytes of a central header before the name.
const CENTRAL_BYTES: usize = 46;
/// Bytes of the end record before its comment, which has at most 64 KiB.
const END_BYTES: usize = 22;

/// Lists the files of a zip, by place in it; what is odd goes to `notes` under `archive`.
pub fn list(
    source: &Source,
    archive: &str,
    limits: &Limits,
    gbk: DecodeGbk,
    notes: &mut Vec<Note>,
) -> Vec<Entry> {
    let mut listing = Listing { archive, limits, gbk, notes, entries: Vec::new() };
    match find_directory(source) {
        Ok(Some(directory)) if directory.is_of_parts => {
            let kind = Foreign::split_zip(archive);
            listing.notes.push(Note::new(NoteKind::ContainerNotRead, archive, kind.detail()));
        }
        Ok(Some(directory)) => {
            if let Err(error) = listing.read(source, &directory) {
                listing.notes.push(failure_note(archive, &error));
            }
        }
        Ok(None) => {
            if let Err(error) = listing.recover(source) {
                listing.notes.push(failure_note(archive, &error));
            }
        }
        Err(error) => listing.notes.push(failure_note(archive, &error)),
    }
    listing.finish()
}

/// Whether a zip that was split ends here: its last part begins in the middle of an entry.
pub(super) fn is_last_part(source: &Source) -> bool {
    find_directory(source).is_ok_and(|found| found.is_some_and(|directory| directory.is_of_parts))
}

/// Offset of an entry's data, behind its local header.
///
/// # Errors
/// `InvalidData` when there is no local header, else what the source says.
pub fn data_offset(source: &Source, header: u64) -> io::Result<u64> {
    let mut local = [0; LOCAL_BYTES];
    read_exact(source, header, &mut local)?;
    if !local.starts_with(LOCAL) {
        return Err(damage(Cause::NoEntryThere));
    }
    let behind = u64::from(u16_at(&local, 26)) + u64::from(u16_at(&local, 28));
    Ok(header + LOCAL_BYTES as u64 + behind)
}

/// Where the central headers are.
struct Directory {
    start: u64,
    end: u64,
    /// Added to every offset: bytes that were put before the archive.
    shift: u64,
    /// Whether it is the last part of an archive that was split: it tells places in parts that are not here.
    is_of_parts: bool,
}

fn find_directory(source: &Source) -> io::Result<Option<Directory>> {
    let length = source.len();
    let tail = length.min(END_BYTES as u64 + 0xFFFF);
    let mut bytes = vec![0; tail as usize];
    read_exact(source, length - tail, &mut bytes)?;
    let Some(at) = (0..bytes.len().saturating_sub(END_BYTES - 1))
        .rev()
        .find(|&at| bytes[at..].starts_with(END))
    else {
        return Ok(None);
    };
    let end = &bytes[at..];
    let end_offset = length - tail + at as u64;
    // Full where the wide record has it, which nobody writes for parts.
    let is_of_parts = !matches!(u16_at(end, 4), 0 | u16::MAX);
    let (mut size, mut start) = (u64::from(u32_at(end, 12)), u64::from(u32_at(end, 16)));
    let mut directory_end = end_offset;
    let mut locator = [0; 20];
    if let Some(before) = end_offset.checked_sub(20) {
        read_exact(source, before, &mut locator)?;
    }
    if locator.starts_with(ZIP64_LOCATOR) {
        let mut record = [0; 56];
        let stated = u64_at(&locator, 8);
        // The usual record lies right before its locator, wherever the archive was moved to.
        for offset in [stated, (end_offset - 20).saturating_sub(56)] {
            let read = read_exact(source, offset, &mut record);
            if read.is_ok() && record.starts_with(ZIP64_END) {
                (size, start) = (u64_at(&record, 40), u64_at(&record, 48));
                directory_end = offset;
                break;
            }
        }
    }
    if is_of_parts {
        return Ok(Some(Directory { start, end: start, shift: 0, is_of_parts }));
    }
    let Some(found) = directory_end.checked_sub(size) else { return Ok(None) };
    let mut signature = [0; 4];
    for (at, shift) in [(found, found.checked_sub(start)), (start, Some(0))] {
        let Some(shift) = shift else { continue };
        let read = read_exact(source, at, &mut signature);
        if size == 0 || read.is_ok() && &signature == CENTRAL {
            return Ok(Some(Directory {
                start: at,
                end: at.saturating_add(size),
                shift,
                is_of_parts,
            }));
        }
    }
    Ok(None)
}

struct Listing<'a> {
    archive: &'a str,
    limits: &'a Limits,
    gbk: DecodeGbk,
    notes: &'a mut Vec<Note>,
    entries: Vec<Entry>,
}

/// A central or local header, before anything is decided about it.
struct Header {
    flags: u16,
    method: u16,
    checksum: Option<u32>,
    packed: Option<u64>,
    bytes: Option<u64>,
    offset: u64,
    /// Unix file mode; 0 when not known.
    mode: u32,
    name: String,
}

impl Listing<'_> {
    fn read(&mut self, source: &Source, directory: &Directory) -> io::Result<()> {
        let meter = Meter::default();
        let range = Range::new(source.clone(), directory.start, directory.end, meter);
        // Central headers are small and many.
        let mut bytes = io::BufReader::with_capacity(64 << 10, range);
        let mut count = 0;
        let mut fixed = [0; CENTRAL_BYTES];
        loop {
            match read_some(&mut bytes, &mut fixed)? {
                0 => return Ok(()),
                CENTRAL_BYTES if fixed.starts_with(CENTRAL) => {}
                // A digital signature may follow the last header.
                _ if fixed.starts_with(b"PK\x05\x05") => return Ok(()),
                _ => {
                    return Err(damage(Cause::Directory));
                }
            }
            count += 1;
            if count > self.limits.entries {
                self.notes.push(Note::limit(self.archive, Cause::Entries, self.limits.entries));
                return Ok(());
            }
            let mut name = vec![0; u16_at(&fixed, 28).into()];
            let mut extra = vec![0; u16_at(&fixed, 30).into()];
            let mut comment = vec![0; u16_at(&fixed, 32).into()];
            bytes.read_exact(&mut name)?;
            bytes.read_exact(&mut extra)?;
            bytes.read_exact(&mut comment)?;
            let flags = u16_at(&fixed, 8);
            let (mut packed, mut size, mut offset) =
                (u32_at(&fixed, 20).into(), u32_at(&fixed, 24).into(), u32_at(&fixed, 42).into());
            widen(&extra, [&mut size, &mut packed, &mut offset]);
            let made_on_unix = fixed[5] == 3;
            self.take(&Header {
                flags,
                method: u16_at(&fixed, 10),
                checksum: Some(u32_at(&fixed, 16)),
                packed: Some(packed),
                bytes: Some(size),
                offset: offset.saturating_add(directory.shift),
                mode: if made_on_unix { u32_at(&fixed, 38) >> 16 } else { 0 },
                name: decode_name(flags, &name, &extra, self.gbk),
            });
        }
    }

    /// Adds the file of a header unless it is none, or odd.
    fn take(&mut self, header: &Header) {
        let path = match names::normalise(&header.name, self.limits) {
            Name::File(path) if !header.name.ends_with(['/', '\\']) => path,
            Name::Beyond(cause, limit) => {
                let name: String = header.name.chars().take(80).collect();
                self.notes.push(Note::limit(name, cause, limit as u64));
                return;
            }
            _ => return,
        };
        let encrypted = header.flags & 1 != 0;
        let method = match (encrypted, header.mode & 0o170_000, header.method) {
            (true, _, method) => {
                // Only older programs cannot decrypt what newer ones encrypt.
                let program = if method == AES { "7z x" } else { "unzip" };
                let command = format!("{program} {}", shell_word(self.archive));
                Err(Note::new(NoteKind::Encrypted, &path, command))
            }
            (_, 0o120_000, _) => {
                Err(Note::new(NoteKind::NoFile, &path, "").because(Cause::SymbolicLink))
            }
            (_, _, 0) => Ok(Method::Stored),
            (_, _, 8) => Ok(Method::Deflated),
            (_, _, 93) => Ok(Method::Zstandard),
            (_, _, 95) => Ok(Method::Xz),
            (_, _, other) => {
                let command = format!("7z x {}", shell_word(self.archive));
                let detail = format!("{}: {command}", method_name(other));
                Err(Note::new(NoteKind::UnknownMethod, &path, detail))
            }
        };
        let method = match method {
            Ok(method) => method,
            Err(note) => return self.notes.push(note),
        };
        if let (Some(packed), Some(bytes)) = (header.packed, header.bytes)
            && bytes > self.limits.most(packed)
        {
            let (cause, limit) = self.limits.exceeded(packed);
            self.notes.push(Note::limit(path, cause, limit));
            return;
        }
        self.entries.push(Entry {
            path,
            offset: header.offset,
            packed: header.packed,
            bytes: header.bytes,
            packing: Packing::Zip { method, checksum: header.checksum },
            codec: None,
        });
    }

    /// Sorts by place, drops duplicates and overlaps.
    fn finish(mut self) -> Vec<Entry> {
        let mut last: HashMap<&str, (usize, u64)> = HashMap::new();
        for (i, entry) in self.entries.iter().enumerate() {
            let (latest, count) = last.entry(&entry.path).or_insert((i, 0));
            *count += u64::from(*latest != i);
            *latest = i;
        }
        let mut keep = vec![true; self.entries.len()];
        for (i, entry) in self.entries.iter().enumerate() {
            let (latest, count) = last[entry.path.as_str()];
            keep[i] = latest == i;
            if latest == i && count > 0 {
                let note = Note::new(NoteKind::Duplicate, &entry.path, "");
                self.notes.push(Note { count, ..note });
            }
        }
        let mut kept = keep.iter();
        self.entries.retain(|_| kept.next() == Some(&true));
        self.entries.sort_short_by_key(|entry| entry.offset);
        let (mut end, mut overlaps, mut example) = (0, 0, String::new());
        self.entries.retain(|entry| {
            let packed = entry.packed.unwrap_or(0);
            if entry.offset < end {
                overlaps += 1;
                if overlaps == 1 {
                    example.clone_from(&entry.path);
                }
                return false;
            }
            end = entry.offset.saturating_add(LOCAL_BYTES as u64).saturating_add(packed);
            true
        });
        if overlaps > 0 {
            let note = Note::new(NoteKind::Overlap, self.archive, example);
            self.notes.push(Note { count: overlaps, ..note });
        }
        self.entries
    }
}

/// Puts the 64-bit values of a zip64 extra field where the 32-bit ones are full, in this order.
fn widen(extra: &[u8], values: [&mut u64; 3]) {
    let Some(mut field) = find_extra(extra, 0x0001) else { return };
    for value in values {
        if *value == u64::from(u32::MAX)
            && let Some((wide, rest)) = field.split_first_chunk()
        {
            *value = u64::from_le_bytes(*wide);
            field = rest;
        }
    }
}

fn find_extra(mut extra: &[u8], wanted: u16) -> Option<&[u8]> {
    while extra.len() >= 4 {
        let (id, length) = (u16_at(extra, 0), usize::from(u16_at(extra, 2)));
        let field = extra.get(4..4 + length)?;
        if id == wanted {
            return Some(field);
        }
        extra = &extra[4 + length..];
    }
    None
}

fn decode_name(flags: u16, name: &[u8], extra: &[u8], gbk: DecodeGbk) -> String {
    // Info-ZIP's UTF-8 name beside one of another encoding, valid while the latter is unchanged.
    if let Some(field) = find_extra(extra, 0x7075)
        && field.len() > 5
        && u32_at(field, 1) == crc32fast::hash(name)
        && let Ok(text) = std::str::from_utf8(&field[5..])
    {
        return text.to_owned();
    }
    if flags & 0x800 != 0 {
        return String::from_utf8_lossy(name).into_owned();
    }
    names::decode(name, gbk)
}

fn method_name(method: u16) -> String {
    let known = match method {
        1 => "shrink",
        6 => "implode",
        9 => "Deflate64",
        12 => "bzip2",
        14 => "LZMA",
        98 => "PPMd",
        _ => return method.to_string(),
    };
    known.to_owned()
}

fn read_some(from: &mut dyn Read, target: &mut [u8]) -> io::Result<usize> {
    let mut length = 0;
    while length < target.len() {
        match from.read(&mut target[length..])? {
            0 => break,
            got => length += got,
        }
    }
    Ok(length)
}

fn read_exact(source: &Source, offset: u64, target: &mut [u8]) -> io::Result<()> {
    let mut length = 0;
    while length < target.len() {
        match source.read_at(offset.saturating_add(length as u64), &mut target[length..])? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            got => length += got,
        }
    }
    Ok(())
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..at + 2).map_or(0, |two| u16::from_le_bytes([two[0], two[1]]))
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from(u16_at(bytes, at)) | u32::from(u16_at(bytes, at + 2)) << 16
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}
