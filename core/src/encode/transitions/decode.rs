//! What bits stand for: the values of a state, what was chosen in a step, and whose bit a bit is.

use super::cell::Cell;
use super::{Chosen, Encoding, count};
use crate::cnf::{ClauseSink, Formula};
use crate::encode::symbolic::Word;
use crate::expression::{Map, Sort, Value};
use crate::language::transitions::Branches;

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
        self.starts.values(choices)
    }

    /// The values that were chosen in a step where anything was possible.
    #[must_use]
    pub fn step_values(&self, choices: &[bool]) -> Option<Vec<Value>> {
        self.steps.values(choices)
    }

    /// The branches of choices that were taken at the start.
    #[must_use]
    pub fn start_branches(&self, choices: &[bool]) -> Branches {
        self.starts.taken(choices)
    }

    /// The branches of choices that were taken in a step.
    #[must_use]
    pub fn step_branches(&self, choices: &[bool]) -> Branches {
        self.steps.taken(choices)
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

impl Chosen {
    fn values(&self, choices: &[bool]) -> Option<Vec<Value>> {
        let mut bits = choices.iter().copied();
        let any = self.any.iter();
        let values = any.map(|(sort, cell)| read(cell, sort, &mut bits));
        values.collect()
    }

    fn taken(&self, choices: &[bool]) -> Branches {
        let first = choices.len().saturating_sub(self.branches.len());
        let bits = choices[first..].iter();
        let mut taken = Branches::new();
        for (&(choice, branch, _), _) in self.branches.iter().zip(bits).filter(|it| *it.1) {
            taken.entry(choice).or_default().insert(branch);
        }
        taken
    }
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

/// The width that holds every one of these values.
#[must_use]
pub fn width_of(values: &[Value]) -> usize {
    let widths = values
        .iter()
        .filter_map(|it| it.number().map(Word::width_of));
    widths.max().unwrap_or(1)
}
