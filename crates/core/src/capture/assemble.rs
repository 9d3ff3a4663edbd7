//! Pieces → captures.

use super::command;
use super::exports::export_of;
use super::key::content_key;
use super::left::{left_ranks, left_timelines};
use super::names::{below, folder_name, joined, last, parent, shared_parent, stem};
use super::path::{Class, FileKind, ProfPart, classify, is_prof, is_rank_folder};
use super::rank::{Found, has_table, holds_anything};
use crate::block::{BlockReader, BlockWriter};
use crate::error::Result;
use crate::load::{FilePart, Loaded};
use crate::model::{Capture, CaptureKind, FileEntry, FileState, Rank};
use crate::note::{Note, NoteKind, Severity};
use crate::sort::SortShort;
use crate::trace_json::TracePart;
use std::collections::BTreeMap;

/// What a loader hands over: one file with its table, or a list of files that nobody reads.
#[derive(Default)]
pub struct Piece {
    /// Path of the archive that it is from; empty for files that were opened as they are.
    pub root: String,
    /// Its `files` have paths in the tree of the root; a table belongs to the first of them. Notes name
    /// such paths, or the root where they are on the archive as a whole.
    pub rank: Rank,
    /// A part of the timeline of its file, in place of a table.
    pub part: Option<FilePart>,
}

/// What of a [`FilePart`] is written as JSON.
type PartHead = Option<(usize, usize)>;

impl Piece {
    /// A piece of an archive, or of loose files where `root` is empty.
    pub fn new(root: &str, rank: Rank) -> Piece {
        Piece { root: root.to_owned(), rank, part: None }
    }

    /// Writes the piece as a block: the rank's, with the root in the place of its folder, and
    /// the part.
    pub fn write(&self, sink: &mut dyn FnMut(Vec<u8>)) {
        let mut block = BlockWriter::passing(sink);
        self.write_into(&mut block);
        block.finish();
    }

    pub(crate) fn write_into(&self, block: &mut BlockWriter) {
        Rank { folder: self.root.clone(), ..self.rank.clone() }.write_into(block);
        let head: PartHead = self.part.as_ref().map(|part| (part.index, part.count));
        block.json(&head);
        if let Some(part) = &self.part {
            part.trace.write(block);
        }
    }

    /// Reads what [`Piece::write`] wrote.
    ///
    /// # Errors
    /// [`crate::error::Error::Block`] when the version differs or a check fails.
    pub fn read(next: &mut dyn FnMut() -> Option<Vec<u8>>) -> Result<Piece> {
        let mut block = BlockReader::new(next)?;
        let mut rank = Rank::read_from(&mut block)?;
        let head: PartHead = block.json()?;
        let part = match head {
            Some((index, count)) => {
                Some(FilePart { index, count, trace: TracePart::read(&mut block)? })
            }
            None => None,
        };
        block.finish()?;
        Ok(Piece { root: std::mem::take(&mut rank.folder), rank, part })
    }
}

/// All that came from one archive, or from loose files.
#[derive(Default)]
pub(super) struct Tree {
    pub(super) files: BTreeMap<String, FileEntry>,
    pub(super) tables: BTreeMap<String, Rank>,
    pub(super) notes: Vec<Note>,
    /// On the archive as a whole.
    own_notes: Vec<Note>,
}

