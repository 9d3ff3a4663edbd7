//! One rank folder: its pieces put together.

use super::command;
use super::names::{below, folder_name, rank_of_folder};
use super::path::{Class, FileKind, ProfPart, classify};
use crate::model::{FileEntry, FileState, Rank};
use crate::note::{Note, NoteKind};

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
    described: bool,
    delivered: bool,
    database: bool,
    raw: bool,
}

impl Found {
    /// Takes note of what a file of the folder says about it.
    pub(super) fn see(&mut self, class: Class) {
        match class.kind {
            FileKind::Trace | FileKind::Kernels | FileKind::OpStatistic | FileKind::StepTrace => {
                self.delivered = true;
            }
            FileKind::ProfilerInfo(rank) => {
                self.described = true;
                self.rank_of_file = self.rank_of_file.or(rank);
            }
            FileKind::Metadata => self.described = true,
            FileKind::Database => self.database = true,
            FileKind::Raw | FileKind::Prof(ProfPart::Raw | ProfPart::Exported) => self.raw = true,
            FileKind::Deliverable | FileKind::Foreign(_) | FileKind::Json | FileKind::Other => {}
        }
    }

    /// Whether the files seen make this a rank folder, parsed or not.
    pub(super) fn is_rank(&self) -> bool {
        self.described || self.delivered || self.database || self.raw
    }

    /// Puts the rank together; paths become relative to `shared`, the folder of the capture.
    pub(super) fn into_rank(mut self, shared: &str) -> Rank {
        let mut rank = Rank::default();
        self.tables.sort_by(|a, b| a.0.cmp(&b.0));
        for (path, table) in self.tables {
            if !adopt(&mut rank, table) {
                self.notes.push(Note::new(NoteKind::Duplicate, path, ""));
            }
        }
        rank.rank = self.rank_of_file;
        let stated = rank.profiler_info.as_ref().and_then(|info| info.rank);
        if let (Some(named), Some(stated)) = (self.rank_of_file, stated)
            && named != stated
        {
            let detail = format!("{named} / {stated}");
            self.notes.push(Note::new(NoteKind::RankMismatch, &self.folder, detail));
        }
        rank.rank = rank.rank.or(stated).or_else(|| rank_of_folder(&self.folder));
        rank.host = folder_name(&self.folder).host.map(str::to_owned);
        let has_table = has_table(&rank);
        if !has_table && !self.delivered {
            let (kind, detail) = match (self.database, self.raw) {
                (true, _) => (NoteKind::DatabaseNotRead, String::new()),
                (_, true) => (NoteKind::NotParsed, command::analyse(&self.folder)),
                _ => (NoteKind::NoDeliverables, String::new()),
            };
            self.notes.push(Note::new(kind, &self.folder, detail));
        }
        let relative = |path: &str| below(path, shared).unwrap_or_default().to_owned();
        rank.folder = relative(&self.folder);
        rank.files = self.files;
        for file in &mut rank.files {
            file.path = relative(&file.path);
        }
        rank.files.sort();
        rank.notes = self.notes;
        for note in &mut rank.notes {
            note.file = relative(&note.file);
        }
        Note::merge(&mut rank.notes);
        rank
    }
}

/// Whether anything can be shown of the rank.
pub(super) fn has_table(rank: &Rank) -> bool {
    rank.trace.is_some()
        || rank.kernels.is_some()
        || rank.op_statistic.is_some()
        || rank.step_trace.is_some()
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
        & put(&mut rank.op_statistic, from.op_statistic)
        & put(&mut rank.step_trace, from.step_trace)
        & put(&mut rank.profiler_info, from.profiler_info)
        & put(&mut rank.metadata, from.metadata)
}

/// A file that no parser wants. One piece lists all of an archive: there may be a million.
pub(crate) fn listed(path: String, bytes: u64) -> FileEntry {
    let state = match classify(&path).kind {
        FileKind::Deliverable | FileKind::Database => FileState::Listed,
        _ => FileState::Ignored,
    };
    FileEntry { path, bytes, state }
}

/// Whether a file brought a table or description.
pub(crate) fn holds_anything(rank: &Rank) -> bool {
    has_table(rank) || rank.profiler_info.is_some() || rank.metadata.is_some()
}
