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
mod tests {
    use super::*;
    use std::sync::Arc;

    /// A trace that is shared out, with nested arrays of objects that look like events.
    fn trace(events: usize) -> Vec<u8> {
        let mut text = String::from("[");
        for n in 0..events {
            let name = if n % 3 == 0 { "MatMul" } else { "Add" };
            text += &format!(
                "{{\"ph\":\"X\",\"name\":\"{name}{}\",\"pid\":1,\"tid\":{},\"ts\":{}.5,\"dur\":3,\
                 \"args\":{{\"list\":[{{\"name\":1}},{{\"name\":\"}},{{\\\"name\\\":\"}}]}}}},\n",
                n % 50,
                n % 7,
                n * 5,
            );
        }
        text += "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"tid\":0,\"args\":{\"name\":\"p\"}}]";
        text.into_bytes()
    }

    fn blocks(loaded: &Loaded) -> Vec<Vec<u8>> {
        let mut buffers = Vec::new();
        for rank in loaded.captures.iter().flat_map(|capture| &capture.ranks) {
            rank.write(&mut |buffer| buffers.push(buffer));
        }
        buffers
    }

    #[test]
    fn any_number_of_threads_gives_the_same_columns() {
        let bytes = trace(80_000);
        assert!(bytes.len() as u64 > Options::default().part_bytes, "{}", bytes.len());
        let inputs = [Input { path: "big.json".into(), source: Arc::new(bytes) }];
        let one = load(&inputs, &Options::default(), 1);
        let counts = one.captures[0].ranks[0].trace.as_ref().unwrap().counts;
        assert_eq!(counts.slices, 80_000);
        for threads in [2, 3, 8] {
            let many = load(&inputs, &Options::default(), threads);
            assert!(blocks(&many) == blocks(&one), "{threads} threads differ");
            assert_eq!(many.notes, one.notes);
        }
    }

    #[test]
    fn damage_is_told_the_same_way() {
        let mut bytes = trace(80_000);
        let half = bytes.len() / 2;
        let event = bytes[half..].iter().position(|&byte| byte == b'\n').unwrap() + half + 1;
        bytes[event..event + 40].fill(b'#');
        bytes.truncate(bytes.len() - 100);
        let inputs = [Input { path: "cut.json".into(), source: Arc::new(bytes) }];
        let one = load(&inputs, &Options::default(), 1);
        assert!(one.captures[0].ranks[0].notes.len() == 2, "{:?}", one.captures[0].ranks[0].notes);
        let many = load(&inputs, &Options::default(), 3);
        assert!(blocks(&many) == blocks(&one));
    }
}
