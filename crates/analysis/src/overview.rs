//! Everything that the Overview shows of a selection.

use crate::breakdown::Parts;
use crate::findings::{Context, Findings};
use crate::idle::{IdleCause, IdlePart, IdlePiece};
use crate::intervals::Span;
use crate::selection::Selection;
use crate::step_times::{StepTime, StepTimes, Taken};
use crate::steps::StepSource;
use crate::utilization::{self, CounterKind};
use crate::vendor_ranks::{self, VendorRow};
use crate::verdict::Verdict;
use crate::words::{Bilingual, Say};
use crate::{Analysis, Unit, UnitStep};
use serde::{Deserialize, Serialize};
use stepscope_core::sort::SortShort;
use stepscope_core::time::Ns;

/// The check-up sheet. Times count from the capture's origin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Overview {
    /// The verdict.
    pub verdict: Verdict,
    /// What the rules said.
    pub findings: Findings,
    /// One row a step and rank, by time then rank. Steps without device tasks are left out.
    pub steps: Vec<StepRow>,
    /// Times of the different steps; `None` without a step.
    pub step_time: Option<StepTime>,
    /// |computing ∩ W| / |W| over the chosen steps.
    pub utilisation: Option<f64>,
    /// One curve a device.
    pub curves: Vec<Curve>,
    /// Stretches of low utilisation (< 50 %).
    pub low: Vec<RankSpan>,
    /// Counters on the same time axis.
    pub counters: Vec<Curve>,
    /// Step borders, for drawing.
    pub borders: Vec<Ns>,
    /// Sums a rank; those in `vendor_ranks` are left out.
    pub ranks: Vec<RankRow>,
    /// Ranks without a timeline, by the vendor's step table.
    pub vendor_ranks: Vec<VendorRow>,
    /// (slowest − fastest) / fastest mean step time; `None` with fewer than two ranks.
    pub rank_spread: Option<f64>,
    /// Place of the slowest rank; `None` with fewer than two.
    pub slowest_rank: Option<usize>,
    /// Compute or wait; `None` without a step.
    pub layers: Option<Layers>,
    /// Which files and definitions the numbers come from.
    pub source: Bilingual,
}

/// Step time of one step on one device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepRow {
    /// Place of the rank.
    pub rank: usize,
    /// Label; `None` when the whole span is the one window.
    pub step: Option<String>,
    /// W.
    pub window: Span,
    /// Step time.
    pub total: Ns,
    /// Preparing, computing not overlapped, overlapped, communication not overlapped, free: in this order,
    /// adding up to the total.
    pub parts: Vec<Part>,
    /// The vendor's numbers for the step.
    pub vendor_parts: Parts,
    /// Idle time after the last task, by cause: in no part of step time.
    pub tail: Part,
    /// Share of W in which a kernel runs.
    pub utilisation: Option<f64>,
    /// Whether the step, as the mean over the ranks, takes much longer than the median step.
    pub outlier: bool,
}

/// A part of a whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// Stable name, also its role in the palette.
    pub id: String,
    /// Its name.
    pub label: Bilingual,
    /// How long.
    pub time: Ns,
    /// Share of the whole.
    pub share: f64,
    /// Causes, adding up to it; empty where it is not split.
    pub causes: Vec<Cause>,
}

/// Compute or wait: how the mean step of the chosen ranks splits. Shares are of step time, as in every
/// finding, and like those they count idle time after the last task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Layers {
    /// Computing, exposed communication, data loading, host, other idle.
    pub parts: Vec<Part>,
    /// Mean step time.
    pub step_time: Ns,
    /// What the parts hold beyond it: the mean idle time after the last task.
    pub tail: Ns,
}

/// A cause of a part.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cause {
    /// Which.
    pub id: IdleCause,
    /// Its name.
    pub label: Bilingual,
    /// How long.
    pub time: Ns,
}

