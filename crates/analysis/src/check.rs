//! Own numbers against the vendor's tables: a difference beyond rounding is told, never hidden.
//!
//! Rounding: durations in the trace carry digits below the nanosecond and are rounded to it, so a union of
//! n slices may differ by n/2 ns (formats.md §6.1, *What equality can mean*). Stage and Preparing go
//! through `f64` microseconds since 1970 in the vendor's tool, which has a step of 0.25 µs.

use crate::breakdown::Parts;
use crate::device::Tasks;
use crate::intervals::{Intervals, Span};
use crate::steps::Step;
use crate::{Analysis, Unit};
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use stepscope_core::model::{FileEntry, FileState, StepTraceRow, TrackKind};
use stepscope_core::time::Ns;

/// A number that differs from the vendor's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// Place of the rank in the capture.
    pub rank: usize,
    /// Vendor's file, or the lane of the timeline.
    pub source: String,
    /// Which number, as the source calls it.
    pub what: String,
    /// Own number, nanoseconds or a count.
    pub own: i64,
    /// The vendor's.
    pub vendor: i64,
    /// How far they may differ by rounding.
    pub tolerance: i64,
}

/// Stage and Preparing, see above: ± 0.25 µs on either end.
const VENDOR_FLOAT_NOISE: i64 = 500;

/// Differences beyond rounding, over all ranks.
pub fn differences(analysis: &Analysis) -> Vec<Difference> {
    let mut list = Vec::new();
    for unit in analysis.all_units() {
        steps(&unit, &mut list);
        lanes(&unit, &mut list);
        operators(&unit, &mut list);
    }
    list
}

/// How many numbers of the vendor's could be compared at all: nothing compared is no confirmation.
pub fn comparable(analysis: &Analysis) -> bool {
    analysis
        .all_units()
        .any(|unit| unit.rank.step_trace.is_some() || unit.rank.op_statistic.is_some())
}

fn steps(unit: &Unit, list: &mut Vec<Difference>) {
    let Some(rows) = &unit.rank.step_trace else { return };
    let steps = &unit.facts.steps.list;
    for row in rows {
        let place = match &row.step {
            Some(label) => steps.iter().position(|step| step.label.as_ref() == Some(label)),
            // The vendor drops the steps when one of them has no launch; then its row is the whole span.
            None => (steps.len() == 1).then_some(0),
        };
        // Several rows without a step are several devices, which the row does not name.
        if row.step.is_none() && rows.len() > 1 {
            continue;
        }
        let Some(place) = place else { continue };
        compare_step(unit, &steps[place], &unit.facts.parts[place], row, list);
    }
}

/// Where the vendor's step table is from.
fn step_table(unit: &Unit) -> &'static str {
    let is_text = |file: &FileEntry| {
        file.state == FileState::Read && file.path.ends_with("step_trace_time.csv")
    };
    if unit.rank.files.iter().any(is_text) { "step_trace_time.csv" } else { "analysis.db" }
}

fn compare_step(
    unit: &Unit,
    step: &Step,
    parts: &Parts,
    row: &StepTraceRow,
    list: &mut Vec<Difference>,
) {
    let Some(tasks) = &step.tasks else { return };
    let compute = tasks.compute.len() as i64;
    let communication = tasks.communication.len() as i64;
    let half = |slices: i64| (slices + 1) / 2;
    let both = half(compute + communication);
    let pairs = [
        ("Computing", parts.computing, row.computing, half(compute)),
        (
            "Communication(Not Overlapped)",
            parts.communication_not_overlapped,
            row.communication_not_overlapped,
            both,
        ),
        ("Overlapped", parts.overlapped, row.overlapped, both),
        ("Communication", parts.communication, row.communication, half(communication)),
        ("Free", parts.free, row.free, both),
        ("Stage", parts.stage, row.stage, VENDOR_FLOAT_NOISE),
        ("Bubble", parts.bubble, row.bubble, half(communication)),
        ("Preparing", parts.preparing, row.preparing, VENDOR_FLOAT_NOISE),
    ];
    for (what, own, vendor, tolerance) in pairs {
        let (Some(own), Some(vendor)) = (own, vendor) else { continue };
        if own.minus(vendor).get().saturating_abs() > tolerance {
            let label = row.step.as_deref().unwrap_or("");
            list.push(Difference {
                rank: unit.index,
                source: step_table(unit).to_owned(),
                what: if label.is_empty() {
                    what.to_owned()
                } else {
                    format!("{what}, step {label}")
                },
                own: own.get(),
                vendor: vendor.get(),
                tolerance,
            });
        }
    }
}

/// The overlap lanes against the own unions, over the whole capture.
fn lanes(unit: &Unit, list: &mut Vec<Difference>) {
    let Some(trace) = &unit.rank.trace else { return };
    // The lanes of several devices cannot be told apart by their kind.
    if unit.device > 0 || trace.tracks_of(TrackKind::Computing).count() != 1 {
        return;
    }
    let device = &unit.facts.device;
    let union = |tasks: &Tasks| tasks.union(0..tasks.len());
    let (compute, communication) = (union(&device.compute), union(&device.communication));
    let exposed = communication.difference(&compute);
    let tasks = (device.compute.len() + device.communication.len()) as i64;
    for (kind, what, own) in [
        (TrackKind::Computing, "Computing", compute),
        (TrackKind::Communication, "Communication", communication),
        (TrackKind::NotOverlapped, "Communication(Not Overlapped)", exposed),
    ] {
        let lane = trace.tracks_of(kind).flat_map(|(_, track)| track.slices());
        let lane = lane.map(|i| Span::new(trace.slices.start[i], trace.slices.end(i)));
        let lane = Intervals::union_of(lane).length().get();
        let tolerance = (tasks + 1) / 2;
        let own = own.length().get();
        if (own - lane).abs() > tolerance {
            let source = "Overlap Analysis".to_owned();
            list.push(Difference {
                rank: unit.index,
                source,
                what: what.to_owned(),
                own,
                vendor: lane,
                tolerance,
            });
        }
    }
}

/// Counts and totals per type and core.
fn operators(unit: &Unit, list: &mut Vec<Difference>) {
    let (Some(rows), Some(table)) = (&unit.rank.op_statistic, &unit.rank.kernels) else { return };
    if unit.device > 0 {
        return;
    }
    let mut own: HashMap<(&str, &str), (i64, i64)> = HashMap::new();
    for row in (0..table.rows.len()).filter(|row| !table.is_communication(*row)) {
        let text = |id| table.strings.get(id);
        let key = (text(table.rows.kernel_type[row]), text(table.rows.core[row]));
        let sum = own.entry(key).or_insert((0, 0));
        sum.0 += 1;
        if table.rows.duration[row] != Ns::MIN {
            sum.1 = sum.1.saturating_add(table.rows.duration[row].get());
        }
    }
    for row in rows {
        let (count, total) =
            own.get(&(row.op_type.as_str(), row.core.as_str())).copied().unwrap_or((0, 0));
        let name = format!("{} on {}", row.op_type, row.core);
        let mut differ = |what: &str, own: i64, vendor: i64, tolerance: i64| {
            if own.saturating_sub(vendor).saturating_abs() > tolerance {
                let source = "op_statistic.csv".to_owned();
                list.push(Difference {
                    rank: unit.index,
                    source,
                    what: format!("{what} of {name}"),
                    own,
                    vendor,
                    tolerance,
                });
            }
        };
        differ("Count", count, row.count as i64, 0);
        differ("Total Time", total, row.total.get(), (count + 1) / 2);
    }
}
