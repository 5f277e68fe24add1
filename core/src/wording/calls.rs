//! Calls of class models in words: what forbids one, and what one is to the scenario that is followed.

use crate::view::{ClauseKind, ClauseView};

/// What is said of a call that is the next one that a check asks for, and of one that is not; of a scenario, or of a call by itself.
pub(crate) fn in_order(is_scenario: bool) -> [String; 2] {
    let next = match is_scenario {
        true => "as the scenario's next call",
        false => "as the call that is asked for",
    };
    [next.into(), "as another call".into()]
}

/// A slot that a call changes though its contract does not release it.
pub(crate) struct Jumped {
    /// How many calls come before.
    pub(crate) calls_before: usize,
    /// Whether it is the call of the run that is shown; else one that is possible besides.
    pub(crate) is_in_run: bool,
    pub(crate) call: String,
    pub(crate) slot: String,
    pub(crate) before: String,
    pub(crate) after: String,
    /// Whether the operation says what it modifies.
    pub(crate) has_modifies: bool,
}

/// The first slot that jumps.
pub(crate) fn jump(it: &Jumped) -> String {
    let Jumped {
        call,
        slot,
        before,
        after,
        ..
    } = it;
    let why = match it.has_modifies {
        true => "though `modifies` leaves it out",
        false => "which no postcondition of it names",
    };
    let changes = format!("`{slot}` from `{before}` to `{after}`, {why}");
    match (it.is_in_run, it.calls_before) {
        (true, number) => format!("Call {}, `{call}`, changes {changes}.", number + 1),
        (false, 0) => {
            format!("At the start frame `open` also allows `{call}` to change {changes}.")
        }
        (false, 1) => {
            format!("After 1 call frame `open` also allows `{call}` to change {changes}.")
        }
        (false, count) => {
            format!("After {count} calls frame `open` also allows `{call}` to change {changes}.")
        }
    }
}

/// That no slot jumps in what was looked at; whether that was every call from the states of the run.
pub(crate) fn no_jump(is_complete: bool) -> &'static str {
    match is_complete {
        true => "Both frames allow the same calls in the states of this run.",
        false => "Not every call from the states of this run was looked at.",
    }
}

/// What a clause does to a call that is impossible: the first of those that forbid it, or one more.
pub(crate) fn forbids(clause: &ClauseView, number: usize) -> String {
    let said = said(&clause.text);
    let is_first = number == 0;
    match clause.kind {
        ClauseKind::Pre => format!("needs `{said}`"),
        ClauseKind::Post if is_first => format!("no outcome satisfies `{said}`"),
        ClauseKind::Post => format!("and `{said}` as well"),
        ClauseKind::Inv => {
            let name = match clause.name.is_empty() {
                true => said,
                false => &clause.name,
            };
            format!("{} `{name}`", would_break(is_first))
        }
        ClauseKind::Multiplicity => format!(
            "{} the multiplicity of `{}` in `{}`",
            would_break(is_first),
            clause.name,
            clause.owner
        ),
    }
}

fn would_break(is_first: bool) -> &'static str {
    match is_first {
        true => "would break",
        false => "or else break",
    }
}

/// That a call would be possible with other integers.
pub(crate) fn needs_integers((low, high): (i64, i64)) -> String {
    format!("possible only with integers outside `{low}..{high}`")
}

/// That the check that is run has no place for the call.
pub(crate) fn out_of_order() -> String {
    "its contract allows it, but the check does not ask for it here".into()
}

/// That there are more outcomes than are looked at.
pub(crate) fn too_many_outcomes() -> String {
    "has too many possible outcomes to say which clause forbids it".into()
}

/// What a clause says, without its word and its name.
fn said(clause: &str) -> &str {
    clause.split_once(':').map_or(clause, |it| it.1).trim()
}
