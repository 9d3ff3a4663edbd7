//! Why the device was idle: every piece of Preparing, Free and the tail gets one cause, so that the
//! causes of a part add up to it.
//!
//! Causes are tried in the order of [`IdleCause`]; an instant belongs to the first that holds there.

use crate::device::DeviceTasks;
use crate::host::HostActivity;
use crate::intervals::{Intervals, Span};
use crate::launches::Launches;
use crate::steps::{Step, StepTasks};
use crate::words::Say;
use serde::{Deserialize, Serialize};
use stepscope_core::ids::SliceId;
use stepscope_core::model::Trace;
use stepscope_core::time::Ns;

/// Why the device ran neither a kernel nor a collective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IdleCause {
    /// It did run something: tasks of a neighbouring step, whose window this step's overlaps.
    OtherStep,
    /// Not recorded: before the first or after the last event of the capture's host side.
    CaptureEdge,
    /// The host waited for the next batch.
    DataLoading,
    /// The host waited for the device or fetched a value from it.
    Synchronisation,
    /// A copy between host and device, or on the device, ran.
    MemoryCopy,
    /// Python's garbage collector held the host.
    GarbageCollection,
    /// The host had not handed over the next task yet.
    HostDispatch,
    /// None of these could be shown.
    Unknown,
}

impl IdleCause {
    /// All causes, in order of priority.
    pub const ALL: [IdleCause; 8] = [
        IdleCause::OtherStep,
        IdleCause::CaptureEdge,
        IdleCause::DataLoading,
        IdleCause::Synchronisation,
        IdleCause::MemoryCopy,
        IdleCause::GarbageCollection,
        IdleCause::HostDispatch,
        IdleCause::Unknown,
    ];

    /// Its name.
    pub fn say(self) -> Say {
        match self {
            IdleCause::OtherStep => Say::CauseOtherStep,
            IdleCause::CaptureEdge => Say::CauseCaptureEdge,
            IdleCause::DataLoading => Say::CauseDataLoading,
            IdleCause::Synchronisation => Say::CauseSynchronisation,
            IdleCause::MemoryCopy => Say::CauseMemoryCopy,
            IdleCause::GarbageCollection => Say::CauseGarbageCollection,
            IdleCause::HostDispatch => Say::CauseHostDispatch,
            IdleCause::Unknown => Say::CauseUnknown,
        }
    }
}

/// The part of the step in which an idle piece lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IdlePart {
    /// Before the first task.
    Preparing,
    /// Between tasks.
    Free,
    /// After the last task.
    Tail,
}

/// A piece of idle time with one cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IdlePiece {
    /// When.
    pub span: Span,
    /// In which part of the step.
    pub part: IdlePart,
    /// Why.
    pub cause: IdleCause,
    /// Number of the gap in the step: pieces of one gap share it.
    pub gap: u32,
}

/// What the causes are read from.
pub struct Context<'a> {
    /// The rank's trace.
    pub trace: &'a Trace,
    /// Its host side.
    pub host: &'a HostActivity,
    /// The device concerned.
    pub device: &'a DeviceTasks,
    /// Which call started which task.
    pub launches: &'a Launches,
    /// When copies ran.
    pub copies: &'a Intervals,
    /// When the device ran any compute kernel or collective, of whatever step.
    pub busy: &'a Intervals,
}

/// From the end of the call that hands a task over until an idle device starts it. On the real captures
/// nine in ten start within 82 µs of `Node@launch` (108 µs of the framework operator at Level0); a task
/// that starts later waited for something else.
const HAND_OVER: Ns = Ns::from_us(120);

/// A gap of the device, and the task that ended it.
struct Gap {
    span: Span,
    part: IdlePart,
    next: Option<SliceId>,
}

