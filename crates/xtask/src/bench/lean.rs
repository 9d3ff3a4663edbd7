//! A lean Chrome trace of any number of slices: what the timeline's frames and queries are measured on.
//!
//! About 80 bytes a slice, on a hundred lanes: host threads that nest, device streams that do not, the
//! vendor's overlap lanes, a few thousand names. Deterministic, so that runs may be compared.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::workspace::Workspace;

/// Lanes and share of the slices, in per cent, of each process.
const PYTHON: Host = Host {
    pid: 1,
    name: "Python",
    prefix: "aten::op",
    threads: 4,
    depth: 8,
    percent: 25,
    call: 500_000,
};
const CANN: Host = Host {
    pid: 2,
    name: "CANN",
    prefix: "aclnnCall",
    threads: 4,
    depth: 4,
    percent: 15,
    call: 150_000,
};
const HARDWARE: u32 = 3;
const OVERLAP: u32 = 4;
const STREAMS: u64 = 48;
const STREAM_PERCENT: u64 = 50;
const OVERLAP_LANES: [&str; 4] =
    ["Computing", "Communication", "Communication(Not Overlapped)", "Free"];

/// Every so-many-th slice of a stream is a compute kernel: a tenth of all slices.
const KERNEL_EVERY: u64 = 5;
/// Every so-many-th kernel is the end of a flow.
const FLOW_EVERY: u64 = 8;
/// Names of kernels, and of each host process.
const NAMES: u64 = 1_500;
/// Slices of the name that is searched for as a rare one.
const RARE: u64 = 12;

struct Host {
    pid: u32,
    name: &'static str,
    prefix: &'static str,
    threads: u64,
    depth: u32,
    percent: u64,
    /// Typical length of an outermost call, nanoseconds.
    call: u64,
}

/// The trace of `slices` slices, generated once.
pub(super) fn trace(workspace: &Workspace, slices: u64) -> Result<PathBuf> {
    let path = workspace.scratch(&format!("bench/lean_{slices}.json"));
    if !path.exists() {
        fs::create_dir_all(workspace.scratch("bench"))?;
        let partial = path.with_extension("partial");
        write_file(&partial, slices)?;
        fs::rename(partial, &path)?;
    }
    Ok(path)
}

fn write_file(path: &Path, slices: u64) -> Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, File::create(path)?);
    write(&mut out, slices)?;
    Ok(out.flush()?)
}

fn write(out: &mut impl Write, slices: u64) -> io::Result<()> {
    let mut trace = Writer { out, seed: 1, named: 0 };
    trace.out.write_all(b"[")?;
    for host in [PYTHON, CANN] {
        trace.process(host.pid, host.name)?;
        for thread in 0..host.threads {
            trace.thread(&host, thread, slices * host.percent / 100 / host.threads)?;
        }
    }
    trace.process(HARDWARE, "Ascend Hardware")?;
    for stream in 0..STREAMS {
        trace.stream(stream, slices * STREAM_PERCENT / 100 / STREAMS)?;
    }
    trace.process(OVERLAP, "Overlap Analysis")?;
    let rest = slices * (100 - PYTHON.percent - CANN.percent - STREAM_PERCENT) / 100;
    for (lane, name) in OVERLAP_LANES.iter().enumerate() {
        trace.overlap(lane, name, rest / OVERLAP_LANES.len() as u64)?;
    }
    trace.out.write_all(b"{}]\n")
}

struct Writer<'a, W> {
    out: &'a mut W,
    seed: u64,
    /// Slices that got the rare name.
    named: u64,
}

