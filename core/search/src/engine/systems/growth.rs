//! What an unrolling knows of the growth of counters: bounds, the lengths that they exclude, and a run of the next length.

use std::rc::Rc;

use crate::cnf::Formula;
use crate::engine::Backend;
use crate::engine::symbolic::{GrowthBound, GrowthExclusion, Run, fastest_run};
use crate::symbolic::{Bit, Relation};

/// How fast the counters of a relation grow, and what follows.
#[derive(Default)]
pub(super) struct Growth {
    pub(super) bounds: Rc<[GrowthBound]>,
    /// The lengths that they exclude.
    pub(super) excluded: Option<GrowthExclusion>,
}

impl Growth {
    /// Looks for it, for runs within so many steps that end badly in a state with these bits; all runs of fewer steps than are covered, at
    /// least [`GrowthExclusion::SHORTEST`], are known to be good. Beside it a run of the first length that is not excluded, if one is
    /// found at once, and the work, in questions of solvers whether to stop.
    pub(super) fn look_for(
        relation: &Relation,
        (covered, within, end): (usize, Option<u32>, &[Bit]),
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
        let most = within.map_or(usize::MAX, |it| it as usize);
        let (excluded, more) =
            GrowthExclusion::longest(relation, &growth.bounds, most, backend, memory, stop);
        work += more;
        growth.excluded = excluded;
        let next = excluded.map(|it| it.longest + 1);
        let next = next.filter(|it| (covered..=most).contains(it));
        let run = next.and_then(|it| {
            let ends = (it, end);
            let (run, more) = fastest_run(relation, &growth.bounds, ends, (backend, memory), stop);
            work += more;
            run
        });
        (growth, run, work)
    }

    /// The last of these lengths that is not excluded; none is shorter than the first that can be excluded.
    pub(super) fn last_left(&self, lengths: usize) -> usize {
        let is_excluded = |steps| self.excluded.is_some_and(|it| it.excludes(steps));
        let left = (0..=lengths).rfind(|&it| !is_excluded(it));
        left.unwrap_or(0)
    }

    /// The steps of the longest formula of [`Self::negations`].
    pub(super) fn steps(&self) -> usize {
        let excluded = self.excluded.map_or(0, |_| GrowthExclusion::SHORTEST);
        let bounds = self.bounds.iter().map(|it| it.steps);
        bounds.max().unwrap_or(0).max(excluded)
    }

    /// The formulas that are refuted where this is so: what would be against the order of levels, against the bounds, and against what they
    /// exclude.
    pub(super) fn negations<'r>(
        self: Rc<Self>,
        relation: &'r Relation,
    ) -> impl Iterator<Item = Formula> + 'r {
        let mut counters: Vec<_> = self.bounds.iter().map(|it| it.counter).collect();
        counters.dedup();
        let counters = counters.into_iter();
        let disorder = counters.map(|it| GrowthBound::disorder(relation, it));
        let bounds: Vec<_> = self.bounds.to_vec();
        let bounds = bounds.into_iter().map(|it| it.negation(relation));
        let excluded = self.excluded.into_iter();
        let excluded = excluded.map(move |it| it.negation(relation, &self.bounds));
        disorder.chain(bounds).chain(excluded)
    }
}
