//! What there is to say about runs that are made by hand.

use crate::simulate::Vicinity;
use crate::system::Status;
use crate::text::grouped;

/// The start of a kept run is none any more.
pub(crate) fn start_is_gone() -> &'static str {
    "The run starts where the system does not start any more."
}

/// That a run begins in a state in which the system does not start, which breaks what every state of a run keeps.
pub(crate) fn begins_elsewhere(broken: &[String]) -> String {
    match broken {
        [] => "The run begins in a state in which the system does not start.".to_owned(),
        broken => format!(
            "The run begins in a state that breaks {}: no run of the system gets there.",
            broken.join(" and ")
        ),
    }
}

/// A step of a kept run, after the one with this number, is not possible any more.
pub(crate) fn step_is_gone(after: &str, what: &str) -> String {
    let step = match what {
        "" => "the next step".to_owned(),
        what => format!("`{what}`"),
    };
    match after {
        "0" => format!("The run goes no further than its start: {step} is not possible."),
        after => format!("The run still goes as far as step {after}: {step} is not possible."),
    }
}

/// A model has no conditions that can be read.
pub(crate) fn no_conditions() -> &'static str {
    "This kind of model has no conditions to go on to."
}

/// A condition cannot be read.
pub(crate) fn cannot_be_read(written: &str, why: &str) -> String {
    format!("`{written}` cannot be read: {why}.")
}

/// What was written is more than a condition, or less.
pub(crate) fn not_one_condition() -> &'static str {
    "it is not one condition"
}

/// What was written is not about one state.
pub(crate) fn not_of_one_state() -> &'static str {
    "it is about several states of a run, not about one"
}

/// Steps of a kind of model are whole, and a grain was asked for.
pub(crate) fn only_whole_steps(grain: &str) -> String {
    format!("there is no grain `{grain}`; steps of this kind of model are whole")
}

