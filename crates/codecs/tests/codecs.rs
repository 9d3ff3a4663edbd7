//! What comes out of any codec does not depend on how many bytes go in or are asked for at once.

use flate2::Compression;
use flate2::write::GzEncoder;
use lzma_rust2::{CheckType, FilterType, XzOptions, XzWriter};
use proptest::prelude::*;
use std::io::{self, ErrorKind, Read, Write};
use std::sync::Arc;
use stepscope_codecs::unpack as unpack_other;
use stepscope_core::archive::{Codec, Limits, Meter, Range};
use stepscope_core::source::ReadAt;

/// Bytes that a source gives and that are asked for at once.
const PIECES: [(usize, usize); 5] =
    [(1 << 20, 1 << 20), (1 << 20, 7), (100, 1 << 20), (1, 100), (7, 1)];

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

/// What comes out of `packed`, and why it ended early.
fn unpack(
    codec: Codec,
    packed: &[u8],
    limits: Limits,
    (input, piece): (usize, usize),
) -> (Vec<u8>, Option<ErrorKind>) {
    let range = Range::whole(Arc::new(Pieces(packed.to_vec(), input)), Meter::default());
    let mut from = codec.unpack(range, packed.len() as u64, limits, unpack_other);
    let (mut all, mut target) = (Vec::new(), vec![0; piece]);
    loop {
        match from.read(&mut target) {
            Ok(0) => return (all, None),
            Ok(count) => all.extend_from_slice(&target[..count]),
            Err(error) => return (all, Some(error.kind())),
        }
    }
}

/// Asserts that it is the same in all pieces.
fn unpacked(codec: Codec, packed: &[u8], limits: Limits) -> (Vec<u8>, Option<ErrorKind>) {
    let expected = unpack(codec, packed, limits, PIECES[0]);
    for pieces in PIECES {
        let got = unpack(codec, packed, limits, pieces);
        let places = (got.0.len(), expected.0.len());
        assert!(got == expected, "{codec:?} {pieces:?} {places:?} {:?} {:?}", got.1, expected.1);
    }
    expected
}

fn pack(codec: Codec, bytes: &[u8]) -> Vec<u8> {
    match codec {
        Codec::Gzip => {
            let mut packer = GzEncoder::new(Vec::new(), Compression::default());
            packer.write_all(bytes).unwrap();
            packer.finish().unwrap()
        }
        Codec::Zstandard => stepscope_fixtures::pack::zstandard(bytes).unwrap(),
        Codec::Xz => stepscope_fixtures::pack::xz(bytes).unwrap(),
    }
}

/// Text that packs like that of a trace.
fn text() -> Vec<u8> {
    events(3_000)
}

fn events(count: u64) -> Vec<u8> {
    (0..count).flat_map(|i| format!("{{\"ts\":{},\"n\":{}}},", i * i, i % 7).into_bytes()).collect()
}

#[test]
fn every_codec_is_known_and_unpacked() {
    let text = text();
    for codec in Codec::ALL.iter().copied() {
        let packed = pack(codec, &text);
        assert_eq!(Codec::of(&packed), Some(codec));
        assert_eq!(unpacked(codec, &packed, Limits::default()), (text.clone(), None));
        // One behind the other, as `cat` makes them.
        let two = [packed.as_slice(), &packed].concat();
        let twice = [text.as_slice(), &text].concat();
        assert_eq!(unpacked(codec, &two, Limits::default()), (twice, None));
    }
    assert_eq!(Codec::of(b"{}"), None);
    assert_eq!(Codec::of(b""), None);
}

