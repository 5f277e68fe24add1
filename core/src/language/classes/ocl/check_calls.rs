//! Calls in expressions: what is asked of objects and collections, and queries, which are put in place.

use super::ast::{Expression, ExpressionKind};
use super::check::{Checker, Typed};
use super::operations::{Asked, Iterator};
use super::term::Term;
use super::types::Type;
use super::words::{ASKED, ITERATORS, OF_CLASSES, OF_NUMBERS};
use crate::language::Name;
use crate::language::names::{did_you_mean_keyword, shown, shown_list};
use crate::text::{Diagnostic, Findings, similar};

impl Checker<'_, '_> {
    /// `e.op(…)`, or `op(…)` of `self`.
    pub(super) fn call(
        &mut self,
        source: Option<&Expression>,
        name: &Name,
        arguments: &[Expression],
    ) -> Typed {
        if name.text == "allInstances" {
            return self.instances(source, name);
        }
        let (source, sort) = match source {
            Some(it) => self.expression(it),
            None => match self.implicit.last() {
                Some((place, sort)) => (Term::Variable(*place), sort.clone()),
                None => {
                    let title = format!("Whose {} is meant?", shown(&name.text));
                    let finding = Diagnostic::error("no-self", name.span, title);
                    return self.report(finding.hint("Write the object before it: `object.op()`."));
                }
            },
        };
        match &*name.text {
            "oclIsUndefined" => return (Term::IsUndefined(Box::new(source)), Type::Boolean),
            "oclIsInvalid" => return (Term::IsInvalid(Box::new(source)), Type::Boolean),
            _ => {}
        }
        if OF_CLASSES.contains(&&*name.text) && matches!(sort, Type::Object(_) | Type::Any) {
            return self.of_class((source, sort), name, arguments);
        }
        if OF_NUMBERS.contains(&&*name.text) && sort == Type::Integer {
            return self.of_number(source, name, arguments);
        }
        match sort.element() {
            Type::Object(class) if sort.is_collection() => {
                let place = self.depth;
                self.depth += 1;
                let (body, inner) = self.query(Term::Variable(place), class, name, arguments);
                self.depth -= 1;
                let term = Term::Iterate(Iterator::Collect, Box::new([source, body]));
                (term, Type::Bag(Box::new(inner.element())))
            }
            Type::Object(class) => self.query(source, class, name, arguments),
            Type::Any => (Term::invalid(), Type::Any),
            _ => self.unknown_operation(name, &[]),
        }
    }

    /// `C.allInstances()`
    fn instances(&mut self, source: Option<&Expression>, name: &Name) -> Typed {
        let Some(ExpressionKind::Name(class, false)) = source.map(|it| &it.kind) else {
            let title = "`allInstances` is asked of a class";
            let finding = Diagnostic::error("unknown-class", name.span, title);
            return self.report(finding.hint("Write `Class.allInstances()`."));
        };
        match self.class_named(class) {
            Some(class) => (
                Term::Instances(class),
                Type::Set(Box::new(Type::Object(class))),
            ),
            None => (Term::invalid(), Type::Any),
        }
    }

    /// The class of a name; `None` where there is none, which is reported.
    pub(super) fn class_named(&mut self, name: &Name) -> Option<usize> {
        let mut classes = self.model().classes.iter();
        let found = classes.position(|it| it.name == name.text);
        if found.is_none() {
            let title = format!("There is no class {}", shown(&name.text));
            let finding = Diagnostic::error("unknown-class", name.span, title);
            let names = self.model().classes.iter().map(|it| it.name.as_str());
            self.report(match similar(&name.text, names.clone()) {
                Some(meant) => did_you_mean_keyword(finding, meant),
                None => finding.hint(format!("The classes: {}.", shown_list(names))),
            });
        }
        found
    }

