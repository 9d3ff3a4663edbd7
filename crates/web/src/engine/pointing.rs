//! The engine's timeline, part two: what is where, search, statistics.

use super::Engine;
use super::answers::{ranges, slices};
use super::stage::AXIS_HEIGHT;
use super::store::Open;
use crate::protocol::{
    CounterValue, Direction, Hit, Language, Move, RangeStatistics, Reveal, SearchHit, SearchMode,
    SearchPage, SearchQuery, SearchResult, SliceDetails, SliceId, TimeRange,
};
use stepscope_browser::Result;
use stepscope_core::ids;
use stepscope_timeline::hits::{Hit as Found, Hits};
use stepscope_timeline::layout::track_keys;
use stepscope_timeline::search::{Mode, Problem, Query};
use stepscope_timeline::{RankView, Row, hit, navigate, paint};
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::wasm_bindgen;

/// A slice is revealed with this much of its length free on either side.
const ROOM: f64 = 1.0;

/// What is where.
#[wasm_bindgen]
impl Engine {
    /// What is at a point, CSS pixels from the canvas's corner.
    pub fn hit(&self, x: f64, y: f64) -> Result<Ts<Hit>> {
        let view = self.stage.view;
        let time = view.start + x / self.stage.size.width.max(1.0) * (view.end - view.start);
        let mut answer = Hit { row: None, time, slice: None, counter: None };
        if let Some(open) = self.stage.open(&self.store).filter(|_| y >= AXIS_HEIGHT) {
            let views = self.stage.views(&self.store);
            let (pixels, device) = (self.stage.pixels(open), x * self.stage.size.ratio);
            let layout = &self.stage.layout;
            if let Some(found) =
                hit::hit(&views, layout, &pixels, &self.stage.scroll(), device, y - AXIS_HEIGHT)
            {
                let row = &layout.rows[found.row];
                answer.row = Some(row.key.clone());
                answer.slice = found
                    .slice
                    .map(|slice| slices::info(open, &self.stage, &views, row.rank, slice));
                answer.counter =
                    found.series.and_then(|series| counter(open, &views[row.rank], series, time));
            }
        }
        Ok(answer.into_ts()?)
    }

    /// Selects a slice, or none.
    pub fn select(&mut self, slice: Option<Ts<SliceId>>) -> Result<Option<Ts<SliceDetails>>> {
        self.stage.selected = slice.map(|slice| slice.to_rust()).transpose()?;
        self.dirty = true;
        self.selected_details()
    }

    /// Goes from the selected slice to another and selects it; nothing when there is none.
    #[wasm_bindgen(js_name = move)]
    pub fn go(&mut self, to: Ts<Move>) -> Result<Option<Ts<SliceDetails>>> {
        let to = to.to_rust()?;
        let views = self.stage.views(&self.store);
        let Some((place, slice)) = self.selected_slice(&views) else { return Ok(None) };
        let rank = &views[place];
        let found = match to {
            Move::Next => navigate::beside(rank, slice, true),
            Move::Previous => navigate::beside(rank, slice, false),
            Move::NextSameName => navigate::same_name(rank, slice, true),
            Move::PreviousSameName => navigate::same_name(rank, slice, false),
            Move::Parent => navigate::parent(rank, slice),
        };
        let Some(found) = found else { return Ok(None) };
        self.stage.selected = Some(SliceId { rank: rank.id, slice: found.0 });
        self.dirty = true;
        self.selected_details()
    }

    /// A view that shows a slice with room around it, its row opened.
    pub fn reveal(&mut self, slice: Ts<SliceId>) -> Result<Option<Ts<Reveal>>> {
        let id = slice.to_rust()?;
        let views = self.stage.views(&self.store);
        let (Some(open), Some((place, slice))) =
            (self.stage.open(&self.store), find(&self.stage, &views, &id))
        else {
            return Ok(None);
        };
        let rank = &views[place];
        let start = open.relative(rank.trace.slices.start[slice.index()]);
        let length = rank.trace.slices.duration[slice.index()].get() as f64;
        let room = (length * ROOM).max(1_000.0);
        let range = TimeRange { start: start - room, end: start + length + room };
        let key = track_keys(rank, rank.trace.track_of(slice)).pop().unwrap_or_default();
        Ok(Some(self.uncovered(&key, range).into_ts()?))
    }

