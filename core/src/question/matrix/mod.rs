//! The matrix: which combinations of places occur together, and after how many transactions.
//!
//! The case study of the Global State Checker asks for "each possible combination of states for
//! each state machine", one question each. Here one visit of the global states answers them all: a
//! state shows every combination that is part of it, and because states are shown nearest first,
//! the first one to show a combination gives its depth. What is never shown is unreachable as far
//! as the visit went.
//!
//! Where there are more states than can be visited, a closed set of pairs of places says "never" of
//! what it excludes, and the visit ends once everything else was met. What is still open then is
//! asked one by one of all engines together.
//!
//! The first state of every combination is made sure by a run, each transaction of which the
//! interpreter applies. So a depth is never too small to be true for want of a run, and never too
//! great where the search is right that there is nothing nearer.

mod single;
mod tour;

use super::witness::transaction;
use crate::engine::portfolio::Answered;
use crate::engine::{Coverage, Limits, Reached, Solvers, Watch};
use crate::language::machines::{Composition, GlobalState, Place};
use crate::language::{Lifeline, LifelineId, Model};
use crate::network::{LocalPlace, Network, Objective, PlaceSet, Task, compile, step_between};

/// Which choices of lifelines make a combination.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// All of them.
    #[default]
    Full,
    /// Any one: how soon each place can be occupied, whoever is elsewhere.
    Each,
    /// Any two.
    Pairs,
    /// Any, also none: what the paper counts as partial and complete goals.
    Partial,
}

/// What is asked: combinations of the places of some lifelines.
#[derive(Clone, Debug)]
pub struct Combinations<'m> {
    model: &'m Model,
    lifelines: &'m [Lifeline],
    groups: Vec<Vec<LifelineId>>,
    intermediate: bool,
    from: Vec<(LifelineId, Place)>,
}

/// What is known of one combination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// The fewest transactions to it; the run was replayed.
    After(u32),
    /// No run of any length leads there.
    Never,
    /// No run within the bound leads there.
    NotWithin,
    /// A limit was hit before anything was known.
    Open,
}

impl Known {
    /// The fewest transactions, where there is a run.
    #[must_use]
    pub fn depth(self) -> Option<u32> {
        match self {
            Self::After(depth) => Some(depth),
            Self::Never | Self::NotWithin | Self::Open => None,
        }
    }
}

/// The combinations of one choice of lifelines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The lifelines, in ascending order.
    pub lifelines: Vec<LifelineId>,
    /// How many places of each are counted: the states, or all places.
    sizes: Vec<usize>,
    /// What is known of each combination. The last lifeline's place changes fastest.
    known: Vec<Known>,
}

/// All combinations with what is known of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// One group for each choice of lifelines.
    pub groups: Vec<Group>,
    /// How much of the state space the visit covered.
    pub visit: Coverage,
    /// How far the visit got.
    pub reached: Reached,
    /// How many combinations a closed set of pairs excludes; 0 where the state space is small, for
    /// then nobody needs one.
    pub excluded: u64,
    /// How many were asked about one by one.
    pub asked: u64,
}

impl<'m> Combinations<'m> {
    /// The combinations of these lifelines' states, or of all their places, those inside
    /// transitions included.
    #[must_use]
    pub fn new(
        model: &'m Model,
        lifelines: &'m [Lifeline],
        of: &[LifelineId],
        choice: Choice,
        intermediate: bool,
    ) -> Self {
        let mut of = of.to_vec();
        of.sort_unstable();
        of.dedup();
        let groups = match choice {
            Choice::Full => vec![of],
            Choice::Each => of.into_iter().map(|lifeline| vec![lifeline]).collect(),
            Choice::Pairs => {
                let pairs = of.iter().enumerate().flat_map(|(index, &first)| {
                    of[index + 1..]
                        .iter()
                        .map(move |&second| vec![first, second])
                });
                pairs.collect()
            }
            Choice::Partial => of.iter().fold(vec![Vec::new()], |mut groups, &lifeline| {
                for index in 0..groups.len() {
                    groups.push([groups[index].as_slice(), &[lifeline]].concat());
                }
                groups
            }),
        };
        Self {
            model,
            lifelines,
            groups,
            intermediate,
            from: Vec::new(),
        }
    }

    /// The same with other start states for some lifelines, as `from` in a check.
    #[must_use]
    pub fn starting(mut self, from: Vec<(LifelineId, Place)>) -> Self {
        self.from = from;
        self
    }

    /// How many there are; the greatest number where there are more than it can say.
    #[must_use]
    pub fn count(&self) -> u64 {
        let groups = self.groups.iter().map(|group| {
            let sizes = group.iter().map(|&lifeline| self.size(lifeline) as u64);
            sizes.fold(1, u64::saturating_mul)
        });
        groups.fold(0, u64::saturating_add)
    }

    fn size(&self, lifeline: LifelineId) -> usize {
        let machine = &self.model.machines[self.lifelines[lifeline].machine];
        if self.intermediate {
            machine.place_count()
        } else {
            // States come first in the numbering of places.
            machine.states.len()
        }
    }

