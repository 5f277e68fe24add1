//! Iterators: what is asked of each element that may be there.

use std::collections::BTreeMap;

use super::Unsupported;
use super::evaluate::World;
use super::many::{Element, Many, Member};
use super::value::{Cell, One, Truth};
use crate::cnf::Lit;
use crate::encode::symbolic::Bits;
use crate::language::classes::ocl::operations::Iterator;
use crate::language::classes::ocl::term::Term;
use crate::language::classes::ocl::value::Value;

type Answer = Result<Cell, Unsupported>;

impl World<'_> {
    /// The value of an iterator over the elements of a source.
    pub(super) fn iterate(
        &self,
        bits: &mut Bits<'_>,
        iterator: Iterator,
        source: &Cell,
        body: &Term,
        stack: &mut Vec<Cell>,
    ) -> Answer {
        let source = source.elements(bits);
        if iterator == Iterator::Closure {
            return self.closure(bits, &source, body, stack);
        }
        let mut answers = Vec::new();
        for element in &source.elements {
            let one = element.value.one(bits)?;
            let answer = self.with(bits, Cell::One(one), body, stack)?;
            answers.push(match iterator {
                Iterator::Collect | Iterator::IsUnique => answer,
                _ => self.condition(bits, answer),
            });
        }
        match iterator {
            Iterator::Select | Iterator::Reject | Iterator::Any => {
                let chosen = chosen(bits, &source, &answers, iterator != Iterator::Reject);
                match iterator {
                    Iterator::Any => only(bits, &chosen).map(Cell::One),
                    _ => Ok(Cell::Many(chosen)),
                }
            }
            Iterator::Collect => collected(bits, &source, answers).map(Cell::Many),
            _ => {
                let truth = match iterator {
                    Iterator::IsUnique => is_unique(bits, &source, &answers)?,
                    _ => quantified(bits, iterator, &source, &answers),
                };
                // Of an invalid source nothing is known.
                let truth = Truth {
                    yes: bits.and(!source.invalid, truth.yes),
                    no: bits.and(!source.invalid, truth.no),
                };
                Ok(Cell::One(One::of_truth(bits, truth)))
            }
        }
    }

    /// All that is met from some elements, themselves included: a fixed point, as many rounds as there are values.
    fn closure(
        &self,
        bits: &mut Bits<'_>,
        source: &Many,
        body: &Term,
        stack: &mut Vec<Cell>,
    ) -> Answer {
        let no = bits.constant(false);
        let mut met: BTreeMap<Value, Lit> = BTreeMap::new();
        let mut open = Vec::new();
        for element in &source.elements {
            let value = known(element)?;
            let here = bits.or(met.get(value).copied().unwrap_or(no), element.here);
            met.insert(value.clone(), here);
            open.push(value.clone());
        }
        let mut steps: BTreeMap<Value, Many> = BTreeMap::new();
        while let Some(value) = open.pop() {
            if steps.contains_key(&value) {
                continue;
            }
            let one = One::constant(bits, &value)?;
            let next = self.with(bits, Cell::One(one), body, stack)?;
            let next = next.elements(bits);
            for element in &next.elements {
                let value = known(element)?;
                met.entry(value.clone()).or_insert(no);
                open.push(value.clone());
            }
            steps.insert(value, next);
        }
        for _ in 0..met.len() {
            let before = met.clone();
            for (value, next) in &steps {
                for element in &next.elements {
                    let follows = bits.and(before[value], element.here);
                    let value = known(element)?;
                    let here = bits.or(met[value], follows);
                    met.insert(value.clone(), here);
                }
            }
            if met == before {
                break;
            }
        }
        let mut invalid = source.invalid;
        for (value, next) in &steps {
            let stops = bits.and(met[value], next.invalid);
            invalid = bits.or(invalid, stops);
        }
        let elements = met.into_iter().map(|(value, here)| Element {
            here,
            value: Member::Known(value),
        });
        Many::made(bits, elements.collect(), (false, invalid)).map(Cell::Many)
    }
}

/// The value of an element that is the same in every state.
fn known(element: &Element) -> Result<&Value, Unsupported> {
    match &element.value {
        Member::Known(it) => Ok(it),
        Member::Number(_) => Err(Unsupported::Collection),
    }
}

