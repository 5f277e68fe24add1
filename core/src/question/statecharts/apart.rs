//! The shortest run that one reading admits and another does not.
//!
//! Readings count steps differently, and enter regions and leave initial pseudostates in steps of their own or of others. So
//! what is compared is what somebody sees who looks at the objects from outside (`sight`). A run is admitted where the
//! reading has one that looks the same.
//!
//! Both readings are followed side by side: with each sequence that is seen goes the set of all states in which either
//! reading can be after it. A sequence after which one of the sets is empty, and the other is not, tells them apart.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::side::Side;
pub use super::sight::{Seen, Sight};
use super::sight::{rest, seen};
use crate::engine::Stop;
use crate::language::statechart::StatechartModel;
use crate::language::statechart::model::{ObjectId, Reading};
use crate::language::statechart::semantics::{Cut, StatechartSystem, SystemState};
use crate::system::{Trace, replay};

/// What tells two readings apart.
#[derive(Clone, Debug)]
pub struct Apart {
    /// Which of the two admits it.
    pub admits: usize,
    /// What is seen, the last of it by one of them alone.
    pub seen: Vec<Seen>,
    /// A run of the one that admits it, dispatch by dispatch.
    pub run: Trace,
    /// A run of the other one that is seen as all but the last of it, to where the objects are as much as they can be as they
    /// were before that.
    pub beside: Trace,
}

/// What came of a comparison.
#[derive(Clone, Debug)]
pub enum Compared {
    /// A shortest sequence that only one of them admits.
    Apart(Box<Apart>),
    /// There is none; within the bound where that kept something from being looked at.
    Same {
        /// Whether there is none at any length.
        every: bool,
    },
    /// A limit was hit.
    Open(Stop),
}

/// A comparison, with what it went through.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What came of it.
    pub compared: Compared,
    /// States of both readings.
    pub states: u64,
    /// Objects whose queue would have held more than is looked at.
    pub beyond: Vec<ObjectId>,
    /// What was not followed, of which object and why.
    pub cut: BTreeSet<(ObjectId, Cut)>,
}

/// Looks for a shortest sequence that one of two readings admits and the other does not, of at most so many takes and times
/// that have come. `stop` is told how many states were met.
#[must_use]
pub fn compare(
    model: &StatechartModel,
    readings: [Reading; 2],
    within: Option<u32>,
    most: u64,
    stop: &mut dyn FnMut(u64) -> bool,
) -> Comparison {
    let mut sides = readings.map(|it| Side::new(model, it));
    let compared = search(&mut sides, within, most, stop).unwrap_or_else(Compared::Open);
    let states = sides.iter().map(|it| it.states.len() as u64).sum();
    let mut beyond = sides[0].beyond.clone();
    beyond.extend(&sides[1].beyond);
    Comparison {
        compared,
        states,
        beyond: beyond.into_iter().collect(),
        cut: sides.into_iter().flat_map(|it| it.cut).collect(),
    }
}

