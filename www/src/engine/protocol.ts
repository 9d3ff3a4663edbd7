// Made from crates/web/src/protocol: run `UPDATE_PROTOCOL=1 cargo test -p stepscope-web` after a change there.

/**
 * The language of texts made by the engine.
 */
export type Language = "en" | "zh";

/**
 * Which set of colours.
 */
export type Theme = "light" | "dark";

/**
 * Order of a sorted list.
 */
export type Order = "ascending" | "descending";

/**
 * A stretch of time, nanoseconds from the capture's origin.
 */
export interface TimeRange {
    /**
     * Start.
     */
    start: number;
    /**
     * End, never before the start.
     */
    end: number;
}

/**
 * A range of steps by their labels, both included.
 */
export interface StepRange {
    /**
     * First step.
     */
    from: string;
    /**
     * Last step.
     */
    to: string;
}

/**
 * What numbers are asked of: one capture, some of its ranks, some of its steps.
 */
export interface Selection {
    /**
     * Id of the capture.
     */
    capture: number;
    /**
     * Ids of the ranks; `null` for all that are ready.
     */
    ranks: number[] | null;
    /**
     * The steps; `null` for all.
     */
    steps: StepRange | null;
}

/**
 * How much a note matters to the numbers shown.
 */
export type NoteSeverity = "info" | "warning" | "error";

/**
 * What became of a file.
 */
export type FileUse = "read" | "waiting" | "left" | "listed" | "ignored" | "failed";

/**
 * Every opened capture, in the order in which they were opened.
 */
export interface CaptureList {
    /**
     * The captures.
     */
    captures: CaptureInfo[];
    /**
     * Id of the one whose verdict is the summary's.
     */
    gravest: number | null;
    /**
     * What was left unread for want of memory, by load and place.
     */
    left: LeftRank[];
    /**
     * Bytes of memory that may still be filled, by estimate.
     */
    room: number;
}

/**
 * One opened capture.
 */
export interface CaptureInfo {
    /**
     * Id for a selection.
     */
    id: number;
    /**
     * The load that it came with.
     */
    load: number;
    /**
     * Equal for equal content in any container; in links.
     */
    key: string;
    /**
     * Innermost common folder, or the file's name.
     */
    name: string;
    /**
     * `torch_npu`, `mindspore`, `msprof`, `cluster` or `chrome_trace`.
     */
    kind: string;
    /**
     * First event, unix nanoseconds as decimal text; `null` without timed events.
     */
    origin: string | null;
    /**
     * Length from the first event to the last, nanoseconds.
     */
    spanNs: number | null;
    /**
     * The ranks, by number and folder.
     */
    ranks: RankInfo[];
    /**
     * Ranks of which nothing was read: their files wait, or were left.
     */
    unread: UnreadRank[];
    /**
     * Labels of the steps seen in any rank, in time order; empty without step markers.
     */
    steps: string[];
    /**
     * How many notes there are on it and its ranks.
     */
    notes: number;
}

/**
 * Big files of a rank or timeline that were left unread.
 */
export interface LeftRank {
    /**
     * Number of the load.
     */
    load: number;
    /**
     * What is asked for to read them; opaque to the page.
     */
    home: string;
    /**
     * Where they are, archive and all.
     */
    place: string;
    /**
     * Its place, or where that is empty the file's name: for a person.
     */
    name: string;
    /**
     * Id of the capture; `null` when nothing of it was read.
     */
    capture: number | null;
    /**
     * Their bytes, unpacked.
     */
    bytes: number;
    /**
     * Bytes of memory that they would need, by estimate.
     */
    need: number;
    /**
     * About how long they last, nanoseconds; `null` where only reading them tells. A part of it can
     * be opened.
     */
    spanNs: number | null;
}

/**
 * What is asked of ranks that were left.
 */
export interface LeftQuery {
    /**
     * Those that are to be opened.
     */
    chosen: LeftChoice[];
    /**
     * Start of the time to open, nanoseconds since its start; `null` for the first event.
     */
    from: number | null;
    /**
     * End of the time to open; `null` for the last event.
     */
    to: number | null;
}

/**
 * One of them, by the fields of [`LeftRank`].
 */
export interface LeftChoice {
    /**
     * Number of the load.
     */
    load: number;
    /**
     * What is asked for.
     */
    home: string;
}

/**
 * What opening them takes.
 */
export interface LeftNeed {
    /**
     * Bytes of memory, by estimate.
     */
    need: number;
    /**
     * Whether there is room for it.
     */
    fits: boolean;
    /**
     * Nanoseconds that the longest of them lasts, about; `null` where no part of its time can be opened.
     */
    spanNs: number | null;
    /**
     * The time that would be opened; `null` for all of it.
     */
    within: TimeRange | null;
    /**
     * Whether the time asked for is none.
     */
    wrong: boolean;
}

/**
 * One rank of a capture.
 */
export interface RankInfo {
    /**
     * Id for selections and slices.
     */
    id: number;
    /**
     * Rank number or folder; in links, unique within its capture.
     */
    key: string;
    /**
     * Where it is, archive and all.
     */
    place: string;
    /**
     * Rank number.
     */
    rank: number | null;
    /**
     * Device number.
     */
    device: number | null;
    /**
     * Host name.
     */
    host: string | null;
    /**
     * `text` or `db`.
     */
    format: string;
    /**
     * CANN version.
     */
    cann: string | null;
    /**
     * Version of torch_npu or MindSpore.
     */
    framework: string | null;
    /**
     * `Level_none`, `Level0`, `Level1`, `Level2`.
     */
    level: string | null;
    /**
     * First to last event, nanoseconds.
     */
    spanNs: number | null;
    /**
     * Start relative to the capture's origin, nanoseconds.
     */
    start: number | null;
    /**
     * Number of slices.
     */
    slices: number;
    /**
     * Whether more of it is being read.
     */
    loading: boolean;
    /**
     * Whether only a part of its time was opened.
     */
    partial: boolean;
}

