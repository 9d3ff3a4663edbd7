//! What is open: captures with the facts of their ranks, under ids that are never used twice.

use crate::protocol;
use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use stepscope_analysis::Analysis;
use stepscope_analysis::facts::RankFacts;
use stepscope_analysis::intervals::Intervals;
use stepscope_analysis::selection::{Selection, StepRange};
use stepscope_analysis::steps::Step;
use stepscope_analysis::verdict::{Verdict, gravest};
use stepscope_browser::{Failure, Result};
use stepscope_core::capture::joined;
use stepscope_core::model::{Capture, Rank, Trace};
use stepscope_core::note::Note;
use stepscope_core::sort::SortShort;
use stepscope_core::time::Ns;
use stepscope_timeline::{RankLanes, RankView};

/// Everything that is open.
#[derive(Default)]
pub(crate) struct Store {
    captures: Vec<Open>,
    /// Notes on inputs that no capture came of, by load.
    pub(crate) notes: BTreeMap<u32, Vec<Note>>,
    last_id: u32,
}

/// One open capture.
pub(crate) struct Open {
    /// Its id.
    pub(crate) id: u32,
    /// The load that it is of.
    pub(crate) load: u32,
    /// Its content: ranks that are prepared.
    pub(crate) capture: Capture,
    /// Ids and spans of its ranks, in their order.
    pub(crate) ranks: Vec<OpenRank>,
    /// Facts of its ranks, in their order.
    facts: Vec<Vec<RankFacts>>,
    /// Its zero.
    pub(crate) origin: Ns,
    /// The verdict on all of it, once it was asked for.
    verdict: OnceCell<Verdict>,
}

/// What is kept of a rank beside its columns.
pub(crate) struct OpenRank {
    /// Its id.
    pub(crate) id: u32,
    /// First and last event.
    pub(crate) span: Option<(Ns, Ns)>,
    /// Its lanes and levels of detail.
    pub(crate) lanes: RankLanes,
}

/// What is computed once of a rank when it arrives: the long part of opening it.
struct Prepared {
    own: OpenRank,
    facts: Vec<RankFacts>,
}

impl Prepared {
    /// Facts, lanes and levels of detail of a rank.
    fn of(rank: &Rank, id: u32) -> Prepared {
        let span = rank.trace.as_deref().and_then(Trace::span);
        let lanes = rank.trace.as_deref().map(RankLanes::new).unwrap_or_default();
        let own = OpenRank { id, span: span.map(|span| (span.start, span.end)), lanes };
        Prepared { own, facts: RankFacts::of(rank) }
    }
}

impl Open {
    fn new(id: u32, load: u32, capture: &Capture) -> Open {
        let capture = Capture { ranks: Vec::new(), ..capture.clone() };
        let (ranks, facts, verdict) = (Vec::new(), Vec::new(), OnceCell::new());
        Open { id, load, capture, ranks, facts, origin: Ns(0), verdict }
    }

    /// Takes the capture as it is now, and ranks of it that were prepared, by place; of the others those
    /// that were before, as the rest is still to come.
    fn update(&mut self, capture: &Capture, mut prepared: BTreeMap<usize, Prepared>) {
        let before = std::mem::take(&mut self.capture.ranks).into_iter();
        let before = before.zip(self.ranks.drain(..).zip(self.facts.drain(..)));
        let mut before: HashMap<_, (Rank, (OpenRank, Vec<RankFacts>))> =
            before.map(|(rank, own)| ((rank.folder.clone(), rank.rank), (rank, own))).collect();
        self.capture.unread.clone_from(&capture.unread);
        self.capture.key.clone_from(&capture.key);
        for (place, rank) in capture.ranks.iter().enumerate() {
            let new = prepared.remove(&place).map(|Prepared { own, facts }| (own, facts));
            let own = (rank.folder.clone(), rank.rank);
            let mut old = || before.remove(&own).filter(|(old, _)| is_same(old, rank));
            let Some((own, facts)) = new.or_else(|| old().map(|(_, own)| own)) else {
                self.capture.unread.push(Rank { trace: None, kernels: None, ..rank.clone() });
                continue;
            };
            self.capture.ranks.push(rank.clone());
            self.ranks.push(own);
            self.facts.push(facts);
        }
        self.capture.notes.clone_from(&capture.notes);
        let first = self.ranks.iter().filter_map(|rank| Some(rank.span?.0)).min();
        self.origin = first.unwrap_or(Ns(0));
        self.verdict = OnceCell::new();
    }

    /// The verdict on all of it.
    pub(crate) fn verdict(&self) -> &Verdict {
        self.verdict.get_or_init(|| Verdict::of_whole(&self.analysis()))
    }

