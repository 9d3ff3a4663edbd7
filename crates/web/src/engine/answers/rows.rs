//! Rows of the timeline.

use crate::engine::stage::Stage;
use crate::protocol::{HiddenRow, RowDensity, RowInfo, RowKind, RowList, RowStates};
use stepscope_timeline as timeline;
use stepscope_timeline::RankView;
use stepscope_timeline::layout::RowHeights;

/// The rows in the order shown.
pub(crate) fn list(stage: &Stage, views: &[RankView]) -> RowList {
    let layout = &stage.layout;
    let row = |row: &timeline::Row| RowInfo {
        key: row.key.clone(),
        rank: views[row.rank].id,
        kind: match row.kind {
            timeline::RowKind::Rank => RowKind::Rank,
            timeline::RowKind::Process(_) => RowKind::Process,
            timeline::RowKind::Track(_) => RowKind::Track,
            timeline::RowKind::Group(_) => RowKind::Group,
            timeline::RowKind::Counter(_) => RowKind::Counter,
        },
        name: row.name.clone(),
        path: row.path.clone(),
        depth: row.depth,
        has_children: row.has_children,
        collapsed: row.collapsed,
        pinned: row.pinned,
        top: row.top,
        height: row.height,
        lanes: row.lanes.len() as u32,
    };
    let hidden = layout.hidden.iter();
    RowList {
        rows: layout.rows.iter().map(row).collect(),
        pinned_height: layout.pinned_height,
        height: layout.height,
        hidden: hidden
            .map(|(key, name)| HiddenRow { key: key.clone(), name: name.clone() })
            .collect(),
    }
}

/// The heights of rows.
pub(crate) fn heights(density: RowDensity) -> RowHeights {
    match density {
        RowDensity::Regular => RowHeights::default(),
        RowDensity::Compact => RowHeights::COMPACT,
    }
}

/// The page's row states in the terms of the timeline.
pub(crate) fn states(states: RowStates) -> timeline::RowStates {
    timeline::RowStates {
        collapsed: states.collapsed.into_iter().collect(),
        expanded: states.expanded.into_iter().collect(),
        pinned: states.pinned,
        hidden: states.hidden.into_iter().collect(),
        renamed: states.renamed.into_iter().map(|row| (row.key, row.name)).collect(),
        filter: states.filter,
    }
}
