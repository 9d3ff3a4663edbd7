//! `cargo xtask wasm`: crate → WebAssembly → bindings → `wasm-opt`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};
use wasm_bindgen_cli_support::Bindgen;

use crate::process;
use crate::workspace::Workspace;

/// A module and its bindings.
pub(crate) struct Module {
    package: &'static str,
    /// Name of the global in which its bindings are.
    global: &'static str,
}

/// Everything that each capture needs.
pub(crate) const MAIN: Module = Module { package: "stepscope-web", global: "wasm_bindgen" };

/// What reads databases and unpacks Zstandard and xz, for captures that have any.
pub(crate) const EXTRAS: Module =
    Module { package: "stepscope-web-extras", global: "extras_bindings" };

/// What rustc 1.95 emits for `wasm32-unknown-unknown` with `simd128`; `wasm-opt` refuses what is not named.
const WASM_OPT: &[&str] = &[
    "-O3",
    // Functions stay apart: a browser compiles each as a whole, and for speed only when it has run for a while. One that
    // holds all of a load would run slowly until the load is over.
    "--one-caller-inline-max-function-size=100",
    "--enable-simd",
    "--enable-bulk-memory",
    "--enable-bulk-memory-opt",
    "--enable-nontrapping-float-to-int",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-reference-types",
    "--enable-multivalue",
    "--strip-producers",
    "--strip-target-features",
];

/// Builds `www/src/wasm/`.
pub(crate) fn build(workspace: &Workspace) -> Result<()> {
    MAIN.build(workspace)?;
    EXTRAS.build(workspace)
}

impl Module {
    /// Builds what is under its directory. Everything after cargo is skipped when cargo's module has not changed.
    fn build(&self, workspace: &Workspace) -> Result<()> {
        let bytes = self.compile(workspace)?;
        let out = self.dir(workspace);
        let stamp = fingerprint(&bytes);
        let stamp_file = out.join("input.sha256");
        if fs::read_to_string(&stamp_file).is_ok_and(|seen| seen == stamp) {
            return Ok(());
        }
        if out.exists() {
            fs::remove_dir_all(&out)?;
        }
        self.bind(bytes, &out)?;
        optimise(workspace, &self.wasm(workspace))?;
        fs::write(stamp_file, stamp)?;
        Ok(())
    }

    /// The module as rustc leaves it: not optimised any further, and with the names of its functions.
    pub(crate) fn compile(&self, workspace: &Workspace) -> Result<Vec<u8>> {
        process::run(
            Command::new("cargo")
                .current_dir(workspace.root())
                .args(["build", "--quiet", "--release", "--target", "wasm32-unknown-unknown"])
                .args(["--package", self.package, "--lib"]),
        )?;
        let module =
            workspace.target(&format!("wasm32-unknown-unknown/release/{}.wasm", self.stem()));
        fs::read(&module).with_context(|| format!("cannot read {}", module.display()))
    }

    /// The module.
    pub(crate) fn wasm(&self, workspace: &Workspace) -> PathBuf {
        self.dir(workspace).join(format!("{}_bg.wasm", self.stem()))
    }

    /// Its bindings: a classic script.
    pub(crate) fn bindings(&self, workspace: &Workspace) -> PathBuf {
        self.dir(workspace).join(format!("{}.js", self.stem()))
    }

    fn dir(&self, workspace: &Workspace) -> PathBuf {
        workspace.wasm_dir().join(self.stem())
    }

    fn stem(&self) -> String {
        self.package.replace('-', "_")
    }

    /// Classic-script bindings: module workers and sibling fetches fail on an opaque origin.
    fn bind(&self, module: Vec<u8>, out: &Path) -> Result<()> {
        Bindgen::new()
            .input_bytes(&self.stem(), module)
            .no_modules(true)?
            .no_modules_global(self.global)?
            .typescript(true)
            .omit_default_module_path(true)
            .generate(out)?;
        let script = out.join(format!("{}.js", self.stem()));
        fs::write(&script, without_own_address(&fs::read_to_string(&script)?)?)?;
        Ok(())
    }
}

/// Names the input and the settings, so a change of either rebuilds.
fn fingerprint(module: &[u8]) -> String {
    let mut hash = Sha256::new();
    hash.update(module);
    for option in WASM_OPT {
        hash.update(option);
    }
    hash.update(include_str!("wasm.rs"));
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Takes out how bindings look up their own address. They are inlined and have none, and in
/// JupyterLab's viewer, whose address is `blob:`, the look-up throws and leaves no bindings at all.
fn without_own_address(bindings: &str) -> Result<String> {
    const LOOK_UP: &str =
        "    script_src = new URL(document.currentScript.src, location.href).toString();\n";
    if bindings.matches(LOOK_UP).count() != 1 {
        bail!("the bindings no longer look up their address as wasm-bindgen 0.2.130 made them");
    }
    if bindings.contains("require(") {
        bail!("the module needs what no browser has");
    }
    Ok(bindings.replace(LOOK_UP, ""))
}

fn optimise(workspace: &Workspace, module: &Path) -> Result<()> {
    process::run(
        Command::new(workspace.path("node_modules/.bin/wasm-opt"))
            .args(WASM_OPT)
            .arg(module)
            .arg("-o")
            .arg(module),
    )
}