/**
 * A rank of which nothing was read as yet.
 */
export interface UnreadRank {
    /**
     * Where it is, archive and all.
     */
    place: string;
    /**
     * Folder, where it is not at the root of its capture.
     */
    folder: string;
    /**
     * Rank number.
     */
    rank: number | null;
}

/**
 * Everything odd that was met, gravest first.
 */
export interface NoteList {
    /**
     * The notes.
     */
    notes: NoteInfo[];
}

/**
 * One kind of oddity in one file.
 */
export interface NoteInfo {
    /**
     * How much it matters.
     */
    severity: NoteSeverity;
    /**
     * Stable name of the kind.
     */
    kind: string;
    /**
     * Id of the capture; `null` when no capture came of the file.
     */
    capture: number | null;
    /**
     * Id of the rank; `null` when it concerns no single one.
     */
    rank: number | null;
    /**
     * Path within the capture; empty when it concerns the capture as a whole.
     */
    file: string;
    /**
     * The sentence for a person, in the language asked for.
     */
    text: string;
    /**
     * How often it was met; `null` where the text says it.
     */
    count: number | null;
}

/**
 * The Capture view of one capture: where its data comes from.
 */
export interface CaptureSheet {
    /**
     * Birth certificate: what the capture says of itself.
     */
    facts: Fact[];
    /**
     * Files found, and what became of them, by path.
     */
    files: FileInfo[];
    /**
     * Quality checks: those that fired, then those that passed or were not assessed.
     */
    checks: QualityCheck[];
}

/**
 * One line of the birth certificate.
 */
export interface Fact {
    /**
     * Id of the rank; `null` for the capture as a whole.
     */
    rank: number | null;
    /**
     * What it is, in the language asked for.
     */
    label: string;
    /**
     * Its value as written in the capture.
     */
    value: string;
    /**
     * File it comes from.
     */
    source: string | null;
}

/**
 * One file.
 */
export interface FileInfo {
    /**
     * Id of the rank; `null` for files of the capture as a whole.
     */
    rank: number | null;
    /**
     * Path within the capture.
     */
    path: string;
    /**
     * Size unpacked, bytes.
     */
    bytes: number;
    /**
     * What became of it.
     */
    used: FileUse;
}

/**
 * One quality check.
 */
export interface QualityCheck {
    /**
     * Stable name of the rule.
     */
    id: string;
    /**
     * How it ended.
     */
    outcome: CheckOutcome;
    /**
     * Short name, in the language asked for.
     */
    title: string;
    /**
     * What was found, or why it could not be assessed, and what to do.
     */
    text: string;
}

/**
 * How a quality check ended.
 */
export type CheckOutcome = "passed" | "fired" | "not-assessed";

/**
 * How far a job is.
 */
export type JobState = "waiting" | "loading" | "ready" | "failed";

/**
 * What a loader has to do for the inputs that it was given.
 */
export interface JobList {
    /**
     * The jobs; each may run in any loader that holds the same inputs. Job 0 is the
     * listing itself, whose piece is what needs no reading.
     */
    jobs: Job[];
}

/**
 * One job: a part of the inputs that is read in one go.
 */
export interface Job {
    /**
     * Number of the job within its load, from 1: pieces are put together in this order.
     */
    id: number;
    /**
     * What is read, for the progress list: a path.
     */
    name: string;
    /**
     * Bytes to read, as they lie in the source.
     */
    bytes: number;
    /**
     * What a loader is told to do; opaque to the page.
     */
    order: string;
}

/**
 * Progress of a running job.
 */
export interface JobProgress {
    /**
     * Bytes read of the source.
     */
    bytes: number;
    /**
     * Path of the file being read.
     */
    file: string;
}

/**
 * A load that is to be stored, beside its blocks.
 */
export interface Keepsake {
    /**
     * The orders of its jobs, for ranks that must be read again later.
     */
    orders: string[];
    /**
     * Bytes of memory that it takes once restored, by estimate.
     */
    held: number;
    /**
     * Bytes of all its blocks.
     */
    bytes: number;
}

/**
 * Everything that the Overview shows of a selection.
 */
export interface Overview {
    /**
     * The verdict.
     */
    verdict: Verdict;
    /**
     * The summary's verdict, where it is another open capture's.
     */
    elsewhere: OtherVerdict | null;
    /**
     * What fired, largest share first.
     */
    findings: Finding[];
    /**
     * Rules without the data that they need.
     */
    notAssessed: NotAssessed[];
    /**
     * One row a step and rank, in time order.
     */
    steps: StepRow[];
    /**
     * Times of the different steps of the selection; `null` without a complete step.
     */
    stepTime: StepTime | null;
    /**
     * NPU utilisation over time, one curve a rank.
     */
    utilisation: Curve[];
    /**
     * Stretches of low utilisation (below 50 %), of any rank.
     */
    low: RankRange[];
    /**
     * AI Core utilisation and frequency, HBM bandwidth and the like, as far as collected.
     */
    counters: Curve[];
    /**
     * Step time and breakdown a rank.
     */
    ranks: RankRow[];
    /**
     * Ranks without a timeline, by the vendor's step table.
     */
    vendorRanks: VendorRanks;
    /**
     * (slowest − fastest) / fastest step time over the ranks; `null` with fewer than two.
     */
    rankSpread: number | null;
    /**
     * Compute or wait; `null` without a step.
     */
    layers: Layers | null;
    /**
     * Which files and definitions the numbers come from, in the language asked for.
     */
    source: string;
}

