//! The value of an expression, over the state before a call and the one after it: word for word, slow and obvious.
//!
//! Connectives and quantifiers are Kleene's, and null counts as invalid there. `=` is total on null and invalid on invalid. `if`
//! looks at one of its branches, `let` names a value. Everything else is strict: of invalid it knows nothing. Arithmetic
//! is exact; a number beyond 127 bits is no value but [`Beyond`].

use super::ast::Operator;
use super::operations::{Asked, Iterator};
use super::term::{EndId, Property, Read, Term};
use super::value::Value;
use crate::language::classes::model::ClassModel;

/// A number on the way was larger than any that the tool calculates with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beyond;

/// What an expression is about.
#[derive(Clone, Copy, Debug)]
pub struct World<'w> {
    /// The model.
    pub model: &'w ClassModel,
    /// What each slot held before the call.
    pub before: &'w [Value],
    /// What each slot holds after it; the same where there is no call.
    pub after: &'w [Value],
}

type Answer = Result<Value, Beyond>;

impl<'w> World<'w> {
    /// A state alone.
    #[must_use]
    pub fn of_state(model: &'w ClassModel, state: &'w [Value]) -> Self {
        Self {
            model,
            before: state,
            after: state,
        }
    }

    /// Whether a clause is true; the stack holds `self` and the parameters.
    ///
    /// # Errors
    /// Where a number on the way is beyond all that the tool calculates with.
    pub fn holds(&self, clause: &Term, stack: &[Value]) -> Result<bool, Beyond> {
        Ok(self.evaluate(clause, &mut stack.to_vec())?.is_true())
    }

    /// The value of an expression.
    ///
    /// # Errors
    /// Where a number on the way is beyond all that the tool calculates with.
    pub fn evaluate(&self, term: &Term, stack: &mut Vec<Value>) -> Answer {
        Ok(match term {
            Term::Constant(it) => it.clone(),
            Term::Variable(place) => stack.get(*place).cloned().unwrap_or(Value::Invalid),
            Term::Read(it) => {
                let source = self.evaluate(&it.source, stack)?;
                self.read(it, &source)
            }
            Term::Not(it) => {
                let truth = self.evaluate(it, stack)?.truth();
                Value::of_truth(truth.map(|it| !it))
            }
            Term::Minus(it) => match self.evaluate(it, stack)? {
                Value::Integer(it) => Value::Integer(it.checked_neg().ok_or(Beyond)?),
                _ => Value::Invalid,
            },
            Term::Chain(first, rest) => {
                let mut left = self.evaluate(first, stack)?;
                for (operator, right) in rest {
                    left = self.binary(left, *operator, right, stack)?;
                }
                left
            }
            Term::If(parts) => match self.evaluate(&parts[0], stack)?.truth() {
                Some(true) => self.evaluate(&parts[1], stack)?,
                Some(false) => self.evaluate(&parts[2], stack)?,
                None => Value::Invalid,
            },
            Term::Let(parts) => {
                let value = self.evaluate(&parts[0], stack)?;
                self.with(value, &parts[1], stack)?
            }
            Term::Iterate(iterator, parts) => {
                let source = self.evaluate(&parts[0], stack)?;
                self.iterate(*iterator, &source, &parts[1], stack)?
            }
            Term::Ask(asked, source, arguments) => {
                let source = self.evaluate(source, stack)?;
                let arguments = arguments.iter().map(|it| self.evaluate(it, stack));
                let arguments = arguments.collect::<Result<Vec<_>, _>>()?;
                ask(*asked, &source, arguments.first())?
            }
            Term::Instances(class) => Value::set(self.model.objects_of(*class).map(Value::Object)),
            Term::IsUndefined(it) => {
                let value = self.evaluate(it, stack)?;
                Value::Boolean(matches!(value, Value::Null | Value::Invalid))
            }
            Term::IsInvalid(it) => Value::Boolean(self.evaluate(it, stack)? == Value::Invalid),
            Term::IsKind(it, class) => match self.evaluate(it, stack)? {
                Value::Object(it) => {
                    let own = self.model.objects[it].class;
                    Value::Boolean(self.model.is_a(own, *class))
                }
                _ => Value::Invalid,
            },
            Term::Cast(it, class) => match self.evaluate(it, stack)? {
                Value::Object(it) if self.model.is_a(self.model.objects[it].class, *class) => {
                    Value::Object(it)
                }
                Value::Null => Value::Null,
                _ => Value::Invalid,
            },
        })
    }

    fn with(&self, value: Value, body: &Term, stack: &mut Vec<Value>) -> Answer {
        stack.push(value);
        let answer = self.evaluate(body, stack);
        stack.pop();
        answer
    }

