//! The check-up sheet: verdict, findings, step time, utilisation, ranks.

use super::TimeRange;

messages! {
    /// Everything that the Overview shows of a selection.
    pub struct Overview {
        /// The verdict.
        pub verdict: Verdict,
        /// The summary's verdict, where it is another open capture's.
        pub elsewhere: Option<OtherVerdict>,
        /// What fired, largest share first.
        pub findings: Vec<Finding>,
        /// Rules without the data that they need.
        pub not_assessed: Vec<NotAssessed>,
        /// One row a step and rank, in time order.
        pub steps: Vec<StepRow>,
        /// Times of the different steps of the selection; `null` without a complete step.
        pub step_time: Option<StepTime>,
        /// NPU utilisation over time, one curve a rank.
        pub utilisation: Vec<Curve>,
        /// Stretches of low utilisation (below 50 %), of any rank.
        pub low: Vec<RankRange>,
        /// AI Core utilisation and frequency, HBM bandwidth and the like, as far as collected.
        pub counters: Vec<Curve>,
        /// Step time and breakdown a rank.
        pub ranks: Vec<RankRow>,
        /// Ranks without a timeline, by the vendor's step table.
        pub vendor_ranks: VendorRanks,
        /// (slowest − fastest) / fastest step time over the ranks; `null` with fewer than two.
        pub rank_spread: Option<f64>,
        /// Compute or wait; `null` without a step.
        pub layers: Option<Layers>,
        /// Which files and definitions the numbers come from, in the language asked for.
        pub source: String,
    }

    /// Ranks by the vendor's `step_trace_time.csv`.
    pub struct VendorRanks {
        /// Names of the columns, the vendor's own.
        pub columns: Vec<String>,
        /// The ranks, by place.
        pub rows: Vec<VendorRank>,
    }

    /// One rank by the vendor's step table.
    pub struct VendorRank {
        /// Id of the rank.
        pub rank: u32,
        /// Rows of its table.
        pub rows: u32,
        /// Means over its rows, nanoseconds, in the order of the columns; `null` where the table does not say.
        pub means: Vec<Option<f64>>,
    }

    /// What the selection's time is bound by.
    pub struct Verdict {
        /// Stable name of the class, e.g. `communication-bound`; `null` when nothing can be said.
        pub class: Option<String>,
        /// The sentence, in the language asked for.
        pub sentence: String,
        /// Why the sentence, which says it too, and the step figures must be taken with care, in the
        /// language asked for; `null` when nothing is known against them.
        pub caveat: Option<String>,
        /// Share of the step, 0 to 1.
        pub share: Option<f64>,
    }

    /// A verdict on the whole of another open capture.
    pub struct OtherVerdict {
        /// Id of the capture.
        pub capture: u32,
        /// Its name.
        pub name: String,
        /// The sentence, in the language asked for.
        pub sentence: String,
    }

    /// One finding.
    pub struct Finding {
        /// Stable name of the rule.
        pub id: String,
        /// `where-time-goes` or `capture-quality`.
        pub group: String,
        /// `info`, `warning` or `error`.
        pub severity: super::NoteSeverity,
        /// Short name, in the language asked for.
        pub title: String,
        /// What was found, with its numbers.
        pub text: String,
        /// What to do about it.
        pub advice: String,
        /// Share of the step, 0 to 1.
        pub share: Option<f64>,
        /// Upper bound of what mending it gains, milliseconds per step.
        pub gain_ms_per_step: Option<f64>,
        /// Ids of the ranks concerned.
        pub ranks: Vec<u32>,
        /// Labels of the steps concerned.
        pub steps: Vec<String>,
        /// Where to look: each opens in the timeline.
        pub evidence: Vec<Evidence>,
    }

    /// A place in the timeline that shows a finding.
    pub struct Evidence {
        /// Id of the rank.
        pub rank: u32,
        /// Key of the row to bring into view.
        pub row: Option<String>,
        /// When.
        pub range: TimeRange,
        /// What is there.
        pub label: String,
    }

    /// A rule that could not be applied.
    pub struct NotAssessed {
        /// Stable name of the rule.
        pub id: String,
        /// Short name, in the language asked for.
        pub title: String,
        /// Why, in the language asked for.
        pub reason: String,
    }

    /// Step time of one step on one rank. The parts add up to it.
    pub struct StepRow {
        /// Id of the rank.
        pub rank: u32,
        /// Label; `null` when the whole span is the one window.
        pub step: Option<String>,
        /// The window, start to next start.
        pub range: TimeRange,
        /// Step time, nanoseconds.
        pub total_ns: f64,
        /// Preparing, computing not overlapped, overlapped, communication not overlapped, free: in this
        /// order, adding up to the total.
        pub parts: Vec<Part>,
        /// All computing, overlapped included.
        pub computing_ns: Option<f64>,
        /// All communication, overlapped included.
        pub communication_ns: Option<f64>,
        /// Bubble, inside the parts; `null` where not defined.
        pub bubble_ns: Option<f64>,
        /// Stage, as the vendor defines it.
        pub stage_ns: Option<f64>,
        /// Share of the window in which a compute task runs, 0 to 1.
        pub utilisation: Option<f64>,
        /// Whether its step, as the mean over the ranks, stands out among the steps.
        pub outlier: bool,
    }

    /// Compute or wait: the mean step of the selection's ranks. Shares are of step time, as in every finding,
    /// and like those they count idle time after the last task.
    pub struct Layers {
        /// Computing, exposed communication, data loading, host, other idle.
        pub parts: Vec<Part>,
        /// Mean step time, nanoseconds.
        pub step_ns: f64,
        /// What the parts hold beyond it, nanoseconds: the mean idle time after the last task.
        pub tail_ns: f64,
    }

    /// A part of a step, itself split by cause where known.
    pub struct Part {
        /// Stable name of the part; also its role in the palette.
        pub id: String,
        /// Its name, in the language asked for.
        pub label: String,
        /// Length, nanoseconds.
        pub ns: f64,
        /// Share of the whole, 0 to 1.
        pub share: f64,
        /// Causes, adding up to the part; empty where not split.
        pub causes: Vec<Cause>,
    }

    /// A cause of a part.
    pub struct Cause {
        /// Stable name of the cause; also its role in the palette.
        pub id: String,
        /// Its name, in the language asked for.
        pub label: String,
        /// Length, nanoseconds.
        pub ns: f64,
    }

    /// Step times over a selection, nanoseconds.
    pub struct StepTime {
        /// How many different steps.
        pub count: u32,
        /// How many ranks took them: the time of a step is the mean over those that took it.
        pub ranks: u32,
        /// Median.
        pub median_ns: f64,
        /// 95th percentile.
        pub p95_ns: f64,
        /// p95 / median.
        pub jitter: f64,
    }

    /// A value over time in equal bins.
    pub struct Curve {
        /// Id of the rank.
        pub rank: u32,
        /// Stable name of what it measures: `utilisation`, `hbm-read`…; several curves may have the same.
        pub id: String,
        /// Name to show, in the language asked for.
        pub label: String,
        /// What it is one of, such as the read bandwidth of any HBM module; curves of one quantity share an axis.
        pub quantity: String,
        /// Unit as in the capture; empty for a share.
        pub unit: String,
        /// Start of the first bin, nanoseconds.
        pub start: f64,
        /// Length of a bin, nanoseconds.
        pub bin: f64,
        /// Mean of each bin; `null` where nothing is known.
        pub values: Vec<Option<f64>>,
    }

    /// A stretch of time on a rank.
    pub struct RankRange {
        /// Id of the rank.
        pub rank: u32,
        /// When.
        pub range: TimeRange,
    }

    /// One rank beside the others: means over its selected steps.
    pub struct RankRow {
        /// Id of the rank.
        pub rank: u32,
        /// Mean step time, nanoseconds.
        pub step_ns: Option<f64>,
        /// Mean parts of a step, as in a step.
        pub parts: Vec<Part>,
        /// Share of the selected time in which a compute task runs, 0 to 1.
        pub utilisation: Option<f64>,
        /// Whether it is the slowest.
        pub slowest: bool,
    }
}
