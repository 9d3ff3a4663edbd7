//! Archives that are not read are named with the command that makes something of them that is.

mod common;

use common::{Zip, as_gzip, as_tar, as_zip, as_zip_by, one, options};
use stepscope_core::load::{Input, Loaded, load};
use stepscope_core::note::{Language, Note, NoteKind};

const TRACE: &[u8] = br#"[{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1}]"#;

fn notes(loaded: &Loaded) -> Vec<&Note> {
    let captures = loaded.captures.iter();
    let inner = captures.flat_map(|c| c.notes.iter().chain(c.ranks.iter().flat_map(|r| &r.notes)));
    inner.chain(&loaded.notes).collect()
}

/// Asserts that all there is to say of `inputs` is to run `command`, and of which file.
fn says(inputs: &[Input], kind: NoteKind, file: &str, command: &str) {
    let loaded = load(inputs, &options(), &mut ());
    let about = format!("{}: {:?}", inputs[0].path, notes(&loaded));
    let told: Vec<_> = notes(&loaded).into_iter().filter(|note| note.kind == kind).collect();
    assert_eq!(told.len(), 1, "{about}");
    assert_eq!(told[0].file, file, "{about}");
    for language in [Language::En, Language::Zh] {
        assert!(told[0].text(language).contains(command), "{}", told[0].text(language));
    }
}

/// Names, first bytes, command.
const WHOLE: &[(&str, &[u8], &str)] = &[
    ("a.tar.bz2", b"BZh91AY&SY", "bzip2 -dk a.tar.bz2"),
    ("trace_view.json.bz2", b"BZh91AY&SY", "bzip2 -dk trace_view.json.bz2"),
    ("my run.7z", b"7z\xBC\xAF\x27\x1C..", "7z x 'my run.7z'"),
    ("a.rar", b"Rar!\x1A\x07\x01\0", "unrar x a.rar"),
    ("trace_view.json.lz4", b"\x04\x22\x4D\x18....", "lz4 -d trace_view.json.lz4"),
    ("a.tar.lz4", b"\x04\x22\x4D\x18....", "lz4 -d a.tar.lz4"),
    ("a.tar.Z", b"\x1F\x9D\x90..", "gzip -dk a.tar.Z"),
];

const PARTS: &[(&str, &str)] = &[
    ("a.z01", "zip -s 0 a.zip --out a-whole.zip"),
    ("a.z12", "zip -s 0 a.zip --out a-whole.zip"),
    ("a.zip.001", "cat a.zip.* > a.zip"),
    ("a.tar.gz.aa", "cat a.tar.gz.* > a.tar.gz"),
    ("a b.tar.zst.bc", "cat 'a b.tar.zst'.* > 'a b.tar.zst'"),
    ("trace_view.json.gz.ab", "cat trace_view.json.gz.* > trace_view.json.gz"),
    ("a.part1.rar", "unrar x a.part1.rar"),
    ("a.part03.rar", "unrar x a.part01.rar"),
    ("a.r00", "unrar x a.rar"),
    ("a.7z.002", "7z x a.7z.001"),
];

#[test]
fn by_their_first_bytes_whatever_they_are_named() {
    for (name, head, command) in WHOLE {
        says(&[one(name, head.to_vec())], NoteKind::ContainerNotRead, name, command);
    }
    says(&[one("a", b"BZh91AY".to_vec())], NoteKind::ContainerNotRead, "a", "bzip2 -dk a");
}

#[test]
fn parts_by_their_names_whatever_they_begin_with() {
    let zip = as_zip(&[("trace_view.json".to_owned(), TRACE.to_vec())], Zip::Stored);
    for (name, command) in PARTS {
        for content in [zip.as_slice(), &as_gzip(TRACE, 999), b"Rar!\x1A\x07\x01\0", b"anything"] {
            says(&[one(name, content.to_vec())], NoteKind::ContainerNotRead, name, command);
        }
    }
    // What only looks like it is read.
    for name in ["trace.tar.gz.json", "a.zip.json", "a.z1", "b.part2.json", "run.tar.gz.asc"] {
        let loaded = load(&[one(name, TRACE.to_vec())], &options(), &mut ());
        let told = notes(&loaded).into_iter().any(|note| note.kind == NoteKind::ContainerNotRead);
        assert!(!told, "{name}");
    }
}

