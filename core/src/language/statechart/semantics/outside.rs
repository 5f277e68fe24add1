//! Any event by hand: what somebody sends from outside although the environment of the text does not.
//!
//! A system that is *open* applies such steps and never tells them: what can happen by itself, where a run gets stuck, whether
//! time can pass, and all runs stay those of the text. Sending is what a script does, with nobody who waits for the end of
//! the step (section 4): the event is appended to the pool of its receiver.

use super::super::model::{EventId, ObjectId, Statement, StatementKind, Stimulus};
use super::machine::{DONE, Machine};
use super::moves::{Move, Successor};
use super::state::{Message, ObjectStatus, Put, Report, Sending, SystemState};
use crate::expression::Value;
use crate::system::Step;

/// What is executed where something is sent by hand; no move of the text has this number.
const BY_HAND: u32 = u32::MAX;

impl Machine<'_> {
    /// The events that an object waits for anywhere, or defers, in the order of the text.
    #[must_use]
    pub fn known_events(&self, object: ObjectId) -> Vec<EventId> {
        let chart = self.structure(object).chart;
        let mut known = vec![false; self.model.events.len()];
        let triggers = chart.transitions.iter().flat_map(|it| &it.triggers);
        let deferred = chart.vertices.iter().flat_map(|it| &it.deferred);
        triggers.chain(deferred).for_each(|&it| known[it] = true);
        for it in &chart.behaviours {
            accepted(&it.statements, &mut known);
        }
        let raised = |it: &EventId| self.model.events[*it].name.starts_with(DONE);
        let all = (0..known.len()).filter(|&it| known[it]);
        all.filter(|it| !raised(it)).collect()
    }

    /// Whether the environment of the text sends an object an event at any time, again and again, whatever it brings.
    #[must_use]
    pub fn is_sent(&self, object: ObjectId, event: EventId, arguments: &[i64]) -> bool {
        let free = self.model.scripts.iter().filter(|it| !it.in_order);
        let mut stimuli = free.flat_map(|it| &it.stimuli);
        stimuli.any(|it| match it {
            Stimulus::Event {
                event: sent,
                arguments: brought,
                call: false,
                to,
            } => *sent == event && brought == arguments && to.contains(&object),
            Stimulus::Event { .. } | Stimulus::Trace(_) => false,
        })
    }

    /// What follows where somebody sends an object an event; `None` where there is no room for it, where it brings something
    /// else, and where a fault has ended the run.
    #[must_use]
    pub(super) fn sent_by_hand(
        &self,
        state: &SystemState,
        object: ObjectId,
        (event, arguments): (EventId, &[i64]),
    ) -> Option<Successor> {
        let is_over = |it: ObjectStatus| matches!(it, ObjectStatus::Fault(_));
        let parameters = &self.model.events.get(event)?.parameters;
        let mut pairs = parameters.iter().zip(arguments);
        let fits = pairs.all(|((_, sort), &value)| Value::Number(value).fits(sort));
        let wrong = object >= state.objects.len() || parameters.len() != arguments.len() || !fits;
        if wrong || state.objects.iter().any(|it| is_over(it.status)) {
            return None;
        }
        let mut after = state.clone();
        let mut report = Report::default();
        let sending = Sending {
            from: None,
            to: object,
            message: Message {
                event,
                arguments: arguments.to_vec(),
                caller: None,
            },
            put: Put::default(),
        };
        self.deliver(&mut after, sending, &mut report).ok()?;
        Some(Successor {
            what: Move::ByHand,
            after,
            report,
        })
    }
}

fn accepted(statements: &[Statement], known: &mut [bool]) {
    for it in statements {
        match &it.kind {
            StatementKind::Accept(events) => events.iter().for_each(|&it| known[it] = true),
            StatementKind::If(_, then, otherwise) => {
                accepted(then, known);
                accepted(otherwise, known);
            }
            _ => {}
        }
    }
}

/// The step in which somebody sends an object an event.
#[must_use]
pub fn step_by_hand(object: ObjectId, event: EventId, arguments: &[i64]) -> Step {
    let number = |it: usize| i64::try_from(it).unwrap_or(i64::MAX);
    let head = [number(object), number(event)];
    Step {
        label: BY_HAND,
        choice: head.into_iter().chain(arguments.iter().copied()).collect(),
    }
}

/// What such a step sends to whom; `None` of every other step.
pub(super) fn sent_in(step: &Step) -> Option<(ObjectId, EventId, &[i64])> {
    let (&object, rest) = step.choice.split_first()?;
    let (&event, arguments) = rest.split_first()?;
    let number = |it: i64| usize::try_from(it).ok();
    match step.label {
        BY_HAND => Some((number(object)?, number(event)?, arguments)),
        _ => None,
    }
}
