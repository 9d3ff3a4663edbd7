//! A browser `File` or `Blob` as a source of bytes, read synchronously in a worker.

use js_sys::Uint8Array;
use send_wrapper::SendWrapper;
use std::io;
use std::sync::{Mutex, PoisonError};
use stepscope_browser::reason;
use stepscope_core::source::ReadAt;
use wasm_bindgen::JsValue;
use web_sys::{Blob, FileReaderSync};

/// Bytes fetched at first: enough for the head of a file or an entry of a directory.
const LEAST_AHEAD: u64 = 64 << 10;

/// Most bytes fetched at once. Chromium hands over 16 MiB at 1 GB/s, 4 MiB at 0.65, 1 MiB at 0.4.
const MOST_AHEAD: u64 = 16 << 20;

/// A blob with the last stretch that was read of it.
pub(crate) struct BlobSource {
    /// Handles of the browser stay on their thread; in wasm there is only one.
    handles: SendWrapper<(Blob, FileReaderSync)>,
    length: u64,
    ahead: Mutex<SendWrapper<Ahead>>,
}

/// A stretch of the blob, held outside of the module's memory, which never shrinks.
struct Ahead {
    start: u64,
    bytes: Uint8Array,
}

impl Ahead {
    /// Fills `buffer` with what is held from `offset` on; returns the number of bytes.
    fn copy_to(&self, offset: u64, buffer: &mut [u8]) -> usize {
        let held = u64::from(self.bytes.length());
        let Some(skip) = offset.checked_sub(self.start).filter(|skip| *skip < held) else {
            return 0;
        };
        let count = (held - skip).min(buffer.len() as u64);
        self.bytes
            .subarray(skip as u32, (skip + count) as u32)
            .copy_to(&mut buffer[..count as usize]);
        count as usize
    }

    /// How much to fetch from `offset` on: four times as much each time where reading goes straight
    /// on, or passes over less than was held.
    fn next(&self, offset: u64) -> u64 {
        let held = u64::from(self.bytes.length());
        let gap = offset.checked_sub(self.start + held);
        let goes_on = gap.is_some_and(|gap| gap < held);
        if goes_on { (held * 4).clamp(LEAST_AHEAD, MOST_AHEAD) } else { LEAST_AHEAD }
    }
}

impl BlobSource {
    /// A source over `blob`. Works in workers only: pages have no synchronous reader.
    pub(crate) fn new(blob: Blob) -> Result<BlobSource, JsValue> {
        let length = blob.size() as u64;
        let handles = SendWrapper::new((blob, FileReaderSync::new()?));
        let nothing = Ahead { start: 0, bytes: Uint8Array::new_with_length(0) };
        Ok(BlobSource { handles, length, ahead: Mutex::new(SendWrapper::new(nothing)) })
    }

    fn fetch(&self, start: u64, length: u64) -> io::Result<Uint8Array> {
        let (blob, reader) = &*self.handles;
        let part = blob.slice_with_f64_and_f64(start as f64, (start + length) as f64);
        let read = part.and_then(|part| reader.read_as_array_buffer(&part));
        read.map(|buffer| Uint8Array::new(&buffer)).map_err(|thrown| reason(&thrown))
    }
}

impl ReadAt for BlobSource {
    fn len(&self) -> u64 {
        self.length
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let wanted = self.length.saturating_sub(offset).min(buffer.len() as u64);
        let buffer = &mut buffer[..wanted as usize];
        let mut ahead = self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        let mut filled = ahead.copy_to(offset, buffer);
        while filled < buffer.len() {
            let start = offset + filled as u64;
            let rest = (buffer.len() - filled) as u64;
            let length = ahead.next(start).max(rest).min(self.length - start);
            **ahead = Ahead { start, bytes: self.fetch(start, length)? };
            match ahead.copy_to(start, &mut buffer[filled..]) {
                0 => break,
                count => filled += count,
            }
        }
        Ok(filled)
    }
}
