//! The criteria `same-traces` and `same-refusals`: the attempt behaves as a reference.

use super::{Judge, no, unknown, yes};
use crate::language::Model;
use crate::language::machines::Machines;
use crate::lesson::judgement::{Evidence, Judged};
use crate::lesson::same::{Alone, Compared, Together, compare};
use crate::lesson::task::{Criterion, Same};

impl Judge {
    /// Whether attempt and reference have the same runs, and with `refusals` may refuse the same after each.
    pub(super) fn same(&self, criterion: &Criterion, same: &Same) -> Judged {
        let reference = match self.file(&same.reference) {
            Ok(text) => self.kinds.read(text),
            Err(missing) => return unknown(missing),
        };
        let attempt = self.model.as_ref().map(|it| it.0.reading());
        let attempt = attempt.and_then(|it| it.model::<Machines>());
        let reference = reference.reading().model::<Machines>();
        let (Some(attempt), Some(reference)) = (attempt, reference) else {
            return unknown("Only machines can be compared with a reference.");
        };
        let compared = match &same.machine {
            None => {
                let systems = (Together::new(attempt), Together::new(reference));
                compare(&systems.0, &systems.1, same.refusals)
            }
            Some(name) => {
                let Some(theirs) = machine(reference, name) else {
                    return unknown(format!("The reference has no machine `{name}`."));
                };
                let Some(own) = machine(attempt, name) else {
                    let what = format!("There is no machine `{name}`.");
                    return no(criterion, Some(Evidence::Missing(what)));
                };
                compare(&own, &theirs, same.refusals)
            }
        };
        match compared {
            Compared::Same => yes(),
            Compared::Differ(difference) => no(criterion, Some(Evidence::Differs(difference))),
            Compared::TooLarge => unknown(
                "The attempt is too large to be compared with the reference; that says nothing against it.",
            ),
        }
    }
}

/// The machine of a name by itself.
fn machine<'m>(model: &'m Model, name: &str) -> Option<Alone<'m>> {
    let machine = model.machines.iter().find(|it| it.name == name)?;
    Some(Alone { model, machine })
}
