//! Names of parts and causes in both languages. Sentences are made in `analysis`; these are headings.

use crate::protocol::Language;
use stepscope_analysis::idle::IdleCause;

/// A heading in both languages.
pub(crate) struct Words(&'static str, &'static str);

impl Words {
    /// In one language.
    pub(crate) fn text(&self, language: Language) -> String {
        match language {
            Language::En => self.0.to_owned(),
            Language::Zh => self.1.to_owned(),
        }
    }
}

pub(crate) const PREPARING: Words = Words("Preparing", "准备");
pub(crate) const COMPUTING: Words = Words("Computing", "计算");
pub(crate) const COMPUTING_ALONE: Words = Words("Computing, not overlapped", "计算(未掩盖通信)");
pub(crate) const OVERLAPPED: Words = Words("Computing and communication", "计算与通信重叠");
pub(crate) const EXPOSED: Words = Words("Communication, not overlapped", "未被掩盖的通信");
pub(crate) const FREE: Words = Words("Free", "空闲");
pub(crate) const DATA: Words = Words("Data loading", "数据加载");
pub(crate) const HOST: Words = Words("Host dispatch", "主机下发");
pub(crate) const IDLE: Words = Words("Other idle time", "其他空闲");
pub(crate) const SOURCE: Words = Words(
    "Recomputed from the device tasks of the timeline; step = start to next start; step time = Preparing + Computing + Communication (not overlapped) + Free",
    "由时间线中的设备任务重新计算；Step 为本次开始到下次开始；Step 时间 = 准备 + 计算 + 未掩盖通信 + 空闲",
);
pub(crate) const DIRECTORY: Words = Words("Folder", "目录");
pub(crate) const DEVICE: Words = Words("Device", "设备");
pub(crate) const HOST_NAME: Words = Words("Host", "主机名");
pub(crate) const CANN: Words = Words("CANN version", "CANN 版本");
pub(crate) const FRAMEWORK: Words = Words("Framework version", "框架版本");
pub(crate) const LEVEL: Words = Words("Profiler level", "采集级别");
pub(crate) const METRICS: Words = Words("AI Core metrics", "AI Core 指标");
pub(crate) const ACTIVITIES: Words = Words("Activities", "采集内容");
pub(crate) const EXPORT: Words = Words("Export type", "导出类型");
pub(crate) const SCHEDULE: Words = Words("Schedule", "采集计划");
pub(crate) const ENDED: Words = Words("Collection ended (unix ns)", "采集结束(unix ns)");
pub(crate) const PASSED: Words = Words("Nothing to say against the capture.", "未发现问题。");

/// Id of a cause: its role in the palette.
pub(crate) fn cause_id(cause: IdleCause) -> String {
    match cause {
        // The palette's spelling.
        IdleCause::Synchronisation => "synchronization".to_owned(),
        cause => super::captures::word(&cause),
    }
}

/// Name of a cause.
pub(crate) fn cause(cause: IdleCause) -> Words {
    match cause {
        IdleCause::OtherStep => Words("Another step's tasks", "其他 Step 的任务"),
        IdleCause::CaptureEdge => Words("Edge of the capture", "采集边缘"),
        IdleCause::DataLoading => DATA,
        IdleCause::Synchronisation => Words("Synchronisation", "同步等待"),
        IdleCause::MemoryCopy => Words("Memory copy", "内存拷贝"),
        IdleCause::GarbageCollection => Words("Garbage collection", "垃圾回收"),
        IdleCause::HostDispatch => HOST,
        _ => Words("Unknown", "原因未知"),
    }
}
