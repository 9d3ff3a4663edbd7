//! One rank folder: its pieces put together.

use super::command;
use super::exports::export_of;
use super::names::{below, folder_name, last, rank_of_folder};
use super::path::{Class, FileKind, ProfPart, classify, is_prof};
use crate::model::{CaptureKind, Communication, FileEntry, FileState, Rank, TrackKind};
use crate::note::{Note, NoteKind};
use crate::sort::SortShort;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A rank folder in the making.
#[derive(Default)]
pub(super) struct Found {
    /// Path in its tree.
    pub(super) folder: String,
    pub(super) files: Vec<FileEntry>,
    pub(super) notes: Vec<Note>,
    /// Tables, each with the path of its file, sorted by path.
    pub(super) tables: Vec<(String, Rank)>,
    rank_of_file: Option<u32>,
    rank_of_database: Option<u32>,
    /// What wrote its databases.
    of: Option<CaptureKind>,
    described: bool,
    delivered: bool,
    analysed: bool,
    /// How many databases of ranks it holds.
    databases: usize,
    /// Whether those are ranks of their own.
    apart: bool,
    raw: bool,
}

impl Found {
    /// Takes note of what a file of the folder says about it.
    pub(super) fn see(&mut self, path: &str, class: Class) {
        if export_of(path).is_some() {
            self.of = self.of.or(Some(CaptureKind::Msprof));
        }
        match class.kind {
            FileKind::Pipeline(..) => {
                self.delivered = true;
                self.of = self.of.or(Some(CaptureKind::Mindspore));
            }
            kind if kind.is_table() => self.delivered = true,
            FileKind::ProfilerInfo(rank) => {
                self.described = true;
                self.rank_of_file = self.rank_of_file.or(rank);
            }
            FileKind::Metadata => self.described = true,
            FileKind::Database(of, rank) => {
                self.databases += 1;
                self.of = Some(of);
                self.rank_of_database = self.rank_of_database.or(rank);
            }
            FileKind::Analysis => self.analysed = true,
            FileKind::Raw | FileKind::Prof(ProfPart::Raw | ProfPart::Exported) => self.raw = true,
            _ => {}
        }
    }

    /// The profiler that wrote it.
    pub(super) fn kind(&self) -> CaptureKind {
        match (self.folder.as_str(), self.of) {
            (folder, _) if folder.ends_with("_ascend_ms") => CaptureKind::Mindspore,
            (folder, _) if folder.ends_with("_ascend_pt") => CaptureKind::TorchNpu,
            (_, of) => of.unwrap_or(CaptureKind::TorchNpu),
        }
    }

    /// Takes out the databases: they are ranks of their own.
    pub(super) fn without_databases(&mut self) {
        (self.apart, self.of, self.rank_of_database) = (true, None, None);
    }

    /// Whether it holds databases of several ranks, and nothing that tells the same.
    pub(super) fn holds_several(&self) -> bool {
        self.databases > 1 && !self.delivered
    }

    /// Whether the files seen make this a rank folder, parsed or not.
    pub(super) fn is_rank(&self) -> bool {
        let database = self.databases > 0 && !self.apart;
        self.described || self.delivered || self.analysed || database || self.raw
    }

    /// Puts the rank together; paths become relative to `shared`, the folder of the capture.
    pub(super) fn into_rank(mut self, shared: &str) -> Rank {
        let mut rank = Rank::default();
        let kind = self.kind();
        self.prefer_largest();
        self.note_logs();
        let host = self.give_tables(&mut rank);
        rank.rank = self.rank_of_file.or(self.rank_of_database);
        let stated = rank.profiler_info.as_ref().and_then(|info| info.rank);
        if let (Some(named), Some(stated)) = (self.rank_of_file, stated)
            && named != stated
        {
            let detail = format!("{named} / {stated}");
            self.notes.push(Note::new(NoteKind::RankMismatch, &self.folder, detail));
        }
        rank.rank = rank.rank.or(stated).or_else(|| rank_of_folder(&self.folder));
        rank.host = folder_name(&self.folder).host.map(str::to_owned).or(host);
        let has_table = has_table(&rank);
        // One that was opened has said what is wrong with it.
        let opened =
            self.files.iter().any(|file| is_database(&file.path) && was_opened(file.state));
        if !has_table && !self.delivered && !opened {
            let (kind, detail) = if self.raw {
                (NoteKind::NotParsed, command::analyse(kind, &self.folder))
            } else {
                (NoteKind::NoDeliverables, String::new())
            };
            self.notes.push(Note::new(kind, &self.folder, detail));
        }
        let told = self.files.iter().any(|file| is_analysis(&file.path));
        // A database holds the tasks of collectives itself.
        if is_prof(&self.folder) && !told && self.databases == 0 && has_collectives(&rank) {
            let command = command::analyse_exported(&self.folder);
            self.notes.push(Note::new(NoteKind::NotAnalysed, &self.folder, command));
        }
        let relative = |path: &str| below(path, shared).unwrap_or_default().to_owned();
        rank.folder = relative(&self.folder);
        rank.files = self.files;
        for file in &mut rank.files {
            file.path = relative(&file.path);
        }
        rank.files.sort_short();
        rank.notes = self.notes;
        for note in &mut rank.notes {
            note.file = relative(&note.file);
        }
        Note::merge(&mut rank.notes);
        rank
    }

