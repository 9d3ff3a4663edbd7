//! level-too-low: what the profiler level left out, and which views miss it.

use super::{Context, FindingId, Outcome, finding};
use crate::words::Say;
use stepscope_core::note::Severity;

pub(super) fn assess(context: &Context) -> Outcome {
    let level = |unit: &crate::Unit| unit.rank.profiler_info.as_ref()?.level.clone();
    let told: Vec<_> =
        context.units.iter().filter_map(|unit| Some((unit.index, level(unit)?))).collect();
    if told.is_empty() {
        return Outcome::NotAssessed(Say::WhyNoLevel.plain());
    }
    let low: Vec<_> = told
        .iter()
        .filter(|(_, level)| matches!(level.as_str(), "Level_none" | "Level0"))
        .collect();
    let Some((_, first)) = low.first() else { return Outcome::Passed };
    let text = if first == "Level_none" { Say::TextLevelNone } else { Say::TextLevelZero };
    let mut finding =
        finding(FindingId::LevelTooLow, Severity::Info, text.plain(), Say::AdviceLevel.plain());
    finding.ranks = low.iter().map(|(rank, _)| *rank).collect();
    finding.ranks.dedup();
    Outcome::Fired(Box::new(finding))
}
