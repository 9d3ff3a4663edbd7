//! Every nanosecond of a step has one owner, so that no two findings claim it.
//!
//! A step is idle, or exposed communication, or computing: three disjoint sets. Inside each, the first
//! owner in the order of [`Owner`] takes what is its own.

use crate::UnitStep;
use crate::breakdown::is_receive;
use crate::collectives::TransitSource;
use crate::idle::{IdleCause, IdlePart};
use crate::intervals::{Intervals, Span};
use crate::waiting::Waits;
use std::collections::BTreeMap;
use stepscope_core::time::Ns;

/// What a piece of step time was spent on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owner {
    /// Idle, with its cause.
    Idle(IdleCause),
    /// Exposed: waiting for an opened rank.
    OpenedRank,
    /// Exposed: waiting for a rank that is not opened.
    UnopenedRank,
    /// Exposed: receiving from another pipeline stage.
    Bubble,
    /// Exposed: any other communication.
    Communication,
    /// Computing.
    Computing,
}

/// Time by owner, summed over steps.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    time: BTreeMap<Owner, Ns>,
    idle: BTreeMap<(IdlePart, IdleCause), Ns>,
    /// Sum of step times: what shares are of.
    pub step_time: Ns,
    /// How many steps.
    pub steps: usize,
    /// Exposed time in which data moved, so that no rank was waited for. `None` as soon as a step has
    /// collectives and no transfer was recorded.
    pub moving: Option<Ns>,
    /// Computing that nothing else overlaps.
    pub computing_alone: Ns,
    /// C ∩ M
    pub overlapped: Ns,
    /// Idle time between two short kernels, for want of a launch or for no cause shown.
    pub small_gaps: Ns,
    /// What of [`Ledger::small_gaps`] is for want of a launch.
    pub small_gaps_dispatch: Ns,
    /// Compute kernels, and how many of them are short.
    pub kernels: usize,
    /// See [`Ledger::kernels`].
    pub small_kernels: usize,
}

/// A kernel below this is dominated by launching it: the gap before it is about 90 µs on the real captures,
/// longer than the work (findings.md, small-operators).
pub const SMALL_KERNEL: Ns = Ns::from_us(20);

impl Ledger {
    /// Books one step; `waits` are its device's, see [`crate::waiting::waits`].
    pub fn of(step: UnitStep, waits: &Waits) -> Ledger {
        let mut ledger = Ledger { moving: Some(Ns(0)), ..Ledger::default() };
        ledger.book(step, waits);
        ledger
    }

