//! Expressions as bits.
//!
//! Exact: a word grows with every operation, so that nothing is lost up to 64 bits, where the evaluator of the
//! definitions stops as well. An expression can have no value (`undefined`: that way is blocked) or one that is beyond
//! 64 bits (`beyond`: nothing more is known of that way). Operands are looked at from left to right and no
//! further than they must, so whatever is met first is what counts.

use super::Unsupported;
use super::cell::{Cell, places};
use crate::cnf::Lit;
use crate::encode::symbolic::{Bits, Word};
use crate::expression::{Arithmetic, Comparison, Sort, Term, TermKind};

/// The widest word: the integers of the definitions' interpreter.
const WIDEST: usize = 64;

/// A value, and whether there is one.
#[derive(Clone, Debug)]
pub(in crate::encode) struct Encoded {
    pub(in crate::encode) cell: Cell,
    pub(in crate::encode) stops: Stops,
}

/// Why there is no value; never both.
#[derive(Clone, Copy, Debug)]
pub(in crate::encode) struct Stops {
    pub(in crate::encode) undefined: Lit,
    pub(in crate::encode) beyond: Lit,
}

impl Stops {
    pub(in crate::encode) fn never(bits: &Bits<'_>) -> Self {
        let no = bits.constant(false);
        Self {
            undefined: no,
            beyond: no,
        }
    }

    /// These first, then those of what is looked at only where a condition holds.
    fn then(self, bits: &mut Bits<'_>, condition: Lit, next: Self) -> Self {
        let goes_on = bits.and(!self.undefined, !self.beyond);
        let looked = bits.and(goes_on, condition);
        let undefined = bits.and(looked, next.undefined);
        let beyond = bits.and(looked, next.beyond);
        Self {
            undefined: bits.or(self.undefined, undefined),
            beyond: bits.or(self.beyond, beyond),
        }
    }
}

/// The bits of a term where variables have these values.
///
/// # Errors
/// Where it is about arrays that cannot be written out.
pub(in crate::encode) fn term(
    bits: &mut Bits<'_>,
    term: &Term,
    values: &[Cell],
) -> Result<Encoded, Unsupported> {
    let always = bits.constant(true);
    let mut stops = Stops::never(bits);
    let cell = match &term.kind {
        TermKind::Constant(value) => Cell::constant(bits, value, &term.sort)?,
        TermKind::Variable(variable) => values[*variable].clone(),
        TermKind::Not(it) => {
            let it = self::term(bits, it, values)?;
            stops = it.stops;
            Cell::Flag(!it.cell.flag())
        }
        TermKind::Negate(it) => {
            let it = self::term(bits, it, values)?;
            let zero = Word::constant(bits, 0, 1);
            let carry = bits.constant(true);
            let negated = it.cell.word().complement();
            let exact = zero.exact_sum(bits, &negated, carry);
            cut(bits, exact, it.stops, &mut stops)
        }
        TermKind::And(all) => {
            let mut whole = always;
            for it in all {
                let it = self::term(bits, it, values)?;
                stops = stops.then(bits, whole, it.stops);
                whole = bits.and(whole, it.cell.flag());
            }
            Cell::Flag(whole)
        }
        TermKind::Or(all) => {
            let mut some = !always;
            for it in all {
                let it = self::term(bits, it, values)?;
                stops = stops.then(bits, !some, it.stops);
                some = bits.or(some, it.cell.flag());
            }
            Cell::Flag(some)
        }
        TermKind::Implies(two) => {
            let first = self::term(bits, &two[0], values)?;
            let second = self::term(bits, &two[1], values)?;
            stops = first.stops.then(bits, first.cell.flag(), second.stops);
            Cell::Flag(bits.or(!first.cell.flag(), second.cell.flag()))
        }
        TermKind::Equal(two) => {
            let (first, second) = both(bits, two, values, &mut stops)?;
            Cell::Flag(Cell::equal(bits, &first, &second))
        }
        TermKind::Compare(comparison, two) => {
            let (first, second) = both(bits, two, values, &mut stops)?;
            let (first, second) = (first.word(), second.word());
            Cell::Flag(match comparison {
                Comparison::Less => first.less(bits, second),
                Comparison::AtMost => first.at_most(bits, second),
            })
        }
        TermKind::Arithmetic(first, rest) => {
            let first = self::term(bits, first, values)?;
            stops = first.stops;
            let mut total = first.cell;
            for (operation, it) in rest {
                let it = self::term(bits, it, values)?;
                stops = stops.then(bits, always, it.stops);
                total = arithmetic(bits, *operation, total.word(), it.cell.word(), &mut stops);
            }
            total
        }
        TermKind::If(three) => {
            let condition = self::term(bits, &three[0], values)?;
            let then = self::term(bits, &three[1], values)?;
            let otherwise = self::term(bits, &three[2], values)?;
            let taken = condition.cell.flag();
            stops = condition.stops.then(bits, taken, then.stops);
            stops = stops.then(bits, !taken, otherwise.stops);
            Cell::choose(bits, taken, &then.cell, &otherwise.cell)
        }
        TermKind::Read(two) => {
            let (array, place) = both(bits, two, values, &mut stops)?;
            let Cell::Row(first, cells) = &array else {
                unreachable!("terms are well typed")
            };
            let mut found = cells[0].clone();
            let mut some = bits.constant(false);
            for (number, cell) in (*first..).zip(cells) {
                let here = is(bits, &place, number);
                some = bits.or(some, here);
                found = Cell::choose(bits, here, cell, &found);
            }
            missing(bits, !some, &mut stops);
            found
        }
        TermKind::Write(three) => {
            let array = self::term(bits, &three[0], values)?;
            let place = self::term(bits, &three[1], values)?;
            let value = self::term(bits, &three[2], values)?;
            stops = array.stops.then(bits, always, place.stops);
            let Cell::Row(first, cells) = &array.cell else {
                unreachable!("terms are well typed")
            };
            outside(bits, &place.cell, *first, cells.len(), &mut stops);
            stops = stops.then(bits, always, value.stops);
            written(
                bits,
                &array.cell,
                &place.cell,
                &value.cell,
                &three[0].sort,
                &mut stops,
            )
        }
        TermKind::Array(entries, default) => {
            let Sort::Array { index, element } = &term.sort else {
                unreachable!("an array has the sort of an array")
            };
            let (first, count) = places(index)?;
            let default = self::term(bits, default, values)?;
            stops = default.stops;
            let fits = default.cell.is_of(bits, element);
            missing(bits, !fits, &mut stops);
            let mut row = Cell::Row(first, vec![default.cell; count]);
            for [place, value] in entries {
                let place = self::term(bits, place, values)?;
                stops = stops.then(bits, always, place.stops);
                outside(bits, &place.cell, first, count, &mut stops);
                let value = self::term(bits, value, values)?;
                stops = stops.then(bits, always, value.stops);
                row = written(bits, &row, &place.cell, &value.cell, &term.sort, &mut stops);
            }
            row
        }
    };
    Ok(Encoded { cell, stops })
}

