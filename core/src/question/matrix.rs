//! The matrix: which combinations of places occur together, and after how many transactions.
//!
//! The case study of the Global State Checker asks for "each possible combination of states for
//! each state machine", one question each. Here one visit of the global states answers them all: a
//! state shows every combination that is part of it, and because states are shown nearest first,
//! the first one to show a combination gives its depth. What is never shown is unreachable as far
//! as the visit went.
//!
//! The first state of every combination is made sure by a run, each transaction of which the
//! interpreter applies. So a depth is never too small to be true for want of a run, and never too
//! great where the search is right that there is nothing nearer.

use super::witness::transaction;
use crate::engine::explicit::{Visitor, tour};
use crate::engine::{Coverage, Limits, Reached, Watch};
use crate::language::machines::{Composition, GlobalState, Place};
use crate::language::{Lifeline, LifelineId, Model, Semantics};
use crate::network::{LocalPlace, Network, Objective, Task, compile, step_between};
use crate::sorting;

/// Which choices of lifelines make a combination.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// All of them.
    #[default]
    Full,
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
}

/// The combinations of one choice of lifelines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The lifelines, in ascending order.
    pub lifelines: Vec<LifelineId>,
    /// How many places of each are counted: the states, or all places.
    sizes: Vec<usize>,
    /// The fewest transactions to each combination. The last lifeline's place changes fastest.
    depths: Vec<Option<u32>>,
}

/// All combinations with their depths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    /// One group for each choice of lifelines.
    pub groups: Vec<Group>,
    /// What is known of the combinations without a depth.
    pub coverage: Coverage,
    /// How far the search got.
    pub reached: Reached,
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
        sorting::distinct(&mut of);
        let groups = match choice {
            Choice::Full => vec![of],
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
        }
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
            depths: vec![None; sizes.iter().product()],
            sizes,
        }
    }
}

/// Visits the global states within `bound` transactions of the initial ones and notes every
/// combination. Memory for each combination and each state; time for each state and group.
///
/// # Errors
/// Where a step of the search is no transaction by the definitions: a defect of Lockstep.
pub fn matrix(
    asked: &Combinations<'_>,
    bound: Option<u32>,
    limits: &Limits,
    watch: &mut dyn Watch,
) -> Result<Matrix, NotAdmissible> {
    // Nothing is sought: every state has the greatest value there is.
    let task = Task {
        network: compile(asked.model, asked.lifelines, &[]),
        observed: Vec::new(),
        objective: Objective::Allowed {
            max: 0,
            by_place: Vec::new(),
        },
        enough: 0,
        bound,
    };
    let mut notes = Notes {
        asked,
        network: &task.network,
        composition: Composition::new(asked.model, asked.lifelines, &[]),
        groups: asked.groups.iter().map(|it| asked.group(it)).collect(),
        admissible: true,
    };
    let (coverage, reached) = tour(&task, limits, watch, &mut notes);
    if !notes.admissible {
        return Err(NotAdmissible);
    }
    Ok(Matrix {
        groups: notes.groups,
        coverage,
        reached,
    })
}

/// A step of the search is no transaction by the definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAdmissible;

/// Who looks on while the states are visited.
struct Notes<'a> {
    asked: &'a Combinations<'a>,
    network: &'a Network,
    composition: Composition<'a>,
    groups: Vec<Group>,
    admissible: bool,
}

impl Notes<'_> {
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

impl Visitor for Notes<'_> {
    fn visit(&mut self, state: &[LocalPlace], depth: u32) -> bool {
        let mut is_first = false;
        for group in &mut self.groups {
            if let Some(index) = group.index(state)
                && group.depths[index].is_none()
            {
                group.depths[index] = Some(depth);
                is_first = true;
            }
        }
        is_first
    }

    fn step(&mut self, before: &[LocalPlace], after: &[LocalPlace]) {
        self.admissible = self.admissible && self.admits(before, after);
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

    /// Each combination, one place per lifeline of the group, with its depth.
    pub fn rows<'a>(
        &'a self,
        model: &'a Model,
        lifelines: &'a [Lifeline],
    ) -> impl Iterator<Item = (Vec<Place>, Option<u32>)> + 'a {
        self.depths.iter().enumerate().map(move |(index, &depth)| {
            let mut rest = index;
            let mut places: Vec<_> = (0..self.sizes.len())
                .rev()
                .map(|at| {
                    let place = rest % self.sizes[at];
                    rest /= self.sizes[at];
                    model.machines[lifelines[self.lifelines[at]].machine].place_at(place)
                })
                .collect();
            places.reverse();
            (places, depth)
        })
    }

    /// The depths of all its combinations; `None` for those that were not met.
    #[must_use]
    pub fn depths(&self) -> &[Option<u32>] {
        &self.depths
    }
}
