//! Databases that are broken, foreign, of another version, or touched by other tools.

mod common;

use common::{PATH, Real, changed, open, open_one, real};
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use stepscope_analysis::Analysis;
use stepscope_core::load::{Input, Limits, Loaded, Options, load};
use stepscope_core::model::{FileState, KernelRows, Rank};
use stepscope_core::note::{Cause, Language, NoteKind};
use stepscope_core::source::ReadAt;
use stepscope_fixtures::Files;

fn level1() -> Option<Real> {
    real().into_iter().find(|real| real.level == "level1")
}

/// A database with a table that no profiler writes.
fn foreign() -> Vec<u8> {
    changed(&[], "CREATE TABLE people (name TEXT); INSERT INTO people VALUES ('a');")
}

#[test]
fn what_is_no_database_of_a_profiler_is_said_once() {
    let mut short = foreign();
    short.truncate(50);
    let cases: [(Vec<u8>, NoteKind, Option<Cause>); 6] = [
        (Vec::new(), NoteKind::ZeroBytes, None),
        (b"Step,Computing\n50,1.0\n".to_vec(), NoteKind::WrongKind, Some(Cause::NoDatabase)),
        (b"SQLite".to_vec(), NoteKind::Truncated, None),
        (short, NoteKind::Truncated, None),
        (foreign(), NoteKind::WrongKind, Some(Cause::NoProfilerTables)),
        (
            changed(&[], "CREATE VIEW TASK AS SELECT 1;"),
            NoteKind::WrongKind,
            Some(Cause::NoProfilerTables),
        ),
    ];
    for (bytes, kind, cause) in cases {
        let length = bytes.len();
        // Beside another file: alone, one of no bytes is told before anybody looks at what it is.
        let loaded = open(&[(PATH.to_owned(), bytes), ("run/a.log".to_owned(), b"x".to_vec())]);
        assert!(loaded.captures.is_empty());
        let told: Vec<_> = loaded.notes.iter().map(|note| (note.kind, note.cause)).collect();
        assert_eq!(told, [(kind, cause)], "{length} bytes: {:?}", loaded.notes);
        assert_eq!(loaded.notes[0].file, PATH);
        for language in [Language::En, Language::Zh] {
            assert!(!loaded.notes[0].text(language).is_empty());
        }
    }
}

#[test]
fn a_cut_database_gives_what_is_there_and_one_note() {
    let Some(real) = level1() else { return };
    let whole = real.bytes();
    let full = open_one(whole.clone()).captures[0].ranks[0].trace.as_ref().unwrap().counts.slices;
    let mut least = full;
    for eighth in [1, 2, 4, 6, 7] {
        let loaded = open_one(whole[..whole.len() * eighth / 8].to_vec());
        let in_ranks = loaded.captures.iter().flat_map(|capture| &capture.ranks);
        let slices = in_ranks.clone().filter_map(|rank| rank.trace.as_ref());
        least = slices.map(|trace| trace.counts.slices).sum::<u64>().min(least);
        let notes = in_ranks.flat_map(|rank| &rank.notes).chain(&loaded.notes);
        let errors = notes.filter(|note| note.kind == NoteKind::Truncated).count();
        assert_eq!(errors, 1, "{eighth}/8: {:?}", loaded.notes);
    }
    assert!(least < full);
    // Without the texts nothing says what type a kernel has, but that it is one.
    let lost = open_one(real.changed("DROP TABLE STRING_IDS"));
    let unit = Analysis::new(&lost.captures[0]);
    assert_eq!(unit.all_units().next().unwrap().facts.device.compute.len(), 187);
    // One page less, which is no table's but the file's end.
    let loaded = open_one(whole[..whole.len() - 4_096].to_vec());
    assert!(loaded.captures[0].ranks[0].notes.iter().any(|note| note.kind == NoteKind::Truncated));
}

#[test]
fn damage_anywhere_breaks_nothing_else() {
    let Some(real) = level1() else { return };
    let whole = real.bytes();
    let pages = whole.len() / 4_096;
    for page in (0..pages).step_by(7) {
        let mut bytes = whole.clone();
        let at = page * 4_096 + if page == 0 { 100 } else { 0 };
        for (place, byte) in bytes[at..(page + 1) * 4_096].iter_mut().enumerate() {
            *byte ^= (place as u8).wrapping_mul(31) ^ 0x5A;
        }
        let loaded = open_one(bytes);
        let in_ranks = loaded.captures.iter().flat_map(|capture| &capture.ranks);
        let notes = in_ranks.flat_map(|rank| &rank.notes).chain(&loaded.notes);
        // A page that is not used by what is read may be anything.
        assert!(notes.filter(|note| note.kind == NoteKind::Damaged).count() <= 1);
    }
}

