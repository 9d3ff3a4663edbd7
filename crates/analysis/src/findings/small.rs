//! small-operators: many short kernels with gaps between them.

use super::context::{milliseconds, percent};
use super::{Context, FindingId, Outcome, finding, severity_of};
use crate::ledger::{Ledger, SMALL_KERNEL};
use crate::words::Say;
use hashbrown::HashMap;
use stepscope_core::sort::SortShort;

/// More than half of the kernels are short (findings.md): what the model is made of, not an exception.
const COUNT: f64 = 0.50;

/// The gaps between short kernels take a tenth of the step: shorter ones are the hardware's own.
const GAPS: f64 = 0.10;

pub(super) fn assess(context: &Context) -> Outcome {
    let ledger = &context.ledger;
    let Some(share) = ledger.share_of(ledger.small_gaps) else {
        return Outcome::NotAssessed(Say::WhyNoSteps.plain());
    };
    if !fires(ledger) {
        return Outcome::Passed;
    }
    let of = ledger.small_kernels as f64 / ledger.kernels as f64;
    let gain = ledger.per_step_ms(ledger.small_gaps);
    let text = Say::TextSmall.with(&[
        percent(of).into(),
        milliseconds(gain.unwrap_or(0.0)).into(),
        percent(share).into(),
        most_frequent(context).join(", ").into(),
    ]);
    let mut found =
        finding(FindingId::SmallOperators, severity_of(share), text, Say::AdviceSmall.plain());
    found.share = Some(share);
    found.gain_ms_per_step = gain;
    (found.ranks, found.steps) =
        context.concerned(0.5, |own| Some(if fires(own) { 1.0 } else { 0.0 }));
    found.evidence = context.idle_evidence(crate::idle::IdleCause::HostDispatch);
    found.numbers.insert("small_share_of_kernels".to_owned(), of);
    Outcome::Fired(Box::new(found))
}

/// Whether the rule fires on a ledger; host-bound leaves the gaps to it then.
pub(super) fn fires(ledger: &Ledger) -> bool {
    let many = ledger.small_kernels as f64 > COUNT * ledger.kernels as f64;
    many && ledger.share_of(ledger.small_gaps).is_some_and(|share| share > GAPS)
}

/// The three most frequent names among the short kernels.
fn most_frequent(context: &Context) -> Vec<String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for (step, _) in &context.steps {
        let (Some(tasks), Some(trace)) = (&step.get().tasks, &step.unit.rank.trace) else {
            continue;
        };
        let device = &step.unit.facts.device.compute;
        for row in tasks.compute.clone() {
            if device.spans[row].length() < SMALL_KERNEL {
                *counts.entry(trace.slice_name(device.slices[row])).or_insert(0) += 1;
            }
        }
    }
    let mut names: Vec<(&str, usize)> = counts.into_iter().collect();
    names.sort_short_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    names.into_iter().take(3).map(|(name, count)| format!("{name} ×{count}")).collect()
}
