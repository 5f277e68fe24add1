//! `let` and iterators: what names stand for in a part of an expression.

use super::ast::{Iteration, LetSyntax};
use super::check::{Checker, Typed};
use super::operations::Iterator;
use super::term::Term;
use super::types::Type;
use crate::language::Name;
use crate::language::classes::check_types::sort_of;
use crate::language::names::shown;
use crate::text::{Diagnostic, Span};

impl Checker<'_, '_> {
    pub(super) fn binding(&mut self, it: &LetSyntax) -> Typed {
        let (value, mut sort) = self.expression(&it.value);
        if let Some(written) = &it.sort {
            let known = sort_of(self.model(), written, self.findings);
            if let Some(known) = known {
                self.wants(&sort, &known, it.value.span);
                sort = known;
            }
        }
        self.names.push((it.name.text.clone(), self.depth, sort));
        self.depth += 1;
        let (body, sort) = self.expression(&it.body);
        self.depth -= 1;
        self.names.pop();
        (Term::Let(Box::new([value, body])), sort)
    }

    pub(super) fn iterate(&mut self, it: &Iteration) -> Typed {
        let Some(iterator) = Iterator::read(&it.name.text) else {
            return self.unknown_asked(&it.name);
        };
        let (source, source_sort) = self.expression(&it.source);
        let element = source_sort.element();
        for (_, written) in &it.variables {
            let Some(written) = written else {
                continue;
            };
            let known = sort_of(self.model(), written, self.findings);
            if let Some(known) = known {
                self.wants(&element, &known, written.span);
            }
        }
        let quantifies = matches!(iterator, Iterator::ForAll | Iterator::Exists);
        if it.variables.len() > 1 && !quantifies {
            let title = format!("{} has one variable", shown(&it.name.text));
            let finding = Diagnostic::error("too-many-variables", it.variables[1].0.span, title);
            return self
                .report(finding.hint("Only `forAll` and `exists` look at several at once."));
        }
        if it.variables.len() < 2 {
            let (body, body_sort) = self.body(it, it.variables.first().map(|it| &it.0), &element);
            let sort = self.iterated(iterator, &source_sort, body_sort, it.body.span);
            return (Term::Iterate(iterator, Box::new([source, body])), sort);
        }
        // Several variables are several quantifiers over one collection, which is evaluated once.
        let collection = self.depth;
        self.depth += 1;
        let implicit = self.implicit.len();
        for (name, _) in &it.variables {
            self.names
                .push((name.text.clone(), self.depth, element.clone()));
            if name.text == "self" {
                self.implicit.push((self.depth, element.clone()));
            }
            self.depth += 1;
        }
        let mut term = self.condition(&it.body);
        self.implicit.truncate(implicit);
        for _ in &it.variables {
            self.names.pop();
            self.depth -= 1;
            term = Term::Iterate(iterator, Box::new([Term::Variable(collection), term]));
        }
        self.depth -= 1;
        (Term::Let(Box::new([source, term])), Type::Boolean)
    }

    fn body(&mut self, it: &Iteration, name: Option<&Name>, element: &Type) -> Typed {
        // The properties of what has no name can be named alone, and those of `self`.
        let is_implicit = name.is_none_or(|it| it.text == "self");
        let names = self.names.len();
        if let Some(name) = name {
            self.names
                .push((name.text.clone(), self.depth, element.clone()));
        }
        if is_implicit {
            self.implicit.push((self.depth, element.clone()));
        }
        self.depth += 1;
        let body = self.expression(&it.body);
        self.depth -= 1;
        self.names.truncate(names);
        if is_implicit {
            self.implicit.pop();
        }
        body
    }

    /// The type of what an iterator answers.
    fn iterated(&mut self, iterator: Iterator, source: &Type, body: Type, span: Span) -> Type {
        let conditional = !matches!(
            iterator,
            Iterator::Collect | Iterator::Closure | Iterator::IsUnique
        );
        if conditional {
            self.wants(&body, &Type::Boolean, span);
        }
        let element = source.element();
        match iterator {
            Iterator::ForAll | Iterator::Exists | Iterator::One | Iterator::IsUnique => {
                Type::Boolean
            }
            Iterator::Select | Iterator::Reject => match source {
                Type::Bag(_) => Type::Bag(Box::new(element)),
                _ => Type::Set(Box::new(element)),
            },
            Iterator::Any => element,
            Iterator::Collect => Type::Bag(Box::new(body.element())),
            Iterator::Closure => {
                self.wants(&body.element(), &element, span);
                Type::Set(Box::new(element))
            }
        }
    }
}
