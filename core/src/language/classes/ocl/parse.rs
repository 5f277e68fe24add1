//! Expressions of OCL: from tokens to a tree. Never fails and never panics.
//!
//! An expression ends with its line, unless a bracket, `if` or `let` is open, the line ends in an operator, or the next one begins
//! with one. What cannot be read becomes [`ExpressionKind::Unreadable`] and one finding; further ones in the same expression
//! would only be its echo. What is nested deeper than [`MOST_NESTED`] is reported and skipped.

use super::ast::{Expression, ExpressionKind, Iteration, Operator, PREFIX};
use super::elsewhere;
use super::words::{ASKED, ITERATORS, OF_CLASSES, OF_NUMBERS, OF_OBJECTS};
use crate::language::Name;
use crate::language::classes::ast::TypeSyntax;
use crate::language::classes::parse::sort;
use crate::language::classes::words::{OPERATION, PROPERTY, VARIABLE, VOCABULARY};
use crate::text::{Cursor, Diagnostic, Kind, Naming, Span, TokenRole, unquote};

/// How deep parentheses, conditions, calls and dots can be nested.
pub const MOST_NESTED: usize = 100;

/// Reads an expression.
pub fn expression(cursor: &mut Cursor) -> Expression {
    Parser::new(cursor, 0).operators(1)
}

/// Reads an expression inside brackets that the caller has opened and will close: lines do not end it.
pub fn bracketed(cursor: &mut Cursor) -> Expression {
    let mut parser = Parser::new(cursor, 1);
    let expression = parser.operators(1);
    parser.go_on();
    expression
}

pub(super) struct Parser<'p, 's, 'f> {
    pub(super) cursor: &'p mut Cursor<'s, 'f>,
    nested: usize,
    /// How many brackets, `if` and `let` are open.
    pub(super) open: usize,
    /// Whether something in this expression has been reported.
    reported: bool,
}

impl<'p, 's, 'f> Parser<'p, 's, 'f> {
    fn new(cursor: &'p mut Cursor<'s, 'f>, open: usize) -> Self {
        Self {
            cursor,
            nested: 0,
            open,
            reported: false,
        }
    }

    /// Passes over the end of a line, where the expression goes on for sure.
    pub(super) fn go_on(&mut self) {
        if self.open > 0 && self.at_line_end() && !self.begins_something_else() {
            self.cursor.skip_breaks();
        }
    }

    fn at_line_end(&self) -> bool {
        let next = self.cursor.peek();
        next.kind == Kind::Break && self.cursor.text(next) != ";"
    }

    /// Whether the next line begins an item or a clause: then a bracket was never closed.
    fn begins_something_else(&self) -> bool {
        let (first, second) = (self.cursor.peek_at(1), self.cursor.peek_at(2));
        let word = self.cursor.text(first);
        let is_clause = matches!(word, "inv" | "pre" | "post")
            && matches!(second.kind, Kind::Word | Kind::Symbol(":"));
        let is_item = VOCABULARY.item(word).is_some()
            && matches!(second.kind, Kind::Word | Kind::Quoted | Kind::Symbol("{"));
        first.kind == Kind::Word && (is_clause || is_item)
    }

    /// The operator that comes next, perhaps at the beginning of the next line.
    fn operator(&mut self) -> Option<Operator> {
        let token = match self.at_line_end() {
            true => self.cursor.peek_at(1),
            false => self.cursor.peek(),
        };
        let text = match token.kind {
            Kind::Symbol(symbol) => elsewhere::meant(symbol).unwrap_or(symbol),
            Kind::Word => self.cursor.text(token),
            _ => return None,
        };
        Operator::ALL.into_iter().find(|it| it.word() == text)
    }

    /// Takes the operator that comes next, with the ends of lines around it.
    fn take_operator(&mut self) {
        self.cursor.skip_breaks();
        self.take_symbol();
        if self.at_line_end() && !self.begins_something_else() {
            self.cursor.skip_breaks();
        }
    }

    /// Takes the next token, and says what to write where that is of another language.
    fn take_symbol(&mut self) {
        let token = self.cursor.advance();
        if let Some(finding) = elsewhere::finding(self.cursor.source(), token.span) {
            self.report(finding);
        }
    }

