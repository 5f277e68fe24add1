//! Entries of a run as plain data, of any system: the values of a state in words, and which of them a step changes.

use crate::expression::{Sort, Value};
use crate::language::transitions::OperationId;
use crate::system::{Role, Schema, Valuation, Variable};
use crate::view::{StepTurn, SystemStepView};
use crate::wording::systems as wording;

/// What a step executes.
#[derive(Default)]
pub struct Fired {
    /// The operations, in order.
    pub(in crate::api) operations: Vec<OperationId>,
    /// As [`SystemStepView::passing`].
    pub(in crate::api) passing: Vec<(usize, String)>,
}

/// What a step executes.
#[derive(Default)]
pub struct Executed {
    /// Whose turn it is.
    pub(in crate::api) turn: StepTurn,
    /// The operations of a transition system.
    pub(in crate::api) fired: Fired,
}

/// Whether runs list a variable: it is one of the model, not what only says how far a check or a step is.
fn is_listed(variable: &Variable) -> bool {
    !matches!(variable.role, Role::Progress | Role::ProgramCounter)
}

/// The names of the variables that runs list.
pub(in crate::api) fn listed_names(schema: &Schema) -> Vec<String> {
    let listed = schema.variables.iter().filter(|it| is_listed(it));
    listed.map(|it| it.name.clone()).collect()
}

/// Their values in a state, in words.
pub(in crate::api) fn listed_values(schema: &Schema, at: &Valuation) -> Vec<String> {
    let values = schema.values(at).expect("a state of this system");
    let all = values.iter().zip(&schema.variables);
    let listed = all.filter(|it| is_listed(it.1));
    listed
        .map(|(it, variable)| it.show(&variable.sort))
        .collect()
}

/// The state in which the listed variables have these values, each a name and a value in words, and the others their least; `None` where
/// a listed variable has no such value, or is not named.
pub(in crate::api) fn state_of(schema: &Schema, values: &[(&str, &str)]) -> Option<Valuation> {
    let number = |it: &Variable| {
        if !is_listed(it) {
            return it.sort.least();
        }
        let written = values.iter().find(|(name, _)| *name == it.name)?.1;
        let shows = |number: &i64| Value::Number(*number).show(&it.sort) == written;
        match &it.sort {
            Sort::Integer { .. } => written.parse().ok(),
            Sort::Boolean | Sort::Enumeration(_) => {
                let size = i64::try_from(it.sort.size()?).ok()?;
                (0..size).find(shows)
            }
            // None of a kind whose runs begin elsewhere has any.
            Sort::Array { .. } => None,
        }
    };
    let numbers: Option<Vec<i64>> = schema.variables.iter().map(number).collect();
    let state: Valuation = numbers?.into();
    schema.values(&state).map(|_| state)
}

/// The values of some variables in a state, in words; nothing for what the schema does not have.
pub(in crate::api) fn shown_values(
    schema: &Schema,
    names: &[String],
    at: &Valuation,
) -> Vec<String> {
    let values = schema.values(at).expect("a state of this system");
    let shown = |name: &String| {
        let number = schema.variable(name)?;
        Some(values[number].show(&schema.variables[number].sort))
    };
    let all = names.iter().map(|it| shown(it).unwrap_or_default());
    all.collect()
}

/// The entry of a step, given the values before it; of the start, given neither.
pub(in crate::api) fn entry(
    names: &[String],
    executed: Option<Executed>,
    before: Option<Vec<String>>,
    state: Vec<String>,
) -> SystemStepView {
    let before = before.unwrap_or_else(|| state.clone());
    let pairs = state.iter().zip(&before).enumerate();
    let changed = pairs.filter(|(_, (new, old))| new != old);
    let changed: Vec<_> = changed.map(|(number, _)| number).collect();
    let told = changed.iter().map(|&it| (&*names[it], &*state[it]));
    let told: Vec<_> = told.collect();
    let Executed { turn, fired } = executed.unwrap_or_default();
    SystemStepView {
        sentence: wording::step(&turn, &told),
        turn,
        fired: fired.operations,
        passing: fired.passing,
        state,
        changed,
        ..SystemStepView::default()
    }
}
