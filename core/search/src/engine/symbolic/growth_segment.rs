//! Segments: a few steps of a run that is good until its last state, with bounds on growth, written in place of all of it.

use std::rc::Rc;

use super::{GrowthBound, GrowthClauses};
use crate::cnf::{Assignment, ClauseSink, Lit};
use crate::symbolic::Relation;

/// Steps from a state on.
pub(super) struct Segment<'r> {
    pub relation: &'r Relation,
    /// The states, one more than there are steps. All but the last are demanded to be good.
    pub states: Vec<Vec<Lit>>,
    /// What was chosen for the start, where it is one, and in each step.
    choices: Vec<Vec<Lit>>,
    growth: GrowthClauses<'r>,
    /// That the last state is bad.
    pub bad: Lit,
}

impl<'r> Segment<'r> {
    /// Writes so many steps, from a start state or from whichever. Linear in the steps.
    pub fn write(
        relation: &'r Relation,
        growth_bounds: &Rc<[GrowthBound]>,
        (steps, is_start): (usize, bool),
        sink: &mut dyn ClauseSink,
    ) -> Self {
        let mut growth = GrowthClauses::new(relation, growth_bounds);
        let first = relation.state(sink);
        growth.state(sink, &first, None);
        let mut choices = vec![match is_start {
            true => relation.start_at(sink, &first),
            false => Vec::new(),
        }];
        let mut states = vec![first];
        for step in 0..steps {
            let now = &states[step];
            let bad = relation.bad_at(sink, now);
            sink.add_clause(&[!bad]);
            let next = relation.state(sink);
            choices.push(relation.step_between(sink, now, &next));
            growth.state(sink, &next, None);
            states.push(next);
        }
        let bad = relation.bad_at(sink, &states[steps]);
        Self {
            relation,
            states,
            choices,
            growth,
            bad,
        }
    }

    /// The literals that say which levels a counter has reached after so many of the steps; none of a counter without bounds.
    pub fn reached(&self, step: usize, counter: usize) -> &[Lit] {
        &self.growth.reached()[step][counter]
    }

    /// The state after so many of the steps and what was chosen to get there, in an assignment.
    pub fn told(&self, step: usize, model: &Assignment) -> (Vec<bool>, Vec<bool>) {
        let values = |lits: &[Lit]| lits.iter().map(|&lit| model.value(lit)).collect();
        (values(&self.states[step]), values(&self.choices[step]))
    }
}
