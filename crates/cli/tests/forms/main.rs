//! One run in every form that the profilers write: each is read back to the same numbers.
//!
//! * `found`: what the product says of files, beside what the generator says
//! * `differences`: what a form cannot tell, each with its reason
//! * `odd`: forms as users bring them

mod differences;
mod found;
mod odd;

use differences::Difference;
use found::{read, told};
use stepscope_fixtures::Fixture;
use stepscope_fixtures::forms::Form;
use stepscope_fixtures::job::Level;
use stepscope_fixtures::scenarios::one_run;

/// Forms of msprof tell nothing of the host's framework, so not what came before the first task.
fn check(fixture: &Fixture, form: Form, level: Level) {
    let (mut own, mut told) = (read(&fixture.files), told(&fixture.truth, level));
    if !form.is_of_framework() {
        let steps = told.iter_mut().flat_map(|rank| &mut rank.steps);
        steps.for_each(|step| step.preparing = None);
        for numbers in [&mut own, &mut told] {
            numbers.iter_mut().for_each(differences::forget_framework_memory);
        }
    }
    assert_eq!(own, told, "{}", fixture.truth.scenario);
}

#[test]
fn every_form_is_read_to_its_truth() {
    for level in [Level::Level1, Level::Level0] {
        for form in Form::ALL {
            check(&one_run(level, form), form, level);
        }
    }
}

#[test]
fn every_form_tells_the_same_but_for_what_it_cannot() {
    for level in [Level::Level1, Level::Level0] {
        let text = read(&one_run(level, Form::TorchText).files);
        for form in Form::ALL {
            let mut own = read(&one_run(level, form).files);
            let mut other = text.clone();
            for difference in Difference::of(form) {
                assert!((difference.is_there)(&own), "{form:?}, no longer: {}", difference.reason);
                (difference.forget)(&mut own);
                (difference.forget)(&mut other);
            }
            assert_eq!(own, other, "{form:?} at {level:?}");
        }
    }
}