    /// A query of an object, with its body in place of the call.
    fn query(
        &mut self,
        source: Term,
        class: usize,
        name: &Name,
        arguments: &[Expression],
    ) -> Typed {
        let model = self.model();
        let scope = self.scope;
        let mut lineage = model.classes[class].lineage.iter();
        let found = lineage.find_map(|class| {
            let mut all = scope.queries.iter();
            all.position(|it| it.class == *class && it.name == name.text)
        });
        let Some(number) = found else {
            let known: Vec<_> = scope
                .queries
                .iter()
                .filter(|it| model.is_a(class, it.class))
                .collect();
            let known: Vec<_> = known.iter().map(|it| it.name.as_str()).collect();
            if model.operation_of(class, &name.text).is_some() {
                let title = format!("{} has a contract, and computes nothing", shown(&name.text));
                let finding = Diagnostic::error("unknown-operation", name.span, title);
                return self.report(finding.hint("A query is `op() : Integer = …`."));
            }
            return self.unknown_operation(name, &known);
        };
        let query = &scope.queries[number];
        if query.parameters.len() != arguments.len() {
            let title = format!(
                "{} takes {} arguments, and here are {}",
                shown(&name.text),
                query.parameters.len(),
                arguments.len()
            );
            let finding = Diagnostic::error("wrong-arguments", name.span, title);
            return self.report(finding.hint("Give one for each of its parameters."));
        }
        let mut values = vec![source];
        for (argument, (_, sort)) in arguments.iter().zip(&query.parameters) {
            // The arguments stand on the stack one after the other, so each sees those before it.
            self.depth += 1;
            let (term, found) = self.expression(argument);
            self.wants(&found, sort, argument.span);
            values.push(term);
        }
        self.depth -= arguments.len();
        let (mut term, mut sort) = self.in_place(number, name);
        // Objects of classes that have a query of the name themselves answer by that one, the nearest to their class.
        let mut heirs: Vec<_> = (0..scope.queries.len())
            .filter(|&it| {
                let other = &scope.queries[it];
                let is_heir = other.class != class && model.is_a(other.class, class);
                is_heir && other.name == name.text && other.parameters.len() == arguments.len()
            })
            .collect();
        heirs.sort_by_key(|it| model.classes[scope.queries[*it].class].lineage.len());
        for heir in heirs {
            let (own, found) = self.in_place(heir, name);
            let object = Box::new(Term::Variable(self.depth));
            let is_own = Term::IsKind(object, scope.queries[heir].class);
            term = Term::If(Box::new([is_own, own, term]));
            sort = sort.join(&found, model).unwrap_or(sort);
        }
        for value in values.into_iter().rev() {
            term = Term::Let(Box::new([value, term]));
        }
        (term, sort)
    }

    /// The body of a query whose object and arguments are the next on the stack.
    fn in_place(&mut self, number: usize, name: &Name) -> Typed {
        let scope = self.scope;
        let query = &scope.queries[number];
        if self.inlining.contains(&number) {
            let title = format!("{} calls itself", shown(&name.text));
            let finding = Diagnostic::error("recursion", name.span, title);
            let hint = "Queries are put in place of their calls; write `->closure(…)` for what is met again and again.";
            return self.report(finding.hint(hint));
        }
        if self.room == 0 {
            let title = "Too many queries are called from here";
            let finding = Diagnostic::error("too-large", name.span, title);
            return self.report(finding.hint("Compute once what is asked for often, with `let`."));
        }
        self.room -= 1;
        let mut findings = Findings::default();
        let mut inner = Checker::new(scope, &mut findings);
        inner.depth = self.depth;
        let mut inner = inner.about(query.class);
        for (name, sort) in &query.parameters {
            inner = inner.with(name, sort.clone());
        }
        inner.inlining = self.inlining.clone();
        inner.inlining.push(number);
        inner.room = self.room;
        let (term, sort) = inner.expression(query.body);
        self.room = inner.room;
        let is_recursive = |it: &Diagnostic| it.code == "recursion" || it.code == "too-large";
        if let Some(finding) = findings.finish().into_iter().find(is_recursive) {
            // It is told where the circle is entered.
            return self.report(Diagnostic {
                span: name.span,
                fixes: Vec::new(),
                labels: Vec::new(),
                ..finding
            });
        }
        (term, query.result.clone().unwrap_or(sort))
    }

