//! The real databases, compared with the vendor's analysis and with SQL of its own.

mod common;

use common::{Real, folder, number, open, real};
use rusqlite::Connection;
use stepscope_analysis::selection::Selection;
use stepscope_analysis::summary::Summary;
use stepscope_analysis::{Analysis, check};
use stepscope_core::ids::SliceId;
use stepscope_core::model::{
    ArgValue, Capture, FileState, FlowPhase, KernelRows, Rank, Trace, TrackKind,
};
use stepscope_core::note::Severity;
use stepscope_core::time::Ns;

fn each(test: impl Fn(&Real, &Connection, &Capture, &Rank)) {
    for real in real() {
        let name = real.folder.file_name().unwrap().to_str().unwrap();
        let files = folder(&real.folder).into_iter();
        let files: Vec<_> = files.map(|(path, bytes)| (format!("{name}/{path}"), bytes)).collect();
        let loaded = open(&files);
        assert_eq!(loaded.notes, []);
        let [capture] = loaded.captures.as_slice() else { panic!("{}", loaded.captures.len()) };
        assert_eq!(capture.ranks.len(), 1);
        test(&real, &real.sql(), capture, &capture.ranks[0]);
    }
}

fn trace(rank: &Rank) -> &Trace {
    rank.trace.as_deref().unwrap()
}

#[test]
fn a_rank_is_complete_and_nothing_is_odd_but_the_vendor_s_swap() {
    each(|real, _, capture, rank| {
        assert_eq!(capture.notes, []);
        assert_eq!(rank.rank, Some(real.rank));
        let summary = Summary::of(&[Analysis::new(capture)], &Selection::default(), &[]);
        assert_eq!(summary.captures[0].ranks[0].format, "db");
        assert!(rank.notes.iter().all(|note| note.severity == Severity::Info), "{:?}", rank.notes);
        assert_eq!(rank.notes.len(), 1, "{:?}", rank.notes);
        assert!(rank.files.iter().all(|file| file.state == FileState::Read), "{:?}", rank.files);
        assert!(rank.metadata.as_ref().unwrap().contains("ENV_VARIABLES"));
        assert_eq!(rank.host.as_deref(), Some("ubuntu"));
    });
}

#[test]
fn the_breakdown_is_the_vendor_s() {
    each(|real, _, capture, rank| {
        let row = &rank.step_trace.as_ref().unwrap()[0];
        let analysis = Analysis::new(capture);
        assert!(check::comparable(&analysis));
        assert_eq!(check::differences(&analysis), []);
        let unit = analysis.all_units().next().unwrap();
        assert_eq!(unit.facts.steps.list.len(), 1);
        assert_eq!(unit.facts.steps.list[0].label, row.step);
        let parts = &unit.facts.parts[0];
        // The vendor prints thousandths of a microsecond: its numbers are exact.
        for (what, own, vendor) in [
            ("computing", parts.computing, row.computing),
            ("communication", parts.communication, row.communication),
            (
                "not overlapped",
                parts.communication_not_overlapped,
                row.communication_not_overlapped,
            ),
            ("overlapped", parts.overlapped, row.overlapped),
            ("free", parts.free, row.free),
            ("stage", parts.stage, row.stage),
            ("bubble", parts.bubble, row.bubble),
            ("preparing", parts.preparing, row.preparing),
        ] {
            let (own, vendor) = (own.unwrap(), vendor.unwrap());
            assert!(
                own.minus(vendor).get().abs() <= 1,
                "{} {what}: {own:?} {vendor:?}",
                real.level
            );
        }
    });
}

