//! Which device tasks belong to which training step (formats.md §6.2).
//!
//! A step is marked on the host only. Its device tasks are those that its launches started: the tasks'
//! own range runs from the first task of the first launch that has any to the later of the last
//! launch's last task and the host's end, and a task belongs to the first step whose range holds its
//! start. Steps overlap on the device when the host runs ahead.

use crate::device::DeviceTasks;
use crate::host::HostActivity;
use crate::intervals::Span;
use crate::launches::Launches;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use stepscope_core::time::Ns;

/// How the steps of a rank were found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepSource {
    /// `ProfilerStep#N` on the host, and the launches inside it.
    Markers,
    /// Step markers without any link from launches to tasks: the tasks that start in the host's window.
    HostWindows,
    /// Iterations of a graph that runs on the device by itself: the tasks that start in each.
    Iterations,
    /// No markers: the whole span is one window.
    #[default]
    WholeSpan,
}

/// Device tasks of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepTasks {
    /// From the first start to the last end of its compute kernels and collectives.
    pub span: Span,
    /// Its tasks start from the first to the second of these times, both included; no two steps share any.
    pub started: (Ns, Ns),
    /// Rows of [`DeviceTasks::compute`].
    pub compute: Range<usize>,
    /// Rows of [`DeviceTasks::communication`].
    pub communication: Range<usize>,
}

/// One step of one rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its name as the capture spells it (`50`); `None` for the whole span.
    pub label: Option<String>,
    /// The name as a number, where it is one.
    pub number: Option<i64>,
    /// When the host was in it; without markers, from the first to the last framework operator.
    pub host: Option<Span>,
    /// W: from its start to the start of the next step; the last ends at the later of host and device.
    pub window: Span,
    /// Its device tasks; `None` when none of its launches reached the device.
    pub tasks: Option<StepTasks>,
}

/// The steps of one rank, by start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    /// How they were found.
    pub source: StepSource,
    /// The steps; empty when there is neither a marker nor a device task.
    pub list: Vec<Step>,
}

impl Steps {
    /// Finds the steps.
    pub fn of(host: &HostActivity, device: &DeviceTasks, launches: &Launches) -> Steps {
        if host.markers.is_empty() {
            return Steps {
                source: StepSource::WholeSpan,
                list: whole_span(host, device).into_iter().collect(),
            };
        }
        let ranges: Vec<_> = host.markers.iter().map(|m| launches.device_range(m.host)).collect();
        let linked = ranges.iter().any(Option::is_some);
        let source = match (linked, host.iterations) {
            (true, _) => StepSource::Markers,
            (false, true) => StepSource::Iterations,
            (false, false) => StepSource::HostWindows,
        };
        let mut list = Vec::new();
        let mut taken = Ns::MIN;
        for (marker, range) in host.markers.iter().zip(ranges) {
            let range = if linked { range } else { Some(marker.host) };
            let tasks = range.and_then(|range| {
                let first = range.start.max(taken.plus(Ns(1)));
                taken = taken.max(range.end);
                tasks_started_in(device, first, range.end)
            });
            list.push(Step {
                number: marker.label.parse().ok(),
                label: Some(marker.label.clone()),
                host: Some(marker.host),
                window: marker.host,
                tasks,
            });
        }
        for i in 0..list.len() {
            let follows = list
                .get(i + 1)
                .filter(|next| next.number == list[i].number.and_then(|n| n.checked_add(1)));
            let device_end = list[i].tasks.as_ref().map_or(Ns::MIN, |tasks| tasks.span.end);
            // A step of a later profiling cycle does not follow this one: the time between was not recorded.
            let end = follows.map_or(list[i].window.end.max(device_end), |next| next.window.start);
            list[i].window = Span::new(list[i].window.start, end);
        }
        Steps { source, list }
    }

    /// The step to which a task that starts at `time` belongs. `kernel_details.csv` cuts the starts of
    /// collectives off where the trace rounds them, so a nanosecond earlier counts (formats.md §7.20).
    pub fn at(&self, time: Ns) -> Option<usize> {
        let starts = |step: &Step| step.tasks.as_ref().map(|tasks| tasks.started);
        let after = self.list.partition_point(|step| {
            starts(step).is_none_or(|(first, _)| first <= time.plus(Ns(1)))
        });
        // Ranges are disjoint and in order: the last one that starts early enough is the only candidate.
        let candidate = self.list[..after].iter().rposition(|step| step.tasks.is_some())?;
        starts(&self.list[candidate]).is_some_and(|(_, last)| time <= last).then_some(candidate)
    }
}

fn tasks_started_in(device: &DeviceTasks, first: Ns, last: Ns) -> Option<StepTasks> {
    let compute = device.compute.started_in(first, last);
    let communication = device.communication.started_in(first, last);
    let spans = device.compute.spans[compute.clone()]
        .iter()
        .chain(&device.communication.spans[communication.clone()]);
    let span = spans.copied().reduce(|a, b| Span::new(a.start.min(b.start), a.end.max(b.end)))?;
    Some(StepTasks { span, started: (first.max(span.start), last), compute, communication })
}

fn whole_span(host: &HostActivity, device: &DeviceTasks) -> Option<Step> {
    let tasks = tasks_started_in(device, Ns::MIN, Ns::MAX)?;
    let start = host.framework.map_or(tasks.span.start, |host| host.start.min(tasks.span.start));
    let end = host.framework.map_or(tasks.span.end, |host| host.end.max(tasks.span.end));
    Some(Step {
        label: None,
        number: None,
        host: host.framework,
        window: Span::new(start, end),
        tasks: Some(tasks),
    })
}
