//! What a call does in a step: the slots that it changes, keeps and leaves open, and its clauses before and after it.
//!
//! A slot is *open* if the same call, from the same state, has another outcome with another value there. It is *kept* if it is not
//! open and the frame does not release it. What is neither is fixed by clauses: all outcomes have the same value there.

use std::collections::BTreeSet;

use super::Obligation;
use crate::language::classes::model::ClassModel;
use crate::language::classes::ocl::evaluate::{Beyond, World};
use crate::language::classes::ocl::term::{Property, Term};
use crate::language::classes::ocl::value::Value;
use crate::language::classes::semantics::release::{named_in, released, slots_of};
use crate::language::classes::semantics::{
    Call, Frame, Tried, instances_broken, stacks, successors,
};
use crate::system::Flow;

/// What a call does in a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// The slots whose values differ before and after it.
    pub changed: BTreeSet<usize>,
    /// The slots that have other values in other outcomes.
    pub open: BTreeSet<usize>,
    /// The slots that are not released, and not open.
    pub kept: BTreeSet<usize>,
    /// For each postcondition the slots that it names without `@pre`.
    pub named: Vec<BTreeSet<usize>>,
    /// Its clauses, and the invariants that read what it changes.
    pub clauses: Vec<Judged>,
    /// Whether all outcomes were looked at.
    pub is_complete: bool,
}

/// A clause in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Which it is.
    pub clause: Obligation,
    /// Whether it is true in the state before; of a postcondition, if nothing changed.
    pub before: bool,
    /// Whether it is true in the state after; of a postcondition, over the step.
    pub after: bool,
}

/// What a call does that leads from one state to another.
///
/// # Errors
/// Where a number on the way is beyond all that the tool calculates with.
pub fn effect(
    model: &ClassModel,
    frame: Frame,
    before: &[Value],
    call: &Call,
    after: &[Value],
) -> Result<Effect, Beyond> {
    let mut tried = Tried::default();
    let mut open = BTreeSet::new();
    let _ = successors(model, frame, before, call, &mut tried, &mut |other| {
        open.extend(differing(after, other));
        Flow::Continue(())
    })?;
    let operation = &model.operations[call.operation];
    let world = World {
        model,
        before,
        after,
    };
    let mut free = BTreeSet::new();
    let mut named = vec![BTreeSet::new(); operation.post.len()];
    let mut post_before = vec![false; operation.post.len()];
    let still = World::of_state(model, before);
    for stack in stacks(model, frame, call) {
        for (clause, it) in post_before.iter_mut().zip(&operation.post) {
            *clause |= still.holds(&it.term, &stack)?;
        }
        if !all_hold(&world, operation.post.iter().map(|it| &it.term), &stack)? {
            continue;
        }
        free.extend(released(&world, operation, &stack, frame.is_open)?);
        for (slots, it) in named.iter_mut().zip(&operation.post) {
            slots.extend(named_in(&world, &it.term, &stack)?);
        }
    }
    let is_kept = |it: &usize| !free.contains(it) && !open.contains(it);
    let mut effect = Effect {
        changed: differing(before, after).collect(),
        kept: (0..before.len()).filter(is_kept).collect(),
        open,
        named,
        clauses: Vec::new(),
        is_complete: !tried.is_over(),
    };
    let own: Vec<_> = [Value::Object(call.object)]
        .into_iter()
        .chain(call.arguments.iter().cloned())
        .collect();
    for (number, it) in operation.pre.iter().enumerate() {
        effect.clauses.push(Judged {
            clause: Obligation::Pre(number),
            before: still.holds(&it.term, &own)?,
            after: World::of_state(model, after).holds(&it.term, &own)?,
        });
    }
    // The step is one, so for some result all are true.
    let posts = post_before.into_iter().enumerate();
    effect.clauses.extend(posts.map(|(number, before)| Judged {
        clause: Obligation::Post(number),
        before,
        after: true,
    }));
    for (number, it) in model.invariants.iter().enumerate() {
        if reads(model, &it.clause.term, &effect.changed) {
            effect.clauses.push(Judged {
                clause: Obligation::Invariant(number),
                before: !instances_broken(model, before, number)?,
                after: !instances_broken(model, after, number)?,
            });
        }
    }
    Ok(effect)
}

/// The slots in which two states differ.
fn differing<'s>(one: &'s [Value], other: &'s [Value]) -> impl Iterator<Item = usize> + 's {
    let both = one.iter().zip(other).enumerate();
    both.filter(|(_, (one, other))| one != other).map(|it| it.0)
}

fn all_hold<'t>(
    world: &World<'_>,
    mut terms: impl Iterator<Item = &'t Term>,
    stack: &[Value],
) -> Result<bool, Beyond> {
    terms.try_fold(true, |all, it| Ok(all && world.holds(it, stack)?))
}

/// Whether a term reads a property of some of these slots, of whichever object.
fn reads(model: &ClassModel, term: &Term, slots: &BTreeSet<usize>) -> bool {
    let mut properties: BTreeSet<Property> = BTreeSet::new();
    term.each_read(&mut |it| {
        properties.insert(it.property);
    });
    !slots_of(model, &properties).is_disjoint(slots)
}
