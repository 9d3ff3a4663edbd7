//! `cargo xtask fixtures`: the generated captures, and what each must show, below `target/fixtures/`.

use std::fs;

use anyhow::{Context, Result};

use crate::workspace::Workspace;

/// Where the demo is written, as the page holds it.
const DEMO: &str = "fixtures/demo.tar.gz";

/// Writes every fixture anew: `NAME/` with its captures and `truth.json`, and the demo as an archive.
pub(crate) fn write(workspace: &Workspace) -> Result<()> {
    let folder = workspace.scratch("fixtures");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    for fixture in stepscope_fixtures::scenarios::all() {
        let name = &fixture.truth.scenario;
        fs::create_dir_all(folder.join(name))?;
        fixture.write_to(&folder.join(name)).with_context(|| format!("writing {name}"))?;
        if name == "demo" {
            fs::write(workspace.scratch(DEMO), fixture.files.to_tar_gz()?)?;
        }
    }
    Ok(())
}

/// The demo capture as `tar.gz`.
pub(crate) fn demo(workspace: &Workspace) -> Result<Vec<u8>> {
    let demo = stepscope_fixtures::demo().files.to_tar_gz()?;
    fs::create_dir_all(workspace.scratch("fixtures"))?;
    fs::write(workspace.scratch(DEMO), &demo)?;
    Ok(demo)
}