/// Puts pieces together. Pieces of one file are in the order in which they were read: the last counts. Parts of files are
/// not in it: [`crate::load::Arrivals`] joins them.
pub(crate) fn assemble(pieces: Vec<Piece>) -> Loaded {
    let mut trees: BTreeMap<String, Tree> = BTreeMap::new();
    let mut notes = Vec::new();
    for Piece { root, mut rank, .. } in pieces {
        let tree = trees.entry(root.clone()).or_default();
        let (own, others) = std::mem::take(&mut rank.notes)
            .into_iter()
            .partition::<Vec<Note>, _>(|note| !root.is_empty() && note.file == root);
        tree.own_notes.extend(own);
        tree.notes.extend(others);
        let files = std::mem::take(&mut rank.files);
        let first = files.first().map(|file| file.path.clone()).filter(|_| holds_anything(&rank));
        for file in files {
            let path = file.path.clone();
            let before = tree.files.insert(path.clone(), file);
            if before.is_some_and(|before| !is_to_come(before.state)) {
                tree.tables.remove(&path);
                tree.notes.push(Note::new(NoteKind::Duplicate, path, ""));
            }
        }
        if let Some(path) = first {
            tree.tables.insert(path, rank);
        }
    }
    let mut captures = Vec::new();
    let mut seen: Vec<String> = Vec::new();
    for (root, mut tree) in trees {
        seen.extend(tree.files.keys().take(4).cloned());
        if !root.is_empty() && tree.files.is_empty() {
            seen.push(root.clone());
        }
        let own_notes = std::mem::take(&mut tree.own_notes);
        let mut own = tree.into_captures(&root, &mut notes);
        if own.is_empty() {
            notes.extend(own_notes);
        } else {
            // A cut archive may have cost any of its captures a part.
            for named in &mut own {
                named.capture.notes.extend(own_notes.iter().cloned());
                Note::merge(&mut named.capture.notes);
            }
        }
        captures.extend(own);
    }
    name_apart(&mut captures);
    let mut captures: Vec<Capture> = captures.into_iter().map(|named| named.capture).collect();
    captures.sort_short_by(|a, b| (&a.name, a.kind).cmp(&(&b.name, b.kind)));
    if captures.is_empty() && !notes.iter().any(says_why) {
        seen.truncate(4);
        notes.push(Note::new(NoteKind::NothingFound, "", seen.join(", ")));
    }
    Note::merge(&mut notes);
    Loaded { captures, notes }
}

/// Whether a note explains why nothing could be opened.
fn says_why(note: &Note) -> bool {
    note.severity == Severity::Error
        || matches!(
            note.kind,
            NoteKind::ClusterNotRead
                | NoteKind::NotSupported
                | NoteKind::Empty
                | NoteKind::LeftUnread
        )
}

/// Whether a file may still be read: what is known of it by then takes its place.
fn is_to_come(state: FileState) -> bool {
    matches!(state, FileState::Waiting | FileState::Left)
}

/// Whether a rank without a table may still get one.
fn is_unread(rank: &Rank) -> bool {
    rank.files.iter().any(|file| is_to_come(file.state))
}

/// A capture with the longer name that it gets when another has the same.
pub(super) struct Named {
    pub(super) capture: Capture,
    pub(super) long: String,
}

fn name_apart(captures: &mut [Named]) {
    let names: Vec<String> = captures.iter().map(|named| named.capture.name.clone()).collect();
    for named in captures {
        if names.iter().filter(|name| **name == named.capture.name).count() > 1 {
            named.capture.name = std::mem::take(&mut named.long);
        }
    }
}

impl Tree {
    fn into_captures(mut self, root: &str, notes: &mut Vec<Note>) -> Vec<Named> {
        let mut captures = self.timelines(root);
        notes.extend(left_timelines(root, self.files.values()));
        let mut found = self.rank_folders();
        captures.extend(self.clusters(root, &found));
        notes.extend(self.foreign(&found));
        self.attach(&mut found);
        let kinds = [CaptureKind::TorchNpu, CaptureKind::Mindspore, CaptureKind::Msprof];
        for (kind, shared, ranks) in kinds.into_iter().flat_map(|kind| grouped(&mut found, kind)) {
            let key = content_key(ranks.iter());
            let left = left_ranks(&ranks);
            let (kept, empty): (Vec<_>, Vec<_>) = ranks.into_iter().partition(has_table);
            let (unread, empty): (Vec<_>, Vec<_>) = empty.into_iter().partition(is_unread);
            let orphans = empty
                .into_iter()
                .chain(unread.iter().cloned())
                .flat_map(|rank| rank.notes)
                .chain(left);
            if kept.is_empty() {
                let absolute = |note: Note| Note { file: joined(&shared, &note.file), ..note };
                notes.extend(orphans.map(absolute));
                continue;
            }
            let mut capture_notes: Vec<Note> = orphans.collect();
            let ranks = newest(kept, &mut capture_notes);
            let unread = newest(unread, &mut capture_notes);
            Note::merge(&mut capture_notes);
            let name = capture_name(root, &shared, &ranks);
            let long = match (root.is_empty(), shared.is_empty()) {
                (true, true) => name.clone(),
                (true, false) => shared.clone(),
                (false, _) => joined(root, &shared),
            };
            let place = joined(root, &shared);
            let capture = Capture { name, place, key, kind, ranks, unread, notes: capture_notes };
            captures.push(Named { capture, long });
        }
        notes.append(&mut self.notes);
        captures
    }

