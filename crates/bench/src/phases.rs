//! The hot paths one by one, each with the work before it left out of the count.

use std::collections::VecDeque;
use std::fs;
use std::hint::black_box;
use std::path::Path;

use anyhow::{Context, Result};
use stepscope_analysis::Analysis;
use stepscope_analysis::operators::{GroupBy, Table};
use stepscope_analysis::selection::Selection;
use stepscope_analysis::summary::Summary;
use stepscope_bench::wide;
use stepscope_core::load::{Options, load};
use stepscope_core::model::{Capture, Rank, Trace};
use stepscope_core::time::Ns;
use stepscope_timeline::layout::RowHeights;
use stepscope_timeline::paint::Window;
use stepscope_timeline::palette::Theme;
use stepscope_timeline::search::{Mode, Query};
use stepscope_timeline::statistics::RangeStatistics;
use stepscope_timeline::{Layout, RankLanes, RowStates, Scroll, View, paint};

use crate::input;

/// A hot path.
pub(crate) struct Phase {
    pub(crate) name: &'static str,
    /// Prepares, and does it once in [`measured`].
    pub(crate) run: fn(&Path) -> Result<()>,
}

/// In the order of a capture's way.
pub(crate) const ALL: &[Phase] = &[
    Phase { name: "load-zip", run: |folder| load_archive(folder, ZIP) },
    Phase { name: "load-tar-gz", run: |folder| load_archive(folder, TAR_GZ) },
    Phase { name: "blocks", run: blocks },
    Phase { name: "lay-out", run: lay_out },
    Phase { name: "summary", run: summary },
    Phase { name: "operators", run: operators },
    Phase { name: "frame-whole", run: |_| frames(1) },
    Phase { name: "frame-zoomed", run: |_| frames(64) },
    Phase { name: "frame-slices", run: |_| frames(10_000) },
    Phase { name: "search", run: search },
    Phase { name: "statistics", run: statistics },
];

const ZIP: &str = "demo.zip";
const TAR_GZ: &str = "demo.tar.gz";

/// Few streams, so that each has some thirty slices a pixel and levels of detail are looked at.
fn wide_trace() -> Trace {
    wide::trace(10, 500_000)
}

/// Callgrind counts what happens in here and nothing else.
#[inline(never)]
fn measured(work: &mut dyn FnMut()) {
    work();
}

/// Writes what the phases read, so that packing it is not part of a run.
pub(crate) fn write_fixtures(folder: &Path) -> Result<()> {
    let files = stepscope_fixtures::demo().files;
    fs::create_dir_all(folder)?;
    fs::write(folder.join(ZIP), files.to_zip()?)?;
    fs::write(folder.join(TAR_GZ), files.to_tar_gz()?)?;
    Ok(())
}

fn captures(folder: &Path) -> Result<Vec<Capture>> {
    Ok(load(&[input(&folder.join(ZIP))?], &Options::default(), &mut ()).captures)
}

fn load_archive(folder: &Path, name: &str) -> Result<()> {
    let input = input(&folder.join(name))?;
    let inputs = std::slice::from_ref(&input);
    measured(&mut || drop(black_box(load(inputs, &Options::default(), &mut ()))));
    Ok(())
}

/// Each rank into a block and back. Writing alone is little but `memcpy`, whose count depends on where things lie.
fn blocks(folder: &Path) -> Result<()> {
    let captures = captures(folder)?;
    measured(&mut || {
        for rank in captures.iter().flat_map(|capture| &capture.ranks) {
            let mut buffers = VecDeque::new();
            rank.write(&mut |buffer| buffers.push_back(buffer));
            black_box(Rank::read(&mut || buffers.pop_front()).is_ok());
        }
    });
    Ok(())
}

fn lay_out(folder: &Path) -> Result<()> {
    let captures = captures(folder)?;
    let wide = wide_trace();
    measured(&mut || {
        black_box(RankLanes::new(&wide));
        let ranks = captures.iter().flat_map(|capture| &capture.ranks);
        for trace in ranks.filter_map(|rank| rank.trace.as_ref()) {
            black_box(RankLanes::new(trace));
        }
    });
    Ok(())
}

fn summary(folder: &Path) -> Result<()> {
    let captures = captures(folder)?;
    measured(&mut || {
        let analyses: Vec<Analysis> = captures.iter().map(Analysis::new).collect();
        black_box(Summary::of(&analyses, &Selection::default(), &[]));
    });
    Ok(())
}

fn operators(folder: &Path) -> Result<()> {
    let captures = captures(folder)?;
    let analyses: Vec<Analysis> = captures.iter().map(Analysis::new).collect();
    measured(&mut || {
        for analysis in &analyses {
            for by in [GroupBy::Type, GroupBy::NameShape] {
                black_box(Table::new(analysis, &Selection::default(), by));
            }
        }
    });
    Ok(())
}

/// Sixteen frames of a pan over the wide trace, each showing a `zoom`th of it.
fn frames(zoom: i64) -> Result<()> {
    let trace = wide_trace();
    let lanes = RankLanes::new(&trace);
    let views = [wide::view(&trace, &lanes)];
    let layout = Layout::new(&views, &RowStates::default(), RowHeights::default());
    let end = trace.span().context("an empty trace")?.end.get();
    measured(&mut || {
        for frame in 0..16 {
            let start = end / zoom * frame / 16;
            let view = View { start: Ns(start), end: Ns(start + end / zoom), width: 1_600 };
            let (scroll, height, label_width) = (Scroll::default(), 1e6, 24.0);
            let window = Window { view, scroll, height, label_width, theme: Theme::Light };
            black_box(paint(&views, &layout, &window, None));
        }
    });
    Ok(())
}

fn search(_: &Path) -> Result<()> {
    let trace = wide_trace();
    let lanes = RankLanes::new(&trace);
    let view = wide::view(&trace, &lanes);
    measured(&mut || {
        for text in ["kernel39", "kernel1 dur>10us"] {
            let query = Query::parse(text, Mode::Substring).unwrap_or_default();
            black_box(query.run(&view, None, &[]));
        }
    });
    Ok(())
}

fn statistics(_: &Path) -> Result<()> {
    let trace = wide_trace();
    let lanes = RankLanes::new(&trace);
    let view = wide::view(&trace, &lanes);
    let span = trace.span().context("an empty trace")?;
    measured(&mut || drop(black_box(RangeStatistics::of(&view, &span))));
    Ok(())
}
