//! The columns of one part of a file, in file order.

use super::args::{self, ArgsAt, OpenArgs};
use super::event::Event;
use super::oddities::{Oddities, example};
use super::scan::{Token, TokenKind, unescape};
use crate::ids::{NameId, ProcessId, SeriesId, TrackId};
use crate::model::{Args, EventCounts, FlowEnds, FlowPhase, MetadataEvent, SliceKind};
use crate::note::{Cause, NoteKind};
use crate::strings::Strings;
use crate::table::table;
use crate::time::{Ns, TimeRange, ns_from_us_text};
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};

/// A `pid`, `tid` or flow id: its number, or its name with the top bit set when it is no plain number.
/// Compared as text, so `5` and `"5"` are one.
pub(super) type TextId = u64;

/// Marks a [`TextId`] that is a name.
pub(super) const NAMED: u64 = 1 << 63;

table! {
    /// Slices in file order, each with its track. Here and below the widest columns come first: joined
    /// in this order, later ones fit where earlier ones of the parts were.
    pub struct FileSlices of FileSlice {
        start: Ns,
        duration: Ns,
        track: TrackId,
        name: NameId,
        args_row: u32,
        template: u16,
        category: u16,
        kind: u8,
    }
}

table! {
    /// Begins and ends (`B`/`E`, `b`/`e`) in file order.
    pub struct Edges of Edge {
        time: Ns,
        track: TrackId,
        name: NameId,
        args_row: u32,
        template: u16,
        category: u16,
        /// 1 for a begin.
        begins: u8,
    }
}

table! {
    /// Counter points in file order.
    pub struct FilePoints of FilePoint {
        time: Ns,
        value: f64,
        series: SeriesId,
    }
}

table! {
    /// Flow ends in file order.
    pub struct FileFlows of FileFlow {
        time: Ns,
        id: TextId,
        name: NameId,
        track: TrackId,
        category: u16,
        phase: u8,
    }
}

/// What metadata said of a process.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct OpenProcess {
    pub(super) pid: TextId,
    pub(super) name: Option<NameId>,
    pub(super) labels: Option<NameId>,
    pub(super) sort_index: Option<i64>,
}

/// What metadata said of a track.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct OpenTrack {
    pub(super) process: ProcessId,
    pub(super) tid: TextId,
    pub(super) name: Option<NameId>,
    pub(super) sort_index: Option<i64>,
    /// Whether it holds `b`/`e` events of one category and id instead of a thread's.
    pub(super) asynchronous: bool,
}

/// A counter and its series so far.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct OpenSeries {
    pub(super) process: ProcessId,
    pub(super) name: NameId,
    pub(super) key: NameId,
}

/// Everything that one part of a trace file holds; see [`super::join()`].
pub struct TracePart {
    pub(super) file: String,
    /// Offset of the part's first byte in the file.
    pub(super) start: u64,
    /// Offset of the event that the next part begins with; `None` when the file ended.
    pub(super) ended_at: Option<u64>,
    pub(super) strings: Strings,
    pub(super) processes: Vec<OpenProcess>,
    pub(super) tracks: Vec<OpenTrack>,
    pub(super) categories: Vec<NameId>,
    pub(super) slices: FileSlices,
    pub(super) edges: Edges,
    /// Arguments while the part is read.
    pub(super) open_args: OpenArgs,
    /// Arguments once it was.
    pub(super) args: Args,
    pub(super) series: Vec<OpenSeries>,
    pub(super) points: FilePoints,
    pub(super) flows: FileFlows,
    pub(super) metadata: Vec<MetadataEvent>,
    pub(super) counts: EventCounts,
    pub(super) oddities: Oddities,
    /// The time of which events are kept; `None` for all.
    pub(super) within: Option<TimeRange>,
    index: Index,
}

