//! Expressions as cells, over the state before a call and the one after it.
//!
//! Connectives and quantifiers are Kleene's: of a truth value they see whether it is true and whether it is false, and null is
//! neither. `=` is total on null and invalid on invalid; all else is strict. Every word is as wide as its operands need.

use std::collections::BTreeMap;

use super::Unsupported;
use super::many::{Element, Many, Member};
use super::value::{Cell, Content, One, Truth};
use crate::cnf::Lit;
use crate::encode::symbolic::Bits;
use crate::language::classes::model::ClassModel;
use crate::language::classes::ocl::ast::Operator;
use crate::language::classes::ocl::operations::Asked;
use crate::language::classes::ocl::term::{Property, Read, Term};
use crate::language::classes::ocl::value::Value;

/// What expressions are about: the values of all slots before a call and after it.
#[derive(Clone, Copy)]
pub(super) struct World<'w> {
    pub(super) model: &'w ClassModel,
    pub(super) before: &'w [One],
    pub(super) after: &'w [One],
    pub(super) undefined: Undefined,
    pub(super) limits: &'w Limits<'w>,
}

/// How expressions see what is undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Undefined {
    /// As OCL does: null and invalid are apart from all other values.
    Apart,
    /// As one more word of each attribute: see [`super::printed`].
    Word,
}

/// When writing ends.
pub(super) struct Limits<'l> {
    /// Most gates of a formula.
    pub(super) gates: usize,
    /// Whether to stop.
    pub(super) stop: &'l dyn Fn() -> bool,
}

impl Limits<'_> {
    /// Whether to go on.
    pub(super) fn check(&self, bits: &Bits<'_>) -> Result<(), Unsupported> {
        if bits.gates() > self.gates {
            return Err(Unsupported::Size);
        }
        match (self.stop)() {
            true => Err(Unsupported::Stopped),
            false => Ok(()),
        }
    }
}

pub(super) type Answer = Result<Cell, Unsupported>;

impl<'w> World<'w> {
    /// A state alone.
    pub(super) fn of_state(self, state: &'w [One]) -> Self {
        Self {
            before: state,
            after: state,
            ..self
        }
    }

    /// Holds where a clause is true.
    pub(super) fn holds(
        &self,
        bits: &mut Bits<'_>,
        clause: &Term,
        stack: &[Cell],
    ) -> Result<Lit, Unsupported> {
        self.limits.check(bits)?;
        let cell = self.evaluate(bits, clause, &mut stack.to_vec())?;
        Ok(cell.truth(bits).yes)
    }

