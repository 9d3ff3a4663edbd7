//! What has arrived of a load, and what of it can be shown.

use super::left::{FileKey, Home, Left, is_big, need};
use super::parts::join;
use super::plan::{Job, Work};
use super::snapshot::Snapshot;
use super::{Loaded, Piece, unite};
use crate::capture::assemble;
use crate::model::{FileEntry, FileState, Rank};
use crate::note::{Note, NoteKind};
use crate::sort::SortShort;
use crate::time::{Ns, TimeRange};
use std::collections::{BTreeMap, HashMap, HashSet};

/// Number of a job within its load, from 1; 0 is the listing.
pub type JobId = u32;

/// A load in the making: takes jobs and pieces, in any order, and puts together what is complete.
#[derive(Default)]
pub struct Arrivals {
    /// By [`JobId`], less one.
    jobs: Vec<Expected>,
    pieces: Vec<(JobId, Piece)>,
    /// Files that nobody reads for now.
    left: BTreeMap<FileKey, LeftFile>,
    /// How many jobs each home still waits for.
    waiting: HashMap<Home, usize>,
    /// Homes whose small files are shown while the big ones, which were left, are read.
    reopened: HashSet<Home>,
    /// Which home a running pass over an archive is in.
    passing: HashMap<JobId, Home>,
    news: bool,
    /// Places of homes that are not wanted.
    forgotten: Vec<String>,
}

struct Expected {
    job: Job,
    done: bool,
}

struct LeftFile {
    bytes: u64,
    /// What reads it: several jobs where it is shared out.
    jobs: Vec<Job>,
}

impl Arrivals {
    /// Expects all jobs of a plan. Where their big files would need more than `room` bytes of memory, by
    /// estimate, all small files are read, the big ones of the first home for which there is room, and
    /// the others are left: which of them to open is not ours to say. Returns the jobs in the order in
    /// which they should run.
    pub fn expect(&mut self, mut jobs: Vec<Job>, room: u64) -> Vec<(JobId, Job)> {
        jobs.retain(|job| job.file().is_none_or(|file| !self.is_forgotten(&file)));
        let mut needs: BTreeMap<Home, u64> = BTreeMap::new();
        for (file, job) in jobs.iter().filter_map(|job| Some((job.file()?, job))) {
            let need = needs.entry(file.home()).or_default();
            *need = need.saturating_add(job.need());
        }
        let total = needs.values().fold(0_u64, |sum, need| sum.saturating_add(*need));
        let mut rest = room.saturating_sub(total);
        let mut now = Vec::with_capacity(jobs.len());
        // Rank after rank, whatever the order of the files.
        jobs.sort_by_cached_key(|job| job.file().map(|file| file.home().by_number()));
        if total <= room {
            now = jobs;
        } else {
            jobs.sort_short_by_key(|job| job.need() > 0);
            let homes = jobs.iter().filter(|job| job.need() > 0).filter_map(Job::file);
            let fits = |home: &Home| needs.get(home).is_some_and(|need| *need <= room);
            let first = homes.map(|file| file.home()).find(fits);
            rest = room - first.as_ref().and_then(|home| needs.get(home)).unwrap_or(&0);
            for job in jobs {
                match job.file().filter(|file| job.need() > 0 && Some(file.home()) != first) {
                    Some(file) => {
                        let bytes = job.file_bytes();
                        let left = LeftFile { bytes, jobs: Vec::new() };
                        self.left.entry(file).or_insert(left).jobs.push(job);
                    }
                    None => now.push(job),
                }
            }
        }
        let passes = now.iter().filter(|job| job.file().is_none()).count() as u64;
        for job in &mut now {
            // What is in it only reading tells: it opens what fits, in its order.
            if let Work::Archive(pass) = &mut job.work {
                pass.room = rest / passes.max(1);
            }
        }
        self.run(now)
    }

