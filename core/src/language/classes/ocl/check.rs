//! Expressions of OCL: names looked up, types worked out, and what is wrong.
//!
//! A name is a variable or parameter, a property of `self`, an object of the system or a class, in this order. What is wrong is
//! reported once; what follows from it has the type [`Type::Any`], of which nothing is said.

use std::cell::RefCell;

use super::ast::{Expression, ExpressionKind, Operator};
use super::operations::Iterator;
use super::term::{Property, Read, Term};
use super::types::Type;
use super::value::Value;
use crate::language::Name;
use crate::language::classes::model::ClassModel;
use crate::language::names::{did_you_mean, shown, shown_list};
use crate::text::{Diagnostic, Findings, Span, similar};

/// What expressions can name.
pub struct Scope<'d> {
    /// The model, as far as it is known: everything but contracts.
    pub model: ClassModel,
    /// The query operations.
    pub queries: Vec<Query<'d>>,
    /// The texts that are written anywhere.
    pub texts: RefCell<Vec<String>>,
}

/// An operation that computes something and changes nothing.
pub struct Query<'d> {
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub class: usize,
    /// Its parameters.
    pub parameters: Vec<(String, Type)>,
    /// The type of its result, where it is written.
    pub result: Option<Type>,
    /// What it computes.
    pub body: &'d Expression,
}

/// Looks names up in one expression.
pub struct Checker<'c, 'd> {
    pub(super) scope: &'c Scope<'d>,
    pub(super) findings: &'c mut Findings,
    /// Whether `@pre` means something here.
    pub(super) has_pre: bool,
    /// Variables by their names, with their places on the stack.
    pub(in super::super) names: Vec<(String, usize, Type)>,
    /// Whose properties can be named alone: `self`, and elements without a variable.
    pub(super) implicit: Vec<(usize, Type)>,
    /// How much is on the stack.
    pub(super) depth: usize,
    /// The queries that are being put in place.
    pub(in super::super) inlining: Vec<usize>,
    /// How many more queries can be put in place.
    pub(super) room: usize,
}

/// Queries that one expression can call, those that they call included.
const MOST_CALLS: usize = 2_000;

/// A term with its type.
pub(super) type Typed = (Term, Type);

impl<'c, 'd> Checker<'c, 'd> {
    /// A place where only objects and classes can be named.
    pub fn new(scope: &'c Scope<'d>, findings: &'c mut Findings) -> Self {
        Self {
            scope,
            findings,
            has_pre: false,
            names: Vec::new(),
            implicit: Vec::new(),
            depth: 0,
            inlining: Vec::new(),
            room: MOST_CALLS,
        }
    }

    /// With `self`, as the next place on the stack.
    #[must_use]
    pub fn about(mut self, class: usize) -> Self {
        let sort = Type::Object(class);
        self.implicit.push((self.depth, sort.clone()));
        self.names.push(("self".into(), self.depth, sort));
        self.depth += 1;
        self
    }

    /// With a variable, as the next place on the stack.
    #[must_use]
    pub fn with(mut self, name: &str, sort: Type) -> Self {
        self.names.push((name.into(), self.depth, sort));
        self.depth += 1;
        self
    }

    /// With `@pre`.
    #[must_use]
    pub fn after_a_call(mut self) -> Self {
        self.has_pre = true;
        self
    }