/// A curve in bins of equal length.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// Place of the rank.
    pub rank: usize,
    /// What it is: `utilisation` or a [`CounterKind`] in kebab case.
    pub id: String,
    /// What to call it; empty for utilisation.
    pub label: Bilingual,
    /// What it is one of, such as the read bandwidth of any HBM module; empty for utilisation.
    pub quantity: Bilingual,
    /// Unit; empty for a share.
    pub unit: String,
    /// The time that the bins divide.
    pub span: Span,
    /// One value a bin; `None` where unknown.
    pub values: Vec<Option<f64>>,
}

/// A stretch of time on one rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RankSpan {
    /// Place of the rank.
    pub rank: usize,
    /// When.
    pub span: Span,
}

/// A rank's sums over the chosen steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RankRow {
    /// Place of the rank.
    pub rank: usize,
    /// Device.
    pub device: Option<u32>,
    /// Steps.
    pub steps: usize,
    /// Mean step time; `None` without device data.
    pub step_time: Option<Ns>,
    /// Sums over its steps.
    pub parts: Parts,
    /// Parts of its mean step, as in [`StepRow::parts`]; empty without device data.
    pub mean_parts: Vec<Part>,
    /// |computing ∩ W| / |W|.
    pub utilisation: Option<f64>,
}

impl Overview {
    /// The sheet of a selection; `bins` is the number of bins of every curve.
    pub fn of(analysis: &Analysis, selection: &Selection, bins: usize) -> Overview {
        let context = Context::new(analysis, selection);
        let findings = Findings::of(&context);
        let (steps, step_time) = step_rows(analysis, &context);
        let vendor_ranks = vendor_ranks::rows(&context);
        let mut ranks = rank_rows(&context);
        ranks.retain(|row| !vendor_ranks.iter().any(|own| own.rank == row.rank));
        let times = ranks.iter().filter_map(|row| Some((row.step_time?, row.rank)));
        let (fastest, slowest) = (times.clone().min(), times.clone().max_by_key(|(time, _)| *time));
        let several = times.count() > 1;
        let spread = fastest.zip(slowest).filter(|((fast, _), _)| several && *fast > Ns(0));
        let (curves, low) = curves(analysis, &context, bins);
        let mut borders: Vec<Ns> =
            steps.iter().flat_map(|row| [row.window.start, row.window.end]).collect();
        borders.sort_short();
        borders.dedup();
        Overview {
            verdict: Verdict::of(&context, &findings),
            findings,
            step_time,
            utilisation: utilization::overall(context.steps.iter().map(|(step, _)| *step)),
            layers: layers(&context),
            counters: counters(analysis, &context, bins),
            rank_spread: spread
                .map(|((fast, _), (slow, _))| slow.get() as f64 / fast.get() as f64 - 1.0),
            slowest_rank: spread.map(|(_, (_, rank))| rank),
            source: source(&context),
            steps,
            curves,
            low,
            borders,
            ranks,
            vendor_ranks,
        }
    }
}

fn part(id: &str, say: Say, time: Ns, whole: Ns, causes: Vec<Cause>) -> Part {
    let share = if whole > Ns(0) { time.get() as f64 / whole.get() as f64 } else { 0.0 };
    Part { id: id.to_owned(), label: say.plain(), time, share, causes }
}

fn causes(pieces: &[IdlePiece], part: IdlePart) -> Vec<Cause> {
    let time = |cause: IdleCause| {
        let own = pieces.iter().filter(|piece| piece.part == part && piece.cause == cause);
        own.fold(Ns(0), |sum, piece| sum.plus(piece.span.length()))
    };
    let cause = |id: IdleCause| Cause { id, label: id.say().plain(), time: time(id) };
    IdleCause::ALL.into_iter().map(cause).filter(|cause| cause.time > Ns(0)).collect()
}

