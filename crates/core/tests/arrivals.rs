//! Captures that are shown while they arrive, and ranks that are left for want of memory.

mod common;

use common::{Zip, as_folder, as_gzip, as_tar, as_zip, digest, one, sample};
use std::collections::VecDeque;
use stepscope_core::load::{
    Arrivals, Home, Input, JobId, Loaded, Options, Plan, Progress, load, plan, run,
};
use stepscope_core::model::{FileState, Rank};
use stepscope_core::note::NoteKind;

/// A load that is stepped through by hand.
struct Steps<'a> {
    inputs: &'a [Input],
    arrivals: Arrivals,
    jobs: VecDeque<(JobId, stepscope_core::load::Job)>,
}

impl<'a> Steps<'a> {
    fn new(inputs: &'a [Input], room: u64) -> Steps<'a> {
        let Plan { jobs, pieces, .. } = plan(inputs, &Options::default());
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
        self.jobs = self.arrivals.open(homes).into();
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
        let notes = loaded.captures[0].ranks.iter().flat_map(|rank| &rank.notes);
        assert!(notes.clone().any(|note| note.kind == NoteKind::LeftUnread));

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
