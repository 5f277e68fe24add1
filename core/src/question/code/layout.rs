//! Where values stand: registers of variables, and flat states.

use super::{ByOperation, Register};
use crate::expression::{Map, Sort, Value};
use crate::language::transitions::{OperationKind, TransitionModel};

/// Arrays with more places are not compiled.
const MOST_PLACES: u64 = 256;
/// Registers of all variables together.
const MOST_REGISTERS: usize = 1 << 16;

/// Where the values of a model stand.
#[derive(Clone, Debug)]
pub(in crate::question) struct Layout {
    /// For each variable its first register, and its sort.
    variables: Vec<(usize, Sort)>,
    /// How many variables are the system's.
    count: usize,
    /// How many registers are those of the system's variables.
    pub(super) globals: usize,
    /// How many are those of all variables and loops.
    pub(super) kept: usize,
    /// For each loop the register of its next round; the one behind has its end.
    pub(super) loops: ByOperation<Register>,
}

/// Places of an array: the first one, and how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Places {
    pub(super) first: i64,
    pub(super) count: u32,
}

/// The places of an array of scalars, where these are few.
pub(super) fn places(sort: &Sort) -> Option<Places> {
    let Sort::Array { index, element } = sort else {
        return None;
    };
    let count = index.size().filter(|&it| it > 0 && it <= MOST_PLACES)?;
    let scalar = !matches!(**element, Sort::Array { .. });
    Some(Places {
        first: index.least().filter(|_| scalar)?,
        count: u32::try_from(count).ok()?,
    })
}

/// How many registers a value takes.
pub(super) fn width(sort: &Sort) -> Option<usize> {
    match sort {
        Sort::Array { .. } => places(sort).map(|it| it.count as usize),
        _ => Some(1),
    }
}

impl Layout {
    /// The layout of a model; `None` where it has what is not compiled.
    pub(in crate::question) fn new(model: &TransitionModel) -> Option<Self> {
        let mut variables = Vec::with_capacity(model.variables.len());
        let (mut next, mut globals) = (0, 0);
        for (number, variable) in model.variables.iter().enumerate() {
            if number == model.globals {
                globals = next;
            }
            variables.push((next, variable.sort.clone()));
            next += width(&variable.sort)?;
        }
        if model.globals == model.variables.len() {
            globals = next;
        }
        let mut loops = ByOperation::new();
        for (number, operation) in model.operations.iter().enumerate() {
            match operation.kind {
                OperationKind::Parallel(_) => return None,
                OperationKind::For { .. } => {
                    loops.insert(number, u32::try_from(next).ok()?);
                    next += 2;
                }
                _ => {}
            }
        }
        (next <= MOST_REGISTERS).then_some(Self {
            variables,
            count: model.globals,
            globals,
            kept: next,
            loops,
        })
    }

    /// The first register of a variable.
    pub(super) fn register(&self, variable: usize) -> Register {
        u32::try_from(self.variables[variable].0).expect("there are few registers")
    }

    /// How many registers make a flat state.
    pub(in crate::question) fn globals(&self) -> usize {
        self.globals
    }

    /// Writes the flat state of some values of the system's variables.
    pub(in crate::question) fn flat(&self, values: &[Value]) -> Vec<i64> {
        let mut flat = Vec::with_capacity(self.globals);
        for ((_, sort), value) in self.variables.iter().zip(&values[..self.count]) {
            write(value, sort, &mut flat);
        }
        flat
    }

    /// The values of a flat state.
    pub(in crate::question) fn values(&self, flat: &[i64]) -> Vec<Value> {
        let globals = self.variables[..self.count].iter();
        let value = |(at, sort): &(usize, Sort)| {
            let (Some(places), Sort::Array { index, .. }) = (places(sort), sort) else {
                return Value::Number(flat[*at]);
            };
            let numbers = &flat[*at..*at + places.count as usize];
            let mut map = Map::constant(Value::Number(numbers[0]));
            for (place, &number) in (places.first..).zip(numbers) {
                map = map.write(place, Value::Number(number), index);
            }
            Value::Array(map.into())
        };
        globals.map(value).collect()
    }

    /// The values that all registers begin with: defaults, and 0 where there is no variable.
    pub(super) fn defaults(&self) -> Vec<i64> {
        let mut registers = Vec::with_capacity(self.kept);
        for (_, sort) in &self.variables {
            write(&sort.default_value(), sort, &mut registers);
        }
        registers.resize(self.kept, 0);
        registers
    }
}

/// Writes a value, one number for each register.
pub(super) fn write(value: &Value, sort: &Sort, into: &mut Vec<i64>) {
    match (value, places(sort)) {
        (Value::Number(number), _) => into.push(*number),
        (Value::Array(map), Some(places)) => {
            let all = places.first..places.first + i64::from(places.count);
            into.extend(all.map(|it| map.read(it).number().unwrap_or(0)));
        }
        (Value::Array(_), None) => unreachable!("such arrays are not compiled"),
    }
}
