//! The reader against an independent reading with `serde_json`, in chunks, in parts and damaged.

use super::split::{self, Outer, Part};
use super::{Next, TraceParser, join};
use crate::ids::{SliceId, TrackId};
use crate::model::{ArgValue, EventCounts, Rank, SliceKind, Trace, TrackKind};
use crate::note::{Note, NoteKind};
use proptest::prelude::*;
use serde_json::Value;

fn read(text: &[u8]) -> (Trace, Vec<Note>) {
    read_in_chunks(text, usize::MAX)
}

fn read_in_chunks(text: &[u8], size: usize) -> (Trace, Vec<Note>) {
    let mut parser = TraceParser::new("trace_view.json");
    for chunk in text.chunks(size.min(text.len().max(1))) {
        assert_eq!(parser.push(chunk), Next::More);
    }
    join(vec![parser.finish()]).unwrap()
}

/// Reads with one parser a part, each fed from its start to the end of the file until it has enough.
fn read_in_parts(text: &[u8], starts: &[u64], outer: Outer) -> Option<(Trace, Vec<Note>)> {
    let ends = starts[1..].iter().copied().chain([u64::MAX]);
    let parts = starts.iter().zip(ends).map(|(&start, end)| {
        let mut parser = TraceParser::of_part("trace_view.json", Part { start, end, outer });
        for chunk in text[start as usize..].chunks(50) {
            if parser.push(chunk) == Next::Nothing {
                break;
            }
        }
        parser.finish()
    });
    join(parts.collect())
}

fn block(trace: Trace, notes: Vec<Note>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let rank = Rank { trace: Some(trace.into()), notes, ..Rank::default() };
    rank.write(&mut |buffer| bytes.extend(buffer));
    bytes
}

fn kinds(notes: &[Note]) -> Vec<(NoteKind, u64)> {
    notes.iter().map(|note| (note.kind, note.count)).collect()
}

/// A small trace with everything in it that real ones have.
const SAMPLE: &str = r#"[{"ph": "X", "name": "aten::add", "pid": 42, "tid": 7, "ts": "1700000000000123.450", "dur": 12.5, "cat": "cpu_op", "args": {"Sequence number": 7, "Input Dims": "4,8;\r\n4,8", "f": 0.25}},
{"ph": "s", "bp": "e", "name": "torch_to_npu", "id": 1700000000000150020, "pid": 42, "tid": 7, "ts": "1700000000000123.450", "cat": "async_npu"},
{"name": "Add", "pid": 4344224, "tid": 2, "ts": "1700000000000150.020", "dur": 3.0400625, "args": {"Task Type": "AI_VECTOR_CORE", "connection_id": 77}, "ph": "X"},
{"name": "Add", "pid": 4344224, "tid": 2, "ts": "1700000000000140", "dur": 30, "args": {"Task Type": "AI_CORE", "connection_id": 78}, "ph": "X"},
{"ph": "f", "bp": "e", "name": "torch_to_npu", "id": "1700000000000150020", "pid": 4344224, "tid": 2, "ts": "1700000000000150.020", "cat": "async_npu"},
{"name": "HostToDevice40004068119343529983", "ph": "s", "cat": "HostToDevice", "id": "40004068119343529983", "pid": 42, "tid": 7, "ts": "1700000000000124.000"},
{"name": "read_bandwidth", "ts": "1700000000000100.000", "pid": 9, "tid": 0, "args": {"value": 812.5, "acc_id": 0}, "ph": "C"},
{"name": "read_bandwidth", "ts": "1700000000000090.000", "pid": 9, "tid": 0, "args": {"value": 1, "acc_id": 0}, "ph": "C"},
{"name": "process_name", "pid": 4344224, "tid": 0, "args": {"name": "Ascend Hardware"}, "ph": "M"},
{"name": "thread_name", "pid": 4344224, "tid": 2, "args": {"name": "Stream 2"}, "ph": "M"},
{"name": "my_note", "pid": 42, "tid": 0, "args": {"nested": [1, {"a": "}, {"}]}, "ph": "M"},
{"ph": "B", "name": "outer", "pid": 1, "tid": 1, "ts": 1.5}, {"ph": "B", "name": "inner", "pid": 1, "tid": 1, "ts": 2},
{"ph": "E", "pid": 1, "tid": 1, "ts": 3}, {"ph": "i", "name": "mark", "pid": 1, "tid": 1, "ts": 2.5, "s": "g"},
{"ph": "b", "name": "async", "cat": "io", "id": "0x1", "pid": 1, "tid": 1, "ts": 1}, {"ph": "e", "name": "async", "cat": "io", "id": "0x1", "pid": 1, "tid": 2, "ts": 9}]"#;

