//! Help for the unit tests.

use std::path::{Path, PathBuf};

/// A folder that is removed with its value.
pub(crate) struct TempFolder(PathBuf);

impl TempFolder {
    /// An empty folder; `name` tells tests of one process apart.
    pub(crate) fn new(name: &str) -> TempFolder {
        let path = std::env::temp_dir().join(format!("stepscope-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        TempFolder(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
