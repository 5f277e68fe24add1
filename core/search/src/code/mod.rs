//! A small register code: transitions of a system as explicit search runs them millions of times.
//!
//! A state is *flat*: the registers of the system's variables, in their order. Conditions are jumps, a choice is a
//! *fork*, and a choice of numbers one fork for each of them. An execution that is blocked goes back to the last fork. What
//! two ways have in common is followed once, as soon as there are many forks.
//!
//! The code knows numbers only. Languages compile into it and promise that its outcomes are exactly those of their
//! definitions; where a limit keeps one of both from knowing them all it says so.

mod run;

pub use run::{Run, Truth};

/// An operation on two numbers of 64 bits. One whose result does not fit is a limit of the tool; one that has no result (by
/// zero) blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// The sum.
    Plus,
    /// The difference.
    Minus,
    /// The product.
    Times,
    /// The quotient whose remainder is not negative.
    Divide,
    /// The remainder that is not negative.
    Modulo,
    /// The remainder with the sign of the divisor.
    Remainder,
}

/// A number of a register.
pub type Register = u32;
/// A place in the code; while it is being made, a label.
pub type Address = u32;

/// One instruction. Where a jump says *unless*, execution goes on behind it if the condition holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// Copies a register.
    Copy {
        /// The register that is written.
        to: Register,
        /// The register that is read.
        from: Register,
    },
    /// Copies several registers in a row.
    Block {
        /// The register that is written.
        to: Register,
        /// The register that is read.
        from: Register,
        /// How many.
        count: u32,
    },
    /// The number with the other sign.
    Negate {
        /// The register that is written.
        to: Register,
        /// The register that is looked at.
        of: Register,
    },
    /// An operation on two numbers.
    Arithmetic {
        /// Which one.
        operation: Operation,
        /// The register that is written.
        to: Register,
        /// The left operand.
        left: Register,
        /// The right operand.
        right: Register,
    },
    /// What stands at a place of an array whose first place is `low`.
    Read {
        /// The register that is written.
        to: Register,
        /// The register of the first place.
        base: Register,
        /// The register of the place.
        place: Register,
        /// The register of the least one.
        low: Register,
        /// How many.
        count: u32,
    },
    /// Changes what stands there.
    Write {
        /// The register of the first place.
        base: Register,
        /// The register of the place.
        place: Register,
        /// The register of the least one.
        low: Register,
        /// How many.
        count: u32,
        /// The register that is read.
        from: Register,
    },
    /// Goes on only if a number lies between two others.
    Within {
        /// The register that is looked at.
        of: Register,
        /// The register of the least one.
        low: Register,
        /// The register of the greatest one.
        high: Register,
    },
    /// Goes on elsewhere.
    Jump(Address),
    /// Goes on elsewhere unless a truth value is true.
    UnlessTrue {
        /// The register that is looked at.
        of: Register,
        /// Where.
        to: Address,
    },
    /// Goes on elsewhere if it is.
    IfTrue {
        /// The register that is looked at.
        of: Register,
        /// Where.
        to: Address,
    },
    /// Goes on elsewhere unless a number is less than another.
    UnlessLess {
        /// The left operand.
        left: Register,
        /// The right operand.
        right: Register,
        /// Where.
        to: Address,
    },
    /// Goes on elsewhere if it is.
    IfLess {
        /// The left operand.
        left: Register,
        /// The right operand.
        right: Register,
        /// Where.
        to: Address,
    },
    /// Goes on elsewhere unless a number is at most another.
    UnlessAtMost {
        /// The left operand.
        left: Register,
        /// The right operand.
        right: Register,
        /// Where.
        to: Address,
    },
    /// Goes on elsewhere if it is.
    IfAtMost {
        /// The left operand.
        left: Register,
        /// The right operand.
        right: Register,
        /// Where.
        to: Address,
    },
    /// Goes on elsewhere unless two numbers are equal.
    UnlessEqual {
        /// The left operand.
        left: Register,
        /// The right operand.
        right: Register,
        /// Where.
        to: Address,
    },
    /// Goes on elsewhere if they are.
    IfEqual {
        /// The left operand.
        left: Register,
        /// The right operand.
        right: Register,
        /// Where.
        to: Address,
    },
    /// Goes on here, and later, from the same state, elsewhere.
    Fork(Address),
    /// Goes on with each number between two others; whether these are all that are possible.
    Range {
        /// The register that is written.
        to: Register,
        /// The register of the least one.
        low: Register,
        /// The register of the greatest one.
        high: Register,
        /// Whether no other is possible.
        all: bool,
    },
    /// Goes on with each row of a table.
    Rows {
        /// The register that is written.
        to: Register,
        /// Its number.
        table: u32,
        /// Whether no other is possible.
        all: bool,
    },
    /// The execution is none.
    Blocked,
    /// The execution is complete; of a condition: it is true.
    End,
}

/// Values that are tried for an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Numbers of a row.
    pub width: usize,
    /// One row behind the other.
    pub rows: Vec<i64>,
}

/// The code of a model and of some conditions.
#[derive(Clone, Debug)]
pub struct Code {
    /// What is executed, from one on behind the other.
    pub instructions: Vec<Instruction>,
    /// What [`Instruction::Rows`] names.
    pub tables: Vec<Table>,
    /// Where the alternatives of the three relations begin.
    pub relations: [Vec<Address>; 3],
    /// Where the conditions begin.
    pub conditions: Vec<Address>,
    /// All registers as they are at the beginning; those of constants stay so.
    pub registers: Vec<i64>,
    /// How many registers of these make a state between two instructions: variables and loops.
    pub kept: usize,
    /// How many registers make a state of the system.
    pub globals: usize,
    /// Jumps and forks that one execution may take, counting all its ways.
    pub fuel: u64,
}