#[test]
fn other_columns_and_missing_tables_are_no_obstacle() {
    let Some(real) = level1() else { return };
    let loaded = open_one(real.bytes());
    let whole = &loaded.captures[0].ranks[0];
    assert_eq!(whole.rank, Some(3), "the file's name says which rank");

    // What newer exports and other tools do.
    let newer = "ALTER TABLE TASK ADD COLUMN depth2 INTEGER;
         ALTER TABLE COMPUTE_TASK_INFO RENAME COLUMN blockDim TO blockNum;
         ALTER TABLE COMPUTE_TASK_INFO RENAME COLUMN mixBlockDim TO mixBlockNum;
         ALTER TABLE COMPUTE_TASK_INFO ADD COLUMN blockDim INTEGER;
         ALTER TABLE TASK RENAME TO t; ALTER TABLE t RENAME TO task;
         CREATE TABLE TASK_old_20250101 (startNs INTEGER);
         CREATE VIEW OVERLAP_OTHER AS SELECT * FROM CANN_API;";
    let loaded = open_one(real.changed(newer));
    let rank = &loaded.captures[0].ranks[0];
    assert_eq!(rank.notes, whole.notes);
    let kernels = |rank: &stepscope_core::model::Rank| rank.kernels.as_ref().unwrap().rows.clone();
    assert_eq!(kernels(rank).block_dim, kernels(whole).block_dim);
    assert!(kernels(rank).block_dim.iter().any(|blocks| *blocks > 0 && *blocks < 100));
    assert_eq!(rank.trace.as_ref().unwrap().counts, whole.trace.as_ref().unwrap().counts);

    let lesser = "DROP TABLE COMPUTE_TASK_INFO; DROP TABLE HBM; DROP TABLE COMMUNICATION_OP;
         ALTER TABLE CANN_API RENAME COLUMN startNs TO began;";
    let loaded = open_one(real.changed(lesser));
    let rank = &loaded.captures[0].ranks[0];
    let notes: Vec<_> = rank.notes.iter().map(|note| (note.kind, note.detail.as_str())).collect();
    assert!(notes.contains(&(NoteKind::MissingTable, "COMPUTE_TASK_INFO")), "{notes:?}");
    assert!(notes.contains(&(NoteKind::MissingColumn, "CANN_API.startNs")), "{notes:?}");
    assert_eq!(notes.len(), whole.notes.len() + 2, "{notes:?}");
    assert!(rank.kernels.is_none());
}

#[test]
fn unknown_is_left_out_and_odd_rows_are_counted() {
    let Some(real) = level1() else { return };
    let loaded = open_one(real.changed(
        "UPDATE TASK SET startNs = NULL WHERE globalTaskId = 3;
         UPDATE TASK SET startNs = CAST(startNs AS TEXT), endNs = startNs - 5 WHERE globalTaskId = 4;
         UPDATE COMPUTE_TASK_INFO SET name = 999999999, blockDim = NULL WHERE globalTaskId = 5;
         DELETE FROM TASK WHERE globalTaskId = 13;",
    ));
    let rank = &loaded.captures[0].ranks[0];
    let count = |kind| {
        rank.notes.iter().filter(|note| note.kind == kind).map(|note| note.count).sum::<u64>()
    };
    assert_eq!(count(NoteKind::IncompleteEvent), 1);
    assert_eq!(count(NoteKind::NegativeDuration), 1);
    let kernels = rank.kernels.as_ref().unwrap();
    assert_eq!(kernels.rows.len(), 191, "kernels without a task stay");
    let unnamed = kernels.rows.name.iter().filter(|name| name.some().is_none()).count();
    assert_eq!(unnamed, 1);
    assert!(kernels.rows.block_dim.contains(&KernelRows::UNKNOWN));
    let untimed = kernels.rows.start.iter().filter(|start| start.get() == i64::MIN).count();
    assert_eq!(untimed, 2);
}

#[test]
fn a_database_with_a_log_opens_and_the_log_is_told() {
    let Some(real) = real().into_iter().find(|real| real.bytes()[18..20] == [2, 2]) else { return };
    let wal = |bytes: &[u8]| (format!("{PATH}-wal"), bytes.to_vec());
    let notes = |log: &[u8]| {
        let loaded = open(&[(PATH.to_owned(), real.bytes()), wal(log)]);
        let rank = &loaded.captures[0].ranks[0];
        assert_eq!(rank.kernels.as_ref().unwrap().rows.len(), 191);
        rank.notes.iter().filter(|note| note.kind == NoteKind::WriteAheadLog).count()
    };
    assert_eq!((notes(b""), notes(b"pages")), (0, 1));
}