#[test]
fn what_the_usual_programs_wrote_is_unpacked() {
    // `zstd -19` and `xz`, with checksums.
    let zstd = b"\x28\xb5\x2f\xfd\x24\x41\x3d\x01\x00\x12\x82\x07\x0d\xd0\x3d\x68\x0a\x75\x27\x29\x63\xe0\x61\x44\x68\x01\x87\xda\x4b\x3e\xad\xf6\x57\x8c\xaf\x24\x95\x2f\xbc\x51\xac\x8d\x01\x00\x21\xb8\x7a\x02\x9f\x5a\x4d\xb6";
    let xz = b"\xfd\x37\x7a\x58\x5a\x00\x00\x04\xe6\xd6\xb4\x46\x02\x00\x21\x01\x16\x00\x00\x00\x74\x2f\xe5\xa3\xe0\x00\x3c\x00\x26\x5d\x00\x29\x9d\x08\xa7\x34\x25\x04\xe2\x38\xea\xe3\xad\xe3\x65\xa6\x79\x11\x45\xdc\x3b\x30\x7b\xff\xc7\xc9\xd3\x11\xac\x11\xe8\x14\x13\x58\xdd\x54\x7e\x00\x00\x00\x00\x00\x99\x3b\x9b\xc4\x48\x5f\x25\x1a\x00\x01\x42\x3d\xbd\xd4\xa1\xba\x1f\xb6\xf3\x7d\x01\x00\x00\x00\x00\x04\x59\x5a";
    for (codec, packed, name) in
        [(Codec::Zstandard, zstd.as_slice(), "zstd"), (Codec::Xz, xz.as_slice(), "xz")]
    {
        let text = format!("Stepscope reads what {name} wrote. Stepscope reads what {name} wrote.");
        assert_eq!(unpacked(codec, packed, Limits::default()), (text.clone().into_bytes(), None));
        // The last byte of the checksum of the content: behind it xz has its index.
        let last = if codec == Codec::Xz { packed.len() - 21 } else { packed.len() - 1 };
        for at in [last, packed.len() - 1] {
            let mut changed = packed.to_vec();
            changed[at] ^= 1;
            let (all, end) = unpacked(codec, &changed, Limits::default());
            assert_eq!(
                (all, end),
                (text.clone().into_bytes(), Some(ErrorKind::InvalidData)),
                "{name}"
            );
        }
    }
}

#[test]
fn frames_that_are_to_be_skipped_are() {
    let packed = pack(Codec::Zstandard, b"content");
    let skipped =
        [b"\x53\x2A\x4D\x18\x03\0\0\0abc", packed.as_slice(), b"\x50\x2A\x4D\x18\0\0\0\0"];
    let packed = skipped.concat();
    assert_eq!(Codec::of(&packed), Some(Codec::Zstandard));
    let limits = Limits::default();
    assert_eq!(unpacked(Codec::Zstandard, &packed, limits), (b"content".to_vec(), None));
    let (_, end) = unpacked(Codec::Zstandard, &packed[..9], limits);
    assert_eq!(end, Some(ErrorKind::UnexpectedEof));
}

#[test]
fn everything_before_a_cut_or_damage_is_right() {
    let text = text();
    for codec in Codec::ALL.iter().copied() {
        let packed = pack(codec, &text);
        for at in (0..packed.len()).step_by(packed.len() / 20).skip(1) {
            let (before, end) = unpacked(codec, &packed[..at], Limits::default());
            assert_eq!(end, Some(ErrorKind::UnexpectedEof), "{codec:?} cut at {at}");
            assert!(text.starts_with(&before), "{codec:?} cut at {at}");
            let mut damaged = packed.clone();
            damaged[at..(at + 8).min(packed.len())].fill(0xFF);
            let (before, end) = unpacked(codec, &damaged, Limits::default());
            // All of it is one block of Zstandard, and of a damaged one nothing may be right.
            let is_whole = before.is_empty() || before.len() == text.len();
            assert!(codec != Codec::Zstandard || is_whole, "damaged at {at}: {}", before.len());
            // A byte stands for several of the text; some are taken at once.
            let right = text.len().min(at.saturating_sub(512));
            let is_right = before.get(..right) == Some(&text[..right]);
            assert!(codec == Codec::Zstandard || is_right, "{codec:?} at {at}: {}", before.len());
            let ends = [ErrorKind::InvalidData, ErrorKind::UnexpectedEof, ErrorKind::FileTooLarge];
            assert!(
                end.is_some_and(|end| ends.contains(&end)),
                "{codec:?} damaged at {at}: {end:?}"
            );
        }
    }
}

