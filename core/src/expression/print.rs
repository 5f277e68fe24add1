//! Expressions: from a tree to text, in a language's own spelling.
//!
//! Invariant: what is printed is read as the same tree. Parentheses stand only where they are needed.

use super::ast::{Expression, ExpressionKind, Operator, SortKind, SortSyntax};
use super::grammar::{Fixity, Grammar, LOWEST, NEGATION, Negation, PRIMARY, SIGN};
use crate::text::{is_identifier, quote};

/// The text of an expression.
#[must_use]
pub fn expression(expression: &Expression, grammar: Grammar) -> String {
    let mut printer = Printer {
        out: String::new(),
        grammar,
    };
    printer.print(expression, LOWEST);
    printer.out
}

/// The text of a type.
#[must_use]
pub fn sort(sort: &SortSyntax) -> String {
    match &sort.kind {
        SortKind::Boolean => "boolean".into(),
        SortKind::Integer => "integer".into(),
        SortKind::Range(low, high) => format!("{low}..{high}"),
        SortKind::Named(name) => name.clone(),
        SortKind::Array(parts) => {
            format!("[{}] -> {}", self::sort(&parts[0]), self::sort(&parts[1]))
        }
        SortKind::Unreadable => "?".into(),
    }
}

/// Whether a name, or a path of names, is read as one without quotes.
fn is_bare(name: &str) -> bool {
    let has_meaning = matches!(name, "true" | "false" | "if" | "then" | "else" | "not");
    !has_meaning && Operator::read(name).is_none() && name.split('.').all(is_identifier)
}

struct Printer {
    out: String,
    grammar: Grammar,
}

impl Printer {
    /// Prints an expression where only ranks from `least` on can stand without parentheses.
    fn print(&mut self, expression: &Expression, least: u8) {
        let bare = self.rank(expression) >= least;
        if !bare {
            self.out.push('(');
        }
        self.parts(expression);
        if !bare {
            self.out.push(')');
        }
    }

    fn rank(&self, expression: &Expression) -> u8 {
        match &expression.kind {
            ExpressionKind::If(_) => LOWEST,
            ExpressionKind::Binary(operator, _) => operator.rank(),
            ExpressionKind::Chain(_, rest) => rest.first().map_or(PRIMARY, |(it, _)| it.rank()),
            ExpressionKind::Not(_) if self.grammar.negation == Negation::BelowEquality => NEGATION,
            ExpressionKind::Not(_) | ExpressionKind::Sign(..) => SIGN,
            _ => PRIMARY,
        }
    }

    fn parts(&mut self, expression: &Expression) {
        match &expression.kind {
            ExpressionKind::Boolean(truth) => self.out.push_str(&truth.to_string()),
            ExpressionKind::Integer(number) => self.out.push_str(&number.to_string()),
            ExpressionKind::Name(name) => match self.grammar.quoted && !is_bare(name) {
                true => self.out.push_str(&quote(name)),
                false => self.out.push_str(name),
            },
            ExpressionKind::Unreadable => self.out.push('?'),
            ExpressionKind::Not(it) => {
                self.out
                    .push_str(if self.grammar.words { "not " } else { "!" });
                let weak = self.grammar.negation == Negation::BelowEquality;
                self.print(it, if weak { NEGATION + 1 } else { SIGN });
            }
            ExpressionKind::Sign(minus, it) => {
                self.out.push(if *minus { '-' } else { '+' });
                self.print(it, PRIMARY);
            }
            ExpressionKind::Chain(first, rest) => {
                let rank = self.rank(expression) + 1;
                self.print(first, rank);
                for (operator, it) in rest {
                    self.operator(*operator);
                    self.print(it, rank);
                }
            }
            ExpressionKind::Binary(operator, two) => {
                let rank = operator.rank();
                let right = match operator.fixity() {
                    Fixity::Right => rank,
                    Fixity::Left | Fixity::None => rank + 1,
                };
                self.print(&two[0], rank + 1);
                self.operator(*operator);
                self.print(&two[1], right);
            }
            ExpressionKind::If(three) => {
                for (word, part) in ["if ", " then ", " else "].into_iter().zip(three.iter()) {
                    self.out.push_str(word);
                    self.print(part, LOWEST);
                }
            }
            ExpressionKind::Read(two) => {
                self.print(&two[0], PRIMARY);
                self.out.push('[');
                self.print(&two[1], LOWEST);
                self.out.push(']');
            }
            ExpressionKind::Write(three) => {
                self.print(&three[0], PRIMARY);
                self.out.push('[');
                self.entry(&three[1], &three[2]);
                self.out.push(']');
            }
            ExpressionKind::Array {
                entries,
                index,
                default,
            } => {
                self.out.push('[');
                for [place, value] in entries {
                    self.entry(place, value);
                    self.out.push_str(", ");
                }
                if let Some(index) = index {
                    self.out.push_str(&format!("<{}> ", sort(index)));
                }
                self.out.push_str("default <- ");
                self.print(default, LOWEST);
                self.out.push(']');
            }
        }
    }

    fn entry(&mut self, place: &Expression, value: &Expression) {
        self.print(place, LOWEST);
        self.out.push_str(" <- ");
        self.print(value, LOWEST);
    }

    fn operator(&mut self, operator: Operator) {
        let text = operator.spellings()[usize::from(self.grammar.words)];
        self.out.push_str(&format!(" {text} "));
    }
}
