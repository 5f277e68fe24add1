//! A bad run in which counters grow as fast as bounds on growth allow, a few steps at a time.
//!
//! Where every shorter run is known to be good, a bad run of k steps often has no room for a detour: its counters must have got so far
//! after each of its steps. So it is built from the front, by questions about m steps each, in place of one about k: the first few
//! are kept where the counter is, after m steps, as high as it must be there. What is needed for the end is found out first,
//!
//! ```text
//! v:   T(t₀,t₁) ∧ … ∧ T(t_{m-1},t_m) ∧ bad(t_m)  →  max(t₀) ≥ v
//! ```
//!
//! and so after i steps max(s_i) ≥ v − g(k − m − i), with g as in [`GrowthBound::growth_within`]. A way that comes to a state from which
//! the next question has no answer is not taken back: then an unrolling is asked. What is found is a run of the relation, as an
//! unrolling's is.

use std::cell::Cell;
use std::rc::Rc;

use super::growth_segment::Segment;
use super::{GrowthBound, Run, State};
use crate::cnf::{Assignment, Lit};
use crate::engine::Backend;
use crate::sat::{Answer, Solver};
use crate::symbolic::{Bit, Relation};

/// Steps of a question: m.
const STEPS: usize = 8;
/// Steps that are kept of one.
const KEPT: usize = 4;
/// Questions of a solver whether to stop that this is worth.
const WORK: u64 = 2_000;

/// A run of exactly so many steps, 16 at least, whose last state is bad and whose bits have these values there, if all before are good and one
/// is found with little work; and the work, in questions of solvers whether to stop. Solvers take so much memory at most.
/// Deterministic. A question for every four steps.
#[must_use]
pub fn fastest_run(
    relation: &Relation,
    growth_bounds: &Rc<[GrowthBound]>,
    (steps, end): (usize, &[Bit]),
    (backend, memory): (Backend<'_>, u64),
    stop: &dyn Fn() -> bool,
) -> (Option<Run>, u64) {
    let spent = Cell::new(0_u64);
    let over = || {
        spent.set(spent.get() + 1);
        stop() || spent.get() > WORK
    };
    let segment = |is_start| {
        let mut solver = backend(&over);
        solver.limit_bytes(memory / 2);
        let segment = Segment::write(relation, growth_bounds, (STEPS, is_start), &mut *solver);
        Asked {
            segment,
            solver,
            over: &over,
        }
    };
    let run = steps.checked_sub(2 * STEPS).and_then(|_| {
        let mut further = segment(false);
        let counters = 0..relation.counters.len();
        let way = Way {
            needed: further.needed(growth_bounds, end)?,
            growth: counters
                .map(|it| GrowthBound::growth_within(growth_bounds, it, steps))
                .collect(),
            steps,
        };
        way.run(&mut segment(true), &mut further, end)
    });
    (run, spent.get())
}

/// A segment with its solver.
struct Asked<'r, 's> {
    segment: Segment<'r>,
    solver: Box<dyn Solver + 's>,
    /// Asked before each question: many are answered before the solver asks.
    over: &'s dyn Fn() -> bool,
}

impl Asked<'_, '_> {
    fn ask(&mut self, assumptions: &[Lit]) -> Option<Answer> {
        match (self.over)() {
            true => None,
            false => self.solver.solve_under(assumptions).ok(),
        }
    }

    fn answer(&mut self, assumptions: &[Lit]) -> Option<Assignment> {
        match self.ask(assumptions)? {
            Answer::Satisfiable(model) => Some(model),
            Answer::Unsatisfiable(_) => None,
        }
    }

    /// That the segment ends badly, in a state with these bits.
    fn ends(&self, end: &[Bit]) -> Vec<Lit> {
        let last = &self.segment.states[STEPS];
        let bits = end.iter().map(|bit| bit.in_state(last));
        [self.segment.bad].into_iter().chain(bits).collect()
    }

    /// Of each counter the highest level that it must have reached where the segment begins, if it is to end so; `None` where that was not
    /// found out, or it cannot.
    fn needed(&mut self, growth_bounds: &[GrowthBound], end: &[Bit]) -> Option<Vec<usize>> {
        let counters = self.segment.relation.counters.len();
        let mut all = vec![0; counters];
        let ends = self.ends(end);
        self.answer(&ends)?;
        for (counter, needed) in all.iter_mut().enumerate() {
            if !growth_bounds.iter().any(|it| it.counter == counter) {
                continue;
            }
            // Needed is a level without which the end cannot be; the first that is not, by halving.
            let levels = self.segment.reached(0, counter).to_vec();
            let mut open = levels.len();
            while *needed < open {
                let level = *needed + (open - *needed) / 2;
                let below = [&ends[..], &[!levels[level]]].concat();
                match self.ask(&below)? {
                    Answer::Unsatisfiable(_) => *needed = level + 1,
                    Answer::Satisfiable(_) => open = level,
                }
            }
        }
        Some(all)
    }
}

/// What a run must do.
struct Way {
    /// Of each counter what it must have reached before the last segment.
    needed: Vec<usize>,
    /// Of each counter the most by which it grows within so many steps, where that is known.
    growth: Vec<Option<Vec<usize>>>,
    steps: usize,
}

impl Way {
    /// Of a segment that begins after so many steps, that counters get as far as they must.
    fn demands(&self, segment: &Segment<'_>, before: usize) -> Vec<Lit> {
        let last = self.steps - STEPS;
        let step = STEPS.min(last - before);
        let left = last - before - step;
        let mut all = Vec::new();
        for (counter, (&needed, growth)) in self.needed.iter().zip(&self.growth).enumerate() {
            let grown = growth.as_ref().map_or(0, |it| it[left]);
            let level = needed.saturating_sub(grown).checked_sub(1);
            all.extend(level.map(|it| segment.reached(step, counter)[it]));
        }
        all
    }

    fn run(
        &self,
        start: &mut Asked<'_, '_>,
        further: &mut Asked<'_, '_>,
        end: &[Bit],
    ) -> Option<Run> {
        let last = self.steps - STEPS;
        let mut run = Run {
            states: Vec::new(),
            choices: Vec::new(),
        };
        let mut demands = self.demands(&start.segment, 0);
        demands.push(!start.segment.bad);
        let model = start.answer(&demands)?;
        // So many that whole pieces are left.
        keep(&mut run, &start.segment, 0..=KEPT + last % KEPT, &model);
        loop {
            let before = run.states.len() - 1;
            let mut assumed = is_at(&further.segment, &run.states[before]);
            if before == last {
                assumed.extend(further.ends(end));
                let model = further.answer(&assumed)?;
                keep(&mut run, &further.segment, 1..=STEPS, &model);
                return Some(run);
            }
            assumed.extend(self.demands(&further.segment, before));
            assumed.push(!further.segment.bad);
            let model = further.answer(&assumed)?;
            keep(&mut run, &further.segment, 1..=KEPT, &model);
        }
    }
}

/// That a segment begins in a state.
fn is_at(segment: &Segment<'_>, state: &State) -> Vec<Lit> {
    let bits = segment.states[0].iter().zip(state);
    bits.map(|(&lit, &value)| if value { lit } else { !lit })
        .collect()
}

/// Adds what a segment tells of some of its states.
fn keep(
    run: &mut Run,
    segment: &Segment<'_>,
    steps: std::ops::RangeInclusive<usize>,
    model: &Assignment,
) {
    for step in steps {
        let (state, choices) = segment.told(step, model);
        run.states.push(state);
        run.choices.push(choices);
    }
}