    /// Place of a rank, among what was loaded with it.
    pub(crate) fn place_of(&self, rank: &Rank) -> String {
        joined(&self.capture.place, &rank.folder)
    }

    /// Where every answer about the capture starts.
    pub(crate) fn analysis(&self) -> Analysis<'_> {
        Analysis::with_facts(&self.capture, &self.facts, self.origin)
    }

    /// A time of the capture as it crosses to the page.
    pub(crate) fn relative(&self, time: Ns) -> f64 {
        time.minus(self.origin).get() as f64
    }

    /// A time of the page as the columns hold it.
    pub(crate) fn absolute(&self, time: f64) -> Ns {
        self.origin.plus(Ns(time.round() as i64))
    }

    /// The steps of a rank: of its first device.
    pub(crate) fn steps(&self, index: usize) -> &[Step] {
        self.facts[index].first().map_or(&[], |facts| facts.steps.list.as_slice())
    }

    /// When any compute kernel of a rank ran: on its first device.
    pub(crate) fn compute(&self, index: usize) -> Option<&Intervals> {
        self.facts[index].first().map(|facts| &facts.compute)
    }

    /// A rank as the timeline sees it; `None` without a timeline.
    pub(crate) fn rank_view<'a>(
        &'a self,
        index: usize,
        key: &'a str,
        name: &'a str,
    ) -> Option<RankView<'a>> {
        let (rank, own) = (self.capture.ranks.get(index)?, &self.ranks[index]);
        Some(RankView {
            id: own.id,
            key,
            name,
            trace: rank.trace.as_deref()?,
            kernels: rank.kernels.as_deref(),
            lanes: &own.lanes,
            offset: Ns(0),
        })
    }

    /// Id of the rank at `index`.
    pub(crate) fn rank_id(&self, index: usize) -> u32 {
        self.ranks[index].id
    }

    /// The rank's key in links: its number, else its folder, else its place.
    pub(crate) fn rank_key(&self, index: usize) -> String {
        let rank = &self.capture.ranks[index];
        let alike = |other: &&Rank| other.rank == rank.rank;
        match rank.rank {
            Some(number) if self.capture.ranks.iter().filter(alike).count() == 1 => {
                number.to_string()
            }
            _ if rank.folder.is_empty() => format!("@{index}"),
            _ => rank.folder.clone(),
        }
    }

    /// Device number of the rank at `index`; of the first one where it has several.
    pub(crate) fn device(&self, index: usize) -> Option<u32> {
        self.facts[index].first().and_then(|facts| facts.device.device)
    }

    /// First and last event of any rank.
    pub(crate) fn span(&self) -> Option<(Ns, Ns)> {
        let spans = self.ranks.iter().filter_map(|rank| rank.span);
        spans.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
    }

    /// Labels of the steps of any rank, in order of their first start.
    pub(crate) fn step_labels(&self) -> Vec<String> {
        let all = self.facts.iter().flatten().flat_map(|facts| &facts.steps.list);
        let mut steps: Vec<_> =
            all.filter_map(|step| Some((step.window.start, step.label.clone()?))).collect();
        steps.sort_short();
        let mut labels: Vec<String> = Vec::new();
        for (_, label) in steps {
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
        labels
    }

    /// The page's selection in the terms of the analysis.
    pub(crate) fn selection(&self, asked: &protocol::Selection) -> Result<Selection> {
        let place = |id: &u32| self.ranks.iter().position(|rank| rank.id == *id);
        let ranks = asked.ranks.as_ref().map(|ids| ids.iter().filter_map(place).collect());
        let steps = asked.steps.as_ref().map(|range| self.step_range(range)).transpose()?;
        Ok(Selection { ranks, steps })
    }

    fn step_range(&self, range: &protocol::StepRange) -> Result<StepRange> {
        let all = self.facts.iter().flatten().flat_map(|facts| &facts.steps.list);
        let number = |label: &str| {
            let mut same = all.clone().filter(|step| step.label.as_deref() == Some(label));
            same.find_map(|step| step.number)
                .ok_or_else(|| Failure::new(format!("There is no step {label} in this capture.")))
        };
        let (from, to) = (number(&range.from)?, number(&range.to)?);
        Ok(StepRange { first: from.min(to), last: from.max(to) })
    }
}

impl Store {
    /// Everything that is open, in the order in which it was opened.
    pub(crate) fn captures(&self) -> &[Open] {
        &self.captures
    }

    /// An open capture.
    ///
    /// # Errors
    /// When it has been closed.
    pub(crate) fn capture(&self, id: u32) -> Result<&Open> {
        let open = self.captures.iter().find(|open| open.id == id);
        open.ok_or_else(|| Failure::new("This capture is not open any more."))
    }

