//! `cargo xtask growth`: how load time, memory and frame time grow with the file and with its slices.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Result, bail};

use super::figure::{Figures, rounded};
use super::{Bench, WINDOWS, build, count_of, lean, programs, size_of, trace};
use crate::workspace::Workspace;

/// Columns of the table: what is measured, and its heading.
const COLUMNS: [(&str, &str); 6] = [
    ("slices", "slices"),
    ("native load", "native load, s"),
    ("page load", "page load, s"),
    ("native peak memory", "native peak, MB"),
    ("page wasm memory", "page wasm, MB"),
    (FRAMES, "frame p95, ms"),
];

/// A hand's session over the page with every row expanded.
const FRAMES: &str = "frame p95, 1600×900";

/// What may grow at most as its input does.
const LINEAR: [&str; 4] = ["native load", "page load", "native peak memory", "page wasm memory"];

/// A figure may grow by this much more than its input: the noise of two medians.
const NOISE: f64 = 1.25;

/// Measures with traces of so many `megabytes`, then with lean ones of so many `slices`, each ascending.
///
/// # Errors
/// What could not be measured, and what grew faster than its input.
pub(crate) fn run(workspace: &Workspace, megabytes: &[u32], slices: &[u64]) -> Result<()> {
    build(workspace)?;
    let mut bench = Bench { figures: Figures::default() };
    let (mut files, mut lean_files) = (Vec::new(), Vec::new());
    for &megabytes in megabytes {
        let input = size_of(megabytes);
        measure(&mut bench, workspace, &input, &trace(workspace, megabytes)?);
        files.push((input, f64::from(megabytes)));
    }
    for &slices in slices {
        let input = count_of(slices);
        measure(&mut bench, workspace, &input, &lean::trace(workspace, slices)?);
        lean_files.push((input, slices as f64));
    }
    let figures = &bench.figures;
    let inputs = files.iter().chain(&lean_files).map(|(input, _)| input.as_str());
    io::stdout().write_all(table(figures, inputs).as_bytes())?;
    let steeper = [steeper(figures, &files), steeper(figures, &lean_files)].concat();
    match [figures.failures.clone(), steeper].concat().as_slice() {
        [] => Ok(()),
        lost => bail!("{}", lost.join("; ")),
    }
}

fn measure(bench: &mut Bench, workspace: &Workspace, input: &str, trace: &Path) {
    let file = trace.as_os_str();
    bench.measure("native", input, || programs::native(workspace, trace));
    bench.measure("page", input, || programs::script(workspace, "page.mjs", &[file]));
    let [width, height, ratio] = WINDOWS[0].map(OsStr::new);
    let arguments = [file, width, height, ratio];
    bench.measure("frames", input, || programs::script(workspace, "frames.mjs", &arguments));
}

/// In Markdown, as the README has it.
fn table<'a>(figures: &Figures, inputs: impl Iterator<Item = &'a str>) -> String {
    let mut text = "| |".to_owned();
    for (_, heading) in COLUMNS {
        text += &format!(" {heading} |");
    }
    text += &format!("\n|---|{}\n", "---:|".repeat(COLUMNS.len()));
    for input in inputs {
        text += &format!("| {input} |");
        for (what, _) in COLUMNS {
            let value = figures.get(what, input).map(|figure| rounded(figure.median()));
            text += &format!(" {} |", value.as_deref().unwrap_or("–"));
        }
        text.push('\n');
    }
    text
}

/// Figures that grew faster from one input to the next than the inputs, which have a size each.
fn steeper(figures: &Figures, inputs: &[(String, f64)]) -> Vec<String> {
    let mut found = Vec::new();
    for pair in inputs.windows(2) {
        let [(small, size), (large, more)] = pair else { continue };
        for what in LINEAR {
            let median = |input: &str| Some(figures.get(what, input)?.median());
            let (Some(before), Some(after)) = (median(small), median(large)) else { continue };
            if after / before > more / size * NOISE {
                found.push(format!("{what} grows faster than its input from {small} to {large}"));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::figure::Reading;
    use super::*;

    fn figures(seconds: [f64; 2]) -> Figures {
        let mut figures = Figures::default();
        for (input, seconds) in ["10 MB", "100 MB"].into_iter().zip(seconds) {
            figures.add(input, vec![Reading::new("page load", seconds, "s")]);
        }
        figures
    }

    #[test]
    fn what_grows_faster_than_its_input_is_told() {
        let inputs = [("10 MB".to_owned(), 10.0), ("100 MB".to_owned(), 100.0)];
        assert!(steeper(&figures([0.2, 2.4]), &inputs).is_empty());
        let told = ["page load grows faster than its input from 10 MB to 100 MB"];
        assert_eq!(steeper(&figures([0.2, 2.6]), &inputs), told);
    }

    #[test]
    fn the_table_leaves_out_what_was_not_measured() {
        let text = table(&figures([0.2, 2.4]), ["10 MB", "100 MB"].into_iter());
        assert!(text.contains("\n| 100 MB | – | – | 2.40 | – | – | – |\n"), "{text}");
    }
}
