//! The space of a system that is compiled: flat states, the number of the relation whose turn it is, and where goals
//! come one after the other how many of them have been met.

use std::cell::{Cell, RefCell};

use lockstep_search::code::{Code, Run, Truth};

use crate::budget::Meter;
use crate::engine::systems::Look;
use crate::expression::{Term, Value};
use crate::language::transitions::{Observe, Relation, Subject, TransitionSystem};
use crate::question::code::{Layout, compile};
use crate::system::{Flow, Valuation};

/// A system as code.
#[derive(Debug)]
pub(super) struct Compiled {
    layout: Layout,
    code: Code,
    /// Runs transitions.
    legs: RefCell<Run>,
    /// Looks at conditions while a transition runs.
    eyes: RefCell<Run>,
    globals: usize,
    subject: Asked,
    /// How many goals come one after the other; 0 where it is at most one.
    goals: usize,
    observe: Observe,
}

/// What is asked of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// That the condition is not true.
    Always,
    /// That it is.
    Reach,
    /// That all goals have been met.
    Stages,
    /// Nothing.
    Deadlock,
}

impl Compiled {
    /// The code of a system and of what is asked about it; `None` where there is none.
    pub(super) fn new(
        system: &TransitionSystem<'_>,
        subject: &Subject,
        stages: usize,
    ) -> Option<Self> {
        let layout = Layout::new(system.model())?;
        let (conditions, asked): (Vec<&Term>, _) = match subject {
            Subject::Always(term) => (vec![term], Asked::Always),
            Subject::Reach(goals) if stages > 0 => (goals.iter().collect(), Asked::Stages),
            Subject::Reach(goals) => (vec![goals.first()?], Asked::Reach),
            Subject::Deadlock => (Vec::new(), Asked::Deadlock),
        };
        let code = compile(system.machine(), &layout, &conditions)?;
        Some(Self {
            globals: layout.globals(),
            layout,
            code,
            legs: RefCell::default(),
            eyes: RefCell::default(),
            subject: asked,
            goals: match asked {
                Asked::Stages => conditions.len(),
                _ => 0,
            },
            observe: system.machine().settings().observe,
        })
    }

    /// The state of the definitions.
    pub(super) fn valuation(&self, system: &TransitionSystem<'_>, at: &[i64]) -> Valuation {
        system.valuation(&self.layout.values(at), self.turn(at))
    }

    /// Whose turn it is.
    pub(super) fn turn(&self, at: &[i64]) -> Relation {
        Relation::ALL[usize::try_from(at[self.globals]).expect("a state of this space")]
    }

    pub(super) fn start(
        &self,
        values: &[Value],
        clear: &Cell<bool>,
        visit: &mut dyn FnMut(&[i64]) -> Flow,
    ) -> Flow {
        let mut state = self.layout.flat(values);
        self.finish(&mut state, Relation::Init, 0, clear, visit)
    }

    pub(super) fn steps(
        &self,
        at: &[i64],
        meter: &Meter<'_>,
        visit: &mut dyn FnMut(&[i64]) -> Flow,
    ) -> bool {
        let turn = self.turn(at);
        let met = match self.goals {
            0 => 0,
            _ => at[self.globals + 1],
        };
        let clear = Cell::new(true);
        let mut state = Vec::with_capacity(at.len());
        let mut legs = self.legs.borrow_mut();
        let from = (turn as usize, at);
        let complete = legs.outcomes(&self.code, from, meter, &mut |after| {
            state.clear();
            state.extend_from_slice(after);
            self.finish(&mut state, turn.next(), met, &clear, visit)
        });
        complete && clear.get()
    }

    /// Completes a flat state and tells it.
    fn finish(
        &self,
        state: &mut Vec<i64>,
        turn: Relation,
        met: i64,
        clear: &Cell<bool>,
        visit: &mut dyn FnMut(&[i64]) -> Flow,
    ) -> Flow {
        state.push(turn as i64);
        if self.goals > 0 {
            let Some(met) = self.met(state, met) else {
                clear.set(false);
                return Flow::Continue(());
            };
            state.push(met);
        }
        visit(state)
    }

    /// How many goals have been met in a state; `None` where that cannot be known.
    fn met(&self, state: &[i64], before: i64) -> Option<i64> {
        let mut met = before;
        while self.is_observed(state) && usize::try_from(met).is_ok_and(|it| it < self.goals) {
            match self.truth(usize::try_from(met).unwrap_or(0), state) {
                Truth::True => met += 1,
                Truth::NotTrue => break,
                Truth::Unclear => return None,
            }
        }
        Some(met)
    }

    fn is_observed(&self, at: &[i64]) -> bool {
        self.observe == Observe::Every || self.turn(at) == Relation::Env
    }

    fn truth(&self, condition: usize, at: &[i64]) -> Truth {
        self.eyes.borrow_mut().truth(&self.code, condition, at)
    }

    /// What is seen in a state.
    pub(super) fn look(&self, at: &[i64]) -> Look {
        let wanted = match self.subject {
            Asked::Deadlock => return Look::Other,
            Asked::Stages => {
                let met = usize::try_from(at[self.globals + 1]);
                return match met == Ok(self.goals) {
                    true => Look::Wanted,
                    false => Look::Other,
                };
            }
            Asked::Reach => Truth::True,
            Asked::Always => Truth::NotTrue,
        };
        if !self.is_observed(at) {
            return Look::Other;
        }
        match self.truth(0, at) {
            Truth::Unclear => Look::Unclear,
            truth if truth == wanted => Look::Wanted,
            _ => Look::Other,
        }
    }
}
