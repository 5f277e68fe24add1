//! Answers in words. "Not within 12" is never worded as "never".

use crate::engine::{Coverage, Reached, Stop};
use crate::language::questions::Mode;
use crate::language::{Check, Model, Question};
use crate::question::Matrix;
use crate::text::{grouped, megabytes};
use crate::view::{CoversView, Extent, Kind, MatrixView, Outcome, Verdict};

/// One sentence that states an answer and what it covers.
pub(crate) fn answer(model: &Model, check: &Check, outcome: &Outcome) -> String {
    let said = match outcome.verdict {
        Verdict::Found { depth } => found(model, &check.question, depth),
        Verdict::Absent(extent) => absent(model, &check.question, extent, outcome),
        Verdict::Unknown(_) => open(outcome),
    };
    format!("{said}.")
}

fn found(model: &Model, question: &Question, depth: u32) -> String {
    let after = transactions(depth);
    match question {
        Question::Scenario { scenario, mode } => {
            let all = match model.scenarios[*scenario].messages.len() {
                1 => "the message".to_string(),
                count => format!("all {count} messages"),
            };
            match mode {
                _ if depth == 0 => format!("The machines can play {all} from the start"),
                Mode::Strict => format!("The machines can play {all} after {after}"),
                // The messages are among these transactions.
                Mode::Loose => format!("The machines can play {all} in {after}"),
            }
        }
        Question::Reach { .. } if depth == 0 => "The goal holds at the start".into(),
        Question::Reach { .. } => format!("The goal is reached after {after}, and not sooner"),
        Question::Always { .. } if depth == 0 => "It is false at the start".into(),
        Question::Always { .. } => format!("It is false after {after}, and not sooner"),
        Question::Deadlock if depth == 0 => "The machines are stuck at the start".into(),
        Question::Deadlock => format!("The machines can get stuck after {after}, and not sooner"),
    }
}

fn absent(model: &Model, question: &Question, extent: Extent, outcome: &Outcome) -> String {
    let covered = match (extent, outcome.bound) {
        (Extent::Every, _) => "at any length".to_string(),
        (Extent::Bound, Some(bound)) => format!("within {}", transactions(bound)),
        (Extent::Bound, None) => "as far as was searched".to_string(),
    };
    match question {
        Question::Scenario { scenario, .. } => {
            let prefix = outcome.prefix().unwrap_or(0);
            let messages = match model.scenarios[*scenario].messages.len() {
                1 => "1 message".to_string(),
                count => format!("{count} messages"),
            };
            format!("The machines can play {prefix} of {messages}, no more {covered}")
        }
        Question::Reach { .. } if extent == Extent::Every => "The goal is never reached".into(),
        Question::Reach { .. } => format!("The goal is not reached {covered}"),
        Question::Always { .. } if extent == Extent::Every => "It is always true".into(),
        Question::Always { .. } => format!("It is not false {covered}"),
        Question::Deadlock if extent == Extent::Every => "The machines never get stuck".into(),
        Question::Deadlock => format!("The machines do not get stuck {covered}"),
    }
}

fn transactions(count: u32) -> String {
    match count {
        1 => "1 transaction".to_string(),
        count => format!("{count} transactions"),
    }
}

