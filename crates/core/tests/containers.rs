//! The same files in any container, chunk size and order give the same captures, bit for bit.

mod common;

use common::{
    Zip, as_folder, as_gzip, as_tar, as_xz, as_zip, as_zip_by, as_zstandard, digest, folder, one,
    options, packed_files, sample,
};
use stepscope_core::load::{Arrivals, Input, Job, Loaded, Options, Piece, Plan, load, plan, run};
use stepscope_core::model::{Capture, CaptureKind, Rank};
use stepscope_core::note::Cause;
use stepscope_core::source::Source;

fn containers(files: &[common::File]) -> Vec<(String, Vec<Input>)> {
    let mut all = vec![("folder".to_owned(), as_folder(files))];
    let mut reversed = as_folder(files);
    reversed.reverse();
    all.push(("folder, reversed".to_owned(), reversed));
    for how in [Zip::Deflated, Zip::Stored, Zip::Wide, Zip::Described] {
        // The name says nothing: content does.
        all.push((format!("zip {how:?}"), vec![one("capture.bin", as_zip(files, how))]));
    }
    let tar = as_tar(files);
    all.push(("tar.gz".to_owned(), vec![one("capture.tgz", as_gzip(&tar, usize::MAX))]));
    all.push(("tar.gz of members".to_owned(), vec![one("capture.tar.gz", as_gzip(&tar, 4096))]));
    all.push(("tar.zst".to_owned(), vec![one("capture.tar.zst", as_zstandard(&tar))]));
    all.push(("tar.xz".to_owned(), vec![one("capture.txz", as_xz(&tar))]));
    let packed = packed_files(files);
    let packed_tar = as_tar(&packed);
    for how in [Zip::Deflated, Zip::Stored, Zip::Described] {
        all.push((format!("zip {how:?} of packed"), vec![one("a.zip", as_zip(&packed, how))]));
    }
    let gzip = as_gzip(&packed_tar, usize::MAX);
    all.push(("tar.gz of packed".to_owned(), vec![one("capture.tgz", gzip)]));
    all.push(("tar of packed".to_owned(), vec![one("capture", packed_tar)]));
    let mut backwards = files.to_vec();
    backwards.reverse();
    let gzip = as_gzip(&as_tar(&backwards), usize::MAX);
    all.push(("tar.gz, reversed".to_owned(), vec![one("capture.tar.gz", gzip)]));
    all.push(("tar".to_owned(), vec![one("capture", tar)]));
    all
}

#[test]
fn every_container_and_chunk_size_gives_the_same() {
    let files = sample();
    let expected = load(&as_folder(&files), &options(), &mut ());
    assert_eq!(expected.captures.len(), 1);
    assert_eq!(expected.captures[0].name, "level1");
    let ranks = &expected.captures[0].ranks;
    assert_eq!(ranks.len(), 2);
    assert_eq!(ranks[1].folder, "rank_1/node.a_1001_20250301010203456_ascend_pt");
    assert_eq!(ranks[1].host.as_deref(), Some("node.a"));
    assert_eq!(ranks[1].kernels.as_ref().unwrap().rows.len(), 2);
    assert_eq!(ranks[1].trace.as_ref().unwrap().counts.slices, 40);
    assert_eq!(ranks[1].files.len(), 8);
    let expected = digest(&expected);
    for (name, inputs) in containers(&files) {
        for chunk in [1, 7, 100, options().chunk] {
            let options = Options { chunk, ..options() };
            assert_eq!(digest(&load(&inputs, &options, &mut ())), expected, "{name}, {chunk}");
        }
    }
}

#[test]
fn real_captures_are_the_same_in_every_container() {
    let Some(root) = stepscope_fixtures::real::captures() else { return };
    let files = folder(&root.join("torch_npu/text/level1"));
    let expected = digest(&load(&as_folder(&files), &options(), &mut ()));
    for (name, inputs) in containers(&files) {
        for chunk in [1, 7, 100, options().chunk] {
            let options = Options { chunk, ..options() };
            assert_eq!(digest(&load(&inputs, &options, &mut ())), expected, "{name}, {chunk}");
        }
    }
}

#[test]
fn pieces_may_come_from_any_loader_in_any_order_as_blocks() {
    let files = sample();
    let inputs = vec![
        one("a.zip", as_zip(&files, Zip::Deflated)),
        one("b.tgz", as_gzip(&as_tar(&files), 1 << 20)),
    ];
    let options = options();
    let expected = digest(&load(&inputs, &options, &mut ()));
    let (loaded, ..) = load_as_blocks(&inputs, &options);
    // Two archives with the same folders are two captures.
    assert_eq!(loaded.captures.len(), 2);
    assert_ne!(loaded.captures[0].name, loaded.captures[1].name);
    assert_eq!(digest(&loaded), expected);
}

