//! Tar as one pass over a stream.
//!
//! Headers are read with the `tar` crate; its entry iterator is not used because it reads long names of
//! any length into memory and stops at the first damaged header.

use super::names::{self, DecodeGbk, Name};
use super::read::Stream;
use super::{Limits, failure_note};
use crate::note::{Cause, Note, NoteKind, Place};
use ::tar::{EntryType, Header, PaxExtensions};
use std::io;
use std::ops::ControlFlow;

/// Unit of a tar file in bytes.
pub const BLOCK: usize = 512;

/// Longest extension record read (path, size): names are limited to less than that.
const MAX_EXTENSION: u64 = 1 << 20;

/// Bytes read behind the end marker, so that the checksum of a gzip around it is reached: tar pads to
/// 10 KiB, tapes to more.
const MAX_PADDING: usize = 16 << 20;

/// Whether to hand out an entry's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// Hand them out.
    Read,
    /// Go over them.
    Skip,
}

/// Who is told about the entries as they go by.
pub trait Visitor {
    /// A file begins; its data is at `offset` of the tar.
    fn enter(&mut self, path: &str, bytes: u64, offset: u64) -> Want;
    /// Its next bytes. Also called with nothing while other entries are gone over, so that progress
    /// is seen and loading can be cancelled.
    fn data(&mut self, chunk: &[u8]) -> ControlFlow<()>;
    /// It has ended, or was cut off by `error`.
    fn leave(&mut self, error: Option<&io::Error>);
    /// Something is odd about the archive or an entry that is left out.
    fn note(&mut self, note: Note);
}

/// Whether `bytes` begin with a tar header.
pub fn is_header(bytes: &[u8]) -> bool {
    let Some(block) = bytes.first_chunk::<BLOCK>() else { return false };
    let header = Header::from_byte_slice(block);
    let sum: u32 = block[..148].iter().chain(&block[156..]).map(|&byte| u32::from(byte)).sum();
    block[0] != 0 && header.cksum().is_ok_and(|stated| stated == sum + 8 * 32)
}

/// Walks over the tar in `stream`, named `archive` in notes, with chunks as long as `chunk`.
pub fn walk(
    stream: &mut dyn Stream,
    archive: &str,
    limits: &Limits,
    gbk: DecodeGbk,
    chunk: &mut [u8],
    visitor: &mut dyn Visitor,
) -> ControlFlow<()> {
    let scratch = vec![0; 64 << 10];
    let mut walk = Walk {
        stream,
        limits,
        gbk,
        chunk,
        scratch,
        visitor,
        offset: 0,
        entries: 0,
        damaged: 0,
        damage: 0,
    };
    let end = walk.entries(archive);
    if walk.damaged > 0 {
        let note = Note::new(NoteKind::Damaged, archive, "").because(Cause::EntryHeader);
        let note = Note { count: walk.damaged, ..note };
        walk.visitor.note(note.at(Place::Byte(walk.damage)));
    }
    match end {
        Ok(flow) => flow,
        Err(error) => {
            walk.visitor.note(failure_note(archive, &error));
            ControlFlow::Continue(())
        }
    }
}

struct Walk<'a> {
    stream: &'a mut dyn Stream,
    limits: &'a Limits,
    gbk: DecodeGbk,
    chunk: &'a mut [u8],
    /// Where bytes go that are read over: chunks may be tiny.
    scratch: Vec<u8>,
    visitor: &'a mut dyn Visitor,
    offset: u64,
    entries: u64,
    damaged: u64,
    damage: u64,
}

/// What extension records say about the entry behind them.
#[derive(Default)]
struct Extensions {
    path: Option<Vec<u8>>,
    bytes: Option<u64>,
    sparse: bool,
}

/// Goes on, or hands up that the visitor has had enough.
macro_rules! go {
    ($flow:expr) => {
        if let ControlFlow::Break(()) = $flow {
            return Ok(ControlFlow::Break(()));
        }
    };
}

