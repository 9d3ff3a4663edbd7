//! Notes: everything odd that was met on the way, so that no oddity aborts the load of what is good.

mod cause;

pub use cause::Cause;

use crate::sort::SortShort;
use serde::{Deserialize, Serialize};

/// How much a note matters to the numbers shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Severity {
    /// Worth knowing; no number is affected.
    Info,
    /// Something was repaired, guessed or left out; numbers that use it may be off.
    Warning,
    /// A file or a part of it could not be read.
    Error,
}

/// The language in which a text is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Simplified Chinese.
    Zh,
}

/// Where in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// Offset of the first byte concerned.
    Byte(u64),
    /// One-based line.
    Line(u64),
}

/// Most notes of one kind in one list.
const MAX_OF_A_KIND: u64 = 100;

/// One kind of oddity in one file: repeated ones are counted, the first one is the example.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Note {
    /// How much it matters.
    pub severity: Severity,
    /// What it is.
    pub kind: NoteKind,
    /// Path relative to the capture; empty when it concerns the capture as a whole.
    pub file: String,
    /// Where it was first met.
    pub place: Option<Place>,
    /// How often it was met.
    pub count: u64,
    /// Why, where more is known than the kind says.
    pub cause: Option<Cause>,
    /// The untrusted or specific part of the text: an example, a name, a number.
    pub detail: String,
}

impl Note {
    /// A note met once, with the severity that its kind usually has.
    pub fn new(kind: NoteKind, file: impl Into<String>, detail: impl Into<String>) -> Note {
        Note {
            severity: kind.severity(),
            kind,
            file: file.into(),
            place: None,
            count: 1,
            cause: None,
            detail: detail.into(),
        }
    }

    /// The note that the limit `cause`, whose value is `limit`, was reached.
    pub fn limit(file: impl Into<String>, cause: Cause, limit: u64) -> Note {
        Note::new(NoteKind::LimitReached, file, limit.to_string()).because(cause)
    }

    /// The same note with why.
    #[must_use]
    pub fn because(mut self, cause: Cause) -> Note {
        self.cause = Some(cause);
        self
    }

    /// The same note with its place.
    #[must_use]
    pub fn at(mut self, place: Place) -> Note {
        self.place = Some(place);
        self
    }

    /// Orders notes and counts equal ones as one, so that the result does not depend on who met them.
    pub(crate) fn merge(notes: &mut Vec<Note>) {
        notes.sort_short();
        notes.dedup_by(|later, first| {
            let same = (later.kind, &later.file, later.place, later.cause, &later.detail)
                == (first.kind, &first.file, first.place, first.cause, &first.detail);
            if same {
                first.count += later.count;
            }
            same
        });
        // Hostile archives can have a million odd entries: the last one shown stands for the rest.
        let (mut shown, mut kept): (u64, Vec<Note>) = (0, Vec::new());
        for note in notes.drain(..) {
            match kept.last_mut().filter(|last| last.kind == note.kind) {
                Some(last) if shown >= MAX_OF_A_KIND => last.count += note.count,
                Some(_) => {
                    shown += 1;
                    kept.push(note);
                }
                None => {
                    shown = 1;
                    kept.push(note);
                }
            }
        }
        *notes = kept;
    }

    /// Whether the sentence says how often it was met.
    pub fn says_count(&self) -> bool {
        self.kind.template(Language::En).contains("{count}")
    }