#[test]
fn kernels_are_those_of_both_tables() {
    each(|real, sql, _, rank| {
        let kernels = rank.kernels.as_deref().unwrap();
        let expected = "SELECT (SELECT count(*) FROM COMPUTE_TASK_INFO) + (SELECT count(*) FROM COMMUNICATION_OP)";
        assert_eq!(kernels.rows.len() as i64, number(sql, expected));
        let collectives = (0..kernels.rows.len()).filter(|&row| kernels.is_communication(row));
        assert_eq!(
            collectives.count() as i64,
            number(sql, "SELECT count(*) FROM COMMUNICATION_OP")
        );

        let query = "SELECT startNs, endNs, name, streamId, inputShapes FROM (
             SELECT t.startNs, t.endNs, n.value AS name, t.streamId, s.value AS inputShapes
             FROM COMPUTE_TASK_INFO c JOIN TASK t ON t.globalTaskId = c.globalTaskId
             JOIN STRING_IDS n ON n.id = c.name LEFT JOIN STRING_IDS s ON s.id = c.inputShapes
             UNION ALL SELECT o.startNs, o.endNs, n.value, NULL, NULL
             FROM COMMUNICATION_OP o JOIN STRING_IDS n ON n.id = o.opName) ORDER BY startNs";
        let mut statement = sql.prepare(query).unwrap();
        let mut rows = statement.query([]).unwrap();
        let (mut at, mut end_before) = (0, None);
        while let Some(row) = rows.next().unwrap() {
            let (start, end): (i64, i64) = (row.get(0).unwrap(), row.get(1).unwrap());
            let name: String = row.get(2).unwrap();
            let stream: Option<u32> = row.get(3).unwrap();
            let shapes: Option<String> = row.get(4).unwrap();
            let own = kernels.rows.row(at);
            assert_eq!((own.start, own.duration), (Ns(start), Ns(end - start)), "row {at}");
            assert_eq!(kernels.strings.get(own.name), name, "row {at}");
            assert_eq!(own.stream, stream.unwrap_or(KernelRows::UNKNOWN), "row {at}");
            let shapes = shapes.filter(|shapes| shapes != "N/A").unwrap_or_default();
            assert_eq!(kernels.strings.get(own.input_shapes), shapes.trim_matches('"'), "row {at}");
            let wait = end_before.map_or(0, |end: i64| (start - end).max(0));
            assert_eq!(own.wait, Ns(wait), "row {at}");
            assert_eq!(kernels.strings.get(own.step), "50", "row {at}");
            (at, end_before) = (at + 1, Some(end));
        }
        assert_eq!(at, kernels.rows.len());
        // Level0 knows no types: they are unknown, not a type called N/A.
        let typed = kernels.rows.kernel_type.iter().filter(|kind| kind.some().is_some()).count();
        assert_eq!(typed, if real.level == "level0" { 0 } else { 191 });
    });
}

#[test]
fn measurements_are_the_database_s() {
    each(|real, sql, _, rank| {
        let kernels = rank.kernels.as_deref().unwrap();
        if real.level == "level0" {
            assert!(kernels.metrics.is_empty());
            return;
        }
        assert_eq!(kernels.metrics.len(), 28);
        for (name, stored) in [
            ("aicore_time(us)", "aic_total_time"),
            ("aic_mac_ratio", "aic_mac_ratio"),
            ("aiv_time(us)", "aiv_total_time"),
            ("aiv_vec_time(us)", "aiv_vec_time"),
            ("aiv_total_cycles", "aiv_total_cycles"),
        ] {
            let metric = kernels.metrics.iter().find(|metric| metric.name == name).unwrap();
            let known = metric.values.iter().filter(|value| !value.is_nan());
            let (count, sum) = known.fold((0, 0.0), |(count, sum), value| (count + 1, sum + value));
            let of = format!(
                "FROM TASK_PMU_INFO p JOIN STRING_IDS s ON s.id = p.name WHERE s.value = '{stored}'"
            );
            assert_eq!(count, number(sql, &format!("SELECT count(*) {of}")), "{name}");
            let expected: f64 =
                sql.query_row(&format!("SELECT sum(p.value) {of}"), [], |row| row.get(0)).unwrap();
            assert!((sum - expected).abs() <= 1e-9 * expected.abs(), "{name}: {sum} {expected}");
        }
    });
}

/// Slices on the tracks of a kind, of which something may be asked.
fn slices<'a>(
    trace: &'a Trace,
    is_own: impl Fn(&str, TrackKind) -> bool + 'a,
) -> impl Iterator<Item = SliceId> + 'a {
    trace
        .tracks
        .iter()
        .filter(move |track| {
            let name = trace.processes[track.process.index()].name.unwrap();
            is_own(trace.strings.get(name), track.kind)
        })
        .flat_map(|track| track.slices().map(SliceId::new))
}

