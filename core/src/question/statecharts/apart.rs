//! The shortest run that one reading admits and another does not.
//!
//! Readings count steps differently, and enter regions and leave initial pseudostates in steps of their own or of others. So
//! what is compared is what somebody sees who looks at the objects from outside: which object takes which event, or lets
//! its time come, in which of its configurations, one after the other; and where everybody is when all are at rest, that
//! is in no step and with no completion to handle. A configuration is what is active and the values of variables. Not
//! seen are completions, do behaviours, sending and waiting, what comes from outside before it is taken, and how much time
//! passes; they show by what is taken next. A run is admitted where the reading has one that looks the same.
//!
//! Both readings are followed side by side: with each sequence that is seen goes the set of all states in which either
//! reading can be after it. A sequence after which one of the sets is empty, and the other is not, tells them apart.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::engine::Stop;
use crate::language::statechart::StatechartModel;
use crate::language::statechart::model::{Atom, ObjectId, Reading, VertexId, VertexKind};
use crate::language::statechart::semantics::{
    Grain, Message, Move, ObjectState, ObjectStatus, StatechartSystem, SystemState,
};
use crate::system::{Trace, replay};

/// What is seen of an object.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sight {
    /// The states that are active, and the final states of regions that have ended.
    pub active: Vec<VertexId>,
    /// The values of its variables.
    pub values: Vec<i64>,
    /// How it stands.
    pub status: ObjectStatus,
}

/// Something that is seen.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seen {
    /// An object takes an event.
    Takes(ObjectId, Message, Sight),
    /// The time of a transition of an object has come, and it fires.
    Time(ObjectId, Sight),
    /// All are at rest.
    Rest(Vec<Sight>),
}

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
}

/// A reading whose states are numbered as they are met.
#[derive(Debug)]
struct Side<'m> {
    system: StatechartSystem<'m>,
    numbers: BTreeMap<SystemState, u32>,
    states: Vec<SystemState>,
    known: Vec<Option<Known>>,
    beyond: BTreeSet<ObjectId>,
}

/// What follows a state.
#[derive(Clone, Debug, Default)]
struct Known {
    /// Without being seen.
    silent: Vec<u32>,
    /// With what is seen.
    seen: Vec<(Seen, u32)>,
    /// Where all are at rest, what is seen then.
    rest: Option<Seen>,
}

impl<'m> Side<'m> {
    fn new(model: &'m StatechartModel, reading: Reading) -> Self {
        Self {
            system: StatechartSystem::new(model, reading, Grain::Step, false),
            numbers: BTreeMap::new(),
            states: Vec::new(),
            known: Vec::new(),
            beyond: BTreeSet::new(),
        }
    }

    fn number(&mut self, state: SystemState) -> u32 {
        if let Some(&number) = self.numbers.get(&state) {
            return number;
        }
        let number = u32::try_from(self.states.len()).expect("a limit comes before 2³² states");
        self.numbers.insert(state.clone(), number);
        self.states.push(state);
        self.known.push(None);
        number
    }

    /// Whether an object is in no step and has no completion to handle.
    fn rests(&self, object: ObjectId, own: &ObjectState) -> bool {
        let machine = self.system.machine();
        let completes = match machine.reading {
            Reading::Bmc4uml => own.raised.contains(&true),
            Reading::Uml => !own.completions.is_empty(),
            Reading::Scxml => !machine.eventless(object, own).is_empty(),
        };
        own.is_stable() && !completes && own.activities.iter().all(|it| it.waits)
    }

    /// What is seen where all are at rest.
    fn rest(&self, state: &SystemState) -> Option<Seen> {
        let mut objects = state.objects.iter().enumerate();
        let all = 0..state.objects.len();
        objects
            .all(|(object, own)| self.rests(object, own))
            .then(|| Seen::Rest(all.map(|it| sight(&self.system, state, it)).collect()))
    }

    fn known(&mut self, number: u32) -> &Known {
        let at = number as usize;
        if self.known[at].is_none() {
            let state = self.states[at].clone();
            let found = self.system.successors(&state);
            self.beyond.extend(&found.beyond);
            let mut known = Known::default();
            for it in found.all {
                let seen = seen(&self.system, &state, it.what);
                let after = self.number(it.after);
                match seen {
                    Some(seen) => known.seen.push((seen, after)),
                    None => known.silent.push(after),
                }
            }
            known.rest = self.rest(&state);
            self.known[at] = Some(known);
        }
        self.known[at].as_ref().expect("it was just looked up")
    }

