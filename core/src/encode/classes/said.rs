//! What postconditions say that slots become: `x = e`, `x` and `not x`, where `e` and the object of `x` are the same before and after.
//!
//! Where such a clause holds, a slot has this value and no other; so a state after the call need not be guessed there.

use std::collections::BTreeMap;

use super::Unsupported;
use super::evaluate::World;
use super::many::Member;
use super::release::{Changes, slots_of};
use super::value::{Cell, Content, One, Truth};
use crate::cnf::Lit;
use crate::encode::symbolic::Bits;
use crate::language::classes::model::Operation;
use crate::language::classes::ocl::ast::Operator;
use crate::language::classes::ocl::operations::Iterator;
use crate::language::classes::ocl::term::{Property, Read, Term};
use crate::language::classes::ocl::value::Value;

/// What is said of slots.
pub(super) struct Said<'s> {
    pub(super) world: World<'s>,
    pub(super) changes: Changes<'s>,
    /// The values of each slot, each with the condition under which it is said.
    pub(super) slots: BTreeMap<usize, Vec<(Lit, One)>>,
    /// Holds where some clause does not hold, whatever is tried.
    pub(super) void: Lit,
}

impl<'s> Said<'s> {
    /// What the postconditions of an operation say; the world is the state before.
    pub(super) fn by(
        bits: &mut Bits<'_>,
        (world, changes): (World<'s>, Changes<'s>),
        operation: &Operation,
        stack: &[Cell],
    ) -> Result<Self, Unsupported> {
        let mut said = Self {
            world,
            changes,
            slots: BTreeMap::new(),
            void: bits.constant(false),
        };
        let always = bits.constant(true);
        for clause in operation.post.iter().filter(|it| !it.is_waived) {
            said.clause(bits, &clause.term, always, &mut stack.to_vec())?;
        }
        Ok(said)
    }