/**
 * What the selection's time is bound by.
 */
export interface Verdict {
    /**
     * Stable name of the class, e.g. `communication-bound`; `null` when nothing can be said.
     */
    class: string | null;
    /**
     * The sentence, in the language asked for.
     */
    sentence: string;
    /**
     * Why the sentence, which says it too, and the step figures must be taken with care, in the
     * language asked for; `null` when nothing is known against them.
     */
    caveat: string | null;
    /**
     * Share of the step, 0 to 1.
     */
    share: number | null;
}

/**
 * Ranks by the vendor's `step_trace_time.csv`.
 */
export interface VendorRanks {
    /**
     * Names of the columns, the vendor's own.
     */
    columns: string[];
    /**
     * The ranks, by place.
     */
    rows: VendorRank[];
}

/**
 * One rank by the vendor's step table.
 */
export interface VendorRank {
    /**
     * Id of the rank.
     */
    rank: number;
    /**
     * Rows of its table.
     */
    rows: number;
    /**
     * Means over its rows, nanoseconds, in the order of the columns; `null` where the table does not say.
     */
    means: (number | null)[];
}

/**
 * A verdict on the whole of another open capture.
 */
export interface OtherVerdict {
    /**
     * Id of the capture.
     */
    capture: number;
    /**
     * Its name.
     */
    name: string;
    /**
     * The sentence, in the language asked for.
     */
    sentence: string;
}

/**
 * One finding.
 */
export interface Finding {
    /**
     * Stable name of the rule.
     */
    id: string;
    /**
     * `where-time-goes` or `capture-quality`.
     */
    group: string;
    /**
     * `info`, `warning` or `error`.
     */
    severity: NoteSeverity;
    /**
     * Short name, in the language asked for.
     */
    title: string;
    /**
     * What was found, with its numbers.
     */
    text: string;
    /**
     * What to do about it.
     */
    advice: string;
    /**
     * Share of the step, 0 to 1.
     */
    share: number | null;
    /**
     * Upper bound of what mending it gains, milliseconds per step.
     */
    gainMsPerStep: number | null;
    /**
     * Ids of the ranks concerned.
     */
    ranks: number[];
    /**
     * Labels of the steps concerned.
     */
    steps: string[];
    /**
     * Where to look: each opens in the timeline.
     */
    evidence: Evidence[];
}

/**
 * A place in the timeline that shows a finding.
 */
export interface Evidence {
    /**
     * Id of the rank.
     */
    rank: number;
    /**
     * Key of the row to bring into view.
     */
    row: string | null;
    /**
     * When.
     */
    range: TimeRange;
    /**
     * What is there.
     */
    label: string;
}

/**
 * A rule that could not be applied.
 */
export interface NotAssessed {
    /**
     * Stable name of the rule.
     */
    id: string;
    /**
     * Short name, in the language asked for.
     */
    title: string;
    /**
     * Why, in the language asked for.
     */
    reason: string;
}

/**
 * Step time of one step on one rank. The parts add up to it.
 */
export interface StepRow {
    /**
     * Id of the rank.
     */
    rank: number;
    /**
     * Label; `null` when the whole span is the one window.
     */
    step: string | null;
    /**
     * The window, start to next start.
     */
    range: TimeRange;
    /**
     * Step time, nanoseconds.
     */
    totalNs: number;
    /**
     * Preparing, computing not overlapped, overlapped, communication not overlapped, free: in this
     * order, adding up to the total.
     */
    parts: Part[];
    /**
     * All computing, overlapped included.
     */
    computingNs: number | null;
    /**
     * All communication, overlapped included.
     */
    communicationNs: number | null;
    /**
     * Bubble, inside the parts; `null` where not defined.
     */
    bubbleNs: number | null;
    /**
     * Stage, as the vendor defines it.
     */
    stageNs: number | null;
    /**
     * Share of the window in which a compute task runs, 0 to 1.
     */
    utilisation: number | null;
    /**
     * Whether its step, as the mean over the ranks, stands out among the steps.
     */
    outlier: boolean;
}

/**
 * Compute or wait: the mean step of the selection's ranks. Shares are of step time, as in every finding,
 * and like those they count idle time after the last task.
 */
export interface Layers {
    /**
     * Computing, exposed communication, data loading, host, other idle.
     */
    parts: Part[];
    /**
     * Mean step time, nanoseconds.
     */
    stepNs: number;
    /**
     * What the parts hold beyond it, nanoseconds: the mean idle time after the last task.
     */
    tailNs: number;
}

/**
 * A part of a step, itself split by cause where known.
 */
export interface Part {
    /**
     * Stable name of the part; also its role in the palette.
     */
    id: string;
    /**
     * Its name, in the language asked for.
     */
    label: string;
    /**
     * Length, nanoseconds.
     */
    ns: number;
    /**
     * Share of the whole, 0 to 1.
     */
    share: number;
    /**
     * Causes, adding up to the part; empty where not split.
     */
    causes: Cause[];
}

/**
 * A cause of a part.
 */
export interface Cause {
    /**
     * Stable name of the cause; also its role in the palette.
     */
    id: string;
    /**
     * Its name, in the language asked for.
     */
    label: string;
    /**
     * Length, nanoseconds.
     */
    ns: number;
}

/**
 * Step times over a selection, nanoseconds.
 */
