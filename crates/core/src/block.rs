//! Blocks: a rank's columns as a list of byte buffers with a versioned header and a checksum.
//!
//! The one serial form of Stepscope: what a loader hands to the engine, what is cached, embedded in a
//! report or saved as a trimmed capture.
//!
//! ```text
//! "STEPBLK\0" | version u32 | summed u32        header, 16 bytes
//! { count u64 | element size u64 | elements }*  columns, in the order of the tables
//! CRC-32 of everything before where summed is 1, else zero, u32      trailer
//! ```
//! All numbers are little-endian, columns follow each other unaligned, and a column may span buffers.
//! Changing any table changes the layout: raise [`VERSION`].

use crate::error::{Error, Result};
use bytemuck::Pod;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Layout version; a block of another version is refused, not guessed at.
pub const VERSION: u32 = 5;

/// Largest buffer of a block in bytes: what is in flight between two threads stays small.
pub const BUFFER_BYTES: usize = 1 << 20;

const MAGIC: &[u8; 8] = b"STEPBLK\0";

/// Writes columns into buffers and hands each full one to `sink`, so that a block never exists whole.
pub struct BlockWriter<'a> {
    buffer: Vec<u8>,
    place: BlockPlace,
    /// Bytes that were passed over: they are in `place` from the start.
    passed: u64,
    end: u64,
    sink: &'a mut dyn FnMut(Vec<u8>),
}

/// How far a block was written.
#[derive(Clone)]
pub(crate) struct BlockPlace {
    bytes: u64,
    /// Of a block that is summed.
    checksum: Option<crc32fast::Hasher>,
}

/// The start of a block with a checksum.
impl Default for BlockPlace {
    fn default() -> BlockPlace {
        BlockPlace { bytes: 0, checksum: Some(crc32fast::Hasher::new()) }
    }
}

impl<'a> BlockWriter<'a> {
    /// Begins a block with its header.
    pub fn new(sink: &'a mut dyn FnMut(Vec<u8>)) -> BlockWriter<'a> {
        BlockWriter::stretch(BlockPlace::default(), u64::MAX, sink)
    }

    /// Begins a block that goes from one thread to another and nowhere else: memory keeps what it is given, so
    /// it has no checksum.
    pub(crate) fn passing(sink: &'a mut dyn FnMut(Vec<u8>)) -> BlockWriter<'a> {
        BlockWriter::stretch(BlockPlace { bytes: 0, checksum: None }, u64::MAX, sink)
    }

    /// Goes on with a block that was written up to `from`, for `most` bytes: it is given the same columns
    /// again, and passes over those before and behind without a look at them.
    pub(crate) fn stretch(
        from: BlockPlace,
        most: u64,
        sink: &'a mut dyn FnMut(Vec<u8>),
    ) -> BlockWriter<'a> {
        let end = from.bytes.saturating_add(most);
        let is_summed = from.checksum.is_some();
        let mut block = BlockWriter { buffer: Vec::new(), place: from, passed: 0, end, sink };
        block.bytes(MAGIC);
        block.bytes(&VERSION.to_le_bytes());
        block.bytes(&u32::from(is_summed).to_le_bytes());
        block
    }

    /// Writes one column.
    pub(crate) fn column<T: Pod>(&mut self, values: &[T]) {
        self.elements(values.len(), size_of::<T>(), bytemuck::cast_slice(values));
    }

    /// One function for columns of every kind: there are many.
    #[inline(never)]
    fn elements(&mut self, count: usize, size: usize, bytes: &[u8]) {
        self.bytes(&(count as u64).to_le_bytes());
        self.bytes(&(size as u64).to_le_bytes());
        self.bytes(bytes);
    }

    /// Writes something small as JSON in a column of bytes.
    pub(crate) fn json<T: Serialize>(&mut self, value: &T) {
        let text = serde_json::to_vec(value).unwrap_or_default();
        self.column(&text);
    }

    /// Writes the checksum and hands over the last buffer.
    pub fn finish(self) {
        self.pause();
    }

    /// Hands over the last buffer; returns where the next stretch begins, or nothing where this one
    /// reached the end and the checksum was written.
    pub(crate) fn pause(mut self) -> Option<BlockPlace> {
        let is_whole = self.passed == self.place.bytes;
        if is_whole {
            // The trailer is never cut in two: it is not under the checksum that is carried on.
            let checksum = sum(self.place.checksum.as_ref());
            self.buffer.extend_from_slice(&checksum.to_le_bytes());
        }
        (self.sink)(self.buffer);
        (!is_whole).then_some(self.place)
    }

    /// Bytes of the whole block of the columns that were given.
    pub(crate) fn size(&self) -> u64 {
        self.passed + size_of::<u32>() as u64
    }

    fn bytes(&mut self, bytes: &[u8]) {
        let start = self.passed;
        self.passed += bytes.len() as u64;
        let within = |place: u64| place.saturating_sub(start).min(bytes.len() as u64) as usize;
        let (from, to) = (within(self.place.bytes), within(self.end));
        let mut bytes = &bytes[from.min(to)..to];
        self.place.bytes += bytes.len() as u64;
        if let Some(checksum) = &mut self.place.checksum {
            checksum.update(bytes);
        }
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(BUFFER_BYTES - self.buffer.len()));
            self.buffer.extend_from_slice(now);
            bytes = later;
            if self.buffer.len() == BUFFER_BYTES {
                (self.sink)(std::mem::take(&mut self.buffer));
            }
        }
    }
}