    /// What follows from a clause where a condition holds. All on the stack is the same before and after.
    fn clause(
        &mut self,
        bits: &mut Bits<'_>,
        term: &Term,
        here: Lit,
        stack: &mut Vec<Cell>,
    ) -> Result<(), Unsupported> {
        self.world.limits.check(bits)?;
        match term {
            Term::Read(it) => self.flag(bits, it, (here, true), stack),
            Term::Not(it) => match &**it {
                Term::Read(it) => self.flag(bits, it, (here, false), stack),
                _ => Ok(()),
            },
            Term::Chain(first, rest) if rest.iter().all(|it| it.0 == Operator::And) => {
                self.clause(bits, first, here, stack)?;
                for (_, it) in rest {
                    self.clause(bits, it, here, stack)?;
                }
                Ok(())
            }
            Term::Chain(left, rest) => match rest.as_slice() {
                [(Operator::Implies, right)] if self.changes.is_known(left, &[]) => {
                    let truth = self.world.evaluate(bits, left, stack)?.truth(bits);
                    let here = bits.and(here, truth.yes);
                    self.clause(bits, right, here, stack)
                }
                [(operator @ (Operator::Equal | Operator::Unequal), right)] => {
                    self.equal(bits, (left, *operator, right), here, stack)
                }
                _ => Ok(()),
            },
            Term::If(parts) if self.changes.is_known(&parts[0], &[]) => {
                let Truth { yes, no } = self.world.evaluate(bits, &parts[0], stack)?.truth(bits);
                let known = bits.or(yes, no);
                let open = bits.and(here, !known);
                self.void = bits.or(self.void, open);
                for (condition, branch) in [(yes, &parts[1]), (no, &parts[2])] {
                    let here = bits.and(here, condition);
                    self.clause(bits, branch, here, stack)?;
                }
                Ok(())
            }
            Term::Let(parts) if self.changes.is_known(&parts[0], &[]) => {
                let value = self.world.evaluate(bits, &parts[0], stack)?;
                self.within(bits, value, &parts[1], (here, stack))
            }
            Term::Iterate(Iterator::ForAll, parts) if self.changes.is_known(&parts[0], &[]) => {
                let source = self.world.evaluate(bits, &parts[0], stack)?.elements(bits);
                for element in source.elements {
                    let there = bits.and(here, element.here);
                    let here = bits.and(there, !source.invalid);
                    let value = Cell::One(element.value.one(bits)?);
                    self.within(bits, value, &parts[1], (here, stack))?;
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn within(
        &mut self,
        bits: &mut Bits<'_>,
        value: Cell,
        body: &Term,
        (here, stack): (Lit, &mut Vec<Cell>),
    ) -> Result<(), Unsupported> {
        if bits.known(here) == Some(false) {
            return Ok(());
        }
        stack.push(value);
        let said = self.clause(bits, body, here, stack);
        stack.pop();
        said
    }

    /// A Boolean property with a value.
    fn flag(
        &mut self,
        bits: &mut Bits<'_>,
        read: &Read,
        (here, value): (Lit, bool),
        stack: &mut Vec<Cell>,
    ) -> Result<(), Unsupported> {
        let value = Cell::One(One::flag(bits, bits.constant(value)));
        self.becomes(bits, (read, value), here, stack)
    }

    /// One side of an equation is a property, the other is known; of Booleans two that differ are opposites.
    fn equal(
        &mut self,
        bits: &mut Bits<'_>,
        (left, operator, right): (&Term, Operator, &Term),
        here: Lit,
        stack: &mut Vec<Cell>,
    ) -> Result<(), Unsupported> {
        for (one, other) in [(left, right), (right, left)] {
            let Term::Read(read) = one else {
                continue;
            };
            if read.is_before || !self.changes.is_known(other, &[]) {
                continue;
            }
            let mut value = self.world.evaluate(bits, other, stack)?;
            if operator == Operator::Unequal {
                let Property::Attribute(attribute) = read.property else {
                    continue;
                };
                let is_optional = self.world.model.attributes[attribute].domain.is_optional;
                let Cell::One(it) = &value else {
                    continue;
                };
                let Content::Truth(Truth { yes, no }) = it.content else {
                    continue;
                };
                if is_optional || bits.known(it.null) != Some(false) {
                    continue;
                }
                value = Cell::One(One::of_truth(bits, Truth { yes: no, no: yes }));
            }
            self.becomes(bits, (read, value), here, stack)?;
        }
        Ok(())
    }

    /// A property of each object that its source may be has a value; of an end each link says whether its object is in it.
    fn becomes(
        &mut self,
        bits: &mut Bits<'_>,
        (read, value): (&Read, Cell),
        here: Lit,
        stack: &mut Vec<Cell>,
    ) -> Result<(), Unsupported> {
        if read.is_before || !self.changes.is_known(&read.source, &[]) {
            return Ok(());
        }
        let Cell::One(source) = self.world.evaluate(bits, &read.source, stack)? else {
            return Ok(());
        };
        // Of null and of invalid there is no property, and the clause does not hold.
        let nothing = !source.is_there(bits);
        let nothing = bits.and(here, nothing);
        self.void = bits.or(self.void, nothing);
        let others = value.elements(bits);
        for element in source.elements(bits).elements {
            let Member::Known(Value::Object(object)) = element.value else {
                continue;
            };
            let here = bits.and(here, element.here);
            for (slot, other) in slots_of(self.world.model, object, read.property) {
                let value = match (read.property, &value) {
                    (Property::Attribute(_), Cell::One(it)) => it.clone(),
                    (Property::Attribute(_), Cell::Many(_)) => One::invalid(bits),
                    (Property::End(_), _) => {
                        let other = One::constant(bits, &Value::Object(other))?;
                        let linked = others.contains(bits, &other)?;
                        One::flag(bits, linked)
                    }
                };
                self.slots.entry(slot).or_default().push((here, value));
            }
        }
        Ok(())
    }
}