    /// An expression whose operators have at least a rank.
    pub(super) fn operators(&mut self, least: u8) -> Expression {
        self.go_on();
        let start = self.cursor.peek().span.start;
        let mut left = self.prefix();
        while let Some(operator) = self.operator().filter(|it| it.rank() >= least) {
            let rank = operator.rank();
            let mut rest = Vec::new();
            while let Some(operator) = self.operator().filter(|it| it.rank() == rank) {
                self.take_operator();
                rest.push((operator, self.operators(rank + 1)));
            }
            let kind = ExpressionKind::Chain(Box::new(left), rest);
            left = Expression::new(kind, self.cursor.since(start));
        }
        left
    }

    /// `not` and `-`, and what they stand before.
    fn prefix(&mut self) -> Expression {
        let start = self.cursor.peek().span.start;
        let wrap: fn(Box<Expression>) -> ExpressionKind = match () {
            () if self.cursor.at_word("not") || self.cursor.at_symbol("!") => ExpressionKind::Not,
            () if self.cursor.at_symbol("-") => ExpressionKind::Minus,
            () => return self.steps(),
        };
        self.take_symbol();
        let operand = self.deeper(|parser| {
            parser.go_on();
            parser.prefix()
        });
        debug_assert!(PREFIX > Operator::Times.rank(), "nothing binds tighter");
        Expression::new(wrap(Box::new(operand)), self.cursor.since(start))
    }

    /// What stands alone, and the dots and arrows behind it.
    fn steps(&mut self) -> Expression {
        let start = self.cursor.peek().span.start;
        let mut source = self.primary();
        let nested = self.nested;
        while let Some(symbol) = self.step_symbol() {
            if self.is_too_deep() {
                break;
            }
            self.cursor.skip_breaks();
            self.cursor.advance();
            let kind = match symbol {
                "." => self.after_dot(source),
                _ => self.after_arrow(source),
            };
            source = Expression::new(kind, self.cursor.since(start));
        }
        self.nested = nested;
        source
    }

