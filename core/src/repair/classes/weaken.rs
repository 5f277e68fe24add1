//! Preconditions that are weakened: `p` becomes `p or q`, where q is a condition that another clause of the class names.
//!
//! A q is a part of a clause in the scope of `self` that can be true or false before the call. Whether it is one the edited text
//! tells: what is no condition has a type error there.

use std::collections::BTreeSet;

use super::contracts::{Contract, Contracts, named};
use super::{Page, rank};
use crate::language::classes::ast::ClauseSyntax;
use crate::language::classes::model::DomainKind;
use crate::language::classes::ocl::ast::{Expression, ExpressionKind, Operator};
use crate::language::classes::ocl::print::{operand, print};
use crate::repair::TextEdit;
use crate::text::Patch;

/// Longer conditions are no small change.
const LONGEST: usize = 60;

/// Every precondition with every other condition beside it.
pub(super) fn weakened(page: &Page<'_>, contracts: &Contracts<'_>) -> Vec<TextEdit> {
    let mut all = Vec::new();
    for contract in &contracts.operations {
        for clause in &contract.syntax.pre {
            let known = alternatives(&clause.body);
            for other in others(page, contracts, contract) {
                let shown = print(&other);
                if !known.contains(&shown) {
                    all.push(weaker(page, contract, clause, &other));
                }
            }
        }
    }
    all
}

fn weaker(
    page: &Page<'_>,
    contract: &Contract<'_>,
    clause: &ClauseSyntax,
    other: &Expression,
) -> TextEdit {
    let place = page.condition_span(clause);
    let said = page.written(place);
    let more = format!(" or {}", operand(other, Operator::Or));
    let is_open = matches!(&clause.body.kind, ExpressionKind::Chain(_, rest)
        if rest.iter().all(|it| it.0 == Operator::Or));
    let own = operand(&clause.body, Operator::Or);
    let (condition, patch) = match is_open || own == print(&clause.body) {
        true => (said + &more, Patch::insert(place.end, more)),
        false => (own.clone() + &more, Patch::replace(place, own + &more)),
    };
    let of = named(page.model, contract.operation);
    let title = format!("Weaken the precondition of `{of}` to `{condition}`");
    page.written_edit(title, vec![patch], rank::WEAKEN)
}

/// The conditions of which one is enough, as printed, and what denies one of them.
fn alternatives(body: &Expression) -> BTreeSet<String> {
    let all: Vec<&Expression> = match &body.kind {
        ExpressionKind::Chain(first, rest) if rest.iter().all(|it| it.0 == Operator::Or) => {
            let rest = rest.iter().map(|it| &it.1);
            [&**first].into_iter().chain(rest).collect()
        }
        _ => vec![body],
    };
    let mut known = BTreeSet::from([print(body)]);
    for it in all {
        known.insert(print(it));
        known.insert(match &it.kind {
            ExpressionKind::Not(inner) => print(inner),
            _ => format!("not {}", operand(it, Operator::Mod)),
        });
    }
    known
}

/// The conditions that can stand beside a precondition of an operation, each once, the shortest first.
fn others(page: &Page<'_>, contracts: &Contracts<'_>, of: &Contract<'_>) -> Vec<Expression> {
    let lineage = &page.model.classes[of.class].lineage;
    let invariants = contracts.invariants.iter();
    let invariants = invariants
        .filter(|it| lineage.contains(&it.class))
        .map(|it| it.syntax);
    let own = contracts.operations.iter();
    let own = own.filter(|it| lineage.contains(&it.class));
    let own = own.flat_map(|it| it.syntax.pre.iter().chain(&it.syntax.post));
    let mut found = Vec::new();
    for clause in invariants.chain(own) {
        conditions(page, of.class, &clause.body, &mut found);
    }
    let mut known = BTreeSet::new();
    let mut found: Vec<_> = found.into_iter().map(|it| (print(&it), it)).collect();
    found.retain(|it| it.0.len() <= LONGEST && known.insert(it.0.clone()));
    found.sort_by_key(|it| it.0.len());
    found.into_iter().map(|it| it.1).collect()
}

/// Adds the parts of an expression that may be conditions on the state before the call.
fn conditions(page: &Page<'_>, class: usize, it: &Expression, found: &mut Vec<Expression>) {
    if let Some(read) = read_before(it) {
        if may_be_true(page, class, &read) {
            found.push(read);
        }
        return;
    }
    match &it.kind {
        ExpressionKind::Not(inner) => {
            push(it, found);
            conditions(page, class, inner, found);
        }
        ExpressionKind::Chain(first, rest) => {
            // Sums and products are no conditions, and neither are their parts.
            if rest.iter().any(|it| it.0.rank() > Operator::Less.rank()) {
                return;
            }
            push(it, found);
            conditions(page, class, first, found);
            rest.iter()
                .for_each(|it| conditions(page, class, &it.1, found));
        }
        ExpressionKind::If(parts) => {
            parts
                .iter()
                .for_each(|it| conditions(page, class, it, found));
        }
        ExpressionKind::Call(..) | ExpressionKind::Ask(..) | ExpressionKind::Iterate(_) => {
            push(it, found);
        }
        _ => {}
    }
}

fn push(it: &Expression, found: &mut Vec<Expression>) {
    if !print(it).contains("@pre") {
        found.push(it.clone());
    }
}

/// A property that is read, as it is before the call.
fn read_before(it: &Expression) -> Option<Expression> {
    let kind = match &it.kind {
        ExpressionKind::Name(name, _) => ExpressionKind::Name(name.clone(), false),
        ExpressionKind::Property(source, name, _) if !print(source).contains("@pre") => {
            ExpressionKind::Property(source.clone(), name.clone(), false)
        }
        _ => return None,
    };
    Some(Expression::new(kind, it.span))
}

/// Whether a property that is read can be true: one of `self` that is known to be something else cannot.
fn may_be_true(page: &Page<'_>, class: usize, read: &Expression) -> bool {
    let ExpressionKind::Name(name, _) = &read.kind else {
        return true;
    };
    let lineage = &page.model.classes[class].lineage;
    let mut own = page.model.attributes.iter();
    let found = own.find(|it| lineage.contains(&it.class) && it.name == name.text);
    found.is_none_or(|it| it.domain.kind == DomainKind::Boolean)
}
