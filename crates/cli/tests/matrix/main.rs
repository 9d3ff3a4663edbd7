//! Every kind of capture in every container says the same as its folder; what passed is written down for the table
//! in README.md (`cargo xtask kinds`).

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;
use stepscope_fixtures::matrix::{Container, Kind, kinds};

/// A folder that is removed with its value.
struct TempFolder(PathBuf);

impl TempFolder {
    fn new() -> TempFolder {
        let path = std::env::temp_dir().join(format!("stepscope-matrix-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        TempFolder(path)
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn summary(path: &Path) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stepscope"));
    let output = command.args(["summary", "--json"]).arg(path).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{}: {stderr}", path.display());
    serde_json::from_slice(&output.stdout).unwrap()
}

/// The summary of a kind in a container.
fn opened(folder: &Path, kind: &Kind, container: Container) -> Value {
    let (files, path) = kind.pack(container).unwrap();
    let own = folder.join(kind.id).join(container.title());
    files.write_to(&own).unwrap();
    summary(&own.join(path))
}

/// Ranks must tell something: slices of a timeline, or the vendor's steps.
fn is_told(rank: &Value) -> bool {
    rank["events"]["slices"].as_u64().is_some_and(|slices| slices > 0)
        || rank["vendor_steps"].as_array().is_some_and(|steps| !steps.is_empty())
}

#[test]
fn every_kind_is_the_same_in_every_container() {
    let folder = TempFolder::new();
    let mut passed = Vec::new();
    for kind in kinds() {
        let [mut whole, mut one] = [Value::Null, Value::Null];
        for container in kind.containers() {
            let what = format!("{} as {}", kind.id, container.title());
            let mut own = opened(&folder.0, &kind, container);
            let captures = own["captures"].as_array().unwrap();
            assert_eq!(captures.len(), 1, "{what}: {}", own["notes"]);
            let ranks = captures[0]["ranks"].as_array().unwrap();
            let opens_as = (captures[0]["kind"].as_str().unwrap(), ranks.len());
            assert_eq!(opens_as, kind.opens_as(container), "{what}");
            assert!(ranks.iter().all(is_told), "{what}");
            for note in own["notes"].as_array_mut().unwrap() {
                // Commands name whole paths.
                note["text"] = Value::Null;
            }
            if container.is_of_one_file() {
                // Named after the file, which is packed or not.
                own["captures"][0]["name"] = Value::Null;
            }
            let expected = if container.is_of_one_file() { &mut one } else { &mut whole };
            if expected.is_null() {
                *expected = own;
            } else {
                assert_eq!(own, *expected, "{what}");
            }
            passed.push(json!([kind.id, container.title()]));
        }
    }
    let told = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/kinds");
    std::fs::create_dir_all(&told).unwrap();
    std::fs::write(told.join("native.json"), Value::from(passed).to_string()).unwrap();
}
