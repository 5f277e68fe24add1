//! Checks of transition systems: as a space that engines search, and back from what they found to a run.
//!
//! `always`, `reach` and `deadlock` are searched in the states of the definitions themselves. A goal after another
//! makes a state larger by one number: how many goals have been met. A run is rebuilt step by step by the
//! definitions, whoever has found it, so none is shown that they do not allow.
//!
//! The states that engines see are flat, and visited by compiled code, wherever there is code for the system; else they
//! are those of the definitions, which are interpreted. [`SystemSpace::run_along`] reads both.

mod compiled;

use std::cell::Cell;

use compiled::Compiled;

use crate::budget::Meter;
use crate::engine::systems::{Look, Space};
use crate::expression::{Reason, Term, TermKind, Value, evaluate};
use crate::language::transitions::{
    Branches, Initial, Missing, Relation, Settings, Subject, TransitionModel, TransitionSystem,
};
use crate::system::{Flow, Step, Trace, Valuation, replay};

/// A system with a question about it.
#[derive(Debug)]
pub struct SystemSpace<'m> {
    system: TransitionSystem<'m>,
    subject: &'m Subject,
    /// Goals that are to be met before the last one.
    stages: usize,
    /// The system as code, where there is some.
    compiled: Option<Compiled>,
}

impl<'m> SystemSpace<'m> {
    /// The space of a question.
    #[must_use]
    pub fn new(model: &'m TransitionModel, subject: &'m Subject, settings: Settings) -> Self {
        let space = Self::interpreted(model, subject, settings);
        let compiled = Compiled::new(&space.system, subject, space.stages);
        Self { compiled, ..space }
    }

    /// The same, by the definitions only.
    #[must_use]
    pub fn interpreted(
        model: &'m TransitionModel,
        subject: &'m Subject,
        settings: Settings,
    ) -> Self {
        let stages = match subject {
            Subject::Reach(goals) => goals.len().saturating_sub(1),
            Subject::Always(_) | Subject::Deadlock => 0,
        };
        Self {
            system: TransitionSystem::new(model, settings),
            subject,
            stages,
            compiled: None,
        }
    }

    /// Whether the states are visited by code.
    #[must_use]
    pub fn is_compiled(&self) -> bool {
        self.compiled.is_some()
    }

