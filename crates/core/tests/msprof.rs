//! What the msprof command line exports: slices, iterations, several times.

mod common;

use common::{File, as_folder, as_gzip, as_tar, as_zip, block, folder, one};
use serde_json::Value;
use stepscope_core::ids::SliceId;
use stepscope_core::load::{Input, Loaded, Options, load};
use stepscope_core::model::{Capture, CaptureKind, FileState, Rank, Trace};
use stepscope_core::note::NoteKind;
use stepscope_core::time::Ns;

const PROF: &str = "run/PROF_000001_20250301010203456_ABCDEF";

fn open(files: &[File]) -> Loaded {
    load(&as_folder(files), &Options::default(), &mut ())
}

fn only(loaded: &Loaded) -> &Rank {
    let [Capture { kind: CaptureKind::Msprof, ranks, .. }] = loaded.captures.as_slice() else {
        panic!("{:?}", loaded.notes);
    };
    let [rank] = ranks.as_slice() else { panic!("{} ranks", ranks.len()) };
    rank
}

fn exported(name: &str, text: String) -> File {
    (format!("{PROF}/mindstudio_profiler_output/{name}"), text.into_bytes())
}

fn event(at: i64) -> String {
    let name = ["Add", "MatMul", "Cast"][at as usize % 3];
    let time = 1_736_412_474_714_258 + at * 10;
    let tid = at % 2;
    format!(
        r#"{{"ph":"X","name":"{name}","pid":"7","tid":{tid},"ts":"{time}.5","dur":3.25,"args":{{"Task Id":{at}}}}},
           {{"ph":"C","name":"HBM","pid":7,"tid":0,"ts":"{time}","args":{{"Read(MB/s)":{at}}}}},
           {{"ph":"s","cat":"flow","name":"flow{at}","id":{at},"pid":7,"tid":{tid},"ts":"{time}.5"}},
           {{"ph":"b","cat":"wait","name":"{name}","id":"a{at}","pid":7,"tid":0,"ts":"{time}"}},
           {{"ph":"e","cat":"wait","name":"{name}","id":"a{at}","pid":7,"tid":0,"ts":"{time}.75"}}"#
    )
}

fn trace(events: std::ops::Range<i64>) -> String {
    let label = r#"{"ph":"M","name":"process_name","pid":7,"args":{"name":"Ascend Hardware"}}"#;
    let events = events.map(event).collect::<Vec<_>>().join(",");
    format!("[{label},{events}]")
}

fn kernels(rows: std::ops::Range<i64>, metric: &str) -> String {
    let row = |at| {
        let time = 1_736_412_474_714_258 + at * 10;
        format!("0,Add_{at},Add,AI_CORE,{time}.5\t,3.25,0.5,8,\"\"\"{at},4\"\"\",0.{at}\n")
    };
    let rows = rows.map(row).collect::<String>();
    format!(
        "Device_id,Op Name,OP Type,Task Type,Task Start Time(us),Task Duration(us),Task Wait Time(us),Block Num,Input Shapes,{metric}\n{rows}"
    )
}

/// All that a trace tells, in words, so that numbering does not matter.
fn told(trace: &Trace) -> Vec<String> {
    let mut lines = Vec::new();
    for track in &trace.tracks {
        let process = &trace.processes[track.process.index()];
        let place = (trace.strings.get(process.pid), trace.strings.get(track.tid), track.kind);
        for slice in track.slices().map(SliceId::new) {
            let args: Vec<_> = trace.slice_args(slice).collect();
            let flows = trace.flow_ends_of(slice).len();
            let own = trace.slices.row(slice.index());
            let name = trace.slice_name(slice);
            let times = (own.start, own.duration, own.kind);
            lines.push(format!("{place:?} {name} {times:?} {args:?} {flows}"));
        }
    }
    for series in &trace.series {
        let points: Vec<_> =
            series.points().map(|at| (trace.points.time[at], trace.points.value[at])).collect();
        lines.push(format!("{} {points:?}", trace.strings.get(series.key)));
    }
    lines.push(format!("{:?} {}", trace.counts, trace.flow_ends.len()));
    lines
}