/// Ways from what the file says to rows.
#[derive(Default)]
struct Index {
    processes: HashMap<TextId, ProcessId>,
    tracks: HashMap<(ProcessId, TextId), TrackId>,
    /// The track used last, most events being next to one of the same track.
    last_track: Option<(TextId, TextId, TrackId)>,
    categories: HashMap<NameId, u16>,
    /// Series of a counter, in order of first use.
    counters: HashMap<(ProcessId, NameId), Vec<CounterKey>>,
    /// Names of escaped strings by their raw bytes: call stacks repeat, and hold escapes.
    escaped: HashMap<Box<[u8]>, NameId>,
    scratch: String,
}

/// A key of a counter as it stands in the file, and its series.
type CounterKey = (Box<[u8]>, SeriesId);

/// Most categories of one trace: they have 16 bits.
const MAX_CATEGORIES: usize = u16::MAX as usize;

/// Most rows of one table: handles have 32 bits.
pub(super) const MAX_ROWS: usize = (u32::MAX - 8) as usize;

impl TracePart {
    pub(super) fn new(file: &str, start: u64) -> TracePart {
        let mut strings = Strings::new();
        let no_category = strings.intern("");
        let mut index = Index::default();
        index.categories.insert(no_category, 0);
        TracePart {
            file: file.to_owned(),
            start,
            ended_at: None,
            strings,
            processes: Vec::new(),
            tracks: Vec::new(),
            categories: vec![no_category],
            slices: FileSlices::default(),
            edges: Edges::default(),
            open_args: OpenArgs::new(),
            args: Args::default(),
            series: Vec::new(),
            points: FilePoints::default(),
            flows: FileFlows::default(),
            metadata: Vec::new(),
            counts: EventCounts::default(),
            oddities: Oddities::default(),
            within: None,
            index,
        }
    }

    /// Nothing is added any more.
    pub(super) fn close(&mut self) {
        self.args = self.open_args.close();
    }

    /// Counts an oddity at a place in the file.
    pub(super) fn odd(&mut self, kind: NoteKind, at: u64, example: impl FnOnce() -> String) {
        self.oddities.add(kind, Some(at), example);
    }

    /// Counts an oddity at offset `at` of which the reason is known.
    pub(super) fn odd_because(&mut self, kind: NoteKind, at: u64, cause: Cause) {
        self.oddities.add_cause(kind, at, cause);
    }

    /// Adds one event. `bytes` are the event, `at` is its offset in the file.
    pub(super) fn add(&mut self, event: &Event, bytes: &[u8], at: u64) {
        let phase = event.phase.map(|phase| phase.of(bytes));
        if self.is_outside(event, phase, bytes) {
            self.odd(NoteKind::OutsideRange, at, String::new);
            return;
        }
        let placed = match phase {
            Some(b"X") => self.slice(event, bytes, at, SliceKind::Complete),
            Some(b"C") => self.counter(event, bytes, at),
            Some(b"s") => self.flow(event, bytes, FlowPhase::Start),
            Some(b"t") => self.flow(event, bytes, FlowPhase::Step),
            Some(b"f") => self.flow(event, bytes, FlowPhase::End),
            Some(b"M") => self.metadata(event, bytes),
            Some(b"B" | b"b" | b"S") => self.edge(event, bytes, 1),
            Some(b"E" | b"e" | b"F") => self.edge(event, bytes, 0),
            Some(b"i" | b"I" | b"n" | b"R") => self.slice(event, bytes, at, SliceKind::Instant),
            _ => None,
        };
        if placed.is_none() {
            self.odd(NoteKind::IncompleteEvent, at, || example(bytes));
        }
    }

    /// Whether an event is left out. Begins and ends stay: one of a pair alone would be worse.
    fn is_outside(&self, event: &Event, phase: Option<&[u8]>, bytes: &[u8]) -> bool {
        let Some(within) = &self.within else { return false };
        if matches!(phase, Some(b"M" | b"B" | b"E" | b"b" | b"e" | b"S" | b"F")) {
            return false;
        }
        let Some(start) = time(event.time, bytes) else { return false };
        let duration = time(event.duration, bytes).unwrap_or(Ns(0)).max(Ns(0));
        start < within.start || start.plus(duration) > within.end
    }

