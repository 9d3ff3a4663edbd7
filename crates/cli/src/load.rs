//! Loading with threads: one rank's file each, and a big single trace by all of them.

use std::cmp::Reverse;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use stepscope_core::load::{
    Input, Job, Loaded, Options, Piece, Plan, assemble, join_parts, plan, read_part, run, split,
};
use stepscope_core::trace_json::TracePart;
use stepscope_core::trace_json::split::Part;

/// A trace smaller than this is read before a second thread has got going.
const SPLIT_FROM: u64 = 8 << 20;

/// Something for a thread to do.
#[derive(Clone, Copy)]
struct Task<'a> {
    /// Place of its job in the plan.
    at: usize,
    job: &'a Job,
    /// Which part of the job's trace; all of the job when absent.
    part: Option<Part>,
    bytes: u64,
}

/// What came of it.
enum Done {
    Pieces(Vec<Piece>),
    /// Parts of one trace in file order.
    Parts(io::Result<Vec<TracePart>>),
}

/// Loads `inputs` with `threads` threads.
pub(crate) fn load(inputs: &[Input], options: &Options, threads: usize) -> Loaded {
    let Plan { jobs, mut pieces, total } = plan(inputs, options);
    let mut tasks: Vec<Task> = jobs
        .iter()
        .enumerate()
        .flat_map(|(at, job)| tasks_of(at, job, inputs, total, threads))
        .collect();
    // Big ones first, so that none of them is begun when all others are done.
    tasks.sort_by_key(|task| (Reverse(task.bytes), task.at));
    let done = work_off(&tasks, inputs, options, threads);
    for (job, done) in by_job(done) {
        pieces.extend(match done {
            Done::Pieces(pieces) => pieces,
            Done::Parts(parts) => match parts.ok().and_then(|parts| join_parts(job, parts)) {
                Some(piece) => vec![piece],
                // A boundary was guessed wrong, or a part could not be read: as one, then.
                None => whole(job, inputs, options),
            },
        });
    }
    assemble(pieces)
}

/// What came of each job, in the order of the plan: of one file that was read twice the last counts.
fn by_job<'a>(mut done: Vec<(Task<'a>, Done)>) -> Vec<(&'a Job, Done)> {
    done.sort_by_key(|(task, _)| (task.at, task.part.map(|part| part.start)));
    let mut jobs: Vec<(usize, &Job, Done)> = Vec::new();
    for (task, done) in done {
        match (jobs.last_mut(), done) {
            (Some((at, _, Done::Parts(parts))), Done::Parts(more)) if *at == task.at => {
                let so_far = std::mem::replace(parts, Ok(Vec::new()));
                *parts = so_far.and_then(|mut parts| {
                    parts.append(&mut more?);
                    Ok(parts)
                });
            }
            (_, done) => jobs.push((task.at, task.job, done)),
        }
    }
    jobs.into_iter().map(|(_, job, done)| (job, done)).collect()
}

/// One task, or one a part for a trace that would keep its thread busy after the others have ended.
fn tasks_of<'a>(
    at: usize,
    job: &'a Job,
    inputs: &[Input],
    total: u64,
    threads: usize,
) -> Vec<Task<'a>> {
    let long = job.bytes >= SPLIT_FROM && job.bytes > total / threads.max(1) as u64;
    let parts =
        if long && threads > 1 { split(job, &inputs[job.input].source, threads) } else { None };
    let Some(parts) = parts else {
        return vec![Task { at, job, part: None, bytes: job.bytes }];
    };
    let bytes = job.bytes / parts.len() as u64;
    parts.into_iter().map(|part| Task { at, job, part: Some(part), bytes }).collect()
}

fn work_off<'a>(
    tasks: &[Task<'a>],
    inputs: &[Input],
    options: &Options,
    threads: usize,
) -> Vec<(Task<'a>, Done)> {
    let next = AtomicUsize::new(0);
    let all: Mutex<Vec<(Task, Done)>> = Mutex::default();
    let work = || {
        while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let done = perform(task, inputs, options);
            all.lock().unwrap_or_else(PoisonError::into_inner).push((*task, done));
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(tasks.len()) {
            scope.spawn(work);
        }
        work();
    });
    all.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn perform(task: &Task, inputs: &[Input], options: &Options) -> Done {
    let source = &inputs[task.job.input].source;
    match task.part {
        None => Done::Pieces(whole(task.job, inputs, options)),
        Some(part) => match read_part(task.job, part, source, options, &mut ()) {
            ControlFlow::Continue(read) => Done::Parts(read.map(|part| vec![part])),
            // Nobody watches, so nobody cancels.
            ControlFlow::Break(()) => Done::Parts(Err(io::ErrorKind::Interrupted.into())),
        },
    }
}

fn whole(job: &Job, inputs: &[Input], options: &Options) -> Vec<Piece> {
    let mut found = Vec::new();
    let source = &inputs[job.input].source;
    let _ = run(job, source, options, &mut (), &mut |piece| found.push(piece));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    /// A trace above [`SPLIT_FROM`], with nested arrays of objects that look like events.
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
        assert!(bytes.len() as u64 > SPLIT_FROM, "{}", bytes.len());
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
