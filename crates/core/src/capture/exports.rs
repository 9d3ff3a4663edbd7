//! Files that the msprof command line exports: several of them tell the same, or one thing in parts (formats.md §1.3).

use super::names::{last, parent};
use super::path::FileKind;
use crate::sort::SortShort;
use std::collections::HashMap;

/// A file of an export, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Export<'a> {
    /// What it holds: `msprof`, `op_summary`, ….
    name: &'a str,
    /// `json` or `csv`.
    ending: &'a str,
    part: Part<'a>,
}

/// Which part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part<'a> {
    /// `{name}_{time}`, `{name}_slice_{number}_{time}`; of times the length comes first, to compare them as numbers.
    Slice { time: (usize, &'a str), number: Option<u32> },
    /// `{name}_{device}_{model}_{iteration}`, before CANN 7.
    Iteration { device: u32, model: u32, iteration: u32 },
}

/// Names by which a file is known wherever it lies.
const KNOWN: &[&str] = &["msprof", "op_summary", "op_statistic", "hccl", "task_time", "step_trace"];

/// A loose JSON of this many digits at the end was named by a clock; one of fewer may be anybody's.
const CLOCK_DIGITS: usize = 8;

impl<'a> Export<'a> {
    /// Reads the name of a file of the folder of an export.
    pub(super) fn named(file: &'a str) -> Option<Export<'a>> {
        let (stem, ending) =
            file.rsplit_once('.').filter(|(_, end)| matches!(*end, "json" | "csv"))?;
        let mut rest = stem;
        let mut numbers: Vec<&str> = Vec::new();
        while let Some((before, number)) = rest.rsplit_once('_')
            && !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit())
        {
            numbers.push(number);
            rest = before;
        }
        let (name, part) = match *numbers.as_slice() {
            [time] => (rest, Part::Slice { time: (time.len(), time), number: None }),
            [time, number] => {
                let number = Some(number.parse().ok()?);
                (rest.strip_suffix("_slice")?, Part::Slice { time: (time.len(), time), number })
            }
            [iteration, model, device] => {
                let number = |text: &str| text.parse().ok();
                let (device, model) = (number(device)?, number(model)?);
                (rest, Part::Iteration { device, model, iteration: number(iteration)? })
            }
            _ => return None,
        };
        Some(Export { name, ending, part })
    }

    /// Reads the name of a file of any folder, which must be well known.
    pub(super) fn known(file: &'a str) -> Option<Export<'a>> {
        let export = Export::named(file).filter(|export| KNOWN.contains(&export.name))?;
        let by_clock = match export.part {
            Part::Slice { time: (digits, _), .. } => digits >= CLOCK_DIGITS,
            Part::Iteration { .. } => true,
        };
        (by_clock || export.ending == "csv").then_some(export)
    }

    /// What kind of file it is; `of_rank` says so of the names that a framework's profiler gives.
    pub(super) fn kind(&self, of_rank: fn(&str) -> FileKind) -> FileKind {
        let Export { name, ending, part } = self;
        match (*name, *ending, part) {
            ("op_summary", "csv", _) => FileKind::Kernels,
            ("msprof", "json", _) => FileKind::Trace,
            ("hccl" | "task_time" | "step_trace", "json", Part::Iteration { .. }) => {
                FileKind::Trace
            }
            (_, "csv", Part::Slice { .. }) => of_rank(&format!("{name}.csv")),
            _ => FileKind::Other,
        }
    }
}

/// The export that a file with this path is of, where it is one.
pub(crate) fn export_of(path: &str) -> Option<Export<'_>> {
    let in_export = last(parent(path)) == "mindstudio_profiler_output";
    if in_export { Export::named(last(path)) } else { Export::known(last(path)) }
}

/// Whether an export that does not count is of another time or in slices: others are parts of one that counts.
pub(crate) fn is_of_other_time(path: &str) -> bool {
    export_of(path).is_some_and(|export| matches!(export.part, Part::Slice { .. }))
}

/// Of the exports of one rank those that count, in the order in which they go on: the newest of each kind, whole
/// rather than in slices; of iterations the timeline with everything rather than those with a part of it.
pub(crate) fn chosen<'a>(paths: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut exports: Vec<(Export, &str)> =
        paths.filter_map(|path| Some((export_of(path)?, path))).collect();
    exports.sort_short_by_key(|(export, path)| (export.part, *path));
    let mut newest: HashMap<(&str, &str), Part> = HashMap::new();
    let mut whole: Vec<Part> = Vec::new();
    for (export, _) in &exports {
        let key = (export.name, export.ending);
        match export.part {
            // In order of time, and without a number before with one.
            Part::Slice { time, .. } => {
                let known = newest.entry(key).or_insert(export.part);
                if !matches!(known, Part::Slice { time: own, .. } if *own == time) {
                    *known = export.part;
                }
            }
            // Each of its files holds all iterations.
            Part::Iteration { .. } if export.name == "step_trace" => {
                newest.insert(key, export.part);
            }
            Part::Iteration { .. } if export.name == "msprof" => whole.push(export.part),
            Part::Iteration { .. } => {}
        }
    }
    exports.retain(|(export, _)| {
        let best = newest.get(&(export.name, export.ending));
        match (export.part, best) {
            (Part::Slice { time, number }, Some(Part::Slice { time: newest, number: first })) => {
                time == *newest && (first.is_some() || number.is_none())
            }
            (Part::Iteration { .. }, _) if export.name == "step_trace" => {
                Some(&export.part) == best
            }
            (Part::Iteration { .. }, _) => {
                export.name == "msprof" || export.ending == "csv" || !whole.contains(&export.part)
            }
            _ => false,
        }
    });
    exports.into_iter().map(|(_, path)| path).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_rank(name: &str) -> FileKind {
        if name == "op_statistic.csv" { FileKind::OpStatistic } else { FileKind::Other }
    }

    #[test]
    fn names_say_what_is_in_a_file() {
        let kind = |name| Export::named(name).map(|export| export.kind(of_rank));
        assert_eq!(kind("msprof_20250301010203.json"), Some(FileKind::Trace));
        assert_eq!(kind("msprof_slice_3_20250301010203.json"), Some(FileKind::Trace));
        assert_eq!(kind("op_summary_20250301010203.csv"), Some(FileKind::Kernels));
        assert_eq!(kind("op_statistic_1.csv"), Some(FileKind::OpStatistic));
        assert_eq!(kind("hccl_0_2_1.json"), Some(FileKind::Trace));
        // A part of what `msprof` holds since.
        assert_eq!(kind("step_trace_20250301010203.json"), Some(FileKind::Other));
        assert_eq!(kind("README.txt"), None);
        assert_eq!(kind("op_summary_1_2.csv"), None);
        assert_eq!(kind("op_summary_slice_99999999999_1.csv"), None);
    }

    #[test]
    fn loose_files_are_known_by_name_and_clock() {
        assert!(export_of("x/op_summary_1.csv").is_some());
        assert!(export_of("x/msprof_1.json").is_none());
        assert!(export_of("x/msprof_20250301.json").is_some());
        assert!(export_of("x/mindstudio_profiler_output/msprof_1.json").is_some());
        assert!(export_of("x/loss_20250301.csv").is_none());
    }

    fn chosen_of(names: &[&str]) -> Vec<String> {
        let paths: Vec<String> =
            names.iter().map(|name| format!("P/mindstudio_profiler_output/{name}")).collect();
        let names = chosen(paths.iter().map(String::as_str)).into_iter();
        names.map(|path| last(path).to_owned()).collect()
    }

    #[test]
    fn the_newest_set_counts_and_slices_go_by_number() {
        let kept = chosen_of(&[
            "op_summary_slice_10_20250301000000.csv",
            "op_summary_slice_9_20250301000000.csv",
            "op_summary_20240301000000.csv",
            "msprof_20250301000000.json",
            "msprof_slice_0_20250301000000.json",
            "msprof_slice_0_20260301000000.json",
        ]);
        let expected = [
            "op_summary_slice_9_20250301000000.csv",
            "op_summary_slice_10_20250301000000.csv",
            "msprof_slice_0_20260301000000.json",
        ];
        assert_eq!(kept, expected);
    }

    #[test]
    fn iterations_go_on_from_each_other() {
        let kept = chosen_of(&[
            "msprof_0_2_10.json",
            "msprof_0_2_9.json",
            "hccl_0_2_9.json",
            "hccl_0_2_11.json",
            "step_trace_0_2_1.json",
            "step_trace_0_2_2.json",
        ]);
        let expected = [
            "step_trace_0_2_2.json",
            "msprof_0_2_9.json",
            "msprof_0_2_10.json",
            "hccl_0_2_11.json",
        ];
        assert_eq!(kept, expected);
    }
}
