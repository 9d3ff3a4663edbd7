//! host-bound: the device waits between kernels because the host has not launched the next one.

use super::context::{milliseconds, percent};
use super::{Context, FindingId, Outcome, finding, severity_of, small};
use crate::idle::{IdleCause, IdlePart};
use crate::ledger::{Ledger, Owner};
use crate::words::Say;

/// Share of the step that the device waits for launches between its tasks. Preparing is left out of the
/// test: every step has a first launch (findings.md).
const THRESHOLD: f64 = 0.10;

pub(super) fn assess(context: &Context) -> Outcome {
    let ledger = &context.ledger;
    let Some(waiting) = between_tasks(ledger) else {
        return Outcome::NotAssessed(Say::WhyNoSteps.plain());
    };
    if !context.units.iter().any(|unit| unit.facts.has_launches) {
        return Outcome::NotAssessed(Say::WhyNoLaunches.plain());
    }
    if waiting <= THRESHOLD {
        return Outcome::Passed;
    }
    let dispatch = ledger.time(Owner::Idle(IdleCause::HostDispatch));
    // Gaps between short kernels belong to that finding when it fires, so that gains add up.
    let own =
        if small::fires(ledger) { dispatch.minus(ledger.small_gaps_dispatch) } else { dispatch };
    let share = ledger.share_of(dispatch).unwrap_or(waiting);
    let per_step = ledger.per_step_ms(dispatch).unwrap_or(0.0);
    let text = Say::TextHostBound.with(&[percent(share).into(), milliseconds(per_step).into()]);
    let mut found =
        finding(FindingId::HostBound, severity_of(share), text, Say::AdviceHostBound.plain());
    found.share = Some(share);
    found.gain_ms_per_step = ledger.per_step_ms(own);
    (found.ranks, found.steps) = context.concerned(THRESHOLD, between_tasks);
    found.evidence = context.idle_evidence(IdleCause::HostDispatch);
    found.numbers.insert("between_tasks_share".to_owned(), waiting);
    Outcome::Fired(Box::new(found))
}

fn between_tasks(ledger: &Ledger) -> Option<f64> {
    ledger.share_of(ledger.idle(IdlePart::Free, IdleCause::HostDispatch))
}
