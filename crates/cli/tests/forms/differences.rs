//! What a form cannot tell.

use crate::found::{Numbers, Step};
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
pub(crate) const DIFFERENCES: &[Difference] = &[Difference {
    forms: &[Form::MsprofText, Form::MsprofDatabase],
    reason: "msprof does not know the framework's steps: the run is one, gaps between steps and all",
    is_there: |own| own.iter().all(|rank| rank.steps.iter().all(|step| step.step.is_none())),
    forget: |numbers| numbers.iter_mut().for_each(|rank| rank.steps = vec![whole(&rank.steps)]),
}];

impl Difference {
    /// The rows that are about a form.
    pub(crate) fn of(form: Form) -> impl Iterator<Item = &'static Difference> {
        DIFFERENCES.iter().filter(move |difference| difference.forms.contains(&form))
    }
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