impl<W: Write> Writer<'_, W> {
    /// Below `limit`.
    fn random(&mut self, limit: u64) -> u64 {
        self.seed = self
            .seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.seed >> 33) % limit.max(1)
    }

    /// Mostly short lengths and some long ones, nanoseconds.
    fn length(&mut self, typical: u64) -> u64 {
        match self.random(100) {
            0 => self.random(typical * 100),
            1..10 => self.random(typical * 8),
            _ => self.random(typical),
        }
    }

    fn process(&mut self, pid: u32, name: &str) -> io::Result<()> {
        writeln!(
            self.out,
            r#"{{"ph":"M","name":"process_name","pid":{pid},"args":{{"name":"{name}"}}}},"#
        )
    }

    fn track(&mut self, pid: u32, tid: u64, name: &str) -> io::Result<()> {
        writeln!(
            self.out,
            r#"{{"ph":"M","name":"thread_name","pid":{pid},"tid":{tid},"args":{{"name":"{name}"}}}},"#
        )
    }

    fn slice(
        &mut self,
        name: &str,
        pid: u32,
        tid: u64,
        start: u64,
        length: u64,
        args: &str,
    ) -> io::Result<()> {
        writeln!(
            self.out,
            r#"{{"ph":"X","name":"{name}","pid":{pid},"tid":{tid},"ts":{},"dur":{}{args}}},"#,
            Us(start),
            Us(length)
        )
    }

    /// Calls that nest like a tree, until the thread has its slices.
    fn thread(&mut self, host: &Host, tid: u64, slices: u64) -> io::Result<()> {
        self.track(host.pid, tid, &format!("thread {tid}"))?;
        let (mut at, mut left) = (0, slices);
        while left > 0 {
            at += self.length(2_000);
            let length = host.call / 10 + self.length(host.call);
            self.call(host, tid, (at, at + length), 0, &mut left)?;
            at += length;
        }
        Ok(())
    }

    fn call(
        &mut self,
        host: &Host,
        tid: u64,
        (start, end): (u64, u64),
        depth: u32,
        left: &mut u64,
    ) -> io::Result<()> {
        if *left == 0 {
            return Ok(());
        }
        *left -= 1;
        // Launches and kernels of a number belong together; only some have one.
        let args = match (host.pid == CANN.pid, depth, tid) {
            (true, 1, 0) => format!(r#","args":{{"connection_id":{left}}}"#),
            _ => String::new(),
        };
        let name = format!("{}_{}", host.prefix, self.random(NAMES));
        self.slice(&name, host.pid, tid, start, end - start, &args)?;
        let mut at = start;
        while depth + 1 < host.depth && end - at > 200 {
            at += self.random((end - start) / 8);
            let length = 1 + self.random((end - start) / 2);
            if at + length > end {
                break;
            }
            self.call(host, tid, (at, at + length), depth + 1, left)?;
            at += length;
        }
        Ok(())
    }

    /// Kernels with what lies between them, and flows that arrive at some.
    fn stream(&mut self, stream: u64, slices: u64) -> io::Result<()> {
        self.track(HARDWARE, stream, &format!("Stream {stream}"))?;
        let mut at = 0;
        for i in 0..slices {
            at += self.length(3_000);
            let length = self.length(15_000);
            if i % KERNEL_EVERY == 0 {
                self.kernel(stream, i / KERNEL_EVERY, at, length)?;
            } else {
                let name = ["EVENT_RECORD", "NOTIFY_WAIT", "MEMCPY_ASYNC", "WRITE_VALUE"]
                    [self.random(4) as usize];
                self.slice(name, HARDWARE, stream, at, length, "")?;
            }
            at += length;
        }
        Ok(())
    }

    fn kernel(&mut self, stream: u64, number: u64, start: u64, length: u64) -> io::Result<()> {
        let core = ["AI_CORE", "AI_VECTOR_CORE", "MIX_AIC"][self.random(3) as usize];
        let args = match stream {
            0 => format!(r#","args":{{"Task Type":"{core}","connection_id":{number}}}"#),
            _ => format!(r#","args":{{"Task Type":"{core}"}}"#),
        };
        let name = match self.random(NAMES) {
            0 if self.named < RARE => {
                self.named += 1;
                "aclnnRarelySeen".to_owned()
            }
            name => format!("MatMulV3_{name}"),
        };
        self.slice(&name, HARDWARE, stream, start, length, &args)?;
        if number.is_multiple_of(FLOW_EVERY) {
            let id = stream << 32 | number;
            let (thread, sent) =
                (self.random(CANN.threads), start.saturating_sub(self.random(100_000)));
            for (phase, pid, tid, at) in
                [("s", CANN.pid, thread, sent), ("f", HARDWARE, stream, start)]
            {
                writeln!(
                    self.out,
                    r#"{{"ph":"{phase}","id":{id},"name":"HostToDevice","cat":"HostToDevice","bp":"e","pid":{pid},"tid":{tid},"ts":{}}},"#,
                    Us(at)
                )?;
            }
        }
        Ok(())
    }

    fn overlap(&mut self, lane: usize, name: &str, slices: u64) -> io::Result<()> {
        let tid = lane as u64;
        self.track(OVERLAP, tid, name)?;
        let mut at = 0;
        for _ in 0..slices {
            at += self.length(4_000);
            let length = self.length(4_000);
            self.slice(name, OVERLAP, tid, at, length, "")?;
            at += length;
        }
        Ok(())
    }
}

/// Nanoseconds, written as the microseconds of the format.
struct Us(u64);

impl std::fmt::Display for Us {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}.{:03}", self.0 / 1_000, self.0 % 1_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn text(slices: u64) -> Vec<u8> {
        let mut text = Vec::new();
        write(&mut text, slices).unwrap();
        text
    }

    #[test]
    fn a_trace_has_its_slices_and_is_the_same_each_time() {
        let made = text(48_000);
        assert_eq!(made, text(48_000));
        let events: Vec<Value> = serde_json::from_slice(&made).unwrap();
        let slices = events.iter().filter(|event| event["ph"] == "X");
        assert_eq!(slices.count(), 48_000);
        let rare = events.iter().filter(|event| event["name"] == "aclnnRarelySeen");
        assert!((1..=RARE as usize).contains(&rare.count()));
        assert!(made.len() / 48_000 < 100, "{} bytes a slice", made.len() / 48_000);
    }
}
