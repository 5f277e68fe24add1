//! What an expression evaluates to, by the definitions.
//!
//! Integers are mathematical: an operation whose result needs more than 64 bits says so with its place
//! and never wraps. `/` and `%` are Euclidean, as in SMT-LIB (Boute, *The Euclidean definition of the
//! functions div and mod*, TOPLAS 14:2, 1992); division by zero has no value. `&&`, `||`, `=>` and
//! `if` look from left to right and no further than they must, so that `y != 0 && x / y > 2` is safe.

use std::sync::Arc;

use super::Sort;
use super::term::{Arithmetic, Comparison, Term, TermKind};
use super::value::{Map, Value};
use crate::text::Span;

/// An expression that has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Undefined {
    /// Why.
    pub reason: Reason,
    /// The operation that has none.
    pub span: Span,
}

/// Why an expression has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// Something is divided by zero.
    DivisionByZero,
    /// The array has no such place.
    NoSuchPlace,
    /// The array cannot hold this value: it is not in the range of the elements.
    OutsideRange,
    /// There is a value, but it needs more than 64 bits. This is a limit of the tool, not of the model.
    Beyond64Bits,
}

/// The value of a term where variables have these values.
///
/// # Errors
/// Says why there is none.
///
/// # Panics
/// Where `values` are not of the sorts of the variables: a mistake of the caller.
pub fn evaluate(term: &Term, values: &[Value]) -> Result<Value, Undefined> {
    let undefined = |reason| Undefined {
        reason,
        span: term.span,
    };
    Ok(match &term.kind {
        TermKind::Constant(value) => value.clone(),
        TermKind::Variable(variable) => values[*variable].clone(),
        TermKind::Not(it) => Value::boolean(!truth(it, values)?),
        TermKind::Negate(it) => {
            let negated = number(it, values)?.checked_neg();
            Value::Number(negated.ok_or_else(|| undefined(Reason::Beyond64Bits))?)
        }
        TermKind::And(all) => {
            for it in all {
                if !truth(it, values)? {
                    return Ok(Value::boolean(false));
                }
            }
            Value::boolean(true)
        }
        TermKind::Or(all) => {
            for it in all {
                if truth(it, values)? {
                    return Ok(Value::boolean(true));
                }
            }
            Value::boolean(false)
        }
        TermKind::Implies(two) => {
            Value::boolean(!truth(&two[0], values)? || truth(&two[1], values)?)
        }
        TermKind::Equal(two) => {
            Value::boolean(evaluate(&two[0], values)? == evaluate(&two[1], values)?)
        }
        TermKind::Compare(comparison, two) => {
            let (left, right) = (number(&two[0], values)?, number(&two[1], values)?);
            Value::boolean(match comparison {
                Comparison::Less => left < right,
                Comparison::AtMost => left <= right,
            })
        }
        TermKind::Arithmetic(first, rest) => {
            let mut total = number(first, values)?;
            for (operation, it) in rest {
                let right = number(it, values)?;
                let span = first.span.to(it.span);
                let result = arithmetic(*operation, total, right);
                total = result.map_err(|reason| Undefined { reason, span })?;
            }
            Value::Number(total)
        }
        TermKind::If(three) => {
            let taken = if truth(&three[0], values)? { 1 } else { 2 };
            evaluate(&three[taken], values)?
        }
        TermKind::Read(two) => {
            let map = array(&two[0], values)?;
            let place = place(&two[0].sort, &two[1], values)?;
            map.read(place).clone()
        }
        TermKind::Write(three) => {
            let map = array(&three[0], values)?;
            let place = place(&three[0].sort, &three[1], values)?;
            let value = evaluate(&three[2], values)?;
            written(&map, place, value, &three[0].sort, three[2].span)?
        }
        TermKind::Array(entries, default) => {
            let Sort::Array { element, .. } = &term.sort else {
                unreachable!("an array has the sort of an array");
            };
            let value = evaluate(default, values)?;
            if !value.fits(element) {
                return Err(Undefined {
                    reason: Reason::OutsideRange,
                    span: default.span,
                });
            }
            let mut map = Arc::new(Map::constant(value));
            for [index, value] in entries {
                let place = place(&term.sort, index, values)?;
                let element = evaluate(value, values)?;
                let Value::Array(next) = written(&map, place, element, &term.sort, value.span)?
                else {
                    unreachable!("what is written into an array is an array");
                };
                map = next;
            }
            Value::Array(map)
        }
    })
}

/// Whether a Boolean term is true.
///
/// # Errors
/// Says why it is neither true nor false.
///
/// # Panics
/// As [`evaluate`].
pub fn truth(term: &Term, values: &[Value]) -> Result<bool, Undefined> {
    evaluate(term, values).map(|value| value.is_true())
}

fn number(term: &Term, values: &[Value]) -> Result<i64, Undefined> {
    let number = evaluate(term, values)?.number();
    Ok(number.expect("arithmetic is of integers"))
}

fn array(term: &Term, values: &[Value]) -> Result<Arc<Map>, Undefined> {
    match evaluate(term, values)? {
        Value::Array(map) => Ok(map),
        Value::Number(_) => unreachable!("only arrays are accessed"),
    }
}

/// The place in an array that a term stands for.
fn place(array: &Sort, term: &Term, values: &[Value]) -> Result<i64, Undefined> {
    let value = evaluate(term, values)?;
    let Sort::Array { index, .. } = array else {
        unreachable!("only arrays are accessed");
    };
    match value.number() {
        Some(place) if value.fits(index) => Ok(place),
        _ => Err(Undefined {
            reason: Reason::NoSuchPlace,
            span: term.span,
        }),
    }
}

fn written(
    map: &Map,
    place: i64,
    value: Value,
    sort: &Sort,
    span: Span,
) -> Result<Value, Undefined> {
    let Sort::Array { index, element } = sort else {
        unreachable!("only arrays are accessed");
    };
    if !value.fits(element) {
        let reason = Reason::OutsideRange;
        return Err(Undefined { reason, span });
    }
    Ok(Value::Array(Arc::new(map.write(place, value, index))))
}

fn arithmetic(operation: Arithmetic, left: i64, right: i64) -> Result<i64, Reason> {
    let division = matches!(
        operation,
        Arithmetic::Divide | Arithmetic::Modulo | Arithmetic::Remainder
    );
    if division && right == 0 {
        return Err(Reason::DivisionByZero);
    }
    // The remainder of the smallest number by -1 is 0, although the quotient does not fit.
    let modulo = || left.checked_rem_euclid(right).unwrap_or(0);
    let result = match operation {
        Arithmetic::Plus => left.checked_add(right),
        Arithmetic::Minus => left.checked_sub(right),
        Arithmetic::Times => left.checked_mul(right),
        Arithmetic::Divide => left.checked_div_euclid(right),
        Arithmetic::Modulo => Some(modulo()),
        Arithmetic::Remainder if right < 0 => Some(-modulo()),
        Arithmetic::Remainder => Some(modulo()),
    };
    result.ok_or(Reason::Beyond64Bits)
}
