//! What ran on the device: `TASK`, one lane a stream (formats.md §5.5).

use crate::communication::{self, Communication};
use crate::enums::{Enum, Names};
use crate::flows::{End, Links};
use crate::host::Steps;
use crate::kernels::{self, KernelTable};
use crate::lanes::{HARDWARE, Lanes, SliceArgs, known};
use crate::tables::Tables;
use crate::texts::Texts;
use std::collections::HashMap;
use std::ops::ControlFlow;
use stepscope_core::note::NoteKind;
use stepscope_core::time::Ns;
use stepscope_core::trace_json::NewSlice;

/// Whether the host calls a task a kernel. Some such tasks run none: what they are on the device a database
/// does not tell, so that their type is not given as the device's.
fn is_kernel_type(kind: &str) -> bool {
    matches!(kind, "AI_CORE" | "AI_VECTOR_CORE" | "MIX_AIC" | "MIX_AIV" | "AI_CPU" | "STARS_COMMON")
        || kind.starts_with("KERNEL_")
}

/// The type of a kernel of which no type is told: that it is one is known.
const SOME_KERNEL: &str = "KERNEL_UNKNOWN";

fn is_copy(kind: &str) -> bool {
    kind.starts_with("MEMCPY") || kind.starts_with("PCIE_DMA") || kind == "SDMA_SQE"
}

/// Where tasks go.
pub(crate) struct Target<'a> {
    pub(crate) texts: &'a Texts,
    pub(crate) lanes: &'a mut Lanes,
    pub(crate) links: &'a mut Links,
    pub(crate) kernels: &'a mut KernelTable,
    pub(crate) communication: &'a mut Communication,
    pub(crate) steps: &'a Steps,
}

/// Names of tasks of which another table tells more: schedulers of collectives, and copies.
struct Extra {
    schedulers: HashMap<i64, Option<i64>>,
    copies: HashMap<i64, (Option<i64>, Option<i64>)>,
    operations: Names,
}

impl Extra {
    fn read(tables: &mut Tables) -> ControlFlow<(), Extra> {
        let operations = Names::read(tables, Enum::MemoryCopy)?;
        let (mut schedulers, mut copies) = (HashMap::new(), HashMap::new());
        let table = "COMMUNICATION_SCHEDULE_TASK_INFO";
        tables.read(table, &["globalTaskId", "name"], &[], &mut |row| {
            let [task, name] = row.ints();
            schedulers.extend(task.map(|task| (task, name)));
        })?;
        tables.read(
            "MEMCPY_INFO",
            &["globalTaskId"],
            &["size", "memcpyOperation"],
            &mut |row| {
                let [task, size, operation] = row.ints();
                copies.extend(task.map(|task| (task, (size, operation))));
            },
        )?;
        ControlFlow::Continue(Extra { schedulers, copies, operations })
    }
}

/// Reads the tasks; the first device that any ran on.
pub(crate) fn read(tables: &mut Tables, target: Target) -> ControlFlow<(), Option<i64>> {
    let Target { texts, lanes, links, kernels, communication, steps } = target;
    let extra = Extra::read(tables)?;
    let keys = [
        "Model Id",
        "Task Type",
        "Host Task Type",
        "Physic Stream Id",
        "Task Id",
        "Subtask Id",
        "connection_id",
        "size(B)",
        "operation",
    ];
    let [
        model_key,
        type_key,
        host_key,
        stream_key,
        task_key,
        context_key,
        link_key,
        size_key,
        copy_key,
    ] = keys.map(|key| lanes.trace.name(key));
    let columns = [
        "deviceId",
        "connectionId",
        "globalTaskId",
        "taskType",
        "contextId",
        "streamId",
        "taskId",
        "modelId",
    ];
    let mut first_device = None;
    let mut untimed = 0;
    let mut args = SliceArgs::default();
    tables.read("TASK", &["startNs", "endNs"], &columns, &mut |row| {
        let [Some(start), Some(end), device, connection, id, kind, context, stream, task, model] =
            row.ints()
        else {
            untimed += 1;
            return;
        };
        let (start, end, device) = (Ns(start), Ns(end), device.unwrap_or(0));
        first_device = first_device.or(Some(device));
        let connection = known(connection);
        let kind = texts.get(kind);
        let kernel = id.and_then(|id| kernels.of_task(id));
        let scheduler = id.and_then(|id| texts.get(*extra.schedulers.get(&id)?));
        let of_kernel = kernel.and_then(|(name, _)| name);
        let name = lanes.trace.name(of_kernel.or(scheduler).or(kind).unwrap_or("Task"));

        args.0.clear();
        args.int(model_key, known(model));
        match kernel {
            Some((_, core)) => {
                let kind = core.or(kind.filter(|kind| is_kernel_type(kind)));
                args.text(&mut lanes.trace, type_key, kind.or(Some(SOME_KERNEL)));
            }
            None if kind.is_some_and(is_kernel_type) => args.text(&mut lanes.trace, host_key, kind),
            None => args.text(&mut lanes.trace, type_key, kind),
        }
        args.int(stream_key, known(stream));
        args.int(task_key, task);
        args.int(context_key, known(context));
        args.int(link_key, connection);
        if let Some((size, operation)) = id.and_then(|id| extra.copies.get(&id)) {
            args.int(size_key, *size);
            args.text(&mut lanes.trace, copy_key, extra.operations.get(*operation));
        }
        let process = lanes.device(HARDWARE, device);
        let place = stream.map_or(u64::from(u32::MAX), |stream| stream as u64 & 0xFFFF_FFFF);
        let track = lanes.track(process, place, || format!("Stream {place}"));
        lanes.trace.slice(&NewSlice::complete(track, name, start..end, &args.0));

        let of_collective = id.filter(|id| communication.holds(*id));
        if let Some(id) = of_collective {
            let ran = communication::Ran { start, end, device, stream, task, context, name };
            communication.place(lanes, texts, id, &ran);
        } else if let Some(connection) = connection {
            // The collective as a whole stands for its tasks, which share its connection.
            let is_work = kernel.is_some() || kind.is_some_and(is_copy);
            links.device.push((End { connection, track, start }, is_work));
        }
        if let Some(id) = id.filter(|_| kernel.is_some()) {
            let step = steps.of_connection(connection, links);
            kernels.place(id, &kernels::Ran { start, end, stream, task, step });
        }
    })?;
    for _ in 0..untimed {
        tables.odd(NoteKind::IncompleteEvent, "TASK");
    }
    ControlFlow::Continue(first_device)
}