#[test]
fn slices_are_read_as_the_whole_that_they_were() {
    let whole = [
        exported("msprof_20250301010203.json", trace(0..30)),
        exported("op_summary_20250301010203.csv", kernels(0..30, "aic_mac_ratio")),
    ];
    // The label is in each slice, and counted.
    let slices = [
        exported("msprof_slice_0_20250301010203.json", trace(0..11)),
        exported("msprof_slice_1_20250301010203.json", trace(11..12)),
        exported("msprof_slice_10_20250301010203.json", trace(12..30)),
        exported("op_summary_slice_0_20250301010203.csv", kernels(0..3, "aic_mac_ratio")),
        exported("op_summary_slice_2_20250301010203.csv", kernels(3..30, "aic_mac_ratio")),
    ];
    let (whole, sliced) = (open(&whole), open(&slices));
    let (whole, sliced) = (only(&whole), only(&sliced));
    let (mut expected, mut own) =
        (told(whole.trace.as_ref().unwrap()), told(sliced.trace.as_ref().unwrap()));
    let (before, after) = (expected.pop().unwrap(), own.pop().unwrap());
    assert_eq!(own, expected);
    assert_eq!(after, before.replace("metadata: 1", "metadata: 3"));
    let bytes = |rank: &Rank| block(&Rank { kernels: rank.kernels.clone(), ..Rank::default() });
    assert_eq!(bytes(sliced), bytes(whole));
    assert_eq!(sliced.notes, []);
    assert!(sliced.files.iter().all(|file| file.state == FileState::Read));

    // Whatever they come in, and in whatever order.
    let mut turned = slices.to_vec();
    turned.reverse();
    let zip = as_zip(&turned, common::Zip::Deflated);
    for input in [
        one("a.tar.gz", as_gzip(&as_tar(&turned), 1 << 20)),
        one("a.tar", as_tar(&turned)),
        one("a.zip", zip),
    ] {
        let name = input.path.clone();
        let loaded = load(&[input], &Options::default(), &mut ());
        assert_eq!(block(only(&loaded)), block(sliced), "{name}");
    }
}

#[test]
fn a_column_that_only_a_later_slice_has_is_unknown_before() {
    let files = [
        exported("op_summary_slice_0_1.csv", kernels(0..2, "aic_mac_ratio")),
        exported("op_summary_slice_1_1.csv", kernels(2..4, "aiv_vec_ratio")),
    ];
    let loaded = open(&files);
    let kernels = only(&loaded).kernels.clone().unwrap();
    let values: Vec<(&str, Vec<Option<f64>>)> = kernels
        .metrics
        .iter()
        .map(|metric| {
            let known = |value: &f64| (!value.is_nan()).then_some(*value);
            (metric.name.as_str(), metric.values.iter().map(known).collect())
        })
        .collect();
    let expected = [
        ("aic_mac_ratio", vec![Some(0.0), Some(0.1), None, None]),
        ("aiv_vec_ratio", vec![None, None, Some(0.2), Some(0.3)]),
    ];
    assert_eq!(values, expected);
}

