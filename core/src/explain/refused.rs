//! Why transitions of active states do not fire in a state of statecharts, as data.
//!
//! Only objects without a running step are asked: in the middle of one there is nothing to decide. Every transition of an
//! active state is either fired by something that can happen next, or is told of here; `tests/statechart/refused.rs`
//! compares both with the interpreter. The first reason in the order of the rules is given, not every one.

use crate::expression::Undefined;
use crate::language::statechart::model::{
    EventId, ObjectId, Reading, RegionId, Transition, TransitionId, VertexId, VertexKind,
};
use crate::language::statechart::semantics::{
    Machine, Message, Moment, Move, ObjectState, ObjectStatus, StatechartSystem, SystemState,
};

/// A transition of an active state that cannot fire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Whose it is.
    pub object: ObjectId,
    /// Which.
    pub transition: TransitionId,
    /// Why: one for each thing that it waits for.
    pub why: Vec<Hindrance>,
}

/// What keeps a transition from firing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hindrance {
    /// The object has come to its end.
    Ended,
    /// The completion of this state is dealt with before anything else.
    CompletionFirst(VertexId),
    /// A transition of this state that needs no event is taken before any event.
    EventlessFirst(VertexId),
    /// This event, which the object has raised itself, comes before time does.
    RaisedFirst(EventId),
    /// None of its events waits.
    NoEvent(Vec<EventId>),
    /// Its event waits behind this one.
    Behind(EventId, EventId),
    /// Its event is put aside until this state is left.
    Aside(EventId, VertexId),
    /// This state defers its event, which is at the head of the queue.
    Deferred(EventId, VertexId),
    /// Its guard is not true.
    Guard,
    /// Its guard has no value.
    NoValue(Undefined),
    /// No way on from its target is open.
    NoWay,
    /// It is due in so many units of time.
    NotDue(u32),
    /// It was due until its source had been active for so long.
    Over(u32),
    /// Its source has not completed: something inside has still to end.
    NotCompleted(Missing),
    /// The completion of its source is gone.
    CompletionGone,
    /// A transition of a state inside its source takes the event.
    Inside(TransitionId),
    /// Others, which this one cannot fire together with, come before it.
    Others,
    /// What it sends has no room in a queue.
    NoRoom,
}

/// What a state has still to do until it has completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// Its do behaviour.
    Activity,
    /// This region is not at its end.
    Region(RegionId),
    /// Nothing that can be named.
    Nothing,
}

/// The transitions of active states that cannot fire next, object after object in the order of the text.
#[must_use]
pub fn refused(system: &StatechartSystem<'_>, state: &SystemState) -> Vec<Refused> {
    let has_failed = |it: &ObjectState| matches!(it.status, ObjectStatus::Fault(_));
    if state.objects.iter().any(has_failed) {
        return Vec::new();
    }
    let next = system.successors(state);
    let takes = |what: Move| match what {
        Move::Completion(it) | Move::Event(it) | Move::Timed(it) => Some(it),
        _ => None,
    };
    let can_take = |of: ObjectId| next.all.iter().any(|it| takes(it.what) == Some(of));
    let mut all = Vec::new();
    for (object, own) in state.objects.iter().enumerate() {
        let machine = system.machine();
        if !own.is_stable() {
            continue;
        }
        let chart = machine.structure(object).chart;
        for (transition, it) in chart.transitions.iter().enumerate() {
            let is_state = chart.vertices[it.source].kind == VertexKind::State;
            if !is_state || !own.active[it.source] {
                continue;
            }
            let mut why = Vec::new();
            let mut is_first = true;
            // What can fire at some moment is not kept from firing.
            machine.each_moment(object, |moment| {
                let mut asked = Asked {
                    machine,
                    object,
                    own,
                    moment,
                };
                if is_first || !why.is_empty() {
                    why = asked.hindrances(transition, it);
                }
                is_first = false;
            });
            if why.is_empty() && !can_take(object) {
                why.push(Hindrance::NoRoom);
            }
            if !why.is_empty() {
                all.push(Refused {
                    object,
                    transition,
                    why,
                });
            }
        }
    }
    all
}