    /// A view that shows a range on a row, its row opened.
    #[wasm_bindgen(js_name = revealRow)]
    pub fn reveal_row(&mut self, row: &str, range: Ts<TimeRange>) -> Result<Ts<Reveal>> {
        let range = range.to_rust()?;
        Ok(self.uncovered(row, range).into_ts()?)
    }
}

/// Search and statistics.
#[wasm_bindgen]
impl Engine {
    /// Searches the shown ranks; the hits stay until the next search.
    pub fn search(
        &mut self,
        query: Ts<SearchQuery>,
        language: Ts<Language>,
    ) -> Result<Ts<SearchResult>> {
        let (query, language) = (query.to_rust()?, language.to_rust()?);
        self.dirty = true;
        self.stage.hits = Vec::new();
        let mode = match query.mode {
            SearchMode::Substring => Mode::Substring,
            SearchMode::MatchCase => Mode::MatchCase,
            SearchMode::Exact => Mode::Exact,
            SearchMode::Regex => Mode::Regex,
        };
        let problem = match Query::parse(&query.text, mode) {
            Ok(query) => {
                self.stage.hits = self.found(&query);
                None
            }
            Err(problem) => Some(sentence(&problem, language)),
        };
        let count = self.stage.hits.iter().map(Hits::count).sum::<usize>();
        Ok(SearchResult { count: count as u32, problem }.into_ts()?)
    }

    /// Some hits, in time order.
    #[wasm_bindgen(js_name = searchPage)]
    pub fn search_page(&self, offset: u32, count: u32) -> Result<Ts<SearchPage>> {
        let mut hits = Vec::new();
        if let Some(open) = self.stage.open(&self.store) {
            let views = self.stage.views(&self.store);
            let page = self.stage.hit_list(&views).page(offset as usize, count as usize);
            let info = |hit: Found| slices::info(open, &self.stage, &views, hit.rank, hit.slice);
            hits.extend(page.into_iter().map(info));
        }
        Ok(SearchPage { hits }.into_ts()?)
    }

    /// The hit after or before the selected one, else after or before a time; wraps around.
    #[wasm_bindgen(js_name = searchStep)]
    pub fn search_step(
        &self,
        direction: Ts<Direction>,
        from: f64,
    ) -> Result<Option<Ts<SearchHit>>> {
        let forward = direction.to_rust()? == Direction::Forward;
        let Some(open) = self.stage.open(&self.store) else { return Ok(None) };
        let views = self.stage.views(&self.store);
        let (list, selected) = (self.stage.hit_list(&views), self.selected_slice(&views));
        let index = list.beside(forward, selected, open.absolute(from));
        let Some((index, hit)) = index.and_then(|index| Some((index, list.at(index)?))) else {
            return Ok(None);
        };
        let slice = slices::info(open, &self.stage, &views, hit.rank, hit.slice);
        Ok(Some(SearchHit { index: index as u32, slice }.into_ts()?))
    }

    /// Statistics of a range over the shown ranks.
    #[wasm_bindgen(js_name = rangeStatistics)]
    pub fn range_statistics(
        &self,
        range: Ts<TimeRange>,
        _language: Ts<Language>,
    ) -> Result<Ts<RangeStatistics>> {
        let range = range.to_rust()?;
        let views = self.stage.views(&self.store);
        let statistics = match self.stage.open(&self.store) {
            Some(open) => ranges::of(open, &self.stage, &views, &range),
            None => {
                RangeStatistics { range, rows: vec![], names: vec![], name_count: 0, split: vec![] }
            }
        };
        Ok(statistics.into_ts()?)
    }
}

impl Engine {
    fn selected_slice(&self, views: &[RankView]) -> Option<(usize, ids::SliceId)> {
        find(&self.stage, views, self.stage.selected.as_ref()?)
    }