    /// The system.
    #[must_use]
    pub fn system(&self) -> &TransitionSystem<'m> {
        &self.system
    }

    /// The state of the definitions that a state of this space stands for.
    #[must_use]
    pub fn valuation(&self, at: &[i64]) -> Valuation {
        match &self.compiled {
            Some(compiled) => compiled.valuation(&self.system, at),
            None => self.own(at),
        }
    }

    /// The system's own part of a state of the definitions with the number of goals that were met.
    fn own(&self, at: &[i64]) -> Valuation {
        at[..at.len() - usize::from(self.stages > 0)].into()
    }

    /// The goals in their order.
    fn goals(&self) -> &'m [Term] {
        match self.subject {
            Subject::Reach(goals) => goals,
            Subject::Always(_) | Subject::Deadlock => &[],
        }
    }

    /// A state with how many goals have been met; `None` where that cannot be known.
    fn met(&self, state: Valuation, before: usize) -> Option<Valuation> {
        if self.stages == 0 {
            return Some(state);
        }
        let mut met = before;
        if self.system.is_observed(&state) {
            while let Some(goal) = self.goals().get(met) {
                match self.system.truth(&state, goal) {
                    Ok(true) => met += 1,
                    Err(it) if it.reason == Reason::Beyond64Bits => return None,
                    Ok(false) | Err(_) => break,
                }
            }
        }
        let met = i64::try_from(met).expect("texts are shorter than 2⁶³");
        Some(state.iter().copied().chain([met]).collect())
    }

    /// The run of the definitions along some states, the start first; `None` where they do not allow it, or where the meter
    /// says that it is enough.
    #[must_use]
    pub fn run_along(&self, states: &[Valuation], meter: &Meter<'_>) -> Option<Trace> {
        let own: Vec<_> = states.iter().map(|it| self.valuation(it)).collect();
        let mut steps = Vec::with_capacity(own.len());
        for pair in own.windows(2) {
            steps.push(step_to(&self.system, (&pair[0], &pair[1]), meter)?);
        }
        let start = own.into_iter().next()?;
        Some(Trace { start, steps })
    }

    /// The run of the definitions through some stable states, given the values that were chosen
    /// for the start and in each step where anything was possible, and the branches that were taken; as
    /// [`Self::run_along`].
    #[must_use]
    pub fn run_through(
        &self,
        stable: &[Vec<Value>],
        chosen: &[(Vec<Value>, Branches)],
        meter: &Meter<'_>,
    ) -> Option<Trace> {
        let hinted = |(values, branches): &(Vec<Value>, Branches)| {
            let (values, branches) = (values.clone(), branches.clone());
            self.system.clone().hinted(values, branches)
        };
        let at = |values: &[Value], turn| self.system.valuation(values, turn);
        let start = at(&self.start(&chosen.first()?.0)?, Relation::Init);
        let first = at(stable.first()?, Relation::Env);
        let mut steps = vec![step_to(&hinted(&chosen[0]), (&start, &first), meter)?];
        for (pair, chosen) in stable.windows(2).zip(&chosen[1..]) {
            let system = hinted(chosen);
            let (now, next) = (at(&pair[0], Relation::Env), at(&pair[1], Relation::Env));
            let mut found = None;
            system.expand_within(&now, meter, &mut |env, between| match step_to(
                &system,
                (&between, &next),
                meter,
            ) {
                None => Flow::Continue(()),
                Some(trans) => {
                    found = Some([env, trans]);
                    Flow::Break(())
                }
            });
            steps.extend(found?);
        }
        Some(Trace { start, steps })
    }

    /// A run that ends where the system is stuck, given one that ends there or one `env` before.
    #[must_use]
    pub fn until_stuck(&self, run: Trace, meter: &Meter<'_>) -> Trace {
        let last = replay(&self.system, &run).ok().and_then(|mut it| it.pop());
        let is_stuck = |it: &Valuation| self.is_stuck(it, meter);
        let (Some(last), Subject::Deadlock) = (last, self.subject) else {
            return run;
        };
        if is_stuck(&last) {
            return run;
        }
        let mut steps = run.steps.clone();
        self.system.expand_within(&last, meter, &mut |step, after| {
            if is_stuck(&after) {
                steps.push(step);
                return Flow::Break(());
            }
            Flow::Continue(())
        });
        Trace { steps, ..run }
    }

    /// Whether nothing follows a state, which is known.
    fn is_stuck(&self, at: &Valuation, meter: &Meter<'_>) -> bool {
        let mut any = false;
        let encounter = self.system.expand_within(at, meter, &mut |_, _| {
            any = true;
            Flow::Break(())
        });
        !any && encounter.is_complete()
    }

    /// The declared values where the free ones are these.
    fn start(&self, chosen: &[Value]) -> Option<Vec<Value>> {
        let model = self.system.model();
        let missing = self.system.machine().settings().missing;
        let mut chosen = chosen.iter();
        let mut values: Vec<Value> = self.system.machine().with_locals(&[]).into();
        for (number, variable) in model.variables[..model.globals].iter().enumerate() {
            match &variable.initial {
                Initial::Term(term) => values[number] = evaluate(term, &values).ok()?,
                Initial::Missing if missing == Missing::Free => {
                    values[number] = chosen.next()?.clone();
                }
                Initial::Missing | Initial::Irrelevant => {}
            }
        }
        values.truncate(model.globals);
        Some(values)
    }

    /// Whether the definitions say that a run shows what is looked for, at its end and not before.
    #[must_use]
    pub fn confirms(&self, trace: &Trace, meter: &Meter<'_>) -> bool {
        self.confirmed(trace, meter).is_some()
    }

    /// The last state of a run of which [`Self::confirms`] is true.
    #[must_use]
    pub fn confirmed(&self, trace: &Trace, meter: &Meter<'_>) -> Option<Valuation> {
        let mut met = 0;
        let mut last = None;
        for state in replay(&self.system, trace).ok()? {
            let state = self.met(state, met)?;
            if self.stages > 0 {
                met = usize::try_from(state[state.len() - 1]).unwrap_or(0);
            }
            last = Some(state);
        }
        let last = last?;
        let own = self.own(&last);
        let is_shown = match self.subject {
            Subject::Deadlock => self.is_stuck(&own, meter),
            _ => self.seen(&last) == Look::Wanted,
        };
        is_shown.then_some(own)
    }

    /// What the definitions say is seen in a state.
    fn seen(&self, at: &Valuation) -> Look {
        let (term, wanted) = match self.subject {
            Subject::Deadlock => return Look::Other,
            Subject::Reach(goals) if self.stages > 0 => {
                let met = at.last().and_then(|&it| usize::try_from(it).ok());
                return match met == Some(goals.len()) {
                    true => Look::Wanted,
                    false => Look::Other,
                };
            }
            Subject::Reach(goals) => match goals.first() {
                Some(goal) => (goal, true),
                None => return Look::Wanted,
            },
            Subject::Always(term) => (term, false),
        };
        if !self.system.is_observed(at) {
            return Look::Other;
        }
        match self.system.truth(at, term) {
            Err(it) if it.reason == Reason::Beyond64Bits => Look::Unclear,
            // What has no value is not true.
            result if (result == Ok(true)) == wanted => Look::Wanted,
            _ => Look::Other,
        }
    }
}

