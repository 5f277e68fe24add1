//! Questions that are put together by pointing at states, before they stand in the text.

use crate::language::{read, written};
use crate::view::{Analysis, CheckView, Kind, PlaceView, Range};

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
        expect_written: false,
        forbidden: false,
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

/// The lines that ask what is asked anyway where a text has no `check` line: that each scenario can be
/// played. They must be written before the first such line, or the scenarios would no longer be
/// checked. Empty where the text has one.
#[must_use]
pub fn implicit_lines(analysis: &Analysis) -> String {
    let implicit = analysis.checks.iter().filter(|check| check.implicit);
    let lines = implicit.map(|check| format!("check {}\n", written(&check.title)));
    lines.collect()
}

/// The line that asks the same as the check of an index, for every length: without its `within`, and
/// without an expected answer, which was meant for the bound. `None` where it has no bound.
#[must_use]
pub fn unbounded_line(text: &str, index: usize) -> Option<String> {
    let (model, _) = read(text);
    let check = model.checks.get(index)?;
    check.bound?;
    let span = check.span;
    let line = text.get(span.start..span.end)?;
    if check.implicit || !line.starts_with("check") {
        return None;
    }
    let mut kept = Vec::new();
    let mut words = words(line).into_iter();
    while let Some(word) = words.next() {
        match word {
            "within" | "expect" => {
                words.next();
            }
            word => kept.push(word),
        }
    }
    Some(kept.join(" "))
}

/// The words of a line; what stands in quotes belongs to one word.
fn words(line: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let (mut start, mut is_quoted) = (0, false);
    for (at, letter) in line.char_indices() {
        is_quoted ^= letter == '"';
        if letter.is_whitespace() && !is_quoted {
            words.push(&line[start..at]);
            start = at + letter.len_utf8();
        }
    }
    words.push(&line[start..]);
    words.retain(|word| !word.is_empty());
    words
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
    fn without_its_bound_a_check_asks_the_same() {
        let model = "machine A {\n  [*] --> \"b within 3\"\n  \"b within 3\" --> c : / \"x y\"\n}\n\
                     machine B { [*] --> d\n d --> e : \"x y\" }\n\
                     scenario \"a within 2\" {\n  A -> B : \"x y\"\n}\n";
        let lines = [
            (
                "check \"a within 2\" strict within 3 expect consistent",
                "check \"a within 2\" strict",
            ),
            (
                "check \"a within 2\"  loose   within 4",
                "check \"a within 2\" loose",
            ),
            (
                "check reach A.\"b within 3\", B.d within 5 // within",
                "check reach A.\"b within 3\", B.d",
            ),
            ("check deadlock within 1 expect none", "check deadlock"),
            (
                "check reach B.e from A.c within 2 expect unreachable",
                "check reach B.e from A.c",
            ),
        ];
        for (line, expected) in lines {
            let before = format!("{model}{line}\n");
            let analysis = analyse(&before);
            assert!(!analysis.has_errors, "{line}: {:?}", analysis.diagnostics);
            assert_eq!(unbounded_line(&before, 0).as_deref(), Some(expected));
            let after = analyse(&format!("{before}{expected}\n"));
            let [one, other] = after.checks.as_slice() else {
                panic!("{expected}: {:?}", after.checks);
            };
            assert_eq!(
                (&one.goal, one.loose, one.scenario),
                (&other.goal, other.loose, other.scenario)
            );
            assert_eq!(other.bound, None);
            // It has no bound to give up any more.
            assert_eq!(unbounded_line(&format!("{model}{expected}\n"), 0), None);
        }
        assert_eq!(unbounded_line("machine A { [*] --> a }\n", 0), None);
    }

    #[test]
    fn scenarios_are_still_checked_after_the_first_question() {
        let text = "machine A {\n  [*] --> b\n  b --> c : / x\n}\nmachine B {\n  [*] --> d\n  d --> e : x\n}\n\
                    scenario \"it's a check\" {\n  A -> B : x\n}\nscenario check {\n  A -> B : x\n}\n\
                    neg scenario twice {\n  A -> B : x\n  A -> B : x\n}\n";
        let before = analyse(text);
        assert!(!before.has_errors, "{:?}", before.diagnostics);
        let lines = implicit_lines(&before);
        let asked = asked_line(&before, &[(0, 1)], None).expect("the goal is not empty");
        let after = analyse(&format!("{text}{lines}{asked}\n"));
        assert!(!after.has_errors, "{lines}: {:?}", after.diagnostics);
        assert_eq!(after.checks.len(), before.checks.len() + 1);
        for (one, other) in before.checks.iter().zip(&after.checks) {
            assert_eq!((&one.title, one.scenario), (&other.title, other.scenario));
            assert!(one.implicit && !other.implicit);
        }
        assert_eq!(implicit_lines(&after), "");
    }

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