    /// The value of an expression.
    pub(super) fn evaluate(
        &self,
        bits: &mut Bits<'_>,
        term: &Term,
        stack: &mut Vec<Cell>,
    ) -> Answer {
        Ok(match term {
            Term::Constant(value) => constant(bits, value)?,
            Term::Variable(place) => match stack.get(*place) {
                Some(it) => it.clone(),
                None => Cell::invalid(bits),
            },
            Term::Read(it) => {
                let source = self.evaluate(bits, &it.source, stack)?;
                self.read(bits, it, &source)?
            }
            Term::Not(it) => {
                let cell = self.evaluate(bits, it, stack)?;
                let Truth { yes, no } = self.condition(bits, cell).truth(bits);
                Cell::One(One::of_truth(bits, Truth { yes: no, no: yes }))
            }
            Term::Minus(it) => match self.evaluate(bits, it, stack)? {
                Cell::One(it) => Cell::One(it.negated(bits)?),
                Cell::Many(_) => Cell::invalid(bits),
            },
            Term::Chain(first, rest) => {
                let mut left = self.evaluate(bits, first, stack)?;
                for (operator, right) in rest {
                    let right = self.evaluate(bits, right, stack)?;
                    left = self.binary(bits, left, (*operator, term), right)?;
                }
                left
            }
            Term::If(parts) => {
                let condition = self.evaluate(bits, &parts[0], stack)?;
                let Truth { yes, no } = self.condition(bits, condition).truth(bits);
                let mut branches = Vec::new();
                for (condition, branch) in [(yes, &parts[1]), (no, &parts[2])] {
                    // A branch that is never taken may not be writable.
                    if bits.known(condition) != Some(false) {
                        branches.push((condition, self.evaluate(bits, branch, stack)?));
                    }
                }
                let neither = !bits.or(yes, no);
                Cell::merged(bits, &branches, neither)?
            }
            Term::Let(parts) => {
                let value = self.evaluate(bits, &parts[0], stack)?;
                self.with(bits, value, &parts[1], stack)?
            }
            Term::Iterate(iterator, parts) => {
                let source = self.evaluate(bits, &parts[0], stack)?;
                self.iterate(bits, *iterator, &source, &parts[1], stack)?
            }
            Term::Ask(asked, source, arguments) => {
                let source = self.evaluate(bits, source, stack)?;
                let mut values = Vec::new();
                for it in arguments {
                    values.push(self.evaluate(bits, it, stack)?);
                }
                super::ask::ask(bits, *asked, &source, values.first())?
            }
            Term::Instances(class) => {
                let here = bits.constant(true);
                let objects = self.model.objects_of(*class).map(|it| Element {
                    here,
                    value: Member::Known(Value::Object(it)),
                });
                Cell::Many(Many {
                    elements: objects.collect(),
                    ..Many::empty(bits, false)
                })
            }
            Term::IsUndefined(it) => {
                let undefined = match self.evaluate(bits, it, stack)? {
                    Cell::One(it) => !it.is_there(bits),
                    Cell::Many(it) => it.invalid,
                };
                Cell::One(One::flag(bits, undefined))
            }
            Term::IsKind(it, class) => {
                let object = self.evaluate(bits, it, stack)?;
                self.with(bits, object, &is_kind(*class, stack.len()), stack)?
            }
            Term::Cast(it, class) => {
                let object = self.evaluate(bits, it, stack)?;
                self.with(bits, object, &cast(*class, stack.len()), stack)?
            }
            Term::IsInvalid(it) => {
                let invalid = self.evaluate(bits, it, stack)?.is_invalid();
                Cell::One(One::flag(bits, invalid))
            }
        })
    }

    /// An expression with one value more on the stack.
    pub(super) fn with(
        &self,
        bits: &mut Bits<'_>,
        value: Cell,
        body: &Term,
        stack: &mut Vec<Cell>,
    ) -> Answer {
        self.limits.check(bits)?;
        stack.push(value);
        let answer = self.evaluate(bits, body, stack);
        stack.pop();
        answer
    }

    /// A property of an object: of each that it may be, where it is that one.
    fn read(&self, bits: &mut Bits<'_>, read: &Read, source: &Cell) -> Answer {
        let Cell::One(source) = source else {
            return Ok(Cell::invalid(bits));
        };
        let Content::Choice(objects) = &source.content else {
            return Ok(Cell::invalid(bits));
        };
        let state = match read.is_before {
            true => self.before,
            false => self.after,
        };
        let mut alternatives = Vec::new();
        for (value, here) in objects {
            let Value::Object(object) = *value else {
                return Ok(Cell::invalid(bits));
            };
            let value = match read.property {
                Property::Attribute(attribute) => {
                    let slot = self.model.layout.attributes.get(&(object, attribute));
                    Cell::One(slot.map_or_else(|| One::invalid(bits), |it| state[*it].clone()))
                }
                Property::End(_) => self.linked(bits, (object, read.property), state),
            };
            alternatives.push((*here, value));
        }
        let absent = bits.or(source.null, source.invalid);
        Cell::merged(bits, &alternatives, absent)
    }

