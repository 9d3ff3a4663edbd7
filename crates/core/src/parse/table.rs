//! A CSV file as rows under a header: what the parsers of the single files share.

use super::csv::{Ending, Event, Reader, Record};
use super::tally::Tally;
use crate::note::{Note, NoteKind, Place};

/// Takes the rows of one kind of file.
pub trait Rows: Default + TakeRows {
    /// What the file comes to.
    type Output;
    /// Columns of which a file of this kind has at least one; names that mean the same in one list.
    const COLUMNS: Columns;
    /// How many of the first of [`Rows::COLUMNS`] are missed when absent.
    const REQUIRED: usize;

    /// The table; `notes` may get more.
    fn finish(self, file: &str, notes: &mut Vec<Note>) -> Self::Output;
}

/// Names of columns, those that mean the same in one list.
pub(super) type Columns = &'static [&'static [&'static str]];

/// What of [`Rows`] is called row by row, by code that all tables share.
pub trait TakeRows {
    /// The header's names in file order; `columns[i]` is the place of `COLUMNS[i]`.
    fn header(&mut self, _names: &[String], _columns: &[Option<usize>]) {}
    /// One row.
    fn row(&mut self, row: &mut Row);
}

/// A row with its columns.
pub struct Row<'a> {
    record: &'a Record,
    columns: &'a [Option<usize>],
    line: u64,
    tally: &'a mut Tally,
}

impl Row<'_> {
    /// Text of column `index` of [`Rows::COLUMNS`]; `None` when unknown.
    pub(super) fn text(&self, index: usize) -> Option<&[u8]> {
        known(self.record.cell(self.columns[index]?))
    }

    /// Text of a cell by its place in the file.
    pub(super) fn at(&self, place: usize) -> Option<&[u8]> {
        known(self.record.cell(place))
    }

    /// A value of column `index`; one that `read` refuses is counted and unknown.
    pub(super) fn value<T>(&mut self, index: usize, read: fn(&[u8]) -> Option<T>) -> Option<T> {
        let cell = known(self.record.cell(self.columns[index]?))?;
        let value = read(cell);
        if value.is_none() {
            self.tally.add(NoteKind::BadCell, Some(Place::Line(self.line)), cell);
        }
        value
    }

    /// Counts a cell that is not what its column holds.
    pub(super) fn bad(&mut self, place: usize) {
        let cell = self.record.cell(place);
        self.tally.add(NoteKind::BadCell, Some(Place::Line(self.line)), cell);
    }
}

/// The cell unless it says that nothing is known.
fn known(cell: &[u8]) -> Option<&[u8]> {
    let missing = matches!(cell, b"" | b"N/A" | b"NA" | b"None" | b"nan" | b"NaN" | b"null");
    (!missing).then_some(cell)
}

/// A whole number as the exporters write it: `8`, `8.0`.
pub(super) fn whole(cell: &[u8]) -> Option<u64> {
    let digits = cell.split(|&byte| byte == b'.').next()?;
    let rest = cell.get(digits.len() + 1..).unwrap_or(b"");
    if rest.iter().any(|&byte| byte != b'0') {
        return None;
    }
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// Any number.
pub(super) fn number(cell: &[u8]) -> Option<f64> {
    std::str::from_utf8(cell).ok()?.parse().ok()
}

/// Push parser of a CSV file.
pub struct Table<R: Rows> {
    file: String,
    reader: Reader,
    body: Body,
    rows: R,
}

#[derive(Default)]
struct Body {
    columns: Option<Vec<Option<usize>>>,
    width: usize,
    foreign: bool,
    tally: Tally,
    missing: Vec<&'static str>,
}

impl<R: Rows> Table<R> {
    /// A parser of the file, named in its notes.
    pub fn new(file: &str) -> Table<R> {
        let (reader, body) = (Reader::new(), Body::default());
        Table { file: file.to_owned(), reader, body, rows: R::default() }
    }

    /// Reads the next bytes. Any chunking gives the same result.
    pub fn push(&mut self, chunk: &[u8]) {
        let Table { reader, body, rows, .. } = self;
        if !body.foreign {
            reader.push(chunk, &mut |event| body.event::<R>(&event, rows));
        }
    }

    /// Ends the input. `None` when it is not such a file at all.
    pub fn finish(self) -> (Option<R::Output>, Vec<Note>) {
        let Table { file, mut reader, mut body, mut rows } = self;
        reader.finish(&mut |event| body.event::<R>(&event, &mut rows));
        let seen_header = body.columns.is_some();
        let mut notes = body.finish(&file);
        let output = seen_header.then(|| rows.finish(&file, &mut notes));
        (output, notes)
    }
}

impl Body {
    fn event<R: Rows>(&mut self, event: &Event, rows: &mut R) {
        self.take(event, R::COLUMNS, R::REQUIRED, rows);
    }

    fn take(&mut self, event: &Event, known: Columns, required: usize, rows: &mut dyn TakeRows) {
        match *event {
            _ if self.foreign => {}
            Event::Lost(bytes, line) => {
                self.tally.add(NoteKind::Damaged, Some(Place::Line(line)), bytes);
            }
            Event::Record(record, line, ending) => match &self.columns {
                None => self.header(record, line, known, required, rows),
                Some(_) => self.row(record, line, ending, rows),
            },
        }
    }

    fn header(
        &mut self,
        record: &Record,
        line: u64,
        known: Columns,
        required: usize,
        rows: &mut dyn TakeRows,
    ) {
        let name = |i| String::from_utf8_lossy(record.cell(i)).into_owned();
        let names: Vec<String> = (0..record.len()).map(name).collect();
        let place = |own: &[&str]| names.iter().position(|name| own.contains(&name.as_str()));
        let columns: Vec<_> = known.iter().map(|own| place(own)).collect();
        if columns[..required].iter().all(Option::is_none) {
            self.foreign = true;
            self.tally.add(NoteKind::WrongKind, Some(Place::Line(line)), record.cell(0));
            return;
        }
        let required = known.iter().zip(&columns).take(required);
        self.missing = required.filter(|(_, at)| at.is_none()).map(|(own, _)| own[0]).collect();
        rows.header(&names, &columns);
        self.width = names.len();
        self.columns = Some(columns);
    }

    fn row(&mut self, record: &Record, line: u64, ending: Ending, rows: &mut dyn TakeRows) {
        let Some(columns) = &self.columns else { return };
        let place = Some(Place::Line(line));
        if record.len() < self.width && ending == Ending::File {
            // Its last cell may be cut in the middle of a number.
            self.tally.add(NoteKind::Truncated, place, record.cell(0));
            return;
        }
        if record.len() != self.width {
            self.tally.add(NoteKind::UnevenRow, place, record.cell(0));
        }
        rows.row(&mut Row { record, columns, line, tally: &mut self.tally });
    }

    fn finish(mut self, file: &str) -> Vec<Note> {
        if self.columns.is_none() && !self.foreign {
            self.tally.add(NoteKind::Empty, None, b"");
        }
        let mut notes = self.tally.into_notes(file);
        if !self.missing.is_empty() {
            notes.push(Note::new(NoteKind::MissingColumn, file, self.missing.join(", ")));
        }
        notes
    }
}
