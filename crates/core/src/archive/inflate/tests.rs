//! What comes out does not depend on how many bytes go in or are asked for at once.

use super::Deflated;
use crate::archive::input::Input;
use crate::archive::{Meter, Range};
use crate::source::ReadAt;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use std::io::{self, ErrorKind, Write};
use std::sync::Arc;

/// Bytes that come in small pieces.
struct Pieces(Vec<u8>, usize);

impl ReadAt for Pieces {
    fn len(&self) -> u64 {
        self.0.len() as u64
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(self.1);
        self.0.read_at(offset, &mut buffer[..most])
    }
}

/// Everything at once, and small pieces.
const PIECES: [usize; 4] = [1 << 20, 1, 7, 100];

/// What can be read in pieces of `piece` bytes, and why it ended early.
fn drain(packed: &[u8], input: usize, piece: usize) -> (Vec<u8>, Option<ErrorKind>) {
    let source = Arc::new(Pieces(packed.to_vec(), input));
    let mut from = Deflated::new(Input::Range(Range::whole(source, Meter::default())));
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
        let expected = drain(&damaged, 1 << 20, 1 << 20);
        damaged_streams += usize::from(expected.1 == Some(ErrorKind::InvalidData));
        // A byte of this stream stands for at least two of the text.
        assert_eq!(expected.0[..at], text[..at]);
        for (input, piece) in PIECES.map(|input| PIECES.map(|piece| (input, piece))).concat() {
            assert_eq!(drain(&damaged, input, piece), expected, "{at} {piece}");
        }
    }
    assert!(damaged_streams >= 10, "{damaged_streams}");
}
