//! Clauses that are removed, and properties that are named in conditions only and get `@pre`.

use super::contracts::{Contracts, named};
use super::{Page, rank};
use crate::edit::lines;
use crate::language::classes::ast::{ClauseSyntax, Item};
use crate::language::classes::model::Operation;
use crate::language::classes::semantics::release::{occurrences, releasing};
use crate::repair::TextEdit;
use crate::text::{Patch, Span};

/// Every clause, removed.
pub(super) fn removed(page: &Page<'_>, contracts: &Contracts<'_>) -> Vec<TextEdit> {
    let mut all = Vec::new();
    for contract in &contracts.operations {
        let of = named(page.model, contract.operation);
        let pre = contract
            .syntax
            .pre
            .iter()
            .map(|it| (it, "precondition", rank::PRE));
        let post = contract
            .syntax
            .post
            .iter()
            .map(|it| (it, "postcondition", rank::POST));
        for (clause, what, rank) in pre.chain(post) {
            let said = page.condition(clause);
            let title = format!("Remove the {what} `{said}` of `{of}`");
            all.push(without(page, title, clause.span, rank));
        }
    }
    for invariant in &contracts.invariants {
        let title = match &invariant.syntax.name {
            Some(name) => format!("Remove the invariant `{}`", name.text),
            None => format!(
                "Remove the invariant `{}`",
                page.condition(invariant.syntax)
            ),
        };
        all.push(without(page, title, invariant.syntax.span, rank::INVARIANT));
    }
    for item in &page.document.items {
        let Item::System(it) = item else { continue };
        for condition in &it.finals {
            let word = page.text[..condition.span.start].rfind("final");
            let Some(start) = word else { continue };
            let span = Span::new(start, condition.span.end);
            let title = format!("Remove `{}` of `system`", page.written(span));
            all.push(without(page, title, span, rank::FINAL));
        }
    }
    all
}

fn without(page: &Page<'_>, title: String, span: Span, rank: u32) -> TextEdit {
    page.written_edit(title, vec![lines::remove(page.text, span)], rank)
}

impl Page<'_> {
    /// Where the condition of a clause stands: behind the colon.
    pub(super) fn condition_span(&self, clause: &ClauseSyntax) -> Span {
        let head = &self.text[clause.span.start..clause.body.span.start];
        let start = head.rfind(':').map_or(clause.body.span.start, |colon| {
            let behind = clause.span.start + colon + 1;
            let blanks = &self.text[behind..clause.body.span.start];
            behind + (blanks.len() - blanks.trim_start().len())
        });
        Span::new(start, clause.span.end)
    }

    /// The condition of a clause as written.
    pub(super) fn condition(&self, clause: &ClauseSyntax) -> String {
        self.written(self.condition_span(clause))
    }
}

/// `@pre` behind each property that the postconditions of an operation name in conditions only.
pub(super) fn before(page: &Page<'_>, contracts: &Contracts<'_>) -> Vec<TextEdit> {
    let mut all = Vec::new();
    let mut done = Vec::new();
    for contract in &contracts.operations {
        if done.contains(&contract.operation) {
            continue;
        }
        done.push(contract.operation);
        let operation = &page.model.operations[contract.operation];
        if operation.modifies.is_some() {
            continue;
        }
        for (property, it) in occurrences(operation) {
            if !(it.is_released && it.only_in_conditions) {
                continue;
            }
            let spans = releasing(operation, property);
            // What a query reads stands elsewhere, and is read by others, too.
            if spans.is_empty() || !spans.iter().all(|it| is_inside(operation, *it)) {
                continue;
            }
            let read = page.written(spans[0]);
            let of = named(page.model, contract.operation);
            let title = format!("Write `{read}@pre` in the condition of `{of}`");
            let patches = spans.iter().map(|it| Patch::insert(it.end, "@pre"));
            all.push(page.written_edit(title, patches.collect(), rank::BEFORE));
        }
    }
    all
}

/// Whether something stands in a postcondition of an operation.
fn is_inside(operation: &Operation, span: Span) -> bool {
    let mut post = operation.post.iter();
    post.any(|it| it.span.start <= span.start && span.end <= it.span.end)
}
