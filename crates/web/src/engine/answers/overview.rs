//! The check-up sheet.

use super::captures::{severity, word};
use super::{curves, parts, words};
use crate::engine::store::Open;
use crate::failure::Result;
use crate::protocol::{
    self, Evidence, Finding, Language, NotAssessed, Overview, RankRow, StepRow, StepTime,
    TimeRange, Verdict,
};
use parts::Sum;
use std::collections::BTreeMap;
use stepscope_analysis::findings::{self, Context, Findings};
use stepscope_analysis::selection::Selection;
use stepscope_analysis::{Analysis, UnitStep, intervals::Span, utilization, verdict};
use stepscope_core::ids::TrackId;
use stepscope_timeline::layout::track_keys;

/// A step this much longer than its rank's median stands out: findings.md, step-jitter.
const OUTLIER: f64 = 1.2;

/// Everything that the Overview shows.
pub(crate) fn overview(
    open: &Open,
    asked: &protocol::Selection,
    language: Language,
) -> Result<Overview> {
    let selection = open.selection(asked)?;
    let analysis = open.analysis();
    let context = Context::new(&analysis, &selection);
    let found = Findings::of(&context);
    let verdict = verdict::Verdict::of(&context);
    let steps = steps(open, &analysis, &selection, language);
    let whole = Sum::of(analysis.steps(&selection));
    let ranks = ranks(open, &analysis, &selection, language);
    Ok(Overview {
        verdict: Verdict {
            class: Some(word(&verdict.class)),
            sentence: verdict.sentence.text(language.into()).to_owned(),
            share: verdict.share,
        },
        findings: found.list.iter().map(|one| finding(open, one, language)).collect(),
        not_assessed: not_assessed(&found, language),
        step_time: step_time(&steps),
        utilisation: curves::utilisation(open, &analysis, &selection),
        low: curves::low(open, &analysis, &selection),
        counters: curves::counters(open, &analysis, &selection),
        rank_spread: spread(&ranks),
        layers: whole.layers(language),
        source: words::SOURCE.text(language),
        steps,
        ranks,
    })
}

fn steps(
    open: &Open,
    analysis: &Analysis,
    selection: &Selection,
    language: Language,
) -> Vec<StepRow> {
    let mut rows: Vec<StepRow> =
        analysis.steps(selection).filter_map(|step| row(open, step, language)).collect();
    let mut totals: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for row in &rows {
        totals.entry(row.rank).or_default().push(row.total_ns);
    }
    for row in &mut rows {
        let own = &totals[&row.rank];
        row.outlier = own.len() > 2 && row.total_ns > quantile(own, 0.5) * OUTLIER;
    }
    rows.sort_by(|a, b| a.range.start.total_cmp(&b.range.start).then(a.rank.cmp(&b.rank)));
    rows
}

fn row(open: &Open, step: UnitStep, language: Language) -> Option<StepRow> {
    let (own, parts) = (step.get(), step.parts());
    let sum = Sum::of(std::iter::once(step));
    let ns = |time: Option<stepscope_core::time::Ns>| time.map(|time| time.get() as f64);
    Some(StepRow {
        rank: open.rank_id(step.unit.index),
        step: own.label.clone(),
        range: range(open, own.window),
        total_ns: ns(parts.step_time())?,
        parts: sum.parts(language),
        computing_ns: ns(parts.computing)?,
        communication_ns: ns(parts.communication)?,
        bubble_ns: ns(parts.bubble),
        stage_ns: ns(parts.stage),
        utilisation: utilization::overall(std::iter::once(step)),
        outlier: false,
    })
}

fn range(open: &Open, span: Span) -> TimeRange {
    TimeRange { start: open.relative(span.start), end: open.relative(span.end) }
}

fn step_time(steps: &[StepRow]) -> Option<StepTime> {
    let totals: Vec<f64> = steps.iter().map(|step| step.total_ns).collect();
    if totals.is_empty() {
        return None;
    }
    let (median_ns, p95_ns) = (quantile(&totals, 0.5), quantile(&totals, 0.95));
    Some(StepTime {
        count: totals.len() as u32,
        median_ns,
        p95_ns,
        jitter: p95_ns / median_ns.max(1.0),
    })
}

/// The value at a share of the sorted values, by nearest rank.
fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
}

fn ranks(
    open: &Open,
    analysis: &Analysis,
    selection: &Selection,
    language: Language,
) -> Vec<RankRow> {
    let mut rows: Vec<RankRow> = Vec::new();
    for index in 0..open.capture.ranks.len() {
        if !selection.has_rank(index) {
            continue;
        }
        let own = Selection { ranks: Some(vec![index]), ..selection.clone() };
        let sum = Sum::of(analysis.steps(&own));
        rows.push(RankRow {
            rank: open.rank_id(index),
            step_ns: sum.mean_step(),
            parts: sum.mean().parts(language),
            utilisation: utilization::overall(analysis.steps(&own)),
            slowest: false,
        });
    }
    let slowest = rows.iter().filter_map(|row| row.step_ns).reduce(f64::max);
    let known = rows.iter().filter(|row| row.step_ns.is_some()).count();
    for row in &mut rows {
        row.slowest = known > 1 && row.step_ns.is_some() && row.step_ns == slowest;
    }
    rows
}

fn spread(ranks: &[RankRow]) -> Option<f64> {
    let known = || ranks.iter().filter_map(|row| row.step_ns);
    let (fastest, slowest) = (known().reduce(f64::min)?, known().reduce(f64::max)?);
    (known().count() > 1 && fastest > 0.0).then(|| (slowest - fastest) / fastest)
}

fn finding(open: &Open, found: &findings::Finding, language: Language) -> Finding {
    let text = |both: &stepscope_analysis::words::Bilingual| both.text(language.into()).to_owned();
    Finding {
        id: word(&found.id),
        group: word(&found.group),
        severity: severity(found.severity),
        title: text(&found.title),
        text: text(&found.text),
        advice: text(&found.advice),
        share: found.share,
        gain_ms_per_step: found.gain_ms_per_step,
        ranks: found.ranks.iter().map(|index| open.rank_id(*index)).collect(),
        steps: found.steps.clone(),
        evidence: found.evidence.iter().map(|one| evidence(open, one)).collect(),
    }
}

fn evidence(open: &Open, found: &findings::Evidence) -> Evidence {
    Evidence {
        rank: open.rank_id(found.rank),
        row: found.track.and_then(|track| row_key(open, found.rank, track)),
        // Already counted from the origin.
        range: TimeRange { start: found.span.start.get() as f64, end: found.span.end.get() as f64 },
        label: found.label.clone(),
    }
}

fn row_key(open: &Open, index: usize, track: TrackId) -> Option<String> {
    let key = open.rank_key(index);
    let rank = open.rank_view(index, &key, "")?;
    track_keys(&rank, track).pop()
}

fn not_assessed(found: &Findings, language: Language) -> Vec<NotAssessed> {
    let list = found.not_assessed.iter().map(|one| NotAssessed {
        id: word(&one.id),
        title: one.title.text(language.into()).to_owned(),
        reason: one.reason.text(language.into()).to_owned(),
    });
    list.collect()
}
