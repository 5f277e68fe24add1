//! Where a system is stuck, as one literal: no alternative of `env` can be completed, or some way through `env` leads to
//! where no alternative of `trans` can be.
//!
//! That something is *not* possible speaks of all choices, and a formula only has some. So every way through a
//! transition is written by itself, with the literal of being possible: a choice makes as many as it has branches, a
//! `havoc` as many as there are values, if these are few. What has too many ways, loops and parallels are not
//! written; the literal is exact or there is none.

use super::Unsupported;
use super::cell::Cell;
use super::statement::Writer;
use super::term::term;
use crate::cnf::Lit;
use crate::expression::Term;
use crate::language::transitions::{
    Initial, Missing, OperationId, OperationKind, Relation, VariableId, Window,
};

/// More ways through `env` and `trans` together are not written.
const MOST_WAYS: usize = 400;
/// A `havoc` of more values is not written.
const MOST_VALUES: usize = 16;

/// A way through an operation: where it is possible, and the values after it.
type Way = (Lit, Vec<Cell>);

impl Writer<'_, '_, '_> {
    /// Holds where the system is stuck in or right after a stable state of these values.
    pub(super) fn stuck(&mut self, values: &[Cell]) -> Result<Lit, Unsupported> {
        let always = self.bits.constant(true);
        let env = self.alternatives(Relation::Env, vec![(always, values.to_vec())])?;
        let mut some = self.bits.constant(false);
        let mut stuck = some;
        for (possible, values) in env {
            some = self.bits.or(some, possible);
            let mut goes_on = self.bits.constant(false);
            for (possible, _) in self.alternatives(Relation::Trans, vec![(always, values)])? {
                goes_on = self.bits.or(goes_on, possible);
            }
            let here = self.bits.and(possible, !goes_on);
            stuck = self.bits.or(stuck, here);
        }
        Ok(self.bits.or(stuck, !some))
    }

    fn alternatives(
        &mut self,
        relation: Relation,
        from: Vec<Way>,
    ) -> Result<Vec<Way>, Unsupported> {
        let parts = self.model.alternatives(relation).to_vec();
        self.each(&parts, from)
    }

    /// The ways through one of several operations.
    fn each(&mut self, parts: &[OperationId], from: Vec<Way>) -> Result<Vec<Way>, Unsupported> {
        let mut all = Vec::new();
        for &part in parts {
            all.extend(self.ways(part, from.clone())?);
        }
        Ok(all)
    }

    /// The ways through an operation that follow some ways to it.
    fn ways(&mut self, operation: OperationId, from: Vec<Way>) -> Result<Vec<Way>, Unsupported> {
        let mut from = from;
        // What is impossible needs no word.
        from.retain(|(possible, _)| self.bits.known(*possible) != Some(false));
        if from.len() > MOST_WAYS {
            return Err(Unsupported::Size);
        }
        self.spend()?;
        let model = self.model;
        match &model.operations[operation].kind {
            OperationKind::Assign(variable, it)
            | OperationKind::Declare(variable, Initial::Term(it)) => {
                for (possible, values) in &mut from {
                    let (defined, cell) = self.exact(it, values)?;
                    let fits = cell.is_of(self.bits, &model.variables[*variable].sort);
                    let here = self.bits.and(defined, fits);
                    *possible = self.bits.and(*possible, here);
                    values[*variable] = cell;
                }
            }
            OperationKind::Assume(it) => {
                for (possible, values) in &mut from {
                    let (defined, cell) = self.exact(it, values)?;
                    let here = self.bits.and(defined, cell.flag());
                    *possible = self.bits.and(*possible, here);
                }
            }
            OperationKind::Declare(variable, initial)
                if *initial == Initial::Irrelevant || self.missing == Missing::Default =>
            {
                let default = self.default(&model.variables[*variable].sort)?;
                for (_, values) in &mut from {
                    values[*variable] = default.clone();
                }
            }
            OperationKind::Havoc(variable) | OperationKind::Declare(variable, _) => {
                from = self.any_of(*variable, &from)?;
            }
            OperationKind::Sequence(steps, locals) => {
                for &step in steps {
                    from = self.ways(step, from)?;
                }
                for &local in locals {
                    let default = self.default(&model.variables[local].sort)?;
                    for (_, values) in &mut from {
                        values[local] = default.clone();
                    }
                }
            }
            OperationKind::Choice(parts) => from = self.each(parts, from)?,
            OperationKind::If(condition, then, otherwise) => {
                let (mut yes, mut no) = (Vec::new(), Vec::new());
                for (possible, values) in from {
                    let (defined, cell) = self.exact(condition, &values)?;
                    let here = self.bits.and(possible, defined);
                    yes.push((self.bits.and(here, cell.flag()), values.clone()));
                    no.push((self.bits.and(here, !cell.flag()), values));
                }
                from = self.ways(*then, yes)?;
                from.extend(match otherwise {
                    Some(otherwise) => self.ways(*otherwise, no)?,
                    None => no,
                });
            }
            OperationKind::For { .. } => return Err(Unsupported::Size),
            OperationKind::Parallel(_) => return Err(Unsupported::Parallel),
        }
        Ok(from)
    }

    /// Every value of a variable, if there are few.
    fn any_of(&mut self, variable: VariableId, from: &[Way]) -> Result<Vec<Way>, Unsupported> {
        let sort = &self.model.variables[variable].sort;
        let tried = Window { low: 0, high: 0 }.values(sort);
        if !tried.all || tried.values.len() > MOST_VALUES {
            return Err(Unsupported::Size);
        }
        let mut all = Vec::new();
        for value in &tried.values {
            let cell = Cell::constant(self.bits, value, sort)?;
            for (possible, values) in from {
                let mut values = values.clone();
                values[variable] = cell.clone();
                all.push((*possible, values));
            }
        }
        Ok(all)
    }

    /// A term, and whether it has a value; none where that may be beyond 64 bits, for then nobody knows.
    fn exact(&mut self, it: &Term, values: &[Cell]) -> Result<(Lit, Cell), Unsupported> {
        let encoded = term(self.bits, it, values)?;
        match self.bits.known(encoded.stops.beyond) == Some(false) {
            true => Ok((!encoded.stops.undefined, encoded.cell)),
            false => Err(Unsupported::Size),
        }
    }
}
