//! Which names can be written where a name is expected.
//!
//! Usually all that the parser has met of a kind: in the same item where they mean something only
//! there. Lifelines are those of the scenario at hand, else those of the system; what belongs to a
//! lifeline is a state of its machine.

use super::ast::{Document, Item};
use crate::language::machines::scenario::LIFELINE;
use crate::language::machines::scenario::ast::LifelinesSyntax;
use crate::language::machines::{MACHINE, STATE};
use crate::text::{NameKind, Notes};

/// The names of a kind that can stand at the caret of the notes; with `of`, those that belong to
/// something of this name.
#[must_use]
pub fn names<'n>(
    document: &Document,
    notes: &'n Notes,
    kind: NameKind,
    of: Option<&str>,
) -> Vec<&'n str> {
    let here = notes.item_at_caret;
    match of {
        Some(lifeline) if kind == STATE => states_of(document, notes, lifeline),
        _ if kind == LIFELINE => {
            let own: Vec<_> = notes.names_of(LIFELINE, Some(here)).collect();
            if own.is_empty() { system(notes) } else { own }
        }
        _ => notes
            .names_of(kind, kind.is_local.then_some(here))
            .collect(),
    }
}

/// The lifelines of the system, and the machines, which are lifelines where there is no system.
fn system(notes: &Notes) -> Vec<&str> {
    let items = notes.items.iter().enumerate();
    let systems = items.filter(|(_, word)| **word == "system");
    systems
        .flat_map(|(item, _)| notes.names_of(LIFELINE, Some(item)))
        .chain(notes.names_of(MACHINE, None))
        .collect()
}

fn states_of<'n>(document: &Document, notes: &'n Notes, lifeline: &str) -> Vec<&'n str> {
    let machine = machine_of(document, lifeline).unwrap_or(lifeline);
    let mut machines = notes.names.iter().filter(|it| it.kind == MACHINE);
    let Some(machine) = machines.find(|it| it.text == machine) else {
        return Vec::new();
    };
    notes.names_of(STATE, Some(machine.item)).collect()
}

/// The machine of a lifeline, by its first declaration.
fn machine_of<'d>(document: &'d Document, lifeline: &str) -> Option<&'d str> {
    let declarations = document.items.iter().flat_map(|item| match item {
        Item::System(system) => system.lifelines.as_slice(),
        Item::Scenario(scenario) => &scenario.lifelines,
        Item::Machine(_) | Item::Check(_) => &[],
    });
    let declares = |it: &&LifelinesSyntax| it.names.iter().any(|name| name.text == lifeline);
    let found = declarations.into_iter().find(declares)?;
    Some(&found.machine.text)
}
