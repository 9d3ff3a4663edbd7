//! vendor-difference: own numbers differ from the vendor's tables by more than rounding.

use super::{Context, FindingId, Outcome, finding, read};
use crate::check;
use crate::words::Say;
use stepscope_core::note::Severity;

pub(super) fn assess(context: &Context) -> Outcome {
    if !check::comparable(context.analysis) {
        return Outcome::NotAssessed(Say::WhyNoVendorTables.plain());
    }
    let differences = check::differences(context.analysis);
    let differences: Vec<_> =
        differences.iter().filter(|d| context.selection.has_rank(d.rank)).collect();
    // A cut timeline explains its own differences, and says so by itself.
    let whole = |rank: usize| !read::is_incomplete(&context.analysis.capture.ranks[rank]);
    let differences: Vec<_> = differences.into_iter().filter(|d| whole(d.rank)).collect();
    let Some(first) = differences.first() else { return Outcome::Passed };
    let text = Say::TextVendor.with(&[
        differences.len().into(),
        first.what.as_str().into(),
        first.source.as_str().into(),
        first.own.to_string().into(),
        first.vendor.to_string().into(),
    ]);
    let mut finding =
        finding(FindingId::VendorDifference, Severity::Warning, text, Say::AdviceVendor.plain());
    finding.ranks = differences.iter().map(|difference| difference.rank).collect();
    finding.ranks.dedup();
    Outcome::Fired(Box::new(finding))
}