fn step_row(analysis: &Analysis, step: UnitStep) -> Option<StepRow> {
    let parts = step.parts();
    let tail = causes(step.idle(), IdlePart::Tail);
    let total = parts.step_time()?;
    Some(StepRow {
        rank: step.unit.index,
        step: step.get().label.clone(),
        window: analysis.relative(step.get().window),
        total,
        parts: five_parts(parts, step.idle())?,
        vendor_parts: *parts,
        tail: part("tail", Say::PartTail, parts.tail.unwrap_or(Ns(0)), total, tail),
        utilisation: utilization::overall(std::iter::once(step)),
        outlier: false,
    })
}

/// Preparing, computing not overlapped, overlapped, communication not overlapped and free of some steps.
fn five_parts(parts: &Parts, idle: &[IdlePiece]) -> Option<Vec<Part>> {
    let total = parts.step_time()?;
    let overlapped = parts.overlapped?;
    let free = causes(idle, IdlePart::Free);
    let preparing = causes(idle, IdlePart::Preparing);
    Some(vec![
        part("preparing", Say::PartPreparing, parts.preparing.unwrap_or(Ns(0)), total, preparing),
        part(
            "computing",
            Say::PartComputing,
            parts.computing?.minus(overlapped),
            total,
            Vec::new(),
        ),
        part("overlapped", Say::PartOverlapped, overlapped, total, Vec::new()),
        part(
            "communication-not-overlapped",
            Say::PartCommunication,
            parts.communication_not_overlapped?,
            total,
            Vec::new(),
        ),
        part("free", Say::PartFree, parts.free?, total, free),
    ])
}

/// One row a step and device in the order of the context, and the times of the different steps.
fn step_rows(analysis: &Analysis, context: &Context) -> (Vec<StepRow>, Option<StepTime>) {
    let steps = context.steps.iter().map(|(step, _)| *step);
    let rows = steps.filter_map(|step| Some((step, step_row(analysis, step)?)));
    let (steps, mut rows): (Vec<UnitStep>, Vec<StepRow>) = rows.unzip();
    let taken = steps.iter().zip(&rows).map(|(step, row)| Taken {
        unit: (step.unit.index, step.unit.device),
        label: step.get().label.as_deref(),
        time: row.total,
    });
    let times = StepTimes::of(taken);
    for (row, outlier) in rows.iter_mut().zip(times.outliers()) {
        row.outlier = outlier;
    }
    rows.sort_short_by_key(|row| (row.window.start, row.rank));
    (rows, times.figures())
}

fn rank_rows(context: &Context) -> Vec<RankRow> {
    let row = |unit: &Unit| {
        let own = || {
            let same = |step: &&(UnitStep, _)| {
                (step.0.unit.index, step.0.unit.device) == (unit.index, unit.device)
            };
            context.steps.iter().filter(same).map(|(step, _)| *step)
        };
        let parts = own().map(|step| *step.parts()).reduce(|a, b| a.plus(&b)).unwrap_or_default();
        let steps = own().count();
        let idle: Vec<IdlePiece> = own().flat_map(|step| step.idle().iter().copied()).collect();
        let mut mean_parts = five_parts(&parts, &idle).unwrap_or_default();
        for part in &mut mean_parts {
            let mean = |time: Ns| Ns(time.get() / steps.max(1) as i64);
            part.time = mean(part.time);
            part.causes.iter_mut().for_each(|cause| cause.time = mean(cause.time));
        }
        RankRow {
            rank: unit.index,
            device: unit.facts.device.device,
            steps,
            step_time: parts.step_time().map(|time| Ns(time.get() / steps.max(1) as i64)),
            parts,
            mean_parts,
            utilisation: utilization::overall(own()),
        }
    };
    context.units.iter().map(row).collect()
}

