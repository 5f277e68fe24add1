//! What a run by hand is, where an answer would stand: so that nobody takes it for one.

use super::json::{list, object, optional, text};
use crate::view::{Outcome, RunRequest, Structure};

/// The keys of a run by hand: how far it goes, by which grain and rules, and which values were named that are not among the
/// choices, those of the start first. `answer` is there and empty: nothing was asked.
pub(super) fn keys(
    structure: &Structure,
    outcome: &Outcome,
    run: &RunRequest,
) -> [(&'static str, String); 2] {
    let steps = outcome.length().saturating_sub(1);
    // Machines are always moved by single message sets.
    let (grain, rules) = match structure {
        Structure::Machines => ("choice", None),
        Structure::Transitions(_) if is_fine(run) && run.rules.is_empty() => {
            (&*run.grain, Some("corrected"))
        }
        Structure::Transitions(_) if is_fine(run) => (&*run.grain, Some(&*run.rules)),
        _ if run.grain.is_empty() => ("transition", None),
        _ => (&*run.grain, None),
    };
    let named = run.choices.iter().filter(|it| it.number == usize::MAX);
    let named: Vec<_> = named.map(|it| text(&it.known_by.to_string())).collect();
    let inside = outcome.system.as_ref().is_some_and(|it| it.inside);
    let about = object(&[
        ("steps", steps.to_string()),
        ("grain", text(grain)),
        ("rules", optional(rules)),
        ("inside", inside.to_string()),
        ("named", list(&named)),
    ]);
    [("answer", optional(None)), ("by_hand", about)]
}

/// Whether transitions are taken apart.
fn is_fine(run: &RunRequest) -> bool {
    !run.is_by_transitions()
}