/// An object between its steps.
struct Asked<'a, 'm, 'o> {
    machine: &'a Machine<'m>,
    object: ObjectId,
    own: &'a ObjectState,
    /// What inputs are.
    moment: &'a mut Moment<'o>,
}

impl Asked<'_, '_, '_> {
    /// What keeps a transition from being dispatched; empty where nothing does.
    fn hindrances(&mut self, number: TransitionId, it: &Transition) -> Vec<Hindrance> {
        if self.own.status != ObjectStatus::Run {
            return vec![Hindrance::Ended];
        }
        if self.machine.reading == Reading::Scxml {
            return self.scxml(number, it);
        }
        if it.is_completion() {
            return self.completion(number, it.source).into_iter().collect();
        }
        let completes = match self.machine.reading {
            Reading::Bmc4uml => self.own.raised.iter().next(),
            Reading::Uml | Reading::Scxml => self.own.completions.first().copied(),
        };
        if let Some(first) = completes {
            return vec![Hindrance::CompletionFirst(first)];
        }
        let by_event = (!it.triggers.is_empty()).then(|| self.event(number, it));
        let by_time = (!it.after.is_empty()).then(|| self.time(number, it));
        match (by_event, by_time) {
            (Some(None), _) | (_, Some(None)) => Vec::new(),
            (event, time) => event.flatten().into_iter().chain(time.flatten()).collect(),
        }
    }

    fn completion(&mut self, number: TransitionId, source: VertexId) -> Option<Hindrance> {
        let own = self.own;
        let guard = self.guard(number, None);
        if self.machine.reading == Reading::Bmc4uml {
            if !own.raised[source] {
                let chart = self.machine.structure(self.object).chart;
                let is_simple = chart.vertices[source].regions.is_empty();
                let undefined =
                    self.machine
                        .undefined(self.object, number, &own.values, None, self.moment);
                // A simple one has completed as it was entered.
                return Some(match undefined.filter(|_| is_simple) {
                    Some(it) => Hindrance::NoValue(it),
                    None => Hindrance::NotCompleted(self.missing(source)),
                });
            }
            // Completed states without a way out are forgotten before any other goes on.
            let chart = self.machine.structure(self.object).chart;
            let mut is_stale = |&it: &VertexId| {
                let mut outgoing = chart.vertices[it].outgoing.iter();
                !outgoing.any(|&it| {
                    let values = &own.values;
                    chart.transitions[it].is_completion()
                        && self
                            .machine
                            .holds(self.object, it, values, None, self.moment)
                })
            };
            let stale = own.raised.iter().find(|it| is_stale(it));
            return guard.or(stale.map(Hindrance::CompletionFirst));
        }
        match own.completions.first() {
            Some(&first) if first == source => guard,
            Some(&first) if own.completions.contains(&source) => {
                Some(Hindrance::CompletionFirst(first))
            }
            // A guard without a value says more of why it is gone.
            _ if own.raised[source] => {
                let undefined =
                    self.machine
                        .undefined(self.object, number, &own.values, None, self.moment);
                Some(undefined.map_or(Hindrance::CompletionGone, Hindrance::NoValue))
            }
            _ => Some(Hindrance::NotCompleted(self.missing(source))),
        }
    }

    /// SCXML takes what needs no event as soon as it is open, and then what the object has raised itself.
    fn scxml(&mut self, number: TransitionId, it: &Transition) -> Vec<Hindrance> {
        let (machine, own) = (self.machine, self.own);
        let eventless = machine.eventless(self.object, own, self.moment);
        if it.is_completion() {
            if eventless.contains(&number) {
                return Vec::new();
            }
            let why = self.guard(number, None);
            return vec![why.unwrap_or_else(|| self.missed(it, &eventless))];
        }
        self.moment.renew();
        let chart = machine.structure(self.object).chart;
        if let Some(&first) = eventless.first() {
            return vec![Hindrance::EventlessFirst(chart.transitions[first].source)];
        }
        let by_event = (!it.triggers.is_empty()).then(|| self.event(number, it));
        let head = own.pool.first().filter(|_| own.internal > 0);
        let raised = head.map(|it| Some(Hindrance::RaisedFirst(it.event)));
        let by_time = match raised {
            _ if it.after.is_empty() => None,
            Some(raised) => Some(raised),
            None => Some(self.time(number, it)),
        };
        match (by_event, by_time) {
            (Some(None), _) | (_, Some(None)) => Vec::new(),
            (event, time) => event.flatten().into_iter().chain(time.flatten()).collect(),
        }
    }

    /// Others fire in place of one that could: one further in, or any.
    fn missed(&self, it: &Transition, fired: &[TransitionId]) -> Hindrance {
        let structure = self.machine.structure(self.object);
        let inside = fired.iter().copied().find(|&other| {
            let source = structure.chart.transitions[other].source;
            structure.is_inside(source, it.source)
        });
        inside.map_or(Hindrance::Others, Hindrance::Inside)
    }

    /// Its guard is false, or no way on is open.
    fn guard(&mut self, number: TransitionId, event: Option<&Message>) -> Option<Hindrance> {
        let (machine, own) = (self.machine, self.own);
        if !machine.holds(self.object, number, &own.values, event, self.moment) {
            let undefined = machine.undefined(self.object, number, &own.values, event, self.moment);
            return Some(undefined.map_or(Hindrance::Guard, Hindrance::NoValue));
        }
        let has_way = machine.reading == Reading::Bmc4uml && event.is_none()
            || machine.has_way(self.object, own, number, &own.values, event, self.moment);
        (!has_way).then_some(Hindrance::NoWay)
    }

    fn missing(&self, state: VertexId) -> Missing {
        let own = self.own;
        if own.activities.iter().any(|it| it.state == state) {
            return Missing::Activity;
        }
        let chart = self.machine.structure(self.object).chart;
        let regions = chart.vertices[state].regions.iter();
        let open = regions.copied().find(|&it| !own.complete[it]);
        open.map_or(Missing::Nothing, Missing::Region)
    }

    fn event(&mut self, number: TransitionId, it: &Transition) -> Option<Hindrance> {
        let (machine, own) = (self.machine, self.own);
        let waits = |message: &&Message| it.triggers.contains(&message.event);
        let Some(head) = own.pool.first() else {
            return Some(self.absent(it));
        };
        if !it.triggers.contains(&head.event) {
            return Some(match own.pool.iter().find(waits) {
                Some(later) => Hindrance::Behind(later.event, head.event),
                None => self.absent(it),
            });
        }
        let enabled = machine.enabled(self.object, own, head, self.moment);
        if machine.reading != Reading::Bmc4uml
            && let Some(by) = machine.deferring(self.object, own, head.event, &enabled)
        {
            return Some(Hindrance::Deferred(head.event, by));
        }
        if !enabled.contains(&number) {
            return self.guard(number, Some(head)).or(Some(Hindrance::NoWay));
        }
        let sets = machine.selections(self.object, own, &enabled);
        if sets.iter().any(|it| it.contains(&number)) {
            return None;
        }
        Some(self.missed(it, &sets.concat()))
    }

    /// None of its events waits, though one may be put aside.
    fn absent(&self, it: &Transition) -> Hindrance {
        let aside = self.own.deferred.iter();
        let mut aside = aside.filter(|(message, _)| it.triggers.contains(&message.event));
        match aside.next() {
            Some((message, by)) => Hindrance::Aside(message.event, *by),
            None => Hindrance::NoEvent(it.triggers.clone()),
        }
    }

    fn time(&mut self, number: TransitionId, it: &Transition) -> Option<Hindrance> {
        let clock = self.own.clocks[it.source];
        let later = it.after.iter().filter(|due| clock < due.0);
        if it
            .after
            .iter()
            .any(|&(from, to)| (from..=to).contains(&clock))
        {
            return self.guard(number, None);
        }
        Some(match later.map(|due| due.0 - clock).min() {
            Some(left) => Hindrance::NotDue(left),
            None => Hindrance::Over(it.after.iter().map(|due| due.1).max().unwrap_or(0)),
        })
    }
}
