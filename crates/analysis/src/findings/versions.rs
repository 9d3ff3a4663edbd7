//! version-mismatch: ranks of one capture written by different versions.

use super::{Context, FindingId, Outcome, finding};
use crate::words::Say;
use stepscope_core::note::Severity;

pub(super) fn assess(context: &Context) -> Outcome {
    let info = |unit: &crate::Unit| unit.rank.profiler_info.clone();
    let known: Vec<_> =
        context.units.iter().filter_map(|unit| Some((unit.index, info(unit)?))).collect();
    let told: Vec<(usize, String)> = known
        .iter()
        .filter_map(|(rank, info)| {
            let versions = [("CANN", &info.cann_version), ("torch_npu", &info.framework_version)];
            let told = versions
                .iter()
                .filter_map(|(name, version)| Some(format!("{name} {}", version.as_ref()?)));
            let text = told.collect::<Vec<_>>().join(", ");
            (!text.is_empty()).then_some((*rank, text))
        })
        .collect();
    let Some((_, first)) = told.first() else {
        return Outcome::NotAssessed(Say::WhyNoVersions.plain());
    };
    let others: Vec<_> = told.iter().filter(|(_, text)| text != first).collect();
    let Some((_, other)) = others.first() else { return Outcome::Passed };
    let text = Say::TextVersions.with(&[first.as_str().into(), other.as_str().into()]);
    let mut finding =
        finding(FindingId::VersionMismatch, Severity::Warning, text, Say::AdviceVersions.plain());
    finding.ranks = others.iter().map(|(rank, _)| *rank).collect();
    Outcome::Fired(Box::new(finding))
}
