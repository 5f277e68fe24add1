//! k-induction: "never" where no search can visit every state.
//!
//! Runs beside bounded model checking, which is its base: once all lengths up to k-1 are covered,
//! the step asks whether k transactions without repetition, from anywhere, could be the first to
//! exceed the value. If not, no length can.

use super::{Deep, Limits, Reached, Solvers, Stop, Watch};
use crate::cnf::{Formula, Lit};
use crate::encode::Unrolling;
use crate::network::{Objective, Task};
use crate::sat::{Answer, Pause, Solver};

/// The step of an induction, growing with k.
pub struct Induction<'t, 's> {
    task: &'t Task,
    limits: Limits,
    solvers: Solvers<'s>,
    pause: Option<Pause>,
    step: Option<Step<'t, 's>>,
    refuted: Option<Lit>,
}

/// The formula of the step for one value, and who solves it.
struct Step<'t, 's> {
    value: u32,
    unrolling: Unrolling<'t>,
    solver: Box<dyn Solver + 's>,
    read: usize,
}

impl<'t, 's> Induction<'t, 's> {
    /// An induction for a task, or `None` for tasks that it cannot handle: deadlocks, and messages
    /// to observe.
    #[must_use]
    pub fn new(task: &'t Task, limits: &Limits, solvers: Solvers<'s>) -> Option<Self> {
        Self::can_handle(task).then(|| Self {
            task,
            limits: *limits,
            solvers,
            pause: None,
            step: None,
            refuted: None,
        })
    }

    /// Whether it can be tried: not for deadlocks, nor with messages to observe.
    #[must_use]
    pub fn can_handle(task: &Task) -> bool {
        matches!(task.objective, Objective::Allowed { .. }) && task.observed.is_empty()
    }

    /// Has somebody called in the pauses of the solver.
    pub fn set_pause(&mut self, pause: Option<Pause>) {
        if let Some(step) = &mut self.step {
            step.solver.set_pause(pause.clone());
        }
        self.pause = pause;
    }

    /// The bytes that formula and solver take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let step = self.step.as_ref();
        step.map_or(0, |step| {
            let solver = step.solver.bytes().max(step.unrolling.bytes_to_solve());
            step.unrolling.bytes() + solver
        })
    }

    /// Whether no length exceeds the value, given that none of at most `covered` does. `memory` is what
    /// formula and solver may take.
    ///
    /// # Errors
    /// Where a limit was hit or somebody asked to stop.
    pub fn proves(
        &mut self,
        covered: u32,
        value: u32,
        memory: u64,
        (watch, reached): (&mut dyn Watch, Reached),
    ) -> Result<bool, Stop> {
        let mut deep = Deep {
            depth: covered,
            watch,
        };
        // What was forbidden for a smaller value is too much for a greater one: start again.
        let same = self.step.take().filter(|step| step.value == value);
        let step = match same {
            Some(step) => step,
            None => Step {
                value,
                unrolling: Unrolling::from_anywhere(self.task, &self.limits, &mut deep)?,
                solver: (self.solvers)(),
                read: 0,
            },
        };
        let step = self.step.insert(step);
        step.solver.set_pause(self.pause.clone());
        step.unrolling.allow(memory);
        let last = covered as usize + 1;
        while step.unrolling.depth() < last {
            let frame = step.unrolling.depth();
            step.unrolling.forbid_greater(frame, value)?;
            step.unrolling.extend_to(frame + 1, &mut deep)?;
            step.unrolling.demand_new(frame + 1, &mut deep)?;
        }
        let demanded = step.unrolling.demand_value(last, value + 1, &mut deep)?;
        let formula = (step.unrolling.formula(), &mut step.read);
        let left = memory.saturating_sub(step.unrolling.bytes());
        let answer = super::ask(
            &mut *step.solver,
            formula,
            &[demanded],
            left,
            (watch, reached),
        )?;
        self.refuted = matches!(answer, Answer::Unsatisfiable(_)).then_some(demanded);
        Ok(self.refuted.is_some())
    }

    /// The formula of the step and the literal that contradicts it, once it is proved.
    #[must_use]
    pub fn formula(&self) -> Option<(&Formula, Lit)> {
        let step = self.step.as_ref()?;
        self.refuted.map(|lit| (step.unrolling.formula(), lit))
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::bmc::Bmc;
    use crate::engine::{Coverage, Limits, Unwatched, explicit};
    use crate::sample::task;
    use crate::sat::{self, proof};
    use lockstep_core::generate::{Random, Shape, goal, model};
    use lockstep_core::language::questions::Mode;
    use lockstep_core::language::{Check, Question};

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
