//! `communication.json` and `communication_matrix.json` (formats.md §4.1, §4.2): torch_npu and MindSpore have levels for
//! steps and for the kind of operation, msprof has neither.
//!
//! They are read as they come, an operation at a time: what is before damage stays.

use super::Small;
use crate::model::{
    Communication, CommunicationLink, CommunicationOp, CommunicationPackets, CommunicationPair,
    CommunicationPlace, Rank, bytes_of_mb, ns_of_ms,
};
use crate::note::{Cause, Note, NoteKind, Place};
use crate::time::Ns;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

/// Most bytes of either file: those of real jobs have some kilobytes an operation and step.
pub const MAX_COMMUNICATION: usize = 512 << 20;

/// What the sum of all operations is called.
const TOTAL: &str = "Total";

/// Levels above operations: steps, and kinds.
const LEVELS: usize = 2;

/// Reads a collected `communication.json`.
pub fn communication(small: Small) -> (Rank, Vec<Note>) {
    read::<OpJson>(small)
}

/// Reads a collected `communication_matrix.json`.
pub fn communication_matrix(small: Small) -> (Rank, Vec<Note>) {
    read::<BTreeMap<String, PairJson>>(small)
}

fn read<T: Entry>(small: Small) -> (Rank, Vec<Note>) {
    let (text, note) = small.text();
    if note.is_some() {
        return (Rank::default(), note.into_iter().collect());
    }
    let mut told = Told::default();
    let entry = PhantomData::<T>;
    let text = without_no_numbers(text);
    let mut reader = serde_json::Deserializer::from_str(&text);
    let level = Level { told: &mut told, above: Vec::new(), entry };
    let end = level.deserialize(&mut reader).and_then(|()| reader.end());
    let Told { all, odd } = told;
    let mut notes: Vec<Note> = odd.into_iter().collect();
    notes.extend(end.err().map(|error| {
        let kind = if error.is_eof() { NoteKind::Truncated } else { NoteKind::Damaged };
        let note = Note::new(kind, "", "").at(Place::Line(error.line() as u64));
        if error.is_eof() { note } else { note.because(Cause::NoJson) }
    }));
    // An export of no collectives is an answer.
    let communication = (notes.is_empty() || !all.is_empty()).then_some(all);
    (Rank { communication, ..Rank::default() }, notes)
}

/// The text with `null` where Python's writer put `NaN` or `Infinity`, which no JSON has.
fn without_no_numbers(text: String) -> String {
    const WORDS: [&str; 3] = ["NaN", "-Infinity", "Infinity"];
    if !WORDS.iter().any(|word| text.contains(word)) {
        return text;
    }
    let mut told = String::with_capacity(text.len());
    let mut rest = text.as_str();
    // Texts alternate with what stands between them; one ends at a quote that nothing escapes.
    while !rest.is_empty() {
        let (between, text) = rest.split_at(rest.find('"').unwrap_or(rest.len()));
        told.push_str(
            &WORDS.iter().fold(between.to_owned(), |told, word| told.replace(word, "null")),
        );
        let mut escaped = false;
        let end = text.char_indices().skip(1).find(|(_, letter)| {
            let ends = *letter == '"' && !escaped;
            escaped = *letter == '\\' && !escaped;
            ends
        });
        let (text, behind) = text.split_at(end.map_or(text.len(), |(at, _)| at + 1));
        told.push_str(text);
        rest = behind;
    }
    told
}

/// What a file says so far.
#[derive(Default)]
struct Told {
    all: Communication,
    /// Operations that are not what they should be.
    odd: Option<Note>,
}

/// What an operation's name leads to.
trait Entry: for<'de> Deserialize<'de> {
    /// Adds it.
    fn add(self, place: CommunicationPlace, all: &mut Communication);
}

/// An object whose keys are operations, `name@group`, or the names of further such objects.
struct Level<'a, T> {
    told: &'a mut Told,
    /// Keys that lead here.
    above: Vec<String>,
    entry: PhantomData<T>,
}

impl<'de, T: Entry> DeserializeSeed<'de> for Level<'_, T> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_map(self)
    }
}

