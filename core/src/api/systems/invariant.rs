//! The invariant of IC3 as conditions over the model's own variables, because reading it teaches.
//!
//! A cube is a conjunction over bits. Of a Boolean that is the variable itself; of a number the bits that are
//! fixed leave some values, which for an enumeration are named, and for an integer are given as they are: as
//! comparisons where they are a range, else as a remainder by a power of two.

use crate::encode::transitions::Encoding;
use crate::engine::symbolic::Invariant;
use crate::expression::Sort;
use crate::language::transitions::TransitionModel;
use crate::symbolic::Bit;

/// The conditions, one for each cube; none of the cubes is ever entered.
pub(super) fn conditions(
    model: &TransitionModel,
    encoding: &Encoding,
    invariant: &Invariant,
) -> Vec<String> {
    let written = invariant.excluded.iter();
    // That a run is not beyond what the bits can say is no condition over variables.
    let cubes = written.filter(|cube| cube.iter().all(|bit| encoding.bit_of(bit.index).is_some()));
    cubes.map(|cube| condition(model, encoding, cube)).collect()
}

/// What every state outside of a cube satisfies: some variable differs.
fn condition(model: &TransitionModel, encoding: &Encoding, cube: &[Bit]) -> String {
    let mut parts = Vec::new();
    let mut rest = cube;
    while let Some(first) = rest.first() {
        let Some((variable, _)) = encoding.bit_of(first.index) else {
            break;
        };
        let of = |bit: &Bit| {
            encoding
                .bit_of(bit.index)
                .is_some_and(|it| it.0 == variable)
        };
        let end = rest.iter().position(|bit| !of(bit)).unwrap_or(rest.len());
        let (own, others) = rest.split_at(end);
        let bits = own.iter().filter_map(|bit| {
            let (_, position) = encoding.bit_of(bit.index)?;
            Some((position, bit.value))
        });
        let bits: Vec<_> = bits.collect();
        let width = encoding.bits_of(variable);
        let it = &model.variables[variable];
        parts.push(differs(&it.name, &it.sort, &bits, width));
        rest = others;
    }
    match parts.len() {
        0 => "false".into(),
        _ => parts.join(" || "),
    }
}

/// A condition that holds where a value does not have these bits.
fn differs(name: &str, sort: &Sort, bits: &[(usize, bool)], width: usize) -> String {
    match sort {
        Sort::Boolean => match bits.iter().any(|(_, value)| *value) {
            true => format!("!{name}"),
            false => name.into(),
        },
        Sort::Enumeration(it) => {
            let has = |number: usize| {
                bits.iter()
                    .all(|&(at, value)| (number >> at & 1 == 1) == value)
            };
            let literals = it.literals.iter().enumerate();
            let without = literals.filter(|(number, _)| has(*number));
            let without: Vec<_> = without.map(|(_, it)| format!("{name} != {it}")).collect();
            match without.len() {
                0 => "true".into(),
                1 => without[0].clone(),
                _ => format!("({})", without.join(" && ")),
            }
        }
        Sort::Integer { .. } => integer(name, bits, width),
        Sort::Array { .. } => format!("{name} has other bits"),
    }
}

/// The same for an integer in two's complement.
fn integer(name: &str, bits: &[(usize, bool)], width: usize) -> String {
    let fixed: i128 = bits
        .iter()
        .map(|&(at, value)| match value {
            true if at + 1 == width => -(1_i128 << at),
            true => 1_i128 << at,
            false => 0,
        })
        .sum();
    let lowest = bits.first().map_or(0, |it| it.0);
    let is_run = bits.iter().map(|it| it.0).eq(lowest..lowest + bits.len());
    let to_the_top = is_run && lowest + bits.len() == width;
    if to_the_top && lowest == 0 {
        return format!("{name} != {fixed}");
    }
    if to_the_top {
        let (low, high) = (fixed, fixed + (1_i128 << lowest) - 1);
        let (least, most) = (-(1_i128 << (width - 1)), (1_i128 << (width - 1)) - 1);
        return match (low == least, high == most) {
            (true, _) => format!("{name} > {high}"),
            (_, true) => format!("{name} < {low}"),
            _ => format!("({name} < {low} || {name} > {high})"),
        };
    }
    if is_run && lowest == 0 {
        let modulus = 1_i128 << bits.len();
        return format!("{name} % {modulus} != {fixed}");
    }
    let each = bits.iter().map(|&(at, value)| {
        let digit = match at {
            0 => format!("{name} % 2"),
            _ => format!("{name} / {} % 2", 1_i128 << at),
        };
        format!("{digit} == {}", u8::from(!value))
    });
    let each: Vec<_> = each.collect();
    format!("({})", each.join(" || "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_without_some_bits_are_conditions() {
        for (bits, text) in [
            (&[(0, true), (1, false), (2, false)][..], "x != 1"),
            (&[(0, false), (1, false), (2, true)], "x != -4"),
            (&[(2, true)], "x > -1"),
            (&[(2, false)], "x < 0"),
            (&[(1, true), (2, false)], "x < 2"),
            (&[(1, false), (2, false)], "(x < 0 || x > 1)"),
            (&[(0, true)], "x % 2 != 1"),
            (&[(0, true), (1, true)], "x % 4 != 3"),
            (&[(1, true)], "(x / 2 % 2 == 0)"),
        ] {
            assert_eq!(integer("x", bits, 3), text);
            // What the words say, for every value: true exactly where the bits are other ones.
            for value in -4_i64..4 {
                let has = bits.iter().all(|&(at, bit)| (value >> at & 1 == 1) == bit);
                let term = holds(text, value);
                assert_eq!(term, !has, "{text} for {value}");
            }
        }
    }

    fn holds(text: &str, value: i64) -> bool {
        use crate::language::transitions::{Subject, read};
        let source = format!("var x : integer = 0 trans {{}} init {{}} env {{}} prop {{ {text} }}");
        let (model, findings) = read(&source);
        assert!(findings.is_empty(), "{findings:?}");
        let Subject::Always(term) = &model.properties[0].subject else {
            panic!("a prop is an invariant")
        };
        crate::expression::truth(term, &[crate::expression::Value::Number(value)]) == Ok(true)
    }
}