/// Two operands, the left one first.
fn both(
    bits: &mut Bits<'_>,
    two: &[Term; 2],
    values: &[Cell],
    stops: &mut Stops,
) -> Result<(Cell, Cell), Unsupported> {
    let first = term(bits, &two[0], values)?;
    let second = term(bits, &two[1], values)?;
    let always = bits.constant(true);
    *stops = first.stops.then(bits, always, second.stops);
    Ok((first.cell, second.cell))
}

/// A result with as many bits as it needs, at most [`WIDEST`].
fn cut(bits: &mut Bits<'_>, exact: Word, before: Stops, stops: &mut Stops) -> Cell {
    let fits = exact.fits(bits, WIDEST.min(exact.width()));
    let always = bits.constant(true);
    let beyond = Stops {
        undefined: !always,
        beyond: !fits,
    };
    *stops = before.then(bits, always, beyond);
    let width = exact.width().min(WIDEST);
    Cell::Number(exact.resized(width))
}

fn arithmetic(
    bits: &mut Bits<'_>,
    operation: Arithmetic,
    a: &Word,
    b: &Word,
    stops: &mut Stops,
) -> Cell {
    let before = *stops;
    let exact = match operation {
        Arithmetic::Plus => {
            let carry = bits.constant(false);
            a.exact_sum(bits, b, carry)
        }
        Arithmetic::Minus => {
            let carry = bits.constant(true);
            let negated = b.complement();
            a.exact_sum(bits, &negated, carry)
        }
        Arithmetic::Times => a.exact_product(bits, b),
        Arithmetic::Divide | Arithmetic::Modulo | Arithmetic::Remainder => {
            // One bit more, so that −a of the smallest a fits.
            let long = a.resized(a.width().max(b.width()) + 1);
            let (word, undefined) = match operation {
                Arithmetic::Remainder => long.remainder(bits, b),
                _ => {
                    let division = long.divided(bits, b);
                    let quotient = operation == Arithmetic::Divide;
                    let word = if quotient {
                        division.quotient.word
                    } else {
                        division.rest
                    };
                    (word, division.undefined)
                }
            };
            missing(bits, undefined, stops);
            let before = *stops;
            return cut(bits, word, before, stops);
        }
    };
    cut(bits, exact, before, stops)
}

/// From here on there is no value where this holds.
fn missing(bits: &mut Bits<'_>, undefined: Lit, stops: &mut Stops) {
    let always = bits.constant(true);
    let next = Stops {
        undefined,
        beyond: !always,
    };
    *stops = stops.then(bits, always, next);
}

/// There is no value where a place is none of the array's.
fn outside(bits: &mut Bits<'_>, place: &Cell, first: i64, count: usize, stops: &mut Stops) {
    let numbers = (first..).take(count);
    let here: Vec<_> = numbers.map(|it| is(bits, place, it)).collect();
    let some = bits.any(here);
    missing(bits, !some, stops);
}

/// An array that differs in one place; there is none where the value is not one of the elements'.
fn written(
    bits: &mut Bits<'_>,
    array: &Cell,
    place: &Cell,
    value: &Cell,
    sort: &Sort,
    stops: &mut Stops,
) -> Cell {
    let (Cell::Row(first, cells), Sort::Array { element, .. }) = (array, sort) else {
        unreachable!("terms are well typed")
    };
    let fits = value.is_of(bits, element);
    missing(bits, !fits, stops);
    let mut row = Vec::with_capacity(cells.len());
    for (number, old) in (*first..).zip(cells) {
        let here = is(bits, place, number);
        row.push(Cell::choose(bits, here, value, old));
    }
    Cell::Row(*first, row)
}

/// Whether a place of an array is this one; the places of a Boolean index are 0 and 1.
fn is(bits: &mut Bits<'_>, place: &Cell, number: i64) -> Lit {
    match place {
        Cell::Flag(lit) if number == 0 => !*lit,
        Cell::Flag(lit) if number == 1 => *lit,
        Cell::Flag(_) => bits.constant(false),
        Cell::Number(word) => {
            let number = Word::constant(bits, number, Word::width_of(number));
            word.equals(bits, &number)
        }
        Cell::Row(..) => unreachable!("an index is no array"),
    }
}
