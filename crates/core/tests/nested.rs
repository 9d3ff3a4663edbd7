//! An archive in an archive gives what the folder gives that it is unpacked to, bit for bit; a third one is a note.

mod common;

use common::{
    File, Zip, as_folder, as_gzip, as_tar, as_xz, as_zip, as_zstandard, digest, one, options,
    packed_files, sample,
};
use stepscope_core::load::{Arrivals, Input, Job, Limits, Loaded, Options, load, plan, run};
use stepscope_core::note::{Language, Note, NoteKind};

/// The sample's ranks, each with the path that its archive gets less the ending, and its files in it.
fn ranks() -> Vec<(String, Vec<File>)> {
    let rank = |name: &str| {
        let own = format!("/{name}/");
        let files = sample()
            .into_iter()
            .filter_map(|(path, bytes)| Some((path.split_once(own.as_str())?.1.to_owned(), bytes)));
        (format!("ranks/{name}"), files.collect())
    };
    vec![rank("rank_0"), rank("rank_1")]
}

/// The folder that all of it is unpacked to.
fn unpacked() -> Vec<File> {
    let ranks = ranks().into_iter();
    let below = |(folder, files): (String, Vec<File>)| {
        files.into_iter().map(move |(path, bytes)| (format!("{folder}/{path}"), bytes))
    };
    ranks.flat_map(below).collect()
}

/// Makes an archive of files.
type Pack = fn(&[File]) -> Vec<u8>;

const INNER: &[(&str, Pack)] = &[
    (".zip", |files| as_zip(files, Zip::Deflated)),
    (".ZIP", |files| as_zip(files, Zip::Stored)),
    (".tar", as_tar),
    (".tar.gz", |files| as_gzip(&as_tar(files), usize::MAX)),
    (".tgz", |files| as_gzip(&as_tar(&packed_files(files)), usize::MAX)),
    (".tar.zst", |files| as_zstandard(&as_tar(files))),
    (".tar.xz", |files| as_xz(&as_tar(files))),
];

const OUTER: &[(&str, Pack)] = &[
    ("zip", |files| as_zip(files, Zip::Deflated)),
    ("stored.zip", |files| as_zip(files, Zip::Stored)),
    ("described.zip", |files| as_zip(files, Zip::Described)),
    ("tar", as_tar),
    ("tar.gz", |files| as_gzip(&as_tar(files), usize::MAX)),
    ("tar.zst", |files| as_zstandard(&as_tar(files))),
    ("tar.xz", |files| as_xz(&as_tar(files))),
];

/// Every way to hold the ranks, each in an archive of its own.
fn nested() -> Vec<(String, Vec<Input>)> {
    let mut all = Vec::new();
    for (inner, pack) in INNER {
        let files: Vec<File> = ranks()
            .into_iter()
            .map(|(path, files)| (format!("{path}{inner}"), pack(&files)))
            .collect();
        all.push((format!("folder of {inner}"), as_folder(&files)));
        for (outer, pack) in OUTER {
            all.push((format!("{outer} of {inner}"), vec![one(outer, pack(&files))]));
        }
        let files: Vec<File> = files
            .into_iter()
            .map(|(path, bytes)| (path.split_once('/').unwrap().1.to_owned(), bytes))
            .collect();
        let within = as_tar(&files);
        all.push((format!("folder of tar of {inner}"), vec![one("ranks/ranks.tar", within)]));
    }
    all
}

fn notes(loaded: &Loaded) -> Vec<&Note> {
    let captures = loaded.captures.iter();
    let inner = captures.flat_map(|c| c.notes.iter().chain(c.ranks.iter().flat_map(|r| &r.notes)));
    inner.chain(&loaded.notes).collect()
}

/// What was loaded, whatever the folders above the ranks are called.
fn below_the_shared_folder(loaded: &Loaded) -> Vec<String> {
    let mut loaded = loaded.clone();
    for capture in &mut loaded.captures {
        capture.name.clear();
    }
    digest(&loaded)
}

