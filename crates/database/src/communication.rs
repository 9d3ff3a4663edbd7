//! Collectives: whole on the lane of their group, their small tasks on its planes (formats.md §5.5).

use crate::enums::{Enum, Names};
use crate::lanes::{COMMUNICATION, Lanes, SliceArgs, known};
use crate::tables::{Cells, Tables};
use crate::texts::Texts;
use std::collections::HashMap;
use std::ops::ControlFlow;
use stepscope_core::ids::{NameId, TrackId};
use stepscope_core::model::ArgValue;
use stepscope_core::time::Ns;
use stepscope_core::trace_json::NewSlice;

/// What a small task of a collective is.
struct Small {
    op: Option<i64>,
    group: Option<i64>,
    plane: u64,
    kind: Option<i64>,
    notify: Option<i64>,
    source: Option<i64>,
    target: Option<i64>,
    transport: Option<i64>,
    rdma: Option<i64>,
    size: Option<i64>,
    data_type: Option<i64>,
    link: Option<i64>,
    master: Option<i64>,
    bandwidth: Option<f64>,
}

/// When and where a small task ran.
pub(crate) struct Ran {
    pub(crate) start: Ns,
    pub(crate) end: Ns,
    pub(crate) device: i64,
    pub(crate) stream: Option<i64>,
    pub(crate) task: Option<i64>,
    pub(crate) context: Option<i64>,
    /// What its stream calls it, where its own row does not say.
    pub(crate) name: NameId,
}

/// A collective, as its row tells.
pub(crate) struct Op<'a> {
    pub(crate) track: TrackId,
    pub(crate) start: Ns,
    pub(crate) end: Ns,
    pub(crate) connection: Option<i64>,
    pub(crate) name: Option<&'a str>,
    pub(crate) kind: Option<&'a str>,
}

/// Tasks of collectives, and the lanes of their groups.
pub(crate) struct Communication {
    tasks: HashMap<i64, Small>,
    /// Numbers of groups, by device and text, in order of first use.
    groups: HashMap<(i64, Option<i64>), u64>,
    /// On which device the tasks of an operation ran.
    devices: HashMap<i64, i64>,
    data_types: Names,
    links: Names,
    transports: Names,
    rdma: Names,
}

impl Communication {
    /// Reads what the small tasks are.
    pub(crate) fn read(tables: &mut Tables) -> ControlFlow<(), Communication> {
        let mut communication = Communication {
            tasks: HashMap::new(),
            groups: HashMap::new(),
            devices: HashMap::new(),
            data_types: Names::read(tables, Enum::DataType)?,
            links: Names::read(tables, Enum::LinkType)?,
            transports: Names::read(tables, Enum::Transport)?,
            rdma: Names::read(tables, Enum::Rdma)?,
        };
        let columns = [
            "opId",
            "groupName",
            "planeId",
            "taskType",
            "notifyId",
            "srcRank",
            "dstRank",
            "transportType",
            "rdmaType",
            "size",
            "dataType",
            "linkType",
            "isMaster",
            "bandwidth",
        ];
        let tasks = &mut communication.tasks;
        tables.read("COMMUNICATION_TASK_INFO", &["globalTaskId"], &columns, &mut |row| {
            let [Some(id), op, group, plane, kind, notify, source, target, ..] = row.ints::<8>()
            else {
                return;
            };
            // Level0 does not tell the plane.
            let plane = known(plane).and_then(|plane| u32::try_from(plane).ok()).unwrap_or(0);
            let small = Small {
                op,
                group,
                plane: u64::from(plane),
                kind,
                // All bits set means none; a database has no room for the highest.
                notify: notify.filter(|notify| *notify != i64::MAX),
                source: known(source),
                target: known(target),
                transport: row.int(8),
                rdma: row.int(9),
                size: row.int(10),
                data_type: row.int(11),
                link: row.int(12),
                master: row.int(13),
                bandwidth: row.float(14),
            };
            tasks.insert(id, small);
        })?;
        ControlFlow::Continue(communication)
    }

    /// Whether a task is one of a collective.
    pub(crate) fn holds(&self, task: i64) -> bool {
        self.tasks.contains_key(&task)
    }

