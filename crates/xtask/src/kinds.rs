//! The matrix of kinds and containers: its files for the browser's tests, and the table in README.md that says which
//! of its tests passed.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Serialize;
use stepscope_fixtures::matrix::{Container, Kind, kinds};

use crate::workspace::Workspace;

/// What surrounds the table.
const BEGIN: &str = "<!-- cargo xtask kinds: begin -->\n";
const END: &str = "<!-- cargo xtask kinds: end -->";

/// Kind and container of the tests that passed.
type Passed = BTreeSet<(String, String)>;

/// A cell for the browser's test.
#[derive(Serialize)]
struct Cell {
    kind: &'static str,
    container: &'static str,
    /// What is opened, below the folder of the cells.
    path: String,
    /// What says the same.
    like: String,
    /// `kind` of the summary.
    capture: &'static str,
    ranks: usize,
}

/// Writes every cell's files below `folder`, and `cells.json`.
pub(crate) fn write_cells(folder: &Path) -> Result<()> {
    let mut cells = Vec::new();
    for kind in kinds() {
        let mut like = [None, None];
        for container in kind.containers() {
            let below = if container.is_of_one_file() { "one" } else { "whole" };
            let (files, opened) = kind.pack(container)?;
            let path = format!("{}/{below}/{opened}", kind.id);
            files.write_to(&folder.join(kind.id).join(below))?;
            let like = &mut like[usize::from(container.is_of_one_file())];
            let like = like.get_or_insert_with(|| path.clone()).clone();
            let (capture, ranks) = kind.opens_as(container);
            cells.push(Cell {
                kind: kind.id,
                container: container.title(),
                path,
                like,
                capture,
                ranks,
            });
        }
    }
    Ok(fs::write(folder.join("cells.json"), serde_json::to_string_pretty(&cells)?)?)
}

/// Writes the table into README.md, of what the last runs of the tests told.
pub(crate) fn write_table(workspace: &Workspace) -> Result<()> {
    let passed = |who: &str| -> Result<Passed> {
        let path = workspace.scratch("kinds").join(who);
        let text = fs::read_to_string(&path)
            .with_context(|| format!("{}: run the tests of the matrix first", path.display()))?;
        Ok(serde_json::from_str(&text)?)
    };
    let table = table(&kinds(), &passed("native.json")?, &passed("browser.json")?);
    let path = workspace.path("README.md");
    let text = fs::read_to_string(&path)?;
    let (before, rest) = text.split_once(BEGIN).context("README.md has no place for the table")?;
    let (_, after) = rest.split_once(END).context("the place for the table has no end")?;
    Ok(fs::write(path, format!("{before}{BEGIN}{table}{END}{after}"))?)
}

/// Rows are kinds; a cell has the tick of the command, then that of the page.
fn table(kinds: &[Kind], native: &Passed, browser: &Passed) -> String {
    let titles = Container::ALL.map(Container::title).join(" | ");
    let mut text = format!("| | {titles} |\n|---|{}\n", ":-:|".repeat(Container::ALL.len()));
    for kind in kinds {
        let cells = Container::ALL.map(|container| {
            if !kind.comes_in(container) {
                return "·".to_owned();
            }
            let test = (kind.id.to_owned(), container.title().to_owned());
            let tick = |passed: &Passed| if passed.contains(&test) { '✓' } else { '✗' };
            format!("{}{}", tick(native), tick(browser))
        });
        // Writing to a text cannot fail.
        let _ = writeln!(text, "| {} | {} |", kind.title, cells.join(" | "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each cell is a test natively and in the browser: a table that lacks one of them, or a tick, is not committed.
    #[test]
    fn the_table_in_the_readme_is_that_of_the_tests() {
        let kinds = kinds();
        let all: Passed = kinds
            .iter()
            .flat_map(|kind| kind.containers().map(|c| (kind.id.to_owned(), c.title().to_owned())))
            .collect();
        let readme = fs::read_to_string(Workspace::locate().path("README.md")).unwrap();
        let expected = format!("{BEGIN}{}{END}", table(&kinds, &all, &all));
        assert!(readme.contains(&expected), "run `cargo xtask kinds` after the tests:\n{expected}");
    }

    #[test]
    fn a_test_that_did_not_pass_has_no_tick() {
        let kinds = kinds();
        let one = Passed::from([("chrome".to_owned(), ".zip".to_owned())]);
        let table = table(&kinds, &one, &Passed::new());
        assert_eq!(table.matches('✓').count(), 1);
        assert!(table.contains("| Chrome trace | ✗✗ | ✓✗ |"), "{table}");
    }
}
