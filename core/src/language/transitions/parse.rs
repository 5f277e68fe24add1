//! Transition systems: from a text to its tree. Never fails and never panics.
//!
//! Items stand in Theta's order: types, variables, `trans`, `init`, `env`, `prop`, then our `check`
//! lines. A mistake is reported once; reading goes on at the next statement or item.

use super::ast::{EnumerationSyntax, RelationSyntax, TransitionDocument, VariableSyntax};
use super::parse_checks::{check, prop};
use super::statements::{alternatives, block_end};
use super::words::{TOKENS, VOCABULARY, at_item, name};
use crate::expression::{Grammar, parse};
use crate::language::limits;
use crate::text::{Cursor, Diagnostic, Findings, Kind, Span, similar};

/// Words of items, with their place in the order of the text.
const ORDER: [&str; 7] = ["type", "var", "trans", "init", "env", "prop", "check"];

/// Reads a text.
#[must_use]
pub fn parse_into(text: &str, findings: &mut Findings) -> TransitionDocument {
    let mut document = TransitionDocument::default();
    if let Some(finding) = limits::text(text) {
        findings.push(finding);
        return document;
    }
    let mut cursor = Cursor::new(text, &TOKENS, &VOCABULARY, findings);
    let mut items = Items::new(&mut document);
    while !cursor.at_end() {
        items.item(&mut cursor);
    }
    document.end = cursor.place();
    complete(&document, cursor.findings);
    document
}

/// Reads the item whose word was taken already, and all that follow, up to an item of another language.
pub fn rest_into(
    cursor: &mut Cursor,
    word: &'static str,
    span: Span,
    document: &mut TransitionDocument,
) {
    let mut items = Items::new(document);
    if let Some(rank) = rank(word) {
        items.known(cursor, rank, word, span);
    }
    while !cursor.at_end() && (rank(cursor.text(cursor.peek())).is_some() || !cursor.at_item()) {
        items.item(cursor);
    }
    document.end = cursor.place();
}

/// Where an item with this word stands among the others.
fn rank(word: &str) -> Option<usize> {
    match word {
        "ctrl" => Some(1),
        _ => ORDER.iter().position(|it| *it == word),
    }
}

/// Says what the text lacks.
pub fn complete(document: &TransitionDocument, findings: &mut Findings) {
    let lacking = [
        (document.trans.is_none(), "trans"),
        (document.init.is_none(), "init"),
        (document.env.is_none(), "env"),
    ];
    for (lacks, word) in lacking {
        if lacks && !findings.has_errors() {
            let title = format!("The system has no `{word}`");
            let hint = format!("Write `{word} {{}}` where there is nothing to do.");
            findings.push(Diagnostic::error("no-relation", document.end, title).hint(hint));
        }
    }
    if document.properties.is_empty() && !findings.has_errors() {
        let title = "Nothing is asked about the system";
        let hint = "End the text with `prop { … }`, or with `check deadlock`.";
        findings.push(Diagnostic::error("no-property", document.end, title).hint(hint));
    }
}

/// The items of a text while they are being read.
struct Items<'d> {
    document: &'d mut TransitionDocument,
    /// The item of the highest rank so far, and where it stands.
    last: Option<(usize, Span)>,
    /// Where each of those stands of which there is one only.
    seen: [Option<Span>; 7],
}

impl<'d> Items<'d> {
    fn new(document: &'d mut TransitionDocument) -> Self {
        Self {
            document,
            last: None,
            seen: [None; 7],
        }
    }

    fn item(&mut self, cursor: &mut Cursor) {
        let token = cursor.peek();
        let word = cursor.text(token);
        let rank = match token.kind {
            Kind::Word => rank(word),
            _ => None,
        };
        let Some(rank) = rank else {
            return self.stray(cursor);
        };
        cursor.advance();
        self.known(cursor, rank, word, token.span);
    }

    /// An item whose word has been taken.
    fn known(&mut self, cursor: &mut Cursor, rank: usize, word: &str, span: Span) {
        self.order(cursor, rank, span);
        match rank {
            0 => match enumeration(cursor) {
                Some(it) => self.document.types.push(it),
                None => skip_item(cursor),
            },
            1 => {
                let control = word == "ctrl";
                if control && cursor.eat_word("var").is_none() {
                    cursor.expected("expected-word", "`var`", None);
                }
                match variable(cursor, control) {
                    Some(it) => self.document.variables.push(it),
                    None => skip_item(cursor),
                }
            }
            5 | 6 => {
                let property = match rank {
                    5 => prop(cursor, span),
                    _ => check(cursor, span),
                };
                match property {
                    Some(it) => self.document.properties.push(it),
                    // The next question begins here, whatever it asks.
                    None if cursor.at_word("check") => {}
                    None => skip_item(cursor),
                }
            }
            _ => {
                let relation = RelationSyntax {
                    alternatives: alternatives(cursor, self.document),
                    word: span,
                };
                let place = match rank {
                    2 => &mut self.document.trans,
                    3 => &mut self.document.init,
                    _ => &mut self.document.env,
                };
                place.get_or_insert(relation);
            }
        }
    }