    /// The sentence shown to a person: what, where, what it means, what to do.
    pub fn text(&self, language: Language) -> String {
        let detail = self.detail.trim();
        let detail = match self.cause {
            Some(cause) => cause.template(language).replace("{detail}", detail),
            None => detail.to_owned(),
        };
        let template = self.kind.template(language);
        let text =
            template.replace("{count}", &self.count.to_string()).replace("{detail}", &detail);
        // Nothing follows the colon: the sentence ends before it.
        let text = text.trim_end();
        let mut text = match (text.strip_suffix(':'), text.strip_suffix('：')) {
            (Some(sentence), _) if detail.is_empty() => format!("{sentence}."),
            (_, Some(sentence)) if detail.is_empty() => format!("{sentence}。"),
            _ => text.to_owned(),
        };
        match (self.place, language) {
            (Some(Place::Byte(at)), Language::En) => text += &format!(" (first at byte {at})"),
            (Some(Place::Byte(at)), Language::Zh) => text += &format!("（首次出现在第 {at} 字节）"),
            (Some(Place::Line(at)), Language::En) => text += &format!(" (first at line {at})"),
            (Some(Place::Line(at)), Language::Zh) => text += &format!("（首次出现在第 {at} 行）"),
            (None, _) => {}
        }
        text
    }
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident $severity:ident $en:literal $zh:literal;)*) => {
        /// What a note is about. The JSON name is the kebab-case form.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum NoteKind { $($(#[$doc])* $name,)* }

        impl NoteKind {
            /// Every kind, for the check that each has its texts.
            pub const ALL: &[NoteKind] = &[$(NoteKind::$name),*];

            fn severity(self) -> Severity {
                match self { $(NoteKind::$name => Severity::$severity),* }
            }

            fn template(self, language: Language) -> &'static str {
                match (self, language) {
                    $((NoteKind::$name, Language::En) => $en, (NoteKind::$name, Language::Zh) => $zh),*
                }
            }
        }
    };
}

