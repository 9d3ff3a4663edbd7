//! Loads: what arrives of them, piece by piece, and what was left.

use super::store::Store;
use crate::loader::described;
use crate::protocol::{self, Job, JobList, Keepsake, LeftNeed, LeftQuery, LeftRank};
use std::collections::{BTreeMap, HashMap};
use stepscope_browser::Result;
use stepscope_core::load::{Arrivals, Home, JobId, Left, Loaded, Piece, Snapshot, Stretch};
use stepscope_core::time::{Ns, TimeRange};

/// Bytes of memory that everything open may need, by estimate. A 32-bit module can address 4 GiB; joining
/// and sorting a rank's columns takes up to twice its own again, and memory gets holes.
const MEMORY: u64 = 2 << 30;

/// Bytes that are written of a snapshot at once: a few milliseconds' work.
const STRETCH: usize = 2 << 20;

/// Every load that something is open or left of, by number.
#[derive(Default)]
pub(crate) struct Loads {
    loads: BTreeMap<u32, Loading>,
    /// What is being stored, by load.
    snapshots: BTreeMap<u32, Snapshot>,
}

#[derive(Default)]
struct Loading {
    arrivals: Arrivals,
    /// What has come back from where it was stored, until it is all there.
    stored: Option<Vec<(JobId, Piece)>>,
    /// Places of what is not to be opened again.
    closed: Vec<String>,
    /// What can be shown of it, while the store has not taken all of that.
    fresh: Option<Loaded>,
    /// Whether no more pieces will come: only then is it known what nothing came of.
    ended: bool,
}

impl Loading {
    /// What can be shown now, while the store has not taken all of that.
    fn refresh(&mut self) -> Option<&Loaded> {
        if self.arrivals.take_news() {
            self.fresh = Some(self.arrivals.loaded());
        }
        self.fresh.as_ref()
    }
}

impl Loads {
    /// A load begins; what is at the places `closed` is not wanted of it.
    pub(crate) fn begin(&mut self, load: u32, closed: Vec<String>) {
        let mut arrivals = Arrivals::default();
        arrivals.forget(&closed);
        self.loads.insert(load, Loading { arrivals, closed, ..Loading::default() });
    }

    /// Whether nothing of a load is left, or to come.
    pub(crate) fn is_over(&self, load: u32) -> bool {
        self.loads.get(&load).is_none_or(|loading| {
            loading.ended && loading.fresh.is_none() && loading.arrivals.left().is_empty()
        })
    }

    /// Lets go of a load.
    pub(crate) fn release(&mut self, load: u32) {
        self.loads.remove(&load);
        self.snapshots.remove(&load);
    }

    /// Expects jobs, all of a plan; says which to run, in which order.
    pub(crate) fn expect(&mut self, load: u32, orders: &[String]) -> Result<JobList> {
        let jobs = orders.iter().map(|order| serde_json::from_str(order));
        let jobs = jobs.collect::<std::result::Result<Vec<_>, _>>()?;
        let room = self.room();
        let numbered = self.loads.get_mut(&load).map(|loading| {
            // What was stored did not come back as a whole.
            loading.stored = None;
            loading.arrivals.expect(jobs, room)
        });
        let numbered = numbered.unwrap_or_default();
        make_room(&numbered);
        job_list(&numbered)
    }

    /// Takes a piece. A load that was cancelled takes no more, nor does one that was brought back: its inputs
    /// were listed meanwhile.
    pub(crate) fn take(&mut self, load: u32, job: u32, piece: Piece) {
        if let Some(loading) = self.loads.get_mut(&load).filter(|loading| !loading.ended) {
            loading.arrivals.take(job, piece);
        }
    }

    /// Pieces that were stored will come, which need `held` bytes of memory. Says whether there is room:
    /// where there is none, ranks must be left, which only reading can.
    pub(crate) fn restore(&mut self, load: u32, held: u64) -> bool {
        let fits = held <= self.room();
        let loading = self.loads.get_mut(&load).filter(|_| fits);
        loading.map(|loading| loading.stored = Some(Vec::new())).is_some()
    }

