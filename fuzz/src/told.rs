//! All that a load told, to be compared with that of another.

use std::hash::{DefaultHasher, Hasher};

use stepscope_core::load::{Limits, Loaded};
use stepscope_core::model::Rank;
use stepscope_core::note::{Language, Note};

/// Bytes of columns that one byte of a file may become: the shortest event is a slice with its arguments.
const COLUMNS: u64 = 64;

/// Archives that one input can be: itself, and each of its entries.
const ARCHIVES: u64 = 1 + super::LIMITS.entries;

/// All that a load told. Tables are a hash of their bytes, everything else is text: it is what differs that is wanted.
#[derive(Debug, PartialEq, Eq)]
pub struct Told {
    lines: Vec<String>,
    paths: Vec<String>,
    bytes: u64,
}

/// Puts down what was loaded. Every note is put in words too, in both languages.
pub fn told(loaded: &Loaded) -> Told {
    let mut told = Told { lines: Vec::new(), paths: Vec::new(), bytes: 0 };
    told.notes(&loaded.notes);
    for capture in &loaded.captures {
        let (name, place, key) = (&capture.name, &capture.place, &capture.key);
        told.lines.push(format!("{name} {place} {key} {:?}", capture.kind));
        told.notes(&capture.notes);
        for rank in capture.ranks.iter().chain(&capture.unread) {
            told.rank(rank);
        }
    }
    told
}

impl Told {
    /// Checks that nothing is larger than it may be.
    ///
    /// # Panics
    /// Where it is.
    pub fn check(&self, limits: &Limits) {
        let files = self.paths.len() as u64;
        assert!(files <= limits.entries * ARCHIVES, "{files} files");
        // An inner archive is within the limits of its own.
        let most = limits.unpacked * COLUMNS * 2;
        assert!(self.bytes <= most, "{} bytes of tables", self.bytes);
        for path in &self.paths {
            assert!(path.len() <= limits.path_bytes, "path of {} bytes", path.len());
            assert!(path.split('/').count() <= limits.depth + 1, "path too deep: {path}");
        }
    }

    /// Adds what a rank holds.
    pub fn rank(&mut self, rank: &Rank) {
        let mut hash = DefaultHasher::new();
        let mut bytes = 0;
        rank.write(&mut |buffer| {
            hash.write(&buffer);
            bytes += buffer.len() as u64;
        });
        self.bytes += bytes;
        let slices = rank.trace.as_ref().map(|trace| &trace.counts);
        let (number, folder, files) = (rank.rank, &rank.folder, &rank.files);
        let hash = hash.finish();
        self.lines.push(format!("{number:?} {folder} {files:?} {slices:?} {bytes} {hash:x}"));
        self.paths.extend(files.iter().map(|file| file.path.clone()));
        self.notes(&rank.notes);
    }

    fn notes(&mut self, notes: &[Note]) {
        for note in notes {
            let (english, chinese) = (note.text(Language::En), note.text(Language::Zh));
            self.lines.push(format!("{note:?} {english} {chinese}"));
        }
    }
}
