//! Keeps `www/src/engine/protocol.ts` equal to the Rust types.

use super::*;
use tsify::Tsify;

const HEADER: &str = "\
// Made from crates/web/src/protocol: run `UPDATE_PROTOCOL=1 cargo test -p stepscope-web` after a change there.
";

/// Every message, in the order of the file.
fn declarations() -> Vec<&'static str> {
    macro_rules! list {
        ($($name:ty),* $(,)?) => { vec![$(<$name as Tsify>::DECL),*] };
    }
    list![
        Language,
        Theme,
        Order,
        TimeRange,
        StepRange,
        Selection,
        NoteSeverity,
        FileUse,
        CaptureList,
        CaptureInfo,
        LeftRank,
        LeftQuery,
        LeftChoice,
        LeftNeed,
        RankInfo,
        UnreadRank,
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
        Keepsake,
        Overview,
        Verdict,
        VendorRanks,
        VendorRank,
        OtherVerdict,
        Finding,
        Evidence,
        NotAssessed,
        StepRow,
        Layers,
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
        OperatorShares,
        OperatorShare,
        Column,
        OperatorRow,
        Histogram,
        Cell,
        RowKind,
        RowList,
        RowInfo,
        HiddenRow,
        RowDensity,
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
        ChartSurface,
        ChartDrawn,
        stepscope_charts::Color,
        stepscope_charts::Theme,
        stepscope_charts::Font,
        stepscope_charts::Frame,
        stepscope_charts::Area,
        stepscope_charts::Hit,
        stepscope_charts::HitLine,
        stepscope_charts::Part,
        stepscope_charts::Reference,
        stepscope_charts::Bubble,
        stepscope_charts::StepBar,
        stepscope_charts::StepTimeText,
        stepscope_charts::StepTime,
        stepscope_charts::Border,
        stepscope_charts::UtilisationText,
        stepscope_charts::Utilisation,
        stepscope_charts::Point,
        stepscope_charts::LineShape,
        stepscope_charts::Series,
        stepscope_charts::Strip,
        stepscope_charts::Share,
        stepscope_charts::ShareBars,
        stepscope_charts::BinScale,
        stepscope_charts::Bin,
        stepscope_charts::HistogramText,
        stepscope_charts::Histogram,
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