/// What the trailer says.
fn sum(checksum: Option<&crc32fast::Hasher>) -> u32 {
    checksum.map_or(0, |checksum| checksum.clone().finalize())
}

/// Reads columns back, pulling one buffer at a time from `next` and dropping it when used up.
pub struct BlockReader<'a> {
    buffer: Vec<u8>,
    at: usize,
    checksum: Option<crc32fast::Hasher>,
    next: &'a mut dyn FnMut() -> Option<Vec<u8>>,
}

impl<'a> BlockReader<'a> {
    /// Checks the header.
    ///
    /// # Errors
    /// [`Error::Block`] when it is not a block or of another version.
    pub fn new(next: &'a mut dyn FnMut() -> Option<Vec<u8>>) -> Result<BlockReader<'a>> {
        let checksum = Some(crc32fast::Hasher::new());
        let mut block = BlockReader { buffer: Vec::new(), at: 0, checksum, next };
        if block.array::<8>()? != *MAGIC {
            return Err(block.broken("not a Stepscope block"));
        }
        let version = u32::from_le_bytes(block.array()?);
        if version != VERSION {
            let reason = format!("version {version}, this program reads version {VERSION}");
            return Err(block.broken(&reason));
        }
        match u32::from_le_bytes(block.array()?) {
            0 => block.checksum = None,
            1 => {}
            _ => return Err(block.broken("an unknown kind of checksum")),
        }
        Ok(block)
    }

    /// Reads one column of `T`.
    pub(crate) fn column<T: Pod>(&mut self) -> Result<Vec<T>> {
        let mut values = Vec::new();
        self.column_into(&mut values)?;
        Ok(values)
    }

    /// Number of elements of the column that follows.
    #[inline(never)]
    fn count(&mut self, size: usize) -> Result<usize> {
        let count = u64::from_le_bytes(self.array()?);
        if u64::from_le_bytes(self.array()?) != size as u64 {
            return Err(self.broken("a column has elements of another size"));
        }
        usize::try_from(count).map_err(|_| self.broken("a column is too long"))
    }

    /// Reads one column of `T` to the end of `values`, which are none.
    #[inline(never)]
    pub(crate) fn column_into<T: Pod>(&mut self, values: &mut Vec<T>) -> Result<()> {
        let count = self.count(size_of::<T>())?;
        values.try_reserve_exact(count).map_err(|_| self.broken("a column is too long"))?;
        let mut element = vec![T::zeroed(); 1];
        while values.len() < count {
            // Whole elements straight from the buffer; one that spans two buffers byte by byte.
            let whole = (self.buffer.len() - self.at) / size_of::<T>();
            let whole = whole.min(count - values.len());
            if whole == 0 {
                self.fill(bytemuck::cast_slice_mut(&mut element))?;
                values.push(element[0]);
                continue;
            }
            let bytes = self.take(whole * size_of::<T>());
            values
                .extend(bytes.chunks_exact(size_of::<T>()).map(bytemuck::pod_read_unaligned::<T>));
        }
        Ok(())
    }

    /// Reads what [`BlockWriter::json`] wrote.
    pub(crate) fn json<T: DeserializeOwned>(&mut self) -> Result<T> {
        let text: Vec<u8> = self.column()?;
        serde_json::from_slice(&text).map_err(|error| self.broken(&error.to_string()))
    }

    /// Checks the checksum, if there is one: nothing read before may be used unless this returns `Ok`.
    ///
    /// # Errors
    /// [`Error::Block`] when a bit differs or bytes are left over.
    pub fn finish(mut self) -> Result<()> {
        let expected = sum(self.checksum.as_ref());
        if u32::from_le_bytes(self.array()?) != expected {
            return Err(self.broken("checksum differs"));
        }
        if self.at < self.buffer.len() || (self.next)().is_some() {
            return Err(self.broken("bytes after the end"));
        }
        Ok(())
    }

    /// The error for a block that is not as it should be.
    pub(crate) fn broken(&self, reason: &str) -> Error {
        Error::Block { reason: reason.to_owned() }
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    /// The next bytes of the buffer, which holds as many.
    fn take(&mut self, count: usize) -> &[u8] {
        let bytes = &self.buffer[self.at..self.at + count];
        self.at += count;
        if let Some(checksum) = &mut self.checksum {
            checksum.update(bytes);
        }
        bytes
    }

    fn fill(&mut self, mut target: &mut [u8]) -> Result<()> {
        while !target.is_empty() {
            if self.at == self.buffer.len() {
                // Before the next one is there.
                self.buffer = Vec::new();
                self.buffer = (self.next)().ok_or_else(|| self.broken("ends too early"))?;
                self.at = 0;
                continue;
            }
            let count = target.len().min(self.buffer.len() - self.at);
            let (now, later) = target.split_at_mut(count);
            now.copy_from_slice(self.take(count));
            target = later;
        }
        Ok(())
    }
}
