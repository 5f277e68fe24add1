//! The states of a system that are nearest to its starts, and what leads from one to another.
//!
//! Somebody says which states are to be seen ([`Seen`]): of a transition system, say, those between two firings. What lies
//! between them is passed through; only where nothing can follow it is seen as well, because a run can end there. States are found
//! breadth first, so each has the fewest steps that lead to it, counted from one that is meant to be seen to the next.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::system::{Flow, Status, Step, System, Valuation};

/// Steps that are looked at altogether.
const MOST_STEPS: usize = 100_000;
/// Starts, and steps of one state, that are looked at.
const MOST_BRANCHES: usize = 10_000;

/// Says whether a state is to be seen.
pub type Seen<'a> = dyn Fn(&Valuation) -> bool + 'a;

/// A part of the state space.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vicinity {
    /// The states, nearest first; behind them those that were asked for and are not among the nearest.
    pub states: Vec<SpaceState>,
    /// From which state to which, each pair once.
    pub edges: Vec<(usize, usize)>,
    /// Whether there are states that were met and are not listed.
    pub more: bool,
    /// Whether everything that the system tells was looked at; else the states are the nearest only as far as they go.
    pub followed: bool,
    /// Whether the system has told every start, and every step of the states that were met.
    pub told: bool,
}

/// A state of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpaceState {
    /// The state.
    pub state: Valuation,
    /// The fewest states before it that are meant to be seen; `None` where it was not found by searching.
    pub depth: Option<usize>,
    /// How it stands.
    pub status: Status,
    /// Whether it is meant to be seen; else it is one in which a run ends on the way.
    pub seen: bool,
    /// How a run gets there: the number of its start, then of each of its steps among those of its state.
    pub way: Vec<usize>,
}

/// The states nearest to the starts, at most so many; and these others, each with a way to it.
#[must_use]
pub fn vicinity(
    system: &dyn System,
    seen: &Seen<'_>,
    most: usize,
    others: &[(Valuation, Vec<usize>)],
) -> Vicinity {
    let mut search = Search {
        system,
        seen,
        most,
        number: BTreeMap::new(),
        found: Vicinity {
            followed: true,
            told: system.tells_every_start(),
            ..Vicinity::default()
        },
        edges: BTreeSet::new(),
        steps: 0,
    };
    search.begin();
    let mut at = 0;
    while at < search.found.states.len() && search.found.followed {
        search.expand(at);
        at += 1;
    }
    // Nothing new is listed from here on.
    search.most = 0;
    let nearest = search.found.states.len();
    for (state, way) in others {
        if !search.number.contains_key(state) {
            search.list(state, None, way.clone());
        }
    }
    for at in nearest..search.found.states.len() {
        if search.found.followed {
            search.expand(at);
        }
    }
    search.found.edges = search.edges.into_iter().collect();
    search.found
}

struct Search<'a> {
    system: &'a dyn System,
    seen: &'a Seen<'a>,
    most: usize,
    number: BTreeMap<Valuation, usize>,
    found: Vicinity,
    edges: BTreeSet<(usize, usize)>,
    steps: usize,
}

/// A state on the way, with how a run gets there.
type Passed = (Valuation, Vec<usize>);

impl Search<'_> {
    /// Lists what is nearest to the starts.
    fn begin(&mut self) {
        let mut starts = Vec::new();
        let mut followed = true;
        self.system.initial(&mut |start| {
            followed = starts.len() < MOST_BRANCHES;
            if !followed {
                return Flow::Break(());
            }
            let way = vec![starts.len()];
            starts.push((start, way));
            Flow::Continue(())
        });
        self.found.followed = followed;
        let mut open = VecDeque::new();
        for (start, way) in starts {
            match (self.seen)(&start) {
                true => self.meet(&start, way, None),
                false => open.push_back((start, way)),
            }
        }
        self.pass(open, None);
    }

    /// Looks what follows a state of the list.
    fn expand(&mut self, at: usize) {
        let SpaceState { state, way, .. } = self.found.states[at].clone();
        let mut open = VecDeque::new();
        self.follow(&state, &way, Some(at), &mut open);
        self.pass(open, Some(at));
    }

    /// Goes on through what is not to be seen, until it is.
    fn pass(&mut self, mut open: VecDeque<Passed>, from: Option<usize>) {
        let mut passed = BTreeSet::new();
        while let Some((state, way)) = open.pop_front() {
            if !self.found.followed {
                return;
            }
            if !passed.insert(state.clone()) {
                continue;
            }
            let follows = self.follow(&state, &way, from, &mut open);
            if !follows && self.ends(&state) {
                self.meet(&state, way, from);
            }
        }
    }

    /// Follows every step of a state: to one that is to be seen, or on. Answers whether there was a step.
    fn follow(
        &mut self,
        state: &Valuation,
        way: &[usize],
        from: Option<usize>,
        open: &mut VecDeque<Passed>,
    ) -> bool {
        self.found.told = self.found.told && self.system.tells_every_step(state);
        let mut steps: Vec<Step> = Vec::new();
        let mut cut = false;
        self.system.steps(state, &mut |step| {
            cut = steps.len() == MOST_BRANCHES;
            if cut {
                return Flow::Break(());
            }
            steps.push(step);
            Flow::Continue(())
        });
        self.steps += steps.len();
        if cut || self.steps > MOST_STEPS {
            self.found.followed = false;
        }
        for (number, step) in steps.iter().enumerate() {
            let Some(after) = self.system.apply(state, step) else {
                continue;
            };
            let way = [way, &[number]].concat();
            match (self.seen)(&after) {
                true => self.meet(&after, way, from),
                false => open.push_back((after, way)),
            }
        }
        !steps.is_empty()
    }

    /// Whether a run ends in a state without steps: not where only what was tried leads nowhere.
    fn ends(&self, state: &Valuation) -> bool {
        matches!(
            self.system.status(state),
            Status::Stuck | Status::Terminated
        )
    }

    /// A state is there: it is listed, where there is room, with the edge that leads to it.
    fn meet(&mut self, state: &Valuation, way: Vec<usize>, from: Option<usize>) {
        let to = match self.number.get(state) {
            Some(&to) => to,
            None if self.found.states.len() >= self.most => {
                self.found.more = true;
                return;
            }
            None => {
                let before = from.map(|it| self.found.states[it].depth);
                let depth = match before {
                    None => Some(0),
                    Some(before) => before.map(|it| it + usize::from((self.seen)(state))),
                };
                self.list(state, depth, way)
            }
        };
        if let Some(from) = from {
            self.edges.insert((from, to));
        }
    }

    fn list(&mut self, state: &Valuation, depth: Option<usize>, way: Vec<usize>) -> usize {
        let number = self.found.states.len();
        self.number.insert(state.clone(), number);
        self.found.states.push(SpaceState {
            state: state.clone(),
            depth,
            status: self.system.status(state),
            seen: (self.seen)(state),
            way,
        });
        number
    }
}
