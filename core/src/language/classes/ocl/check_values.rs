//! What is asked of numbers and of the classes of objects, and collections that are written out: told by what the definitions evaluate
//! already.

use super::ast::{Expression, ExpressionKind, Operator};
use super::check::{Checker, Typed};
use super::operations::Asked;
use super::term::Term;
use super::types::Type;
use super::value::Value;
use crate::language::Name;
use crate::language::names::shown;
use crate::text::{Diagnostic, Span};

/// How many elements a collection can have that is written out.
const MOST_ELEMENTS: i64 = 256;

impl Checker<'_, '_> {
    /// `n.max(m)`, `n.mod(m)`, `n.abs()`
    pub(super) fn of_number(
        &mut self,
        source: Term,
        name: &Name,
        arguments: &[Expression],
    ) -> Typed {
        let is_one = name.text == "abs";
        let count = usize::from(!is_one);
        if arguments.len() != count {
            return self.wrong_count(name, count);
        }
        // The number stands on the stack, and the argument on top of it.
        let (place, other) = (self.depth, self.depth + 1);
        let [number, argument] = [place, other].map(Term::Variable);
        let compared =
            |operator, with| Term::Chain(Box::new(number.clone()), vec![(operator, with)]);
        if is_one {
            let is_negative = compared(Operator::Less, Term::Constant(Value::Integer(0)));
            let negative = Term::Minus(Box::new(number.clone()));
            let body = Term::If(Box::new([is_negative, negative, number]));
            return (Term::Let(Box::new([source, body])), Type::Integer);
        }
        self.depth += 1;
        let second = self.integer(&arguments[0]);
        self.depth -= 1;
        let operator = match &*name.text {
            "div" => Operator::Div,
            "mod" => Operator::Mod,
            "max" => Operator::AtLeast,
            _ => Operator::AtMost,
        };
        let mut body = compared(operator, argument.clone());
        if matches!(operator, Operator::AtLeast | Operator::AtMost) {
            body = Term::If(Box::new([body, number, argument]));
        }
        let body = Term::Let(Box::new([second, body]));
        (Term::Let(Box::new([source, body])), Type::Integer)
    }

    /// `o.oclIsKindOf(C)`, `o.oclIsTypeOf(C)`, and `o.oclAsType(C)`, which is invalid of an object of another class and null of null.
    pub(super) fn of_class(
        &mut self,
        (source, sort): Typed,
        name: &Name,
        arguments: &[Expression],
    ) -> Typed {
        let [argument] = arguments else {
            return self.wrong_count(name, 1);
        };
        let ExpressionKind::Name(named, false) = &argument.kind else {
            let finding = Diagnostic::error("unknown-class", argument.span, "A class belongs here");
            return self.report(finding.hint("Write its name: `o.oclIsKindOf(C)`."));
        };
        let Some(class) = self.class_named(named) else {
            return (Term::invalid(), Type::Any);
        };
        if let Type::Object(own) = sort
            && !self.model().is_a(own, class)
            && !self.model().is_a(class, own)
        {
            let (own, class) = (sort.shown(self.model()), shown(&named.text));
            let title = format!("{} is never one of {class}", crate::text::capitalised(&own));
            let finding = Diagnostic::error("wrong-type", argument.span, title);
            return self.report(
                finding.hint("Name a class that inherits from the other, or is inherited from."),
            );
        }
        if name.text == "oclAsType" {
            return (Term::Cast(Box::new(source), class), Type::Object(class));
        }
        let classes = 0..self.model().classes.len();
        let heirs = classes.filter(|it| *it != class && self.model().is_a(*it, class));
        let heirs: Vec<_> = heirs.collect();
        if name.text == "oclIsKindOf" || heirs.is_empty() {
            return (Term::IsKind(Box::new(source), class), Type::Boolean);
        }
        let is_kind = |class| Term::IsKind(Box::new(Term::Variable(self.depth)), class);
        let others = heirs.into_iter();
        let others = others.map(|it| (Operator::And, Term::Not(Box::new(is_kind(it)))));
        let truth = Term::Chain(Box::new(is_kind(class)), others.collect());
        (Term::Let(Box::new([source, truth])), Type::Boolean)
    }

    /// `Set{1, 3..5}`: one element after the other joins the empty collection.
    pub(super) fn collection(
        &mut self,
        is_bag: bool,
        elements: &[(Expression, Option<Expression>)],
    ) -> Typed {
        let asked = if is_bag { Asked::AsBag } else { Asked::AsSet };
        let mut term = Term::Ask(asked, Box::new(Term::Constant(Value::Null)), Vec::new());
        let mut sort = Type::Any;
        let mut room = MOST_ELEMENTS;
        for (first, last) in elements {
            let span = last
                .as_ref()
                .map_or(first.span, |it| first.span.to(it.span));
            let typed = match last {
                None => vec![self.expression(first)],
                Some(last) => {
                    let (Some(low), Some(high)) = (number(first), number(last)) else {
                        let title = "A range is one of numbers that are written out";
                        let finding = Diagnostic::error("bad-range", span, title);
                        return self.report(finding.hint("Write for example `Set{1..5}`."));
                    };
                    let all = low..=high.min(low.saturating_add(MOST_ELEMENTS));
                    let number = |it: i64| Term::Constant(Value::Integer(it.into()));
                    all.map(|it| (number(it), Type::Integer)).collect()
                }
            };
            for (element, found) in typed {
                room -= 1;
                if found.is_collection() {
                    let finding = Diagnostic::error(
                        "wrong-type",
                        span,
                        "Collections have no collections in them",
                    );
                    return self.report(finding.hint("Join them: `one->union(other)`."));
                }
                match sort.join(&found, self.model()) {
                    Some(it) => sort = it,
                    None => self.wants(&found, &sort.clone(), span),
                }
                term = Term::Ask(Asked::Including, Box::new(term), vec![element]);
            }
            if room < 0 {
                let title = format!(
                    "A collection that is written out has at most {MOST_ELEMENTS} elements"
                );
                let finding = Diagnostic::error("too-large", span, title);
                return self.report(
                    finding.hint("Say what its elements have in common: `select(x | …)`."),
                );
            }
        }
        let sort = Box::new(sort);
        match is_bag {
            true => (term, Type::Bag(sort)),
            false => (term, Type::Set(sort)),
        }
    }

    /// `-` behind a set: what it asks, if a set of what can be the same follows.
    pub(super) fn difference(&mut self, left: &Type, right: &Type, span: Span) -> Asked {
        if !matches!(right, Type::Set(_) | Type::Any) {
            self.wants(right, left, span);
        } else if !right.element().is_comparable(&left.element(), self.model()) {
            self.comparable(&right.element(), &left.element(), span);
        }
        Asked::Difference
    }

    pub(super) fn wrong_count(&mut self, name: &Name, count: usize) -> Typed {
        let title = format!("{} takes {count} arguments", shown(&name.text));
        let finding = Diagnostic::error("wrong-arguments", name.span, title);
        self.report(finding.hint(match count {
            0 => "Write it with empty brackets.",
            _ => "Write what is looked for between the brackets.",
        }))
    }
}

/// A number that is written out, maybe with its sign.
fn number(it: &Expression) -> Option<i64> {
    match &it.kind {
        ExpressionKind::Integer(it) => Some(*it),
        ExpressionKind::Minus(it) => number(it)?.checked_neg(),
        _ => None,
    }
}