#[test]
fn every_combination_gives_what_the_unpacked_folder_gives() {
    let expected = load(&as_folder(&unpacked()), &options(), &mut ());
    assert_eq!(expected.captures.len(), 1);
    assert_eq!(expected.captures[0].ranks.len(), 2);
    let expected = below_the_shared_folder(&expected);
    for (name, inputs) in nested() {
        for chunk in [7, options().chunk] {
            let options = Options { chunk, ..options() };
            let loaded = load(&inputs, &options, &mut ());
            assert_eq!(below_the_shared_folder(&loaded), expected, "{name}, {chunk}");
        }
    }
}

#[test]
fn archives_of_a_folder_keep_its_name() {
    let packed = ranks()
        .into_iter()
        .map(|(path, files)| one(&format!("{path}.tgz"), as_gzip(&as_tar(&files), 9999)));
    let loaded = load(&packed.collect::<Vec<_>>(), &options(), &mut ());
    assert_eq!(digest(&loaded), digest(&load(&as_folder(&unpacked()), &options(), &mut ())));
    assert_eq!(loaded.captures[0].name, "ranks");
}

#[test]
fn what_does_not_fit_is_left_and_can_be_had_of_inner_archives() {
    let expected = below_the_shared_folder(&load(&as_folder(&unpacked()), &options(), &mut ()));
    for (name, inputs) in nested() {
        let plan = plan(&inputs, &options());
        let mut arrivals = Arrivals::default();
        let take = |arrivals: &mut Arrivals, jobs: Vec<(u32, Job)>| {
            for (id, job) in jobs {
                let job: Job = serde_json::from_str(&serde_json::to_string(&job).unwrap()).unwrap();
                let source = &inputs[job.input].source;
                assert!(
                    run(&job, source, &options(), &mut (), &mut |piece| arrivals.take(id, piece))
                        .is_continue()
                );
                assert!(arrivals.done(id).is_empty());
            }
        };
        let jobs = arrivals.expect(plan.jobs, 0);
        take(&mut arrivals, jobs);
        plan.pieces.into_iter().for_each(|piece| arrivals.take(0, piece));
        assert!(!arrivals.left().is_empty(), "{name}");
        let homes: Vec<_> = arrivals.left().into_iter().map(|left| left.home).collect();
        let jobs = arrivals.open(&homes, None);
        take(&mut arrivals, jobs);
        assert_eq!(below_the_shared_folder(&arrivals.loaded()), expected, "{name}");
    }
}

#[test]
fn a_third_archive_is_named_with_the_command_for_the_first() {
    let (_, files) = ranks().swap_remove(0);
    for (name, pack) in OUTER {
        let third = vec![("third.tgz".to_owned(), as_gzip(&as_tar(&files), usize::MAX))];
        for (inner, pack_inner) in INNER {
            let second = vec![(format!("second{inner}"), pack_inner(&third))];
            let first = format!("first.{name}");
            let loaded = load(&[one(&first, pack(&second))], &options(), &mut ());
            let nested: Vec<_> = notes(&loaded)
                .into_iter()
                .filter(|note| note.kind == NoteKind::NestedArchive)
                .collect();
            assert_eq!(nested.len(), 1, "{name} {inner}: {:?}", loaded.notes);
            assert_eq!(nested[0].file, "second/third.tgz");
            let program = if first.ends_with("zip") { "unzip" } else { "tar -xf" };
            assert!(
                nested[0].text(Language::En).contains(&format!("{program} {first}")),
                "{nested:?}"
            );
            assert!(loaded.captures.is_empty());
        }
    }
}

