//! What the tests of expressions share: a lexer, and a room full of variables.

mod meaning;
mod reading;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::ast::Expression;
use super::unresolve::Naming;
use super::*;
use crate::text::{Cursor, Findings, Mode, Vocabulary};

static MODE: Mode = Mode {
    word_role: crate::text::no_word_role,
    symbols: parse::SYMBOLS,
    line_comments: &["//"],
    breaks: &[],
    dotted_names: true,
};

/// Expressions stand in no item.
static WORDLESS: Vocabulary = Vocabulary {
    items: &[],
    keywords: &[],
    reserved: &[],
};

/// What a text is read as, and the titles of what is wrong with it.
fn read(text: &str, grammar: Grammar) -> (Expression, Vec<String>) {
    let mut findings = Findings::default();
    let mut cursor = Cursor::new(text, &MODE, &WORDLESS, &mut findings);
    let expression = parse::expression(&mut cursor, grammar);
    if !cursor.at_end() {
        cursor.expected("rest", "the end", None);
    }
    let titles = findings.finish().into_iter().map(|it| it.title);
    (expression, titles.collect())
}

/// Variables `a…` of sorts by their first letter, two types that share a literal.
struct Room {
    variables: BTreeMap<String, (usize, Sort)>,
    types: Types,
}

impl Room {
    fn new() -> Self {
        let mut types = Types::default();
        for (name, literals) in [("Light", ["Red", "Green"]), ("Fruit", ["Red", "Apple"])] {
            let added = types.declare(Enumeration {
                name: name.into(),
                literals: literals.map(String::from).into(),
            });
            assert!(added);
        }
        let light = Sort::Enumeration(Arc::clone(types.named("Light").unwrap()));
        let array = Sort::Array {
            index: Arc::new(Sort::INTEGER),
            element: Arc::new(light.clone()),
        };
        let small = Sort::Integer {
            range: Some((0, 2)),
        };
        let places = Sort::Array {
            index: Arc::new(small.clone()),
            element: Arc::new(small.clone()),
        };
        let sorts = [
            ("flag", Sort::Boolean),
            ("x", Sort::INTEGER),
            ("y", Sort::INTEGER),
            ("light", light),
            ("lights", array),
            ("small", small),
            ("places", places),
        ];
        let numbered = sorts.into_iter().enumerate();
        let variables = numbered.map(|(at, (name, sort))| (name.to_string(), (at, sort)));
        Self {
            variables: variables.collect(),
            types,
        }
    }

    /// The term of a text, or what is wrong with it.
    fn term(&self, text: &str, sort: &Sort) -> Result<Term, Vec<String>> {
        let (expression, titles) = read(text, Grammar::THETA);
        assert!(titles.is_empty(), "{text}: {titles:?}");
        let mut findings = Findings::default();
        let mut checker = Checker {
            types: &self.types,
            scope: self,
            findings: &mut findings,
        };
        let term = checker.expect(&expression, sort);
        let said = findings.finish().into_iter().map(|it| match it.hint {
            Some(hint) => format!("{}: {} {hint}", it.span.text(text), it.title),
            None => format!("{}: {}", it.span.text(text), it.title),
        });
        let said: Vec<_> = said.collect();
        assert_eq!(term.is_none(), !said.is_empty(), "{text}");
        term.ok_or(said)
    }

    fn sort(&self, name: &str) -> &Sort {
        &self.variables[name].1
    }
}

impl Scope for Room {
    fn variable(&self, name: &str) -> Option<(usize, &Sort)> {
        self.variables.get(name).map(|(at, sort)| (*at, sort))
    }

    fn names(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        Box::new(self.variables.keys().map(String::as_str))
    }
}

impl Naming for Room {
    fn variable(&self, variable: usize) -> String {
        let found = self.variables.iter().find(|(_, (at, _))| *at == variable);
        found.unwrap().0.clone()
    }

    fn literal(&self, enumeration: &Arc<Enumeration>, literal: usize) -> String {
        format!("{}.{}", enumeration.name, enumeration.literals[literal])
    }
}
