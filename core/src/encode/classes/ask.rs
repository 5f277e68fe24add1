//! What is asked of a collection as a whole.

use super::Unsupported;
use super::many::{Element, Many, Member};
use super::scale::Number;
use super::value::{Cell, Content, One, Truth, checked};
use crate::cnf::Lit;
use crate::encode::symbolic::{Bits, Word};
use crate::language::classes::ocl::operations::Asked;
use crate::language::classes::ocl::value::Value;

/// The answer, given the argument. Invalid of an invalid collection, and with an invalid argument.
pub(super) fn ask(
    bits: &mut Bits<'_>,
    asked: Asked,
    source: &Cell,
    argument: Option<&Cell>,
) -> Result<Cell, Unsupported> {
    let all = source.elements(bits);
    let nothing = Cell::One(One::constant(bits, &Value::Null)?);
    let argument = argument.unwrap_or(&nothing);
    let invalid = bits.or(all.invalid, argument.is_invalid());
    let others = argument.elements(bits);
    if asked.keeps_elements() {
        return kept(bits, asked, (&all, argument, &others), invalid).map(Cell::Many);
    }
    let no = bits.constant(false);
    let content = match asked {
        Asked::Size => Content::Number(Number::Word(all.size(bits))),
        Asked::Count => Content::Number(Number::Word(match argument {
            Cell::One(it) => all.count(bits, it)?,
            Cell::Many(_) => Word(vec![no]),
        })),
        Asked::Sum => return sum(bits, &all, invalid),
        Asked::Min | Asked::Max => return extreme(bits, &all, asked == Asked::Min, invalid),
        _ => {
            let lit = match asked {
                Asked::IsEmpty | Asked::NotEmpty => {
                    let here: Vec<_> = all.elements.iter().map(|it| it.here).collect();
                    let some = bits.any(here);
                    if asked == Asked::IsEmpty { !some } else { some }
                }
                Asked::Includes | Asked::Excludes => {
                    let there = match argument {
                        Cell::One(it) => all.contains(bits, it)?,
                        Cell::Many(_) => no,
                    };
                    if asked == Asked::Includes {
                        there
                    } else {
                        !there
                    }
                }
                _ => {
                    let mut holds = bits.constant(true);
                    for element in &others.elements {
                        let value = element.value.one(bits)?;
                        let there = all.contains(bits, &value)?;
                        let fits = if asked == Asked::IncludesAll {
                            there
                        } else {
                            !there
                        };
                        let fits = bits.or(!element.here, fits);
                        holds = bits.and(holds, fits);
                    }
                    holds
                }
            };
            let truth = Truth {
                yes: bits.and(!invalid, lit),
                no: bits.and(!invalid, !lit),
            };
            return Ok(Cell::One(One::of_truth(bits, truth)));
        }
    };
    Ok(Cell::One(One {
        null: no,
        invalid,
        content,
    }))
}

/// Collections made of what there is.
fn kept(
    bits: &mut Bits<'_>,
    asked: Asked,
    (all, argument, others): (&Many, &Cell, &Many),
    invalid: Lit,
) -> Result<Many, Unsupported> {
    let mut elements = all.elements.clone();
    let is_bag = match asked {
        Asked::AsSet => false,
        Asked::AsBag => true,
        Asked::Including => {
            let Cell::One(it) = argument else {
                return Err(Unsupported::Collection);
            };
            elements.extend(others.elements.iter().cloned());
            elements.push(Element {
                here: it.null,
                value: Member::Known(Value::Null),
            });
            all.is_bag
        }
        Asked::Excluding => {
            if let Cell::One(it) = argument {
                for element in &mut elements {
                    let one = element.value.one(bits)?;
                    let same = one.same(bits, it);
                    element.here = bits.and(element.here, !same);
                }
            }
            all.is_bag
        }
        Asked::Union => {
            elements.extend(others.elements.iter().cloned());
            all.is_bag || others.is_bag
        }
        Asked::Difference => {
            for element in &mut elements {
                let one = element.value.one(bits)?;
                let there = others.contains(bits, &one)?;
                element.here = bits.and(element.here, !there);
            }
            false
        }
        _ => {
            // Of several that are the same, as many as the others have.
            let mut earlier = Many::empty(bits, true);
            for element in &mut elements {
                let one = element.value.one(bits)?;
                let before = earlier.count(bits, &one)?;
                earlier.elements.push(element.clone());
                let there = others.count(bits, &one)?;
                let fits = before.less(bits, &there);
                element.here = bits.and(element.here, fits);
            }
            all.is_bag && others.is_bag
        }
    };
    Many::made(bits, elements, (is_bag, invalid))
}

/// An element as an integer; `None` for what is none.
fn integer(element: &Element) -> Result<Option<Number>, Unsupported> {
    Ok(match &element.value {
        Member::Number(it) => Some(it.clone()),
        Member::Known(Value::Integer(it)) => Some(Number::constant(*it)?),
        Member::Known(_) => None,
    })
}

fn sum(bits: &mut Bits<'_>, all: &Many, mut invalid: Lit) -> Result<Cell, Unsupported> {
    let no = bits.constant(false);
    let mut words = vec![Word(vec![no])];
    for element in &all.elements {
        match integer(element)? {
            Some(number) => {
                let word = number.word(bits);
                let lits = word.0.iter().map(|it| bits.and(element.here, *it));
                words.push(Word(lits.collect()));
            }
            None => invalid = bits.or(invalid, element.here),
        }
    }
    // In pairs, so that words are no wider than they need be.
    while words.len() > 1 {
        let mut next = Vec::new();
        for pair in words.chunks(2) {
            next.push(match pair {
                [one, other] => checked(one.exact_sum(bits, other, no))?,
                _ => pair[0].clone(),
            });
        }
        words = next;
    }
    Ok(Cell::One(One {
        null: no,
        invalid,
        content: Content::Number(Number::Word(words.remove(0))),
    }))
}

/// The least or the largest; invalid of nothing.
fn extreme(
    bits: &mut Bits<'_>,
    all: &Many,
    is_least: bool,
    mut invalid: Lit,
) -> Result<Cell, Unsupported> {
    let no = bits.constant(false);
    let (mut some, mut found) = (no, Number::constant(0)?);
    for element in &all.elements {
        let Some(number) = integer(element)? else {
            invalid = bits.or(invalid, element.here);
            continue;
        };
        let better = match is_least {
            true => number.less(bits, &found),
            false => found.less(bits, &number),
        };
        let first = bits.or(!some, better);
        let taken = bits.and(element.here, first);
        found = Number::choose(bits, taken, &number, &found);
        some = bits.or(some, element.here);
    }
    Ok(Cell::One(One {
        null: no,
        invalid: bits.or(invalid, !some),
        content: Content::Number(found),
    }))
}
