//! Chrome traces that are no part of a rank: each is a capture of its own, but for the ranks of one job.

use super::assemble::{Named, Tree};
use super::key::timeline_key;
use super::names::{joined, last, parent, stem};
use super::path::{FileKind, classify};
use crate::model::{Capture, CaptureKind, Rank, Trace};
use crate::note::Note;
use crate::sort::SortShort;
use std::collections::{BTreeMap, HashSet};

impl Tree {
    /// Takes the timelines of the archive `root`, or of loose files where it is empty, as captures.
    pub(super) fn timelines(&mut self, root: &str) -> Vec<Named> {
        let is_timeline = |path: &String, rank: &Rank| {
            rank.trace.is_some() && classify(path).kind == FileKind::Json
        };
        let paths: Vec<String> = (self.tables.iter())
            .filter(|(path, rank)| is_timeline(path, rank))
            .map(|(path, _)| path.clone())
            .collect();
        let mut captures = Vec::new();
        // Ranks of PyTorch's profiler by their folder and job.
        let mut jobs: BTreeMap<(String, String), Vec<(String, Rank)>> = BTreeMap::new();
        for path in paths {
            let Some(mut rank) = self.tables.remove(&path) else { continue };
            let Some(mut file) = self.files.remove(&path) else { continue };
            let name = last(&path).to_owned();
            file.path.clone_from(&name);
            rank.files = vec![file];
            rank.notes = self.notes.extract_if(.., |note| note.file == path).collect();
            for note in &mut rank.notes {
                note.file.clone_from(&name);
            }
            Note::merge(&mut rank.notes);
            let kineto = rank.trace.as_deref().filter(|trace| is_kineto(trace)).map(place_in_job);
            if let Some((number, job)) = kineto {
                rank.rank = number;
                jobs.entry((parent(&path).to_owned(), job)).or_default().push((path, rank));
            } else {
                captures.push(alone(root, &path, CaptureKind::ChromeTrace, rank));
            }
        }
        for ((folder, _), ranks) in jobs {
            if is_one_job(&ranks) {
                captures.push(together(root, &folder, ranks));
            } else {
                let each = ranks.into_iter();
                captures
                    .extend(each.map(|(path, rank)| alone(root, &path, CaptureKind::Kineto, rank)));
            }
        }
        captures
    }
}

/// Whether PyTorch's profiler wrote a trace: by the names of its categories.
fn is_kineto(trace: &Trace) -> bool {
    let has = |category| {
        let name = trace.strings.find(category);
        name.is_some_and(|name| trace.categories.contains(&name))
    };
    has("cuda_runtime") || has("kernel") && has("cpu_op")
}

/// The rank that a trace says it is of, and what else it says of its job.
fn place_in_job(trace: &Trace) -> (Option<u32>, String) {
    let told = trace.kept("distributedInfo").unwrap_or_default();
    let mut job: serde_json::Map<String, serde_json::Value> =
        serde_json::from_str(told).unwrap_or_default();
    let rank = job.remove("rank").and_then(|rank| u32::try_from(rank.as_u64()?).ok());
    (rank, serde_json::Value::Object(job).to_string())
}

/// Whether timelines of one folder are ranks of one job: each says which, and no two say the same.
fn is_one_job(ranks: &[(String, Rank)]) -> bool {
    let numbers: HashSet<u32> = ranks.iter().filter_map(|(_, rank)| rank.rank).collect();
    ranks.len() > 1 && numbers.len() == ranks.len()
}

fn alone(root: &str, path: &str, kind: CaptureKind, rank: Rank) -> Named {
    let key = timeline_key(rank.files.iter().map(|file| file.bytes).sum());
    let (name, place) = (last(path).to_owned(), joined(root, path));
    named(name, place, key, kind, vec![rank])
}

fn together(root: &str, folder: &str, mut ranks: Vec<(String, Rank)>) -> Named {
    ranks.sort_short_by_key(|(_, rank)| rank.rank);
    let bytes = ranks.iter().flat_map(|(_, rank)| &rank.files).map(|file| file.bytes).sum();
    let own = |(path, rank): (String, Rank)| Rank { folder: last(&path).to_owned(), ..rank };
    let ranks: Vec<Rank> = ranks.into_iter().map(own).collect();
    let name = match (last(folder), stem(root)) {
        ("", "") => "capture",
        ("", archive) => archive,
        (folder, _) => folder,
    };
    named(name.to_owned(), joined(root, folder), timeline_key(bytes), CaptureKind::Kineto, ranks)
}

fn named(name: String, place: String, key: String, kind: CaptureKind, ranks: Vec<Rank>) -> Named {
    let (long, unread, notes) = (place.clone(), Vec::new(), Vec::new());
    Named { capture: Capture { name, place, key, kind, ranks, unread, notes }, long }
}
