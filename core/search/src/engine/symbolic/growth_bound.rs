//! How fast numbers grow: bounds that deep unrollings are given.
//!
//! A question about a counter, "is it 100 after 99 steps?", costs a solver a chain of conflicts, one for each step, and those of
//! the next length are others. A [`GrowthBound`] says it once: within so many steps, from any state, the number grows by so much at most.
//!
//! ```text
//! G(w, d):   T(s₀,s₁) ∧ … ∧ T(s_{i-1},s_i)  →  max(s_i) ≤ max(s₀) + d      for 1 ≤ i ≤ w
//! ```
//!
//! Each is a refutation of its own, which proofs repeat and check ([`GrowthBound::negation`]); then, as n ≥ v is a literal, it is a row of
//! clauses of two literals between states w steps apart, which unit propagation follows through all of them.

use std::cell::Cell;
use std::rc::Rc;

use crate::cnf::{ClauseSink, Formula, Lit};
use crate::engine::Backend;
use crate::sat::Answer;
use crate::symbolic::{Counter, Relation, Taken};

/// A counter grows within some steps by so much at most, from whichever state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GrowthBound {
    /// Which of the relation's counters.
    pub counter: usize,
    /// The steps, one at least.
    pub steps: usize,
    /// The most by which it grows.
    pub most: usize,
}

/// Steps within which growth is looked at, at most.
const MOST_STEPS: usize = 8;
/// Faster growth within one step is no help.
const FASTEST: usize = 4;
/// Questions of a solver whether to stop that a counter is worth, and that all are worth together.
const WORK_PER_COUNTER: u64 = 1_500;
const WORK: u64 = 3_000;

impl GrowthBound {
    /// How fast the counters of a relation grow, as far as that is found with little work: for each that grows slowly by how much within
    /// one step, and within how many steps by no more; and the work, in questions of solvers whether to stop. Solvers take so much memory
    /// at most. Deterministic; what is not known yet when `stop` says so is left out.
    #[must_use]
    pub fn all(
        relation: &Relation,
        backend: Backend<'_>,
        memory: u64,
        stop: &dyn Fn() -> bool,
    ) -> (Vec<Self>, u64) {
        let mut all = Vec::new();
        let mut work = 0;
        for (counter, it) in relation.counters.iter().enumerate() {
            let most_work = WORK_PER_COUNTER.min(WORK.saturating_sub(work));
            let spent = Cell::new(0_u64);
            let over = || {
                spent.set(spent.get() + 1);
                stop() || spent.get() > most_work
            };
            let holds = |bound: Self| {
                if over() {
                    return false;
                }
                let mut solver = backend(&over);
                solver.limit_bytes(memory);
                bound.deny(relation, &mut *solver);
                matches!(solver.solve(), Ok(Answer::Unsatisfiable(_)))
            };
            let within = |steps, most| Self {
                counter,
                steps,
                most,
            };
            let fastest = FASTEST.min(it.levels.len() / 2);
            let most = (0..=fastest).find(|&most| holds(within(1, most)));
            if let Some(most) = most {
                all.push(within(1, most));
                // What does not grow within one step never does.
                let steps = 2..=MOST_STEPS;
                let longer = steps.take_while(|&steps| most > 0 && holds(within(steps, most)));
                all.extend(longer.last().map(|steps| within(steps, most)));
            }
            work += spent.get();
            if work >= WORK || stop() {
                break;
            }
        }
        (all, work)
    }

    /// Holds where it is false: without a model where it is true. Linear in the steps and the levels.
    #[must_use]
    pub fn negation(self, relation: &Relation) -> Formula {
        let mut formula = Formula::new();
        self.deny(relation, &mut formula);
        formula
    }

    fn deny(self, relation: &Relation, sink: &mut dyn ClauseSink) {
        let counter = &relation.counters[self.counter];
        let first = relation.state(sink);
        let before = counter.reached(sink, &first);
        let mut last = first;
        let mut some = Vec::new();
        let mut all_taken: Option<Lit> = None;
        for _ in 0..self.steps {
            let next = relation.state(sink);
            let Taken { taken, .. } = relation.transition().write(sink, &last, &next);
            if let Some(earlier) = all_taken {
                sink.add_clause(&[!taken, earlier]);
            }
            let after = counter.reached(sink, &next);
            for (&before, &after) in before.iter().zip(after.iter().skip(self.most)) {
                let here = sink.new_lit();
                sink.add_clause(&[!here, taken]);
                sink.add_clause(&[!here, !before]);
                sink.add_clause(&[!here, after]);
                some.push(here);
            }
            all_taken = Some(taken);
            last = next;
        }
        sink.add_clause(&some);
    }

