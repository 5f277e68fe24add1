//! A whole text in canonical form: columns, one blank line between items, checks together.
//!
//! Invariant: what is printed parses to the same document, places aside. Comments are not part of
//! a document and are lost.

use super::ast::{Document, Item};
use crate::language::machines::{self, scenario};
use crate::language::questions;

/// The canonical text of a document.
#[must_use]
pub fn print(document: &Document) -> String {
    let mut out = String::new();
    let mut after_check = false;
    for item in &document.items {
        let is_check = matches!(item, Item::Check(_));
        let first = out.is_empty();
        let together = after_check && is_check;
        if !first && !together {
            out.push('\n');
        }
        after_check = is_check;
        match item {
            Item::Machine(machine) => machines::print::machine(&mut out, machine),
            Item::Scenario(scenario) => scenario::print::scenario(&mut out, scenario),
            Item::Check(it) => questions::print(&mut out, it),
            Item::System(system) => {
                out.push_str("system {\n");
                scenario::print::lifelines(&mut out, &system.lifelines);
                out.push_str("}\n");
            }
        }
    }
    out
}
