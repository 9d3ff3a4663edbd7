//! What the host did: framework and CANN calls by thread, and the steps (formats.md §5.4, §5.5).

use crate::enums::{Enum, Names};
use crate::flows::{Call, End, Links};
use crate::lanes::{CANN, Lanes, MARKS, PYTHON, SliceArgs, known};
use crate::tables::Tables;
use crate::texts::Texts;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use stepscope_core::ids::NameId;
use stepscope_core::model::{ArgValue, SliceKind};
use stepscope_core::note::NoteKind;
use stepscope_core::time::Ns;
use stepscope_core::trace_json::{NewSlice, TraceBuilder};

/// The steps: when the host was in each.
#[derive(Default)]
pub(crate) struct Steps(Vec<(String, Ns, Ns)>);

impl Steps {
    /// Reads them.
    pub(crate) fn read(tables: &mut Tables) -> ControlFlow<(), Steps> {
        let mut steps = Steps::default();
        tables.read("STEP_TIME", &["id", "startNs", "endNs"], &[], &mut |row| {
            if let [Some(id), Some(start), Some(end)] = row.ints() {
                steps.0.push((id.to_string(), Ns(start), Ns(end)));
            }
        })?;
        ControlFlow::Continue(steps)
    }

    /// The step in which the CANN call of a connection began.
    pub(crate) fn of_connection(&self, connection: Option<i64>, links: &Links) -> Option<&str> {
        let (_, time) = links.cann.get(&connection?)?;
        let inside = |(_, start, end): &&(String, Ns, Ns)| start <= time && time <= end;
        self.0.iter().find(inside).map(|(label, _, _)| label.as_str())
    }
}

/// Reads the CANN calls.
pub(crate) fn read_cann(
    tables: &mut Tables,
    texts: &Texts,
    lanes: &mut Lanes,
    links: &mut Links,
) -> ControlFlow<()> {
    let levels = Names::read(tables, Enum::Api)?;
    let keys = ["Thread Id", "level", "id", "connection_id"].map(|key| lanes.trace.name(key));
    let mut names: HashMap<(Option<i64>, Option<i64>), NameId> = HashMap::new();
    let mut untimed = 0;
    let mut args = SliceArgs::default();
    let columns = ["type", "globalTid", "connectionId", "name"];
    tables.read("CANN_API", &["startNs", "endNs"], &columns, &mut |row| {
        let [Some(start), Some(end), level, thread, connection, api] = row.ints() else {
            untimed += 1;
            return;
        };
        let thread = thread.unwrap_or(0);
        let track = lanes.thread(CANN, thread);
        let name = *names.entry((level, api)).or_insert_with(|| {
            let api = texts.get(api).unwrap_or("api");
            lanes.trace.name(&format!("{}@{api}", level_name(levels.get(level))))
        });
        args.0.clear();
        args.int(keys[0], Some(crate::lanes::split(thread).1 as i64));
        args.text(&mut lanes.trace, keys[1], levels.get(level));
        args.text(&mut lanes.trace, keys[2], texts.get(api));
        args.int(keys[3], known(connection));
        let (start, end) = (Ns(start), Ns(end));
        lanes.trace.slice(&NewSlice::complete(track, name, start..end, &args.0));
        links.cann.extend(known(connection).map(|connection| (connection, (track, start))));
    })?;
    for _ in 0..untimed {
        tables.odd(NoteKind::IncompleteEvent, "CANN_API");
    }
    ControlFlow::Continue(())
}

/// A level as the timeline spells it in front of a call's name.
fn level_name(level: Option<&str>) -> &str {
    match level {
        Some("acl") => "AscendCL",
        Some("model") => "Model",
        Some("node") => "Node",
        Some("hccl") => "Hccl",
        Some("communication") => "Communication",
        Some("runtime") => "Runtime",
        Some(other) => other,
        None => "Api",
    }
}

/// Call stacks by the number of their chain, each joined when it is first wanted.
struct Stacks {
    frames: HashMap<i64, Vec<(i64, i64)>>,
    names: HashMap<i64, NameId>,
}

