//! Paths → inputs: folders are walked, files are taken as they are.

use crate::file_source::{FileSource, Handles};
use std::collections::HashSet;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Component, Path, PathBuf, absolute};
use std::sync::Arc;
use stepscope_core::archive::failure_note;
use stepscope_core::load::{Input, Limits};
use stepscope_core::note::{Cause, Note, NoteKind};

/// What was found under the paths that the user named.
#[derive(Default)]
pub(crate) struct Found {
    /// Files, sorted within each path.
    pub(crate) inputs: Vec<Input>,
    /// What could not be looked at.
    pub(crate) notes: Vec<Note>,
}

/// Finds every file under `paths`.
pub(crate) fn walk(paths: &[PathBuf], limits: &Limits) -> Found {
    let mut walker =
        Walker { found: Found::default(), limits, handles: Arc::default(), seen: HashSet::new() };
    for (path, name) in paths.iter().zip(root_names(paths)) {
        match fs::metadata(path) {
            Ok(meta) => walker.enter(path, &name, &meta, 0),
            Err(error) => walker.unreadable(&path.to_string_lossy(), path, &error),
        }
    }
    walker.found
}

/// The names under which paths are known: the last part of each, also of `.` and `..`, and as many of those above as
/// tell it from the others.
fn root_names(paths: &[PathBuf]) -> Vec<String> {
    let whole = |path: &PathBuf| {
        let found = if path.file_name().is_some() { absolute(path) } else { path.canonicalize() };
        found.unwrap_or_else(|_| path.clone())
    };
    let parts = |path: PathBuf| -> Vec<String> {
        let parts = path.components().filter(|part| matches!(part, Component::Normal(_)));
        parts.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect()
    };
    let all: Vec<Vec<String>> = paths.iter().map(whole).map(parts).collect();
    let name = |own: &Vec<String>| {
        let end = |parts: &[String], count| parts[parts.len().saturating_sub(count)..].to_vec();
        let others: Vec<_> = all.iter().filter(|other| *other != own).collect();
        let is_clear = |count: &usize| others.iter().all(|o| end(o, *count) != end(own, *count));
        let count = (1..own.len()).find(is_clear).unwrap_or(own.len());
        if own.is_empty() { "capture".to_owned() } else { end(own, count).join("/") }
    };
    all.iter().map(name).collect()
}

struct Walker<'a> {
    found: Found,
    limits: &'a Limits,
    handles: Arc<Handles>,
    /// Folders already walked: a link back up would go round for ever, a link aside would load a rank twice.
    seen: HashSet<FolderId>,
}

impl Walker<'_> {
    fn enter(&mut self, path: &Path, name: &str, meta: &Metadata, depth: usize) {
        if meta.is_dir() {
            self.folder(path, name, meta, depth);
        } else if meta.is_file() {
            let source = FileSource::new(path, meta.len(), self.handles.clone());
            self.found.inputs.push(Input { path: name.to_owned(), source: Arc::new(source) });
        } else {
            // Reading a pipe or device may wait for ever, and its length is unknown.
            let note = Note::new(NoteKind::Unreadable, name, "").because(Cause::NoRegularFile);
            self.found.notes.push(note);
        }
    }

    fn folder(&mut self, path: &Path, name: &str, meta: &Metadata, depth: usize) {
        if !self.seen.insert(folder_id(path, meta)) {
            return;
        }
        if depth > self.limits.depth {
            return self.beyond(name, Cause::Depth, self.limits.depth as u64);
        }
        let entries = match fs::read_dir(path) {
            Ok(entries) => entries,
            Err(error) => return self.unreadable(name, path, &error),
        };
        let mut children = Vec::new();
        for entry in entries {
            match entry {
                Ok(entry) => {
                    let linked = entry.file_type().is_ok_and(|kind| kind.is_symlink());
                    children.push((linked, entry.file_name()));
                }
                Err(error) => self.unreadable(name, path, &error),
            }
        }
        // Links last: of a folder and a link to it, the folder keeps its name.
        children.sort();
        for (_, child) in children {
            if self.found.inputs.len() as u64 >= self.limits.entries {
                return self.beyond(name, Cause::Entries, self.limits.entries);
            }
            let child_path = path.join(&child);
            let child_name = format!("{name}/{}", child.to_string_lossy());
            match fs::metadata(&child_path) {
                Ok(meta) => self.enter(&child_path, &child_name, &meta, depth + 1),
                Err(error) => self.unreadable(&child_name, &child_path, &error),
            }
        }
    }

    fn unreadable(&mut self, name: &str, path: &Path, error: &io::Error) {
        let mut note = failure_note(name, error);
        if note.kind == NoteKind::NoPermission {
            // The profiler often runs as root in a container: the note's advice, ready to be pasted.
            let quoted = path.to_string_lossy().replace('\'', r"'\''");
            note.detail = format!("sudo chown -R \"$USER\" '{quoted}'");
        }
        self.found.notes.push(note);
    }

    fn beyond(&mut self, name: &str, cause: Cause, limit: u64) {
        let note = Note::new(NoteKind::Unreadable, name, limit.to_string()).because(cause);
        self.found.notes.push(note);
    }
}

