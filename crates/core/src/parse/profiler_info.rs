//! `profiler_info_{rank}.json` and `profiler_metadata.json` (formats.md §1.1), all variants since 2023.

use super::Small;
use crate::model::{ProfilerInfo, Rank, Schedule};
use crate::note::{Note, NoteKind};
use crate::time::Ns;
use serde_json::Value;

/// Reads a collected `profiler_info`.
pub fn profiler_info(small: Small) -> (Rank, Vec<Note>) {
    let (text, value, notes) = small.finish();
    let profiler_info = value.map(|value| read(&value, text));
    (Rank { profiler_info, ..Rank::default() }, notes)
}

/// Reads a collected `profiler_metadata.json`: kept as text, checked to be JSON.
pub fn metadata(small: Small) -> (Rank, Vec<Note>) {
    let (text, _, notes) = small.finish();
    let empty = notes.iter().any(|note| note.kind == NoteKind::Empty);
    (Rank { metadata: (!empty).then_some(text), ..Rank::default() }, notes)
}

fn read(value: &Value, text: String) -> ProfilerInfo {
    let common = &value["config"]["common_config"];
    let experimental = &value["config"]["experimental_config"];
    let version = |key: &str| words(&value[key]).into_iter().next();
    let activity = |word: String| word.trim_start_matches("ProfilerActivity.").to_owned();
    ProfilerInfo {
        rank: integer(&value["rank_id"]).and_then(|rank| u32::try_from(rank).ok()),
        level: words(&experimental["_profiler_level"]).into_iter().next(),
        aic_metrics: words(&experimental["_aic_metrics"]).into_iter().next(),
        activities: words(&common["activities"]).into_iter().map(activity).collect(),
        export_types: words(&experimental["_export_type"]),
        schedule: schedule(&common["schedule"]),
        framework_version: version("torch_npu_version").or_else(|| version("mindspore_version")),
        cann_version: version("cann_version"),
        collection_end: integer(&value["end_info"]["collectionTimeEnd"]).map(Ns),
        text,
    }
}

/// Keys are with and without a leading underscore.
fn schedule(value: &Value) -> Option<Schedule> {
    let map = value.as_object()?;
    let count = |key: &str| {
        let value = map.get(key).or_else(|| map.get(&format!("_{key}")))?;
        integer(value).and_then(|count| u32::try_from(count).ok())
    };
    Some(Schedule {
        skip_first: count("skip_first").unwrap_or(0),
        wait: count("wait").unwrap_or(0),
        warmup: count("warmup").unwrap_or(0),
        active: count("active")?,
        repeat: count("repeat").unwrap_or(0),
    })
}

/// A number, or one as text.
pub(super) fn integer(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.trim().parse().ok())
}

/// One word or a list of them.
pub(super) fn words(value: &Value) -> Vec<String> {
    match value {
        Value::String(word) if !word.is_empty() => vec![word.clone()],
        Value::Array(list) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}
