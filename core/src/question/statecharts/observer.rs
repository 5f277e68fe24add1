//! Watches the calls of steps, and counts how many messages of a scenario have been sent.
//!
//! The definitions let a strict run end its path anywhere. It is enough to end it right before the step that sends the first
//! message, since until then a run on its path can do all that one behind it can, and more; so a number is enough: 0 is
//! on the path, or before the first message. And it is enough to take a call for the next message wherever it can be it:
//! whatever goes on from "not yet" goes on from "already", since calls that are no message there do not matter there either.
//!
//! On the way the observer writes down what a reason needs: where the sender of the next message has been, and which
//! calls came in its place.

use std::collections::BTreeSet;

use super::locals::LocalId;
use crate::language::questions::Mode;
use crate::language::statechart::StatechartModel;
use crate::language::statechart::model::{EventId, ObjectId, Property, ScenarioMessage, Subject};
use crate::language::statechart::semantics::Message;

/// A call without what it brings.
pub type Call = (Option<ObjectId>, ObjectId, EventId);

/// What was seen after so many messages.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    /// The states of the sender of the next message in which it has no step running.
    pub(super) senders: BTreeSet<LocalId>,
    /// The first call of each step that is out of order there.
    pub(super) instead: BTreeSet<Call>,
    /// Whether the next message would be sent by a step for which there is no room.
    pub(super) has_no_room: bool,
}

/// Counts the messages of a scenario.
#[derive(Clone, Debug)]
pub(super) struct Observer {
    messages: Vec<ScenarioMessage>,
    mode: Mode,
    /// For each number of messages what was seen.
    pub(super) seen: Vec<Seen>,
    /// The most messages that have been sent.
    pub(super) most: u32,
}

impl Observer {
    /// Of a question about a scenario.
    pub(super) fn new(model: &StatechartModel, property: &Property) -> Option<Self> {
        let Subject::Scenario(number, mode) = property.subject else {
            return None;
        };
        let messages = model.scenarios[number].messages.clone();
        Some(Self {
            seen: vec![Seen::default(); messages.len() + 1],
            messages,
            mode,
            most: 0,
        })
    }

    /// The next message after so many.
    pub(super) fn next(&self, done: u32) -> Option<&ScenarioMessage> {
        self.messages.get(done as usize)
    }

    fn is(&self, done: u32, call: (Option<ObjectId>, ObjectId, &Message)) -> bool {
        self.next(done).is_some_and(|it| {
            let brings = |arguments: &Vec<i64>| *arguments == call.2.arguments;
            (it.from, it.to, it.event) == (call.0, call.1, call.2.event)
                && it.arguments.as_ref().is_none_or(brings)
        })
    }

    /// How many messages have been sent after a step with these calls: of runs that stay on their path, and of those that go on.
    /// What else is seen is written down where the step `notes` that.
    pub(super) fn after<'m>(
        &mut self,
        before: u32,
        calls: impl Iterator<Item = (Option<ObjectId>, ObjectId, &'m Message)>,
        notes: bool,
    ) -> (Option<u32>, Option<u32>) {
        let strict = self.mode == Mode::Strict;
        let on_path = (strict && before == 0).then_some(0);
        let mut done = before;
        for call in calls {
            if self.is(done, call) {
                done += 1;
            } else if strict && call.0 != Some(call.1) && self.next(done).is_some() {
                if before > 0 && notes {
                    let seen = &mut self.seen[before as usize];
                    seen.instead.insert((call.0, call.1, call.2.event));
                }
                return (on_path, None);
            }
        }
        if notes {
            self.most = self.most.max(done);
        }
        let goes_on = (on_path != Some(done)).then_some(done);
        (on_path, goes_on)
    }

    /// Takes notice of a step for which there is no room.
    pub(super) fn refused<'m>(
        &mut self,
        before: u32,
        mut calls: impl Iterator<Item = (Option<ObjectId>, ObjectId, &'m Message)>,
    ) {
        let itself = |call: &(Option<ObjectId>, ObjectId, &Message)| call.0 == Some(call.1);
        let sends = match self.mode {
            Mode::Loose => calls.any(|it| self.is(before, it)),
            Mode::Strict => calls
                .find(|it| self.is(before, *it) || !itself(it))
                .is_some_and(|it| self.is(before, it)),
        };
        if sends {
            self.seen[before as usize].has_no_room = true;
        }
    }
}
