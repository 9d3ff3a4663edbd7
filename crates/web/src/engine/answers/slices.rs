//! Slices and what hangs on them.

use crate::engine::stage::Stage;
use crate::engine::store::Open;
use crate::protocol::{Argument, FlowDirection, FlowLink, SliceDetails, SliceId, SliceInfo};
use stepscope_core::ids;
use stepscope_core::model::{ArgValue, KernelRows, Kernels, SliceKind, Trace};
use stepscope_core::time::Ns;
use stepscope_timeline::{RankView, details, flows};

/// A slice in a list.
pub(crate) fn info(
    open: &Open,
    stage: &Stage,
    views: &[RankView],
    place: usize,
    slice: ids::SliceId,
) -> SliceInfo {
    let rank = &views[place];
    let track = rank.trace.track_of(slice);
    let row = stage.layout.row_of_track(views, place, track).map(|row| &stage.layout.rows[row]);
    SliceInfo {
        id: SliceId { rank: rank.id, slice: slice.0 },
        name: rank.trace.slice_name(slice).to_owned(),
        row: row.map_or_else(String::new, |row| row.key.clone()),
        row_name: row_name(rank, track),
        start: open.relative(rank.trace.slices.start[slice.index()].plus(rank.offset)),
        duration: rank.trace.slices.duration[slice.index()].get() as f64,
    }
}

/// Rank, process and track by their names.
pub(crate) fn row_name(rank: &RankView, track: ids::TrackId) -> String {
    let own = &rank.trace.tracks[track.index()];
    let strings = &rank.trace.strings;
    let process = rank.trace.processes[own.process.index()].name;
    let track = strings.get(own.name.unwrap_or(own.tid));
    let parts = [rank.name, process.map_or("", |name| strings.get(name)), track];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" / ")
}

/// Everything known of a slice.
pub(crate) fn details(
    open: &Open,
    stage: &Stage,
    views: &[RankView],
    place: usize,
    slice: ids::SliceId,
) -> SliceDetails {
    let rank = &views[place];
    let trace = rank.trace;
    let found = details::details(rank, slice);
    let info = |slice: ids::SliceId| info(open, stage, views, place, slice);
    let start = trace.slices.start[slice.index()];
    let step = open.steps(stage.place_in_capture(place)).iter();
    let step = step.rev().find(|step| step.window.start <= start && start < step.window.end);
    let links = flows::links_of(rank, slice);
    SliceDetails {
        slice: info(slice),
        category: trace.slice_category(slice).to_owned(),
        shape: match trace.slices.kind_of(slice.index()) {
            SliceKind::Complete => "complete",
            SliceKind::Instant => "instant",
            SliceKind::Unfinished => "unfinished",
        }
        .to_owned(),
        self_ns: found.self_time.get() as f64,
        step: step.and_then(|step| step.label.clone()),
        parent: found.parent.map(info),
        args: trace.slice_args(slice).map(|(key, value)| argument(trace, key, value)).collect(),
        kernel: match (rank.kernels, found.kernel) {
            (Some(kernels), Some(row)) => kernel(kernels, row.index()),
            _ => Vec::new(),
        },
        flows: links
            .into_iter()
            .map(|link| FlowLink {
                category: link.category,
                id: link.id,
                direction: if link.outgoing { FlowDirection::Out } else { FlowDirection::In },
                other: link.other.map(info),
            })
            .collect(),
    }
}

fn argument(trace: &Trace, key: &str, value: ArgValue) -> Argument {
    let (value, number) = match value {
        ArgValue::Int(value) => (value.to_string(), Some(value as f64)),
        ArgValue::Float(value) => (value.to_string(), Some(value)),
        ArgValue::Text(text) | ArgValue::Json(text) => (trace.strings.get(text).to_owned(), None),
    };
    Argument { key: key.to_owned(), value, number }
}

/// A row of the kernel table under the column names of its file; unknown cells are left out.
fn kernel(kernels: &Kernels, row: usize) -> Vec<Argument> {
    let rows = &kernels.rows;
    let mut cells = Vec::new();
    let mut text = |key: &str, name: ids::NameId| {
        let value = kernels.strings.get(name);
        if !value.is_empty() {
            cells.push(Argument { key: key.to_owned(), value: value.to_owned(), number: None });
        }
    };
    text("Type", rows.kernel_type[row]);
    text("Accelerator Core", rows.core[row]);
    text("Input Shapes", rows.input_shapes[row]);
    text("Input Data Types", rows.input_types[row]);
    text("Input Formats", rows.input_formats[row]);
    text("Output Shapes", rows.output_shapes[row]);
    text("Output Data Types", rows.output_types[row]);
    text("Output Formats", rows.output_formats[row]);
    let mut number = |key: &str, value: Option<f64>| {
        if let Some(value) = value {
            cells.push(Argument {
                key: key.to_owned(),
                value: value.to_string(),
                number: Some(value),
            });
        }
    };
    let time = |time: Ns| (time != Ns::MIN).then(|| time.as_us());
    let count = |count: u32| (count != KernelRows::UNKNOWN).then(|| f64::from(count));
    number("Wait Time(us)", time(rows.wait[row]));
    number("Block Dim", count(rows.block_dim[row]));
    number("Mix Block Dim", count(rows.mix_block_dim[row]));
    number("Stream ID", count(rows.stream[row]));
    number("Task ID", count(rows.task[row]));
    for metric in &kernels.metrics {
        number(&metric.name, Some(metric.values[row]).filter(|value| value.is_finite()));
    }
    cells
}
