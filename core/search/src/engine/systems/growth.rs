//! What an unrolling knows of the growth of counters: bounds, the lengths that they exclude, and a run of the next length.

use std::rc::Rc;

use crate::cnf::Formula;
use crate::engine::Backend;
use crate::engine::symbolic::{GrowthBound, GrowthExclusion, Run, fastest};
use crate::symbolic::{Bit, Relation};

/// How fast the counters of a relation grow, and what follows.
#[derive(Default)]
pub(super) struct Growth {
    pub(super) bounds: Rc<[GrowthBound]>,
    /// The lengths that they exclude.
    pub(super) excluded: Option<GrowthExclusion>,
}

/// The longest runs that are looked at.
const FAR: usize = 1_000;

impl Growth {
    /// Looks for it, for runs within so many steps that end badly in a state with these bits; all runs that are shorter than
    /// [`GrowthExclusion::SHORTEST`] are known to be good. Beside it a run of the first length that is not excluded, if one is found at
    /// once, and the work, in questions of solvers whether to stop.
    pub(super) fn look_for(
        relation: &Relation,
        (within, end): (Option<u32>, &[Bit]),
        (backend, memory): (Backend<'_>, u64),
        stop: &dyn Fn() -> bool,
    ) -> (Self, Option<Run>, u64) {
        let (bounds, mut work) = GrowthBound::all(relation, backend, memory, stop);
        let mut growth = Self {
            bounds: bounds.into(),
            excluded: None,
        };
        if growth.bounds.is_empty() {
            return (growth, None, work);
        }
        let bound = within.map(|it| it as usize);
        let most = bound.unwrap_or(FAR).min(FAR);
        let (excluded, more) =
            GrowthExclusion::longest(relation, &growth.bounds, most, backend, memory, stop);
        work += more;
        // What is excluded as far as one looks is not excluded by growth: that is for the engines of every length.
        let is_limited = |it: &GrowthExclusion| it.longest < most || bound == Some(most);
        growth.excluded = excluded.filter(is_limited);
        let next = growth.excluded.filter(|it| it.longest < most);
        let run = next.and_then(|it| {
            let end = (it.longest + 1, end);
            let (run, more) = fastest(relation, &growth.bounds, end, (backend, memory), stop);
            work += more;
            run
        });
        (growth, run, work)
    }

    /// The formulas that are refuted where this is so: what would be against the bounds, and against what they exclude.
    pub(super) fn negations<'r>(
        self: Rc<Self>,
        relation: &'r Relation,
    ) -> impl Iterator<Item = Formula> + 'r {
        let bounds = self.bounds.to_vec().into_iter();
        let excluded = self.excluded.into_iter();
        bounds
            .map(|it| it.negation(relation))
            .chain(excluded.map(move |it| it.negation(relation, &self.bounds)))
    }
}
