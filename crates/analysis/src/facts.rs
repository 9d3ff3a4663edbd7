//! What is computed once per rank and device; every query reads it.

use crate::breakdown::{self, Busy, Parts};
use crate::collectives::Collectives;
use crate::device::DeviceTasks;
use crate::host::HostActivity;
use crate::idle::{self, IdlePiece};
use crate::intervals::Intervals;
use crate::launches::Launches;
use crate::steps::{Step, Steps};
use stepscope_core::model::Rank;

/// Facts of one device of one rank. Owned and free of the rank's lifetime, so that the page's engine can
/// compute them as each rank arrives and keep them.
///
/// Nearly every rank has one device; a rank whose trace holds several gives one entry each.
#[derive(Clone, Debug, Default)]
pub struct RankFacts {
    /// The device's tasks; all empty when the rank has no device data.
    pub device: DeviceTasks,
    /// What the host did.
    pub host: HostActivity,
    /// The steps.
    pub steps: Steps,
    /// Parts of each step.
    pub parts: Vec<Parts>,
    /// Idle pieces of each step with their causes, in order.
    pub idle: Vec<Vec<IdlePiece>>,
    /// Collectives with the time in which they moved data.
    pub collectives: Collectives,
    /// Time in which any compute kernel ran.
    pub compute: Intervals,
    /// Whether any flow links a host call to a device task.
    pub has_launches: bool,
}

impl RankFacts {
    /// Facts of every device of a rank, one entry when it has none. Linear in the trace but for sorting;
    /// the only long work of this crate that cannot be cut.
    pub fn of(rank: &Rank) -> Vec<RankFacts> {
        let Some(trace) = &rank.trace else { return vec![RankFacts::default()] };
        let host = HostActivity::of(trace);
        let launches = Launches::of(trace);
        let mut devices = DeviceTasks::of(trace);
        if devices.is_empty() {
            devices.push(DeviceTasks::default());
        }
        let facts = devices.into_iter().map(|device| {
            let steps = Steps::of(&host, &device, &launches);
            let parts =
                steps.list.iter().map(|step| breakdown::parts(trace, &device, step)).collect();
            let compute = device.compute.union(0..device.compute.len());
            let all = compute.union(&device.communication.union(0..device.communication.len()));
            let copies = device.copies.union(0..device.copies.len());
            let context = idle::Context {
                trace,
                host: &host,
                device: &device,
                launches: &launches,
                copies: &copies,
                busy: &all,
            };
            let idle = steps.list.iter().map(|step| idle::pieces(&context, step)).collect();
            let collectives = Collectives::of(trace, &device);
            let has_launches = !launches.is_empty();
            RankFacts {
                host: host.clone(),
                steps,
                parts,
                idle,
                collectives,
                compute,
                has_launches,
                device,
            }
        });
        facts.collect()
    }

    /// Steps with their places.
    pub fn steps(&self) -> impl Iterator<Item = (usize, &Step)> {
        self.steps.list.iter().enumerate()
    }

    /// C and M of a step; `None` when the step has no device tasks.
    pub fn busy(&self, step: usize) -> Option<Busy> {
        let tasks = self.steps.list[step].tasks.as_ref()?;
        Some(Busy::of(&self.device, tasks))
    }
}