    /// Expects jobs to run now.
    fn run(&mut self, jobs: Vec<Job>) -> Vec<(JobId, Job)> {
        let mut numbered = Vec::with_capacity(jobs.len());
        for job in jobs {
            if let Some(file) = job.file() {
                *self.waiting.entry(file.home()).or_default() += 1;
            }
            self.jobs.push(Expected { job: job.clone(), done: false });
            numbered.push((self.jobs.len() as JobId, job));
        }
        numbered
    }

    /// Takes a piece that the job `id` made. A loader that was told to stop may go on for a while: what
    /// it still sends of a job that has ended is not taken.
    pub fn take(&mut self, id: JobId, mut piece: Piece) {
        let ended = |id: JobId| self.expected(id).is_none_or(|expected| expected.done);
        if id > 0 && ended(id) {
            return;
        }
        let pass = self.job(id).filter(|job| job.file().is_none()).cloned();
        if let Some(pass) = pass {
            let files = &mut piece.rank.files;
            for file in files.extract_if(.., |file| file.state == FileState::Left) {
                let jobs = vec![pass.only(&file.path, file.bytes)];
                let key = FileKey { root: piece.root.clone(), path: file.path };
                if !self.is_forgotten(&key) {
                    self.left.insert(key, LeftFile { bytes: file.bytes, jobs });
                }
            }
            if let Some(file) = piece.file() {
                self.pass(id, Some(file.home()));
            }
        }
        if self.retain_wanted(&mut piece) {
            self.pieces.push((id, piece));
        }
    }

    /// The job `id` has failed, and `why` is what was said last. What it read is named with that; a part is not,
    /// since all of its file is read again. Returns what [`Arrivals::done`] does.
    pub fn failed(&mut self, id: JobId, why: &str) -> Vec<(JobId, Job)> {
        let running = self.expected(id).filter(|expected| !expected.done);
        if let Some(job) = running.map(|expected| &expected.job).filter(|job| job.part.is_none()) {
            let (mut stopped, place) = match job.file() {
                Some(file) => (named(&file, job.file_bytes(), FileState::Failed), file.path),
                None => (Piece::new(&job.root, Rank::default()), job.path().to_owned()),
            };
            stopped.rank.notes.push(Note::new(NoteKind::ReaderStopped, place, why));
            self.pieces.push((id, stopped));
        }
        self.done(id)
    }

    /// The job `id` has ended, and all its pieces were taken. Returns
    /// what must be read again as a whole: a file that was split at what only looked like an event.
    pub fn done(&mut self, id: JobId) -> Vec<(JobId, Job)> {
        self.pass(id, None);
        let at = (id as usize).wrapping_sub(1);
        let Some(expected) = self.jobs.get_mut(at).filter(|expected| !expected.done) else {
            return Vec::new();
        };
        expected.done = true;
        let is_part = expected.job.part.is_some();
        let Some(file) = expected.job.file() else { return Vec::new() };
        let again = if is_part { self.join(&file) } else { Vec::new() };
        self.wait_no_more(&file.home());
        again
    }

    /// Leaves everything that is not complete. Says whether something big is, or was on offer: then it
    /// stays, and the rest can be opened after all.
    pub fn cancel(&mut self) -> bool {
        let offered = !self.left.is_empty() || !self.reopened.is_empty();
        for at in 0..self.jobs.len() {
            if std::mem::replace(&mut self.jobs[at].done, true) {
                continue;
            }
            let id = at as JobId + 1;
            let job = &self.jobs[at].job;
            let files = job.files();
            if files.is_empty() {
                // What else is in the archive nobody knows.
                let note = Note::new(NoteKind::Cancelled, job.path(), "");
                let rank = Rank { notes: vec![note], ..Rank::default() };
                self.pieces.push((id, Piece::new(&job.root, rank)));
            }
            for (file, bytes) in files {
                self.leave_file(id, file, bytes);
            }
        }
        let homes: Vec<String> = self.waiting.keys().map(Home::place).collect();
        homes.iter().for_each(|place| self.leave(place));
        self.pieces.retain(|(_, piece)| piece.part.is_none());
        self.stop();
        let mut files = self.pieces.iter().filter_map(|(_, piece)| piece.file());
        offered || files.any(|file| is_big(&file.path))
    }

