//! Answers in words. "Not within 12" is never worded as "never".

use super::{Kind, MatrixView, Outcome};
use crate::engine::{Coverage, Reached, Stop};
use crate::language::{Check, Model, Question};
use crate::question::Matrix;

/// One sentence that states an answer and what it covers.
pub(super) fn answer(model: &Model, check: &Check, outcome: &Outcome) -> String {
    let covered = match outcome.bound {
        _ if outcome.proved => "at any length".to_string(),
        Some(bound) => format!("within {}", transactions(bound)),
        None => "as far as was searched".to_string(),
    };
    let depth = transactions(outcome.depth.unwrap_or(0));
    let subject = match &check.question {
        Question::Scenario { scenario, .. } => {
            let scenario = &model.scenarios[*scenario];
            let count = scenario.messages.len();
            match outcome.answer.as_str() {
                "consistent" if outcome.depth == Some(0) => {
                    format!("The machines can play all {count} messages from the start")
                }
                "consistent" => {
                    format!("The machines can play all {count} messages after {depth}")
                }
                "inconsistent" => {
                    let prefix = outcome.prefix.unwrap_or(0);
                    format!("The machines can play {prefix} of {count} messages, no more {covered}")
                }
                _ => open(outcome),
            }
        }
        Question::Reach { .. } => match outcome.answer.as_str() {
            "reachable" if outcome.depth == Some(0) => "The goal holds at the start".into(),
            "reachable" => format!("The goal is reached after {depth}, and not sooner"),
            "unreachable" if outcome.proved => "The goal is never reached".into(),
            "unreachable" => format!("The goal is not reached {covered}"),
            _ => open(outcome),
        },
        Question::Deadlock => match outcome.answer.as_str() {
            "deadlock" => format!("The machines can get stuck after {depth}, and not sooner"),
            "none" if outcome.proved => "The machines never get stuck".into(),
            "none" => format!("The machines do not get stuck {covered}"),
            _ => open(outcome),
        },
    };
    format!("{subject}.")
}

fn transactions(count: u32) -> String {
    match count {
        1 => "1 transaction".to_string(),
        count => format!("{count} transactions"),
    }
}

/// One sentence that states how many combinations are reached and what is known of the others.
pub(super) fn matrix(view: &MatrixView, found: &Matrix) -> String {
    let (count, reachable) = (view.count, view.reachable);
    let states = view.states;
    match found.coverage {
        Coverage::Every => format!(
            "{reachable} of {count} combinations can be reached, the others never: all {states} \
             global states were visited, the farthest after {}.",
            transactions(view.depth)
        ),
        Coverage::Bound => format!(
            "{reachable} of {count} combinations can be reached within {}, the others not; longer \
             runs were not tried.",
            transactions(view.bound.unwrap_or(view.depth))
        ),
        Coverage::Open(stop) => format!(
            "At least {reachable} of {count} combinations can be reached. {} Beyond, the others are \
             unknown.",
            reached(stop, found.reached)
        ),
    }
}

/// One sentence about the next witness, or about there being none.
pub(super) fn another(
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
    let what = match outcome.kind {
        Kind::Scenario => "Whether the machines can play the scenario",
        Kind::Reach => "Whether the goal can be reached",
        Kind::Deadlock => "Whether the machines can get stuck",
    };
    format!("{what} was not decided")
}

/// Why and where a search ended without an answer.
pub(super) fn reached(stop: Stop, reached: Reached) -> String {
    let why = match stop {
        Stop::Asked => "The search was stopped",
        Stop::States => "The search hit its limit of global states",
        Stop::Transactions => "The search hit its limit of transactions",
        Stop::Clauses => "The formula hit its limit of clauses",
        Stop::Size => "The model has too many lifelines for explicit search",
    };
    let depth = reached.depth;
    let mut size = String::new();
    if reached.states > 0 {
        size += &format!(", {} states visited", reached.states);
    }
    if reached.clauses > 0 {
        size += &format!(", {} clauses built", reached.clauses);
    }
    format!("{why} after covering every path of up to {depth} transactions{size}.")
}