    fn unknown_operation(&mut self, name: &Name, known: &[&str]) -> Typed {
        let title = format!("There is no operation {}", shown(&name.text));
        let finding = Diagnostic::error("unknown-operation", name.span, title);
        let all = [known, ITERATORS, ASKED].concat();
        let finding = match similar(&name.text, all.iter().copied()) {
            Some(meant) => did_you_mean_keyword(finding, meant),
            None if name.text == "oclIsNew" => {
                finding.hint("Objects are fixed: none comes into being.")
            }
            None if known.is_empty() => {
                finding.hint("Operations of collections stand behind `->`: `buttons->size()`.")
            }
            None => finding.hint(format!(
                "The queries: {}.",
                shown_list(known.iter().copied())
            )),
        };
        self.report(finding)
    }

    /// An operation behind an arrow that there is not.
    pub(super) fn unknown_asked(&mut self, name: &Name) -> Typed {
        let title = format!("There is no operation {}", shown(&name.text));
        let finding = Diagnostic::error("unknown-operation", name.span, title);
        let all = [ITERATORS, ASKED].concat();
        self.report(match similar(&name.text, all.iter().copied()) {
            Some(meant) => did_you_mean_keyword(finding, meant),
            None => finding.hint(format!("Those of collections: {}.", shown_list(all))),
        })
    }

    /// `e->op(…)`
    pub(super) fn ask(
        &mut self,
        source: &Expression,
        name: &Name,
        arguments: &[Expression],
    ) -> Typed {
        let (source_term, sort) = self.expression(source);
        match &*name.text {
            "oclIsUndefined" => return (Term::IsUndefined(Box::new(source_term)), Type::Boolean),
            "oclIsInvalid" => return (Term::IsInvalid(Box::new(source_term)), Type::Boolean),
            _ => {}
        }
        let Some((asked, count)) = Asked::read(&name.text) else {
            return self.unknown_asked(name);
        };
        if arguments.len() != count {
            return self.wrong_count(name, count);
        }
        let element = sort.element();
        let typed: Vec<_> = arguments
            .iter()
            .map(|it| (self.expression(it), it.span))
            .collect();
        let argument = typed
            .first()
            .map(|it| it.0.1.element())
            .unwrap_or(Type::Any);
        if let Some((_, span)) = typed.first()
            && !argument.is_comparable(&element, self.model())
        {
            self.comparable(&argument, &element, *span);
        }
        let made = |element| match (&sort, asked) {
            (_, Asked::AsSet) => Type::Set(Box::new(element)),
            (Type::Bag(_), _) | (_, Asked::AsBag) => Type::Bag(Box::new(element)),
            _ => match (asked, typed.first()) {
                (Asked::Union, Some(((_, Type::Bag(_)), _))) => Type::Bag(Box::new(element)),
                _ => Type::Set(Box::new(element)),
            },
        };
        let answer = match asked {
            Asked::Size | Asked::Count => Type::Integer,
            Asked::Sum | Asked::Min | Asked::Max => {
                self.wants(&element, &Type::Integer, source.span);
                Type::Integer
            }
            Asked::IsEmpty
            | Asked::NotEmpty
            | Asked::Includes
            | Asked::Excludes
            | Asked::IncludesAll
            | Asked::ExcludesAll => Type::Boolean,
            Asked::Including | Asked::Union => {
                made(element.join(&argument, self.model()).unwrap_or(Type::Any))
            }
            Asked::Intersection => match (&sort, typed.first()) {
                (Type::Bag(_), Some(((_, Type::Bag(_)), _))) => Type::Bag(Box::new(element)),
                _ => Type::Set(Box::new(element)),
            },
            // A difference is written as an operator, and looked at there.
            Asked::AsSet | Asked::AsBag | Asked::Excluding | Asked::Difference => made(element),
        };
        let arguments = typed.into_iter().map(|it| it.0.0).collect();
        (Term::Ask(asked, Box::new(source_term), arguments), answer)
    }
}
