//! Questions that are put together by pointing at states, before they stand in the text.

use super::{Analysis, CheckView, Kind, PlaceView, Range};
use crate::language::written;

/// The question whether the states of a goal can be occupied together, as if a `check` line asked
/// it. The goal names each lifeline by its index in [`Analysis::system`], its state by the index in
/// its machine; what is not there is left out.
#[must_use]
pub fn asked(analysis: &Analysis, goal: &[(usize, usize)], bound: Option<u32>) -> CheckView {
    let known = goal
        .iter()
        .filter(|&&(lifeline, state)| place(analysis, lifeline, state).is_some());
    CheckView {
        index: analysis.checks.len(),
        kind: Kind::Reach,
        title: format!("reach {}", places(analysis, goal)),
        scenario: None,
        loose: false,
        goal: known
            .map(|&(lifeline, state)| (lifeline, PlaceView::State(state)))
            .collect(),
        lifelines: analysis.system.clone(),
        bound,
        expected: None,
        implicit: false,
        range: Range::default(),
    }
}

/// The line that asks it, as the model language writes it; `None` for an empty goal.
#[must_use]
pub fn asked_line(
    analysis: &Analysis,
    goal: &[(usize, usize)],
    bound: Option<u32>,
) -> Option<String> {
    let places = places(analysis, goal);
    if places.is_empty() {
        return None;
    }
    let within = bound.map_or_else(String::new, |bound| format!(" within {bound}"));
    Some(format!("check reach {places}{within}"))
}

fn places(analysis: &Analysis, goal: &[(usize, usize)]) -> String {
    let places = goal.iter();
    let places: Vec<_> = places
        .filter_map(|&(lifeline, state)| place(analysis, lifeline, state))
        .collect();
    places.join(", ")
}

/// `PhD.waiting`, in quotes where the language needs them.
fn place(analysis: &Analysis, lifeline: usize, state: usize) -> Option<String> {
    let lifeline = analysis.system.get(lifeline)?;
    let state = analysis.machines.get(lifeline.machine)?.states.get(state)?;
    Some(format!(
        "{}.{}",
        written(&lifeline.name),
        written(&state.name)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::analyse;

    #[test]
    fn the_line_asks_what_the_view_shows() {
        let model = "machine \"coffee machine\" {\n  [*] --> \"out of order\"\n  \"out of order\" --> check : fix\n}\n\
                     machine B {\n  [*] --> b\n  b --> c : / fix\n}\n";
        for text in [
            model.to_owned(),
            format!("{model}system {{\n  one : \"coffee machine\"\n  two : B\n}}\n"),
        ] {
            let before = analyse(&text);
            assert!(!before.has_errors, "{:?}", before.diagnostics);
            for goal in [vec![(0, 0)], vec![(0, 1), (1, 1)], vec![(1, 0), (9, 9)]] {
                for bound in [None, Some(7)] {
                    let line = asked_line(&before, &goal, bound).expect("the goal is not empty");
                    let after = analyse(&format!("{text}{line}\n"));
                    assert!(!after.has_errors, "{line}: {:?}", after.diagnostics);
                    let (asked, written) = (asked(&before, &goal, bound), &after.checks[0]);
                    assert_eq!(asked.goal, written.goal);
                    assert_eq!(asked.bound, written.bound);
                    assert_eq!(asked.lifelines.len(), written.lifelines.len());
                    assert_eq!(asked.title, written.title);
                }
            }
            assert_eq!(asked_line(&before, &[], None), None);
        }
    }
}