    /// The objects at an end that are linked with an object.
    fn linked(
        &self,
        bits: &mut Bits<'_>,
        (object, property): (usize, Property),
        state: &[One],
    ) -> Cell {
        let links = super::release::slots_of(self.model, object, property);
        let mut linked = Vec::new();
        for (slot, other) in links {
            let here = state[slot].truth(bits).yes;
            linked.push((other, here));
        }
        let Property::End(end) = property else {
            return Cell::invalid(bits);
        };
        if !self.model.end(end).is_single() {
            let elements = linked
                .into_iter()
                .filter(|it| bits.known(it.1) != Some(false));
            let elements = elements.map(|(other, here)| Element {
                here,
                value: Member::Known(Value::Object(other)),
            });
            return Cell::Many(Many {
                elements: elements.collect(),
                ..Many::empty(bits, false)
            });
        }
        // Holds of each where it is the only one; in all, where there is one, and where there are more.
        let (mut some, mut more) = (bits.constant(false), bits.constant(false));
        for (_, here) in &linked {
            let again = bits.and(some, *here);
            more = bits.or(more, again);
            some = bits.or(some, *here);
        }
        let mut objects = BTreeMap::new();
        for (other, here) in linked {
            let only = bits.and(here, !more);
            if bits.known(only) != Some(false) {
                objects.insert(Value::Object(other), only);
            }
        }
        Cell::One(One {
            null: !some,
            invalid: more,
            content: Content::Choice(objects),
        })
    }
}

fn constant(bits: &mut Bits<'_>, value: &Value) -> Answer {
    let all = match value {
        Value::Set(all) => all.iter().cloned().collect(),
        Value::Bag(all) => all.clone(),
        one => return One::constant(bits, one).map(Cell::One),
    };
    let here = bits.constant(true);
    let elements = all.into_iter().map(|it| Element {
        here,
        value: Member::Known(it),
    });
    Ok(Cell::Many(Many {
        elements: elements.collect(),
        ..Many::empty(bits, matches!(value, Value::Bag(_)))
    }))
}

/// The value of an operator between two values.
pub(super) fn applied(
    bits: &mut Bits<'_>,
    left: &Cell,
    operator: Operator,
    right: &Cell,
) -> Answer {
    let (a, b) = (left.truth(bits), right.truth(bits));
    let truth = match operator {
        Operator::And => Truth {
            yes: bits.and(a.yes, b.yes),
            no: bits.or(a.no, b.no),
        },
        Operator::Or => Truth {
            yes: bits.or(a.yes, b.yes),
            no: bits.and(a.no, b.no),
        },
        Operator::Implies => Truth {
            yes: bits.or(a.no, b.yes),
            no: bits.and(a.yes, b.no),
        },
        Operator::Xor => {
            let (first, second) = (bits.and(a.yes, b.no), bits.and(a.no, b.yes));
            let (both, none) = (bits.and(a.yes, b.yes), bits.and(a.no, b.no));
            Truth {
                yes: bits.or(first, second),
                no: bits.or(both, none),
            }
        }
        Operator::Equal | Operator::Unequal => {
            let same = left.same(bits, right)?;
            let valid = bits.and(!left.is_invalid(), !right.is_invalid());
            let (same, other) = (bits.and(valid, same), bits.and(valid, !same));
            match operator {
                Operator::Equal => Truth {
                    yes: same,
                    no: other,
                },
                _ => Truth {
                    yes: other,
                    no: same,
                },
            }
        }
        _ => {
            return Ok(Cell::One(match (left, right) {
                (Cell::One(left), Cell::One(right)) => left.calculated(bits, operator, right)?,
                _ => One::invalid(bits),
            }));
        }
    };
    let known = One::of_truth(bits, truth);
    Ok(Cell::One(known))
}

/// Whether the object at a place of the stack is of a class, told by what is written already: invalid of null.
fn is_kind(class: usize, place: usize) -> Term {
    let object = Term::Variable(place);
    let is_undefined = Term::IsUndefined(Box::new(object.clone()));
    let is_among = Term::Ask(
        Asked::Includes,
        Box::new(Term::Instances(class)),
        vec![object],
    );
    Term::If(Box::new([is_undefined, Term::invalid(), is_among]))
}

/// That object if it is of the class, null of null, else invalid.
fn cast(class: usize, place: usize) -> Term {
    let object = Term::Variable(place);
    let is_undefined = Term::IsUndefined(Box::new(object.clone()));
    let is_among = Term::Ask(
        Asked::Includes,
        Box::new(Term::Instances(class)),
        vec![object.clone()],
    );
    // Null stays, and invalid is the object that it was.
    let found = Term::If(Box::new([is_among, object.clone(), Term::invalid()]));
    Term::If(Box::new([is_undefined, object, found]))
}