/// `forAll`, `exists` and `one`.
fn quantified(bits: &mut Bits<'_>, iterator: Iterator, source: &Many, answers: &[Cell]) -> Truth {
    let no = bits.constant(false);
    // Some are true, more than one, some are false, of some it is not known.
    let (mut some, mut more, mut fails, mut open) = (no, no, no, no);
    for (element, answer) in source.elements.iter().zip(answers) {
        let truth = answer.truth(bits);
        let yes = bits.and(element.here, truth.yes);
        let again = bits.and(some, yes);
        more = bits.or(more, again);
        some = bits.or(some, yes);
        let fail = bits.and(element.here, truth.no);
        fails = bits.or(fails, fail);
        let known = bits.or(truth.yes, truth.no);
        let unknown = bits.and(element.here, !known);
        open = bits.or(open, unknown);
    }
    match iterator {
        Iterator::ForAll => Truth {
            yes: bits.and(!fails, !open),
            no: fails,
        },
        Iterator::Exists => Truth {
            yes: some,
            no: bits.and(!some, !open),
        },
        _ => {
            let (one, none) = (bits.and(some, !more), bits.and(!some, !open));
            Truth {
                yes: bits.and(one, !open),
                no: bits.or(more, none),
            }
        }
    }
}

/// Whether no two answers are the same; invalid ones are no answers.
fn is_unique(bits: &mut Bits<'_>, source: &Many, answers: &[Cell]) -> Result<Truth, Unsupported> {
    let (mut twice, mut open) = (bits.constant(false), bits.constant(false));
    let mut here = Vec::new();
    for (element, answer) in source.elements.iter().zip(answers) {
        let unknown = bits.and(element.here, answer.is_invalid());
        open = bits.or(open, unknown);
        here.push(bits.and(element.here, !answer.is_invalid()));
    }
    for (number, answer) in answers.iter().enumerate() {
        for other in 0..number {
            let both = bits.and(here[number], here[other]);
            if bits.known(both) == Some(false) {
                continue;
            }
            let same = answer.same(bits, &answers[other])?;
            let again = bits.and(both, same);
            twice = bits.or(twice, again);
        }
    }
    Ok(Truth {
        yes: bits.and(!twice, !open),
        no: twice,
    })
}

/// Those of which the answer is `wanted`; invalid where it is neither true nor false of one.
fn chosen(bits: &mut Bits<'_>, source: &Many, answers: &[Cell], wanted: bool) -> Many {
    let mut invalid = source.invalid;
    let mut elements = Vec::new();
    for (element, answer) in source.elements.iter().zip(answers) {
        let truth = answer.truth(bits);
        let known = bits.or(truth.yes, truth.no);
        let unknown = bits.and(element.here, !known);
        invalid = bits.or(invalid, unknown);
        let fits = if wanted { truth.yes } else { truth.no };
        let here = bits.and(element.here, fits);
        if bits.known(here) != Some(false) {
            let value = element.value.clone();
            elements.push(Element { here, value });
        }
    }
    Many {
        elements,
        invalid,
        ..*source
    }
}

/// The only element; invalid where there is none, or more.
fn only(bits: &mut Bits<'_>, all: &Many) -> Result<One, Unsupported> {
    let (mut some, mut more) = (bits.constant(false), bits.constant(false));
    for element in &all.elements {
        let again = bits.and(some, element.here);
        more = bits.or(more, again);
        some = bits.or(some, element.here);
    }
    let one = bits.and(some, !more);
    let there = bits.and(one, !all.invalid);
    let mut alternatives = Vec::new();
    for element in &all.elements {
        let here = bits.and(there, element.here);
        alternatives.push((here, element.value.one(bits)?));
    }
    One::merged(bits, &alternatives, !there)
}

/// The bag of all answers, collections taken apart.
fn collected(bits: &mut Bits<'_>, source: &Many, answers: Vec<Cell>) -> Result<Many, Unsupported> {
    let mut invalid = source.invalid;
    let mut elements = Vec::new();
    for (element, answer) in source.elements.iter().zip(answers) {
        let unknown = bits.and(element.here, answer.is_invalid());
        invalid = bits.or(invalid, unknown);
        let mut all = answer.elements(bits).elements;
        if let Cell::One(it) = &answer {
            // null is an element like others.
            all.push(Element {
                here: it.null,
                value: Member::Known(Value::Null),
            });
        }
        for it in all {
            let here = bits.and(element.here, it.here);
            let value = it.value;
            elements.push(Element { here, value });
        }
    }
    Many::made(bits, elements, (true, invalid))
}
