//! Lengths of bad runs that bounds on growth exclude, with two short pieces of a run in place of all of it.
//!
//! Of a run of k steps the first p and the last m are written, and of what lies between them no more than how far counters can have
//! grown there. With g(n) for the most by which a counter grows within n steps ([`GrowthBound::growth_within`]):
//!
//! ```text
//! E(k):   I(s₀) ∧ T(s₀,s₁) ∧ … ∧ T(s_{p-1},s_p)  ∧  T(t₀,t₁) ∧ … ∧ T(t_{m-1},t_m) ∧ bad(t_m)
//!         ∧ ⋀ ¬bad(s_i) ∧ ⋀_{j<m} ¬bad(t_j) ∧ ⋀ max(t_j) ≤ max(s_i) + g(k − m + j − i)      i = 0…p, j = 0…m
//! ```
//!
//! Each run that is bad after k ≥ p + m steps, and not before, is a model of E(k), and of E(k') for each k' > k, as g never falls and levels
//! are in order in states of steps ([`GrowthBound::disorder`]). So the refutation of one formula of p + m steps excludes that runs are first
//! bad after p + m to k steps, where an unrolling has k steps and is asked about each length. "Is it 100 within 99 steps?" is answered so, and
//! what is left of "after how many?" are the last few lengths. That runs are good before is asked since a bad state may stay bad, as that in
//! which a call has been made: without it t₀ could be one.

use std::cell::Cell;
use std::rc::Rc;

use super::GrowthBound;
use super::growth_segment::Segment;
use crate::cnf::{ClauseSink, Formula, Lit};
use crate::engine::Backend;
use crate::sat::{Answer, Interrupted};
use crate::symbolic::Relation;

/// No run is bad after [`Self::SHORTEST`] to `longest` steps if it was not before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GrowthExclusion {
    /// The most steps that are excluded.
    pub longest: usize,
}

/// Steps that are written at the start of a run: p.
const FIRST: usize = 8;
/// Steps that are written at its end: m.
const LAST: usize = 8;
/// Questions of a solver whether to stop that this is worth.
const WORK: u64 = 1_000;

impl GrowthExclusion {
    /// The length of the shortest runs that are excluded; shorter ones are for an unrolling.
    pub const SHORTEST: usize = FIRST + LAST;
    /// The length of the longest runs that are looked at: farther than a counter of 127 levels needs that grows with every eighth step.
    pub const FARTHEST: usize = 1_100;

    /// The exclusion of the longest runs of at most so many steps, as far as it is found with little work, if there is any; and the work, in
    /// questions of a solver whether to stop. Nothing is looked for beyond [`Self::FARTHEST`], and nothing is excluded where that is: there is
    /// another reason then than growth, which excludes every length. The solver takes so much memory at most. Deterministic; what is not
    /// known yet when `stop` says so is left out. A question for each bit of the length.
    #[must_use]
    pub fn longest(
        relation: &Relation,
        growth_bounds: &Rc<[GrowthBound]>,
        most: usize,
        backend: Backend<'_>,
        memory: u64,
        stop: &dyn Fn() -> bool,
    ) -> (Option<Self>, u64) {
        let spent = Cell::new(0_u64);
        let over = || {
            spent.set(spent.get() + 1);
            stop() || spent.get() > WORK
        };
        let mut solver = backend(&over);
        solver.limit_bytes(memory);
        let ends = Ends::write(relation, growth_bounds, &mut *solver);
        let mut is_excluded = |longest: usize| {
            if over() {
                return Err(Interrupted);
            }
            let asked = solver.new_lit();
            ends.join(growth_bounds, longest, Some(asked), &mut *solver);
            let answer = solver.solve_under(&[asked]);
            // Each length has a literal of its own: this one may be forgotten.
            solver.add_clause(&[!asked]);
            answer.map(|it| matches!(it, Answer::Unsatisfiable(_)))
        };
        if !matches!(is_excluded(Self::FARTHEST), Ok(false)) {
            return (None, spent.get());
        }
        let most = most.min(Self::FARTHEST - 1);
        // All up to the first are excluded, from the second on they are not known to be.
        let mut excluded = None;
        let mut open = most + 1;
        let mut next = Self::SHORTEST;
        while next < open {
            match is_excluded(next) {
                Ok(true) => excluded = Some(next),
                Ok(false) => open = next,
                Err(_) => break,
            }
            let last = excluded.unwrap_or(Self::SHORTEST - 1);
            next = match open == most + 1 {
                // Twice as far, as long as nothing is in the way.
                true => (2 * last).min(most).max(last + 1),
                false => last + (open - last).div_ceil(2),
            };
        }
        (excluded.map(|longest| Self { longest }), spent.get())
    }

    /// Whether runs of so many steps are among those.
    #[must_use]
    pub fn excludes(self, steps: usize) -> bool {
        (Self::SHORTEST..=self.longest).contains(&steps)
    }

    /// Holds where it is false: without a model where it is true. Linear in the levels of counters.
    #[must_use]
    pub fn negation(self, relation: &Relation, growth_bounds: &Rc<[GrowthBound]>) -> Formula {
        let mut formula = Formula::new();
        let ends = Ends::write(relation, growth_bounds, &mut formula);
        ends.join(growth_bounds, self.longest, None, &mut formula);
        formula
    }
}

/// The first and the last steps of a bad run.
struct Ends<'r> {
    first: Segment<'r>,
    last: Segment<'r>,
}

impl<'r> Ends<'r> {
    fn write(
        relation: &'r Relation,
        growth_bounds: &Rc<[GrowthBound]>,
        sink: &mut dyn ClauseSink,
    ) -> Self {
        let first = Segment::write(relation, growth_bounds, (FIRST, true), sink);
        sink.add_clause(&[!first.bad]);
        let last = Segment::write(relation, growth_bounds, (LAST, false), sink);
        sink.add_clause(&[last.bad]);
        Self { first, last }
    }

    /// How far counters can have grown between the two, if the run has so many steps and, where there is one, the literal holds.
    fn join(
        &self,
        growth_bounds: &[GrowthBound],
        steps: usize,
        asked: Option<Lit>,
        sink: &mut dyn ClauseSink,
    ) {
        for counter in 0..self.first.relation.counters.len() {
            let within = GrowthBound::growth_within(growth_bounds, counter, steps);
            let Some(within) = within else {
                continue;
            };
            // What is said of states farther from the gap follows from these, by the bounds within each segment.
            let own = growth_bounds.iter().filter(|it| it.counter == counter);
            let near = own.map(|it| it.steps).max().unwrap_or(1);
            for before in FIRST.saturating_sub(near - 1)..=FIRST {
                for after in 0..near.min(LAST) {
                    let grown = within[steps - LAST + after - before];
                    let levels = self.last.reached(after, counter).iter().skip(grown);
                    for (&upper, &lower) in levels.zip(self.first.reached(before, counter)) {
                        let mut clause = vec![!upper, lower];
                        clause.extend(asked.map(|it| !it));
                        sink.add_clause(&clause);
                    }
                }
            }
        }
    }
}