impl<'de, T: Entry> Visitor<'de> for Level<'_, T> {
    type Value = ();

    fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str("an object of operations")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<(), M::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if key.starts_with(TOTAL) {
                // The sum of the others.
                map.next_value::<IgnoredAny>()?;
            } else if let Some((name, group)) = key.rsplit_once('@') {
                let above = |at: usize| self.above.get(at).map(String::as_str);
                let place = CommunicationPlace::of(above(0), above(1), group, name);
                match T::deserialize(map.next_value::<Value>()?) {
                    Ok(entry) => entry.add(place, &mut self.told.all),
                    Err(_) => self.told.count_odd(&key),
                }
            } else if self.above.len() < LEVELS {
                let above = [self.above.as_slice(), &[key]].concat();
                map.next_value_seed(Below(Level {
                    told: self.told,
                    above,
                    entry: PhantomData::<T>,
                }))?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

/// What a key that is no operation leads to: a level, or something that says nothing of operations.
struct Below<'a, T>(Level<'a, T>);

impl<'de, T: Entry> DeserializeSeed<'de> for Below<'_, T> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de, T: Entry> Visitor<'de> for Below<'_, T> {
    type Value = ();

    fn expecting(&self, to: &mut fmt::Formatter) -> fmt::Result {
        to.write_str("anything")
    }

    fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<(), M::Error> {
        self.0.visit_map(map)
    }

    fn visit_seq<S: SeqAccess<'de>>(self, mut list: S) -> Result<(), S::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }
}

impl Told {
    /// Counts an operation that is not what it should be; the first is the example.
    fn count_odd(&mut self, key: &str) {
        let note = self.odd.get_or_insert_with(|| Note {
            count: 0,
            ..Note::new(NoteKind::IncompleteEvent, "", key)
        });
        note.count += 1;
    }
}

/// An operation as it stands in the file.
#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct OpJson {
    #[serde(rename = "Communication Time Info")]
    times: Value,
    #[serde(rename = "Communication Bandwidth Info")]
    links: BTreeMap<String, LinkJson>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct LinkJson {
    #[serde(rename = "Transit Size(MB)")]
    size: Value,
    #[serde(rename = "Transit Time(ms)")]
    time: Value,
    #[serde(rename = "Large Packet Ratio")]
    large: Value,
    #[serde(rename = "Size Distribution")]
    packets: BTreeMap<String, Value>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct PairJson {
    #[serde(rename = "Transport Type")]
    transport: Value,
    #[serde(rename = "Transit Size(MB)")]
    size: Value,
    #[serde(rename = "Transit Time(ms)")]
    time: Value,
    #[serde(rename = "Op Name")]
    op: Value,
}

fn ms(value: &Value) -> Option<Ns> {
    value.as_f64().and_then(ns_of_ms)
}

impl Entry for OpJson {
    fn add(self, place: CommunicationPlace, all: &mut Communication) {
        let time = |key: &str| ms(&self.times[key]);
        let start = self.times["Start Timestamp(us)"].as_f64();
        let links = self.links.into_iter().map(|(transport, link)| link.told(transport));
        all.ops.push(CommunicationOp {
            place,
            start: start.and_then(|us| ns_of_ms(us / 1e3)),
            elapse: time("Elapse Time(ms)"),
            transit: time("Transit Time(ms)"),
            wait: time("Wait Time(ms)"),
            synchronization: time("Synchronization Time(ms)"),
            idle: time("Idle Time(ms)"),
            links: links.filter(CommunicationLink::has_moved).collect(),
        });
    }
}

impl LinkJson {
    fn told(self, transport: String) -> CommunicationLink {
        let packets = self.packets.iter().filter_map(|(size, value)| {
            Some(CommunicationPackets {
                bytes: bytes_of_mb(size.parse().ok()?),
                count: value[0].as_u64().or_else(|| value[0].as_f64().map(|count| count as u64))?,
                time: ms(&value[1])?,
            })
        });
        CommunicationLink {
            packets: packets.collect(),
            bytes: self.size.as_f64().map(bytes_of_mb),
            time: ms(&self.time),
            large_packets: self.large.as_f64(),
            transport,
        }
    }
}

impl Entry for BTreeMap<String, PairJson> {
    fn add(self, place: CommunicationPlace, all: &mut Communication) {
        for (ranks, pair) in self {
            let Some((from, to)) = ranks.split_once('-') else { continue };
            let (Ok(from), Ok(to)) = (from.parse(), to.parse()) else { continue };
            all.pairs.push(CommunicationPair {
                place: place.clone(),
                from,
                to,
                transport: pair.transport.as_str().unwrap_or_default().to_owned(),
                bytes: pair.size.as_f64().map(bytes_of_mb),
                time: ms(&pair.time),
                op: pair.op.as_str().map(str::to_owned),
            });
        }
    }
}
