//! What rules out what was looked for in statecharts, in words.

use super::statecharts::steps;
use super::stopped::written;
use crate::language::statechart::StatechartModel;
use crate::language::statechart::model::{Guard, Reading, Subject};
use crate::language::statechart::waive::{Demand, latest, longer};
use crate::view::SystemBlamedView;

/// What statecharts demand at one place.
pub(crate) fn demand(
    text: &str,
    model: &StatechartModel,
    reading: Reading,
    demand: Demand,
) -> String {
    match demand {
        Demand::Guard(chart, number) => match &model.charts[chart].transitions[number].guard {
            Guard::Term(term) => format!("the guard `{}`", written(text, term.span)),
            Guard::True | Guard::Else => {
                let it = &model.charts[chart].transitions[number];
                format!("the guard `else` of `{}`", written(text, it.span))
            }
        },
        Demand::Delay(chart, number) => {
            let due = model.charts[chart].transitions[number].after.iter();
            let due: Vec<_> = due.map(|&(from, to)| written_delay(from, to)).collect();
            let any = written_delay(0, latest(model));
            format!("the delay `{}`, with `{any}` in its place", due.join(", "))
        }
        Demand::Queue(chart) => {
            let it = &model.charts[chart];
            let more = longer(it.queue);
            format!(
                "the bound `queue {}` of `{}`, with `queue {more}` in its place",
                it.queue, it.name
            )
        }
        Demand::Defers(chart, vertex) => {
            format!("the deferrals of `{}`", model.charts[chart].path(vertex))
        }
        Demand::Order(script) => {
            let it = written(text, model.scripts[script].span);
            format!("the order of `{it}`, with any order and number in its place")
        }
        Demand::InsideFirst => "the priority of transitions further in".into(),
        Demand::CompletionFirst => match reading {
            Reading::Scxml => "the priority of transitions without an event".into(),
            Reading::Uml | Reading::Bmc4uml => "the priority of completions".into(),
        },
    }
}

fn written_delay(from: u32, to: u32) -> String {
    match from == to {
        true => format!("after({from})"),
        false => format!("after({from}, {to})"),
    }
}

/// What rules out what was looked for: single demands, or several together, without which there is a run of so many steps;
/// and whether that is all there is to say.
pub(crate) fn blame(
    subject: &Subject,
    elements: &[SystemBlamedView],
    (together, minimal): (Option<u32>, bool),
    reading: Reading,
) -> String {
    let possible = match subject {
        Subject::Always(_) => "it can be false",
        _ => "the goal can be reached",
    };
    let after = |depth: Option<u32>| {
        depth.map_or(String::new(), |it| format!(" after {}", steps(it, reading)))
    };
    let whats: Vec<_> = elements.iter().map(|it| it.what.as_str()).collect();
    let perhaps = match minimal {
        true => "",
        false => {
            " There may be others, which were not found out about within the limits of the search."
        }
    };
    match (elements, together) {
        ([], _) if minimal => {
            "No guard, delay, order, deferral, length of a queue or priority rules it out: it is so without all of them, too.".into()
        }
        ([], _) => "What rules it out was not found out within the limits of the search.".into(),
        ([one], None) => {
            let comma = if one.what.contains(", with ") { "," } else { "" };
            format!("Without {}{comma} {possible}{}.{perhaps}", one.what, after(one.depth))
        }
        (_, None) => {
            format!("Without any one of these {possible}: {}.{perhaps}", whats.join("; "))
        }
        (_, Some(_)) => {
            let fewer = match minimal {
                true => "; without fewer of these it cannot",
                false => "; perhaps without fewer of these, too",
            };
            let can = after(together);
            format!("Without all of these together {possible}{can}{fewer}: {}.", whats.join("; "))
        }
    }
}
