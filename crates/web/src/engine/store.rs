//! What is open: captures with the facts of their ranks, under ids that are never used twice.

use crate::failure::{Failure, Result};
use crate::protocol;
use stepscope_analysis::Analysis;
use stepscope_analysis::facts::RankFacts;
use stepscope_analysis::intervals::Intervals;
use stepscope_analysis::selection::{Selection, StepRange};
use stepscope_analysis::steps::Step;
use stepscope_analysis::verdict::{Verdict, gravest};
use stepscope_core::model::{Capture, Rank, Trace};
use stepscope_core::note::Note;
use stepscope_core::time::Ns;
use stepscope_timeline::{RankLanes, RankView};

/// Everything that is open.
#[derive(Default)]
pub(crate) struct Store {
    captures: Vec<Open>,
    /// Notes on inputs that no capture came of.
    pub(crate) notes: Vec<Note>,
    last_id: u32,
}

/// One open capture.
pub(crate) struct Open {
    /// Its id.
    pub(crate) id: u32,
    /// Its content.
    pub(crate) capture: Capture,
    /// Ids and spans of its ranks, in their order.
    pub(crate) ranks: Vec<OpenRank>,
    /// Facts of its ranks, in their order.
    facts: Vec<Vec<RankFacts>>,
    /// Its zero.
    pub(crate) origin: Ns,
    /// The verdict on all of it.
    pub(crate) verdict: Verdict,
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
pub(crate) struct Prepared {
    facts: Vec<RankFacts>,
    lanes: RankLanes,
    span: Option<(Ns, Ns)>,
}

impl Prepared {
    /// Facts, lanes and levels of detail of a rank.
    pub(crate) fn of(rank: &Rank) -> Prepared {
        let span = rank.trace.as_deref().and_then(Trace::span);
        Prepared {
            facts: RankFacts::of(rank),
            lanes: rank.trace.as_deref().map(RankLanes::new).unwrap_or_default(),
            span: span.map(|span| (span.start, span.end)),
        }
    }
}

impl Open {
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
        steps.sort();
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
        self.captures.get(gravest(self.captures.iter().map(|open| &open.verdict))?)
    }

    /// Puts a capture beside the others; `prepared` are its ranks in their order.
    /// One of the name of another gets a number behind it: captures that were opened together are told
    /// apart by their archives, which loads do not know of each other.
    pub(crate) fn open(&mut self, mut capture: Capture, prepared: Vec<Prepared>) {
        capture.name = self.free_name(&capture.name);
        let (mut ranks, mut facts) = (Vec::new(), Vec::new());
        for Prepared { facts: own, lanes, span } in prepared {
            self.last_id += 1;
            ranks.push(OpenRank { id: self.last_id, span, lanes });
            facts.push(own);
        }
        self.last_id += 1;
        let first = ranks.iter().filter_map(|rank| Some(rank.span?.0)).min();
        let origin = first.unwrap_or(Ns(0));
        let verdict = Verdict::of_whole(&Analysis::with_facts(&capture, &facts, origin));
        self.captures.push(Open { id: self.last_id, capture, ranks, facts, origin, verdict });
    }

    fn free_name(&self, name: &str) -> String {
        let taken = |name: &str| self.captures.iter().any(|open| open.capture.name == name);
        let numbered = (2..).map(|number| format!("{name} ({number})"));
        std::iter::once(name.to_owned())
            .chain(numbered)
            .find(|name| !taken(name))
            .unwrap_or_default()
    }

    /// Forgets a capture.
    pub(crate) fn close(&mut self, id: u32) {
        self.captures.retain(|open| open.id != id);
    }
}
