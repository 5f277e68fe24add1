//! What a search for repairs came to, in words.

use crate::view::{Outcome, Repairs};

/// That repairs of so many edits are not looked for.
pub(crate) fn not_so_many(edits: u32) -> String {
    format!("a repair of {edits} edits cannot be searched for; ask for 1 or 2")
}

/// Why nothing was looked for.
pub(crate) fn nothing_to_mend(outcome: &Outcome) -> Repairs {
    let why = match (outcome.expected, outcome.as_expected()) {
        (None, _) => "The check expects nothing, so there is nothing to mend.",
        (_, Some(true)) => "The check is as expected, so there is nothing to mend.",
        _ => "The check has no answer within the limits, so it is not known what to mend.",
    };
    Repairs {
        complete: outcome.as_expected() == Some(true),
        sentence: why.into(),
        ..Repairs::default()
    }
}

/// What was found, and what was tried.
pub(crate) fn tried(repairs: &Repairs) -> String {
    let found = match repairs.proposals.len() {
        0 => "No repair was found".to_string(),
        1 => "1 repair was found".to_string(),
        count => format!("{count} repairs were found"),
    };
    let covered = match (repairs.tried, repairs.complete) {
        (0, true) => "there was no candidate to try".to_owned(),
        (1, true) => "the only candidate was tried".to_owned(),
        (tried, true) => format!("all {tried} candidates were tried"),
        (0, false) => "a limit was reached before any candidate was tried".to_owned(),
        (1, false) => "one candidate was tried, then a limit was reached".to_owned(),
        (tried, false) => format!("{tried} candidates were tried, then a limit was reached"),
    };
    format!("{found}; {covered}.")
}

/// How many of the candidates that were tried have no answer within the limits; `None` where all have.
pub(crate) fn undecided(count: u64) -> Option<String> {
    match count {
        0 => None,
        1 => Some("One of them has no answer within the limits of a trial.".into()),
        more => Some(format!(
            "{more} of them have no answer within the limits of a trial."
        )),
    }
}

/// That these checks come to be as expected by the repair of another one; `None` where there are none.
pub(crate) fn come_right(titles: &[String]) -> Option<String> {
    let (last, others) = titles.split_last()?;
    let (all, come) = match others {
        [] => (last.clone(), "comes"),
        _ => (format!("{} and {last}", others.join(", ")), "come"),
    };
    Some(format!("{all} {come} to be as expected, too."))
}

/// That so many other checks come to be as expected by a repair; `None` where there are none.
pub(crate) fn more_come_right(count: usize) -> Option<String> {
    match count {
        0 => None,
        1 => Some("One more check comes to be as expected.".into()),
        more => Some(format!("{more} more checks come to be as expected.")),
    }
}

/// What does not change by a repair: so many checks that were as expected are so, and what could happen can.
pub(crate) fn keeps(checks: usize) -> String {
    let kept = match checks {
        0 => "",
        1 => "The other check that was as expected still is. ",
        _ => "All other checks that were as expected still are. ",
    };
    format!("{kept}Everything that could be called or changed still can be.")
}

/// The sentence of an answer with the states that were visited for it.
pub(crate) fn with_states(sentence: &str, states: u64) -> String {
    let said = sentence.strip_suffix('.').unwrap_or(sentence);
    match states {
        1 => format!("{said} (1 state)."),
        states => format!("{said} ({} states).", crate::text::grouped(states)),
    }
}