    pub(in super::super) fn model(&self) -> &'c ClassModel {
        &self.scope.model
    }

    pub(in super::super) fn report(&mut self, finding: Diagnostic) -> Typed {
        self.findings.push(finding);
        (Term::invalid(), Type::Any)
    }

    /// A condition.
    pub fn condition(&mut self, expression: &Expression) -> Term {
        let (term, sort) = self.expression(expression);
        self.wants(&sort, &Type::Boolean, expression.span);
        term
    }

    /// Reports a value of another type than is wanted.
    pub(in super::super) fn wants(&mut self, found: &Type, wanted: &Type, span: Span) {
        if found.is_comparable(wanted, self.model()) {
            return;
        }
        let (found, wanted) = (found.shown(self.model()), wanted.shown(self.model()));
        let title = format!("This is {found}, and {wanted} belongs here");
        let finding = Diagnostic::error("wrong-type", span, title);
        self.report(finding.hint("Look at what is named here, or compare it with something."));
    }

    /// An expression with its type.
    pub fn expression(&mut self, expression: &Expression) -> Typed {
        let span = expression.span;
        match &expression.kind {
            ExpressionKind::Boolean(it) => (Term::Constant(Value::Boolean(*it)), Type::Boolean),
            ExpressionKind::Integer(it) => {
                (Term::Constant(Value::Integer((*it).into())), Type::Integer)
            }
            ExpressionKind::Text(it) => (Term::Constant(self.text(it)), Type::Text),
            ExpressionKind::Null => (Term::Constant(Value::Null), Type::Any),
            ExpressionKind::Invalid | ExpressionKind::Unreadable => (Term::invalid(), Type::Any),
            ExpressionKind::This => self.this(span),
            ExpressionKind::Name(name, pre) => self.name(name, *pre, span),
            ExpressionKind::Literal(of, literal) => self.literal(of.as_ref(), literal),
            ExpressionKind::Property(source, name, pre) => {
                let source = self.expression(source);
                self.property(source, name, *pre, span)
            }
            ExpressionKind::Call(source, name, arguments) => {
                self.call(source.as_deref(), name, arguments)
            }
            ExpressionKind::Ask(source, name, arguments) => self.ask(source, name, arguments),
            ExpressionKind::Iterate(it) => self.iterate(it),
            ExpressionKind::Collection(is_bag, elements) => self.collection(*is_bag, elements),
            ExpressionKind::Not(it) => (Term::Not(Box::new(self.condition(it))), Type::Boolean),
            ExpressionKind::Minus(it) => {
                let term = self.integer(it);
                (Term::Minus(Box::new(term)), Type::Integer)
            }
            ExpressionKind::Chain(first, rest) => self.chain(first, rest),
            ExpressionKind::If(parts) => {
                let condition = self.condition(&parts[0]);
                let (one, one_sort) = self.expression(&parts[1]);
                let (other, other_sort) = self.expression(&parts[2]);
                let sort = one_sort.join(&other_sort, self.model());
                if sort.is_none() {
                    self.wants(&other_sort, &one_sort, parts[2].span);
                }
                let term = Term::If(Box::new([condition, one, other]));
                (term, sort.unwrap_or(Type::Any))
            }
            ExpressionKind::Let(it) => self.binding(it),
        }
    }

    /// The number of a text.
    pub(super) fn text(&self, text: &str) -> Value {
        let mut texts = self.scope.texts.borrow_mut();
        let known = texts.iter().position(|it| it == text);
        Value::Text(known.unwrap_or_else(|| {
            texts.push(text.to_owned());
            texts.len() - 1
        }))
    }

    fn this(&mut self, span: Span) -> Typed {
        if let Some((_, place, sort)) = self.names.iter().rfind(|it| it.0 == "self") {
            return (Term::Variable(*place), sort.clone());
        }
        let title = "There is no `self` here";
        let finding = Diagnostic::error("no-self", span, title);
        self.report(finding.hint("Name an object of the system."))
    }

    /// A property of a source; of a collection those of all its elements.
    pub(in super::super) fn property(
        &mut self,
        source: Typed,
        name: &Name,
        pre: bool,
        span: Span,
    ) -> Typed {
        let (source, sort) = source;
        if pre && !self.has_pre {
            return self.misplaced_pre(
                span,
                "There is no call before which this could be looked at",
            );
        }
        let class = match sort.element() {
            Type::Object(class) => class,
            Type::Any => return (Term::invalid(), Type::Any),
            other => {
                let title = format!(
                    "This is {}, which has no properties",
                    other.shown(self.model())
                );
                let finding = Diagnostic::error("no-property", span, title);
                return self.report(finding.hint("Properties are those of objects."));
            }
        };
        let found = self.model().properties(class, &name.text).next();
        let Some(property) = found else {
            let class_name = &self.model().classes[class].name;
            let title = format!(
                "{} has no property {}",
                shown(class_name),
                shown(&name.text)
            );
            let finding = Diagnostic::error("unknown-property", name.span, title);
            let known = self.properties_of(class);
            let finding = match similar(&name.text, known.iter().copied()) {
                Some(meant) => did_you_mean(finding, meant),
                None if known.is_empty() => finding.hint("It has none at all."),
                None => finding.hint(format!("It has {}.", shown_list(known))),
            };
            return self.report(finding);
        };
        self.of_each(source, &sort, |_, source| {
            let read = Read {
                source,
                property,
                is_before: pre,
                span,
            };
            (Term::Read(Box::new(read)), property)
        })
    }

    fn of_each(
        &mut self,
        source: Term,
        sort: &Type,
        make: impl FnOnce(&mut Self, Term) -> (Term, Property),
    ) -> Typed {
        let model = self.model();
        if !sort.is_collection() {
            let (term, property) = make(self, source);
            return (term, model.property_type(property));
        }
        let element = Term::Variable(self.depth);
        let (body, property) = make(self, element);
        let inner = model.property_type(property).element();
        let term = Term::Iterate(Iterator::Collect, Box::new([source, body]));
        (term, Type::Bag(Box::new(inner)))
    }

    pub(super) fn misplaced_pre(&mut self, span: Span, title: &str) -> Typed {
        let finding = Diagnostic::error("misplaced-pre", span, title);
        self.report(finding.hint("`@pre` stands behind properties, in postconditions only."))
    }

    pub(super) fn integer(&mut self, expression: &Expression) -> Term {
        let (term, sort) = self.expression(expression);
        self.wants(&sort, &Type::Integer, expression.span);
        term
    }

    fn chain(&mut self, first: &Expression, rest: &[(Operator, Expression)]) -> Typed {
        let (mut term, mut sort) = self.expression(first);
        let mut left_span = first.span;
        let mut terms = Vec::with_capacity(rest.len());
        for (operator, right) in rest {
            let (right_term, right_sort) = self.expression(right);
            // Nothing of this rank makes a set of anything else, so no term stands between.
            if let (Operator::Minus, Type::Set(_)) = (operator, &sort) {
                let asked = self.difference(&sort, &right_sort, right.span);
                term = Term::Ask(asked, Box::new(term), vec![right_term]);
                left_span = left_span.to(right.span);
                continue;
            }
            let (wanted, made) = match operator.rank() {
                1..=4 => (Some(Type::Boolean), Type::Boolean),
                5 => (None, Type::Boolean),
                6 => (Some(Type::Integer), Type::Boolean),
                _ => (Some(Type::Integer), Type::Integer),
            };
            match wanted {
                Some(wanted) => {
                    self.wants(&sort, &wanted, left_span);
                    self.wants(&right_sort, &wanted, right.span);
                }
                None => self.comparable(&sort, &right_sort, left_span.to(right.span)),
            }
            terms.push((*operator, right_term));
            sort = made;
            left_span = left_span.to(right.span);
        }
        if !terms.is_empty() {
            term = Term::Chain(Box::new(term), terms);
        }
        (term, sort)
    }

    /// Reports a comparison of what is never the same.
    pub(super) fn comparable(&mut self, one: &Type, other: &Type, span: Span) {
        if one.is_comparable(other, self.model()) {
            return;
        }
        let (one, other) = (one.shown(self.model()), other.shown(self.model()));
        let title = format!(
            "{} and {other} are never the same",
            crate::text::capitalised(&one)
        );
        let finding = Diagnostic::error("wrong-comparison", span, title);
        self.report(
            finding
                .hint("Compare values of one type; a property of an object is `object.property`."),
        );
    }
}
