//! Terms, written nowhere and folded where that is easy.

use crate::expression::{Arithmetic, Comparison, Sort, Term, TermKind, Value};

/// A truth value.
pub(super) fn truth(value: bool) -> Term {
    Term::constant(Value::boolean(value), Sort::Boolean)
}

/// An integer.
pub(super) fn number(number: i64) -> Term {
    Term::constant(Value::Number(number), Sort::INTEGER)
}

fn constant(term: &Term) -> Option<i64> {
    match &term.kind {
        TermKind::Constant(value) => value.number(),
        _ => None,
    }
}

/// The truth value of a term that always has the same.
pub(super) fn known(term: &Term) -> Option<bool> {
    match term.sort {
        Sort::Boolean => constant(term).map(|it| it == 1),
        _ => None,
    }
}

/// All of them.
pub(super) fn and(all: Vec<Term>) -> Term {
    joined(all, true, TermKind::And)
}

/// One of them.
pub(super) fn or(all: Vec<Term>) -> Term {
    joined(all, false, TermKind::Or)
}

fn joined(all: Vec<Term>, neutral: bool, kind: fn(Vec<Term>) -> TermKind) -> Term {
    if all.iter().any(|it| known(it) == Some(!neutral)) {
        return truth(!neutral);
    }
    let mut open: Vec<_> = all.into_iter().filter(|it| known(it).is_none()).collect();
    match open.len() {
        0 => truth(neutral),
        1 => open.remove(0),
        _ => Term::boolean(kind(open)),
    }
}

/// The opposite.
pub(super) fn not(term: Term) -> Term {
    match known(&term) {
        Some(value) => truth(!value),
        None => term.negated(),
    }
}

/// Whether both are the same.
pub(super) fn equal(one: Term, other: Term) -> Term {
    match (constant(&one), constant(&other)) {
        (Some(one), Some(other)) => truth(one == other),
        _ => Term::equal(one, other),
    }
}

/// Whether the first is at most the second.
pub(super) fn at_most(one: Term, other: Term) -> Term {
    match (constant(&one), constant(&other)) {
        (Some(one), Some(other)) => truth(one <= other),
        _ => Term::boolean(TermKind::Compare(
            Comparison::AtMost,
            Box::new([one, other]),
        )),
    }
}

/// The sum with an integer.
pub(super) fn plus(term: Term, by: i64) -> Term {
    Term {
        kind: TermKind::Arithmetic(Box::new(term), vec![(Arithmetic::Plus, number(by))]),
        sort: Sort::INTEGER,
        span: crate::text::Span::default(),
    }
}

/// The second where the first is true, else the third.
pub(super) fn choose(condition: Term, then: Term, otherwise: Term) -> Term {
    match known(&condition) {
        Some(true) => then,
        Some(false) => otherwise,
        None => Term {
            sort: otherwise.sort.clone(),
            kind: TermKind::If(Box::new([condition, then, otherwise])),
            span: crate::text::Span::default(),
        },
    }
}
