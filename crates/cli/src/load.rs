//! Loading with threads: one rank's file each, and a big single trace by all of them.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use stepscope_core::load::{Arrivals, Input, Job, JobId, Loaded, Options, Piece, Plan, plan, run};

/// Loads `inputs` with `threads` threads.
pub(crate) fn load(inputs: &[Input], options: &Options, threads: usize) -> Loaded {
    let options = Options { loaders: threads, ..*options };
    let Plan { jobs, pieces, .. } = plan(inputs, &options);
    let mut arrivals = Arrivals::default();
    for piece in pieces {
        arrivals.take(0, piece);
    }
    let mut jobs = arrivals.expect(jobs, u64::MAX);
    while !jobs.is_empty() {
        let done = work_off(&jobs, inputs, &options, threads);
        jobs.clear();
        for (id, found) in done {
            for piece in found {
                arrivals.take(id, piece);
            }
            jobs.extend(arrivals.done(id));
        }
    }
    arrivals.loaded()
}

/// What came of each job.
fn work_off(
    jobs: &[(JobId, Job)],
    inputs: &[Input],
    options: &Options,
    threads: usize,
) -> Vec<(JobId, Vec<Piece>)> {
    // Big ones first, so that none of them is begun when all others are done.
    let mut order: Vec<&(JobId, Job)> = jobs.iter().collect();
    order.sort_by_key(|(id, job)| (Reverse(job.bytes), *id));
    let next = AtomicUsize::new(0);
    let all: Mutex<Vec<(JobId, Vec<Piece>)>> = Mutex::default();
    let work = || {
        while let Some((id, job)) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            let found = perform(job, inputs, options);
            all.lock().unwrap_or_else(PoisonError::into_inner).push((*id, found));
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(jobs.len()) {
            scope.spawn(work);
        }
        work();
    });
    all.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn perform(job: &Job, inputs: &[Input], options: &Options) -> Vec<Piece> {
    let mut found = Vec::new();
    let source = &inputs[job.input].source;
    // Nobody watches, so nobody cancels.
    let _ = run(job, source, options, &mut (), &mut |piece| found.push(piece));
    found
}

#[cfg(test)]
mod tests;
