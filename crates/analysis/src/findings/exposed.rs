//! exposed-communication: communication that no computing hides.

use super::context::{milliseconds, percent};
use super::{Context, FindingId, Outcome, finding, severity_of};
use crate::ledger::{Ledger, Owner};
use crate::words::Say;

/// A tenth of the step is where hiding communication starts to pay for the trouble: below, schedulers
/// and stream events cost as much as they win (findings.md).
const THRESHOLD: f64 = 0.10;

/// Whether the rule fires.
pub(super) fn fires(ledger: &Ledger) -> bool {
    ledger.share_of(ledger.exposed()).is_some_and(|share| share > THRESHOLD)
}

pub(super) fn assess(context: &Context) -> Outcome {
    let ledger = &context.ledger;
    let exposed = ledger.exposed();
    let Some(share) = ledger.share_of(exposed) else {
        return Outcome::NotAssessed(Say::WhyNoSteps.plain());
    };
    if context.lacks_kernels() {
        return Outcome::NotAssessed(Say::WhyNoKernels.plain());
    }
    if !fires(ledger) {
        return Outcome::Passed;
    }
    let mut found = Vec::new();
    for (step, _) in &context.steps {
        let (facts, Some(tasks)) = (step.unit.facts, &step.get().tasks) else { continue };
        for row in tasks.communication.clone() {
            let one = &facts.collectives.list[row];
            let own = facts.collectives.exposed(row, &facts.compute);
            let longest = own.spans().iter().max_by_key(|span| span.length()).copied();
            found.extend(longest.map(|span| {
                (step.unit, Some(one.track), span, Context::name(&step.unit, one.slice))
            }));
        }
    }
    let evidence = context.evidence(found);
    let longest = evidence.first().map(|evidence| evidence.label.clone()).unwrap_or_default();
    let per_step = ledger.per_step_ms(exposed).unwrap_or(0.0);
    let text = Say::TextExposed.with(&[
        percent(share).into(),
        milliseconds(per_step).into(),
        longest.into(),
    ]);
    // The share is all exposed time, the gain only what of it moves no data: however early every rank
    // arrives, the transfers remain. Hiding these is what no-overlap promises. So 12 % of a step may have a
    // gain of 0.1 ms: then nobody waits, there is only much to send. Both are over the same steps.
    let gain = ledger.exposed_waiting().and_then(|time| ledger.per_step_ms(time));
    let text = match gain {
        Some(gain) => {
            let waiting = Say::TextExposedWaiting.with(&[milliseconds(gain).into()]);
            Say::AndThen.with(&[text.into(), waiting.into()])
        }
        None => text,
    };
    let waited = ledger.time(Owner::UnopenedRank).plus(ledger.time(Owner::OpenedRank));
    let advice = if waited.get() * 2 > exposed.get() {
        Say::AdviceExposedWaiting
    } else {
        Say::AdviceExposed
    };
    let mut found =
        finding(FindingId::ExposedCommunication, severity_of(share), text, advice.plain());
    (found.ranks, found.steps) =
        context.concerned(THRESHOLD, |own: &Ledger| own.share_of(own.exposed()));
    found.share = Some(share);
    found.gain_ms_per_step = gain;
    found.evidence = evidence;
    let mut number = |name: &str, value: Option<f64>| {
        found.numbers.extend(value.map(|value| (name.to_owned(), value)));
    };
    number("exposed_ms_per_step", Some(per_step));
    number("moving_ms_per_step", ledger.moving.and_then(|time| ledger.per_step_ms(time)));
    number("opened_rank_ms_per_step", ledger.per_step_ms(ledger.time(Owner::OpenedRank)));
    number("unopened_rank_ms_per_step", ledger.per_step_ms(ledger.time(Owner::UnopenedRank)));
    Outcome::Fired(Box::new(found))
}