#[test]
fn every_row_is_on_its_lane_at_its_time() {
    each(|_, sql, _, rank| {
        let trace = trace(rank);
        let planes = "COMMUNICATION_TASK_INFO JOIN TASK USING (globalTaskId)";
        let lanes: [(&str, TrackKind, &str); 5] = [
            ("Python", TrackKind::Thread, "PYTORCH_API"),
            ("CANN", TrackKind::Thread, "CANN_API"),
            ("Ascend Hardware", TrackKind::Stream, "TASK"),
            ("Communication", TrackKind::Group, "COMMUNICATION_OP"),
            ("Communication", TrackKind::Plane, planes),
        ];
        for (process, kind, table) in lanes {
            let own: Vec<SliceId> =
                slices(trace, |name, own| (name, own) == (process, kind)).collect();
            assert_eq!(
                own.len() as i64,
                number(sql, &format!("SELECT count(*) FROM {table}")),
                "{table}"
            );
            // Exact times: sums from one early time on, so that they fit 64 bits.
            let origin = number(sql, "SELECT startTimeNs FROM SESSION_TIME_INFO");
            let sum = |time: fn(&Trace, usize) -> Ns| {
                own.iter().map(|slice| time(trace, slice.index()).get() - origin).sum::<i64>()
            };
            let expected = |column: &str| {
                number(
                    sql,
                    &format!("SELECT sum(CAST({column} AS INTEGER) - {origin}) FROM {table}"),
                )
            };
            assert_eq!(sum(|trace, at| trace.slices.start[at]), expected("startNs"), "{table}");
            assert_eq!(sum(|trace, at| trace.slices.end(at)), expected("endNs"), "{table}");
        }
        let streams = trace.tracks_of(TrackKind::Stream);
        for (_, track) in streams {
            let stream = trace.strings.get(track.tid);
            let count = format!("SELECT count(*) FROM TASK WHERE streamId = {stream}");
            assert_eq!(track.slices().len() as i64, number(sql, &count));
            assert_eq!(trace.strings.get(track.name.unwrap()), format!("Stream {stream}"));
        }
        let threads = "SELECT count(DISTINCT globalTid) FROM PYTORCH_API";
        let python = |track: &&stepscope_core::model::Track| {
            let name = trace.processes[track.process.index()].name.unwrap();
            trace.strings.get(name) == "Python"
        };
        assert_eq!(trace.tracks.iter().filter(python).count() as i64, number(sql, threads));
        let numbered = "SELECT count(DISTINCT CASE planeId WHEN 4294967295 THEN 0 ELSE planeId END)
             FROM COMMUNICATION_TASK_INFO";
        assert_eq!(trace.tracks_of(TrackKind::Plane).count() as i64, number(sql, numbered));
        let groups: Vec<_> = trace.tracks_of(TrackKind::Group).map(|(id, _)| id).collect();
        assert_eq!(groups.len(), 1);
        assert!(trace.tracks_of(TrackKind::Plane).all(|(_, plane)| plane.group == Some(groups[0])));
    });
}

#[test]
fn flows_follow_the_joins_and_reach_slices() {
    let kernels_and_copies = "(t.globalTaskId IN (SELECT globalTaskId FROM COMPUTE_TASK_INFO)
         OR t.taskType IN (SELECT id FROM STRING_IDS WHERE value LIKE 'MEMCPY%'))";
    let operators =
        "(SELECT c.connectionId FROM PYTORCH_API p JOIN CONNECTION_IDS c ON c.id = p.connectionId
         WHERE p.type = 50001)";
    let no_part = "t.globalTaskId NOT IN (SELECT globalTaskId FROM COMMUNICATION_TASK_INFO)";
    let pairs = |kind: i64| {
        format!(
            "SELECT count(*) FROM (SELECT c.connectionId FROM PYTORCH_API p
             JOIN CONNECTION_IDS c ON c.id = p.connectionId WHERE p.type = {kind}
             AND c.connectionId NOT IN (SELECT connectionId FROM TASK)
             AND c.connectionId NOT IN (SELECT connectionId FROM COMMUNICATION_OP)
             GROUP BY 1 HAVING count(*) = 2)"
        )
    };
    let calls = "(SELECT connectionId FROM CANN_API)";
    let ends = |of: &str, which: &str| {
        format!(
            "SELECT (SELECT count(*) FROM TASK t WHERE t.connectionId IN {of} AND {no_part} AND {which})
             + (SELECT count(*) FROM COMMUNICATION_OP WHERE connectionId IN {of})"
        )
    };
    let expected = [
        ("HostToDevice", ends(calls, "true")),
        ("async_npu", ends(operators, kernels_and_copies)),
        ("async_task_queue", pairs(50_002)),
        ("fwdbwd", pairs(50_001)),
    ];
    each(|_, sql, _, rank| {
        let trace = trace(rank);
        let flows = &trace.flow_ends;
        for (category, query) in &expected {
            let name = trace.strings.find(category).unwrap();
            let number_of = trace.categories.iter().position(|own| *own == name).unwrap();
            let own: Vec<usize> = (0..flows.len())
                .filter(|&row| usize::from(flows.category[row]) == number_of)
                .collect();
            let of = |phase| own.iter().filter(|row| flows.phase_of(**row) == phase).count() as i64;
            assert_eq!(of(FlowPhase::End), number(sql, query), "{category}");
            assert!(of(FlowPhase::Start) > 0 && of(FlowPhase::Start) <= of(FlowPhase::End));
            for row in own {
                let slice = flows.slice[row].some().unwrap();
                assert_eq!(trace.slices.start[slice.index()], flows.time[row], "{category}");
            }
        }
        // As many as the text exports of the same job hold.
        assert_eq!(number(sql, &expected[2].1), 159);
        assert_eq!(number(sql, &expected[3].1), 27);
    });
}

