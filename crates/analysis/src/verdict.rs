//! The verdict: the class with the largest share of avoidable time, in one sentence.

use crate::Analysis;
use crate::caveat;
use crate::findings::{Context, Findings, conversion, percent};
use crate::idle::IdleCause;
use crate::ledger::Owner;
use crate::selection::Selection;
use crate::steps::StepSource;
use crate::utilization;
use crate::words::{Bilingual, Say, Word};
use serde::{Deserialize, Serialize};
use stepscope_core::note::{Note, NoteKind};
use stepscope_core::time::Ns;

/// What limits the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum VerdictClass {
    /// Computing itself, in ways that can be avoided.
    ComputeBound,
    /// Exposed communication.
    CommunicationBound,
    /// Waiting for data.
    DataBound,
    /// Waiting for launches.
    HostBound,
    /// Waiting for an opened rank.
    StragglerBound,
    /// Waiting for a rank that is not opened.
    WaitingForUnopenedRank,
    /// The host waits for the device, and the device then for the host.
    Synchronisation,
    /// Copies while nothing else runs.
    MemoryCopy,
    /// Waiting for another pipeline stage.
    PipelineBubble,
    /// Idle without a cause that the capture shows.
    UnexplainedIdle,
    /// No avoidable part is large.
    Healthy,
    /// No device data: nothing can be said.
    NotAssessed,
}

/// The answer to "where did the step time go?".
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Verdict {
    /// What limits the steps.
    pub class: VerdictClass,
    /// One sentence, and the caveat behind it.
    pub sentence: Bilingual,
    /// Why it and the step figures must be taken with care; `None` when nothing is known against them.
    pub caveat: Option<Bilingual>,
    /// Share of step time that this class could avoid; `None` when not assessed.
    pub share: Option<f64>,
}

/// A run whose largest avoidable part is below this is healthy: findings.md starts to report exposed
/// communication and host gaps at a tenth, too.
const HEALTHY: f64 = 0.10;

impl Verdict {
    /// The verdict on the chosen steps; `findings` are those of the same context.
    pub fn of(context: &Context, findings: &Findings) -> Verdict {
        let verdict = Verdict::without_caveat(context);
        let Some(caveat) = caveat::of(context, findings) else { return verdict };
        let sentence = Say::AndThen.with(&[verdict.sentence.into(), caveat.clone().into()]);
        Verdict { sentence, caveat: Some(caveat), ..verdict }
    }

    /// The verdict on all steps of all ranks.
    pub fn of_whole(analysis: &Analysis) -> Verdict {
        let everything = Selection::default();
        let context = Context::new(analysis, &everything);
        Verdict::of(&context, &Findings::of(&context))
    }

    /// What to run when all that was found is raw data; `None` when `loading`, the notes of inputs that
    /// gave no capture, tells of none.
    pub fn not_parsed(loading: &[Note]) -> Option<Verdict> {
        let mut raw = loading.iter().filter(|note| note.kind == NoteKind::NotParsed);
        let command = raw.next()?.detail.as_str();
        let sentence = match raw.count() {
            0 => Say::VerdictNotParsed.with(&[command.into()]),
            others => Say::VerdictNotParsedSeveral.with(&[command.into(), others.into()]),
        };
        Some(Verdict::not_assessed(sentence))
    }

    fn not_assessed(sentence: Bilingual) -> Verdict {
        Verdict { class: VerdictClass::NotAssessed, sentence, caveat: None, share: None }
    }

    fn without_caveat(context: &Context) -> Verdict {
        let ledger = &context.ledger;
        if ledger.step_time <= Ns(0) {
            let data = context
                .analysis
                .all_units()
                .any(|unit| unit.facts.steps.list.iter().any(|step| step.tasks.is_some()));
            let timeline = context.analysis.all_units().any(|unit| unit.rank.trace.is_some());
            let say = match (data, timeline) {
                (true, _) => Say::VerdictNoMatch,
                (false, true) => Say::VerdictNotAssessed,
                (false, false) if context.analysis.has_more() => Say::VerdictNothingRead,
                (false, false) => Say::VerdictNoTimeline,
            };
            return Verdict::not_assessed(say.plain());
        }
        if context.lacks_kernels() {
            return Verdict::not_assessed(Say::VerdictNoKernels.plain());
        }
        let conversions =
            conversion::time(context).unwrap_or(Ns(0)).min(ledger.time(Owner::Computing));
        let idle = |cause| ledger.time(Owner::Idle(cause));
        let candidates = [
            (VerdictClass::WaitingForUnopenedRank, ledger.time(Owner::UnopenedRank)),
            (VerdictClass::StragglerBound, ledger.time(Owner::OpenedRank)),
            (VerdictClass::PipelineBubble, ledger.time(Owner::Bubble)),
            (VerdictClass::CommunicationBound, ledger.time(Owner::Communication)),
            (VerdictClass::DataBound, idle(IdleCause::DataLoading)),
            (
                VerdictClass::HostBound,
                idle(IdleCause::HostDispatch).plus(idle(IdleCause::GarbageCollection)),
            ),
            (VerdictClass::Synchronisation, idle(IdleCause::Synchronisation)),
            (VerdictClass::MemoryCopy, idle(IdleCause::MemoryCopy)),
            (VerdictClass::ComputeBound, conversions),
            (VerdictClass::UnexplainedIdle, idle(IdleCause::Unknown)),
        ];
        // The first of equals: those that name a culprit come before those that do not.
        let largest = candidates.into_iter().rev().max_by_key(|(_, time)| *time);
        let (class, time) = largest.unwrap_or((VerdictClass::Healthy, Ns(0)));
        let share = ledger.share_of(time).unwrap_or(0.0);
        let class = if share < HEALTHY { VerdictClass::Healthy } else { class };
        let sentence = sentence(context, class, share);
        let whole = context
            .steps
            .iter()
            .any(|(step, _)| step.unit.facts.steps.source == StepSource::WholeSpan);
        let sentence = if whole {
            Say::AndThen.with(&[sentence.into(), Say::VerdictWholeSpan.into()])
        } else {
            sentence
        };
        Verdict { class, sentence, caveat: None, share: Some(share) }
    }
}

