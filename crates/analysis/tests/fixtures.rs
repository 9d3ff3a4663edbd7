//! Generated captures against the truth that their generator wrote: numbers, verdicts and findings.

mod common;

use stepscope_analysis::Analysis;
use stepscope_analysis::findings::{Context, FindingId, Findings};
use stepscope_analysis::overview::Overview;
use stepscope_analysis::selection::Selection;
use stepscope_analysis::summary::Summary;
use stepscope_analysis::verdict::{Verdict, VerdictClass, gravest};
use stepscope_core::model::Capture;
use stepscope_core::note::Severity;
use stepscope_fixtures::Fixture;
use stepscope_fixtures::truth::CaptureTruth;

fn kebab(value: impl serde::Serialize) -> String {
    serde_json::to_value(value).unwrap().as_str().unwrap().to_owned()
}

/// The command of formats.md §1.5.
fn analyse(folder: &str) -> String {
    let call = format!("analyse(profiler_path='{folder}')");
    format!("python3 -c \"from torch_npu.profiler.profiler import analyse; {call}\"")
}

fn check(fixture: &Fixture) {
    let loaded = common::loaded(&fixture.files);
    for truth in &fixture.truth.captures {
        if loaded.captures.is_empty() {
            // Nothing to show: the findings are about the inputs.
            let summary = Summary::of(&[], &Selection::default(), &loaded.notes);
            let told: Vec<String> =
                summary.findings.iter().map(|finding| kebab(finding.id)).collect();
            let expected: Vec<&str> = truth.present.iter().map(|expected| expected.id).collect();
            assert_eq!(told, expected, "{}", truth.name);
            assert_eq!(summary.captures, [], "{}", truth.name);
            for finding in &summary.findings {
                assert_eq!(finding.severity, Severity::Error, "{}", truth.name);
                assert_eq!((finding.share, finding.gain_ms_per_step), (None, None));
                assert!(finding.ranks.is_empty() && finding.steps.is_empty(), "{finding:?}");
            }
            let verdict = summary.verdict.unwrap();
            assert_eq!((verdict.class, verdict.capture), (VerdictClass::NotAssessed, None));
            let folder = format!("{}/{}", truth.name, truth.ranks[0].folder);
            let sentence = verdict.sentence;
            assert!(sentence.contains("never parsed"), "{sentence}");
            assert!(sentence.ends_with(&analyse(&folder)), "{sentence}");
            continue;
        }
        let capture = loaded.captures.iter().find(|capture| capture.name == truth.name);
        let capture = capture.unwrap_or_else(|| panic!("{}: not loaded", truth.name));
        numbers(capture, truth);
        claims(capture, truth);
    }
}

fn numbers(capture: &Capture, truth: &CaptureTruth) {
    let summary = Summary::of(&[Analysis::new(capture)], &Selection::default(), &[]);
    let ranks = &summary.captures[0].ranks;
    assert_eq!(ranks.len(), truth.ranks.len(), "{}", truth.name);
    for (own, truth) in ranks.iter().zip(&truth.ranks) {
        let place = format!("{} rank {}", capture.name, truth.rank);
        assert_eq!(own.rank, Some(truth.rank), "{place}");
        // A generator that damaged the capture leaves its numbers open.
        if truth.steps.is_empty() {
            continue;
        }
        assert_eq!(own.kernels, Some((truth.kernels + truth.collectives) as u64), "{place}");
        assert_eq!(own.steps.len(), truth.steps.len(), "{place}");
        for (own, truth) in own.steps.iter().zip(&truth.steps) {
            let place = format!("{place} step {:?}", truth.step);
            assert_eq!(own.step, truth.step.map(|step| step.to_string()), "{place}");
            assert_eq!(own.computing_ns, Some(truth.computing_ns), "{place}: computing");
            assert_eq!(
                own.communication_ns,
                Some(truth.communication_ns),
                "{place}: communication"
            );
            assert_eq!(own.overlapped_ns, Some(truth.overlapped_ns), "{place}: overlapped");
            assert_eq!(
                own.communication_not_overlapped_ns,
                Some(truth.not_overlapped_ns),
                "{place}"
            );
            assert_eq!(own.free_ns, Some(truth.free_ns), "{place}: free");
            assert_eq!(own.stage_ns, Some(truth.stage_ns), "{place}: stage");
            assert_eq!(own.bubble_ns, Some(truth.bubble_ns), "{place}: bubble");
            assert_eq!(own.preparing_ns, Some(truth.preparing_ns), "{place}: preparing");
        }
        let sum = |f: fn(&stepscope_fixtures::truth::StepTruth) -> i64| {
            truth.steps.iter().map(f).sum::<i64>()
        };
        let (busy, window) = (sum(|s| s.busy_in_window_ns), sum(|s| s.window_ns));
        let utilisation = own.utilization.unwrap();
        assert!((utilisation - busy as f64 / window as f64).abs() < 1e-9, "{place}: {utilisation}");
        if own.profiler_level.as_deref() != Some("Level0") {
            let rows = own.operators.iter().map(|row| {
                (
                    row.kind.clone().unwrap(),
                    row.core.clone().unwrap(),
                    row.count as usize,
                    row.total_ns.unwrap(),
                )
            });
            let truth = truth
                .operators
                .iter()
                .map(|row| (row.kind.to_owned(), row.core.to_owned(), row.count, row.total_ns));
            let (mut rows, mut truth): (Vec<_>, Vec<_>) = (rows.collect(), truth.collect());
            rows.sort();
            truth.sort();
            assert_eq!(rows, truth, "{place}: operators");
        }
    }
}

