//! Arithmetic and comparisons of integers: exact, and invalid where an operand is null or invalid, or a divisor 0.

use super::Unsupported;
use super::value::{Content, One, Truth, checked};
use crate::cnf::Lit;
use crate::encode::symbolic::{Bits, Word};
use crate::language::classes::ocl::ast::Operator;

impl One {
    /// The integer with the other sign.
    pub(super) fn negated(&self, bits: &mut Bits<'_>) -> Result<Self, Unsupported> {
        let Content::Number(word) = &self.content else {
            return Ok(Self::invalid(bits));
        };
        let word = negated(bits, word);
        Ok(Self {
            null: bits.constant(false),
            invalid: !self.is_there(bits),
            content: Content::Number(checked(word)?),
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
            Operator::AtMost => a.at_most(bits, b),
            Operator::Greater => b.less(bits, a),
            Operator::AtLeast => b.at_most(bits, a),
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
    (a, operator, b): (&Word, Operator, &Word),
    both: Lit,
) -> Result<One, Unsupported> {
    let no = bits.constant(false);
    let mut there = both;
    let word = match operator {
        Operator::Plus => a.exact_sum(bits, b, no),
        Operator::Minus => a.exact_sum(bits, &b.complement(), !no),
        Operator::Times => a.exact_product(bits, b),
        Operator::Div | Operator::Mod => {
            // Of the sizes, quotient and rest are the same whichever way division rounds.
            let (size, by) = (absolute(bits, a), absolute(bits, b));
            let division = size.divided(bits, &by);
            there = bits.and(there, !division.undefined);
            let (word, is_negative) = match operator {
                Operator::Div => (division.quotient.word, bits.xor(a.sign(), b.sign())),
                _ => (division.rest, a.sign()),
            };
            let opposite = negated(bits, &word);
            Word::choose(bits, is_negative, &opposite, &word)
        }
        _ => return Ok(One::invalid(bits)),
    };
    Ok(One {
        null: no,
        invalid: !there,
        content: Content::Number(checked(word)?),
    })
}

/// −a, exactly.
fn negated(bits: &mut Bits<'_>, word: &Word) -> Word {
    let zero = Word::constant(bits, 0, 1);
    let carry = bits.constant(true);
    zero.exact_sum(bits, &word.complement(), carry)
}

/// |a|, exactly.
fn absolute(bits: &mut Bits<'_>, word: &Word) -> Word {
    let opposite = negated(bits, word);
    Word::choose(bits, word.sign(), &opposite, word)
}
