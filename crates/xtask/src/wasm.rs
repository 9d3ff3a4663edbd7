//! `cargo xtask wasm`: crate → WebAssembly → bindings → `wasm-opt`.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};
use wasm_bindgen_cli_support::Bindgen;

use crate::process;
use crate::workspace::Workspace;

/// File stem of the module and its bindings.
pub(crate) const STEM: &str = "stepscope_web";

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

/// Builds `www/src/wasm/`. Everything after cargo is skipped when cargo's module has not changed.
pub(crate) fn build(workspace: &Workspace) -> Result<()> {
    let bytes = compile(workspace)?;
    let out = workspace.wasm_dir();
    let stamp = fingerprint(&bytes);
    let stamp_file = out.join("input.sha256");
    if fs::read_to_string(&stamp_file).is_ok_and(|seen| seen == stamp) {
        return Ok(());
    }
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    bind(bytes, &out)?;
    optimise(workspace, &out.join(format!("{STEM}_bg.wasm")))?;
    fs::write(stamp_file, stamp)?;
    Ok(())
}

/// The module as rustc leaves it: not optimised any further, and with the names of its functions.
pub(crate) fn compile(workspace: &Workspace) -> Result<Vec<u8>> {
    process::run(
        Command::new("cargo")
            .current_dir(workspace.root())
            .args(["build", "--quiet", "--release", "--target", "wasm32-unknown-unknown"])
            .args(["--package", "stepscope-web", "--lib"]),
    )?;
    let module = workspace.target(&format!("wasm32-unknown-unknown/release/{STEM}.wasm"));
    fs::read(&module).with_context(|| format!("cannot read {}", module.display()))
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

/// Classic-script bindings: module workers and sibling fetches fail on an opaque origin.
fn bind(module: Vec<u8>, out: &Path) -> Result<()> {
    Bindgen::new()
        .input_bytes(STEM, module)
        .no_modules(true)?
        .typescript(true)
        .omit_default_module_path(true)
        .generate(out)?;
    let script = out.join(format!("{STEM}.js"));
    fs::write(&script, without_own_address(&fs::read_to_string(&script)?)?)?;
    Ok(())
}

/// Takes out how the bindings look up their own address. They are inlined and have none, and in
/// JupyterLab's viewer, whose address is `blob:`, the look-up throws and leaves no bindings at all.
fn without_own_address(bindings: &str) -> Result<String> {
    const LOOK_UP: &str =
        "    script_src = new URL(document.currentScript.src, location.href).toString();\n";
    if bindings.matches(LOOK_UP).count() != 1 {
        bail!("the bindings no longer look up their address as wasm-bindgen 0.2.130 made them");
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
