//! Sources and containers for the tests.
#![allow(dead_code, reason = "each test binary uses its part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stepscope_core::load::Input;
use stepscope_core::model::Rank;

/// Folder of the real captures, or `None` after saying that they are missing.
pub(crate) fn shared() -> Option<PathBuf> {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let root = std::env::var_os("STEPSCOPE_SHARED").map_or(default, PathBuf::from).join("captures");
    if root.is_dir() {
        return Some(root);
    }
    let missing = format!("{} does not exist: set STEPSCOPE_SHARED", root.display());
    assert!(std::env::var("CI").as_deref() != Ok("true"), "{missing}");
    eprintln!("skipped: {missing}");
    None
}

/// One file: path and content.
pub(crate) type File = (String, Vec<u8>);

/// All files below `folder`, with paths that begin with its name, sorted.
pub(crate) fn folder(folder: &Path) -> Vec<File> {
    let mut files = Vec::new();
    let mut open =
        vec![(folder.to_owned(), folder.file_name().unwrap().to_str().unwrap().to_owned())];
    while let Some((path, name)) = open.pop() {
        if path.is_dir() {
            for entry in fs::read_dir(&path).unwrap() {
                let entry = entry.unwrap();
                let child = entry.file_name().into_string().unwrap();
                open.push((entry.path(), format!("{name}/{child}")));
            }
        } else {
            files.push((name, fs::read(path).unwrap()));
        }
    }
    files.sort();
    files
}

/// Files as the inputs of an opened folder.
pub(crate) fn as_folder(files: &[File]) -> Vec<Input> {
    files.iter().map(|(path, bytes)| one(path, bytes.clone())).collect()
}

/// One input.
pub(crate) fn one(path: &str, bytes: Vec<u8>) -> Input {
    Input { path: path.to_owned(), source: Arc::new(bytes) }
}

/// A rank as the bytes of its block.
pub(crate) fn block(rank: &Rank) -> Vec<u8> {
    let mut bytes = Vec::new();
    rank.write(&mut |buffer| bytes.extend(buffer));
    bytes
}
