//! What keeps a transition of a statechart from firing, in words.

use super::stopped::{undefined, written};
use crate::explain::{Hindrance, Missing, Refused};
use crate::language::statechart::model::{
    Chart, EventId, Guard, StatechartModel, VertexId, VertexKind,
};

/// Why one of these does not fire now.
pub(crate) fn hindrance(
    text: &str,
    model: &StatechartModel,
    of: &Refused,
    why: &Hindrance,
) -> String {
    let object = &model.objects[of.object];
    let chart = &model.charts[object.chart];
    let transition = &chart.transitions[of.transition];
    let name = &object.name;
    let state = |it: VertexId| format!("`{}`", chart.path(it));
    let event = |it: EventId| format!("`{}`", model.events[it].name);
    match why {
        Hindrance::Ended => format!("`{name}` has come to its end"),
        Hindrance::CompletionFirst(it) => match chart.vertices[*it].kind {
            VertexKind::Initial => format!("`{name}` still enters a region"),
            _ => format!("the completion of {} comes first", state(*it)),
        },
        Hindrance::EventlessFirst(it) => {
            format!(
                "a transition of {} without an event comes first",
                state(*it)
            )
        }
        Hindrance::RaisedFirst(it) => {
            format!(
                "{}, which `{name}` has sent to itself, comes first",
                event(*it)
            )
        }
        Hindrance::NoEvent(events) => {
            let events: Vec<_> = events.iter().map(|&it| event(it)).collect();
            match &*events {
                [one] => format!("{one} does not wait"),
                [first, second] => format!("neither {first} nor {second} waits"),
                many => format!("none of {} waits", many.join(", ")),
            }
        }
        Hindrance::Behind(it, head) => format!("{} waits behind {}", event(*it), event(*head)),
        Hindrance::Aside(it, by) => {
            format!("{} is put aside until {} is left", event(*it), state(*by))
        }
        Hindrance::Deferred(it, by) => format!("{} defers {}", state(*by), event(*it)),
        Hindrance::Guard => match &transition.guard {
            Guard::Term(term) => format!("`{}` is false", written(text, term.span)),
            Guard::True | Guard::Else => "its guard is false".to_owned(),
        },
        Hindrance::NoValue(it) => format!("its guard has no value: {}", undefined(text, *it)),
        Hindrance::NoWay => format!("no way on through {} is open", state(transition.target)),
        Hindrance::NotDue(1) => "it is due in 1 unit of time".to_owned(),
        Hindrance::NotDue(left) => format!("it is due in {left} units of time"),
        Hindrance::Over(to) => format!("it was due until {to}, and more time has passed"),
        Hindrance::NotCompleted(missing) => {
            let source = state(transition.source);
            match missing {
                Missing::Activity => format!("the do behaviour of {source} goes on"),
                Missing::Region(it) => match region(chart, *it) {
                    Some(region) => format!("{region} of {source} is not at its end"),
                    None => format!("what is inside {source} is not at its end"),
                },
                Missing::Nothing => format!("{source} has not completed"),
            }
        }
        Hindrance::CompletionGone => {
            format!(
                "{} has completed before, when it could not fire",
                state(transition.source)
            )
        }
        Hindrance::Inside(by) => {
            let source = chart.transitions[*by].source;
            format!("a transition of {}, further in, comes first", state(source))
        }
        Hindrance::Others => "another transition comes first".to_owned(),
        Hindrance::NoRoom => "what it sends has no room in a queue".to_owned(),
    }
}

/// A region that has a name.
fn region(chart: &Chart, region: usize) -> Option<String> {
    let name = &chart.regions[region].name;
    (!name.is_empty()).then(|| format!("region `{name}`"))
}
