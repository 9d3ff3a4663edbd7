//! `seeds FOLDER` writes where fuzzing begins, a folder for each target: what the generator of captures makes, cut down
//! until a change is likely to hit something.

#[path = "seeds/shorten.rs"]
mod shorten;

use std::error::Error;
use std::fs;
use std::path::Path;

use shorten::{Result, database, json, table};
use stepscope_core::load::{Input, Options, Piece, plan, run};
use stepscope_fixtures::Files;
use stepscope_fixtures::forms::Form;
use stepscope_fixtures::job::Level;
use stepscope_fixtures::matrix::kinds;
use stepscope_fixtures::pack::{gzip, xz, zstandard};
use stepscope_fixtures::scenarios::one_run;

/// Bytes of a block before and behind its columns, which the target adds.
const BLOCK_HEADER: usize = 16;
const BLOCK_TRAILER: usize = 4;

fn main() -> Result<()> {
    let folder = std::env::args().nth(1).ok_or("usage: seeds FOLDER")?;
    let seeds = Seeds { folder: Path::new(&folder) };
    let short = shortened()?;
    seeds.archives(&short)?;
    seeds.files(&short)?;
    seeds.blocks(&short)
}

/// Everything that the forms of a run and the other kinds of captures consist of, shortened.
fn shortened() -> Result<Files> {
    let mut all = Files::new();
    for form in Form::ALL {
        all.nest("runs", one_run(Level::Level1, form).files);
    }
    kinds().into_iter().for_each(|kind| all.append(kind.files));
    let mut short = Files::new();
    for (path, bytes) in all.iter() {
        let cut = match path.rsplit_once('.').map(|(_, ending)| ending) {
            Some("json" | "0") => json(bytes)?,
            Some("csv" | "txt") => table(bytes),
            Some("db") => database(bytes)?,
            _ => continue,
        };
        short.push(path, cut);
    }
    Ok(short)
}

struct Seeds<'a> {
    folder: &'a Path,
}

