//! Loads: what arrives of them, piece by piece, and what was left.

use super::store::Store;
use crate::failure::Result;
use crate::loader::described;
use crate::protocol::{Job, JobList, LeftRank};
use std::collections::BTreeMap;
use stepscope_core::load::{Arrivals, Home, JobId, Left, Loaded, Piece};

/// Bytes of memory that everything open may need, by estimate. A 32-bit module can address 4 GiB; joining
/// and sorting a rank's columns takes up to twice its own again, and memory gets holes.
const MEMORY: u64 = 2 << 30;

/// Every load that something is open or left of, by number.
#[derive(Default)]
pub(crate) struct Loads {
    loads: BTreeMap<u32, Loading>,
}

#[derive(Default)]
struct Loading {
    arrivals: Arrivals,
    /// What can be shown of it, while the store has not taken all of that.
    fresh: Option<Loaded>,
    /// Whether no more pieces will come: only then is it known what nothing came of.
    ended: bool,
}

impl Loads {
    /// A load begins.
    pub(crate) fn begin(&mut self, load: u32) {
        self.loads.insert(load, Loading::default());
    }

    /// Expects jobs, all of a plan; says which to run, in which order.
    pub(crate) fn expect(&mut self, load: u32, orders: &[String]) -> Result<JobList> {
        let jobs = orders.iter().map(|order| serde_json::from_str(order));
        let jobs = jobs.collect::<std::result::Result<Vec<_>, _>>()?;
        let room = self.room();
        let loading = self.loads.get_mut(&load);
        job_list(&loading.map(|loading| loading.arrivals.expect(jobs, room)).unwrap_or_default())
    }

    /// Takes a piece. A load that was cancelled takes no more.
    pub(crate) fn take(&mut self, load: u32, job: u32, piece: Piece) {
        if let Some(loading) = self.loads.get_mut(&load) {
            loading.arrivals.take(job, piece);
        }
    }

    /// A job has ended; returns what must be read again.
    pub(crate) fn done(&mut self, load: u32, job: u32) -> Result<JobList> {
        let loading = self.loads.get_mut(&load);
        job_list(&loading.map(|loading| loading.arrivals.done(job)).unwrap_or_default())
    }

    /// No more pieces will come.
    pub(crate) fn end(&mut self, load: u32) {
        if let Some(loading) = self.loads.get_mut(&load) {
            loading.arrivals.stop();
            loading.ended = true;
        }
    }

    /// Stops a load; says whether any rank of it was complete, and stays.
    pub(crate) fn cancel(&mut self, load: u32) -> bool {
        let kept = self.loads.get_mut(&load).is_some_and(|loading| {
            loading.ended = true;
            loading.arrivals.cancel()
        });
        if !kept {
            self.loads.remove(&load);
        }
        kept
    }

    /// Reads after all what was left of these homes; `None` for a load that is gone.
    pub(crate) fn open(&mut self, load: u32, homes: &[Home]) -> Result<JobList> {
        let loading = self.loads.get_mut(&load).map(|loading| {
            loading.ended = false;
            loading.arrivals.open(homes)
        });
        job_list(&loading.unwrap_or_default())
    }

    /// Lets go of the big files of the rank or timeline at `place`.
    pub(crate) fn leave(&mut self, load: u32, place: &str) {
        if let Some(loading) = self.loads.get_mut(&load) {
            loading.arrivals.leave(place);
        }
    }

    /// Forgets what is at these places: their capture was closed.
    pub(crate) fn forget(&mut self, load: u32, places: &[String]) {
        if let Some(loading) = self.loads.get_mut(&load) {
            loading.arrivals.forget(places);
            loading.fresh = None;
        }
    }

    /// Moves one more rank into the store; says whether that may have changed anything, so that there
    /// may be more.
    pub(crate) fn step(&mut self, store: &mut Store) -> bool {
        for (&load, loading) in &mut self.loads {
            if loading.arrivals.take_news() {
                loading.fresh = Some(loading.arrivals.loaded());
            }
            let Some(fresh) = &loading.fresh else { continue };
            if store.arrive(load, &fresh.captures) {
                return true;
            }
            let notes = if loading.ended { fresh.notes.clone() } else { Vec::new() };
            store.notes.insert(load, notes);
            loading.fresh = None;
            return true;
        }
        false
    }

    /// What was left of all loads.
    pub(crate) fn left(&self, store: &Store) -> Vec<LeftRank> {
        let all = self.loads.iter().flat_map(|(&load, loading)| {
            loading.arrivals.left().into_iter().map(move |left| (load, left))
        });
        all.filter_map(|(load, left)| left_rank(store, load, left)).collect()
    }

    /// Bytes of memory that may still be filled, by estimate.
    pub(crate) fn room(&self) -> u64 {
        let held = self.loads.values().map(|loading| loading.arrivals.held()).sum();
        MEMORY.saturating_sub(held)
    }
}

fn left_rank(store: &Store, load: u32, Left { home, bytes, need }: Left) -> Option<LeftRank> {
    let place = home.place();
    Some(LeftRank {
        load,
        home: serde_json::to_string(&home).ok()?,
        capture: store.at(load, &place),
        place,
        bytes: bytes as f64,
        need: need as f64,
    })
}

fn job_list(jobs: &[(JobId, stepscope_core::load::Job)]) -> Result<JobList> {
    let jobs = jobs.iter().map(|(id, job)| described(job, *id));
    Ok(JobList { jobs: jobs.collect::<Result<Vec<Job>>>()? })
}
