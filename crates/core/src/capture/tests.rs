//! Recognition by path, and putting together: ranks, captures, names, notes.

use super::{Class, FileKind, ProfPart, classify};
use crate::load::{Input, Loaded, Options, load};
use crate::model::{CaptureKind, FileState};
use crate::note::{Note, NoteKind};
use std::sync::Arc;

const TRACE: &str = r#"[{"ph":"X","name":"a","pid":1,"tid":1,"ts":"1.5","dur":1}]"#;
const STEPS: &str = "Step,Computing,Communication(Not Overlapped),Overlapped,Communication,Free,Stage,Bubble\n1,1,0,0,0,0,1,0\n";

/// Loads files of these paths; their content follows from the name.
fn open(paths: &[&str]) -> Loaded {
    let with = |path: &&str| {
        let name = path.rsplit('/').next().unwrap();
        let content = match name {
            "step_trace_time.csv" => STEPS,
            _ if name.starts_with("profiler_info") => r#"{"rank_id":"5"}"#,
            "profiler_metadata.json" | "info.json.0" => "{}",
            _ if name.ends_with(".json") => TRACE,
            _ => "x",
        };
        (path.to_string(), content.to_owned())
    };
    open_files(&paths.iter().map(with).collect::<Vec<_>>())
}

fn open_files(files: &[(String, String)]) -> Loaded {
    let input = |(path, content): &(String, String)| Input {
        path: path.clone(),
        source: Arc::new(content.clone().into_bytes()),
    };
    load(&files.iter().map(input).collect::<Vec<_>>(), &Options::default(), &mut ())
}

/// Numbers and folders of ranks.
type Ranks<'a> = Vec<(Option<u32>, &'a str)>;

/// Name of each capture with its ranks.
fn layout(loaded: &Loaded) -> Vec<(&str, Ranks<'_>)> {
    let captures = loaded.captures.iter();
    captures
        .map(|capture| {
            let ranks = capture.ranks.iter().map(|rank| (rank.rank, rank.folder.as_str()));
            (capture.name.as_str(), ranks.collect())
        })
        .collect()
}

fn about(notes: &[Note]) -> Vec<(NoteKind, &str)> {
    notes.iter().map(|note| (note.kind, note.file.as_str())).collect()
}

