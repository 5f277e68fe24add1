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
use crate::language::names::{did_you_mean, shown, shown_list, writing, written};
use crate::text::{Diagnostic, Findings, Severity, Span, similar};

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
        if found.join(wanted, self.model()).is_some() {
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
    fn text(&self, text: &str) -> Value {
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

    fn name(&mut self, name: &Name, pre: bool, span: Span) -> Typed {
        if let Some((_, place, sort)) = self.names.iter().rfind(|it| it.0 == name.text) {
            let found = (Term::Variable(*place), sort.clone());
            if pre {
                return self
                    .misplaced_pre(span, "A variable is the same before and after the call");
            }
            return found;
        }
        let implicit = self.implicit.clone();
        for (place, sort) in implicit.into_iter().rev() {
            let Type::Object(class) = sort.element() else {
                continue;
            };
            if self.model().properties(class, &name.text).next().is_some() {
                return self.property((Term::Variable(place), sort), name, pre, span);
            }
        }
        let mut objects = self.model().objects.iter();
        if let Some(object) = objects.position(|it| it.name == name.text) {
            if pre {
                return self.misplaced_pre(span, "An object is the same before and after the call");
            }
            let class = self.model().objects[object].class;
            return (Term::Constant(Value::Object(object)), Type::Object(class));
        }
        let finding = self.unknown(name);
        self.report(finding)
    }

    /// The finding about a name that nobody has.
    fn unknown(&self, name: &Name) -> Diagnostic {
        let model = self.model();
        if let Some(class) = model.classes.iter().find(|it| it.name == name.text) {
            let title = format!("{} is a class, and no value", shown(&class.name));
            let finding = Diagnostic::error("class-as-value", name.span, title);
            let hint = format!("All its objects are `{}.allInstances()`.", class.name);
            return finding.hint(hint);
        }
        let title = format!("There is nothing called {} here", shown(&name.text));
        let finding = Diagnostic::error("unknown-name", name.span, title);
        let mut literals = model.enumerations.iter().flat_map(|it| &it.literals);
        if literals.any(|it| *it == name.text) {
            let literal = format!("#{}", name.text);
            let fix = writing(name.span, &literal);
            return finding
                .hint(format!("Write {} for the literal.", shown(&literal)))
                .fix(fix);
        }
        if !self.findings.wants(Severity::Error) {
            return finding;
        }
        if let Some(path) = self.owner(&name.text) {
            let path = format!("{path}.{}", written(&name.text));
            let fix = writing(name.span, &path);
            return finding
                .hint(format!("Did you mean {}?", shown(&path)))
                .fix(fix);
        }
        let known = self.visible();
        let constants = ["true", "false", "null", "self"];
        match similar(&name.text, known.iter().copied().chain(constants)) {
            Some(meant) if constants.contains(&meant) && !known.contains(&meant) => {
                let hint = format!("Did you mean {}?", shown(meant));
                finding.hint(hint).fix(writing(name.span, meant))
            }
            Some(meant) => did_you_mean(finding, meant),
            None if known.is_empty() => {
                finding.hint("Declare objects in `system`, and name their properties: `tl.green`.")
            }
            None => finding.hint(format!("Known here: {}.", shown_list(known))),
        }
    }

    /// What has a property of this name: a role that leads to one object from here, else the only object, or the first.
    fn owner(&self, name: &str) -> Option<String> {
        let model = self.model();
        let has = |class| model.properties(class, name).next().is_some();
        let own = self
            .implicit
            .iter()
            .rev()
            .filter_map(|(_, sort)| match sort.element() {
                Type::Object(class) => Some(class),
                _ => None,
            });
        let roles = own.flat_map(|class| {
            let all = model.all_properties();
            all.filter(move |it| model.is_a(class, model.property_class(*it)))
        });
        let mut roles = roles.filter_map(|it| match it {
            Property::End(id) => Some(model.end(id)).filter(|it| it.is_single()),
            Property::Attribute(_) => None,
        });
        if let Some(role) = roles.find(|it| has(it.class)) {
            return Some(written(&role.role));
        }
        let object = model.objects.iter().find(|it| has(it.class))?;
        let name = written(&object.name);
        (name == object.name).then_some(name)
    }

    /// All names that can stand alone.
    fn visible(&self) -> Vec<&str> {
        let model = self.model();
        let variables = self.names.iter().map(|it| it.0.as_str());
        let properties = self
            .implicit
            .iter()
            .flat_map(|(_, sort)| match sort.element() {
                Type::Object(class) => self.properties_of(class),
                _ => Vec::new(),
            });
        let objects = model.objects.iter().map(|it| it.name.as_str());
        variables.chain(properties).chain(objects).collect()
    }

    fn properties_of(&self, class: usize) -> Vec<&str> {
        let model = self.model();
        let all = model.all_properties();
        all.filter(|it| model.is_a(class, model.property_class(*it)))
            .map(|it| model.property_name(it))
            .collect()
    }

    fn literal(&mut self, of: Option<&Name>, literal: &Name) -> Typed {
        let enumerations = &self.model().enumerations;
        let fits = |name: &str| of.is_none_or(|of| of.text == name);
        let found: Vec<_> = (0..enumerations.len())
            .filter(|it| fits(&enumerations[*it].name))
            .collect();
        if let (Some(of), true) = (of, found.is_empty()) {
            let title = format!("There is no enumeration {}", shown(&of.text));
            let finding = Diagnostic::error("unknown-enumeration", of.span, title);
            let names = enumerations.iter().map(|it| it.name.as_str());
            return self.report(match similar(&of.text, names) {
                Some(meant) => did_you_mean(finding, meant),
                None => finding.hint("Declare it: `enum E { a, b }`."),
            });
        }
        let place = |it: &usize| {
            let mut literals = enumerations[*it].literals.iter();
            Some((*it, literals.position(|it| *it == literal.text)?))
        };
        let having: Vec<_> = found.iter().filter_map(place).collect();
        match having.as_slice() {
            [(of, number)] => (
                Term::Constant(Value::Literal(*number)),
                Type::Enumeration(*of),
            ),
            [] => {
                let title = format!("There is no literal {}", shown(&literal.text));
                let finding = Diagnostic::error("unknown-literal", literal.span, title);
                let all: Vec<_> = found
                    .iter()
                    .flat_map(|it| enumerations[*it].literals.iter().map(String::as_str))
                    .collect();
                self.report(match similar(&literal.text, all.iter().copied()) {
                    Some(meant) => did_you_mean(finding, meant),
                    None => finding.hint(format!("The literals: {}.", shown_list(all))),
                })
            }
            [(one, _), ..] => {
                let title = format!(
                    "Several enumerations have a literal {}",
                    shown(&literal.text)
                );
                let whole = format!("{}::{}", enumerations[*one].name, literal.text);
                let finding = Diagnostic::error("ambiguous-literal", literal.span, title);
                self.report(finding.hint(format!("Say of which: {}.", shown(&whole))))
            }
        }
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

    fn misplaced_pre(&mut self, span: Span, title: &str) -> Typed {
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
