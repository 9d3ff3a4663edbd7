//! What is to be read, and in which pieces.

use super::begun::begun;
use super::database::is_wanted;
use super::left::Home;
use super::parts::{PartOf, share_out};
use super::unite::set_aside;
use super::unread::{foreign, foreign_entry, tell, too_deep, too_large};
use super::{Input, Options, Piece, span};
use crate::archive::names::{self, Name};
use crate::archive::tar::{self, Want};
use crate::archive::{
    Codec, Container, Entry, Meter, Packing, Range, container, failure_note, folder_of,
    is_named_archive, is_named_tar, zip,
};
use crate::capture::{FileKind, classify, is_prof, joined, listed};
use crate::capture::{chosen, export_of, is_told_by_text, not_supported};
use crate::model::{CaptureKind, FileEntry, FileState, Rank};
use crate::note::{Cause, Note, NoteKind};
use crate::source::Source;
use crate::time::TimeRange;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::io;
use std::ops::ControlFlow;

/// One thing for a loader to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// Number of the input in the list that was planned.
    pub input: usize,
    /// Path of the archive; empty for files that were opened as they are.
    pub root: String,
    /// What to do.
    pub work: Work,
    /// Bytes of the input that it reads, for progress.
    pub bytes: u64,
    /// The part of the file that it reads; `None` for all of it.
    pub part: Option<PartOf>,
    /// About the time that its file covers, where that was looked for.
    pub span: Option<TimeRange>,
    /// The time of which it reads events; `None` for all.
    pub within: Option<TimeRange>,
}

/// What a job does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// Reads one file.
    File(Entry),
    /// Goes over an archive of which only reading tells what is in it, and reads the files that go by.
    Archive(Box<Pass>),
}

/// What is read of an archive in one go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pass {
    /// Where its bytes lie; its path is that of the archive.
    pub archive: Entry,
    /// Path of its files in the tree of the root; empty where they are at its top.
    pub folder: String,
    /// Bytes of memory that its big files may need, by estimate; further ones are left.
    pub room: u64,
    /// Paths and bytes of what is read; `None` for everything.
    pub only: Option<Vec<(String, u64)>>,
    /// Path of the archive that it lies in; empty where it lies in none. Archives in an inner one are not opened.
    pub outer: String,
}

/// Everything to do, and what is known without doing it.
#[derive(Default)]
pub struct Plan {
    /// In the order of the inputs and of their entries.
    pub jobs: Vec<Job>,
    /// Files that are listed only, and what was odd in archives.
    pub pieces: Vec<Piece>,
    /// Bytes of the inputs that the jobs read.
    pub total: u64,
}

/// Finds out what the inputs are: reads their first bytes and the directories of archives.
pub fn plan(inputs: &[Input], options: &Options) -> Plan {
    let mut plan = Plan::default();
    let mut seen: HashMap<String, u64> = HashMap::new();
    let all_empty = inputs.iter().all(|input| input.source.is_empty());
    for (input, Input { path, source }) in inputs.iter().enumerate() {
        let path = match names::normalise(path, &options.limits) {
            Name::File(path) => path,
            Name::Litter | Name::Nothing => continue,
            Name::Beyond(cause, limit) => {
                let name: String = path.chars().take(80).collect();
                plan.note("", Note::limit(name, cause, limit as u64));
                continue;
            }
        };
        // Logs are often empty; an archive never is, nor is everything.
        if source.is_empty() && (all_empty || is_named_archive(&path)) {
            plan.failed(Note::new(NoteKind::ZeroBytes, path, ""), 0);
            continue;
        }
        match container(&path, source, &options.limits, options.unpack) {
            Ok(container) => {
                // Two archives of one name, from different folders, are two.
                let count = seen.entry(path.clone()).or_insert(0);
                *count += 1;
                let archive = if *count > 1 { format!("{path} ({count})") } else { path.clone() };
                plan.input(input, &path, &archive, &begun(source), container, options);
            }
            Err(error) => plan.failed(failure_note(&path, &error), source.len()),
        }
    }
    plan.keep_last();
    plan.prefer_newest();
    plan.prefer_text();
    plan.prefer_largest();
    for job in &mut plan.jobs {
        job.span = span::of(job, inputs);
    }
    plan.jobs = share_out(plan.jobs, inputs, options);
    plan.total = plan.jobs.iter().map(|job| job.bytes).sum();
    plan
}

