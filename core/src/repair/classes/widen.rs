//! What may change, what a slot may hold, and how many links an object may have: a little more of it.

use std::collections::BTreeSet;

use super::contracts::{Contracts, named};
use super::{Page, rank};
use crate::language::classes::ast::{
    AttributesSyntax, EndSyntax, Item, Member, SubjectSyntax, TypeKind,
};
use crate::language::classes::ocl::ast::{Expression, ExpressionKind};
use crate::language::classes::semantics::release::occurrences;
use crate::language::questions::PropertySubject;
use crate::repair::TextEdit;
use crate::text::{Patch, Span};

/// `modifies` with one more of the properties that the postconditions say something about.
pub(super) fn modifies(page: &Page<'_>, contracts: &Contracts<'_>) -> Vec<TextEdit> {
    let mut all = Vec::new();
    for contract in &contracts.operations {
        let (Some(syntax), operation) = (
            &contract.syntax.modifies,
            &page.model.operations[contract.operation],
        ) else {
            continue;
        };
        let paths = operation.modifies.iter().flatten();
        let known: BTreeSet<_> = paths.map(|it| it.property).collect();
        for (property, it) in occurrences(operation) {
            if !it.is_released || known.contains(&property) {
                continue;
            }
            let path = page.written(it.span);
            let patch = match syntax.paths.last() {
                Some(last) => Patch::insert(last.span.end, format!(", {path}")),
                None => {
                    let behind = &page.text[syntax.span.end..];
                    let Some(nothing) = behind.find("nothing") else {
                        continue;
                    };
                    let start = syntax.span.end + nothing;
                    Patch::replace(Span::new(start, start + "nothing".len()), path.clone())
                }
            };
            let of = named(page.model, contract.operation);
            let title = format!("Add `{path}` to what `{of}` modifies");
            all.push(page.written_edit(title, vec![patch], rank::MODIFIES));
        }
    }
    all
}

/// Ranges of attributes: by one value, and up to each number that a check names.
pub(super) fn ranges(page: &Page<'_>) -> Vec<TextEdit> {
    let numbers = numbers(page);
    let mut all = Vec::new();
    for item in &page.document.items {
        let Item::Class(class) = item else { continue };
        for member in &class.members {
            let Member::Attributes(it) = member else {
                continue;
            };
            let TypeKind::Range(low, high) = it.sort.kind else {
                continue;
            };
            let above = numbers.iter().copied().filter(|it| *it > high);
            let below = numbers.iter().copied().filter(|it| *it < low);
            let above: BTreeSet<_> = above.chain([high.saturating_add(1)]).collect();
            let below: BTreeSet<_> = below.chain([low.saturating_sub(1)]).collect();
            let wider = above.into_iter().map(|it| (low, it));
            for wider in wider.chain(below.into_iter().map(|it| (it, high))) {
                all.push(range(page, &class.name.text, it, (low, high), wider));
            }
        }
    }
    all
}

fn range(
    page: &Page<'_>,
    class: &str,
    syntax: &AttributesSyntax,
    (old_low, old_high): (i64, i64),
    (low, high): (i64, i64),
) -> TextEdit {
    let span = syntax.sort.span;
    let written = &page.text[span.start..span.end];
    // Behind it can stand that it may be null.
    let end = written.find('[').unwrap_or(written.len());
    let end = span.start + written[..end].trim_end().len();
    let names = syntax.names.iter();
    let names: Vec<_> = names.map(|it| format!("`{class}.{}`", it.text)).collect();
    let title = format!(
        "Widen the range of {} to `{low}..{high}`",
        names.join(" and ")
    );
    let patch = Patch::replace(Span::new(span.start, end), format!("{low}..{high}"));
    let more = old_low
        .abs_diff(low)
        .saturating_add(old_high.abs_diff(high));
    page.edit(title, vec![patch], rank::WIDEN, more)
}

/// The whole numbers that checks name.
fn numbers(page: &Page<'_>) -> BTreeSet<i64> {
    let mut all = BTreeSet::new();
    for item in &page.document.items {
        let Item::Check(it) = item else { continue };
        let SubjectSyntax::Property(subject) = &it.subject else {
            continue;
        };
        match subject {
            PropertySubject::Reach(goals) => goals.iter().for_each(|it| named_in(it, &mut all)),
            PropertySubject::Always(it) => named_in(it, &mut all),
            PropertySubject::Deadlock => {}
        }
    }
    all
}

fn named_in(it: &Expression, all: &mut BTreeSet<i64>) {
    match &it.kind {
        ExpressionKind::Integer(it) => {
            all.insert(*it);
        }
        ExpressionKind::Minus(inner) => match inner.kind {
            ExpressionKind::Integer(it) => {
                all.insert(-it);
            }
            _ => named_in(inner, all),
        },
        ExpressionKind::Not(it) => named_in(it, all),
        ExpressionKind::Chain(first, rest) => {
            named_in(first, all);
            rest.iter().for_each(|it| named_in(&it.1, all));
        }
        ExpressionKind::If(parts) => parts.iter().for_each(|it| named_in(it, all)),
        ExpressionKind::Iterate(it) => named_in(&it.body, all),
        _ => {}
    }
}

/// Multiplicities of ends: by one, and without a bound.
pub(super) fn multiplicities(page: &Page<'_>) -> Vec<TextEdit> {
    let mut all = Vec::new();
    for item in &page.document.items {
        let Item::Association(association) = item else {
            continue;
        };
        for end in &association.ends {
            let (low, high) = end.bounds;
            let mut wider = BTreeSet::new();
            if let Some(high) = high {
                wider.insert((1, low, high.checked_add(1)));
                wider.insert((u64::from(u32::MAX), low, None));
            }
            if let Some(less) = low.checked_sub(1) {
                wider.insert((1, less, high));
                wider.insert((u64::from(low), 0, high));
            }
            let wider = wider.into_iter();
            all.extend(wider.filter_map(|it| multiplicity(page, &association.name.text, end, it)));
        }
    }
    all
}

fn multiplicity(
    page: &Page<'_>,
    association: &str,
    end: &EndSyntax,
    (more, low, high): (u64, u32, Option<u32>),
) -> Option<TextEdit> {
    let behind = page.text.get(end.class.span.end..end.span.end)?;
    let (open, close) = (behind.find('[')?, behind.find(']')?);
    let inside = Span::new(end.class.span.end + open + 1, end.class.span.end + close);
    let written = match high {
        None if low == 0 => "*".to_owned(),
        None => format!("{low}..*"),
        Some(high) if high == low => low.to_string(),
        Some(high) => format!("{low}..{high}"),
    };
    let named = end.role.as_ref().map_or(&end.class.text, |it| &it.text);
    let title = format!("Widen the multiplicity of `{named}` in `{association}` to `[{written}]`");
    Some(page.edit(
        title,
        vec![Patch::replace(inside, written)],
        rank::WIDEN,
        more,
    ))
}
