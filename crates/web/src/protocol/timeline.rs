//! Painting the timeline and asking what is where. Lengths are CSS pixels unless said otherwise.

use super::{Curve, Language, SliceInfo, Theme, TimeRange};

choices! {
    /// What the time axis counts from.
    pub enum AxisMode {
        /// The capture's origin.
        Capture,
        /// Time of day, UTC.
        Absolute,
        /// The start of the step in which a time lies.
        Step,
    }
}

messages! {
    /// Size of the canvas.
    #[derive(Copy)]
    pub struct CanvasSize {
        /// Width.
        pub width: f64,
        /// Height.
        pub height: f64,
        /// Device pixels a CSS pixel.
        pub ratio: f64,
    }

    /// What part of the timeline is visible.
    #[derive(Copy)]
    pub struct TimelineView {
        /// Time at the left edge.
        pub start: f64,
        /// Time at the right edge.
        pub end: f64,
        /// How far the rows are scrolled that are not pinned.
        pub scroll: f64,
        /// How far the pinned rows are scrolled.
        pub pinned_scroll: f64,
        /// Height that the pinned rows may take.
        pub most_pinned: f64,
    }

    /// How the timeline is drawn.
    pub struct TimelineStyle {
        /// Colours.
        pub theme: Theme,
        /// Language of what is written on it.
        pub language: Language,
        /// What the axis counts from.
        pub axis: AxisMode,
        /// Flow categories drawn for all visible slices; those of the selected slice always are.
        pub flows: Vec<String>,
    }

    /// Fixed measures of the timeline, so that row headings line up with the canvas.
    pub struct TimelineMetrics {
        /// Height of the axis above the rows.
        pub axis_height: f64,
        /// Shortest visible range, nanoseconds.
        pub shortest_view: f64,
        /// First and last event of the shown ranks; `null` with nothing to show.
        pub extent: Option<TimeRange>,
    }

    /// A mark on the axis.
    pub struct Mark {
        /// When it is, or starts.
        pub start: f64,
        /// Its end; the start for a point in time.
        pub end: f64,
        /// Its name.
        pub name: String,
        /// Its colour, as CSS.
        pub color: String,
    }

    /// The marks, the selected range, and what is emphasised.
    pub struct Overlay {
        /// Marks.
        pub marks: Vec<Mark>,
        /// The selected range.
        pub range: Option<TimeRange>,
        /// Where the pointer is, in time: a thin line.
        pub cursor: Option<f64>,
    }

    /// What is at a point of the canvas.
    pub struct Hit {
        /// Key of the row; `null` beside the rows.
        pub row: Option<String>,
        /// Time there.
        pub time: f64,
        /// The slice.
        pub slice: Option<SliceInfo>,
        /// The counter's point.
        pub counter: Option<CounterValue>,
    }

    /// A counter's value at a time.
    pub struct CounterValue {
        /// Name of the counter.
        pub name: String,
        /// Its value.
        pub value: f64,
        /// Unit, if the capture tells.
        pub unit: String,
        /// Time of its point.
        pub time: f64,
    }

    /// A frame was painted.
    pub struct FramePainted {
        /// Number of the frame since the canvas was attached.
        pub frame: u32,
        /// The view that it shows.
        pub view: TimelineView,
        /// Whether it is coarser than the screen is; one that is not follows when the view rests.
        pub coarse: bool,
        /// Time spent in Rust for pixels and labels, milliseconds.
        pub raster_ms: f64,
        /// Time spent in all, milliseconds.
        pub total_ms: f64,
        /// Rows painted.
        pub rows: u32,
        /// Labels painted.
        pub labels: u32,
    }

    /// Colours by role, the same in charts, legend and timeline.
    pub struct Palette {
        /// The colours.
        pub colors: Vec<PaletteColor>,
    }

    /// A colour.
    pub struct PaletteColor {
        /// What it stands for: the id of a part or cause, or a role of a slice.
        pub role: String,
        /// As CSS.
        pub color: String,
        /// The same for charts: red, green, blue, alpha, each 0 to 255.
        pub rgba: [u8; 4],
        /// Ink that is legible on it, as CSS.
        pub ink: String,
    }

    /// The steps drawn as borders.
    pub struct StepBorders {
        /// The steps of the first shown rank, in time order.
        pub steps: Vec<StepBorder>,
    }

    /// A step on the axis.
    pub struct StepBorder {
        /// Its label.
        pub step: String,
        /// When.
        pub range: TimeRange,
    }

    /// How a slice or a range on a row is shown.
    pub struct Reveal {
        /// A view that shows it whole with some room around.
        pub view: TimelineView,
        /// Keys of rows that were collapsed or hidden and have been opened and shown for it.
        pub opened: Vec<String>,
        /// Whether its row is not shown all the same: the filter leaves it out.
        pub left_out: bool,
    }

    /// The whole capture in one strip: for the overview bar above the timeline.
    pub struct Minimap {
        /// Share of time in which any compute task runs, a rank.
        pub curves: Vec<Curve>,
    }
}