#[test]
fn one_that_would_be_held_and_is_too_large_is_named_with_the_command() {
    let (path, files) = ranks().swap_remove(0);
    let limits = Limits { held: 1000, ..Limits::default() };
    let options = Options { limits, ..options() };
    for (name, pack) in OUTER {
        let inner = vec![(format!("{path}.tar"), as_tar(&files))];
        let first = format!("first.{name}");
        let loaded = load(&[one(&first, pack(&inner))], &options, &mut ());
        // What lies in its place is not held.
        let is_held = !matches!(*name, "stored.zip" | "tar");
        let large: Vec<_> =
            notes(&loaded).into_iter().filter(|note| note.kind == NoteKind::LargeArchive).collect();
        assert_eq!(large.len(), usize::from(is_held), "{name}: {:?}", loaded.notes);
        assert_eq!(loaded.captures.len(), usize::from(!is_held), "{name}");
        for note in large {
            let text = note.text(Language::En);
            assert_eq!(note.file, "ranks/rank_0.tar");
            assert!(text.contains("1000") && text.contains(&first), "{text}");
        }
    }
}

#[test]
fn everything_that_comes_out_of_inner_archives_counts_as_that_of_one() {
    // Each is within the limit of the outer one; all together are not.
    let blanks = vec![("trace_view.json".to_owned(), vec![b' '; 400_000])];
    let limits = Limits { free_bytes: 300_000, ratio: 60, ..Limits::default() };
    let options = Options { limits, ..options() };
    for pack_inner in [INNER[0].1, INNER[3].1] {
        let inner: Vec<File> = (0..20)
            .map(|i| {
                (
                    format!(
                        "{i}{}",
                        if pack_inner(&blanks).starts_with(b"PK") { ".zip" } else { ".tgz" }
                    ),
                    pack_inner(&blanks),
                )
            })
            .collect();
        let bomb = as_gzip(&as_tar(&inner), usize::MAX);
        let loaded = load(&[one("bomb.tgz", bomb)], &options, &mut ());
        let kinds: Vec<_> = notes(&loaded).into_iter().map(|note| note.kind).collect();
        assert!(kinds.contains(&NoteKind::LimitReached), "{kinds:?}");
        let read: usize = kinds.iter().filter(|kind| **kind != NoteKind::LimitReached).count();
        assert!(read < 20, "{kinds:?}");
    }
}

#[test]
fn damage_of_an_inner_archive_costs_no_other() {
    for (inner, pack) in INNER {
        let mut files: Vec<File> = ranks()
            .into_iter()
            .map(|(path, files)| (format!("{path}{inner}"), pack(&files)))
            .collect();
        let length = files[0].1.len();
        files[0].1.truncate(length * 3 / 5);
        let mut all = vec![as_folder(&files)];
        all.extend(OUTER.iter().map(|(outer, pack)| vec![one(outer, pack(&files))]));
        for inputs in all {
            let loaded = load(&inputs, &options(), &mut ());
            let ranks: Vec<_> = loaded.captures.iter().flat_map(|capture| &capture.ranks).collect();
            let whole = ranks.iter().find(|rank| rank.rank == Some(1)).unwrap();
            assert_eq!(whole.trace.as_ref().unwrap().counts.slices, 40);
            let told = notes(&loaded).into_iter().any(|note| {
                matches!(note.kind, NoteKind::Truncated | NoteKind::DirectoryLost)
                    && note.file.contains("rank_0")
            });
            assert!(told, "{inner} in {}: {:?}", inputs[0].path, notes(&loaded));
        }
    }
}

#[test]
fn what_is_odd_in_an_inner_archive_is_named_by_its_whole_path() {
    let mut tar = tar::Builder::new(Vec::new());
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(tar::EntryType::Symlink);
    header.set_size(0);
    tar.append_link(&mut header, "x/trace_view.json", "/etc/passwd").unwrap();
    let files = vec![("ranks/rank_0.tar".to_owned(), tar.into_inner().unwrap())];
    let mut all = vec![as_folder(&files)];
    all.extend(OUTER.iter().map(|(outer, pack)| vec![one(outer, pack(&files))]));
    for inputs in all {
        let loaded = load(&inputs, &options(), &mut ());
        let odd = loaded.notes.iter().find(|note| note.kind == NoteKind::NoFile).unwrap();
        assert_eq!(odd.file, "ranks/rank_0/x/trace_view.json", "{}", inputs[0].path);
    }
}
