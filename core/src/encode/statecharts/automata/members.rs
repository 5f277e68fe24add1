//! Conditions on where an object is, and on what is in its pool.

use super::super::terms::{and, at_most, choose, equal, number, or, truth};
use super::automaton::LocalId;
use super::layout::Places;
use crate::expression::{Sort, Term, Value};
use crate::language::statechart::model::ObjectId;
use crate::language::statechart::semantics::ObjectState;

/// A whole number as a term.
pub(super) fn index(it: usize) -> Term {
    number(i64::try_from(it).unwrap_or(i64::MAX))
}

impl Places {
    /// Whether a number is one of some, which are in order: as few comparisons as there are runs of numbers.
    pub(super) fn is_one_of(&self, object: ObjectId, all: &[LocalId]) -> Term {
        let last = self.automata[object].states.len() - 1;
        let mut ranges: Vec<(usize, usize)> = Vec::new();
        for &it in all {
            match ranges.last_mut() {
                Some((_, to)) if *to + 1 == it => *to = it,
                _ => ranges.push((it, it)),
            }
        }
        let here = || self.local(object);
        let each = ranges.into_iter().map(|(from, to)| match (from, to) {
            _ if from == to => equal(here(), index(from)),
            (0, _) if to == last => truth(true),
            (0, _) => at_most(here(), index(to)),
            _ if to == last => at_most(index(from), here()),
            _ => and(vec![
                at_most(index(from), here()),
                at_most(here(), index(to)),
            ]),
        });
        or(each.collect())
    }

    /// The states of an object in which something holds, in order.
    pub(super) fn those(
        &self,
        object: ObjectId,
        holds: impl Fn(&ObjectState) -> bool,
    ) -> Vec<LocalId> {
        let states = self.automata[object].states.iter().enumerate();
        states.filter(|it| holds(it.1)).map(|it| it.0).collect()
    }

    /// Whether something holds where an object is.
    pub(super) fn is(&self, object: ObjectId, holds: impl Fn(&ObjectState) -> bool) -> Term {
        self.is_one_of(object, &self.those(object, holds))
    }

    /// What a function of the state of an object is.
    pub(super) fn value(
        &self,
        object: ObjectId,
        sort: &Sort,
        of: impl Fn(&ObjectState) -> i64,
    ) -> Term {
        let states = &self.automata[object].states;
        let mut values: Vec<i64> = states.iter().map(&of).collect();
        values.sort_unstable();
        values.dedup();
        let constant = |it: i64| Term::constant(Value::Number(it), sort.clone());
        let (first, rest) = values.split_first().expect("every automaton has a start");
        rest.iter().fold(constant(*first), |otherwise, &it| {
            choose(
                self.is(object, |own| of(own) == it),
                constant(it),
                otherwise,
            )
        })
    }

    /// Whether so many events more have room with an object, whatever its status.
    pub(super) fn has_room(&self, object: ObjectId, more: usize) -> Term {
        let states = self.automata[object].states.iter();
        let mut kept: Vec<usize> = states.map(|it| it.deferred.len()).collect();
        kept.sort_unstable();
        kept.dedup();
        let queue = self.queues[object];
        let each = kept
            .into_iter()
            .map(|kept| match queue.checked_sub(kept + more) {
                None => truth(false),
                Some(most) => and(vec![
                    self.is(object, |it| it.deferred.len() == kept),
                    at_most(self.length(object), index(most)),
                ]),
            });
        or(each.collect())
    }
}
