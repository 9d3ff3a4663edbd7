//! Hostile, damaged and foreign input: always a readable note, whatever is good is loaded.

mod common;

use common::{
    Zip, as_gzip, as_tar, as_xz, as_zip, as_zstandard, one, options, packed_files, sample,
};
use proptest::prelude::*;
use std::io::{ErrorKind, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use stepscope_core::archive::refused;
use stepscope_core::load::{Input, Limits, Loaded, Options, Progress, load};
use stepscope_core::note::{Cause, Language, Note, NoteKind};
use stepscope_core::source::ReadAt;

fn open(name: &str, bytes: Vec<u8>) -> Loaded {
    load(&[one(name, bytes)], &options(), &mut ())
}

/// All notes, wherever they are.
fn notes(loaded: &Loaded) -> impl Iterator<Item = &Note> {
    let captures = loaded.captures.iter();
    let inner = captures.flat_map(|c| c.notes.iter().chain(c.ranks.iter().flat_map(|r| &r.notes)));
    inner.chain(&loaded.notes)
}

/// Kinds of all notes.
fn kinds(loaded: &Loaded) -> Vec<NoteKind> {
    let mut kinds: Vec<_> = notes(loaded).map(|note| note.kind).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

fn slices(loaded: &Loaded) -> u64 {
    let ranks = loaded.captures.iter().flat_map(|capture| &capture.ranks);
    ranks.filter_map(|rank| rank.trace.as_deref()).map(|trace| trace.counts.slices).sum()
}

/// Replaces every occurrence of `from`.
fn patch(bytes: &mut [u8], from: &[u8], to: &[u8]) {
    assert_eq!(from.len(), to.len());
    let mut hits = 0;
    for at in 0..=bytes.len() - from.len() {
        if bytes[at..].starts_with(from) {
            bytes[at..at + to.len()].copy_from_slice(to);
            hits += 1;
        }
    }
    assert!(hits > 0);
}

fn trace(count: usize) -> Vec<u8> {
    let event = r#"{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1}"#;
    format!("[{}]", vec![event; count].join(",")).into_bytes()
}

#[test]
fn cut_archives_give_what_is_before_the_cut() {
    let files = sample();
    let whole = slices(&open("a.zip", as_zip(&files, Zip::Deflated)));
    for how in [Zip::Deflated, Zip::Stored, Zip::Wide, Zip::Described] {
        let zip = as_zip(&files, how);
        let mut cut = zip.clone();
        // The directory alone is lost: everything is found again.
        let directory = zip.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
        cut.truncate(directory + 10);
        let loaded = open("a.zip", cut.clone());
        assert_eq!(slices(&loaded), whole, "{how:?}");
        // The capture itself says so: figures of what was found may lack the rest.
        let own: Vec<NoteKind> = loaded.captures[0].notes.iter().map(|note| note.kind).collect();
        assert_eq!((own, loaded.notes), (vec![NoteKind::DirectoryLost], Vec::new()));
        cut.truncate(directory / 2);
        let loaded = open("a.zip", cut);
        assert!((1..whole).contains(&slices(&loaded)), "{how:?} {}", slices(&loaded));
    }
    let tar = as_tar(&files);
    for (name, bytes) in [("a.tar", tar.clone()), ("a.tgz", as_gzip(&tar, 1 << 20))] {
        let loaded = open(name, bytes[..bytes.len() * 3 / 5].to_vec());
        assert!((1..=whole).contains(&slices(&loaded)), "{name}");
        assert!(kinds(&loaded).contains(&NoteKind::Truncated), "{name}");
    }
    let gzip = as_gzip(&trace(10_000), usize::MAX);
    let loaded = open("a.json.gz", gzip[..gzip.len() / 2].to_vec());
    assert!((1..10_000).contains(&slices(&loaded)));
    assert_eq!(kinds(&loaded), [NoteKind::Truncated]);
}

#[test]
fn damage_in_the_middle_is_told_and_does_not_depend_on_chunks() {
    let mut gzip = as_gzip(&trace(10_000), usize::MAX);
    let middle = gzip.len() / 2;
    gzip[middle..middle + 8].fill(0xFF);
    let mut seen = Vec::new();
    for chunk in [1, 7, 100, 1 << 20] {
        let options = Options { chunk, ..options() };
        let loaded = load(&[one("a.json.gz", gzip.clone())], &options, &mut ());
        seen.push((slices(&loaded), kinds(&loaded)));
    }
    assert!(seen.iter().all(|other| *other == seen[0]), "{seen:?}");
    assert!(seen[0].1.contains(&NoteKind::Damaged), "{seen:?}");
}

#[test]
fn a_damaged_tar_header_costs_one_entry() {
    let mut files = sample();
    files.retain(|(path, _)| path.ends_with(".json"));
    let mut tar = as_tar(&files);
    let whole = slices(&open("a.tar", tar.clone()));
    // Behind the header and the one block of data of the info file: another header.
    let at = tar.windows(14).position(|bytes| bytes == b"profiler_info_").unwrap();
    let block = at / 512 * 512;
    tar[block + 512 * 3 + 20] ^= 0x55;
    let loaded = open("a.tar", tar);
    assert!(kinds(&loaded).contains(&NoteKind::Damaged), "{:?}", loaded.notes);
    assert!(slices(&loaded) >= whole / 2);
}

#[test]
fn wrong_checksums_and_sizes_are_told() {
    let files = vec![("trace_view.json".to_owned(), trace(100))];
    let zip = as_zip(&files, Zip::Stored);
    let mut damaged = zip.clone();
    patch(&mut damaged, br#""dur":1}]"#, br#""dur":2}]"#);
    let loaded = open("a.zip", damaged);
    assert_eq!((slices(&loaded), kinds(&loaded)), (100, vec![NoteKind::Damaged]));
    // The directory says that the entry is shorter than it is.
    let size = (files[0].1.len() as u32).to_le_bytes();
    let mut lying = as_zip(&files, Zip::Deflated);
    patch(&mut lying, &size, &1000_u32.to_le_bytes());
    let loaded = open("a.zip", lying);
    assert!((1..100).contains(&slices(&loaded)));
    assert!(kinds(&loaded).contains(&NoteKind::Damaged));
    let mut lying = as_zip(&files, Zip::Deflated);
    patch(&mut lying, &size, &1_000_000_u32.to_le_bytes());
    assert!(kinds(&open("a.zip", lying)).contains(&NoteKind::Truncated));
}

#[test]
fn entries_that_cannot_be_read_are_named_and_the_rest_is_loaded() {
    let files =
        [("a/trace_view.json", trace(5)), ("b/ASCEND_PROFILER_OUTPUT/trace_view.json", trace(7))]
            .map(|(path, bytes)| (path.to_owned(), bytes));
    let zip = as_zip(&files, Zip::Deflated);
    let central = zip.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
    let mut encrypted = zip.clone();
    encrypted[central + 8] |= 1;
    let loaded = open("a.zip", encrypted);
    assert_eq!((slices(&loaded), kinds(&loaded)), (7, vec![NoteKind::Encrypted]));
    let mut method = zip.clone();
    method[central + 10] = 14;
    let loaded = open("a.zip", method);
    assert_eq!((slices(&loaded), kinds(&loaded)), (7, vec![NoteKind::UnknownMethod]));
    let note = &loaded.notes[0];
    assert_eq!(
        (note.file.as_str(), note.detail.as_str()),
        ("a/trace_view.json", "LZMA: 7z x a.zip")
    );
    // The first entry claims to be where the second is.
    let second = zip.windows(2).enumerate().filter(|(_, two)| two == b"PK").nth(1).unwrap().0;
    let mut overlap = zip;
    overlap[central + 42..central + 46].copy_from_slice(&(second as u32).to_le_bytes());
    assert!(kinds(&open("a.zip", overlap)).contains(&NoteKind::Overlap));
}

#[test]
fn duplicates_and_links() {
    let twice =
        vec![("trace_view.json".to_owned(), trace(3)), ("trace_vieW.json".to_owned(), trace(4))];
    let mut zip = as_zip(&twice, Zip::Stored);
    patch(&mut zip, b"trace_vieW", b"trace_view");
    let tar = as_tar(&[twice[0].clone(), ("trace_view.json".to_owned(), trace(4))]);
    for (name, bytes) in [("a.zip", zip), ("a.tar", tar.clone()), ("a.tgz", as_gzip(&tar, 999))] {
        let loaded = open(name, bytes);
        assert_eq!((slices(&loaded), kinds(&loaded)), (4, vec![NoteKind::Duplicate]), "{name}");
    }
    // Opened as they are, also when they are shared out.
    let chosen: Vec<Input> =
        twice.into_iter().map(|(_, bytes)| one("trace_view.json", bytes)).collect();
    for loaders in [1, 2, 4] {
        let options = Options { loaders, part_bytes: 60, ..options() };
        let loaded = load(&chosen, &options, &mut ());
        assert_eq!((slices(&loaded), kinds(&loaded)), (4, vec![NoteKind::Duplicate]), "{loaders}");
    }
    let mut tar = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::Symlink);
    header.set_size(0);
    tar.append_link(&mut header, "x/trace_view.json", "/etc/passwd").unwrap();
    let mut header = tar::Header::new_gnu();
    header.set_size(trace(2).len() as u64);
    tar.append_data(&mut header, "y/trace_view.json", trace(2).as_slice()).unwrap();
    let bytes = tar.into_inner().unwrap();
    for (name, bytes) in [("a.tar", bytes.clone()), ("a.tgz", as_gzip(&bytes, 999))] {
        let loaded = open(name, bytes);
        assert_eq!((slices(&loaded), kinds(&loaded)), (2, vec![NoteKind::NoFile]), "{name}");
    }
}

#[test]
fn names_are_decoded_and_never_climb_out() {
    let files = vec![("../../xxxx/trace_view.json".to_owned(), trace(1))];
    let mut zip = as_zip(&files, Zip::Stored);
    patch(&mut zip, b"xxxx", &[0xB2, 0xE2, 0xCA, 0xD4]);
    let loaded = open("a.zip", zip);
    assert_eq!(loaded.captures[0].ranks[0].folder, "测试");
    let files = vec![("C:\\采集\\trace_view.json".to_owned(), trace(1))];
    let loaded = open("a.zip", as_zip(&files, Zip::Stored));
    assert_eq!(loaded.captures[0].ranks[0].folder, "采集");
}

#[test]
fn bombs_are_stopped_at_their_limit() {
    let zeros = vec![b' '; 100 << 20];
    let files = vec![("trace_view.json".to_owned(), zeros.clone())];
    let loaded = open("bomb.zip", as_zip(&files, Zip::Deflated));
    assert_eq!(kinds(&loaded), [NoteKind::LimitReached]);
    assert_eq!(loaded.notes[0].file, "trace_view.json");
    let loaded = open("bomb.json.gz", as_gzip(&zeros, usize::MAX));
    assert!(kinds(&loaded).contains(&NoteKind::LimitReached) || loaded.captures.is_empty());
    let tar = as_tar(&files);
    let within = vec![("trace_view.json.zst".to_owned(), as_zstandard(&zeros))];
    for bomb in [
        as_gzip(&tar, usize::MAX),
        as_zstandard(&tar),
        as_xz(&tar),
        as_zip(&within, Zip::Deflated),
        as_tar(&within),
        as_xz(&as_tar(&within)),
    ] {
        let loaded = open("bomb", bomb);
        assert!(kinds(&loaded).contains(&NoteKind::LimitReached), "{:?}", loaded.notes);
    }
    let many: Vec<_> = (0..200).map(|i| (format!("{i}/trace_view.json"), trace(1))).collect();
    let limits = Limits { entries: 50, ..Limits::default() };
    let options = Options { limits, ..options() };
    let tar = as_tar(&many);
    for bytes in [as_zip(&many, Zip::Stored), tar.clone(), as_gzip(&tar, usize::MAX)] {
        let loaded = load(&[one("many", bytes)], &options, &mut ());
        assert_eq!(slices(&loaded), 50);
        assert!(kinds(&loaded).contains(&NoteKind::LimitReached));
    }
}

#[test]
fn foreign_input_is_answered_with_what_to_do() {
    let cases: [(&str, &[u8], NoteKind, &str); 8] = [
        ("a.tar.bz2", b"BZh91AY", NoteKind::ContainerNotRead, "bzip2 -dk a.tar.bz2 (bzip2)"),
        (
            "a.tar.zst",
            b"\x28\xB5\x2F\xFD\0\x58\x07\0\0",
            NoteKind::Damaged,
            "the packed data is damaged",
        ),
        ("a.7z", b"7z\xBC\xAF\x27\x1C..", NoteKind::ContainerNotRead, "7z x a.7z"),
        ("notes.txt", b"hello", NoteKind::NothingFound, "notes.txt"),
        ("settings.json", b"{\"a\":1}", NoteKind::NothingFound, "settings.json"),
        (
            "a.zip",
            b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
            NoteKind::NothingFound,
            "a.zip",
        ),
        ("trace_view.json", b"hello", NoteKind::WrongKind, ""),
        ("kernel_details.csv", b"<html>\n", NoteKind::WrongKind, "<html>"),
    ];
    for (name, bytes, kind, detail) in cases {
        let loaded = open(name, bytes.to_vec());
        assert!(loaded.captures.is_empty(), "{name}");
        assert_eq!(kinds(&loaded), [kind], "{name}: {:?}", loaded.notes);
        assert!(loaded.notes[0].text(Language::En).contains(detail), "{:?}", loaded.notes);
    }
    assert_eq!(kinds(&load(&[], &options(), &mut ())), [NoteKind::NothingFound]);
}

#[test]
fn what_a_container_says_is_told_by_its_cause() {
    let text = trace(100);
    let two = [("trace_view.json".to_owned(), text.clone()), ("b".to_owned(), vec![1])];
    let gzip = as_gzip(&text, usize::MAX);
    let (zstandard, xz) = (as_zstandard(&text), as_xz(&text));
    let dictionary = b"\x28\xB5\x2F\xFD\x01\x58\x07".to_vec();
    // 2 GiB.
    let window = b"\x28\xB5\x2F\xFD\x00\xA8\x01\0\0".to_vec();
    // A filter of an id that nobody uses, and the sum of the header made to fit.
    let mut filtered = xz.clone();
    filtered[14] = 0x22;
    let sum = crc32fast::hash(&filtered[12..20]).to_le_bytes();
    filtered[20..24].copy_from_slice(&sum);
    let mut within = as_zip(&[("trace_view.json.gz".to_owned(), gzip.clone())], Zip::Stored);
    patch(&mut within, &crc32fast::hash(&gzip).to_le_bytes(), &[9; 4]);
    let deflated = as_zip(&two[..1], Zip::Deflated);
    let stored = as_zip(&two, Zip::Stored);
    let changed = |bytes: &[u8], at: usize, by: &[u8]| {
        let mut bytes = bytes.to_vec();
        bytes[at..at + by.len()].copy_from_slice(by);
        bytes
    };
    let last_header = stored.windows(4).rposition(|four| four == b"PK\x01\x02").unwrap();
    let mut lying = deflated.clone();
    patch(&mut lying, &(text.len() as u32).to_le_bytes(), &1000_u32.to_le_bytes());
    let second_entry = 512 + text.len().next_multiple_of(512);
    let mut link = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::Link);
    header.set_size(0);
    link.append_link(&mut header, "trace_view.json", "other").unwrap();
    for (bytes, kind, cause) in [
        (changed(&gzip, 40, &[0xFF; 9]), NoteKind::Damaged, Cause::PackedData),
        (changed(&gzip, gzip.len() - 8, &[9; 4]), NoteKind::Damaged, Cause::Checksum),
        ([gzip.as_slice(), b"rubbish"].concat(), NoteKind::Damaged, Cause::NoPackedData),
        (changed(&zstandard, 6, &[0xFF; 3]), NoteKind::Damaged, Cause::PackedData),
        (changed(&zstandard, zstandard.len() - 1, &[9]), NoteKind::Damaged, Cause::Checksum),
        ([zstandard.as_slice(), b"rubbish"].concat(), NoteKind::Damaged, Cause::NoPackedData),
        (dictionary, NoteKind::UnknownMethod, Cause::Dictionary),
        (window, NoteKind::LimitReached, Cause::Window),
        (changed(&xz, 40, &[0xFF; 9]), NoteKind::Damaged, Cause::PackedData),
        (changed(&xz, xz.len() - 12 - 12 - 8, &[9; 8]), NoteKind::Damaged, Cause::Checksum),
        ([xz.as_slice(), b"rubbish."].concat(), NoteKind::Damaged, Cause::NoPackedData),
        (filtered, NoteKind::UnknownMethod, Cause::Filter),
        (within, NoteKind::Damaged, Cause::Checksum),
        (lying, NoteKind::Damaged, Cause::LongerThanStated),
        (changed(&deflated, 0, b"PK\x05\x06"), NoteKind::Damaged, Cause::NoEntryThere),
        (changed(&stored, last_header, b"PK++"), NoteKind::Damaged, Cause::Directory),
        (changed(&as_tar(&two), second_entry, b"?"), NoteKind::Damaged, Cause::EntryHeader),
        (link.into_inner().unwrap(), NoteKind::NoFile, Cause::HardLink),
    ] {
        let loaded = open("trace_view.json", bytes);
        let about: Vec<_> = notes(&loaded).map(|note| (note.kind, note.cause)).collect();
        assert!(about.contains(&(kind, Some(cause))), "{cause:?}: {about:?}");
    }
}

/// A source that fails whenever it is read.
struct Fails(ErrorKind);

impl ReadAt for Fails {
    fn len(&self) -> u64 {
        10
    }
    fn read_at(&self, _: u64, _: &mut [u8]) -> std::io::Result<usize> {
        Err(self.0.into())
    }
}

#[test]
fn what_the_system_says_is_told_by_its_cause() {
    for (error, kind, cause) in [
        (ErrorKind::PermissionDenied, NoteKind::NoPermission, None),
        (ErrorKind::NotFound, NoteKind::Unreadable, Some(Cause::NotFound)),
        (ErrorKind::TimedOut, NoteKind::Unreadable, Some(Cause::NoAnswer)),
        (ErrorKind::Other, NoteKind::Unreadable, Some(Cause::SystemSays)),
    ] {
        let input = Input { path: "a.zip".to_owned(), source: Arc::new(Fails(error)) };
        let note = load(&[input], &options(), &mut ()).notes.swap_remove(0);
        assert_eq!((note.kind, note.cause), (kind, cause));
        assert!(cause == Some(Cause::SystemSays) || note.detail.is_empty(), "{}", note.detail);
    }
}

#[test]
fn files_without_a_byte_are_named_with_what_happened_and_what_to_do() {
    let says_so = |loaded: &Loaded, file: &str| {
        let about: Vec<_> = loaded.notes.iter().map(|n| (n.kind, n.file.as_str())).collect();
        assert_eq!(about, [(NoteKind::ZeroBytes, file)]);
        let (en, zh) = (loaded.notes[0].text(Language::En), loaded.notes[0].text(Language::Zh));
        assert!(en.contains("0 bytes") && en.contains("Copy it again"), "{en}");
        assert!(zh.contains("0 字节") && zh.contains("重新拷贝"), "{zh}");
    };
    for name in [
        "a.zip",
        "a.tar",
        "a.tar.gz",
        "A.TGZ",
        "a.tar.zst",
        "a.txz",
        "run.json.gz",
        "run.json.zst",
        "run.json.xz",
        "run.json",
        "table.csv",
        "trace_view.json",
        "kernel_details.csv",
        "no ending",
    ] {
        let loaded = open(name, Vec::new());
        assert!(loaded.captures.is_empty(), "{name}");
        says_so(&loaded, name);
    }
    // Beside a good one an archive is told, and other files need no bytes.
    let good = || one("x/trace_view.json", trace(2));
    let inputs = [good(), one("x/capture.zip", Vec::new()), one("x/py.typed", Vec::new())];
    let loaded = load(&inputs, &options(), &mut ());
    assert_eq!(slices(&loaded), 2);
    assert_eq!(kinds(&loaded), [NoteKind::ZeroBytes]);
    // One of a capture's own files is told in any container.
    let files: Vec<_> = [("trace_view.json", trace(2)), ("kernel_details.csv", Vec::new())]
        .map(|(name, bytes)| (format!("x_ascend_pt/ASCEND_PROFILER_OUTPUT/{name}"), bytes))
        .into();
    let tar = as_tar(&files);
    for bytes in [as_zip(&files, Zip::Deflated), as_gzip(&tar, 999), tar] {
        let loaded = open("a", bytes);
        assert_eq!((slices(&loaded), kinds(&loaded)), (2, vec![NoteKind::ZeroBytes]));
    }
}

#[test]
fn files_of_someone_else_are_named_with_the_command() {
    let path = "x/r_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json";
    let source = Arc::new(Fails(ErrorKind::PermissionDenied));
    let refused = Input { path: path.to_owned(), source };
    let loaded = load(&[refused], &options(), &mut ());
    assert_eq!(kinds(&loaded), [NoteKind::NoPermission]);
    assert_eq!(loaded.notes[0].file, path);
    assert!(loaded.notes[0].text(Language::Zh).contains("sudo chown -R \"$USER\""));
}

/// A file that is written by someone else once it was looked into.
struct Rewritten {
    bytes: Vec<u8>,
    looked: Arc<AtomicBool>,
}

impl ReadAt for Rewritten {
    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.looked.load(Ordering::Relaxed) {
            return Err(refused());
        }
        self.bytes.read_at(offset, buffer)
    }
}