export interface StepTime {
    /**
     * How many different steps.
     */
    count: number;
    /**
     * How many ranks took them: the time of a step is the mean over those that took it.
     */
    ranks: number;
    /**
     * Median.
     */
    medianNs: number;
    /**
     * 95th percentile.
     */
    p95Ns: number;
    /**
     * p95 / median.
     */
    jitter: number;
}

/**
 * A value over time in equal bins.
 */
export interface Curve {
    /**
     * Id of the rank.
     */
    rank: number;
    /**
     * Stable name of what it measures: `utilisation`, `hbm-read`…; several curves may have the same.
     */
    id: string;
    /**
     * Name to show, in the language asked for.
     */
    label: string;
    /**
     * What it is one of, such as the read bandwidth of any HBM module; curves of one quantity share an axis.
     */
    quantity: string;
    /**
     * Unit as in the capture; empty for a share.
     */
    unit: string;
    /**
     * Start of the first bin, nanoseconds.
     */
    start: number;
    /**
     * Length of a bin, nanoseconds.
     */
    bin: number;
    /**
     * Mean of each bin; `null` where nothing is known.
     */
    values: (number | null)[];
}

/**
 * A stretch of time on a rank.
 */
export interface RankRange {
    /**
     * Id of the rank.
     */
    rank: number;
    /**
     * When.
     */
    range: TimeRange;
}

/**
 * One rank beside the others: means over its selected steps.
 */
export interface RankRow {
    /**
     * Id of the rank.
     */
    rank: number;
    /**
     * Mean step time, nanoseconds.
     */
    stepNs: number | null;
    /**
     * Mean parts of a step, as in a step.
     */
    parts: Part[];
    /**
     * Share of the selected time in which a compute task runs, 0 to 1.
     */
    utilisation: number | null;
    /**
     * Whether it is the slowest.
     */
    slowest: boolean;
}

/**
 * What a row of the operator table stands for.
 */
export type OperatorGroup = "type" | "name" | "name-shape" | "core" | "kernel";

/**
 * What the cells of a column are, so that the page can format and align them.
 */
export type ColumnKind = "text" | "count" | "duration" | "share" | "number" | "time";

/**
 * Which rows are wanted.
 */
export interface OperatorQuery {
    /**
     * Of which kernels.
     */
    selection: Selection;
    /**
     * What a row is.
     */
    group: OperatorGroup;
    /**
     * Text that the name, type or shape must contain; empty for all.
     */
    filter: string;
    /**
     * Id of the column to sort by.
     */
    sort: string;
    /**
     * Which way.
     */
    order: Order;
    /**
     * Rows to skip.
     */
    offset: number;
    /**
     * Rows wanted at most.
     */
    count: number;
}

/**
 * A page of the operator table.
 */
export interface OperatorPage {
    /**
     * Columns, in the order shown.
     */
    columns: Column[];
    /**
     * Rows that the filter leaves.
     */
    totalRows: number;
    /**
     * Kernels in all of them.
     */
    totalCount: number;
    /**
     * Their time, nanoseconds.
     */
    totalNs: number;
    /**
     * The rows asked for.
     */
    rows: OperatorRow[];
    /**
     * What limits the table, e.g. that types need Level1; in the language asked for.
     */
    remarks: string[];
}

/**
 * Shares of the rows with the most time.
 */
export interface OperatorShares {
    /**
     * Longest first.
     */
    rows: OperatorShare[];
    /**
     * All that is left of the whole table; `null` if nothing is.
     */
    rest: OperatorShare | null;
    /**
     * Time of the whole table, milliseconds.
     */
    totalMs: number;
}

/**
 * Time of one row, or of several.
 */
export interface OperatorShare {
    /**
     * What the row is called; empty for the rest.
     */
    label: string;
    /**
     * How many kernels.
     */
    count: number;
    /**
     * Milliseconds.
     */
    ms: number;
}

/**
 * A column.
 */
export interface Column {
    /**
     * Stable id, for sorting.
     */
    id: string;
    /**
     * Heading, in the language asked for.
     */
    label: string;
    /**
     * What its cells are.
     */
    kind: ColumnKind;
}

/**
 * A row.
 */
export interface OperatorRow {
    /**
     * Id of the row within this group, filter and selection.
     */
    id: number;
    /**
     * One cell a column.
     */
    cells: Cell[];
    /**
     * A slice that shows it in the timeline: the longest of the row.
     */
    example: SliceId | null;
}

/**
 * Durations of one row in bins of equal ratio.
 */
export interface Histogram {
    /**
     * What the row is called.
     */
    label: string;
    /**
     * Edges of the bins, nanoseconds; one more than counts.
     */
    edges: number[];
    /**
     * Kernels in each bin.
     */
    counts: number[];
    /**
     * Median, nanoseconds.
     */
    medianNs: number | null;
}

/**
 * A cell: number, text, or unknown.
 */
export type Cell = number | string | null;

/**
 * What a row stands for.
 */
export type RowKind = "rank" | "process" | "track" | "group" | "counter";

/**
 * The rows of the timeline in the order shown, pinned ones first; hidden ones are left out.
 */
export interface RowList {
    /**
     * The rows.
     */
    rows: RowInfo[];
    /**
     * Height of all pinned rows, CSS pixels.
     */
    pinnedHeight: number;
    /**
     * Height of all other rows, CSS pixels.
     */
    height: number;
    /**
     * Keys of the rows that were hidden.
     */
    hidden: HiddenRow[];
}

/**
 * One row.
 */
