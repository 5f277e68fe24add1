//! Where nobody can do anything, as a condition on a state.

use super::super::terms::{and, equal, not, or, truth};
use super::automaton::{Effect, LocalId, MessageId};
use super::closure::message_of;
use super::members::index;
use super::writer::Writer;
use crate::expression::Term;
use crate::language::statechart::model::{ObjectId, Overflow, Stimulus};
use crate::language::statechart::semantics::ObjectStatus;

impl Writer<'_> {
    /// Whether nothing follows although some object neither has ended nor rests: at all, or without an event from outside.
    /// Where an object would send more than is looked at something follows.
    pub(super) fn stuck(&self, alone: bool) -> Term {
        let mut goes_on = Vec::new();
        for object in 0..self.model.objects.len() {
            for (effect, moves) in &self.moves[object] {
                goes_on.push(self.can(object, effect, moves));
            }
        }
        let scripts = match alone {
            true => 0,
            false => self.model.scripts.len(),
        };
        for script in 0..scripts {
            goes_on.push(self.can_send(script));
        }
        for time in 1..=self.longest {
            goes_on.push(self.can_pass(time));
        }
        let all = 0..self.model.objects.len();
        let stay = and(all.map(|it| self.may_stay(it)).collect());
        or(vec![self.fault(), and(vec![not(or(goes_on)), not(stay)])])
    }

    /// Whether an object has come to its end, or rests.
    fn may_stay(&self, object: ObjectId) -> Term {
        let stay = &self.may_stay[object];
        let stays = |it: &LocalId| stay[*it];
        let all: Vec<_> = (0..stay.len()).filter(stays).collect();
        and(vec![
            self.places.is_one_of(object, &all),
            not(self.is_too_full(object)),
        ])
    }

    /// Whether an object has come to its end, as it should.
    pub(super) fn has_ended(&self, object: ObjectId) -> Term {
        and(vec![
            self.places.is(object, |it| it.status.is_ended()),
            not(self.is_too_full(object)),
        ])
    }

    fn can(&self, object: ObjectId, effect: &Effect, moves: &[(LocalId, LocalId)]) -> Term {
        let mut all = vec![self.starts(object, moves)];
        if let Some(head) = effect.head {
            all.push(equal(self.places.cell(object, 0), index(head + 1)));
        }
        all.push(self.have_room(&effect.sends));
        and(all)
    }

    /// Whether there is room for what is sent, or the first that has none is one that is not looked at further.
    fn have_room(&self, sends: &[(ObjectId, MessageId)]) -> Term {
        // From the last to the first: what is behind a sending is known when it is written.
        let mut rest = truth(true);
        for (at, &(to, _)) in sends.iter().enumerate().rev() {
            let more = sends[..=at].iter().filter(|it| it.0 == to).count();
            let takes = self.places.is(to, |it| it.status == ObjectStatus::Run);
            let arrives = or(vec![not(takes), self.places.has_room(to, more)]);
            rest = match self.places.overflows[to] {
                Overflow::Bound => or(vec![not(arrives), rest]),
                Overflow::Block => and(vec![arrives, rest]),
                Overflow::Error | Overflow::Drop => rest,
            };
        }
        rest
    }

    fn can_send(&self, script: usize) -> Term {
        let it = &self.model.scripts[script];
        let each = it.stimuli.iter().enumerate().map(|(at, stimulus)| {
            let is_next = match it.in_order {
                true => equal(self.places.next(script), index(at)),
                false => truth(true),
            };
            let goes = match (stimulus, message_of(script, stimulus)) {
                (Stimulus::Event { to, .. }, Some(message)) => {
                    let each = to.iter().map(|&to| {
                        let known = &self.places.automata[to].messages;
                        let number = known.iter().position(|it| *it == message);
                        self.have_room(&[(to, number.unwrap_or(0))])
                    });
                    or(each.collect())
                }
                _ => truth(true),
            };
            and(vec![is_next, goes])
        });
        and(vec![not(self.places.waits(script)), or(each.collect())])
    }
}
