//! Sources and containers for the tests.
#![allow(dead_code, reason = "each test binary uses its part")]

use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use stepscope_core::load::{Input, Loaded, Options};
use stepscope_core::model::Rank;
use stepscope_fixtures::Files;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// One file: path and content.
pub(crate) type File = (String, Vec<u8>);

/// The options of a program that unpacks everything.
pub(crate) fn options() -> Options {
    Options { unpack: stepscope_codecs::unpack, gbk: stepscope_codecs::gbk, ..Options::default() }
}

/// Files that a test may change.
pub(crate) fn owned(files: &Files) -> Vec<File> {
    files.iter().map(|(path, bytes)| (path.to_owned(), bytes.to_vec())).collect()
}

/// All files below `folder`, with paths that begin with its name, sorted.
pub(crate) fn folder(folder: &Path) -> Vec<File> {
    owned(&Files::read_from(folder).unwrap())
}

/// Files as the inputs of an opened folder.
pub(crate) fn as_folder(files: &[File]) -> Vec<Input> {
    files.iter().map(|(path, bytes)| one(path, bytes.clone())).collect()
}

/// One input.
pub(crate) fn one(path: &str, bytes: Vec<u8>) -> Input {
    Input { path: path.to_owned(), source: Arc::new(bytes) }
}

/// A rank as the bytes of its block.
pub(crate) fn block(rank: &Rank) -> Vec<u8> {
    let mut bytes = Vec::new();
    rank.write(&mut |buffer| bytes.extend(buffer));
    bytes
}

/// How a zip is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Zip {
    Deflated,
    Stored,
    /// With zip64 sizes in every header.
    Wide,
    /// As a pipe writes it: sizes behind the data.
    Described,
}

