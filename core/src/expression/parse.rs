//! Expressions: from tokens to a tree, for every language with expressions.
//!
//! Precedence climbing over the ranks of `grammar`: one function for all of them, so that a pair
//! of parentheses costs two or three frames of stack. What is nested deeper than [`MOST_NESTED`] is reported
//! and skipped. Reading never fails: what cannot be read becomes [`ExpressionKind::Unreadable`] and one
//! finding; further ones in the same expression would only be its echo.

use super::ast::{Expression, ExpressionKind, Operator, SortKind, SortSyntax};
use super::grammar::{Fixity, Grammar, LOWEST, NEGATION, Negation, SIGN};
use crate::text::{Cursor, Diagnostic, Kind, Span, TokenRole, unquote};

/// How deep parentheses, conditions, brackets and signs can be nested.
pub const MOST_NESTED: usize = 200;

/// The symbols that a language with expressions needs, the longer ones first.
pub const SYMBOLS: &[&str] = &[
    "->", "<-", "==", "!=", "<>", "<=", ">=", "=>", "&&", "||", "..", "(", ")", "[", "]", "<", ">",
    "=", "!", "+", "-", "*", "/", "%", ",",
];

/// Reads an expression.
pub fn expression(cursor: &mut Cursor, grammar: Grammar) -> Expression {
    Parser::new(cursor, grammar).operators(LOWEST)
}

/// Reads a type.
pub fn sort(cursor: &mut Cursor) -> SortSyntax {
    Parser::new(cursor, Grammar::THETA).sort()
}

struct Parser<'p, 's, 'f> {
    cursor: &'p mut Cursor<'s, 'f>,
    grammar: Grammar,
    nested: usize,
    /// Whether something in this expression has been reported.
    reported: bool,
}

impl<'p, 's, 'f> Parser<'p, 's, 'f> {
    fn new(cursor: &'p mut Cursor<'s, 'f>, grammar: Grammar) -> Self {
        Self {
            cursor,
            grammar,
            nested: 0,
            reported: false,
        }
    }

    /// An expression whose operators have at least a rank.
    fn operators(&mut self, least: u8) -> Expression {
        let start = self.cursor.peek().span.start;
        let mut left = self.prefix(least);
        while let Some(operator) = self.operator().filter(|it| it.rank() >= least) {
            let rank = operator.rank();
            let kind = match operator.fixity() {
                Fixity::Left => {
                    let mut rest = Vec::new();
                    while let Some(operator) = self.operator().filter(|it| it.rank() == rank) {
                        self.cursor.advance();
                        rest.push((operator, self.operators(rank + 1)));
                    }
                    ExpressionKind::Chain(Box::new(left), rest)
                }
                Fixity::Right => {
                    self.cursor.advance();
                    let right = self.deeper(|parser| parser.operators(rank));
                    ExpressionKind::Binary(operator, Box::new([left, right]))
                }
                Fixity::None => {
                    self.cursor.advance();
                    let right = self.operators(rank + 1);
                    self.chained(rank);
                    ExpressionKind::Binary(operator, Box::new([left, right]))
                }
            };
            left = Expression::new(kind, self.cursor.since(start));
        }
        left
    }

    /// The operator that stands here.
    fn operator(&self) -> Option<Operator> {
        let token = self.cursor.peek();
        match token.kind {
            Kind::Symbol(_) | Kind::Word => Operator::read(self.cursor.text(token)),
            _ => None,
        }
    }

    /// Reports a second comparison after a first one.
    fn chained(&mut self, rank: u8) {
        let Some(operator) = self.operator().filter(|it| it.rank() == rank) else {
            return;
        };
        let span = self.cursor.peek().span;
        let title = "Comparisons cannot be chained";
        let hint = format!(
            "Put one of them in parentheses, or write `a {0} b && b {0} c`.",
            operator.spellings()[0]
        );
        self.report(Diagnostic::error("chained-comparison", span, title).hint(hint));
    }

    /// Signs, `!` and `if`, then what they stand before.
    fn prefix(&mut self, least: u8) -> Expression {
        let start = self.cursor.peek().span.start;
        if self.cursor.at_word("if") {
            return self.condition(least);
        }
        let kind = if self.at_not() {
            let weak = self.grammar.negation == Negation::BelowEquality;
            if weak && least > NEGATION {
                let span = self.cursor.peek().span;
                let title = "`!` binds weaker than this operator";
                let hint = "Put the negation in parentheses: `(!x)`.";
                self.report(Diagnostic::error("weak-negation", span, title).hint(hint));
            }
            let operand = if weak && least <= NEGATION {
                NEGATION + 1
            } else {
                SIGN
            };
            self.cursor.advance();
            ExpressionKind::Not(Box::new(self.deeper(|parser| parser.operators(operand))))
        } else if self.cursor.at_symbol("-") || self.cursor.at_symbol("+") {
            let minus = self.cursor.at_symbol("-");
            self.cursor.advance();
            let operand = self.deeper(|parser| parser.operators(SIGN));
            ExpressionKind::Sign(minus, Box::new(operand))
        } else {
            return self.accessed();
        };
        Expression::new(kind, self.cursor.since(start))
    }

