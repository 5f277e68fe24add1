//! Single items written from a model: what is appended to a text, or asked in its place.

use super::ast::{Document, Item, SystemSyntax};
use super::print;
use super::unresolve::{check, lifelines, scenario};
use crate::language::{Check, Model};
use crate::text::Span;

/// A scenario of the model as a text. It declares its lifelines, or plays on those of the system.
#[must_use]
pub fn scenario_text(model: &Model, index: usize, declares: bool) -> String {
    let mut syntax = scenario(model, &model.scenarios[index]);
    if !declares {
        syntax.lifelines.clear();
    }
    print(&Document {
        items: vec![Item::Scenario(syntax)],
    })
}

/// A check as a line of text. Its scenario or goal is one of the model.
#[must_use]
pub fn check_text(model: &Model, it: &Check) -> String {
    print(&Document {
        items: vec![Item::Check(check(model, it))],
    })
}

/// The lifelines of the system, as written.
#[must_use]
pub fn system(model: &Model) -> SystemSyntax {
    SystemSyntax {
        lifelines: lifelines(model, &model.system),
        span: Span::default(),
    }
}

/// The machines of a document with the system of a model, and this check as the only question. The
/// machines keep their states, transitions and order, so that indices mean the same in both texts.
#[must_use]
pub fn only_question(document: &Document, model: &Model, it: &Check) -> String {
    let is_machine = |item: &&Item| matches!(item, Item::Machine(_));
    let mut items: Vec<_> = document.items.iter().filter(is_machine).cloned().collect();
    items.push(Item::System(system(model)));
    items.push(Item::Check(check(model, it)));
    print(&Document { items })
}
