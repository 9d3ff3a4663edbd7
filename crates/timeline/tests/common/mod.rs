//! Small traces for tests, made through the real reader.

#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]

use stepscope_core::model::Trace;
use stepscope_core::time::Ns;
use stepscope_core::trace_json::{TraceParser, join};
use stepscope_timeline::paint::Window;
use stepscope_timeline::palette::Theme;
use stepscope_timeline::{RankLanes, RankView, Scroll, View};

/// A slice: track, start, duration, number of its name.
pub type Bar = (u32, i64, i64, u32);

/// A trace of slices in nanoseconds.
pub fn trace_of(bars: &[Bar]) -> Trace {
    let us = |ns: i64| format!("{}.{:03}", ns / 1000, ns % 1000);
    let events: Vec<String> = bars
        .iter()
        .map(|(track, start, duration, name)| {
            format!(
                r#"{{"ph":"X","name":"n{name}","pid":1,"tid":{track},"ts":"{}","dur":{}}}"#,
                us(*start),
                us(*duration)
            )
        })
        .collect();
    read(format!("[{}]", events.join(",")).as_bytes())
}

/// Reads a trace.
pub fn read(text: &[u8]) -> Trace {
    let mut parser = TraceParser::new("test");
    parser.push(text);
    join(vec![parser.finish()]).unwrap().0
}

/// A rank that shows `trace`.
pub fn rank<'a>(trace: &'a Trace, lanes: &'a RankLanes) -> RankView<'a> {
    RankView { id: 0, key: "r0", name: "rank 0", trace, kernels: None, lanes, offset: Ns(0) }
}

/// All rows of a range.
pub fn window(start: i64, end: i64, width: u32) -> Window {
    Window {
        view: View { start: Ns(start), end: Ns(end), width },
        scroll: Scroll::default(),
        height: 1e6,
        label_width: 20.0,
        theme: Theme::Light,
    }
}
