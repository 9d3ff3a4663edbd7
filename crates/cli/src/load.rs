//! Loading with threads: one rank's file each, and a big single trace by all of them.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use stepscope_core::load::{
    Input, Job, Loaded, Options, Piece, Plan, assemble, join_parts, plan, run,
};

/// Loads `inputs` with `threads` threads.
pub(crate) fn load(inputs: &[Input], options: &Options, threads: usize) -> Loaded {
    let options = Options { loaders: threads, ..*options };
    let Plan { jobs, mut pieces, .. } = plan(inputs, &options);
    for found in work_off(&jobs, inputs, &options, threads) {
        pieces.extend(found);
    }
    for job in join_parts(&mut pieces, &jobs) {
        pieces.extend(perform(&job, inputs, &options));
    }
    assemble(pieces)
}

/// What came of each job, in the order of the plan: of one file that was read twice the last counts.
fn work_off(jobs: &[Job], inputs: &[Input], options: &Options, threads: usize) -> Vec<Vec<Piece>> {
    // Big ones first, so that none of them is begun when all others are done.
    let mut order: Vec<(usize, &Job)> = jobs.iter().enumerate().collect();
    order.sort_by_key(|(at, job)| (Reverse(job.bytes), *at));
    let next = AtomicUsize::new(0);
    let all: Mutex<Vec<(usize, Vec<Piece>)>> = Mutex::default();
    let work = || {
        while let Some(&(at, job)) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            let found = perform(job, inputs, options);
            all.lock().unwrap_or_else(PoisonError::into_inner).push((at, found));
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(jobs.len()) {
            scope.spawn(work);
        }
        work();
    });
    let mut done = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, found)| found).collect()
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
