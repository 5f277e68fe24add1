//! Arithmetic and comparisons of integers: exact, and invalid where an operand is null or invalid, or a divisor 0.

use super::Unsupported;
use super::scale::Number;
use super::value::{Content, One, Truth, checked};
use crate::cnf::Lit;
use crate::encode::symbolic::{Bits, Word};
use crate::language::classes::ocl::ast::Operator;

impl One {
    /// The integer with the other sign.
    pub(super) fn negated(&self, bits: &mut Bits<'_>) -> Result<Self, Unsupported> {
        let Content::Number(number) = &self.content else {
            return Ok(Self::invalid(bits));
        };
        Ok(Self {
            null: bits.constant(false),
            invalid: !self.is_there(bits),
            content: Content::Number(number.negated(bits)?),
        })
    }

    /// The value of an operator between two integers.
    pub(super) fn calculated(
        &self,
        bits: &mut Bits<'_>,
        operator: Operator,
        other: &Self,
    ) -> Result<Self, Unsupported> {
        let (Content::Number(a), Content::Number(b)) = (&self.content, &other.content) else {
            return Ok(Self::invalid(bits));
        };
        let (left, right) = (self.is_there(bits), other.is_there(bits));
        let both = bits.and(left, right);
        let truth = match operator {
            Operator::Less => a.less(bits, b),
            Operator::AtMost => !b.less(bits, a),
            Operator::Greater => b.less(bits, a),
            Operator::AtLeast => !a.less(bits, b),
            _ => return arithmetic(bits, (a, operator, b), both),
        };
        let truth = Truth {
            yes: bits.and(both, truth),
            no: bits.and(both, !truth),
        };
        Ok(Self::of_truth(bits, truth))
    }
}

/// Sum, difference, product, or a division towards zero; `both` says where there are operands.
fn arithmetic(
    bits: &mut Bits<'_>,
    (a, operator, b): (&Number, Operator, &Number),
    both: Lit,
) -> Result<One, Unsupported> {
    let no = bits.constant(false);
    let mut there = both;
    let number = match operator {
        Operator::Plus => a.plus(bits, b)?,
        Operator::Minus => a.minus(bits, b)?,
        Operator::Times => {
            let (a, b) = (a.word(bits), b.word(bits));
            Number::Word(checked(a.exact_product(bits, &b))?)
        }
        Operator::Div | Operator::Mod => {
            // Of the sizes, quotient and rest are the same whichever way division rounds.
            let (a, b) = (a.word(bits), b.word(bits));
            let (size, by) = (absolute(bits, &a)?, absolute(bits, &b)?);
            let division = size.divided(bits, &by);
            there = bits.and(there, !division.undefined);
            let (word, is_negative) = match operator {
                Operator::Div => (division.quotient.word, bits.xor(a.sign(), b.sign())),
                _ => (division.rest, a.sign()),
            };
            let word = Number::Word(word);
            let opposite = word.negated(bits)?;
            Number::choose(bits, is_negative, &opposite, &word)
        }
        _ => return Ok(One::invalid(bits)),
    };
    Ok(One {
        null: no,
        invalid: !there,
        content: Content::Number(number),
    })
}

/// |a|, exactly.
fn absolute(bits: &mut Bits<'_>, word: &Word) -> Result<Word, Unsupported> {
    let opposite = Number::Word(word.clone()).negated(bits)?.word(bits);
    Ok(Word::choose(bits, word.sign(), &opposite, word))
}
