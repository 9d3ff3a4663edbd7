//! Utilisation and counters over time.

use super::captures::word;
use crate::engine::store::Open;
use crate::protocol::{Curve, RankRange, TimeRange};
use stepscope_analysis::intervals::Span;
use stepscope_analysis::selection::Selection;
use stepscope_analysis::{Analysis, utilization};

/// Bins of a curve: more than a chart has pixels.
const BINS: usize = 1_200;

/// Bins in which low stretches are looked for: finer ones are gaps between kernels, not stretches.
const LOW_BINS: usize = 200;

/// NPU utilisation over the selected steps, a curve a device.
pub(crate) fn utilisation(open: &Open, analysis: &Analysis, selection: &Selection) -> Vec<Curve> {
    let Some(window) = utilization::axis(analysis, selection) else { return Vec::new() };
    let curves =
        analysis.units(selection).filter(|unit| !unit.facts.device.is_empty()).map(|unit| {
            let values = utilization::bins(&unit.facts.compute, window, BINS).into_iter().map(Some);
            curve(open, unit.index, ("utilisation", "NPU", ""), window, values.collect())
        });
    curves.collect()
}

/// Stretches of low utilisation.
pub(crate) fn low(open: &Open, analysis: &Analysis, selection: &Selection) -> Vec<RankRange> {
    let Some(window) = utilization::axis(analysis, selection) else { return Vec::new() };
    let mut ranges = Vec::new();
    for unit in analysis.units(selection).filter(|unit| !unit.facts.device.is_empty()) {
        let shares = utilization::bins(&unit.facts.compute, window, LOW_BINS);
        let spans = utilization::low_stretches(&shares, window);
        ranges.extend(spans.into_iter().map(|span| RankRange {
            rank: open.rank_id(unit.index),
            range: TimeRange { start: open.relative(span.start), end: open.relative(span.end) },
        }));
    }
    ranges
}

/// Counters on the same time axis.
pub(crate) fn counters(open: &Open, analysis: &Analysis, selection: &Selection) -> Vec<Curve> {
    let Some(window) = utilization::axis(analysis, selection) else { return Vec::new() };
    let mut curves = Vec::new();
    for unit in analysis.units(selection) {
        for counter in utilization::counters(&unit) {
            let values = utilization::counter_bins(&unit, counter.series, window, BINS);
            let id = word(&counter.kind);
            curves.push(curve(
                open,
                unit.index,
                (&id, &counter.name, &counter.unit),
                window,
                values,
            ));
        }
    }
    curves
}

fn curve(
    open: &Open,
    index: usize,
    (id, label, unit): (&str, &str, &str),
    window: Span,
    values: Vec<Option<f64>>,
) -> Curve {
    Curve {
        rank: open.rank_id(index),
        id: id.to_owned(),
        label: label.to_owned(),
        unit: unit.to_owned(),
        start: open.relative(window.start),
        bin: window.length().get() as f64 / values.len().max(1) as f64,
        values,
    }
}