export interface RowInfo {
    /**
     * Stable key, in links.
     */
    key: string;
    /**
     * Id of its rank.
     */
    rank: number;
    /**
     * What it is.
     */
    kind: RowKind;
    /**
     * Name to show.
     */
    name: string;
    /**
     * Names of the rows above it in the tree, where it does not stand below them; else empty.
     */
    path: string;
    /**
     * Depth in the tree; 0 for ranks.
     */
    depth: number;
    /**
     * Whether rows are below it.
     */
    hasChildren: boolean;
    /**
     * Whether it is shown as a density preview, with what is below it left out.
     */
    collapsed: boolean;
    /**
     * Whether it is pinned to the top.
     */
    pinned: boolean;
    /**
     * Top edge, CSS pixels: among the pinned rows for a pinned one, else among the scrolled ones.
     */
    top: number;
    /**
     * Height, CSS pixels.
     */
    height: number;
    /**
     * Sub-rows: nesting levels of its slices.
     */
    lanes: number;
}

/**
 * A row that is not shown.
 */
export interface HiddenRow {
    /**
     * Its key.
     */
    key: string;
    /**
     * Its name.
     */
    name: string;
}

/**
 * How high rows are.
 */
export type RowDensity = "regular" | "compact";

/**
 * How rows differ from their defaults; what is not listed is as by default.
 */
export interface RowStates {
    /**
     * Keys of rows that are collapsed.
     */
    collapsed: string[];
    /**
     * Keys of rows that are open although they are collapsed by default.
     */
    expanded: string[];
    /**
     * Keys of pinned rows.
     */
    pinned: string[];
    /**
     * Keys of hidden rows.
     */
    hidden: string[];
    /**
     * Names given by the user.
     */
    renamed: RenamedRow[];
    /**
     * Only rows whose name, or whose parent's, contains this; empty for all.
     */
    filter: string;
    /**
     * How high all rows are.
     */
    density: RowDensity;
}

/**
 * A name given by the user.
 */
export interface RenamedRow {
    /**
     * Key of the row.
     */
    key: string;
    /**
     * Its new name.
     */
    name: string;
}

/**
 * A slice of an opened rank.
 */
export interface SliceId {
    /**
     * Id of the rank.
     */
    rank: number;
    /**
     * Number of the slice in its rank; the same whenever the same capture is opened.
     */
    slice: number;
}

/**
 * A slice in a list.
 */
export interface SliceInfo {
    /**
     * Which.
     */
    id: SliceId;
    /**
     * Its name.
     */
    name: string;
    /**
     * Key of its row.
     */
    row: string;
    /**
     * Name of its row, with the process.
     */
    rowName: string;
    /**
     * Start, nanoseconds from the capture's origin.
     */
    start: number;
    /**
     * Length, nanoseconds.
     */
    duration: number;
}

/**
 * Everything known of one slice.
 */
export interface SliceDetails {
    /**
     * The slice.
     */
    slice: SliceInfo;
    /**
     * Category; empty if none.
     */
    category: string;
    /**
     * `complete`, `instant` or `unfinished`.
     */
    shape: string;
    /**
     * Length without the slices nested in it, nanoseconds.
     */
    selfNs: number;
    /**
     * Label of the step that it starts in.
     */
    step: string | null;
    /**
     * The slice that it is nested in.
     */
    parent: SliceInfo | null;
    /**
     * Arguments in file order.
     */
    args: Argument[];
    /**
     * Row of the kernel table that it belongs to: type, shapes, PMU columns.
     */
    kernel: Argument[];
    /**
     * Flows that start or end at it.
     */
    flows: FlowLink[];
}

/**
 * One argument.
 */
export interface Argument {
    /**
     * Key as in the file.
     */
    key: string;
    /**
     * Value as text.
     */
    value: string;
    /**
     * The value where it is a number.
     */
    number: number | null;
}

/**
 * One end of a flow as seen from a slice: a fan-out has one a target.
 */
export interface FlowLink {
    /**
     * Category (`async_npu`, `HostToDevice`, …).
     */
    category: string;
    /**
     * Opaque id.
     */
    id: string;
    /**
     * Whether it leaves this slice or arrives at it.
     */
    direction: FlowDirection;
    /**
     * The slice at the other end; `null` when the flow has none.
     */
    other: SliceInfo | null;
}

/**
 * Flow categories of the opened ranks.
 */
export interface FlowCategories {
    /**
     * The categories, by name.
     */
    categories: FlowCategory[];
}

/**
 * A flow category.
 */
export interface FlowCategory {
    /**
     * Its name.
     */
    name: string;
    /**
     * How many flows.
     */
    count: number;
}

/**
 * Statistics of a range over the shown ranks.
 */
export interface RangeStatistics {
    /**
     * The range.
     */
    range: TimeRange;
    /**
     * By row, longest busy first.
     */
    rows: RangeRow[];
    /**
     * By name, longest total first.
     */
    names: RangeName[];
    /**
     * How many names there are, listed or not.
     */
    nameCount: number;
    /**
     * Computing, communication and free inside the range, a rank.
     */
    split: RangeSplit[];
}

/**
 * Statistics of one row in a range.
 */
export interface RangeRow {
    /**
     * Key of the row.
     */
    row: string;
    /**
     * Its name, with the process.
     */
    name: string;
    /**
     * Slices that touch the range.
     */
    count: number;
    /**
     * Union of their time inside the range: never longer than it.
     */
    busyNs: number;
    /**
     * Plain sum of their time inside the range.
     */
    sumNs: number;
}

/**
 * Statistics of one name in a range; times inside the range, nanoseconds.
 */
export interface RangeName {
    /**
     * The name.
     */
    name: string;
    /**
     * Slices that touch the range.
     */
    count: number;
    /**
     * Sum.
     */
    totalNs: number;
    /**
     * Sum without nested slices.
     */
    selfNs: number;
    /**
     * Mean.
     */
    meanNs: number;
    /**
     * Shortest.
     */
    minNs: number;
    /**
     * Longest.
     */
    maxNs: number;
}