    fn step_symbol(&self) -> Option<&'static str> {
        let token = match self.at_line_end() {
            true => self.cursor.peek_at(1),
            false => self.cursor.peek(),
        };
        match token.kind {
            Kind::Symbol(symbol @ ("." | "->")) => Some(symbol),
            _ => None,
        }
    }

    fn after_dot(&mut self, source: Expression) -> ExpressionKind {
        for kind in [PROPERTY, OPERATION] {
            self.cursor.offer_names(Naming::Known(kind));
        }
        for words in [OF_OBJECTS, OF_CLASSES, OF_NUMBERS] {
            self.cursor.offer_words(words);
        }
        let Some(name) = self.name("a property or an operation") else {
            return ExpressionKind::Unreadable;
        };
        if self.cursor.at_symbol("(") {
            self.cursor.paint(name.span, TokenRole::Event);
            let arguments = self.arguments();
            return ExpressionKind::Call(Some(Box::new(source)), name, arguments);
        }
        let pre = self.at_pre();
        ExpressionKind::Property(Box::new(source), name, pre)
    }

    fn after_arrow(&mut self, source: Expression) -> ExpressionKind {
        self.cursor.offer_words(ITERATORS);
        self.cursor.offer_words(ASKED);
        let Some(name) = self.name("an operation of collections") else {
            return ExpressionKind::Unreadable;
        };
        self.cursor.paint(name.span, TokenRole::Event);
        if !self.cursor.at_symbol("(") {
            let hint = "Write for example `->size()` or `->forAll(x | x.open)`.";
            self.expected("expected-symbol", "`(`", Some(hint));
            return ExpressionKind::Unreadable;
        }
        let is_iterator = ITERATORS.contains(&&*name.text);
        let asks = is_iterator || (!ASKED.contains(&&*name.text) && self.declares(1));
        if !asks {
            let arguments = self.arguments();
            return ExpressionKind::Ask(Box::new(source), name, arguments);
        }
        self.cursor.advance();
        self.open += 1;
        let variables = self.variables();
        let body = self.deeper(|parser| parser.operators(1));
        self.close(")");
        ExpressionKind::Iterate(Box::new(Iteration {
            source,
            name,
            variables,
            body,
        }))
    }

    /// Whether variables are declared so many tokens ahead; right here there may be several.
    fn declares(&self, ahead: usize) -> bool {
        let kind = |it| self.cursor.peek_at(ahead + it).kind;
        let is_several = ahead == 0 && kind(1) == Kind::Symbol(",");
        kind(0) == Kind::Word && (is_several || matches!(kind(1), Kind::Symbol("|" | ":")))
    }

    /// `x, y : T |`
    fn variables(&mut self) -> Vec<(Name, Option<TypeSyntax>)> {
        self.go_on();
        let mut all = Vec::new();
        if !self.declares(0) {
            return all;
        }
        while let Some(name) = self.declared("a variable") {
            let typed = self.cursor.eat_symbol(":").is_some();
            all.push((name, typed.then(|| sort(self.cursor))));
            if self.cursor.eat_symbol(",").is_none() {
                break;
            }
            self.go_on();
        }
        if self.cursor.eat_symbol("|").is_none() {
            self.expected("expected-symbol", "`|` after the variables", None);
        }
        all
    }

    /// `(e, …)`
    pub(super) fn arguments(&mut self) -> Vec<Expression> {
        self.cursor.advance();
        self.open += 1;
        self.go_on();
        let mut all = Vec::new();
        if !self.cursor.at_symbol(")") {
            loop {
                all.push(self.deeper(|parser| parser.operators(1)));
                self.go_on();
                if self.cursor.eat_symbol(",").is_none() {
                    break;
                }
            }
        }
        self.close(")");
        all
    }

    /// `@pre`
    pub(super) fn at_pre(&mut self) -> bool {
        if self.cursor.eat_symbol("@").is_none() {
            return false;
        }
        if self.cursor.eat_keyword("pre").is_none() {
            let hint = "Write `@pre` for what was before the call.";
            self.expected("expected-word", "`pre` after `@`", Some(hint));
        }
        true
    }

    /// A name in use, as a word or in quotes.
    pub(super) fn name(&mut self, what: &str) -> Option<Name> {
        let token = self.cursor.peek();
        if !matches!(token.kind, Kind::Word | Kind::Quoted) {
            self.expected("expected-name", what, None);
            return None;
        }
        self.cursor.advance();
        self.cursor.paint(token.span, TokenRole::Name);
        let text = self.cursor.text(token);
        Some(Name {
            text: match token.kind {
                Kind::Quoted => unquote(text),
                _ => text.to_owned(),
            },
            span: token.span,
        })
    }

    /// A variable where it is declared.
    pub(super) fn declared(&mut self, what: &str) -> Option<Name> {
        let token = self.cursor.peek();
        let name = self.name(what)?;
        let naming = Naming::New(VARIABLE);
        self.cursor.note_name(naming, &name.text, token);
        Some(name)
    }

    pub(super) fn deeper(&mut self, read: impl FnOnce(&mut Self) -> Expression) -> Expression {
        if self.is_too_deep() {
            return Expression::unreadable(self.cursor.place());
        }
        let expression = read(self);
        self.nested -= 1;
        expression
    }

    /// Goes one level deeper, or reports that this is too deep and skips the rest of the line.
    fn is_too_deep(&mut self) -> bool {
        self.nested += 1;
        let is_too_deep = self.nested > MOST_NESTED;
        if is_too_deep {
            let title = format!("This is nested more than {MOST_NESTED} deep");
            let span = self.cursor.peek().span;
            let hint = "Take a part of it out, with `let` or as an operation of its own.";
            self.report(Diagnostic::error("nested-too-deep", span, title).hint(hint));
            self.cursor.skip_statement();
            self.nested -= 1;
        }
        is_too_deep
    }

    pub(super) fn close(&mut self, symbol: &'static str) {
        self.go_on();
        self.open -= 1;
        self.expect_symbol(symbol);
    }

    pub(super) fn expect_symbol(&mut self, symbol: &'static str) {
        self.go_on();
        if self.cursor.eat_symbol(symbol).is_none() {
            self.expected("expected-symbol", &format!("`{symbol}`"), None);
        }
    }

    pub(super) fn expect_word(&mut self, word: &'static str) {
        self.go_on();
        if self.cursor.eat_keyword(word).is_none() {
            let hint = match word {
                "in" => "Write `let x = value in what it is for`.",
                _ => "Write `if … then … else … endif`.",
            };
            self.expected("expected-word", &format!("`{word}`"), Some(hint));
        }
    }

    pub(super) fn missing(&mut self) -> Expression {
        self.expected("expected-expression", "an expression", None);
        let place: Span = self.cursor.place();
        // A character without a meaning is reported when it is taken.
        if self.cursor.peek().kind == Kind::Unknown {
            self.reported = true;
            self.cursor.advance();
        }
        Expression::unreadable(place)
    }

    fn expected(&mut self, code: &'static str, what: &str, hint: Option<&str>) {
        if !std::mem::replace(&mut self.reported, true) {
            self.cursor.expected(code, what, hint);
        }
    }

    fn report(&mut self, finding: Diagnostic) {
        if !std::mem::replace(&mut self.reported, true) {
            self.cursor.findings.push(finding);
        }
    }
}
