//! `cargo xtask fixtures`: the generated captures, and what each must show, below `target/fixtures/`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::kinds;
use crate::workspace::Workspace;

/// Where the demo is written, as the page holds it.
const DEMO: &str = "fixtures/demo.tar.gz";

/// Writes every fixture anew: `NAME/` with its captures and `truth.json`, the demo as an archive, and `kinds/` with
/// every kind in every container.
pub(crate) fn write(workspace: &Workspace) -> Result<()> {
    let folder = workspace.scratch("fixtures");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let forms = stepscope_fixtures::scenarios::forms();
    for fixture in stepscope_fixtures::scenarios::all().into_iter().chain(forms) {
        let name = &fixture.truth.scenario;
        fs::create_dir_all(folder.join(name))?;
        fixture.write_to(&folder.join(name)).with_context(|| format!("writing {name}"))?;
        if name == "demo" {
            fs::write(workspace.scratch(DEMO), fixture.files.to_tar_gz()?)?;
            write_packed(&folder, &fixture.files.to_tar()?, "demo.tar")?;
            let trace = fixture.files.iter().find(|(path, _)| path.ends_with("/trace_view.json"));
            let (_, trace) = trace.context("the demo has a timeline")?;
            write_packed(&folder, trace, "trace_view.json")?;
        }
    }
    kinds::write_cells(&folder.join("kinds"))
}

/// Writes `NAME.zst` and `NAME.xz`, which browser tests have nothing to pack with.
fn write_packed(folder: &Path, bytes: &[u8], name: &str) -> Result<()> {
    fs::write(folder.join(format!("{name}.zst")), stepscope_fixtures::pack::zstandard(bytes)?)?;
    fs::write(folder.join(format!("{name}.xz")), stepscope_fixtures::pack::xz(bytes)?)?;
    Ok(())
}

/// The demo capture as `tar.gz`.
pub(crate) fn demo(workspace: &Workspace) -> Result<Vec<u8>> {
    let demo = stepscope_fixtures::demo().files.to_tar_gz()?;
    fs::create_dir_all(workspace.scratch("fixtures"))?;
    fs::write(workspace.scratch(DEMO), &demo)?;
    Ok(demo)
}