    fn slice(&mut self, event: &Event, bytes: &[u8], at: u64, kind: SliceKind) -> Option<()> {
        let start = time(event.time, bytes)?;
        let mut duration = match (kind, event.duration) {
            (SliceKind::Complete, Some(_)) => time(event.duration, bytes)?,
            _ => Ns(0),
        };
        if duration < Ns(0) {
            self.odd(NoteKind::NegativeDuration, at, || format!("{} µs", duration.as_us()));
            duration = Ns(0);
        }
        if self.slices.len() >= MAX_ROWS {
            self.odd(NoteKind::TooMany, at, String::new);
            return Some(());
        }
        let track = self.event_track(event, bytes);
        let name = self.name(event.name, bytes);
        let category = self.category(event.category, bytes);
        let ArgsAt { template, row } = self.event_args(event, bytes);
        self.counts.slices += 1;
        self.slices.push(FileSlice {
            track,
            start,
            duration,
            name,
            args_row: row,
            template,
            category,
            kind: kind as u8,
        });
        Some(())
    }

    fn edge(&mut self, event: &Event, bytes: &[u8], begins: u8) -> Option<()> {
        let time = time(event.time, bytes)?;
        let phase = event.phase?.of(bytes)[0];
        let category = self.category(event.category, bytes);
        let track = if matches!(phase, b'b' | b'e' | b'S' | b'F') {
            self.asynchronous_track(event, bytes)
        } else {
            self.event_track(event, bytes)
        };
        let name = self.name(event.name, bytes);
        let ArgsAt { template, row } = self.event_args(event, bytes);
        self.edges.push(Edge { track, time, name, args_row: row, template, category, begins });
        Some(())
    }

    fn counter(&mut self, event: &Event, bytes: &[u8], at: u64) -> Option<()> {
        let time = time(event.time, bytes)?;
        let process = self.process(event.pid, bytes);
        let name = self.name(event.name, bytes);
        self.counts.counters += 1;
        for (i, arg) in event.arguments.iter().enumerate() {
            let series = self.series_of(process, name, arg.key, i, bytes);
            let text = arg.value.of(bytes);
            let value = match arg.value.kind {
                TokenKind::Number | TokenKind::Plain => args::float(text.trim_ascii()),
                _ => None,
            };
            if value.is_none() {
                self.odd(NoteKind::CounterValue, at, || example(text));
            }
            if self.points.len() >= MAX_ROWS {
                self.odd(NoteKind::TooMany, at, String::new);
                return Some(());
            }
            self.points.push(FilePoint { series, time, value: value.unwrap_or(f64::NAN) });
        }
        Some(())
    }

    fn flow(&mut self, event: &Event, bytes: &[u8], phase: FlowPhase) -> Option<()> {
        let time = time(event.time, bytes)?;
        let id = self.text_id(Some(event.id?), bytes);
        let track = self.event_track(event, bytes);
        let category = self.category(event.category, bytes);
        let name = match (event.name, event.category) {
            (Some(name), Some(category))
                if name.of(bytes).strip_prefix(category.of(bytes)) == Some(event.id?.of(bytes)) =>
            {
                FlowEnds::NAMED_BY_ID
            }
            (name, _) => self.name(name, bytes),
        };
        match phase {
            FlowPhase::Start => self.counts.flow_starts += 1,
            FlowPhase::Step => self.counts.flow_steps += 1,
            FlowPhase::End => self.counts.flow_ends += 1,
        }
        self.flows.push(FileFlow { category, phase: phase as u8, id, name, track, time });
        Some(())
    }

