//! Transition systems as relations over bits: what bounded model checking, induction and IC3 are asked.
//!
//! A state of the relation is a stable state of the system, after `init` and after each `trans`: the bits of its variables,
//! and one that says that the run was cut there because it went beyond what the bits can say. A step is one `env` and one
//! `trans`. Depths count firings of `trans`. A bad state that is cut is no violation: the question is asked again with more bits.
//!
//! Shares syntax trees with the interpreter and nothing else; the two are compared on random systems.

mod cell;
mod parallel;
mod statement;
mod term;

use crate::cnf::{ClauseSink, Formula, Lit};
use crate::encode::symbolic::{Bits, Word};
use crate::expression::{Map, Sort, Term, Value};
use crate::language::transitions::{Initial, Missing, Relation as Part, TransitionModel};
use crate::symbolic::Relation;
use cell::Cell;
use statement::Writer;

/// What cannot be written as bits; the explicit engine can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsupported {
    /// An array over an index that is not finite, or has too many places.
    Array,
    /// A loop inside of parallel branches.
    Parallel,
    /// More operations than the limit.
    Size,
}

/// How much is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bits of an integer without a range in a state.
    pub width: usize,
    /// Bits of an integer that can have any value, until it is stored.
    pub havoc_width: usize,
    /// Rounds of a loop.
    pub rounds: usize,
    /// Operations of a step, counted where they are written.
    pub operations: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            width: 8,
            havoc_width: 64,
            rounds: 300,
            operations: 200_000,
        }
    }
}

/// A transition system as bits.
#[derive(Clone, Debug)]
pub struct Encoding {
    /// Start states, steps and bad states.
    pub relation: Relation,
    sorts: Vec<Sort>,
    width: usize,
    starts: Any,
    steps: Any,
}

/// What can have any value, of a sort.
type Any = Vec<(Sort, Cell)>;

/// What is looked for in stable states.
#[derive(Clone, Copy, Debug)]
pub enum Target<'m> {
    /// A state in which this is not true.
    Violated(&'m Term),
    /// States in which these are true, one after the other.
    Reached(&'m [Term]),
}

impl<'m> Target<'m> {
    /// What must have been true before; a bit of the state says of each whether it has, in this order.
    fn stages(self) -> &'m [Term] {
        match self {
            Self::Violated(_) => &[],
            Self::Reached(all) => all.split_last().map_or(&[], |(_, before)| before),
        }
    }
}

/// Writes a system and what is looked for in it.
///
/// # Errors
/// Where something in it cannot be written as bits.
pub fn encode(
    model: &TransitionModel,
    target: Target<'_>,
    missing: Missing,
    limits: Limits,
) -> Result<Encoding, Unsupported> {
    let sorts: Vec<_> = model.variables[..model.globals]
        .iter()
        .map(|it| it.sort.clone())
        .collect();
    let bits = 1 + count(&sorts, limits.width)? + target.stages().len();
    let sizes = sizes(model);
    let shape = Shape {
        model,
        target,
        sizes: &sizes,
        missing,
        limits,
        sorts: &sorts,
        bits,
    };
    let (initial, starts) = shape.initial()?;
    let (step, steps) = shape.step()?;
    let (property, bad) = shape.property()?;
    let choices = |any: &Any| any.iter().flat_map(|(_, it)| it.lits()).collect();
    let relation = Relation {
        bits,
        initial,
        step,
        start_choices: choices(&starts),
        step_choices: choices(&steps),
        property,
        bad,
    };
    Ok(Encoding {
        relation,
        width: limits.width,
        sorts,
        starts,
        steps,
    })
}

impl Encoding {
    /// The values of the variables in a state; `None` where it was cut.
    #[must_use]
    pub fn values(&self, state: &[bool]) -> Option<Vec<Value>> {
        let mut bits = state.iter().copied();
        let cut = bits.next()?;
        let values = self.sorts.iter();
        let values = values.map(|sort| decode(sort, self.width, &mut bits));
        let values: Option<Vec<_>> = values.collect();
        values.filter(|_| !cut)
    }

    /// The values that were chosen for the start where anything was possible: first those of the
    /// variables that are free there, in their order, then those of `init`.
    #[must_use]
    pub fn start_values(&self, choices: &[bool]) -> Option<Vec<Value>> {
        chosen(&self.starts, choices)
    }

    /// The values that were chosen in a step where anything was possible.
    #[must_use]
    pub fn step_values(&self, choices: &[bool]) -> Option<Vec<Value>> {
        chosen(&self.steps, choices)
    }

    /// The variable whose value a bit of the state belongs to, and which of its bits it is; none for the
    /// first bit and for those that say which goals have been met.
    #[must_use]
    pub fn bit_of(&self, bit: usize) -> Option<(usize, usize)> {
        let mut at = 1;
        for (variable, sort) in self.sorts.iter().enumerate() {
            let bits = count(std::slice::from_ref(sort), self.width).ok()?;
            if bit < at + bits {
                return bit.checked_sub(at).map(|it| (variable, it));
            }
            at += bits;
        }
        None
    }

    /// How many bits the value of a variable takes.
    #[must_use]
    pub fn bits_of(&self, variable: usize) -> usize {
        let sort = self.sorts.get(variable);
        sort.and_then(|it| count(std::slice::from_ref(it), self.width).ok())
            .unwrap_or(0)
    }
}

