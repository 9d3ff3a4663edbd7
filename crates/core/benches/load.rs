//! What loading is made of, each over one file of the demo capture.

#![allow(missing_docs, reason = "made by Criterion's macros")]

use std::io::Read;
use std::sync::Arc;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use stepscope_core::archive::names::no_gbk;
use stepscope_core::archive::{Entry, Limits, Meter, unknown_codec, zip};
use stepscope_core::load::{Input, Options, load};
use stepscope_core::model::Rank;
use stepscope_core::parse::KernelsParser;
use stepscope_core::source::Source;
use stepscope_core::trace_json::{TraceParser, TracePart, join};
use stepscope_fixtures::Files;

/// As much as a loader pushes at once.
const CHUNK: usize = 256 << 10;

fn bytes(files: &Files, name: &str) -> Vec<u8> {
    files.find(name).map(|(_, bytes)| bytes.to_vec()).unwrap_or_default()
}

fn parsed(trace: &[u8]) -> TracePart {
    let mut parser = TraceParser::new("trace_view.json");
    for chunk in trace.chunks(CHUNK) {
        parser.push(chunk);
    }
    parser.finish()
}

fn unpacked(entry: &Entry, source: &Source) -> usize {
    let mut buffer = vec![0; CHUNK];
    let mut total = 0;
    let opened = entry.open(source, &Limits::default(), unknown_codec, Meter::default());
    let mut reader = opened.expect("an entry of our own zip");
    while let Some(count) = reader.read(&mut buffer).ok().filter(|count| *count > 0) {
        total += count;
    }
    total
}

fn parsing(criterion: &mut Criterion) {
    let files = stepscope_fixtures::demo().files;
    let mut group = criterion.benchmark_group("parse");

    let trace = bytes(&files, "/trace_view.json");
    group.throughput(Throughput::Bytes(trace.len() as u64));
    group.bench_function("trace_view.json", |bencher| bencher.iter(|| parsed(&trace)));
    group.bench_function("join", |bencher| {
        let join_one = |part| join(vec![part]);
        bencher.iter_batched(|| parsed(&trace), join_one, BatchSize::LargeInput);
    });

    let kernels = bytes(&files, "/kernel_details.csv");
    group.throughput(Throughput::Bytes(kernels.len() as u64));
    group.bench_function("kernel_details.csv", |bencher| {
        bencher.iter(|| {
            let mut parser = KernelsParser::new("kernel_details.csv");
            kernels.chunks(CHUNK).for_each(|chunk| parser.push(chunk));
            parser.finish()
        });
    });
    group.finish();
}

fn unpacking(criterion: &mut Criterion) {
    let packed = stepscope_fixtures::demo().files.to_zip().expect("a zip in memory");
    let source: Source = Arc::new(packed);
    let entries = || zip::list(&source, "demo.zip", &Limits::default(), no_gbk, &mut Vec::new());
    let mut group = criterion.benchmark_group("unpack");
    group.bench_function("list", |bencher| bencher.iter(entries));

    let entries = entries();
    let total: usize = entries.iter().map(|entry| unpacked(entry, &source)).sum();
    group.throughput(Throughput::Bytes(total as u64));
    group.bench_function("inflate", |bencher| {
        bencher.iter(|| entries.iter().map(|entry| unpacked(entry, &source)).sum::<usize>());
    });
    group.finish();
}

fn blocks(criterion: &mut Criterion) {
    let packed = stepscope_fixtures::demo().files.to_zip().expect("a zip in memory");
    let input = Input { path: "demo.zip".to_owned(), source: Arc::new(packed) };
    let loaded = load(&[input], &Options::default(), &mut ());
    let rank = &loaded.captures[0].ranks[0];
    let written = || {
        let mut block = Vec::new();
        rank.write(&mut |buffer| block.push(buffer));
        block
    };
    let block = written();
    let mut group = criterion.benchmark_group("block");
    group.throughput(Throughput::Bytes(block.iter().map(Vec::len).sum::<usize>() as u64));
    group.bench_function("write", |bencher| bencher.iter(written));
    group.bench_function("read", |bencher| {
        bencher.iter(|| {
            let mut buffers = block.iter().cloned();
            Rank::read(&mut || buffers.next())
        });
    });
    group.finish();
}

criterion_group!(benches, parsing, unpacking, blocks);
criterion_main!(benches);
