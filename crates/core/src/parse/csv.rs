//! CSV records out of chunks, lenient where people and tools are.
//!
//! Not `csv-core`: when a quote is lost, the record's raw bytes are needed to begin anew behind its first
//! line. The tests hold this reader to `csv-core` on whatever both can read.

/// Longest record in bytes; a longer one has lost a quote. Real ones (call stacks) have some kilobytes.
const MAX_RECORD: usize = 1 << 20;

/// Most cells kept of a record; real headers have some seventy.
const MAX_CELLS: usize = 4096;

/// Where in a record the reader is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    CellStart,
    Plain,
    Quoted,
    /// Behind a quote in a quoted cell: its end, or the first of a doubled one.
    Quote,
}

/// The cells of one record, unquoted and trimmed.
#[derive(Default)]
pub(crate) struct Record {
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Record {
    /// Number of cells.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Cell `index` without white space around it; empty where there is none.
    pub(crate) fn cell(&self, index: usize) -> &[u8] {
        let Some(&end) = self.ends.get(index) else { return &[] };
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.bytes[start..end].trim_ascii()
    }

    fn decode(&mut self, raw: &[u8]) {
        self.bytes.clear();
        self.ends.clear();
        let mut state = State::CellStart;
        for &byte in raw {
            state = match (state, byte) {
                (State::CellStart | State::Plain | State::Quote, b',') => {
                    self.end_cell();
                    State::CellStart
                }
                (State::CellStart, b'"') => State::Quoted,
                (State::Quoted, b'"') => State::Quote,
                (State::Quoted, _) => {
                    self.bytes.push(byte);
                    State::Quoted
                }
                // A doubled quote, or bytes behind the closing one, which go on as they are.
                (State::Quote, b'"') => {
                    self.bytes.push(byte);
                    State::Quoted
                }
                (State::CellStart | State::Plain | State::Quote, _) => {
                    self.bytes.push(byte);
                    State::Plain
                }
            };
        }
        self.end_cell();
    }

    fn end_cell(&mut self) {
        if self.ends.len() < MAX_CELLS {
            self.ends.push(self.bytes.len());
        }
    }
}

/// What is met in the stream.
pub(crate) enum Event<'a> {
    /// A record, with its one-based first line and how it ended.
    Record(&'a Record, u64, Ending),
    /// A record that never ends: a lost quote. These are the lines that are left out.
    Lost(&'a [u8], u64),
}

/// How a record ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// With a line break.
    Line,
    /// With the file.
    File,
}

/// Cuts a stream into records.
pub(crate) struct Reader {
    state: State,
    /// Raw bytes of a record that began in an earlier chunk.
    carry: Vec<u8>,
    record: Record,
    /// Line of the record that is being read.
    line: u64,
    first: bool,
    losses: u32,
}

impl Reader {
    pub(crate) fn new() -> Reader {
        let record = Record::default();
        Reader {
            state: State::CellStart,
            carry: Vec::new(),
            record,
            line: 1,
            first: true,
            losses: 0,
        }
    }

    /// Reads the next bytes. Any chunking gives the same events.
    pub(crate) fn push(&mut self, chunk: &[u8], sink: &mut dyn FnMut(Event)) {
        let mut rest = chunk;
        loop {
            let room = MAX_RECORD - self.carry.len().min(MAX_RECORD);
            let window = &rest[..rest.len().min(room)];
            if let Some(end) = self.find_end(window) {
                let (now, later) = rest.split_at(end);
                self.emit(now, Ending::Line, sink);
                rest = later;
            } else {
                self.carry.extend_from_slice(window);
                rest = &rest[window.len()..];
                if self.carry.len() < MAX_RECORD {
                    return;
                }
                self.resume_behind_loss(sink);
            }
        }
    }

    /// Ends the input.
    pub(crate) fn finish(&mut self, sink: &mut dyn FnMut(Event)) {
        while self.state == State::Quoted && memchr::memchr(b'\n', &self.carry).is_some() {
            self.resume_behind_loss(sink);
        }
        if !self.carry.is_empty() {
            self.emit(&[], Ending::File, sink);
        }
    }

    /// Goes through `bytes`; the offset behind the line break that ends the record.
    fn find_end(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut at = 0;
        while at < bytes.len() {
            let byte = bytes[at];
            self.state = match self.state {
                State::Quoted => match memchr::memchr(b'"', &bytes[at..]) {
                    Some(quote) => {
                        at += quote;
                        State::Quote
                    }
                    None => return None,
                },
                State::Plain => match memchr::memchr2(b',', b'\n', &bytes[at..]) {
                    Some(stop) => {
                        at += stop;
                        if bytes[at] == b'\n' {
                            self.state = State::CellStart;
                            return Some(at + 1);
                        }
                        State::CellStart
                    }
                    None => return None,
                },
                State::CellStart | State::Quote if byte == b'\n' => {
                    self.state = State::CellStart;
                    return Some(at + 1);
                }
                State::CellStart | State::Quote if byte == b',' => State::CellStart,
                State::CellStart | State::Quote if byte == b'"' => State::Quoted,
                State::CellStart | State::Quote => State::Plain,
            };
            at += 1;
        }
        None
    }

    fn emit(&mut self, end: &[u8], ending: Ending, sink: &mut dyn FnMut(Event)) {
        let carry = std::mem::take(&mut self.carry);
        let joined;
        let mut raw = if carry.is_empty() {
            end
        } else {
            joined = [carry.as_slice(), end].concat();
            &joined
        };
        let lines = memchr::memchr_iter(b'\n', raw).count() as u64;
        if self.first {
            raw = raw.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(raw);
            self.first = false;
        }
        raw = raw.strip_suffix(b"\n").unwrap_or(raw);
        raw = raw.strip_suffix(b"\r").unwrap_or(raw);
        // Empty lines are nothing.
        if !raw.trim_ascii().is_empty() {
            self.record.decode(raw);
            sink(Event::Record(&self.record, self.line, ending));
        }
        self.line += lines;
    }

    /// Leaves out the first line of a record that has no end, and reads on behind it.
    ///
    /// With every loss twice as many lines, so that a file made of lost quotes is not read over and over.
    fn resume_behind_loss(&mut self, sink: &mut dyn FnMut(Event)) {
        let carry = std::mem::take(&mut self.carry);
        self.state = State::CellStart;
        self.first = false;
        let lines = 1_usize << self.losses.min(20);
        self.losses += 1;
        let end = memchr::memchr_iter(b'\n', &carry).take(lines).last();
        let end = end.map_or(carry.len(), |at| at + 1);
        sink(Event::Lost(&carry[..end], self.line));
        self.line += memchr::memchr_iter(b'\n', &carry[..end]).count() as u64;
        self.push(&carry[end..], sink);
    }
}
