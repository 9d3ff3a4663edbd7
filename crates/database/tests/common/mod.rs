//! What the tests share: real databases, copies of them that are changed, and their loading.

#![allow(dead_code, reason = "every test program uses some of it")]

use rusqlite::{Connection, OpenFlags};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use stepscope_core::load::{Input, Loaded, Options, load};

/// Files of an input, by path.
pub(crate) type File = (String, Vec<u8>);

/// The options of a program that reads databases.
pub(crate) fn options() -> Options {
    Options { databases: Some(stepscope_database::read), ..Options::default() }
}

/// Loads files as a folder.
pub(crate) fn open(files: &[File]) -> Loaded {
    let input =
        |(path, bytes): &File| Input { path: path.clone(), source: Arc::new(bytes.clone()) };
    let inputs: Vec<Input> = files.iter().map(input).collect();
    load(&inputs, &options(), &mut ())
}

/// All files below a folder, by path from it.
pub(crate) fn folder(path: &Path) -> Vec<File> {
    let mut files = Vec::new();
    let mut open = vec![path.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let found = entry.unwrap().path();
            if found.is_dir() {
                open.push(found);
            } else {
                let name = found.strip_prefix(path).unwrap().to_str().unwrap().to_owned();
                files.push((name, std::fs::read(&found).unwrap()));
            }
        }
    }
    files.sort();
    files
}

/// A real database, with the folder of its rank.
pub(crate) struct Real {
    /// `level0`, `level1`
    pub(crate) level: &'static str,
    pub(crate) rank: u32,
    /// Folder of the rank.
    pub(crate) folder: PathBuf,
    /// The database itself.
    pub(crate) path: PathBuf,
}

/// The real databases of torch_npu; empty when there are none.
pub(crate) fn real() -> Vec<Real> {
    let Some(root) = stepscope_fixtures::real::captures() else { return Vec::new() };
    let mut all = Vec::new();
    for level in ["level0", "level1"] {
        for rank in 0..2 {
            let folder = root.join(format!("torch_npu/db/{level}/rank{rank}_ascend_pt"));
            let name = format!("ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_{rank}.db");
            let path = folder.join(name);
            all.push(Real { level, rank, folder, path });
        }
    }
    all
}

impl Real {
    /// The database through SQLite's own file layer.
    pub(crate) fn sql(&self) -> Connection {
        let uri = format!("file:{}?mode=ro&immutable=1", self.path.display());
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        Connection::open_with_flags(uri, flags).unwrap()
    }

    /// Its bytes.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        std::fs::read(&self.path).unwrap()
    }

    /// Its bytes after some SQL.
    pub(crate) fn changed(&self, sql: &str) -> Vec<u8> {
        changed(&self.bytes(), sql)
    }
}

/// One number that a query gives.
pub(crate) fn number(sql: &Connection, query: &str) -> i64 {
    sql.query_row(query, [], |row| row.get(0)).unwrap_or_else(|error| panic!("{query}: {error}"))
}

/// A database after some SQL; of no bytes, a new one.
pub(crate) fn changed(bytes: &[u8], sql: &str) -> Vec<u8> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("stepscope-database-{}-{number}.db", std::process::id());
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, bytes).unwrap();
    let connection = Connection::open(&path).unwrap();
    connection.execute_batch(&format!("PRAGMA journal_mode = DELETE; {sql}")).unwrap();
    connection.close().map_err(|(_, error)| error).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    bytes
}

/// The path of a database in a rank's folder.
pub(crate) const PATH: &str = "run/a_ascend_pt/ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_3.db";

/// Loads one database as a rank's only file.
pub(crate) fn open_one(bytes: Vec<u8>) -> Loaded {
    open(&[(PATH.to_owned(), bytes)])
}