/// A run as text, of which the kernels may lack, beside its database: as files, and in an archive, where what goes by is
/// read before anybody knows what else is in it.
fn beside_text(database: &[u8], kernels: bool) -> Option<Rank> {
    let event = r#"[{"ph":"X","name":"a","pid":1,"tid":1,"ts":"1.000","dur":2}]"#;
    let text = |name| PATH.replace("ascend_pytorch_profiler_3.db", name);
    let mut files = Files::new();
    files.push(PATH, database.to_vec());
    files.push(text("trace_view.json"), event);
    if kernels {
        files.push(text("kernel_details.csv"), "Name,Start Time(us),Duration(us)\na,1.0,2\n");
    }
    let plain: Vec<_> =
        files.iter().map(|(path, bytes)| (path.to_owned(), bytes.to_vec())).collect();
    let loaded = open(&plain);
    let packed = open(&[("a.tar.gz".to_owned(), files.to_tar_gz().unwrap())]);
    let rank = loaded.captures[0].ranks[0].clone();
    assert_eq!(packed.captures[0].ranks[0].files, rank.files);
    assert_eq!(packed.captures[0].ranks[0].notes, rank.notes);
    assert_eq!(rank.trace.as_ref()?.counts.slices, 1);
    let rows = |rank: &Rank| rank.kernels.as_ref().map(|kernels| kernels.rows.len());
    assert_eq!(rows(&packed.captures[0].ranks[0]), rows(&rank));
    Some(rank)
}

fn state(rank: &Rank, end: &str) -> FileState {
    rank.files.iter().find(|file| file.path.ends_with(end)).unwrap().state
}

#[test]
fn text_of_the_same_run_is_shown_and_the_database_is_named() {
    let Some(real) = level1() else { return };
    let rank = beside_text(&real.bytes(), true).unwrap();
    assert_eq!(rank.kernels.as_ref().unwrap().rows.len(), 1);
    let notes: Vec<_> = rank.notes.iter().map(|note| (note.kind, note.file.as_str())).collect();
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert_eq!(notes[0].0, NoteKind::DatabaseBesideText);
    assert!(notes[0].1.ends_with("ascend_pytorch_profiler_3.db"));
    assert_eq!((state(&rank, ".db"), state(&rank, ".json")), (FileState::Listed, FileState::Read));
}

#[test]
fn what_text_lacks_is_taken_from_the_database_and_said() {
    let Some(real) = level1() else { return };
    let rank = beside_text(&real.bytes(), false).unwrap();
    assert_eq!(rank.kernels.as_ref().unwrap().rows.len(), 191);
    let told = rank.notes.iter().find(|note| note.kind == NoteKind::FromDatabase).unwrap();
    let lacking = "kernel_details.csv, memory_record.csv, npu_module_mem.csv, operator_memory.csv";
    assert_eq!(told.detail, lacking);
    assert_eq!((state(&rank, ".db"), state(&rank, ".json")), (FileState::Read, FileState::Read));
}

/// Counts what is read of it, and the longest read.
struct Counted {
    bytes: Vec<u8>,
    read: AtomicU64,
    longest: AtomicU64,
}

impl ReadAt for Counted {
    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        self.longest.fetch_max(buffer.len() as u64, Ordering::Relaxed);
        let got = self.bytes.read_at(offset, buffer)?;
        self.read.fetch_add(got as u64, Ordering::Relaxed);
        Ok(got)
    }
}

#[test]
fn pages_are_fetched_and_not_the_file() {
    let Some(real) = level1() else { return };
    // Tables that are not read, ten times what is.
    let padding = "CREATE TABLE padding (a BLOB); INSERT INTO padding
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
         SELECT zeroblob(4000) FROM n;";
    let bytes = real.changed(padding);
    let plain = real.bytes().len() as u64;
    assert!(bytes.len() as u64 > 8 * plain);
    let (read, longest) = (AtomicU64::new(0), AtomicU64::new(0));
    let file = Arc::new(Counted { bytes, read, longest });
    let rank = stepscope_database::read(PATH, file.clone(), &mut || ControlFlow::Continue(()));
    assert_eq!(rank.continue_value().unwrap().kernels.unwrap().rows.len(), 191);
    assert!(file.longest.load(Ordering::Relaxed) <= 64 << 10);
    let read = file.read.load(Ordering::Relaxed);
    assert!(read < 2 * plain, "{read} of {plain}");
}