#[test]
fn all_whole_blocks_before_damage_come_out() {
    let text = events(50_000);
    for codec in Codec::ALL.iter().copied() {
        let packed = pack(codec, &text);
        let at = packed.len() * 3 / 4;
        let mut damaged = packed.clone();
        damaged[at..].fill(0xFF);
        for packed in [&packed[..at], &damaged] {
            let (before, end) = unpacked(codec, packed, Limits::default());
            // What damage itself comes to may be anything.
            let right = before.iter().zip(&text).take_while(|(got, own)| got == own).count();
            assert!(
                end.is_some() && right > text.len() / 2,
                "{codec:?}: {right} of {}",
                text.len()
            );
        }
    }
}

#[test]
fn the_limit_is_reached_at_the_same_byte() {
    let text = text();
    for codec in Codec::ALL.iter().copied() {
        let packed = pack(codec, &text);
        let length = text.len() as u64;
        let limits = Limits { ratio: 2, free_bytes: 1000, ..Limits::default() };
        let exactly = Limits { unpacked: length, ..Limits::default() };
        let one_less = Limits { unpacked: length - 1, ..Limits::default() };
        for (limits, length, end) in [
            (limits, 2 * packed.len() + 1000, Some(ErrorKind::FileTooLarge)),
            (exactly, text.len(), None),
            (one_less, text.len() - 1, Some(ErrorKind::FileTooLarge)),
        ] {
            assert_eq!(unpacked(codec, &packed, limits), (text[..length].to_vec(), end));
        }
    }
}

#[test]
fn what_needs_too_much_memory_is_refused() {
    // A window of 2 GiB.
    let zstd = b"\x28\xb5\x2f\xfd\x00\xa8\x01\x00\x00";
    // A dictionary of 1.5 GiB: the properties of the filter, and the sum of the header made to fit.
    let mut xz = pack(Codec::Xz, b"content");
    assert_eq!(xz[14..16], [0x21, 0x01]);
    xz[16] = 37;
    let sum = crc32fast::hash(&xz[12..20]).to_le_bytes();
    xz[20..24].copy_from_slice(&sum);
    for (codec, packed) in [(Codec::Zstandard, zstd.as_slice()), (Codec::Xz, &xz)] {
        let (_, end) = unpacked(codec, packed, Limits::default());
        assert_eq!(end, Some(ErrorKind::FileTooLarge), "{codec:?}");
    }
}

/// What bytes go through before `xz` packs them.
const FILTERS: &[FilterType] = &[
    FilterType::Delta,
    FilterType::BcjX86,
    FilterType::BcjPpc,
    FilterType::BcjIa64,
    FilterType::BcjArm,
    FilterType::BcjArmThumb,
    FilterType::BcjSparc,
    FilterType::BcjArm64,
    FilterType::BcjRiscv,
];