fn chosen(any: &Any, choices: &[bool]) -> Option<Vec<Value>> {
    let mut bits = choices.iter().copied();
    let values = any.iter().map(|(sort, cell)| read(cell, sort, &mut bits));
    values.collect()
}

/// For each operation how many it consists of; its parts stand before it.
fn sizes(model: &TransitionModel) -> Vec<u64> {
    let mut sizes: Vec<u64> = Vec::with_capacity(model.operations.len());
    for operation in 0..model.operations.len() {
        let parts = model.parts(operation).into_iter();
        sizes.push(parts.fold(1, |sum, it| sizes[it].saturating_add(sum)));
    }
    sizes
}

/// How many bits the variables take.
fn count(sorts: &[Sort], width: usize) -> Result<usize, Unsupported> {
    let mut formula = Formula::new();
    for sort in sorts {
        Cell::stored(sort, width, &mut || formula.new_lit())?;
    }
    Ok(formula.var_count())
}

fn decode(sort: &Sort, width: usize, bits: &mut dyn Iterator<Item = bool>) -> Option<Value> {
    let mut formula = Formula::new();
    let cell = Cell::stored(sort, width, &mut || formula.new_lit()).ok()?;
    read(&cell, sort, bits)
}

fn read(cell: &Cell, sort: &Sort, bits: &mut dyn Iterator<Item = bool>) -> Option<Value> {
    Some(match (cell, sort) {
        (Cell::Flag(_), _) => Value::boolean(bits.next()?),
        (Cell::Number(word), _) => {
            let mut number = 0_i64;
            let mut last = false;
            for at in 0..word.width() {
                last = bits.next()?;
                number |= i64::from(last) << at;
            }
            if last && word.width() < 64 {
                number -= 1 << word.width();
            }
            Value::Number(number)
        }
        (Cell::Row(first, cells), Sort::Array { index, element }) => {
            let values: Option<Vec<_>> = cells.iter().map(|it| read(it, element, bits)).collect();
            let values = values?;
            let mut map = Map::constant(element.default_value());
            for (place, value) in (*first..).zip(values) {
                map = map.write(place, value, index);
            }
            Value::Array(std::sync::Arc::new(map))
        }
        (Cell::Row(..), _) => return None,
    })
}

/// What all three formulas need to know.
struct Shape<'m> {
    model: &'m TransitionModel,
    target: Target<'m>,
    sizes: &'m [u64],
    missing: Missing,
    limits: Limits,
    sorts: &'m [Sort],
    bits: usize,
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
            sizes: self.sizes,
            missing: self.missing,
            bits,
            cut,
            limits: self.limits,
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

    /// Demands that a state has these values, and is cut where they do not fit.
    fn store(
        &self,
        writer: &mut Writer<'_, '_, '_>,
        values: &[Cell],
        before: &[Lit],
        state: &[Lit],
    ) -> Result<(), Unsupported> {
        let places = self.cells(state)?;
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
        let same = writer.bits.equal(writer.cut, state[0]);
        writer.bits.demand(&[same]);
        for (&value, &place) in out.iter().zip(&state[1..]) {
            let same = writer.bits.equal(value, place);
            // What a state that was cut holds is nothing, so that there is one of them.
            writer.bits.demand(&[writer.cut, same]);
            writer.bits.demand(&[!writer.cut, !place]);
        }
        Ok(())
    }

    /// Declared values, then one of `init`.
    fn initial(&self) -> Result<(Formula, Any), Unsupported> {
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
        let after = writer.one_of(self.model.alternatives(Part::Init), always, &values)?;
        self.store(&mut writer, &after, &[], &state)?;
        let any = writer.any;
        Ok((formula, any))
    }

    /// One of `env`, then one of `trans`.
    fn step(&self) -> Result<(Formula, Any), Unsupported> {
        let mut formula = Formula::new();
        let now: Vec<_> = (0..self.bits).map(|_| formula.new_lit()).collect();
        let next: Vec<_> = (0..self.bits).map(|_| formula.new_lit()).collect();
        let mut bits = Bits::new(&mut formula);
        let always = bits.constant(true);
        bits.demand(&[!now[0]]);
        let mut writer = self.writer(&mut bits);
        let values = self.cells(&now)?;
        let mut values = self.with_locals(&mut writer, values)?;
        for part in [Part::Env, Part::Trans] {
            values = writer.one_of(self.model.alternatives(part), always, &values)?;
        }
        let before = &now[self.bits - self.target.stages().len()..];
        self.store(&mut writer, &values, before, &next)?;
        let any = writer.any;
        Ok((formula, any))
    }

    /// Bad is what was cut, and what is looked for.
    fn property(&self) -> Result<(Formula, Lit), Unsupported> {
        let mut formula = Formula::new();
        let state: Vec<_> = (0..self.bits).map(|_| formula.new_lit()).collect();
        let mut bits = Bits::new(&mut formula);
        let mut writer = self.writer(&mut bits);
        let values = self.cells(&state)?;
        let values = self.with_locals(&mut writer, values)?;
        let wanted = match self.target {
            Target::Violated(term) => !is_true(&mut bits, term, &values)?,
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

/// The width that holds every one of these values.
#[must_use]
pub fn width_of(values: &[Value]) -> usize {
    let widths = values
        .iter()
        .filter_map(|it| it.number().map(Word::width_of));
    widths.max().unwrap_or(1)
}
