//! Columns → answers: steps, overlap, operators, utilisation, findings, verdict and the JSON summary.
//!
//! # Design constraints
//!
//! * **No I/O**, no clock, no threads, no browser types: compiles for wasm and native alike.
//! * **Unknown is `None`**, never zero: a rule without its data is *not assessed*, with the reason.
//! * **The vendor's numbers are a check, not a source.** Everything is recomputed from device tasks
//!   (formats.md §6); a difference beyond rounding is told ([`check`]).
//! * **Long work is done once per rank** ([`facts::RankFacts::of`]); queries read the facts.
//! * **Answers are plain data** with times counted from the capture's origin ([`Analysis::origin`]), so
//!   that they fit the 53 bits of a JavaScript number, and with texts in both languages.

pub mod breakdown;
pub mod capture_view;
pub mod caveat;
pub mod check;
pub mod collectives;
pub mod device;
pub mod facts;
pub mod findings;
pub mod host;
pub mod idle;
pub mod intervals;
pub mod launches;
pub mod ledger;
pub mod operators;
pub mod overview;
pub mod selection;
pub mod step_times;
pub mod steps;
pub mod summary;
pub mod utilization;
pub mod vendor_ranks;
pub mod vendor_tables;
pub mod verdict;
pub mod waiting;
pub mod words;

use facts::RankFacts;
use intervals::Span;
use selection::Selection;
use std::borrow::Cow;
use stepscope_core::model::{Capture, FileState, Rank};
use stepscope_core::time::Ns;

/// A capture with its facts: where every query starts. Cheap to make from facts that are at hand.
pub struct Analysis<'a> {
    /// The capture.
    pub capture: &'a Capture,
    /// Facts of each device of each rank, in the order of the capture's ranks.
    facts: Vec<Cow<'a, [RankFacts]>>,
    origin: Ns,
}

/// One device of one rank, as queries see it.
#[derive(Clone, Copy)]
pub struct Unit<'a> {
    /// Place in [`Capture::ranks`].
    pub index: usize,
    /// Which of the rank's devices, counted from zero.
    pub device: usize,
    /// The rank.
    pub rank: &'a Rank,
    /// Its facts.
    pub facts: &'a RankFacts,
}

/// A step of a rank that a query is about.
#[derive(Clone, Copy)]
pub struct UnitStep<'a> {
    /// Device and rank.
    pub unit: Unit<'a>,
    /// Place in the facts' steps.
    pub step: usize,
}

impl<'a> Analysis<'a> {
    /// Computes the facts of every rank.
    pub fn new(capture: &'a Capture) -> Analysis<'a> {
        let facts = capture.ranks.iter().map(|rank| Cow::Owned(RankFacts::of(rank))).collect();
        Analysis { capture, facts, origin: origin(capture) }
    }

    /// Uses what was computed before, so that a query does not look at every slice again: `facts[i]` is
    /// [`RankFacts::of`] the capture's rank `i`, `origin` is [`origin`] of it.
    ///
    /// # Panics
    /// When there are not as many facts as ranks.
    pub fn with_facts(
        capture: &'a Capture,
        facts: &'a [Vec<RankFacts>],
        origin: Ns,
    ) -> Analysis<'a> {
        assert_eq!(capture.ranks.len(), facts.len(), "facts of another capture");
        let facts = facts.iter().map(|facts| Cow::Borrowed(facts.as_slice())).collect();
        Analysis { capture, facts, origin }
    }

    /// The capture's zero: its first slice or counter point. Times in answers are counted from it.
    pub fn origin(&self) -> Ns {
        self.origin
    }

    /// Devices of the chosen ranks.
    pub fn units<'s>(&'s self, selection: &'s Selection) -> impl Iterator<Item = Unit<'s>> {
        self.all_units().filter(|unit| selection.has_rank(unit.index))
    }

    /// Every device of every rank.
    pub fn all_units(&self) -> impl Iterator<Item = Unit<'_>> {
        let ranks = self.capture.ranks.iter().enumerate().zip(&self.facts);
        ranks.flat_map(|((index, rank), facts)| {
            facts.iter().enumerate().map(move |(device, facts)| Unit { index, device, rank, facts })
        })
    }

    /// Chosen steps of the chosen ranks.
    pub fn steps<'s>(&'s self, selection: &'s Selection) -> impl Iterator<Item = UnitStep<'s>> {
        self.units(selection).flat_map(move |unit| {
            let chosen = unit.facts.steps().filter(|(_, step)| selection.has_step(step.number));
            chosen.map(move |(step, _)| UnitStep { unit, step })
        })
    }

    /// Whether big files of any rank were left, or are still being read.
    pub fn has_more(&self) -> bool {
        let ranks = self.capture.ranks.iter().chain(&self.capture.unread);
        let mut files = ranks.flat_map(|rank| &rank.files);
        files.any(|file| matches!(file.state, FileState::Left | FileState::Waiting))
    }

    /// A time of the capture as answers give it.
    pub fn relative(&self, span: Span) -> Span {
        span.since(self.origin)
    }
}

impl<'a> UnitStep<'a> {
    /// The step.
    pub fn get(&self) -> &'a steps::Step {
        &self.unit.facts.steps.list[self.step]
    }

    /// Its parts.
    pub fn parts(&self) -> &'a breakdown::Parts {
        &self.unit.facts.parts[self.step]
    }

    /// Its idle pieces.
    pub fn idle(&self) -> &'a [idle::IdlePiece] {
        &self.unit.facts.idle[self.step]
    }
}

/// First time of any rank of a capture; zero when it holds no event. Looks at every slice.
pub fn origin(capture: &Capture) -> Ns {
    let starts = capture.ranks.iter().filter_map(|rank| Some(rank.trace.as_deref()?.span()?.start));
    starts.min().unwrap_or(Ns(0))
}
