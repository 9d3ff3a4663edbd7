//! `cargo xtask growth`: how load time, memory and frame time grow with the file and with its slices.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Result, bail};

use super::figure::{Figure, Figures, rounded};
use super::{Bench, WINDOWS, build, count_of, lean, programs, size_of, trace};
use crate::workspace::Workspace;

/// A column of the table.
struct Column {
    /// The figure.
    what: &'static str,
    heading: &'static str,
    /// The power of its input's growth that its own may reach; `None` for what is the input.
    power: Option<f64>,
}

const LINEAR: Option<f64> = Some(1.0);

/// A tenth for ten times the input.
const SCREEN: Option<f64> = Some(0.0414);

/// Twice for ten times the input. Most frames take over what the one before showed; those that are painted anew look up every
/// pixel, in tables that get deeper with the slices and no longer fit into the processor's caches.
const TABLES: Option<f64> = Some(0.301);

const COLUMNS: [Column; 7] = [
    Column { what: "slices", heading: "slices", power: None },
    Column { what: "native load", heading: "native load, s", power: LINEAR },
    Column { what: "page load", heading: "page load, s", power: LINEAR },
    Column { what: "native peak memory", heading: "native peak, MB", power: LINEAR },
    Column { what: "page wasm memory", heading: "page wasm, MB", power: LINEAR },
    Column { what: "frame p50, 1600×900", heading: "frame p50, ms", power: SCREEN },
    Column { what: "frame p95, 1600×900", heading: "frame p95, ms", power: TABLES },
];

/// One slice for each pixel of width in each of sixty rows. Frames of fewer are short because most of the screen is empty, which
/// says nothing of how they grow: the others are compared.
const FILLED: f64 = 1600.0 * 60.0;

/// A figure may grow by this much more than its power allows: the noise of two medians.
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
        lost => bail!("\n{}", lost.join("\n")),
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
    for Column { heading, .. } in &COLUMNS {
        text += &format!(" {heading} |");
    }
    text += &format!("\n|---|{}\n", "---:|".repeat(COLUMNS.len()));
    for input in inputs {
        text += &format!("| {input} |");
        for Column { what, .. } in &COLUMNS {
            let value = figures.get(what, input).map(|figure| rounded(figure.median()));
            text += &format!(" {} |", value.as_deref().unwrap_or("–"));
        }
        text.push('\n');
    }
    text
}

/// Figures that grew faster from any input to a larger one than they may; inputs have a size each, ascending.
fn steeper(figures: &Figures, inputs: &[(String, f64)]) -> Vec<String> {
    let mut found = Vec::new();
    for Column { what, power, .. } in &COLUMNS {
        let Some(power) = power else { continue };
        let of = |(input, size): &(String, f64)| {
            figures.get(what, input).map(|figure| (input.clone(), *size, figure.median()))
        };
        let slices = |input: &str| figures.get("slices", input).map(Figure::median);
        let is_bare = |input: &str| slices(input).is_some_and(|slices| slices < FILLED);
        let counts =
            |(input, ..): &(String, f64, f64)| !(what.starts_with("frame") && is_bare(input));
        let measured: Vec<_> = inputs.iter().filter_map(of).filter(counts).collect();
        for (at, (large, more, after)) in measured.iter().enumerate() {
            // One line a figure and input: the step that is the worst.
            let beyond = |(small, size, before): &(String, f64, f64)| {
                let most = (more / size).powf(*power) * NOISE;
                (after / before / most, small.clone(), after / before, most)
            };
            let worst = measured[..at].iter().map(beyond).max_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((share, small, grown, most)) = worst
                && share > 1.0
            {
                let (grown, most) = (rounded(grown), rounded(most));
                found.push(format!(
                    "{what} grows {grown} times from {small} to {large}: at most {most}"
                ));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::figure::Reading;
    use super::*;

    const INPUTS: [&str; 3] = ["10 MB", "100 MB", "1 GB"];

    fn figures(what: &str, values: [f64; 3]) -> Figures {
        let mut figures = Figures::default();
        for (input, value) in INPUTS.into_iter().zip(values) {
            figures.add(input, vec![Reading::new(what, value, "s")]);
        }
        figures
    }

    fn told(what: &str, values: [f64; 3]) -> Vec<String> {
        let inputs = INPUTS.map(str::to_owned).into_iter().zip([10.0, 100.0, 1_000.0]);
        steeper(&figures(what, values), &inputs.collect::<Vec<_>>())
    }

    #[test]
    fn what_grows_faster_than_its_input_is_told() {
        for what in ["native load", "page load", "native peak memory", "page wasm memory"] {
            assert!(told(what, [0.2, 2.4, 24.0]).is_empty());
            let line = format!("{what} grows 13.0 times from 10 MB to 100 MB: at most 12.5");
            assert_eq!(told(what, [0.2, 2.6, 20.0]), [line]);
        }
    }

    #[test]
    fn a_frame_that_grows_is_told_however_small_the_steps() {
        let [p50, p95] = ["frame p50, 1600×900", "frame p95, 1600×900"];
        assert!(told(p50, [1.2, 1.2, 1.5]).is_empty());
        let line = format!("{p50} grows 1.60 times from 10 MB to 1 GB: at most 1.51");
        assert_eq!(told(p50, [1.0, 1.3, 1.6]), [line]);
        assert!(told(p95, [1.0, 2.4, 4.9]).is_empty());
        let line = format!("{p95} grows 2.60 times from 10 MB to 100 MB: at most 2.50");
        assert_eq!(told(p95, [1.0, 2.6, 4.0]), [line]);
    }

    #[test]
    fn frames_are_compared_where_slices_fill_the_screen() {
        let mut figures = figures("frame p50, 1600×900", [0.5, 1.2, 1.9]);
        for (input, slices) in INPUTS.into_iter().zip([2e4, 2e5, 2e6]) {
            figures.add(input, vec![Reading::new("slices", slices, "")]);
        }
        let inputs = INPUTS.map(str::to_owned).into_iter().zip([10.0, 100.0, 1_000.0]);
        let line = "frame p50, 1600×900 grows 1.58 times from 100 MB to 1 GB: at most 1.38";
        assert_eq!(steeper(&figures, &inputs.collect::<Vec<_>>()), [line]);
    }

    #[test]
    fn the_table_leaves_out_what_was_not_measured() {
        let text = table(&figures("page load", [0.2, 2.4, 24.0]), INPUTS.into_iter());
        assert!(text.contains("\n| 100 MB | – | – | 2.40 | – | – | – | – |\n"), "{text}");
    }
}
