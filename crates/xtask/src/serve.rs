//! `cargo xtask serve`: `dist/` on the loopback interface, with range requests.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::thread;

use anyhow::{Result, bail};

use crate::workspace::Workspace;

/// Serves until interrupted.
pub(crate) fn run(workspace: &Workspace, port: u16) -> Result<()> {
    let listener = match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
        Ok(listener) => listener,
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
            bail!(
                "port {port} is taken by another program; choose one: make run PORT={}",
                port.wrapping_add(1)
            )
        }
        Err(error) => bail!("cannot listen on 127.0.0.1:{port}: {error}"),
    };
    let port = listener.local_addr()?.port();
    writeln!(
        io::stdout(),
        "\nStepscope with the demo open: http://127.0.0.1:{port}/stepscope.html#demo   (Ctrl+C stops)"
    )?;
    let root = workspace.path("dist");
    for stream in listener.incoming().flatten() {
        let root = root.clone();
        // A browser that goes away in the middle is its own business.
        thread::spawn(move || answer(&stream, &root).ok());
    }
    Ok(())
}

/// One request of HTTP/1.1; the connection is closed after it.
fn answer(mut stream: &TcpStream, root: &Path) -> io::Result<()> {
    let mut lines = BufReader::new(stream.take(64 << 10)).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    let mut range = None;
    for line in lines {
        let line = line?;
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("range")
        {
            range = Some(value.trim().to_owned());
        }
    }
    let mut words = first.split(' ');
    let (method, target) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    if method != "GET" && method != "HEAD" {
        return stream.write_all(
            b"HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
        );
    }
    let Some(mut file) = locate(root, target).and_then(|path| open(&path)) else {
        return stream.write_all(
            b"HTTP/1.1 404 Not Found\r\nContent-Length: 10\r\nConnection: close\r\n\r\nnot found\n",
        );
    };
    let (status, start, end) = match range.map(|text| parse_range(&text, file.len)) {
        None => ("200 OK", 0, file.len),
        Some(Some((start, end))) => ("206 Partial Content", start, end),
        Some(None) => {
            let len = file.len;
            return write!(
                stream,
                "HTTP/1.1 416 Range Not Satisfiable\r\nContent-Range: bytes */{len}\r\nContent-Length: 0\r\n\
                 Connection: close\r\n\r\n"
            );
        }
    };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {}\r\nContent-Length: {}\r\n",
        file.kind,
        end - start
    )?;
    if status.starts_with("206") {
        write!(stream, "Content-Range: bytes {start}-{}/{}\r\n", end - 1, file.len)?;
    }
    stream.write_all(
        b"Accept-Ranges: bytes\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n",
    )?;
    if method == "GET" {
        file.bytes.seek(SeekFrom::Start(start))?;
        io::copy(&mut file.bytes.take(end - start), &mut stream)?;
    }
    Ok(())
}

struct Served {
    bytes: File,
    len: u64,
    kind: &'static str,
}

fn open(path: &Path) -> Option<Served> {
    let bytes = File::open(path).ok()?;
    let meta = bytes.metadata().ok().filter(std::fs::Metadata::is_file)?;
    let kind = match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    };
    Some(Served { bytes, len: meta.len(), kind })
}

/// The file a request target names; `None` when it would leave `root`.
fn locate(root: &Path, target: &str) -> Option<PathBuf> {
    let path = target.split(['?', '#']).next()?.strip_prefix('/')?;
    let path = Path::new(if path.is_empty() { "stepscope.html" } else { path });
    path.components().all(|part| matches!(part, Component::Normal(_))).then(|| root.join(path))
}

/// Start and end (exclusive) of a single `bytes=` range in a file of `len` bytes.
fn parse_range(text: &str, len: u64) -> Option<(u64, u64)> {
    let (first, last) = text.strip_prefix("bytes=")?.split_once('-')?;
    let (start, end) = match (first.parse::<u64>(), last) {
        (Ok(start), "") => (start, len),
        (Ok(start), last) => (start, last.parse::<u64>().ok()?.saturating_add(1).min(len)),
        // `bytes=-N`: the last N bytes.
        (Err(_), last) if first.is_empty() => (len.saturating_sub(last.parse().ok()?), len),
        (Err(_), _) => return None,
    };
    (start < end).then_some((start, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_inclusive_and_stay_inside_the_file() {
        assert_eq!(parse_range("bytes=0-0", 10), Some((0, 1)));
        assert_eq!(parse_range("bytes=4-", 10), Some((4, 10)));
        assert_eq!(parse_range("bytes=4-99", 10), Some((4, 10)));
        assert_eq!(parse_range("bytes=-3", 10), Some((7, 10)));
        assert_eq!(parse_range("bytes=10-", 10), None);
        assert_eq!(parse_range("bytes=5-4", 10), None);
        assert_eq!(parse_range("items=0-1", 10), None);
        assert_eq!(parse_range("bytes=0-18446744073709551615", 10), Some((0, 10)));
    }

    #[test]
    fn a_target_cannot_leave_the_folder() {
        let root = Path::new("dist");
        assert_eq!(locate(root, "/"), Some(root.join("stepscope.html")));
        assert_eq!(locate(root, "/a/b.json?x"), Some(root.join("a/b.json")));
        assert_eq!(locate(root, "/../Cargo.toml"), None);
        assert_eq!(locate(root, "//etc/passwd"), None);
        assert_eq!(locate(root, "http://elsewhere/"), None);
    }
}
