//! What an answer "there is none" rests on that its author may not mean: that there is no run at all, or that a run ends
//! because its only way on leads to a value that does not exist.
//!
//! The second is looked for in a visit with a small budget: a state without steps, one of whose ways is stopped so. The
//! run to it is one of the definitions, as every other.

use super::run;
use super::search::OpenedSystem;
use crate::api::request::Means;
use crate::budget::Meter;
use crate::engine::systems::{Look, Space, Visit, Way};
use crate::expression::{Arithmetic, Reason, Sort, TermKind, evaluate};
use crate::language::transitions::branches::Stopped;
use crate::language::transitions::configuration::{Cause, Obstacle};
use crate::language::transitions::{Initial, Subject, TransitionModel};
use crate::question::systems::SystemSpace;
use crate::system::{Flow, Valuation, replay};
use crate::view::SystemStepView;
use crate::wording::systems as wording;

/// States that are visited at most to find such a run.
const MOST_STATES: u64 = 5_000;

/// A warning: what an answer rests on, in a sentence, and the run that gets there.
pub(super) struct Warning {
    pub(super) sentence: String,
    pub(super) run: Vec<SystemStepView>,
}

/// What the answer that there is no run rests on.
pub(super) fn warning(opened: &OpenedSystem<'_>, means: &Means<'_, '_>) -> Option<Warning> {
    if let Some(sentence) = no_start(opened, means) {
        let run = Vec::new();
        return Some(Warning { sentence, run });
    }
    let may_leave = has_ranges(opened.model) || divides(opened.model);
    (may_leave && opened.property.subject != Subject::Deadlock)
        .then(|| left(opened, means))
        .flatten()
}

/// That no values exist to start with.
fn no_start(opened: &OpenedSystem<'_>, means: &Means<'_, '_>) -> Option<String> {
    let (system, model) = (opened.space.system(), opened.model);
    let mut any = false;
    let all = system.declared_within(means.meter, &mut |_| {
        any = true;
        Flow::Break(())
    });
    if any || !all || means.meter.ended().is_some() {
        return None;
    }
    let values = system.machine().with_locals(&[]);
    let declared = model.variables[..model.globals].iter();
    let mut why = declared.filter_map(|it| match &it.initial {
        Initial::Term(term) => Some((it, evaluate(term, &values).err()?)),
        Initial::Missing | Initial::Irrelevant => None,
    });
    Some(wording::no_start(opened.text, why.next()))
}

/// A run whose only way on leads to a value that does not exist.
fn left(opened: &OpenedSystem<'_>, means: &Means<'_, '_>) -> Option<Warning> {
    let (model, settings, meter) = (opened.model, opened.settings, means.meter);
    let ends = LeavingEnds {
        space: SystemSpace::new(model, &Subject::Deadlock, settings),
    };
    let mut visit = Visit::new(&ends, opened.property.within);
    let mut watch = means.gate.watch();
    let found = visit.go_on(MOST_STATES, &means.budget.limits, &mut watch)?;
    let Some(Way::States(states)) = found.way else {
        return None;
    };
    let trace = ends.space.run_along(&states, meter)?;
    let system = ends.space.system();
    let last = replay(system, &trace).ok()?.pop()?;
    let obstacle = ends.leaving(&last, meter)?;
    let stopped = Stopped {
        span: model.operations[obstacle.operation].span,
        operation: obstacle.operation,
        cause: obstacle.cause,
        later: false,
    };
    let run = run::steps(system, &trace);
    Some(Warning {
        sentence: wording::leaves(opened.text, model, &stopped, &run),
        run,
    })
}

fn has_ranges(model: &TransitionModel) -> bool {
    fn is_narrow(sort: &Sort) -> bool {
        match sort {
            Sort::Integer { range } => range.is_some(),
            Sort::Array { .. } => true,
            Sort::Boolean | Sort::Enumeration(_) => false,
        }
    }
    model.variables.iter().any(|it| is_narrow(&it.sort))
}

fn divides(model: &TransitionModel) -> bool {
    let mut any = false;
    for operation in &model.operations {
        for term in operation.kind.terms() {
            term.each(&mut |it| {
                if let TermKind::Arithmetic(_, parts) = &it.kind {
                    any |= parts.iter().any(|it| {
                        matches!(
                            it.0,
                            Arithmetic::Divide | Arithmetic::Modulo | Arithmetic::Remainder
                        )
                    });
                }
            });
        }
    }
    any
}

/// The states of a system, where only those are ends whose only way on leads to a value that does not exist.
struct LeavingEnds<'m> {
    space: SystemSpace<'m>,
}

impl LeavingEnds<'_> {
    /// What stops a way of a state of the definitions in this way.
    fn leaving(&self, at: &Valuation, meter: &Meter<'_>) -> Option<Obstacle> {
        let system = self.space.system();
        let encounter = system.expand_within(at, meter, &mut |_, _| Flow::Continue(()));
        let mut obstacles = encounter.obstacles.into_iter();
        obstacles.find(|it| match it.cause {
            Cause::OutsideRange(_) => true,
            Cause::Undefined(why) => why.reason != Reason::Beyond64Bits,
            Cause::Assumption | Cause::NoBranch | Cause::TooLong => false,
        })
    }
}

impl Space for LeavingEnds<'_> {
    fn starts(&self, meter: &Meter<'_>, visit: &mut dyn FnMut(&[i64]) -> Flow) -> bool {
        self.space.starts(meter, visit)
    }

    fn steps(&self, at: &[i64], meter: &Meter<'_>, visit: &mut dyn FnMut(&[i64]) -> Flow) -> bool {
        let mut any = false;
        let all = self.space.steps(at, meter, &mut |state| {
            any = true;
            visit(state)
        });
        let is_end = all && !any && meter.ended().is_none();
        if is_end && self.leaving(&self.space.valuation(at), meter).is_none() {
            // Another end: it is not looked for.
            let _ = visit(at);
        }
        all
    }

    fn counts(&self, at: &[i64]) -> bool {
        self.space.counts(at)
    }

    fn look(&self, _: &[i64]) -> Look {
        Look::Other
    }

    fn seeks_ends(&self) -> bool {
        true
    }
}