#[test]
fn every_file_is_recognised_by_its_path() {
    let rank = "a/h_1_20250301010203456_ascend_pt";
    let cases = [
        ("ASCEND_PROFILER_OUTPUT/trace_view.json", FileKind::Trace),
        ("ASCEND_PROFILER_OUTPUT/kernel_details.csv", FileKind::Kernels),
        ("ASCEND_PROFILER_OUTPUT/op_statistic.csv", FileKind::OpStatistic),
        ("ASCEND_PROFILER_OUTPUT/step_trace_time.csv", FileKind::StepTrace),
        ("ASCEND_PROFILER_OUTPUT/communication.json", FileKind::Communication),
        ("ASCEND_PROFILER_OUTPUT/communication_matrix.json", FileKind::CommunicationMatrix),
        ("ASCEND_PROFILER_OUTPUT/api_statistic.csv", FileKind::Deliverable),
        ("ASCEND_PROFILER_OUTPUT/soc_pmu.csv", FileKind::Deliverable),
        ("ASCEND_PROFILER_OUTPUT/analysis.db", FileKind::Analysis),
        (
            "ASCEND_PROFILER_OUTPUT/ascend_pytorch_profiler_3.db",
            FileKind::Database(CaptureKind::TorchNpu, Some(3)),
        ),
        ("ASCEND_PROFILER_OUTPUT/new_file.json", FileKind::Other),
        ("ASCEND_PROFILER_OUTPUT/sub/trace_view.json", FileKind::Other),
        ("profiler_info_12.json", FileKind::ProfilerInfo(Some(12))),
        ("profiler_info.json", FileKind::ProfilerInfo(None)),
        ("profiler_metadata.json", FileKind::Metadata),
        ("FRAMEWORK/torch.op_range", FileKind::Raw),
    ];
    for (inside, kind) in cases {
        let path = format!("{rank}/{inside}");
        assert_eq!(classify(&path), Class { folder: rank, kind }, "{path}");
    }
    let prof = "a/PROF_000001_20230919172304555_ABCDEF";
    let cases = [
        ("host/data/x.slice_0", FileKind::Prof(ProfPart::Raw)),
        ("msprof_20230919172305.db", FileKind::Database(CaptureKind::Msprof, None)),
        ("mindstudio_profiler_output/msprof_1.json", FileKind::Trace),
        ("mindstudio_profiler_output/op_summary_slice_0_1.csv", FileKind::Kernels),
        ("mindstudio_profiler_output/op_statistic_1.csv", FileKind::OpStatistic),
        ("mindstudio_profiler_output/api_statistic_1.csv", FileKind::Deliverable),
        ("mindstudio_profiler_output/README.txt", FileKind::Prof(ProfPart::Exported)),
        ("analyze/communication.json", FileKind::Communication),
        ("device_0/data/x.json", FileKind::Prof(ProfPart::Raw)),
    ];
    for (inside, kind) in cases {
        let path = format!("{prof}/{inside}");
        assert_eq!(classify(&path), Class { folder: prof, kind }, "{path}");
        // Of a framework's profiler it is the raw data.
        let path = format!("b_ascend_pt/{path}");
        let own = format!("b_ascend_pt/{prof}");
        let inner = format!("b_ascend_pt/PROF_000001_20230919172304555_ABCDEF/{inside}");
        assert_eq!(classify(&path), Class { folder: &own, kind }, "{path}");
        assert!(matches!(classify(&inner).kind, FileKind::Prof(_)), "{inner}");
    }
    let device = format!("{prof}/device_0");
    for (inside, kind) in [
        ("timeline/msprof_0_2_1.json", FileKind::Trace),
        ("summary/op_summary_0_2_1.csv", FileKind::Kernels),
        ("info.json.0", FileKind::DeviceInfo),
        ("start_info.0", FileKind::StartInfo),
    ] {
        let path = format!("{device}/{inside}");
        assert_eq!(classify(&path), Class { folder: &device, kind }, "{path}");
    }
    for (path, folder, kind) in [
        ("trace_view.json", "", FileKind::Trace),
        ("x/trace_view.json", "x", FileKind::Trace),
        ("ASCEND_PROFILER_OUTPUT/trace_view.json", "", FileKind::Trace),
        ("run.json", "", FileKind::Json),
        ("x/readme.txt", "x", FileKind::Other),
        ("PROF_notes/run.json", "PROF_notes", FileKind::Json),
        ("m_ascend_ms/ASCEND_PROFILER_OUTPUT/trace_view.json", "m_ascend_ms", FileKind::Trace),
        (
            "c/cluster_analysis_output/x.csv",
            "c/cluster_analysis_output",
            FileKind::Foreign(CaptureKind::Cluster),
        ),
    ] {
        assert_eq!(classify(path), Class { folder, kind }, "{path}");
    }
}

#[test]
fn a_lone_file_may_have_any_name() {
    for name in ["采集", "é", "", "FRAMEWORK", "trace_view.json"] {
        assert_eq!(classify(name).folder, "", "{name}");
    }
}

#[test]
fn ranks_that_share_a_parent_are_a_capture() {
    let loaded = open(&[
        "top/before/rank_1/h_2_20250301010203456_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json",
        "top/before/rank_0/h_1_20250301010203456_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json",
        "top/after/renamed/ASCEND_PROFILER_OUTPUT/trace_view.json",
        "top/after/renamed/profiler_info_3.json",
        "top/after/rank7_ascend_pt/ASCEND_PROFILER_OUTPUT/step_trace_time.csv",
        "top/after/other/trace_view.json",
    ]);
    assert_eq!(
        layout(&loaded),
        [
            ("after", vec![(Some(3), "renamed"), (Some(7), "rank7_ascend_pt"), (None, "other")]),
            (
                "before",
                vec![
                    (Some(0), "rank_0/h_1_20250301010203456_ascend_pt"),
                    (Some(1), "rank_1/h_2_20250301010203456_ascend_pt")
                ]
            ),
        ]
    );
    assert_eq!(loaded.notes, []);
    assert_eq!(loaded.captures[1].ranks[0].host.as_deref(), Some("h"));
}