    /// Nothing more will come: what is here is all that there is.
    pub fn stop(&mut self) {
        self.jobs.iter_mut().for_each(|expected| expected.done = true);
        self.waiting.clear();
        self.passing.clear();
        self.news = true;
    }

    /// What [`Snapshot`] wrote of a load: its jobs, by [`JobId`], and its pieces.
    pub fn restored(jobs: Vec<Job>, pieces: Vec<(JobId, Piece)>) -> Arrivals {
        let jobs = jobs.into_iter().map(|job| Expected { job, done: true }).collect();
        Arrivals { jobs, pieces, news: true, ..Arrivals::default() }
    }

    /// All that was read, of a load that has ended; `None` where anything of it is missing: was left,
    /// forgotten, outside of the time that was asked for, or could not be read this time.
    pub fn snapshot(&self) -> Option<Snapshot> {
        let is_whole = self.left.is_empty() && self.waiting.is_empty() && self.forgotten.is_empty();
        let was_read = |piece: &Piece| {
            use NoteKind::{NoPermission, OutsideRange, ReaderStopped, Unreadable};
            let mut kinds = piece.rank.notes.iter().map(|note| note.kind);
            !kinds.any(|kind| {
                matches!(kind, Unreadable | NoPermission | OutsideRange | ReaderStopped)
            })
        };
        let mut pieces = Vec::with_capacity(self.pieces.len());
        for (id, piece) in &self.pieces {
            if piece.part.is_some() || !was_read(piece) {
                return None;
            }
            pieces.push((*id, Piece::new(&piece.root, piece.rank.clone())));
        }
        pieces.sort_short_by_key(|(id, _)| *id);
        let jobs = self.jobs.iter().map(|expected| expected.job.clone()).collect();
        let ended = is_whole && self.jobs.iter().all(|expected| expected.done);
        ended.then(|| Snapshot::new(jobs, pieces, self.held()))
    }

    /// Whether more can be shown than at the last call.
    pub fn take_news(&mut self) -> bool {
        std::mem::take(&mut self.news)
    }

    /// What can be shown: files of homes that wait for more are only named.
    pub fn loaded(&self) -> Loaded {
        let mut pieces: Vec<(JobId, Piece)> = Vec::new();
        for (id, piece) in self.pieces.iter().filter(|(_, piece)| piece.part.is_none()) {
            let waits = |file: &FileKey| {
                let home = file.home();
                let shown = self.reopened.contains(&home) && !is_big(&file.path);
                *id > 0 && self.waiting.contains_key(&home) && !shown
            };
            let shown = match piece.file().filter(waits) {
                Some(file) => named(&file, piece.rank.files[0].bytes, FileState::Waiting),
                None => Piece::new(&piece.root, piece.rank.clone()),
            };
            pieces.push((*id, shown));
        }
        for (expected, id) in self.jobs.iter().zip(1..).filter(|(expected, _)| !expected.done) {
            for (file, bytes) in expected.job.files() {
                pieces.push((id, named(&file, bytes, FileState::Waiting)));
            }
        }
        for (file, left) in &self.left {
            pieces.push((0, named(file, left.bytes, FileState::Left)));
        }
        // Loaders finish in any order; the result must not depend on it.
        pieces.sort_short_by_key(|(id, _)| *id);
        assemble(pieces.into_iter().map(|(_, piece)| piece).collect())
    }

    /// What was left, rank 2 before rank 10.
    pub fn left(&self) -> Vec<Left> {
        let mut homes: BTreeMap<Home, Left> = BTreeMap::new();
        for (file, left) in &self.left {
            let home = file.home();
            let first = file.path.clone();
            let nothing = Left { home: home.clone(), file: first, bytes: 0, need: 0, span: None };
            let own = homes.entry(home).or_insert(nothing);
            own.span = own.span.take().or_else(|| left.jobs.first()?.span.clone());
            own.bytes = own.bytes.saturating_add(left.bytes);
            own.need = own.need.saturating_add(need(&file.path, left.bytes));
        }
        let mut left: Vec<Left> = homes.into_values().collect();
        left.sort_by_cached_key(|left| left.home.by_number());
        left
    }

