//! Class models: from the text of an item to its tree. Never fails and never panics.
//!
//! Recovery is by statement: what cannot be read is reported once and left out, and the lines around it are kept. Clauses are
//! read by [`super::parse_contracts`], the system by [`super::parse_system`], questions by [`super::parse_checks`].

use super::ast::{
    AssociationSyntax, AttributesSyntax, ClassDocument, ClassSyntax, EndSyntax, EnumerationSyntax,
    Item, Member, TypeKind, TypeSyntax,
};
use super::ocl::parse::expression;
use super::ocl::words::COLLECTIONS;
use super::parse_contracts::{at_clause, clause, context, contract, operation};
use super::words::{ASSOCIATION, CLASS, ENUMERATION, LITERAL, PROPERTY, TOKENS};
use super::{parse_checks, parse_system};
use crate::language::Name;
use crate::language::unquoted::{Follow, item_name, name};
use crate::language::words::{in_block, open_block};
use crate::text::{Cursor, Diagnostic, Kind, Naming, Span, TokenRole};

const MEMBERS: &str = "A class holds attributes `x : Boolean`, invariants `inv: …` and operations `op() pre: … post: …`.";

/// Reads the item that begins with a word; the cursor stands behind the word.
pub fn item(cursor: &mut Cursor, word: &'static str, span: Span, document: &mut ClassDocument) {
    let item = cursor.in_mode(&TOKENS, |cursor| match word {
        "enum" => enumeration(cursor).map(Item::Enumeration),
        "abstract" => match cursor.eat_keyword("class") {
            Some(_) => class(cursor, true).map(Item::Class),
            None => {
                let hint = "Write `abstract class Name { … }`.";
                cursor.expected("expected-word", "`class` after `abstract`", Some(hint));
                cursor.skip_statement();
                None
            }
        },
        "class" => class(cursor, false).map(Item::Class),
        "association" => association(cursor).map(Item::Association),
        "context" => context(cursor).map(|it| Item::Context(Box::new(it))),
        "integers" => integers(cursor, span),
        "system" => parse_system::system(cursor, span).map(Item::System),
        "scenario" => parse_system::scenario(cursor).map(Item::Scenario),
        _ => parse_checks::check(cursor, span).map(|it| Item::Check(Box::new(it))),
    });
    document.items.extend(item);
}

/// `{ a, b }`
fn enumeration(cursor: &mut Cursor) -> Option<EnumerationSyntax> {
    let naming = Naming::New(ENUMERATION);
    let follow = Follow::symbols(&["{"]).or_end();
    let name = item_name(cursor, naming, "the enumeration's name", follow)?;
    let open = open_block(cursor, "enumeration")?;
    let mut literals = Vec::new();
    while in_block(cursor, open, "enumeration") {
        let follow = Follow::symbols(&[",", "}"]).or_end();
        let Some(literal) = item_name(cursor, Naming::New(LITERAL), "a literal", follow) else {
            cursor.skip_statement();
            continue;
        };
        literals.push(literal);
        if cursor.eat_symbol(",").is_none() && !cursor.at_statement_end() {
            cursor.finish_statement("Between two literals stands `,`.");
        }
    }
    Some(EnumerationSyntax { name, literals })
}

fn class(cursor: &mut Cursor, is_abstract: bool) -> Option<ClassSyntax> {
    let follow = Follow::symbols(&["{", "<"]).or_end();
    let class_name = item_name(cursor, Naming::New(CLASS), "the class's name", follow);
    if class_name.is_none() && !cursor.at_symbol("{") {
        cursor.skip_statement();
    }
    let parent = match cursor.eat_symbol("<") {
        Some(_) => {
            let follow = Follow::symbols(&["{"]).or_end();
            name(cursor, Naming::Known(CLASS), "a class", follow)
        }
        None => None,
    };
    let mut members = Vec::new();
    if let Some(open) = open_block(cursor, "class") {
        while in_block(cursor, open, "class") {
            member(cursor, &mut members);
            cursor.finish_statement(MEMBERS);
        }
    }
    Some(ClassSyntax {
        is_abstract,
        name: class_name?,
        parent,
        members,
    })
}