#[cfg(unix)]
type FolderId = (u64, u64);

#[cfg(unix)]
fn folder_id(_path: &Path, meta: &Metadata) -> FolderId {
    use std::os::unix::fs::MetadataExt;
    (meta.dev(), meta.ino())
}

#[cfg(not(unix))]
type FolderId = PathBuf;

#[cfg(not(unix))]
fn folder_id(path: &Path, _meta: &Metadata) -> FolderId {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::testing::TempFolder;
    use std::os::unix::fs::symlink;

    fn names(found: &Found) -> Vec<&str> {
        found.inputs.iter().map(|input| input.path.as_str()).collect()
    }

    #[test]
    fn loops_and_second_ways_are_walked_once() {
        let folder = TempFolder::new("walk-loop");
        let root = folder.path().join("cap");
        fs::create_dir_all(root.join("z/deep")).unwrap();
        fs::write(root.join("z/deep/a.csv"), "a").unwrap();
        symlink(&root, root.join("z/deep/up")).unwrap();
        symlink(root.join("z"), root.join("a-link")).unwrap();
        symlink(root.join("nowhere"), root.join("broken")).unwrap();
        let found = walk(&[root], &Limits::default());
        assert_eq!(names(&found), ["cap/z/deep/a.csv"]);
        assert_eq!(found.notes.len(), 1, "{:?}", found.notes);
        assert_eq!(found.notes[0].file, "cap/broken");
    }

    #[test]
    fn depth_and_number_are_limited() {
        let folder = TempFolder::new("walk-limits");
        let deep = folder.path().join("c/1/2/3");
        fs::create_dir_all(&deep).unwrap();
        for name in ["c/x", "c/1/x", "c/1/2/x", "c/1/2/3/x"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let limits = Limits { depth: 2, ..Limits::default() };
        let found = walk(&[folder.path().join("c")], &limits);
        assert_eq!(names(&found), ["c/1/2/x", "c/1/x", "c/x"]);
        assert_eq!(found.notes[0].file, "c/1/2/3");
        let limits = Limits { entries: 2, ..Limits::default() };
        assert_eq!(walk(&[folder.path().join("c")], &limits).inputs.len(), 2);
    }

    #[test]
    fn what_is_no_file_is_said() {
        let missing = walk(&[PathBuf::from("/nowhere/at/all")], &Limits::default());
        assert_eq!(missing.notes[0].cause, Some(Cause::NotFound));
        let device = walk(&[PathBuf::from("/dev/null")], &Limits::default());
        assert_eq!((device.inputs.len(), device.notes.len()), (0, 1));
    }

    #[test]
    fn paths_of_one_name_are_told_apart_by_what_is_above() {
        let names =
            |paths: &[&str]| root_names(&paths.iter().map(PathBuf::from).collect::<Vec<PathBuf>>());
        assert_eq!(names(&["/a/b/c"]), ["c"]);
        assert_eq!(names(&["/a/b/c", "/a/d/c", "/e"]), ["b/c", "d/c", "e"]);
        assert_eq!(names(&["/a/b/c", "/d/b/c"]), ["a/b/c", "d/b/c"]);
        assert_eq!(names(&["/c", "/b/c"]), ["c", "b/c"]);
        assert_eq!(names(&["/b/c", "/b/c"]), ["c", "c"]);
        assert_eq!(names(&["/"]), ["capture"]);
    }
}
