//! SQLite's file layer over a [`Source`]: reads pages where they lie, and can do nothing else.
//!
//! One VFS is registered for the process. A file is opened by a number that stands for its source, so no
//! name of a file system is ever looked up, and there is no journal, no log and no temporary file.

use rsqlite_vfs::{
    AccessMode, DeviceCharacteristics, LockLevel, OpenAccess, OpenOptions, OpenRequest, OpenedFile,
    OsCallback, SQLiteIoMethods, SQLiteVfs, SyncOptions, VfsError, VfsErrorCode, VfsFile,
    VfsRegistration, VfsResult, VfsStore, register_vfs,
};
use std::collections::BTreeMap;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;
use stepscope_core::source::Source;

/// The name under which SQLite knows the VFS.
pub(crate) const NAME: &str = "stepscope";

/// Bytes fetched at once: a page is 4 KiB, and a call into a browser's file costs as much as 64 KiB.
const AHEAD: usize = 64 << 10;

/// Stretches that are held: tables lie among each other.
const STRETCHES: usize = 16;

/// Places in the header of the versions that a writer and a reader need: 2 is a database with a log.
const VERSIONS: [u64; 2] = [18, 19];

/// Sources by the name under which SQLite opens them.
static SOURCES: Mutex<BTreeMap<String, Shared>> = Mutex::new(BTreeMap::new());

/// What the opener and SQLite share of a file.
#[derive(Clone)]
struct Shared {
    source: Source,
    size: u64,
    failure: Arc<Mutex<Option<io::Error>>>,
}

/// A source that SQLite can open for as long as this lives.
pub(crate) struct Named {
    name: String,
    failure: Arc<Mutex<Option<io::Error>>>,
}

impl Named {
    /// Gives a source a name; `None` where the VFS could not be registered. Of a database that was cut, `size`
    /// is what it had: SQLite would refuse all of it where it is shorter than it says, while so only the pages
    /// that are missing are broken.
    pub(crate) fn new(source: Source, size: u64) -> Option<Named> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        is_registered().then(|| {
            let name = NEXT.fetch_add(1, Ordering::Relaxed).to_string();
            let failure = Arc::default();
            lock(&SOURCES)
                .insert(name.clone(), Shared { source, size, failure: Arc::clone(&failure) });
            Named { name, failure }
        })
    }

    /// The name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// What the source said when it last failed.
    pub(crate) fn failure(&self) -> Option<io::Error> {
        lock(&self.failure).take()
    }
}

impl Drop for Named {
    fn drop(&mut self) {
        lock(&SOURCES).remove(&self.name);
    }
}

/// A thread that panicked while it held one of these left it whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[allow(unsafe_code, reason = "SQLite is told of the VFS by pointers; this is the only such place")]
fn is_registered() -> bool {
    static REGISTERED: OnceLock<bool> = OnceLock::new();
    *REGISTERED.get_or_init(|| {
        // SAFETY: the methods and the store below are all of one family with the same (empty) data, they keep
        // the default layout of files, and the registration is never taken back, so that what SQLite points to
        // lives as long as the process. SQLite is compiled for use by several threads at once, a connection
        // stays in the thread that opened it, and what the callbacks share is behind mutexes.
        let registered = unsafe { register_vfs::<Methods, Vfs>(NAME, (), false) };
        registered.map(VfsRegistration::into_raw).is_ok()
    })
}

/// An open database.
struct Pages {
    shared: Shared,
    /// What was fetched, each stretch in the place that its number leads to.
    stretches: Vec<Stretch>,
}

/// [`AHEAD`] bytes of a file, fewer at its end.
#[derive(Clone, Default)]
struct Stretch {
    number: Option<u64>,
    bytes: Vec<u8>,
}

impl Pages {
    /// The bytes from `offset` on that are at hand, fetched if none are; empty at the end.
    fn at(&mut self, offset: u64) -> io::Result<&[u8]> {
        let (number, skip) = (offset / AHEAD as u64, (offset % AHEAD as u64) as usize);
        let stretch = &mut self.stretches[(number % STRETCHES as u64) as usize];
        if stretch.number != Some(number) {
            stretch.number = None;
            stretch.bytes.resize(AHEAD, 0);
            let got = self.shared.source.read_at(offset - skip as u64, &mut stretch.bytes)?;
            stretch.bytes.truncate(got);
            stretch.number = Some(number);
        }
        Ok(stretch.bytes.get(skip..).unwrap_or(&[]))
    }
}