#[test]
fn the_name_does_not_depend_on_leading_folders() {
    for lead in ["", "a/", "a/b/c/"] {
        let path = format!("{lead}job/r_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json");
        assert_eq!(layout(&open(&[&path])), [("job", vec![(None, "r_ascend_pt")])]);
    }
    let one = open(&["r_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json"]);
    assert_eq!(layout(&one), [("r_ascend_pt", vec![(None, "r_ascend_pt")])]);
    assert_eq!(layout(&open(&["ASCEND_PROFILER_OUTPUT/trace_view.json"]))[0].0, "trace_view.json");
    let same = open(&["a/x/r_ascend_pt/trace_view.json", "b/x/r_ascend_pt/trace_view.json"]);
    let names: Vec<_> = layout(&same).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["a/x", "b/x"]);
}

#[test]
fn the_rank_is_in_the_file_name_then_the_content_then_the_folder() {
    let output = "ASCEND_PROFILER_OUTPUT/trace_view.json";
    let rank = |paths: &[String]| {
        let loaded = open(&paths.iter().map(String::as_str).collect::<Vec<_>>());
        (loaded.captures[0].ranks[0].rank, loaded.captures[0].ranks[0].notes.clone())
    };
    let files = |info: &str| vec![format!("x/rank_9/{output}"), format!("x/rank_9/{info}")];
    let (number, notes) = rank(&files("profiler_info_0.json"));
    assert_eq!(number, Some(0));
    assert_eq!(about(&notes), [(NoteKind::RankMismatch, "rank_9")]);
    assert_eq!(rank(&files("profiler_info.json")), (Some(5), vec![]));
    assert_eq!(rank(&files("readme")), (Some(9), vec![]));
    assert_eq!(rank(&[format!("x/rank_2/h_ascend_pt/{output}")]).0, Some(2));
    assert_eq!(rank(&[format!("x/ranking_ascend_pt/{output}")]).0, None);
}

#[test]
fn of_two_folders_of_a_rank_the_newer_counts() {
    let output = "ASCEND_PROFILER_OUTPUT/trace_view.json";
    let (old, new) = ("h_7_20240101000000_ascend_pt", "h_3_20250301010203456_ascend_pt");
    let loaded = open(&[
        &format!("x/{old}/{output}"),
        &format!("x/{old}/profiler_info_0.json"),
        &format!("x/{new}/{output}"),
        &format!("x/{new}/profiler_info_0.json"),
    ]);
    assert_eq!(layout(&loaded), [("x", vec![(Some(0), new)])]);
    assert_eq!(about(&loaded.captures[0].notes), [(NoteKind::DuplicateRank, old)]);
    assert!(loaded.captures[0].notes[0].detail.contains(new));
}

#[test]
fn files_are_listed_with_their_state_and_paths_relative_to_the_capture() {
    let loaded = open(&[
        "x/r_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json",
        "x/r_ascend_pt/ASCEND_PROFILER_OUTPUT/api_statistic.csv",
        "x/r_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv",
        "x/r_ascend_pt/logs/a.log",
        "x/r_ascend_pt/PROF_000001_20230919172304555_ABCDEF/host/data/raw",
        "x/readme.txt",
    ]);
    let rank = &loaded.captures[0].ranks[0];
    let files: Vec<_> = rank.files.iter().map(|file| (file.path.as_str(), file.state)).collect();
    assert_eq!(
        files,
        [
            ("r_ascend_pt/ASCEND_PROFILER_OUTPUT/api_statistic.csv", FileState::Listed),
            ("r_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv", FileState::Failed),
            ("r_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json", FileState::Read),
            ("r_ascend_pt/PROF_000001_20230919172304555_ABCDEF/host/data/raw", FileState::Ignored),
            ("r_ascend_pt/logs/a.log", FileState::Ignored),
        ]
    );
    let kernels = "r_ascend_pt/ASCEND_PROFILER_OUTPUT/kernel_details.csv";
    assert_eq!(about(&rank.notes), [(NoteKind::WrongKind, kernels)]);
    assert_eq!(rank.kernels.as_deref().map(|_| ()), None);
    assert_eq!(loaded.notes, []);
}