#[test]
fn the_sample_is_read_whole() {
    let (trace, notes) = read(SAMPLE.as_bytes());
    assert_eq!(kinds(&notes), [(NoteKind::UnmatchedBegin, 1)]);
    let counts = trace.counts;
    assert_eq!((counts.slices, counts.counters, counts.metadata), (7, 2, 3));
    assert_eq!((counts.flow_starts, counts.flow_ends), (2, 1));
    assert_eq!(trace.metadata.len(), 1);

    let (stream, track) = trace.tracks_of(TrackKind::Stream).next().unwrap();
    let starts: Vec<i64> = track.slices().map(|i| trace.slices.start[i].get()).collect();
    assert_eq!(starts, [1_700_000_000_000_140_000, 1_700_000_000_000_150_020]);
    let add = SliceId::new(track.last as usize - 1);
    assert_eq!(trace.track_of(add), stream);
    assert_eq!(trace.slices.duration[add.index()].get(), 3_040);
    let connection = trace.strings.find("connection_id").unwrap();
    assert_eq!(trace.arg(add, connection), Some(ArgValue::Int(77)));

    let bound: Vec<_> = trace.flow_ends_of(add).to_vec();
    assert_eq!(bound.len(), 1);
    let flow = trace.flow_ends.flow_of(bound[0] as usize);
    let names: Vec<_> = flow.map(|row| trace.slice_name(trace.flow_ends.slice[row])).collect();
    assert_eq!(names, ["aten::add", "Add"]);

    let operator = trace.strings.find("aten::add").unwrap();
    let row = trace.slices.name.iter().position(|name| *name == operator).unwrap();
    let args: Vec<_> = trace.slice_args(SliceId::new(row)).collect();
    assert_eq!(args[0], ("Sequence number", ArgValue::Int(7)));
    let ArgValue::Text(dims) = args[1].1 else { panic!("dims are text") };
    assert_eq!(trace.strings.get(dims), "4,8;\r\n4,8");
    assert_eq!(args[2], ("f", ArgValue::Float(0.25)));

    let values: Vec<f64> = trace.series[0].points().map(|i| trace.points.value[i]).collect();
    assert_eq!(values, [1.0, 812.5]);
}

#[test]
fn begins_pair_with_ends_per_track() {
    let (trace, _) = read(SAMPLE.as_bytes());
    let find = |name: &str| {
        let name = trace.strings.find(name).unwrap();
        let row = trace.slices.name.iter().position(|own| *own == name).unwrap();
        (trace.slices.start[row].get(), trace.slices.duration[row].get(), trace.slices.kind_of(row))
    };
    assert_eq!(find("inner"), (2_000, 1_000, SliceKind::Complete));
    assert_eq!(find("mark"), (2_500, 0, SliceKind::Instant));
    assert_eq!(find("async"), (1_000, 8_000, SliceKind::Complete));
    assert_eq!(find("outer").2, SliceKind::Unfinished);
    assert_eq!(trace.tracks_of(TrackKind::Asynchronous).count(), 1);
}

#[test]
fn an_object_trace_equals_its_array() {
    let object = format!(
        r#"{{"schemaVersion": 1, "a": {{"traceEvents": [1, "]"]}}, "s": "x}}", "traceEvents": {SAMPLE}, "z": null}}"#
    );
    let (array, notes) = read(SAMPLE.as_bytes());
    let expected = block(array, notes);
    for size in [1, 7, 100, usize::MAX] {
        let (trace, notes) = read_in_chunks(object.as_bytes(), size);
        assert_eq!(block(trace, notes), expected, "chunks of {size}");
    }
}

#[test]
fn a_block_comes_back_bit_for_bit_and_notices_every_flipped_byte() {
    let (trace, notes) = read(SAMPLE.as_bytes());
    let bytes = block(trace, notes);
    let load = |bytes: &[u8]| {
        let mut pieces: Vec<Vec<u8>> = bytes.chunks(13).rev().map(<[u8]>::to_vec).collect();
        Rank::read(&mut || pieces.pop())
    };
    let rank = load(&bytes).unwrap();
    let mut again = Vec::new();
    rank.write(&mut |buffer| again.extend(buffer));
    assert!(again == bytes);
    for at in 0..bytes.len() {
        let mut broken = bytes.clone();
        broken[at] ^= 0x10;
        // Bytes 12..16 of the header are free, but the checksum covers them too.
        assert!(load(&broken).is_err(), "byte {at}");
    }
    for length in 0..bytes.len() {
        assert!(load(&bytes[..length]).is_err(), "{length} bytes");
    }
}

