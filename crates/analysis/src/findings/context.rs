//! What every rule looks at.

use super::Evidence;
use crate::idle::IdleCause;
use crate::intervals::Span;
use crate::ledger::Ledger;
use crate::selection::Selection;
use crate::waiting::{Waits, waits};
use crate::{Analysis, Unit, UnitStep};
use stepscope_core::ids::{SliceId, TrackId};
use stepscope_core::sort::SortShort;

/// The chosen steps with their ledgers.
pub struct Context<'a> {
    /// The capture.
    pub analysis: &'a Analysis<'a>,
    /// What was chosen of it.
    pub selection: &'a Selection,
    /// Devices of the chosen ranks.
    pub units: Vec<Unit<'a>>,
    /// Chosen steps that have device tasks.
    pub steps: Vec<(UnitStep<'a>, Ledger)>,
    /// All of them together.
    pub ledger: Ledger,
}

/// Pieces of evidence a finding shows at most: the longest say it, a list of hundreds says nothing.
const EVIDENCE: usize = 5;

impl<'a> Context<'a> {
    /// Books the chosen steps.
    pub fn new(analysis: &'a Analysis<'a>, selection: &'a Selection) -> Context<'a> {
        let waits: Vec<Waits> = waits(analysis);
        let keys: Vec<_> = analysis.all_units().map(|unit| (unit.index, unit.device)).collect();
        let of = |unit: &Unit| {
            let place = keys.iter().position(|key| *key == (unit.index, unit.device));
            place.map_or_else(Waits::default, |place| waits[place].clone())
        };
        let units: Vec<Unit> = analysis.units(selection).collect();
        let mut steps = Vec::new();
        for unit in &units {
            let waits = of(unit);
            for (step, of) in unit.facts.steps() {
                if of.tasks.is_some() && selection.has_step(of.number) {
                    let step = UnitStep { unit: *unit, step };
                    steps.push((step, Ledger::of(step, &waits)));
                }
            }
        }
        let ledger = Ledger::sum(steps.iter().map(|(_, ledger)| ledger));
        Context { analysis, selection, units, steps, ledger }
    }

    /// Whether no chosen device recorded a kernel: then nothing is known of what hides communication.
    pub fn lacks_kernels(&self) -> bool {
        self.units.iter().all(|unit| unit.facts.device.compute.is_empty())
    }

    /// Ranks and steps in which `share` of a step's ledger is above `threshold`.
    pub fn concerned(
        &self,
        threshold: f64,
        share: impl Fn(&Ledger) -> Option<f64>,
    ) -> (Vec<usize>, Vec<String>) {
        let mut ranks = Vec::new();
        let mut steps: Vec<(Option<i64>, String)> = Vec::new();
        for (step, ledger) in &self.steps {
            if share(ledger).is_none_or(|share| share <= threshold) {
                continue;
            }
            ranks.push(step.unit.index);
            let step = step.get();
            steps.extend(step.label.clone().map(|label| (step.number, label)));
        }
        ranks.sort_short();
        ranks.dedup();
        steps.sort_short();
        steps.dedup();
        (ranks, steps.into_iter().map(|(_, label)| label).collect())
    }

    /// Evidence from candidates `(unit, track, span, label)`: the longest.
    pub fn evidence(&self, mut found: Vec<(Unit, Option<TrackId>, Span, String)>) -> Vec<Evidence> {
        found.sort_short_by(|a, b| {
            b.2.length()
                .cmp(&a.2.length())
                .then(a.0.index.cmp(&b.0.index))
                .then(a.2.start.cmp(&b.2.start))
        });
        found.truncate(EVIDENCE);
        let evidence = |(unit, track, span, label): (Unit, Option<TrackId>, Span, String)| {
            Evidence { rank: unit.index, track, span: self.analysis.relative(span), label }
        };
        found.into_iter().map(evidence).collect()
    }

    /// The longest idle pieces with one cause.
    pub fn idle_evidence(&self, cause: IdleCause) -> Vec<Evidence> {
        let mut found = Vec::new();
        for (step, _) in &self.steps {
            let own = step.idle().iter().filter(|piece| piece.cause == cause);
            found.extend(own.map(|piece| (step.unit, None, piece.span, String::new())));
        }
        self.evidence(found)
    }

    /// Labels of the chosen steps.
    pub fn step_labels(&self) -> Vec<String> {
        self.concerned(-1.0, |_| Some(0.0)).1
    }

    /// Name of a slice of a unit.
    pub fn name(unit: &Unit, slice: SliceId) -> String {
        unit.rank
            .trace
            .as_ref()
            .map_or_else(String::new, |trace| trace.slice_name(slice).to_owned())
    }

    /// What a rank is called: its number, else its folder.
    pub fn rank_name(&self, place: usize) -> String {
        let rank = self.analysis.capture.ranks.get(place);
        rank.map_or_else(String::new, |rank| match rank.rank {
            Some(number) => number.to_string(),
            None => rank.folder.clone(),
        })
    }

    /// Places of all chosen ranks.
    pub fn all_ranks(&self) -> Vec<usize> {
        let mut ranks: Vec<usize> = self.units.iter().map(|unit| unit.index).collect();
        ranks.dedup();
        ranks
    }
}

/// `47 %` or, below ten percent, `4.7 %`.
pub fn percent(share: f64) -> String {
    let percent = share * 100.0;
    if percent.abs() >= 9.95 { format!("{percent:.0} %") } else { format!("{percent:.1} %") }
}

/// `12.3 ms`, with three figures.
pub fn milliseconds(ms: f64) -> String {
    match ms.abs() {
        x if x >= 100.0 => format!("{ms:.0} ms"),
        x if x >= 10.0 => format!("{ms:.1} ms"),
        _ => format!("{ms:.2} ms"),
    }
}