#[test]
fn what_cannot_be_shown_is_named_with_what_to_do() {
    let prof = "PROF_000001_20230919172304555_ABCDEF";
    let cases: [(&[&str], NoteKind, &str, &str); 10] = [
        (
            &["x/r_ascend_pt/FRAMEWORK/torch.op_range", "x/r_ascend_pt/profiler_info_5.json"],
            NoteKind::NotParsed,
            "x/r_ascend_pt",
            "analyse(profiler_path='x/r_ascend_pt')",
        ),
        (
            &[&format!("x/r_ascend_pt/{prof}/host/data/raw")],
            NoteKind::NotParsed,
            "x/r_ascend_pt",
            "torch_npu",
        ),
        (
            &[&format!("x/{prof}/host/data/raw")],
            NoteKind::NotParsed,
            &format!("x/{prof}"),
            "msprof --export=on",
        ),
        (
            &[
                &format!("x/{prof}/device_0/data/raw"),
                &format!("x/{prof}/device_0/info.json.0"),
                &format!("x/{prof}/device_0/sqlite/ascend.db"),
            ],
            NoteKind::NotParsed,
            &format!("x/{prof}"),
            "msprof --parse=on",
        ),
        (
            &[&format!("x/{prof}/device_0/data/raw")],
            NoteKind::NotCollected,
            &format!("x/{prof}"),
            "",
        ),
        (
            &[
                &format!("x/{prof}/host/data/raw"),
                &format!("x/{prof}/mindstudio_profiler_output/README.txt"),
            ],
            NoteKind::MsprofNotRead,
            &format!("x/{prof}"),
            "",
        ),
        (
            &["x/r_ascend_pt/ASCEND_PROFILER_OUTPUT/analysis.db"],
            NoteKind::NoDeliverables,
            "x/r_ascend_pt",
            "",
        ),
        (&["x/r_ascend_pt/profiler_info_5.json"], NoteKind::NoDeliverables, "x/r_ascend_pt", ""),
        (
            &["x/m_ascend_ms/FRAMEWORK/x.bin"],
            NoteKind::NotParsed,
            "x/m_ascend_ms",
            "from mindspore.profiler.profiler import analyse; analyse('x/m_ascend_ms')",
        ),
        (
            &["x/cluster_analysis_output/communication_group.json"],
            NoteKind::ClusterNotRead,
            "x/cluster_analysis_output",
            "",
        ),
    ];
    for (paths, kind, file, detail) in cases {
        let loaded = open(paths);
        assert!(loaded.captures.is_empty(), "{paths:?}");
        assert_eq!(about(&loaded.notes), [(kind, file)], "{paths:?}");
        assert!(loaded.notes[0].detail.contains(detail), "{:?}", loaded.notes);
    }
}

#[test]
fn a_raw_rank_beside_parsed_ones_is_a_note_on_the_capture() {
    let loaded = open(&[
        "x/a_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json",
        "x/b_ascend_pt/FRAMEWORK/torch.op_range",
    ]);
    assert_eq!(layout(&loaded), [("x", vec![(None, "a_ascend_pt")])]);
    assert_eq!(about(&loaded.captures[0].notes), [(NoteKind::NotParsed, "b_ascend_pt")]);
    assert_eq!(loaded.notes, []);
}

#[test]
fn other_timelines_are_captures_of_their_own() {
    let loaded = open(&["x/run.json", "y/run.json", "x/other.json"]);
    assert_eq!(layout(&loaded).len(), 3);
    let names: Vec<_> = layout(&loaded).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["other.json", "x/run.json", "y/run.json"]);
    assert!(loaded.captures.iter().all(|capture| capture.kind == CaptureKind::ChromeTrace));
    assert_eq!(loaded.captures[0].ranks[0].files[0].path, "other.json");
    let damaged = [("x/run.json".to_owned(), TRACE[..TRACE.len() - 1].to_owned())];
    let loaded = open_files(&damaged);
    assert_eq!(about(&loaded.captures[0].ranks[0].notes), [(NoteKind::Truncated, "run.json")]);
}
