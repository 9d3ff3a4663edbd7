//! `cargo xtask page`: everything into the one file `dist/stepscope.html`.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::html::Html;
use crate::workspace::Workspace;
use crate::{fixtures, process, wasm};

/// Budgets of the design, in bytes: a page that fits on a slow link and opens within a second.
pub(crate) const WASM_GZ_LIMIT: usize = 1 << 20;
const DEMO_LIMIT: usize = 1 << 20;
pub(crate) const PAGE_LIMIT: usize = 4 << 20;

/// The built page, in bytes.
pub(crate) struct Sizes {
    pub(crate) wasm_gz: usize,
    /// The module of what few captures need, gzipped.
    pub(crate) extras_gz: usize,
    pub(crate) page: usize,
}

/// Builds the page.
pub(crate) fn build(workspace: &Workspace) -> Result<Sizes> {
    process::run(Command::new(workspace.path("scripts/bootstrap")).arg("build"))?;
    wasm::build(workspace)?;
    let bundles = workspace.scratch("page");
    for bundle in ["page", "worker"] {
        process::run(
            Command::new(workspace.path("node_modules/.bin/vite"))
                .current_dir(workspace.path("www"))
                .args(["build", "--logLevel", "warn", "--mode", bundle, "--outDir"])
                .arg(bundles.join(bundle)),
        )?;
    }

    let module = read(&wasm::MAIN.wasm(workspace))?;
    let module_gz = gzip(&module)?;
    let extras_gz = gzip(&read(&wasm::EXTRAS.wasm(workspace))?)?;
    let demo = fixtures::demo(workspace)?;
    let mut html = Html::new(&read_text(&workspace.path("www/index.html"))?);
    html.style("style", read_text(&bundles.join("page/page.css"))?.trim_end())?;
    html.script("bindings", "bindings", &read_text(&wasm::MAIN.bindings(workspace))?)?;
    let extras = read_text(&wasm::EXTRAS.bindings(workspace))?;
    html.source("extras-bindings", "extras-bindings", &extras)?;
    html.source("worker", "worker", &read_text(&bundles.join("worker/worker.js"))?)?;
    html.data("module", "module", &module_gz)?;
    html.data("extras-module", "extras-module", &extras_gz)?;
    html.data("demo", "demo", &demo)?;
    html.script("page", "page", &read_text(&bundles.join("page/page.js"))?)?;
    let text = html.finish("policy")?;

    fs::create_dir_all(workspace.path("dist"))?;
    fs::write(workspace.path("dist/stepscope.html"), &text)?;
    let mut out = std::io::stdout().lock();
    for (what, size, limit) in [
        ("wasm", module.len(), usize::MAX),
        ("wasm, gzipped", module_gz.len(), WASM_GZ_LIMIT),
        ("of extras, gzipped", extras_gz.len(), WASM_GZ_LIMIT),
        ("demo capture", demo.len(), DEMO_LIMIT),
        ("dist/stepscope.html", text.len(), PAGE_LIMIT),
    ] {
        writeln!(out, "{what:<22} {:>8.1} KiB", size as f64 / 1024.0)?;
        if size > limit {
            bail!("{what} is {size} bytes, over its limit of {limit}");
        }
    }
    Ok(Sizes { wasm_gz: module_gz.len(), extras_gz: extras_gz.len(), page: text.len() })
}

pub(crate) fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

fn read_text(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}