kinds! {
    /// The file ends in the middle of an event or row.
    Truncated Error
        "The file ends too early: only what is before the cut can be read. Copy or export it again: {detail}"
        "文件在中途结束：只能读取截断处之前的内容。请重新拷贝或导出该文件：{detail}";
    /// Bytes that are not what the format allows were skipped up to the next event or row.
    Damaged Error
        "Damaged parts that cannot be read: {count}; only what is around them can. Copy or export it again: {detail}"
        "有 {count} 处损坏的内容无法读取，只能读取其余部分。请重新拷贝或导出该文件：{detail}";
    /// An event has no usable time, phase or process.
    IncompleteEvent Warning
        "Events without a usable phase or time, which have no place on the timeline: {count}: {detail}"
        "{count} 个事件缺少可用的类型或时间，无法放到时间线上：{detail}";
    /// A negative duration was set to zero.
    NegativeDuration Warning
        "Slices with a negative duration, shown with zero length: {count}: {detail}"
        "{count} 个切片的时长为负，按零长度显示：{detail}";
    /// A begin without an end or the reverse.
    UnmatchedBegin Warning
        "Begin or end events without a partner, begins shown up to the end of the trace: {count}: {detail}"
        "{count} 个开始或结束事件没有配对；开始事件延伸显示到轨迹末尾：{detail}";
    /// A counter value that is not a number.
    CounterValue Warning
        "Counter values that are not numbers, left as gaps: {count}: {detail}"
        "{count} 个计数器值不是数字，按空缺处理：{detail}";
    /// An event or string beyond a limit.
    TooLong Error
        "Events longer than the limit, skipped: {count}: {detail}"
        "{count} 个事件超过长度上限，已跳过：{detail}";
    /// Table or trace with more rows than can be addressed.
    TooMany Error
        "More rows than the limit; {count} were left out: {detail}"
        "行数超过上限，略去 {count} 行：{detail}";
    /// A file without a single byte.
    ZeroBytes Error
        "The file is empty (0 bytes): copying or downloading it was cut off, or the disk was full. Copy it again from the machine where it was recorded, and compare the sizes: {detail}"
        "文件为空（0 字节）：拷贝或下载中断，或磁盘已满。请从采集机器重新拷贝，并核对文件大小：{detail}";
    /// A file that has bytes and holds nothing.
    Empty Warning
        "The file holds no events or rows: {detail}"
        "文件中没有任何事件或数据行：{detail}";
    /// A CSV row with fewer or more cells than the header.
    UnevenRow Warning
        "Rows with fewer or more cells than the header, missing cells treated as unknown: {count}: {detail}"
        "{count} 行的单元格数与表头不一致；缺少的单元格按未知处理：{detail}";
    /// A CSV cell that should be a number and is not.
    BadCell Warning
        "Cells that are not numbers, treated as unknown: {count}: {detail}"
        "{count} 个单元格不是数字，按未知处理：{detail}";
    /// A column that the format requires is absent.
    MissingColumn Warning
        "A column is missing: {detail}"
        "缺少列：{detail}";
    /// The file could not be read.
    Unreadable Error
        "The file cannot be read: {detail}"
        "无法读取文件：{detail}";
    /// What read the file broke off: a fault of ours, or no memory was left.
    ReaderStopped Error
        "Reading this stopped, by a fault in Stepscope or for want of memory; all else was loaded. Close what you do not need and open it again; if that does not help, please report it with these words: {detail}"
        "读取中断：Stepscope 出现故障或内存不足；其余内容已加载。请关闭不需要的内容后重试；若仍失败，请附上以下信息反馈：{detail}";
    /// Content that does not fit the name of the file.
    WrongKind Error
        "The file is not what its name says: {detail}"
        "文件内容与文件名不符：{detail}";
    /// Recorded but not parsed by this version, listed under Capture.
    NotReadYet Info
        "Recognised, but not read by this version: {detail}"
        "已识别，但当前版本不读取：{detail}";
    /// The file belongs to someone else.
    NoPermission Error
        "The file may not be read by this user; make the capture folder yours with sudo chown -R \"$USER\" and its path: {detail}"
        "当前用户无权读取该文件；请用 sudo chown -R \"$USER\" 加采集目录的路径，将该目录改为本人所有：{detail}";
    /// An archive of a kind that is not read.
    ContainerNotRead Error
        "This kind of archive is not read yet; unpack it first, then open the result: {detail}"
        "暂不支持这种压缩格式；请先解压，再打开解压后的内容：{detail}";
    /// A file that only its name says is an archive: a page that says why a download failed, most often.
    NoArchive Error
        "This is named like an archive, but what is in it is none; copy or download it again: {detail}"
        "名称像压缩包，但内容不是；请重新拷贝或下载：{detail}";
    /// An archive in an archive that lies in a third one.
    NestedArchive Error
        "An archive in an archive is opened, but none in that one; unpack the outer one, then open the result: {detail}"
        "可以打开压缩包内的压缩包，但不再打开其中更深一层的压缩包；请先解压外层压缩包，再打开解压后的内容：{detail}";
    /// An archive that lies packed in another, beyond [`crate::archive::Limits::held`].
    LargeArchive Error
        "This archive lies packed in another, and is larger than what is held in memory; unpack the outer one, then open the result: {detail}"
        "该压缩包位于另一个压缩包内，且超过可放入内存的大小；请先解压外层压缩包，再打开解压后的内容：{detail}";
    /// Output of the msprof command line.
    MsprofNotRead Error
        "An export of the msprof command line (PROF_*) without a timeline (msprof_*.json), kernels (op_summary_*.csv) or operator totals (op_statistic_*.csv), so there is nothing to show. Export it again, or open the whole folder: {detail}"
        "该 msprof 命令行导出（PROF_*）中没有时间线（msprof_*.json）、算子明细（op_summary_*.csv）或算子统计（op_statistic_*.csv），因此暂无可显示的内容。请重新导出，或打开整个目录：{detail}";
    /// A smaller export of a run of which a larger one was read.
    OtherExport Info
        "Another export of the same run, which is not read; of text files the newest count, of databases the largest: {detail}"
        "同一次采集的另一次导出，未读取；文本文件以最新者为准，数据库以最大者为准：{detail}";
    /// A database that tells what the text files beside it lack.
    FromDatabase Info
        "The same run is here as text files too; what these lack is taken from the database: {detail}"
        "同一次采集同时导出了文本文件；文本文件中缺少的内容取自该数据库：{detail}";
    /// What another tool wrote.
    NotSupported Info
        "Recognised, but not supported yet: {detail}"
        "已识别，但尚不支持：{detail}";
    /// A database whose run was exported as text too.
    DatabaseBesideText Info
        "The same run is here as text files too: they are shown, and the database adds nothing to them: {detail}"
        "同一次采集同时导出了文本文件：显示的是文本文件，该数据库没有其他内容：{detail}";
    /// A `-wal` file that is not empty.
    WriteAheadLog Warning
        "Changes that were not moved into the database yet; they are not shown. Open the database once with SQLite (sqlite3 and its path, then PRAGMA wal_checkpoint(TRUNCATE);) and open the capture again: {detail}"
        "该文件中有尚未写入数据库的改动，未显示。请用 SQLite 打开一次该数据库（sqlite3 加其路径，再执行 PRAGMA wal_checkpoint(TRUNCATE);），然后重新打开采集数据：{detail}";
    /// A table that a profiler's database has is absent.
    MissingTable Warning
        "The database lacks tables, and what they would hold is not shown: {detail}"
        "数据库缺少表，相应内容无法显示：{detail}";
    /// Two columns that hold each other's values.
    SwappedColumns Info
        "Two columns hold each other's values, and were read by what they hold: {detail}"
        "两列的内容互换，已按实际内容读取：{detail}";
    /// Output of the vendor's cluster analysis.
    ClusterNotRead Info
        "Output of the vendor's cluster analysis without its step table (cluster_step_trace_time.csv or cluster_analysis.db), so there is nothing to show of it: {detail}"
        "这是厂商集群分析工具的输出，但缺少 step 表（cluster_step_trace_time.csv 或 cluster_analysis.db），因此没有可显示的内容：{detail}";
    /// A rank folder that holds descriptions but no data.
    NoDeliverables Error
        "A rank folder without ASCEND_PROFILER_OUTPUT and without raw data: the copy is not complete, or nothing was collected: {detail}"
        "该 rank 目录既没有 ASCEND_PROFILER_OUTPUT，也没有原始数据：可能未拷贝完整，或未采集到数据：{detail}";
    /// Recorded, but never parsed by the vendor's tool.
    NotParsed Error
        "Raw profiling data that was never parsed, so there is nothing to show yet. Parse it on a machine with the same CANN, as the owner of the folder, then open it again: {detail}"
        "这是尚未解析的原始采集数据，暂无可显示的内容。请在装有相同 CANN 的机器上，以该目录的属主身份解析后再打开：{detail}";
    /// Raw data of msprof of which the end is missing.
    NotCollected Error
        "Raw data of msprof without info.json in its device folders: the collection did not come to its end, or the copy is not complete. Copy the folder again, else collect again: {detail}"
        "msprof 原始数据的 device 目录中缺少 info.json：采集未正常结束，或未拷贝完整。请重新拷贝该目录，否则请重新采集：{detail}";
    /// Collectives of an export that nobody worked out.
    NotAnalysed Info
        "What collectives did (times, bandwidths) is not worked out in this export; if the raw data is still there, do it and open the folder again: {detail}"
        "该导出中没有集合通信的分析结果（耗时、带宽）；如原始数据仍在，可执行后重新打开该目录：{detail}";
    /// Nothing was found that is a profiling file.
    NothingFound Error
        "No profiling data was found; open the capture folder or an archive of it (.zip, .tar, .tar.gz). There is no folder with ASCEND_PROFILER_OUTPUT (torch_npu *_ascend_pt), no trace_view.json and no Chrome-trace JSON in what was opened: {detail}"
        "未找到性能数据；请打开采集目录或其压缩包（.zip、.tar、.tar.gz）。所打开的内容中没有含 ASCEND_PROFILER_OUTPUT 的目录（torch_npu 的 *_ascend_pt），也没有 trace_view.json 或 Chrome-trace JSON：{detail}";
    /// An entry that is encrypted.
    Encrypted Error
        "The entry is encrypted and was left out; unpack the archive with its password and open the folder: {detail}"
        "该条目已加密，未读取；请用密码解压后打开目录：{detail}";
    /// An entry packed with a method that is not known.
    UnknownMethod Error
        "Packed with a method that is not supported, and left out; unpack it with the program that packed it and open what comes out: {detail}"
        "使用了不支持的压缩方式，未读取；请用打包它的程序解压后再打开：{detail}";
    /// A link, device or pipe in an archive.
    NoFile Info
        "Not a file but a {detail}; left out."
        "这不是普通文件（{detail}），已略过。";
    /// Several entries of one name.
    Duplicate Warning
        "The same name again; the last one counts. Further entries: {count}: {detail}"
        "同名条目另有 {count} 个；以最后一个为准：{detail}";
    /// A limit that guards against hostile files.
    LimitReached Error
        "A limit was reached and the rest was left out: {detail}. If the file is genuine, unpack it and open the folder, or raise the limits and open it again (#limits=16 at the end of the page's address, --limits 16 for the command)."
        "达到上限，其余部分未读取：{detail}。如文件可信，请解压后打开目录，或提高上限后重新打开（在页面地址末尾加 #limits=16，命令行用 --limits 16）。";
    /// An archive without its directory, read by searching for entries.
    DirectoryLost Error
        "The archive's directory is missing or damaged, most likely because the copy is not complete; {count} entries were found by searching: {detail}"
        "压缩包的目录缺失或损坏（很可能是文件未传完整）；通过扫描找到 {count} 个条目：{detail}";
    /// Two entries that claim the same bytes.
    Overlap Error
        "{count} entries claim bytes of other entries, as in a zip bomb, and were left out: {detail}"
        "{count} 个条目与其他条目的数据重叠（类似压缩炸弹），已略过：{detail}";
    /// Several folders of one rank.
    DuplicateRank Warning
        "Several folders claim the same rank; the newest one is shown: {detail}"
        "多个目录属于同一 rank；显示其中最新的一个：{detail}";
    /// File name and content disagree on the rank.
    RankMismatch Warning
        "The file name and its content disagree on the rank; the name counts: {detail}"
        "文件名与内容中的 rank 不一致；以文件名为准：{detail}";
    /// A column that is not known and holds no numbers.
    UnknownColumn Info
        "Columns that this version does not know and that hold no numbers are not shown: {detail}"
        "未显示本版本不认识且不含数字的列：{detail}";
    /// Ranks or timelines with big files that were not read, or let go of.
    LeftUnread Warning
        "Not opened in full, for want of memory or since that was cancelled or let go: {count}; to be opened by “Choose ranks…”, once there is room: {detail}"
        "未完整打开（内存不足、已取消或已释放）：{count} 个；腾出内存后可用“选择 rank…”打开：{detail}";
    /// Events that the reader of the capture chose not to open.
    OutsideRange Warning
        "Only a time range of this file was opened; events that are not wholly in it: {count}. {detail}"
        "只打开了该文件的一段时间；不完全在其中的事件有 {count} 个。{detail}";
    /// Loading was stopped by the user.
    Cancelled Info
        "Loading was cancelled; what had been read until then is shown: {detail}"
        "加载已取消；显示此前已读取的内容：{detail}";
}

