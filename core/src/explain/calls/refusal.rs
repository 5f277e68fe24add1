//! Why a call is impossible in a state: preconditions that are false, or else clauses that no outcome meets.
//!
//! An outcome is a way to fill the slots that the call may change, with a result. Where no outcome meets all postconditions, those
//! at fault are postconditions, else invariants and multiplicities. What is at fault is minimal: every outcome violates some of it, and
//! without any one of it some outcome violates none.

use std::collections::BTreeSet;

use super::Obligation;
use crate::language::classes::model::ClassModel;
use crate::language::classes::ocl::evaluate::{Beyond, World};
use crate::language::classes::ocl::term::EndId;
use crate::language::classes::ocl::value::Value;
use crate::language::classes::semantics::release::released;
use crate::language::classes::semantics::{
    Call, Frame, Tried, changeable, instances_broken, multiplicity_holds, stacks, successors,
};
use crate::system::Flow;

/// Outcomes that are looked at in a state, of all calls together.
pub const MOST_OUTCOMES: usize = 200_000;

/// Why a call is impossible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallRefusal {
    /// These preconditions are not true.
    Pre(Vec<usize>),
    /// No outcome meets all of these.
    Outcome(Vec<Obligation>),
    /// There are too many outcomes to look at all.
    TooMany,
}

/// Sets of obligations that outcomes violate.
type Violated = BTreeSet<BTreeSet<Obligation>>;

/// Whether a call is possible in a valid state, whatever scenario is followed; `None` where a limit keeps that from being known.
#[must_use]
pub fn is_possible(
    model: &ClassModel,
    frame: Frame,
    before: &[Value],
    call: &Call,
) -> Option<bool> {
    let (mut tried, mut found) = (Tried::default(), false);
    let mut visit = |_: &[Value]| {
        found = true;
        Flow::Break(())
    };
    let listed = successors(model, frame, before, call, &mut tried, &mut visit);
    match found {
        true => Some(true),
        false => (listed.is_ok() && !tried.is_over()).then_some(false),
    }
}

/// Why a call is impossible in a valid state; `None` where it is possible. No more than `left` outcomes are looked at, and
/// these are taken from it.
///
/// # Errors
/// Where a number on the way is beyond all that the tool calculates with.
pub fn refusal(
    model: &ClassModel,
    frame: Frame,
    before: &[Value],
    call: &Call,
    left: &mut usize,
) -> Result<Option<CallRefusal>, Beyond> {
    let operation = &model.operations[call.operation];
    let world = World::of_state(model, before);
    let own: Vec<_> = [Value::Object(call.object)]
        .into_iter()
        .chain(call.arguments.iter().cloned())
        .collect();
    let mut pre = Vec::new();
    for (number, it) in operation.pre.iter().enumerate() {
        if !world.holds(&it.term, &own)? {
            pre.push(number);
        }
    }
    if !pre.is_empty() {
        return Ok(Some(CallRefusal::Pre(pre)));
    }
    let slots = changeable(model, frame, before, call)?;
    let slots = slots.into_iter().map(|slot| {
        let values = model.slot_domain(slot).values(model, frame.integers);
        (slot, values)
    });
    let slots: Vec<_> = slots.collect();
    let stacks = stacks(model, frame, call);
    let counts = slots.iter().map(|it| it.1.len());
    let count = counts.fold(stacks.len(), usize::saturating_mul);
    match left.checked_sub(count) {
        Some(rest) => *left = rest,
        None => return Ok(Some(CallRefusal::TooMany)),
    }
    // Outcomes that miss some postcondition, and those that meet all.
    let (mut missing, mut meeting) = (Violated::new(), Violated::new());
    let mut state = before.to_vec();
    each_outcome(&mut state, &slots, &mut |after| {
        for stack in &stacks {
            let world = World {
                model,
                before,
                after,
            };
            let free = released(&world, operation, stack, frame.is_open)?;
            let mut changed = (0..before.len()).filter(|it| before[*it] != after[*it]);
            if !changed.all(|it| free.contains(&it)) {
                continue;
            }
            let mut violated = BTreeSet::new();
            for (number, it) in operation.post.iter().enumerate() {
                if !world.holds(&it.term, stack)? {
                    violated.insert(Obligation::Post(number));
                }
            }
            if violated.is_empty() {
                meeting.insert(broken(model, after)?);
            } else {
                missing.insert(violated);
            }
        }
        Ok(())
    })?;
    if meeting.contains(&BTreeSet::new()) {
        return Ok(None);
    }
    let at_fault = match meeting.is_empty() {
        true => least(&missing),
        false => least(&meeting),
    };
    Ok(Some(CallRefusal::Outcome(at_fault)))
}

/// Calls `visit` with the state for all values of some slots.
fn each_outcome(
    state: &mut Vec<Value>,
    slots: &[(usize, Vec<Value>)],
    visit: &mut dyn FnMut(&[Value]) -> Result<(), Beyond>,
) -> Result<(), Beyond> {
    let Some(((slot, values), rest)) = slots.split_first() else {
        return visit(state);
    };
    let before = state[*slot].clone();
    for value in values {
        state[*slot].clone_from(value);
        each_outcome(state, rest, visit)?;
    }
    state[*slot] = before;
    Ok(())
}

/// The invariants and multiplicities that a state violates.
fn broken(model: &ClassModel, state: &[Value]) -> Result<BTreeSet<Obligation>, Beyond> {
    let mut all = BTreeSet::new();
    for invariant in 0..model.invariants.len() {
        if instances_broken(model, state, invariant)? {
            all.insert(Obligation::Invariant(invariant));
        }
    }
    for association in 0..model.associations.len() {
        let ends = [0, 1].map(|side| EndId { association, side });
        let broken = ends.into_iter();
        let broken = broken.filter(|it| !multiplicity_holds(model, state, *it));
        all.extend(broken.map(Obligation::Multiplicity));
    }
    Ok(all)
}

/// Obligations of which every set has one, and no fewer of them: minimal, by leaving out what can be.
fn least(sets: &Violated) -> Vec<Obligation> {
    let all: BTreeSet<_> = sets.iter().flatten().copied().collect();
    let mut kept = all.clone();
    for it in all.into_iter().rev() {
        kept.remove(&it);
        if sets.iter().any(|set| set.is_disjoint(&kept)) {
            kept.insert(it);
        }
    }
    kept.into_iter().collect()
}