#[test]
fn what_was_changed_while_it_was_read_is_told_so_and_once() {
    struct Looked(Arc<AtomicBool>);
    impl Progress for Looked {
        fn advance(&mut self, _: u64, _: &str) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
        fn expect(&mut self, _: u64) {
            self.0.store(true, Ordering::Relaxed);
        }
    }
    let files = sample();
    let tar = as_tar(&files);
    let all = [as_zip(&files, Zip::Deflated), as_gzip(&tar, 999), tar, trace(3)];
    for (bytes, name) in all.into_iter().zip(["a.zip", "a.tgz", "a.tar", "trace.json"]) {
        for looked in [false, true] {
            let looked = Arc::new(AtomicBool::new(looked));
            let watch = &mut Looked(looked.clone());
            let refused_at_once = looked.load(Ordering::Relaxed);
            let source = Arc::new(Rewritten { bytes: bytes.clone(), looked });
            let input = Input { path: name.to_owned(), source };
            let loaded = load(&[input], &options(), watch);
            let (en, zh) = (loaded.notes[0].text(Language::En), loaded.notes[0].text(Language::Zh));
            let told = (kinds(&loaded), loaded.notes.len(), loaded.notes[0].file.as_str());
            if refused_at_once {
                // A browser does not tell the two apart, so both are said.
                assert_eq!(told, (vec![NoteKind::NoPermission], 1, name));
                assert!(en.contains("sudo chown") && en.contains("choose it again"), "{en}");
                assert!(zh.contains("sudo chown") && zh.contains("请重新选择"), "{zh}");
            } else {
                assert_eq!(told, (vec![NoteKind::Unreadable], 1, name));
                assert!(en.contains("changed on the disk") && en.contains("open it again"), "{en}");
                assert!(zh.contains("被改动") && zh.contains("请重新打开"), "{zh}");
            }
        }
    }
}

