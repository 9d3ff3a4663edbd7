//! Captures, their ranks, files and notes.

choices! {
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
        /// Will be read, with the other files of its rank.
        Waiting,
        /// Left unread, since it would need more memory than there is.
        Left,
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
        /// What was left unread for want of memory, by load and place.
        pub left: Vec<LeftRank>,
        /// Bytes of memory that may still be filled, by estimate.
        pub room: f64,
    }

    /// Big files of a rank or timeline that were left unread.
    pub struct LeftRank {
        /// Number of the load.
        pub load: u32,
        /// What is asked for to read them; opaque to the page.
        pub home: String,
        /// Where they are, archive and all.
        pub place: String,
        /// Its place, or where that is empty the file's name: for a person.
        pub name: String,
        /// Id of the capture; `null` when nothing of it was read.
        pub capture: Option<u32>,
        /// Their bytes, unpacked.
        pub bytes: f64,
        /// Bytes of memory that they would need, by estimate.
        pub need: f64,
        /// About how long they last, nanoseconds; `null` where only reading them tells. A part of it can
        /// be opened.
        pub span_ns: Option<f64>,
    }

    /// What is asked of ranks that were left.
    pub struct LeftQuery {
        /// Those that are to be opened.
        pub chosen: Vec<LeftChoice>,
        /// Start of the time to open, nanoseconds since its start; `null` for the first event.
        pub from: Option<f64>,
        /// End of the time to open; `null` for the last event.
        pub to: Option<f64>,
    }

    /// One of them, by the fields of [`LeftRank`].
    pub struct LeftChoice {
        /// Number of the load.
        pub load: u32,
        /// What is asked for.
        pub home: String,
    }

    /// What opening them takes.
    pub struct LeftNeed {
        /// Bytes of memory, by estimate.
        pub need: f64,
        /// Whether there is room for it.
        pub fits: bool,
        /// Nanoseconds that the longest of them lasts, about; `null` where no part of its time can be opened.
        pub span_ns: Option<f64>,
        /// The time that would be opened; `null` for all of it.
        pub within: Option<super::TimeRange>,
        /// Whether the time asked for is none.
        pub wrong: bool,
    }

    /// A rank of which nothing was read as yet.
    pub struct UnreadRank {
        /// Where it is, archive and all.
        pub place: String,
        /// Folder, where it is not at the root of its capture.
        pub folder: String,
        /// Rank number.
        pub rank: Option<u32>,
    }

    /// One opened capture.
    pub struct CaptureInfo {
        /// Id for a selection.
        pub id: u32,
        /// The load that it came with.
        pub load: u32,
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
        /// Ranks of which nothing was read: their files wait, or were left.
        pub unread: Vec<UnreadRank>,
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
        /// Where it is, archive and all.
        pub place: String,
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
        /// Whether more of it is being read.
        pub loading: bool,
        /// Whether only a part of its time was opened.
        pub partial: bool,
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
        /// How often it was met; `null` where the text says it.
        pub count: Option<f64>,
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