    /// The capture whose verdict speaks for all, as in the summary.
    pub(crate) fn gravest(&self) -> Option<&Open> {
        match self.captures.as_slice() {
            // Its verdict is not asked for before it is shown.
            [only] => Some(only),
            all => all.get(gravest(all.iter().map(Open::verdict))?),
        }
    }

    /// Takes the captures of a load as they are now. Prepares at least one rank that is new, and more while
    /// `goes_on`. Says whether there was one: then there may be more.
    pub(crate) fn arrive(
        &mut self,
        load: u32,
        captures: &[Capture],
        goes_on: &dyn Fn() -> bool,
    ) -> bool {
        let is_there = |open: &Open| captures.iter().any(|own| own.place == open.capture.place);
        self.captures.retain(|open| open.load != load || is_there(open));
        let mut any = false;
        for capture in captures {
            let at = self.opened(load, capture);
            let held = self.captures[at].capture.ranks.iter();
            // Ranks of the analysis of a cluster have no folders of their own.
            let held: HashMap<(&str, Option<u32>), &Rank> =
                held.map(|own| ((own.folder.as_str(), own.rank), own)).collect();
            let is_new = |(_, rank): &(usize, &Rank)| {
                let own = held.get(&(rank.folder.as_str(), rank.rank));
                !own.is_some_and(|own| is_same(own, rank))
            };
            let mut prepared = BTreeMap::new();
            for (place, rank) in capture.ranks.iter().enumerate().filter(is_new) {
                if any && !goes_on() {
                    break;
                }
                any = true;
                self.last_id += 1;
                prepared.insert(place, Prepared::of(rank, self.last_id));
            }
            let name = self.free_name(&capture.name, at);
            let open = &mut self.captures[at];
            open.capture.name = name;
            open.update(capture, prepared);
        }
        any
    }

    /// Place of the capture among those that are open: of a new one, behind all others.
    fn opened(&mut self, load: u32, capture: &Capture) -> usize {
        let own = |open: &Open| open.load == load && open.capture.place == capture.place;
        self.captures.iter().position(own).unwrap_or_else(|| {
            self.last_id += 1;
            self.captures.push(Open::new(self.last_id, load, capture));
            self.captures.len() - 1
        })
    }

    /// Ids of captures by load and by the places of their ranks.
    pub(crate) fn places(&self) -> HashMap<(u32, String), u32> {
        let places = self.captures.iter().flat_map(|open| {
            let ranks = open.capture.ranks.iter().chain(&open.capture.unread);
            ranks.map(|rank| ((open.load, open.place_of(rank)), open.id))
        });
        places.collect()
    }

    /// The load and the place of a rank.
    pub(crate) fn place_of(&self, rank: u32) -> Option<(u32, String)> {
        self.captures.iter().find_map(|open| {
            let index = open.ranks.iter().position(|own| own.id == rank)?;
            Some((open.load, open.place_of(&open.capture.ranks[index])))
        })
    }

    /// The name for the capture at `at`. One of the name of another gets a number behind it: captures
    /// that were opened together are told apart by their archives, which loads do not know of each other.
    fn free_name(&self, name: &str, at: usize) -> String {
        let others = || self.captures.iter().enumerate().filter(|(other, _)| *other != at);
        let taken = |name: &str| others().any(|(_, open)| open.capture.name == name);
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        std::iter::once(name.to_owned())
            .chain(numbered)
            .find(|name| !taken(name))
            .unwrap_or_default()
    }

    /// Forgets a capture; returns its load and the places of its ranks.
    pub(crate) fn close(&mut self, id: u32) -> Option<(u32, Vec<String>)> {
        let at = self.captures.iter().position(|open| open.id == id)?;
        let open = self.captures.remove(at);
        let ranks = open.capture.ranks.iter().chain(&open.capture.unread);
        Some((open.load, ranks.map(|rank| open.place_of(rank)).collect()))
    }

    /// Forgets everything of a load.
    pub(crate) fn close_load(&mut self, load: u32) {
        self.captures.retain(|open| open.load != load);
        self.notes.remove(&load);
    }
}

/// Whether two ranks are one, with the same tables.
fn is_same(a: &Rank, b: &Rank) -> bool {
    fn shared<T>(a: Option<&Arc<T>>, b: Option<&Arc<T>>) -> bool {
        match (a, b) {
            (Some(a), Some(b)) => Arc::ptr_eq(a, b),
            (None, None) => true,
            _ => false,
        }
    }
    a.folder == b.folder
        && shared(a.trace.as_ref(), b.trace.as_ref())
        && shared(a.kernels.as_ref(), b.kernels.as_ref())
        && (&a.files, a.rank) == (&b.files, b.rank)
}
