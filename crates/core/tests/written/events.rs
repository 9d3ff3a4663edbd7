//! Events of a trace, one line each, as written and as read.

use serde_json::{Map, Value};
use stepscope_core::ids::{SliceId, TrackId};
use stepscope_core::model::{ArgValue, FlowEnds, Trace};

/// The lines of `trace_view.json`, sorted: what order says is in the times.
pub(crate) fn written(bytes: &[u8]) -> Vec<String> {
    let mut lines: Vec<String> = events(bytes).iter().flat_map(lines_of).collect();
    lines.sort();
    lines
}

/// The events that are whole.
fn events(bytes: &[u8]) -> Vec<Value> {
    let document = serde_json::from_slice(bytes).unwrap_or_else(|_| {
        // Cut in the middle of an event: what is before it is a list again.
        let cut = bytes.windows(4).rposition(|four| four == b"}, {").expect("some events");
        serde_json::from_slice(&[&bytes[..=cut], b"]"].concat()).expect("whole events")
    });
    match document {
        Value::Array(events) => events,
        mut object => match object["traceEvents"].take() {
            Value::Array(events) => events,
            other => panic!("no events but {other}"),
        },
    }
}

fn lines_of(event: &Value) -> Vec<String> {
    let text = |key: &str| plain(&event[key]);
    let place = format!("{} {}", text("pid"), text("tid"));
    let time = || nanoseconds(&event["ts"]);
    match event["ph"].as_str().unwrap() {
        "X" => {
            let args = match event.get("args") {
                Some(Value::Object(args)) => args.clone(),
                // Arguments that are no list of them are kept whole.
                Some(other) => Map::from_iter([("args".to_owned(), other.clone())]),
                None => Map::new(),
            };
            let end = time() + nanoseconds(&event["dur"]);
            vec![slice(&place, time(), end, &text("cat"), &text("name"), args)]
        }
        "C" => {
            let args = event["args"].as_object().unwrap().iter();
            let value = |value: &Value| plain(value).parse::<f64>().unwrap();
            args.map(|(key, own)| counter(&text("pid"), &text("name"), key, time(), value(own)))
                .collect()
        }
        phase @ ("s" | "f") => {
            vec![flow(phase, &text("cat"), &text("id"), &place, time(), &text("name"))]
        }
        "M" => {
            let args = event["args"].as_object().unwrap();
            let value = plain(args.values().next().unwrap());
            let name = text("name");
            let place = if name.starts_with("thread") { place } else { text("pid") };
            vec![metadata(&name, &place, &value)]
        }
        other => panic!("the generator writes no {other}"),
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Microseconds, with text kept exact.
fn nanoseconds(value: &Value) -> i64 {
    let text = plain(value);
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    if text.contains('e') || fraction.len() > 3 {
        return (text.parse::<f64>().unwrap() * 1000.0).round() as i64;
    }
    whole.parse::<i64>().unwrap() * 1000 + format!("{fraction:0<3}").parse::<i64>().unwrap()
}

fn slice(
    place: &str,
    start: i64,
    end: i64,
    category: &str,
    name: &str,
    args: Map<String, Value>,
) -> String {
    let number = |value: &Value| value.as_i64().is_none().then(|| value.as_f64()).flatten();
    let value = |value: Value| number(&value).map_or(value, Value::from);
    let args: Map<String, Value> = args.into_iter().map(|(key, own)| (key, value(own))).collect();
    format!("slice {place} {start} {end} {category:?} {name:?} {}", Value::Object(args))
}

fn counter(pid: &str, name: &str, key: &str, time: i64, value: f64) -> String {
    format!("counter {pid} {name:?} {key:?} {time} {value:?}")
}

fn flow(phase: &str, category: &str, id: &str, place: &str, time: i64, name: &str) -> String {
    format!("flow {phase} {category} {id:?} {place} {time} {name:?}")
}

fn metadata(name: &str, place: &str, value: &str) -> String {
    format!("metadata {name} {place} {value:?}")
}

/// The same lines from the columns.
pub(crate) fn read(trace: &Trace) -> Vec<String> {
    let mut lines: Vec<String> = (0..trace.slices.len()).map(|i| read_slice(trace, i)).collect();
    let text = |name| trace.strings.get(name);
    let pid = |process: stepscope_core::ids::ProcessId| text(trace.processes[process.index()].pid);
    for series in &trace.series {
        for point in series.points() {
            let (time, value) = (trace.points.time[point].get(), trace.points.value[point]);
            let (name, key) = (text(series.name), text(series.key));
            lines.push(counter(pid(series.process), name, key, time, value));
        }
    }
    lines.extend((0..trace.flow_ends.len()).map(|row| read_flow(trace, row)));
    for process in &trace.processes {
        let pid = text(process.pid);
        let mut push = |name: &str, value: Option<String>| {
            lines.extend(value.map(|value| metadata(name, pid, &value)));
        };
        push("process_name", process.name.map(|name| text(name).to_owned()));
        push("process_labels", process.labels.map(|labels| text(labels).to_owned()));
        push("process_sort_index", process.sort_index.map(|index| index.to_string()));
    }
    for (index, track) in trace.tracks.iter().enumerate() {
        let place = place_of(trace, TrackId::new(index));
        lines.extend(track.name.map(|name| metadata("thread_name", &place, text(name))));
        let sort_index = track.sort_index.map(|index| index.to_string());
        lines.extend(sort_index.map(|index| metadata("thread_sort_index", &place, &index)));
    }
    lines.sort();
    lines
}

fn place_of(trace: &Trace, track: TrackId) -> String {
    let track = &trace.tracks[track.index()];
    let pid = trace.processes[track.process.index()].pid;
    format!("{} {}", trace.strings.get(pid), trace.strings.get(track.tid))
}

fn read_slice(trace: &Trace, index: usize) -> String {
    let id = SliceId::new(index);
    let args = trace.slice_args(id).map(|(key, value)| {
        let value = match value {
            ArgValue::Int(int) => Value::from(int),
            ArgValue::Float(float) => Value::from(float),
            ArgValue::Text(name) => Value::from(trace.strings.get(name)),
            ArgValue::Json(name) => serde_json::from_str(trace.strings.get(name)).unwrap(),
        };
        (key.to_owned(), value)
    });
    slice(
        &place_of(trace, trace.track_of(id)),
        trace.slices.start[index].get(),
        trace.slices.end(index).get(),
        trace.slice_category(id),
        trace.slice_name(id),
        args.collect(),
    )
}

fn read_flow(trace: &Trace, row: usize) -> String {
    let ends = &trace.flow_ends;
    let category = trace.strings.get(trace.categories[usize::from(ends.category[row])]);
    let id = match ends.id[row] {
        number if number >> 63 == 0 => number.to_string(),
        named => trace.strings.get(stepscope_core::ids::NameId(named as u32)).to_owned(),
    };
    let name = match ends.name[row] {
        FlowEnds::NAMED_BY_ID => format!("{category}{id}"),
        name => trace.strings.get(name).to_owned(),
    };
    let phase = if ends.phase[row] == 0 { "s" } else { "f" };
    let place = place_of(trace, ends.track[row]);
    flow(phase, category, &id, &place, ends.time[row].get(), &name)
}