impl Stacks {
    fn read(tables: &mut Tables) -> ControlFlow<(), Stacks> {
        let mut frames: HashMap<i64, Vec<(i64, i64)>> = HashMap::new();
        tables.read("PYTORCH_CALLCHAINS", &["id", "stack"], &["stackDepth"], &mut |row| {
            if let [Some(id), Some(stack), depth] = row.ints() {
                frames.entry(id).or_default().push((depth.unwrap_or(0), stack));
            }
        })?;
        ControlFlow::Continue(Stacks { frames, names: HashMap::new() })
    }

    fn get(&mut self, chain: i64, texts: &Texts, trace: &mut TraceBuilder) -> Option<NameId> {
        if let Some(mut frames) = self.frames.remove(&chain) {
            frames.sort_by_key(|(depth, _)| *depth);
            let frames = frames.iter().filter_map(|(_, stack)| texts.get(Some(*stack)));
            let stack = frames.collect::<Vec<_>>().join(";\r\n");
            self.names.insert(chain, trace.name(&stack));
        }
        self.names.get(&chain).copied()
    }
}

/// Kinds of rows of `PYTORCH_API`.
const OPERATOR: i64 = 50_001;
const QUEUE: i64 = 50_002;
const FUNCTION: i64 = 50_003;

/// Reads the calls of the framework.
pub(crate) fn read_framework(
    tables: &mut Tables,
    texts: &Texts,
    lanes: &mut Lanes,
    links: &mut Links,
    steps: &Steps,
) -> ControlFlow<()> {
    let mut stacks = Stacks::read(tables)?;
    let mut connections: HashMap<i64, Vec<i64>> = HashMap::new();
    tables.read("CONNECTION_IDS", &["id", "connectionId"], &[], &mut |row| {
        if let [Some(id), Some(connection)] = row.ints() {
            connections.entry(id).or_default().push(connection);
        }
    })?;
    let keys = [
        "Sequence number",
        "Fwd thread id",
        "Input Dims",
        "Input type",
        "Call stack",
        "correlation_id",
    ];
    let [sequence_key, thread_key, dims_key, types_key, stack_key, queue_key] =
        keys.map(|key| lanes.trace.name(key));
    let [operator, enqueue, dequeue, function, mark] =
        ["cpu_op", "enqueue", "dequeue", "python_function", "mstx"]
            .map(|name| lanes.trace.category(name));
    let columns = [
        "globalTid",
        "connectionId",
        "name",
        "sequenceNumber",
        "fwdThreadId",
        "inputDtypes",
        "inputShapes",
        "callchainId",
        "type",
    ];
    let (mut untimed, mut swapped) = (0, false);
    let mut marked: HashSet<String> = HashSet::new();
    let mut main_thread = None;
    let mut args = SliceArgs::default();
    tables.read("PYTORCH_API", &["startNs", "endNs"], &columns, &mut |row| {
        let [
            Some(start),
            Some(end),
            thread,
            link,
            name,
            sequence,
            forward,
            types,
            dims,
            chain,
            kind,
        ] = row.ints()
        else {
            untimed += 1;
            return;
        };
        let text = texts.get(name).unwrap_or("Python");
        let category = match kind {
            Some(OPERATOR) => operator,
            Some(QUEUE) if text.starts_with("Dequeue") => dequeue,
            Some(QUEUE) => enqueue,
            Some(FUNCTION) => function,
            Some(50_004) => mark,
            _ => 0,
        };
        let thread = thread.unwrap_or(0);
        let track = lanes.thread(PYTHON, thread);
        if let Some(step) = text.strip_prefix("ProfilerStep#") {
            marked.insert(step.to_owned());
        }
        main_thread = main_thread.or(Some(track));
        let linked = link.and_then(|link| connections.get(&link)).map_or(&[][..], Vec::as_slice);
        args.0.clear();
        args.int(sequence_key, sequence);
        args.int(thread_key, forward);
        let (mut dims, mut types) = (texts.get(dims), texts.get(types));
        if is_shapes(types) && !is_shapes(dims) {
            swapped |= types.is_some();
            std::mem::swap(&mut dims, &mut types);
        }
        args.text(&mut lanes.trace, dims_key, dims);
        args.text(&mut lanes.trace, types_key, types);
        if let Some(stack) = chain.and_then(|chain| stacks.get(chain, texts, &mut lanes.trace)) {
            args.0.push((stack_key, ArgValue::Text(stack)));
        }
        if kind == Some(QUEUE) {
            args.int(queue_key, linked.first().copied());
        }
        let name = lanes.trace.name(text);
        let (start, end) = (Ns(start), Ns(end));
        let slice = NewSlice::complete(track, name, start..end, &args.0);
        lanes.trace.slice(&NewSlice { category, ..slice });
        let call = match kind {
            Some(OPERATOR) => Call::Operator,
            Some(QUEUE) => Call::Queue,
            _ => return,
        };
        let ends = linked.iter().map(|&connection| (End { connection, track, start }, call));
        links.framework.extend(ends);
    })?;
    for _ in 0..untimed {
        tables.odd(NoteKind::IncompleteEvent, "PYTORCH_API");
    }
    if swapped {
        tables.odd(NoteKind::SwappedColumns, "PYTORCH_API.inputDtypes, PYTORCH_API.inputShapes");
    }
    // Without calls of the framework its steps are known all the same.
    for (label, start, end) in steps.0.iter().filter(|(label, _, _)| !marked.contains(label)) {
        let main = lanes.os_pid << 32 | lanes.os_pid;
        let track = main_thread.unwrap_or_else(|| lanes.thread(PYTHON, main as i64));
        let name = lanes.trace.name(&format!("ProfilerStep#{label}"));
        let slice = NewSlice::complete(track, name, *start..*end, &[]);
        lanes.trace.slice(&NewSlice { category: operator, ..slice });
    }
    ControlFlow::Continue(())
}

