//! How long a packed trace takes to unpack, to parse, and to load: both at once, in one thread.

use std::hint::black_box;
use std::io::Read;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};
use stepscope_core::archive::Meter;
use stepscope_core::load::{Input, Options, Plan, Work, load, plan, run};

use crate::{input, say};

fn options() -> Options {
    Options { unpack: stepscope_codecs::unpack, ..Options::default() }
}

/// Prints the readings of `packed`, which holds the trace of `plain`.
pub(crate) fn print(packed: &Path, plain: &Path) -> Result<()> {
    let (packed, plain) = (input(packed)?, input(plain)?);
    let unpacking = seconds(|| unpack(&packed))?;
    let parsing = seconds(|| parse(&plain))?;
    let both = seconds(|| parse(&packed))?;
    say("unpacking alone", unpacking, "s")?;
    say("parsing alone", parsing, "s")?;
    say("unpacking and parsing", both, "s")?;
    say("unpacking and parsing, of the sum", 100.0 * both / (unpacking + parsing), "%")
}

fn seconds(run: impl FnOnce() -> Result<()>) -> Result<f64> {
    let start = Instant::now();
    run()?;
    Ok(start.elapsed().as_secs_f64())
}

fn parse(input: &Input) -> Result<()> {
    let inputs = std::slice::from_ref(input);
    black_box(load(inputs, &options(), &mut ())).captures.pop().map(drop).context("no trace")
}

/// Goes over everything that is packed, and reads nothing of it.
fn unpack(input: &Input) -> Result<()> {
    let options = options();
    let Plan { jobs, .. } = plan(std::slice::from_ref(input), &options);
    let mut chunk = vec![0; options.chunk];
    for mut job in jobs {
        match &mut job.work {
            Work::File(entry) => {
                let mut bytes =
                    entry.open(&input.source, &options.limits, options.unpack, Meter::default())?;
                while bytes.read(&mut chunk)? > 0 {}
            }
            Work::Archive(pass) => {
                pass.only = Some(Vec::new());
                let _ = run(&job, &input.source, &options, &mut (), &mut |_| ());
            }
        }
    }
    Ok(())
}
