//! The numbers of a capture, as the product finds them and as the generator tells them.

use std::sync::Arc;
use stepscope_analysis::Analysis;
use stepscope_analysis::selection::Selection;
use stepscope_analysis::summary::{RankSummary, StepSummary, Summary};
use stepscope_analysis::vendor_tables::{CommunicationSummary, MemorySummary};
use stepscope_core::load::{Input, Loaded, Options, load};
use stepscope_core::note::{Note, NoteKind};
use stepscope_fixtures::Files;
use stepscope_fixtures::job::Level;
use stepscope_fixtures::truth::{CommunicationTruth, MemoryTruth, RankTruth, StepTruth, Truth};

/// By rank.
pub(crate) type Numbers = Vec<RankNumbers>;

/// Of one rank, or of one device of several in one file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RankNumbers {
    pub(crate) rank: Option<u32>,
    pub(crate) kernels: Option<u64>,
    pub(crate) steps: Vec<Step>,
    /// Sorted.
    pub(crate) operators: Vec<Operator>,
    pub(crate) communication: Vec<Collectives>,
    pub(crate) memory: Memory,
}

/// Step, count, and elapse, transit, wait, synchronisation and idle time in ns of its collectives, and bytes that they moved.
pub(crate) type Collectives = (Option<String>, usize, [Option<i64>; 5], u64);

/// Component with the peaks of what is in use and what is held, in bytes; how many blocks.
pub(crate) type Memory = (Vec<(String, Option<i64>, Option<i64>)>, Option<usize>);

/// Type, core, count and total in ns of an operator.
pub(crate) type Operator = (Option<String>, Option<String>, u64, Option<i64>);

/// Of one step, in ns; in the order of the breakdown.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    pub(crate) step: Option<String>,
    pub(crate) computing: Option<i64>,
    pub(crate) communication: Option<i64>,
    pub(crate) overlapped: Option<i64>,
    pub(crate) not_overlapped: Option<i64>,
    pub(crate) free: Option<i64>,
    pub(crate) stage: Option<i64>,
    pub(crate) bubble: Option<i64>,
    pub(crate) preparing: Option<i64>,
}

/// Loads files as an opened folder, databases too.
pub(crate) fn loaded(files: &Files) -> Loaded {
    let input = |(path, bytes): (&str, &[u8])| Input {
        path: path.to_owned(),
        source: Arc::new(bytes.to_vec()),
    };
    let inputs: Vec<Input> = files.iter().map(input).collect();
    let options = Options { databases: Some(stepscope_database::read), ..Options::default() };
    load(&inputs, &options, &mut ())
}

/// What the product finds in the one capture of some files.
pub(crate) fn read(files: &Files) -> Numbers {
    numbers(&loaded(files))
}

/// What the product finds in what was loaded; nothing odd may have been met.
pub(crate) fn numbers(loaded: &Loaded) -> Numbers {
    let [capture] = loaded.captures.as_slice() else {
        panic!("{} captures", loaded.captures.len())
    };
    // Said, and right: text beside a database, columns that the vendor swapped, no analysis at Level0.
    let odd = |note: &&Note| {
        let said = [NoteKind::DatabaseBesideText, NoteKind::SwappedColumns, NoteKind::NotAnalysed];
        !said.contains(&note.kind) && !note.file.ends_with("/communication_analyzer.db")
    };
    let notes = capture.ranks.iter().flat_map(|rank| &rank.notes).chain(&capture.notes);
    let notes: Vec<_> = notes.filter(odd).collect();
    assert!(notes.is_empty(), "{}: {notes:#?}", capture.name);
    let summary = Summary::of(&[Analysis::new(capture)], &Selection::default(), &[]);
    summary.captures[0].ranks.iter().map(of_summary).collect()
}

fn of_summary(rank: &RankSummary) -> RankNumbers {
    let operators = rank.operators.iter();
    let operators =
        operators.map(|row| (row.kind.clone(), row.core.clone(), row.count, row.total_ns));
    let mut operators: Vec<_> = operators.collect();
    operators.sort();
    let steps = rank.steps.iter().map(step_of_summary).collect();
    let communication = rank.communication.iter().flatten().map(collectives_of_summary).collect();
    let memory = rank.memory.as_ref().map(memory_of_summary).unwrap_or_default();
    let (rank, kernels) = (rank.rank, rank.kernels);
    RankNumbers { rank, kernels, steps, operators, communication, memory }
}

