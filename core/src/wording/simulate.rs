//! What there is to say about runs that are made by hand.

use crate::system::Status;
use crate::text::grouped;

/// The start of a kept run is none any more.
pub(crate) fn start_is_gone() -> &'static str {
    "The run starts where the system does not start any more."
}

/// A step of a kept run is not possible any more.
pub(crate) fn step_is_gone(number: usize, what: &str) -> String {
    let before = match number - 1 {
        0 => "The run goes no further than its start".to_owned(),
        1 => "The run still goes 1 step".to_owned(),
        steps => format!("The run still goes {steps} steps"),
    };
    match what {
        "" => format!("{before}: step {number} is not possible."),
        what => format!("{before}: step {number}, `{what}`, is not possible."),
    }
}

/// A walk by chance could not go on.
pub(crate) fn walk_ended(status: Status) -> String {
    match status {
        Status::Terminated => "Nothing can happen any more, and that is fine.".into(),
        Status::Stuck => "Nothing can happen any more.".into(),
        Status::Running | Status::Inside => {
            "None of the values that were tried lets it go on.".into()
        }
    }
}

/// The run has gone to where something is true; `whole` says whether every way there was tried.
pub(crate) fn gone_on(goal: &str, steps: usize, whole: bool) -> String {
    let steps = match steps {
        1 => "1 step".to_owned(),
        steps => format!("{steps} steps"),
    };
    match whole {
        true => format!("`{goal}` is true after {steps} more, and not sooner."),
        false => format!(
            "`{goal}` is true after {steps} more, perhaps sooner: not every value was tried."
        ),
    }
}

/// Nothing ahead makes it true.
pub(crate) fn never_true(goal: &str, whole: bool) -> String {
    match whole {
        true => format!("`{goal}` becomes true in no state that can be reached from here."),
        false => format!(
            "`{goal}` is true in none of the states that were visited, and not every value was tried."
        ),
    }
}

/// The budget was used up.
pub(crate) fn not_found(goal: &str, states: usize) -> String {
    let states = grouped(states as u64);
    format!("No state where `{goal}` is true is among the next {states}.")
}
