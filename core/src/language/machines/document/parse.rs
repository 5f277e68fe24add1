//! The items of a text about machines: machines, the system, scenarios and checks.

use super::ast::{Document, Item, SystemSyntax};
use crate::language::languages::Languages;
use crate::language::machines::kind::LANGUAGE;
use crate::language::machines::{self, scenario};
use crate::language::words::{in_block, open_block};
use crate::language::{coming, items, questions};
use crate::text::{Cursor, Findings, Kind, Span};

/// Reads a text about machines and reports into `findings`.
pub fn parse_into(text: &str, findings: &mut Findings) -> Document {
    let languages = Languages::of(&[&LANGUAGE]);
    let (items, _) = items::read(&languages, text, None, findings);
    let document = items.document.downcast();
    *document.expect("the only language of the list is that of machines")
}

/// Reads the item behind one of the words of the language, which stands at `span`.
pub fn item(cursor: &mut Cursor, word: &str, span: Span) -> Option<Item> {
    match word {
        "machine" => machines::parse::machine(cursor).map(Item::Machine),
        "system" => system(cursor, span).map(Item::System),
        "scenario" => scenario::parse::scenario(cursor, false).map(Item::Scenario),
        "check" => questions::read(cursor, span).map(Item::Check),
        _ => {
            if cursor.eat_keyword("scenario").is_none() {
                let hint = "Write `neg scenario name { … }`.";
                cursor.expected("expected-scenario", "`scenario` after `neg`", Some(hint));
                return None;
            }
            scenario::parse::scenario(cursor, true).map(Item::Scenario)
        }
    }
}

fn system(cursor: &mut Cursor, span: Span) -> Option<SystemSyntax> {
    let mut system = SystemSyntax {
        lifelines: Vec::new(),
        span,
    };
    let open = open_block(cursor, "system")?;
    while in_block(cursor, open, "system") {
        let declares = matches!(cursor.peek_at(1).kind, Kind::Symbol(":" | ","));
        if declares || !coming::eat(cursor, coming::SYSTEM) {
            system.lifelines.extend(scenario::parse::lifelines(cursor));
        }
        cursor.skip_statement();
    }
    Some(system)
}