    /// Sums ledgers.
    pub fn sum<'a>(ledgers: impl Iterator<Item = &'a Ledger>) -> Ledger {
        let mut sum = Ledger { moving: Some(Ns(0)), ..Ledger::default() };
        for ledger in ledgers {
            ledger.time.iter().for_each(|(owner, time)| sum.add(*owner, *time));
            for (key, time) in &ledger.idle {
                let known = sum.idle.entry(*key).or_insert(Ns(0));
                *known = known.plus(*time);
            }
            sum.step_time = sum.step_time.plus(ledger.step_time);
            sum.steps += ledger.steps;
            sum.moving = sum.moving.zip(ledger.moving).map(|(a, b)| a.plus(b));
            sum.computing_alone = sum.computing_alone.plus(ledger.computing_alone);
            sum.overlapped = sum.overlapped.plus(ledger.overlapped);
            sum.small_gaps = sum.small_gaps.plus(ledger.small_gaps);
            sum.small_gaps_dispatch = sum.small_gaps_dispatch.plus(ledger.small_gaps_dispatch);
            sum.kernels += ledger.kernels;
            sum.small_kernels += ledger.small_kernels;
        }
        sum
    }

    /// Idle time of one part with one cause.
    pub fn idle(&self, part: IdlePart, cause: IdleCause) -> Ns {
        self.idle.get(&(part, cause)).copied().unwrap_or(Ns(0))
    }

    /// Time of one owner.
    pub fn time(&self, owner: Owner) -> Ns {
        self.time.get(&owner).copied().unwrap_or(Ns(0))
    }

    /// Time of one owner as a share of step time; `None` without steps.
    pub fn share(&self, owner: Owner) -> Option<f64> {
        self.share_of(self.time(owner))
    }

    /// A time as a share of step time; `None` without steps.
    pub fn share_of(&self, time: Ns) -> Option<f64> {
        (self.step_time > Ns(0)).then(|| time.get() as f64 / self.step_time.get() as f64)
    }

    /// A time as milliseconds a step; `None` without steps.
    pub fn per_step_ms(&self, time: Ns) -> Option<f64> {
        (self.steps > 0).then(|| time.as_ms() / self.steps as f64)
    }

    /// All exposed communication.
    pub fn exposed(&self) -> Ns {
        let owners = [Owner::OpenedRank, Owner::UnopenedRank, Owner::Bubble, Owner::Communication];
        owners.into_iter().fold(Ns(0), |sum, owner| sum.plus(self.time(owner)))
    }

    /// Exposed time in which nothing moved; `None` where no transfer was recorded.
    pub fn exposed_waiting(&self) -> Option<Ns> {
        Some(self.exposed().minus(self.moving?))
    }

    fn add(&mut self, owner: Owner, time: Ns) {
        let sum = self.time.entry(owner).or_insert(Ns(0));
        *sum = sum.plus(time);
    }

    fn book(&mut self, step: UnitStep, waits: &Waits) {
        let (Some(step_time), Some(tasks)) = (step.parts().step_time(), &step.get().tasks) else {
            return;
        };
        let Some(busy) = step.unit.facts.busy(step.step) else { return };
        self.step_time = self.step_time.plus(step_time);
        self.steps += 1;
        for piece in step.idle() {
            self.add(Owner::Idle(piece.cause), piece.span.length());
            let known = self.idle.entry((piece.part, piece.cause)).or_insert(Ns(0));
            *known = known.plus(piece.span.length());
        }
        let exposed = busy.exposed();
        let collectives = &step.unit.facts.collectives;
        if collectives.transit_source != TransitSource::Unknown {
            // As a set: transfers of several collectives at once take their time once, and what moves while
            // a kernel runs is not exposed.
            let moving = exposed.intersection(&collectives.transfers.clip(tasks.span)).length();
            self.moving = self.moving.map(|sum| sum.plus(moving));
        } else if !tasks.communication.is_empty() {
            self.moving = None;
        }
        let receives = receives(step, tasks.communication.clone());
        let mut rest = exposed;
        let (opened, unopened) = (waits.opened.clip(tasks.span), waits.unopened.clip(tasks.span));
        for (owner, set) in [
            (Owner::OpenedRank, &opened),
            (Owner::UnopenedRank, &unopened),
            (Owner::Bubble, &receives),
        ] {
            self.add(owner, rest.intersection(set).length());
            rest = rest.difference(set);
        }
        self.add(Owner::Communication, rest.length());
        let overlapped = busy.compute.intersection(&busy.communication).length();
        self.overlapped = self.overlapped.plus(overlapped);
        self.computing_alone = self.computing_alone.plus(busy.compute.length().minus(overlapped));
        self.add(Owner::Computing, busy.compute.length());
        self.small_kernels(step, tasks.compute.clone());
    }

    /// Books short kernels and the gaps between neighbours that are both short.
    fn small_kernels(&mut self, step: UnitStep, rows: std::ops::Range<usize>) {
        let spans = &step.unit.facts.device.compute.spans[rows];
        let small = |span: &Span| span.length() < SMALL_KERNEL;
        self.kernels = spans.len();
        self.small_kernels = spans.iter().filter(|span| small(span)).count();
        let pairs = spans.windows(2).filter(|pair| small(&pair[0]) && small(&pair[1]));
        let between = Intervals::union_of(pairs.map(|pair| Span::new(pair[0].end, pair[1].start)));
        let idle = |cause: IdleCause| {
            let pieces =
                step.idle().iter().filter(move |p| p.part == IdlePart::Free && p.cause == cause);
            Intervals::union_of(pieces.map(|piece| piece.span)).intersection(&between).length()
        };
        self.small_gaps_dispatch = idle(IdleCause::HostDispatch);
        self.small_gaps = self.small_gaps_dispatch.plus(idle(IdleCause::Unknown));
    }
}

/// When a step receives from another pipeline stage.
fn receives(step: UnitStep, rows: std::ops::Range<usize>) -> Intervals {
    let Some(trace) = &step.unit.rank.trace else { return Intervals::default() };
    let list = step.unit.facts.collectives.list[rows].iter();
    let receives = list.filter(|one| is_receive(trace.slice_name(one.slice)));
    Intervals::from_sorted(receives.map(|one| one.span))
}
