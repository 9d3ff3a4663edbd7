//! Captures, their ranks, files and notes.

choices! {
    /// How far a rank is.
    pub enum RankState {
        /// Its files wait for a loader.
        Waiting,
        /// A loader reads it.
        Loading,
        /// Its numbers can be asked for.
        Ready,
        /// It could not be read: see `failure`.
        Failed,
    }

    /// How much a note matters to the numbers shown.
    pub enum NoteSeverity {
        /// Worth knowing; no number is affected.
        Info,
        /// Numbers may be off.
        Warning,
        /// Something could not be read.
        Error,
    }

    /// What became of a file.
    pub enum FileUse {
        /// Its numbers are used.
        Read,
        /// Recognised and listed.
        Listed,
        /// Not a profiling file, or superseded.
        Ignored,
        /// Could not be read: see the notes.
        Failed,
    }
}

messages! {
    /// Every opened capture, in the order in which they were opened.
    pub struct CaptureList {
        /// The captures.
        pub captures: Vec<CaptureInfo>,
        /// Id of the one whose verdict is the summary's.
        pub gravest: Option<u32>,
    }

    /// One opened capture.
    pub struct CaptureInfo {
        /// Id for a selection.
        pub id: u32,
        /// Equal for equal content in any container; in links.
        pub key: String,
        /// Innermost common folder, or the file's name.
        pub name: String,
        /// `torch_npu`, `mindspore`, `msprof`, `cluster` or `chrome_trace`.
        pub kind: String,
        /// First event, unix nanoseconds as decimal text; `null` without timed events.
        pub origin: Option<String>,
        /// Length from the first event to the last, nanoseconds.
        pub span_ns: Option<f64>,
        /// The ranks, by number and folder.
        pub ranks: Vec<RankInfo>,
        /// Labels of the steps seen in any rank, in time order; empty without step markers.
        pub steps: Vec<String>,
        /// How many notes there are on it and its ranks.
        pub notes: u32,
    }

    /// One rank of a capture.
    pub struct RankInfo {
        /// Id for selections and slices.
        pub id: u32,
        /// Rank number or folder; in links, unique within its capture.
        pub key: String,
        /// Rank number.
        pub rank: Option<u32>,
        /// Device number.
        pub device: Option<u32>,
        /// Host name.
        pub host: Option<String>,
        /// `text` or `db`.
        pub format: String,
        /// CANN version.
        pub cann: Option<String>,
        /// Version of torch_npu or MindSpore.
        pub framework: Option<String>,
        /// `Level_none`, `Level0`, `Level1`, `Level2`.
        pub level: Option<String>,
        /// First to last event, nanoseconds.
        pub span_ns: Option<f64>,
        /// Start relative to the capture's origin, nanoseconds.
        pub start: Option<f64>,
        /// Number of slices.
        pub slices: u32,
        /// How far it is.
        pub state: RankState,
        /// Why it failed.
        pub failure: Option<String>,
    }

    /// Everything odd that was met, gravest first.
    pub struct NoteList {
        /// The notes.
        pub notes: Vec<NoteInfo>,
    }

    /// One kind of oddity in one file.
    pub struct NoteInfo {
        /// How much it matters.
        pub severity: NoteSeverity,
        /// Stable name of the kind.
        pub kind: String,
        /// Id of the capture; `null` when no capture came of the file.
        pub capture: Option<u32>,
        /// Id of the rank; `null` when it concerns no single one.
        pub rank: Option<u32>,
        /// Path within the capture; empty when it concerns the capture as a whole.
        pub file: String,
        /// The sentence for a person, in the language asked for.
        pub text: String,
        /// How often it was met.
        pub count: f64,
    }

    /// The Capture view of one capture: where its data comes from.
    pub struct CaptureSheet {
        /// Birth certificate: what the capture says of itself.
        pub facts: Vec<Fact>,
        /// Files found, and what became of them, by path.
        pub files: Vec<FileInfo>,
        /// Quality checks: those that fired, then those that passed or were not assessed.
        pub checks: Vec<QualityCheck>,
    }

    /// One line of the birth certificate.
    pub struct Fact {
        /// Id of the rank; `null` for the capture as a whole.
        pub rank: Option<u32>,
        /// What it is, in the language asked for.
        pub label: String,
        /// Its value as written in the capture.
        pub value: String,
        /// File it comes from.
        pub source: Option<String>,
    }

    /// One file.
    pub struct FileInfo {
        /// Id of the rank; `null` for files of the capture as a whole.
        pub rank: Option<u32>,
        /// Path within the capture.
        pub path: String,
        /// Size unpacked, bytes.
        pub bytes: f64,
        /// What became of it.
        pub used: FileUse,
    }

    /// One quality check.
    pub struct QualityCheck {
        /// Stable name of the rule.
        pub id: String,
        /// How it ended.
        pub outcome: CheckOutcome,
        /// Short name, in the language asked for.
        pub title: String,
        /// What was found, or why it could not be assessed, and what to do.
        pub text: String,
    }
}

choices! {
    /// How a quality check ended.
    pub enum CheckOutcome {
        /// Nothing to say against the capture.
        Passed,
        /// It fired.
        Fired,
        /// The data for it is not there.
        NotAssessed,
    }
}
