//! The ranks and spellings of operators: what parser and printer must agree on.
//!
//! The ranks are those of Theta's transition systems. From weakest to strongest: `iff`, `=>`, `||`,
//! `xor`, `&&`, `!`, `== !=`, `< <= > >=`, `+ -`, `* / % rem`, signs, array access. Two of them surprise:
//! `!` binds weaker than `==`, so that `!a == b` is `!(a == b)`, and comparisons are not chained. Both
//! spellings are read everywhere; a language prints its own.

use super::ast::Operator;

/// Where `!` stands among the operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Negation {
    /// Between `&&` and `==`, once: Theta's transition systems.
    BelowEquality,
    /// With the signs, as often as one likes: everybody else.
    AsSign,
}

/// How a language writes its operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grammar {
    /// Where `!` stands.
    pub negation: Negation,
    /// Whether it prints words (`and`, `=`) rather than signs (`&&`, `==`).
    pub words: bool,
    /// Whether names can stand in quotes: `"x > 0"`.
    pub quoted: bool,
}

impl Grammar {
    /// Transition systems as Theta writes them.
    pub const THETA: Self = Self {
        negation: Negation::BelowEquality,
        words: false,
        quoted: false,
    };
}

/// How operators of one rank stand together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fixity {
    /// `a - b - c` is `(a - b) - c`.
    Left,
    /// `a => b => c` is `a => (b => c)`.
    Right,
    /// `a == b == c` is an error.
    None,
}

/// Rank of `if … then … else …`, which stands at the top of an expression or in parentheses.
pub const LOWEST: u8 = 0;
/// Rank of `!` in Theta's transition systems.
pub const NEGATION: u8 = 6;
/// Rank of the signs.
pub const SIGN: u8 = 11;
/// Rank of what stands alone or is accessed.
pub const PRIMARY: u8 = 12;

impl Operator {
    /// All operators, the weakest first.
    pub const ALL: [Self; 17] = [
        Self::Iff,
        Self::Implies,
        Self::Or,
        Self::Xor,
        Self::And,
        Self::Equal,
        Self::Unequal,
        Self::Less,
        Self::AtMost,
        Self::Greater,
        Self::AtLeast,
        Self::Plus,
        Self::Minus,
        Self::Times,
        Self::Divide,
        Self::Modulo,
        Self::Remainder,
    ];

    /// How strongly it binds.
    #[must_use]
    pub fn rank(self) -> u8 {
        match self {
            Self::Iff => 1,
            Self::Implies => 2,
            Self::Or => 3,
            Self::Xor => 4,
            Self::And => 5,
            Self::Equal | Self::Unequal => 7,
            Self::Less | Self::AtMost | Self::Greater | Self::AtLeast => 8,
            Self::Plus | Self::Minus => 9,
            Self::Times | Self::Divide | Self::Modulo | Self::Remainder => 10,
        }
    }

    /// How it stands beside others of its rank.
    #[must_use]
    pub fn fixity(self) -> Fixity {
        match self.rank() {
            1 | 2 | 4 => Fixity::Right,
            7 | 8 => Fixity::None,
            _ => Fixity::Left,
        }
    }

    /// The sign and the word, both of which are read.
    #[must_use]
    pub fn spellings(self) -> [&'static str; 2] {
        match self {
            Self::Iff => ["iff", "iff"],
            Self::Implies => ["=>", "implies"],
            Self::Or => ["||", "or"],
            Self::Xor => ["xor", "xor"],
            Self::And => ["&&", "and"],
            Self::Equal => ["==", "="],
            Self::Unequal => ["!=", "<>"],
            Self::Less => ["<", "<"],
            Self::AtMost => ["<=", "<="],
            Self::Greater => [">", ">"],
            Self::AtLeast => [">=", ">="],
            Self::Plus => ["+", "+"],
            Self::Minus => ["-", "-"],
            Self::Times => ["*", "*"],
            Self::Divide => ["/", "/"],
            Self::Modulo => ["%", "%"],
            Self::Remainder => ["rem", "rem"],
        }
    }

    /// The operator that is spelled so.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|operator| operator.spellings().contains(&text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_are_those_of_one_operator() {
        for operator in Operator::ALL {
            for text in operator.spellings() {
                assert_eq!(Operator::read(text), Some(operator));
            }
            let tight = NEGATION != operator.rank() && operator.rank() < SIGN;
            assert!(tight && operator.rank() > LOWEST, "{operator:?}");
        }
        assert_eq!(Operator::read("==="), None);
    }
}