    /// All states that some lead to without anything being seen, themselves included.
    fn closed(&mut self, states: BTreeSet<u32>) -> Vec<u32> {
        let mut all = states.clone();
        let mut open: Vec<u32> = states.into_iter().collect();
        while let Some(at) = open.pop() {
            for next in self.known(at).silent.clone() {
                if all.insert(next) {
                    open.push(next);
                }
            }
        }
        all.into_iter().collect()
    }

    /// What can be seen next in some states, with the states that it leads to; none where all are at rest.
    fn next(&mut self, states: &[u32]) -> BTreeMap<Seen, BTreeSet<u32>> {
        let mut next: BTreeMap<Seen, BTreeSet<u32>> = BTreeMap::new();
        for &at in states {
            let known = self.known(at);
            for (seen, after) in &known.seen {
                next.entry(seen.clone()).or_default().insert(*after);
            }
            if let Some(rest) = &known.rest {
                next.entry(rest.clone()).or_default();
            }
        }
        next
    }

    /// A shortest run after which a sequence was seen.
    fn run(&self, wanted: &[Seen]) -> Option<Trace> {
        let mut found = None;
        let before = self.visit(wanted, &mut |met, state| {
            let ends = match &wanted[met..] {
                [] => true,
                [last @ Seen::Rest(_)] => self.rest(state).as_ref() == Some(last),
                _ => false,
            };
            if ends {
                found = Some((met, state.clone()));
            }
            ends
        });
        self.trace(&way(&before, found?), wanted)
    }

    /// Visits states that are met while a sequence is seen, the nearest first, until `look` says that it is enough; each with
    /// how much of it was seen, and what was before it.
    fn visit(&self, wanted: &[Seen], look: &mut dyn FnMut(usize, &SystemState) -> bool) -> Before {
        let start = self.system.beginning();
        let mut before = Before::from([((0, start.clone()), None)]);
        let mut open = VecDeque::from([(0, start)]);
        while let Some((met, state)) = open.pop_front() {
            if look(met, &state) {
                break;
            }
            for it in self.system.successors(&state).all {
                let next = match seen(&self.system, &state, it.what) {
                    None => met,
                    Some(seen) if wanted.get(met) == Some(&seen) => met + 1,
                    Some(_) => continue,
                };
                let next = (next, it.after);
                if !before.contains_key(&next) {
                    before.insert(next.clone(), Some((met, state.clone())));
                    open.push_back(next);
                }
            }
        }
        before
    }

    /// A run after which a sequence was seen, to a state that is as near as can be to one of another reading; the shortest
    /// of them.
    fn towards(
        &self,
        wanted: &[Seen],
        there: &StatechartSystem<'_>,
        at: &SystemState,
    ) -> Option<Trace> {
        let mut best: Option<(usize, (usize, SystemState))> = None;
        let before = self.visit(wanted, &mut |met, state| {
            if met < wanted.len() {
                return false;
            }
            let differs = |it: &usize| {
                let sights = sight(&self.system, state, *it) != sight(there, at, *it);
                let waiting = |it: &ObjectState| it.pool.len();
                let waits = waiting(&state.objects[*it]) != waiting(&at.objects[*it]);
                (sights, waits)
            };
            let all: Vec<_> = (0..state.objects.len()).map(|it| differs(&it)).collect();
            let sights = all.iter().filter(|it| it.0).count();
            let far = sights * (all.len() + 1) + all.iter().filter(|it| it.1).count();
            if best.as_ref().is_none_or(|it| far < it.0) {
                best = Some((far, (met, state.clone())));
            }
            far == 0
        });
        self.trace(&way(&before, best?.1), wanted)
    }

    /// The steps along a way, each with what is to be seen of it: others may lead to the same state.
    fn trace(&self, way: &[(usize, SystemState)], seen: &[Seen]) -> Option<Trace> {
        use crate::system::{Flow, System};
        let start = self.system.valuation(&way[0].1);
        let mut at = start.clone();
        let mut steps = Vec::new();
        for pair in way.windows(2) {
            let [(met, before), (then, wanted)] = pair else {
                return None;
            };
            let wanted = self.system.valuation(wanted);
            let look = (then > met).then(|| &seen[*met]);
            let mut found = None;
            self.system.steps(&at, &mut |step| {
                let what = self.system.taken(&at, &step).map(|it| it.0);
                let is_seen = what.and_then(|it| self::seen(&self.system, before, it));
                let leads = self.system.apply(&at, &step).as_ref() == Some(&wanted);
                if leads && is_seen.as_ref() == look {
                    found = Some(step);
                    return Flow::Break(());
                }
                Flow::Continue(())
            });
            steps.push(found?);
            at = wanted;
        }
        Some(Trace { start, steps })
    }
}