#[test]
fn cancelling_stops_at_once_and_keeps_what_was_read() {
    struct Stop(u32);
    impl Progress for Stop {
        fn advance(&mut self, _: u64, _: &str) -> ControlFlow<()> {
            self.0 += 1;
            if self.0 > 12 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }
    let files: Vec<_> = (0..20).map(|i| (format!("{i}/trace_view.json"), trace(1))).collect();
    let tar = as_tar(&files);
    let gzip = as_gzip(&tar, usize::MAX);
    for bytes in [as_zip(&files, Zip::Stored), tar.clone(), gzip, as_zstandard(&tar), as_xz(&tar)] {
        let mut stop = Stop(0);
        let loaded = load(&[one("a", bytes)], &options(), &mut stop);
        assert!((1..20).contains(&slices(&loaded)));
        assert!(kinds(&loaded).contains(&NoteKind::Cancelled));
    }
}

#[test]
fn cancelling_while_a_packed_file_of_a_packed_tar_is_unpacked_leaves_it_out() {
    struct Stop(u32, u32);
    impl Progress for Stop {
        fn advance(&mut self, bytes: u64, _: &str) -> ControlFlow<()> {
            // Nothing more is read while what is held is unpacked.
            self.0 += u32::from(bytes == 0);
            if self.0 > self.1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }
    let files = [("a/trace_view.json", 1), ("b/trace_view.json", 5_000)];
    let files = files.map(|(path, count)| (format!("{path}.zst"), as_zstandard(&trace(count))));
    let tar = as_gzip(&as_tar(&files), usize::MAX);
    let options = Options { chunk: 4096, ..options() };
    let loaded = load(&[one("a.tgz", tar)], &options, &mut Stop(0, 20));
    assert_eq!(slices(&loaded), 1, "{:?}", loaded.notes);
    assert!(kinds(&loaded).contains(&NoteKind::Cancelled));
}

#[test]
fn of_what_is_packed_and_what_is_not_the_last_counts() {
    let files = ["trace_view.json.xz", "trace_view.json", "trace_view.json.gz"];
    let files = files.map(|path| match path.rsplit_once('.') {
        Some((_, "xz")) => (path.to_owned(), as_xz(&trace(1))),
        Some((_, "gz")) => (path.to_owned(), as_gzip(&trace(3), 99)),
        _ => (path.to_owned(), trace(2)),
    });
    for bytes in [as_zip(&files, Zip::Deflated), as_tar(&files)] {
        let loaded = open("a", bytes);
        assert_eq!((slices(&loaded), kinds(&loaded)), (3, vec![NoteKind::Duplicate]));
    }
}

#[test]
fn a_gzip_with_padding_is_whole_and_one_with_rubbish_is_told() {
    let mut gzip = as_gzip(&trace(5), 50);
    gzip.extend([0; 1000]);
    let loaded = open("a.json.gz", gzip.clone());
    assert_eq!((slices(&loaded), kinds(&loaded)), (5, vec![]));
    gzip.write_all(b"rubbish").unwrap();
    let loaded = open("a.json.gz", gzip);
    assert_eq!((slices(&loaded), kinds(&loaded)), (5, vec![NoteKind::Damaged]));
}

/// Small archives of every kind.
fn archives() -> Vec<Vec<u8>> {
    let files: Vec<_> = sample().into_iter().filter(|(path, _)| !path.contains("rank_1")).collect();
    let tar = as_tar(&files);
    let mut all: Vec<_> = [Zip::Deflated, Zip::Stored, Zip::Wide, Zip::Described]
        .map(|how| as_zip(&files, how))
        .into();
    let packed = packed_files(&files);
    all.extend([as_zip(&packed, Zip::Deflated), as_zstandard(&as_tar(&packed))]);
    all.extend([as_gzip(&tar, 5000), as_zstandard(&tar), as_xz(&tar), tar]);
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn no_mutation_or_cut_panics_or_hangs(
        which in 0_usize..10,
        cut in proptest::option::of(any::<prop::sample::Index>()),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
    ) {
        let mut bytes = archives().swap_remove(which);
        for (at, value) in changes {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        let loaded = open("a", bytes);
        prop_assert!(!loaded.captures.is_empty() || !loaded.notes.is_empty());
    }
}

#[test]
fn very_many_entries_are_listed_in_one_piece() {
    let links = |count: usize| {
        let mut tar = tar::Builder::new(Vec::new());
        for i in 0..count {
            let mut header = tar::Header::new_gnu();
            header.set_entry_type(tar::EntryType::Symlink);
            header.set_size(0);
            tar.append_link(&mut header, format!("{i}/a"), "b").unwrap();
        }
        tar.into_inner().unwrap()
    };
    let mut many: Vec<_> =
        (0..20_000).map(|i| (format!("x_ascend_pt/logs/{i}"), Vec::new())).collect();
    many.push(("x_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json".to_owned(), trace(1)));
    let tar = as_tar(&many);
    for bytes in [as_zip(&many, Zip::Stored), tar.clone(), as_gzip(&tar, usize::MAX)] {
        let loaded = open("many", bytes);
        assert_eq!((slices(&loaded), kinds(&loaded)), (1, vec![]));
        assert_eq!(loaded.captures[0].ranks[0].files.len(), 20_001);
    }
    let loaded = open("many", links(5_000));
    assert!(loaded.notes.len() <= 101, "{}", loaded.notes.len());
    let links: u64 =
        loaded.notes.iter().filter(|n| n.kind == NoteKind::NoFile).map(|n| n.count).sum();
    assert_eq!(links, 5_000);
}
