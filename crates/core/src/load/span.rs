//! The time that a big trace covers, seen without reading all of it.

use super::plan::{Job, Work};
use super::reader::looks_like_trace;
use super::{Input, left};
use crate::archive::Window;
use crate::source::ReadAt;
use crate::time::{Ns, TimeRange, ns_from_us_text};

/// Traces of fewer bytes are opened whole: a time range is for those that may not fit.
const WORTH: u64 = 500 << 20;

/// Places that are looked at, and bytes at each. Traces hold one process or thread behind the other,
/// each from its start to its end: many places see both.
const PLACES: u64 = 64;
const BYTES: usize = 64 << 10;

/// First and last time seen in the file of a job: about those of the file. `None` for small files, and
/// for packed ones, which can only be read from their start.
pub(super) fn of(job: &Job, inputs: &[Input]) -> Option<TimeRange> {
    let Work::File(entry) = &job.work else { return None };
    let bytes = entry.bytes.filter(|bytes| *bytes >= WORTH)?;
    if !entry.is_plain() || !left::is_big(&entry.path) {
        return None;
    }
    let source = inputs.get(job.input)?.source.clone();
    seen(&Window::new(source, entry.offset, entry.offset.checked_add(bytes)?))
}

fn seen(file: &dyn ReadAt) -> Option<TimeRange> {
    let mut window = vec![0; BYTES];
    let mut seen: Option<TimeRange> = None;
    for place in 0..PLACES {
        // The last place ends with the file.
        let offset = file.len().saturating_sub(BYTES as u64) / (PLACES - 1) * place;
        let length = file.read_at(offset, &mut window).ok()?;
        if place == 0 && !looks_like_trace(&window[..length]) {
            return None;
        }
        for time in times(&window[..length]) {
            let (start, end) = seen.map_or((time, time), |seen| (seen.start, seen.end));
            seen = Some(start.min(time)..end.max(time));
        }
    }
    seen.filter(|seen| seen.start < seen.end)
}

/// Every `"ts": value` of some bytes; the last one may be cut.
fn times(bytes: &[u8]) -> impl Iterator<Item = Ns> {
    let key = b"\"ts\"";
    memchr::memmem::find_iter(bytes, key).filter_map(move |at| {
        let rest = bytes[at + key.len()..].trim_ascii_start().strip_prefix(b":")?;
        let rest = rest.trim_ascii_start();
        let rest = rest.strip_prefix(b"\"").unwrap_or(rest);
        let end = rest.iter().position(|byte| !matches!(byte, b'0'..=b'9' | b'.' | b'-'))?;
        ns_from_us_text(&rest[..end])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_and_last_time_are_seen_in_any_order() {
        let event = |at: u64| format!(r#"{{"ph":"X","name":"a","ts": "{at}.500","dur":1}}"#);
        // Two threads, one behind the other, each over the whole time.
        let thread = || (1_000..200_000).step_by(10).map(event).collect::<Vec<_>>().join(",");
        let text = format!("[{},{}]", thread(), thread());
        let TimeRange { start, end } = seen(&text.into_bytes()).unwrap();
        assert_eq!(start, Ns(1_000_500));
        assert!(end.get() > 199_000_000 && end.get() < 200_000_000, "{end:?}");
    }

    #[test]
    fn what_is_no_trace_has_none() {
        assert_eq!(seen(&b"{\"ts\":1,\"a\":{\"ts\":5}}".to_vec()), None);
        assert_eq!(seen(&Vec::new()), None);
    }
}
