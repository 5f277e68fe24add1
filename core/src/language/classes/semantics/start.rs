//! Where runs start: in every valid state that agrees with `system`, or in every valid state.

use super::super::model::{ClassModel, From};
use super::super::ocl::evaluate::{Beyond, World};
use super::super::ocl::value::Value;
use super::search::{Tried, fill};
use super::valid::{Guards, is_valid};
use crate::system::Flow;

/// Whether a state, valid or not, is one to start in.
///
/// # Errors
/// Where a number on the way is beyond all that the tool calculates with.
pub fn agrees(model: &ClassModel, from: &From, state: &[Value]) -> Result<bool, Beyond> {
    match from {
        From::System => {
            let mut both = model.start.iter().zip(state);
            Ok(both.all(|(given, held)| given.as_ref().is_none_or(|it| it == held)))
        }
        From::Valid(condition) => World::of_state(model, state).holds(condition, &[]),
    }
}

/// Every state to start in that is valid but for what the guards leave out; plain `Integer` slots that are open hold `integers`.
///
/// # Errors
/// As of [`agrees`]; then some may be missing.
pub fn starts(
    model: &ClassModel,
    from: &From,
    (guards, integers): (Guards, (i64, i64)),
    tried: &mut Tried,
    visit: &mut dyn FnMut(&[Value]) -> Flow,
) -> Result<(), Beyond> {
    let (mut state, mut open) = (Vec::new(), Vec::new());
    for slot in 0..model.layout.slots.len() {
        let given = match from {
            From::System => model.start.get(slot).cloned().flatten(),
            From::Valid(_) => None,
        };
        if given.is_none() {
            let values = model.slot_domain(slot).values(model, integers);
            open.push((slot, values));
        }
        state.push(given.unwrap_or(Value::Null));
    }
    let mut beyond = false;
    let _ = fill(model, &mut state, &open, tried, &mut |state, tried| {
        if !tried.goes_on() {
            return Flow::Break(());
        }
        let fits =
            is_valid(model, state, guards).and_then(|it| Ok(it && agrees(model, from, state)?));
        match fits {
            Ok(true) => visit(state),
            Ok(false) => Flow::Continue(()),
            Err(Beyond) => {
                beyond = true;
                Flow::Continue(())
            }
        }
    });
    match beyond {
        true => Err(Beyond),
        false => Ok(()),
    }
}