impl Job {
    fn new(input: usize, root: String, work: Work, bytes: u64) -> Job {
        Job { input, root, work, bytes, part: None, span: None, within: None }
    }

    /// The pass over the same archive that reads nothing but the file at `path`.
    #[must_use]
    pub(super) fn only(&self, path: &str, bytes: u64) -> Job {
        let mut job = self.clone();
        if let Work::Archive(pass) = &mut job.work {
            (pass.room, pass.only) = (u64::MAX, Some(vec![(path.to_owned(), bytes)]));
        }
        job
    }

    /// Path of the archive that its files are in, as the user has it.
    pub(super) fn outermost(&self) -> String {
        match &self.work {
            Work::Archive(pass) if !pass.outer.is_empty() => pass.outer.clone(),
            _ => self.name(),
        }
    }

    /// Path of what it reads, in the tree of its root.
    pub(super) fn path(&self) -> &str {
        match &self.work {
            Work::File(entry) => &entry.path,
            Work::Archive(pass) => &pass.archive.path,
        }
    }

    /// The same, for people.
    pub fn name(&self) -> String {
        let path = self.path();
        if path == self.root { path.to_owned() } else { joined(&self.root, path) }
    }
}

/// Where files are.
#[derive(Clone)]
struct Tree {
    input: usize,
    root: String,
    /// Their folder in the tree of the root.
    folder: String,
    /// Path of the archive that they are in, the outer one; empty where they are in none.
    archive: String,
    /// Whether they are in an archive in it.
    is_inner: bool,
}

impl Tree {
    fn of(input: usize, root: &str, archive: &str) -> Tree {
        let (root, archive) = (root.to_owned(), archive.to_owned());
        Tree { input, root, folder: String::new(), archive, is_inner: false }
    }
}

impl Plan {
    /// The piece that lists what is not read of a root; there is one each.
    fn listing(&mut self, root: &str) -> &mut Piece {
        let at = self.pieces.iter().position(|piece| piece.root == root);
        let at = at.unwrap_or_else(|| {
            self.pieces.push(Piece::new(root, Rank::default()));
            self.pieces.len() - 1
        });
        &mut self.pieces[at]
    }

    fn note(&mut self, root: &str, note: Note) {
        tell(&mut self.listing(root).rank.notes, note);
    }

    /// Lists the input that `note` is about, and that cannot be read at all.
    fn failed(&mut self, note: Note, bytes: u64) {
        let file = FileEntry { path: note.file.clone(), bytes, state: FileState::Failed };
        let listing = self.listing("");
        listing.rank.notes.push(note);
        listing.rank.files.push(file);
    }

