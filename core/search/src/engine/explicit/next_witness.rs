//! Another run: the search with further coordinates that tell how far a run has kept to each of the
//! runs that were shown before.
//!
//! For each shown run every component has a point on its own list of messages. A run that leaves
//! one list is beside all of them: it can never have the same messages again, and so counts as one
//! case. A state is not what is looked for if all its points for some shown run are at the ends of
//! their lists, because the run that leads to it has exactly those messages.
//!
//! Within a transaction each firing moves the points of its own participants only, so firings stay
//! independent of one another; points are brought beside together after the whole transaction.

use super::expansion::Expansion;
use super::packed::{Layout, Packed};
use super::search::Search;
use crate::network::{Firing, LocalPlace, Messages, Task};

/// The runs that were shown, with the place of their coordinates.
#[derive(Clone, Copy, Default)]
pub(super) struct Shown<'a> {
    runs: &'a [Messages],
    components: usize,
    /// The first coordinate after those of the task.
    first: usize,
}

impl<'a> Shown<'a> {
    pub(super) fn new(task: &Task, runs: &'a [Messages]) -> Self {
        Self {
            runs,
            components: task.network.components.len(),
            first: task.start().len(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// How many values each further coordinate has.
    pub(super) fn sizes(self) -> impl Iterator<Item = usize> {
        let points = move |run: &'a Messages| (0..self.components).map(|it| run.points(it));
        self.runs.iter().flat_map(points)
    }

    fn coordinate(&self, run: usize, component: usize) -> usize {
        self.first + run * self.components + component
    }

    /// Whether the run to a state has exactly the messages of a shown one.
    pub(super) fn is_shown(&self, state: &[LocalPlace]) -> bool {
        self.runs.iter().enumerate().any(|(index, run)| {
            (0..self.components).all(|component| {
                let point = usize::from(state[self.coordinate(index, component)]);
                point == run.end(component)
            })
        })
    }

    /// Moves the points of those who take part in a firing.
    pub(super) fn follow(&self, firing: &Firing, state: &mut [LocalPlace]) {
        if firing.delivered.is_empty() {
            return;
        }
        for (index, run) in self.runs.iter().enumerate() {
            let mut go = |component: usize, after: &dyn Fn(usize) -> usize| {
                let point = &mut state[self.coordinate(index, component)];
                // Layouts have coordinates of up to 16 bits, the points among them.
                *point = after(usize::from(*point)) as LocalPlace;
            };
            go(firing.actor, &|point| run.after_sending(firing, point));
            for it in &firing.delivered {
                go(it.receiver, &|point| {
                    run.after_receiving(firing.actor, it, point)
                });
            }
        }
    }

    /// A state after a transaction: who has left a run takes all others along.
    pub(super) fn together<const W: usize>(
        &self,
        layout: &Layout<W>,
        mut state: Packed<W>,
    ) -> Packed<W> {
        for (index, run) in self.runs.iter().enumerate() {
            let mut components = 0..self.components;
            let has_left = components.any(|component| {
                let point = layout.get(&state, self.coordinate(index, component));
                usize::from(point) == run.beside(component)
            });
            if has_left {
                for component in 0..self.components {
                    let beside = run.beside(component) as LocalPlace;
                    layout.set(&mut state, self.coordinate(index, component), beside);
                }
            }
        }
        state
    }
}

impl<const W: usize> Search<'_, '_, W> {
    /// The transactions of the run to the best state.
    pub(super) fn transactions(&self) -> Vec<Vec<Firing>> {
        let mut expansion = Expansion::new();
        let step = |pair: &[usize]| {
            let (before, after) = (self.table.state(pair[0]), self.table.state(pair[1]));
            expansion.begin_walking(&self.steps, *before);
            let found = self.step_into(&mut expansion, after);
            debug_assert!(found.is_some(), "the search came this way");
            expansion.firings(&self.steps)
        };
        self.numbers().windows(2).map(step).collect()
    }
}