#[test]
fn chunks_and_parts_give_the_same_block() {
    let text = SAMPLE.as_bytes();
    let (trace, notes) = read(text);
    let whole = block(trace, notes);
    for size in [1, 7, 100] {
        let (trace, notes) = read_in_chunks(text, size);
        assert!(block(trace, notes) == whole, "chunks of {size}");
    }
    let boundaries: Vec<u64> = event_starts(text);
    assert!(boundaries.len() > 10);
    for &first in &boundaries {
        for &second in boundaries.iter().filter(|start| **start > first) {
            let parts = read_in_parts(text, &[0, first, second], Outer::Array);
            let (trace, notes) = parts.expect("true boundaries fit");
            assert!(block(trace, notes) == whole, "parts at {first} and {second}");
        }
    }
}

/// Every boundary that `find_event` finds going through the text.
fn event_starts(text: &[u8]) -> Vec<u64> {
    let mut starts = Vec::new();
    let mut at = 0;
    while let Some(found) = split::find_event(&text[at..]) {
        starts.push((at + found) as u64);
        at += found + 1;
    }
    starts
}

#[test]
fn a_wrong_boundary_does_not_fit() {
    let text = br#"[{"ph":"X","name":"a","ts":1,"args":{"list":[{"name":1}, {"name":2}, {"name":3}]}}, {"ph":"X","name":"b","ts":2}]"#;
    let starts = event_starts(text);
    assert_eq!(starts.len(), 3, "two of them inside the argument");
    assert!(read_in_parts(text, &[0, starts[0]], Outer::Array).is_none());
    assert!(read_in_parts(text, &[0, starts[2]], Outer::Array).is_some());
}

#[test]
fn the_plan_cuts_at_events() {
    let text = SAMPLE.as_bytes().to_vec();
    let plan = split::plan(&text, 3).unwrap();
    assert_eq!(plan.len(), 3);
    let starts: Vec<u64> = plan.iter().map(|part| part.start).collect();
    assert!(read_in_parts(&text, &starts, plan[0].outer).is_some());
}

#[test]
fn a_cut_keeps_everything_before_it() {
    let text = SAMPLE.as_bytes();
    let events = event_starts(text);
    for &start in &events {
        let cut = &text[..start as usize + 3];
        let (trace, notes) = read(cut);
        assert!(kinds(&notes).contains(&(NoteKind::Truncated, 1)), "cut at {start}");
        for size in [1, 7] {
            let (chunked, chunked_notes) = read_in_chunks(cut, size);
            assert_eq!(chunked_notes, notes);
            assert_eq!(chunked.counts, trace.counts);
        }
    }
    let (trace, notes) = read(text.strip_suffix(b"]").unwrap());
    assert_eq!(trace.counts.slices, 7);
    assert!(kinds(&notes).contains(&(NoteKind::Truncated, 1)));
}

#[test]
fn damage_costs_one_event() {
    let good = r#"{"ph":"X","name":"good","ts":1,"dur":1,"pid":1,"tid":1}"#;
    for bad in [
        r#"{"ph":"X","name":"lost quote,"ts":1}"#,
        r#"{"ph":"X" "name":"no comma","ts":1}"#,
        r#"{"ph":"X","ts":1,"args":[}]}"#,
        "garbage",
        r#"{"ph":"X","name":'single',"ts":1}"#,
        r#"{"ph":"X","other":{"a":"b, "c":[1,"d"]},"ts":1}"#,
    ] {
        let text = format!("[{good}, {bad}, {good}, {good}]");
        let (trace, notes) = read(text.as_bytes());
        assert!(trace.counts.slices >= 2, "{bad}: {}", trace.counts.slices);
        assert_eq!(notes[0].kind, NoteKind::Damaged, "{bad}");
        for size in [1, 7] {
            let (chunked, chunked_notes) = read_in_chunks(text.as_bytes(), size);
            assert_eq!(chunked.counts, trace.counts, "{bad}, chunks of {size}");
            assert_eq!(chunked_notes, notes, "{bad}, chunks of {size}");
        }
    }
}