/// How many combinations are reached, what is known of the others, and by what.
pub(crate) fn matrix(view: &MatrixView, found: &Matrix) -> String {
    let (count, reachable, states) = (view.count, view.reachable, view.states);
    let within = transactions(view.bound.unwrap_or(view.depth));
    let plural = if count == 1 { "" } else { "s" };
    let found_of_all = format!("{reachable} of {count} combination{plural} can be reached");
    let mut sentence = match view.covers {
        CoversView::Every => found_of_all,
        CoversView::Bound => format!("{found_of_all} within {within}"),
        CoversView::Open => format!("At least {found_of_all}"),
    };
    let never = view.groups.iter().flat_map(|group| &group.rows);
    let never = never.filter(|row| row.depth.is_none() && row.covers == CoversView::Every);
    let never = never.count() as u64;
    sentence += &match view.covers {
        _ if reachable == count => String::new(),
        CoversView::Every if count == 1 => String::new(),
        CoversView::Bound if count == 1 => "; longer runs were not tried".into(),
        CoversView::Every => ", the others never".into(),
        CoversView::Bound if never == 0 => ", the others not; longer runs were not tried".into(),
        CoversView::Bound => {
            format!(", {never} of the others never; of the rest longer runs were not tried")
        }
        CoversView::Open if never == 0 => String::new(),
        CoversView::Open => format!(", {never} never"),
    };
    let by = match found.visit {
        Coverage::Every => format!(
            ": {} visited, the farthest after {}.",
            match states {
                1 => "the only global state was".to_owned(),
                states => format!("all {states} global states were"),
            },
            transactions(view.depth)
        ),
        Coverage::Bound => ".".into(),
        Coverage::Open(stop) => {
            let mut by = match view.covers {
                CoversView::Open => format!(". {}", reached(stop, found.reached)),
                _ if states == 1 => ". One global state was visited.".to_owned(),
                _ => format!(". {states} global states were visited."),
            };
            if found.excluded > 0 {
                by += &format!(
                    " A closed set of pairs of places excludes {}.",
                    found.excluded
                );
            }
            if found.asked > 0 {
                by += &match found.asked {
                    1 => " One was asked about by itself.".to_owned(),
                    asked => format!(" {asked} were asked about one by one."),
                };
            }
            if view.covers == CoversView::Open {
                by += " The others are unknown.";
            }
            by
        }
    };
    sentence + &by
}

/// One sentence about the next witness, or about there being none.
pub(crate) fn another(
    depth: Option<u32>,
    bound: Option<u32>,
    coverage: Coverage,
    reached: Reached,
) -> String {
    match (depth, coverage) {
        (Some(depth), _) => {
            let depth = transactions(depth);
            format!("Another run with other messages, after {depth}; none is shorter.")
        }
        (None, Coverage::Every) => "There is no other run with other messages.".into(),
        (None, Coverage::Bound) => format!(
            "There is no other run with other messages within {}.",
            transactions(bound.unwrap_or(reached.depth))
        ),
        (None, Coverage::Open(stop)) => format!(
            "Whether there is another run with other messages was not decided. {}",
            self::reached(stop, reached)
        ),
    }
}

fn open(outcome: &Outcome) -> String {
    let what = match outcome.kind() {
        Kind::Scenario => "Whether the machines can play the scenario",
        Kind::Reach => "Whether the goal can be reached",
        Kind::Deadlock => "Whether the machines can get stuck",
        Kind::Always => "Whether it is always true",
        Kind::Same => "Whether both are the same",
        Kind::Consistent => "Whether there is such a thing",
        Kind::Independent => "Whether it can be false while all else holds",
    };
    format!("{what} was not decided")
}

/// What stands in the way of "never" where SAT alone is asked about every length.
pub(crate) fn by_sat_alone(has_induction: bool) -> &'static str {
    if has_induction {
        "SAT by itself can prove \"never\" by induction only, which did not succeed so far; a visit of all \
         states may."
    } else {
        "SAT by itself asks about one length after the other, which cannot prove \"never\"; a visit of all \
         states may."
    }
}

/// Why and where a search ended without an answer.
pub(crate) fn reached(stop: Stop, reached: Reached) -> String {
    let why = match stop {
        Stop::Asked => "The search was stopped",
        Stop::Late => "The time was over",
        Stop::States => "The search hit its limit of global states",
        Stop::Transactions => "The search hit its limit of transactions",
        Stop::Clauses => "The formula hit its limit of clauses",
        Stop::Memory => "The search reached its limit of memory",
        Stop::Solving => "The solver has done all the work that it may",
        Stop::Size => "The model has too many lifelines for explicit search",
    };
    let depth = transactions(reached.depth);
    let mut size = String::new();
    for (number, one, more) in [
        (reached.states, "state visited", "states visited"),
        (reached.clauses, "clause built", "clauses built"),
    ] {
        if number > 0 {
            let what = if number == 1 { one } else { more };
            size += &format!(", {} {what}", grouped(number));
        }
    }
    if stop == Stop::Memory && reached.bytes > 0 {
        size += &format!(", {} in use", megabytes(reached.bytes));
    }
    format!("{why} after covering every path of up to {depth}{size}.")
}
