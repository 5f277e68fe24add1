//! k-induction: "never" where no search can visit every state.
//!
//! Runs beside bounded model checking, which is its base: once all lengths up to k-1 are covered,
//! the step asks whether k transactions without repetition, from anywhere, could be the first to
//! exceed the value. If not, no length can.

use super::{Limits, Solvers, Stop};
use crate::cnf::{Formula, Lit};
use crate::encode::Unrolling;
use crate::network::{Objective, Task};
use crate::sat::{Answer, Solver};

/// The step of an induction, growing with k.
pub struct Induction<'t, 's> {
    task: &'t Task,
    max_clauses: u64,
    solvers: Solvers<'s>,
    unrolling: Unrolling<'t>,
    solver: Box<dyn Solver + 's>,
    read: usize,
    value: u32,
    refuted: Option<Lit>,
}

impl<'t, 's> Induction<'t, 's> {
    /// An induction for a task, or `None` for tasks that it cannot handle: deadlocks, and messages
    /// to observe.
    #[must_use]
    pub fn new(task: &'t Task, limits: &Limits, solvers: Solvers<'s>) -> Option<Self> {
        let can = matches!(task.objective, Objective::Allowed { .. }) && task.observed.is_empty();
        can.then(|| Self {
            task,
            max_clauses: limits.clauses,
            solvers,
            unrolling: Unrolling::from_anywhere(task, limits.clauses),
            solver: solvers(),
            read: 0,
            value: 0,
            refuted: None,
        })
    }

    /// Whether no length exceeds the value, given that none of at most `covered` does.
    ///
    /// # Errors
    /// Where a limit was hit or somebody asked to stop.
    pub fn proves(&mut self, covered: u32, value: u32) -> Result<bool, Stop> {
        if value != self.value {
            // What was forbidden for a smaller value is too much for a greater one: start again.
            self.unrolling = Unrolling::from_anywhere(self.task, self.max_clauses);
            self.solver = (self.solvers)();
            self.read = 0;
            self.value = value;
        }
        let last = covered as usize + 1;
        while self.unrolling.depth() < last {
            let frame = self.unrolling.depth();
            self.unrolling.forbid_greater(frame, value)?;
            self.unrolling.extend_to(frame + 1)?;
            self.unrolling.demand_new(frame + 1)?;
        }
        let demanded = self.unrolling.demand_value(last, value + 1)?;
        self.solver
            .read_formula(self.unrolling.formula(), &mut self.read);
        let answer = self.solver.solve_under(&[demanded])?;
        self.refuted = matches!(answer, Answer::Unsatisfiable(_)).then_some(demanded);
        Ok(self.refuted.is_some())
    }

    /// The formula of the step and the literal that contradicts it, once it is proved.
    #[must_use]
    pub fn formula(&self) -> Option<(&Formula, Lit)> {
        self.refuted.map(|lit| (self.unrolling.formula(), lit))
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::bmc::Bmc;
    use crate::engine::{Coverage, Limits, Unwatched, explicit};
    use crate::generate::{Random, Shape, goal, model};
    use crate::language::scenario::Mode;
    use crate::language::{Check, Question};
    use crate::question::task;
    use crate::sat::{self, proof};

    #[test]
    fn what_induction_proves_is_true_and_its_proofs_hold() {
        let mut proved = 0;
        for seed in 0..250 {
            let mut random = Random::new(seed);
            let model = model(&Shape::default(), &mut random);
            let question = if seed % 2 == 0 {
                Question::Reach {
                    goal: goal(&model, &mut random),
                }
            } else {
                Question::Scenario {
                    scenario: 0,
                    mode: Mode::Strict,
                }
            };
            let check = Check::asking(question, None);
            let task = task(&model, &check);
            let limits = Limits {
                states: 5_000,
                transactions: 100_000,
                clauses: 12_000,
                ..Limits::default()
            };
            let visited = explicit::solve(&task, &limits, &mut Unwatched);
            if visited.coverage != Coverage::Every {
                continue;
            }
            let solvers = || sat::ALL[0].create(None);
            let mut bmc = Bmc::new(&task, &limits, solvers()).with_induction(&limits, &solvers);
            let found = bmc.run(&mut Unwatched);
            if found.coverage == Coverage::Every {
                assert_eq!(
                    (found.value, found.depth),
                    (visited.value, visited.depth),
                    "seed {seed}"
                );
                if let Some((step, refuted)) = bmc.induction() {
                    proof::certify(step, &[refuted], None).expect("the step has a proof");
                    proved += 1;
                }
            }
        }
        assert!(proved > 50, "induction proved only {proved}");
    }
}
