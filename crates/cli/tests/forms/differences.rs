//! What a form cannot tell.

use crate::found::{Collectives, Numbers, RankNumbers, Step};
use stepscope_fixtures::forms::Form;

/// A difference between a form and torch_npu's text.
pub(crate) struct Difference {
    forms: &'static [Form],
    /// Why it must be.
    pub(crate) reason: &'static str,
    /// Whether the form has it: one that is gone must go from the table.
    pub(crate) is_there: fn(&Numbers) -> bool,
    /// Takes what differs away, from either.
    pub(crate) forget: fn(&mut Numbers),
}

/// All of them.
pub(crate) const DIFFERENCES: &[Difference] = &[
    Difference {
        forms: &[Form::MsprofText, Form::MsprofDatabase],
        reason: "msprof does not know the framework's steps: the run is one, gaps between steps and all",
        is_there: |own| own.iter().all(|rank| rank.steps.iter().all(|step| step.step.is_none())),
        forget: |numbers| {
            for rank in numbers {
                rank.steps = vec![whole(&rank.steps)];
                let analysed = !rank.communication.is_empty();
                rank.communication =
                    analysed.then(|| together(&rank.communication)).into_iter().collect();
            }
        },
    },
    Difference {
        forms: &[Form::MsprofText, Form::MsprofDatabase],
        reason: "msprof sees what CANN allocates, not what the framework does with it",
        is_there: |own| {
            own.iter().all(|rank| rank.memory.0.iter().all(|(name, ..)| !name.starts_with("PTA")))
        },
        forget: |numbers| numbers.iter_mut().for_each(forget_framework_memory),
    },
];

impl Difference {
    /// The rows that are about a form.
    pub(crate) fn of(form: Form) -> impl Iterator<Item = &'static Difference> {
        DIFFERENCES.iter().filter(move |difference| difference.forms.contains(&form))
    }
}

/// Leaves the peaks of CANN's allocator alone: the process and the number of blocks are of all of them.
pub(crate) fn forget_framework_memory(rank: &mut RankNumbers) {
    let (peaks, blocks) = &mut rank.memory;
    peaks.retain(|(name, ..)| name == "GE");
    *blocks = None;
}

/// What collectives of all steps come to.
fn together(steps: &[Collectives]) -> Collectives {
    let mut sum: Collectives = (None, 0, [None; 5], 0);
    for (_, count, times, bytes) in steps {
        sum.1 += count;
        sum.3 += bytes;
        for (sum, time) in sum.2.iter_mut().zip(times) {
            *sum = sum.map_or(*time, |sum| time.map(|time| sum + time));
        }
    }
    sum
}

/// The run as one step: what adds up, since no work of this run is in two steps at once.
fn whole(steps: &[Step]) -> Step {
    let sum = |part: fn(&Step) -> Option<i64>| steps.iter().map(part).sum();
    Step {
        step: None,
        computing: sum(|step| step.computing),
        communication: sum(|step| step.communication),
        overlapped: sum(|step| step.overlapped),
        not_overlapped: sum(|step| step.not_overlapped),
        bubble: sum(|step| step.bubble),
        // Counted from the start to the end of each step.
        free: None,
        stage: None,
        preparing: None,
    }
}
