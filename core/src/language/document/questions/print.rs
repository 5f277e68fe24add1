//! Checks: from a subject and its clauses to text.

use crate::language::Name;
use crate::language::document::ast::{AtSyntax, CheckSyntax, PlaceSyntax, Subject};
use crate::language::scenario::Mode;

/// Appends a check.
pub fn check(out: &mut String, check: &CheckSyntax) {
    out.push_str("check ");
    match &check.subject {
        Subject::Scenario { name, mode } => {
            out.push_str(&name.written());
            out.push_str(match mode {
                None => "",
                Some(Mode::Strict) => " strict",
                Some(Mode::Loose) => " loose",
            });
        }
        Subject::Reach { goal } => out.push_str(&reach(goal)),
        Subject::Deadlock => out.push_str("deadlock"),
    }
    if !check.from.is_empty() {
        out.push_str(&format!(" from {}", places(&check.from)));
    }
    if let Some(bound) = check.within {
        out.push_str(&format!(" within {}", bound.transactions));
    }
    if let Some((answer, _)) = check.expect {
        out.push_str(&format!(" expect {}", answer.word()));
    }
    out.push('\n');
}

/// A goal as a title: `reach PhD.waiting, CoffeeMachine.error`.
#[must_use]
pub fn reach(goal: &[PlaceSyntax]) -> String {
    format!("reach {}", places(goal))
}

fn places(places: &[PlaceSyntax]) -> String {
    let places: Vec<_> = places.iter().map(place).collect();
    places.join(", ")
}

fn place(place: &PlaceSyntax) -> String {
    let at = match &place.at {
        AtSyntax::State(name) => name.written(),
        AtSyntax::Intermediate {
            source,
            trigger,
            effects,
            target,
        } => {
            let effects: Vec<_> = effects.iter().map(Name::written).collect();
            format!(
                "<{}/{}/{}/{}>",
                source.written(),
                trigger.as_ref().map_or_else(String::new, Name::written),
                effects.join(","),
                target.written()
            )
        }
    };
    format!("{}.{at}", place.lifeline.written())
}
