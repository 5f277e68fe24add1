//! Typed values as bits: what formulas of variables, expressions and statements are made of.
//!
//! One file per family of operators; each is compared with plain arithmetic over all small widths.
//! Integers are two's complement, least significant bit first, and every operation that can leave the width says so by a literal
//! of its own: a run whose literals hold is none, and a "no" in which they were needed is none either.

mod bits;
mod compare;
mod divide;
mod multiply;
mod sum;
#[cfg(test)]
mod tests;
mod word;

pub use bits::Bits;
pub use word::{Overflowing, Word};
