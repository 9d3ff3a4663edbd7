//! Real captures, which stay outside the repository.

use crate::containers;
use crate::support::json;
use serde_json::Value;
use std::process::Command;
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

/// The numbers of `tests/truth/kineto.py`, which knows nothing of this code.
#[test]
fn traces_of_gpus_come_to_what_a_script_makes_of_them() {
    let Some(captures) = real::captures() else { return };
    let folder = captures.join("kineto");
    let mut files: Vec<_> =
        std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 3);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/truth/kineto.py");
    let output = Command::new("python3").arg(script).args(&files).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let truth: Value = serde_json::from_slice(&output.stdout).unwrap();
    let mut compared = 0;
    for file in files {
        let summary = json([&file]);
        let own = summary["captures"][0]["ranks"][0]["steps"].as_array().unwrap().clone();
        let truth = truth[file.file_name().unwrap().to_str().unwrap()].as_array().unwrap();
        assert_eq!(own.len(), truth.len());
        for (own, truth) in own.iter().zip(truth) {
            let parts =
                ["preparing_ns", "computing_ns", "communication_not_overlapped_ns", "free_ns"];
            for key in ["step"].into_iter().chain(parts) {
                assert_eq!(own[key], truth[key], "{} {key}", file.display());
            }
            let [preparing, computing, exposed, free] =
                parts.map(|key| own[key].as_i64().unwrap() as f64);
            let step = preparing + computing + exposed + free;
            for (key, share) in [
                ("computing", computing / step),
                ("communication", exposed / step),
                ("idle", (preparing + free) / step),
            ] {
                let expected = truth["shares"][key].as_f64().unwrap();
                assert!((share - expected).abs() < 1e-12, "{key}: {share} {expected}");
                compared += 1;
            }
        }
    }
    assert_eq!(compared, 15);
}

#[test]
fn iterations_of_a_graph_are_steps() {
    let Some(captures) = real::captures() else { return };
    let summary = json([captures.join("msprof_old")]);
    assert_eq!(summary["captures"][0]["kind"], "msprof");
    let steps = summary["captures"][0]["ranks"][0]["steps"].as_array().unwrap().clone();
    let names: Vec<_> = steps.iter().map(|step| step["step"].as_str().unwrap()).collect();
    assert_eq!(names, ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]);
    // Timelines are there of the first three; what nobody recorded is unknown.
    let known: Vec<_> = steps.iter().map(|step| step["computing_ns"].is_number()).collect();
    assert_eq!(known.iter().filter(|known| **known).count(), 3);
    assert!(known[..3].iter().all(|known| *known));
}

#[test]
fn the_analysis_of_a_cluster_is_its_ranks_by_the_vendors_numbers() {
    let Some(captures) = real::captures() else { return };
    let summary = json([captures.join("cluster")]);
    let capture = &summary["captures"][0];
    assert_eq!(
        (&capture["kind"], &capture["name"]),
        (&"cluster".into(), &"cluster_analysis_output".into())
    );
    let ranks = capture["ranks"].as_array().unwrap();
    assert_eq!(ranks.len(), 16);
    for (number, rank) in ranks.iter().enumerate() {
        assert_eq!(rank["rank"], number);
        assert_eq!((&rank["steps"], &rank["events"]), (&Value::Array(vec![]), &Value::Null));
        assert_eq!(rank["vendor_steps"].as_array().unwrap().len(), 1);
    }
    let first = &ranks[0]["vendor_steps"][0];
    // 75174.57464453117 and 69909.50350390615 µs, and no column that says Preparing.
    assert_eq!(first["computing_ns"], 75_174_575);
    assert_eq!(first["free_ns"], 69_909_504);
    assert_eq!(first["preparing_ns"], Value::Null);
}

#[test]
fn files_of_a_data_pipeline_alone_are_a_capture() {
    let Some(captures) = real::captures() else { return };
    let summary = json([captures.join("minddata")]);
    let capture = &summary["captures"][0];
    assert_eq!((&capture["kind"], &capture["name"]), (&"mindspore".into(), &"minddata".into()));
    let pipelines = capture["ranks"][0]["data_pipelines"].as_array().unwrap();
    let told: Vec<_> = pipelines
        .iter()
        .map(|pipeline| {
            let operators = pipeline["operators"].as_array().unwrap().len();
            (pipeline["file"].as_str().unwrap(), pipeline["rank"].as_u64().unwrap(), operators)
        })
        .collect();
    let expected = [
        ("minddata_aicpu_1.txt", 1, 0),
        ("minddata_pipeline_raw_0.csv", 0, 4),
        ("pipeline_profiling_0.json", 0, 5),
        ("pipeline_profiling_1.json", 1, 5),
    ];
    assert_eq!(told, expected);
    // Three waits, none for an empty queue.
    assert_eq!(
        (&pipelines[0]["dequeues"], &pipelines[0]["empty_dequeues"]),
        (&3.into(), &0.into())
    );
    // The vendor's own column says 0.3125; the operator at the end has no queue.
    assert_eq!(pipelines[1]["operators"][1]["queue_usage"], 0.3125);
    assert_eq!(pipelines[1]["operators"][0]["queue_usage"], Value::Null);
    assert_eq!(pipelines[1]["operators"][1]["children"], serde_json::json!([2, 3]));
}
