//! What it means that objects play a scenario: decisions 4, 5 and 6 of the semantics, by exhaustive search.
//!
//! A *call* is an event that an object or the environment sends. A behaviour sends its calls one after the other, so a
//! scenario is a list and needs no message sets.
//!
//! *Strict*: a run goes wherever it wants, and ends its *path* between two macro-steps; from there on every call is the next
//! message of the scenario. What an object sends to itself is its own affair: it is a message where the scenario says
//! so, and does not matter elsewhere. Everything else (dispatches, behaviours, time) may happen besides.
//! *Loose*: the messages are among the calls of the run, in their order. The scenario has been played as soon as its
//! last message has been sent. Steps are counted from the start of the run, those between messages as well: in contrast to
//! machines a step here is something that happens, and not a half of something.
//!
//! The judge of the search that answers checks. Slow: it visits every state with everything that can have been played.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::super::model::{Scenario, ScenarioMessage};
use super::moves::Move;
use super::state::{Sending, SystemState};
use super::system::StatechartSystem;
use crate::language::questions::Mode;
use crate::system::{System, Trace};

/// How far a run has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Progress {
    /// On its path: calls do not matter yet.
    Path,
    /// So many messages have been sent.
    Played(usize),
}

impl Progress {
    /// How many messages have been sent.
    #[must_use]
    pub fn count(self) -> usize {
        match self {
            Self::Path => 0,
            Self::Played(count) => count,
        }
    }
}

/// Whether a call is a message of a scenario.
#[must_use]
pub fn is_message(call: &Sending, message: &ScenarioMessage) -> bool {
    let brings = |arguments: &Vec<i64>| *arguments == call.message.arguments;
    call.from == message.from
        && call.to == message.to
        && call.message.event == message.event
        && message.arguments.as_ref().is_none_or(brings)
}

/// How far runs can have got after a step that sends these calls, where they had got so far before.
#[must_use]
pub fn after(
    messages: &[ScenarioMessage],
    mode: Mode,
    before: Progress,
    calls: &[Sending],
) -> BTreeSet<Progress> {
    let mut all = BTreeSet::new();
    if before == Progress::Path {
        all.insert(Progress::Path);
    }
    let mut played = BTreeSet::from([before.count()]);
    for call in calls {
        let mut next = BTreeSet::new();
        for done in played {
            if messages.get(done).is_some_and(|it| is_message(call, it)) {
                next.insert(done + 1);
            }
            // A scenario that has been played stays so.
            if mode == Mode::Loose || call.from == Some(call.to) || done == messages.len() {
                next.insert(done);
            }
        }
        played = next;
    }
    all.extend(played.into_iter().map(Progress::Played));
    all
}

/// Where runs begin.
#[must_use]
pub fn beginning(mode: Mode) -> Progress {
    match mode {
        Mode::Strict => Progress::Path,
        Mode::Loose => Progress::Played(0),
    }
}

/// What the definitions say about a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The most messages that are sent, over all runs within the bound (decision 6).
    pub prefix: usize,
    /// The fewest steps that count after which as many have been.
    pub depth: u32,
    /// Every state after which exactly as many have been sent, with the fewest steps to it.
    pub then: BTreeMap<SystemState, u32>,
}

/// Whether a step counts.
#[must_use]
pub fn counts(what: Move) -> bool {
    !matches!(what, Move::Thread(_))
}

/// Judges a scenario over all runs of so many steps that count, or of any number; `None` where there are more than `most`
/// states.
///
/// Complexity: exponential in the objects; for small models only.
#[must_use]
pub fn judge(
    system: &StatechartSystem<'_>,
    scenario: &Scenario,
    mode: Mode,
    bound: Option<u32>,
    most: usize,
) -> Option<Judgement> {
    let messages = &scenario.messages;
    let mut best = Judgement {
        prefix: 0,
        depth: 0,
        then: BTreeMap::new(),
    };
    let mut met = BTreeSet::new();
    // Steps that do not count go to the front, so states come in the order of their depths.
    let mut open = VecDeque::from([(system.beginning(), beginning(mode), 0_u32)]);
    while let Some((state, progress, depth)) = open.pop_front() {
        if !met.insert((state.clone(), progress)) {
            continue;
        }
        if met.len() > most {
            return None;
        }
        let count = progress.count();
        if count > best.prefix {
            best = Judgement {
                prefix: count,
                depth,
                then: BTreeMap::new(),
            };
        }
        if count == best.prefix {
            best.then.entry(state.clone()).or_insert(depth);
        }
        for it in system.successors(&state).all {
            let depth_after = depth + u32::from(counts(it.what));
            if bound.is_some_and(|most| depth_after > most) {
                continue;
            }
            for progress in after(messages, mode, progress, &it.report.sent) {
                let next = (it.after.clone(), progress, depth_after);
                match depth_after == depth {
                    true => open.push_front(next),
                    false => open.push_back(next),
                }
            }
        }
    }
    Some(best)
}

/// How many messages have been sent after each step of a run that plays as many as it can, the start first; `None` where the
/// definitions do not allow the run.
#[must_use]
pub fn progress(
    system: &StatechartSystem<'_>,
    scenario: &Scenario,
    mode: Mode,
    run: &Trace,
) -> Option<Vec<usize>> {
    let mut at = run.start.clone();
    let mut calls = Vec::new();
    let mut can = vec![BTreeSet::from([beginning(mode)])];
    for step in &run.steps {
        let (_, report) = system.taken(&at, step)?;
        let last = can.last()?.iter();
        let next = last.flat_map(|&it| after(&scenario.messages, mode, it, &report.sent));
        let next = next.collect();
        calls.push(report.sent);
        can.push(next);
        at = system.apply(&at, step)?;
    }
    // Back from the most that can have been played at the end.
    let mut now = can.last()?.iter().copied().max_by_key(|it| it.count())?;
    let mut done = vec![now.count()];
    for (before, calls) in can.iter().zip(&calls).rev() {
        let leads = |it: &&Progress| after(&scenario.messages, mode, **it, calls).contains(&now);
        now = *before.iter().find(leads)?;
        done.push(now.count());
    }
    done.reverse();
    Some(done)
}
