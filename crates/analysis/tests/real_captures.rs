//! The real captures: own numbers against the vendor's tables, and the verdict that findings.md expects.

mod common;

use stepscope_analysis::Analysis;
use stepscope_analysis::check;
use stepscope_analysis::findings::{Context, FindingId, Findings};
use stepscope_analysis::idle::IdlePart;
use stepscope_analysis::operators::{GroupBy, Table};
use stepscope_analysis::overview::{Overview, StepRow};
use stepscope_analysis::selection::Selection;
use stepscope_analysis::verdict::{Verdict, VerdictClass};
use stepscope_core::model::{Capture, KernelRows, TrackKind};
use stepscope_core::time::Ns;

/// Half a nanosecond a slice, as whole nanoseconds.
fn half(slices: usize) -> i64 {
    (slices as i64 + 1) / 2
}

fn near(own: Option<Ns>, vendor: Option<Ns>, tolerance: i64, place: &str) {
    let (own, vendor) = (own.unwrap().get(), vendor.unwrap().get());
    assert!(
        (own - vendor).abs() <= tolerance,
        "{place}: own {own}, vendor {vendor}, ± {tolerance}"
    );
}

fn every_rank(test: impl Fn(&Capture, &Analysis)) {
    for capture in common::real().unwrap_or_default() {
        test(&capture, &Analysis::new(&capture));
    }
}

fn verdict(analysis: &Analysis, selection: &Selection) -> Verdict {
    let context = Context::new(analysis, selection);
    Verdict::of(&context, &Findings::of(&context))
}

#[test]
fn parts_equal_step_trace_time() {
    every_rank(|capture, analysis| {
        for unit in analysis.all_units() {
            let place = format!("{} {}", capture.name, unit.rank.folder);
            let rows = unit.rank.step_trace.as_ref().unwrap();
            assert_eq!((rows.len(), unit.facts.steps.list.len()), (1, 1), "{place}");
            let (row, parts) = (&rows[0], &unit.facts.parts[0]);
            assert_eq!(unit.facts.steps.list[0].label, row.step, "{place}");
            let (compute, communication) = (187, 4);
            assert_eq!(unit.facts.device.compute.len(), compute, "{place}");
            assert_eq!(unit.facts.device.communication.len(), communication, "{place}");
            let both = half(compute + communication);
            near(parts.computing, row.computing, half(compute), &place);
            near(parts.communication, row.communication, half(communication), &place);
            near(
                parts.communication_not_overlapped,
                row.communication_not_overlapped,
                both,
                &place,
            );
            near(parts.overlapped, row.overlapped, both, &place);
            near(parts.free, row.free, both, &place);
            near(parts.stage, row.stage, 500, &place);
            near(parts.preparing, row.preparing, 500, &place);
            assert_eq!(parts.bubble, Some(Ns(0)), "{place}");
        }
    });
}

#[test]
fn the_vendors_lanes_sum_to_its_table() {
    every_rank(|capture, analysis| {
        for unit in analysis.all_units() {
            let (trace, row) =
                (unit.rank.trace.as_deref().unwrap(), &unit.rank.step_trace.as_ref().unwrap()[0]);
            for (kind, vendor) in [
                (TrackKind::Computing, row.computing),
                (TrackKind::Communication, row.communication),
                (TrackKind::NotOverlapped, row.communication_not_overlapped),
                (TrackKind::Free, row.free),
            ] {
                let slices = trace.tracks_of(kind).flat_map(|(_, track)| track.slices());
                let sum = slices.fold(Ns(0), |sum, i| sum.plus(trace.slices.duration[i]));
                assert_eq!(Some(sum), vendor, "{} {} {kind:?}", capture.name, unit.rank.folder);
            }
        }
    });
}

#[test]
fn nothing_differs_beyond_rounding() {
    every_rank(|capture, analysis| {
        assert!(check::comparable(analysis));
        assert_eq!(check::differences(analysis), [], "{}", capture.name);
    });
}

#[test]
fn operators_equal_op_statistic() {
    every_rank(|capture, analysis| {
        for (index, rank) in capture.ranks.iter().enumerate() {
            let selection = Selection { ranks: Some(vec![index]), steps: None };
            let table = Table::new(analysis, &selection, GroupBy::Type);
            assert_eq!(table.kernels(), 187);
            let Some(rows) = &rank.op_statistic else {
                let texts: Vec<_> =
                    table.groups().iter().map(|row| (&row.kernel_type, &row.core)).collect();
                assert_eq!(texts, [(&None, &None)], "Level0 records neither type nor core");
                continue;
            };
            assert_eq!(table.groups().len(), rows.len());
            for row in rows {
                let own = table.groups().iter().find(|own| {
                    (own.kernel_type.as_deref(), own.core.as_deref())
                        == (Some(&row.op_type), Some(&row.core))
                });
                let own =
                    own.unwrap_or_else(|| panic!("{} on {} is missing", row.op_type, row.core));
                assert_eq!(own.count, row.count, "{}", row.op_type);
                near(Some(own.total), Some(row.total), half(row.count as usize), &row.op_type);
            }
        }
    });
}