    /// Expects after all what was left of `homes`; of those with a [`Left::span`] events within a time
    /// since its start, where one is given. Returns the jobs that read it.
    pub fn open(&mut self, homes: &[Home], within: Option<&TimeRange>) -> Vec<(JobId, Job)> {
        self.reopened.extend(homes.iter().cloned());
        self.news = true;
        let mut jobs: Vec<Job> = Vec::new();
        for (file, left) in self.left.extract_if(.., |file, _| homes.contains(&file.home())) {
            for mut job in left.jobs {
                if let (Some(span), Some(within)) = (&job.span, within) {
                    let since = |time: Ns| span.start.plus(time);
                    job.within = Some(since(within.start)..since(within.end));
                }
                // One pass over an archive finds all that is wanted of it.
                let is_same =
                    |pass: &&mut Job| pass.input == job.input && pass.path() == job.path();
                match jobs.iter_mut().find(is_same).map(|pass| &mut pass.work) {
                    Some(Work::Archive(pass)) if pass.only.is_some() => {
                        pass.only.get_or_insert_default().push((file.path.clone(), left.bytes));
                    }
                    _ => jobs.push(job),
                }
            }
        }
        self.run(jobs)
    }

    /// Lets go of the big files of the home at `place`; [`Arrivals::open`] has them read again.
    pub fn leave(&mut self, place: &str) {
        let own = |file: &FileKey| is_big(&file.path) && file.home().place() == place;
        let is_own = |piece: &Piece| piece.file().is_some_and(|file| own(&file));
        let gone: Vec<_> = self.pieces.extract_if(.., |(_, piece)| is_own(piece)).collect();
        for (id, Piece { root, rank, .. }) in gone {
            for FileEntry { path, bytes, .. } in rank.files {
                self.leave_file(id, FileKey { root: root.clone(), path }, bytes);
            }
            self.news = true;
        }
    }

    /// Leaves a file that the job `id` reads or has read.
    fn leave_file(&mut self, id: JobId, file: FileKey, bytes: u64) {
        if self.is_forgotten(&file) {
            return;
        }
        let jobs = match self.job(id) {
            Some(pass) if pass.file().is_none() => vec![pass.only(&file.path, bytes)],
            _ => self.readers(&file),
        };
        self.left.insert(file, LeftFile { bytes, jobs });
    }

    /// Forgets the homes at these places, read, left or still to come.
    pub fn forget(&mut self, places: &[String]) {
        self.forgotten.extend_from_slice(places);
        let mut pieces = std::mem::take(&mut self.pieces);
        pieces.retain_mut(|(_, piece)| self.retain_wanted(piece));
        self.pieces = pieces;
        let mut left = std::mem::take(&mut self.left);
        left.retain(|file, _| !self.is_forgotten(file));
        self.left = left;
    }

    fn is_forgotten(&self, file: &FileKey) -> bool {
        !self.forgotten.is_empty() && self.forgotten.contains(&file.home().place())
    }

    /// Takes what is forgotten out of a piece, which may list files of many homes; says whether anything
    /// remains.
    fn retain_wanted(&self, Piece { root, rank, .. }: &mut Piece) -> bool {
        let is_wanted =
            |path: &str| !self.is_forgotten(&FileKey { root: root.clone(), path: path.to_owned() });
        let before = rank.files.len();
        rank.files.retain(|file| is_wanted(&file.path));
        rank.notes.retain(|note| is_wanted(&note.file));
        before == 0 || !rank.files.is_empty()
    }

