//! metrics-all-zero: PMU columns or counters that were collected and hold nothing but zero.

use super::{Context, FindingId, Outcome, finding};
use crate::words::Say;
use stepscope_core::note::Severity;
use stepscope_core::sort::SortShort;

/// Counters that cannot be zero for a whole capture in which kernels ran.
const NEVER_ZERO: [&str; 2] = ["AI Core Freq", "AI Core Utilization"];

pub(super) fn assess(context: &Context) -> Outcome {
    let (mut any, mut ranks, mut names) = (false, Vec::new(), Vec::new());
    for unit in &context.units {
        if unit.facts.device.compute.is_empty() {
            continue;
        }
        if let Some(table) = unit.rank.kernels.as_deref().filter(|table| !table.metrics.is_empty())
        {
            any = true;
            let mut values = table
                .metrics
                .iter()
                .flat_map(|metric| &metric.values)
                .filter(|value| !value.is_nan());
            if values.clone().next().is_some() && values.all(|value| *value == 0.0) {
                ranks.push(unit.index);
                names.push("PMU".to_owned());
            }
        }
        let Some(trace) = &unit.rank.trace else { continue };
        for series in &trace.series {
            let name = trace.strings.get(series.name);
            if !NEVER_ZERO.iter().any(|known| name.starts_with(known)) || series.points().is_empty()
            {
                continue;
            }
            any = true;
            if trace.points.value[series.points()].iter().all(|value| *value == 0.0) {
                ranks.push(unit.index);
                names.push(name.to_owned());
            }
        }
    }
    if !any {
        return Outcome::NotAssessed(Say::WhyNoMetrics.plain());
    }
    if ranks.is_empty() {
        return Outcome::Passed;
    }
    ranks.dedup();
    names.sort_short();
    names.dedup();
    let text = Say::TextMetricsZero.with(&[names.join(", ").into()]);
    let mut finding =
        finding(FindingId::MetricsAllZero, Severity::Warning, text, Say::AdviceMetricsZero.plain());
    finding.ranks = ranks;
    Outcome::Fired(Box::new(finding))
}