/// There is no variable of this name, given those there are.
pub(crate) fn not_tracked(name: &str, known: &str) -> String {
    format!("there is no `{name}`; there are {known}")
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

/// Since when every run gets stuck: after the step with this number, which did this.
pub(crate) fn sealed(number: &str, what: Option<&str>) -> String {
    match what {
        None => "From this start every run gets stuck.".to_owned(),
        Some(what) => {
            format!("After step {number}, `{what}`, every run gets stuck; before it not every one.")
        }
    }
}

/// By the thesis' Algorithm 1 a run ends where it was after the step with this number.
pub(crate) fn covered(number: &str) -> String {
    let before = match number {
        "0" => "at the start".to_owned(),
        number => format!("after step {number}"),
    };
    format!(
        "As printed a run ends where it comes back: it was in this state {before}. As corrected it goes on."
    )
}

/// The thesis' rules are stuck inside a transition, and the corrected ones would not have offered a step.
pub(crate) fn not_offered(number: &str, what: &str) -> String {
    format!(
        "The printed splitting is stuck here: no way on completes the transition. The corrected one does not offer step {number}, `{what}`."
    )
}

/// The thesis' rules are stuck, and the definitions are not: inside a transition or before it.
pub(crate) fn lost(inside: bool) -> String {
    match inside {
        true => "The printed splitting is stuck here and loses the run: by the definitions the transition can be completed.",
        false => "The printed splitting is stuck here: it has no fragment for what comes next. By the definitions the run goes on.",
    }
    .to_owned()
}

/// The thesis' rules are stuck inside a transition; more is not known.
pub(crate) fn stuck_as_printed() -> String {
    "The printed splitting is stuck here. Whether the definitions complete the transition is not known: not everything was tried."
        .to_owned()
}

/// Looking ahead has reached its limit.
pub(crate) fn undecided() -> String {
    "Which steps can be completed was not decided everywhere: looking ahead reached its limit of memory.".to_owned()
}

fn number_of(count: usize, unit: &str) -> String {
    match count {
        1 => format!("1 {unit}"),
        count => format!("{count} {unit}s"),
    }
}

/// The run has gone to where something is true; `whole` says whether every way there was tried.
pub(crate) fn gone_on(goal: &str, (steps, unit): (usize, &str), whole: bool) -> String {
    let steps = number_of(steps, unit);
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

/// Engines have found the way to where something is true, looking at stable states.
pub(crate) fn gone_on_by_engines(goal: &str, (steps, unit): (usize, &str)) -> String {
    format!(
        "`{goal}` is true after {} more; in no stable state sooner.",
        number_of(steps, unit)
    )
}

/// Engines know that nothing ahead makes it true.
pub(crate) fn never_true_by_engines(goal: &str) -> String {
    format!("`{goal}` becomes true in no stable state that can be reached from here.")
}

/// Engines do not know either.
pub(crate) fn not_found_by_engines(goal: &str, sentence: &str) -> String {
    format!("Whether `{goal}` becomes true is not known. {sentence}")
}

/// A run that was found could not be taken up to its end.
pub(crate) fn followed_in_part(states: usize, (of, unit): (usize, &str)) -> String {
    format!(
        "The run is followed for {states} of {}: the next is not among those that were tried.",
        number_of(of, unit)
    )
}

/// A run could not be taken up to its end by the thesis' rules.
pub(crate) fn followed_as_printed(states: usize, (of, unit): (usize, &str)) -> String {
    format!(
        "The run is followed for {states} of {}: there it comes back, and as printed it ends.",
        number_of(of, unit)
    )
}

/// The fewest steps to where something is true lead through a state of the run, where the thesis' rules end it.
pub(crate) fn ends_on_the_way(goal: &str) -> String {
    format!(
        "On the way to where `{goal}` is true the run comes back, and as printed it ends there."
    )
}

/// How many states are drawn of those there are; `between` says whether all of them are to be seen, not only the stable ones.
pub(crate) fn space(found: &Vicinity, between: bool) -> String {
    let Vicinity {
        more,
        followed,
        told,
        ..
    } = *found;
    if found.states.is_empty() && followed && told {
        return "The system cannot start: no variable assignment is a first state.".to_owned();
    }
    let nearest = found.states.iter().filter(|it| it.depth.is_some()).count();
    let of_run = match found.states.len() - nearest {
        0 => String::new(),
        others => format!(" and {others} more of the run"),
    };
    if more && followed {
        let why = if told {
            ""
        } else {
            ", and not every value was tried"
        };
        return format!(
            "There are more states than can be drawn{why}: here are {nearest} of the nearest{of_run}."
        );
    }
    let counted = counted(found, between);
    match (followed, told) {
        (true, true) => format!("There {counted}."),
        (true, false) => format!(
            "There {counted}, as far as was looked: not every value was tried, so there may be others."
        ),
        (false, _) => format!(
            "There {counted}, as far as was looked: not everything that can follow them was."
        ),
    }
}

/// What a step of a run is whose state has no place among those that are drawn.
pub(crate) fn too_many_of_run() -> String {
    "is in a state that is not drawn: the run has too many.".to_owned()
}

/// What a step of a run is that lies behind the last state that is drawn.
pub(crate) fn before_the_next_state() -> String {
    "is on the way to a state that the run has not reached yet.".to_owned()
}

/// What a step of a run is that the system does not have.
pub(crate) fn no_such_step() -> &'static str {
    "is not drawn: the text has no such run any more."
}

/// What a step of a run is to which none of the values lead that were tried.
pub(crate) fn not_followed(column: usize) -> String {
    format!(
        "is not drawn: it needs values that were not tried. It would stand in column {column} or before."
    )
}

/// The states in numbers: those that are to be seen, and deadlocks on the way from one to another.
fn counted(found: &Vicinity, between: bool) -> String {
    let seen = found.states.iter().filter(|it| it.seen).count();
    let kind = if between { "" } else { "stable " };
    let states = match seen {
        0 => format!("is no {kind}state"),
        1 => format!("is one {kind}state"),
        more => format!("are {} {kind}states", grouped(more as u64)),
    };
    match found.states.len() - seen {
        0 => states,
        1 => format!("{states}, and a deadlock on the way to one"),
        more => format!("{states}, and {more} deadlocks on the way to one"),
    }
}

/// The values that were named, as they are written.
fn named(values: &[(&str, i64)]) -> String {
    let each = values
        .iter()
        .map(|(name, value)| format!("{name} = {value}"));
    let each: Vec<_> = each.collect();
    format!("`{}`", each.join(", "))
}

/// No step gives variables the values that were named.
pub(crate) fn named_is_not_possible(values: &[(&str, i64)], reasons: &[String]) -> String {
    let values = named(values);
    match reasons.is_empty() {
        true => format!("No step that is possible here asks for {values}."),
        false => format!(
            "No step with {values} can be completed: {}.",
            reasons.join("; ")
        ),
    }
}

/// One of several steps with the values that were named.
pub(crate) fn first_of_named(values: &[(&str, i64)], count: usize) -> String {
    let values = named(values);
    format!("{count} steps with {values} are possible; this is the first of them.")
}

/// No start gives variables the values that were named.
pub(crate) fn named_is_no_start(values: &[(&str, i64)]) -> String {
    let values = named(values);
    format!("The system cannot start with {values}.")
}

/// One of several starts with the values that were named.
pub(crate) fn first_of_named_starts(values: &[(&str, i64)], count: usize) -> String {
    let values = named(values);
    format!("{count} of the starts that were tried have {values}; this is the first of them.")
}