    /// Gives its tables to the rank, and returns the host that they name. Where a run was exported as text and as
    /// databases, they are the text's as far as there are any; of two that say the same one would be held for nothing.
    fn give_tables(&mut self, rank: &mut Rank) -> Option<String> {
        let mut tables = std::mem::take(&mut self.tables);
        tables.sort_short_by(|a, b| (is_database(&a.0), &a.0).cmp(&(is_database(&b.0), &b.0)));
        let has_text = tables.first().is_some_and(|(path, table)| {
            !is_database(path) && (table.trace.is_some() || table.kernels.is_some())
        });
        let (mut host, mut taken) = (None, BTreeMap::new());
        for (path, mut table) in tables {
            let kind = classify(&path).kind;
            if has_text && is_told_by_text(kind, |text| has_table_of(rank, text)) {
                continue;
            }
            if let FileKind::Pipeline(_, number) = kind {
                for mut pipeline in table.pipelines.drain(..) {
                    (pipeline.file, pipeline.rank) = (last(&path).to_owned(), number);
                    rank.pipelines.push(pipeline);
                }
            }
            host = host.or(table.host.clone());
            let before = told(rank);
            let is_new = adopt(rank, table);
            let new: Vec<&str> =
                told(rank).into_iter().filter(|own| !before.contains(own)).collect();
            // Of two devices in one folder either tells the machine.
            let is_of_machine = matches!(kind, FileKind::DeviceInfo | FileKind::StartInfo);
            if is_database(&path) && has_text {
                if !new.is_empty() {
                    taken.insert(path, new);
                }
            } else if !is_new && !is_of_machine {
                self.notes.push(Note::new(NoteKind::Duplicate, path, ""));
            }
        }
        if has_text {
            self.note_databases(&taken);
        }
        host
    }

    /// Says what of databases beside text files is shown: what was `taken` of each.
    fn note_databases(&mut self, taken: &BTreeMap<String, Vec<&str>>) {
        for file in self.files.iter_mut().filter(|file| is_database(&file.path)) {
            match taken.get(&file.path) {
                Some(tables) => {
                    let tables = tables.join(", ");
                    self.notes.push(Note::new(NoteKind::FromDatabase, &file.path, tables));
                }
                // The largest of several exports was chosen, and this is none.
                None if file.state == FileState::Listed && is_told(&self.notes, &file.path) => {}
                None => {
                    file.state = FileState::Listed;
                    // What is odd in it is odd in nothing that is shown.
                    self.notes.retain(|note| note.file != file.path);
                    self.notes.push(Note::new(NoteKind::DatabaseBesideText, &file.path, ""));
                }
            }
        }
    }

    /// Of several exports of one run by msprof the largest counts: those in a packed archive are only known once they are read.
    fn prefer_largest(&mut self) {
        let is_export = |file: &&FileEntry| {
            let class = classify(&file.path);
            let is_whole = class.kind == FileKind::Database(CaptureKind::Msprof, None);
            file.state == FileState::Read && is_whole && is_prof(class.folder)
        };
        let exports = self.files.iter().filter(is_export);
        let Some(largest) = exports.max_by_key(|file| (file.bytes, Reverse(&file.path))) else {
            return;
        };
        let largest = largest.path.clone();
        for file in &mut self.files {
            if file.path != largest && is_export(&&*file) {
                file.state = FileState::Listed;
                self.tables.retain(|(path, _)| *path != file.path);
                self.notes.retain(|note| note.file != file.path);
                self.notes.push(Note::new(NoteKind::OtherExport, &file.path, ""));
            }
        }
    }

    /// Where SQLite keeps what it has not moved into the database yet.
    fn note_logs(&mut self) {
        for file in self.files.iter().filter(|file| file.bytes > 0) {
            let database = file.path.strip_suffix("-wal");
            if database.is_some_and(is_database) {
                self.notes.push(Note::new(NoteKind::WriteAheadLog, &file.path, ""));
            }
        }
    }
}

/// Whether the file at a path is a database of a rank, or of the analysis of one or of a cluster.
pub fn is_database(path: &str) -> bool {
    use FileKind::{Analysis, ClusterDatabase, Database};
    matches!(classify(path).kind, Database(..) | Analysis | ClusterDatabase)
}

