//! Questions that are put together by pointing at states and values, before they stand in the text.
//!
//! What was pointed at becomes a *term*, as a check names it: `PhD.waiting`, `gate.Closed`, `x == 3`. Terms are joined into a line, and what
//! the line asks is what the parser reads in it: nothing here means anything by itself.

use super::check_line::implicit_lines;
use crate::language::written;
use crate::view::{Analysis, CheckView, StructureKind, VariableView};

/// What a question asks of the terms that it names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asks {
    /// Whether they can be true at the same time.
    #[default]
    Reach,
    /// Whether they are true at all times.
    Always,
    /// Whether the model can get stuck; it names none.
    Deadlock,
}

impl Asks {
    /// What can be asked about models of a kind.
    #[must_use]
    pub fn of(kind: StructureKind) -> &'static [Self] {
        if kind.title().asking.always.is_some() {
            &[Self::Reach, Self::Always, Self::Deadlock]
        } else {
            &[Self::Reach, Self::Deadlock]
        }
    }

    /// Whether it is asked of terms.
    #[must_use]
    pub fn names_terms(self) -> bool {
        !matches!(self, Self::Deadlock)
    }
}

/// The line that asks it of a model of a kind, within so many steps; `None` where it names no term that it needs.
#[must_use]
pub fn drafted_line(
    kind: StructureKind,
    asks: Asks,
    terms: &[String],
    within: Option<u32>,
) -> Option<String> {
    let within = within.map_or_else(String::new, |it| format!(" within {it}"));
    let asking = kind.title().asking;
    let (word, and) = match asks {
        Asks::Deadlock => return Some(format!("check deadlock{within}")),
        _ if terms.is_empty() => return None,
        Asks::Reach => ("reach", asking.and),
        Asks::Always => ("always", asking.always?),
    };
    let is_alone = terms.len() == 1;
    let terms = terms.iter().map(|it| {
        if is_alone || !is_looser(it) {
            it.clone()
        } else {
            format!("({it})")
        }
    });
    let terms: Vec<_> = terms.collect();
    let terms = terms.join(and);
    Some(format!("check {word} {terms}{within}"))
}

/// Whether a term that was typed binds less tightly than what joins it to another one.
fn is_looser(term: &str) -> bool {
    const LOOSER: [&str; 9] = [
        "or", "xor", "implies", "iff", "if", "let", "||", "=>", "then",
    ];
    let spaced = term.replace("||", " || ").replace("=>", " => ");
    spaced.split_whitespace().any(|it| LOOSER.contains(&it))
}

/// What a line would ask if the text had it.
///
/// # Errors
/// What is wrong with it, as a sentence without its full stop.
pub fn drafted(
    text: &str,
    line: &str,
    analyse: impl Fn(&str) -> Analysis,
) -> Result<CheckView, String> {
    let before = analyse(text);
    let after = analyse(&with_line(text, line, &before));
    let mut errors = after.diagnostics.iter().filter(|it| it.error);
    if let Some(error) = errors.next() {
        return Err(error.title.clone());
    }
    let is_one_more = after.checks.len() == before.checks.len() + 1;
    let asked = after.checks.last().filter(|_| is_one_more);
    asked.cloned().ok_or_else(|| "This asks nothing".to_owned())
}

/// A text with a line that asks more than it does, and that asks what it did.
#[must_use]
pub fn drafted_text(text: &str, line: &str, analyse: impl Fn(&str) -> Analysis) -> String {
    with_line(text, line, &analyse(text))
}

fn with_line(text: &str, line: &str, analysis: &Analysis) -> String {
    format!("{text}\n{}{line}\n", implicit_lines(analysis))
}

/// The term that a state of a lifeline of the system is occupied; `None` where there is none.
#[must_use]
pub fn place_term(analysis: &Analysis, lifeline: usize, state: usize) -> Option<String> {
    let lifeline = analysis.system.get(lifeline)?;
    let state = analysis.machines.get(lifeline.machine)?.states.get(state)?;
    let (lifeline, state) = (written(&lifeline.name), written(&state.name));
    Some(format!("{lifeline}.{state}"))
}

