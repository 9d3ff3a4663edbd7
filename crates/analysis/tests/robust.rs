//! Whatever was loaded, every query answers without a panic, and what it says adds up.

mod common;

use proptest::prelude::*;
use std::cmp::Ordering;
use std::sync::{Arc, LazyLock};
use stepscope_analysis::Analysis;
use stepscope_analysis::capture_view::CaptureView;
use stepscope_analysis::findings::FindingId;
use stepscope_analysis::idle::IdlePart;
use stepscope_analysis::operators::{Cell, GroupBy, Order, Table};
use stepscope_analysis::overview::Overview;
use stepscope_analysis::selection::{Selection, StepRange};
use stepscope_analysis::summary::Summary;
use stepscope_analysis::verdict::VerdictClass;
use stepscope_core::load::{Input, Loaded, Options, load};
use stepscope_core::time::Ns;
use stepscope_fixtures::{Files, scenarios};

/// Asks everything of every capture.
fn ask(loaded: &Loaded) {
    let selections = [
        Selection::default(),
        Selection { ranks: Some(vec![0, 7]), steps: Some(StepRange { first: 10, last: 11 }) },
        Selection { ranks: Some(vec![]), steps: None },
    ];
    for capture in &loaded.captures {
        let analysis = Analysis::new(capture);
        CaptureView::of(&analysis);
        for selection in &selections {
            Overview::of(&analysis, selection, 64);
            for by in
                [GroupBy::Type, GroupBy::Name, GroupBy::NameShape, GroupBy::Core, GroupBy::Kernel]
            {
                let table = Table::new(&analysis, selection, by);
                for column in table.columns() {
                    let order = table.order(&analysis, "a", &column.id, Order::Descending);
                    table.rows(&analysis, &order);
                }
                table.histogram(0, 12);
                table.csv(&analysis, &table.order(&analysis, "", "total", Order::Ascending));
                shares_add_up(&analysis, &table);
            }
        }
        adds_up(&analysis);
    }
    let analyses: Vec<Analysis> = loaded.captures.iter().map(Analysis::new).collect();
    Summary::of(&analyses, &selections[1], &loaded.notes);
}

/// The order of a column against its cells: unknown ones last, rows with equal ones as they come.
fn follows_its_column(analysis: &Analysis, table: &Table, place: usize, order: Order) {
    let column = &table.columns()[place].id;
    let rows = table.rows(analysis, &table.order(analysis, "a", column, order));
    for pair in rows.windows(2) {
        let [a, b] = [0, 1].map(|i| &pair[i].cells[place]);
        let ordering = match (a, b) {
            (Cell::Unknown, Cell::Unknown) => Ordering::Equal,
            (Cell::Unknown, _) => panic!("{column}: unknown before {b:?}"),
            (_, Cell::Unknown) => continue,
            // A mean of one value is off by its last digit.
            (Cell::Number(a), Cell::Number(b)) if a != b && (a - b).abs() <= a.abs() * 1e-12 => {
                continue;
            }
            (Cell::Number(a), Cell::Number(b)) => a.total_cmp(b),
            (Cell::Text(a), Cell::Text(b)) => a.cmp(b),
            // Said in words, sorted by what they stand for.
            _ => continue,
        };
        let ordering = if order == Order::Ascending { ordering } else { ordering.reverse() };
        assert!(ordering.then(pair[0].id.cmp(&pair[1].id)).is_lt(), "{column}: {a:?} before {b:?}");
    }
}

fn shares_add_up(analysis: &Analysis, table: &Table) {
    for (filter, most) in [("", 3), ("", usize::MAX), ("a", 3)] {
        let shares = table.shares(analysis, filter, most);
        assert!(shares.rows.is_sorted_by(|(_, _, a), (_, _, b)| a >= b));
        let shown = shares.rows.iter().map(|(_, count, time)| (*count, *time));
        let all = shown
            .chain(shares.rest)
            .fold((0, Ns(0)), |(count, sum), (more, time)| (count + more, sum.plus(time)));
        assert_eq!(all, (table.kernels() as u64, table.total));
        let rows = table.order(analysis, filter, "count", Order::Ascending);
        let (shown, whole) = rows.split_at(rows.len() / 2);
        let (a, b) = (table.totals(analysis, shown), table.totals(analysis, whole));
        assert_eq!(table.totals(analysis, &rows), (a.0 + b.0, a.1.plus(b.1)));
        if filter.is_empty() {
            assert_eq!(table.totals(analysis, &rows), (table.kernels() as u64, table.total));
        }
    }
}

