//! Real captures, which stay outside the repository.

use crate::containers;
use crate::support::json;
use std::path::Path;
use stepscope_fixtures::{Files, real};

/// The text exports with what is around them, as a tree.
fn tree(folder: &Path, prefix: &str, files: &mut Files) {
    let mut entries: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()).collect();
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let name = format!("{prefix}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            tree(&entry.path(), &name, files);
        } else {
            files.push(name, std::fs::read(entry.path()).unwrap());
        }
    }
}

#[test]
fn real_captures_are_the_same_in_every_container() {
    let Some(captures) = real::captures() else { return };
    for level in ["level0", "level1"] {
        let mut files = Files::new();
        tree(&captures.join("torch_npu/text").join(level), level, &mut files);
        containers::check(&format!("real-{level}"), &files);
    }
}

#[test]
fn the_verdict_is_a_rank_that_is_not_opened() {
    let Some(captures) = real::captures() else { return };
    let summary = json([captures.join("torch_npu/text/level1")]);
    assert_eq!(summary["verdict"]["class"], "waiting-for-unopened-rank");
    assert_eq!(summary["captures"][0]["kind"], "torch_npu");
    assert_eq!(summary["captures"][0]["ranks"].as_array().unwrap().len(), 2);
}

#[test]
fn everything_at_once_loads_what_can_be_loaded() {
    let Some(captures) = real::captures() else { return };
    let summary = json([captures]);
    assert!(summary["captures"].as_array().unwrap().len() >= 3);
}
