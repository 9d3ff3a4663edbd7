//! However a capture is read, it is the same.

use super::*;
use std::sync::Arc;
use stepscope_analysis::Analysis;
use stepscope_analysis::selection::Selection;
use stepscope_analysis::summary::Summary;
use stepscope_fixtures::{Files, real};

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
    text +=
        "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":1,\"tid\":0,\"args\":{\"name\":\"p\"}}]";
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

/// JSON and blocks of what was loaded.
fn outcome(loaded: &Loaded) -> (String, Vec<Vec<u8>>) {
    let analyses: Vec<Analysis> = loaded.captures.iter().map(Analysis::new).collect();
    let summary = Summary::of(&analyses, &Selection::default(), &loaded.notes);
    (serde_json::to_string_pretty(&summary).unwrap(), blocks(loaded))
}

/// Files as each kind of container.
fn containers(files: &Files) -> [(&'static str, Vec<Input>); 4] {
    let input = |path: &str, bytes: Vec<u8>| Input { path: path.into(), source: Arc::new(bytes) };
    let folder = files.iter().map(|(path, bytes)| input(path, bytes.to_vec())).collect();
    [
        ("folder", folder),
        ("zip", vec![input("a.zip", files.to_zip().unwrap())]),
        ("tar", vec![input("a.tar", files.to_tar().unwrap())]),
        ("tar.gz", vec![input("a.tar.gz", files.to_tar_gz().unwrap())]),
    ]
}

/// How many jobs read parts of files.
fn parts(inputs: &[Input], options: &Options, loaders: usize) -> usize {
    let plan = plan(inputs, &Options { loaders, ..*options });
    plan.jobs.iter().filter(|job| job.part.is_some()).count()
}

#[test]
fn a_real_capture_is_the_same_in_any_container_chunks_and_number_of_loaders() {
    let Some(captures) = real::captures() else { return };
    let level1 = captures.join("torch_npu/text/level1");
    // Two ranks keep two loaders busy; a rank by itself is shared out.
    let rank = level1.join("rank0_ascend_pt");
    for folder in [&level1, &rank] {
        let files = Files::read_from(folder).unwrap();
        let all = containers(&files);
        let expected = outcome(&load(&all[0].1, &Options::default(), 1));
        assert!(expected.0.contains("\"slices\""), "{}", expected.0);
        for (container, inputs) in all {
            for chunk in [1, 7, 100, Options::default().chunk] {
                let options = Options { chunk, part_bytes: 64 << 10, ..Options::default() };
                for threads in [1, 2, 3, 7] {
                    if threads > 1 && folder == &rank && matches!(container, "folder" | "tar") {
                        // The tables beside the trace have their share.
                        assert!(parts(&inputs, &options, threads) >= threads - 1, "{container}");
                    }
                    let got = outcome(&load(&inputs, &options, threads));
                    assert!(got == expected, "{container}, {chunk}, {threads}");
                }
            }
        }
    }
}
