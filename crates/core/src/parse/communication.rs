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
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

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
    let mut all = Communication::default();
    let level = Level::<T> { all: &mut all, above: Vec::new(), entry: std::marker::PhantomData };
    let mut reader = serde_json::Deserializer::from_str(&text);
    let end = level.deserialize(&mut reader).and_then(|()| reader.end());
    let notes = end.err().map(|error| {
        let kind = if error.is_eof() { NoteKind::Truncated } else { NoteKind::Damaged };
        let note = Note::new(kind, "", "").at(Place::Line(error.line() as u64));
        if error.is_eof() { note } else { note.because(Cause::NoJson) }
    });
    // An export of no collectives is an answer.
    let communication = (notes.is_none() || !all.is_empty()).then_some(all);
    (Rank { communication, ..Rank::default() }, notes.into_iter().collect())
}

/// What an operation's name leads to.
trait Entry: for<'de> Deserialize<'de> {
    /// Adds it.
    fn add(self, place: CommunicationPlace, all: &mut Communication);
}

/// An object whose keys are operations, `name@group`, or the names of further such objects.
struct Level<'a, T> {
    all: &'a mut Communication,
    /// Keys that lead here.
    above: Vec<String>,
    entry: std::marker::PhantomData<T>,
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
                map.next_value::<T>()?.add(place, self.all);
            } else if self.above.len() < LEVELS {
                let above = [self.above.as_slice(), &[key]].concat();
                let entry = std::marker::PhantomData::<T>;
                map.next_value_seed(Level { all: self.all, above, entry })?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
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
