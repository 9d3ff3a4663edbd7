//! What names the content of a capture.

use super::names::below;
use super::path::{FileKind, classify};
use super::rank::is_database;
use crate::model::Rank;
use crate::sort::SortShort;

/// Sixteen hexadecimal digits, in links: equal for equal files in any container, whatever of them was
/// read or left. Made of the files that parsers want, and of databases, each by its path in its rank's folder and its size;
/// names of folders above may change on the way to another machine.
pub(super) fn content_key<'a>(ranks: impl Iterator<Item = &'a Rank>) -> String {
    let mut texts: Vec<String> = ranks.map(text).collect();
    texts.sort_short();
    let mut hash = Fnv::default();
    texts.iter().for_each(|text| hash.add(text));
    format!("{:016x}", hash.0)
}

fn text(rank: &Rank) -> String {
    let mut text = String::new();
    for file in &rank.files {
        let path = below(&file.path, &rank.folder).unwrap_or(&file.path);
        // Any other JSON is a capture of its own once it is read.
        let kind = classify(path).kind;
        if kind != FileKind::Json && (kind.is_read() || is_database(path)) {
            text.push_str(&format!("{path}|{};", file.bytes));
        }
    }
    text
}

/// The key of a timeline that is a capture of its own, of so many bytes; its name may change too.
pub(super) fn timeline_key(bytes: u64) -> String {
    let mut hash = Fnv::default();
    hash.add(&bytes.to_string());
    format!("{:016x}", hash.0)
}

/// FNV-1a, 64 bits: defined in two lines, so keys in old links stay what they are.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xCBF2_9CE4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, text: &str) {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
}