fn member(cursor: &mut Cursor, members: &mut Vec<Member>) {
    let (first, next) = (cursor.peek(), cursor.peek_at(1));
    let is_clause = at_clause(cursor, 0);
    cursor.offer_words(&["inv", "pre", "post", "modifies"]);
    if cursor.at_word("inv") && matches!(next.kind, Kind::Word | Kind::Quoted | Kind::Symbol(":")) {
        members.extend(clause(cursor).map(Member::Invariant));
    } else if is_clause {
        match members.last_mut() {
            Some(Member::Operation(it)) => contract(cursor, it),
            _ => {
                let title = "This belongs to no operation";
                let hint =
                    "Clauses stand behind their operation: `op()`, then `pre: …` and `post: …`.";
                let finding = Diagnostic::error("stray-clause", first.span, title);
                cursor.findings.push(finding.hint(hint));
                cursor.skip_statement();
            }
        }
    } else if matches!(next.kind, Kind::Symbol("(")) {
        members.extend(operation(cursor).map(Member::Operation));
    } else {
        members.extend(attributes(cursor).map(Member::Attributes));
    }
}

/// `a, b : Type = value`
fn attributes(cursor: &mut Cursor) -> Option<AttributesSyntax> {
    let mut names = Vec::new();
    loop {
        let follow = Follow::symbols(&[":", ","]).or_end();
        let found = item_name(
            cursor,
            Naming::New(PROPERTY),
            "an attribute, an operation or `inv`",
            follow,
        );
        let Some(found) = found else {
            cursor.skip_statement();
            return None;
        };
        names.push(found);
        if cursor.eat_symbol(",").is_none() {
            break;
        }
    }
    if cursor.eat_symbol(":").is_none() {
        cursor.expected("expected-symbol", "`:` and a type", Some(MEMBERS));
        cursor.skip_statement();
        return None;
    }
    let sort = sort(cursor);
    let value = cursor.eat_symbol("=").map(|_| expression(cursor));
    Some(AttributesSyntax { names, sort, value })
}

/// A type.
pub(super) fn sort(cursor: &mut Cursor) -> TypeSyntax {
    let token = cursor.peek();
    cursor.offer_words(&["Boolean", "Integer", "String"]);
    for kind in [ENUMERATION, CLASS] {
        cursor.offer_names(Naming::Known(kind));
    }
    let is_number = token.kind == Kind::Number || cursor.at_symbol("-");
    let kind = match cursor.text(token) {
        _ if is_number => match range(cursor) {
            Some((low, high)) => TypeKind::Range(low, high),
            None => TypeKind::Unreadable,
        },
        word @ ("Boolean" | "Integer" | "String") if token.kind == Kind::Word => {
            cursor.advance();
            match word {
                "Boolean" => TypeKind::Boolean,
                "Integer" => TypeKind::Integer,
                _ => TypeKind::Text,
            }
        }
        word if COLLECTIONS.contains(&word) && cursor.peek_at(1).kind == Kind::Symbol("(") => {
            cursor.advance();
            cursor.paint(token.span, TokenRole::Type);
            cursor.advance();
            let of = match COLLECTIONS.contains(&cursor.text(cursor.peek())) {
                true => {
                    let hint = "Write what the elements are, as `Set(Integer)`.";
                    cursor.expected("expected-type", "a type of elements", Some(hint));
                    None
                }
                false => Some(Box::new(sort(cursor))),
            };
            let is_closed = cursor.eat_symbol(")").is_some();
            if of.is_some() && !is_closed {
                cursor.expected("expected-symbol", "`)`", None);
            }
            of.map_or(TypeKind::Unreadable, |of| {
                TypeKind::Many(word == COLLECTIONS[1], of)
            })
        }
        text if matches!(token.kind, Kind::Word | Kind::Quoted) => {
            let text = match token.kind {
                Kind::Quoted => crate::text::unquote(text),
                _ => text.to_owned(),
            };
            cursor.advance();
            cursor.paint(token.span, TokenRole::Type);
            let span = token.span;
            TypeKind::Named(Name { text, span })
        }
        _ => {
            let hint =
                "Types are `Boolean`, `Integer`, `0..9`, `String`, enumerations and classes.";
            cursor.expected("expected-type", "a type", Some(hint));
            TypeKind::Unreadable
        }
    };
    let is_optional =
        cursor.at_symbol("[") && multiplicity(cursor).is_some_and(|it| optional(cursor, it));
    TypeSyntax {
        kind,
        is_optional,
        span: cursor.since(token.span.start),
    }
}

/// Whether a multiplicity of one value allows none.
fn optional(cursor: &mut Cursor, (bounds, span): (Bounds, Span)) -> bool {
    if !matches!(bounds, (0 | 1, Some(1))) {
        let title = "A slot holds one value";
        let hint =
            "Write `[0..1]` where it may be null, and an association where there are several.";
        let finding = Diagnostic::error("bad-multiplicity", span, title);
        cursor.findings.push(finding.hint(hint));
    }
    bounds.0 == 0
}

