//! The native `stepscope` command: the same core and analysis as the page, in a terminal.
//!
//! ```text
//! flags ─► walk ─► load (threads) ─► analysis ─► report or JSON on stdout, notes on stderr
//! ```
//!
//! This crate holds what touches the system: arguments, files, threads, the clock, the terminal. It decides
//! nothing about a capture.

mod file_source;
mod flags;
mod load;
mod measure;
mod report;
mod run;
mod style;
mod table;
#[cfg(test)]
mod testing;
mod walk;

use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    match run::run(std::env::args_os().skip(1)) {
        Ok(code) => code,
        // `stepscope summary … | head` is not an error.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::from(1)
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = |cause: &(dyn std::error::Error + 'static)| {
        let json =
            cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
        cause.downcast_ref::<io::Error>().map(io::Error::kind).or(json)
    };
    error.chain().any(|cause| kind(cause) == Some(io::ErrorKind::BrokenPipe))
}
