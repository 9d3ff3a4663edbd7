//! Where things are.

use std::path::{Path, PathBuf};

/// The repository and its build directory.
pub(crate) struct Workspace {
    root: PathBuf,
    target: PathBuf,
}

impl Workspace {
    /// The workspace this binary was compiled from.
    pub(crate) fn locate() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let root = root.canonicalize().unwrap_or(root);
        let target = std::env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| root.join("target"), |dir| root.join(dir));
        Self { root, target }
    }

    /// Root of the repository.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// A path inside the repository.
    pub(crate) fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// A path inside cargo's target directory.
    pub(crate) fn target(&self, relative: &str) -> PathBuf {
        self.target.join(relative)
    }

    /// A path for intermediate files of this very checkout; several may share cargo's target directory.
    pub(crate) fn scratch(&self, relative: &str) -> PathBuf {
        self.root.join("target").join(relative)
    }

    /// Real captures and the trace generator, outside the repository.
    pub(crate) fn shared(&self) -> PathBuf {
        std::env::var_os("STEPSCOPE_SHARED").map_or_else(|| self.path("../shared"), PathBuf::from)
    }

    /// Generated module and bindings; ignored by git.
    pub(crate) fn wasm_dir(&self) -> PathBuf {
        self.path("www/src/wasm")
    }
}