/// States with how much was seen before them, each with the one before it.
type Before = BTreeMap<(usize, SystemState), Option<(usize, SystemState)>>;

/// The states on the way to one.
fn way(before: &Before, to: (usize, SystemState)) -> Vec<(usize, SystemState)> {
    let mut way = vec![to];
    while let Some(Some(earlier)) = before.get(&way[way.len() - 1]) {
        way.push(earlier.clone());
    }
    way.reverse();
    way
}

/// What is seen of an object in a state.
fn sight(system: &StatechartSystem<'_>, state: &SystemState, object: ObjectId) -> Sight {
    let own = &state.objects[object];
    let model = system.machine().model;
    let chart = &model.charts[model.objects[object].chart];
    let is_seen = |vertex: &VertexId| {
        let kind = chart.vertices[*vertex].kind;
        matches!(kind, VertexKind::State | VertexKind::Final)
            && system.seen(Atom::In(object, *vertex), own) == 1
    };
    Sight {
        active: (0..chart.vertices.len()).filter(is_seen).collect(),
        values: own.values.clone(),
        status: own.status,
    }
}

/// What is seen of a step from a state, if anything.
#[must_use]
pub fn seen(system: &StatechartSystem<'_>, state: &SystemState, what: Move) -> Option<Seen> {
    match what {
        Move::Event(object) => {
            let first = state.objects[object].pool.first()?;
            let message = Message {
                caller: None,
                ..first.clone()
            };
            Some(Seen::Takes(object, message, sight(system, state, object)))
        }
        Move::Timed(object) => Some(Seen::Time(object, sight(system, state, object))),
        _ => None,
    }
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
    let compared = search(&mut sides, within, most, stop);
    let states = sides.iter().map(|it| it.states.len() as u64).sum();
    let mut beyond = sides[0].beyond.clone();
    beyond.extend(&sides[1].beyond);
    Comparison {
        compared,
        states,
        beyond: beyond.into_iter().collect(),
    }
}

fn search(
    sides: &mut [Side<'_>; 2],
    within: Option<u32>,
    most: u64,
    stop: &mut dyn FnMut(u64) -> bool,
) -> Compared {
    let start = [0, 1].map(|it: usize| {
        let side = &mut sides[it];
        let state = side.system.beginning();
        let number = side.number(state);
        side.closed(BTreeSet::from([number]))
    });
    // Each pair of sets with the pair before it, and what was seen in between.
    let mut met: BTreeSet<[Vec<u32>; 2]> = BTreeSet::from([start.clone()]);
    let mut before: Vec<Option<(usize, Seen)>> = vec![None];
    let mut open = VecDeque::from([(0_usize, 0_u32, start)]);
    let mut kept = 0_u64;
    let mut every = true;
    while let Some((place, depth, pair)) = open.pop_front() {
        let states = sides.iter().map(|it| it.states.len() as u64).sum::<u64>();
        if states + kept > most {
            return Compared::Open(Stop::States);
        }
        if stop(states) {
            return Compared::Open(Stop::Asked);
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
            return match (run, beside) {
                (Some(run), Some(beside)) => Compared::Apart(Box::new(Apart {
                    admits,
                    seen: way,
                    run,
                    beside,
                })),
                _ => Compared::Open(Stop::Size),
            };
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
            let [one, other] = sets;
            let pair = [sides[0].closed(one), sides[1].closed(other)];
            if met.insert(pair.clone()) {
                kept += pair.iter().map(|it| it.len() as u64).sum::<u64>() / 16 + 1;
                before.push(Some((place, seen.clone())));
                open.push_back((before.len() - 1, depth + 1, pair));
            }
        }
    }
    Compared::Same { every }
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
    let Ok(met) = replay(&side.system, run) else {
        return false;
    };
    let mut all = Vec::new();
    for (at, step) in met.iter().zip(&run.steps) {
        let Some((what, _)) = side.system.taken(at, step) else {
            return false;
        };
        let state = side.system.state(at);
        all.extend(state.and_then(|it| seen(&side.system, &it, what)));
    }
    if let Some(Seen::Rest(_)) = wanted.last() {
        let state = met.last().and_then(|it| side.system.state(it));
        all.extend(state.and_then(|it| side.rest(&it)));
    }
    all == wanted
}

/// Whether a reading admits a sequence: slowly, from its definition, for whoever judges.
#[must_use]
pub fn admits(model: &StatechartModel, reading: Reading, wanted: &[Seen]) -> bool {
    Side::new(model, reading).run(wanted).is_some()
}