/// Reads the ranges and points that the program marked itself.
pub(crate) fn read_marks(
    tables: &mut Tables,
    texts: &Texts,
    lanes: &mut Lanes,
    links: &mut Links,
) -> ControlFlow<()> {
    let domain_key = lanes.trace.name("domain");
    let columns = ["globalTid", "message", "domainId", "connectionId"];
    let mut args = SliceArgs::default();
    tables.read("MSTX_EVENTS", &["startNs", "endNs"], &columns, &mut |row| {
        let [Some(start), Some(end), thread, message, domain, connection] = row.ints() else {
            return;
        };
        let track = lanes.thread(MARKS, thread.unwrap_or(0));
        args.0.clear();
        args.text(&mut lanes.trace, domain_key, texts.get(domain));
        let name = lanes.trace.name(texts.get(message).unwrap_or("mstx"));
        let kind = if start == end { SliceKind::Instant } else { SliceKind::Complete };
        let (start, end) = (Ns(start), Ns(end));
        let slice = NewSlice::complete(track, name, start..end, &args.0);
        lanes.trace.slice(&NewSlice { kind, ..slice });
        links.marks.extend(known(connection).map(|connection| End { connection, track, start }));
    })
}

/// Reads the pauses of Python's garbage collector.
pub(crate) fn read_collector(tables: &mut Tables, lanes: &mut Lanes) -> ControlFlow<()> {
    let name = lanes.trace.name("GC");
    tables.read("GC_RECORD", &["startNs", "endNs"], &["globalTid"], &mut |row| {
        let [Some(start), Some(end), thread] = row.ints() else { return };
        let track = lanes.thread(PYTHON, thread.unwrap_or(0));
        lanes.trace.slice(&NewSlice::complete(track, name, Ns(start)..Ns(end), &[]));
    })
}

/// Whether a text holds shapes, or nothing: data types are words.
fn is_shapes(text: Option<&str>) -> bool {
    text.is_none_or(|text| !text.bytes().any(|byte| byte.is_ascii_alphabetic()))
}
