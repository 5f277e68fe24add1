//! The run of an answer as plain data.

use crate::expression::Value;
use crate::language::transitions::{OperationId, OperationKind, TransitionSystem};
use crate::system::{Step, Trace, Valuation};
use crate::view::SystemStepView;
use crate::wording::systems as wording;

/// The entries of a run: the declared values, then one for each transition.
pub(super) fn steps(system: &TransitionSystem<'_>, trace: &Trace) -> Vec<SystemStepView> {
    let mut views = Vec::with_capacity(trace.steps.len() + 1);
    let mut at = trace.start.clone();
    views.push(view(system, &at, None, Fired::default(), None));
    for step in &trace.steps {
        let relation = system.alternative(step.label).map(|(relation, _)| relation);
        let (fired, after) = executed(system, &at, step);
        let after = after.expect("the run was replayed");
        let word = relation.map(|it| it.word().to_string());
        views.push(view(system, &after, word, fired, Some(&at)));
        at = after;
    }
    views
}

/// What a step executes.
#[derive(Default)]
pub struct Fired {
    /// The operations, in order.
    pub(in crate::api) operations: Vec<OperationId>,
    /// As [`SystemStepView::passing`].
    pub(in crate::api) passing: Vec<(usize, String)>,
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

fn view(
    system: &TransitionSystem<'_>,
    at: &Valuation,
    relation: Option<String>,
    fired: Fired,
    before: Option<&Valuation>,
) -> SystemStepView {
    let values = values(system, at);
    let before = before.map(|it| self::values(system, it));
    let changed = before.map_or(Vec::new(), |before| {
        let pairs = values.iter().zip(&before).enumerate();
        let changed = pairs.filter(|(_, (new, old))| new != old);
        changed.map(|(number, _)| number).collect()
    });
    let variables = &system.model().variables;
    let state = shown(system, &values);
    let told = changed
        .iter()
        .map(|&it| (&*variables[it].name, &*state[it]));
    let told: Vec<_> = told.collect();
    SystemStepView {
        sentence: wording::step(relation.as_deref(), &told),
        relation,
        fired: fired.operations,
        passing: fired.passing,
        state,
        changed,
        ..SystemStepView::default()
    }
}

/// The values of a state, as a run shows them.
pub(super) fn state(system: &TransitionSystem<'_>, at: &Valuation) -> Vec<String> {
    shown(system, &values(system, at))
}

fn shown(system: &TransitionSystem<'_>, values: &[Value]) -> Vec<String> {
    let all = values.iter().zip(&system.model().variables);
    all.map(|(it, variable)| it.show(&variable.sort)).collect()
}

fn values(system: &TransitionSystem<'_>, at: &Valuation) -> Box<[Value]> {
    let state = system.state(at);
    state.expect("a replayed run has states of its system").0
}
