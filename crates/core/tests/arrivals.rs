//! Captures that are shown while they arrive, and ranks that are left for want of memory.

mod common;

use common::{Zip, as_folder, as_gzip, as_tar, as_zip, digest, one, sample};
use std::collections::VecDeque;
use stepscope_core::load::{
    Arrivals, Home, Input, Job, JobId, Left, Loaded, Options, Piece, Plan, Progress, Work, load,
    plan, run,
};
use stepscope_core::model::{FileState, Rank};
use stepscope_core::note::NoteKind;
use stepscope_core::time::Ns;

/// A load that is stepped through by hand.
struct Steps<'a> {
    inputs: &'a [Input],
    arrivals: Arrivals,
    jobs: VecDeque<(JobId, Job)>,
}

impl<'a> Steps<'a> {
    fn new(inputs: &'a [Input], room: u64) -> Steps<'a> {
        Steps::with(inputs, room, &Options::default())
    }

    fn with(inputs: &'a [Input], room: u64, options: &Options) -> Steps<'a> {
        let Plan { jobs, pieces, .. } = plan(inputs, options);
        let mut arrivals = Arrivals::default();
        pieces.into_iter().for_each(|piece| arrivals.take(0, piece));
        let jobs = arrivals.expect(jobs, room).into();
        Steps { inputs, arrivals, jobs }
    }

    /// Does the next job; `seen` is asked after each of its pieces. Says whether there was one.
    fn next(&mut self, seen: &mut dyn FnMut(&Arrivals)) -> bool {
        let Some((id, job)) = self.jobs.pop_front() else { return false };
        let progress: &mut dyn Progress = &mut ();
        let source = &self.inputs[job.input].source;
        let arrivals = &mut self.arrivals;
        let flow = run(&job, source, &Options::default(), progress, &mut |piece| {
            arrivals.take(id, piece);
            seen(arrivals);
        });
        assert!(flow.is_continue());
        self.jobs.extend(arrivals.done(id));
        true
    }

    fn finish(mut self) -> Arrivals {
        while self.next(&mut |_| ()) {}
        self.arrivals
    }

    fn open(&mut self, homes: &[Home]) {
        self.jobs = self.arrivals.open(homes, None).into();
    }
}

fn containers() -> Vec<Vec<Input>> {
    let files = sample();
    vec![
        as_folder(&files),
        vec![one("a.zip", as_zip(&files, Zip::Deflated))],
        vec![one("a.tar", as_tar(&files))],
        vec![one("a.tgz", as_gzip(&as_tar(&files), 1 << 20))],
    ]
}

/// Ranks with a timeline, and those that nothing is known of yet.
fn ranks(loaded: &Loaded) -> (usize, usize) {
    let captures = loaded.captures.iter();
    captures.fold((0, 0), |(full, unread), capture| {
        let own = capture.ranks.iter().filter(|rank| rank.trace.is_some()).count();
        (full + own, unread + capture.unread.len())
    })
}

#[test]
fn a_rank_is_there_as_soon_as_its_own_files_are_read() {
    for inputs in containers() {
        let whole = load(&inputs, &Options::default(), &mut ());
        let mut steps = Steps::new(&inputs, u64::MAX);
        let mut seen = Vec::new();
        let mut look = |arrivals: &Arrivals| seen.push(ranks(&arrivals.loaded()).0);
        while steps.next(&mut look) {
            look(&steps.arrivals);
        }
        let (all, _) = ranks(&whole);
        assert!(all > 1 && seen.is_sorted(), "{seen:?}");
        // The first was there while another was still to come.
        assert!(seen.contains(&1) && seen.ends_with(&[all]), "{seen:?} of {all}");
        assert_eq!(digest(&steps.arrivals.loaded()), digest(&whole));
    }
}

#[test]
fn what_is_shown_while_files_are_missing_says_so() {
    let inputs = vec![one("a.zip", as_zip(&sample(), Zip::Deflated))];
    let mut steps = Steps::new(&inputs, u64::MAX);
    while ranks(&steps.arrivals.loaded()).0 == 0 {
        assert!(steps.next(&mut |_| ()));
        assert_eq!(steps.arrivals.take_news(), ranks(&steps.arrivals.loaded()).0 > 0);
    }
    let loaded = steps.arrivals.loaded();
    let (full, unread) = ranks(&loaded);
    assert_eq!((full, unread > 0), (1, true));
    let waiting = &loaded.captures[0].unread[0].files;
    assert!(waiting.iter().any(|file| file.state == FileState::Waiting), "{waiting:?}");
    assert!(loaded.captures.iter().all(|capture| capture.notes.is_empty()));
}

#[test]
fn what_does_not_fit_is_left_and_can_be_had() {
    for inputs in containers() {
        let whole = load(&inputs, &Options::default(), &mut ());
        let (all, _) = ranks(&whole);
        let arrivals = Steps::new(&inputs, 0).finish();
        let loaded = arrivals.loaded();
        // The vendor's small tables are there all the same.
        assert_eq!(ranks(&loaded), (0, 0));
        assert!(loaded.captures[0].ranks.iter().all(|rank| rank.step_trace.is_some()));
        let left = arrivals.left();
        assert_eq!(left.len(), all);
        assert!(left.iter().all(|left| left.need > 0 && left.bytes > left.need));
        let mut notes: Vec<_> =
            loaded.captures[0].ranks.iter().flat_map(|rank| &rank.notes).collect();
        notes.extend(&loaded.captures[0].notes);
        let told: Vec<_> = notes.iter().map(|n| (n.kind, n.count, n.detail.as_str())).collect();
        assert_eq!(told, [(NoteKind::LeftUnread, 2, "rank 0–1")]);

        let mut steps = Steps { inputs: &inputs, arrivals, jobs: VecDeque::new() };
        steps.open(&[left[1].home.clone()]);
        // While it is read, its small tables stay.
        assert!(steps.arrivals.take_news());
        let reading = steps.arrivals.loaded().captures.remove(0);
        assert_eq!(reading.ranks.len(), all);
        let waits = |rank: &&Rank| rank.files.iter().any(|file| file.state == FileState::Waiting);
        assert_eq!(reading.ranks.iter().filter(waits).count(), 1);
        let mut arrivals = steps.finish();
        assert_eq!(ranks(&arrivals.loaded()).0, 1);
        assert_eq!(arrivals.left().len(), all - 1);

        arrivals.leave(&left[1].home.place());
        assert!(arrivals.take_news());
        assert_eq!(digest(&arrivals.loaded()), digest(&loaded));
        assert_eq!(arrivals.left(), left);

        let mut steps = Steps { inputs: &inputs, arrivals, jobs: VecDeque::new() };
        let homes: Vec<Home> = left.iter().map(|left| left.home.clone()).collect();
        steps.open(&homes);
        assert_eq!(digest(&steps.finish().loaded()), digest(&whole));
    }
}

#[test]
fn the_key_of_a_capture_does_not_depend_on_what_of_it_was_read() {
    let mut packed: Vec<Input> = Vec::new();
    for (path, bytes) in sample() {
        let gzip = path.ends_with("trace_view.json");
        packed.push(if gzip {
            one(&format!("{path}.gz"), as_gzip(&bytes, usize::MAX))
        } else {
            one(&path, bytes)
        });
    }
    let mut renamed = sample();
    for (path, _) in &mut renamed {
        *path = path.replace("20250301010203456_ascend_pt", "copy_ascend_pt").replace("采集", "b");
    }
    let key = |arrivals: &Arrivals| arrivals.loaded().captures.remove(0).key;
    let mut keys = Vec::new();
    for inputs in containers().into_iter().chain([packed, as_folder(&renamed)]) {
        let arrivals = Steps::new(&inputs, 0).finish();
        keys.push(key(&arrivals));
        let left = arrivals.left();
        let mut steps = Steps { inputs: &inputs, arrivals, jobs: VecDeque::new() };
        for one in &left {
            steps.open(std::slice::from_ref(&one.home));
            while steps.next(&mut |_| ()) {}
            keys.push(key(&steps.arrivals));
        }
        // Cancelled behind the first rank, not even small files of the other were read.
        let mut steps = Steps::new(&inputs, u64::MAX);
        while ranks(&steps.arrivals.loaded()).0 == 0 {
            assert!(steps.next(&mut |_| ()));
        }
        steps.arrivals.cancel();
        keys.push(key(&steps.arrivals));
    }
    assert_eq!(keys.len(), 6 * 4);
    assert!(keys.iter().all(|key| *key == keys[0] && key.len() == 16), "{keys:?}");
    let mut other = sample();
    other[0].1.push(b' ');
    assert_ne!(key(&Steps::new(&as_folder(&other), 0).finish()), keys[0]);
}

#[test]
fn what_is_forgotten_is_not_read_and_takes_nothing_of_others_with_it() {
    for inputs in containers() {
        let whole = load(&inputs, &Options::default(), &mut ());
        let home = |rank: &Rank| format!("{}/{}", whole.captures[0].place, rank.folder);
        let closed = [home(&whole.captures[0].ranks[0])];
        // Before the load, after it, and after ranks were left.
        let mut before = Steps::new(&inputs, u64::MAX);
        let Plan { jobs, pieces, .. } = plan(&inputs, &Options::default());
        let all = jobs.len();
        before.arrivals = Arrivals::default();
        before.arrivals.forget(&closed);
        pieces.into_iter().for_each(|piece| before.arrivals.take(0, piece));
        before.jobs = before.arrivals.expect(jobs, u64::MAX).into();
        assert!(before.jobs.len() < all || all == 1, "{} of {all} jobs", before.jobs.len());
        let mut after = Steps::new(&inputs, u64::MAX).finish();
        after.forget(&closed);
        let mut left = Steps::new(&inputs, 0).finish();
        left.forget(&closed);
        let mut left = Steps { inputs: &inputs, arrivals: left, jobs: VecDeque::new() };
        let homes: Vec<Home> = left.arrivals.left().into_iter().map(|left| left.home).collect();
        assert_eq!(homes.len(), 1);
        left.open(&homes);
        for arrivals in [before.finish(), after, left.finish()] {
            let loaded = arrivals.loaded();
            assert_eq!(ranks(&loaded), (1, 0));
            // With all of its files, those that nobody reads, too.
            let rank = &loaded.captures[0].ranks[0];
            assert_eq!(rank.files.len(), whole.captures[0].ranks[1].files.len());
            assert!(arrivals.snapshot().is_none());
        }
    }
}

#[test]
fn one_rank_is_opened_when_not_all_fit() {
    for inputs in containers() {
        let left = Steps::new(&inputs, 0).finish().left();
        let most = left.iter().map(|left| left.need).max().unwrap();
        let arrivals = Steps::new(&inputs, most).finish();
        assert_eq!(ranks(&arrivals.loaded()).0, 1);
        assert_eq!(arrivals.left().len(), left.len() - 1);
    }
}

#[test]
fn what_was_left_is_told_in_one_note_that_says_which() {
    let trace = || b"[                    ]".to_vec();
    let of = |ranks: &[&str]| {
        let path =
            |rank: &&str| format!("job/{rank}_ascend_pt/ASCEND_PROFILER_OUTPUT/trace_view.json");
        let files: Vec<_> = ranks.iter().map(|rank| (path(rank), trace())).collect();
        as_folder(&files)
    };
    let told = |inputs: &[Input]| {
        let loaded = Steps::new(inputs, 0).finish().loaded();
        assert!(loaded.captures.is_empty());
        let told = loaded.notes.iter().map(|note| (note.kind, note.count, note.detail.clone()));
        told.collect::<Vec<_>>()
    };
    let note = |count, which: &str| vec![(NoteKind::LeftUnread, count, which.to_owned())];
    let many: Vec<String> = (0..12).chain([14]).map(|rank| format!("rank{rank}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert_eq!(told(&of(&many)), note(13, "rank 0–11, 14"));
    assert_eq!(told(&of(&["a", "b", "rank7"])), note(3, "rank 7, a_ascend_pt, b_ascend_pt"));
    let timelines: Vec<Input> = (0..6).map(|at| one(&format!("{at}.json"), trace())).collect();
    assert_eq!(told(&timelines), note(6, "0.json, 1.json, 2.json, 3.json, …"));
}

#[test]
fn a_single_timeline_that_does_not_fit_is_named() {
    let trace = br#"[{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1}]"#.to_vec();
    let inputs = vec![one("run/trace.json", trace)];
    let mut steps = Steps::new(&inputs, 0);
    assert!(!steps.next(&mut |_| ()));
    let loaded = steps.arrivals.loaded();
    assert!(loaded.captures.is_empty());
    let kinds: Vec<NoteKind> = loaded.notes.iter().map(|note| note.kind).collect();
    assert_eq!(kinds, [NoteKind::LeftUnread]);
    let homes = [steps.arrivals.left()[0].home.clone()];
    steps.open(&homes);
    assert_eq!(ranks(&steps.finish().loaded()).0, 1);
}

#[test]
fn what_is_complete_when_it_is_cancelled_stays() {
    for inputs in containers() {
        let whole = load(&inputs, &Options::default(), &mut ());
        let mut steps = Steps::new(&inputs, u64::MAX);
        assert!(steps.jobs.len() == 1 || steps.next(&mut |_| ()));
        if steps.jobs.len() > 1 {
            // Nothing but a small file was read.
            assert!(!steps.arrivals.cancel());
            let mut again = Steps::new(&inputs, u64::MAX);
            while ranks(&again.arrivals.loaded()).0 == 0 {
                assert!(again.next(&mut |_| ()));
            }
            again.next(&mut |_| ());
            assert!(again.arrivals.cancel());
            assert_eq!(ranks(&again.arrivals.loaded()).0, 1);
            let homes: Vec<Home> =
                again.arrivals.left().into_iter().map(|left| left.home).collect();
            again.open(&homes);
            let small = again.finish().loaded();
            assert_eq!(ranks(&small).0, ranks(&whole).0);
        }
    }
}

/// Writes a snapshot in stretches of `most` bytes and reads it back.
fn stored(arrivals: &Arrivals, most: usize) -> Option<Arrivals> {
    let mut snapshot = arrivals.snapshot()?;
    let (size, jobs) = (snapshot.size(), snapshot.jobs.clone());
    let mut pieces: Vec<(JobId, Piece)> = Vec::new();
    let mut block: VecDeque<Vec<u8>> = VecDeque::new();
    let mut written = 0;
    while let Some(stretch) = snapshot.next(most) {
        // The checksum is not cut.
        assert!(stretch.bytes.len() <= most + 4);
        written += stretch.bytes.len() as u64;
        block.push_back(stretch.bytes);
        if stretch.ends {
            pieces.push((stretch.job, Piece::read(&mut || block.pop_front()).unwrap()));
        }
    }
    assert_eq!((written, block.len()), (size, 0));
    let text = serde_json::to_string(&jobs).unwrap();
    Some(Arrivals::restored(serde_json::from_str(&text).unwrap(), pieces))
}

#[test]
fn a_load_that_was_stored_is_the_same_load() {
    for inputs in containers() {
        let whole = load(&inputs, &Options::default(), &mut ());
        let arrivals = Steps::new(&inputs, u64::MAX).finish();
        for most in [1, 7, 100, 1 << 20] {
            let mut restored = stored(&arrivals, most).unwrap();
            assert!(restored.take_news());
            assert_eq!(digest(&restored.loaded()), digest(&whole));
            assert_eq!(restored.held(), arrivals.held());
        }
        // What was restored can be left and read again like what was read.
        let mut restored = stored(&arrivals, 1 << 20).unwrap();
        let place = &Steps::new(&inputs, 0).finish().left()[0].home.place();
        restored.leave(place);
        let homes: Vec<Home> = restored.left().into_iter().map(|left| left.home).collect();
        assert_eq!(homes.len(), 1);
        assert!(ranks(&restored.loaded()).0 < ranks(&whole).0);
        let mut steps = Steps { inputs: &inputs, arrivals: restored, jobs: VecDeque::new() };
        steps.open(&homes);
        assert_eq!(digest(&steps.finish().loaded()), digest(&whole));
    }
}

#[test]
fn parts_are_stored_as_the_whole_that_they_were_joined_to() {
    let event =
        |at: u32| format!(r#"{{"ph":"X","name":"op {at}","pid":1,"tid":1,"ts":{at},"dur":1}}"#);
    let events: Vec<String> = (0..2000).map(event).collect();
    let inputs = vec![one("trace_view.json", format!("[{}]", events.join(",\n")).into_bytes())];
    let whole = load(&inputs, &Options::default(), &mut ());
    let options = Options { loaders: 3, part_bytes: 1 << 10, ..Options::default() };
    let Plan { jobs, pieces, .. } = plan(&inputs, &options);
    assert_eq!(jobs.len(), 3);
    let mut arrivals = Arrivals::default();
    pieces.into_iter().for_each(|piece| arrivals.take(0, piece));
    let jobs = VecDeque::from(arrivals.expect(jobs, u64::MAX));
    let mut steps = Steps { inputs: &inputs, arrivals, jobs };
    assert!(steps.next(&mut |_| ()));
    assert!(steps.arrivals.snapshot().is_none());
    let restored = stored(&steps.finish(), 1 << 10).unwrap();
    assert_eq!(digest(&restored.loaded()), digest(&whole));
}

#[test]
fn what_is_not_whole_is_not_stored() {
    for inputs in containers() {
        // Ranks were left.
        assert!(Steps::new(&inputs, 0).finish().snapshot().is_none());
        // A capture was closed.
        let mut closed = Steps::new(&inputs, u64::MAX).finish();
        closed.forget(&[String::new()]);
        assert!(closed.snapshot().is_none());
        // It was cancelled, or still runs.
        let mut steps = Steps::new(&inputs, u64::MAX);
        assert!(steps.arrivals.snapshot().is_none());
        if steps.jobs.len() > 1 {
            steps.next(&mut |_| ());
            steps.arrivals.cancel();
            assert!(steps.arrivals.snapshot().is_none());
        }
    }
}

#[test]
fn what_could_not_be_read_this_time_is_not_stored() {
    struct Refused;
    impl stepscope_core::source::ReadAt for Refused {
        fn len(&self) -> u64 {
            100
        }
        fn read_at(&self, offset: u64, buffer: &mut [u8]) -> std::io::Result<usize> {
            // Long enough for the listing.
            if offset > 0 || buffer.len() > 1 << 10 {
                return Err(std::io::ErrorKind::PermissionDenied.into());
            }
            buffer.fill(b' ');
            Ok(buffer.len().min(100))
        }
    }
    let mut inputs = vec![one("trace_view.json", b"[]".to_vec())];
    assert!(Steps::new(&inputs, u64::MAX).finish().snapshot().is_some());
    let source: stepscope_core::source::Source = std::sync::Arc::new(Refused);
    inputs.push(Input { path: "kernel_details.csv".to_owned(), source });
    assert!(Steps::new(&inputs, u64::MAX).finish().snapshot().is_none());
}

#[test]
fn a_time_range_of_what_was_left_can_be_opened() {
    let event =
        |at: usize| format!(r#"{{"ph":"X","name":"a","pid":1,"tid":1,"ts":"{at}.000","dur":4}}"#);
    let flow = |at: usize| {
        format!(r#"{{"ph":"s","name":"f","cat":"f","id":{at},"pid":1,"tid":1,"ts":"{at}.000"}}"#)
    };
    let name = r#"{"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"main"}}"#;
    let events: Vec<String> =
        (1000..2000).step_by(10).flat_map(|at| [event(at), flow(at)]).collect();
    let text = format!("[{},{name}]", events.join(","));
    let inputs = vec![one("run/trace.json", text.into_bytes())];
    let Plan { mut jobs, .. } = plan(&inputs, &Options::default());
    // Only files of half a gigabyte are looked at for it.
    assert!(jobs[0].span.is_none());
    jobs[0].span = Some(Ns::from_us(1000)..Ns::from_us(2000));
    let mut arrivals = Arrivals::default();
    assert!(arrivals.expect(jobs, 0).is_empty());
    let left = arrivals.left().remove(0);
    assert_eq!(left.span, Some(Ns::from_us(1000)..Ns::from_us(2000)));

    // From 1,200 to 1,302 µs: the slice at 1,300 ends outside, its flow does not.
    let within = Ns::from_us(200)..Ns::from_us(302);
    assert_eq!(left.need_within(&within), left.need * 102 / 1000);
    assert_eq!(left.need_within(&(Ns(0)..Ns::from_us(5000))), left.need);
    assert_eq!(left.need_within(&(Ns::from_us(5000)..Ns::from_us(6000))), 0);
    assert_eq!(Left { span: None, ..left.clone() }.need_within(&within), left.need);
    let jobs = arrivals.open(std::slice::from_ref(&left.home), Some(&within));
    let mut steps = Steps { inputs: &inputs, arrivals, jobs: jobs.into() };
    let held = steps.arrivals.held();
    assert!(held * 9 < left.need && held > 0, "{held} of {}", left.need);
    assert!(steps.next(&mut |_| ()));
    let rank = steps.arrivals.loaded().captures.remove(0).ranks.remove(0);
    let counts = rank.trace.unwrap().counts;
    assert_eq!((counts.slices, counts.flow_starts, counts.metadata), (10, 11, 1));
    let key_of_part = steps.arrivals.loaded().captures.remove(0).key;
    let notes: Vec<_> = rank.notes.iter().map(|note| (note.kind, note.count)).collect();
    assert_eq!(notes, [(NoteKind::OutsideRange, 90 + 89)]);

    // A part is not the load.
    assert!(steps.arrivals.snapshot().is_none());

    // Cancelled while a part is read, all of it is on offer again.
    steps.arrivals.leave(&left.home.place());
    let part = steps.arrivals.open(std::slice::from_ref(&left.home), Some(&within));
    assert!(part[0].1.within.is_some() && steps.arrivals.cancel());
    let whole = steps.arrivals.open(std::slice::from_ref(&left.home), None);
    assert_eq!(whole[0].1.within, None);
    steps.arrivals.cancel();

    // Opened again, it is whole.
    steps.open(&[left.home]);
    let whole = steps.finish().loaded();
    assert_eq!(whole.captures[0].key, key_of_part);
    assert_eq!(digest(&whole), digest(&load(&inputs, &Options::default(), &mut ())));
}

#[test]
fn what_a_loader_sends_after_it_was_told_to_stop_is_not_taken() {
    for inputs in containers() {
        let mut steps = Steps::new(&inputs, u64::MAX);
        while ranks(&steps.arrivals.loaded()).0 == 0 && steps.jobs.len() > 1 {
            steps.next(&mut |_| ());
        }
        let Some((id, job)) = steps.jobs.pop_front() else { continue };
        steps.arrivals.cancel();
        let before = digest(&steps.arrivals.loaded());
        let source = &inputs[job.input].source;
        let arrivals = &mut steps.arrivals;
        let _ =
            run(&job, source, &Options::default(), &mut (), &mut |piece| arrivals.take(id, piece));
        assert!(arrivals.done(id).is_empty());
        assert_eq!(digest(&arrivals.loaded()), before);
    }
}

#[test]
fn half_a_rank_of_a_pass_is_left_when_it_is_cancelled_and_the_rest_is_told_of() {
    let inputs = vec![one("a.tgz", as_gzip(&as_tar(&sample()), 1 << 20))];
    let mut steps = Steps::new(&inputs, u64::MAX);
    let (id, job) = steps.jobs.pop_front().unwrap();
    let mut arrivals = std::mem::take(&mut steps.arrivals);
    // The second rank's timeline is in, its small files are not.
    let mut traces = 0;
    let _ = run(&job, &inputs[0].source, &Options::default(), &mut (), &mut |piece| {
        traces += usize::from(piece.rank.trace.is_some());
        if traces < 2 || piece.rank.trace.is_some() {
            arrivals.take(id, piece);
        }
    });
    assert!(arrivals.cancel());
    let loaded = arrivals.loaded();
    assert_eq!(ranks(&loaded).0, 1);
    let notes: Vec<NoteKind> = loaded.captures[0].notes.iter().map(|note| note.kind).collect();
    assert!(notes.contains(&NoteKind::Cancelled), "{notes:?}");
    let left = arrivals.left();
    assert_eq!(left.len(), 1);
    let jobs = arrivals.open(&[left[0].home.clone()], None);
    let mut steps = Steps { inputs: &inputs, arrivals, jobs: jobs.into() };
    steps.next(&mut |_| ());
    assert_eq!(ranks(&steps.arrivals.loaded()).0, 2);
    // Cancelled while a rank is opened after all, the others stay.
    let home = left[0].home.clone();
    steps.arrivals.leave(&home.place());
    let _ = steps.arrivals.open(&[home], None);
    assert!(steps.arrivals.cancel());
    assert_eq!((ranks(&steps.arrivals.loaded()).0, steps.arrivals.left().len()), (1, 1));
}

#[test]
fn what_broke_off_is_named_with_what_was_said_and_the_rest_is_loaded() {
    let inputs = as_folder(&sample());
    let mut steps = Steps::new(&inputs, u64::MAX);
    let (id, job) = steps.jobs.pop_front().unwrap();
    assert!(steps.arrivals.failed(id, "out of memory").is_empty());
    let arrivals = steps.finish();
    let loaded = arrivals.loaded();
    let Work::File(entry) = &job.work else { panic!("{job:?}") };
    let rank = &loaded.captures[0].ranks[0];
    let file = rank.files.iter().find(|file| entry.path.ends_with(&file.path)).unwrap();
    assert_eq!(file.state, FileState::Failed);
    let note = rank.notes.iter().find(|note| note.kind == NoteKind::ReaderStopped).unwrap();
    assert_eq!((note.file.as_str(), note.detail.as_str()), (file.path.as_str(), "out of memory"));
    assert!(arrivals.snapshot().is_none());
}

#[test]
fn of_a_part_that_broke_off_the_whole_is_read_again_in_silence() {
    let inputs = as_folder(&[sample().swap_remove(0)]);
    let options = Options { loaders: 2, part_bytes: 500, ..Options::default() };
    let mut steps = Steps::with(&inputs, u64::MAX, &options);
    let place = steps.jobs.iter().position(|(_, job)| job.part.is_some()).unwrap();
    let (id, _) = steps.jobs.remove(place).unwrap();
    let again = steps.arrivals.failed(id, "out of memory");
    steps.jobs.extend(again);
    let loaded = steps.finish().loaded();
    assert_eq!(digest(&loaded), digest(&load(&inputs, &Options::default(), &mut ())));
}
