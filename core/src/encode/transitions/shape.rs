//! The three formulas: start states, one step, and what is bad.

use super::cell::Cell;
use super::statement::Writer;
use super::{Chosen, Limits, Target, Unsupported, term};
use crate::cnf::{ClauseSink, Formula, Lit, gate};
use crate::encode::symbolic::Bits;
use crate::expression::{Sort, Term};
use crate::language::transitions::{Initial, Missing, Relation as Part, TransitionModel};
use crate::symbolic::Step;

/// What all three formulas need to know.
pub(super) struct Shape<'m> {
    pub(super) model: &'m TransitionModel,
    pub(super) target: Target<'m>,
    pub(super) sizes: &'m [u64],
    pub(super) missing: Missing,
    pub(super) limits: Limits,
    pub(super) stop: &'m dyn Fn() -> bool,
    pub(super) sorts: &'m [Sort],
    pub(super) bits: usize,
}

impl<'m> Shape<'m> {
    /// The cells of a state whose bits, behind the first, are these literals.
    fn cells(&self, state: &[Lit]) -> Result<Vec<Cell>, Unsupported> {
        let mut lits = state[1..].iter().copied();
        let mut next = || lits.next().expect("as many as were counted");
        let cells = self.sorts.iter();
        let cells = cells.map(|sort| Cell::stored(sort, self.limits.width, &mut next));
        cells.collect()
    }

    fn writer<'b, 's>(&self, bits: &'b mut Bits<'s>) -> Writer<'m, 'b, 's> {
        let cut = bits.constant(false);
        Writer {
            model: self.model,
            any: Vec::new(),
            branches: Vec::new(),
            sizes: self.sizes,
            missing: self.missing,
            bits,
            cut,
            limits: self.limits,
            stop: self.stop,
            fuel: self.limits.operations,
        }
    }

    /// The cells of all variables, local ones with their defaults.
    fn with_locals(
        &self,
        writer: &mut Writer<'_, '_, '_>,
        mut values: Vec<Cell>,
    ) -> Result<Vec<Cell>, Unsupported> {
        for local in &self.model.variables[self.sorts.len()..] {
            values.push(writer.default(&local.sort)?);
        }
        Ok(values)
    }

    /// The bits of a state with these values; it is cut where they do not fit.
    fn store(
        &self,
        writer: &mut Writer<'_, '_, '_>,
        values: &[Cell],
        before: &[Lit],
    ) -> Result<Vec<Lit>, Unsupported> {
        // Any literals do: only their number counts.
        let places = self.cells(&vec![writer.cut; self.bits])?;
        let mut out = Vec::new();
        for (value, place) in values[..self.sorts.len()].iter().zip(&places) {
            let lost = value.store(writer.bits, place, &mut out);
            writer.cut = writer.bits.or(writer.cut, lost);
        }
        // A goal counts once those before it have been met, in the same state or earlier.
        let mut met = writer.bits.constant(true);
        for (at, goal) in self.target.stages().iter().enumerate() {
            let here = is_true(writer.bits, goal, values)?;
            let here = writer.bits.and(met, here);
            let earlier = before.get(at).copied();
            met = match earlier {
                Some(earlier) => writer.bits.or(earlier, here),
                None => here,
            };
            out.push(met);
        }
        // What a state that was cut holds is nothing, so that there is one of them.
        let cut = writer.cut;
        let mut state = vec![cut];
        for bit in out {
            state.push(writer.bits.and(!cut, bit));
        }
        Ok(state)
    }

    /// Declared values, then one of `init`.
    pub(super) fn initial(&self) -> Result<(Formula, Chosen), Unsupported> {
        let mut formula = Formula::new();
        let state: Vec<_> = (0..self.bits).map(|_| formula.new_lit()).collect();
        let mut bits = Bits::new(&mut formula);
        let always = bits.constant(true);
        let mut writer = self.writer(&mut bits);
        let mut values: Vec<Cell> = Vec::new();
        for variable in &self.model.variables[..self.sorts.len()] {
            let value = match &variable.initial {
                Initial::Term(term) => {
                    let value = writer.value(term, always, &values)?;
                    let fits = value.is_of(writer.bits, &variable.sort);
                    writer.bits.demand(&[writer.cut, fits]);
                    value
                }
                Initial::Missing if self.missing == Missing::Free => {
                    writer.any(&variable.sort, always)?
                }
                Initial::Missing | Initial::Irrelevant => writer.default(&variable.sort)?,
            };
            values.push(value);
        }
        let values = self.with_locals(&mut writer, values)?;
        let after = writer.one_of(None, self.model.alternatives(Part::Init), always, &values)?;
        let start = self.store(&mut writer, &after, &[])?;
        let chosen = Chosen {
            any: writer.any,
            branches: writer.branches,
        };
        bits.insist();
        for (&place, &value) in state.iter().zip(&start) {
            gate::equals(&mut formula, place, value);
        }
        Ok((formula, chosen))
    }

    /// One of `env`, then one of `trans`.
    pub(super) fn step(&self) -> Result<(Step, Chosen), Unsupported> {
        let mut formula = Formula::new();
        let now: Vec<_> = (0..self.bits).map(|_| formula.new_lit()).collect();
        let mut bits = Bits::new(&mut formula);
        let always = bits.constant(true);
        bits.demand(&[!now[0]]);
        let mut writer = self.writer(&mut bits);
        let values = self.cells(&now)?;
        let mut values = self.with_locals(&mut writer, values)?;
        for part in [Part::Env, Part::Trans] {
            values = writer.one_of(None, self.model.alternatives(part), always, &values)?;
        }
        let before = &now[self.bits - self.target.stages().len()..];
        let next = self.store(&mut writer, &values, before)?;
        let chosen = Chosen {
            any: writer.any,
            branches: writer.branches,
        };
        let holds = bits.holds();
        let inputs = bits.inputs().to_vec();
        drop(bits);
        let step = Step {
            formula,
            holds,
            next,
            inputs,
            choices: chosen.lits(),
        };
        Ok((step, chosen))
    }

    /// Bad is what was cut, and what is looked for.
    pub(super) fn property(&self) -> Result<(Formula, Lit), Unsupported> {
        let mut formula = Formula::new();
        let state: Vec<_> = (0..self.bits).map(|_| formula.new_lit()).collect();
        let mut bits = Bits::new(&mut formula);
        let mut writer = self.writer(&mut bits);
        let values = self.cells(&state)?;
        let values = self.with_locals(&mut writer, values)?;
        let wanted = match self.target {
            Target::Violated(term) => !is_true(&mut bits, term, &values)?,
            Target::Stuck => writer.stuck(&values)?,
            Target::Reached(goals) => {
                let mut met = match self.target.stages() {
                    [] => bits.constant(true),
                    _ => state[self.bits - 1],
                };
                if let Some(goal) = goals.last() {
                    let here = is_true(&mut bits, goal, &values)?;
                    met = bits.and(met, here);
                }
                met
            }
        };
        let bad = bits.or(wanted, state[0]);
        Ok((formula, bad))
    }
}

/// Whether a term has a value, and it is `true`.
fn is_true(bits: &mut Bits<'_>, term: &Term, values: &[Cell]) -> Result<Lit, Unsupported> {
    let holds = term::term(bits, term, values)?;
    let defined = bits.and(!holds.stops.undefined, !holds.stops.beyond);
    Ok(bits.and(defined, holds.cell.flag()))
}