    fn input(
        &mut self,
        input: usize,
        path: &str,
        archive: &str,
        source: &Source,
        container: Container,
        options: &Options,
    ) {
        match container {
            Container::Plain => {
                // Browsers unpack some of what they download, and leave the name.
                let inner = Codec::named(path).filter(|(_, inner)| is_wanted(inner, options));
                if inner.is_none() && is_named_archive(path) {
                    return self.failed(Note::new(NoteKind::NoArchive, path, ""), source.len());
                }
                let path = inner.map_or(path, |(_, inner)| inner);
                if classify(path).kind == FileKind::Other && is_sqlite(source) {
                    let note = Note::new(NoteKind::NotSupported, path, "");
                    self.note("", note.because(Cause::UnknownDatabase));
                }
                let entry = Entry::whole(path.to_owned(), source, None);
                self.entries(&Tree::of(input, "", ""), source, vec![entry], options);
            }
            // Of what is damaged at its start only the name says that it is a tar.
            Container::Packed(codec) if !is_named_tar(path) => {
                let inner = codec.inner(path).unwrap_or(path).to_owned();
                let entry = Entry::whole(inner, source, Some(codec));
                self.entries(&Tree::of(input, "", ""), source, vec![entry], options);
            }
            // One of a folder is unpacked where it lies: archives of ranks, side by side, are one capture.
            _ if path.contains('/') => {
                let entry = Entry::whole(path.to_owned(), source, None);
                let folder = folder_of(path).unwrap_or(path).to_owned();
                let tree = Tree { folder, ..Tree::of(input, "", path) };
                self.archive(&tree, source, entry, container, options);
            }
            _ => {
                let entry = Entry::whole(archive.to_owned(), source, None);
                let tree = Tree::of(input, archive, path);
                self.archive(&tree, source, entry, container, options);
            }
        }
    }

    /// An archive whose bytes lie in its input as they are.
    fn archive(
        &mut self,
        tree: &Tree,
        source: &Source,
        archive: Entry,
        container: Container,
        options: &Options,
    ) {
        let mut notes = Vec::new();
        let (start, bytes) = (archive.offset, archive.window(source));
        let entries = match container {
            Container::Zip => {
                zip::list(&bytes, &archive.path, &options.limits, options.gbk, &mut notes)
            }
            Container::Tar => list_tar(&bytes, &archive.path, options, &mut notes),
            Container::PackedTar(_) | Container::Packed(_) => {
                self.pass(tree, archive);
                return;
            }
            Container::Foreign(kind) => {
                self.note(&tree.root, foreign(&archive.path, &kind));
                return;
            }
            Container::Plain => {
                let listed = listed(archive.path, archive.bytes.unwrap_or(0));
                self.listing(&tree.root).rank.files.push(listed);
                return;
            }
        };
        for note in &mut notes {
            if note.file != archive.path {
                note.file = joined(&tree.folder, &note.file);
            }
        }
        let placed = |entry: Entry| Entry {
            path: joined(&tree.folder, &entry.path),
            offset: entry.offset.saturating_add(start),
            ..entry
        };
        let entries = entries.into_iter().map(placed).collect();
        // For an archive also when it is empty, so that it is named when nothing is found.
        self.listing(&tree.root).rank.notes.append(&mut notes);
        self.entries(tree, source, entries, options);
    }

    /// A job for an archive that is gone over in one go.
    fn pass(&mut self, tree: &Tree, archive: Entry) {
        let bytes = archive.packed.unwrap_or(0);
        let Tree { input, root, folder, archive: outer, is_inner } = tree.clone();
        let outer = if is_inner { outer } else { String::new() };
        let pass = Pass { archive, folder, room: u64::MAX, only: None, outer };
        self.jobs.push(Job::new(input, root, Work::Archive(Box::new(pass)), bytes));
    }