impl VfsFile for Pages {
    fn read(&mut self, buffer: &mut [u8], offset: u64) -> VfsResult<usize> {
        let mut filled = 0;
        while filled < buffer.len() {
            match self.at(offset.saturating_add(filled as u64)) {
                Ok([]) => break,
                Ok(bytes) => {
                    let count = bytes.len().min(buffer.len() - filled);
                    buffer[filled..filled + count].copy_from_slice(&bytes[..count]);
                    filled += count;
                }
                Err(error) => {
                    *lock(&self.shared.failure) = Some(error);
                    return Err(VfsError::new(VfsErrorCode::IoRead, "the source failed".into()));
                }
            }
        }
        // A log beside the database is not read; without one SQLite would refuse the database.
        for place in VERSIONS {
            let at = place.checked_sub(offset).and_then(|at| usize::try_from(at).ok());
            if let Some(version) = at.and_then(|at| buffer[..filled].get_mut(at)) {
                *version = (*version).min(1);
            }
        }
        Ok(filled)
    }

    fn write(&mut self, _buffer: &[u8], _offset: u64) -> VfsResult<()> {
        Err(read_only())
    }

    fn truncate(&mut self, _size: u64) -> VfsResult<()> {
        Err(read_only())
    }

    fn sync(&mut self, _options: SyncOptions) -> VfsResult<()> {
        Ok(())
    }

    fn size(&self) -> VfsResult<u64> {
        Ok(self.shared.size)
    }

    // Nobody else can change what is read here.
    fn lock(&mut self, _level: LockLevel) -> VfsResult<()> {
        Ok(())
    }

    fn unlock(&mut self, _level: LockLevel) -> VfsResult<()> {
        Ok(())
    }

    fn check_reserved_lock(&self) -> VfsResult<bool> {
        Ok(false)
    }

    fn device_characteristics(&self) -> DeviceCharacteristics {
        DeviceCharacteristics::IMMUTABLE
    }
}

fn read_only() -> VfsError {
    VfsError::new(VfsErrorCode::ReadOnly, "databases are only read".into())
}

struct Store;

impl VfsStore for Store {
    type File = Pages;
    type AppData = ();

    fn open_file((): &(), request: OpenRequest<'_>) -> VfsResult<OpenedFile<Pages>> {
        let shared = request.filename.and_then(|name| lock(&SOURCES).get(name.path()).cloned());
        let Some(shared) = shared else {
            return Err(VfsError::new(VfsErrorCode::CantOpen, "no such source".into()));
        };
        let file = Pages { shared, stretches: vec![Stretch::default(); STRETCHES] };
        Ok(OpenedFile { file, access: OpenAccess::ReadOnly })
    }

    fn close_file(
        (): &(),
        _name: Option<&str>,
        _file: Pages,
        _options: OpenOptions,
    ) -> VfsResult<()> {
        Ok(())
    }

    fn access((): &(), name: &str, mode: AccessMode) -> VfsResult<bool> {
        Ok(mode != AccessMode::ReadWrite && lock(&SOURCES).contains_key(name))
    }

    fn full_pathname((): &(), name: &str) -> VfsResult<String> {
        Ok(name.to_owned())
    }

    fn delete_file((): &(), _name: &str, _sync_dir: bool) -> VfsResult<()> {
        Err(read_only())
    }
}

struct Methods;

impl SQLiteIoMethods for Methods {
    type Store = Store;
}

/// Reading needs neither time nor chance.
struct NoSystem;

impl OsCallback for NoSystem {
    fn sleep(&self, _duration: Duration) {}

    fn random(&self, _buffer: &mut [u8]) -> usize {
        0
    }

    fn epoch_timestamp_in_ms(&self) -> VfsResult<i64> {
        Ok(0)
    }
}

struct Vfs;

impl SQLiteVfs<Methods> for Vfs {
    type Os = NoSystem;

    fn os((): &()) -> &NoSystem {
        &NoSystem
    }
}