/// The step from one state to another.
fn step_to(
    system: &TransitionSystem<'_>,
    (from, to): (&Valuation, &Valuation),
    meter: &Meter<'_>,
) -> Option<Step> {
    let mut found = None;
    system.expand_within(from, meter, &mut |step, after| {
        if after == *to {
            found = Some(step);
            return Flow::Break(());
        }
        Flow::Continue(())
    });
    found
}

impl Space for SystemSpace<'_> {
    fn starts(&self, meter: &Meter<'_>, visit: &mut dyn FnMut(&[i64]) -> Flow) -> bool {
        let clear = Cell::new(true);
        let all = self.system.declared_within(meter, &mut |values| {
            if let Some(compiled) = &self.compiled {
                return compiled.start(values, &clear, visit);
            }
            let state = self.system.valuation(values, Relation::Init);
            match self.met(state, 0) {
                Some(state) => visit(&state),
                None => {
                    clear.set(false);
                    Flow::Continue(())
                }
            }
        });
        all && clear.get()
    }

    fn steps(&self, at: &[i64], meter: &Meter<'_>, visit: &mut dyn FnMut(&[i64]) -> Flow) -> bool {
        if let Some(compiled) = &self.compiled {
            return compiled.steps(at, meter, visit);
        }
        let met = match (self.stages, at.last()) {
            (1.., Some(&met)) => usize::try_from(met).unwrap_or(0),
            _ => 0,
        };
        let clear = Cell::new(true);
        let own = self.own(at);
        let encounter = self
            .system
            .expand_within(&own, meter, &mut |_, after| match self.met(after, met) {
                Some(after) => visit(&after),
                None => {
                    clear.set(false);
                    Flow::Continue(())
                }
            });
        encounter.is_complete() && clear.get()
    }

    fn counts(&self, at: &[i64]) -> bool {
        let turn = match &self.compiled {
            Some(compiled) => Some(compiled.turn(at)),
            None => self.system.state(&self.own(at)).map(|it| it.1),
        };
        turn == Some(Relation::Trans)
    }

    fn look(&self, at: &[i64]) -> Look {
        match &self.compiled {
            Some(compiled) => compiled.look(at),
            None => self.seen(&at.into()),
        }
    }

    fn seeks_ends(&self) -> bool {
        matches!(self.subject, Subject::Deadlock)
    }

    fn is_settled(&self) -> bool {
        let is_always = |term: &Term, truth| {
            let mut reads = false;
            term.each(&mut |it| reads |= matches!(it.kind, TermKind::Variable(_)));
            !reads && evaluate(term, &[]) == Ok(Value::boolean(truth))
        };
        match self.subject {
            Subject::Always(term) => is_always(term, true),
            Subject::Reach(goals) => goals.iter().any(|goal| is_always(goal, false)),
            Subject::Deadlock => false,
        }
    }
}
