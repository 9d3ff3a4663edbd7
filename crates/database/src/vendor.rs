//! What the vendor's tool worked out, and what it says of the run.

use crate::tables::Tables;
use std::borrow::Cow;
use std::ops::ControlFlow;
use stepscope_core::model::StepTraceRow;
use stepscope_core::time::Ns;

/// The tables of `analysis.db` that are read.
pub(crate) const STEPS: &str = "StepTraceTime";

/// The same of a cluster, in `cluster_analysis.db`.
pub(crate) const CLUSTER_STEPS: &str = "ClusterStepTraceTime";

/// Reads the vendor's step table, of a rank or of a cluster; its times are microseconds.
pub(crate) fn read_steps(tables: &mut Tables) -> ControlFlow<(), Option<Vec<StepTraceRow>>> {
    let mut rows = Vec::new();
    let columns = [
        "communication_not_overlapped",
        "overlapped",
        "communication",
        "free",
        "stage",
        "bubble",
        "preparing",
        "step",
        "index",
    ];
    let table = if tables.has(CLUSTER_STEPS) { CLUSTER_STEPS } else { STEPS };
    tables.read(table, &["computing"], &columns, &mut |row| {
        let time = |at| {
            let ns = (row.float(at)? * 1e3).round();
            (ns.abs() < 9e18).then_some(Ns(ns as i64))
        };
        let text = |at| row.text(at).filter(|text| !text.is_empty()).map(Cow::into_owned);
        rows.push(StepTraceRow {
            step: text(8),
            index: text(9),
            computing: time(0),
            communication_not_overlapped: time(1),
            overlapped: time(2),
            communication: time(3),
            free: time(4),
            stage: time(5),
            bubble: time(6),
            preparing: time(7),
        });
    })?;
    ControlFlow::Continue((!rows.is_empty()).then_some(rows))
}

/// Reads what `profiler_metadata.json` holds in a text export: one JSON object.
pub(crate) fn read_metadata(tables: &mut Tables) -> ControlFlow<(), Option<String>> {
    let mut all = serde_json::Map::new();
    tables.read("META_DATA", &["name", "value"], &[], &mut |row| {
        let (Some(name), Some(value)) = (row.text(0), row.text(1)) else { return };
        // The version of the schema is there too, as plain text.
        if let Ok(value @ (serde_json::Value::Object(_) | serde_json::Value::Array(_))) =
            serde_json::from_str(&value)
        {
            all.insert(name.into_owned(), value);
        }
    })?;
    ControlFlow::Continue((!all.is_empty()).then(|| serde_json::Value::Object(all).to_string()))
}

/// Reads the name of the host.
pub(crate) fn read_host(tables: &mut Tables) -> ControlFlow<(), Option<String>> {
    let mut host = None;
    tables.read("HOST_INFO", &["hostName"], &[], &mut |row| {
        let name = row.text(0).filter(|name| !name.is_empty());
        host = host.take().or(name.map(Cow::into_owned));
    })?;
    ControlFlow::Continue(host)
}
