//! Finding slices by name and predicate.
//!
//! Names are matched once each, in the string table; the slices are then one pass over a column of
//! name numbers, a bit each.

use crate::hits::Hits;
use crate::rank::RankView;
use regex_lite::{Regex, RegexBuilder};
use std::ops::Range;
use stepscope_core::ids::NameId;
use stepscope_core::model::TrackKind;
use stepscope_core::time::Ns;

/// How the text is compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Contained, in any case.
    #[default]
    Substring,
    /// Contained, in the same case.
    MatchCase,
    /// The whole name.
    Exact,
    /// A regular expression, in the same case.
    Regex,
}

/// Why a query is not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The regular expression, with what is wrong in it.
    Regex(String),
    /// A predicate whose value is not understood.
    Predicate(String),
}

/// A query that is understood.
#[derive(Clone, Debug, Default)]
pub struct Query {
    text: Text,
    duration: Option<(Comparison, Ns)>,
    kernel_type: Option<String>,
    rank: Option<String>,
    step: Option<String>,
    stream: Option<String>,
}

#[derive(Clone, Debug, Default)]
enum Text {
    #[default]
    All,
    Lower(String),
    Case(String),
    Exact(String),
    Regex(Regex),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Longer,
    Shorter,
}

impl Query {
    /// Reads a query: words, and predicates `dur>1ms`, `dur<20us`, `type:MatMul`, `rank:3`, `step:50`,
    /// `stream:2`.
    ///
    /// # Errors
    /// What is not understood.
    pub fn parse(query: &str, mode: Mode) -> Result<Query, Problem> {
        let mut parsed = Query::default();
        let mut words = Vec::new();
        for word in query.split_whitespace() {
            let bad = || Problem::Predicate(word.to_owned());
            if let Some(rest) = word.strip_prefix("dur>") {
                parsed.duration = Some((Comparison::Longer, duration(rest).ok_or_else(bad)?));
            } else if let Some(rest) = word.strip_prefix("dur<") {
                parsed.duration = Some((Comparison::Shorter, duration(rest).ok_or_else(bad)?));
            } else {
                match word.split_once(':') {
                    Some(("type", value)) => parsed.kernel_type = Some(value.to_lowercase()),
                    Some(("rank", value)) => parsed.rank = Some(value.to_owned()),
                    Some(("step", value)) => parsed.step = Some(value.to_owned()),
                    Some(("stream", value)) => parsed.stream = Some(value.to_owned()),
                    _ => words.push(word),
                }
            }
        }
        let text = words.join(" ");
        parsed.text = match mode {
            _ if text.is_empty() => Text::All,
            Mode::Substring => Text::Lower(text.to_lowercase()),
            Mode::MatchCase => Text::Case(text),
            Mode::Exact => Text::Exact(text),
            Mode::Regex => {
                // A limit on the compiled size: a hostile link must not freeze the page.
                let regex = RegexBuilder::new(&text).size_limit(1 << 20).build();
                Text::Regex(regex.map_err(|error| Problem::Regex(error.to_string()))?)
            }
        };
        Ok(parsed)
    }

    /// Whether it asks for anything.
    pub fn is_empty(&self) -> bool {
        let predicates = [&self.kernel_type, &self.rank, &self.step, &self.stream];
        matches!(self.text, Text::All)
            && self.duration.is_none()
            && predicates.iter().all(|predicate| predicate.is_none())
    }

    /// Slices of a rank that match. `rank_number` is what `rank:` compares with; `steps` are labels with
    /// their time ranges.
    pub fn run(
        &self,
        rank: &RankView,
        rank_number: Option<u32>,
        steps: &[(String, Range<Ns>)],
    ) -> Hits {
        let slices = &rank.trace.slices;
        let number = rank_number.map(|number| number.to_string());
        if self.rank.is_some() && self.rank != number {
            return Hits::new(vec![0; slices.len().div_ceil(64)]);
        }
        let names = self.names(rank);
        let bit = |(i, name): (usize, &NameId)| u64::from(names[name.index()]) << i;
        let word = |own: &[NameId]| own.iter().enumerate().map(bit).fold(0, |word, bit| word | bit);
        let mut words: Vec<u64> = slices.name.chunks(64).map(word).collect();
        if let Some(stream) = &self.stream {
            for track in &rank.trace.tracks {
                if track.kind != TrackKind::Stream || rank.trace.strings.get(track.tid) != stream {
                    keep(&mut words, track.slices(), |_| false);
                }
            }
        }
        if let Some((comparison, limit)) = self.duration {
            keep(&mut words, 0..slices.len(), |row| match comparison {
                Comparison::Longer => slices.duration[row] > limit,
                Comparison::Shorter => slices.duration[row] < limit,
            });
        }
        if let Some(label) = &self.step {
            let ranges = steps.iter().filter(|(own, _)| own == label);
            let ranges: Vec<Range<Ns>> = ranges.map(|(_, range)| range.clone()).collect();
            keep(&mut words, 0..slices.len(), |row| {
                ranges.iter().any(|range| range.contains(&slices.start[row]))
            });
        }
        Hits::new(words)
    }

