//! What no object does: what scripts send, and time.

use super::super::terms::{and, equal, known, not, or, truth};
use super::automaton::LocalId;
use super::closure::message_of;
use super::members::index;
use super::writer::Writer;
use crate::expression::Term;
use crate::language::statechart::model::Stimulus;
use crate::language::transitions::OperationId;

impl Writer<'_> {
    /// What comes from outside.
    pub(super) fn scripts(&mut self) -> Vec<OperationId> {
        let model = self.model;
        let mut all = Vec::new();
        for (script, it) in model.scripts.iter().enumerate() {
            for (at, stimulus) in it.stimuli.iter().enumerate() {
                let (to, call) = match stimulus {
                    Stimulus::Event { to, call, .. } => (to.as_slice(), *call),
                    Stimulus::Trace(_) => (&[][..], false),
                };
                let message = message_of(script, stimulus);
                let receivers = to.iter().map(|&to| {
                    let known = &self.places.automata[to].messages;
                    let number = known.iter().position(|it| Some(it) == message.as_ref());
                    (
                        to,
                        number.expect("an automaton was asked about every stimulus"),
                    )
                });
                let receivers: Vec<_> = receivers.collect();
                let each = receivers.into_iter().map(Some);
                let nobody = message.is_none().then_some(None);
                for receiver in each.chain(nobody) {
                    self.begin();
                    self.assume(not(self.places.waits(script)));
                    if it.in_order {
                        self.assume(equal(self.places.next(script), index(at)));
                        self.assign(self.places.next_of(script), index(at + 1));
                    }
                    if call {
                        self.assign(self.places.waits_of(script), truth(true));
                    }
                    if let Some((to, number)) = receiver {
                        self.send(to, number);
                    }
                    all.push(self.end());
                }
            }
        }
        all
    }

    /// Whether so much time can pass: nobody has anything else to do, something is due by then, and nothing must fire before.
    pub(super) fn can_pass(&self, time: u32) -> Term {
        let (mut all, mut due) = (Vec::new(), Vec::new());
        for object in 0..self.model.objects.len() {
            let delays = &self.delays[object];
            let those = |holds: &dyn Fn(LocalId) -> bool| {
                let states: Vec<LocalId> = (0..delays.len()).filter(|&it| holds(it)).collect();
                self.places.is_one_of(object, &states)
            };
            let waits = &self.places.automata[object].waits;
            all.push(those(&|it| {
                waits[it] && delays[it].is_none_or(|(_, most)| time <= most)
            }));
            all.push(equal(self.places.length(object), index(0)));
            due.push(those(&|it| {
                delays[it].is_some_and(|(least, _)| least <= time)
            }));
        }
        all.push(or(due));
        and(all)
    }

    pub(super) fn time(&mut self) -> Vec<OperationId> {
        let mut all = Vec::new();
        for time in 1..=self.longest {
            let can = self.can_pass(time);
            if known(&can) == Some(false) {
                continue;
            }
            self.begin();
            self.assume(can);
            for object in 0..self.model.objects.len() {
                let automaton = &self.places.automata[object];
                let then = |it: LocalId| automaton.later.get(&(it, time)).copied().unwrap_or(it);
                let waits = (0..automaton.states.len()).filter(|&it| automaton.waits[it]);
                let pairs: Vec<_> = waits.map(|it| (it, then(it))).collect();
                if pairs.iter().any(|it| it.0 != it.1) {
                    self.goes(object, &pairs);
                }
            }
            all.push(self.end());
        }
        all
    }
}