#[cfg(test)]
mod tests {
    use super::*;

    const LANGUAGES: [Language; 2] = [Language::En, Language::Zh];

    /// No blanks at the ends or double ones, no place left to fill, no colon that nothing follows.
    fn is_clean(text: &str, context: &str) {
        assert_eq!(text, text.trim(), "{context}");
        assert!(!text.contains("  ") && !text.contains("{detail}"), "{context}: {text}");
        assert!(!text.contains("{count}"), "{context}: {text}");
        assert!(!text.ends_with([':', '：']), "{context}: {text}");
    }

    fn is_chinese(text: &str) -> bool {
        text.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter))
    }

    #[test]
    fn every_kind_speaks_both_languages() {
        for &kind in NoteKind::ALL {
            for language in LANGUAGES {
                let text = |detail: &str| Note::new(kind, "f", detail).text(language);
                let context = format!("{kind:?} {language:?}");
                let says_count = kind.template(language).contains("{count}");
                assert_eq!(says_count, Note::new(kind, "f", "").says_count(), "{context}");
                is_clean(&text(""), &context);
                is_clean(&text(" a detail \n"), &context);
                assert!(text("a detail").contains("a detail"), "{context} drops its detail");
                assert!(text("").ends_with(['.', '。']), "{context}");
                assert_eq!(is_chinese(&text("")), language == Language::Zh, "{context}");
                let placed = Note::new(kind, "f", "").at(Place::Line(7)).text(language);
                assert!(placed.starts_with(&text("")) && placed.contains('7'), "{context}");
                is_clean(&placed, &context);
            }
        }
    }

    #[test]
    fn every_cause_speaks_both_languages() {
        for &cause in Cause::ALL {
            for language in LANGUAGES {
                let note = Note::new(NoteKind::Unreadable, "f", "12").because(cause);
                let text = note.text(language);
                let context = format!("{cause:?} {language:?}");
                let told = cause.template(language);
                is_clean(&text, &context);
                assert!(text.ends_with(&told.replace("{detail}", "12")), "{context}: {text}");
                assert_eq!(is_chinese(told), language == Language::Zh, "{context}");
            }
        }
    }
}
