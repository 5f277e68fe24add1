//! The run of an answer as plain data.

use crate::expression::Value;
use crate::language::transitions::{OperationId, TransitionSystem};
use crate::system::{Trace, Valuation};
use crate::view::SystemStepView;
use crate::wording::systems as wording;

/// The entries of a run: the declared values, then one for each transition.
pub(super) fn steps(system: &TransitionSystem<'_>, trace: &Trace) -> Vec<SystemStepView> {
    let mut views = Vec::with_capacity(trace.steps.len() + 1);
    let mut at = trace.start.clone();
    views.push(view(system, &at, None, Vec::new(), None));
    for step in &trace.steps {
        let relation = system.alternative(step.label).map(|(relation, _)| relation);
        let mut fired: Vec<OperationId> = Vec::new();
        let after = system.follow(&at, step, &mut |operation, _| fired.push(operation));
        let after = after.expect("the run was replayed");
        let word = relation.map(|it| it.word().to_string());
        views.push(view(system, &after, word, fired, Some(&at)));
        at = after;
    }
    views
}

fn view(
    system: &TransitionSystem<'_>,
    at: &Valuation,
    relation: Option<String>,
    fired: Vec<OperationId>,
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
        fired,
        state,
        changed,
        events: Vec::new(),
        queues: Vec::new(),
        counts: None,
        again: None,
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