#[test]
fn single_files_packed_or_not() {
    let files = sample();
    let trace =
        files.iter().find(|(path, _)| path.ends_with("/trace_view.json")).unwrap().1.clone();
    let kernels =
        files.iter().find(|(path, _)| path.ends_with("kernel_details.csv")).unwrap().1.clone();
    for (name, bytes, kind) in [
        ("run.json", trace.clone(), CaptureKind::ChromeTrace),
        ("run.json.gz", as_gzip(&trace, 100), CaptureKind::ChromeTrace),
        ("run.json.zst", as_zstandard(&trace), CaptureKind::ChromeTrace),
        ("run.json.xz", as_xz(&trace), CaptureKind::ChromeTrace),
        ("run.json.zst", trace.clone(), CaptureKind::ChromeTrace),
        ("trace_view.json", trace.clone(), CaptureKind::TorchNpu),
        ("trace_view.json.gz", as_gzip(&trace, 100), CaptureKind::TorchNpu),
        ("kernel_details.csv", kernels.clone(), CaptureKind::TorchNpu),
        ("kernel_details.csv.gz", as_gzip(&kernels, 100), CaptureKind::TorchNpu),
    ] {
        let loaded = load(&[one(name, bytes)], &options(), &mut ());
        assert_eq!(loaded.notes, [], "{name}");
        assert_eq!(loaded.captures.len(), 1, "{name}");
        let capture = &loaded.captures[0];
        assert_eq!(capture.kind, kind, "{name}");
        let unpacked = [".gz", ".zst", ".xz"].iter().find_map(|ending| name.strip_suffix(ending));
        assert_eq!(capture.name, unpacked.unwrap_or(name));
        assert_eq!(capture.ranks[0].trace.is_some(), name.contains("json"));
        assert_eq!(capture.ranks[0].kernels.is_some(), name.contains("csv"));
    }
    for (method, bytes) in [(93, as_zstandard(&trace)), (95, as_xz(&trace))] {
        let zip = as_zip_by(method, "trace_view.json", &trace, bytes);
        let loaded = load(&[one("a.zip", zip)], &options(), &mut ());
        assert_eq!(loaded.notes, [], "{method}");
        assert_eq!(loaded.captures[0].ranks[0].trace.as_ref().unwrap().counts.slices, 40);
    }
    let object = [br#"{"schemaVersion":1,"traceEvents":"#.as_slice(), &trace, b"}"].concat();
    let loaded = load(&[one("x/kineto.json", object)], &options(), &mut ());
    assert_eq!(loaded.captures[0].name, "kineto.json");
    assert_eq!(loaded.captures[0].ranks[0].trace.as_ref().unwrap().counts.slices, 40);
}

#[test]
fn real_traces_of_other_devices_are_ranks_of_their_jobs() {
    let Some(root) = stepscope_fixtures::real::captures() else { return };
    let loaded = load(&as_folder(&folder(&root.join("kineto"))), &options(), &mut ());
    let ranks = |capture: &Capture| -> Vec<_> {
        let rank = |rank: &Rank| (rank.rank, rank.trace.as_ref().unwrap().counts.slices);
        capture.ranks.iter().map(rank).collect()
    };
    let told: Vec<_> = loaded
        .captures
        .iter()
        .map(|capture| (capture.name.as_str(), capture.kind, ranks(capture)))
        .collect();
    let alone = "benchmark_result_2869224_1695835535_trace.json";
    let expected = [
        (alone, CaptureKind::Kineto, vec![(Some(0), 870)]),
        ("kineto", CaptureKind::Kineto, vec![(Some(0), 4811), (Some(1), 4676)]),
    ];
    assert_eq!(told, expected, "{:?}", loaded.notes);
}

/// Loads as several loaders do, the last job first and each piece going through a block. Also how many
/// parts there were, and how many files were read again.
fn load_as_blocks(inputs: &[Input], options: &Options) -> (Loaded, usize, usize) {
    let Plan { jobs, pieces, total } = plan(inputs, options);
    assert_eq!(total, jobs.iter().map(|job| job.bytes).sum::<u64>());
    let parts = jobs.iter().filter(|job| job.part.is_some()).count();
    let mut arrivals = Arrivals::default();
    let mut jobs = arrivals.expect(jobs, u64::MAX);
    let mut again = 0;
    while let Some((id, job)) = jobs.pop() {
        let job: Job = serde_json::from_str(&serde_json::to_string(&job).unwrap()).unwrap();
        let mut sink = |piece: Piece| {
            let mut buffers = Vec::new();
            piece.write(&mut |buffer| buffers.push(buffer));
            let mut buffers = buffers.into_iter();
            arrivals.take(id, Piece::read(&mut || buffers.next()).unwrap());
        };
        do_as_the_page(&job, &inputs[job.input].source, options, &mut sink);
        let more = arrivals.done(id);
        again += more.len();
        jobs.extend(more);
    }
    // The listing may be the last to arrive.
    pieces.into_iter().for_each(|piece| arrivals.take(0, piece));
    (arrivals.loaded(), parts, again)
}

/// Does a job as the page does: the bytes of a file that is not packed are pushed.
fn do_as_the_page(job: &Job, source: &Source, options: &Options, sink: &mut dyn FnMut(Piece)) {
    let Some((range, mut reading)) = job.plain_reading() else {
        assert!(run(job, source, options, &mut (), sink).is_continue());
        return;
    };
    let mut at = range.start;
    let mut chunk = vec![0; options.chunk];
    while reading.wants_more() && at < range.end {
        let length = (range.end - at).min(options.chunk as u64) as usize;
        let got = source.read_at(at, &mut chunk[..length]).unwrap();
        if got == 0 {
            break;
        }
        reading.push(&chunk[..got]);
        at += got as u64;
    }
    sink(reading.finish(None));
}

#[test]
fn a_file_that_is_refused_while_it_is_pushed_was_changed() {
    for loaders in [1, 3] {
        let files = as_folder(&[sample().swap_remove(0)]);
        let options = Options { loaders, part_bytes: 500, ..options() };
        for job in plan(&files, &options).jobs {
            let (_, mut reading) = job.plain_reading().unwrap();
            reading.push(b"[");
            let refused = std::io::Error::from(std::io::ErrorKind::PermissionDenied);
            let piece = reading.finish(Some(refused));
            let mut causes = piece.rank.notes.iter().map(|note| note.cause);
            assert!(causes.any(|cause| cause == Some(Cause::Changed)), "{loaders}");
        }
    }
}

#[test]
fn big_files_shared_out_give_the_same() {
    let mut cases = vec![sample()];
    if let Some(root) = stepscope_fixtures::real::captures() {
        cases.push(folder(&root.join("torch_npu/text/level1")));
        cases.push(vec![one_file(
            &root.join(
                "torch_npu/text/level0/rank1_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json",
            ),
            "run.json",
        )]);
    }
    for files in cases {
        let expected = digest(&load(&as_folder(&files), &options(), &mut ()));
        for inputs in [as_folder(&files), vec![one("a.tar", as_tar(&files))]] {
            for loaders in [2, 3, 7] {
                let options = Options { loaders, part_bytes: 500, ..options() };
                let (loaded, parts, again) = load_as_blocks(&inputs, &options);
                // Two ranks keep two or three loaders busy as they are.
                assert!(parts > 1 || loaders < 7, "nothing was shared out");
                assert_eq!(again, 0);
                assert_eq!(digest(&loaded), expected, "{loaders}");
                assert_eq!(digest(&load(&inputs, &options, &mut ())), expected, "{loaders}");
            }
        }
    }
}

fn one_file(path: &std::path::Path, name: &str) -> common::File {
    (name.to_owned(), std::fs::read(path).unwrap())
}

#[test]
fn a_file_that_was_split_at_a_wrong_place_is_read_again() {
    // Arguments that look like events all over the file.
    let nested = vec![r#"{"name":"x","ph":"X","ts":1}"#; 60].join(",");
    let event = format!(
        r#"{{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1,"args":{{"l":[{nested}]}}}}"#
    );
    let text = format!("[{}]", vec![event; 20].join(","));
    let inputs = vec![one("x/run.json", text.into_bytes())];
    let expected = digest(&load(&inputs, &options(), &mut ()));
    let options = Options { loaders: 4, part_bytes: 500, ..options() };
    let (loaded, parts, again) = load_as_blocks(&inputs, &options);
    assert!(parts > 1 && again == 1);
    assert_eq!(digest(&loaded), expected);
    assert_eq!(digest(&load(&inputs, &options, &mut ())), expected);
}

#[test]
fn a_cut_file_shared_out_is_told_as_cut() {
    let rank = "rank_0/node.a_1000_20250301010203456_ascend_pt/ASCEND_PROFILER_OUTPUT/";
    for (name, cuts) in [("trace_view.json", [2400, 2500]), ("kernel_details.csv", [150, 200])] {
        let mut files = sample();
        files.retain(|(path, _)| path.contains(rank) && path.ends_with(name));
        let tar = as_tar(&files);
        let line = files[0].1.iter().position(|byte| *byte == b'\n').map(|end| end + 1);
        for cut in cuts.into_iter().chain(line) {
            let inputs = vec![one("a.tar", tar[..1536 + cut].to_vec())];
            let expected = load(&inputs, &options(), &mut ());
            let options = Options { loaders: 3, part_bytes: 500, ..options() };
            let (loaded, ..) = load_as_blocks(&inputs, &options);
            assert_eq!(digest(&loaded), digest(&expected), "{name} {cut}");
        }
    }
}
