//! What stands alone in an expression: values, names, collections that are written out, `if` and `let`.

use super::ast::{Expression, ExpressionKind, LetSyntax};
use super::parse::Parser;
use super::words::COLLECTIONS;
use crate::language::classes::parse::sort;
use crate::language::classes::words::{CLASS, LITERAL, OBJECT, OF_EXPRESSIONS, PROPERTY, VARIABLE};
use crate::text::{Kind, Naming, Token, TokenRole, unquote};

impl Parser<'_, '_, '_> {
    pub(super) fn primary(&mut self) -> Expression {
        let token = self.cursor.peek();
        let text = self.cursor.text(token);
        let kind = match token.kind {
            Kind::Number => {
                self.cursor.advance();
                ExpressionKind::Integer(text.parse().unwrap_or(i64::MAX))
            }
            Kind::Quoted => {
                self.cursor.advance();
                ExpressionKind::Text(unquote(text))
            }
            Kind::Word => return self.word(token),
            Kind::Symbol("#") => {
                self.cursor.advance();
                self.cursor.offer_names(Naming::Known(LITERAL));
                match self.name("a literal") {
                    Some(name) => {
                        self.cursor.paint(name.span, TokenRole::Constant);
                        ExpressionKind::Literal(None, name)
                    }
                    None => ExpressionKind::Unreadable,
                }
            }
            Kind::Symbol("(") => {
                self.cursor.advance();
                self.open += 1;
                let inner = self.deeper(|parser| parser.operators(1));
                self.close(")");
                return inner;
            }
            _ => return self.missing(),
        };
        Expression::new(kind, self.cursor.since(token.span.start))
    }

    fn word(&mut self, token: Token) -> Expression {
        const FIRST: &[&str] = &["self", "not", "true", "false", "null", "if", "let"];
        for kind in [VARIABLE, PROPERTY, OBJECT, CLASS] {
            self.cursor.offer_names(Naming::Known(kind));
        }
        self.cursor.offer_words(FIRST);
        let text = self.cursor.text(token);
        let constant = match text {
            "true" | "false" => ExpressionKind::Boolean(text == "true"),
            "null" => ExpressionKind::Null,
            "invalid" => ExpressionKind::Invalid,
            "self" => ExpressionKind::This,
            "if" => return self.condition(),
            "let" => return self.binding(),
            _ => return self.named(token),
        };
        self.cursor.advance();
        Expression::new(constant, token.span)
    }

    /// A name, and what may belong to it: `E::a`, `op(…)`, `x@pre`.
    fn named(&mut self, token: Token) -> Expression {
        if OF_EXPRESSIONS.contains(&self.cursor.text(token)) {
            return self.missing();
        }
        let collection = COLLECTIONS
            .iter()
            .position(|it| *it == self.cursor.text(token));
        if let Some(number) = collection
            && self.cursor.peek_at(1).kind == Kind::Symbol("{")
        {
            return self.collection(number == 1);
        }
        let Some(name) = self.name("a name") else {
            return Expression::unreadable(token.span);
        };
        let kind = if self.cursor.eat_symbol("::").is_some() {
            self.cursor.paint(name.span, TokenRole::Type);
            self.cursor.offer_names(Naming::Known(LITERAL));
            match self.name("a literal") {
                Some(literal) => {
                    self.cursor.paint(literal.span, TokenRole::Constant);
                    ExpressionKind::Literal(Some(name), literal)
                }
                None => ExpressionKind::Unreadable,
            }
        } else if self.cursor.at_symbol("(") {
            self.cursor.paint(name.span, TokenRole::Event);
            ExpressionKind::Call(None, name, self.arguments())
        } else {
            let pre = self.at_pre();
            ExpressionKind::Name(name, pre)
        };
        Expression::new(kind, self.cursor.since(token.span.start))
    }

    /// `Set{1, 3..5}`
    fn collection(&mut self, is_bag: bool) -> Expression {
        let word = self.cursor.advance().span;
        self.cursor.paint(word, TokenRole::Type);
        self.cursor.advance();
        self.open += 1;
        self.go_on();
        let mut all = Vec::new();
        if !self.cursor.at_symbol("}") {
            loop {
                let first = self.deeper(|parser| parser.operators(1));
                let is_range = self.cursor.eat_symbol("..").is_some();
                let last = is_range.then(|| self.deeper(|parser| parser.operators(1)));
                all.push((first, last));
                self.go_on();
                if self.cursor.eat_symbol(",").is_none() {
                    break;
                }
            }
        }
        self.close("}");
        let kind = ExpressionKind::Collection(is_bag, all);
        Expression::new(kind, self.cursor.since(word.start))
    }

    fn condition(&mut self) -> Expression {
        let start = self.cursor.advance().span.start;
        self.open += 1;
        let part = |parser: &mut Self, end: &'static str| {
            let part = parser.deeper(|parser| parser.operators(1));
            parser.expect_word(end);
            part
        };
        let parts = [part(self, "then"), part(self, "else"), part(self, "endif")];
        self.open -= 1;
        let kind = ExpressionKind::If(Box::new(parts));
        Expression::new(kind, self.cursor.since(start))
    }

    fn binding(&mut self) -> Expression {
        let start = self.cursor.advance().span.start;
        self.open += 1;
        let name = self.declared("a variable");
        let sort = match self.cursor.eat_symbol(":") {
            Some(_) => Some(sort(self.cursor)),
            None => None,
        };
        self.expect_symbol("=");
        let value = self.deeper(|parser| parser.operators(1));
        self.expect_word("in");
        self.go_on();
        self.open -= 1;
        let body = self.deeper(|parser| parser.operators(1));
        let Some(name) = name else {
            return Expression::unreadable(self.cursor.since(start));
        };
        let kind = ExpressionKind::Let(Box::new(LetSyntax {
            name,
            sort,
            value,
            body,
        }));
        Expression::new(kind, self.cursor.since(start))
    }
}
