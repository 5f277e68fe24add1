//! Statements as bits, in single-assignment form.
//!
//! A path is the values of all variables and the literal of being on it. Assumptions are demanded of
//! whoever is on the path; choices are literals that somebody is free to set; where paths meet, values are chosen by
//! who came. What cannot be completed has no assignment, so transitions are atomic by themselves. A path that goes
//! beyond what the bits can say is *cut*: from there on nothing is demanded of it.

use super::cell::Cell;
use super::term::{Stops, term};
use super::{Limits, Unsupported};
use crate::cnf::Lit;
use crate::encode::symbolic::{Bits, Word};
use crate::expression::{Sort, Term};
use crate::language::transitions::{
    Initial, Missing, OperationId, OperationKind, TransitionModel, VariableId,
};

/// Operations that are written between two questions whether to stop.
const OPERATIONS_PER_QUESTION: u64 = 16;

/// Writes the operations of a model.
pub(super) struct Writer<'m, 'b, 's> {
    pub(super) model: &'m TransitionModel,
    /// What was given any value, in order.
    pub(super) any: Vec<(Sort, Cell)>,
    /// The branches of choices, each with the literal of being taken.
    pub(super) branches: Vec<(OperationId, usize, Lit)>,
    /// For each operation how many it consists of.
    pub(super) sizes: &'m [u64],
    pub(super) missing: Missing,
    pub(super) bits: &'b mut Bits<'s>,
    /// Holds where the path was cut.
    pub(super) cut: Lit,
    pub(super) limits: Limits,
    pub(super) stop: &'m dyn Fn() -> bool,
    /// Operations that may still be written.
    pub(super) fuel: u64,
}