fn curves(analysis: &Analysis, context: &Context, bins: usize) -> (Vec<Curve>, Vec<RankSpan>) {
    let Some(axis) = utilization::axis(analysis, context.selection) else {
        return Default::default();
    };
    let (mut curves, mut low) = (Vec::new(), Vec::new());
    for unit in context.units.iter().filter(|unit| !unit.facts.compute.is_empty()) {
        let shares = utilization::bins(&unit.facts.compute, axis, bins);
        let stretches = utilization::low_stretches(&shares, axis);
        low.extend(
            stretches
                .into_iter()
                .map(|span| RankSpan { rank: unit.index, span: analysis.relative(span) }),
        );
        curves.push(Curve {
            rank: unit.index,
            id: "utilisation".to_owned(),
            label: Bilingual::default(),
            quantity: Bilingual::default(),
            unit: String::new(),
            span: analysis.relative(axis),
            values: shares.into_iter().map(Some).collect(),
        });
    }
    (curves, low)
}

fn counters(analysis: &Analysis, context: &Context, bins: usize) -> Vec<Curve> {
    let Some(axis) = utilization::axis(analysis, context.selection) else { return Vec::new() };
    let mut list = Vec::new();
    for unit in &context.units {
        // Counters are a rank's, not a device's: they go with its first device.
        if unit.device > 0 {
            continue;
        }
        for counter in utilization::counters(unit) {
            let (label, quantity) = counter.labels();
            list.push(Curve {
                rank: unit.index,
                id: counter_id(counter.kind).to_owned(),
                label,
                quantity,
                unit: counter.unit,
                span: analysis.relative(axis),
                values: utilization::counter_bins(unit, counter.series, axis, bins),
            });
        }
    }
    list
}

fn counter_id(kind: CounterKind) -> &'static str {
    match kind {
        CounterKind::AiCoreFrequency => "ai-core-frequency",
        CounterKind::AiCoreUtilisation => "ai-core-utilisation",
        CounterKind::HbmRead => "hbm-read",
        CounterKind::HbmWrite => "hbm-write",
    }
}

fn layers(context: &Context) -> Option<Layers> {
    use crate::ledger::Owner;
    let ledger = &context.ledger;
    let idle = |causes: &[IdleCause]| {
        causes.iter().fold(Ns(0), |sum, cause| sum.plus(ledger.time(Owner::Idle(*cause))))
    };
    let list = [
        ("computing", Say::LayerCompute, ledger.time(Owner::Computing)),
        ("communication-not-overlapped", Say::LayerCommunication, ledger.exposed()),
        ("data", Say::LayerData, idle(&[IdleCause::DataLoading])),
        (
            "host",
            Say::LayerHost,
            idle(&[
                IdleCause::HostDispatch,
                IdleCause::Synchronisation,
                IdleCause::GarbageCollection,
                IdleCause::MemoryCopy,
            ]),
        ),
        (
            "idle",
            Say::LayerIdle,
            idle(&[IdleCause::OtherStep, IdleCause::CaptureEdge, IdleCause::Unknown]),
        ),
    ];
    let steps = i64::try_from(ledger.steps).ok().filter(|steps| *steps > 0)?;
    let mean = |time: Ns| Ns(time.get() / steps);
    let whole = list.iter().fold(Ns(0), |sum, (_, _, time)| sum.plus(*time));
    let layer = |(id, say, time): (&str, Say, Ns)| Part {
        time: mean(time),
        ..part(id, say, time, ledger.step_time, Vec::new())
    };
    Some(Layers {
        parts: list.into_iter().map(layer).collect(),
        step_time: mean(ledger.step_time),
        tail: mean(whole.minus(ledger.step_time)),
    })
}

fn source(context: &Context) -> Bilingual {
    let sources = context.units.iter().map(|unit| unit.facts.steps.source);
    match sources.min_by_key(|source| matches!(source, StepSource::Markers)) {
        Some(StepSource::WholeSpan) => Say::SourceWholeSpan.plain(),
        Some(StepSource::Iterations) => Say::SourceIterations.plain(),
        Some(StepSource::HostWindows) => Say::SourceHostWindows.plain(),
        _ => Say::SourceMarkers.plain(),
    }
}