/// Files as a zip.
pub(crate) fn as_zip(files: &[File], how: Zip) -> Vec<u8> {
    let method = match how {
        Zip::Stored => CompressionMethod::Stored,
        _ => CompressionMethod::Deflated,
    };
    let options =
        SimpleFileOptions::default().compression_method(method).large_file(how == Zip::Wide);
    if how == Zip::Described {
        let mut zip = ZipWriter::new_stream(Vec::new());
        for (path, bytes) in files {
            zip.start_file(path, options).unwrap();
            zip.write_all(bytes).unwrap();
        }
        return zip.finish().unwrap().into_inner();
    }
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (path, bytes) in files {
        zip.start_file(path, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Files as a tar, with GNU long names where they are long.
pub(crate) fn as_tar(files: &[File]) -> Vec<u8> {
    let mut tar = tar::Builder::new(Vec::new());
    for (path, bytes) in files {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, path, bytes.as_slice()).unwrap();
    }
    tar.into_inner().unwrap()
}

/// As a Zstandard file.
pub(crate) fn as_zstandard(bytes: &[u8]) -> Vec<u8> {
    stepscope_fixtures::pack::zstandard(bytes).unwrap()
}

/// As an xz file.
pub(crate) fn as_xz(bytes: &[u8]) -> Vec<u8> {
    stepscope_fixtures::pack::xz(bytes).unwrap()
}

/// Files of which the tables and timelines are packed each in itself, in turn by each codec.
pub(crate) fn packed_files(files: &[File]) -> Vec<File> {
    const READ: [&str; 4] =
        ["trace_view.json", "kernel_details.csv", "op_statistic.csv", "step_trace_time.csv"];
    let is_table = |path: &str| path.rsplit('/').next().is_some_and(|name| READ.contains(&name));
    let pack = |(i, (path, bytes)): (usize, &File)| match i % 3 {
        _ if !is_table(path) => (path.clone(), bytes.clone()),
        0 => (format!("{path}.gz"), as_gzip(bytes, 1000)),
        1 => (format!("{path}.zst"), as_zstandard(bytes)),
        _ => (format!("{path}.XZ"), as_xz(bytes)),
    };
    files.iter().enumerate().map(pack).collect()
}

/// A zip of one file, packed by a method that the writer of the tests does not know: `bytes` are packed already.
pub(crate) fn as_zip_by(method: u8, path: &str, text: &[u8], bytes: Vec<u8>) -> Vec<u8> {
    let mut zip = as_zip(&[(path.to_owned(), bytes)], Zip::Stored);
    let central = zip.windows(4).rposition(|four| four == b"PK\x01\x02").unwrap();
    for at in [8, central + 10] {
        zip[at] = method;
        zip[at + 6..at + 10].copy_from_slice(&crc32fast::hash(text).to_le_bytes());
        zip[at + 14..at + 18].copy_from_slice(&(text.len() as u32).to_le_bytes());
    }
    zip
}

/// Bytes as gzip members of at most `member` bytes each.
pub(crate) fn as_gzip(bytes: &[u8], member: usize) -> Vec<u8> {
    let mut packed = Vec::new();
    for part in bytes.chunks(member) {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
        gzip.write_all(part).unwrap();
        packed.extend(gzip.finish().unwrap());
    }
    packed
}

/// Two ranks with every kind of file, in deep folders with Chinese names, and litter.
pub(crate) fn sample() -> Vec<File> {
    let mut files = Vec::new();
    for rank in 0..2 {
        let folder = format!(
            "采集/某个相当长的目录名称用来测试长路径/level1/rank_{rank}/node.a_{}_20250301010203456_ascend_pt",
            1000 + rank
        );
        let mut add = |path: &str, text: String| {
            files.push((format!("{folder}/{path}"), text.into_bytes()));
        };
        let start = 1_736_412_474_714_258_i64 + rank;
        let event = |name: &str, at: i64| {
            format!(
                r#"{{"ph":"X","name":"{name}","pid":7,"tid":2,"ts":"{}.990","dur":3.25,"args":{{"Task Id":{at}}}}}"#,
                start + at
            )
        };
        let events: Vec<String> =
            (0..40).map(|i| event(["Add", "MatMul", "矩阵"][i % 3], i as i64 * 5)).collect();
        add(
            "ASCEND_PROFILER_OUTPUT/trace_view.json",
            format!(
                r#"[{{"ph":"M","name":"process_name","pid":7,"args":{{"name":"Ascend Hardware"}}}},{}]"#,
                events.join(",")
            ),
        );
        add(
            "ASCEND_PROFILER_OUTPUT/kernel_details.csv",
            format!(
                "Step Id,Device_id,Name,Type,Accelerator Core,Start Time(us),Duration(us),Wait Time(us),Block Num,Input Shapes,aic_mac_ratio\r\n\
                 7,0,Add_1,Add,AI_VECTOR_CORE,{start}.020\t,3.040,0,8,\"\"\"4,8;4,8\"\"\",0.5\r\n\
                 7,0,hcom_allReduce_,N/A,COMMUNICATION,{start}.500\t,1.5,0.0,0,N/A,N/A\r\n"
            ),
        );
        add(
            "ASCEND_PROFILER_OUTPUT/op_statistic.csv",
            "OP Type,Core Type,Count,Total Time(us),Min Time(us)\nAdd,AI_VECTOR_CORE,1,3.040,3.040\n".into(),
        );
        add(
            "ASCEND_PROFILER_OUTPUT/step_trace_time.csv",
            "Device_id,Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble,Preparing\n0,7,3.04,1.5,0,1.5,0.1,4.6,0,12\n".into(),
        );
        add("ASCEND_PROFILER_OUTPUT/operator_details.csv", "Name\nadd\n".into());
        add("logs/profiler_1.log", "nothing\n".into());
        add(
            &format!("profiler_info_{rank}.json"),
            format!(
                r#"{{"config":{{"experimental_config":{{"_profiler_level":"Level1"}}}},"rank_id":"{rank}"}}"#
            ),
        );
        add("profiler_metadata.json", r#"{"distributed_args":{"world_size":2}}"#.into());
        add("ASCEND_PROFILER_OUTPUT/._trace_view.json", "mac".into());
        add(".DS_Store", "mac".into());
    }
    files.push(("__MACOSX/采集/._x".into(), b"mac".to_vec()));
    files
}

/// Everything that was loaded, in a form that can be compared and printed.
pub(crate) fn digest(loaded: &Loaded) -> Vec<String> {
    let mut lines = Vec::new();
    for capture in &loaded.captures {
        lines.push(format!("{} {:?} {:?}", capture.name, capture.kind, capture.notes));
        for rank in &capture.ranks {
            let head = (&rank.folder, rank.rank, &rank.host, &rank.files, &rank.notes);
            lines.push(format!("{head:?} {:08x}", crc32fast::hash(&block(rank))));
        }
    }
    lines.extend(loaded.notes.iter().map(|note| format!("{note:?}")));
    lines
}
