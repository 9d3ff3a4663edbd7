//! Whatever a capture is packed in, the JSON is the same byte for byte.

use crate::support::{TempFolder, demo, json_text};
use stepscope_fixtures::Files;

/// Checks a tree of files in every container.
pub(crate) fn check(name: &str, files: &Files) {
    let folder = TempFolder::new(name);
    let tree = folder.path().join("tree");
    files.write_to(&tree).unwrap();
    let expected = json_text([&tree]);
    assert!(expected.contains("\"slices\""), "{expected}");
    let containers = [
        ("a.zip", files.to_zip().unwrap()),
        ("a.tar", files.to_tar().unwrap()),
        ("a.tar.gz", files.to_tar_gz().unwrap()),
        ("a.tgz", files.to_tar_gz().unwrap()),
    ];
    for (container, bytes) in containers {
        let path = folder.file(container, bytes);
        assert!(json_text([&path]) == expected, "{container} of {name} differs from its folder");
    }
}

#[test]
fn the_demo_is_the_same_in_every_container() {
    check("demo", &demo().files);
}

#[test]
fn a_level_of_folders_more_or_less_changes_nothing() {
    let mut nested = Files::new();
    for (path, bytes) in demo().files.iter() {
        nested.push(format!("训练/run 1/{path}"), bytes);
    }
    let folder = TempFolder::new("nested");
    nested.write_to(folder.path()).unwrap();
    let flat = folder.file("flat.zip", demo().files.to_zip().unwrap());
    assert!(json_text([folder.path().join("训练")]) == json_text([flat]));
}