#[test]
fn what_is_no_trace_is_said() {
    for (text, kind) in [
        ("", NoteKind::Empty),
        ("  \n", NoteKind::Empty),
        ("hello", NoteKind::WrongKind),
        (r#"{"config": {}}"#, NoteKind::WrongKind),
    ] {
        let (trace, notes) = read(text.as_bytes());
        assert_eq!(trace.counts, EventCounts::default());
        assert_eq!(kinds(&notes), [(kind, 1)], "{text:?}");
    }
    assert!(read(b"[]").1.is_empty());
}

#[test]
fn planes_belong_to_the_group_before_them() {
    let meta = |tid: u32, name: &str| {
        format!(
            r#"{{"ph":"M","name":"thread_name","pid":5,"tid":{tid},"args":{{"name":"{name}"}}}},
               {{"ph":"M","name":"thread_sort_index","pid":5,"tid":{tid},"args":{{"sort_index":{tid}}}}}"#
        )
    };
    let text = format!(
        r#"[{{"ph":"M","name":"process_name","pid":5,"tid":0,"args":{{"name":"HCCL"}}}},{},{},{},{}]"#,
        meta(3, "Plane 0"),
        meta(0, "Group 0 Communication"),
        meta(2, "Group 1 Communication"),
        meta(1, "Plane 0"),
    );
    let (trace, _) = read(text.as_bytes());
    let groups: Vec<_> = trace.tracks.iter().map(|track| track.group).collect();
    assert_eq!(groups, [Some(TrackId(2)), None, None, Some(TrackId(1))]);
}

/// Slices by an independent reading: (pid, tid, name, ts text, dur).
fn slices_of(value: &Value) -> Vec<(String, String, String, i64)> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let events = value.as_array().unwrap().iter().filter(|event| event["ph"] == "X");
    let mut slices: Vec<_> = events
        .map(|event| {
            let us: f64 = text(&event["ts"]).parse().unwrap();
            let name = text(&event["name"]);
            (text(&event["pid"]), text(&event["tid"]), name, (us * 1000.0).round() as i64)
        })
        .collect();
    slices.sort();
    slices
}

fn any_event() -> impl Strategy<Value = Value> {
    let name = prop_oneof!["[a-c]{1,3}", any::<String>()];
    let arg = prop_oneof![
        any::<i64>().prop_map(Value::from),
        (-1e9..1e9_f64).prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        Just(serde_json::json!({"nested": [null, true, "}, {\"ph\":"]})),
    ];
    let args = proptest::collection::btree_map("[a-d]", arg, 0..3);
    (name, 0..3_u32, 0..3_u32, 0..1_000_000_u32, 0..1_000_u32, args).prop_map(
        |(name, pid, tid, ts, dur, args)| {
            serde_json::json!({"ph": "X", "name": name, "pid": pid, "tid": tid, "ts": ts, "dur": dur, "args": args})
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn slices_and_arguments_equal_serde(events in proptest::collection::vec(any_event(), 0..20)) {
        let value = Value::from(events);
        let text = value.to_string();
        let (trace, notes) = read(text.as_bytes());
        prop_assert!(notes.is_empty(), "{notes:?}");
        let mut own: Vec<_> = (0..trace.slices.len()).map(|i| {
            let track = &trace.tracks[trace.track_of(SliceId::new(i)).index()];
            let process = &trace.processes[track.process.index()];
            let name = trace.slice_name(SliceId::new(i)).to_owned();
            let get = |id| trace.strings.get(id).to_owned();
            (get(process.pid), get(track.tid), name, trace.slices.start[i].get())
        }).collect();
        own.sort();
        prop_assert_eq!(own, slices_of(&value));

        let count = |value: &Value| value["args"].as_object().unwrap().len();
        let expected: usize = value.as_array().unwrap().iter().map(count).sum();
        let args = (0..trace.slices.len()).map(|i| trace.slice_args(SliceId::new(i)).count());
        prop_assert_eq!(args.sum::<usize>(), expected);
    }

    #[test]
    fn parts_equal_the_whole(events in proptest::collection::vec(any_event(), 4..20), at in 0..100_usize) {
        let text = Value::from(events).to_string();
        let starts = event_starts(text.as_bytes());
        prop_assume!(!starts.is_empty());
        let start = starts[at % starts.len()];
        if let Some((trace, notes)) = read_in_parts(text.as_bytes(), &[0, start], Outer::Array) {
            let (whole, whole_notes) = read(text.as_bytes());
            prop_assert!(block(trace, notes) == block(whole, whole_notes));
        }
    }

    #[test]
    fn no_mutation_panics_and_chunks_never_matter(at in 0..SAMPLE.len(), byte in any::<u8>(), size in 1..40_usize) {
        let mut text = SAMPLE.as_bytes().to_vec();
        text[at] = byte;
        let (trace, notes) = read(&text);
        let (chunked, chunked_notes) = read_in_chunks(&text, size);
        prop_assert_eq!(&notes, &chunked_notes);
        prop_assert!(block(trace, notes) == block(chunked, chunked_notes));
    }
}