fn claims(capture: &Capture, truth: &CaptureTruth) {
    let (analysis, selection) = (Analysis::new(capture), Selection::default());
    let context = Context::new(&analysis, &selection);
    let findings = Findings::of(&context);
    let verdict = Verdict::of(&context, &findings);
    let told: Vec<_> = findings.list.iter().map(|f| (kebab(f.id), f.share, &f.text.en)).collect();
    for expected in &truth.present {
        let found = findings.list.iter().find(|finding| kebab(finding.id) == expected.id);
        let found = found
            .unwrap_or_else(|| panic!("{}: {} is missing: {told:#?}", truth.name, expected.id));
        let within = |value: Option<f64>, bounds: Option<(f64, f64)>, what: &str| {
            let Some((least, most)) = bounds else { return };
            let value =
                value.unwrap_or_else(|| panic!("{}: {} has no {what}", truth.name, expected.id));
            assert!(
                (least..=most).contains(&value),
                "{}: {what} of {} is {value}",
                truth.name,
                expected.id
            );
        };
        within(found.share, expected.share, "share");
        within(found.gain_ms_per_step, expected.gain_ms_per_step, "gain");
    }
    for id in &truth.absent {
        let found = findings.list.iter().find(|finding| kebab(finding.id) == **id);
        assert!(
            found.is_none(),
            "{}: {id} must not fire: {:?}",
            truth.name,
            found.map(|f| &f.text.en)
        );
    }
    let differs = findings.list.iter().find(|finding| kebab(finding.id) == "vendor-difference");
    assert!(differs.is_none(), "{}: {:?}", truth.name, differs.map(|f| &f.text.en));
    if let Some(class) = truth.verdict {
        assert_eq!(kebab(verdict.class), class, "{}: {}", truth.name, verdict.sentence.en);
    }
}

/// Eight ranks take the same steps: they are counted once, and each takes the mean over the ranks.
#[test]
fn steps_are_counted_once_however_many_ranks_took_them() {
    let fixture = stepscope_fixtures::demo();
    let captures = common::loaded(&fixture.files).captures;
    for truth in &fixture.truth.captures {
        let capture = captures.iter().find(|capture| capture.name == truth.name).unwrap();
        let overview = Overview::of(&Analysis::new(capture), &Selection::default(), 10);
        let own = overview.step_time.unwrap();
        let (ranks, steps) = (truth.ranks.len(), truth.ranks[0].steps.len());
        assert!(ranks > 1 && steps > 1);
        assert_eq!((own.count, own.ranks), (steps, ranks), "{}", truth.name);
        let total =
            |step: usize| truth.ranks.iter().map(|rank| rank.steps[step].step_time_ns()).sum();
        let mut means: Vec<i64> =
            (0..steps).map(total).map(|sum: i64| sum / ranks as i64).collect();
        means.sort_unstable();
        assert_eq!(own.median.get(), means[steps.div_ceil(2) - 1], "{}", truth.name);
        assert_eq!(overview.steps.len(), steps * ranks, "{}: one row a step and rank", truth.name);
    }
}

