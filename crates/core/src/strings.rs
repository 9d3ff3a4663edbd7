//! Interned strings: every distinct text of a table once, named by [`NameId`] in order of first use.

use crate::block::{BlockReader, BlockWriter};
use crate::error::Result;
use crate::ids::NameId;
use hashbrown::HashTable;

/// Interner and storage. Ids count up from zero in the order in which texts were first seen, so the
/// same file gives the same ids whatever the chunk size or number of loaders.
#[derive(Clone, Default)]
pub struct Strings {
    bytes: Vec<u8>,
    /// End offset of each string in `bytes`; its start is the end of the one before.
    ends: Vec<u32>,
    index: HashTable<u32>,
}

impl Strings {
    /// An empty table.
    pub fn new() -> Strings {
        Strings::default()
    }

    /// The id of `text`, adding it when new.
    ///
    /// Texts beyond 4 GiB in total share the id of the empty string: such a table cannot be
    /// addressed, and the parser reports it long before.
    pub fn intern(&mut self, text: &str) -> NameId {
        let hash = hash(text.as_bytes());
        self.known(hash, text.as_bytes()).unwrap_or_else(|| self.add(hash, text))
    }

    /// The id of what is meant to be UTF-8; what is not becomes U+FFFD. Texts that are known, nearly all, are
    /// not checked again.
    pub fn intern_lossy(&mut self, raw: &[u8]) -> NameId {
        match self.known(hash(raw), raw) {
            Some(id) => id,
            None => self.intern(&String::from_utf8_lossy(raw)),
        }
    }

    /// The id of `text` if it is in the table.
    pub fn find(&self, text: &str) -> Option<NameId> {
        self.known(hash(text.as_bytes()), text.as_bytes())
    }

    fn known(&self, hash: u64, text: &[u8]) -> Option<NameId> {
        let (bytes, ends) = (&self.bytes, &self.ends);
        let found = self.index.find(hash, |&id| is_same(slice(bytes, ends, id), text));
        found.map(|&id| NameId(id))
    }

    /// Adds a text that is not there yet.
    fn add(&mut self, hash: u64, text: &str) -> NameId {
        let end = self.bytes.len() + text.len();
        let Ok(end) = u32::try_from(end) else { return NameId(0) };
        let id = self.ends.len() as u32;
        self.bytes.extend_from_slice(text.as_bytes());
        self.ends.push(end);
        let (bytes, ends) = (&self.bytes, &self.ends);
        self.index.insert_unique(hash, id, |&id| self::hash(slice(bytes, ends, id)));
        NameId(id)
    }

    /// The text of `id`; empty for [`NameId::NONE`] and ids of another table.
    pub fn get(&self, id: NameId) -> &str {
        if id.index() >= self.ends.len() {
            return "";
        }
        std::str::from_utf8(slice(&self.bytes, &self.ends, id.0)).unwrap_or("")
    }

    /// Number of distinct strings.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether no string was interned.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All strings with their ids, in id order.
    pub fn iter(&self) -> impl Iterator<Item = (NameId, &str)> {
        (0..self.len()).map(|i| (NameId::new(i), self.get(NameId::new(i))))
    }

    /// Interns every string of `other` here and returns, by old id, the new ids.
    pub fn adopt(&mut self, other: &Strings) -> Vec<NameId> {
        other.iter().map(|(_, text)| self.intern(text)).collect()
    }

    /// Bytes held, index included.
    pub fn memory(&self) -> usize {
        self.bytes.capacity() + self.ends.capacity() * 4 + self.index.allocation_size()
    }

    pub(crate) fn write(&self, block: &mut BlockWriter) {
        block.column(&self.bytes);
        block.column(&self.ends);
    }

    pub(crate) fn read(block: &mut BlockReader) -> Result<Strings> {
        let (bytes, ends) = (block.column()?, block.column()?);
        Strings::from_columns(bytes, ends).ok_or_else(|| block.broken("broken string table"))
    }

    /// Rebuilds the table from its columns; `None` if they do not describe strings.
    fn from_columns(bytes: Vec<u8>, ends: Vec<u32>) -> Option<Strings> {
        let text = std::str::from_utf8(&bytes).ok()?;
        let mut start = 0;
        for &end in &ends {
            text.get(start..end as usize)?;
            start = end as usize;
        }
        if start != bytes.len() {
            return None;
        }
        let mut index = HashTable::with_capacity(ends.len());
        for id in 0..ends.len() as u32 {
            let rehash = |&id: &u32| hash(slice(&bytes, &ends, id));
            index.insert_unique(hash(slice(&bytes, &ends, id)), id, rehash);
        }
        Some(Strings { bytes, ends, index })
    }
}

fn slice<'a>(bytes: &'a [u8], ends: &[u32], id: u32) -> &'a [u8] {
    let start = if id == 0 { 0 } else { ends[id as usize - 1] as usize };
    &bytes[start..ends[id as usize] as usize]
}

/// Multiply and rotate over 8-byte words: several times faster than SipHash on short names, in wasm
/// too (no 128-bit product). Fixed seeds: ids must not depend on the run. Names made to collide cost
/// their own reader time, never correctness.
fn hash(bytes: &[u8]) -> u64 {
    const K: u64 = 0x9E37_79B9_7F4A_7C15;
    let mix = |state: u64, word: u64| (state.rotate_left(23) ^ word).wrapping_mul(K);
    let words = words(bytes).fold(bytes.len() as u64, mix);
    let state = mix(words, last_word(bytes));
    // The table takes its bucket from the low bits, which a product mixes least.
    (state ^ (state >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

/// Whether two texts are the same. In WebAssembly comparing by words is faster than the library's way.
fn is_same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && last_word(a) == last_word(b) && words(a).eq(words(b))
}

/// The whole words of a text.
fn words(bytes: &[u8]) -> impl Iterator<Item = u64> {
    bytes.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word))
}

/// The last eight bytes, or all of a shorter text: of two of one length, another word for another text.
fn last_word(bytes: &[u8]) -> u64 {
    if let Some(word) = bytes.last_chunk::<8>() {
        return u64::from_le_bytes(*word);
    }
    match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        (Some(first), Some(last)) => {
            u64::from(u32::from_le_bytes(*first)) << 32 | u64::from(u32::from_le_bytes(*last))
        }
        _ => bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_follow_first_use_and_survive_columns() {
        let mut strings = Strings::new();
        let ids: Vec<_> = ["a", "", "矩阵乘", "a", "long enough for two words"]
            .iter()
            .map(|text| strings.intern(text).0)
            .collect();
        assert_eq!(ids, [0, 1, 2, 0, 3]);
        let copy = Strings::from_columns(strings.bytes, strings.ends).unwrap();
        assert_eq!(copy.find("矩阵乘"), Some(NameId(2)));
        assert_eq!(copy.get(NameId(1)), "");
        assert_eq!(copy.get(NameId::NONE), "");
        assert_eq!(copy.find("b"), None);
    }

    #[test]
    fn broken_columns_are_refused() {
        assert!(Strings::from_columns(b"abc".to_vec(), vec![2, 1, 3]).is_none());
        assert!(Strings::from_columns("é".as_bytes().to_vec(), vec![1, 2]).is_none());
        assert!(Strings::from_columns(b"abc".to_vec(), vec![2]).is_none());
    }

    #[test]
    fn adopting_keeps_first_use_order() {
        let mut first = Strings::new();
        first.intern("x");
        let mut second = Strings::new();
        for text in ["y", "x", "z"] {
            second.intern(text);
        }
        assert_eq!(first.adopt(&second), [NameId(1), NameId(0), NameId(2)]);
    }
}
