//! Finding the events in a stream of chunks.

use super::event::{self, Event};
use super::oddities::example;
use super::part::TracePart;
use super::scan::Stop;
use super::split::{self, Outer, Part};
use crate::note::{Cause, NoteKind};
use crate::time::TimeRange;

/// Longest event in bytes, so that a lost quote cannot make the reader hold the whole file. The longest
/// real ones (Python call stacks) have some ten kilobytes.
const MAX_EVENT: usize = 16 << 20;

/// Longest key of the outer object that is remembered.
const MAX_KEY: usize = 64;

/// A value beside the events that is kept: which rank of which job wrote the trace (PyTorch's profiler).
const KEPT: &[u8] = b"distributedInfo";

/// Longest value that is kept.
const MAX_KEPT: usize = 64 << 10;

/// What the parser wants next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The chunk behind this one.
    More,
    /// Nothing: the part that it was asked for has ended.
    Nothing,
}

/// Where in the file's outer structure the parser is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    /// Before the first bracket.
    Start,
    /// In the array of events, before an event, comma or the closing bracket.
    Events,
    /// In an event that began at the carry's first byte.
    Event(Frame),
    /// Behind damage, looking for the next event.
    Lost,
    /// In the outer object, before a key, comma or closing brace.
    Object,
    /// In a key of the outer object.
    Key(Vec<u8>),
    /// Behind a key of the outer object.
    Value(Vec<u8>),
    /// In a value that is read over.
    Skipped(Frame),
    /// In a value that is kept, and what there is of it.
    Kept(Frame, Vec<u8>),
    /// Behind the end of the trace.
    Done,
    /// Behind bytes that follow the end of the trace.
    Trailing,
    /// Not a trace.
    Foreign,
}

/// Brackets and strings of a value that has not ended yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Frame {
    depth: usize,
    in_string: bool,
    escaped: bool,
}

impl Frame {
    /// Goes through `bytes`; the offset behind the bracket or quote that closes the value.
    fn advance(&mut self, bytes: &[u8]) -> Option<usize> {
        for (i, byte) in bytes.iter().enumerate() {
            match (self.in_string, byte) {
                (true, _) if self.escaped => self.escaped = false,
                (true, b'\\') => self.escaped = true,
                (true, b'"') => {
                    self.in_string = false;
                    if self.depth == 0 {
                        return Some(i + 1);
                    }
                }
                (true, _) => {}
                (false, b'"') => self.in_string = true,
                (false, b'{' | b'[') => self.depth += 1,
                (false, b'}' | b']') => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return Some(i + 1);
                    }
                }
                (false, _) => {}
            }
        }
        None
    }
}

/// Push parser of one trace file, or of a part of it.
pub struct TraceParser {
    state: State,
    /// What goes on behind the array of events.
    outer: Outer,
    seen_events: bool,
    /// Bytes of an unfinished event, or the last bytes of a gap that may hold the start of one.
    carry: Vec<u8>,
    /// Offset in the file of the first byte not taken yet.
    offset: u64,
    /// The part ends at the first event that starts at or behind this offset.
    end: u64,
    /// The event that was read last.
    event: Event,
    part: TracePart,
}

impl TraceParser {
    /// The same parser, which leaves out events that are not wholly within a time: a step that is cut
    /// would be told wrong.
    #[must_use]
    pub fn within(mut self, within: Option<TimeRange>) -> TraceParser {
        self.part.within = within;
        self
    }

    /// A parser of a whole file, named in its notes.
    pub fn new(file: &str) -> TraceParser {
        TraceParser::of_part(file, Part { start: 0, end: u64::MAX, outer: Outer::Array })
    }

    /// A parser of one part of a file; it is fed from [`Part::start`] on.
    pub fn of_part(file: &str, part: Part) -> TraceParser {
        TraceParser {
            state: if part.start == 0 { State::Start } else { State::Events },
            outer: part.outer,
            seen_events: part.start > 0,
            carry: Vec::new(),
            offset: part.start,
            end: part.end,
            event: Event::default(),
            part: TracePart::new(file, part.start),
        }
    }

