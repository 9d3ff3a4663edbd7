//! Real captures, which stay outside the repository.

use crate::containers;
use crate::support::json;
use stepscope_fixtures::{Files, real};

#[test]
fn real_captures_are_the_same_in_every_container() {
    let Some(captures) = real::captures() else { return };
    for level in ["level0", "level1"] {
        let files = Files::read_from(&captures.join("torch_npu/text").join(level)).unwrap();
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