/**
 * How a rank spent a range, nanoseconds.
 */
export interface RangeSplit {
    /**
     * Id of the rank.
     */
    rank: number;
    /**
     * Computing.
     */
    computingNs: number;
    /**
     * Communication not overlapped.
     */
    communicationNotOverlappedNs: number;
    /**
     * Neither.
     */
    freeNs: number;
}

/**
 * Which way a flow goes, seen from a slice.
 */
export type FlowDirection = "out" | "in";

/**
 * Where to go from the selected slice.
 */
export type Move = "next" | "previous" | "next-same-name" | "previous-same-name" | "parent";

/**
 * How the text of a search is compared.
 */
export type SearchMode = "substring" | "match-case" | "exact" | "regex";

/**
 * Which way to step through hits.
 */
export type Direction = "forward" | "backward";

/**
 * A search over the shown ranks.
 */
export interface SearchQuery {
    /**
     * The text, with predicates such as `dur>1ms type:MatMul rank:3 step:50 stream:2`.
     */
    text: string;
    /**
     * How it is compared.
     */
    mode: SearchMode;
}

/**
 * What a search found. The hits stay marked on the axis until the next search.
 */
export interface SearchResult {
    /**
     * How many slices.
     */
    count: number;
    /**
     * Why the query could not be understood, in the language asked for; `null` if it could.
     */
    problem: string | null;
}

/**
 * Some hits, in time order.
 */
export interface SearchPage {
    /**
     * The hits asked for.
     */
    hits: SliceInfo[];
}

/**
 * A hit that was stepped to.
 */
export interface SearchHit {
    /**
     * Its place among all hits, from 0.
     */
    index: number;
    /**
     * The slice.
     */
    slice: SliceInfo;
}

/**
 * What the time axis counts from.
 */
export type AxisMode = "capture" | "absolute" | "step";

/**
 * Size of the canvas.
 */
export interface CanvasSize {
    /**
     * Width.
     */
    width: number;
    /**
     * Height.
     */
    height: number;
    /**
     * Device pixels a CSS pixel.
     */
    ratio: number;
}

/**
 * What part of the timeline is visible.
 */
export interface TimelineView {
    /**
     * Time at the left edge.
     */
    start: number;
    /**
     * Time at the right edge.
     */
    end: number;
    /**
     * How far the rows are scrolled that are not pinned.
     */
    scroll: number;
    /**
     * How far the pinned rows are scrolled.
     */
    pinnedScroll: number;
    /**
     * Height that the pinned rows may take.
     */
    mostPinned: number;
}

/**
 * How the timeline is drawn.
 */
export interface TimelineStyle {
    /**
     * Colours.
     */
    theme: Theme;
    /**
     * Language of what is written on it.
     */
    language: Language;
    /**
     * What the axis counts from.
     */
    axis: AxisMode;
    /**
     * Flow categories drawn for all visible slices; those of the selected slice always are.
     */
    flows: string[];
}

/**
 * Fixed measures of the timeline, so that row headings line up with the canvas.
 */
export interface TimelineMetrics {
    /**
     * Height of the axis above the rows.
     */
    axisHeight: number;
    /**
     * Shortest visible range, nanoseconds.
     */
    shortestView: number;
    /**
     * First and last event of the shown ranks; `null` with nothing to show.
     */
    extent: TimeRange | null;
}

/**
 * A mark on the axis.
 */
export interface Mark {
    /**
     * When it is, or starts.
     */
    start: number;
    /**
     * Its end; the start for a point in time.
     */
    end: number;
    /**
     * Its name.
     */
    name: string;
    /**
     * Its colour, as CSS.
     */
    color: string;
}

/**
 * The marks, the selected range, and what is emphasised.
 */
export interface Overlay {
    /**
     * Marks.
     */
    marks: Mark[];
    /**
     * The selected range.
     */
    range: TimeRange | null;
    /**
     * Where the pointer is, in time: a thin line.
     */
    cursor: number | null;
}

/**
 * What is at a point of the canvas.
 */
export interface Hit {
    /**
     * Key of the row; `null` beside the rows.
     */
    row: string | null;
    /**
     * Time there.
     */
    time: number;
    /**
     * The slice.
     */
    slice: SliceInfo | null;
    /**
     * The counter's point.
     */
    counter: CounterValue | null;
}

/**
 * A counter's value at a time.
 */
export interface CounterValue {
    /**
     * Name of the counter.
     */
    name: string;
    /**
     * Its value.
     */
    value: number;
    /**
     * Unit, if the capture tells.
     */
    unit: string;
    /**
     * Time of its point.
     */
    time: number;
}

/**
 * A frame was painted.
 */
export interface FramePainted {
    /**
     * Number of the frame since the canvas was attached.
     */
    frame: number;
    /**
     * The view that it shows.
     */
    view: TimelineView;
    /**
     * Whether it is coarser than the screen is; one that is not follows when the view rests.
     */
    coarse: boolean;
    /**
     * Time spent in Rust for pixels and labels, milliseconds.
     */
    rasterMs: number;
    /**
     * Time spent in all, milliseconds.
     */
    totalMs: number;
    /**
     * Rows painted.
     */
    rows: number;
    /**
     * Labels painted.
     */
    labels: number;
}

/**
 * Colours by role, the same in charts, legend and timeline.
 */
export interface Palette {
    /**
     * The colours.
     */
    colors: PaletteColor[];
}

/**
 * A colour.
 */
