//! A browser `File` or `Blob` as a source of bytes, read synchronously in a worker.

use crate::failure::message;
use js_sys::Uint8Array;
use send_wrapper::SendWrapper;
use std::io;
use std::sync::{Mutex, PoisonError};
use stepscope_core::source::ReadAt;
use wasm_bindgen::JsValue;
use web_sys::{Blob, FileReaderSync};

/// Bytes fetched at once. A call into the browser costs about as much as copying some 100 KiB, and
/// parsers ask for less than that.
const READ_AHEAD: u64 = 4 << 20;

/// A blob with the last stretch that was read of it.
pub(crate) struct BlobSource {
    /// Handles of the browser stay on their thread; in wasm there is only one.
    handles: SendWrapper<(Blob, FileReaderSync)>,
    length: u64,
    ahead: Mutex<Ahead>,
}

/// A stretch of the blob held in memory.
#[derive(Default)]
struct Ahead {
    start: u64,
    bytes: Vec<u8>,
}

impl Ahead {
    /// The bytes held from `offset` on.
    fn from(&self, offset: u64) -> &[u8] {
        let skip = offset.checked_sub(self.start).and_then(|skip| usize::try_from(skip).ok());
        skip.and_then(|skip| self.bytes.get(skip..)).unwrap_or(&[])
    }
}

impl BlobSource {
    /// A source over `blob`. Works in workers only: pages have no synchronous reader.
    pub(crate) fn new(blob: Blob) -> Result<BlobSource, JsValue> {
        let length = blob.size() as u64;
        let handles = SendWrapper::new((blob, FileReaderSync::new()?));
        Ok(BlobSource { handles, length, ahead: Mutex::default() })
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
        if wanted == 0 {
            return Ok(0);
        }
        let mut ahead = self.ahead.lock().unwrap_or_else(PoisonError::into_inner);
        if ahead.from(offset).is_empty() {
            if wanted >= READ_AHEAD {
                let bytes = self.fetch(offset, wanted)?;
                let count = bytes.length() as usize;
                bytes.copy_to(&mut buffer[..count]);
                return Ok(count);
            }
            let bytes = self.fetch(offset, READ_AHEAD.min(self.length - offset))?;
            ahead.bytes.resize(bytes.length() as usize, 0);
            bytes.copy_to(&mut ahead.bytes);
            ahead.start = offset;
        }
        let held = ahead.from(offset);
        let count = held.len().min(wanted as usize);
        buffer[..count].copy_from_slice(&held[..count]);
        Ok(count)
    }
}

/// What the browser threw, with a kind where its name tells one: a folder that was dropped as a file and
/// a file that changed or may not be read all fail only when they are read.
fn reason(thrown: &JsValue) -> io::Error {
    let name = js_sys::Reflect::get(thrown, &"name".into()).ok().and_then(|name| name.as_string());
    let kind = match name.as_deref() {
        Some("NotFoundError") => io::ErrorKind::NotFound,
        Some("NotReadableError" | "SecurityError") => io::ErrorKind::PermissionDenied,
        _ => io::ErrorKind::Other,
    };
    io::Error::new(kind, message(thrown))
}