    /// Whether `!` stands here, or a `not` that is no variable.
    fn at_not(&self) -> bool {
        if self.cursor.at_symbol("!") {
            return true;
        }
        let next = self.cursor.peek_at(1);
        let operand = match next.kind {
            Kind::Word => Operator::read(self.cursor.text(next)).is_none(),
            Kind::Number | Kind::Symbol("(" | "!") => true,
            Kind::Quoted => self.grammar.quoted,
            _ => false,
        };
        self.cursor.at_word("not") && operand
    }

    fn condition(&mut self, least: u8) -> Expression {
        let word = self.cursor.advance().span;
        if least > LOWEST {
            let title = "`if … then … else …` must stand in parentheses here";
            let hint = "Write `(if … then … else …)`.";
            self.report(Diagnostic::error("bare-condition", word, title).hint(hint));
        }
        let part = |parser: &mut Self| parser.deeper(|parser| parser.operators(LOWEST));
        let condition = part(self);
        self.expect_word("then");
        let then = part(self);
        self.expect_word("else");
        let otherwise = part(self);
        let kind = ExpressionKind::If(Box::new([condition, then, otherwise]));
        Expression::new(kind, self.cursor.since(word.start))
    }

    /// What stands alone, and the brackets behind it.
    fn accessed(&mut self) -> Expression {
        let start = self.cursor.peek().span.start;
        let mut array = self.primary();
        let nested = self.nested;
        while self.cursor.eat_symbol("[").is_some() {
            self.nested += 1;
            let index = self.deeper(|parser| parser.operators(LOWEST));
            let kind = if self.cursor.eat_symbol("<-").is_some() {
                let value = self.deeper(|parser| parser.operators(LOWEST));
                ExpressionKind::Write(Box::new([array, index, value]))
            } else {
                ExpressionKind::Read(Box::new([array, index]))
            };
            self.expect_symbol("]");
            array = Expression::new(kind, self.cursor.since(start));
        }
        self.nested = nested;
        array
    }

    fn primary(&mut self) -> Expression {
        let token = self.cursor.peek();
        let text = self.cursor.text(token);
        let kind = match token.kind {
            Kind::Number => ExpressionKind::Integer(text.parse().unwrap_or(u64::MAX)),
            Kind::Word => match text {
                "true" | "false" => ExpressionKind::Boolean(text == "true"),
                "then" | "else" => return self.missing(),
                _ if Operator::read(text).is_some() => return self.missing(),
                _ => ExpressionKind::Name(text.to_string()),
            },
            Kind::Quoted if self.grammar.quoted => {
                let name = unquote(text);
                self.cursor.advance();
                self.cursor.paint(token.span, TokenRole::Name);
                return Expression::new(ExpressionKind::Name(name), token.span);
            }
            Kind::Symbol("(") => {
                self.cursor.advance();
                let inner = self.deeper(|parser| parser.operators(LOWEST));
                self.expect_symbol(")");
                return inner;
            }
            Kind::Symbol("[") => return self.array(),
            Kind::Malformed => {
                let title = format!("`{text}` is neither a number nor a name");
                let hint = "Names begin with a letter.";
                self.report(Diagnostic::error("bad-name", token.span, title).hint(hint));
                ExpressionKind::Unreadable
            }
            _ => return self.missing(),
        };
        self.cursor.advance();
        Expression::new(kind, token.span)
    }

    /// `[index <- value, …, default <- value]`
    fn array(&mut self) -> Expression {
        let open = self.cursor.advance().span;
        let mut entries = Vec::new();
        let mut index = None;
        let default = loop {
            if self.cursor.eat_symbol("<").is_some() {
                index = Some(self.sort());
                self.expect_symbol(">");
            }
            let next = self.cursor.peek_at(1);
            if self.cursor.at_word("default") && next.kind == Kind::Symbol("<-") {
                self.cursor.advance();
                self.cursor.advance();
                break self.deeper(|parser| parser.operators(LOWEST));
            }
            let place = self.deeper(|parser| parser.operators(LOWEST));
            self.expect_symbol("<-");
            let value = self.deeper(|parser| parser.operators(LOWEST));
            entries.push([place, value]);
            if self.cursor.eat_symbol(",").is_none() {
                let hint = "An array says what all other places hold: `default <- 0`.";
                self.missing_piece("`, default <- …`", Some(hint));
                break Expression::new(ExpressionKind::Unreadable, self.cursor.place());
            }
            if self.reported && self.cursor.at_end() {
                break Expression::new(ExpressionKind::Unreadable, self.cursor.place());
            }
        };
        self.expect_symbol("]");
        let kind = ExpressionKind::Array {
            entries,
            index,
            default: Box::new(default),
        };
        Expression::new(kind, self.cursor.since(open.start))
    }

