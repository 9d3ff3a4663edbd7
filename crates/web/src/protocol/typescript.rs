//! Keeps `www/src/engine/protocol.ts` equal to the Rust types.

use super::*;
use tsify::Tsify;

const HEADER: &str = "\
// Made from crates/web/src/protocol: run `UPDATE_PROTOCOL=1 cargo test -p stepscope-web` after a change there.
";

/// Every message, in the order of the file.
fn declarations() -> Vec<&'static str> {
    macro_rules! list {
        ($($name:ident),* $(,)?) => { vec![$(<$name as Tsify>::DECL),*] };
    }
    list![
        Language,
        Theme,
        Order,
        TimeRange,
        StepRange,
        Selection,
        RankState,
        NoteSeverity,
        FileUse,
        CaptureList,
        CaptureInfo,
        RankInfo,
        NoteList,
        NoteInfo,
        CaptureSheet,
        Fact,
        FileInfo,
        QualityCheck,
        CheckOutcome,
        JobState,
        JobList,
        Job,
        JobProgress,
        Overview,
        Verdict,
        Finding,
        Evidence,
        NotAssessed,
        StepRow,
        Part,
        Cause,
        StepTime,
        Curve,
        RankRange,
        RankRow,
        OperatorGroup,
        ColumnKind,
        OperatorQuery,
        OperatorPage,
        Column,
        OperatorRow,
        Histogram,
        Cell,
        RowKind,
        RowList,
        RowInfo,
        HiddenRow,
        RowStates,
        RenamedRow,
        SliceId,
        SliceInfo,
        SliceDetails,
        Argument,
        FlowLink,
        FlowCategories,
        FlowCategory,
        RangeStatistics,
        RangeRow,
        RangeName,
        RangeSplit,
        FlowDirection,
        Move,
        SearchMode,
        Direction,
        SearchQuery,
        SearchResult,
        SearchPage,
        SearchHit,
        AxisMode,
        CanvasSize,
        TimelineView,
        TimelineStyle,
        TimelineMetrics,
        Mark,
        Overlay,
        Hit,
        CounterValue,
        FramePainted,
        Palette,
        PaletteColor,
        StepBorders,
        StepBorder,
        Reveal,
        Minimap,
        Chart,
        ChartFrame,
        Share,
        ChartDrawn,
        ChartRegion,
    ]
}

#[test]
fn page_types_are_those_of_the_engine() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../www/src/engine/protocol.ts");
    let mut expected = HEADER.to_owned();
    for declaration in declarations() {
        expected.push('\n');
        for line in declaration.lines() {
            expected.push_str(line.trim_end());
            expected.push('\n');
        }
    }
    if std::env::var_os("UPDATE_PROTOCOL").is_some() {
        std::fs::write(path, &expected).unwrap();
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(found == expected, "protocol.ts is out of date: run with UPDATE_PROTOCOL=1");
}