#[test]
fn waits_are_gaps_to_the_row_before() {
    every_rank(|capture, _| {
        for rank in &capture.ranks {
            let KernelRows { start, duration, wait, .. } = &rank.kernels.as_deref().unwrap().rows;
            for row in 0..start.len() {
                let gap = |before: usize| {
                    start[row].minus(start[before].plus(duration[before])).max(Ns(0))
                };
                let own = row.checked_sub(1).map_or(Ns(0), gap);
                assert!(
                    own.minus(wait[row]).get().abs() <= 1,
                    "{} row {row}: {own:?} {:?}",
                    rank.folder,
                    wait[row]
                );
            }
        }
    });
}

#[test]
fn the_late_rank_is_one_that_is_not_opened() {
    every_rank(|capture, analysis| {
        let both = Selection::default();
        let each = [Some(vec![0]), Some(vec![1])].map(|ranks| Selection { ranks, steps: None });
        for selection in each.iter().chain([&both]) {
            let verdict = verdict(analysis, selection);
            assert_eq!(
                verdict.class,
                VerdictClass::WaitingForUnopenedRank,
                "{} {selection:?}",
                capture.name
            );
            assert!(verdict.share.unwrap() > 0.4);
            assert!(verdict.sentence.en.contains("hcom_allReduce"), "{}", verdict.sentence.en);
        }
    });
}

#[test]
fn one_rank_alone_waits_for_the_unopened_one_too() {
    for mut capture in common::real().unwrap_or_default() {
        capture.ranks.truncate(1);
        let (analysis, selection) = (Analysis::new(&capture), Selection::default());
        let verdict = verdict(&analysis, &selection);
        assert_eq!(verdict.class, VerdictClass::WaitingForUnopenedRank, "{}", capture.name);
    }
}

#[test]
fn idle_causes_add_up_and_data_loading_is_in_preparing() {
    every_rank(|capture, analysis| {
        for unit in analysis.all_units() {
            let (parts, pieces) = (&unit.facts.parts[0], &unit.facts.idle[0]);
            let sum = |part: IdlePart| {
                let own = pieces.iter().filter(|piece| piece.part == part);
                Some(own.fold(Ns(0), |sum, piece| sum.plus(piece.span.length())))
            };
            assert_eq!(sum(IdlePart::Preparing), parts.preparing, "{}", capture.name);
            assert_eq!(sum(IdlePart::Free), parts.free, "{}", capture.name);
            assert_eq!(sum(IdlePart::Tail), parts.tail, "{}", capture.name);
            let loading = pieces
                .iter()
                .filter(|p| p.cause == stepscope_analysis::idle::IdleCause::DataLoading);
            let places: Vec<_> = loading.map(|piece| piece.part).collect();
            assert_eq!(places, [IdlePart::Preparing], "{}", capture.name);
            let whole = unit.facts.steps.list[0].window.length();
            assert_eq!(
                parts.step_time().unwrap().plus(parts.tail.unwrap()),
                whole,
                "W = step time + tail"
            );
        }
    });
}

#[test]
fn findings_say_what_the_captures_hold() {
    every_rank(|capture, analysis| {
        let selection = Selection::default();
        let findings = Findings::of(&Context::new(analysis, &selection));
        let fired: Vec<_> = findings.list.iter().map(|finding| finding.id).collect();
        let not_assessed: Vec<_> = findings.not_assessed.iter().map(|rule| rule.id).collect();
        let level0 = capture.name == "level0";
        assert!(fired.contains(&FindingId::ExposedCommunication), "{fired:?}");
        assert_eq!(fired.contains(&FindingId::LevelTooLow), level0, "{fired:?}");
        assert_eq!(not_assessed.contains(&FindingId::FormatConversion), level0, "{not_assessed:?}");
        assert_eq!(fired.contains(&FindingId::FormatConversion), !level0, "{fired:?}");
        for finding in &findings.list {
            for evidence in &finding.evidence {
                assert!(
                    evidence.span.start.get() >= 0 && !evidence.span.is_empty(),
                    "{evidence:?}"
                );
            }
        }
    });
}

#[test]
fn the_overview_adds_up() {
    every_rank(|_, analysis| {
        let overview = Overview::of(analysis, &Selection::default(), 400);
        for row in &overview.steps {
            let sum = row.parts.iter().fold(Ns(0), |sum, part| sum.plus(part.time));
            assert_eq!(sum, row.total);
            for part in row.parts.iter().filter(|part| !part.causes.is_empty()) {
                let causes = part.causes.iter().fold(Ns(0), |sum, cause| sum.plus(cause.time));
                assert_eq!(causes, part.time, "{}", part.id);
            }
        }
        let layers = overview.layers.as_ref().unwrap();
        let sum = layers.parts.iter().fold(Ns(0), |sum, layer| sum.plus(layer.time));
        let mean = |of: fn(&StepRow) -> Ns| {
            let sum = overview.steps.iter().fold(Ns(0), |sum, row| sum.plus(of(row)));
            sum.get() / overview.steps.len() as i64
        };
        // Means are rounded down, one by one.
        assert_eq!(layers.step_time.get(), mean(|row| row.total));
        assert!((layers.tail.get() - mean(|row| row.tail.time)).abs() <= 1);
        let rounded = layers.step_time.plus(layers.tail).minus(sum).get();
        assert!((-1..=5).contains(&rounded), "{rounded}");
        assert_eq!(overview.curves.len(), 2);
        assert!(overview.counters.iter().any(|curve| curve.id == "ai-core-frequency"));
        assert!(overview.counters.iter().any(|curve| curve.id == "hbm-read"));
        assert!(overview.rank_spread.is_some_and(|spread| spread < 0.3));
    });
}