    /// A job for each entry that is to be read; the others are listed.
    fn entries(&mut self, tree: &Tree, source: &Source, entries: Vec<Entry>, options: &Options) {
        let mut files = Vec::new();
        let mut unpacked: u64 = 0;
        for mut entry in entries {
            // What is packed in itself is taken for what is in it.
            if let Some((codec, inner)) = Codec::named(&entry.path)
                && !tree.archive.is_empty()
                && is_wanted(inner, options)
            {
                (entry.path, entry.codec, entry.bytes) = (inner.to_owned(), Some(codec), None);
            }
            if !tree.archive.is_empty()
                && let Some(folder) = folder_of(&entry.path)
            {
                let inner = Tree { folder: folder.to_owned(), is_inner: true, ..tree.clone() };
                self.inner_archive(tree, &inner, source, entry, options);
                continue;
            }
            if !tree.archive.is_empty()
                && let Some(note) = foreign_entry(&entry.path, options)
            {
                self.note(&tree.root, note);
            }
            if !is_wanted(&entry.path, options) {
                if let Some(note) = not_supported(&entry.path) {
                    self.note(&tree.root, note);
                }
                files.push(listed(entry.path, entry.bytes.unwrap_or(0)));
                continue;
            }
            unpacked = unpacked.saturating_add(entry.bytes.unwrap_or(0));
            if !tree.archive.is_empty() && unpacked > options.limits.unpacked {
                let limit = options.limits.unpacked;
                self.note(&tree.root, Note::limit(entry.path, Cause::UnpackedBytes, limit));
                continue;
            }
            let bytes = entry.packed.unwrap_or(0);
            let (root, work) = (tree.root.clone(), Work::File(entry));
            self.jobs.push(Job::new(tree.input, root, work, bytes));
        }
        self.listing(&tree.root).rank.files.append(&mut files);
    }

    /// An archive that lies in another one.
    fn inner_archive(
        &mut self,
        outer: &Tree,
        inner: &Tree,
        source: &Source,
        entry: Entry,
        options: &Options,
    ) {
        if outer.is_inner {
            return self.note(&outer.root, too_deep(&entry.path, &outer.archive));
        }
        if let Some(entry) = entry.in_place(source) {
            match container(&entry.path, &entry.window(source), &options.limits, options.unpack) {
                Ok(container) => self.archive(inner, source, entry, container, options),
                Err(error) => self.note(&inner.root, failure_note(&entry.path, &error)),
            }
        } else if entry.bytes.is_some_and(|bytes| bytes > options.limits.held) {
            let note = too_large(&entry.path, options.limits.held, &outer.archive);
            self.note(&outer.root, note);
        } else {
            self.pass(inner, entry);
        }
    }

    /// Of two files of one name, as of two folders of one name, the last counts; as it does in an archive.
    fn keep_last(&mut self) {
        let mut seen = HashSet::new();
        let mut jobs = std::mem::take(&mut self.jobs);
        jobs.reverse();
        jobs.retain(|job| match job.file() {
            Some(file) if seen.contains(&file) => {
                self.note(&file.root, Note::new(NoteKind::Duplicate, file.path, ""));
                false
            }
            file => {
                seen.extend(file);
                true
            }
        });
        jobs.reverse();
        self.jobs = jobs;
    }

    /// Of the text exports of one run by msprof those that tell the most, and last, are read.
    fn prefer_newest(&mut self) {
        let mut exports: HashMap<Home, Vec<String>> = HashMap::new();
        for file in self.jobs.iter().filter_map(Job::file) {
            if export_of(&file.path).is_some() {
                exports.entry(file.home()).or_default().push(file.path);
            }
        }
        let paths = |own: &Vec<String>| -> HashSet<String> {
            chosen(own.iter().map(String::as_str)).into_iter().map(str::to_owned).collect()
        };
        let kept: HashMap<Home, HashSet<String>> =
            exports.iter().map(|(home, own)| (home.clone(), paths(own))).collect();
        let is_other = |job: &mut Job| {
            let file = job.file().filter(|file| export_of(&file.path).is_some());
            file.is_some_and(|file| {
                kept.get(&file.home()).is_some_and(|own| !own.contains(&file.path))
            })
        };
        for job in self.jobs.extract_if(.., is_other).collect::<Vec<Job>>() {
            let files = job.files().into_iter();
            let files = files.map(|(file, bytes)| listed(file.path, bytes)).collect();
            let mut rank = Rank { files, ..Rank::default() };
            set_aside(&mut rank);
            let listing = self.listing(&job.root);
            listing.rank.files.append(&mut rank.files);
            listing.rank.notes.append(&mut rank.notes);
        }
    }

