//! The state space: all global states of some lifelines, and every message set that leads from one to
//! another.
//!
//! The states come from one visit by transactions, so each has its depth; what leads on from them is
//! asked of the interpreter, one message set at a time. The sets of a transaction share no lifeline and
//! can be taken one after the other, so message sets reach the same states: where the interpreter comes
//! to one that the visit has not seen, one of the two is wrong, and nothing is told.

use std::collections::BTreeMap;

use super::Unsound;
use crate::engine::{Coverage, Limits, Reached, Watch, explicit};
use crate::language::machines::{Composition, GlobalState, MessageSet, Place};
use crate::language::{Lifeline, LifelineId, Model};
use crate::network::{LocalPlace, Objective, Task, compile};

/// How many states are asked about between two looks at the watch.
const STATES_PER_LOOK: usize = 64;

/// All global states with what leads from one to another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Space {
    /// The states, nearest first; the first is the start.
    pub states: Vec<GlobalState>,
    /// The fewest transactions to each.
    pub depths: Vec<u32>,
    /// For each state the admissible message sets with the index of the state after them, in the order
    /// of the interpreter.
    pub steps: Vec<Vec<(MessageSet, usize)>>,
}

/// What a visit of the state space came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Visited {
    /// All of it.
    Whole(Space),
    /// There are more states than were asked for, or it was stopped: so far it had got.
    Part(Reached),
}

/// An effect set that is pending in a reachable global state and can never be sent any more.
///
/// A lifeline is *stuck* inside a transition in a global state if the transition has effects, the
/// lifeline is in its intermediate state, and it still is in every global state that can be reached
/// from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// The lifeline.
    pub lifeline: LifelineId,
    /// The transition of its machine whose effects are pending.
    pub transition: usize,
    /// Index of the nearest state in which it is stuck.
    pub state: usize,
    /// Whether it is stuck whenever it is inside: then the effects are never sent at all.
    pub always: bool,
}

/// Visits all global states if there are at most `most`, and none from which too many steps lead; says how
/// far it got where there are more.
/// Time for each state and each message set of it.
///
/// # Errors
/// Where the visit and the interpreter do not agree about which states there are: a defect.
pub fn space(
    model: &Model,
    lifelines: &[Lifeline],
    from: &[(LifelineId, Place)],
    most: u64,
    watch: &mut dyn Watch,
) -> Result<Visited, Unsound> {
    let task = Task {
        network: compile(model, lifelines, from),
        observed: Vec::new(),
        // Nothing is sought: every state has the greatest value there is.
        objective: Objective::Allowed {
            max: 0,
            numbers: 0,
            by_place: Vec::new(),
        },
        enough: 0,
        bound: None,
    };
    let mut seen = Seen::default();
    let limits = Limits {
        states: most,
        ..Limits::default()
    };
    let (coverage, reached) = explicit::tour(&task, &limits, watch, &mut seen);
    if coverage != Coverage::Every || seen.0.len() as u64 > most {
        return Ok(Visited::Part(reached));
    }
    let mut space = Space::default();
    let mut number = BTreeMap::new();
    for (places, depth) in seen.0 {
        let places = places.iter().zip(lifelines);
        let place = |(&place, lifeline): (&LocalPlace, &Lifeline)| {
            model.machines[lifeline.machine].place_at(usize::from(place))
        };
        let state: GlobalState = places.map(place).collect();
        number.insert(state.clone(), space.states.len());
        space.states.push(state);
        space.depths.push(depth);
    }
    let composition = Composition::new(model, lifelines, from);
    for (index, state) in space.states.iter().enumerate() {
        if index % STATES_PER_LOOK == 0 && !watch.keep_going(reached) {
            return Ok(Visited::Part(reached));
        }
        let mut steps = Vec::new();
        let Some(sets) = composition.admissible_if_few(state) else {
            return Ok(Visited::Part(reached));
        };
        for set in sets {
            let after = number.get(&composition.after(state, &set)).copied();
            steps.push((set, after.ok_or(Unsound)?));
        }
        space.steps.push(steps);
    }
    Ok(Visited::Whole(space))
}

impl Space {
    /// The pending effects that can get stuck, see [`Stuck`]: lifeline by lifeline, in the order of the
    /// transitions. O((states + steps) · lifelines).
    #[must_use]
    pub fn stuck(&self, model: &Model, lifelines: &[Lifeline]) -> Vec<Stuck> {
        let mut before = vec![Vec::new(); self.states.len()];
        for (index, steps) in self.steps.iter().enumerate() {
            for &(_, after) in steps {
                before[after].push(index);
            }
        }
        let mut found = Vec::new();
        for (lifeline, of) in lifelines.iter().enumerate() {
            let transitions = &model.machines[of.machine].transitions;
            // A state where it can leave, and all from which one can get there without leaving before.
            let here = |state: usize| self.states[state][lifeline];
            let leaves = |&state: &usize| {
                let mut steps = self.steps[state].iter();
                steps.any(|&(_, after)| here(after) != here(state))
            };
            let mut open: Vec<_> = (0..self.states.len()).filter(leaves).collect();
            let mut free = vec![false; self.states.len()];
            while let Some(state) = open.pop() {
                if !std::mem::replace(&mut free[state], true) {
                    let stay = before[state].iter().filter(|&&it| here(it) == here(state));
                    open.extend(stay);
                }
            }
            for (transition, it) in transitions.iter().enumerate() {
                let inside = Place::Intermediate(transition);
                let members = || (0..self.states.len()).filter(|&state| here(state) == inside);
                let first = members().find(|&state| !free[state]);
                if let Some(state) = first.filter(|_| !it.effects.is_empty()) {
                    found.push(Stuck {
                        lifeline,
                        transition,
                        state,
                        always: members().all(|state| !free[state]),
                    });
                }
            }
        }
        found
    }
}

/// The states of a visit with their depths.
#[derive(Default)]
struct Seen(Vec<(Vec<LocalPlace>, u32)>);

impl explicit::Visitor for Seen {
    fn visit(&mut self, state: &[LocalPlace], depth: u32) -> bool {
        self.0.push((state.to_vec(), depth));
        false
    }

    fn step(&mut self, _before: &[LocalPlace], _after: &[LocalPlace]) {}
}
