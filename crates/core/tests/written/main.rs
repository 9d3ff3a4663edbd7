//! Whatever the generator writes is read back whole, out of any container: every event and every row, against
//! a reading of the same files that shares no code with the parsers.

#[path = "../common/mod.rs"]
mod common;
mod events;
mod rows;

use common::{as_folder, digest, one, owned};
use proptest::prelude::*;
use std::fmt::Debug;
use stepscope_core::load::{Loaded, Options, load};
use stepscope_core::model::Rank;
use stepscope_fixtures::{Files, Fixture, scenarios};

/// The rank that `path` was read into.
fn rank_of<'a>(loaded: &'a Loaded, path: &str) -> &'a Rank {
    let of_capture = |name: &str| path.split('/').any(|part| part == name);
    let captures = loaded.captures.iter().filter(|capture| of_capture(&capture.name));
    let holds = |rank: &&Rank| rank.files.iter().any(|file| path.ends_with(&file.path));
    let ranks: Vec<_> = captures.flat_map(|capture| &capture.ranks).filter(holds).collect();
    assert_eq!(ranks.len(), 1, "ranks with {path}");
    ranks[0]
}

/// Equal lists; the first difference says more than both whole.
fn assert_same<T: PartialEq + Debug>(own: &[T], expected: &[T], path: &str) {
    for (own, expected) in own.iter().zip(expected) {
        assert_eq!(own, expected, "{path}");
    }
    assert_eq!(own.len(), expected.len(), "{path}");
}

fn table<T: ?Sized>(table: Option<&T>) -> &T {
    table.expect("the table was read")
}

/// Checks each file that is read; how many.
fn check_files(files: &Files, loaded: &Loaded) -> usize {
    if loaded.captures.is_empty() {
        return 0;
    }
    let mut checked = 0;
    for (path, bytes) in files.iter() {
        let (folder, name) = path.rsplit_once('/').unwrap();
        let in_output = folder.ends_with("ASCEND_PROFILER_OUTPUT");
        let rank = || rank_of(loaded, path);
        match name {
            "trace_view.json" => {
                let own = events::read(table(rank().trace.as_deref()));
                assert_same(&own, &events::written(bytes), path);
            }
            "kernel_details.csv" => {
                let own = rows::kernels(table(rank().kernels.as_deref()));
                assert_same(&own, &rows::written_kernels(bytes), path);
            }
            "step_trace_time.csv" => {
                let own = rows::steps(table(rank().step_trace.as_deref()));
                assert_same(&own, &rows::written_steps(bytes), path);
            }
            "op_statistic.csv" => {
                let own = rows::operators(table(rank().op_statistic.as_deref()));
                assert_same(&own, &rows::written_operators(bytes), path);
            }
            "profiler_metadata.json" if !in_output => {
                assert_eq!(table(rank().metadata.as_deref()).as_bytes(), bytes, "{path}");
            }
            _ if name.starts_with("profiler_info") => {
                assert_eq!(table(rank().profiler_info.as_ref()).text.as_bytes(), bytes, "{path}");
            }
            _ => continue,
        }
        checked += 1;
    }
    checked
}

/// Reads the fixture out of each container; how many files were checked.
fn check(fixture: &Fixture) -> usize {
    let read = |inputs: &[_]| load(inputs, &Options::default(), &mut ());
    let loaded = read(&as_folder(&owned(&fixture.files)));
    let expected = digest(&loaded);
    for (name, archive) in [
        ("a.zip", fixture.files.to_zip()),
        ("a.tar", fixture.files.to_tar()),
        ("a.tar.gz", fixture.files.to_tar_gz()),
    ] {
        assert_eq!(digest(&read(&[one(name, archive.unwrap())])), expected, "{name}");
    }
    // The number of events is the generator's own word.
    let told = fixture.truth.captures.iter().flat_map(|capture| &capture.ranks);
    let told: usize = told.filter_map(|rank| rank.events).map(|counts| counts.slices).sum();
    let ranks = loaded.captures.iter().flat_map(|capture| &capture.ranks);
    let slices: u64 = ranks.filter_map(|rank| rank.trace.as_deref()).map(|t| t.counts.slices).sum();
    assert!(slices >= told as u64, "{slices} of {told} slices");
    check_files(&fixture.files, &loaded)
}

#[test]
fn every_named_capture_is_read_back_whole() {
    for fixture in scenarios::all() {
        let name = &fixture.truth.scenario;
        let checked = check(&fixture);
        // Raw captures hold nothing that is read.
        assert!(checked > 1 || name == "not-parsed", "{name}: {checked} files");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_odd_capture_is_read_back_whole(seed: u64) {
        prop_assert_eq!(check(&scenarios::random(seed)), 2);
    }
}