    fn track(
        &mut self,
        lanes: &mut Lanes,
        texts: &Texts,
        (device, group): (i64, Option<i64>),
        plane: Option<u64>,
    ) -> TrackId {
        let count = self.groups.len() as u64;
        let number = *self.groups.entry((device, group)).or_insert(count);
        let process = lanes.device(COMMUNICATION, device);
        // The lane of a group comes before its planes and names them its own.
        let place = number << 32;
        let whole = lanes.track(process, place, || match texts.get(group) {
            Some(group) => format!("Group {group} Communication"),
            None => "Communication".to_owned(),
        });
        plane.map_or(whole, |plane| {
            lanes.track(process, place + 1 + plane, || format!("Plane {plane}"))
        })
    }

    /// Puts a small task on its plane.
    pub(crate) fn place(&mut self, lanes: &mut Lanes, texts: &Texts, id: i64, ran: &Ran) {
        let Some(small) = self.tasks.remove(&id) else { return };
        self.devices.extend(small.op.map(|op| (op, ran.device)));
        let lane = (ran.device, small.group);
        let track = self.track(lanes, texts, lane, Some(small.plane));
        let mut args = SliceArgs::default();
        let mut int = |key, value| args.int(lanes.trace.name(key), value);
        int("stream id", ran.stream);
        int("task id", ran.task);
        int("context id", known(ran.context));
        int("notify_id", small.notify);
        int("src rank", small.source);
        int("dst rank", small.target);
        int("size(Byte)", small.size);
        int("master", small.master);
        let mut text = |key, value| {
            let key = lanes.trace.name(key);
            args.text(&mut lanes.trace, key, value);
        };
        text("task type", texts.get(small.kind));
        text("transport type", self.transports.get(small.transport));
        text("rdma type", self.rdma.get(small.rdma));
        text("data type", self.data_types.get(small.data_type));
        text("link type", self.links.get(small.link));
        if let Some(bandwidth) = small.bandwidth {
            args.0.push((lanes.trace.name("bandwidth(B/s)"), ArgValue::Float(bandwidth)));
        }
        let name = texts.get(small.kind).map_or(ran.name, |kind| lanes.trace.name(kind));
        lanes.trace.slice(&NewSlice::complete(track, name, ran.start..ran.end, &args.0));
    }

    /// Reads the collectives themselves, each onto the lane of its group and to `take`.
    pub(crate) fn read_ops(
        mut self,
        tables: &mut Tables,
        lanes: &mut Lanes,
        texts: &Texts,
        sole_device: i64,
        take: &mut dyn FnMut(Option<Op>),
    ) -> ControlFlow<()> {
        let columns = [
            "opName",
            "connectionId",
            "groupName",
            "opId",
            "dataType",
            "algType",
            "count",
            "opType",
            "deviceId",
            "rankSize",
            "relay",
            "retry",
        ];
        tables.read("COMMUNICATION_OP", &["startNs", "endNs"], &columns, &mut |row: &Cells| {
            let [Some(start), Some(end), name, connection, group, id, ..] = row.ints::<6>() else {
                return take(None);
            };
            let of_tasks = || id.and_then(|id| self.devices.get(&id).copied());
            let device = row.int(10).or_else(of_tasks).unwrap_or(sole_device);
            let track = self.track(lanes, texts, (device, group), None);
            let (name, kind) = (texts.get(name), texts.get(row.int(9)));
            let mut args = SliceArgs::default();
            let mut int = |key, value| args.int(lanes.trace.name(key), value);
            int("connection_id", known(connection));
            int("count", row.int(8));
            int("rank_size", row.int(11));
            int("relay", row.int(12));
            int("retry", row.int(13));
            let mut text = |key, value| {
                let key = lanes.trace.name(key);
                args.text(&mut lanes.trace, key, value);
            };
            text("data_type", self.data_types.get(row.int(6)));
            text("alg_type", texts.get(row.int(7)));
            let (start, end) = (Ns(start), Ns(end));
            let shown = lanes.trace.name(name.unwrap_or("Communication"));
            lanes.trace.slice(&NewSlice::complete(track, shown, start..end, &args.0));
            take(Some(Op { track, start, end, connection: known(connection), name, kind }));
        })
    }
}