    /// Reports an item that stands where it cannot, or twice.
    fn order(&mut self, cursor: &mut Cursor, rank: usize, span: Span) {
        let word = ORDER[rank];
        if let Some(first) = self.seen[rank] {
            let title = format!("There is a second `{word}`");
            let finding = Diagnostic::error("duplicate-item", span, title);
            let hint = match word {
                "prop" => "Write further questions as `check always …`.",
                _ => "Put its alternatives behind those of the first one, with `or`.",
            };
            cursor
                .findings
                .push(finding.label(first, "the first one").hint(hint));
        } else if (2..6).contains(&rank) {
            self.seen[rank] = Some(span);
        }
        match self.last {
            Some((last, place)) if last > rank => {
                let title = format!("`{word}` belongs before `{}`", ORDER[last]);
                let finding = Diagnostic::error("item-order", span, title);
                let hint =
                    "The order is: types, variables, `trans`, `init`, `env`, `prop`, checks.";
                let finding = finding.label(place, format!("`{}` stands here", ORDER[last]));
                cursor.findings.push(finding.hint(hint));
            }
            _ => self.last = Some((rank, span)),
        }
    }

    /// Something that begins no item: everything up to the next one is skipped.
    fn stray(&mut self, cursor: &mut Cursor) {
        let next = ORDER[self.last.map_or(0, |(rank, _)| rank)..].iter();
        let possible: Vec<_> = next.map(|it| format!("`{it}`")).collect();
        let token = cursor.peek();
        let text = cursor.text(token);
        let hint = if cursor.at_symbol("}") {
            Some("There is a `}` too many.".to_string())
        } else if cursor.at_word("else") || cursor.at_word("or") {
            Some("Alternatives are joined by `or`: `trans { … } or { … }`.".to_string())
        } else {
            similar(text, ORDER).map(|meant| format!("Did you mean `{meant}`?"))
        };
        let what = possible.join(", ");
        cursor.expected("expected-item", &what, hint.as_deref());
        cursor.advance();
        skip_item(cursor);
    }
}

/// Goes to where the next item begins.
fn skip_item(cursor: &mut Cursor) {
    while !cursor.at_end() && !at_item(cursor) && !at_variable(cursor) {
        if cursor.at_symbol("{") {
            cursor.skip_block(|_| false);
        } else {
            cursor.advance();
        }
    }
}

fn at_variable(cursor: &Cursor) -> bool {
    cursor.at_word("var") && cursor.peek_at(1).kind == Kind::Word
}

/// `Light : { Red, Green }`
fn enumeration(cursor: &mut Cursor) -> Option<EnumerationSyntax> {
    let name = name(cursor, "a type")?;
    expect(cursor, ":");
    let open = expect(cursor, "{")?;
    let mut literals = Vec::new();
    loop {
        match super::words::name(cursor, "a literal") {
            Some(literal) => literals.push(literal),
            None => {
                while !cursor.at_end() && !cursor.at_symbol("}") && !at_item(cursor) {
                    cursor.advance();
                }
            }
        }
        if cursor.eat_symbol(",").is_none() {
            break;
        }
    }
    block_end(cursor, open, "list of literals");
    Some(EnumerationSyntax { name, literals })
}

/// `tick : integer = 0`, without `var`.
pub(super) fn variable(cursor: &mut Cursor, control: bool) -> Option<VariableSyntax> {
    let name = name(cursor, "a variable")?;
    expect(cursor, ":");
    let sort = parse::sort(cursor);
    let initial = cursor.eat_symbol("=").or_else(|| cursor.eat_symbol(":="));
    let initial = initial.map(|_| parse::expression(cursor, Grammar::THETA));
    Some(VariableSyntax {
        control,
        name,
        sort,
        initial,
    })
}

/// Takes a symbol, or says that it is missing.
pub(super) fn expect(cursor: &mut Cursor, symbol: &str) -> Option<Span> {
    let found = cursor.eat_symbol(symbol);
    if found.is_none() {
        cursor.expected("expected-symbol", &format!("`{symbol}`"), None);
    }
    found
}