/// Whether a file holds what msprof works out of collectives.
fn is_analysis(path: &str) -> bool {
    matches!(last(path), "communication.json" | "communication_analyzer.db")
}

/// Whether there is anything to work out.
fn has_collectives(rank: &Rank) -> bool {
    let of_table = rank.kernels.as_ref();
    let of_trace = rank.trace.as_ref();
    of_table.is_some_and(|table| (0..table.rows.len()).any(|row| table.is_communication(row)))
        || of_trace.is_some_and(|trace| trace.tracks_of(TrackKind::Group).next().is_some())
}

fn is_told(notes: &[Note], path: &str) -> bool {
    notes.iter().any(|note| note.kind == NoteKind::OtherExport && note.file == path)
}

fn was_opened(state: FileState) -> bool {
    matches!(state, FileState::Read | FileState::Failed | FileState::Waiting)
}

/// Whether text files of a rank say what a database beside them does: its timeline and its kernels, since what else
/// was recorded was exported with these; of the vendor's analysis its steps and collectives.
pub(crate) fn is_told_by_text(database: FileKind, has: impl Fn(FileKind) -> bool) -> bool {
    match database {
        FileKind::Database(..) => has(FileKind::Trace) && has(FileKind::Kernels),
        FileKind::Analysis => has(FileKind::StepTrace) && has(FileKind::Communication),
        _ => false,
    }
}

fn has_table_of(rank: &Rank, text: FileKind) -> bool {
    match text {
        FileKind::Trace => rank.trace.is_some(),
        FileKind::Kernels => rank.kernels.is_some(),
        FileKind::StepTrace => rank.step_trace.is_some(),
        FileKind::Communication => rank.communication.is_some(),
        _ => false,
    }
}

/// The files of a text export whose tables a rank has.
fn told(rank: &Rank) -> Vec<&'static str> {
    let tables = [
        (rank.trace.is_some(), "trace_view.json"),
        (rank.kernels.is_some(), "kernel_details.csv"),
        (rank.memory.is_some(), "memory_record.csv"),
        (rank.module_memory.is_some(), "npu_module_mem.csv"),
        (rank.operator_memory.is_some(), "operator_memory.csv"),
        (rank.op_statistic.is_some(), "op_statistic.csv"),
        (rank.step_trace.is_some(), "step_trace_time.csv"),
        (rank.communication.is_some(), "communication.json"),
    ];
    tables.into_iter().filter(|(has, _)| *has).map(|(_, file)| file).collect()
}

/// Whether anything can be shown of the rank.
pub(super) fn has_table(rank: &Rank) -> bool {
    !told(rank).is_empty() || !rank.pipelines.is_empty()
}

/// Moves the one table of `from` into `rank`, unless there is one already.
fn adopt(rank: &mut Rank, from: Rank) -> bool {
    fn put<T>(own: &mut Option<T>, new: Option<T>) -> bool {
        let clash = own.is_some() && new.is_some();
        if own.is_none() {
            *own = new;
        }
        !clash
    }
    put(&mut rank.trace, from.trace)
        & put(&mut rank.kernels, from.kernels)
        & put(&mut rank.memory, from.memory)
        & put(&mut rank.module_memory, from.module_memory)
        & put(&mut rank.operator_memory, from.operator_memory)
        & put(&mut rank.op_statistic, from.op_statistic)
        & put(&mut rank.step_trace, from.step_trace)
        & put_communication(&mut rank.communication, from.communication)
        & put(&mut rank.profiler_info, from.profiler_info)
        & put(&mut rank.metadata, from.metadata)
        & put(&mut rank.clock_zero, from.clock_zero)
}

/// Operations and pairs are in files of their own.
fn put_communication(own: &mut Option<Communication>, new: Option<Communication>) -> bool {
    let Some(new) = new else { return true };
    let own = own.get_or_insert_default();
    let clash = !own.ops.is_empty() && !new.ops.is_empty()
        || !own.pairs.is_empty() && !new.pairs.is_empty();
    if own.ops.is_empty() {
        own.ops = new.ops;
    }
    if own.pairs.is_empty() {
        own.pairs = new.pairs;
    }
    !clash
}

/// A file that no parser wants. One piece lists all of an archive: there may be a million.
pub(crate) fn listed(path: String, bytes: u64) -> FileEntry {
    let state = match classify(&path).kind {
        FileKind::Deliverable | FileKind::Foreign(_) | FileKind::NotSupported(_) => {
            FileState::Listed
        }
        _ if is_database(&path) => FileState::Listed,
        _ => FileState::Ignored,
    };
    FileEntry { path, bytes, state }
}

/// Whether a file brought a table or description.
pub(crate) fn holds_anything(rank: &Rank) -> bool {
    has_table(rank)
        || rank.profiler_info.is_some()
        || rank.metadata.is_some()
        || rank.clock_zero.is_some()
}