    /// A property of an object; of null it is invalid.
    fn read(&self, read: &Read, source: &Value) -> Value {
        let Value::Object(object) = *source else {
            return Value::Invalid;
        };
        let state = match read.is_before {
            true => self.before,
            false => self.after,
        };
        match read.property {
            Property::Attribute(attribute) => {
                let slot = self.model.layout.attributes.get(&(object, attribute));
                slot.map_or(Value::Invalid, |it| state[*it].clone())
            }
            Property::End(end) => {
                let mut linked = linked(self.model, state, object, end);
                match (self.model.end(end).is_single(), linked.len()) {
                    (false, _) => Value::set(linked.into_iter().map(Value::Object)),
                    (true, 0) => Value::Null,
                    (true, 1) => Value::Object(linked.remove(0)),
                    (true, _) => Value::Invalid,
                }
            }
        }
    }

    fn binary(
        &self,
        left: Value,
        operator: Operator,
        right: &Term,
        stack: &mut Vec<Value>,
    ) -> Answer {
        // What the left side decides, the right side is not asked for.
        let decided = match (operator, left.truth()) {
            (Operator::And, Some(false)) => Some(false),
            (Operator::Or, Some(true)) | (Operator::Implies, Some(false)) => Some(true),
            _ => None,
        };
        if let Some(truth) = decided {
            return Ok(Value::Boolean(truth));
        }
        let right = self.evaluate(right, stack)?;
        let (one, other) = (left.truth(), right.truth());
        Ok(match operator {
            Operator::And => Value::of_truth(match (one, other) {
                (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            }),
            Operator::Or => Value::of_truth(match (one, other) {
                (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            }),
            Operator::Implies => Value::of_truth(match (one, other) {
                (_, Some(true)) => Some(true),
                (Some(true), Some(false)) => Some(false),
                _ => None,
            }),
            Operator::Xor => Value::of_truth(one.zip(other).map(|(one, other)| one != other)),
            Operator::Equal | Operator::Unequal => match (&left, &right) {
                (Value::Invalid, _) | (_, Value::Invalid) => Value::Invalid,
                _ => Value::Boolean((left == right) == (operator == Operator::Equal)),
            },
            _ => match (left, right) {
                (Value::Integer(left), Value::Integer(right)) => numbers(left, operator, right)?,
                _ => Value::Invalid,
            },
        })
    }

    fn iterate(
        &self,
        iterator: Iterator,
        source: &Value,
        body: &Term,
        stack: &mut Vec<Value>,
    ) -> Answer {
        let Some(elements) = source.elements() else {
            return Ok(Value::Invalid);
        };
        if iterator == Iterator::Closure {
            return self.closure(elements, body, stack);
        }
        let answers = elements.iter().map(|it| self.with(it.clone(), body, stack));
        let answers = answers.collect::<Result<Vec<_>, _>>()?;
        let truths = || answers.iter().map(Value::truth);
        let count = |wanted| truths().filter(|it| *it == wanted).count();
        let chosen = |wanted: bool| -> Value {
            if count(None) > 0 {
                return Value::Invalid;
            }
            let both = elements.iter().zip(truths());
            let chosen = both
                .filter(|it| it.1 == Some(wanted))
                .map(|it| it.0.clone());
            match source {
                Value::Bag(_) => Value::bag(chosen.collect()),
                _ => Value::set(chosen),
            }
        };
        Ok(match iterator {
            Iterator::ForAll => Value::of_truth(match (count(Some(false)), count(None)) {
                (0, 0) => Some(true),
                (0, _) => None,
                _ => Some(false),
            }),
            Iterator::Exists => Value::of_truth(match (count(Some(true)), count(None)) {
                (0, 0) => Some(false),
                (0, _) => None,
                _ => Some(true),
            }),
            Iterator::One => Value::of_truth(match (count(Some(true)), count(None)) {
                (2.., _) => Some(false),
                (found, 0) => Some(found == 1),
                _ => None,
            }),
            Iterator::IsUnique => {
                let mut known: Vec<_> =
                    answers.iter().filter(|it| **it != Value::Invalid).collect();
                let count = known.len();
                known.sort();
                known.dedup();
                match known.len() < count {
                    true => Value::Boolean(false),
                    false => Value::of_truth((count == answers.len()).then_some(true)),
                }
            }
            Iterator::Select => chosen(true),
            Iterator::Reject => chosen(false),
            Iterator::Any => match chosen(true).elements() {
                Some(all) if all.len() == 1 => all[0].clone(),
                _ => Value::Invalid,
            },
            Iterator::Collect | Iterator::Closure => {
                let flat = answers.into_iter().flat_map(|it| match it {
                    Value::Set(all) => all.into_iter().collect(),
                    Value::Bag(all) => all,
                    one => vec![one],
                });
                Value::bag(flat.collect())
            }
        })
    }

    /// All that is met from some elements, themselves included.
    fn closure(&self, mut open: Vec<Value>, body: &Term, stack: &mut Vec<Value>) -> Answer {
        let mut met = std::collections::BTreeSet::new();
        while let Some(next) = open.pop() {
            if !met.insert(next.clone()) {
                continue;
            }
            match self.with(next, body, stack)?.elements() {
                Some(more) => open.extend(more),
                None => return Ok(Value::Invalid),
            }
        }
        Ok(Value::set(met))
    }
}

/// The objects at an end that are linked with an object at the other one.
#[must_use]
pub fn linked(model: &ClassModel, state: &[Value], object: usize, end: EndId) -> Vec<usize> {
    let class = model.end(end).class;
    let is_linked = |other: &usize| {
        let pair = match end.side {
            0 => [*other, object],
            _ => [object, *other],
        };
        let slot = model.layout.links.get(&(end.association, pair));
        slot.is_some_and(|it| state[*it].is_true())
    };
    model.objects_of(class).filter(is_linked).collect()
}

/// Arithmetic and comparisons of integers.
fn numbers(left: i128, operator: Operator, right: i128) -> Answer {
    let integer = |it: Option<i128>| it.map(Value::Integer).ok_or(Beyond);
    Ok(match operator {
        Operator::Less => Value::Boolean(left < right),
        Operator::AtMost => Value::Boolean(left <= right),
        Operator::Greater => Value::Boolean(left > right),
        Operator::AtLeast => Value::Boolean(left >= right),
        Operator::Plus => integer(left.checked_add(right))?,
        Operator::Minus => integer(left.checked_sub(right))?,
        Operator::Times => integer(left.checked_mul(right))?,
        Operator::Div | Operator::Mod if right == 0 => Value::Invalid,
        Operator::Div => integer(left.checked_div(right))?,
        Operator::Mod => integer(left.checked_rem(right))?,
        _ => Value::Invalid,
    })
}

/// What is asked of a collection, with its argument.
fn ask(asked: Asked, source: &Value, argument: Option<&Value>) -> Answer {
    let argument = argument.unwrap_or(&Value::Null);
    let (Some(all), false) = (source.elements(), *argument == Value::Invalid) else {
        return Ok(Value::Invalid);
    };
    let others = argument.elements().unwrap_or_default();
    let is_bag = matches!(source, Value::Bag(_));
    let made = |all: Vec<Value>, is_bag| match is_bag {
        true => Value::bag(all),
        false => Value::set(all),
    };
    let size = |count: usize| Value::Integer(count as i128);
    Ok(match asked {
        Asked::Size => size(all.len()),
        Asked::IsEmpty => Value::Boolean(all.is_empty()),
        Asked::NotEmpty => Value::Boolean(!all.is_empty()),
        Asked::Includes => Value::Boolean(all.contains(argument)),
        Asked::Excludes => Value::Boolean(!all.contains(argument)),
        Asked::IncludesAll => Value::Boolean(others.iter().all(|it| all.contains(it))),
        Asked::ExcludesAll => Value::Boolean(!others.iter().any(|it| all.contains(it))),
        Asked::Count => size(all.iter().filter(|it| *it == argument).count()),
        Asked::Sum | Asked::Min | Asked::Max => {
            let numbers = all.iter().map(|it| match it {
                Value::Integer(it) => Some(*it),
                _ => None,
            });
            let Some(numbers) = numbers.collect::<Option<Vec<_>>>() else {
                return Ok(Value::Invalid);
            };
            let found = match asked {
                Asked::Min => numbers.into_iter().min(),
                Asked::Max => numbers.into_iter().max(),
                _ => {
                    let add = |sum: i128, it| sum.checked_add(it);
                    Some(numbers.into_iter().try_fold(0, add).ok_or(Beyond)?)
                }
            };
            found.map_or(Value::Invalid, Value::Integer)
        }
        Asked::AsSet => Value::set(all),
        Asked::AsBag => Value::bag(all),
        Asked::Including => made(all.into_iter().chain([argument.clone()]).collect(), is_bag),
        Asked::Excluding => made(
            all.into_iter().filter(|it| it != argument).collect(),
            is_bag,
        ),
        Asked::Union => {
            let is_bag = is_bag || matches!(argument, Value::Bag(_));
            made(all.into_iter().chain(others).collect(), is_bag)
        }
        Asked::Difference => Value::set(all.into_iter().filter(|it| !others.contains(it))),
        Asked::Intersection => {
            let is_bag = is_bag && matches!(argument, Value::Bag(_));
            let mut left = others;
            let common = all.into_iter().filter(|it| {
                let place = left.iter().position(|other| other == it);
                place.map(|it| left.remove(it)).is_some()
            });
            made(common.collect(), is_bag)
        }
    })
}
