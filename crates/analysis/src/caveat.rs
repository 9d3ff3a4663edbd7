//! What makes verdict and step figures unreliable, said beside them and not only in a finding.

use crate::findings::{Context, Finding, FindingId, Findings};
use crate::steps::StepSource;
use crate::words::{Bilingual, Say, Word};

/// Why the figures of the chosen steps must be taken with care; `None` when nothing is known against them.
///
/// Findings that leave no step at all are not repeated: then there are no figures, and the verdict says so.
pub fn of(context: &Context, findings: &Findings) -> Option<Bilingual> {
    let reasons = findings.list.iter().filter_map(|finding| reason(context, finding));
    let all = reasons.reduce(|a, b| Say::AndAlso.with(&[a.into(), b.into()]))?;
    Some(Say::TakeWithCare.with(&[all.into()]))
}

fn reason(context: &Context, finding: &Finding) -> Option<Bilingual> {
    let left_out = |say: Say| {
        let some = !context.steps.is_empty();
        some.then(|| say.with(&[rank_names(context, &finding.ranks)]))
    };
    match finding.id {
        FindingId::Truncated => Some(Say::CaveatTruncated.plain()),
        FindingId::Unreadable => Some(Say::CaveatUnreadable.plain()),
        FindingId::NotParsed => Some(Say::CaveatNotParsed.plain()),
        FindingId::VendorDifference => Some(Say::CaveatVendor.plain()),
        FindingId::NoDeviceData => left_out(Say::CaveatNoDeviceData),
        // Ranks without any marker are one window, which the verdict tells by itself.
        FindingId::NoCompleteStep if marked(context, &finding.ranks) => {
            left_out(Say::CaveatNoCompleteStep)
        }
        _ => None,
    }
}

fn marked(context: &Context, ranks: &[usize]) -> bool {
    let mut own = context.units.iter().filter(|unit| ranks.contains(&unit.index));
    own.any(|unit| unit.facts.steps.source != StepSource::WholeSpan)
}

fn rank_names(context: &Context, places: &[usize]) -> Word<'static> {
    let names = places.iter().map(|place| context.rank_name(*place));
    names.collect::<Vec<_>>().join(", ").into()
}