/// How few and how many.
type Bounds = (u32, Option<u32>);

/// `[0..1]`, `[*]`
fn multiplicity(cursor: &mut Cursor) -> Option<(Bounds, Span)> {
    let start = cursor.peek().span.start;
    cursor.advance();
    let first = bound(cursor)?;
    let bounds = match cursor.eat_symbol("..") {
        Some(_) => (first.unwrap_or(0), bound(cursor)?),
        None => (first.unwrap_or(0), first),
    };
    if cursor.eat_symbol("]").is_none() {
        cursor.expected("expected-symbol", "`]`", None);
    }
    let span = cursor.since(start);
    if bounds.1.is_some_and(|most| most < bounds.0) {
        let title = "No number is within this multiplicity";
        let hint = "The smaller number stands first.";
        let finding = Diagnostic::error("bad-multiplicity", span, title);
        cursor.findings.push(finding.hint(hint));
    }
    Some((bounds, span))
}

/// A number, or `None` for `*`.
fn bound(cursor: &mut Cursor) -> Option<Option<u32>> {
    if cursor.eat_symbol("*").is_some() {
        return Some(None);
    }
    let token = cursor.peek();
    if token.kind != Kind::Number {
        let hint = "Write for example `[1]`, `[0..1]`, `[2..5]` or `[*]`.";
        cursor.expected("bad-multiplicity", "a number or `*`", Some(hint));
        return None;
    }
    cursor.advance();
    Some(Some(cursor.text(token).parse().unwrap_or(u32::MAX)))
}

/// `0..9`
fn range(cursor: &mut Cursor) -> Option<(i64, i64)> {
    let low = whole(cursor)?;
    if cursor.eat_symbol("..").is_none() {
        cursor.expected("expected-symbol", "`..`", Some("Write for example `0..9`."));
        return None;
    }
    Some((low, whole(cursor)?))
}

/// A whole number with its sign.
fn whole(cursor: &mut Cursor) -> Option<i64> {
    let minus = cursor.eat_symbol("-").is_some();
    let token = cursor.peek();
    if token.kind != Kind::Number {
        cursor.expected("expected-number", "a whole number", None);
        return None;
    }
    cursor.advance();
    let number: i64 = cursor.text(token).parse().unwrap_or(i64::MAX);
    Some(if minus { -number } else { number })
}

fn integers(cursor: &mut Cursor, word: Span) -> Option<Item> {
    let bounds = range(cursor);
    if bounds.is_none() {
        cursor.skip_statement();
    }
    let (low, high) = bounds?;
    cursor.finish_statement("Write `integers 0..9`.");
    Some(Item::Integers(low, high, cursor.since(word.start)))
}

fn association(cursor: &mut Cursor) -> Option<AssociationSyntax> {
    const HINT: &str = "An end is `Class[1..2] role name`, one on each line.";
    let follow = Follow::symbols(&["{"]).or_end();
    let naming = Naming::New(ASSOCIATION);
    let association = item_name(cursor, naming, "the association's name", follow);
    let open = open_block(cursor, "association")?;
    let mut ends = Vec::new();
    while in_block(cursor, open, "association") {
        let follow = Follow::symbols(&["["]).or_words(&["role"]).or_end();
        let start = cursor.peek().span.start;
        let Some(class) = name(cursor, Naming::Known(CLASS), "a class", follow) else {
            cursor.skip_statement();
            continue;
        };
        let bounds = match cursor.at_symbol("[") {
            true => multiplicity(cursor).map(|it| it.0),
            false => {
                cursor.expected("expected-symbol", "`[` and how many", Some(HINT));
                cursor.skip_statement();
                None
            }
        };
        let role = match cursor.eat_keyword("role") {
            Some(_) => item_name(
                cursor,
                Naming::New(PROPERTY),
                "a role",
                Follow::symbols(&[]).or_end(),
            ),
            None => None,
        };
        ends.push(EndSyntax {
            class,
            bounds: bounds.unwrap_or((0, None)),
            role,
            span: cursor.since(start),
        });
        cursor.finish_statement(HINT);
    }
    let association = association?;
    if ends.len() != 2 {
        let title = format!(
            "An association has two ends, and this one has {}",
            ends.len()
        );
        let finding = Diagnostic::error("wrong-ends", association.span, title);
        cursor.findings.push(finding.hint(HINT));
    }
    Some(AssociationSyntax {
        name: association,
        ends,
    })
}