#[test]
fn the_newest_export_counts_and_the_others_are_said() {
    let files = [
        exported("msprof_20250301010203.json", trace(0..3)),
        exported("msprof_20250401010203.json", trace(0..5)),
        exported("op_summary_20250301010203.csv", kernels(0..3, "x")),
        exported("api_statistic_20250301010203.csv", "Level\n".to_owned()),
        exported("README.txt", "read".to_owned()),
    ];
    for inputs in [as_folder(&files), vec![one("a.tar.gz", as_gzip(&as_tar(&files), 1 << 20))]] {
        let loaded = load(&inputs, &Options::default(), &mut ());
        let rank = only(&loaded);
        assert_eq!(rank.trace.as_ref().unwrap().counts.slices, 10);
        assert_eq!(rank.kernels.as_ref().unwrap().rows.len(), 3);
        let notes: Vec<_> = rank.notes.iter().map(|note| (note.kind, &*note.file)).collect();
        let other = rank.notes[0].file.clone();
        assert_eq!(notes, [(NoteKind::OtherExport, &*other)]);
        assert!(other.ends_with("msprof_20250301010203.json"), "{other}");
        let state =
            |end: &str| rank.files.iter().find(|file| file.path.ends_with(end)).unwrap().state;
        assert_eq!(state("msprof_20250301010203.json"), FileState::Listed);
        assert_eq!(state("msprof_20250401010203.json"), FileState::Read);
        assert_eq!(state("api_statistic_20250301010203.csv"), FileState::Listed);
    }
}

