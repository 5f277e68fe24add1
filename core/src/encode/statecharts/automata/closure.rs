//! Local automata: all that each object can come to if anything that anybody sends may arrive at any time.
//!
//! The states of an object are closed under what the definitions let it do by itself, with its pool left out: what is
//! appended, taken and given back stands in the moves. More is reachable so than in the system; that costs room and
//! changes no answer.

use super::super::Beyond;
use super::automaton::{Automaton, Effect, LocalId, LocalMove, MessageId};
use crate::language::statechart::model::{ObjectId, Overflow, RegionId, Stimulus, VertexKind};
use crate::language::statechart::semantics::{Alone, Deed, Machine, Message, Move, ObjectStatus};
use crate::language::statechart::{StatechartModel, Structure};

/// Moves of an object at most.
const MOST_MOVES: usize = 20_000;

/// The automata of all objects.
///
/// The machine's queues have room for everything: how much there is, is a matter of the system. `passes` says whether what may
/// be done at once becomes a part of the move before it.
///
/// # Errors
/// Where they are too large, or an object sends itself events that can be an error.
pub(super) fn automata(machine: &Machine<'_>, passes: bool) -> Result<Vec<Automaton>, Beyond> {
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
    if passes {
        all = all.into_iter().map(Automaton::shortened).collect();
    }
    Ok(all)
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
                let waits = alone.lets_time_pass();
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
    if !alone.cut.is_empty() {
        return Err(Beyond::Inputs);
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
        });
    }
    Ok(())
}