    fn metadata(&mut self, event: &Event, bytes: &[u8]) -> Option<()> {
        self.counts.metadata += 1;
        let process = self.process(event.pid, bytes);
        let value = match event.arguments.as_slice() {
            [only] => Some(only.value),
            _ => None,
        };
        let text = value.filter(|value| value.is_text());
        let number = value.and_then(|value| args::int(value.of(bytes)));
        let open = process.index();
        match (event.name.map(|name| name.of(bytes)), text, number) {
            (Some(b"process_name"), Some(text), _) => {
                self.processes[open].name = Some(self.name(Some(text), bytes));
            }
            (Some(b"process_labels"), Some(text), _) => {
                self.processes[open].labels = Some(self.name(Some(text), bytes));
            }
            (Some(b"process_sort_index"), _, Some(number)) => {
                self.processes[open].sort_index = Some(number);
            }
            (Some(b"thread_name"), Some(text), _) => {
                let track = self.event_track(event, bytes).index();
                self.tracks[track].name = Some(self.name(Some(text), bytes));
            }
            (Some(b"thread_sort_index"), _, Some(number)) => {
                let track = self.event_track(event, bytes).index();
                self.tracks[track].sort_index = Some(number);
            }
            _ => {
                let row = MetadataEvent {
                    pid: self.name(event.pid, bytes),
                    tid: self.name(event.tid, bytes),
                    name: self.name(event.name, bytes),
                    args: self.name(event.args, bytes),
                };
                self.metadata.push(row);
            }
        }
        Some(())
    }

    /// Keeps a value of the file that is no event, as metadata of no process.
    pub(super) fn keep(&mut self, key: &[u8], value: &[u8]) {
        let (name, args) = (self.strings.intern_lossy(key), self.strings.intern_lossy(value));
        let none = self.categories[0];
        self.metadata.push(MetadataEvent { pid: none, tid: none, name, args });
    }

    fn event_args(&mut self, event: &Event, bytes: &[u8]) -> ArgsAt {
        let Some(whole) = event.args else { return ArgsAt::NONE };
        let (strings, index) = (&mut self.strings, &mut self.index);
        self.open_args
            .add(bytes, &event.arguments, whole, &mut |token| intern(strings, index, token, bytes))
    }

    fn name(&mut self, token: Option<Token>, bytes: &[u8]) -> NameId {
        let Some(token) = token else { return self.categories[0] };
        intern(&mut self.strings, &mut self.index, token, bytes)
    }

    fn category(&mut self, token: Option<Token>, bytes: &[u8]) -> u16 {
        if token.is_none() {
            return 0;
        }
        let name = self.name(token, bytes);
        if let Some(&known) = self.index.categories.get(&name) {
            return known;
        }
        if self.categories.len() >= MAX_CATEGORIES {
            return 0;
        }
        let new = self.categories.len() as u16;
        self.categories.push(name);
        self.index.categories.insert(name, new);
        new
    }

    /// A missing id counts as the empty text.
    fn text_id(&mut self, token: Option<Token>, bytes: &[u8]) -> TextId {
        let text = token.map_or(&[][..], |token| token.of(bytes));
        match number_id(text) {
            Some(number) => number,
            None => NAMED | u64::from(self.name(token, bytes).0),
        }
    }

    fn process(&mut self, pid: Option<Token>, bytes: &[u8]) -> ProcessId {
        let pid = self.text_id(pid, bytes);
        self.process_of(pid)
    }

    /// The process of a pid, new at its first use.
    pub(super) fn process_of(&mut self, pid: TextId) -> ProcessId {
        let processes = &mut self.processes;
        *self.index.processes.entry(pid).or_insert_with(|| {
            processes.push(OpenProcess { pid, name: None, labels: None, sort_index: None });
            ProcessId::new(processes.len() - 1)
        })
    }