    fn selected_details(&self) -> Result<Option<Ts<SliceDetails>>> {
        let views = self.stage.views(&self.store);
        let found = self.stage.open(&self.store).zip(self.selected_slice(&views));
        let details = found
            .map(|(open, (place, slice))| slices::details(open, &self.stage, &views, place, slice));
        Ok(details.map(|details| details.into_ts()).transpose()?)
    }

    fn found(&self, query: &Query) -> Vec<Hits> {
        let Some(open) = self.stage.open(&self.store).filter(|_| !query.is_empty()) else {
            return Vec::new();
        };
        let views = self.stage.views(&self.store);
        let hits = |(rank, view): (usize, &RankView)| {
            let place = self.stage.place_in_capture(rank);
            let steps = open.steps(place).iter();
            let steps: Vec<_> = steps
                .filter_map(|step| Some((step.label.clone()?, step.window.start..step.window.end)))
                .collect();
            query.run(view, open.capture.ranks[place].rank, &steps)
        };
        views.iter().enumerate().map(hits).collect()
    }

    /// Opens what is above a row and scrolls to it.
    fn uncovered(&mut self, key: &str, range: TimeRange) -> Reveal {
        let mut opened = Vec::new();
        if !self.stage.layout.rows.iter().any(|row| row.key == key) {
            opened = self.stage.uncover(&self.store, key);
        }
        self.dirty = true;
        let (layout, mut view) = (&self.stage.layout, self.stage.view);
        let pinned = self.stage.pinned_room();
        (view.start, view.end) = (range.start, range.end.max(range.start + 1.0));
        let row = layout.rows.iter().find(|row| row.key == key);
        match row {
            Some(row) if row.pinned => {
                view.pinned_scroll = showing(row, view.pinned_scroll, pinned, layout.pinned_height);
            }
            Some(row) => {
                let room = self.stage.size.height - AXIS_HEIGHT - pinned;
                view.scroll = showing(row, view.scroll, room, layout.height);
            }
            None => {}
        }
        Reveal { view, opened, left_out: row.is_none() }
    }
}

/// How far to scroll rows of `height` that are seen through `room`, so that one of them is in view; `now` if it is.
fn showing(row: &Row, now: f64, room: f64, height: f64) -> f64 {
    if row.top >= now && row.top + row.height <= now + room {
        return now;
    }
    let middle = row.top + row.height.min(room) / 2.0 - room / 2.0;
    middle.clamp(0.0, (height - room).max(0.0))
}

/// A slice by its id, unless it is not shown or never was.
fn find(
    stage: &super::stage::Stage,
    views: &[RankView],
    id: &SliceId,
) -> Option<(usize, ids::SliceId)> {
    let place = stage.view_of(id.rank)?;
    let slice = ids::SliceId(id.slice);
    (slice.index() < views[place].trace.slices.len()).then_some((place, slice))
}

fn counter(open: &Open, rank: &RankView, series: ids::SeriesId, time: f64) -> Option<CounterValue> {
    let (at, value) = paint::counter_at(rank, series, open.absolute(time))?;
    let own = &rank.trace.series[series.index()];
    Some(CounterValue {
        name: rank.trace.strings.get(own.name).to_owned(),
        value,
        unit: rank.trace.strings.get(own.key).to_owned(),
        time: open.relative(at),
    })
}

fn sentence(problem: &Problem, language: Language) -> String {
    match (problem, language) {
        (Problem::Regex(why), Language::En) => {
            format!("The regular expression is not understood: {why}")
        }
        (Problem::Regex(why), Language::Zh) => format!("无法理解该正则表达式：{why}"),
        (Problem::Predicate(word), Language::En) => {
            format!(
                "“{word}” is not understood. Examples: dur>1ms, dur<20us, type:MatMul, rank:3, step:50, stream:2"
            )
        }
        (Problem::Predicate(word), Language::Zh) => {
            format!(
                "无法理解“{word}”。示例：dur>1ms、dur<20us、type:MatMul、rank:3、step:50、stream:2"
            )
        }
    }
}