impl Writer<'_, '_, '_> {
    /// Counts an operation that is written.
    ///
    /// # Errors
    /// Where that is one too many, or somebody asked to stop.
    pub(super) fn spend(&mut self) -> Result<(), Unsupported> {
        self.fuel = self.fuel.checked_sub(1).ok_or(Unsupported::Size)?;
        if self.bits.gates() > self.limits.gates {
            return Err(Unsupported::Size);
        }
        // A clock may be looked at.
        match self.fuel.is_multiple_of(OPERATIONS_PER_QUESTION) && (self.stop)() {
            true => Err(Unsupported::Stopped),
            false => Ok(()),
        }
    }

    /// Demands something of whoever is on a path that has not been cut.
    fn demand(&mut self, when: Lit, wanted: Lit) {
        self.bits.demand(&[!when, self.cut, wanted]);
    }

    /// Cuts the path where a condition holds.
    fn cut_where(&mut self, when: Lit, condition: Lit) {
        let here = self.bits.and(when, condition);
        self.cut = self.bits.or(self.cut, here);
    }

    /// An expression on a path: it is cut where its value cannot be said, and blocked where it has none.
    pub(super) fn value(
        &mut self,
        it: &Term,
        when: Lit,
        values: &[Cell],
    ) -> Result<Cell, Unsupported> {
        let encoded = term(self.bits, it, values)?;
        let Stops { undefined, beyond } = encoded.stops;
        self.cut_where(when, beyond);
        self.demand(when, !undefined);
        Ok(encoded.cell)
    }

    /// One of several operations, where they are the branches of a choice with which.
    pub(super) fn one_of(
        &mut self,
        choice: Option<OperationId>,
        parts: &[OperationId],
        when: Lit,
        values: &[Cell],
    ) -> Result<Vec<Cell>, Unsupported> {
        let mut rest = when;
        let mut merged: Option<Vec<Cell>> = None;
        let never = self.bits.constant(false);
        if parts.is_empty() {
            self.demand(when, never);
            return Ok(values.to_vec());
        }
        for (at, &part) in parts.iter().enumerate() {
            let chosen = if at + 1 == parts.len() {
                rest
            } else {
                let free = self.bits.free();
                self.bits.and(rest, free)
            };
            rest = self.bits.and(rest, !chosen);
            self.branches.extend(choice.map(|it| (it, at, chosen)));
            let mut branch = values.to_vec();
            self.write(part, chosen, &mut branch)?;
            merged = Some(match merged {
                None => branch,
                Some(others) => self.meet(chosen, &branch, &others),
            });
        }
        Ok(merged.expect("there is a branch"))
    }

    /// Where two paths meet: the values of the first where the condition holds, else of the second.
    pub(super) fn meet(&mut self, condition: Lit, first: &[Cell], second: &[Cell]) -> Vec<Cell> {
        let pairs = first.iter().zip(second);
        let cells = pairs.map(|(a, b)| {
            if a == b {
                a.clone()
            } else {
                Cell::choose(self.bits, condition, a, b)
            }
        });
        cells.collect()
    }

    fn sort(&self, variable: VariableId) -> Sort {
        self.model.variables[variable].sort.clone()
    }

    /// Any value of a sort.
    pub(super) fn any(&mut self, sort: &Sort, when: Lit) -> Result<Cell, Unsupported> {
        let width = self.limits.havoc_width;
        let cell = Cell::stored(sort, width, &mut || self.bits.free())?;
        let fits = cell.is_of(self.bits, sort);
        self.demand(when, fits);
        self.any.push((sort.clone(), cell.clone()));
        Ok(cell)
    }

    /// The default of a sort.
    pub(super) fn default(&mut self, sort: &Sort) -> Result<Cell, Unsupported> {
        Cell::constant(self.bits, &sort.default_value(), sort)
    }

    /// An operation on a path.
    pub(super) fn write(
        &mut self,
        operation: OperationId,
        when: Lit,
        values: &mut Vec<Cell>,
    ) -> Result<(), Unsupported> {
        // A path on which nobody is costs nothing.
        if self.bits.known(when) == Some(false) {
            return Ok(());
        }
        self.spend()?;
        match &self.model.operations[operation].kind {
            OperationKind::Assign(variable, it)
            | OperationKind::Declare(variable, Initial::Term(it)) => {
                let value = self.value(it, when, values)?;
                let sort = self.sort(*variable);
                let fits = value.is_of(self.bits, &sort);
                self.demand(when, fits);
                values[*variable] = value;
            }
            OperationKind::Assume(it) => {
                let holds = self.value(it, when, values)?.flag();
                self.demand(when, holds);
            }
            OperationKind::Declare(variable, initial)
                if *initial == Initial::Irrelevant || self.missing == Missing::Default =>
            {
                let sort = self.sort(*variable);
                values[*variable] = self.default(&sort)?;
            }
            OperationKind::Havoc(variable) | OperationKind::Declare(variable, _) => {
                let sort = self.sort(*variable);
                values[*variable] = self.any(&sort, when)?;
            }
            OperationKind::Sequence(steps, locals) => {
                for &step in steps {
                    self.write(step, when, values)?;
                }
                for &local in locals {
                    let sort = self.sort(local);
                    values[local] = self.default(&sort)?;
                }
            }
            OperationKind::Choice(parts) => {
                *values = self.one_of(Some(operation), parts, when, values)?;
            }
            OperationKind::If(condition, then, otherwise) => {
                let holds = self.value(condition, when, values)?.flag();
                let (yes, no) = (self.bits.and(when, holds), self.bits.and(when, !holds));
                let mut taken = values.clone();
                self.write(*then, yes, &mut taken)?;
                if let Some(otherwise) = otherwise {
                    self.write(*otherwise, no, values)?;
                }
                *values = self.meet(holds, &taken, values);
            }
            OperationKind::For {
                counter,
                from,
                to,
                body,
            } => {
                let from = self.value(from, when, values)?.word().clone();
                let to = self.value(to, when, values)?.word().clone();
                self.rounds((*counter, *body), from, &to, when, values)?;
                let sort = self.sort(*counter);
                values[*counter] = self.default(&sort)?;
            }
            OperationKind::Parallel(parts) => self.parallel(parts, when, values)?,
        }
        Ok(())
    }

    /// The rounds of a loop, as many as there can be; what would take more is cut.
    fn rounds(
        &mut self,
        (counter, body): (VariableId, OperationId),
        mut next: Word,
        to: &Word,
        when: Lit,
        values: &mut Vec<Cell>,
    ) -> Result<(), Unsupported> {
        let mut open = when;
        for _ in 0..self.limits.rounds {
            let more = next.less(self.bits, to);
            let round = self.bits.and(open, more);
            if self.bits.known(round) == Some(false) {
                return Ok(());
            }
            let mut after = values.clone();
            after[counter] = Cell::Number(next.clone());
            self.write(body, round, &mut after)?;
            *values = self.meet(more, &after, values);
            open = round;
            let one = Word::constant(self.bits, 1, 2);
            let carry = self.bits.constant(false);
            next = next.exact_sum(self.bits, &one, carry);
        }
        let more = next.less(self.bits, to);
        self.cut_where(open, more);
        Ok(())
    }
}