    /// Rank folders with the files that say so, by folder.
    fn rank_folders(&self) -> BTreeMap<String, Found> {
        let mut found: BTreeMap<String, Found> = BTreeMap::new();
        for path in self.files.keys() {
            let class = classify(path);
            let folder = match class.kind {
                FileKind::Other | FileKind::Json | FileKind::Foreign(_) | FileKind::Prof(_) => {
                    continue;
                }
                _ => class.folder,
            };
            let rank = found.entry(folder.to_owned()).or_default();
            folder.clone_into(&mut rank.folder);
            rank.see(path, class);
        }
        self.split_databases(&mut found);
        for path in self.files.keys() {
            let class = classify(path);
            if let FileKind::Prof(_) = class.kind {
                let folder = parent(class.folder);
                let own = is_rank_folder(folder).then(|| folder.to_owned());
                if let Some(folder) = own.or_else(|| found.get(folder).map(|f| f.folder.clone())) {
                    let rank = found.entry(folder.clone()).or_default();
                    rank.folder = folder;
                    rank.see(path, class);
                }
            }
        }
        found.retain(|_, rank| rank.is_rank());
        // What a framework's profiler left in a folder of any name is told by its own files.
        let ranks: Vec<String> = found.keys().cloned().collect();
        let is_left_over = |folder: &str| {
            let prof = if is_prof(folder) { folder } else { parent(folder) };
            is_prof(prof) && ranks.iter().any(|rank| rank == parent(prof))
        };
        found.retain(|folder, _| !is_left_over(folder));
        found
    }

    /// Of several databases side by side each is a rank; those beside a timeline in text tell what it tells.
    fn split_databases(&self, found: &mut BTreeMap<String, Found>) {
        for path in self.files.keys() {
            let class = classify(path);
            let is_apart = |own: &&mut Found| own.holds_several() && !is_prof(class.folder);
            if matches!(class.kind, FileKind::Database(..))
                && let Some(own) = found.get_mut(class.folder).filter(is_apart)
            {
                own.without_databases();
                let rank = found.entry(path.clone()).or_default();
                path.clone_into(&mut rank.folder);
                rank.see(path, class);
            }
        }
    }

    /// Notes on captures of other kinds, one a kind.
    fn foreign(&self, ranks: &BTreeMap<String, Found>) -> Vec<Note> {
        let mut folders: BTreeMap<String, NoteKind> = BTreeMap::new();
        for path in self.files.keys() {
            let Class { folder, kind } = classify(path);
            let found = match kind {
                // Beside ranks, it is a second account.
                FileKind::Foreign(CaptureKind::Cluster) if ranks.is_empty() => {
                    NoteKind::ClusterNotRead
                }
                FileKind::Foreign(_) | FileKind::Prof(ProfPart::Exported) => {
                    NoteKind::MsprofNotRead
                }
                FileKind::Prof(ProfPart::Raw) => NoteKind::NotParsed,
                _ => continue,
            };
            let inside = |rank: &String| {
                !rank.is_empty() && (below(path, rank).is_some() || below(rank, folder).is_some())
            };
            if ranks.contains_key(parent(folder)) || ranks.keys().any(inside) {
                continue;
            }
            let own = folders.entry(folder.to_owned()).or_insert(found);
            // One exported file is enough to say that a PROF folder is not raw.
            if *own == NoteKind::NotParsed {
                *own = found;
            }
        }
        let note = |(folder, kind): (String, NoteKind)| match kind {
            NoteKind::NotParsed => self.raw_prof(folder),
            kind => Note::new(kind, folder, ""),
        };
        folders.into_iter().map(note).collect()
    }

    /// The note on raw data of msprof: how to export it, where it was collected to its end.
    fn raw_prof(&self, folder: String) -> Note {
        let inside = format!("{folder}/");
        let own = self.files.range(inside.clone()..).map(|(path, _)| path.as_str());
        let own = || own.clone().take_while(|path| path.starts_with(&inside));
        let of_device = |path: &str| path[inside.len()..].starts_with("device_");
        let has_info = own().any(|path| classify(path).kind == FileKind::DeviceInfo);
        if own().any(of_device) && !has_info {
            return Note::new(NoteKind::NotCollected, folder, "");
        }
        // Where parsing has begun there are databases of its own.
        let is_begun = own().any(|path| last(parent(path)) == "sqlite");
        let command = command::export(&folder, is_begun);
        Note::new(NoteKind::NotParsed, folder, command)
    }