/// The card and the findings must not give two shares for one thing.
#[test]
fn layers_have_the_shares_of_the_findings() {
    let mut compared = std::collections::BTreeSet::new();
    for fixture in stepscope_fixtures::scenarios::all() {
        for capture in common::loaded(&fixture.files).captures {
            let overview = Overview::of(&Analysis::new(&capture), &Selection::default(), 10);
            for (finding, layer) in [
                ("exposed-communication", "communication-not-overlapped"),
                ("data-starved", "data"),
            ] {
                let fired = overview.findings.list.iter().find(|one| kebab(one.id) == finding);
                let Some(fired) = fired else { continue };
                let layers = overview.layers.as_ref().unwrap();
                let part = layers.parts.iter().find(|part| part.id == layer).unwrap();
                assert_eq!(Some(part.share), fired.share, "{}: {finding}", capture.name);
                let share = part.time.get() as f64 / layers.step_time.get() as f64;
                assert!((share - part.share).abs() < 1e-6, "{}: {share}", capture.name);
                compared.insert(finding);
            }
        }
    }
    assert_eq!(compared.len(), 2);
}

#[test]
fn the_summary_speaks_for_the_gravest_capture_and_names_it() {
    let captures = common::loaded(&stepscope_fixtures::demo().files).captures;
    let analyses: Vec<Analysis> = captures.iter().map(Analysis::new).collect();
    let verdicts: Vec<Verdict> = analyses.iter().map(Verdict::of_whole).collect();
    let place = gravest(&verdicts).unwrap();
    let told = Summary::of(&analyses, &Selection::default(), &[]).verdict.unwrap();
    assert_eq!(captures[place].name, "resnet_before");
    assert_eq!(told.capture.as_deref(), Some("resnet_before"));
    assert_eq!(told.sentence, verdicts[place].sentence.en);
    let overview = Overview::of(&analyses[place], &Selection::default(), 10);
    assert_eq!(overview.verdict, verdicts[place]);
    assert_eq!(gravest(&[]), None);
}

/// Two findings about exposed communication must not promise more than there is of it.
#[test]
fn gains_of_exposed_communication_add_up_to_no_more_than_it() {
    let mut both = 0;
    for fixture in stepscope_fixtures::scenarios::all() {
        for capture in common::loaded(&fixture.files).captures {
            let analysis = Analysis::new(&capture);
            let overview = Overview::of(&analysis, &Selection::default(), 10);
            let of = |id| overview.findings.list.iter().find(|finding| finding.id == id);
            let exposed = of(FindingId::ExposedCommunication);
            let Some((exposed, alone)) = exposed.zip(of(FindingId::NoOverlap)) else { continue };
            both += 1;
            let sum = exposed.gain_ms_per_step.unwrap() + alone.gain_ms_per_step.unwrap();
            let all = exposed.numbers["exposed_ms_per_step"];
            assert!(sum <= all + 1e-6, "{}: {sum} of {all} ms", capture.name);
            assert!(alone.gain_ms_per_step.unwrap() > 0.0, "{}", capture.name);
            let (en, zh) = (&exposed.text.en, &exposed.text.zh);
            assert!(en.contains("No data moves in") && zh.contains("没有数据传输"), "{en} {zh}");
        }
    }
    assert!(both > 0);
}

#[test]
fn the_demo_tells_its_story() {
    check(&stepscope_fixtures::demo());
}

#[test]
fn every_fixture_shows_what_it_promises() {
    let mut failed = Vec::new();
    for fixture in stepscope_fixtures::scenarios::all() {
        if std::panic::catch_unwind(|| check(&fixture)).is_err() {
            failed.push(fixture.truth.scenario.clone());
        }
    }
    assert!(failed.is_empty(), "see above: {failed:?}");
}
