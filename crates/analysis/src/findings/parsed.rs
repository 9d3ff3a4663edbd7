//! not-parsed: raw data that the vendor's tool has not turned into output yet.

use super::{Context, FindingId, Outcome, finding};
use crate::words::Say;
use stepscope_core::model::Rank;
use stepscope_core::note::Severity;

/// How raw data is told: by the folders that the profilers write, and no output beside them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Raw {
    TorchNpu,
    MindSpore,
    Msprof,
}

fn raw(rank: &Rank) -> Option<Raw> {
    if rank.trace.is_some() || rank.kernels.is_some() {
        return None;
    }
    let has = |part: &str| {
        rank.files.iter().any(|file| {
            file.path
                .split('/')
                .any(|name| name == part || (part.ends_with('_') && name.starts_with(part)))
        })
    };
    if has("ASCEND_PROFILER_OUTPUT") || has("mindstudio_profiler_output") {
        return None;
    }
    let mindspore = rank.folder.ends_with("ascend_ms");
    if has("FRAMEWORK") || (rank.folder.ends_with("ascend_pt") && has("PROF_")) {
        return Some(if mindspore { Raw::MindSpore } else { Raw::TorchNpu });
    }
    let own = rank.folder.rsplit('/').next().unwrap_or_default();
    (has("PROF_") || own.starts_with("PROF_")).then_some(Raw::Msprof)
}

pub(super) fn assess(context: &Context) -> Outcome {
    let found: Vec<_> =
        context.units.iter().filter_map(|unit| Some((unit, raw(unit.rank)?))).collect();
    let Some((first, kind)) = found.first() else { return Outcome::Passed };
    let folder = if first.rank.folder.is_empty() {
        context.analysis.capture.name.as_str()
    } else {
        &first.rank.folder
    };
    let advice = match kind {
        Raw::TorchNpu => Say::AdviceParseTorch,
        Raw::MindSpore => Say::AdviceParseMindSpore,
        Raw::Msprof => Say::AdviceParseMsprof,
    };
    let text = Say::TextNotParsed.with(&[found.len().into()]);
    let mut finding =
        finding(FindingId::NotParsed, Severity::Error, text, advice.with(&[folder.into()]));
    finding.ranks = found.iter().map(|(unit, _)| unit.index).collect();
    Outcome::Fired(Box::new(finding))
}
