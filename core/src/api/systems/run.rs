//! The run of an answer as plain data.

use crate::api::run_entry::{Executed, Fired, entry};
use crate::expression::Value;
use crate::language::transitions::{OperationKind, TransitionSystem};
use crate::system::{Step, Trace, Valuation};
use crate::view::{StepTurn, SystemStepView};

/// The entries of a run: the declared values, then one for each transition.
pub(super) fn steps(system: &TransitionSystem<'_>, trace: &Trace) -> Vec<SystemStepView> {
    let variables = system.model().variables.iter();
    let names: Vec<_> = variables.map(|it| it.name.clone()).collect();
    let mut at = trace.start.clone();
    let mut before = state(system, &at);
    let mut views = Vec::with_capacity(trace.steps.len() + 1);
    views.push(entry(&names, None, None, before.clone()));
    for step in &trace.steps {
        let (fired, after) = executed(system, &at, step);
        let after = after.expect("the run was replayed");
        let relation = system.alternative(step.label);
        let relation = relation.map_or("", |(relation, _)| relation.word());
        let executed = Executed {
            turn: StepTurn::Relation(relation.to_owned()),
            fired,
        };
        let now = state(system, &after);
        views.push(entry(&names, Some(executed), Some(before), now.clone()));
        (at, before) = (after, now);
    }
    views
}

/// What a step executes, and the state after it.
pub(in crate::api) fn executed(
    system: &TransitionSystem<'_>,
    at: &Valuation,
    step: &Step,
) -> (Fired, Option<Valuation>) {
    let model = system.model();
    let mut fired = Fired::default();
    let mut given = Vec::new();
    let after = system.follow(at, step, &mut |operation, values| {
        if let OperationKind::Havoc(variable) = model.operations[operation].kind {
            given.push((fired.operations.len(), variable, values[variable].clone()));
        }
        fired.operations.push(operation);
    });
    if let Some(after) = &after {
        // Of local variables nothing is there any more.
        let last = values(system, after);
        let given = given.into_iter();
        let gone = given.filter(|(_, variable, value)| last.get(*variable) != Some(value));
        let shown = gone
            .map(|(place, variable, value)| (place, value.show(&model.variables[variable].sort)));
        fired.passing = shown.collect();
    }
    (fired, after)
}

/// The values of a state, as a run shows them.
pub(super) fn state(system: &TransitionSystem<'_>, at: &Valuation) -> Vec<String> {
    let values = values(system, at);
    let all = values.iter().zip(&system.model().variables);
    all.map(|(it, variable)| it.show(&variable.sort)).collect()
}

fn values(system: &TransitionSystem<'_>, at: &Valuation) -> Box<[Value]> {
    let state = system.state(at);
    state.expect("a replayed run has states of its system").0
}
