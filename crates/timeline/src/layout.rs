//! Which rows there are, in what order, and where.

use crate::rank::RankView;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use stepscope_core::ids::{ProcessId, SeriesId, TrackId};
use stepscope_core::model::{ProcessKind, TrackKind};
use stepscope_core::sort::SortShort;

/// What a row shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// A rank; its processes are below.
    Rank,
    /// A process; its tracks and counters are below.
    Process(ProcessId),
    /// A track of slices.
    Track(TrackId),
    /// A communication group, with its planes below.
    Group(TrackId),
    /// A counter series.
    Counter(SeriesId),
}

/// How rows differ from their defaults, by their keys.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowStates {
    /// Rows that are collapsed.
    pub collapsed: BTreeSet<String>,
    /// Rows that are open although they are collapsed by default.
    pub expanded: BTreeSet<String>,
    /// Rows pinned to the top, in their order there.
    pub pinned: Vec<String>,
    /// Rows that are not shown.
    pub hidden: BTreeSet<String>,
    /// Names given by the user.
    pub renamed: BTreeMap<String, String>,
    /// Only rows whose name, or that of a row above or below them, contains this, in any case.
    pub filter: String,
}

impl RowStates {
    /// Opens and shows what of a row and those above it is collapsed or hidden in a layout. Of their `keys`,
    /// its own last, those are left that were. A row may be a preview of itself.
    pub fn uncover(&mut self, keys: &mut Vec<String>, layout: &Layout) {
        let own = keys.last().cloned();
        keys.retain(|key| {
            let folded = own.as_ref() != Some(key) && layout.folded.contains(key);
            let covers = self.hidden.remove(key) || folded;
            if covers {
                self.collapsed.remove(key);
                self.expanded.insert(key.clone());
            }
            covers
        });
    }
}

/// Heights in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowHeights {
    /// A rank.
    pub rank: f64,
    /// A process, and any row that is collapsed to a preview.
    pub process: f64,
    /// One lane of a track.
    pub lane: f64,
    /// A counter.
    pub counter: f64,
}

impl RowHeights {
    /// So that a hundred rows fit on a screen: too low for the names of slices.
    pub const COMPACT: RowHeights =
        RowHeights { rank: 16.0, process: 14.0, lane: 9.0, counter: 16.0 };
}

impl Default for RowHeights {
    fn default() -> RowHeights {
        RowHeights { rank: 24.0, process: 20.0, lane: 17.0, counter: 30.0 }
    }
}

/// One visible row.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Stable key.
    pub key: String,
    /// Place of its rank among the views.
    pub rank: usize,
    /// What it shows.
    pub kind: RowKind,
    /// Name to show.
    pub name: String,
    /// 0 for ranks.
    pub depth: u32,
    /// Whether rows are below it, shown or not.
    pub has_children: bool,
    /// Whether it is a preview of itself and what is below.
    pub collapsed: bool,
    /// Whether it is pinned.
    pub pinned: bool,
    /// Top edge in CSS pixels: among the pinned rows for a pinned one, else among the others.
    pub top: f64,
    /// Height in CSS pixels.
    pub height: f64,
    /// Lanes that it shows one below the other; empty for a preview, a heading or a counter.
    pub lanes: Range<usize>,
    /// Keys of the rows above it in the tree.
    pub ancestors: Vec<String>,
    /// Names of those, where it does not stand below them: it is pinned, or the one above is.
    pub path: String,
}

/// The rows in the order shown, pinned ones first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// The rows.
    pub rows: Vec<Row>,
    /// How many of them are pinned.
    pub pinned: usize,
    /// Height of the pinned rows, CSS pixels.
    pub pinned_height: f64,
    /// Height of the other rows, CSS pixels.
    pub height: f64,
    /// Rows that the user hid: key and name.
    pub hidden: Vec<(String, String)>,
    /// Keys of all rows that are collapsed, shown or not.
    pub folded: Vec<String>,
}

