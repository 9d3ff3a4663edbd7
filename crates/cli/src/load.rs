//! Loading with threads: one rank's file each, and a big single trace by all of them.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use stepscope_core::load::{Input, Job, Loaded, Options, Piece, Plan, assemble, plan, run};

/// Loads `inputs` with as many threads as there are cores.
pub(crate) fn load(inputs: &[Input], options: &Options) -> Loaded {
    let Plan { jobs, mut pieces, .. } = plan(inputs, options);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    // Big files first, so that none of them is begun when all others are done.
    let mut order: Vec<(usize, &Job)> = jobs.iter().enumerate().collect();
    order.sort_by_key(|(at, job)| (std::cmp::Reverse(job.bytes), *at));

    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Piece)>> = Mutex::default();
    let work = || {
        while let Some(&(at, job)) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut found = Vec::new();
            let source = &inputs[job.input].source;
            let flow = run(job, source, options, &mut (), &mut |piece| found.push((at, piece)));
            debug_assert_eq!(flow, ControlFlow::Continue(()), "nobody cancels here");
            done.lock().unwrap_or_else(std::sync::PoisonError::into_inner).append(&mut found);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(jobs.len()) {
            scope.spawn(work);
        }
        work();
    });
    // Of one file that was read twice the last counts: the order is that of the plan again.
    let mut done = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    done.sort_by_key(|(at, _)| *at);
    pieces.extend(done.into_iter().map(|(_, piece)| piece));
    assemble(pieces)
}
