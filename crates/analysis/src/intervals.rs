//! Sets of time as sorted, disjoint, non-empty half-open spans: the one tool behind every share.

use serde::{Deserialize, Serialize};
use stepscope_core::time::Ns;

/// A half-open piece of time, `start <= end`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Span {
    /// First nanosecond inside.
    pub start: Ns,
    /// First nanosecond after it.
    pub end: Ns,
}

impl Span {
    /// The span between two times; empty at `start` when they are the wrong way round.
    pub fn new(start: Ns, end: Ns) -> Span {
        Span { start, end: end.max(start) }
    }

    /// How long it is.
    pub fn length(self) -> Ns {
        self.end.minus(self.start)
    }

    /// Whether no time lies in it.
    pub fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// What lies in both; empty when they do not meet.
    #[must_use]
    pub fn clip(self, other: Span) -> Span {
        Span::new(self.start.max(other.start), self.end.min(other.end))
    }

    /// The same span counted from `origin`.
    #[must_use]
    pub fn since(self, origin: Ns) -> Span {
        Span { start: self.start.minus(origin), end: self.end.minus(origin) }
    }
}

/// Sorted spans that neither touch nor overlap; none is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Intervals {
    spans: Vec<Span>,
}

impl Intervals {
    /// The union of spans that come in order of their starts; empty ones are left out.
    ///
    /// A span that starts before its predecessor would break the order of the set: use
    /// [`Intervals::union_of`] when the order is not known.
    pub fn from_sorted(spans: impl IntoIterator<Item = Span>) -> Intervals {
        let mut set = Intervals::default();
        for span in spans {
            set.push(span);
        }
        set
    }

    /// The union of spans in any order.
    pub fn union_of(spans: impl IntoIterator<Item = Span>) -> Intervals {
        let mut spans: Vec<Span> = spans.into_iter().collect();
        spans.sort_by_key(|span| span.start);
        Intervals::from_sorted(spans)
    }

    fn push(&mut self, span: Span) {
        if span.is_empty() {
            return;
        }
        match self.spans.last_mut() {
            Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
            _ => self.spans.push(span),
        }
    }

    /// The spans, in order.
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// Whether no time lies in the set.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// Time in the set.
    pub fn length(&self) -> Ns {
        self.spans.iter().fold(Ns(0), |sum, span| sum.plus(span.length()))
    }

    /// From the first start to the last end; `None` when empty.
    pub fn hull(&self) -> Option<Span> {
        let (first, last) = (self.spans.first()?, self.spans.last()?);
        Some(Span::new(first.start, last.end))
    }

    /// What is in either.
    #[must_use]
    pub fn union(&self, other: &Intervals) -> Intervals {
        let mut set = Intervals::default();
        let (mut a, mut b) = (self.spans.iter().peekable(), other.spans.iter().peekable());
        loop {
            let next = match (a.peek(), b.peek()) {
                (Some(x), Some(y)) if x.start <= y.start => a.next(),
                (Some(_), None) => a.next(),
                (_, Some(_)) => b.next(),
                (None, None) => return set,
            };
            if let Some(span) = next {
                set.push(*span);
            }
        }
    }

    /// What is in both.
    #[must_use]
    pub fn intersection(&self, other: &Intervals) -> Intervals {
        let mut set = Intervals::default();
        let (mut i, mut j) = (0, 0);
        while let (Some(a), Some(b)) = (self.spans.get(i), other.spans.get(j)) {
            set.push(a.clip(*b));
            if a.end <= b.end {
                i += 1;
            } else {
                j += 1;
            }
        }
        set
    }

    /// What is in this set and not in `other`.
    #[must_use]
    pub fn difference(&self, other: &Intervals) -> Intervals {
        let mut set = Intervals::default();
        let mut from = 0;
        for span in &self.spans {
            let mut start = span.start;
            while other.spans.get(from).is_some_and(|cut| cut.end <= start) {
                from += 1;
            }
            let mut at = from;
            while let Some(cut) = other.spans.get(at).filter(|cut| cut.start < span.end) {
                set.push(Span::new(start, cut.start));
                start = start.max(cut.end);
                at += 1;
            }
            set.push(Span::new(start, span.end));
        }
        set
    }

    /// What of the set lies in `window`. Costs O(log n + spans inside).
    #[must_use]
    pub fn clip(&self, window: Span) -> Intervals {
        let first = self.spans.partition_point(|span| span.end <= window.start);
        let inside = self.spans[first..].iter().take_while(|span| span.start < window.end);
        Intervals::from_sorted(inside.map(|span| span.clip(window)))
    }

