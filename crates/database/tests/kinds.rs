//! Databases of the other profilers, and several beside each other.

mod common;

use common::{File, open, real};
use stepscope_core::load::Loaded;
use stepscope_core::model::{CaptureKind, FileState};
use stepscope_core::note::NoteKind;
use stepscope_fixtures::Files;

const PROF: &str = "PROF_000001_20230919172304555_ABCDEF";

/// The database of a run of msprof, without a rank.
fn msprof() -> Option<Vec<u8>> {
    let root = stepscope_fixtures::real::captures()?;
    Some(std::fs::read(root.join("msprof_db/msprof_0.db")).unwrap())
}

fn open_all(files: &[(&str, &[u8])]) -> Loaded {
    let file = |(path, bytes): &(&str, &[u8])| ((*path).to_owned(), bytes.to_vec());
    open(&files.iter().map(file).collect::<Vec<File>>())
}

/// Number and folder of each rank.
type Ranks<'a> = Vec<(Option<u32>, &'a str)>;

/// Kind, name and ranks of each capture.
fn layout(loaded: &Loaded) -> Vec<(CaptureKind, &str, Ranks<'_>)> {
    let captures = loaded.captures.iter();
    captures
        .map(|capture| {
            let ranks = capture.ranks.iter().map(|rank| (rank.rank, rank.folder.as_str()));
            (capture.kind, capture.name.as_str(), ranks.collect())
        })
        .collect()
}

#[test]
fn a_run_of_msprof_opens_in_its_folder_and_alone() {
    let Some(bytes) = msprof() else { return };
    for (path, name, folder) in [
        (format!("run/{PROF}/msprof_20230919172305.db"), "run", PROF),
        ("run/msprof_20230919172305.db".to_owned(), "run", "run"),
        (
            "msmonitor_412311_20230919172305123_-1.db".to_owned(),
            "msmonitor_412311_20230919172305123_-1.db",
            "",
        ),
    ] {
        let loaded = open_all(&[(&path, &bytes)]);
        assert_eq!(loaded.notes, [], "{path}");
        assert_eq!(layout(&loaded), [(CaptureKind::Msprof, name, vec![(None, folder)])]);
        // 24 tasks, those 8 of 9 parts of collectives that have a task, 4 calls, 13 marks, 22 stretches of the
        // vendor's analysis.
        let rank = &loaded.captures[0].ranks[0];
        assert_eq!(rank.trace.as_ref().unwrap().counts.slices, 71);
        assert_eq!(rank.kernels.as_ref().unwrap().rows.len(), 11);
        assert_eq!(rank.notes, []);
    }
}

#[test]
fn of_several_exports_of_one_run_the_largest_counts() {
    let Some(bytes) = msprof() else { return };
    let mut larger = bytes.clone();
    larger.extend_from_slice(&[0; 4096]);
    let [old, new] = [1, 2].map(|time| format!("run/{PROF}/msprof_2023091917230{time}.db"));
    let (all, some) =
        ((larger.len() as u64, FileState::Read), (bytes.len() as u64, FileState::Listed));
    for (own, expected) in [([&larger, &bytes], [all, some]), ([&bytes, &larger], [some, all])] {
        let mut files = Files::new();
        files.push(&old, own[0].as_slice());
        files.push(&new, own[1].as_slice());
        let packed = [("a.tar.gz".to_owned(), files.to_tar_gz().unwrap())];
        for loaded in [open_all(&[(&old, own[0]), (&new, own[1])]), open(&packed)] {
            let rank = &loaded.captures[0].ranks[0];
            let states: Vec<_> = rank.files.iter().map(|file| (file.bytes, file.state)).collect();
            assert_eq!(states, expected);
            assert_eq!(rank.trace.as_ref().unwrap().counts.slices, 71);
            let notes: Vec<_> = rank.notes.iter().map(|note| note.kind).collect();
            assert_eq!(notes, [NoteKind::OtherExport]);
        }
    }
}

#[test]
fn databases_side_by_side_are_a_rank_each() {
    let Some(msprof) = msprof() else { return };
    let real = real();
    let [zero, one] = [0, 1].map(|rank| real[rank].bytes());
    let loaded = open_all(&[
        ("run/ascend_pytorch_profiler_0.db", &zero),
        ("run/ascend_pytorch_profiler_1.db", &one),
        ("run/msmonitor_412311_20230919172305123_7.db", &msprof),
        ("run/a.log", b"x"),
    ]);
    assert_eq!(loaded.notes, []);
    let torch =
        vec![(Some(0), "ascend_pytorch_profiler_0.db"), (Some(1), "ascend_pytorch_profiler_1.db")];
    let other = vec![(Some(7), "msmonitor_412311_20230919172305123_7.db")];
    assert_eq!(
        layout(&loaded),
        [(CaptureKind::TorchNpu, "run", torch), (CaptureKind::Msprof, "run", other)]
    );
    let keys: Vec<_> = loaded.captures.iter().map(|capture| capture.key.as_str()).collect();
    assert_ne!(keys[0], keys[1]);
}

#[test]
fn a_run_of_mindspore_is_one_with_its_folder_or_its_database() {
    let real = real();
    let Some(bytes) = real.first().map(common::Real::bytes) else { return };
    // MindSpore's are of the same tables; none is at hand.
    let name = "ASCEND_PROFILER_OUTPUT/ascend_mindspore_profiler_4.db";
    let folder = "host_412311_20250301010203456_ascend_ms";
    for path in [format!("run/{folder}/{name}"), format!("run/renamed/{name}")] {
        let loaded = open_all(&[(&path, &bytes)]);
        let folder = path.split('/').nth(1).unwrap();
        let expected = (CaptureKind::Mindspore, "run", vec![(Some(4), folder)]);
        assert_eq!(layout(&loaded), [expected]);
    }
}