export interface PaletteColor {
    /**
     * What it stands for: the id of a part or cause, or a role of a slice.
     */
    role: string;
    /**
     * As CSS.
     */
    color: string;
    /**
     * The same for charts: red, green, blue, alpha, each 0 to 255.
     */
    rgba: [number, number, number, number];
    /**
     * Ink that is legible on it, as CSS.
     */
    ink: string;
}

/**
 * The steps drawn as borders.
 */
export interface StepBorders {
    /**
     * The steps of the first shown rank, in time order.
     */
    steps: StepBorder[];
}

/**
 * A step on the axis.
 */
export interface StepBorder {
    /**
     * Its label.
     */
    step: string;
    /**
     * When.
     */
    range: TimeRange;
}

/**
 * How a slice or a range on a row is shown.
 */
export interface Reveal {
    /**
     * A view that shows it whole with some room around.
     */
    view: TimelineView;
    /**
     * Keys of rows that were collapsed or hidden and have been opened and shown for it.
     */
    opened: string[];
    /**
     * Whether its row is not shown all the same: the filter leaves it out.
     */
    leftOut: boolean;
}

/**
 * The whole capture in one strip: for the overview bar above the timeline.
 */
export interface Minimap {
    /**
     * Share of time in which any compute task runs, a rank.
     */
    curves: Curve[];
}

/**
 * One chart.
 */
export type Chart = ({ kind: "step-time" } & ChartStepTime) | ({ kind: "utilisation" } & ChartUtilisation) | ({ kind: "share-bars" } & ChartShareBars) | ({ kind: "histogram" } & ChartHistogram);

/**
 * Where and how a chart is drawn.
 */
export interface ChartSurface {
    /**
     * Size, font and colours that are not data.
     */
    frame: ChartFrame;
    /**
     * Device pixels a CSS pixel.
     */
    ratio: number;
}

/**
 * What was drawn.
 */
export interface ChartDrawn {
    /**
     * Regions that answer the pointer; of several at a point the last one.
     */
    hits: ChartHit[];
}

/**
 * Red, green, blue, alpha, each 0–255. In JSON a list of four numbers.
 */
export type ChartColor = [number, number, number, number];

/**
 * The colours that are not data.
 */
export interface ChartTheme {
    /**
     * Painted first over the whole picture; transparent leaves what is beneath.
     */
    background: ChartColor;
    /**
     * Names and values.
     */
    text: ChartColor;
    /**
     * Ticks, captions, legend.
     */
    muted: ChartColor;
    /**
     * Axis lines and step borders.
     */
    rule: ChartColor;
    /**
     * Grid lines.
     */
    grid: ChartColor;
    /**
     * Stretches and items to look at (low utilisation, outliers).
     */
    alert: ChartColor;
}

/**
 * Font of all text.
 */
export interface ChartFont {
    /**
     * CSS family list.
     */
    family: string;
    /**
     * CSS pixels.
     */
    size: number;
}

/**
 * What a chart is laid out for.
 */
export interface ChartFrame {
    /**
     * CSS pixels.
     */
    width: number;
    /**
     * CSS pixels.
     */
    height: number;
    /**
     * Colours that are not data.
     */
    theme: ChartTheme;
    /**
     * Font of all text.
     */
    font: ChartFont;
}

/**
 * A rectangle in CSS pixels, from its upper left corner.
 */
export interface ChartArea {
    /**
     * Left edge.
     */
    x: number;
    /**
     * Upper edge.
     */
    y: number;
    /**
     * Width.
     */
    width: number;
    /**
     * Height.
     */
    height: number;
}

/**
 * What is under the pointer.
 */
export interface ChartHit {
    /**
     * Where.
     */
    area: ChartArea;
    /**
     * First input item (step, bin, rank, row) that it stands for.
     */
    first: number;
    /**
     * One past the last item.
     */
    end: number;
    /**
     * Part of the item (index into the chart's parts), when it is one part.
     */
    part: number | null;
    /**
     * Time range in nanoseconds, in the units of the input, when the chart has a time axis.
     */
    range: [number, number] | null;
    /**
     * Heading of the tooltip.
     */
    title: string;
    /**
     * Its lines.
     */
    lines: ChartHitLine[];
}

/**
 * One line of a tooltip.
 */
export interface ChartHitLine {
    /**
     * What it is, as handed in.
     */
    label: string;
    /**
     * The value with its unit.
     */
    value: string;
    /**
     * Colour of the part in the chart.
     */
    color: ChartColor | null;
}

/**
 * One part of every stacked bar of a chart.
 */
export interface ChartPart {
    /**
     * Its name, in the reader's language.
     */
    label: string;
    /**
     * Its colour.
     */
    color: ChartColor;
}

/**
 * A value to compare with: median, 95th percentile, peak.
 */
export interface ChartReference {
    /**
     * Its name, in the reader's language.
     */
    label: string;
    /**
     * In the unit of the axis.
     */
    value: number;
}

/**
 * Pipeline bubble inside one part of a step, hatched.
 */
export interface ChartBubble {
    /**
     * Index of the part that contains it.
     */
    part: number;
    /**
     * Milliseconds.
     */
    ms: number;
}

/**
 * One step.
 */
export interface ChartStepBar {
    /**
     * Step number or name.
     */
    label: string;
    /**
     * Milliseconds per part, in the order of [`StepTime::parts`]; `None` is unknown.
     */
    values: (number | null)[];
    /**
     * Bubble, where there is one.
     */
    bubble: ChartBubble | null;
    /**
     * Marked as an outlier, with the reason for the tooltip.
     */
    outlier: string | null;
}

/**
 * Texts of the chart.
 */