    /// Reads the next bytes of the file. Any chunking gives the same result.
    pub fn push(&mut self, chunk: &[u8]) -> Next {
        let mut rest = chunk;
        while !rest.is_empty() && self.part.ended_at.is_none() {
            let taken = self.step(rest);
            rest = &rest[taken..];
        }
        if self.part.ended_at.is_some() { Next::Nothing } else { Next::More }
    }

    /// Ends the input and returns what was read.
    pub fn finish(mut self) -> TracePart {
        self.end_of_input();
        self.part.close();
        self.part
    }

    /// Takes at least one byte of `bytes`, or changes state; returns how many were taken.
    fn step(&mut self, bytes: &[u8]) -> usize {
        match &mut self.state {
            State::Events => self.events(bytes),
            State::Event(frame) => {
                let mut frame = *frame;
                let end = frame.advance(bytes);
                let taken = end.unwrap_or(bytes.len());
                self.carry.extend_from_slice(&bytes[..taken]);
                if end.is_some() || self.carry.len() > MAX_EVENT {
                    self.replay_carry();
                } else {
                    self.state = State::Event(frame);
                }
                taken
            }
            State::Lost => self.lost(bytes),
            State::Skipped(frame) => {
                let end = frame.advance(bytes);
                if end.is_some() {
                    self.state = State::Object;
                }
                self.pass(end.unwrap_or(bytes.len()))
            }
            State::Kept(frame, value) => {
                let end = frame.advance(bytes);
                let taken = end.unwrap_or(bytes.len());
                value.extend_from_slice(&bytes[..taken.min(MAX_KEPT - value.len())]);
                if end.is_some() {
                    let value = std::mem::take(value);
                    self.part.keep(KEPT, &value);
                    self.state = State::Object;
                }
                self.pass(taken)
            }
            State::Trailing | State::Foreign => self.pass(bytes.len()),
            State::Start | State::Done | State::Object | State::Key(_) | State::Value(_) => {
                self.outer(bytes[0])
            }
        }
    }

    fn pass(&mut self, count: usize) -> usize {
        self.offset += count as u64;
        count
    }

    /// One byte of the outer structure.
    fn outer(&mut self, byte: u8) -> usize {
        let blank = matches!(byte, b' ' | b'\n' | b'\r' | b'\t');
        let state = std::mem::replace(&mut self.state, State::Foreign);
        self.state = match (state, byte) {
            // The byte order mark of some editors.
            (State::Start, 0xEF | 0xBB | 0xBF) => State::Start,
            (State::Start, b'[') => {
                self.seen_events = true;
                State::Events
            }
            (State::Start, b'{') => {
                self.outer = Outer::Object;
                State::Object
            }
            (State::Object, b'"') => State::Key(Vec::new()),
            (State::Object, b',') => State::Object,
            (State::Object, b'}') => State::Done,
            (State::Key(key), b'"') => State::Value(key),
            (State::Key(mut key), byte) => {
                if key.len() < MAX_KEY {
                    key.push(byte);
                }
                State::Key(key)
            }
            (State::Value(key), b'[') if key == b"traceEvents" => {
                self.seen_events = true;
                State::Events
            }
            (State::Value(key), b':') => State::Value(key),
            (State::Value(key), b'{') if key == KEPT => {
                State::Kept(Frame { depth: 1, ..Frame::default() }, vec![b'{'])
            }
            (State::Value(_), b'[' | b'{') => {
                State::Skipped(Frame { depth: 1, ..Frame::default() })
            }
            (State::Value(_), b'"') => {
                State::Skipped(Frame { in_string: true, ..Frame::default() })
            }
            (State::Value(_), b',') => State::Object,
            (State::Value(_), b'}') => State::Done,
            (State::Value(key), _) => State::Value(key),
            (state @ (State::Start | State::Object | State::Done), _) if blank => state,
            (State::Object | State::Done, _) => {
                self.part.odd_because(NoteKind::Damaged, self.offset, Cause::BehindTrace);
                State::Trailing
            }
            _ => State::Foreign,
        };
        self.pass(1)
    }