#[test]
fn all_parts_are_one_thing_to_do() {
    let parts = ["aa", "ab", "ac"].map(|part| one(&format!("x/a.tar.gz.{part}"), vec![1, 2, 3]));
    says(&parts, NoteKind::ContainerNotRead, "x/a.tar.gz.aa", "cat x/a.tar.gz.* > x/a.tar.gz");
    let loaded = load(&parts, &options(), &mut ());
    assert_eq!(loaded.notes[0].count, 3);
}

#[test]
fn entries_of_archives_by_their_names() {
    let all = WHOLE.iter().map(|(name, _, command)| (*name, *command)).chain(PARTS.iter().copied());
    for (name, command) in all {
        let files = [
            (name.to_owned(), b"content".to_vec()),
            ("x/trace_view.json".to_owned(), TRACE.to_vec()),
        ];
        let tar = as_tar(&files);
        for bytes in [as_zip(&files, Zip::Deflated), as_gzip(&tar, usize::MAX), tar] {
            let input = one("a", bytes);
            assert_eq!(load(std::slice::from_ref(&input), &options(), &mut ()).captures.len(), 1);
            says(&[input], NoteKind::ContainerNotRead, name, command);
        }
    }
    // Nothing that is wanted is lost in these.
    let files =
        [("a/run.log.bz2".to_owned(), vec![1]), ("x/trace_view.json".to_owned(), TRACE.to_vec())];
    let loaded = load(&[one("a.zip", as_zip(&files, Zip::Stored))], &options(), &mut ());
    assert!(notes(&loaded).is_empty(), "{:?}", notes(&loaded));
}

/// A zip of one file with the flags and method of something else.
fn zip_with(flags: u8, method: u8) -> Vec<u8> {
    let mut zip = as_zip_by(method, "trace_view.json", TRACE, TRACE.to_vec());
    let central = zip.windows(4).rposition(|four| four == b"PK\x01\x02").unwrap();
    zip[6] |= flags;
    zip[central + 8] |= flags;
    zip
}

#[test]
fn entries_that_are_packed_or_encrypted_in_a_rare_way() {
    for (method, name) in [
        (1, "shrink"),
        (6, "implode"),
        (9, "Deflate64"),
        (12, "bzip2"),
        (14, "LZMA"),
        (77, "77"),
        (98, "PPMd"),
    ] {
        let says_both = format!("{name}: 7z x 'my run.zip'");
        let input = one("my run.zip", zip_with(0, method));
        says(&[input], NoteKind::UnknownMethod, "trace_view.json", &says_both);
    }
    for (method, command) in [(8, "unzip 'my run.zip'"), (99, "7z x 'my run.zip'")] {
        let input = one("my run.zip", zip_with(1, method));
        says(&[input], NoteKind::Encrypted, "trace_view.json", command);
    }
}

#[test]
fn the_last_part_of_a_split_zip_which_is_named_as_a_whole_one() {
    let mut zip = as_zip(&[("trace_view.json".to_owned(), TRACE.to_vec())], Zip::Stored);
    let end = zip.windows(4).rposition(|four| four == b"PK\x05\x06").unwrap();
    zip[end + 4] = 2;
    let command = "zip -s 0 a.zip --out a-whole.zip";
    // Small entries may begin with it, a large one goes on in it.
    let middle = zip[10..].to_vec();
    for last in [zip, middle] {
        says(&[one("a.zip", last)], NoteKind::ContainerNotRead, "a.zip", command);
    }
}

#[test]
fn what_is_named_like_an_archive_and_is_none() {
    for name in ["a.zip", "a.tar", "a.tar.gz", "a.txz", "notes.gz", "x/a.zip"] {
        let page = b"<html>404 Not Found</html>".to_vec();
        says(&[one(name, page)], NoteKind::NoArchive, name, "");
    }
}