    /// Gives ranks their tables, notes and the rest of their files.
    fn attach(&mut self, found: &mut BTreeMap<String, Found>) {
        let home_of = |path: &str, found: &BTreeMap<String, Found>| {
            if found.contains_key(path) {
                return Some(path.to_owned());
            }
            let class = classify(path);
            let own =
                !matches!(class.kind, FileKind::Other | FileKind::Json | FileKind::Foreign(_));
            if own && found.contains_key(class.folder) {
                return Some(class.folder.to_owned());
            }
            let mut folder = path;
            while !folder.is_empty() {
                folder = parent(folder);
                if !folder.is_empty() && found.contains_key(folder) {
                    return Some(folder.to_owned());
                }
            }
            None
        };
        for (path, table) in std::mem::take(&mut self.tables) {
            if let Some(home) = home_of(&path, found)
                && let Some(rank) = found.get_mut(&home)
            {
                let is_left_over = export_of(&path).is_some() && classify(&path).folder != home;
                if !is_left_over {
                    rank.tables.push((path, table));
                }
            }
        }
        for note in std::mem::take(&mut self.notes) {
            match home_of(&note.file, found).and_then(|home| found.get_mut(&home)) {
                Some(rank) => rank.notes.push(note),
                None => self.notes.push(note),
            }
        }
        for (path, entry) in std::mem::take(&mut self.files) {
            if let Some(home) = home_of(&path, found)
                && let Some(rank) = found.get_mut(&home)
            {
                rank.files.push(entry);
            }
        }
    }
}

/// The ranks of one profiler, by the folder that they share.
fn grouped(
    found: &mut BTreeMap<String, Found>,
    kind: CaptureKind,
) -> Vec<(CaptureKind, String, Vec<Rank>)> {
    let mut groups: BTreeMap<String, Vec<Rank>> = BTreeMap::new();
    for (_, rank) in found.extract_if(.., |_, rank| rank.kind() == kind) {
        let shared = shared_parent(&rank.folder).to_owned();
        let rank = rank.into_rank(&shared);
        groups.entry(shared).or_default().push(rank);
    }
    groups.into_iter().map(|(shared, ranks)| (kind, shared, ranks)).collect()
}

/// One rank a number, the newest, and in order.
fn newest(ranks: Vec<Rank>, notes: &mut Vec<Note>) -> Vec<Rank> {
    let age = |rank: &Rank| {
        let time = folder_name(&rank.folder).time.map(|time| format!("{time:0<17}"));
        let end = rank.profiler_info.as_ref().and_then(|info| info.collection_end);
        (time, end, rank.folder.clone())
    };
    let mut by_number: BTreeMap<u32, Rank> = BTreeMap::new();
    let mut unknown = Vec::new();
    for rank in ranks {
        let Some(number) = rank.rank else {
            unknown.push(rank);
            continue;
        };
        let Some(other) = by_number.remove(&number) else {
            by_number.insert(number, rank);
            continue;
        };
        let (kept, left) = if age(&rank) > age(&other) { (rank, other) } else { (other, rank) };
        let detail = format!("rank {number}: {} > {}", kept.folder, left.folder);
        notes.push(Note::new(NoteKind::DuplicateRank, left.folder, detail));
        by_number.insert(number, kept);
    }
    unknown.sort_short_by(|a, b| a.folder.cmp(&b.folder));
    by_number.into_values().chain(unknown).collect()
}

fn capture_name(root: &str, shared: &str, ranks: &[Rank]) -> String {
    let one = match ranks {
        [rank] => Some(rank),
        _ => None,
    };
    let name = if !shared.is_empty() {
        last(shared)
    } else if let Some(rank) = one.filter(|rank| !rank.folder.is_empty()) {
        last(&rank.folder)
    } else if !root.is_empty() {
        stem(root)
    } else {
        let read = one.map(|rank| rank.files.iter().filter(|file| file.state == FileState::Read));
        match read.map(Iterator::collect::<Vec<_>>).as_deref() {
            Some([file]) => last(&file.path),
            _ => "capture",
        }
    };
    name.to_owned()
}
