//! Charts drawn on the main thread: what goes in, and which regions answer the pointer.

use super::{CanvasSize, Curve, Histogram, Language, StepRow, Theme, TimeRange};

variants! {
    /// One chart. Sizes and colours come with the frame.
    pub enum Chart {
        /// A stacked bar a step.
        Steps {
            /// The steps; their parts are stacked in order.
            steps: Vec<StepRow>,
        },
        /// Curves over one time axis.
        Curves {
            /// The curves, of one unit.
            curves: Vec<Curve>,
            /// Stretches to shade.
            shaded: Vec<TimeRange>,
            /// Times of step borders.
            borders: Vec<f64>,
            /// A reference line, e.g. the chip's peak bandwidth.
            reference: Option<f64>,
        },
        /// Horizontal bars by share, the largest first.
        Shares {
            /// The bars.
            shares: Vec<Share>,
        },
        /// A histogram of durations.
        Durations {
            /// Its bins.
            histogram: Histogram,
        },
    }
}

messages! {
    /// Where and how a chart is drawn.
    pub struct ChartFrame {
        /// Size of its canvas.
        pub size: CanvasSize,
        /// Colours.
        pub theme: Theme,
        /// Language of axis titles.
        pub language: Language,
    }

    /// One bar of the shares chart.
    pub struct Share {
        /// Its name.
        pub label: String,
        /// Role in the palette; `null` for a colour by place.
        pub role: Option<String>,
        /// Its value, nanoseconds.
        pub ns: f64,
        /// 0 to 1.
        pub share: f64,
    }

    /// What was drawn.
    pub struct ChartDrawn {
        /// Regions that answer the pointer, topmost first.
        pub regions: Vec<ChartRegion>,
    }

    /// A region of a chart, CSS pixels within its canvas.
    pub struct ChartRegion {
        /// Left edge.
        pub left: f64,
        /// Top edge.
        pub top: f64,
        /// Right edge.
        pub right: f64,
        /// Bottom edge.
        pub bottom: f64,
        /// Which datum: index of the step, curve, share or bin.
        pub index: u32,
        /// Which part of it: index of the part or of the curve's bin.
        pub part: u32,
        /// What to show, in the language asked for.
        pub text: String,
        /// The time that it stands for, if any.
        pub range: Option<TimeRange>,
    }
}