    fn group(&self, lifelines: &[LifelineId]) -> Group {
        let sizes: Vec<_> = lifelines.iter().map(|&it| self.size(it)).collect();
        Group {
            lifelines: lifelines.to_vec(),
            known: vec![Known::Open; sizes.iter().product()],
            sizes,
        }
    }
}

/// What a search may use, and who makes its answers sure.
pub struct Means<'a> {
    /// When a search gives up.
    pub limits: &'a Limits,
    /// Solvers for combinations that are asked about one by one.
    pub solvers: Solvers<'a>,
    /// Has the proofs of a solver's "no" checked; `false` where that was stopped.
    pub prove: &'a dyn Fn(&Answered<'_, '_>) -> Result<bool, Unsound>,
    /// Told how far the searches get; may stop them.
    pub watch: &'a mut dyn Watch,
}

/// Finds out about every combination, within `bound` transactions of the initial states or at all.
/// Memory for each combination and each state; time for each state and group, and for those that
/// the visit leaves open a search each.
///
/// # Errors
/// Where a step of a search is no transaction by the definitions, or a proof does not hold: defects
/// of Lockstep.
pub fn matrix(
    asked: &Combinations<'_>,
    bound: Option<u32>,
    means: &mut Means<'_>,
) -> Result<Matrix, Unsound> {
    // Nothing is sought: every state has the greatest value there is.
    let task = Task {
        network: compile(asked.model, asked.lifelines, &asked.from),
        observed: Vec::new(),
        objective: Objective::Allowed {
            max: 0,
            numbers: 0,
            by_place: Vec::new(),
        },
        enough: 0,
        bound,
    };
    let replay = Replay {
        asked,
        network: &task.network,
        composition: Composition::new(asked.model, asked.lifelines, &asked.from),
    };
    let mut groups: Vec<_> = asked.groups.iter().map(|it| asked.group(it)).collect();
    let pairs = if task.combinations() <= means.limits.few_states {
        0
    } else {
        single::excluded(&task, &mut groups, means.watch)
    };
    let (visit, reached) = tour::tour(&task, &replay, &mut groups, means)?;
    let mut found = Matrix {
        groups,
        visit,
        reached,
        excluded: pairs,
        asked: 0,
    };
    single::decide(&task, &replay, &mut found, means)?;
    Ok(found)
}

/// A step of a search is no transaction by the definitions, or a proof does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsound;

/// The interpreter, who goes every run once more.
struct Replay<'a> {
    asked: &'a Combinations<'a>,
    network: &'a Network,
    composition: Composition<'a>,
}

impl Replay<'_> {
    fn state(&self, places: &[LocalPlace]) -> GlobalState {
        let places = places.iter().zip(self.asked.lifelines);
        let place = |(&place, lifeline): (&LocalPlace, &Lifeline)| {
            self.asked.model.machines[lifeline.machine].place_at(usize::from(place))
        };
        places.map(place).collect()
    }

    /// Whether the interpreter goes from one state to the other in one transaction.
    fn admits(&self, before: &[LocalPlace], after: &[LocalPlace]) -> bool {
        let Some(step) = step_between(self.network, before, after, &[]) else {
            return false;
        };
        let step = transaction(self.asked.model, self.asked.lifelines, &step, before);
        let there = self.composition.apply(&self.state(before), &step);
        there == Some(self.state(after))
    }
}

impl Group {
    /// Where the combination stands that is part of a state; `None` where some lifeline is in a
    /// place that is not counted.
    fn index(&self, state: &[LocalPlace]) -> Option<usize> {
        let mut places = self.lifelines.iter().zip(&self.sizes);
        places.try_fold(0, |index, (&lifeline, &size)| {
            let place = usize::from(state[lifeline]);
            (place < size).then(|| index * size + place)
        })
    }

    /// The places of the combination with an index, as numbers.
    fn numbers(&self, index: usize) -> Vec<usize> {
        let mut rest = index;
        let mut places = vec![0; self.sizes.len()];
        for (place, size) in places.iter_mut().zip(&self.sizes).rev() {
            *place = rest % size;
            rest /= size;
        }
        places
    }

    /// The global states with the combination of an index.
    fn region(&self, index: usize, sizes: &[usize]) -> Vec<PlaceSet> {
        let mut region: Vec<_> = sizes.iter().map(|&size| PlaceSet::full(size)).collect();
        for (&lifeline, place) in self.lifelines.iter().zip(self.numbers(index)) {
            region[lifeline] = PlaceSet::empty(sizes[lifeline]);
            region[lifeline].insert(place);
        }
        region
    }

    /// Each combination, one place per lifeline of the group, with what is known of it.
    pub fn rows<'a>(
        &'a self,
        model: &'a Model,
        lifelines: &'a [Lifeline],
    ) -> impl Iterator<Item = (Vec<Place>, Known)> + 'a {
        self.known.iter().enumerate().map(move |(index, &known)| {
            let places = self.lifelines.iter().zip(self.numbers(index));
            let place = |(&lifeline, place): (&LifelineId, usize)| {
                model.machines[lifelines[lifeline].machine].place_at(place)
            };
            (places.map(place).collect(), known)
        })
    }

    /// What is known of all its combinations.
    #[must_use]
    pub fn known(&self) -> &[Known] {
        &self.known
    }
}