    /// Databases beside text files that say the same are listed only.
    fn prefer_text(&mut self) {
        let texts = self.jobs.iter().filter_map(Job::file);
        let texts: HashSet<(Home, FileKind)> =
            texts.map(|file| (file.home(), classify(&file.path).kind)).collect();
        let is_told = |job: &mut Job| {
            let Some(file) = job.file() else { return false };
            let has = |kind| texts.contains(&(file.home(), kind));
            is_told_by_text(classify(&file.path).kind, has)
        };
        let told: Vec<Job> = self.jobs.extract_if(.., is_told).collect();
        self.list(&told);
    }

    /// Of several exports of one run by msprof the largest counts, as it does for the vendor's tools (formats.md §1.3).
    fn prefer_largest(&mut self) {
        let export = |job: &Job| {
            let (file, bytes) = job.files().pop()?;
            let class = classify(&file.path);
            let is_export = class.kind == FileKind::Database(CaptureKind::Msprof, None);
            // Side by side in any other folder they may be of several runs.
            (is_export && is_prof(class.folder)).then(|| (file.home().place(), bytes))
        };
        let mut largest: HashMap<String, u64> = HashMap::new();
        for (place, bytes) in self.jobs.iter().filter_map(export) {
            let own = largest.entry(place).or_default();
            *own = bytes.max(*own);
        }
        // Once it is found, nothing is as large.
        let is_other = |job: &mut Job| match export(job) {
            Some((place, bytes)) if largest.get(&place) == Some(&bytes) => {
                largest.insert(place, u64::MAX);
                false
            }
            export => export.is_some(),
        };
        let smaller: Vec<Job> = self.jobs.extract_if(.., is_other).collect();
        self.list(&smaller);
        for (file, _) in smaller.iter().flat_map(Job::files) {
            self.note(&file.root, Note::new(NoteKind::OtherExport, file.path, ""));
        }
    }

    /// Lists the files of jobs that are not done.
    fn list(&mut self, jobs: &[Job]) {
        for job in jobs {
            let files = job.files().into_iter().map(|(file, bytes)| listed(file.path, bytes));
            self.listing(&job.root).rank.files.extend(files);
        }
    }
}

fn is_sqlite(source: &Source) -> bool {
    let mut head = [0; 16];
    source.read_at(0, &mut head).is_ok() && head == *b"SQLite format 3\0"
}

/// Lists the entries of a plain tar by going from header to header.
fn list_tar(
    source: &Source,
    archive: &str,
    options: &Options,
    notes: &mut Vec<Note>,
) -> Vec<Entry> {
    struct List<'a> {
        entries: Vec<Entry>,
        places: HashMap<String, usize>,
        notes: &'a mut Vec<Note>,
    }
    impl tar::Visitor for List<'_> {
        fn enter(&mut self, path: &str, bytes: u64, offset: u64) -> Want {
            let entry = Entry {
                path: path.to_owned(),
                offset,
                packed: Some(bytes),
                bytes: Some(bytes),
                packing: Packing::Stored,
                codec: None,
            };
            match self.places.get(path) {
                // As in unpacking, the last one stays.
                Some(&at) => {
                    self.entries[at] = entry;
                    self.notes.push(Note::new(NoteKind::Duplicate, path, ""));
                }
                None => {
                    self.places.insert(path.to_owned(), self.entries.len());
                    self.entries.push(entry);
                }
            }
            Want::Skip
        }
        fn data(&mut self, _chunk: &[u8]) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
        fn leave(&mut self, _error: Option<&io::Error>) {}
        fn note(&mut self, note: Note) {
            self.notes.push(note);
        }
    }
    let mut list = List { entries: Vec::new(), places: HashMap::new(), notes };
    let mut range = Range::whole(source.clone(), Meter::default());
    let mut chunk = vec![0; tar::BLOCK];
    let _ = tar::walk(&mut range, archive, &options.limits, options.gbk, &mut chunk, &mut list);
    list.entries
}