/// How far rows are scrolled, CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scroll {
    /// Those that are not pinned.
    pub rows: f64,
    /// The pinned ones.
    pub pinned: f64,
    /// Height that the pinned ones may take.
    pub most_pinned: f64,
}

impl Default for Scroll {
    fn default() -> Scroll {
        Scroll { rows: 0.0, pinned: 0.0, most_pinned: f64::INFINITY }
    }
}

impl Layout {
    /// Lays out ranks.
    pub fn new(ranks: &[RankView], states: &RowStates, heights: RowHeights) -> Layout {
        let mut tree = Vec::new();
        for (place, rank) in ranks.iter().enumerate() {
            Tree { place, rank, many: ranks.len() > 2, rows: &mut tree }.add_rank();
        }
        for row in &mut tree {
            if let Some(name) = states.renamed.get(&row.key) {
                row.name.clone_from(name);
            }
            row.collapsed = row.has_children && states.collapsed.contains(&row.key)
                || row.collapsed && !states.expanded.contains(&row.key);
        }
        let kept = filtered(&tree, &states.filter);
        let folded: BTreeSet<&str> =
            tree.iter().filter(|row| row.collapsed).map(|row| row.key.as_str()).collect();
        let mut layout = Layout::default();
        let (mut pinned, mut others) = (Vec::new(), Vec::new());
        for row in tree.iter().filter(|row| kept.contains(row.key.as_str())) {
            let is_pinned = states.pinned.contains(&row.key);
            let covers =
                |key: &String| states.hidden.contains(key) || folded.contains(key.as_str());
            if states.hidden.contains(&row.key) {
                layout.hidden.push((row.key.clone(), row.name.clone()));
            } else if is_pinned || !row.ancestors.iter().any(covers) {
                let orphan = row.ancestors.last().is_some_and(|key| states.pinned.contains(key));
                let path = if is_pinned || orphan { path(&tree, row) } else { String::new() };
                let rows = if is_pinned { &mut pinned } else { &mut others };
                rows.push(Row { pinned: is_pinned, path, ..row.clone() });
            }
        }
        pinned.sort_short_by_key(|row| states.pinned.iter().position(|key| *key == row.key));
        layout.pinned = pinned.len();
        layout.pinned_height = stack(&mut pinned, ranks, heights);
        layout.height = stack(&mut others, ranks, heights);
        layout.folded = folded.into_iter().map(str::to_owned).collect();
        layout.rows = pinned;
        layout.rows.append(&mut others);
        layout
    }

    /// Height of the window that the pinned rows take, CSS pixels.
    pub fn pinned_room(&self, scroll: &Scroll) -> f64 {
        self.pinned_height.min(scroll.most_pinned)
    }

    /// Rows that are visible in a window of `height`, with their top edges in the window. Where pinned rows
    /// end and the others begin, rows of both may be visible in part.
    pub fn visible(&self, scroll: &Scroll, height: f64) -> impl Iterator<Item = (usize, f64)> {
        let from = |rows: &[Row], top: f64| rows.partition_point(|row| row.top + row.height <= top);
        let (pinned, others) = self.rows.split_at(self.pinned);
        let first = (from(pinned, scroll.pinned), self.pinned + from(others, scroll.rows));
        let room = self.pinned_room(scroll);
        let (up, down) = (scroll.pinned, room - scroll.rows);
        let pinned = (first.0..self.pinned).map(move |at| (at, self.rows[at].top - up));
        let others = (first.1..self.rows.len()).map(move |at| (at, self.rows[at].top + down));
        let pinned = pinned.take_while(move |(_, top)| *top < room);
        pinned.chain(others).take_while(move |(_, top)| *top < height)
    }

