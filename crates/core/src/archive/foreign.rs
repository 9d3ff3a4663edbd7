//! Archives that are recognised and not read, and the command that makes something of each that is.

use super::codec::Codec;
use super::magic::folder_of;
use super::names::without;
use crate::shell::shell_word;

/// An archive that is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// What it is, for people.
    pub name: &'static str,
    /// The command that makes something readable of it, ready to be pasted.
    pub command: String,
}

/// First bytes, endings of names, what it is, and the program that unpacks it.
const KINDS: &[(&[u8], &[&str], &str, &str)] = &[
    (b"BZh", &[".tar.bz2", ".tbz2", ".bz2"], "bzip2", "bzip2 -dk"),
    (b"\x04\x22\x4D\x18", &[".tar.lz4", ".lz4"], "LZ4", "lz4 -d"),
    (b"\x1F\x9D", &[".tar.z", ".z"], "compress", "gzip -dk"),
    (b"7z\xBC\xAF\x27\x1C", &[".7z"], "7-Zip", "7z x"),
    (b"Rar!\x1A\x07", &[".rar"], "RAR", "unrar x"),
];

impl Foreign {
    /// The kind of a file at `path` with these first bytes.
    pub(super) fn of(path: &str, head: &[u8]) -> Option<Foreign> {
        let known = || KINDS.iter().find(|(magic, ..)| head.starts_with(magic));
        let whole = || known().map(|(_, _, name, program)| Foreign::new(name, program, path));
        Foreign::part(path).or_else(whole)
    }

    /// The kind of an entry at `path` by its name alone. Of one that is packed in itself, also the name of what is in it.
    pub fn named(path: &str) -> Option<(Foreign, Option<&str>)> {
        if let Some(part) = Foreign::part(path) {
            return Some((part, None));
        }
        KINDS.iter().find_map(|(_, endings, name, program)| {
            let ending = endings.iter().find(|ending| without(path, ending).is_some())?;
            let inner = without(path, ending).filter(|_| matches!(*ending, ".bz2" | ".lz4" | ".z"));
            Some((Foreign::new(name, program, path), inner))
        })
    }

    fn new(name: &'static str, program: &str, path: &str) -> Foreign {
        Foreign { name, command: format!("{program} {}", shell_word(path)) }
    }

    /// A zip whose last part is at `path`.
    pub(super) fn split_zip(path: &str) -> Foreign {
        let whole = format!("{}-whole.zip", folder_of(path).unwrap_or(path));
        let command = format!("zip -s 0 {} --out {}", shell_word(path), shell_word(&whole));
        Foreign { name: "split zip", command }
    }

    /// What a note says of it.
    pub fn detail(&self) -> String {
        format!("{} ({})", self.command, self.name)
    }

    /// A part of an archive that was split, by the names that programs give parts.
    fn part(path: &str) -> Option<Foreign> {
        let (base, last) = path.rsplit_once('.')?;
        let last = last.to_ascii_lowercase();
        let number = |prefix| {
            last.strip_prefix(prefix).filter(|digits| digits.len() > 1 && is_number(digits))
        };
        // The last part of a zip is named as a whole one.
        if number("z").is_some() {
            return Some(Foreign::split_zip(&format!("{base}.zip")));
        }
        // Of the parts of a RAR or 7-Zip its program wants the first.
        let first = |digits: &str| format!("{:0>1$}", 1, digits.len());
        let numbered = base.rsplit_once(".part").filter(|(_, digits)| is_number(digits));
        if let Some((base, digits)) = numbered.filter(|_| last == "rar") {
            let part = format!("{base}.part{}.rar", first(digits));
            return Some(Foreign::new("split RAR", "unrar x", &part));
        }
        if number("r").is_some() {
            return Some(Foreign::new("split RAR", "unrar x", &format!("{base}.rar")));
        }
        let digits = number("");
        if let Some(digits) = digits.filter(|_| without(base, ".7z").is_some()) {
            return Some(Foreign::new("split 7-Zip", "7z x", &format!("{base}.{}", first(digits))));
        }
        let by_split = matches!(
            last.as_bytes(),
            [b'a'..=b'e', b'a'..=b'z'] | [b'a', b'a' | b'b', b'a'..=b'z']
        );
        let is_part = (by_split || digits.is_some())
            && (folder_of(base).is_some() || Codec::named(base).is_some());
        is_part.then(|| {
            let base = shell_word(base);
            Foreign { name: "split archive", command: format!("cat {base}.* > {base}") }
        })
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
