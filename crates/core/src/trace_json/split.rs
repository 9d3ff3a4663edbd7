//! Splitting one big file over several loaders.
//!
//! [`find_event`] guesses where an event starts in the middle of a file. A guess can be wrong (a nested
//! array of objects in an argument looks the same), so it is checked: the loader of the part before
//! reads on until the first event at or behind the boundary, and only if that is the very offset that
//! the next part began with do the parts fit ([`fits`]). By induction from the true start of the file
//! every boundary that fits is a true one. Parts that do not fit are read again as one.

use super::TracePart;
use crate::source::ReadAt;
use serde::{Deserialize, Serialize};
use std::io;

/// What a trace file is as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outer {
    /// `[ … ]`
    Array,
    /// `{ "traceEvents": [ … ] … }`
    Object,
}

/// One part of a file: the events that start in `start..end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Offset of its first event; 0 for the first part, which begins with the file.
    pub start: u64,
    /// Start of the next part; `u64::MAX` for the last one.
    pub end: u64,
    /// What is around the events.
    pub outer: Outer,
}

/// How far behind an even split a boundary is looked for.
const SEARCH: usize = 1 << 20;

/// Cuts a file into at most `count` parts of about the same size, at guessed event boundaries.
///
/// # Errors
/// When the source cannot be read.
pub fn plan(source: &dyn ReadAt, count: usize) -> io::Result<Vec<Part>> {
    let mut head = [0; 64];
    let length = source.read_at(0, &mut head)?;
    let object = head[..length].iter().find(|byte| matches!(byte, b'[' | b'{')) == Some(&b'{');
    let outer = if object { Outer::Object } else { Outer::Array };
    let mut starts = vec![0];
    let mut window = vec![0; SEARCH];
    for i in 1..count as u64 {
        let target = source.len() / count as u64 * i;
        let length = source.read_at(target, &mut window)?;
        let found = find_event(&window[..length]).map(|at| target + at as u64);
        // Parts that are shorter than the search find the same boundary twice.
        starts.extend(found.filter(|start| Some(start) > starts.last()));
    }
    let ends = starts.iter().skip(1).copied().chain([u64::MAX]);
    Ok(starts.iter().zip(ends).map(|(&start, end)| Part { start, end, outer }).collect())
}

/// How far [`find_event`] looks around a candidate; the bytes to keep between two chunks.
pub const WINDOW: usize = 256;

/// Offset of the first `{` in `bytes` that looks like the start of an event: behind `}` and `,`, and
/// before one of the keys that events have. A candidate so near the end that it cannot be judged is
/// not reported: look again with more bytes.
pub fn find_event(bytes: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'{', bytes).find(|&at| follows_event(bytes, at) && begins_event(bytes, at))
}

/// Whether the bytes before `at` are `}`, `,` and white space.
fn follows_event(bytes: &[u8], at: usize) -> bool {
    let mut before = bytes[at.saturating_sub(WINDOW / 2)..at].iter().rev().filter(|b| !blank(b));
    before.next() == Some(&b',') && before.next() == Some(&b'}')
}

/// Whether the bytes from `at` are `{ "key" :` with a key of events.
fn begins_event(bytes: &[u8], at: usize) -> bool {
    const KEYS: [&[u8]; 10] =
        [b"ph", b"name", b"cat", b"pid", b"tid", b"ts", b"dur", b"id", b"args", b"bp"];
    let rest = &bytes[at + 1..bytes.len().min(at + WINDOW / 2)];
    let rest = rest.trim_ascii_start();
    let Some(key_and_more) = rest.strip_prefix(b"\"") else { return false };
    let Some(length) = memchr::memchr(b'"', key_and_more) else { return false };
    let after = key_and_more[length + 1..].trim_ascii_start();
    KEYS.contains(&&key_and_more[..length]) && after.first() == Some(&b':')
}

fn blank(byte: &&u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}

/// Whether parts, in file order, cover the file without gap or overlap, so that joining them equals
/// reading the file as one.
pub fn fits(parts: &[TracePart]) -> bool {
    let seams = parts.windows(2).all(|pair| pair[0].ended_at == Some(pair[1].start));
    seams && parts.last().is_some_and(|part| part.ended_at.is_none())
}
