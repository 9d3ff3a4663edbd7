//! Files as sources: positioned reads, with few of them open at a time.

use std::collections::VecDeque;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use stepscope_core::source::ReadAt;

/// Files open at a time. A capture of 64 ranks has thousands of files, a process may often open only 1024.
const OPEN_AT_ONCE: usize = 128;

/// A file of the file system. Opened when it is read, and closed again when many others were read since.
pub(crate) struct FileSource {
    path: PathBuf,
    length: u64,
    handles: Arc<Handles>,
}

impl FileSource {
    /// The file at `path`, of the length that the file system told.
    pub(crate) fn new(path: &Path, length: u64, handles: Arc<Handles>) -> FileSource {
        FileSource { path: path.to_owned(), length, handles }
    }
}

impl ReadAt for FileSource {
    fn len(&self) -> u64 {
        self.length
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let file = self.handles.get(&self.path)?;
        let mut filled = 0;
        // The trait promises a short read only at the end; the system may return less at any time.
        while filled < buffer.len() {
            match positioned_read(&file, offset + filled as u64, &mut buffer[filled..]) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(filled)
    }
}

#[cfg(unix)]
fn positioned_read(file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

#[cfg(windows)]
fn positioned_read(file: &File, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, offset)
}

/// The open files of all sources, least recently used first.
#[derive(Default)]
pub(crate) struct Handles {
    open: Mutex<VecDeque<(PathBuf, Arc<File>)>>,
}

impl Handles {
    fn get(&self, path: &Path) -> io::Result<Arc<File>> {
        // A thread that panicked while holding the list left it whole.
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(at) = open.iter().position(|(other, _)| other == path) {
            let entry = open.remove(at).expect("position is in range");
            let file = entry.1.clone();
            open.push_back(entry);
            return Ok(file);
        }
        let file = Arc::new(File::open(path)?);
        if open.len() >= OPEN_AT_ONCE {
            open.pop_front();
        }
        open.push_back((path.to_owned(), file.clone()));
        Ok(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_at_any_place_with_few_files_open() {
        let folder = crate::testing::TempFolder::new("file-source");
        let handles = Arc::new(Handles::default());
        let sources: Vec<FileSource> = (0..OPEN_AT_ONCE * 2)
            .map(|n| {
                let path = folder.path().join(n.to_string());
                std::fs::write(&path, format!("{n:08}")).unwrap();
                FileSource::new(&path, 8, handles.clone())
            })
            .collect();
        let mut buffer = [0; 16];
        for (n, source) in sources.iter().enumerate().chain(sources.iter().enumerate()) {
            assert_eq!(source.read_at(4, &mut buffer).unwrap(), 4);
            assert_eq!(&buffer[..4], &format!("{n:08}").as_bytes()[4..]);
        }
        assert_eq!(handles.open.lock().unwrap().len(), OPEN_AT_ONCE);
        assert_eq!(sources[0].read_at(8, &mut buffer).unwrap(), 0);
        assert_eq!(sources[0].read_at(u64::MAX / 4, &mut buffer).unwrap(), 0);
    }

    #[test]
    fn a_vanished_file_is_an_error() {
        let source = FileSource::new(Path::new("/nowhere/at/all"), 8, Arc::default());
        let error = source.read_at(0, &mut [0; 8]).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
    }
}
