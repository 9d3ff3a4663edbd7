//! data-starved: the device is idle while the host waits for the next batch.

use super::context::{milliseconds, percent};
use super::{Context, FindingId, Outcome, finding, severity_of};
use crate::idle::IdleCause;
use crate::ledger::Owner;
use crate::words::Say;

/// A loader that keeps up costs the time to take a ready batch from a queue, well below a twentieth of a
/// step (findings.md).
const THRESHOLD: f64 = 0.05;

pub(super) fn assess(context: &Context) -> Outcome {
    let ledger = &context.ledger;
    let owner = Owner::Idle(IdleCause::DataLoading);
    let Some(share) = ledger.share(owner) else {
        return Outcome::NotAssessed(Say::WhyNoSteps.plain());
    };
    if context.units.iter().all(|unit| unit.facts.host.framework.is_none()) {
        return Outcome::NotAssessed(Say::WhyNoHost.plain());
    }
    if share <= THRESHOLD {
        return Outcome::Passed;
    }
    let gain = ledger.per_step_ms(ledger.time(owner));
    let text = Say::TextDataStarved
        .with(&[percent(share).into(), milliseconds(gain.unwrap_or(0.0)).into()]);
    let mut found =
        finding(FindingId::DataStarved, severity_of(share), text, Say::AdviceDataStarved.plain());
    found.share = Some(share);
    found.gain_ms_per_step = gain;
    (found.ranks, found.steps) = context.concerned(THRESHOLD, |own| own.share(owner));
    found.evidence = context.idle_evidence(IdleCause::DataLoading);
    Outcome::Fired(Box::new(found))
}