    /// Time of the set inside `window`, without building a set.
    pub fn length_in(&self, window: Span) -> Ns {
        let first = self.spans.partition_point(|span| span.end <= window.start);
        let inside = self.spans[first..].iter().take_while(|span| span.start < window.end);
        inside.fold(Ns(0), |sum, span| sum.plus(span.clip(window).length()))
    }

    /// Asks whether windows meet the set, one after the other.
    pub fn along(&self) -> Along<'_> {
        Along { spans: &self.spans, at: 0 }
    }

    /// What of `window` is not in the set.
    #[must_use]
    pub fn gaps(&self, window: Span) -> Intervals {
        Intervals::from(window).difference(&self.clip(window))
    }
}

/// Goes along a set with windows that do so too: cheaper than a search for each.
pub struct Along<'a> {
    spans: &'a [Span],
    at: usize,
}

impl Along<'_> {
    /// Whether any time of the set is inside `window`, which is not empty.
    pub fn meets(&mut self, window: Span) -> bool {
        let is_before = |span: &Span| span.end <= window.start;
        if self.at > 0 && !is_before(&self.spans[self.at - 1]) {
            self.at = self.spans.partition_point(is_before);
        }
        self.at += self.spans[self.at..].iter().take_while(|span| is_before(span)).count();
        self.spans.get(self.at).is_some_and(|span| span.start < window.end)
    }
}

impl From<Span> for Intervals {
    fn from(span: Span) -> Intervals {
        Intervals::from_sorted([span])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LINE: i64 = 48;

    /// The slow twin: one cell a nanosecond.
    fn paint(set: &Intervals) -> Vec<bool> {
        (0..LINE).map(|t| set.spans.iter().any(|s| s.start.0 <= t && t < s.end.0)).collect()
    }

    fn well_formed(set: &Intervals) -> bool {
        set.spans.iter().all(|s| s.start < s.end)
            && set.spans.windows(2).all(|w| w[0].end < w[1].start)
    }

    fn any_set() -> impl Strategy<Value = Intervals> {
        prop::collection::vec((0..LINE, 0..12i64), 0..8).prop_map(|pairs| {
            Intervals::union_of(
                pairs
                    .into_iter()
                    .map(|(at, length)| Span::new(Ns(at), Ns((at + length).min(LINE)))),
            )
        })
    }

    proptest! {
        #[test]
        fn operations_equal_painting(a in any_set(), b in any_set(), at in 0..LINE, length in 0..LINE) {
            let (x, y) = (paint(&a), paint(&b));
            let cells = |f: &dyn Fn(usize) -> bool| (0..LINE as usize).map(f).collect::<Vec<_>>();
            let window = Span::new(Ns(at), Ns((at + length).min(LINE)));
            let inside = |i: usize| (window.start.0..window.end.0).contains(&(i as i64));
            for (set, painted) in [
                (a.union(&b), cells(&|i| x[i] || y[i])),
                (a.intersection(&b), cells(&|i| x[i] && y[i])),
                (a.difference(&b), cells(&|i| x[i] && !y[i])),
                (a.clip(window), cells(&|i| x[i] && inside(i))),
                (a.gaps(window), cells(&|i| !x[i] && inside(i))),
            ] {
                prop_assert!(well_formed(&set), "{set:?}");
                prop_assert_eq!(paint(&set), painted);
            }
            prop_assert_eq!(a.length().0 as usize, x.iter().filter(|c| **c).count());
            prop_assert_eq!(a.length_in(window), a.clip(window).length());
        }
    }

    proptest! {
        #[test]
        fn along_a_set_windows_meet_it_where_they_share_time(
            set in any_set(),
            windows in prop::collection::vec((0..LINE, 1..LINE), 0..12),
        ) {
            let mut along = set.along();
            for (at, length) in windows {
                let window = Span::new(Ns(at), Ns(at + length));
                prop_assert_eq!(along.meets(window), set.length_in(window) > Ns(0));
            }
        }
    }

    #[test]
    fn touching_spans_are_one() {
        let set = Intervals::union_of([
            Span::new(Ns(5), Ns(9)),
            Span::new(Ns(1), Ns(5)),
            Span::new(Ns(9), Ns(9)),
        ]);
        assert_eq!(set.spans(), [Span::new(Ns(1), Ns(9))]);
        assert_eq!(set.hull(), Some(Span::new(Ns(1), Ns(9))));
    }
}