/// Bytes of many kinds: text, noise, runs, and what repeats from near and far.
fn content() -> impl Strategy<Value = Vec<u8>> {
    let part = prop_oneof![
        (0_usize..3000).prop_map(|at| text()[at * 7..(at * 11).max(at * 7)].to_vec()),
        prop::collection::vec(any::<u8>(), 0..3000),
        (any::<u8>(), 0_usize..300_000).prop_map(|(byte, count)| vec![byte; count]),
        prop::collection::vec(0_u8..4, 0..5000),
        prop::collection::vec(prop_oneof![9 => Just(b' '), 1 => any::<u8>()], 0..5000),
    ];
    prop::collection::vec((part, any::<prop::sample::Index>(), 1_usize..5), 0..6).prop_map(
        |parts| {
            let mut all = Vec::new();
            for (part, from, times) in parts {
                for _ in 0..times {
                    all.extend_from_slice(&part);
                    let from = if all.is_empty() { 0 } else { from.index(all.len()) };
                    all.extend_from_within(from..all.len().min(from + 1000));
                }
            }
            all
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn whatever_zstd_packs_is_unpacked(
        content in content(), level in -5..=22, checksum: bool, size: bool, log in 10_u32..=20, long: bool,
        piece in 1_usize..200_000,
    ) {
        let mut packer = zstd::Encoder::new(Vec::new(), level).unwrap();
        packer.include_checksum(checksum).unwrap();
        packer.window_log(log).unwrap();
        packer.long_distance_matching(long).unwrap();
        packer.set_pledged_src_size(size.then_some(content.len() as u64)).unwrap();
        packer.write_all(&content).unwrap();
        let packed = packer.finish().unwrap();
        let (all, end) = unpack(Codec::Zstandard, &packed, Limits { ratio: 1 << 20, ..Limits::default() }, (1 << 20, piece));
        prop_assert!(end.is_none() && all == content, "{:?}, {} of {}", end, all.len(), content.len());
    }

    #[test]
    fn whatever_xz_packs_is_unpacked(
        content in content(), preset in 0_u32..=9, check in 0_usize..4, lc in 0_u32..=4, pb in 0_u32..=4,
        block in proptest::option::of(1_u64 << 12..1 << 20), piece in 1_usize..200_000,
        filter in proptest::option::of((prop::sample::select(FILTERS), 1_u32..5)),
    ) {
        let mut options = XzOptions::with_preset(preset);
        (options.lzma_options.lc, options.lzma_options.lp, options.lzma_options.pb) = (lc, 4 - lc, pb);
        options.set_check_sum_type([CheckType::None, CheckType::Crc32, CheckType::Crc64, CheckType::Sha256][check]);
        if let Some((filter, distance)) = filter {
            options.prepend_pre_filter(filter, if filter == FilterType::Delta { distance } else { 0 });
        }
        options.set_block_size(block.and_then(std::num::NonZeroU64::new));
        let mut packer = XzWriter::new(Vec::new(), options).unwrap();
        packer.write_all(&content).unwrap();
        let packed = packer.finish().unwrap();
        let (all, end) = unpack(Codec::Xz, &packed, Limits { ratio: 1 << 20, ..Limits::default() }, (1 << 20, piece));
        prop_assert!(end.is_none() && all == content, "{:?}, {} of {}", end, all.len(), content.len());
    }

    #[test]
    fn no_change_panics_and_what_the_checksum_covers_is_right(
        which in 0_usize..3, at: prop::sample::Index, bytes in prop::collection::vec(any::<u8>(), 1..9),
    ) {
        let text = text();
        let mut packed = pack(Codec::ALL[which], &text);
        let at = at.index(packed.len());
        let end = packed.len().min(at + bytes.len());
        packed[at..end].copy_from_slice(&bytes[..end - at]);
        let limits = Limits { free_bytes: 1 << 20, ..Limits::default() };
        let (all, end) = unpack(Codec::ALL[which], &packed, limits, (1 << 20, 1 << 16));
        // A byte may be replaced by itself; a gzip says when it was made.
        prop_assert!(end.is_some() || all == text, "{:?} {at}", Codec::ALL[which]);
        prop_assert!(all.len() as u64 <= limits.most(packed.len() as u64));
    }
}

/// Bytes that cannot be read to their end.
struct Fails(Vec<u8>);

impl ReadAt for Fails {
    fn len(&self) -> u64 {
        self.0.len() as u64 + 1
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read_at(offset, buffer)? {
            0 => Err(ErrorKind::PermissionDenied.into()),
            count => Ok(count),
        }
    }
}

#[test]
fn why_bytes_cannot_be_read_is_said_after_those_before() {
    let text = text();
    for codec in Codec::ALL.iter().copied() {
        // In front of everything, within it, and where a further stream could begin.
        for length in [0, 1000, usize::MAX] {
            let mut packed = pack(codec, &text);
            packed.truncate(length);
            let (before, _) = unpack(codec, &packed, Limits::default(), PIECES[0]);
            let length = packed.len() as u64;
            let range = Range::whole(Arc::new(Fails(packed)), Meter::default());
            let mut all = Vec::new();
            let mut from = codec.unpack(range, length, Limits::default(), unpack_other);
            let end = from.read_to_end(&mut all).map_err(|error| error.kind());
            assert_eq!(
                (all, end),
                (before, Err(ErrorKind::PermissionDenied)),
                "{codec:?} {length}"
            );
        }
    }
}