    /// The row that shows a track or, when it is collapsed away, the nearest row above that does.
    pub fn row_of_track(&self, ranks: &[RankView], rank: usize, track: TrackId) -> Option<usize> {
        let shows = |row: &Row| row.rank == rank && row.kind.track() == Some(track);
        self.rows.iter().position(shows).or_else(|| {
            let keys = track_keys(&ranks[rank], track);
            let place = |key: &String| self.rows.iter().position(|row| row.key == *key);
            keys.iter().rev().find_map(place)
        })
    }
}

impl RowKind {
    /// The track of a row of slices.
    pub fn track(self) -> Option<TrackId> {
        match self {
            RowKind::Track(track) | RowKind::Group(track) => Some(track),
            _ => None,
        }
    }
}

/// Names of the rows above a row.
fn path(tree: &[Row], row: &Row) -> String {
    let above = tree.iter().filter(|own| row.ancestors.contains(&own.key));
    above.map(|own| own.name.as_str()).collect::<Vec<_>>().join(" / ")
}

/// Sets the tops, heights and lanes of rows; returns their height.
fn stack(rows: &mut [Row], ranks: &[RankView], heights: RowHeights) -> f64 {
    let mut top = 0.0;
    for row in rows {
        let lanes = row.kind.track().map(|track| ranks[row.rank].lanes.lanes_of(track));
        let group = matches!(row.kind, RowKind::Group(_));
        row.height = match (row.kind, lanes) {
            (RowKind::Rank, _) => heights.rank,
            (RowKind::Counter(_), _) => heights.counter,
            (_, Some(lanes)) if !row.collapsed || group => {
                row.lanes = lanes.clone();
                heights.lane * lanes.len().max(1) as f64 + 3.0
            }
            _ => heights.process,
        };
        row.top = top;
        top += row.height;
    }
    top
}

/// Keys of the rows that are left by a filter.
fn filtered<'a>(tree: &'a [Row], filter: &str) -> BTreeSet<&'a str> {
    let filter = filter.trim().to_lowercase();
    let mut kept = BTreeSet::new();
    let mut matched: BTreeSet<&str> = BTreeSet::new();
    for row in tree {
        let below = row.ancestors.iter().any(|key| matched.contains(key.as_str()));
        if below || row.name.to_lowercase().contains(&filter) {
            kept.insert(row.key.as_str());
            kept.extend(row.ancestors.iter().map(String::as_str));
            matched.insert(&row.key);
        }
    }
    kept
}

/// Keys of a track's row and those above it, outermost first.
pub fn track_keys(rank: &RankView, track: TrackId) -> Vec<String> {
    let own = &rank.trace.tracks[track.index()];
    let mut keys = vec![rank.key.to_owned(), process_key(rank, own.process)];
    keys.extend(own.group.map(|group| track_key(rank, group)));
    keys.push(track_key(rank, track));
    keys
}

fn process_key(rank: &RankView, process: ProcessId) -> String {
    let pid = rank.trace.strings.get(rank.trace.processes[process.index()].pid);
    format!("{}/{pid}", rank.key)
}

/// Key of a track's row.
pub(crate) fn track_key(rank: &RankView, track: TrackId) -> String {
    let own = &rank.trace.tracks[track.index()];
    format!("{}/{}", process_key(rank, own.process), rank.trace.strings.get(own.tid))
}

/// Name of a track's row.
pub(crate) fn track_name(rank: &RankView, track: TrackId) -> String {
    let own = &rank.trace.tracks[track.index()];
    rank.trace.strings.get(own.name.unwrap_or(own.tid)).to_owned()
}

/// Name of a process.
pub(crate) fn process_name(rank: &RankView, process: ProcessId) -> String {
    let own = &rank.trace.processes[process.index()];
    match (own.name, own.kind) {
        (Some(name), _) => rank.trace.strings.get(name).to_owned(),
        (None, ProcessKind::Cann) => "CANN".to_owned(),
        (None, _) => format!("pid {}", rank.trace.strings.get(own.pid)),
    }
}

/// Adds the rows of one rank to the tree.
struct Tree<'a, 'b> {
    place: usize,
    rank: &'a RankView<'a>,
    /// Whether so many ranks are shown that each starts collapsed, but the first.
    many: bool,
    rows: &'b mut Vec<Row>,
}