/// Idle pieces of a step, in order; empty when the step has no device tasks.
pub fn pieces(context: &Context, step: &Step) -> Vec<IdlePiece> {
    let Some(tasks) = &step.tasks else { return Vec::new() };
    let unrecorded = context.unrecorded(step);
    let sets = [
        (context.busy, IdleCause::OtherStep),
        (&unrecorded, IdleCause::CaptureEdge),
        (&context.host.data_loading, IdleCause::DataLoading),
        (&context.host.synchronisation, IdleCause::Synchronisation),
        (context.copies, IdleCause::MemoryCopy),
        (&context.host.garbage_collection, IdleCause::GarbageCollection),
    ];
    let mut along = sets.map(|(set, _)| set.along());
    let mut pieces = Vec::new();
    for (number, gap) in gaps(context.device, tasks, step).iter().enumerate() {
        let piece = |span, cause| IdlePiece { span, part: gap.part, cause, gap: number as u32 };
        let dispatch = dispatch(context, step, gap);
        let mut rest = Intervals::default();
        let mut whole = true;
        let from = pieces.len();
        for ((set, cause), along) in sets.into_iter().zip(&mut along) {
            // Most of a million gaps meet none of the sets: no set is built for them.
            if !along.meets(gap.span) {
                continue;
            }
            let left = if whole { Intervals::from(gap.span) } else { rest };
            let found = left.intersection(&set.clip(gap.span));
            pieces.extend(found.spans().iter().map(|span| piece(*span, cause)));
            rest = left.difference(&found);
            whole = false;
        }
        let whole = whole.then_some(gap.span);
        for span in whole.iter().chain(rest.spans()) {
            // Host dispatch is what comes before the task was handed over: a head of the gap.
            let head = span.clip(dispatch);
            let tail = Span::new(head.end.max(span.start), span.end);
            let split = [(head, IdleCause::HostDispatch), (tail, IdleCause::Unknown)];
            pieces
                .extend(split.into_iter().filter(|(s, _)| !s.is_empty()).map(|(s, c)| piece(s, c)));
        }
        pieces[from..].sort_by_key(|piece| piece.span.start);
    }
    pieces
}

/// Gaps of a step: Preparing, those between tasks, the tail.
fn gaps(device: &DeviceTasks, tasks: &StepTasks, step: &Step) -> Vec<Gap> {
    let mut gaps = Vec::new();
    let compute =
        tasks.compute.clone().map(|row| (device.compute.spans[row], device.compute.slices[row]));
    let communication = tasks
        .communication
        .clone()
        .map(|row| (device.communication.spans[row], device.communication.slices[row]));
    let (mut compute, mut communication) = (compute.peekable(), communication.peekable());
    let mut end = step.host.map_or(tasks.span.start, |host| host.start);
    let mut part = IdlePart::Preparing;
    loop {
        let next = match (compute.peek(), communication.peek()) {
            (Some(a), Some(b)) if a.0.start <= b.0.start => compute.next(),
            (Some(_), None) => compute.next(),
            (_, Some(_)) => communication.next(),
            (None, None) => break,
        };
        let Some((span, slice)) = next else { break };
        if span.start > end {
            gaps.push(Gap { span: Span::new(end, span.start), part, next: Some(slice) });
        }
        // A task that seems to start before its step leaves no Preparing, and no earlier "end" either.
        end = if part == IdlePart::Preparing { span.end } else { end.max(span.end) };
        part = IdlePart::Free;
    }
    if step.window.end > end {
        gaps.push(Gap { span: Span::new(end, step.window.end), part: IdlePart::Tail, next: None });
    }
    gaps
}

impl Context<'_> {
    /// What of a step's window lies outside the host's recording: nobody can tell what the host did there.
    fn unrecorded(&self, step: &Step) -> Intervals {
        match self.host.framework {
            Some(host) => Intervals::from(step.window).difference(&Intervals::from(host)),
            None => Intervals::default(),
        }
    }
}

/// What of a gap the host needed to hand over the task that ends it: from the gap's start to the end of
/// the call.
///
/// In the tail there is no next task: there the host is still in its step and launches nothing, which is
/// host time as well.
fn dispatch(context: &Context, step: &Step, gap: &Gap) -> Span {
    let until = match gap.next {
        None => step.host.map(|host| host.end),
        Some(next) => {
            context.launches.caller_of(context.trace, next).map(|caller| caller.end.plus(HAND_OVER))
        }
    };
    Span::new(gap.span.start, until.unwrap_or(gap.span.start))
}