    /// Holds where some step begins in or leads to a state in which levels of a counter are out of order: one is reached and that below it is
    /// not. Without a model where counters are what [`Counter`] says. Linear in the levels.
    #[must_use]
    pub fn disorder(relation: &Relation, counter: usize) -> Formula {
        let mut formula = Formula::new();
        let [now, next] = [(); 2].map(|()| relation.state(&mut formula));
        relation.step_between(&mut formula, &now, &next);
        let mut some = Vec::new();
        for state in [&now, &next] {
            let reached = relation.counters[counter].reached(&mut formula, state);
            for levels in reached.windows(2) {
                let here = formula.new_lit();
                formula.add_clause(&[!here, !levels[0]]);
                formula.add_clause(&[!here, levels[1]]);
                some.push(here);
            }
        }
        formula.add_clause(&some);
        formula
    }

    /// The most by which a counter grows within each number of steps up to `steps`, as these bounds tell one after the other; `None` where
    /// they say nothing of it. It never falls. Linear in the steps and the bounds.
    #[must_use]
    pub fn growth_within(
        growth_bounds: &[Self],
        counter: usize,
        steps: usize,
    ) -> Option<Vec<usize>> {
        let own = || growth_bounds.iter().filter(|it| it.counter == counter);
        own().next()?;
        let mut within = vec![0; steps + 1];
        for now in 1..=steps {
            let most = own().map(|it| within[now.saturating_sub(it.steps)] + it.most);
            within[now] = most.min().unwrap_or(usize::MAX);
        }
        Some(within)
    }
}

/// The clauses that bounds on growth are in an unrolling, written state by state.
#[derive(Clone, Debug)]
pub struct GrowthClauses<'r> {
    relation: &'r Relation,
    growth_bounds: Rc<[GrowthBound]>,
    /// Of each state the literals of each counter that is known to grow slowly.
    reached: Vec<Vec<Vec<Lit>>>,
}

impl<'r> GrowthClauses<'r> {
    /// Of an unrolling that has no state yet.
    #[must_use]
    pub fn new(relation: &'r Relation, growth_bounds: &Rc<[GrowthBound]>) -> Self {
        Self {
            relation,
            growth_bounds: Rc::clone(growth_bounds),
            reached: Vec::new(),
        }
    }

    /// Of each state that was written, of each counter, the literals that say which levels it has reached; of a counter without bounds none.
    pub(super) fn reached(&self) -> &[Vec<Vec<Lit>>] {
        &self.reached
    }

    /// Says of the next state how much counters may have grown, where the steps to it are taken: where `taken` holds, if there is one.
    pub fn state(&mut self, sink: &mut dyn ClauseSink, state: &[Lit], taken: Option<Lit>) {
        if self.growth_bounds.is_empty() {
            return;
        }
        let counters = self.relation.counters.iter().enumerate();
        let reached: Vec<_> = counters
            .map(
                |(number, it)| match self.growth_bounds.iter().any(|it| it.counter == number) {
                    true => it.reached(sink, state),
                    false => Vec::new(),
                },
            )
            .collect();
        self.reached.push(reached);
        let now = self.reached.len() - 1;
        for bound in &*self.growth_bounds {
            let Some(then) = now.checked_sub(bound.steps) else {
                continue;
            };
            let [before, after] = [then, now].map(|it| &self.reached[it][bound.counter]);
            for (&before, &after) in before.iter().zip(after.iter().skip(bound.most)) {
                let mut clause = vec![!after, before];
                clause.extend(taken.map(|it| !it));
                sink.add_clause(&clause);
            }
        }
    }
}

impl Counter {
    /// For each level a literal that says that it is reached in a state. Linear in the bits.
    pub fn reached(&self, sink: &mut (impl ClauseSink + ?Sized), state: &[Lit]) -> Vec<Lit> {
        let levels = self.levels.iter().map(|bits| {
            let bits: Vec<_> = bits.iter().map(|bit| bit.in_state(state)).collect();
            let &[only] = &bits[..] else {
                let reached = sink.new_lit();
                for &bit in &bits {
                    sink.add_clause(&[!bit, reached]);
                }
                let mut some = bits;
                some.push(!reached);
                sink.add_clause(&some);
                return reached;
            };
            only
        });
        levels.collect()
    }
}
