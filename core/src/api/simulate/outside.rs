//! What can be sent by hand although the environment of the text does not send it, and such steps found again.

use crate::expression::{Sort, Value};
use crate::language::statechart::model::{EventId, ObjectId, Reading};
use crate::language::statechart::semantics::{Message, Move, StatechartSystem, step_by_hand};
use crate::system::{Flow, Step, System, Valuation};
use crate::view::{KnownBy, SendView, StepEffect, StepTrigger, ValueOfSendView};
use crate::wording::actions::sent_by_hand;

/// Values of one thing that an event brings that are listed at most.
const MOST_VALUES: u64 = 16;
/// Ways to send an event that are looked through at most for one that leads to a state.
const MOST_WAYS: usize = 400;

/// What can be sent in a state: to each object what it knows and the environment of the text does not send it at any time.
pub(super) fn sends(system: &StatechartSystem<'_>, at: &Valuation) -> Vec<SendView> {
    let (machine, mut all) = (system.machine(), Vec::new());
    let Some(state) = system.state(at) else {
        return all;
    };
    for (object, own) in state.objects.iter().enumerate() {
        if !machine.takes_events(own) {
            continue;
        }
        for event in machine.known_events(object) {
            let it = &machine.model.events[event];
            let arguments: Vec<i64> = it.parameters.iter().map(|it| some(&it.1)).collect();
            let is_sent = arguments.is_empty() && machine.is_sent(object, event, &[]);
            let step = step_by_hand(object, event, &arguments);
            if is_sent || system.apply(at, &step).is_none() {
                continue;
            }
            let brought = it.parameters.iter().map(|(name, sort)| ValueOfSendView {
                name: name.clone(),
                values: listed(sort).into_iter().map(|it| sort.show(it)).collect(),
                sort: sort.name(),
            });
            let to = &machine.model.objects[object].name;
            all.push(SendView {
                to: to.clone(),
                event: it.name.clone(),
                brings: brought.collect(),
                takes_longer: machine.reading == Reading::Scxml,
                what: sent_by_hand(to, &it.name),
            });
        }
    }
    all
}

/// The step in which a choice sends something by hand. Where the environment of the text sends that by now it is its step.
pub(super) fn step_known(
    system: &StatechartSystem<'_>,
    at: &Valuation,
    known_by: &KnownBy,
) -> Option<Step> {
    let model = system.machine().model;
    let named = |object: ObjectId, event: EventId| {
        let (to, name) = (&*model.objects[object].name, &*model.events[event].name);
        let brought = brought(known_by, to, name)?;
        let mut words = brought.into_iter();
        let sorts = model.events[event].parameters.iter();
        let arguments = sorts.map(|(_, sort)| Value::read(words.next()?, sort)?.number());
        let arguments: Vec<i64> = arguments.collect::<Option<_>>()?;
        words.next().is_none().then_some((object, event, arguments))
    };
    let events = 0..model.events.len();
    let mut pairs = (0..model.objects.len()).flat_map(|it| events.clone().map(move |of| (it, of)));
    let (object, event, arguments) = pairs.find_map(|(object, event)| named(object, event))?;
    if system.machine().is_sent(object, event, &arguments) {
        return from_the_text(system, at, (object, event, &arguments));
    }
    let step = step_by_hand(object, event, &arguments);
    system.apply(at, &step).is_some().then_some(step)
}

/// What an event brings that a choice sends by hand to an object; `None` where it sends nothing, another one, or to another object.
fn brought<'k>(known_by: &'k KnownBy, receiver: &str, name: &str) -> Option<Vec<&'k str>> {
    match known_by {
        KnownBy::Number => None,
        KnownBy::Action(it) if it.trigger != Some(StepTrigger::Hand) => None,
        KnownBy::Action(it) => it.effects.iter().find_map(|it| match it {
            StepEffect::Sends { to, event, .. } if to == receiver && event.name == name => {
                Some(event.arguments.iter().map(|it| &**it).collect())
            }
            _ => None,
        }),
        KnownBy::Words(words) => {
            let brought = words.strip_prefix(&*sent_by_hand(receiver, name))?;
            let brought = match brought.is_empty() {
                true => "",
                false => brought.strip_prefix('(')?.strip_suffix(')')?,
            };
            let each = brought.split(',').filter(|it| !it.trim().is_empty());
            Some(each.collect())
        }
    }
}

/// The step in which the environment of the text sends something.
fn from_the_text(
    system: &StatechartSystem<'_>,
    at: &Valuation,
    (object, event, arguments): (ObjectId, EventId, &[i64]),
) -> Option<Step> {
    let mut found = None;
    system.steps(at, &mut |step| {
        let is_it = system.taken(at, &step).is_some_and(|(what, report)| {
            let mut sent = report.sent.iter();
            let scripts = &system.machine().model.scripts;
            // What comes in an order is another sending: it would be missing later.
            matches!(what, Move::Script(it) if !scripts[it].in_order)
                && sent.any(|it| {
                    let brings: &Message = &it.message;
                    it.to == object && brings.event == event && brings.arguments == arguments
                })
        });
        if !is_it {
            return Flow::Continue(());
        }
        found = Some(step);
        Flow::Break(())
    });
    found
}

/// Steps in which something is sent by hand, with values that are listed or stand in what is shown of the state that somebody
/// looks for.
pub(super) fn nearby(system: &StatechartSystem<'_>, shown: &[String]) -> Vec<Step> {
    let machine = system.machine();
    let is_part = |it: char| !it.is_ascii_digit() && it != '-';
    let words = shown.iter().flat_map(|it| it.split(is_part));
    let mut numbers: Vec<i64> = words.filter_map(|it| it.parse().ok()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    let mut all = Vec::new();
    for object in 0..machine.model.objects.len() {
        for event in machine.known_events(object) {
            let mut ways: Vec<Vec<i64>> = vec![Vec::new()];
            for (_, sort) in &machine.model.events[event].parameters {
                let mut values = listed(sort);
                if values.is_empty() {
                    values.clone_from(&numbers);
                }
                let longer = |way: &Vec<i64>| {
                    let way = way.clone();
                    values.iter().map(move |&it| [&*way, &[it]].concat())
                };
                ways = ways.iter().flat_map(longer).take(MOST_WAYS).collect();
            }
            let is_new = |way: &Vec<i64>| !machine.is_sent(object, event, way);
            let ways = ways.into_iter().filter(is_new);
            all.extend(ways.map(|way| step_by_hand(object, event, &way)));
        }
    }
    all
}

/// The values of a sort that has few.
fn listed(sort: &Sort) -> Vec<i64> {
    let Some(count) = sort.size().filter(|&it| it <= MOST_VALUES) else {
        return Vec::new();
    };
    let first = sort.least().unwrap_or(0);
    (0..i64::try_from(count).unwrap_or(0))
        .map(|it| first + it)
        .collect()
}

/// Some value of a sort.
fn some(sort: &Sort) -> i64 {
    sort.least().unwrap_or(0)
}
