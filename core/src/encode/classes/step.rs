//! One call as a formula.
//!
//! One selector per call, exactly one of which holds. A slot that no selected call can release is the same afterwards; one that is
//! released only under a condition is the same where that does not hold:
//!
//! ```text
//! sel_c → pre_c(σ) ∧ post_c(σ, σ')        x' = x  ∨  OR{ sel_c ∧ released_{c,x}(σ, σ') }
//! ```
//!
//! Validity is demanded of both states: of the first so that induction and IC3 start from valid states only.

use super::Unsupported;
use super::evaluate::World;
use super::question::Wanted;
use super::shape::{Shape, released_at};
use super::value::One;
use crate::cnf::{ClauseSink, Formula, Lit};
use crate::encode::symbolic::Bits;
use crate::language::classes::model::{Pattern, Sequence};
use crate::language::classes::semantics::{Call, Guards};
use crate::symbolic::Step;

/// Why something holds of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Duty {
    /// A precondition.
    Pre,
    /// A postcondition, or the type of the result.
    Post,
    /// A slot that is not released.
    Frame,
}

impl Shape<'_> {
    /// One call.
    pub(super) fn step(&self) -> Result<Step, Unsupported> {
        let mut formula = Formula::new();
        let now: Vec<_> = (0..self.bits()).map(|_| formula.new_lit()).collect();
        let mut bits = Bits::new(&mut formula);
        let no = bits.constant(false);
        bits.demand(&[!now[0]]);
        let before = self.read(&mut bits, &now)?;
        before.fits.iter().for_each(|it| bits.demand(&[*it]));
        let selectors: Vec<_> = match self.question.runs {
            true => self.calls.iter().map(|_| bits.free()).collect(),
            false => Vec::new(),
        };
        exactly_one(&mut bits, &selectors);
        let next = self.next_slots(&mut bits, &now, &selectors);
        let after = self.read(&mut bits, &next)?;
        after.fits.iter().for_each(|it| bits.demand(&[*it]));
        let world = self.world(&before.values, &after.values);
        for (number, selector) in selectors.iter().enumerate() {
            self.call(&mut bits, world, number, *selector)?;
        }
        if self.question.runs {
            for state in [&before.values, &after.values] {
                for it in self.world(state, state).valid(&mut bits, Guards::All)? {
                    bits.demand(&[it]);
                }
            }
        }
        let touched = self.touched_after(&mut bits, &now[self.stages_end()..], &selectors);
        let met = &now[self.slots_end..self.stages_end()];
        let met = match self.question.wanted {
            Wanted::Goals(_) => self.goals_met(&mut bits, &after.values, met)?,
            Wanted::Calls(sequence, is_strict) => {
                let world = self.world(&before.values, &before.values);
                self.calls_met(&mut bits, world, (sequence, is_strict), (met, &selectors))?
            }
            _ => Vec::new(),
        };
        let mut all = vec![no];
        all.extend(&next[1..]);
        all.extend(met);
        all.extend(touched);
        let holds = bits.holds();
        let inputs = bits.inputs().to_vec();
        drop(bits);
        Ok(Step {
            formula,
            holds,
            next: all,
            inputs,
            choices: selectors,
        })
    }

    /// The bits of all slots afterwards: any where a selected call may release them, else the same.
    fn next_slots(&self, bits: &mut Bits<'_>, now: &[Lit], selectors: &[Lit]) -> Vec<Lit> {
        let mut next = now[..self.slots_end].to_vec();
        for (slot, place) in self.places.iter().enumerate() {
            let both = selectors.iter().zip(&self.may_release);
            let may: Vec<_> = both
                .filter(|it| it.1.contains(&slot))
                .map(|it| *it.0)
                .collect();
            if may.is_empty() {
                continue;
            }
            let may = bits.any(may);
            for bit in &mut next[place.first..place.first + place.width] {
                let any = bits.free();
                *bit = bits.choose(may, any, *bit);
            }
        }
        next
    }

    /// Demands what a call does where it is selected.
    fn call(
        &self,
        bits: &mut Bits<'_>,
        world: World<'_>,
        number: usize,
        selector: Lit,
    ) -> Result<(), Unsupported> {
        self.contract(bits, world, number, &mut |bits, _, clause| {
            bits.demand(&[&[!selector], clause].concat());
        })
    }

    /// Calls `each` with what holds, clause by clause, where a call leads from one state to another; slots that it cannot release are
    /// left out.
    pub(super) fn contract(
        &self,
        bits: &mut Bits<'_>,
        world: World<'_>,
        number: usize,
        each: &mut dyn FnMut(&mut Bits<'_>, Duty, &[Lit]),
    ) -> Result<(), Unsupported> {
        let call = &self.calls[number];
        let operation = &self.model.operations[call.operation];
        let own = self.own_stack(bits, call)?;
        let before = world.of_state(world.before);
        for clause in operation.pre.iter().filter(|it| !it.is_waived) {
            let holds = before.holds(bits, &clause.term, &own)?;
            each(bits, Duty::Pre, &[holds]);
        }
        let (stack, fits) = self.stack(bits, call)?;
        each(bits, Duty::Post, &[fits]);
        for clause in operation.post.iter().filter(|it| !it.is_waived) {
            let holds = world.holds(bits, &clause.term, &stack)?;
            each(bits, Duty::Post, &[holds]);
        }
        if self.keeps_nothing(operation) {
            return Ok(());
        }
        let released = world.released(bits, operation, &stack)?;
        for slot in &self.may_release[number] {
            let here = released_at(bits, &released, *slot);
            let same = world.before[*slot].same(bits, &world.after[*slot]);
            each(bits, Duty::Frame, &[here, same]);
        }
        Ok(())
    }

    /// How many of the calls asked for have happened, as one bit for each: one more where the selected call is the next of them.
    pub(super) fn calls_met(
        &self,
        bits: &mut Bits<'_>,
        before: World<'_>,
        (sequence, is_strict): (&Sequence, bool),
        (met, selectors): (&[Lit], &[Lit]),
    ) -> Result<Vec<Lit>, Unsupported> {
        let yes = bits.constant(true);
        let mut can = !yes;
        for (number, (conditions, pattern)) in sequence.calls.iter().enumerate() {
            let earlier = number.checked_sub(1).map_or(yes, |it| met[it]);
            let both = selectors.iter().zip(self.calls);
            let fitting = both.filter(|it| self.fits(pattern, it.1)).map(|it| *it.0);
            let fitting: Vec<_> = fitting.collect();
            let mut here = bits.any(fitting);
            for condition in conditions {
                let holds = before.holds(bits, condition, &[])?;
                here = bits.and(here, holds);
            }
            let is_next = bits.and(earlier, !met[number]);
            here = bits.and(is_next, here);
            can = bits.or(can, here);
        }
        let begun = met.first().copied().unwrap_or(!yes);
        let must = bits.and(begun, bits.constant(is_strict));
        bits.demand(&[!must, can]);
        let wanted = bits.free();
        let wanted = bits.or(wanted, must);
        let advances = bits.and(can, wanted);
        let mut after = Vec::new();
        for (number, old) in met.iter().enumerate() {
            let earlier = number.checked_sub(1).map_or(yes, |it| met[it]);
            let new = bits.and(advances, earlier);
            after.push(bits.or(*old, new));
        }
        Ok(after)
    }

    /// Holds for some call, and some state after it, that is valid but for an invariant (or for any) which it breaks: both are free, so
    /// that it can hold in exactly the states from which there is such a call.
    pub(super) fn breaks(
        &self,
        bits: &mut Bits<'_>,
        now: &[Lit],
        before: &[One],
        of: Option<usize>,
    ) -> Result<Lit, Unsupported> {
        let selectors: Vec<_> = self.calls.iter().map(|_| bits.free()).collect();
        exactly_one(bits, &selectors);
        let next = self.next_slots(bits, now, &selectors);
        let after = self.read(bits, &next)?;
        after.fits.iter().for_each(|it| bits.demand(&[*it]));
        let world = self.world(before, &after.values);
        for (number, selector) in selectors.iter().enumerate() {
            self.call(bits, world, number, *selector)?;
        }
        let state = world.of_state(&after.values);
        for it in state.valid(bits, Guards::without(of))? {
            bits.demand(&[it]);
        }
        let broken = match of {
            Some(it) => !state.instances_keep(bits, it)?,
            None => {
                let all = state.valid(bits, Guards::All)?;
                !bits.all(all)
            }
        };
        bits.demand(&[broken]);
        Ok(bits.holds())
    }

    /// Whether a call is one of those that are asked for.
    fn fits(&self, pattern: &Pattern, call: &Call) -> bool {
        let model = self.model;
        let class = model.objects[call.object].class;
        let wanted = model.operation_of(class, &model.operations[pattern.operation].name);
        let is_any = pattern.arguments.is_empty();
        let mut arguments = pattern.arguments.iter().zip(&call.arguments);
        (is_any || pattern.arguments.len() == call.arguments.len())
            && model.is_a(class, pattern.class)
            && wanted == Some(call.operation)
            && pattern.object.is_none_or(|it| it == call.object)
            && arguments.all(|(wanted, it)| wanted.as_ref().is_none_or(|wanted| wanted == it))
    }
}

/// Demands that exactly one of some literals holds.
fn exactly_one(bits: &mut Bits<'_>, lits: &[Lit]) {
    let mut some = bits.constant(false);
    for lit in lits {
        let again = bits.and(some, *lit);
        bits.demand(&[!again]);
        some = bits.or(some, *lit);
    }
    bits.demand(&[some]);
}