    fn sort(&mut self) -> SortSyntax {
        let token = self.cursor.peek();
        let kind = match token.kind {
            Kind::Word => {
                self.cursor.advance();
                match self.cursor.text(token) {
                    "boolean" => SortKind::Boolean,
                    "integer" => SortKind::Integer,
                    name => SortKind::Named(name.to_string()),
                }
            }
            Kind::Number | Kind::Symbol("-") => self.range(),
            Kind::Symbol("[") if self.nested < MOST_NESTED => {
                self.nested += 1;
                self.cursor.advance();
                let index = self.sort();
                self.expect_symbol("]");
                self.expect_symbol("->");
                let element = self.sort();
                self.nested -= 1;
                SortKind::Array(Box::new([index, element]))
            }
            _ => {
                if self.nested >= MOST_NESTED {
                    self.too_deep();
                } else {
                    let hint = "Write `boolean`, `integer`, `0..5`, `[integer] -> boolean`, or the name of a type.";
                    self.missing_piece("a type", Some(hint));
                }
                SortKind::Unreadable
            }
        };
        SortSyntax {
            kind,
            span: self.cursor.since(token.span.start),
        }
    }

    fn range(&mut self) -> SortKind {
        let start = self.cursor.peek().span.start;
        let low = self.bound();
        self.expect_symbol("..");
        let high = self.bound();
        match (low, high) {
            (Some(low), Some(high)) if low <= high => SortKind::Range(low, high),
            (Some(_), Some(_)) => {
                let span = self.cursor.since(start);
                let title = "This range is empty";
                let hint = "Write the smaller number first.";
                self.report(Diagnostic::error("empty-range", span, title).hint(hint));
                SortKind::Unreadable
            }
            _ => SortKind::Unreadable,
        }
    }

    /// A whole number with its sign.
    fn bound(&mut self) -> Option<i64> {
        let start = self.cursor.peek().span.start;
        let sign = match self.cursor.eat_symbol("-") {
            Some(_) => "-",
            None => "",
        };
        let token = self.cursor.peek();
        if token.kind != Kind::Number {
            self.missing_piece("a whole number", None);
            return None;
        }
        self.cursor.advance();
        let number = format!("{sign}{}", self.cursor.text(token)).parse();
        if number.is_err() {
            let span = self.cursor.since(start);
            self.report(number_too_large(span));
        }
        number.ok()
    }

    /// Reads something that is nested one level deeper, or skips it.
    fn deeper(&mut self, read: impl FnOnce(&mut Self) -> Expression) -> Expression {
        if self.nested >= MOST_NESTED {
            return self.too_deep();
        }
        self.nested += 1;
        let inner = read(self);
        self.nested -= 1;
        inner
    }

    /// Reports that the nesting is too deep, and skips what is inside, up to the end of the statement.
    fn too_deep(&mut self) -> Expression {
        let span = self.cursor.peek().span;
        let title = format!("This is nested more than {MOST_NESTED} levels deep");
        let hint = "Give a part of it a variable of its own.";
        self.report(Diagnostic::error("nested-too-deeply", span, title).hint(hint));
        while !self.cursor.at_end() && !self.at_end_of_statement() {
            self.cursor.advance();
        }
        Expression::new(ExpressionKind::Unreadable, span)
    }

    fn at_end_of_statement(&self) -> bool {
        matches!(
            self.cursor.peek().kind,
            Kind::Break | Kind::Symbol(";" | "{" | "}")
        )
    }

    fn missing(&mut self) -> Expression {
        self.missing_piece("an expression", None);
        Expression::new(ExpressionKind::Unreadable, self.cursor.place())
    }

    fn expect_symbol(&mut self, symbol: &str) {
        if self.cursor.eat_symbol(symbol).is_none() {
            self.missing_piece(&format!("`{symbol}`"), None);
        }
    }

    fn expect_word(&mut self, word: &str) {
        if self.cursor.eat_word(word).is_none() {
            self.missing_piece(&format!("`{word}`"), None);
        }
    }

    fn missing_piece(&mut self, what: &str, hint: Option<&str>) {
        if !std::mem::replace(&mut self.reported, true) {
            self.cursor.expected("unreadable-expression", what, hint);
        }
    }

    fn report(&mut self, finding: Diagnostic) {
        if !std::mem::replace(&mut self.reported, true) {
            self.cursor.findings.push(finding);
        }
    }
}

/// The finding about a number that does not fit.
#[must_use]
pub fn number_too_large(span: Span) -> Diagnostic {
    Diagnostic::error(
        "number-too-large",
        span,
        "This number needs more than 64 bits",
    )
    .hint("Write a number between -9223372036854775808 and 9223372036854775807.")
}
