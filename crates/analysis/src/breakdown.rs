//! Where the time of a step went (formats.md §6.1, numbers equal to the vendor's).
//!
//! With C the union of the step's compute kernels and M the union of its collectives:
//!
//! ```text
//! host step start      first task                              last task          end of W
//!       │── preparing ─────│── computing │ communication │ free ───│──── tail ──────────│
//!       │◄──────────────────────────── step time ─────────────────►│
//!       │◄──────────────────────────────── W ─────────────────────────────────────────►│
//! ```
//!
//! Step time = Preparing + Computing + Communication(Not Overlapped) + Free, and every share is a share
//! of it. The tail, idle time between the last task and the end of W, is in no vendor number; it is shown
//! beside them and its causes are told like those of Preparing and Free. W = step time + tail unless the
//! device runs into the next step's window.

use crate::device::DeviceTasks;
use crate::intervals::{Intervals, Span};
use crate::steps::{Step, StepTasks};
use serde::{Deserialize, Serialize};
use stepscope_core::model::Trace;
use stepscope_core::time::Ns;

/// Parts of one step's time, or sums over steps. `None` is unknown: no device tasks, or no step start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parts {
    /// |C|
    pub computing: Option<Ns>,
    /// |M ∖ C|
    pub communication_not_overlapped: Option<Ns>,
    /// |C ∩ M|
    pub overlapped: Option<Ns>,
    /// |M|
    pub communication: Option<Ns>,
    /// Gaps between the first and the last task.
    pub free: Option<Ns>,
    /// Last end − first start − bubble.
    pub stage: Option<Ns>,
    /// Sum of the durations of `hcom_receive*`.
    pub bubble: Option<Ns>,
    /// From the host's step start (without markers, the first framework operator) to the first task.
    pub preparing: Option<Ns>,
    /// From the last task to the end of W; no vendor table has it.
    pub tail: Option<Ns>,
}

impl Parts {
    /// Preparing + Computing + Communication(Not Overlapped) + Free: what shares are of. A capture
    /// without a known start has no Preparing, and its time starts with the first task.
    pub fn step_time(&self) -> Option<Ns> {
        let device = self.computing?.plus(self.communication_not_overlapped?).plus(self.free?);
        Some(device.plus(self.preparing.unwrap_or(Ns(0))))
    }

    /// Idle time: Preparing + Free + tail.
    pub fn idle(&self) -> Option<Ns> {
        Some(self.free?.plus(self.preparing.unwrap_or(Ns(0))).plus(self.tail.unwrap_or(Ns(0))))
    }

    /// Sums part by part; what one side does not know stays unknown.
    #[must_use]
    pub fn plus(&self, other: &Parts) -> Parts {
        let add = |a: Option<Ns>, b: Option<Ns>| Some(a?.plus(b?));
        Parts {
            computing: add(self.computing, other.computing),
            communication_not_overlapped: add(
                self.communication_not_overlapped,
                other.communication_not_overlapped,
            ),
            overlapped: add(self.overlapped, other.overlapped),
            communication: add(self.communication, other.communication),
            free: add(self.free, other.free),
            stage: add(self.stage, other.stage),
            bubble: add(self.bubble, other.bubble),
            preparing: add(self.preparing, other.preparing),
            tail: add(self.tail, other.tail),
        }
    }
}

/// C and M of one step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Busy {
    /// C
    pub compute: Intervals,
    /// M
    pub communication: Intervals,
}

impl Busy {
    /// Of a step's tasks.
    pub fn of(device: &DeviceTasks, tasks: &StepTasks) -> Busy {
        Busy {
            compute: device.compute.union(tasks.compute.clone()),
            communication: device.communication.union(tasks.communication.clone()),
        }
    }

    /// C ∪ M
    pub fn any(&self) -> Intervals {
        self.compute.union(&self.communication)
    }

    /// M ∖ C
    pub fn exposed(&self) -> Intervals {
        self.communication.difference(&self.compute)
    }
}

/// Parts of one step.
pub fn parts(trace: &Trace, device: &DeviceTasks, step: &Step) -> Parts {
    let Some(tasks) = &step.tasks else { return Parts::default() };
    let busy = Busy::of(device, tasks);
    let exposed = busy.exposed().length();
    let (computing, communication) = (busy.compute.length(), busy.communication.length());
    let overlapped = communication.minus(exposed);
    let span = tasks.span;
    let receives = tasks
        .communication
        .clone()
        .filter(|&row| is_receive(trace.slice_name(device.communication.slices[row])));
    let bubble =
        receives.fold(Ns(0), |sum, row| sum.plus(device.communication.spans[row].length()));
    // Clocks of host and device differ by a little: a task may seem to start before its step.
    let preparing = step.host.map(|host| Span::new(host.start, span.start).length());
    Parts {
        computing: Some(computing),
        communication_not_overlapped: Some(exposed),
        overlapped: Some(overlapped),
        communication: Some(communication),
        free: Some(span.length().minus(computing).minus(exposed)),
        stage: Some(span.length().minus(bubble)),
        bubble: Some(bubble),
        preparing,
        tail: Some(Span::new(span.end, step.window.end).length()),
    }
}

/// Whether a collective's name is a receive, whose duration the vendor counts as pipeline bubble.
pub fn is_receive(name: &str) -> bool {
    name.get(..12).is_some_and(|head| head.eq_ignore_ascii_case("hcom_receive"))
}