fn adds_up(analysis: &Analysis) {
    for unit in analysis.all_units() {
        for (place, step) in unit.facts.steps() {
            let (parts, pieces) = (&unit.facts.parts[place], &unit.facts.idle[place]);
            if step.tasks.is_none() {
                assert_eq!(parts.computing, None);
                continue;
            }
            let known = |part: Option<Ns>| part.unwrap().get();
            assert_eq!(
                known(parts.communication),
                known(parts.overlapped) + known(parts.communication_not_overlapped)
            );
            let busy = known(parts.computing)
                + known(parts.communication_not_overlapped)
                + known(parts.free);
            assert_eq!(busy, known(parts.stage) + known(parts.bubble));
            let sum = |part: IdlePart| {
                let own = pieces.iter().filter(|piece| piece.part == part);
                own.fold(Ns(0), |sum, piece| sum.plus(piece.span.length()))
            };
            assert_eq!(Some(sum(IdlePart::Free)), parts.free, "causes of Free add up");
            assert_eq!(Some(sum(IdlePart::Tail)), parts.tail, "causes of the tail add up");
            assert_eq!(
                sum(IdlePart::Preparing),
                parts.preparing.unwrap_or(Ns(0)),
                "causes of Preparing add up"
            );
        }
    }
}

#[test]
fn generated_captures_add_up() {
    for fixture in scenarios::all() {
        ask(&common::loaded(&fixture.files));
    }
    for seed in 0..60 {
        ask(&common::loaded(&scenarios::random(seed).files));
    }
}

#[test]
fn tables_follow_the_column_they_are_sorted_by() {
    for fixture in scenarios::all() {
        let loaded = common::loaded(&fixture.files);
        for capture in &loaded.captures {
            let (analysis, all) = (Analysis::new(capture), Selection::default());
            let table = Table::new(&analysis, &all, GroupBy::Kernel);
            for place in 0..table.columns().len() {
                follows_its_column(&analysis, &table, place, Order::Ascending);
                follows_its_column(&analysis, &table, place, Order::Descending);
            }
        }
    }
}

#[test]
fn other_tools_traces_are_answered() {
    let Some(root) = stepscope_fixtures::real::captures() else { return };
    for folder in ["kineto", "msprof_old"] {
        for (path, bytes) in Files::read_from(&root.join(folder)).unwrap().iter() {
            // Each by itself, as somebody opens it.
            let mut alone = Files::new();
            alone.push(path.rsplit('/').next().unwrap(), bytes);
            ask(&common::loaded(&alone));
        }
    }
}

#[test]
fn communication_without_kernels_is_not_called_a_fault() {
    let Some(root) = stepscope_fixtures::real::captures() else { return };
    let files = Files::read_from(&root.join("msprof_old")).unwrap();
    let (_, bytes) = files.iter().find(|(path, _)| path.ends_with("hccl_0_2_1.json")).unwrap();
    let mut alone = Files::new();
    alone.push("hccl_0_2_1.json", bytes);
    let loaded = common::loaded(&alone);
    let analyses: Vec<Analysis> = loaded.captures.iter().map(Analysis::new).collect();
    let summary = Summary::of(&analyses, &Selection::default(), &loaded.notes);
    let verdict = summary.verdict.unwrap();
    assert_eq!((verdict.class, verdict.share), (VerdictClass::NotAssessed, None));
    assert_eq!(summary.captures[0].ranks[0].utilization, None);
    assert!(!summary.findings.iter().any(|f| f.id == FindingId::ExposedCommunication));
}

#[test]
fn times_of_a_table_without_durations_are_unknown() {
    let fixture = scenarios::by_name("healthy").unwrap();
    let mut files = Files::new();
    for (path, bytes) in fixture.files.iter() {
        let table = path.ends_with("kernel_details.csv");
        let renamed = String::from_utf8_lossy(bytes).replacen("Duration(us)", "Length(us)", 1);
        files.push(path, if table { renamed.as_bytes() } else { bytes });
    }
    let loaded = common::loaded(&files);
    let analyses: Vec<Analysis> = loaded.captures.iter().map(Analysis::new).collect();
    let summary = Summary::of(&analyses, &Selection::default(), &loaded.notes);
    let operators = &summary.captures[0].ranks[0].operators;
    assert!(!operators.is_empty());
    assert!(operators.iter().all(|own| own.count > 0 && own.total_ns.is_none()), "{operators:?}");
}

static HEALTHY: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(|| {
    let fixture = scenarios::by_name("healthy").unwrap();
    let files =
        fixture.files.iter().filter(|(path, _)| path.contains("rank0") || path.contains("412000"));
    files.map(|(path, bytes)| (path.to_owned(), bytes.to_vec())).collect()
});

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn changed_bytes_do_not_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..40)) {
        let input = |(path, bytes): &(String, Vec<u8>)| {
            let mut bytes = bytes.clone();
            for (place, value) in &changes {
                if bytes.is_empty() {
                    break;
                }
                let place = place.index(bytes.len());
                // Digits for digits reach the numbers instead of breaking the grammar.
                bytes[place] = if bytes[place].is_ascii_digit() { b'0' + value % 10 } else { *value };
            }
            Input { path: path.clone(), source: Arc::new(bytes) }
        };
        let inputs: Vec<Input> = HEALTHY.iter().map(input).collect();
        prop_assert!(!inputs.is_empty());
        ask(&load(&inputs, &Options::default(), &mut ()));
    }
}
