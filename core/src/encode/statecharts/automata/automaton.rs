//! A local automaton: what an object can come to by itself, and what its moves do to pools and scripts.

use std::collections::BTreeMap;

use super::super::Beyond;
use crate::language::statechart::model::{ObjectId, RegionId};
use crate::language::statechart::semantics::{Message, ObjectState, ObjectStatus};

/// States of an object at most.
const MOST_STATES: usize = 1_500;
/// Events with what they bring at most, of an object.
const MOST_MESSAGES: usize = 64;

/// Number of a state of an object.
pub(super) type LocalId = usize;
/// Number of an event with what it brings, among those that an object can receive.
pub(super) type MessageId = usize;

/// What a move does to pools and scripts.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Effect {
    /// Whether it is a step that counts.
    pub(super) counts: bool,
    /// The event at the head of the pool, which it takes.
    pub(super) head: Option<MessageId>,
    /// What it puts before all that waits, in order.
    pub(super) front: Vec<MessageId>,
    /// What it sends, in order.
    pub(super) sends: Vec<(ObjectId, MessageId)>,
    /// Scripts whose call returns.
    pub(super) released: Vec<usize>,
    /// Whether the object forgets all that waits, after it.
    pub(super) forgets: bool,
}

/// A move of an object by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LocalMove {
    pub(super) effect: Effect,
    pub(super) to: LocalId,
}

/// What an object can come to, and what it does there.
#[derive(Clone, Debug, Default)]
pub(super) struct Automaton {
    /// Each without its pool; the first is the start.
    pub(super) states: Vec<ObjectState>,
    pub(super) numbers: BTreeMap<ObjectState, LocalId>,
    /// What it can receive.
    pub(super) messages: Vec<Message>,
    pub(super) moves: Vec<Vec<LocalMove>>,
    /// Whether time can pass while it has no event.
    pub(super) waits: Vec<bool>,
    /// For each state and time what it is after that time, where that is something else.
    pub(super) later: BTreeMap<(LocalId, u32), LocalId>,
    /// For each state how many of its events it has been asked about.
    pub(super) asked: Vec<usize>,
    /// Regions whose history nobody reads.
    pub(super) unread: Vec<RegionId>,
}

impl Automaton {
    /// What of a state of the object is kept: all but its pool, and the history that nobody reads.
    pub(super) fn bare(&self, mut own: ObjectState) -> ObjectState {
        own.forget_pool();
        for &region in &self.unread {
            own.history[region] = None;
        }
        own
    }

    pub(super) fn number(&mut self, state: ObjectState) -> Result<LocalId, Beyond> {
        let state = self.bare(state);
        if let Some(&known) = self.numbers.get(&state) {
            return Ok(known);
        }
        if self.states.len() == MOST_STATES {
            return Err(Beyond::Size);
        }
        self.numbers.insert(state.clone(), self.states.len());
        self.states.push(state);
        Ok(self.states.len() - 1)
    }

    pub(super) fn message(&mut self, message: &Message) -> Result<MessageId, Beyond> {
        if let Some(known) = self.messages.iter().position(|it| it == message) {
            return Ok(known);
        }
        if self.messages.len() == MOST_MESSAGES {
            return Err(Beyond::Size);
        }
        self.messages.push(message.clone());
        Ok(self.messages.len() - 1)
    }

    /// Whether what it does in a state in the middle of a step may be done at once, before anybody else does anything: it
    /// sends nothing, leaves as much room, does not end, and nothing that counts goes on beside it. What others do is
    /// independent of that, and no question is about a state in which a step is running.
    fn is_passed(&self, state: LocalId) -> bool {
        let own = &self.states[state];
        let moves = &self.moves[state];
        !own.is_stable()
            && !moves.is_empty()
            && moves.iter().all(|it| {
                let after = &self.states[it.to];
                !it.effect.counts
                    && it.effect.sends.is_empty()
                    && after.status == ObjectStatus::Run
                    && it.effect.front.len() + after.deferred.len() == own.deferred.len()
            })
    }

    /// Where a move ends, with what is done at once behind it.
    fn settled(&self, first: LocalMove) -> Vec<LocalMove> {
        let mut ends: Vec<LocalMove> = Vec::new();
        let mut met: Vec<LocalMove> = Vec::new();
        let mut open = vec![first];
        while let Some(at) = open.pop() {
            if met.contains(&at) {
                continue;
            }
            met.push(at.clone());
            if !self.is_passed(at.to) {
                ends.push(at);
                continue;
            }
            for next in self.moves[at.to].iter().rev() {
                let mut effect = at.effect.clone();
                effect.front.splice(0..0, next.effect.front.iter().copied());
                effect.released.extend(&next.effect.released);
                effect.released.sort_unstable();
                effect.released.dedup();
                open.push(LocalMove {
                    effect,
                    to: next.to,
                });
            }
        }
        ends
    }

    /// The same automaton where what may be done at once is a part of the move before it.
    pub(super) fn shortened(self) -> Self {
        let mut short = Self {
            messages: self.messages.clone(),
            unread: self.unread.clone(),
            ..Self::default()
        };
        // The number of each state that stays, in the order in which they are met.
        let mut kept = BTreeMap::from([(0, 0)]);
        let mut all = vec![0];
        let mut at = 0;
        while let Some(&old) = all.get(at) {
            let mut number = |it: LocalId| {
                let next = kept.len();
                *kept.entry(it).or_insert_with(|| {
                    all.push(it);
                    next
                })
            };
            let ends = self.moves[old].iter().cloned();
            let ends = ends.flat_map(|it| self.settled(it)).map(|it| LocalMove {
                to: number(it.to),
                ..it
            });
            let mut moves: Vec<LocalMove> = Vec::new();
            for it in ends.collect::<Vec<_>>() {
                if !moves.contains(&it) {
                    moves.push(it);
                }
            }
            for (&(_, time), &to) in self.later.range((old, 0)..=(old, u32::MAX)) {
                short.later.insert((at, time), number(to));
            }
            short.states.push(self.states[old].clone());
            short.waits.push(self.waits[old]);
            short.moves.push(moves);
            at += 1;
        }
        let states = short.states.iter().cloned().enumerate();
        short.numbers = states.map(|(number, it)| (it, number)).collect();
        short
    }

    /// The most moves without a count, one after the other.
    pub(super) fn longest_step(&self) -> Result<usize, Beyond> {
        let mut longest: Vec<Option<usize>> = vec![None; self.states.len()];
        let mut open: Vec<bool> = vec![false; self.states.len()];
        (0..self.states.len())
            .map(|it| self.longest_from(it, &mut longest, &mut open))
            .try_fold(0, |most, it| Ok(most.max(it?)))
    }

    fn longest_from(
        &self,
        state: LocalId,
        longest: &mut [Option<usize>],
        open: &mut [bool],
    ) -> Result<usize, Beyond> {
        if let Some(known) = longest[state] {
            return Ok(known);
        }
        if std::mem::replace(&mut open[state], true) {
            // A step that does not end.
            return Err(Beyond::Size);
        }
        let mut most = 0;
        for it in self.moves[state].iter().filter(|it| !it.effect.counts) {
            most = most.max(1 + self.longest_from(it.to, longest, open)?);
        }
        open[state] = false;
        longest[state] = Some(most);
        Ok(most)
    }
}