#[test]
fn reading_stops_when_it_is_told() {
    let Some(real) = level1() else { return };
    let mut looks = 0;
    let rank = stepscope_database::read(PATH, Arc::new(real.bytes()), &mut || {
        looks += 1;
        if looks < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(rank.is_break());
    assert_eq!(looks, 3);
}

#[test]
fn whatever_it_is_packed_in_it_is_the_same() {
    let Some(real) = level1() else { return };
    let mut files = Files::new();
    files.push(PATH, real.bytes());
    files.push(PATH.replace("ascend_pytorch_profiler_3", "analysis"), analysis(&real));
    let plain: Vec<_> =
        files.iter().map(|(path, bytes)| (path.to_owned(), bytes.to_vec())).collect();
    let told = |loaded: Loaded| {
        let rank = &loaded.captures[0].ranks[0];
        assert_eq!(rank.step_trace.as_ref().map(Vec::len), Some(1));
        let mut block = Vec::new();
        rank.write(&mut |bytes| block.extend(bytes));
        block
    };
    let expected = told(open(&plain));
    for (name, bytes) in [
        ("a.zip", files.to_zip().unwrap()),
        ("a.tar", files.to_tar().unwrap()),
        ("a.tar.gz", files.to_tar_gz().unwrap()),
    ] {
        assert!(told(open(&[(name.to_owned(), bytes)])) == expected, "{name}");
    }
}

#[test]
fn a_packed_database_beyond_the_limit_is_named() {
    let mut files = Files::new();
    files.push(PATH, foreign());
    let source = Arc::new(files.to_zip().unwrap());
    let inputs = [Input { path: "a.zip".to_owned(), source }];
    let limits = Limits { held: 1_000, ..Limits::default() };
    let loaded = load(&inputs, &Options { limits, ..common::options() }, &mut ());
    let [note] = loaded.notes.as_slice() else { panic!("{:?}", loaded.notes) };
    assert_eq!((note.kind, note.cause), (NoteKind::LimitReached, Some(Cause::FileBytes)));
    assert_eq!((note.file.as_str(), note.detail.as_str()), (PATH, "1000"));
}

fn analysis(real: &Real) -> Vec<u8> {
    std::fs::read(real.path.with_file_name("analysis.db")).unwrap()
}

/// Offsets at which the page of a table's root lies, by its number.
fn root_of(bytes: &[u8], table: &str) -> usize {
    let path = std::env::temp_dir().join(format!("stepscope-root-{}.db", std::process::id()));
    std::fs::write(&path, bytes).unwrap();
    let connection = rusqlite::Connection::open(&path).unwrap();
    let query = "SELECT rootpage FROM sqlite_master WHERE name = ?1";
    let root: u32 = connection.query_row(query, [table], |row| row.get(0)).unwrap();
    drop(connection);
    std::fs::remove_file(path).unwrap();
    (root as usize - 1) * 4_096
}

#[test]
fn pages_that_lead_to_each_other_end_somewhere() {
    let Some(real) = level1() else { return };
    let mut bytes = real.bytes();
    // An inner page of a table, all of whose children are its first one.
    let root = root_of(&bytes, "TASK");
    assert_eq!(bytes[root], 5, "an inner page");
    let cells = usize::from(u16::from_be_bytes([bytes[root + 3], bytes[root + 4]]));
    let cell = |bytes: &[u8], at: usize| {
        let place = root + 12 + 2 * at;
        root + usize::from(u16::from_be_bytes([bytes[place], bytes[place + 1]]))
    };
    let first = cell(&bytes, 0);
    let child = bytes[first..first + 4].to_vec();
    for at in 0..cells {
        let place = cell(&bytes, at);
        bytes[place..place + 4].copy_from_slice(&child);
    }
    // As many rows as no file of this size can have: the root is filled with pointers to one cell.
    let room = (first.min(cell(&bytes, cells - 1)) - root - 12) / 2 - 8;
    let pointer = bytes[root + 12..root + 14].to_vec();
    for at in 0..room {
        bytes[root + 12 + 2 * at..root + 14 + 2 * at].copy_from_slice(&pointer);
    }
    bytes[root + 3..root + 5].copy_from_slice(&(room as u16).to_be_bytes());
    let most = bytes.len() as u64 / 4;
    let loaded = open_one(bytes);
    let in_ranks = loaded.captures.iter().flat_map(|capture| &capture.ranks);
    let slices = in_ranks.clone().filter_map(|rank| rank.trace.as_ref());
    assert!(slices.map(|trace| trace.counts.slices).sum::<u64>() < 2 * most);
}
