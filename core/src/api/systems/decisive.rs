//! What of a state makes a property false.

use crate::explain::{decisive, list};
use crate::expression::{Sort, Term};
use crate::language::transitions::{TransitionModel, TransitionSystem};
use crate::system::Valuation;

/// Values that are told; who wants more looks at the table.
const MOST: usize = 4;

/// The values that make a property false in a state, as a sentence without its end; nothing where that would be too long, or where
/// an array is read.
pub(super) fn seen(
    model: &TransitionModel,
    system: &TransitionSystem<'_>,
    term: &Term,
    at: &Valuation,
) -> Option<String> {
    let (values, _) = system.state(at)?;
    let all = decisive(term, &values);
    let mut told = Vec::new();
    for it in &all {
        let variable = &model.variables[*it];
        let value = values[*it].number()?;
        let value = match variable.sort {
            Sort::Boolean => variable.sort.show(value),
            _ => format!("`{}`", variable.sort.show(value)),
        };
        told.push(format!("`{}` is {value}", variable.name));
    }
    (!told.is_empty() && told.len() <= MOST).then(|| list(&told, "and"))
}
