//! Valid states: all multiplicities hold, and every invariant is true for every instance.

use super::super::model::ClassModel;
use super::super::ocl::evaluate::{Beyond, World, linked};
use super::super::ocl::term::EndId;
use super::super::ocl::value::Value;

/// Which invariants have to be true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guards {
    /// All of them.
    All,
    /// All but one.
    AllBut(usize),
    /// None: multiplicities alone.
    None,
}

impl Guards {
    /// All but this one, or none for `None`.
    #[must_use]
    pub fn without(invariant: Option<usize>) -> Self {
        invariant.map_or(Self::None, Self::AllBut)
    }
}

/// Whether a state is valid.
///
/// # Errors
/// Where a number on the way is beyond all that the tool calculates with.
pub fn is_valid(model: &ClassModel, state: &[Value], guards: Guards) -> Result<bool, Beyond> {
    if !multiplicities_hold(model, state) {
        return Ok(false);
    }
    for invariant in 0..model.invariants.len() {
        let is_left_out = guards == Guards::None
            || guards == Guards::AllBut(invariant)
            || model.invariants[invariant].clause.is_waived;
        if !is_left_out && instances_broken(model, state, invariant)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether an invariant is not true for some instance.
///
/// # Errors
/// As of [`is_valid`].
pub fn instances_broken(
    model: &ClassModel,
    state: &[Value],
    invariant: usize,
) -> Result<bool, Beyond> {
    let world = World::of_state(model, state);
    let invariant = &model.invariants[invariant];
    for object in model.objects_of(invariant.class) {
        if !world.holds(&invariant.clause.term, &[Value::Object(object)])? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether each object has as many links as it may have, at every end.
#[must_use]
pub fn multiplicities_hold(model: &ClassModel, state: &[Value]) -> bool {
    let ends = (0..model.associations.len())
        .flat_map(|association| [0, 1].map(|side| EndId { association, side }));
    let mut ends = ends.into_iter();
    ends.all(|id| multiplicity_holds(model, state, id))
}

/// Whether each object has as many links as it may have at one end.
#[must_use]
pub fn multiplicity_holds(model: &ClassModel, state: &[Value], id: EndId) -> bool {
    let end = model.end(id);
    if end.is_waived {
        return true;
    }
    let others = model.associations[id.association].ends[1 - id.side].class;
    model.objects_of(others).all(|object| {
        let count = linked(model, state, object, id).len();
        count >= end.low as usize && end.high.is_none_or(|it| count <= it as usize)
    })
}
