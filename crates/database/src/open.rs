//! Opening a database that nobody vouches for.

use crate::vfs::{self, Named};
use rusqlite::{Connection, OpenFlags};
use stepscope_core::archive::failure_note;
use stepscope_core::note::{Cause, Note, NoteKind};
use stepscope_core::source::Source;

/// Bytes of SQLite's header.
const HEADER: usize = 100;

/// Bytes of the shortest row: its place in the page, its length, number and kinds of columns.
const LEAST_ROW: u64 = 4;

/// What every database begins with.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// An open database.
pub(crate) struct Database {
    /// SQLite's side. Closed before the source loses its name.
    pub(crate) connection: Connection,
    /// What the source was given for a name.
    pub(crate) file: Named,
    /// Whether pages are missing at its end.
    pub(crate) is_cut: bool,
    /// More rows than a table of its size can have: pages that are used twice would give rows without end.
    pub(crate) most_rows: u64,
}

impl Database {
    /// Opens the database in `source`; the note says why that is none.
    pub(crate) fn open(path: &str, source: Source) -> Result<Database, Note> {
        let mut header = [0; HEADER];
        let got = source.read_at(0, &mut header).map_err(|error| failure_note(path, &error))?;
        if got == 0 {
            return Err(Note::new(NoteKind::ZeroBytes, path, ""));
        }
        let magic = &header[..got.min(MAGIC.len())];
        if !MAGIC.starts_with(magic) {
            return Err(Note::new(NoteKind::WrongKind, path, "").because(Cause::NoDatabase));
        }
        if got < HEADER {
            return Err(Note::new(NoteKind::Truncated, path, ""));
        }
        let size = stated_bytes(&header).unwrap_or(0).max(source.len());
        let is_cut = size > source.len();
        let most_rows = source.len() / LEAST_ROW;
        let damaged = || {
            let kind = if is_cut { NoteKind::Truncated } else { NoteKind::Damaged };
            Note::new(kind, path, "")
        };
        let file = Named::new(source, size).ok_or_else(damaged)?;
        // A source that fails is more than SQLite can tell.
        let refused = |_| match file.failure() {
            Some(error) => failure_note(path, &error),
            None => damaged(),
        };
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags_and_vfs(file.name(), flags, vfs::NAME);
        let connection = connection.map_err(refused)?;
        // What the schema of a stranger's file may do is nothing; what must be sorted is sorted in memory, since
        // there are no temporary files.
        let careful = "PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; \
             PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384;";
        connection.execute_batch(careful).map_err(refused)?;
        Ok(Database { connection, file, is_cut, most_rows })
    }
}

/// Bytes that the header says there are, where it is kept up to date.
fn stated_bytes(header: &[u8; HEADER]) -> Option<u64> {
    let number = |at: usize| {
        let bytes = header.get(at..at + 4)?;
        Some(u32::from_be_bytes(bytes.try_into().ok()?))
    };
    let page = match u16::from_be_bytes([header[16], header[17]]) {
        1 => 65_536,
        page => u64::from(page),
    };
    // Very old writers leave the count as it was.
    (number(24)? == number(92)?).then_some(u64::from(number(28)?) * page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;
    use std::sync::Arc;
    use stepscope_core::source::ReadAt;

    fn open(bytes: Vec<u8>) -> Result<Database, Note> {
        Database::open("a.db", Arc::new(bytes))
    }

    /// A database with an empty table, made under a name for the test alone.
    fn sample(test: &str) -> Vec<u8> {
        let name = format!("stepscope-open-{}-{test}.db", std::process::id());
        let path = std::env::temp_dir().join(name);
        let maker = Connection::open(&path).unwrap();
        maker.execute_batch("CREATE TABLE t (a INTEGER)").unwrap();
        maker.close().map_err(|(_, error)| error).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        std::fs::remove_file(path).unwrap();
        bytes
    }

    #[test]
    fn nothing_is_written_and_nothing_else_is_opened() {
        let database = open(sample("write")).unwrap();
        for sql in [
            "CREATE TABLE u (a)",
            "INSERT INTO t VALUES (1)",
            "PRAGMA user_version = 7; PRAGMA journal_mode = WAL; INSERT INTO t VALUES (1)",
            "PRAGMA query_only = OFF; INSERT INTO t VALUES (1)",
            "PRAGMA query_only = OFF; DROP TABLE t",
            "VACUUM",
            "ATTACH 'other.db' AS other; SELECT * FROM other.sqlite_master",
        ] {
            assert!(database.connection.execute_batch(sql).is_err(), "{sql}");
        }
        // Sorting more than the cache holds needs room, which is not on a disk.
        let sorted =
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
             SELECT count(*) FROM (SELECT hex(i * 7919) AS h, zeroblob(200) FROM n ORDER BY h)";
        let count = database.connection.query_row(sorted, [], |row| row.get::<_, i64>(0));
        assert_eq!(count, Ok(200_000));
        let count = database.connection.query_row("SELECT count(*) FROM t", [], |row| row.get(0));
        assert_eq!(count, Ok(0_i64));
    }

    /// Fails behind its first bytes.
    struct Failing(Vec<u8>);

    impl ReadAt for Failing {
        fn len(&self) -> u64 {
            self.0.len() as u64
        }

        fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
            if buffer.len() > HEADER {
                return Err(io::ErrorKind::PermissionDenied.into());
            }
            self.0.read_at(offset, buffer)
        }
    }

    #[test]
    fn a_source_that_fails_is_told_as_that() {
        let rank = crate::read("a.db", Arc::new(Failing(sample("fail"))), &mut || {
            std::ops::ControlFlow::Continue(())
        });
        let notes = rank.continue_value().unwrap().notes;
        assert_eq!(notes.len(), 1, "{notes:?}");
        assert_eq!(notes[0].kind, NoteKind::NoPermission);
    }
}
