//! Entries of a run as plain data, of any system: the values of a state in words, and which of them a step changes.

use super::systems::Fired;
use crate::system::{Schema, Valuation};
use crate::view::SystemStepView;
use crate::wording::systems as wording;

/// What a step executes.
#[derive(Default)]
pub struct Executed {
    /// Its relation, or what it fires, by name.
    pub(in crate::api) relation: String,
    /// The operations of a transition system.
    pub(in crate::api) fired: Fired,
}

/// The values of all variables in a state, in words.
pub(in crate::api) fn all_shown(schema: &Schema, at: &Valuation) -> Vec<String> {
    let values = schema.values(at).expect("a state of this system");
    let all = values.iter().zip(&schema.variables);
    all.map(|(it, variable)| it.show(&variable.sort)).collect()
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
    let relation = executed.as_ref().map(|it| it.relation.clone());
    let fired = executed.unwrap_or_default().fired;
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
