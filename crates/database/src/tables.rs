//! Rows of a table by the names of its columns: whatever is missing is unknown.

use crate::open::Database;
use rusqlite::Row;
use rusqlite::types::ValueRef;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use stepscope_core::archive::failure_note;
use stepscope_core::note::{Cause, Note, NoteKind};

/// Rows between two looks at whether to go on.
const ROWS: u64 = 4096;

/// The tables of an open database, and what was odd in them.
pub(crate) struct Tables<'a> {
    path: &'a str,
    database: &'a Database,
    /// Columns by the name of the table, both as the file spells them; SQLite does not tell cases apart.
    columns: HashMap<String, Vec<String>>,
    advance: &'a mut dyn FnMut() -> ControlFlow<()>,
    /// How often something was met, by kind and place.
    odd: BTreeMap<(NoteKind, String), u64>,
    /// Tables that could not be read to their end.
    broken: Vec<String>,
}

impl<'a> Tables<'a> {
    /// Looks at the schema.
    pub(crate) fn of(
        path: &'a str,
        database: &'a Database,
        advance: &'a mut dyn FnMut() -> ControlFlow<()>,
    ) -> Tables<'a> {
        let mut tables = Tables {
            path,
            database,
            columns: HashMap::new(),
            advance,
            odd: BTreeMap::new(),
            broken: Vec::new(),
        };
        match schema(database) {
            Ok(columns) => tables.columns = columns,
            Err(_) => tables.broken.push("sqlite_schema".to_owned()),
        }
        tables
    }

    /// Whether there is such a table.
    pub(crate) fn has(&self, table: &str) -> bool {
        self.columns.contains_key(&table.to_ascii_uppercase())
    }

    /// Whether a table has a column.
    pub(crate) fn has_column(&self, table: &str, column: &str) -> bool {
        self.spelt(table, column).is_some()
    }

    fn spelt(&self, table: &str, column: &str) -> Option<&str> {
        let columns = self.columns.get(&table.to_ascii_uppercase())?;
        columns.iter().map(String::as_str).find(|own| own.eq_ignore_ascii_case(column))
    }

    /// Counts something odd.
    pub(crate) fn odd(&mut self, kind: NoteKind, place: &str) {
        *self.odd.entry((kind, place.to_owned())).or_insert(0) += 1;
    }

    /// Reads the rows of a table: first of the `needed` columns, without which its rows say nothing, then of
    /// the others. A table that is not there has no rows. Breaks only when it is told to stop.
    pub(crate) fn read(
        &mut self,
        table: &str,
        needed: &[&str],
        others: &[&str],
        take: &mut dyn FnMut(&Cells),
    ) -> ControlFlow<()> {
        if !self.has(table) {
            return ControlFlow::Continue(());
        }
        let missing = needed.iter().find(|column| !self.has_column(table, column));
        if let Some(missing) = missing {
            let place = format!("{table}.{missing}");
            self.odd(NoteKind::MissingColumn, &place);
            return ControlFlow::Continue(());
        }
        let columns = needed.iter().chain(others);
        let columns = columns.map(|column| self.spelt(table, column).map_or("NULL".into(), quoted));
        let columns = columns.collect::<Vec<String>>().join(", ");
        let sql = format!("SELECT {columns} FROM {}", quoted(table));
        let flow = self.rows(&sql, take);
        match flow {
            Ok(flow) => flow,
            // What was read until then stays.
            Err(_) => {
                self.broken.push(table.to_owned());
                (self.advance)()
            }
        }
    }

    /// The number in the first row of a column.
    pub(crate) fn first(&mut self, table: &str, column: &str) -> ControlFlow<(), Option<i64>> {
        let sql = format!("SELECT {} FROM {} LIMIT 1", quoted(column), quoted(table));
        let mut first = None;
        // Where it cannot be read, the table will say so itself.
        let flow = self.rows(&sql, &mut |row| first = row.int(0));
        flow.unwrap_or(ControlFlow::Continue(()))?;
        ControlFlow::Continue(first)
    }

    fn rows(
        &mut self,
        sql: &str,
        take: &mut dyn FnMut(&Cells),
    ) -> rusqlite::Result<ControlFlow<()>> {
        let mut statement = self.database.connection.prepare(sql)?;
        let mut rows = statement.query([])?;
        let mut count = 0;
        while let Some(row) = rows.next()? {
            take(&Cells(row));
            count += 1;
            if count > self.database.most_rows {
                return Err(rusqlite::Error::InvalidQuery);
            }
            if count % ROWS == 0 && (self.advance)().is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok((self.advance)())
    }

    /// What was odd.
    pub(crate) fn into_notes(self) -> Vec<Note> {
        let mut notes: Vec<Note> = Vec::new();
        if let Some(error) = self.database.file.failure() {
            notes.push(failure_note(self.path, &error));
        } else if self.database.is_cut || !self.broken.is_empty() {
            // One page may hold rows of no table, a missing one may be any: it is told once.
            let kind = if self.database.is_cut { NoteKind::Truncated } else { NoteKind::Damaged };
            let mut note = Note::new(kind, self.path, self.broken.join(", "));
            if !self.broken.is_empty() {
                note = note.because(Cause::IncompleteTables);
                note.count = self.broken.len() as u64;
            }
            notes.push(note);
        }
        let odd = self.odd.into_iter();
        notes.extend(
            odd.map(|((kind, place), count)| Note { count, ..Note::new(kind, self.path, place) }),
        );
        notes
    }

    /// Whether any table was read without its end.
    pub(crate) fn is_broken(&self) -> bool {
        !self.broken.is_empty()
    }
}

