//! What the timeline shows: ranks, rows, the visible part, what is selected and marked.

use crate::engine::motion::Motion;
use crate::engine::store::{Open, Store};
use crate::protocol::{
    AxisMode, CanvasSize, Language, Overlay, SliceId, Theme, TimelineStyle, TimelineView,
};
use stepscope_core::ids;
use stepscope_core::time::Ns;
use stepscope_timeline::hits::{HitList, Hits};
use stepscope_timeline::layout::{RowHeights, track_keys};
use stepscope_timeline::{Layout, RankView, RowStates, Scroll, View};

/// Height of the axis above the rows, CSS pixels.
pub(crate) const AXIS_HEIGHT: f64 = 28.0;

/// Shortest visible range: one nanosecond, the resolution of the columns, over the whole width.
pub(crate) const SHORTEST_VIEW: f64 = 1.0;

/// State of the timeline.
pub(crate) struct Stage {
    /// The capture that is shown.
    capture: Option<u32>,
    /// Ids of its ranks that have rows; `None` for all.
    chosen: Option<Vec<u32>>,
    ranks: Vec<StageRank>,
    states: RowStates,
    heights: RowHeights,
    pub(crate) layout: Layout,
    /// Counts layouts: a frame of another one says nothing of this.
    pub(crate) laid: u32,
    pub(crate) view: TimelineView,
    pub(crate) size: CanvasSize,
    /// Whether the view moves: rows are then painted in columns of CSS pixels.
    pub(crate) motion: Motion,
    pub(crate) style: TimelineStyle,
    pub(crate) overlay: Overlay,
    pub(crate) selected: Option<SliceId>,
    /// Hits of the last search in each rank with rows; empty without one.
    pub(crate) hits: Vec<Hits>,
}

/// A rank with rows.
struct StageRank {
    id: u32,
    place: usize,
    key: String,
    name: String,
}

impl Default for Stage {
    fn default() -> Stage {
        Stage {
            capture: None,
            chosen: None,
            ranks: Vec::new(),
            states: RowStates::default(),
            heights: RowHeights::default(),
            layout: Layout::default(),
            laid: 0,
            view: TimelineView {
                start: 0.0,
                end: 1e9,
                scroll: 0.0,
                pinned_scroll: 0.0,
                most_pinned: f64::MAX,
            },
            size: CanvasSize { width: 1.0, height: 1.0, ratio: 1.0 },
            motion: Motion::default(),
            style: TimelineStyle {
                theme: Theme::Light,
                language: Language::En,
                axis: AxisMode::Capture,
                flows: Vec::new(),
            },
            overlay: Overlay { marks: Vec::new(), range: None, cursor: None },
            selected: None,
            hits: Vec::new(),
        }
    }
}

impl Stage {
    /// Chooses the ranks that have rows.
    pub(crate) fn show(&mut self, store: &Store, capture: u32, ranks: Option<Vec<u32>>) {
        if self.capture != Some(capture) {
            self.selected = None;
        }
        self.capture = Some(capture);
        self.chosen = ranks;
        self.refresh(store);
    }

    /// Lays out again after captures or ranks have come or gone.
    pub(crate) fn refresh(&mut self, store: &Store) {
        let open = self.capture.and_then(|id| store.capture(id).ok());
        self.ranks = open.map_or_else(Vec::new, |open| self.stage_ranks(open));
        self.hits = Vec::new();
        let gone = |slice: &SliceId| !self.ranks.iter().any(|rank| rank.id == slice.rank);
        if self.selected.as_ref().is_some_and(gone) {
            self.selected = None;
        }
        self.lay_out(store);
    }

    fn stage_ranks(&self, open: &Open) -> Vec<StageRank> {
        let wanted = |id: u32| self.chosen.as_ref().is_none_or(|chosen| chosen.contains(&id));
        let ranks = open.capture.ranks.iter().enumerate();
        let shown =
            ranks.filter(|(place, rank)| rank.trace.is_some() && wanted(open.rank_id(*place)));
        let of = |(place, rank): (usize, &stepscope_core::model::Rank)| StageRank {
            id: open.rank_id(place),
            place,
            key: open.rank_key(place),
            name: match rank.rank {
                Some(number) => format!("Rank {number}"),
                None if rank.folder.is_empty() => open.capture.name.clone(),
                None => rank.folder.clone(),
            },
        };
        shown.map(of).collect()
    }

    /// Changes the states of rows, and their heights.
    pub(crate) fn set_rows(&mut self, store: &Store, states: RowStates, heights: RowHeights) {
        (self.states, self.heights) = (states, heights);
        self.lay_out(store);
    }

    /// Has a track's row shown, which has the key `key`; returns the keys of rows that were opened for it.
    pub(crate) fn uncover(&mut self, store: &Store, key: &str) -> Vec<String> {
        let keys = self.views(store).iter().find_map(|rank| {
            let tracks = (0..rank.trace.tracks.len()).map(ids::TrackId::new);
            let mut keys = tracks.map(|track| track_keys(rank, track));
            keys.find(|keys| keys.last().is_some_and(|last| last == key))
        });
        let mut keys = keys.unwrap_or_default();
        self.states.uncover(&mut keys, &self.layout);
        self.lay_out(store);
        keys
    }

    fn lay_out(&mut self, store: &Store) {
        let layout = Layout::new(&self.views(store), &self.states, self.heights);
        self.layout = layout;
        self.laid += 1;
    }

    /// The capture that is shown.
    pub(crate) fn open<'a>(&self, store: &'a Store) -> Option<&'a Open> {
        store.capture(self.capture?).ok()
    }

    /// The ranks that have rows.
    pub(crate) fn views<'a>(&'a self, store: &'a Store) -> Vec<RankView<'a>> {
        let Some(open) = self.open(store) else { return Vec::new() };
        let view = |rank: &'a StageRank| open.rank_view(rank.place, &rank.key, &rank.name);
        self.ranks.iter().filter_map(view).collect()
    }

    /// Place among the views of a rank.
    pub(crate) fn view_of(&self, rank: u32) -> Option<usize> {
        self.ranks.iter().position(|own| own.id == rank)
    }

    /// Hits of the last search, in order of time.
    pub(crate) fn hit_list<'a>(&'a self, views: &[RankView<'a>]) -> HitList<'a> {
        HitList::new(views, &self.hits)
    }

    /// Place in the capture of the first rank with rows.
    pub(crate) fn first_rank(&self) -> Option<usize> {
        self.ranks.first().map(|rank| rank.place)
    }

    /// Place in the capture of the view at `place`.
    pub(crate) fn place_in_capture(&self, place: usize) -> usize {
        self.ranks[place].place
    }

    /// How far rows are scrolled.
    pub(crate) fn scroll(&self) -> Scroll {
        let TimelineView { scroll, pinned_scroll, most_pinned, .. } = self.view;
        Scroll { rows: scroll, pinned: pinned_scroll, most_pinned }
    }

    /// Height of the canvas that the pinned rows take, CSS pixels.
    pub(crate) fn pinned_room(&self) -> f64 {
        self.layout.pinned_room(&self.scroll())
    }

    /// The visible time on device pixels.
    pub(crate) fn pixels(&self, open: &Open) -> View {
        self.columns(open, self.size.ratio)
    }

    /// The visible time on columns, so many a CSS pixel.
    pub(crate) fn columns(&self, open: &Open, ratio: f64) -> View {
        let start = open.absolute(self.view.start);
        let end = open.absolute(self.view.end).max(start.plus(Ns(1)));
        let width = (self.size.width * ratio).round().clamp(1.0, 16_384.0) as u32;
        View { start, end, width }.snapped()
    }
}