    /// Which names of the rank match the text and the operator type.
    fn names(&self, rank: &RankView) -> Vec<bool> {
        let typed = self.kernel_type.as_ref().map(|wanted| {
            let mut names = vec![false; rank.trace.strings.len()];
            let Some(kernels) = rank.kernels else { return names };
            for row in 0..kernels.rows.len() {
                let own = kernels.strings.get(kernels.rows.kernel_type[row]).to_lowercase();
                let name = kernels.strings.get(kernels.rows.name[row]);
                if let Some(name) = rank.trace.strings.find(name).filter(|_| own.contains(wanted)) {
                    names[name.index()] = true;
                }
            }
            names
        });
        let all = rank.trace.strings.iter();
        all.map(|(id, name)| {
            typed.as_ref().is_none_or(|typed| typed[id.index()]) && self.text.matches(name)
        })
        .collect()
    }
}

/// Takes away the bits of `rows` that are set and not `wanted`.
fn keep(words: &mut [u64], rows: Range<usize>, wanted: impl Fn(usize) -> bool) {
    let own = words.iter_mut().enumerate().take(rows.end.div_ceil(64)).skip(rows.start / 64);
    for (at, word) in own {
        let mut rest = *word;
        while rest != 0 {
            let row = at * 64 + rest.trailing_zeros() as usize;
            if rows.contains(&row) && !wanted(row) {
                *word &= !(1 << (row % 64));
            }
            rest &= rest - 1;
        }
    }
}

impl Text {
    fn matches(&self, name: &str) -> bool {
        match self {
            Text::All => true,
            Text::Lower(text) => contains_in_any_case(name, text),
            Text::Case(text) => name.contains(text.as_str()),
            Text::Exact(text) => name == text,
            Text::Regex(regex) => regex.is_match(name),
        }
    }
}

/// Whether `name` contains `lower`, which is in lower case, without a copy for plain ASCII.
fn contains_in_any_case(name: &str, lower: &str) -> bool {
    if !name.is_ascii() {
        return name.to_lowercase().contains(lower);
    }
    let same = |window: &[u8]| window.eq_ignore_ascii_case(lower.as_bytes());
    name.len() >= lower.len() && name.as_bytes().windows(lower.len()).any(same)
}

/// `1ms`, `20us`, `1.5s`, `300` (nanoseconds).
fn duration(text: &str) -> Option<Ns> {
    let digits = text.trim_end_matches(|c: char| c.is_alphabetic() || c == 'µ');
    let factor = match &text[digits.len()..] {
        "s" => 1e9,
        "ms" => 1e6,
        "us" | "µs" => 1e3,
        "ns" | "" => 1.0,
        _ => return None,
    };
    let value: f64 = digits.parse().ok()?;
    (value.is_finite() && value >= 0.0).then_some(Ns((value * factor) as i64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_are_words_and_predicates() {
        let query = Query::parse("Mat mul dur>1.5ms rank:3 stream:2", Mode::Substring).unwrap();
        assert_eq!(query.duration, Some((Comparison::Longer, Ns(1_500_000))));
        assert_eq!(query.rank.as_deref(), Some("3"));
        assert!(query.text.matches("a MAT MUL b"));
        assert!(!query.text.matches("matmul"));
        assert!(Query::parse("aten::add", Mode::Exact).unwrap().text.matches("aten::add"));
        assert!(Query::parse("  ", Mode::Regex).unwrap().is_empty());
    }

    #[test]
    fn what_is_not_understood_is_said() {
        let problem = Query::parse("dur>soon", Mode::Substring).unwrap_err();
        assert_eq!(problem, Problem::Predicate("dur>soon".to_owned()));
        assert!(matches!(Query::parse("(", Mode::Regex), Err(Problem::Regex(_))));
    }

    #[test]
    fn case_is_folded_beyond_ascii() {
        assert!(contains_in_any_case("ÄTHER", "äth"));
        assert!(contains_in_any_case("矩阵乘 MatMul", "乘 mat"));
    }
}
