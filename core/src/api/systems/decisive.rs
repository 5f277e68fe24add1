//! What of a state makes a property false.

use crate::explain::{decisive, list};
use crate::expression::{Sort, Term};
use crate::language::transitions::{TransitionModel, TransitionSystem};
use crate::system::Valuation;

/// Values that are told; the table of values has all.
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
    if all.is_empty() || all.len() > MOST {
        return None;
    }
    let told = all.into_iter().map(|it| {
        let variable = &model.variables[it];
        let value = variable.sort.show(values[it].number()?);
        Some(match variable.sort {
            Sort::Boolean => format!("`{}` is {value}", variable.name),
            _ => format!("`{}` is `{value}`", variable.name),
        })
    });
    Some(list(&told.collect::<Option<Vec<_>>>()?, "and"))
}
