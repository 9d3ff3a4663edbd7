//! A block that somebody forged: it is refused, or can be used like one that was written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stepscope_core::block::VERSION;
use stepscope_core::load::{Arrivals, Piece};
use stepscope_core::model::Rank;
use stepscope_fuzz::{Told, told};

fuzz_target!(|data: &[u8]| {
    let Some((buffer, columns)) = data.split_first() else { return };
    // Of any size, so that values span buffers.
    let buffer = 1 + usize::from(*buffer) * 16;
    read(columns, buffer);
    // A wrong header or checksum would hide everything else.
    let mut whole = b"STEPBLK\0".to_vec();
    whole.extend(VERSION.to_le_bytes());
    whole.extend(0_u32.to_le_bytes());
    whole.extend(columns);
    whole.extend(0_u32.to_le_bytes());
    read(&whole, buffer);
});

fn read(block: &[u8], buffer: usize) {
    let mut buffers = block.chunks(buffer).map(<[u8]>::to_vec);
    if let Ok(rank) = Rank::read(&mut || buffers.next()) {
        let bytes = written(|sink| rank.write(sink));
        let again = Rank::read(&mut once(bytes.clone())).expect("what was written can be read");
        assert_eq!(bytes, written(|sink| again.write(sink)));
    }
    let restored = || -> Option<Told> {
        let mut buffers = block.chunks(buffer).map(<[u8]>::to_vec);
        let piece = Piece::read(&mut || buffers.next()).ok()?;
        let bytes = written(|sink| piece.write(sink));
        let again = Piece::read(&mut once(bytes.clone())).expect("what was written can be read");
        assert_eq!(bytes, written(|sink| again.write(sink)));
        Some(told(&Arrivals::restored(Vec::new(), vec![(0, piece)]).loaded()))
    };
    assert_eq!(restored(), restored());
}

fn written(write: impl FnOnce(&mut dyn FnMut(Vec<u8>))) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(&mut |buffer| bytes.extend(buffer));
    bytes
}

fn once(bytes: Vec<u8>) -> impl FnMut() -> Option<Vec<u8>> {
    let mut bytes = Some(bytes);
    move || bytes.take()
}
