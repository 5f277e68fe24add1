//! The calls that are impossible in a state as choices that cannot be taken, each with what forbids it.

use super::calls::refused_calls;
use crate::language::classes::ocl::term::EndId;
use crate::language::classes::ocl::value::Value;
use crate::language::classes::semantics::{instances_broken, multiplicity_holds};
use crate::language::classes::{ClassModel, ClassSystem};
use crate::system::Valuation;
use crate::view::{BlockedChoice, RefusedCallView, StoppedBy};
use crate::wording::calls as wording;

/// Those of a state of a check, or for `None` of the declared system.
pub(super) fn refused(
    text: &str,
    of: (&ClassModel, Option<usize>),
    at: &Valuation,
    goes_on: &dyn Fn() -> bool,
) -> Vec<BlockedChoice> {
    let integers = of.0.integers;
    let calls = refused_calls(text, of, at, goes_on).into_iter();
    calls.map(|it| choice(it, integers)).collect()
}

/// The invariants and multiplicities that a state breaks, by their names between backticks; those without a name by their class.
pub(super) fn broken(model: &ClassModel, at: &Valuation) -> Vec<String> {
    let state = ClassSystem::new(model).values(at);
    state.map_or_else(Vec::new, |it| broken_by(model, &it))
}

/// The same of the state that `system` gives, where it gives every value: then there is no run.
pub(super) fn broken_by_start(model: &ClassModel) -> Vec<String> {
    let given: Option<Vec<_>> = model.start.iter().cloned().collect();
    given.map_or_else(Vec::new, |it| broken_by(model, &it))
}

fn broken_by(model: &ClassModel, state: &[Value]) -> Vec<String> {
    let invariants = model.invariants.iter().enumerate();
    let invariants = invariants.filter_map(|(number, it)| {
        let is_broken = instances_broken(model, state, number).ok()?;
        is_broken.then(|| match &*it.clause.name {
            "" => format!("an invariant of `{}`", model.classes[it.class].name),
            name => format!("`{name}`"),
        })
    });
    let associations = (0..model.associations.len()).flat_map(|association| {
        let ends = [0, 1].map(|side| EndId { association, side });
        let broken = ends
            .into_iter()
            .filter(|id| !multiplicity_holds(model, state, *id));
        broken.map(|id| format!("the multiplicity of `{}`", model.end(id).role))
    });
    invariants.chain(associations).collect()
}

fn choice(it: RefusedCallView, integers: (i64, i64)) -> BlockedChoice {
    let clauses = it.clauses.iter().enumerate();
    let mut reasons: Vec<_> = clauses
        .map(|(number, clause)| StoppedBy {
            what: wording::forbids(clause, number),
            range: clause.range,
            later: false,
        })
        .collect();
    let also = match (it.needs_integers, reasons.is_empty()) {
        (true, _) => Some(wording::needs_integers(integers)),
        (false, true) if it.out_of_order => Some(wording::out_of_order()),
        (false, true) => Some(wording::too_many_outcomes()),
        (false, false) => None,
    };
    reasons.extend(also.map(|what| StoppedBy {
        what,
        range: it.range,
        later: false,
    }));
    BlockedChoice {
        what: it.call,
        range: it.range,
        reasons,
    }
}