impl Tree<'_, '_> {
    fn add_rank(&mut self) {
        let key = self.rank.key.to_owned();
        self.add(key, RowKind::Rank, self.rank.name.to_owned(), &[]);
        let at = self.rows.len() - 1;
        let mut processes: Vec<usize> = (0..self.rank.trace.processes.len()).collect();
        processes
            .sort_short_by_key(|&i| self.rank.trace.processes[i].sort_index.unwrap_or(i64::MAX));
        for process in processes {
            self.add_process(ProcessId::new(process));
        }
        self.rows[at].has_children = self.rows.len() > at + 1;
        self.rows[at].collapsed = self.many && self.place > 0;
    }

    fn add_process(&mut self, process: ProcessId) {
        let trace = self.rank.trace;
        let of_process = |i: &usize| {
            let track = &trace.tracks[*i];
            track.process == process && !track.slices().is_empty()
        };
        let mut tracks: Vec<usize> = (0..trace.tracks.len()).filter(of_process).collect();
        let series = trace.series.iter().enumerate().filter(|(_, own)| own.process == process);
        let series: Vec<usize> = series.map(|(i, _)| i).collect();
        if tracks.is_empty() && series.is_empty() {
            return;
        }
        let above = [self.rank.key.to_owned(), process_key(self.rank, process)];
        let name = process_name(self.rank, process);
        self.add(above[1].clone(), RowKind::Process(process), name, &above[..1]);
        let head = self.rows.len() - 1;
        self.rows[head].has_children = true;
        // Counters are many and seldom what one looks for first.
        self.rows[head].collapsed = tracks.is_empty();
        tracks.sort_short_by_key(|&i| trace.tracks[i].sort_index.unwrap_or(i64::MAX));
        let mut planes_of: BTreeMap<TrackId, Vec<usize>> = BTreeMap::new();
        for &track in &tracks {
            if let Some(group) = trace.tracks[track].group {
                planes_of.entry(group).or_default().push(track);
            }
        }
        for &track in &tracks {
            let id = TrackId::new(track);
            if trace.tracks[track].group.is_some() {
                continue;
            }
            let planes = planes_of.remove(&id).unwrap_or_default();
            let key = track_key(self.rank, id);
            let kind = match trace.tracks[track].kind {
                TrackKind::Group => RowKind::Group(id),
                _ => RowKind::Track(id),
            };
            self.add(key.clone(), kind, track_name(self.rank, id), &above);
            let at = self.rows.len() - 1;
            self.rows[at].has_children =
                !planes.is_empty() || self.rank.lanes.lanes_of(id).len() > 1;
            self.rows[at].collapsed = !planes.is_empty();
            let above = [above[0].clone(), above[1].clone(), key];
            for plane in planes {
                let plane = TrackId::new(plane);
                let key = track_key(self.rank, plane);
                self.add(key, RowKind::Track(plane), track_name(self.rank, plane), &above);
            }
        }
        for series in series {
            let own = &trace.series[series];
            let (name, unit) = (trace.strings.get(own.name), trace.strings.get(own.key));
            let key = format!("{}/{name}/{unit}", above[1]);
            let name = match unit {
                "value" => name.to_owned(),
                unit if unit == name => name.to_owned(),
                unit => format!("{name} · {unit}"),
            };
            self.add(key, RowKind::Counter(SeriesId::new(series)), name, &above);
        }
    }

    fn add(&mut self, key: String, kind: RowKind, name: String, above: &[String]) {
        self.rows.push(Row {
            key,
            rank: self.place,
            kind,
            name,
            depth: above.len() as u32,
            has_children: false,
            collapsed: false,
            pinned: false,
            top: 0.0,
            height: 0.0,
            lanes: 0..0,
            ancestors: above.to_vec(),
            path: String::new(),
        });
    }
}
