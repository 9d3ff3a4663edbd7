//! Charts drawn on the main thread. Inputs and hit regions are those of `stepscope-charts`, with its
//! texts, colours and units.

use stepscope_charts::{
    Frame as ChartFrame, Histogram as ChartHistogram, Hit as ChartHit, ShareBars as ChartShareBars,
    StepTime as ChartStepTime, Utilisation as ChartUtilisation,
};

variants! {
    /// One chart.
    pub enum Chart {
        /// A stacked bar a step.
        StepTime(ChartStepTime),
        /// Utilisation over time, with counters on the same axis.
        Utilisation(ChartUtilisation),
        /// Horizontal bars, the largest first.
        ShareBars(ChartShareBars),
        /// Durations in bins.
        Histogram(ChartHistogram),
    }
}

messages! {
    /// Where and how a chart is drawn.
    pub struct ChartSurface {
        /// Size, font and colours that are not data.
        pub frame: ChartFrame,
        /// Device pixels a CSS pixel.
        pub ratio: f64,
    }

    /// What was drawn.
    pub struct ChartDrawn {
        /// Regions that answer the pointer; of several at a point the last one.
        pub hits: Vec<ChartHit>,
    }
}
