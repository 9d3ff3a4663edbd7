//! Real traces against an independent reading of the same JSON.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use stepscope_core::ids::SliceId;
use stepscope_core::model::{ArgValue, Trace, TrackKind};
use stepscope_core::trace_json::{TraceParser, join, split};
use stepscope_fixtures::real::torch_npu_text_ranks;

fn trace_of(text: &[u8], parts: usize) -> Trace {
    let plan = split::plan(&text.to_vec(), parts).unwrap();
    assert_eq!(plan.len(), parts);
    let parts = plan.into_iter().map(|part| {
        let mut parser = TraceParser::of_part("trace_view.json", part);
        parser.push(&text[part.start as usize..]);
        parser.finish()
    });
    let (trace, notes) = join(parts.collect()).expect("boundaries of real traces fit");
    assert_eq!(notes, []);
    trace
}

fn text_of(rank: &Path) -> Vec<u8> {
    std::fs::read(rank.join("ASCEND_PROFILER_OUTPUT/trace_view.json")).unwrap()
}

#[test]
fn every_event_is_counted() {
    for rank in torch_npu_text_ranks() {
        let text = text_of(&rank);
        let counts = trace_of(&text, 1).counts;
        let mut phases: BTreeMap<String, u64> = BTreeMap::new();
        let events: Vec<Value> = serde_json::from_slice(&text).unwrap();
        for event in &events {
            *phases.entry(event["ph"].as_str().unwrap().to_owned()).or_default() += 1;
        }
        let own = [
            ("C", counts.counters),
            ("M", counts.metadata),
            ("X", counts.slices),
            ("f", counts.flow_ends),
            ("s", counts.flow_starts),
        ];
        let own = own.map(|(phase, count)| (phase.to_owned(), count));
        assert_eq!(BTreeMap::from(own), phases, "{}", rank.display());
    }
}

#[test]
fn every_slice_has_its_fields_and_arguments() {
    for rank in torch_npu_text_ranks() {
        let text = text_of(&rank);
        let trace = trace_of(&text, 1);
        let mut expected: Vec<String> = serde_json::from_slice::<Vec<Value>>(&text)
            .unwrap()
            .iter()
            .filter(|event| event["ph"] == "X")
            .map(|event| {
                let ts = event["ts"].as_str().unwrap();
                let (us, fraction) = ts.split_once('.').unwrap_or((ts, "0"));
                let duration = event["dur"].as_f64().unwrap() * 1000.0;
                let args = event["args"].as_object().map(|args| {
                    args.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>()
                });
                line(
                    &event["pid"].to_string(),
                    &event["tid"].to_string(),
                    event["name"].as_str().unwrap(),
                    event["cat"].as_str().unwrap_or(""),
                    format!("{us}{fraction:0<3}").parse().unwrap(),
                    duration.round() as i64,
                    args.unwrap_or_default(),
                )
            })
            .collect();
        let mut own: Vec<String> = (0..trace.slices.len())
            .map(|i| {
                let slice = SliceId::new(i);
                let track = &trace.tracks[trace.track_of(slice).index()];
                let args = trace.slice_args(slice).map(|(key, value)| {
                    let value = match value {
                        ArgValue::Int(int) => Value::from(int),
                        ArgValue::Float(float) => Value::from(float),
                        ArgValue::Text(name) => Value::from(trace.strings.get(name)),
                        ArgValue::Json(name) => {
                            serde_json::from_str(trace.strings.get(name)).unwrap()
                        }
                    };
                    format!("{key}={value}")
                });
                line(
                    trace.strings.get(trace.processes[track.process.index()].pid),
                    trace.strings.get(track.tid),
                    trace.slice_name(slice),
                    trace.slice_category(slice),
                    trace.slices.start[i].get(),
                    trace.slices.duration[i].get(),
                    args.collect(),
                )
            })
            .collect();
        expected.sort();
        own.sort();
        assert_eq!(own.len(), expected.len());
        for (own, expected) in own.iter().zip(&expected) {
            assert_eq!(own, expected, "{}", rank.display());
        }
    }
}

fn line(
    pid: &str,
    tid: &str,
    name: &str,
    category: &str,
    start: i64,
    duration: i64,
    mut args: Vec<String>,
) -> String {
    args.sort();
    format!("{pid} {tid} {start} {duration} {category} {name} {args:?}")
}

#[test]
fn every_device_flow_end_is_bound_where_it_says() {
    for rank in torch_npu_text_ranks() {
        let trace = trace_of(&text_of(&rank), 1);
        let flows = &trace.flow_ends;
        let mut checked = 0;
        for row in 0..flows.len() {
            let category = trace.strings.get(trace.categories[flows.category[row] as usize]);
            if category != "async_npu" {
                continue;
            }
            let slice = flows.slice[row];
            assert_eq!(trace.slices.start[slice.index()], flows.time[row]);
            assert!(trace.tracks[flows.track[row].index()].holds(slice));
            checked += 1;
        }
        assert!(checked > 300, "{}", rank.display());
    }
}

#[test]
fn tracks_are_what_the_format_says() {
    for rank in torch_npu_text_ranks() {
        let trace = trace_of(&text_of(&rank), 1);
        let count = |kind| trace.tracks_of(kind).count();
        let level0 = rank.components().any(|part| part.as_os_str() == "level0");
        assert_eq!(count(TrackKind::Stream), if level0 { 3 } else { 4 });
        assert_eq!(count(TrackKind::Group), 1);
        assert_eq!(count(TrackKind::Plane), if level0 { 1 } else { 8 });
        for kind in [
            TrackKind::Computing,
            TrackKind::Communication,
            TrackKind::NotOverlapped,
            TrackKind::Free,
        ] {
            let (_, track) = trace.tracks_of(kind).next().unwrap();
            assert!(!track.slices().is_empty());
        }
    }
}

#[test]
fn parts_of_a_real_trace_make_the_same_trace() {
    for rank in torch_npu_text_ranks() {
        let text = text_of(&rank);
        let whole = trace_of(&text, 1);
        for parts in [2, 3, 8] {
            let joined = trace_of(&text, parts);
            assert_eq!(joined.slices, whole.slices);
            assert_eq!(joined.args, whole.args);
            assert_eq!(joined.tracks, whole.tracks);
            assert_eq!(joined.flow_ends, whole.flow_ends);
            assert_eq!(joined.points, whole.points);
            assert!(joined.strings.iter().eq(whole.strings.iter()));
        }
    }
}
