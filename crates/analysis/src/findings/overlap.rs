//! no-overlap: computing and communication take turns.

use super::context::{milliseconds, percent};
use super::{Context, FindingId, Outcome, exposed, finding, severity_of};
use crate::ledger::Ledger;
use crate::words::Say;
use stepscope_core::time::Ns;

/// Gradient buckets that are sent during the backward pass hide half of their time and more; a fifth is
/// what chance overlaps (findings.md).
const OVERLAPPED: f64 = 0.20;

/// Either side must be this share of the step, or there is nothing worth overlapping.
const MATERIAL: f64 = 0.05;

pub(super) fn assess(context: &Context) -> Outcome {
    let ledger = &context.ledger;
    if ledger.steps == 0 {
        return Outcome::NotAssessed(Say::WhyNoSteps.plain());
    }
    if !fires(ledger) {
        return Outcome::Passed;
    }
    let (alone, overlapped) = (ledger.exposed(), ledger.overlapped);
    let communication = alone.plus(overlapped);
    // No more can be hidden than there is computing to hide it behind.
    let hideable = alone.min(ledger.computing_alone);
    let share = ledger.share_of(hideable).unwrap_or(0.0);
    let of = overlapped.get() as f64 / communication.get() as f64;
    let per_step = ledger.per_step_ms(hideable).unwrap_or(0.0);
    let text = Say::TextNoOverlap.with(&[percent(of).into(), milliseconds(per_step).into()]);
    // Waiting belongs to exposed-communication when that fires, so that gains add up.
    let own = match ledger.moving {
        Some(moving) if exposed::fires(ledger) => hideable.min(moving),
        _ => hideable,
    };
    let mut found =
        finding(FindingId::NoOverlap, severity_of(share), text, Say::AdviceNoOverlap.plain());
    found.share = Some(share);
    found.gain_ms_per_step = ledger.per_step_ms(own);
    (found.ranks, found.steps) =
        context.concerned(0.5, |own| Some(if fires(own) { 1.0 } else { 0.0 }));
    let mut longest = Vec::new();
    for (step, _) in &context.steps {
        let Some(tasks) = &step.get().tasks else { continue };
        for one in &step.unit.facts.collectives.list[tasks.communication.clone()] {
            longest.push((
                step.unit,
                Some(one.track),
                one.span,
                Context::name(&step.unit, one.slice),
            ));
        }
    }
    found.evidence = context.evidence(longest);
    found.numbers.insert("overlapped_share_of_communication".to_owned(), of);
    Outcome::Fired(Box::new(found))
}

fn fires(ledger: &Ledger) -> bool {
    let communication = ledger.exposed().plus(ledger.overlapped);
    let computing = ledger.computing_alone.plus(ledger.overlapped);
    let material = |time: Ns| ledger.share_of(time).is_some_and(|share| share > MATERIAL);
    material(communication)
        && material(computing)
        && (ledger.overlapped.get() as f64) < OVERLAPPED * communication.get() as f64
}
