//! Whether a call leads anywhere from a state, as one literal.
//!
//! That there is *no* state after a call speaks of all of them, and a formula only has some. So every state that can come after it is
//! written by itself: slots that a postcondition says something about have that value ([`super::said`]), of all others that may be
//! released each value is tried, and each result. What has too many is not written; the literal is exact or there is none.

use super::Unsupported;
use super::layout::is_in;
use super::release::{Changes, properties};
use super::said::Said;
use super::shape::{Shape, released_at};
use super::value::{Cell, One};
use crate::cnf::Lit;
use crate::encode::symbolic::Bits;
use crate::language::classes::model::Operation;
use crate::language::classes::semantics::Guards;

/// More states after one call are not written.
const MOST_TRIED: usize = 64;

/// A call with what is on its stack, and where its preconditions are true.
pub(super) struct Possible<'c> {
    pub(super) number: usize,
    pub(super) operation: &'c Operation,
    pub(super) stack: Vec<Cell>,
    pub(super) pre: Lit,
}

/// The slots after a call: their values, and what holds where these are values of theirs.
pub(super) struct After {
    pub(super) values: Vec<One>,
    pub(super) fits: Lit,
}

impl Shape<'_> {
    /// Holds where a call leads from a state to a valid one.
    pub(super) fn leads(
        &self,
        bits: &mut Bits<'_>,
        now: &[One],
        number: usize,
    ) -> Result<Lit, Unsupported> {
        let mut leads = bits.constant(false);
        let mut left = MOST_TRIED;
        for possible in self.possible(bits, now, number)? {
            for after in self.after(bits, now, &possible, &mut left)? {
                let here = self.is_step(bits, now, &possible, &after)?;
                leads = bits.or(leads, here);
            }
        }
        Ok(leads)
    }

    /// A call with each result that it can have.
    pub(super) fn possible(
        &self,
        bits: &mut Bits<'_>,
        now: &[One],
        number: usize,
    ) -> Result<Vec<Possible<'_>>, Unsupported> {
        let call = &self.calls[number];
        let operation = &self.model.operations[call.operation];
        let own = self.own_stack(bits, call)?;
        let world = self.world(now, now);
        let mut pre = bits.constant(true);
        for clause in operation.pre.iter().filter(|it| !it.is_waived) {
            let holds = world.holds(bits, &clause.term, &own)?;
            pre = bits.and(pre, holds);
        }
        let results = match operation.result {
            None => vec![None],
            Some(domain) => {
                let values = domain.values(self.model, self.model.integers);
                values.into_iter().map(Some).collect()
            }
        };
        let mut all = Vec::new();
        for result in &results {
            let mut stack = own.clone();
            if let Some(it) = result {
                stack.push(Cell::One(One::constant(bits, it)?));
            }
            all.push(Possible {
                number,
                operation,
                stack,
                pre,
            });
        }
        Ok(all)
    }

    /// All states that may come after a call.
    fn after(
        &self,
        bits: &mut Bits<'_>,
        now: &[One],
        possible: &Possible<'_>,
        left: &mut usize,
    ) -> Result<Vec<After>, Unsupported> {
        let Possible {
            operation, stack, ..
        } = possible;
        let properties = match self.keeps_nothing(operation) {
            true => self.model.all_properties().collect(),
            false => properties(operation),
        };
        let changes = Changes {
            properties: &properties,
        };
        let world = self.world(now, now);
        let released = match !self.keeps_nothing(operation) && changes.are_settled(operation) {
            true => Some(world.released(bits, operation, stack)?),
            false => None,
        };
        let said = Said::by(bits, (world, changes), operation, stack)?;
        let mut all = vec![After {
            values: now.to_vec(),
            fits: bits.constant(true),
        }];
        for slot in &self.may_release[possible.number] {
            let here = match &released {
                Some(it) => released_at(bits, it, *slot),
                None => bits.constant(true),
            };
            let domain = self.model.slot_domain(*slot);
            let values = said.slots.get(slot).map_or(&[][..], Vec::as_slice);
            let mut covered = said.void;
            let mut alternatives = Vec::new();
            let mut taken = bits.constant(false);
            let mut fits = bits.constant(true);
            for (condition, value) in values {
                let first = bits.and(*condition, !taken);
                taken = bits.or(taken, *condition);
                let inside = is_in(bits, self.model, domain, value)?;
                let inside = bits.or(!*condition, inside);
                fits = bits.and(fits, inside);
                alternatives.push((first, value.clone()));
            }
            covered = bits.or(covered, taken);
            let open = bits.and(here, !covered);
            let tried = match bits.known(open) {
                Some(false) => vec![None],
                _ => {
                    let all = domain.values(self.model, self.model.integers);
                    all.into_iter().map(Some).collect()
                }
            };
            if all.len().saturating_mul(tried.len()) > *left {
                return Err(Unsupported::Size);
            }
            let mut next = Vec::new();
            for before in &all {
                for value in &tried {
                    let (value, fits) = match value {
                        // Where it is not released it is kept.
                        None => {
                            let mut alternatives = alternatives.clone();
                            alternatives.push((!taken, now[*slot].clone()));
                            let never = bits.constant(false);
                            (One::merged(bits, &alternatives, never)?, fits)
                        }
                        Some(it) => (One::constant(bits, it)?, bits.constant(true)),
                    };
                    let mut values = before.values.clone();
                    values[*slot] = value;
                    let fits = bits.and(before.fits, fits);
                    next.push(After { values, fits });
                }
            }
            all = next;
        }
        *left -= all.len().min(*left);
        Ok(all)
    }

    /// Holds where a call leads from one state to another.
    pub(super) fn is_step(
        &self,
        bits: &mut Bits<'_>,
        now: &[One],
        possible: &Possible<'_>,
        after: &After,
    ) -> Result<Lit, Unsupported> {
        let Possible {
            operation, stack, ..
        } = possible;
        let world = self.world(now, &after.values);
        let mut all = vec![possible.pre, after.fits];
        for clause in operation.post.iter().filter(|it| !it.is_waived) {
            all.push(world.holds(bits, &clause.term, stack)?);
        }
        if !self.keeps_nothing(operation) {
            let released = world.released(bits, operation, stack)?;
            for slot in &self.may_release[possible.number] {
                let here = released_at(bits, &released, *slot);
                let same = now[*slot].same(bits, &after.values[*slot]);
                all.push(bits.or(here, same));
            }
        }
        let state = self.world(&after.values, &after.values);
        all.extend(state.valid(bits, Guards::All)?);
        Ok(bits.all(all))
    }
}