fn collectives_of_summary(step: &CommunicationSummary) -> Collectives {
    let times =
        [step.elapse_ns, step.transit_ns, step.wait_ns, step.synchronization_ns, step.idle_ns];
    // A sum over kinds of links is among them.
    let links = step.links.iter().filter(|link| link.transport != "SDMA");
    let bytes: f64 = links.filter_map(|link| link.bytes).sum();
    (step.step.clone(), step.count, times, bytes as u64)
}

fn memory_of_summary(memory: &MemorySummary) -> Memory {
    let peaks = memory.components.iter().map(|peak| {
        let bytes = |bytes: Option<f64>| bytes.map(|bytes| bytes as i64);
        (peak.component.clone(), bytes(peak.allocated_bytes), bytes(peak.reserved_bytes))
    });
    (peaks.collect(), memory.blocks)
}

fn step_of_summary(step: &StepSummary) -> Step {
    Step {
        step: step.step.clone(),
        computing: step.computing_ns,
        communication: step.communication_ns,
        overlapped: step.overlapped_ns,
        not_overlapped: step.communication_not_overlapped_ns,
        free: step.free_ns,
        stage: step.stage_ns,
        bubble: step.bubble_ns,
        preparing: step.preparing_ns,
    }
}

/// What the generator says of the one capture.
pub(crate) fn told(truth: &Truth, level: Level) -> Numbers {
    let [capture] = truth.captures.as_slice() else { panic!("{} captures", truth.captures.len()) };
    let mut numbers: Numbers = capture.ranks.iter().map(of_truth).collect();
    if level == Level::Level0 {
        numbers.iter_mut().for_each(forget_types);
    }
    numbers
}

/// At Level0 no kernel's type and core are recorded: all are of one.
fn forget_types(rank: &mut RankNumbers) {
    let count = rank.operators.iter().map(|(_, _, count, _)| count).sum();
    let total = rank.operators.iter().map(|(_, _, _, total)| total.unwrap_or(0)).sum();
    rank.operators = vec![(None, None, count, Some(total))];
}

fn of_truth(rank: &RankTruth) -> RankNumbers {
    let operators = rank.operators.iter();
    let operators = operators.map(|row| {
        let (kind, core) = (row.kind.to_owned(), row.core.to_owned());
        (Some(kind), Some(core), row.count as u64, Some(row.total_ns))
    });
    let mut operators: Vec<_> = operators.collect();
    operators.sort();
    RankNumbers {
        rank: Some(rank.rank),
        kernels: Some((rank.kernels + rank.collectives) as u64),
        steps: rank.steps.iter().map(step_of_truth).collect(),
        operators,
        communication: rank.communication.iter().map(collectives_of_truth).collect(),
        memory: rank.memory.as_ref().map(memory_of_truth).unwrap_or_default(),
    }
}

fn collectives_of_truth(step: &CommunicationTruth) -> Collectives {
    let times =
        [step.elapse_ns, step.transit_ns, step.wait_ns, step.synchronisation_ns, step.idle_ns];
    (step.step.map(|number| number.to_string()), step.count, times.map(Some), step.bytes)
}

fn memory_of_truth(memory: &MemoryTruth) -> Memory {
    let peaks = memory.peaks.iter();
    let peaks = peaks.map(|(name, peak)| ((*name).to_owned(), peak.allocated, Some(peak.reserved)));
    (peaks.collect(), Some(memory.allocations))
}

fn step_of_truth(step: &StepTruth) -> Step {
    Step {
        step: step.step.map(|number| number.to_string()),
        computing: Some(step.computing_ns),
        communication: Some(step.communication_ns),
        overlapped: Some(step.overlapped_ns),
        not_overlapped: Some(step.not_overlapped_ns),
        free: Some(step.free_ns),
        stage: Some(step.stage_ns),
        bubble: Some(step.bubble_ns),
        preparing: Some(step.preparing_ns),
    }
}
