//! The check-up sheet.

use super::captures::{severity, word};
use crate::engine::store::{Open, Store};
use crate::protocol::{
    self, Cause, Curve, Evidence, Finding, Language, Layers, NotAssessed, OtherVerdict, Overview,
    Part, RankRange, RankRow, StepRow, StepTime, TimeRange, VendorRank, VendorRanks, Verdict,
};
use stepscope_analysis::findings;
use stepscope_analysis::intervals::Span;
use stepscope_analysis::overview as sheet;
use stepscope_analysis::vendor_ranks::{self, VendorRow};
use stepscope_analysis::words::Bilingual;
use stepscope_browser::Result;
use stepscope_core::ids::TrackId;
use stepscope_core::time::Ns;
use stepscope_timeline::layout::track_keys;

/// Bins of a curve: as many as a chart on a wide screen has pixels.
const BINS: usize = 1_200;

/// Everything that the Overview shows.
pub(crate) fn overview(
    store: &Store,
    asked: &protocol::Selection,
    language: Language,
) -> Result<Overview> {
    let open = store.capture(asked.capture)?;
    let selection = open.selection(asked)?;
    let found = sheet::Overview::of(&open.analysis(), &selection, BINS);
    let speaker = Speaker { open, language };
    Ok(Overview {
        verdict: Verdict {
            class: Some(word(&found.verdict.class)),
            sentence: speaker.text(&found.verdict.sentence),
            caveat: found.verdict.caveat.as_ref().map(|caveat| speaker.text(caveat)),
            share: found.verdict.share,
        },
        elsewhere: store.gravest().filter(|other| other.id != open.id).map(|other| OtherVerdict {
            capture: other.id,
            name: other.capture.name.clone(),
            sentence: speaker.text(&other.verdict().sentence),
        }),
        findings: found.findings.list.iter().map(|one| speaker.finding(one)).collect(),
        not_assessed: found
            .findings
            .not_assessed
            .iter()
            .map(|one| speaker.not_assessed(one))
            .collect(),
        steps: found.steps.iter().map(|row| speaker.step(row)).collect(),
        step_time: found.step_time.map(step_time),
        utilisation: found.curves.iter().map(|curve| speaker.curve(curve)).collect(),
        low: found.low.iter().map(|low| speaker.low(low)).collect(),
        counters: found.counters.iter().map(|curve| speaker.curve(curve)).collect(),
        ranks: found.ranks.iter().map(|row| speaker.rank(row, found.slowest_rank)).collect(),
        vendor_ranks: VendorRanks {
            columns: vendor_ranks::COLUMNS.map(str::to_owned).into(),
            rows: found.vendor_ranks.iter().map(|row| speaker.vendor(row)).collect(),
        },
        rank_spread: found.rank_spread,
        layers: found.layers.as_ref().map(|layers| speaker.layers(layers)),
        source: speaker.text(&found.source),
    })
}

/// Puts answers of the analysis, which count from the capture's origin, into messages.
struct Speaker<'a> {
    open: &'a Open,
    language: Language,
}

impl Speaker<'_> {
    fn text(&self, both: &Bilingual) -> String {
        both.text(self.language.into()).to_owned()
    }

    fn step(&self, row: &sheet::StepRow) -> StepRow {
        StepRow {
            rank: self.open.rank_id(row.rank),
            step: row.step.clone(),
            range: range(row.window),
            total_ns: ns(row.total),
            parts: row.parts.iter().map(|part| self.part(part)).collect(),
            computing_ns: row.vendor_parts.computing.map(ns),
            communication_ns: row.vendor_parts.communication.map(ns),
            bubble_ns: row.vendor_parts.bubble.map(ns),
            stage_ns: row.vendor_parts.stage.map(ns),
            utilisation: row.utilisation,
            outlier: row.outlier,
        }
    }

    fn vendor(&self, row: &VendorRow) -> VendorRank {
        VendorRank {
            rank: self.open.rank_id(row.rank),
            rows: row.rows as u32,
            means: row.means.iter().map(|mean| mean.map(ns)).collect(),
        }
    }

    fn part(&self, part: &sheet::Part) -> Part {
        let cause = |cause: &sheet::Cause| Cause {
            id: word(&cause.id),
            label: self.text(&cause.label),
            ns: ns(cause.time),
        };
        Part {
            id: part.id.clone(),
            label: self.text(&part.label),
            ns: ns(part.time),
            share: part.share,
            causes: part.causes.iter().map(cause).collect(),
        }
    }

    fn layers(&self, layers: &sheet::Layers) -> Layers {
        Layers {
            parts: layers.parts.iter().map(|part| self.part(part)).collect(),
            step_ns: ns(layers.step_time),
            tail_ns: ns(layers.tail),
        }
    }

    fn curve(&self, curve: &sheet::Curve) -> Curve {
        let bins = curve.values.len().max(1) as f64;
        Curve {
            rank: self.open.rank_id(curve.rank),
            id: curve.id.clone(),
            label: self.text(&curve.label),
            quantity: self.text(&curve.quantity),
            unit: curve.unit.clone(),
            start: ns(curve.span.start),
            bin: ns(curve.span.length()) / bins,
            values: curve.values.clone(),
        }
    }

    fn low(&self, low: &sheet::RankSpan) -> RankRange {
        RankRange { rank: self.open.rank_id(low.rank), range: range(low.span) }
    }

    fn rank(&self, row: &sheet::RankRow, slowest: Option<usize>) -> RankRow {
        RankRow {
            rank: self.open.rank_id(row.rank),
            step_ns: row.step_time.map(ns),
            parts: row.mean_parts.iter().map(|part| self.part(part)).collect(),
            utilisation: row.utilisation,
            slowest: slowest == Some(row.rank),
        }
    }

    fn finding(&self, found: &findings::Finding) -> Finding {
        Finding {
            id: word(&found.id),
            group: word(&found.group),
            severity: severity(found.severity),
            title: self.text(&found.title),
            text: self.text(&found.text),
            advice: self.text(&found.advice),
            share: found.share,
            gain_ms_per_step: found.gain_ms_per_step,
            ranks: found.ranks.iter().map(|index| self.open.rank_id(*index)).collect(),
            steps: found.steps.clone(),
            evidence: found.evidence.iter().map(|one| self.evidence(one)).collect(),
        }
    }

    fn evidence(&self, found: &findings::Evidence) -> Evidence {
        Evidence {
            rank: self.open.rank_id(found.rank),
            row: found.track.and_then(|track| self.row_key(found.rank, track)),
            range: range(found.span),
            label: found.label.clone(),
        }
    }

    fn row_key(&self, index: usize, track: TrackId) -> Option<String> {
        let key = self.open.rank_key(index);
        let rank = self.open.rank_view(index, &key, "")?;
        track_keys(&rank, track).pop()
    }

    fn not_assessed(&self, rule: &findings::NotAssessed) -> NotAssessed {
        NotAssessed {
            id: word(&rule.id),
            title: self.text(&rule.title),
            reason: self.text(&rule.reason),
        }
    }
}

fn step_time(found: stepscope_analysis::step_times::StepTime) -> StepTime {
    StepTime {
        count: found.count as u32,
        ranks: found.ranks as u32,
        median_ns: ns(found.median),
        p95_ns: ns(found.p95),
        jitter: found.jitter,
    }
}

fn range(span: Span) -> TimeRange {
    TimeRange { start: ns(span.start), end: ns(span.end) }
}

fn ns(time: Ns) -> f64 {
    time.get() as f64
}