    /// Takes a piece that was stored, or lets go of all of them where one cannot be read. Says whether it
    /// took it.
    pub(crate) fn take_stored(&mut self, load: u32, job: u32, piece: Option<Piece>) -> bool {
        let Some(loading) = self.loads.get_mut(&load) else { return false };
        let taken = loading.stored.take().zip(piece).map(|(mut pieces, piece)| {
            pieces.push((job, piece));
            pieces
        });
        loading.stored = taken;
        loading.stored.is_some()
    }

    /// All pieces are back, of the jobs with these orders; says whether they make up the load.
    pub(crate) fn restored(&mut self, load: u32, orders: &[String]) -> bool {
        let Some(loading) = self.loads.get_mut(&load) else { return false };
        let jobs = orders.iter().map(|order| serde_json::from_str(order)).collect();
        let (Some(pieces), Ok(jobs)) = (loading.stored.take(), jobs) else { return false };
        loading.arrivals = Arrivals::restored(jobs, pieces);
        loading.arrivals.forget(&loading.closed);
        loading.ended = true;
        true
    }

    /// Begins to store a load; `None` where nothing whole is there.
    pub(crate) fn keep(&mut self, load: u32) -> Result<Option<Keepsake>> {
        let whole = self.loads.get(&load).and_then(|loading| loading.arrivals.snapshot());
        let Some(snapshot) = whole else { return Ok(None) };
        let orders = snapshot.jobs.iter().map(serde_json::to_string);
        let orders = orders.collect::<std::result::Result<_, _>>()?;
        let (held, bytes) = (snapshot.held as f64, snapshot.size() as f64);
        self.snapshots.insert(load, snapshot);
        Ok(Some(Keepsake { orders, held, bytes }))
    }

    /// The next bytes to store; `None` after the last.
    pub(crate) fn keep_next(&mut self, load: u32) -> Option<Stretch> {
        let stretch = self.snapshots.get_mut(&load)?.next(STRETCH);
        if stretch.is_none() {
            self.snapshots.remove(&load);
        }
        stretch
    }

    /// Nobody stores the load any more.
    pub(crate) fn keep_no_more(&mut self, load: u32) {
        self.snapshots.remove(&load);
    }

    /// A job has failed; returns what must be read again.
    pub(crate) fn failed(&mut self, load: u32, job: u32, why: &str) -> Result<JobList> {
        let loading = self.loads.get_mut(&load);
        job_list(&loading.map(|loading| loading.arrivals.failed(job, why)).unwrap_or_default())
    }

    /// A job has ended; returns what must be read again.
    pub(crate) fn done(&mut self, load: u32, job: u32) -> Result<JobList> {
        let loading = self.loads.get_mut(&load);
        job_list(&loading.map(|loading| loading.arrivals.done(job)).unwrap_or_default())
    }

    /// No more pieces will come. Says whether anything can be shown of the load.
    pub(crate) fn end(&mut self, load: u32) -> bool {
        let Some(loading) = self.loads.get_mut(&load) else { return false };
        loading.arrivals.stop();
        loading.ended = true;
        loading.refresh().is_some_and(|fresh| !fresh.captures.is_empty())
    }

    /// Stops a load; says whether any rank of it was complete, and stays.
    pub(crate) fn cancel(&mut self, load: u32) -> bool {
        let kept = self.loads.get_mut(&load).is_some_and(|loading| {
            loading.ended = true;
            loading.arrivals.cancel()
        });
        if !kept {
            self.loads.remove(&load);
        }
        kept
    }

    /// Reads after all what was left of these homes, or a part of its time.
    pub(crate) fn open(
        &mut self,
        load: u32,
        homes: &[Home],
        within: Option<&TimeRange>,
    ) -> Result<JobList> {
        let loading = self.loads.get_mut(&load).map(|loading| {
            loading.ended = false;
            loading.arrivals.open(homes, within)
        });
        job_list(&loading.unwrap_or_default())
    }

    /// Lets go of the big files of the rank or timeline at `place`.
    pub(crate) fn leave(&mut self, load: u32, place: &str) {
        if let Some(loading) = self.loads.get_mut(&load) {
            loading.arrivals.leave(place);
        }
    }

    /// Forgets what is at these places: their capture was closed.
    pub(crate) fn forget(&mut self, load: u32, places: &[String]) {
        if let Some(loading) = self.loads.get_mut(&load) {
            loading.arrivals.forget(places);
            loading.fresh = None;
        }
    }

