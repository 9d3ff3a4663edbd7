//! frequency-drop: the AI Core clock falls while kernels run.

use super::context::{milliseconds, percent};
use super::{Context, FindingId, Outcome, finding, severity_of};
use crate::Unit;
use crate::intervals::Span;
use crate::words::Say;
use std::collections::BTreeMap;
use stepscope_core::time::Ns;

/// (max − min) / max. The clock is set in steps of about three percent; two steps are a drop (findings.md).
const THRESHOLD: f64 = 0.05;

/// A level counts when kernels ran at it for this share of computing: the clock is reported with up to a
/// millisecond of lag (formats.md §7.28), so brief levels may be artefacts.
const MATERIAL: f64 = 0.01;

/// Levels of the AI Core clock (MHz) in time order; empty without the counter.
fn levels(unit: &Unit) -> Vec<(Span, f64)> {
    let Some(trace) = &unit.rank.trace else { return Vec::new() };
    let end = unit.facts.compute.hull().map_or(Ns::MIN, |hull| hull.end);
    let named = |name| trace.strings.get(name) == "AI Core Freq";
    let series = trace.series.iter().find(|series| named(series.name));
    let Some(points) = series.map(stepscope_core::model::Series::points) else { return Vec::new() };
    let next = |row: usize| {
        if row + 1 < points.end {
            trace.points.time[row + 1]
        } else {
            end.max(trace.points.time[row])
        }
    };
    let level =
        |row: usize| (Span::new(trace.points.time[row], next(row)), trace.points.value[row]);
    points.clone().map(level).filter(|(_, value)| value.is_finite() && *value > 0.0).collect()
}

pub(super) fn assess(context: &Context) -> Outcome {
    let ledger = &context.ledger;
    if ledger.steps == 0 {
        return Outcome::NotAssessed(Say::WhyNoSteps.plain());
    }
    let mut assessed = false;
    let mut worst: Option<(f64, f64, f64)> = None;
    let (mut ranks, mut shown, mut lost) = (Vec::new(), Vec::new(), 0.0);
    for unit in &context.units {
        let levels = levels(unit);
        if levels.is_empty() {
            continue;
        }
        assessed = true;
        // Computing time at each level, by whole MHz.
        let mut time: BTreeMap<i64, Ns> = BTreeMap::new();
        for (span, mhz) in &levels {
            let inside = context.steps.iter().filter(|(step, _)| {
                step.unit.index == unit.index && step.unit.device == unit.device
            });
            let ran = inside.fold(Ns(0), |sum, (step, _)| {
                sum.plus(unit.facts.compute.length_in(step.get().window.clip(*span)))
            });
            let known = time.entry(mhz.round() as i64).or_insert(Ns(0));
            *known = known.plus(ran);
        }
        let all = time.values().fold(Ns(0), |sum, time| sum.plus(*time));
        time.retain(|_, ran| ran.get() as f64 > MATERIAL * all.get() as f64);
        let (Some(low), Some(high)) = (time.keys().next(), time.keys().last()) else { continue };
        let (low, high) = (*low as f64, *high as f64);
        let drop = (high - low) / high;
        if drop <= THRESHOLD {
            continue;
        }
        // At most the time that the same cycles need less at the highest clock.
        lost += time
            .iter()
            .map(|(mhz, ran)| ran.get() as f64 * (1.0 - *mhz as f64 / high))
            .sum::<f64>();
        ranks.push(unit.index);
        let label = |mhz: f64| format!("{mhz:.0} MHz");
        let slow = levels.iter().filter(|(_, mhz)| (high - mhz) / high > THRESHOLD);
        shown.extend(slow.map(|(span, mhz)| (*unit, None, *span, label(*mhz))));
        if worst.is_none_or(|(known, _, _)| drop > known) {
            worst = Some((drop, low, high));
        }
    }
    if !assessed {
        return Outcome::NotAssessed(Say::WhyNoFrequency.plain());
    }
    let Some((drop, low, high)) = worst else { return Outcome::Passed };
    let lost = Ns(lost.round() as i64);
    let share = ledger.share_of(lost).unwrap_or(0.0);
    let gain = ledger.per_step_ms(lost);
    let text = Say::TextFrequency.with(&[
        format!("{high:.0}").into(),
        format!("{low:.0}").into(),
        percent(drop).into(),
        milliseconds(gain.unwrap_or(0.0)).into(),
    ]);
    let mut found =
        finding(FindingId::FrequencyDrop, severity_of(share), text, Say::AdviceFrequency.plain());
    ranks.dedup();
    found.share = Some(share);
    found.gain_ms_per_step = gain;
    found.ranks = ranks;
    found.steps = context.step_labels();
    found.evidence = context.evidence(shown);
    found.numbers.insert("drop".to_owned(), drop);
    Outcome::Fired(Box::new(found))
}
