//! Local automata: all that each object can come to if anything that anybody sends may arrive at any time.
//!
//! The states of an object are closed under what the definitions let it do by itself, with its pool left out: what is
//! appended, taken and given back stands in the moves. More is reachable so than in the system; that costs room and
//! changes no answer.

use std::collections::BTreeMap;

use super::super::Beyond;
use crate::language::statechart::model::{ObjectId, Overflow, RegionId, Stimulus, VertexKind};
use crate::language::statechart::semantics::{
    Alone, Deed, Machine, Message, Move, ObjectState, ObjectStatus,
};
use crate::language::statechart::{StatechartModel, Structure};

/// States of an object at most, and moves.
const MOST_STATES: usize = 1_500;
const MOST_MOVES: usize = 20_000;
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
#[derive(Clone, Debug)]
pub(super) struct LocalMove {
    pub(super) effect: Effect,
    pub(super) to: LocalId,
    /// Whether a step that runs goes on with it.
    is_thread: bool,
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
    asked: Vec<usize>,
    /// Regions whose history nobody reads.
    unread: Vec<RegionId>,
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

    fn number(&mut self, state: ObjectState) -> Result<LocalId, Beyond> {
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

    fn message(&mut self, message: &Message) -> Result<MessageId, Beyond> {
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
                it.is_thread
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
            let same = |it: &LocalMove| it.to == at.to && it.effect == at.effect;
            if met.iter().any(same) {
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
                effect.forgets |= next.effect.forgets;
                open.push(LocalMove {
                    effect,
                    to: next.to,
                    is_thread: at.is_thread,
                });
            }
        }
        ends
    }

