//! Parts of steps with their causes.

use super::words::{self, Words};
use crate::protocol::{Cause, Language, Part};
use std::collections::BTreeMap;
use stepscope_analysis::UnitStep;
use stepscope_analysis::idle::{IdleCause, IdlePart};

/// Parts and idle causes of some steps together, nanoseconds.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Sum {
    /// Steps that have a known step time.
    steps: u32,
    preparing: f64,
    computing: f64,
    overlapped: f64,
    exposed: f64,
    free: f64,
    causes: BTreeMap<(IdlePart, IdleCause), f64>,
}

impl Sum {
    /// Of all steps whose time is known.
    pub(crate) fn of<'a>(steps: impl Iterator<Item = UnitStep<'a>>) -> Sum {
        let mut sum = Sum::default();
        for step in steps {
            let parts = step.parts();
            let (Some(computing), Some(overlapped), Some(exposed), Some(free)) =
                (parts.computing, parts.overlapped, parts.communication_not_overlapped, parts.free)
            else {
                continue;
            };
            sum.steps += 1;
            sum.preparing += parts.preparing.map_or(0.0, |time| time.get() as f64);
            sum.computing += computing.get() as f64;
            sum.overlapped += overlapped.get() as f64;
            sum.exposed += exposed.get() as f64;
            sum.free += free.get() as f64;
            for piece in step.idle() {
                let time = sum.causes.entry((piece.part, piece.cause)).or_default();
                *time += piece.span.length().get() as f64;
            }
        }
        sum
    }

    /// A mean step.
    pub(crate) fn mean(&self) -> Sum {
        let count = f64::from(self.steps.max(1));
        Sum {
            steps: self.steps.min(1),
            preparing: self.preparing / count,
            computing: self.computing / count,
            overlapped: self.overlapped / count,
            exposed: self.exposed / count,
            free: self.free / count,
            causes: self.causes.iter().map(|(key, time)| (*key, time / count)).collect(),
        }
    }

    /// Mean step time.
    pub(crate) fn mean_step(&self) -> Option<f64> {
        (self.steps > 0).then(|| self.total() / f64::from(self.steps))
    }

    fn total(&self) -> f64 {
        self.preparing + self.computing + self.exposed + self.free
    }

    /// The five parts in the order of the step, adding up to the step time; none without steps.
    pub(crate) fn parts(&self, language: Language) -> Vec<Part> {
        if self.steps == 0 {
            return Vec::new();
        }
        let idle = |part| self.causes_of(|own| own == part, |_| true, language);
        vec![
            self.part(
                "preparing",
                &words::PREPARING,
                self.preparing,
                idle(IdlePart::Preparing),
                language,
            ),
            self.part(
                "computing",
                &words::COMPUTING_ALONE,
                self.computing - self.overlapped,
                Vec::new(),
                language,
            ),
            self.part("overlapped", &words::OVERLAPPED, self.overlapped, Vec::new(), language),
            self.part(
                "communication-not-overlapped",
                &words::EXPOSED,
                self.exposed,
                Vec::new(),
                language,
            ),
            self.part("free", &words::FREE, self.free, idle(IdlePart::Free), language),
        ]
    }

    /// Compute or wait: computing, exposed communication, data, host and the other idle time.
    pub(crate) fn layers(&self, language: Language) -> Vec<Part> {
        if self.steps == 0 {
            return Vec::new();
        }
        let inside = |part: IdlePart| part != IdlePart::Tail;
        let time = |cause: IdleCause| {
            let own = self.causes.iter().filter(|((part, own), _)| inside(*part) && *own == cause);
            own.map(|(_, time)| time).sum::<f64>()
        };
        let (data, host) = (time(IdleCause::DataLoading), time(IdleCause::HostDispatch));
        let named = [IdleCause::DataLoading, IdleCause::HostDispatch];
        let others = self.causes_of(inside, |cause| !named.contains(&cause), language);
        let idle = self.preparing + self.free - data - host;
        vec![
            self.part("computing", &words::COMPUTING, self.computing, Vec::new(), language),
            self.part(
                "communication-not-overlapped",
                &words::EXPOSED,
                self.exposed,
                Vec::new(),
                language,
            ),
            self.part("data-loading", &words::DATA, data, Vec::new(), language),
            self.part("host-dispatch", &words::HOST, host, Vec::new(), language),
            self.part("free", &words::IDLE, idle, others, language),
        ]
    }

    fn part(
        &self,
        id: &str,
        label: &Words,
        ns: f64,
        causes: Vec<Cause>,
        language: Language,
    ) -> Part {
        let share = ns / self.total().max(1.0);
        Part { id: id.to_owned(), label: label.text(language), ns, share, causes }
    }

    fn causes_of(
        &self,
        part: impl Fn(IdlePart) -> bool,
        cause: impl Fn(IdleCause) -> bool,
        language: Language,
    ) -> Vec<Cause> {
        let mut sums: BTreeMap<IdleCause, f64> = BTreeMap::new();
        for ((own, why), time) in &self.causes {
            if part(*own) && cause(*why) {
                *sums.entry(*why).or_default() += time;
            }
        }
        let list = sums.into_iter().filter(|(_, ns)| *ns > 0.0);
        let named = list.map(|(why, ns)| Cause {
            id: words::cause_id(why),
            label: words::cause(why).text(language),
            ns,
        });
        named.collect()
    }
}
