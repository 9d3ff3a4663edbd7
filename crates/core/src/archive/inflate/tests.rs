//! What comes out does not depend on how many bytes go in or are asked for at once.

use super::{Deflated, Gunzip};
use crate::archive::Limits;
use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use std::io::{BufReader, ErrorKind, Read, Write};

/// Everything at once, and small pieces.
const PIECES: [usize; 4] = [1 << 20, 1, 7, 100];

/// What can be read in pieces of `piece` bytes, and why it ended early.
fn drain(mut from: impl Read, piece: usize) -> (Vec<u8>, Option<ErrorKind>) {
    let (mut all, mut target) = (Vec::new(), vec![0; piece]);
    loop {
        match from.read(&mut target) {
            Ok(0) => return (all, None),
            Ok(count) => all.extend_from_slice(&target[..count]),
            Err(error) => return (all, Some(error.kind())),
        }
    }
}

/// Text that packs like that of a trace.
fn text() -> Vec<u8> {
    (0..2_000_u64)
        .flat_map(|i| format!("{{\"ts\":{},\"n\":{}}},", i * i, i % 7).into_bytes())
        .collect()
}

#[test]
fn everything_before_damage_comes_out() {
    let text = text();
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::default());
    packed.write_all(&text).unwrap();
    let packed = packed.finish().unwrap();
    let mut damaged_streams = 0;
    for at in (0..packed.len()).step_by(packed.len() / 20) {
        let mut damaged = packed.clone();
        let end = damaged.len().min(at + 8);
        damaged[at..end].fill(0xFF);
        let expected = drain(Deflated::new(damaged.as_slice()), 1 << 20);
        damaged_streams += usize::from(expected.1 == Some(ErrorKind::InvalidData));
        // A byte of this stream stands for at least two of the text.
        assert_eq!(expected.0[..at], text[..at]);
        for (input, piece) in PIECES.map(|input| PIECES.map(|piece| (input, piece))).concat() {
            let input = BufReader::with_capacity(input, damaged.as_slice());
            assert_eq!(drain(Deflated::new(input), piece), expected, "{at} {piece}");
        }
    }
    assert!(damaged_streams >= 10, "{damaged_streams}");
}

#[test]
fn the_limit_is_reached_at_the_same_byte() {
    let text = text();
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(&text).unwrap();
    let packed = packed.finish().unwrap();
    let unpacked = text.len() as u64;
    let limits = Limits { ratio: 2, free_bytes: 1000, ..Limits::default() };
    let most = 2 * packed.len() + 1000;
    let exactly = Limits { unpacked, ..Limits::default() };
    let one_less = Limits { unpacked: unpacked - 1, ..Limits::default() };
    for (limits, length, end) in [
        (limits, most, Some(ErrorKind::FileTooLarge)),
        (exactly, text.len(), None),
        (one_less, text.len() - 1, Some(ErrorKind::FileTooLarge)),
    ] {
        for (input, piece) in PIECES.map(|input| PIECES.map(|piece| (input, piece))).concat() {
            let input = BufReader::with_capacity(input, packed.as_slice());
            let got = drain(Gunzip::new(input, packed.len() as u64, limits), piece);
            assert_eq!((got.0.as_slice(), got.1), (&text[..length], end), "{piece}");
        }
    }
}
