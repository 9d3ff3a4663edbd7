//! Forms as users bring them.

use crate::check;
use crate::found::{RankNumbers, loaded, read, told};
use std::sync::Arc;
use stepscope_core::load::{Input, Options, load};
use stepscope_fixtures::Fixture;
use stepscope_fixtures::forms::Form;
use stepscope_fixtures::job::Level;
use stepscope_fixtures::scenarios;

fn odd(name: &str) -> Fixture {
    let forms = scenarios::odd_forms();
    forms.into_iter().find(|fixture| fixture.truth.scenario == name).unwrap()
}

#[test]
fn databases_that_other_tools_touched_tell_the_same() {
    for name in ["db-wal-flagged", "db-touched-by-insight"] {
        check(&odd(name), Form::TorchDatabase, Level::Level1);
    }
}

#[test]
fn tables_that_lack_cost_what_they_hold() {
    let fixture = odd("db-missing-tables");
    let mut own = read(&fixture.files);
    // The counter of what the process holds is there.
    for rank in &mut own {
        let names: Vec<_> = rank.memory.0.drain(..).map(|(name, ..)| name).collect();
        assert_eq!(names, ["APP"]);
    }
    assert_eq!(own, told(&fixture.truth, Level::Level1));
}

#[test]
fn devices_of_one_database_are_told_apart() {
    let fixture = odd("msprof-db-several-devices");
    let (own, told) = (read(&fixture.files), told(&fixture.truth, Level::Level1));
    assert_eq!(own.len(), 2);
    for (own, told) in own.iter().zip(&told) {
        let mut steps = told.steps.clone();
        steps.iter_mut().for_each(|step| step.preparing = None);
        assert_eq!(own.steps, steps);
    }
    // The table of kernels does not say on which device each ran: both have those of both.
    let kernels =
        |numbers: &[RankNumbers]| numbers.iter().filter_map(|rank| rank.kernels).sum::<u64>();
    assert_eq!(kernels(&own), 2 * kernels(&told));
}

#[test]
fn slim_ranks_have_the_steps_of_the_vendor() {
    let fixture = odd("slim-ranks");
    let loaded = loaded(&fixture.files);
    let [capture] = loaded.captures.as_slice() else {
        panic!("{} captures", loaded.captures.len())
    };
    for (rank, truth) in capture.ranks.iter().zip(&fixture.truth.captures[0].ranks) {
        assert_eq!((rank.rank, rank.trace.is_some()), (Some(truth.rank), false));
        let steps = rank.step_trace.as_ref().unwrap().iter();
        let own: Vec<_> =
            steps.map(|step| (step.computing.unwrap().get(), step.free.unwrap().get())).collect();
        let steps = truth.steps.iter();
        assert_eq!(own, steps.map(|step| (step.computing_ns, step.free_ns)).collect::<Vec<_>>());
    }
}

#[test]
fn a_packed_job_of_many_ranks_tells_what_its_folder_does() {
    let fixture = odd("many-ranks");
    let packed = fixture.files.to_tar_gz().unwrap();
    let input = Input { path: "job.tar.gz".to_owned(), source: Arc::new(packed) };
    let numbers = crate::found::numbers(&load(&[input], &Options::default(), &mut ()));
    assert_eq!(numbers.len(), 32);
    assert_eq!(numbers, read(&fixture.files));
    check(&fixture, Form::TorchText, Level::Level1);
}
