//! Exit status and JSON.

use crate::support::{TempFolder, demo, json, run};
use serde_json::Value;

#[test]
fn exit_status() {
    let folder = TempFolder::new("status");
    let text = folder.file("notes.txt", "no capture");
    let broken = folder.file("broken.zip", b"PK\x03\x04 and no more");
    let empty = folder.path().join("empty");
    std::fs::create_dir(&empty).unwrap();
    let trace = folder.file("t.json", r#"[{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":2}]"#);
    let path = |path: &std::path::Path| path.to_str().unwrap().to_owned();
    let cases = [
        (vec!["summary".to_owned(), path(&trace)], 0),
        (vec!["--help".to_owned()], 0),
        (vec!["--version".to_owned()], 0),
        (vec!["summary".to_owned(), path(&text)], 1),
        (vec!["summary".to_owned(), path(&broken)], 1),
        (vec!["summary".to_owned(), path(&empty)], 1),
        (vec!["summary".to_owned(), path(&folder.path().join("missing"))], 1),
        (vec!["summary".to_owned()], 2),
        (vec![], 2),
        (vec!["summary".to_owned(), path(&trace), "--nonsense".to_owned()], 2),
        (vec!["summary".to_owned(), path(&trace), "--rank".to_owned(), "7".to_owned()], 2),
    ];
    for (arguments, status) in cases {
        let output = run(&arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {stderr}");
        assert_eq!(stderr.contains("error: "), status != 0, "{arguments:?}: {stderr}");
    }
}

#[test]
fn one_good_input_among_bad_ones_is_loaded() {
    let folder = TempFolder::new("mixed");
    folder.file("broken.zip", b"PK\x03\x04 and no more");
    folder.file("t.json", r#"[{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":2}]"#);
    let summary = json([folder.path().join("t.json"), folder.path().join("broken.zip")]);
    assert_eq!(summary["captures"][0]["kind"], "chrome_trace");
    assert_eq!(summary["captures"][0]["ranks"][0]["rank"], Value::Null, "unknown is null");
    assert!(!summary["notes"].as_array().unwrap().is_empty());
}

#[test]
fn nothing_loaded_is_still_json() {
    let folder = TempFolder::new("nothing");
    let output = run(["summary".as_ref(), "--json".as_ref(), folder.path().as_os_str()]);
    assert_eq!(output.status.code(), Some(1));
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&summary["schema"], &summary["verdict"]), (&Value::from(1), &Value::Null));
    assert_eq!(summary["captures"], Value::Array(Vec::new()));
}

#[test]
fn raw_data_is_told_with_the_command_that_parses_it() {
    let folder = TempFolder::new("raw");
    stepscope_fixtures::scenarios::by_name("not-parsed")
        .unwrap()
        .files
        .write_to(folder.path())
        .unwrap();
    let output = run(["summary".as_ref(), "--json".as_ref(), folder.path().as_os_str()]);
    assert_eq!(output.status.code(), Some(1));
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(summary["captures"], Value::Array(Vec::new()));
    let findings = summary["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 1, "{findings:?}");
    let raw = serde_json::json!({
        "id": "not-parsed", "severity": "error", "share": null, "gain_ms_per_step": null,
        "ranks": [], "steps": [],
    });
    assert_eq!(findings[0], raw);
    let sentence = summary["verdict"]["sentence"].as_str().unwrap();
    let command =
        "python3 -c \"from torch_npu.profiler.profiler import analyse; analyse(profiler_path='";
    assert!(sentence.contains("never parsed") && sentence.contains(command), "{sentence}");
    let text = run(["summary".as_ref(), folder.path().as_os_str()]);
    assert_eq!(text.status.code(), Some(1));
    let stdout = String::from_utf8(text.stdout).unwrap();
    assert_eq!(stdout.trim_end(), sentence);
}

#[test]
fn steps_equal_the_truth_of_the_demo() {
    let folder = TempFolder::new("truth");
    demo().files.write_to(folder.path()).unwrap();
    let summary = json([folder.path()]);
    let captures = summary["captures"].as_array().unwrap();
    assert_eq!(captures.len(), demo().truth.captures.len());
    for truth in &demo().truth.captures {
        let capture = captures.iter().find(|c| c["name"] == truth.name.as_str()).unwrap();
        for (rank, truth) in capture["ranks"].as_array().unwrap().iter().zip(&truth.ranks) {
            assert_eq!(rank["rank"], truth.rank);
            assert_eq!(rank["kernels"], truth.kernels + truth.collectives);
            let steps = rank["steps"].as_array().unwrap();
            assert_eq!(steps.len(), truth.steps.len());
            for (step, truth) in steps.iter().zip(&truth.steps) {
                assert_eq!(step["computing_ns"], truth.computing_ns);
                assert_eq!(step["communication_ns"], truth.communication_ns);
                assert_eq!(step["overlapped_ns"], truth.overlapped_ns);
                assert_eq!(step["communication_not_overlapped_ns"], truth.not_overlapped_ns);
                assert_eq!(step["free_ns"], truth.free_ns);
            }
        }
    }
}

#[test]
fn ranks_and_steps_can_be_chosen() {
    let folder = TempFolder::new("chosen");
    demo().files.write_to(folder.path()).unwrap();
    let path = folder.path().to_str().unwrap();
    let all = json([path]);
    let numbers = |step: &Value| step["step"].as_str().unwrap().parse::<i64>().unwrap();
    let steps: Vec<i64> =
        all["captures"][0]["ranks"][0]["steps"].as_array().unwrap().iter().map(numbers).collect();
    let (first, second) = (steps[0], steps[1]);
    let range = format!("{first}..{second}");
    let chosen = json([path, "--rank", "2", "--rank", "3", "--step", &range]);
    for capture in chosen["captures"].as_array().unwrap() {
        let ranks = capture["ranks"].as_array().unwrap();
        let found: Vec<u64> = ranks.iter().map(|rank| rank["rank"].as_u64().unwrap()).collect();
        assert_eq!(found, [2, 3]);
        let found: Vec<i64> = ranks[0]["steps"].as_array().unwrap().iter().map(numbers).collect();
        assert!(!found.is_empty() && found.iter().all(|step| [first, second].contains(step)));
    }
    let wrong = run(["summary", path, "--rank", "99"]);
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("no rank 99"));
    let last = steps[steps.len() - 1];
    for form in [&[][..], &["--json"]] {
        let wrong = run([&["summary", path, "--step", "123456..123499"][..], form].concat());
        assert_eq!((wrong.status.code(), wrong.stdout.len()), (Some(2), 0));
        let told = format!("--step: no such step here; steps found: {first}..{last}");
        assert!(String::from_utf8_lossy(&wrong.stderr).contains(&told), "{wrong:?}");
    }
}

#[test]
fn timing_is_json_lines() {
    let folder = TempFolder::new("timing");
    let trace = folder.file("t.json", r#"[{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":2}]"#);
    let output = run(["summary", "--json", "--timing", trace.to_str().unwrap()]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<Value> =
        stderr.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
    let stages: Vec<&str> = lines.iter().map(|line| line["stage"].as_str().unwrap()).collect();
    assert_eq!(stages, ["load", "analysis", "write", "memory"]);
    assert_eq!(lines[0]["bytes"], std::fs::metadata(trace).unwrap().len());
}

#[test]
fn limits_are_raised_for_files_that_are_trusted() {
    let folder = TempFolder::new("limits");
    let mut files = stepscope_fixtures::Files::new();
    let event = r#"[{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":2}]"#;
    files.push(format!("{}run.json", "a/".repeat(70)), event);
    let zip = folder.file("deep.zip", files.to_zip().unwrap());
    let zip = zip.to_str().unwrap();
    let refused = run(["summary", zip]);
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(said.contains("more than 64 deep") && said.contains("--limits 16"), "{said}");
    assert_eq!(run(["summary", zip, "--limits", "16"]).status.code(), Some(0));
    for wrong in ["0", "-1", "many"] {
        assert_eq!(run(["summary", zip, "--limits", wrong]).status.code(), Some(2), "{wrong}");
    }
}