impl Walk<'_> {
    fn entries(&mut self, archive: &str) -> io::Result<ControlFlow<()>> {
        let mut extensions = Extensions::default();
        let mut block = [0; BLOCK];
        let mut lost = false;
        loop {
            let got = self.fill(&mut block)?;
            if got < BLOCK {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            if block.iter().all(|&byte| byte == 0) && !lost {
                return self.padding();
            }
            if !is_header(&block) {
                if !lost {
                    self.damaged += 1;
                    if self.damaged == 1 {
                        self.damage = self.offset - BLOCK as u64;
                    }
                }
                lost = true;
                extensions = Extensions::default();
                go!(self.visitor.data(&[]));
                continue;
            }
            lost = false;
            let header = Header::from_byte_slice(&block);
            let stated = header.entry_size();
            let bytes = extensions.bytes.or(stated.ok()).unwrap_or(0);
            let kind = header.entry_type();
            if matches!(kind, EntryType::XHeader | EntryType::GNULongName) && bytes <= MAX_EXTENSION
            {
                self.extension(kind, bytes as usize, &mut extensions)?;
                continue;
            }
            if matches!(
                kind,
                EntryType::XGlobalHeader
                    | EntryType::GNULongLink
                    | EntryType::XHeader
                    | EntryType::GNULongName
            ) {
                go!(self.skip(bytes)?);
                continue;
            }
            self.entries += 1;
            if self.entries > self.limits.entries {
                self.visitor.note(Note::limit(archive, Cause::Entries, self.limits.entries));
                return Ok(ControlFlow::Continue(()));
            }
            let own = std::mem::take(&mut extensions);
            let raw = own.path.unwrap_or_else(|| header.path_bytes().into_owned());
            go!(self.entry(kind, &raw, bytes, own.sparse)?);
        }
    }

    fn entry(
        &mut self,
        kind: EntryType,
        raw: &[u8],
        bytes: u64,
        sparse: bool,
    ) -> io::Result<ControlFlow<()>> {
        let decoded = names::decode(raw, self.gbk);
        let path = match names::normalise(&decoded, self.limits) {
            Name::File(path) if kind != EntryType::Directory && !raw.ends_with(b"/") => path,
            Name::Beyond(cause, limit) => {
                let name: String = decoded.chars().take(80).collect();
                self.visitor.note(Note::limit(name, cause, limit as u64));
                return self.skip(bytes);
            }
            _ => return self.skip(bytes),
        };
        let refused = match kind {
            _ if sparse => Some((NoteKind::UnknownMethod, Cause::SparseFile)),
            EntryType::Regular | EntryType::Continuous => None,
            EntryType::GNUSparse => Some((NoteKind::UnknownMethod, Cause::SparseFile)),
            EntryType::Symlink => Some((NoteKind::NoFile, Cause::SymbolicLink)),
            EntryType::Link => Some((NoteKind::NoFile, Cause::HardLink)),
            EntryType::Char | EntryType::Block => Some((NoteKind::NoFile, Cause::Device)),
            EntryType::Fifo => Some((NoteKind::NoFile, Cause::Pipe)),
            // Unknown kinds are to be read as files, says POSIX.
            _ => None,
        };
        if let Some((kind, cause)) = refused {
            self.visitor.note(Note::new(kind, path, "").because(cause));
            return self.skip(bytes);
        }
        if self.visitor.enter(&path, bytes, self.offset) == Want::Skip {
            return self.skip(bytes);
        }
        let mut left = bytes;
        while left > 0 {
            let want = self.chunk.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            let got = loop {
                match self.stream.read(&mut self.chunk[..want]) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Ok(0) => break Err(io::ErrorKind::UnexpectedEof.into()),
                    other => break other,
                }
            };
            match got {
                Ok(got) => {
                    left -= got as u64;
                    self.offset += got as u64;
                    go!(self.visitor.data(&self.chunk[..got]));
                }
                Err(error) => {
                    self.visitor.leave(Some(&error));
                    return Err(error);
                }
            }
        }
        self.visitor.leave(None);
        self.pad(bytes)?;
        Ok(ControlFlow::Continue(()))
    }

    fn extension(&mut self, kind: EntryType, bytes: usize, to: &mut Extensions) -> io::Result<()> {
        let mut record = vec![0; bytes];
        if self.fill(&mut record)? < bytes {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.pad(bytes as u64)?;
        if kind == EntryType::GNULongName {
            to.path = Some(record);
            return Ok(());
        }
        for extension in PaxExtensions::new(&record).flatten() {
            match extension.key_bytes() {
                b"path" => to.path = Some(extension.value_bytes().to_vec()),
                b"size" => to.bytes = extension.value().ok().and_then(|text| text.parse().ok()),
                key if key.starts_with(b"GNU.sparse.") => to.sparse = true,
                _ => {}
            }
        }
        Ok(())
    }

    /// Reads until `target` is full or the stream ends.
    fn fill(&mut self, target: &mut [u8]) -> io::Result<usize> {
        let mut length = 0;
        while length < target.len() {
            match self.stream.read(&mut target[length..]) {
                Ok(0) => break,
                Ok(got) => length += got,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        self.offset += length as u64;
        Ok(length)
    }

    /// Goes over an entry's data and padding, at most a few megabytes at a time.
    fn skip(&mut self, bytes: u64) -> io::Result<ControlFlow<()>> {
        const STRIDE: u64 = 8 << 20;
        let mut left = bytes;
        while left > 0 {
            let now = left.min(STRIDE);
            self.stream.skip(now, &mut self.scratch)?;
            self.offset = self.offset.saturating_add(now);
            left -= now;
            go!(self.visitor.data(&[]));
        }
        self.pad(bytes)?;
        Ok(ControlFlow::Continue(()))
    }

    fn pad(&mut self, bytes: u64) -> io::Result<()> {
        let count = (BLOCK as u64 - bytes % BLOCK as u64) % BLOCK as u64;
        self.stream.skip(count, &mut self.scratch)?;
        self.offset = self.offset.saturating_add(count);
        Ok(())
    }

    fn padding(&mut self) -> io::Result<ControlFlow<()>> {
        let mut block = [0; BLOCK];
        for _ in 0..MAX_PADDING / BLOCK {
            if self.fill(&mut block)? == 0 {
                break;
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
