//! One of two readings that are compared: its states, numbered as they are met, what is seen of each step between them, and
//! shortest runs after which a sequence was seen.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::sight::{Seen, rest, seen, sight};
use crate::engine::Stop;
use crate::language::statechart::StatechartModel;
use crate::language::statechart::model::{ObjectId, Reading};
use crate::language::statechart::semantics::{
    Cut, Grain, ObjectState, Rules, StatechartSystem, SystemState,
};
use crate::system::Trace;

/// A reading whose states are numbered as they are met.
#[derive(Debug)]
pub(super) struct Side<'m> {
    pub(super) system: StatechartSystem<'m>,
    numbers: BTreeMap<SystemState, u32>,
    pub(super) states: Vec<SystemState>,
    known: Vec<Option<Known>>,
    pub(super) beyond: BTreeSet<ObjectId>,
    pub(super) cut: BTreeSet<(ObjectId, Cut)>,
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
    pub(super) fn new(model: &'m StatechartModel, reading: Reading) -> Self {
        Self::with_rules(model, reading, Rules::of(reading))
    }

    /// The same where other rules hold than those of the reading.
    pub(super) fn with_rules(model: &'m StatechartModel, reading: Reading, rules: Rules) -> Self {
        let system = StatechartSystem::new(model, reading, Grain::Step, false);
        Self {
            system: system.with_rules(rules),
            numbers: BTreeMap::new(),
            states: Vec::new(),
            known: Vec::new(),
            beyond: BTreeSet::new(),
            cut: BTreeSet::new(),
        }
    }

    pub(super) fn number(&mut self, state: SystemState) -> u32 {
        if let Some(&number) = self.numbers.get(&state) {
            return number;
        }
        let number = u32::try_from(self.states.len()).expect("a limit comes before 2³² states");
        self.numbers.insert(state.clone(), number);
        self.states.push(state);
        self.known.push(None);
        number
    }

    fn known(&mut self, number: u32) -> &Known {
        let at = number as usize;
        if self.known[at].is_none() {
            let state = self.states[at].clone();
            let found = self.system.successors(&state);
            self.beyond.extend(&found.beyond);
            self.cut.extend(&found.cut);
            let mut known = Known::default();
            for it in found.all {
                let seen = seen(&self.system, &state, it.what);
                let after = self.number(it.after);
                match seen {
                    Some(seen) => known.seen.push((seen, after)),
                    None => known.silent.push(after),
                }
            }
            known.rest = rest(&self.system, &state);
            self.known[at] = Some(known);
        }
        self.known[at].as_ref().expect("it was just looked up")
    }

    /// All states that some lead to without anything being seen, themselves included. There can be infinitely many, so `look` is
    /// told before each that is new how many states of this reading were met.
    ///
    /// # Errors
    /// With what `look` says to stop.
    pub(super) fn closed(
        &mut self,
        states: BTreeSet<u32>,
        look: &mut dyn FnMut(u64) -> Result<(), Stop>,
    ) -> Result<Vec<u32>, Stop> {
        let mut all = states.clone();
        let mut open: Vec<u32> = states.into_iter().collect();
        while let Some(at) = open.pop() {
            if self.known[at as usize].is_none() {
                look(self.states.len() as u64)?;
            }
            for next in self.known(at).silent.clone() {
                if all.insert(next) {
                    open.push(next);
                }
            }
        }
        Ok(all.into_iter().collect())
    }

    /// What can be seen next in some states, with the states that it leads to; none where all are at rest.
    pub(super) fn next(&mut self, states: &[u32]) -> BTreeMap<Seen, BTreeSet<u32>> {
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
    pub(super) fn run(&self, wanted: &[Seen]) -> Option<Trace> {
        let mut found = None;
        let before = self.visit(wanted, &mut |met, state| {
            let ends = self.ends(&wanted[met..], state);
            if ends {
                found = Some((met, state.clone()));
            }
            ends
        });
        self.trace(&way(&before, found?), wanted)
    }

    /// Whether a sequence is seen in some run; `None` where `go_on`, asked before each state that is met, says that it is enough.
    pub(super) fn admits(&self, wanted: &[Seen], go_on: &mut dyn FnMut() -> bool) -> Option<bool> {
        let (mut is_found, mut is_enough) = (false, false);
        self.visit(wanted, &mut |met, state| {
            is_enough = !go_on();
            is_found = !is_enough && self.ends(&wanted[met..], state);
            is_found || is_enough
        });
        (!is_enough).then_some(is_found)
    }

    /// Whether nothing is left to be seen in a state but that all are at rest, as they are.
    fn ends(&self, left: &[Seen], state: &SystemState) -> bool {
        match left {
            [] => true,
            [last @ Seen::Rest(_)] => rest(&self.system, state).as_ref() == Some(last),
            _ => false,
        }
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
    pub(super) fn towards(
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
                let is_seen = what.and_then(|it| super::sight::seen(&self.system, before, it));
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