/// Of the verdicts on several captures the one that speaks for all: the first of the largest share.
pub fn gravest<'a>(verdicts: impl IntoIterator<Item = &'a Verdict>) -> Option<usize> {
    let share = |verdict: &Verdict| verdict.share.unwrap_or(-1.0);
    let verdicts = verdicts.into_iter().map(share).enumerate();
    verdicts.reduce(|a, b| if b.1 > a.1 { b } else { a }).map(|(place, _)| place)
}

fn sentence(context: &Context, class: VerdictClass, share: f64) -> Bilingual {
    let share_word = || Word::from(percent(share));
    match class {
        VerdictClass::ComputeBound => {
            Say::VerdictCompute.with(&[share_word(), Say::Conversions.into()])
        }
        VerdictClass::CommunicationBound => {
            Say::VerdictCommunication.with(&[share_word(), longest(context)])
        }
        VerdictClass::DataBound => Say::VerdictData.with(&[share_word()]),
        VerdictClass::HostBound => Say::VerdictHost.with(&[share_word()]),
        VerdictClass::StragglerBound => {
            Say::VerdictStraggler.with(&[share_word(), late_rank(context).into(), longest(context)])
        }
        VerdictClass::WaitingForUnopenedRank => {
            let alone = context.analysis.all_units().count() == 1;
            let say = if alone { Say::VerdictUnopenedAlone } else { Say::VerdictUnopened };
            say.with(&[share_word(), longest(context)])
        }
        VerdictClass::Synchronisation => Say::VerdictSynchronisation.with(&[share_word()]),
        VerdictClass::MemoryCopy => Say::VerdictCopy.with(&[share_word()]),
        VerdictClass::PipelineBubble => Say::VerdictBubble.with(&[share_word()]),
        VerdictClass::UnexplainedIdle => Say::VerdictIdle.with(&[share_word()]),
        VerdictClass::Healthy => {
            let steps = context.steps.iter().map(|(step, _)| *step);
            let busy = utilization::overall(steps).unwrap_or(0.0);
            Say::VerdictHealthy.with(&[percent(busy).into(), percent(HEALTHY).into()])
        }
        VerdictClass::NotAssessed => Say::VerdictNotAssessed.plain(),
    }
}

/// Name of the collective with the longest exposed time.
fn longest(context: &Context) -> Word<'static> {
    let mut longest: Option<(Ns, String)> = None;
    for (step, _) in &context.steps {
        let (facts, Some(tasks)) = (step.unit.facts, &step.get().tasks) else { continue };
        for row in tasks.communication.clone() {
            let one = &facts.collectives.list[row];
            let own = one.span.length().minus(facts.compute.length_in(one.span));
            if longest.as_ref().is_none_or(|(known, _)| own > *known) {
                longest = Some((own, Context::name(&step.unit, one.slice)));
            }
        }
    }
    longest.map_or_else(|| Say::ACollective.into(), |(_, name)| name.into())
}

/// The rank that the others waited for longest: the one that itself waits least for opened ranks.
fn late_rank(context: &Context) -> String {
    let mut waits: std::collections::BTreeMap<usize, Ns> = std::collections::BTreeMap::new();
    for (step, ledger) in &context.steps {
        let sum = waits.entry(step.unit.index).or_insert(Ns(0));
        *sum = sum.plus(ledger.time(Owner::OpenedRank));
    }
    let least = waits.into_iter().min_by_key(|(_, wait)| *wait).map(|(rank, _)| rank);
    least.map_or_else(String::new, |place| context.rank_name(place))
}
