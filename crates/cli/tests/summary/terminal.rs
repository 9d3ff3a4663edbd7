//! What people read.

use crate::support::{TempFolder, command, demo, run};
use std::process::Stdio;

#[test]
fn the_report_starts_with_the_verdict_and_has_no_colours_in_a_pipe() {
    let folder = TempFolder::new("report");
    demo().files.write_to(folder.path()).unwrap();
    let output = run(["summary".as_ref(), folder.path().as_os_str()]);
    let stdout = String::from_utf8(output.stdout).unwrap();
    let summary = crate::support::json([folder.path()]);
    let sentence = summary["verdict"]["sentence"].as_str().unwrap();
    // Of several captures it says which one it is of.
    let of = summary["verdict"]["capture"].as_str().unwrap();
    assert_eq!(stdout.lines().next(), Some(format!("{of}: {sentence}").as_str()));
    assert_eq!(of, "resnet_before");
    for capture in &demo().truth.captures {
        assert!(stdout.contains(&capture.name), "{stdout}");
    }
    assert!(!stdout.contains('\x1b') && stdout.contains("exposed comm"), "{stdout}");
    assert!(stdout.lines().all(|line| line == line.trim_end()), "space at the end of a line");
}

#[test]
fn names_from_a_capture_do_not_steer_the_terminal() {
    let folder = TempFolder::new("escape");
    let trace = r#"[{"ph":"X","name":"\u001b[2Jgone\r","pid":1,"tid":1,"ts":1,"dur":-2}"#;
    folder.file("t\u{1b}[31m.json", trace);
    let output = run(["summary".as_ref(), folder.path().as_os_str()]);
    let all = [output.stdout, output.stderr].concat();
    assert!(!all.contains(&0x1b), "{}", String::from_utf8_lossy(&all));
}

#[test]
fn an_early_end_of_the_reader_is_no_error() {
    let folder = TempFolder::new("pipe");
    demo().files.write_to(folder.path()).unwrap();
    for form in ["--json", "--timing"] {
        let mut child = command(["summary", form])
            .arg(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{form}: {stderr}");
        assert!(!stderr.contains("panicked") && !stderr.contains("error"), "{form}: {stderr}");
    }
}

#[test]
fn what_cannot_be_opened_says_where_and_what_to_do() {
    let missing = run(["summary", "/nowhere/at/all"]);
    let stderr = String::from_utf8(missing.stderr).unwrap();
    assert!(stderr.contains("all: ") && stderr.contains("no such file"), "{stderr}");
    assert!(stderr.contains("_ascend_pt"), "what to name instead: {stderr}");
}

#[cfg(unix)]
#[test]
fn root_owned_folders_get_a_chown_line() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TempFolder::new("forbidden");
    let shut = folder.path().join("shut");
    std::fs::create_dir(&shut).unwrap();
    std::fs::set_permissions(&shut, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::read_dir(&shut).is_ok() {
        eprintln!("skipped: this user may read everything");
        return;
    }
    let output = run(["summary".as_ref(), folder.path().as_os_str()]);
    std::fs::set_permissions(&shut, std::fs::Permissions::from_mode(0o700)).unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.contains("sudo chown -R") && stderr.contains("shut"), "{stderr}");
}