#[test]
fn the_machine_says_which_rank_it_was() {
    let info = r#"{"rank_id": 5, "hostname": "node7", "devices": "3"}"#;
    let files = [
        exported("msprof_20250301010203.json", trace(0..3)),
        (format!("{PROF}/device_3/info.json.3"), info.into()),
        (format!("{PROF}/host/data/raw"), b"x".to_vec()),
    ];
    let loaded = open(&files);
    let rank = only(&loaded);
    assert_eq!((rank.rank, rank.host.as_deref()), (Some(5), Some("node7")));
    let files = [
        exported("msprof_20250301010203.json", trace(0..3)),
        (format!("{PROF}/device_3/info.json.3"), br#"{"rank_id": -1}"#.to_vec()),
    ];
    assert_eq!(only(&open(&files)).rank, None);
}

#[test]
fn what_a_framework_left_is_told_by_its_own_files() {
    let own = "run/renamed/ASCEND_PROFILER_OUTPUT/trace_view.json";
    let prof = PROF.replace("run/", "run/renamed/");
    let files = [
        (own.to_owned(), trace(0..2).into_bytes()),
        (
            format!("{prof}/mindstudio_profiler_output/msprof_20250301010203.json"),
            trace(0..7).into_bytes(),
        ),
    ];
    let loaded = open(&files);
    assert_eq!(loaded.captures.len(), 1);
    assert_eq!(loaded.captures[0].kind, CaptureKind::TorchNpu);
    let rank = &loaded.captures[0].ranks[0];
    assert_eq!(rank.trace.as_ref().unwrap().counts.slices, 4);
}

fn real(name: &str) -> Option<Vec<File>> {
    Some(folder(&stepscope_fixtures::real::captures()?.join(name)))
}

/// When the machine's clock was zero, by hand.
const ZERO: i64 = 1_692_340_024_324_979_000 - 56_579_931_060_630;

/// The ten iterations: by an independent reading of the JSON, on unix time, to the nanosecond.
#[test]
fn real_iterations_before_cann_7_are_on_unix_time() {
    let Some(files) = real("msprof_old") else { return };
    let inputs = [
        as_folder(&files),
        vec![one("old.tar.gz", as_gzip(&as_tar(&files), 1 << 20))],
        vec![one("old.zip", as_zip(&files, common::Zip::Deflated))],
    ];
    for inputs in &inputs {
        check_iterations(&files, inputs);
    }
}

fn check_iterations(files: &[File], inputs: &[Input]) {
    let loaded = load(inputs, &Options::default(), &mut ());
    let rank = only(&loaded);
    assert_eq!((rank.rank, rank.host.as_deref()), (Some(0), Some("HOST0000001")));
    assert_eq!(rank.notes, []);
    let trace = rank.trace.as_ref().unwrap();
    let own = |category: &str| -> Vec<(String, i64, i64)> {
        let all = (0..trace.slices.len()).map(SliceId::new);
        let own = all.filter(|slice| {
            let track = &trace.tracks[trace.track_of(*slice).index()];
            let process = &trace.processes[track.process.index()];
            trace.slice_category(*slice) == category
                && process.name.map(|name| trace.strings.get(name)) == Some("Step Trace")
        });
        let mut own: Vec<_> = own
            .map(|slice| {
                let at = slice.index();
                let (start, length) = (trace.slices.start[at], trace.slices.duration[at]);
                (trace.slice_name(slice).to_owned(), start.get(), length.get())
            })
            .collect();
        own.sort_by_key(|(_, start, _)| *start);
        own
    };
    let (_, text) = files.iter().find(|(path, _)| path.ends_with("step_trace_0_2_3.json")).unwrap();
    let events: Vec<Value> = serde_json::from_slice(text).unwrap();
    let ns = |us: f64| (us * 1e3).round() as i64;
    let mut seen = 0;
    for (category, length_of) in [
        ("Iteration Time", "Iteration Time(ns)"),
        ("FP_BP Time", "FP_BP Time(ns)"),
        ("Iteration Refresh", "Iteration Refresh(ns)"),
        ("Reduce", ""),
    ] {
        let vendor = events.iter().filter(|event| event["cat"] == category);
        let vendor: Vec<(String, i64, i64)> = vendor
            .map(|event| {
                let args = &event["args"];
                let length = match args[length_of].as_f64() {
                    Some(ns) => ns.round() as i64,
                    None => {
                        let (from, to) = (&args["Reduce Start 0"], &args["Reduce End 0"]);
                        ns(to.as_f64().unwrap()) - ns(from.as_f64().unwrap())
                    }
                };
                let start = ns(event["ts"].as_f64().unwrap()) + ZERO;
                (event["name"].as_str().unwrap().to_owned(), start, length)
            })
            .collect();
        let own = own(category);
        assert_eq!((own.len(), vendor.len()), (10, 10), "{category}");
        for (own, vendor) in own.iter().zip(&vendor) {
            assert_eq!(own.0, vendor.0);
            assert!((own.1 - vendor.1).abs() <= 1, "{category}: {own:?} {vendor:?}");
            assert!((own.2 - vendor.2).abs() <= 1, "{category}: {own:?} {vendor:?}");
            seen += 1;
        }
    }
    assert_eq!(seen, 40);
    let span = trace.span().unwrap();
    assert!(
        span.start > Ns(1_692_340_000_000_000_000) && span.end.get() < 1_692_340_100_000_000_000
    );
}

#[test]
fn real_exports_of_one_run_for_each_group_of_metrics() {
    let Some(files) = real("msprof") else { return };
    let loaded = open(&files);
    let told: Vec<_> = loaded
        .captures
        .iter()
        .map(|capture| {
            let kernels = capture.ranks[0].kernels.as_ref().unwrap();
            (capture.name.as_str(), capture.kind, kernels.rows.len(), kernels.metrics.len())
        })
        .collect();
    let expected = [
        ("PROF_L2Cache", CaptureKind::Msprof, 3, 16),
        ("PROF_Memory", CaptureKind::Msprof, 3, 16),
        ("PROF_MemoryUB", CaptureKind::Msprof, 3, 10),
        ("PROF_ResourceConflictRatio", CaptureKind::Msprof, 3, 7),
    ];
    assert_eq!(told, expected);
    // One sampled the cores only.
    let kinds: Vec<_> = loaded.notes.iter().map(|note| note.kind).collect();
    assert_eq!(kinds, [NoteKind::MsprofNotRead]);
    assert!(loaded.notes[0].file.contains("PROF_Sample"));
}

#[test]
fn a_real_summary_alone_is_a_table_of_kernels() {
    let Some(files) = real("op_summary") else { return };
    let loaded = open(&files);
    let kernels = only(&loaded).kernels.clone().unwrap();
    assert_eq!(kernels.rows.len(), 21);
    assert_eq!(kernels.rows.duration[0], Ns(496_851));
}