export interface ChartStepTimeText {
    /**
     * Before a step's label: "Step".
     */
    step: string;
    /**
     * Behind the label of several averaged steps: "mean".
     */
    mean: string;
    /**
     * Sum of the parts: "Total".
     */
    total: string;
    /**
     * "Bubble".
     */
    bubble: string;
    /**
     * In place of an unknown value.
     */
    unknown: string;
    /**
     * In place of the chart when there is no step.
     */
    empty: string;
}

/**
 * Input: parts from bottom to top, and steps from left to right.
 */
export interface ChartStepTime {
    /**
     * Parts, bottom first.
     */
    parts: ChartPart[];
    /**
     * Steps in order of time.
     */
    steps: ChartStepBar[];
    /**
     * Dashed lines in ms: median, p95.
     */
    references: ChartReference[];
    /**
     * Texts.
     */
    text: ChartStepTimeText;
}

/**
 * Where a step begins.
 */
export interface ChartBorder {
    /**
     * Nanoseconds, in the units of [`Utilisation::start_ns`].
     */
    atNs: number;
    /**
     * Step number or name.
     */
    label: string;
}

/**
 * Texts of the chart.
 */
export interface ChartUtilisationText {
    /**
     * Name of the curve: "NPU utilisation".
     */
    curve: string;
    /**
     * Name of a shaded stretch: "below 50 %".
     */
    low: string;
    /**
     * Before a step's label: "Step".
     */
    step: string;
    /**
     * In place of an unknown value.
     */
    unknown: string;
    /**
     * In place of the chart when nothing is known.
     */
    empty: string;
}

/**
 * Input: shares of equal bins over the span, and counters on the same axis.
 */
export interface ChartUtilisation {
    /**
     * Start of the first bin, in nanoseconds (any origin, as long as all times share it).
     */
    startNs: number;
    /**
     * End of the last bin.
     */
    endNs: number;
    /**
     * Busy share (0–1) of each bin; `None` is a gap. More bins than pixels are averaged.
     */
    bins: (number | null)[];
    /**
     * Colour of the curve.
     */
    color: ChartColor;
    /**
     * Stretches below this share (0–1) are shaded.
     */
    lowBelow: number;
    /**
     * Further curves in percent (AI Core utilisation counters), over the same plot.
     */
    overlays: ChartSeries[];
    /**
     * Step borders.
     */
    steps: ChartBorder[];
    /**
     * Counters with an axis of their own, beneath.
     */
    strips: ChartStrip[];
    /**
     * Texts.
     */
    text: ChartUtilisationText;
}

/**
 * A counter sample.
 */
export interface ChartPoint {
    /**
     * Nanoseconds, in the units of the chart.
     */
    atNs: number;
    /**
     * In the unit of the axis; `None` is a gap.
     */
    value: number | null;
}

/**
 * What holds between two samples.
 */
export type ChartLineShape = "hold" | "join";

/**
 * One curve.
 */
export interface ChartSeries {
    /**
     * Its name, in the reader's language.
     */
    label: string;
    /**
     * Its colour.
     */
    color: ChartColor;
    /**
     * What holds between samples.
     */
    shape: ChartLineShape;
    /**
     * Samples in order of time.
     */
    points: ChartPoint[];
}

/**
 * Curves that share a value axis, under the utilisation curve.
 */
export interface ChartStrip {
    /**
     * Caption.
     */
    label: string;
    /**
     * Unit of the values.
     */
    unit: string;
    /**
     * Curves.
     */
    series: ChartSeries[];
    /**
     * A dashed line: the chip's peak.
     */
    peak: ChartReference | null;
}

/**
 * One row.
 */
export interface ChartShare {
    /**
     * Name of the operator type.
     */
    label: string;
    /**
     * Milliseconds.
     */
    ms: number | null;
    /**
     * How many kernels.
     */
    count: number;
    /**
     * Colour of the bar.
     */
    color: ChartColor;
}

/**
 * Input: rows in the order to show, largest first.
 */
export interface ChartShareBars {
    /**
     * Rows.
     */
    rows: ChartShare[];
    /**
     * Time that the shares refer to, in ms; the sum of the rows when unknown.
     */
    wholeMs: number | null;
    /**
     * Name of the rows that do not fit, taken together: "other".
     */
    otherText: string;
    /**
     * Colour of that row.
     */
    otherColor: ChartColor;
    /**
     * Name of the number of kernels: "Count".
     */
    countText: string;
    /**
     * Name of the time: "Total".
     */
    totalText: string;
    /**
     * In place of an unknown value.
     */
    unknownText: string;
    /**
     * In place of the chart when there is no row.
     */
    emptyText: string;
}

/**
 * How the horizontal axis grows.
 */
export type ChartBinScale = "linear" | "logarithmic";

/**
 * A range of durations.
 */
export interface ChartBin {
    /**
     * Nanoseconds, inclusive.
     */
    fromNs: number;
    /**
     * Nanoseconds, exclusive (inclusive in the last bin).
     */
    toNs: number;
    /**
     * How many durations fall into it.
     */
    count: number;
}

/**
 * Texts of the chart.
 */
export interface ChartHistogramText {
    /**
     * Name of the vertical axis: "Count".
     */
    count: string;
    /**
     * In place of the chart when there is no duration.
     */
    empty: string;
}

/**
 * Input: bins in order.
 */
export interface ChartHistogram {
    /**
     * Bins in order, adjacent.
     */
    bins: ChartBin[];
    /**
     * How the horizontal axis grows.
     */
    scale: ChartBinScale;
    /**
     * Colour of the bars.
     */
    color: ChartColor;
    /**
     * Dashed lines (median, p95), in nanoseconds.
     */
    references: ChartReference[];
    /**
     * Texts.
     */
    text: ChartHistogramText;
}