#[test]
fn counters_have_every_sample() {
    each(|_, sql, _, rank| {
        let trace = trace(rank);
        for (process, per_row, table) in [
            ("AI Core Freq", 1, "AICORE_FREQ"),
            ("HBM", 1, "HBM"),
            ("LLC", 2, "LLC"),
            ("NPU MEM", 2, "NPU_MEM"),
            ("Acc PMU", 4, "ACC_PMU"),
            ("Stars Soc Info", 2, "SOC_BANDWIDTH_LEVEL"),
            ("Framework Memory", 3, "MEMORY_RECORD"),
        ] {
            let own = trace.series.iter().filter(|series| {
                let name = trace.processes[series.process.index()].name.unwrap();
                trace.strings.get(name) == process
            });
            let points: usize = own.map(|series| series.points().len()).sum();
            let rows = number(sql, &format!("SELECT count(*) FROM {table}"));
            assert_eq!(points as i64, per_row * rows, "{process}");
        }
        let frequency =
            trace.series.iter().find(|s| trace.strings.get(s.name) == "AI Core Freq").unwrap();
        assert!(trace.points.time[frequency.points()].is_sorted());
        assert!(trace.points.value[frequency.points()].iter().all(|mhz| *mhz == 1_800.0));
    });
}

#[test]
fn arguments_are_told_where_the_database_knows_them() {
    each(|real, sql, _, rank| {
        let trace = trace(rank);
        let text = |slice: SliceId, key: &str| {
            let key = trace.strings.find(key)?;
            match trace.arg(slice, key)? {
                ArgValue::Text(name) => Some(trace.strings.get(name)),
                _ => None,
            }
        };
        let operators = slices(trace, |name, _| name == "Python");
        let named = |slice: &SliceId| trace.slice_name(*slice) == "aten::to";
        let first = operators.into_iter().find(named).unwrap();
        assert!(text(first, "Input Dims").unwrap().starts_with("0;"));
        assert!(text(first, "Input type").unwrap().starts_with("float"));
        let stack = text(first, "Call stack").unwrap();
        assert!(stack.contains(";\r\n") && stack.contains(".py("), "{stack}");
        assert_eq!(trace.slice_category(first), "cpu_op");

        let planes: Vec<SliceId> = slices(trace, |_, kind| kind == TrackKind::Plane).collect();
        let linked =
            planes.iter().filter(|slice| text(**slice, "link type") == Some("HCCS")).count();
        // Level0 does not tell links: there is no such argument, not one called N/A.
        assert_eq!(linked > 0, real.level == "level1");
        assert!(planes.iter().all(|slice| text(*slice, "link type") != Some("N/A")));
        let op = slices(trace, |_, kind| kind == TrackKind::Group).next().unwrap();
        assert_eq!(text(op, "data_type"), Some("FP32"));
        assert_eq!(text(op, "alg_type"), Some("MESH-RING"));
        let cann = slices(trace, |name, _| name == "CANN");
        let launches = cann.filter(|slice| trace.slice_name(*slice) == "Node@launch").count();
        let of_nodes = "SELECT count(*) FROM CANN_API a JOIN ENUM_API_TYPE e ON e.id = a.type
             JOIN STRING_IDS s ON s.id = a.name WHERE e.name = 'node' AND s.value = 'launch'";
        assert_eq!(launches as i64, number(sql, of_nodes));
    });
}
