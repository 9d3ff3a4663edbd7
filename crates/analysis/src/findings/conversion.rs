//! format-conversion: kernels that only change layout or number format.

use super::context::{milliseconds, percent};
use super::{Context, FindingId, Outcome, finding, severity_of};
use crate::operators::{Kernels, is_conversion};
use crate::words::Say;
use stepscope_core::time::Ns;

/// Share of computing. A model in the device's own layouts needs almost none; a tenth is worth a look at
/// `torch.npu.config.allow_internal_format` and the dtypes (findings.md).
const THRESHOLD: f64 = 0.10;

/// Conversion time of the chosen kernels; `None` when the capture records no operator types.
pub(crate) fn time(context: &Context) -> Option<Ns> {
    conversions(context)
        .map(|list| list.iter().fold(Ns(0), |sum, (_, duration)| sum.plus(*duration)))
}

/// Conversions inside the chosen steps with their durations.
fn conversions<'a>(context: &'a Context) -> Option<Vec<(crate::operators::Kernel<'a>, Ns)>> {
    let kernels = Kernels::of(context.analysis, context.selection);
    let mut typed = false;
    let mut list = Vec::new();
    for reference in &kernels.list {
        let kernel = kernels.get(*reference);
        let Some(kernel_type) = kernel.kernel_type() else { continue };
        typed = true;
        if is_conversion(kernel_type) {
            list.extend(kernel.duration().map(|duration| (kernel, duration)));
        }
    }
    typed.then_some(list)
}

pub(super) fn assess(context: &Context) -> Outcome {
    let ledger = &context.ledger;
    let computing = ledger.computing_alone.plus(ledger.overlapped);
    if ledger.steps == 0 || computing <= Ns(0) {
        return Outcome::NotAssessed(Say::WhyNoSteps.plain());
    }
    let Some(list) = conversions(context) else {
        return Outcome::NotAssessed(Say::WhyNoTypes.plain());
    };
    let total = list.iter().fold(Ns(0), |sum, (_, duration)| sum.plus(*duration)).min(computing);
    let of = total.get() as f64 / computing.get() as f64;
    if of <= THRESHOLD {
        return Outcome::Passed;
    }
    let share = ledger.share_of(total).unwrap_or(0.0);
    let gain = ledger.per_step_ms(total);
    let text = Say::TextConversion.with(&[
        list.len().into(),
        percent(of).into(),
        milliseconds(gain.unwrap_or(0.0)).into(),
    ]);
    let mut found = finding(
        FindingId::FormatConversion,
        severity_of(share),
        text,
        Say::AdviceConversion.plain(),
    );
    found.share = Some(share);
    found.gain_ms_per_step = gain;
    found.ranks = context.all_ranks();
    found.steps = context.step_labels();
    let mut shown = Vec::new();
    for (kernel, duration) in &list {
        let Some(start) = kernel.start() else { continue };
        let span = crate::intervals::Span::new(start, start.plus(*duration));
        let track = kernel
            .slice()
            .zip(kernel.unit().rank.trace.as_deref())
            .map(|(s, trace)| trace.track_of(s));
        shown.push((kernel.unit(), track, span, kernel.name().unwrap_or_default().to_owned()));
    }
    found.evidence = context.evidence(shown);
    found.numbers.insert("share_of_computing".to_owned(), of);
    Outcome::Fired(Box::new(found))
}