    /// The same automaton where what may be done at once is a part of the move before it.
    fn shortened(self) -> Self {
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
                if !moves
                    .iter()
                    .any(|known| known.to == it.to && known.effect == it.effect)
                {
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

/// The automata of all objects.
///
/// The machine's queues have room for everything: how much there is, is a matter of the system.
///
/// # Errors
/// Where they are too large, or an object sends itself events that can be an error.
pub(super) fn automata(machine: &Machine<'_>) -> Result<Vec<Automaton>, Beyond> {
    let model = machine.model;
    let mut all: Vec<Automaton> = vec![Automaton::default(); model.objects.len()];
    let start = machine.initial(false);
    for (object, own) in start.objects.into_iter().enumerate() {
        let automaton = &mut all[object];
        automaton.unread = unread(machine.structure(object));
        automaton.number(own)?;
    }
    for (number, script) in model.scripts.iter().enumerate() {
        for stimulus in &script.stimuli {
            let Stimulus::Event { to, .. } = stimulus else {
                continue;
            };
            for &to in to {
                if let Some(message) = message_of(number, stimulus) {
                    all[to].message(&message)?;
                }
            }
        }
    }
    let longest = longest_delay(model);
    while explore(machine, &mut all, longest)? {}
    Ok(all.into_iter().map(Automaton::shortened).collect())
}

/// The regions whose history nobody reads: without a history pseudostate in them, and without a deep one around them.
fn unread(structure: &Structure<'_>) -> Vec<RegionId> {
    let chart = structure.chart;
    let has = |region: RegionId, kinds: &[VertexKind]| {
        let vertices = chart.regions[region].vertices.iter();
        vertices
            .copied()
            .any(|it| kinds.contains(&chart.vertices[it].kind))
    };
    let is_read = |&region: &RegionId| {
        let owner = chart.regions[region].owner;
        let around = owner.into_iter().flat_map(|it| {
            let states = std::iter::once(it).chain(structure.ancestors(it).iter().copied());
            states.map(|it| chart.vertices[it].region)
        });
        has(
            region,
            &[VertexKind::ShallowHistory, VertexKind::DeepHistory],
        ) || { around }.any(|it| has(it, &[VertexKind::DeepHistory]))
    };
    (0..chart.regions.len()).filter(|it| !is_read(it)).collect()
}

/// What a stimulus of a script sends.
pub(super) fn message_of(script: usize, stimulus: &Stimulus) -> Option<Message> {
    match stimulus {
        Stimulus::Event {
            event,
            arguments,
            call,
            ..
        } => Some(Message {
            event: *event,
            arguments: arguments.clone(),
            caller: call.then_some(script),
        }),
        Stimulus::Trace(_) => None,
    }
}

/// The largest number that a clock is compared with.
pub(super) fn longest_delay(model: &StatechartModel) -> u32 {
    let all = model.charts.iter().flat_map(|it| &it.transitions);
    let bounds = all.flat_map(|it| &it.after).map(|it| it.1);
    bounds.max().unwrap_or(0)
}

/// Asks the definitions about every state and event that they have not been asked about; whether there were any.
fn explore(machine: &Machine<'_>, all: &mut [Automaton], longest: u32) -> Result<bool, Beyond> {
    let mut any = false;
    for object in 0..all.len() {
        let mut state = 0;
        while state < all[object].states.len() {
            let own = all[object].states[state].clone();
            if state == all[object].moves.len() {
                any = true;
                let alone = machine.alone(object, &own);
                let waits = machine.lets_time_pass(&own, &alone);
                all[object].waits.push(waits);
                all[object].asked.push(0);
                all[object].moves.push(Vec::new());
                add(machine, all, (object, state), None, alone)?;
                if all[object].moves.iter().map(Vec::len).sum::<usize>() > MOST_MOVES {
                    return Err(Beyond::Size);
                }
                for time in (1..=longest).filter(|_| waits) {
                    let mut after = own.clone();
                    machine.pass_of(object, &mut after, time);
                    let after = all[object].number(after)?;
                    if after != state {
                        all[object].later.insert((state, time), after);
                    }
                }
            }
            while all[object].asked[state] < all[object].messages.len() {
                let head = all[object].asked[state];
                all[object].asked[state] += 1;
                if !own.is_stable() || own.status != ObjectStatus::Run {
                    continue;
                }
                any = true;
                let mut own = own.clone();
                own.put(all[object].messages[head].clone(), false);
                let alone = machine.alone(object, &own);
                add(machine, all, (object, state), Some(head), alone)?;
            }
            state += 1;
        }
    }
    Ok(any)
}

/// Adds what an object does in a state: with an event at the head of its pool what takes it, else all the rest.
fn add(
    machine: &Machine<'_>,
    all: &mut [Automaton],
    (object, state): (ObjectId, LocalId),
    head: Option<MessageId>,
    alone: Alone,
) -> Result<(), Beyond> {
    if !alone.refused.is_empty() {
        return Err(Beyond::Size);
    }
    let takes = |it: &Deed| matches!(it.what, Move::Event(_));
    for deed in alone
        .deeds
        .into_iter()
        .filter(|it| takes(it) == head.is_some())
    {
        let before = &all[object].states[state];
        let runs = before.status == ObjectStatus::Run;
        let mut sends = Vec::with_capacity(deed.calls.len());
        let mut own = Vec::new();
        for (to, message) in deed.calls {
            if to == object && !runs {
                continue;
            }
            let number = all[to].message(&message)?;
            sends.push((to, number));
            if to == object {
                let chart = machine.structure(object).chart;
                if chart.overflow == Overflow::Error {
                    // What an error cuts off in the middle of a behaviour is not a move of its own.
                    return Err(Beyond::Construct);
                }
                own.push(message);
            }
        }
        let forgets = match deed.after.status {
            ObjectStatus::Run => false,
            ObjectStatus::Final => deed.after.is_stable(),
            ObjectStatus::Terminated | ObjectStatus::Fault(_) => true,
        };
        let pool = &deed.after.pool;
        let given_back = pool.len().saturating_sub(own.len());
        if !forgets && pool[given_back..] != own {
            return Err(Beyond::Construct);
        }
        let mut front = Vec::new();
        for it in pool[..given_back].iter().filter(|_| !forgets) {
            front.push(all[object].message(it)?);
        }
        let to = all[object].number(deed.after)?;
        all[object].moves[state].push(LocalMove {
            effect: Effect {
                counts: deed.what.counts(),
                head,
                front,
                sends,
                released: deed.released,
                forgets,
            },
            to,
            is_thread: matches!(deed.what, Move::Thread(_)),
        });
    }
    Ok(())
}