    /// Reads events as long as whole ones are there.
    fn events(&mut self, bytes: &[u8]) -> usize {
        let start = self.offset;
        let mut at = 0;
        while at < bytes.len() {
            self.offset = start + at as u64;
            match bytes[at] {
                b'{' => {}
                b',' | b' ' | b'\n' | b'\r' | b'\t' => {
                    at += 1;
                    continue;
                }
                b']' => {
                    self.state = match self.outer {
                        Outer::Object => State::Object,
                        Outer::Array => State::Done,
                    };
                    return at + self.pass(1);
                }
                _ => {
                    self.damaged(&bytes[at..], 0);
                    self.state = State::Lost;
                    return at;
                }
            }
            if self.offset >= self.end {
                self.part.ended_at = Some(self.offset);
                return at;
            }
            let rest = &bytes[at..];
            match event::read(rest, &mut self.event) {
                Ok(length) if length <= MAX_EVENT => {
                    self.part.add(&self.event, &rest[..length], self.offset);
                    at += length;
                }
                Err(Stop::End) if rest.len() <= MAX_EVENT => {
                    self.state = State::Event(Frame::default());
                    return at;
                }
                Err(Stop::Bad(place)) => {
                    self.damaged(rest, place);
                    self.state = State::Lost;
                    return at + self.pass(1);
                }
                Ok(_) | Err(Stop::End) => {
                    self.odd(NoteKind::TooLong, || example(rest));
                    self.state = State::Lost;
                    return at + self.pass(1);
                }
            }
        }
        self.offset = start + at as u64;
        at
    }

    /// Looks for the next event behind damage.
    fn lost(&mut self, bytes: &[u8]) -> usize {
        let before = self.carry.len();
        self.carry.extend_from_slice(bytes);
        if let Some(found) = split::find_event(&self.carry) {
            let carry = std::mem::take(&mut self.carry);
            self.offset += found as u64;
            self.state = State::Events;
            // The event may have begun in the carry, before this chunk.
            if found >= before {
                return found - before;
            }
            self.feed(&carry[found..]);
            return bytes.len();
        }
        let keep = self.carry.len().min(split::WINDOW);
        let gone = self.carry.len() - keep;
        self.carry.drain(..gone);
        self.pass(gone);
        bytes.len()
    }

    /// Reads the carried event again, now as a whole.
    fn replay_carry(&mut self) {
        let carry = std::mem::take(&mut self.carry);
        let unfinished = matches!(event::read(&carry, &mut self.event), Err(Stop::End));
        if unfinished && carry.len() <= MAX_EVENT {
            // The brackets close and yet it does not end: they do not pair.
            self.damaged(&carry, carry.len() - 1);
            self.state = State::Lost;
            self.pass(1);
            self.feed(&carry[1..]);
        } else {
            self.state = State::Events;
            self.feed(&carry);
        }
    }

    fn feed(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while !rest.is_empty() && self.part.ended_at.is_none() {
            let taken = self.step(rest);
            rest = &rest[taken..];
        }
    }

    fn end_of_input(&mut self) {
        if self.part.ended_at.is_some() {
            return;
        }
        let (kind, cause) = match self.state {
            State::Event(_) => {
                let carry = std::mem::take(&mut self.carry);
                if matches!(event::read(&carry, &mut self.event), Err(Stop::End)) {
                    return self.odd(NoteKind::Truncated, || example(&carry));
                }
                // Damage inside a carried event shows only now; behind it there may be good events.
                self.state = State::Events;
                self.feed(&carry);
                return self.end_of_input();
            }
            // Complete events, but no closing bracket: an interrupted export.
            State::Events => (NoteKind::Truncated, Cause::NoArrayEnd),
            State::Start => return self.odd(NoteKind::Empty, String::new),
            State::Foreign => (NoteKind::WrongKind, Cause::NoTrace),
            State::Lost | State::Trailing => return,
            State::Done if self.seen_events => return,
            _ if self.seen_events => (NoteKind::Truncated, Cause::NoObjectEnd),
            _ => (NoteKind::WrongKind, Cause::NoTraceEvents),
        };
        self.part.odd_because(kind, self.offset, cause);
    }

    /// `bytes` are not an event, seen at offset `place` of them.
    fn damaged(&mut self, bytes: &[u8], place: usize) {
        // Up to the place and no further: what lies behind it depends on the chunk.
        self.odd(NoteKind::Damaged, || example(&bytes[..=place]));
    }

    fn odd(&mut self, kind: NoteKind, example: impl FnOnce() -> String) {
        self.part.odd(kind, self.offset, example);
    }
}