/// Columns of the plain tables, by name in upper case. Views and virtual tables are programs.
fn schema(database: &Database) -> rusqlite::Result<HashMap<String, Vec<String>>> {
    let connection = &database.connection;
    let plain = "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE TABLE%'";
    let mut statement = connection.prepare(plain)?;
    let names = statement.query_map([], |row| row.get::<_, String>(0))?;
    let mut columns = HashMap::new();
    for name in names {
        let name = name?;
        let mut statement = connection.prepare("SELECT name FROM pragma_table_info(?1)")?;
        let own = statement.query_map([&name], |row| row.get::<_, String>(0))?;
        let own = own.collect::<rusqlite::Result<Vec<String>>>()?;
        columns.insert(name.to_ascii_uppercase(), own);
    }
    Ok(columns)
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// The cells of a row, in the order in which they were asked for.
pub(crate) struct Cells<'a>(&'a Row<'a>);

impl Cells<'_> {
    fn value(&self, at: usize) -> ValueRef<'_> {
        self.0.get_ref(at).unwrap_or(ValueRef::Null)
    }

    /// A whole number, also where it is written as text; `None` where it is none.
    pub(crate) fn int(&self, at: usize) -> Option<i64> {
        match self.value(at) {
            ValueRef::Integer(value) => Some(value),
            ValueRef::Text(text) => std::str::from_utf8(text).ok()?.trim().parse().ok(),
            // What is stored as a number of unknown kind may have become one with a point.
            ValueRef::Real(value) if value.fract() == 0.0 && value.abs() < 9e18 => {
                Some(value as i64)
            }
            _ => None,
        }
    }

    /// The first cells, as whole numbers.
    pub(crate) fn ints<const COUNT: usize>(&self) -> [Option<i64>; COUNT] {
        std::array::from_fn(|at| self.int(at))
    }

    /// Any finite number.
    pub(crate) fn float(&self, at: usize) -> Option<f64> {
        let value = match self.value(at) {
            ValueRef::Integer(value) => value as f64,
            ValueRef::Real(value) => value,
            ValueRef::Text(text) => std::str::from_utf8(text).ok()?.trim().parse().ok()?,
            _ => return None,
        };
        value.is_finite().then_some(value)
    }

    /// Text.
    pub(crate) fn text(&self, at: usize) -> Option<Cow<'_, str>> {
        match self.value(at) {
            ValueRef::Text(text) => Some(String::from_utf8_lossy(text)),
            ValueRef::Integer(value) => Some(value.to_string().into()),
            _ => None,
        }
    }
}
