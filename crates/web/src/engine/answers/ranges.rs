//! Statistics of a range.

use super::slices::row_name;
use crate::engine::stage::Stage;
use crate::engine::store::Open;
use crate::protocol::{RangeName, RangeRow, RangeSplit, RangeStatistics, TimeRange};
use std::collections::HashMap;
use stepscope_core::sort::SortShort;
use stepscope_timeline::RankView;
use stepscope_timeline::statistics::{self, NameStatistics};

/// Names listed at most: the rest is counted.
const MOST_NAMES: usize = 1_000;

/// Over all shown ranks.
pub(crate) fn of(
    open: &Open,
    stage: &Stage,
    views: &[RankView],
    range: &TimeRange,
) -> RangeStatistics {
    let window = open.absolute(range.start)..open.absolute(range.end.max(range.start));
    let mut rows = Vec::new();
    let mut names: HashMap<&str, NameStatistics> = HashMap::new();
    let mut split = Vec::new();
    for (place, rank) in views.iter().enumerate() {
        let found = statistics::RangeStatistics::of(rank, &window);
        for own in &found.tracks {
            let row = stage.layout.row_of_track(views, place, own.track);
            rows.push(RangeRow {
                row: row.map_or_else(String::new, |row| stage.layout.rows[row].key.clone()),
                name: row_name(rank, own.track),
                count: own.count as f64,
                busy_ns: own.busy.get() as f64,
                sum_ns: own.sum.get() as f64,
            });
        }
        split.extend(found.split(rank, &window).map(|split| RangeSplit {
            rank: rank.id,
            computing_ns: split.computing.get() as f64,
            communication_not_overlapped_ns: split.not_overlapped.get() as f64,
            free_ns: split.free.get() as f64,
        }));
        for (name, own) in found.names {
            let name = rank.trace.strings.get(name);
            names.entry(name).and_modify(|sum| add(sum, &own)).or_insert(own);
        }
    }
    rows.sort_short_by(|a, b| b.busy_ns.total_cmp(&a.busy_ns));
    let mut names: Vec<_> = names.into_iter().collect();
    names.sort_short_by(|(a_name, a), (b_name, b)| b.total.cmp(&a.total).then(a_name.cmp(b_name)));
    let name_count = names.len() as u32;
    names.truncate(MOST_NAMES);
    let name = |(name, own): (&str, NameStatistics)| RangeName {
        name: name.to_owned(),
        count: own.count as f64,
        total_ns: own.total.get() as f64,
        self_ns: own.own.get() as f64,
        mean_ns: own.total.get() as f64 / own.count.max(1) as f64,
        min_ns: own.min.get() as f64,
        max_ns: own.max.get() as f64,
    };
    let names = names.into_iter().map(name).collect();
    RangeStatistics { range: *range, rows, names, name_count, split }
}

fn add(sum: &mut NameStatistics, other: &NameStatistics) {
    sum.count += other.count;
    sum.total = sum.total.plus(other.total);
    sum.own = sum.own.plus(other.own);
    sum.min = sum.min.min(other.min);
    sum.max = sum.max.max(other.max);
}