/// The term that a variable has a value, as runs write it; `None` of what questions cannot name so, such as arrays.
#[must_use]
pub fn value_term(kind: StructureKind, variable: &VariableView, value: &str) -> Option<String> {
    let (asking, name) = (kind.title().asking, &variable.name);
    let condition = &variable.condition;
    if !condition.is_empty() {
        return match value {
            "true" => Some(condition.clone()),
            "false" => Some(format!("{}({condition})", asking.not)),
            _ => None,
        };
    }
    if name.contains('(') {
        return None;
    }
    let is_listed = variable.values.iter().any(|it| it == value);
    match value {
        "true" => Some(name.clone()),
        "false" => Some(format!("{}{name}", asking.not)),
        "null" if is_listed => Some(format!("{name}{}null", asking.equals)),
        _ if is_listed => Some(format!(
            "{name}{}{}{value}",
            asking.equals, variable.before_value
        )),
        _ => value
            .parse::<i64>()
            .ok()
            .map(|it| format!("{name}{}{it}", asking.equals)),
    }
}

/// The terms that a variable has each of its values, where these are few. None of a link: there are as many as pairs of
/// objects, and they are pointed at.
#[must_use]
pub fn value_terms(kind: StructureKind, variable: &VariableView) -> Vec<String> {
    let values = variable.values.iter();
    let values = values.filter(|_| variable.condition.is_empty());
    values
        .filter_map(|it| value_term(kind, variable, it))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::analyse;
    use crate::view::PlaceView;

    const MACHINES: StructureKind = StructureKind::Machines;

    #[test]
    fn the_line_asks_for_the_states_that_were_pointed_at() {
        let model = "machine \"coffee machine\" {\n  [*] --> \"out of order\"\n  \"out of order\" --> check : fix\n}\n\
                     machine B {\n  [*] --> b\n  b --> c : / fix\n}\n";
        for text in [
            model.to_owned(),
            format!("{model}system {{\n  one : \"coffee machine\"\n  two : B\n}}\n"),
            format!("{model}scenario twice {{\n  B -> \"coffee machine\" : fix\n}}\n"),
        ] {
            let analysis = analyse(&text);
            assert!(!analysis.has_errors, "{:?}", analysis.diagnostics);
            for goal in [vec![(0, 0)], vec![(0, 1), (1, 1)]] {
                for within in [None, Some(7)] {
                    let terms = goal.iter().map(|&(lifeline, state)| {
                        place_term(&analysis, lifeline, state).expect("it is there")
                    });
                    let terms: Vec<_> = terms.collect();
                    let line = drafted_line(MACHINES, Asks::Reach, &terms, within);
                    let line = line.expect("it names terms");
                    let asked = drafted(&text, &line, analyse).expect("it can be read");
                    let states = |it: &(usize, usize)| (it.0, PlaceView::State(it.1));
                    assert_eq!(asked.goal, goal.iter().map(states).collect::<Vec<_>>());
                    assert_eq!(asked.bound, within);
                    assert_eq!(asked.lifelines, analysis.system);
                }
            }
            assert_eq!(place_term(&analysis, 9, 9), None);
        }
    }

    #[test]
    fn a_question_without_terms_asks_nothing_unless_it_is_a_deadlock() {
        assert_eq!(drafted_line(MACHINES, Asks::Reach, &[], None), None);
        let line = drafted_line(MACHINES, Asks::Deadlock, &["a.b".into()], Some(3));
        assert_eq!(line.as_deref(), Some("check deadlock within 3"));
        let all = [Asks::Reach, Asks::Always, Asks::Deadlock];
        assert_eq!(Asks::of(MACHINES), all);
        let terms = ["a.b".to_owned(), "c.d".to_owned()];
        let line = drafted_line(MACHINES, Asks::Always, &terms, None);
        assert_eq!(line.as_deref(), Some("check always a.b and c.d"));
    }

    #[test]
    fn what_is_wrong_with_a_term_is_said() {
        let text = "machine A {\n  [*] --> b\n}\n";
        assert!(drafted(text, "check reach A.b", analyse).is_ok());
        for line in [
            "check reach A.x",
            "check reach A.b,",
            "check",
            "",
            "// nothing",
        ] {
            let said = drafted(text, line, analyse).expect_err("it asks nothing");
            assert!(!said.is_empty() && !said.ends_with('.'), "{line}: {said}");
        }
    }

    #[test]
    fn a_term_that_binds_less_tightly_keeps_its_meaning_beside_another_one() {
        let kind = StructureKind::Transitions;
        let line = |terms: &[&str]| {
            let terms: Vec<_> = terms.iter().map(|&it| it.to_owned()).collect();
            drafted_line(kind, Asks::Always, &terms, None).expect("it names terms")
        };
        assert_eq!(line(&["x || y"]), "check always x || y");
        assert_eq!(line(&["x||y", "z"]), "check always (x||y) && z");
        assert_eq!(line(&["x iff y", "z"]), "check always (x iff y) && z");
        assert_eq!(
            line(&["floor == 2", "order"]),
            "check always floor == 2 && order"
        );
    }
}
