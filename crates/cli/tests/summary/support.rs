//! Running the command.

use serde_json::Value;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use stepscope_fixtures::Fixture;

/// A folder that is removed with its value.
pub(crate) struct TempFolder(PathBuf);

impl TempFolder {
    /// An empty folder; `name` tells the tests of one process apart.
    pub(crate) fn new(name: &str) -> TempFolder {
        let path =
            std::env::temp_dir().join(format!("stepscope-cli-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        TempFolder(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file and returns its path.
    pub(crate) fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, bytes).unwrap();
        path
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The command with these arguments, not run yet.
pub(crate) fn command<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stepscope"));
    command.args(arguments).env_remove("NO_COLOR");
    command
}

pub(crate) fn run<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Output {
    command(arguments).output().unwrap()
}

/// Standard output of `summary --json` with these further arguments, which must succeed.
pub(crate) fn json_text<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> String {
    let mut command = command(["summary", "--json"]);
    let output = command.args(arguments).output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    String::from_utf8(output.stdout).unwrap()
}

pub(crate) fn json<A: AsRef<OsStr>>(arguments: impl IntoIterator<Item = A>) -> Value {
    serde_json::from_str(&json_text(arguments)).unwrap()
}

/// The demo pair, made once.
pub(crate) fn demo() -> &'static Fixture {
    static DEMO: OnceLock<Fixture> = OnceLock::new();
    DEMO.get_or_init(stepscope_fixtures::demo)
}