    /// Bytes of memory that the big files read or being read need, by estimate.
    pub fn held(&self) -> u64 {
        let read = self.pieces.iter().filter(|(_, piece)| piece.part.is_none());
        let read =
            read.flat_map(|(id, piece)| piece.rank.files.iter().map(|file| (self.job(*id), file)));
        let read = read.filter(|(_, file)| file.state == FileState::Read);
        let waiting = self.jobs.iter().filter(|expected| !expected.done);
        let held = read.map(|(job, file)| {
            let need = need(&file.path, file.bytes);
            job.map_or(need, |job| job.share_of(need))
        });
        held.chain(waiting.map(|expected| expected.job.need())).fold(0, u64::saturating_add)
    }

    fn expected(&self, id: JobId) -> Option<&Expected> {
        self.jobs.get((id as usize).checked_sub(1)?)
    }

    fn job(&self, id: JobId) -> Option<&Job> {
        self.expected(id).map(|expected| &expected.job)
    }

    /// The jobs that read all of `file`: the last of them as a whole, or all its parts.
    fn readers(&self, file: &FileKey) -> Vec<Job> {
        let own = self.jobs.iter().map(|expected| &expected.job);
        let own = own.filter(|job| job.file().as_ref() == Some(file));
        let mut own: Vec<Job> = own.map(|job| Job { within: None, ..job.clone() }).collect();
        if let Some(whole) = own.iter().rposition(|job| job.part.is_none()) {
            return vec![own.swap_remove(whole)];
        }
        // A part that was begun again is there twice.
        let mut seen = HashSet::new();
        own.retain(|job| seen.insert(job.part.map(|part| part.index)));
        own
    }

    /// A pass over an archive comes to another home, or to its end: the one before is complete, unless the archive
    /// comes back to it.
    fn pass(&mut self, id: JobId, to: Option<Home>) {
        if self.passing.get(&id) == to.as_ref() {
            return;
        }
        let before = match to {
            Some(home) => {
                *self.waiting.entry(home.clone()).or_default() += 1;
                self.passing.insert(id, home)
            }
            None => self.passing.remove(&id),
        };
        if let Some(home) = before {
            self.wait_no_more(&home);
        }
    }

    fn wait_no_more(&mut self, home: &Home) {
        let Some(count) = self.waiting.get_mut(home) else { return };
        *count -= 1;
        if *count == 0 {
            self.waiting.remove(home);
            self.news = true;
            self.unite(home);
        }
    }

    /// Puts together what was exported in parts of a rank that is complete.
    fn unite(&mut self, home: &Home) {
        let is_own = |piece: &Piece| piece.file().is_some_and(|file| file.home() == *home);
        let mut own = self.pieces.iter().filter(|(_, piece)| is_own(piece));
        if own.any(|(_, piece)| unite::is_part(piece)) {
            let own = self.pieces.extract_if(.., |(_, piece)| is_own(piece)).collect();
            self.pieces.extend(unite::unite(own));
        }
    }

    /// Joins the parts of `file` when all are there.
    fn join(&mut self, file: &FileKey) -> Vec<(JobId, Job)> {
        let own = |(_, expected): &(JobId, &Expected)| {
            expected.job.part.is_some() && expected.job.file().as_ref() == Some(file)
        };
        let mut parts = (1..).zip(&self.jobs).filter(own).peekable();
        let Some((id, job)) = parts.peek().map(|(id, expected)| (*id, expected.job.clone())) else {
            return Vec::new();
        };
        if !parts.all(|(_, expected)| expected.done) {
            return Vec::new();
        }
        let is_part = |piece: &Piece| piece.part.is_some() && piece.file().as_ref() == Some(file);
        let pieces = self.pieces.extract_if(.., |(_, piece)| is_part(piece));
        match join(pieces.map(|(_, piece)| piece).collect()) {
            Some(piece) => {
                self.pieces.push((id, piece));
                Vec::new()
            }
            None => self.run(vec![Job { bytes: job.file_bytes(), part: None, ..job }]),
        }
    }
}

/// A file that is only named.
fn named(file: &FileKey, bytes: u64, state: FileState) -> Piece {
    let files = vec![FileEntry { path: file.path.clone(), bytes, state }];
    Piece::new(&file.root, Rank { files, ..Rank::default() })
}
