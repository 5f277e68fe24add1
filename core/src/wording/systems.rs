//! Answers about transition systems in words.

use super::stepwise::{false_sooner, sooner};
use super::stopped::{reason, undefined, written};
use crate::engine::{Reached, Stop};
use crate::expression::{Sort, Undefined};
use crate::language::transitions::branches::Stopped;
use crate::language::transitions::waive::Demand;
use crate::language::transitions::{
    DeclaredVariable, Initial, Missing, Observe, Property, Settings, Subject, TransitionModel,
};
use crate::text::grouped;
use crate::view::{Extent, Outcome, StepTurn, SystemBlamedView, SystemStepView, Verdict};

/// What the end of a run shows of a property that is not true there.
#[derive(Clone, Copy, Debug)]
pub(crate) enum End<'t> {
    /// Nothing that would be told.
    Plain,
    /// Why it has no value.
    NoValue(&'t str),
    /// The values that make it false.
    Shows(&'t str),
}

/// One sentence that states an answer and what it covers, and how missing values were read where that is not as usual.
pub(crate) fn answer(
    model: &TransitionModel,
    property: &Property,
    settings: Settings,
    outcome: &Outcome,
    end: End<'_>,
) -> String {
    let said = match (outcome.verdict, end) {
        (Verdict::Found { depth: 0 }, End::NoValue(why)) => {
            format!("It has no value right after `init`: {why}")
        }
        (Verdict::Found { depth }, End::NoValue(why)) => {
            format!(
                "It has no value after {}{}: {why}",
                firings(depth),
                sooner(outcome)
            )
        }
        _ => said(property, outcome, end),
    };
    let is_missing = |it: &DeclaredVariable| it.initial == Initial::Missing;
    let read = match model.variables[..model.globals].iter().any(is_missing) {
        true if settings.missing == Missing::Default => {
            " Variables without a value begin with the default of their type."
        }
        _ => "",
    };
    format!("{said}.{read}")
}

fn said(property: &Property, outcome: &Outcome, end: End<'_>) -> String {
    let subject = &property.subject;
    match outcome.verdict {
        Verdict::Found { depth } => found(property, depth, outcome, end),
        Verdict::Absent(extent) => absent(property, extent, outcome.bound),
        Verdict::Unknown(_) => match subject {
            Subject::Always(_) => "Whether it is always true was not decided".into(),
            Subject::Reach(_) => "Whether the goal can be reached was not decided".into(),
            Subject::Deadlock => "Whether the system can get stuck was not decided".into(),
        },
    }
}

/// That no values exist to start with; with the first variable that has none, and why.
pub(crate) fn no_start(text: &str, why: Option<(&DeclaredVariable, Undefined)>) -> String {
    let why = match why {
        Some((variable, why)) => format!(
            "`{}` has no declared value, for {}",
            variable.name,
            undefined(text, why)
        ),
        None => "no declared values fit their types".into(),
    };
    format!("There is no run at all: {why}.")
}

/// That a run ends because its only way on leads to a value that does not exist.
pub(crate) fn leaves(
    text: &str,
    model: &TransitionModel,
    stopped: &Stopped,
    run: &[SystemStepView],
) -> String {
    let firings_done = run.iter().filter(|it| it.turn.is_relation("trans"));
    let place = match (run.len(), firings_done.count()) {
        (0 | 1, _) => "before `init`".to_owned(),
        (_, 0) => "after `init`".to_owned(),
        (_, count) => format!(
            "after {}",
            firings(u32::try_from(count).unwrap_or(u32::MAX))
        ),
    };
    let why = reason(text, model, stopped);
    format!(
        "A run ends {place} because its only way on is not possible: {why}. Nothing is said of what would follow."
    )
}

/// What would decide a question that was not decided: a range for integers that have none.
pub(crate) fn what_decides(model: &TransitionModel) -> Option<String> {
    let globals = model.variables[..model.globals].iter();
    let open = globals.filter(|it| matches!(it.sort, Sort::Integer { range: None }));
    let names: Vec<_> = open.map(|it| format!("`{}`", it.name)).collect();
    let (first, more) = match names.as_slice() {
        [] => return None,
        [first] => (first, String::new()),
        [first, second] => (first, format!(" and {second}")),
        [first, rest @ ..] => (first, format!(" and {} other variables", rest.len())),
    };
    let name = first.trim_matches('`');
    Some(format!(
        " A range for {first}{more}, such as `var {name} : -100..100`, makes the states finitely many: then it can be decided."
    ))
}

fn found(property: &Property, depth: u32, outcome: &Outcome, end: End<'_>) -> String {
    let after = firings(depth);
    let evidence = outcome.system.as_ref();
    let sooner = match end {
        End::Shows(_) => false_sooner(outcome),
        End::Plain | End::NoValue(_) => sooner(outcome),
    };
    let what = match property.subject {
        Subject::Always(_) => match end {
            End::Shows(it) => it,
            End::Plain | End::NoValue(_) => "It is false",
        },
        Subject::Reach(_) => "The goal holds",
        Subject::Deadlock => "The system can get stuck",
    };
    let last = evidence.and_then(|it| it.run.last());
    let last = last.filter(|_| property.observe == Observe::Every);
    match (&property.subject, last.map(|it| it.turn.word())) {
        (Subject::Deadlock, _) if depth == 0 => format!("{what} before `trans` has fired"),
        (Subject::Always(_) | Subject::Reach(_), Some("")) => {
            format!("{what} with the declared values")
        }
        (Subject::Always(_) | Subject::Reach(_), Some("env")) if depth == 0 => {
            format!("{what} after `env`, before `trans` has fired")
        }
        (Subject::Always(_) | Subject::Reach(_), Some("env")) => {
            format!("{what} after {after} and another `env`{sooner}")
        }
        (Subject::Always(_) | Subject::Reach(_), _) if depth == 0 => {
            format!("{what} right after `init`")
        }
        (Subject::Reach(_), _) => format!("The goal is reached after {after}{sooner}"),
        (Subject::Always(_) | Subject::Deadlock, _) => format!("{what} after {after}{sooner}"),
    }
}

fn absent(property: &Property, extent: Extent, bound: Option<u32>) -> String {
    let covered = match bound {
        Some(bound) => format!("within {}", firings(bound)),
        None => "as far as was searched".into(),
    };
    match (&property.subject, extent) {
        (Subject::Always(_), Extent::Every) if property.observe == Observe::Every => {
            "It is true with the declared values, after `init`, and after every firing of `env` and of `trans`".into()
        }
        (Subject::Always(_), Extent::Every) => {
            "It is true after `init` and after every firing of `trans`".into()
        }
        (Subject::Always(_), Extent::Bound) => format!("It is not false {covered}"),
        (Subject::Reach(_), Extent::Every) => "The goal is never reached".into(),
        (Subject::Reach(_), Extent::Bound) => format!("The goal is not reached {covered}"),
        (Subject::Deadlock, Extent::Every) => "The system never gets stuck".into(),
        (Subject::Deadlock, Extent::Bound) => format!("The system does not get stuck {covered}"),
    }
}

/// What a system demands at one place.
pub(crate) fn demand(text: &str, model: &TransitionModel, demand: Demand) -> String {
    let written = written(text, demand.span(model));
    match demand {
        Demand::Initial(variable) => {
            let variable = &model.variables[variable];
            let value = match &variable.initial {
                Initial::Term(term) if !term.span.text(text).is_empty() => {
                    format!("`{}`", self::written(text, term.span))
                }
                _ => "its first value".into(),
            };
            format!("`{}` starts with {value}", variable.name)
        }
        Demand::Assumption(_) => format!("`{written}`"),
        Demand::Condition(_) => format!("`if ({written})` decides which way it goes"),
        Demand::Assignment(_) => format!("`{written}` sets this value and no other"),
    }
}

/// What rules out what was looked for.
pub(crate) fn blame(subject: &Subject, elements: &[SystemBlamedView], minimal: bool) -> String {
    let (holds, without) = match subject {
        Subject::Always(_) => ("keeps it true", "it can be false"),
        Subject::Reach(_) | Subject::Deadlock => ("rules the goal out", "it can be reached"),
    };
    let parts: Vec<_> = elements.iter().map(|it| it.what.as_str()).collect();
    let parts = parts.join("; ");
    match (elements, minimal) {
        ([], _) => {
            "Nothing that the text demands is needed for that: types and steps are enough.".into()
        }
        ([_], true) => format!("This alone {holds}: {parts}. Without it {without}."),
        (_, true) => format!(
            "Of all that the text demands this is enough to say what {holds}: {parts}. Without any one of these, too, {without}."
        ),
        (_, false) => format!(
            "Of all that the text demands this is enough to say what {holds}: {parts}. Perhaps a part of it is enough."
        ),
    }
}

/// So many firings.
pub(crate) fn firings(count: u32) -> String {
    match count {
        1 => "1 firing of `trans`".into(),
        count => format!("{count} firings of `trans`"),
    }
}

/// What happens in a step: whose turn it is, and what is other after it.
pub(crate) fn step(turn: &StepTurn, changed: &[(&str, &str)]) -> String {
    if *turn == StepTurn::Start {
        return "Initial state.".into();
    }
    if *turn == StepTurn::System {
        return "The machines take a step.".into();
    }
    let name = turn.word();
    let each = |&(name, value): &(&str, &str)| format!("`{name}` becomes `{value}`");
    let each: Vec<_> = changed.iter().map(each).collect();
    match each.as_slice() {
        [] => format!("`{name}` changes nothing."),
        [only] => format!("In `{name}`, {only}."),
        [first @ .., last] => format!("In `{name}`, {} and {last}.", first.join(", ")),
    }
}

/// Why and where a search ended without an answer.
pub(crate) fn reached(stop: Stop, reached: Reached) -> String {
    let why = match stop {
        Stop::Asked => "The search was stopped",
        Stop::Late => "The time was over",
        Stop::States => "The search hit its limit of states",
        Stop::Transactions => "The search hit its limit of steps",
        Stop::Memory => "The search reached its limit of memory",
        Stop::Solving => "The solver has done all the work that it may",
        Stop::Clauses => "The formula hit its limit of clauses",
        Stop::Size => "None of the engines that took part could decide it",
    };
    let mut size = String::new();
    if reached.states > 0 {
        size += &format!(", {} states visited", grouped(reached.states));
    }
    if reached.clauses > 0 {
        size += &format!(", {} clauses built", grouped(reached.clauses));
    }
    format!("{why}{size}.")
}