fn search(
    sides: &mut [Side<'_>; 2],
    within: Option<u32>,
    most: u64,
    stop: &mut dyn FnMut(u64) -> bool,
) -> Result<Compared, Stop> {
    let starts = [0, 1].map(|it: usize| {
        let side = &mut sides[it];
        let state = side.system.beginning();
        BTreeSet::from([side.number(state)])
    });
    let start = closed(sides, starts, 0, most, stop)?;
    // Each pair of sets with the pair before it, and what was seen in between.
    let mut met: BTreeSet<[Vec<u32>; 2]> = BTreeSet::from([start.clone()]);
    let mut before: Vec<Option<(usize, Seen)>> = vec![None];
    let mut open = VecDeque::from([(0_usize, 0_u32, start)]);
    let mut kept = 0_u64;
    let mut every = true;
    while let Some((place, depth, pair)) = open.pop_front() {
        let states = sides.iter().map(|it| it.states.len() as u64).sum::<u64>();
        if states + kept > most {
            return Err(Stop::States);
        }
        if stop(states) {
            return Err(Stop::Asked);
        }
        let next = [0, 1].map(|it: usize| sides[it].next(&pair[it]));
        let all: BTreeSet<&Seen> = next.iter().flat_map(BTreeMap::keys).collect();
        let lasts =
            |it: &&&Seen| matches!(it, Seen::Rest(_)) || within.is_none_or(|most| depth < most);
        for seen in all.iter().filter(lasts) {
            let Some(lacks) = (0..2).find(|&it| !next[it].contains_key(*seen)) else {
                continue;
            };
            let mut way = vec![(*seen).clone()];
            let mut at = place;
            while let Some((earlier, seen)) = &before[at] {
                way.push(seen.clone());
                at = *earlier;
            }
            way.reverse();
            let admits = 1 - lacks;
            let run = sides[admits].run(&way);
            let beside = run.as_ref().and_then(|run| {
                let there = &sides[admits].system;
                let at = before_the_last(there, run, &way)?;
                sides[lacks].towards(&way[..way.len() - 1], there, &at)
            });
            let (run, beside) = run.zip(beside).ok_or(Stop::Size)?;
            return Ok(Compared::Apart(Box::new(Apart {
                admits,
                seen: way,
                run,
                beside,
            })));
        }
        if within.is_some_and(|most| depth >= most) {
            every &= all.iter().all(|it| matches!(it, Seen::Rest(_)));
            continue;
        }
        for seen in all {
            let sets = [0, 1].map(|it: usize| next[it].get(seen).cloned().unwrap_or_default());
            if sets.iter().any(BTreeSet::is_empty) {
                continue;
            }
            let pair = closed(sides, sets, kept, most, stop)?;
            if met.insert(pair.clone()) {
                kept += pair.iter().map(|it| it.len() as u64).sum::<u64>() / 16 + 1;
                before.push(Some((place, seen.clone())));
                open.push_back((before.len() - 1, depth + 1, pair));
            }
        }
    }
    Ok(Compared::Same { every })
}

/// Sets of states of both readings, each with all that they lead to without anything being seen; `kept` is what is remembered
/// besides the states.
fn closed(
    sides: &mut [Side<'_>; 2],
    sets: [BTreeSet<u32>; 2],
    kept: u64,
    most: u64,
    stop: &mut dyn FnMut(u64) -> bool,
) -> Result<[Vec<u32>; 2], Stop> {
    let [one, other] = sides;
    let [first, second] = sets;
    let mut beside = other.states.len() as u64;
    let mut look = |states: u64, beside: u64| match states + beside {
        all if all + kept > most => Err(Stop::States),
        all if stop(all) => Err(Stop::Asked),
        _ => Ok(()),
    };
    let first = one.closed(first, &mut |it| look(it, beside))?;
    beside = one.states.len() as u64;
    let second = other.closed(second, &mut |it| look(it, beside))?;
    Ok([first, second])
}

/// The state of a run in which the last of what is seen is about to be: at its end, or before its last step.
fn before_the_last(
    system: &StatechartSystem<'_>,
    run: &Trace,
    seen: &[Seen],
) -> Option<SystemState> {
    let mut met = replay(system, run).ok()?;
    let last = met.pop()?;
    match seen.last() {
        Some(Seen::Rest(_)) => system.state(&last),
        _ => system.state(&met.pop()?),
    }
}

/// Whether a run of a reading is seen as a sequence, by the definitions.
#[must_use]
pub fn shows(model: &StatechartModel, reading: Reading, run: &Trace, wanted: &[Seen]) -> bool {
    let side = Side::new(model, reading);
    let Some(steps) = seen_of(&side, run) else {
        return false;
    };
    let mut all: Vec<_> = steps.into_iter().flatten().collect();
    if let (Some(Seen::Rest(_)), Ok(met)) = (wanted.last(), replay(&side.system, run)) {
        let state = met.last().and_then(|it| side.system.state(it));
        all.extend(state.and_then(|it| rest(&side.system, &it)));
    }
    all == wanted
}

/// How much of a run of a reading has been seen at its start and after each of its steps; that all are at rest at its end is not
/// counted. `None` where it is no run of this reading.
#[must_use]
pub fn seen_so_far(model: &StatechartModel, reading: Reading, run: &Trace) -> Option<Vec<usize>> {
    let steps = seen_of(&Side::new(model, reading), run)?;
    let mut count = 0;
    let counts = steps.iter().map(|it| {
        count += usize::from(it.is_some());
        count
    });
    Some(std::iter::once(0).chain(counts).collect())
}

/// What is seen of each step of a run.
fn seen_of(side: &Side<'_>, run: &Trace) -> Option<Vec<Option<Seen>>> {
    let met = replay(&side.system, run).ok()?;
    let steps = met.iter().zip(&run.steps).map(|(at, step)| {
        let (what, _) = side.system.taken(at, step)?;
        let state = side.system.state(at);
        Some(state.and_then(|it| seen(&side.system, &it, what)))
    });
    steps.collect()
}

/// Whether a reading admits a sequence, from its definition, for what judges an answer; `None` where `go_on`, asked before each state that
/// is met, says that it is enough.
#[must_use]
pub fn admits(
    model: &StatechartModel,
    reading: Reading,
    wanted: &[Seen],
    go_on: &mut dyn FnMut() -> bool,
) -> Option<bool> {
    Side::new(model, reading).admits(wanted, go_on)
}
