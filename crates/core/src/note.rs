//! Notes: everything odd that was met on the way, so that no oddity aborts the load of what is good.

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
    /// The untrusted or specific part of the text: an example, a name, what the source said.
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
            detail: detail.into(),
        }
    }

    /// The same note with its place.
    #[must_use]
    pub fn at(mut self, place: Place) -> Note {
        self.place = Some(place);
        self
    }

    /// The sentence shown to a person: what, where, what it means, what to do.
    pub fn text(&self, language: Language) -> String {
        let template = self.kind.template(language);
        let mut text =
            template.replace("{count}", &self.count.to_string()).replace("{detail}", &self.detail);
        match (self.place, language) {
            (Some(Place::Byte(at)), Language::En) => text += &format!(" (first at byte {at})"),
            (Some(Place::Byte(at)), Language::Zh) => text += &format!("(首次出现在第 {at} 字节)"),
            (Some(Place::Line(at)), Language::En) => text += &format!(" (first at line {at})"),
            (Some(Place::Line(at)), Language::Zh) => text += &format!("(首次出现在第 {at} 行)"),
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
        "The file ends too early; everything before the cut was loaded. {detail}"
        "文件在中途结束；已加载截断处之前的全部内容。{detail}";
    /// Bytes that are not what the format allows were skipped up to the next event or row.
    Damaged Error
        "{count} damaged part(s) were skipped, the rest was loaded. {detail}"
        "跳过了 {count} 处损坏的内容，其余部分已加载。{detail}";
    /// An event has no usable time, phase or process.
    IncompleteEvent Warning
        "{count} event(s) without a usable phase or time could not be placed on the timeline. {detail}"
        "{count} 个事件缺少可用的类型或时间，无法放到时间线上。{detail}";
    /// A negative duration was set to zero.
    NegativeDuration Warning
        "{count} slice(s) with a negative duration are shown with zero length. {detail}"
        "{count} 个切片的时长为负，按零长度显示。{detail}";
    /// A begin without an end or the reverse.
    UnmatchedBegin Warning
        "{count} begin or end event(s) have no partner; begins are shown up to the end of the trace. {detail}"
        "{count} 个开始或结束事件没有配对；开始事件延伸显示到轨迹末尾。{detail}";
    /// A counter value that is not a number.
    CounterValue Warning
        "{count} counter value(s) are not numbers and are left as gaps. {detail}"
        "{count} 个计数器值不是数字，按空缺处理。{detail}";
    /// An event or string beyond a limit.
    TooLong Error
        "{count} event(s) are longer than the limit and were skipped. {detail}"
        "{count} 个事件超过长度上限，已跳过。{detail}";
    /// Table or trace with more rows than can be addressed.
    TooMany Error
        "More rows than the limit; {count} were left out. {detail}"
        "行数超过上限，略去 {count} 行。{detail}";
    /// A file that holds nothing.
    Empty Warning
        "The file is empty. {detail}"
        "文件为空。{detail}";
    /// A CSV row with fewer or more cells than the header.
    UnevenRow Warning
        "{count} row(s) have fewer or more cells than the header; missing cells are treated as unknown. {detail}"
        "{count} 行的单元格数与表头不一致；缺少的单元格按未知处理。{detail}";
    /// A CSV cell that should be a number and is not.
    BadCell Warning
        "{count} cell(s) are not numbers and are treated as unknown. {detail}"
        "{count} 个单元格不是数字，按未知处理。{detail}";
    /// A column that the format requires is absent.
    MissingColumn Warning
        "A column is missing: {detail}"
        "缺少列：{detail}";
    /// The file could not be read.
    Unreadable Error
        "The file cannot be read: {detail}"
        "无法读取文件：{detail}";
    /// Content that does not fit the name of the file.
    WrongKind Error
        "The file is not what its name says: {detail}"
        "文件内容与文件名不符：{detail}";
    /// Recorded but not parsed by this version, listed under Capture.
    NotReadYet Info
        "Recognised, but not read by this version. {detail}"
        "已识别，但当前版本不读取。{detail}";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_speaks_both_languages() {
        for &kind in NoteKind::ALL {
            for language in [Language::En, Language::Zh] {
                let text = Note::new(kind, "f", "detail").text(language);
                assert!(text.contains("detail"), "{kind:?} {language:?} drops its detail");
            }
            assert_ne!(kind.template(Language::En), kind.template(Language::Zh));
        }
    }
}