    /// Moves one more rank into the store, and others while `goes_on`; says whether that may have changed
    /// anything, so that there may be more.
    pub(crate) fn step(&mut self, store: &mut Store, goes_on: &dyn Fn() -> bool) -> bool {
        for (&load, loading) in &mut self.loads {
            let ended = loading.ended;
            let Some(fresh) = loading.refresh() else { continue };
            if store.arrive(load, &fresh.captures, goes_on) {
                return true;
            }
            let notes = if ended { fresh.notes.clone() } else { Vec::new() };
            store.notes.insert(load, notes);
            loading.fresh = None;
            return true;
        }
        false
    }

    /// What was left of all loads.
    pub(crate) fn left(&self, store: &Store) -> Vec<LeftRank> {
        let all = self.loads.iter().flat_map(|(&load, loading)| {
            loading.arrivals.left().into_iter().map(move |left| (load, left))
        });
        let captures = store.places();
        all.filter_map(|(load, left)| left_rank(&captures, load, left)).collect()
    }

    /// What it takes to open what was left.
    pub(crate) fn need(&self, query: &LeftQuery) -> LeftNeed {
        let of_load = |load| self.loads.get(&load).map(|loading| loading.arrivals.left());
        let chosen = query.chosen.iter().filter_map(|chosen| {
            let home: Home = serde_json::from_str(&chosen.home).ok()?;
            of_load(chosen.load)?.into_iter().find(|left| left.home == home)
        });
        let chosen: Vec<Left> = chosen.collect();
        let spans = chosen.iter().filter_map(|left| left.span.as_ref());
        let longest = spans.map(|span| span.end.minus(span.start).get()).max().unwrap_or(0) as f64;
        let asked = longest > 0.0 && (query.from.is_some() || query.to.is_some());
        let start = query.from.unwrap_or(0.0).max(0.0);
        let end = query.to.unwrap_or(longest);
        let within = (asked && end > start && start < longest).then_some((start, end));
        let of = |left: &Left| match within {
            Some((start, end)) => left.need_within(&(Ns(start as i64)..Ns(end as i64))),
            None => left.need,
        };
        let need = chosen.iter().map(of).fold(0, u64::saturating_add);
        LeftNeed {
            need: need as f64,
            fits: need <= self.room(),
            span_ns: Some(longest).filter(|span| *span > 0.0),
            within: within.map(|(start, end)| protocol::TimeRange { start, end }),
            wrong: asked && within.is_none(),
        }
    }

    /// Bytes of memory that may still be filled, by estimate.
    pub(crate) fn room(&self) -> u64 {
        let held = self.loads.values().map(|loading| loading.arrivals.held()).sum();
        MEMORY.saturating_sub(held)
    }
}

fn left_rank(
    captures: &HashMap<(u32, String), u32>,
    load: u32,
    Left { home, file, bytes, need, span }: Left,
) -> Option<LeftRank> {
    let place = home.place();
    Some(LeftRank {
        load,
        home: serde_json::to_string(&home).ok()?,
        capture: captures.get(&(load, place.clone())).copied(),
        name: if place.is_empty() { file } else { place.clone() },
        place,
        bytes: bytes as f64,
        need: need as f64,
        span_ns: span.map(|span| span.end.minus(span.start).get() as f64),
    })
}

/// Lets the module's memory grow at once to what jobs will need, by estimate, while the loaders read. A page of it
/// is held from when it is written to, but at each growth the browser may collect garbage. Where there is
/// no such room the pieces will tell.
fn make_room(jobs: &[(JobId, stepscope_core::load::Job)]) {
    let need = jobs.iter().map(|(_, job)| job.need()).fold(0, u64::saturating_add);
    let mut room: Vec<u8> = Vec::new();
    let _ = room.try_reserve_exact(usize::try_from(need).unwrap_or(usize::MAX));
    std::hint::black_box(&room);
}

fn job_list(jobs: &[(JobId, stepscope_core::load::Job)]) -> Result<JobList> {
    let jobs = jobs.iter().map(|(id, job)| described(job, *id));
    Ok(JobList { jobs: jobs.collect::<Result<Vec<Job>>>()? })
}
