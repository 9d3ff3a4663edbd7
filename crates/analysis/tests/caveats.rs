//! What makes figures unreliable is said in the verdict itself, in both languages.

mod common;

use stepscope_analysis::Analysis;
use stepscope_analysis::overview::Overview;
use stepscope_analysis::selection::Selection;
use stepscope_analysis::summary::Summary;
use stepscope_analysis::verdict::{Verdict, VerdictClass};
use stepscope_core::model::{Capture, FileState, Rank};
use stepscope_fixtures::scenarios::{all, by_name};

fn capture(name: &str) -> Capture {
    common::loaded(&by_name(name).unwrap().files).captures.remove(0)
}

fn verdict(capture: &Capture, ranks: Option<Vec<usize>>) -> Verdict {
    let selection = Selection { ranks, steps: None };
    Overview::of(&Analysis::new(capture), &selection, 10).verdict
}

fn says(verdict: &Verdict, en: &str, zh: &str) {
    let caveat = verdict.caveat.as_ref().unwrap_or_else(|| panic!("no caveat: {verdict:?}"));
    for (caveat, sentence, words) in
        [(&caveat.en, &verdict.sentence.en, en), (&caveat.zh, &verdict.sentence.zh, zh)]
    {
        assert!(caveat.contains(words), "{caveat}");
        assert!(sentence.ends_with(caveat.as_str()), "{sentence}");
    }
}

#[test]
fn a_truncated_trace_is_told_with_the_verdict() {
    let capture = capture("truncated");
    says(&verdict(&capture, None), "incomplete capture, files are cut short", "采集不完整");
    says(&verdict(&capture, Some(vec![1])), "incomplete capture", "采集不完整");
    // The other rank's file is whole.
    assert_eq!(verdict(&capture, Some(vec![0])).caveat, None);
    let summary = Summary::of(&[Analysis::new(&capture)], &Selection::default(), &[]);
    let sentence = summary.verdict.unwrap().sentence;
    assert!(sentence.contains("rests on an incomplete capture"), "{sentence}");
}

#[test]
fn where_every_rank_was_left_the_verdict_is_to_open_one() {
    let mut capture = capture("truncated");
    for rank in &mut capture.ranks {
        (rank.trace, rank.kernels) = (None, None);
    }
    let nothing = verdict(&capture, None).sentence;
    assert!(nothing.en.contains("there is no timeline"), "{}", nothing.en);
    for file in &mut capture.ranks[0].files {
        file.state = FileState::Left;
    }
    let left = verdict(&capture, None);
    assert_eq!(left.class, VerdictClass::NotAssessed);
    assert!(left.sentence.en.contains("no rank is opened in full yet"), "{}", left.sentence.en);
    assert!(left.sentence.zh.contains("尚未完整打开"), "{}", left.sentence.zh);
    let overview = Overview::of(&Analysis::new(&capture), &Selection::default(), 10);
    let why = overview.findings.not_assessed.iter().map(|rule| rule.reason.en.as_str());
    assert!(!why.clone().any(|why| why.contains("no timeline")), "{:?}", why.collect::<Vec<_>>());
}

#[test]
fn ranks_that_are_in_no_figure_are_named() {
    let swapped = |from: Rank| {
        let mut whole = capture("version-mismatch");
        whole.ranks[1] = from;
        verdict(&whole, None)
    };
    let without = swapped(capture("no-device-data").ranks.remove(1));
    says(&without, "no device data of rank 1", "不含 rank 1 的设备侧数据");
    assert_ne!(without.class, VerdictClass::NotAssessed);
    let cut = swapped(capture("no-complete-step").ranks.remove(1));
    says(&cut, "no complete step of rank 1", "不含 rank 1 的完整 step");
    // No marker at all: one window, which the sentence tells by itself.
    let unmarked = swapped(Rank { rank: Some(1), ..capture("inference").ranks.remove(0) });
    assert_eq!(unmarked.caveat, None, "{unmarked:?}");
    assert!(unmarked.sentence.en.contains("no step markers"), "{unmarked:?}");
}

#[test]
fn without_figures_there_is_nothing_to_take_with_care() {
    for name in ["no-device-data", "no-complete-step"] {
        let verdict = verdict(&capture(name), None);
        assert_eq!((verdict.class, verdict.caveat), (VerdictClass::NotAssessed, None), "{name}");
    }
}

#[test]
fn whole_captures_have_no_caveat() {
    for fixture in all().iter().filter(|fixture| fixture.truth.scenario != "truncated") {
        for capture in common::loaded(&fixture.files).captures {
            let verdict = verdict(&capture, None);
            assert_eq!(verdict.caveat, None, "{}: {}", capture.name, verdict.sentence.en);
        }
    }
}