    fn event_track(&mut self, event: &Event, bytes: &[u8]) -> TrackId {
        let pid = self.text_id(event.pid, bytes);
        let tid = self.text_id(event.tid, bytes);
        match self.index.last_track {
            Some((last_pid, last_tid, track)) if (last_pid, last_tid) == (pid, tid) => track,
            _ => {
                let process = self.process_of(pid);
                let track = self.track_of(process, tid, false);
                self.index.last_track = Some((pid, tid, track));
                track
            }
        }
    }

    /// `b`/`e` events belong together by category and id, wherever they were recorded.
    fn asynchronous_track(&mut self, event: &Event, bytes: &[u8]) -> TrackId {
        let process = self.process(event.pid, bytes);
        let mut key = String::new();
        for token in [event.category, event.id].into_iter().flatten() {
            key.push_str(&String::from_utf8_lossy(token.of(bytes)));
            key.push(' ');
        }
        let tid = NAMED | u64::from(self.strings.intern(key.trim_end()).0);
        self.track_of(process, tid, true)
    }

    /// The track of a process and tid, new at its first use.
    pub(super) fn track_of(
        &mut self,
        process: ProcessId,
        tid: TextId,
        asynchronous: bool,
    ) -> TrackId {
        let tracks = &mut self.tracks;
        *self.index.tracks.entry((process, tid)).or_insert_with(|| {
            tracks.push(OpenTrack { process, tid, name: None, sort_index: None, asynchronous });
            TrackId::new(tracks.len() - 1)
        })
    }

    /// Series of a counter's key; `guess` is its place in the event, usually also in the list.
    fn series_of(
        &mut self,
        process: ProcessId,
        name: NameId,
        key: Token,
        guess: usize,
        bytes: &[u8],
    ) -> SeriesId {
        let known = self.index.counters.get(&(process, name));
        let (raw, guessed) = (key.of(bytes), known.and_then(|known| known.get(guess)));
        match guessed {
            Some((text, series)) if **text == *raw => *series,
            _ => {
                let key = self.name(Some(key), bytes);
                self.adopt_series(process, name, key)
            }
        }
    }

    /// The series of a counter and key, new at its first use.
    pub(super) fn adopt_series(
        &mut self,
        process: ProcessId,
        name: NameId,
        key: NameId,
    ) -> SeriesId {
        let known = self.index.counters.entry((process, name)).or_default();
        let text = self.strings.get(key).as_bytes();
        if let Some((_, series)) = known.iter().find(|(own, _)| **own == *text) {
            return *series;
        }
        let series = SeriesId::new(self.series.len());
        known.push((text.into(), series));
        self.series.push(OpenSeries { process, name, key });
        series
    }

    /// Appends another part's category; the number it has here.
    pub(super) fn adopt_category(&mut self, name: NameId) -> u16 {
        match self.categories.iter().position(|own| *own == name) {
            Some(known) => known as u16,
            None => {
                self.categories.push(name);
                (self.categories.len() - 1) as u16
            }
        }
    }
}

/// Time of a token: number or text, in microseconds.
fn time(token: Option<Token>, bytes: &[u8]) -> Option<Ns> {
    token.filter(|token| token.kind != TokenKind::Other).and_then(|t| ns_from_us_text(t.of(bytes)))
}

/// A plain decimal number below 2^63 in its shortest form.
pub(super) fn number_id(text: &[u8]) -> Option<u64> {
    if text.len() > 1 && text[0] == b'0' || !text.first()?.is_ascii_digit() {
        return None;
    }
    args::int(text).map(|number| number as u64)
}

/// The name of a token: text without its escapes, anything else as it stands.
fn intern(strings: &mut Strings, index: &mut Index, token: Token, bytes: &[u8]) -> NameId {
    let raw = token.of(bytes);
    if token.kind == TokenKind::Escaped {
        if let Some(&known) = index.escaped.get(raw) {
            return known;
        }
        index.scratch.clear();
        unescape(raw, &mut index.scratch);
        let name = strings.intern(&index.scratch);
        index.escaped.insert(raw.into(), name);
        return name;
    }
    strings.intern_lossy(raw)
}
