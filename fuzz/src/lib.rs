//! What the fuzz targets share: how they load, and what must hold of whatever was loaded.

mod told;

use std::sync::Arc;

use stepscope_core::load::{Input, Limits, Loaded, Options, load};

pub use told::{Told, told};

/// Small enough that whoever ignores one is seen at once.
pub const LIMITS: Limits = Limits {
    entries: 200,
    unpacked: 1 << 20,
    ratio: 200,
    free_bytes: 64 << 10,
    held: 1 << 20,
    path_bytes: 512,
    depth: 16,
};

/// As the command loads, in one thread.
pub fn options() -> Options {
    Options {
        limits: LIMITS,
        databases: Some(stepscope_database::read),
        unpack: stepscope_codecs::unpack,
        gbk: stepscope_codecs::gbk,
        ..Options::default()
    }
}

/// Loads one file.
pub fn open(path: &str, bytes: &[u8], options: &Options) -> Loaded {
    let input = Input { path: path.to_owned(), source: Arc::new(bytes.to_vec()) };
    load(&[input], options, &mut ())
}

/// The first byte of an input chooses one of `names`, the others are content.
pub fn choose<'a, 'b>(names: &[&'a str], data: &'b [u8]) -> Option<(&'a str, &'b [u8])> {
    let (first, content) = data.split_first()?;
    Some((names[usize::from(*first) % names.len()], content))
}

/// Loads one file twice, the second time in small chunks, and checks what came of it.
///
/// # Panics
/// Where the two differ, or are beyond the limits.
pub fn check(path: &str, bytes: &[u8]) -> Told {
    let whole = told(&open(path, bytes, &options()));
    // Odd sizes, from the content, so that a found input shows the same again.
    let chunk = 1 + bytes.iter().fold(bytes.len(), |sum, byte| sum + usize::from(*byte)) % 97;
    let again = told(&open(path, bytes, &Options { chunk, ..options() }));
    assert_eq!(whole, again, "in chunks of {chunk} bytes");
    whole.check(&LIMITS);
    whole
}
