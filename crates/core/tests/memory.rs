//! Memory that loading takes at its peak, counted by the allocator.

mod common;

use common::{Zip, as_gzip, as_tar, as_zip, one};
use peak_alloc::PeakAlloc;
use std::fmt::Write;
use std::sync::Mutex;
use stepscope_core::load::{Arrivals, Input, Job, JobId, Options, Piece, Plan, load, plan, run};

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Held by the test that is running: what others do would be counted too.
static ALONE: Mutex<()> = Mutex::new(());

const SLICES: u64 = 100_000;

/// Bytes that cross from a loader at once: little beside the columns, as in the page.
const BUFFER: usize = 64 << 10;

/// Slices with arguments, counters and flows, in about the shares of a real trace.
fn trace() -> Vec<u8> {
    let mut text = "[".to_owned();
    for i in 0..SLICES {
        let (tid, ts) = (i % 40, i / 40);
        let dur = i * 7 % 900;
        let name = i * 31 % 500;
        let _ = write!(
            text,
            r#"{{"ph":"X","name":"n{name}","pid":1,"tid":{tid},"ts":{ts},"dur":0.{dur},"args":{{"connection_id":{i},"kind":"k{tid}"}}}},"#
        );
        if i % 10 == 0 {
            let _ = write!(
                text,
                r#"{{"ph":"C","name":"read","pid":1,"tid":0,"ts":{ts},"args":{{"value":{dur}}}}},
                   {{"ph":"s","id":{i},"name":"f","cat":"f","pid":1,"tid":{tid},"ts":{ts}}},
                   {{"ph":"f","id":{i},"name":"f","cat":"f","pid":1,"tid":0,"ts":{ts}}},"#
            );
        }
    }
    text += r#"{"ph":"M","name":"process_name","pid":1,"args":{"name":"Python"}}]"#;
    text.into_bytes()
}

/// The pieces of all jobs as the blocks that loaders send.
fn blocks(jobs: &[(JobId, Job)], input: &Input, options: &Options) -> Vec<Vec<u8>> {
    let block = |(_, job): &(JobId, Job)| {
        let mut block = Vec::new();
        let _ = run(job, &input.source, options, &mut (), &mut |piece| {
            piece.write(&mut |mut bytes| block.append(&mut bytes));
        });
        block
    };
    jobs.iter().map(block).collect()
}

/// It takes what is joined, the order of its rows and a column more, however many parts there are.
#[test]
fn a_trace_is_put_together_in_little_more_memory_than_it_takes() {
    let _alone = ALONE.lock();
    let input = one("trace_view.json", trace());
    for loaders in [2, 4] {
        let options = Options { loaders, part_bytes: 1 << 20, ..Options::default() };
        let Plan { jobs, .. } = plan(std::slice::from_ref(&input), &options);
        assert_eq!(jobs.len(), loaders);
        let mut arrivals = Arrivals::default();
        let jobs = arrivals.expect(jobs, u64::MAX);
        let blocks = blocks(&jobs, &input, &options);

        let before = HEAP.current_usage();
        HEAP.reset_peak_usage();
        for ((id, _), block) in jobs.iter().zip(&blocks) {
            let mut buffers = block.chunks(BUFFER).map(<[u8]>::to_vec);
            arrivals.take(*id, Piece::read(&mut || buffers.next()).unwrap());
        }
        for (id, _) in &jobs {
            assert!(arrivals.done(*id).is_empty(), "the parts do not fit");
        }
        let peak = HEAP.peak_usage() - before;
        let held = HEAP.current_usage() - before;
        let loaded = arrivals.loaded();
        let trace = loaded.captures[0].ranks[0].trace.as_ref().unwrap();
        assert_eq!(trace.slices.len() as u64, SLICES);
        let ratio = peak as f64 / held as f64;
        assert!(ratio < 1.4, "{ratio:.2} times what stays, {loaders} parts");
    }
}

/// Bytes that are unpacked are parsed as they come.
#[test]
fn a_packed_trace_is_never_unpacked_whole() {
    let _alone = ALONE.lock();
    let trace = trace();
    // The trees of the compressor and what is read at once: no part of the trace.
    let slack = trace.len() / 8;
    let files = [("r_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json".to_owned(), trace)];
    let (path, bytes) = &files[0];
    let peak = |name: &str, bytes: Vec<u8>| {
        let inputs = [one(name, bytes)];
        let before = HEAP.current_usage();
        HEAP.reset_peak_usage();
        let loaded = load(&inputs, &Options::default(), &mut ());
        let peak = HEAP.peak_usage() - before;
        let trace = loaded.captures[0].ranks[0].trace.as_ref().unwrap();
        assert_eq!(trace.slices.len() as u64, SLICES, "{name}");
        peak
    };
    let plain = peak(path, bytes.clone());
    for (name, packed) in [
        ("trace_view.json.gz", as_gzip(bytes, bytes.len())),
        ("a.zip", as_zip(&files, Zip::Deflated)),
        ("a.tar.gz", as_gzip(&as_tar(&files), usize::MAX)),
    ] {
        let more = peak(name, packed) as i64 - plain as i64;
        assert!(more < slack as i64, "{name} takes {more} bytes more than {plain}");
    }
}
