//! Why a file or a part of it could not be read, in the words of both languages.

use super::Language;
use serde::{Deserialize, Serialize};

macro_rules! causes {
    ($($(#[$doc:meta])* $name:ident $en:literal $zh:literal;)*) => {
        /// What a container, a file system or a format says is wrong: the part of a note's sentence behind
        /// its colon. `{detail}` is the note's detail: a number, a name, an example.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum Cause { $($(#[$doc])* $name,)* }

        impl Cause {
            /// Every cause, for the check that each has its texts.
            pub const ALL: &[Cause] = &[$(Cause::$name),*];

            pub(super) fn template(self, language: Language) -> &'static str {
                match (self, language) {
                    $((Cause::$name, Language::En) => $en, (Cause::$name, Language::Zh) => $zh),*
                }
            }
        }
    };
}

causes! {
    /// Deflated bytes that are none.
    PackedData "the packed data is damaged" "压缩数据已损坏";
    /// Content that does not fit its checksum.
    Checksum "the checksum differs" "校验和不一致";
    /// An entry with more bytes than its header states.
    LongerThanStated "it is longer than its container says" "实际长度超过压缩包中的记录";
    /// Something behind the last stream of a packed file.
    NoPackedData "bytes that are no packed data follow" "其后有不属于压缩数据的内容";
    /// A Zstandard file that is not whole in itself.
    Dictionary "Zstandard with a dictionary" "带字典的 Zstandard";
    /// An xz file that is newer than what unpacks it.
    Filter "xz with an unknown filter" "使用未知过滤器的 xz";
    /// A directory that points at no entry.
    NoEntryThere
        "the archive's directory points at something that is no entry"
        "压缩包目录指向的位置不是条目";
    /// A directory with a header that is none.
    Directory "the archive's directory is damaged here" "压缩包目录在此处损坏";
    /// A tar header that is none.
    EntryHeader "an entry's header is not valid" "条目头无效";
    /// Behind the events of a trace.
    BehindTrace "bytes behind the end of the trace" "轨迹结尾之后还有内容";
    /// An array without its end.
    NoArrayEnd "the closing ] is missing" "缺少结尾的 ]";
    /// An object without its end.
    NoObjectEnd "the closing } is missing" "缺少结尾的 }";
    /// Text that should be JSON.
    NoJson "it is not valid JSON" "不是有效的 JSON";
    /// Something else than a trace.
    NoTrace
        "neither a JSON array nor an object with traceEvents"
        "既不是 JSON 数组，也不是含 traceEvents 的对象";
    /// An object without events.
    NoTraceEvents "no traceEvents in it" "其中没有 traceEvents";
    /// Something else than a database.
    NoDatabase "it is not an SQLite database" "不是 SQLite 数据库";
    /// A database of another kind.
    NoProfilerTables
        "it holds none of the tables of a profiler's database"
        "其中没有性能数据库的任何表";
    /// Tables of a database that break off.
    IncompleteTables "these tables are not complete: {detail}" "以下表不完整：{detail}";
    /// `visualize_data.bin` of msprof op.
    OperatorTuning
        "results of operator tuning (msprof op); MindStudio Insight opens them"
        "算子调优结果（msprof op）；可用 MindStudio Insight 打开";
    /// A pickle of PyTorch's memory history.
    MemorySnapshot
        "a memory snapshot of PyTorch; MindStudio Insight opens it"
        "PyTorch 内存快照；可用 MindStudio Insight 打开";
    /// A database of the vendor's memory tool.
    MemoryDump
        "a memory dump (memscope, msleaks); MindStudio Insight opens it"
        "内存采集结果（memscope、msleaks）；可用 MindStudio Insight 打开";
    /// A database of the vendor's profiler of serving.
    Serving
        "a trace of inference serving (msServiceProfiler); MindStudio Insight opens it, and here its chrome_tracing.json opens as a timeline"
        "推理服务化采集结果（msServiceProfiler）；可用 MindStudio Insight 打开，其 chrome_tracing.json 在此可作为时间线打开";
    /// A database that no profiler names so.
    UnknownDatabase
        "an SQLite database whose name is no profiler's; if it is one, name it ascend_pytorch_profiler_0.db (0 being the rank) or msprof_1.db"
        "名称不属于任何性能工具的 SQLite 数据库；如果确是性能数据，请改名为 ascend_pytorch_profiler_0.db（0 为 rank 号）或 msprof_1.db";
    /// [`crate::archive::Limits::unpacked`]
    UnpackedBytes "more than {detail} bytes when unpacked" "解压后超过 {detail} 字节";
    /// [`crate::archive::Limits::ratio`]
    Ratio "more than {detail} times its size when unpacked" "解压后超过原大小的 {detail} 倍";
    /// A codec that looks back far.
    Window
        "more than {detail} MiB of memory to unpack it; unpack it with the program that packed it and open what comes out"
        "解压需要超过 {detail} MiB 内存；请用打包它的程序解压后再打开";
    /// [`crate::archive::Limits::entries`]
    Entries "more than {detail} files" "文件数超过 {detail}";
    /// [`crate::archive::Limits::path_bytes`]
    PathBytes "a path longer than {detail} bytes" "路径超过 {detail} 字节";
    /// [`crate::archive::Limits::depth`]
    Depth "folders nested more than {detail} deep" "目录嵌套超过 {detail} 层";
    /// A small file that is large.
    FileBytes "the file has more than {detail} bytes" "文件超过 {detail} 字节";
    /// An entry of a tar.
    SymbolicLink "symbolic link" "符号链接";
    /// An entry of a tar.
    HardLink "hard link" "硬链接";
    /// An entry of a tar, or a path.
    Device "device" "设备文件";
    /// An entry of a tar.
    Pipe "pipe" "管道";
    /// An entry of a tar.
    SparseFile "GNU sparse file" "GNU 稀疏文件";
    /// A path of something that has no content of its own.
    NoRegularFile "it is not a regular file" "不是普通文件";
    /// A path of nothing.
    NotFound
        "there is no such file or folder (moved, deleted, or misspelt)"
        "文件或目录不存在（已移动、已删除或名称有误）";
    /// A file on another machine.
    NoAnswer
        "the disk or network share does not answer; copy the capture to this computer first"
        "磁盘或网络共享无响应；请先把采集数据拷贝到本机";
    /// A file that was written while it was open here.
    Changed
        "it was changed on the disk since it was opened; open it again"
        "打开之后文件在磁盘上被改动；请重新打开";
    /// What a browser does not tell from a missing permission.
    OrChanged
        "a browser says the same of a file that was changed after it was chosen: then choose it again"
        "文件在选择之后被改动时，浏览器也会这样报告；此时请重新选择";
    /// In the words of the operating system or browser, which come in its own language.
    SystemSays "the system says “{detail}”" "系统返回“{detail}”";
}
