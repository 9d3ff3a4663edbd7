//! The vendor's analysis of a cluster, where it is all that there is: its ranks by their step table.

use super::assemble::{Named, Tree};
use super::key::timeline_key;
use super::names::{below, joined, last, parent};
use super::path::{FileKind, classify};
use super::rank::{Found, is_database};
use crate::model::{Capture, CaptureKind, FileEntry, FileState, Rank, StepTraceRow};
use crate::note::Note;
use crate::sort::SortShort;
use std::collections::BTreeMap;

impl Tree {
    /// Takes the step tables of clusters as captures; beside ranks, which tell more, they are only listed.
    pub(super) fn clusters(&mut self, root: &str, ranks: &BTreeMap<String, Found>) -> Vec<Named> {
        let mut folders: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for path in self.tables.keys() {
            let class = classify(path);
            if matches!(class.kind, FileKind::ClusterSteps | FileKind::ClusterDatabase) {
                folders.entry(class.folder.to_owned()).or_default().push(path.clone());
            }
        }
        let mut captures = Vec::new();
        for (folder, mut paths) in folders {
            // Both tell the same: text before databases, as for ranks.
            paths.sort_short_by_key(|path| is_database(path));
            let tables: Vec<Rank> =
                paths.iter().filter_map(|path| self.tables.remove(path)).collect();
            for path in paths.iter().skip(1) {
                self.files
                    .get_mut(path)
                    .into_iter()
                    .for_each(|file| file.state = FileState::Listed);
            }
            let beside = |rank: &String| below(rank, parent(&folder)).is_some();
            if ranks.keys().any(beside) {
                self.files
                    .get_mut(&paths[0])
                    .into_iter()
                    .for_each(|file| file.state = FileState::Listed);
                continue;
            }
            let rows = tables.into_iter().find_map(|table| table.step_trace).unwrap_or_default();
            captures.push(self.cluster(root, &folder, rows));
        }
        captures
    }

    fn cluster(&mut self, root: &str, folder: &str, rows: Vec<StepTraceRow>) -> Named {
        let mut by_rank: BTreeMap<u32, Vec<StepTraceRow>> = BTreeMap::new();
        for row in rows {
            // Rows of several ranks are the greatest of theirs.
            if let Some(rank) = row.index.as_ref().and_then(|index| index.parse().ok()) {
                by_rank.entry(rank).or_default().push(row);
            }
        }
        let mut ranks: Vec<Rank> = by_rank
            .into_iter()
            .map(|(rank, rows)| Rank {
                rank: Some(rank),
                step_trace: Some(rows),
                ..Rank::default()
            })
            .collect();
        let relative = |path: &str| below(path, folder).unwrap_or(path).to_owned();
        let own = |path: &String| below(path, folder).is_some();
        let files: Vec<FileEntry> =
            self.files.extract_if(.., |path, _| own(path)).map(|(_, file)| file).collect();
        let bytes = files.iter().filter(|file| file.state == FileState::Read);
        let key = timeline_key(bytes.map(|file| file.bytes).sum());
        let mut notes: Vec<Note> = self.notes.extract_if(.., |note| own(&note.file)).collect();
        notes.iter_mut().for_each(|note| note.file = relative(&note.file));
        Note::merge(&mut notes);
        // They are no rank's; the Capture view lists those of ranks.
        if let Some(first) = ranks.first_mut() {
            let entry = |file: FileEntry| FileEntry { path: relative(&file.path), ..file };
            first.files = files.into_iter().map(entry).collect();
        }
        let (place, name) = (joined(root, folder), last(folder).to_owned());
        let (kind, long) = (CaptureKind::Cluster, place.clone());
        let capture = Capture { name, place, key, kind, ranks, unread: Vec::new(), notes };
        Named { capture, long }
    }
}
