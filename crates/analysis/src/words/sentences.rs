//! The sentences.

use stepscope_core::note::Language;

say! {
    NoCapture(0) "Nothing is open." "尚未打开任何采集。";

    CategoryFlashAttention(0) "Flash Attention" "Flash Attention";
    CategoryFlashAttentionBackward(0) "Flash Attention, backward" "Flash Attention（反向）";
    CategoryMatMul(0) "MatMul" "MatMul";
    CategoryConv(0) "Convolution" "卷积";
    CategoryConvBackward(0) "Convolution, backward" "卷积（反向）";
    CategoryOtherCube(0) "Other cube" "其他 Cube";
    CategoryVectorTransform(0) "Vector, transforms" "Vector 转换类";
    CategoryOtherVector(0) "Other vector" "其他 Vector";
    CategoryAiCpu(0) "AI CPU" "AI CPU";
    CategoryUnknown(0) "Unknown" "未知";

    BoundCube(0) "cube-bound" "Cube 受限";
    BoundVector(0) "vector-bound" "Vector 受限";
    BoundMemory(0) "memory-bound" "访存受限";
    BoundScalar(0) "scalar-bound" "Scalar 受限";
    BoundLatency(0) "latency-bound" "时延受限";
    BoundWaiting(0) "waiting" "等待";
    BoundUnknown(0) "unknown" "未知";

    ColumnName(0) "Name" "名称";
    ColumnShapes(0) "Input shapes" "输入 Shape";
    ColumnType(0) "Type" "类型";
    ColumnCore(0) "Core" "核类型";
    ColumnStart(0) "Start" "开始";
    ColumnDuration(0) "Duration" "耗时";
    ColumnShare(0) "Share" "占比";
    ColumnCount(0) "Count" "次数";
    ColumnTotal(0) "Total" "总耗时";
    ColumnAverage(0) "Average" "平均";
    ColumnMedian(0) "p50" "p50";
    ColumnP95(0) "p95" "p95";
    ColumnMax(0) "Max" "最大";
    ColumnMin(0) "Min" "最小";
    ColumnWait(0) "Wait" "等待";
    ColumnBlockDim(0) "Block dim" "Block Dim";
    ColumnBound(0) "Bound by" "瓶颈";
    ColumnCategory(0) "Category" "类别";

    RemarkNoKernelTable(0)
        "No kernel_details.csv: names and times are from the timeline; types, cores, shapes and PMU columns are unknown."
        "没有 kernel_details.csv：名称和时间取自时间线；类型、核类型、Shape 和 PMU 列未知。";
    RemarkNoTypes(0)
        "This capture records no operator types (profiler level Level0): group by name, or collect at Level1."
        "该采集没有记录算子类型（采集级别 Level0）：请按名称分组，或以 Level1 重新采集。";

    TitleNotParsed(0) "Raw data, not parsed" "原始数据未解析";
    TitleUnreadable(0) "Files that cannot be read" "存在无法读取的文件";
    TitleTruncated(0) "Files cut short or damaged" "文件被截断或损坏";
    TitleNoDeviceData(0) "No device data" "没有设备侧数据";
    TitleNoCompleteStep(0) "No complete step" "没有完整的 step";
    TitleMetricsAllZero(0) "Metrics are all zero" "指标全部为零";
    TitleVersionMismatch(0) "Different versions" "版本不一致";
    TitleVendorDifference(0) "Differs from the vendor's numbers" "与厂商数据不一致";
    TitleLevelTooLow(0) "Profiler level is low" "采集级别过低";
    TitleExposedCommunication(0) "Exposed communication" "未掩盖的通信";
    TitleNoOverlap(0) "Communication is not overlapped" "通信与计算没有重叠";
    TitleDataStarved(0) "Waiting for data" "数据加载不足";
    TitleHostBound(0) "Waiting for launches" "Host 下发受限";
    TitleFormatConversion(0) "Format conversions" "格式转换";
    TitleSmallOperators(0) "Many small operators" "小算子过多";
    TitleFrequencyDrop(0) "AI Core frequency drops" "AI Core 降频";

    WhyNoSteps(0)
        "No step with device tasks is selected."
        "所选范围内没有包含设备任务的 step。";
    WhyNoKernels(0)
        "The capture holds communication, but no kernel."
        "采集中有通信，但没有 kernel。";
    WhyNoHost(0)
        "The capture has no framework (CPU) activity, so what the host did is not known."
        "采集中没有框架（CPU）侧活动，无法得知 Host 在做什么。";
    WhyNoLaunches(0)
        "No flow links host calls to device tasks."
        "没有将 Host 调用与设备任务关联的连线。";
    WhyNoTypes(0)
        "Operator types were not recorded; they need Level1."
        "未记录算子类型；需要 Level1。";
    WhyNoFrequency(0)
        "The AI Core frequency was not recorded."
        "未记录 AI Core 频率。";
    WhyNothingRead(0)
        "No rank is opened in full yet."
        "尚未完整打开任何 rank。";
    WhyNoTimeline(0)
        "There is no timeline."
        "没有时间线。";
    WhyNoDevice(0)
        "There is no device data."
        "没有设备侧数据。";
    WhyNoMetrics(0)
        "Neither PMU columns nor AI Core counters were collected."
        "未采集 PMU 列或 AI Core 计数器。";
    WhyNoVersions(0)
        "The capture does not say which versions wrote it."
        "采集中没有版本信息。";
    WhyNoVendorTables(0)
        "There is neither step_trace_time.csv nor op_statistic.csv to compare with."
        "没有可供比对的 step_trace_time.csv 或 op_statistic.csv。";
    WhyNoLevel(0)
        "The capture does not say its profiler level."
        "采集中没有采集级别信息。";

    TextExposed(3)
        "{0} of step time ({1} a step) is communication that no computing hides; the longest stretch is in {2}."
        "{0} 的 step 耗时（每个 step {1}）是没有被计算掩盖的通信；最长的一段在 {2}。";
    TextExposedWaiting(1)
        "No data moves in {0} of it."
        "其中 {0} 没有数据传输。";
    AdviceExposed(0)
        "Start collectives earlier (gradient buckets, asynchronous all-reduce), send less (mixed precision, sharding), or accumulate gradients over more micro-batches."
        "让集合通信更早开始（梯度分桶、异步 all-reduce），减少通信量（混合精度、切分），或累积更多 micro-batch 的梯度。";
    AdviceExposedWaiting(0)
        "Most of it is waiting for another rank, not sending. Look for what makes that rank late (data loading, host, uneven work) before tuning communication."
        "其中大部分是在等待其他 rank，而不是在传输。先找出那个 rank 变慢的原因（数据加载、Host、负载不均），再调优通信。";
    TextNoOverlap(2)
        "Only {0} of communication runs while the device computes; up to {1} a step could be hidden."
        "只有 {0} 的通信与计算同时进行；每个 step 最多可掩盖 {1}。";
    AdviceNoOverlap(0)
        "Send gradients while the backward pass still runs: check the bucket size, `overlap_grad_reduce`, and that no synchronisation stands between backward and all-reduce."
        "在反向计算期间发送梯度：检查分桶大小、`overlap_grad_reduce`，以及反向与 all-reduce 之间是否有同步。";
    TextDataStarved(2)
        "The device is idle for {0} of step time ({1} a step) while the host waits for the next batch."
        "Host 等待下一批数据时设备空闲，占 step 耗时的 {0}（每个 step {1}）。";
    AdviceDataStarved(0)
        "More loader workers, `pin_memory`, `persistent_workers`, a larger `prefetch_factor`; move decoding and augmentation to the device or do them beforehand; check the storage."
        "增加 DataLoader worker、`pin_memory`、`persistent_workers`、更大的 `prefetch_factor`；把解码和增强放到设备上或提前完成；检查存储。";
    TextHostBound(2)
        "The device is idle for {0} of step time ({1} a step) because the next task has not been launched yet."
        "因下一个任务尚未下发，设备空闲占 step 耗时的 {0}（每个 step {1}）。";
    AdviceHostBound(0)
        "Bind cores and check the host's load, keep the task queue on (`TASK_QUEUE_ENABLE`), avoid synchronising calls, fuse operators or compile the graph."
        "绑核并检查 Host 负载，保持任务队列开启（`TASK_QUEUE_ENABLE`），避免同步调用，融合算子或使用图模式。";
    TextSmall(4)
        "{0} of the kernels are shorter than 20 µs, and the gaps between them take {1} a step ({2} of step time). Most frequent: {3}."
        "{0} 的 kernel 短于 20 µs，它们之间的间隙每个 step 占 {1}（step 耗时的 {2}）。最频繁的有：{3}。";
    AdviceSmall(0)
        "Fuse element-wise chains (fused optimizers, npu fused operators, graph mode) or raise the batch size."
        "融合逐元素算子链（融合优化器、npu 融合算子、图模式），或增大 batch size。";
    TextConversion(3)
        "{0} kernels only change layout or number format (TransData, Cast, Transpose…): {1} of computing, {2} a step."
        "{0} 个 kernel 只做布局或数据类型转换（TransData、Cast、Transpose 等）：占计算的 {1}，每个 step {2}。";
    AdviceConversion(0)
        "Keep tensors in one layout (`torch.npu.config.allow_internal_format = False`, channels_last where supported) and one dtype through a block."
        "在同一模块内保持统一的布局（`torch.npu.config.allow_internal_format = False`，支持时用 channels_last）和数据类型。";
    TextFrequency(4)
        "The AI Core clock falls from {0} MHz to {1} MHz ({2}) while kernels run; at most {3} a step is lost to it."
        "kernel 运行期间 AI Core 频率从 {0} MHz 降至 {1} MHz（{2}）；每个 step 最多因此损失 {3}。";
    AdviceFrequency(0)
        "Check cooling and the power limit (`npu-smi info`)."
        "检查散热和功耗限制（`npu-smi info`）。";

    TextPlainTimeline(1)
        "Shown as a plain timeline: no Ascend device tasks. Traces: {0}."
        "{0} 个轨迹不含昇腾设备任务：按普通时间线显示。";
    AdvicePlainTimeline(0)
        "Open a torch_npu, MindSpore or msprof capture for a breakdown."
        "要查看拆解，请打开 torch_npu、MindSpore 或 msprof 采集。";
    TextNoDeviceData(1)
        "Host activity only, no kernel and no collective. Ranks: {0}."
        "{0} 个 rank 只有 Host 侧数据：没有 kernel，也没有集合通信。";
    AdviceNoDeviceData(0)
        "Collect again with `ProfilerActivity.NPU` and a profiler level of Level1, and make sure that the schedule's active steps ran."
        "以 `ProfilerActivity.NPU` 和 Level1 重新采集，并确认 schedule 的 active step 已执行。";
    TextNoCompleteStep(0)
        "Steps are marked on the host, but no launch inside them reached a recorded device task."
        "Host 上有 step 标记，但其中的下发没有对应到任何已记录的设备任务。";
    TextNoStepMarkers(0)
        "There are no step markers: the whole capture is treated as one window."
        "没有 step 标记：将整个采集视为一个窗口。";
    AdviceNoCompleteStep(0)
        "Call `prof.step()` once a step and collect at least two active steps."
        "每个 step 调用一次 `prof.step()`，并至少采集两个 active step。";
    TextMetricsZero(1)
        "Collected, but zero throughout: {0}."
        "已采集但全部为零：{0}。";
    AdviceMetricsZero(0)
        "Check `aic_metrics` and that driver, firmware and CANN fit each other; collect again."
        "检查 `aic_metrics`，以及驱动、固件与 CANN 是否匹配；然后重新采集。";
    TextVersions(2)
        "Ranks were written by different versions: {0} and {1}."
        "各 rank 由不同版本写出：{0} 与 {1}。";
    AdviceVersions(0)
        "Numbers of different versions may be defined differently; compare ranks with care."
        "不同版本的数据定义可能不同；比较 rank 时请谨慎。";
    TextVendor(5)
        "Numbers that differ from the vendor's tables by more than rounding: {0}; first: {1} in {2}, own {3}, vendor {4}."
        "{0} 个数值与厂商表格的差异超出舍入误差；第一个：{2} 中的 {1}，本工具 {3}，厂商 {4}。";
    AdviceVendor(0)
        "Numbers here are recomputed from the timeline's device tasks; a cut or edited file explains most differences."
        "此处数值由时间线中的设备任务重新计算；多数差异源于文件被截断或修改。";
    TextLevelNone(0)
        "Collected at Level_none: no device tasks, so only host views are filled."
        "以 Level_none 采集：没有设备任务，只有 Host 侧视图有数据。";
    TextLevelZero(0)
        "Collected at Level0: no operator types, shapes, cores, PMU columns, CANN calls or communication planes. Operators are grouped by name."
        "以 Level0 采集：没有算子类型、Shape、核类型、PMU 列、CANN 调用和通信 plane。算子按名称分组。";
    AdviceLevel(0)
        "Collect with `profiler_level=Level1` and `aic_metrics=PipeUtilization` to fill them."
        "以 `profiler_level=Level1` 和 `aic_metrics=PipeUtilization` 采集即可补全。";

    VerdictCompute(2)
        "Compute-bound: {0} of step time goes into kernels that could be avoided, mostly {1}."
        "计算受限：{0} 的 step 耗时花在可避免的 kernel 上，主要是 {1}。";
    VerdictCommunication(2)
        "Communication-bound: {0} of step time is exposed communication, most of it in {1}."
        "通信受限：{0} 的 step 耗时是未掩盖的通信，主要在 {1}。";
    VerdictData(1)
        "Data-bound: the device waits for the next batch for {0} of step time."
        "数据受限：设备等待下一批数据占 step 耗时的 {0}。";
    VerdictHost(1)
        "Host-bound: the device waits for launches for {0} of step time."
        "Host 受限：设备等待任务下发占 step 耗时的 {0}。";
    VerdictStraggler(3)
        "Straggler-bound: {0} of step time is spent waiting in collectives for a slower rank, most often rank {1}; the longest wait is in {2}."
        "慢卡受限：{0} 的 step 耗时在集合通信中等待较慢的 rank，最常见的是 rank {1}；最长的等待在 {2}。";
    VerdictUnopened(2)
        "Waiting for a rank that is not opened: {0} of step time passes in collectives with almost no data moved (longest: {1}), and the opened ranks leave them together. Open the other ranks to see which one is late."
        "正在等待未打开的 rank：{0} 的 step 耗时在几乎没有数据传输的集合通信中度过（最长：{1}），且已打开的 rank 同时结束。请打开其他 rank 以查看是哪一个变慢。";
    VerdictUnopenedAlone(2)
        "Waiting for a rank that is not opened: {0} of step time passes in collectives with almost no data moved (longest: {1}). Open the other ranks to see which one is late."
        "正在等待未打开的 rank：{0} 的 step 耗时在几乎没有数据传输的集合通信中度过（最长：{1}）。请打开其他 rank 以查看是哪一个变慢。";
    VerdictSynchronisation(1)
        "Synchronisation-bound: the device is idle for {0} of step time while the host synchronises with it."
        "同步受限：Host 与设备同步时设备空闲，占 step 耗时的 {0}。";
    VerdictCopy(1)
        "Copy-bound: only copies run for {0} of step time."
        "拷贝受限：{0} 的 step 耗时里只有内存拷贝在运行。";
    VerdictBubble(1)
        "Pipeline bubble: {0} of step time is spent receiving from another stage."
        "流水线气泡：{0} 的 step 耗时在等待接收其他 stage 的数据。";
    VerdictIdle(1)
        "Idle: for {0} of step time the device does nothing, and the capture does not show why."
        "空闲：设备在 {0} 的 step 耗时里没有任务，采集数据未显示原因。";
    VerdictHealthy(2)
        "Healthy: the NPU computes for {0} of the time, and no avoidable part is above {1} of step time."
        "状态良好：NPU 计算时间占比 {0}，没有任何可避免的部分超过 step 耗时的 {1}。";
    VerdictNotAssessed(0)
        "No verdict: the capture holds no device tasks."
        "无法给出结论：采集中没有设备任务。";
    VerdictNothingRead(0)
        "No verdict: no rank is opened in full yet. Open one in the list of ranks."
        "无法给出结论：尚未完整打开任何 rank。请在 rank 列表中打开一个。";
    VerdictNoTimeline(0)
        "No verdict: there is no timeline, and steps are found in nothing else."
        "无法给出结论：没有时间线，而 step 只能从中得出。";
    VerdictNoKernels(0)
        "No verdict: the capture holds communication, but no kernel, so what the device computed meanwhile is not known."
        "无法给出结论：采集中有通信但没有 kernel，无法得知设备同时在计算什么。";
    VerdictNotParsed(1)
        "No verdict: the capture was never parsed. On a machine with the same CANN, as the owner of the folder, run: {0}"
        "无法给出结论：采集数据尚未解析。请在装有相同 CANN 的机器上，以该目录的属主身份运行：{0}";
    VerdictNotParsedSeveral(2)
        "No verdict: the capture was never parsed. On a machine with the same CANN, as the owner of the folders, run this for each of them ({1} more): {0}"
        "无法给出结论：采集数据尚未解析。请在装有相同 CANN 的机器上，以目录属主身份对每个目录（另有 {1} 个）运行：{0}";
    VerdictNoMatch(0)
        "No verdict: no step with device tasks is selected."
        "无法给出结论：所选范围内没有包含设备任务的 step。";
    VerdictWholeSpan(0)
        "There are no step markers, so the whole capture counts as one window."
        "采集中没有 step 标记，因此将整个采集视为一个窗口。";
    TakeWithCare(1)
        "Take this with care: {0}."
        "请谨慎看待：{0}。";
    AndAlso(2) "{0}; {1}" "{0}；{1}";
    CaveatTruncated(0)
        "it rests on an incomplete capture, files are cut short or damaged"
        "采集不完整，有文件被截断或损坏";
    CaveatUnreadable(0)
        "it rests on an incomplete capture, files could not be read"
        "采集不完整，有文件无法读取";
    CaveatNotParsed(0)
        "it rests on an incomplete capture, part of it was never parsed"
        "采集不完整，部分数据尚未解析";
    CaveatVendor(0)
        "numbers differ from the vendor's tables"
        "数值与厂商表格不一致";
    CaveatNoDeviceData(1)
        "no device data of rank {0} is in it"
        "其中不含 rank {0} 的设备侧数据";
    CaveatNoCompleteStep(1)
        "no complete step of rank {0} is in it"
        "其中不含 rank {0} 的完整 step";
    ACollective(0) "a collective" "某个集合通信";
    Conversions(0) "format conversions" "格式转换";

    AndThen(2) "{0} {1}" "{0}{1}";

    PartPreparing(0) "Preparing" "准备";
    PartComputing(0) "Computing" "计算";
    PartOverlapped(0) "Overlapped" "重叠";
    PartCommunication(0) "Communication, not overlapped" "未掩盖的通信";
    PartFree(0) "Free" "空闲";
    PartTail(0) "After the last task" "最后一个任务之后";

    CauseOtherStep(0) "neighbouring step running" "相邻 step 正在运行";
    CauseCaptureEdge(0) "edge of the capture" "采集边界";
    CauseDataLoading(0) "data loading" "数据加载";
    CauseSynchronisation(0) "synchronisation" "同步";
    CauseMemoryCopy(0) "memory copy" "内存拷贝";
    CauseGarbageCollection(0) "garbage collection" "垃圾回收";
    CauseHostDispatch(0) "host dispatch" "Host 下发";
    CauseUnknown(0) "unknown" "未知";

    CounterRead(1) "{0} read" "{0} 读";
    CounterWrite(1) "{0} write" "{0} 写";

    LayerCompute(0) "Compute" "计算";
    LayerCommunication(0) "Exposed communication" "未掩盖的通信";
    LayerData(0) "Data" "数据";
    LayerHost(0) "Host" "Host";
    LayerIdle(0) "Other idle" "其他空闲";

    SourceMarkers(0)
        "Recomputed from the device tasks in the timeline; steps by ProfilerStep and the launches inside. Step time = Preparing + Computing + Communication (not overlapped) + Free."
        "由时间线中的设备任务重新计算；step 按 ProfilerStep 及其中的下发划分。Step 耗时 = 准备 + 计算 + 未掩盖的通信 + 空闲。";
    SourceHostWindows(0)
        "Recomputed from the device tasks in the timeline; no flow links launches to tasks, so tasks are assigned to steps by their start. Step time = Preparing + Computing + Communication (not overlapped) + Free."
        "由时间线中的设备任务重新计算；没有下发与任务的连线，任务按开始时间归入 step。Step 耗时 = 准备 + 计算 + 未掩盖的通信 + 空闲。";
    SourceIterations(0)
        "Recomputed from the device tasks in the timeline; steps are the device's iterations of the graph, tasks are assigned to them by their start. Step time = Preparing + Computing + Communication (not overlapped) + Free."
        "由时间线中的设备任务重新计算；step 为图在设备上的迭代，任务按开始时间归入。Step 耗时 = 准备 + 计算 + 未掩盖的通信 + 空闲。";
    SourceWholeSpan(0)
        "Recomputed from the device tasks in the timeline; without step markers the whole span is one window. Step time = Preparing + Computing + Communication (not overlapped) + Free."
        "由时间线中的设备任务重新计算；没有 step 标记，整个采集为一个窗口。Step 耗时 = 准备 + 计算 + 未掩盖的通信 + 空闲。";

    FactName(0) "Name" "名称";
    FactRank(0) "Rank" "Rank";
    FactFolder(0) "Folder" "目录";
    FactHost(0) "Host" "主机";
    FactDate(0) "Date" "日期";
    FactCann(0) "CANN" "CANN";
    FactFramework(0) "Framework" "框架";
    FactLevel(0) "Profiler level" "采集级别";
    FactMetrics(0) "AI Core metrics" "AI Core 指标";
    FactActivities(0) "Activities" "采集活动";
    FactSchedule(0) "Schedule" "采集计划";
    FactExport(0) "Export type" "导出类型";
    FactParallel(0) "Parallel layout" "并行配置";
    FactEnvironment(0) "Environment" "环境变量";
    FactDp(0) "Data parallel" "数据并行";
    FactTp(0) "Tensor parallel" "张量并行";
    FactPp(0) "Pipeline parallel" "流水线并行";
    FactEp(0) "Expert parallel" "专家并行";
    FactCp(0) "Context parallel" "上下文并行";
    FactDataset(0) "Dataset" "数据集";
    FactSteps(0) "Steps" "Step 数";

    TextNoted(2) "{0}: {1}" "{0}：{1}";
    TextNotedSeveral(3) "{0}: {1} ({2} such notes in all)" "{0}：{1}（此类说明共 {2} 条）";
    AdviceNotParsed(0)
        "Nothing of it can be shown before that; data_simplification may since have removed the raw files."
        "解析之前无法显示任何内容；data_simplification 可能已删除原始文件。";
    AdviceUnreadable(0)
        "Profilers that run as root write files that others cannot read: change the owner of the capture's folder, then open it again."
        "以 root 运行的采集会生成他人不可读的文件：更改采集目录的属主，然后重新打开。";
    AdviceTruncated(0)
        "Copy or export it again. Until then take verdict and steps with care: what was lost is missing from them."
        "请重新拷贝或导出。在此之前，结论和 step 数值仅供参考：缺失的部分未计入。";
}
