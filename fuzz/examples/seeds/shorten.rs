//! The same file with less of everything.

use std::collections::BTreeSet;
use std::error::Error;

use rusqlite::Connection;
use rusqlite::types::Value as Cell;
use serde_json::Value;

pub(crate) type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Lines of a table, with its header.
const LINES: usize = 5;

/// Elements of a list of events.
const EVENTS: usize = 24;

/// Members of an object of objects: steps, collectives, links.
const MEMBERS: usize = 2;

/// Rows of a table of a database.
const ROWS: usize = 3;

/// A table's header and first rows.
pub(crate) fn table(bytes: &[u8]) -> Vec<u8> {
    bytes.split_inclusive(|byte| *byte == b'\n').take(LINES).flatten().copied().collect()
}

/// A JSON with fewer events, spread over the file so that all kinds of them are there, or fewer collectives.
pub(crate) fn json(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut value = serde_json::from_slice(bytes)?;
    fewer(&mut value);
    Ok(serde_json::to_vec(&value)?)
}

fn fewer(value: &mut Value) {
    match value {
        Value::Array(events) => {
            let every = events.len().div_ceil(EVENTS).max(1);
            let mut index = 0..;
            events.retain(|_| index.next().is_some_and(|index: usize| index.is_multiple_of(every)));
        }
        Value::Object(members) => {
            let is_map = members.len() > MEMBERS && members.values().all(Value::is_object);
            let mut index = 0..;
            members
                .retain(|_, _| index.next().is_some_and(|index: usize| !is_map || index < MEMBERS));
            members.values_mut().for_each(fewer);
        }
        _ => {}
    }
}

/// A database with a few rows a table and the texts that they name, on small pages.
pub(crate) fn database(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut sql = Connection::open_in_memory()?;
    sql.deserialize_read_exact("main", bytes, bytes.len(), false)?;
    let mut named = BTreeSet::new();
    for table in names(&sql)?.iter().filter(|table| *table != "STRING_IDS") {
        sql.execute_batch(&format!(
            "DELETE FROM {table} WHERE rowid NOT IN (SELECT rowid FROM {table} LIMIT {ROWS})"
        ))?;
        let mut all = sql.prepare(&format!("SELECT * FROM {table}"))?;
        let columns = all.column_count();
        let mut rows = all.query([])?;
        while let Some(row) = rows.next()? {
            for column in 0..columns {
                if let Cell::Integer(number) = row.get(column)? {
                    named.insert(number.to_string());
                }
            }
        }
    }
    if names(&sql)?.iter().any(|table| table == "STRING_IDS") {
        let named: Vec<String> = named.into_iter().collect();
        let texts = named.join(",");
        sql.execute_batch(&format!("DELETE FROM STRING_IDS WHERE id NOT IN ({texts})"))?;
    }
    // A database in memory keeps the size of its pages.
    let file = std::env::temp_dir().join(format!("stepscope-seed-{}.db", std::process::id()));
    sql.execute("VACUUM INTO ?1", [file.to_str()])?;
    Connection::open(&file)?.execute_batch("PRAGMA page_size = 512; VACUUM")?;
    let bytes = std::fs::read(&file)?;
    std::fs::remove_file(file)?;
    Ok(bytes)
}

fn names(sql: &Connection) -> Result<Vec<String>> {
    let mut names =
        sql.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")?;
    let names = names.query_map([], |row| row.get(0))?;
    Ok(names.collect::<rusqlite::Result<_>>()?)
}