impl Seeds<'_> {
    fn write(&self, target: &str, name: &str, bytes: &[u8]) -> Result<()> {
        fs::create_dir_all(self.folder.join(target))?;
        Ok(fs::write(self.folder.join(target).join(name), bytes)?)
    }

    /// A seed that begins with the number of the name under which the target opens it.
    fn choice(&self, target: &str, choice: usize, name: &str, bytes: &[u8]) -> Result<()> {
        let choice = u8::try_from(choice)?;
        self.write(target, name, &[&[choice], bytes].concat())
    }

    fn archives(&self, short: &Files) -> Result<()> {
        let mut few = Files::new();
        let endings = [
            "/trace_view.json",
            "/kernel_details.csv",
            "/step_trace_time.csv",
            "/profiler_info_0.json",
        ];
        for ending in endings {
            let (path, bytes) = find(short, ending)?;
            let name = path.rsplit('/').next().unwrap_or_default();
            let below = if name.starts_with("profiler") { "" } else { "ASCEND_PROFILER_OUTPUT/" };
            few.push(format!("采集/a_ascend_pt/{below}{name}"), bytes);
        }
        let (zip, tar) = (few.to_zip()?, few.to_tar()?);
        self.write("zip", "capture", &zip)?;
        let mut nested = Files::new();
        nested.push("inner.zip", zip);
        nested.push("inner.tar.gz", few.to_tar_gz()?);
        self.write("zip", "nested", &nested.to_zip()?)?;
        let (_, trace) = find(short, "chrome/trace.json")?;
        self.choice("tar", 0, "plain", &tar)?;
        self.choice("tar", 1, "gzip", &gzip(&tar)?)?;
        self.choice("tar", 2, "zstandard", &zstandard(&tar)?)?;
        self.choice("tar", 3, "xz", &xz(&tar)?)?;
        self.choice("tar", 4, "trace-gzip", &gzip(trace)?)?;
        self.choice("tar", 5, "trace-zstandard", &zstandard(trace)?)?;
        self.choice("tar", 6, "trace-xz", &xz(trace)?)?;
        self.choice("tar", 7, "well-packed", &tar)
    }

    fn files(&self, short: &Files) -> Result<()> {
        // In the order of the names in the targets.
        for (target, endings) in [
            (
                "trace_json",
                &[
                    "/trace_view.json",
                    "/msprof_20260301093020.json",
                    "/rank0.pt.trace.json",
                    "chrome/trace.json",
                ][..],
            ),
            (
                "csv",
                &[
                    "/kernel_details.csv",
                    "/op_statistic.csv",
                    "/step_trace_time.csv",
                    "/memory_record.csv",
                    "/npu_module_mem.csv",
                    "/operator_memory.csv",
                    "/op_summary_20260301093020.csv",
                    "/cluster_step_trace_time.csv",
                    "/minddata_pipeline_raw_0.csv",
                    "/minddata_aicpu_0.txt",
                ],
            ),
            (
                "communication_json",
                &[
                    "/communication.json",
                    "/communication_matrix.json",
                    "/profiler_info_0.json",
                    "/profiler_metadata.json",
                    "/info.json.0",
                    "/start_info.0",
                    "/pipeline_profiling_0.json",
                ],
            ),
            (
                "database",
                &[
                    "/ascend_pytorch_profiler_0.db",
                    "/analysis.db",
                    "/msprof_20260301093020.db",
                    "/ascend_mindspore_profiler_0.db",
                    "/communication_analyzer.db",
                    "/cluster_analysis.db",
                ],
            ),
        ] {
            for (choice, ending) in endings.iter().enumerate() {
                match find(short, ending) {
                    Ok((_, bytes)) => {
                        let name = ending.trim_matches(['/', '_']).replace(['/', '.'], "-");
                        self.choice(target, choice, &name, bytes)?;
                    }
                    Err(error) => eprintln!("{target}: {error}"),
                }
            }
        }
        Ok(())
    }

    /// Pieces of loads, one of them a part of a file.
    fn blocks(&self, short: &Files) -> Result<()> {
        let endings = [
            "/trace_view.json",
            "/kernel_details.csv",
            "/memory_record.csv",
            "/operator_memory.csv",
            "/communication.json",
            "/minddata_pipeline_raw_0.csv",
        ];
        for ending in endings {
            let (path, bytes) = find(short, ending)?;
            let name = ending.trim_start_matches('/').replace('.', "-");
            self.block(&name, &pieces(path, bytes, 1)?)?;
        }
        let (path, bytes) = find(short, "/trace_view.json")?;
        self.block("part", &pieces(path, bytes, 2)?)
    }

    fn block(&self, name: &str, pieces: &[Piece]) -> Result<()> {
        let mut bytes = Vec::new();
        pieces.last().ok_or("nothing was read")?.write(&mut |buffer| bytes.extend(buffer));
        let columns = &bytes[BLOCK_HEADER..bytes.len() - BLOCK_TRAILER];
        self.choice("block", 255, name, columns)
    }
}

fn pieces(path: &str, bytes: &[u8], loaders: usize) -> Result<Vec<Piece>> {
    let source = std::sync::Arc::new(bytes.to_vec());
    let inputs = [Input { path: path.to_owned(), source }];
    let options = Options { loaders, part_bytes: 16, ..Options::default() };
    let plan = plan(&inputs, &options);
    let mut pieces = plan.pieces;
    for job in &plan.jobs {
        let source = &inputs[job.input].source;
        let _ = run(job, source, &options, &mut (), &mut |piece| pieces.push(piece));
    }
    Ok(pieces)
}

fn find<'a>(files: &'a Files, ending: &str) -> Result<(&'a str, &'a [u8])> {
    files
        .find(ending)
        .ok_or_else(|| -> Box<dyn Error> { format!("no file ends with {ending}").into() })
}
