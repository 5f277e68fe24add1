//! What moves do to pools, as assignments one after the other.

use super::super::terms::{and, equal, not, number, or, plus, truth};
use super::automaton::{Effect, MessageId};
use super::members::index;
use super::writer::Writer;
use crate::expression::{Sort, Term};
use crate::language::statechart::model::{ObjectId, Overflow};
use crate::language::statechart::semantics::ObjectStatus;

/// Cells of a pool one after the other, with the event in each; `None` for nothing.
type Event = Option<MessageId>;

fn code(event: Event) -> Term {
    index(event.map_or(0, |it| it + 1))
}

impl Writer<'_> {
    /// What a move of an object does to pools and scripts.
    pub(super) fn effect(&mut self, object: ObjectId, effect: &Effect) {
        if let Some(head) = effect.head {
            self.take(object, head);
        }
        self.put_before(object, &effect.front);
        for &(to, message) in &effect.sends {
            self.send(to, message);
        }
        for &script in &effect.released {
            self.assign(self.places.waits_of(script), truth(false));
        }
        if effect.forgets {
            self.forget(object, &truth(true));
        }
    }

    /// Takes the event at the head, which must be this one.
    fn take(&mut self, object: ObjectId, event: MessageId) {
        self.assume(equal(self.places.cell(object, 0), code(Some(event))));
        let cells = self.places.queues[object];
        for cell in 0..cells {
            let next = match cell + 1 < cells {
                true => self.places.cell(object, cell + 1),
                false => code(None),
            };
            self.assign(self.places.cell_of(object, cell), next);
        }
        let length = plus(self.places.length(object), -1);
        self.assign(self.places.length_of(object), length);
    }

    /// Puts some events before all that waits. Whoever gives back what it deferred has room for it.
    fn put_before(&mut self, object: ObjectId, events: &[MessageId]) {
        if events.is_empty() {
            return;
        }
        for cell in (0..self.places.queues[object]).rev() {
            let value = match (events.get(cell), cell.checked_sub(events.len())) {
                (Some(&event), _) => code(Some(event)),
                (None, Some(before)) => self.places.cell(object, before),
                (None, None) => code(None),
            };
            self.assign(self.places.cell_of(object, cell), value);
        }
        let more = i64::try_from(events.len()).unwrap_or(0);
        let length = plus(self.places.length(object), more);
        self.assign(self.places.length_of(object), length);
    }

    /// Sends an event to an object.
    pub(super) fn send(&mut self, to: ObjectId, message: MessageId) {
        let takes = self.places.is(to, |it| it.status == ObjectStatus::Run);
        let takes = self.keep(takes);
        let full = not(self.places.has_room(to, 1));
        let lost = self.keep(and(vec![takes.clone(), full]));
        let mut returns = vec![not(takes.clone())];
        match self.places.overflows[to] {
            Overflow::Bound | Overflow::Block => self.assume(not(lost.clone())),
            Overflow::Error => {
                if let Some(flag) = self.places.flag_of(to) {
                    let failed = or(vec![Term::variable(flag, Sort::Boolean), lost.clone()]);
                    self.assign(flag, failed);
                }
                self.forget(to, &lost);
            }
            Overflow::Drop => returns.push(lost.clone()),
        }
        if let Some(script) = self.places.automata[to].messages[message].caller {
            // Nobody is there any more, or nobody hears: a caller is not kept waiting.
            let waits = self.places.waits_of(script);
            self.set(&or(returns), waits, truth(false));
        }
        let put = self.keep(and(vec![takes, not(lost)]));
        for cell in 0..self.places.queues[to] {
            let here = and(vec![
                put.clone(),
                equal(self.places.length(to), index(cell)),
            ]);
            self.set(&here, self.places.cell_of(to, cell), code(Some(message)));
        }
        let length = plus(self.places.length(to), 1);
        self.set(&put, self.places.length_of(to), length);
    }

    /// Forgets all that waits for an object, where a condition holds.
    fn forget(&mut self, object: ObjectId, condition: &Term) {
        for cell in 0..self.places.queues[object] {
            self.set(condition, self.places.cell_of(object, cell), code(None));
        }
        self.set(condition, self.places.length_of(object), number(0));
    }
}
