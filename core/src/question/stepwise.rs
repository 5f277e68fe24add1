//! The default space: any [`System`] with a question about it, as engines search it, and back from what they found to a run.
//!
//! Rows are the states of the definitions themselves, which are interpreted; a goal after another makes them longer by one
//! number, how many goals have been met. Every step counts, and every state is looked at. A kind of model that offers a system is
//! checkable by this, at about a tenth of the speed of a space of its own.
//!
//! Invariant: what the system does not tell in full ([`System::tells_every_step`]), and a condition of which it is not
//! known whether it holds, never makes a "no".

use crate::budget::Meter;
use crate::engine::systems::{Look, Space};
use crate::language::questions::PropertySubject;
use crate::system::{Flow, Orbits, Status, Step, System, Trace, Valuation, replay};

/// Whether a condition, given by its number, holds in a state; `None` where a limit of the tool keeps it from being known.
pub type Holds<'m> = dyn Fn(usize, &Valuation) -> Option<bool> + 'm;

/// A system with a question about it.
pub struct StepSpace<'m> {
    system: Box<dyn System + 'm>,
    subject: PropertySubject<usize>,
    holds: Box<Holds<'m>>,
    reduced: Option<Reduced<'m>>,
}

/// A system where one state of each orbit is enough.
pub struct Reduced<'m> {
    /// The same system, which need not tell a step if it tells one into the same orbit.
    pub system: Box<dyn System + 'm>,
    /// The orbits.
    pub orbits: Box<dyn Orbits + 'm>,
}

impl<'m> StepSpace<'m> {
    /// The space of a question whose conditions are numbers. O(1).
    #[must_use]
    pub fn new(
        system: Box<dyn System + 'm>,
        subject: PropertySubject<usize>,
        holds: Box<Holds<'m>>,
    ) -> Self {
        Self {
            system,
            subject,
            holds,
            reduced: None,
        }
    }

    /// The same, where only one state of each orbit is told: rows are representatives. What is found is judged by the system itself.
    #[must_use]
    pub fn on_orbits(self, reduced: Option<Reduced<'m>>) -> Self {
        Self { reduced, ..self }
    }

    /// What tells starts and steps.
    fn telling(&self) -> &(dyn System + 'm) {
        let reduced = self.reduced.as_ref();
        reduced.map_or(&*self.system, |it| &*it.system)
    }

    /// The representative of the orbit of a state.
    fn represented(&self, mut state: Valuation) -> Valuation {
        if let Some(reduced) = &self.reduced {
            reduced.orbits.represent(&mut state);
        }
        state
    }

    /// The system.
    #[must_use]
    pub fn system(&self) -> &(dyn System + 'm) {
        &*self.system
    }

    /// The goals, where one is to be met after another and rows say how many were.
    fn stages(&self) -> Option<&[usize]> {
        match &self.subject {
            PropertySubject::Reach(goals) if goals.len() > 1 => Some(goals),
            _ => None,
        }
    }

    /// The state of the definitions that a row stands for.
    #[must_use]
    pub fn state<'a>(&self, row: &'a [i64]) -> &'a [i64] {
        match (self.stages(), row.split_last()) {
            (Some(_), Some((_, own))) => own,
            _ => row,
        }
    }

    /// How many goals have been met in a row.
    fn met(&self, row: &[i64]) -> usize {
        let met = self.stages().and_then(|_| row.last());
        met.and_then(|&it| usize::try_from(it).ok()).unwrap_or(0)
    }

    /// The row of a state before which so many goals were met; `None` where it is not known how many are met in it.
    fn row(&self, state: Valuation, before: usize) -> Option<Valuation> {
        let Some(goals) = self.stages() else {
            return Some(state);
        };
        let mut met = before;
        while let Some(goal) = goals.get(met)
            && (self.holds)(*goal, &state)?
        {
            met += 1;
        }
        let met = i64::try_from(met).expect("texts are shorter than 2⁶³");
        Some(state.iter().copied().chain([met]).collect())
    }

    /// What is seen in a row.
    fn seen(&self, row: &[i64]) -> Look {
        let holds = |it: &usize| (self.holds)(*it, &row.into());
        let is_wanted = match (&self.subject, self.stages()) {
            (PropertySubject::Deadlock, _) => Some(false),
            (PropertySubject::Always(it), _) => holds(it).map(|it| !it),
            (_, Some(goals)) => Some(self.met(row) == goals.len()),
            (PropertySubject::Reach(goals), None) => goals.first().map_or(Some(true), holds),
        };
        match is_wanted {
            Some(true) => Look::Wanted,
            Some(false) => Look::Other,
            None => Look::Unclear,
        }
    }

    /// Whether the definitions call a state a deadlock.
    fn is_stuck(&self, state: &[i64]) -> bool {
        self.system.status(&state.into()) == Status::Stuck
    }

    /// The run of the definitions along some rows, the start first; `None` where they do not allow it, or where the meter says
    /// that it is enough. Of an orbit it goes through any state.
    #[must_use]
    pub fn run_along(&self, rows: &[Valuation], meter: &Meter<'_>) -> Option<Trace> {
        let (start, others) = rows.split_first()?;
        let start: Valuation = self.state(start).into();
        let mut at = start.clone();
        let mut steps = Vec::with_capacity(others.len());
        for row in others {
            let (step, after) = self.step_to(&at, self.state(row), meter)?;
            steps.push(step);
            at = after;
        }
        Some(Trace { start, steps })
    }

    /// A step from one state to another, or to one that this represents, as [`Self::run_along`].
    fn step_to(
        &self,
        from: &Valuation,
        to: &[i64],
        meter: &Meter<'_>,
    ) -> Option<(Step, Valuation)> {
        let mut found = None;
        self.telling().steps(from, &mut |step| {
            meter.work(|| 0)?;
            let after = self.system.apply(from, &step);
            if let Some(after) = after
                && *self.represented(after.clone()) == *to
            {
                found = Some((step, after));
                return Flow::Break(());
            }
            Flow::Continue(())
        });
        found
    }

    /// The last state of a run of which the definitions say that it shows what is looked for; `None` as of
    /// [`Self::run_along`].
    #[must_use]
    pub fn confirmed(&self, trace: &Trace, meter: &Meter<'_>) -> Option<Valuation> {
        let mut last: Option<Valuation> = None;
        for state in replay(&*self.system, trace).ok()? {
            if meter.work(|| 0).is_break() {
                return None;
            }
            let before = last.as_ref().map_or(0, |it| self.met(it));
            last = Some(self.row(state, before)?);
        }
        let last = last?;
        let own = self.state(&last);
        let is_shown = match self.subject {
            PropertySubject::Deadlock => self.is_stuck(own),
            _ => self.seen(&last) == Look::Wanted,
        };
        is_shown.then(|| own.into())
    }
}

impl Space for StepSpace<'_> {
    fn starts(&self, meter: &Meter<'_>, visit: &mut dyn FnMut(&[i64]) -> Flow) -> bool {
        let mut is_clear = true;
        self.telling().initial(&mut |state| {
            meter.work(|| 0)?;
            match self.row(self.represented(state), 0) {
                Some(row) => visit(&row)?,
                None => is_clear = false,
            }
            Flow::Continue(())
        });
        is_clear && self.telling().tells_every_start()
    }

    fn steps(&self, at: &[i64], meter: &Meter<'_>, visit: &mut dyn FnMut(&[i64]) -> Flow) -> bool {
        let (own, met) = (self.state(at).into(), self.met(at));
        let (mut is_clear, mut any) = (true, false);
        let told = self.telling();
        told.steps(&own, &mut |step| {
            any = true;
            meter.work(|| 0)?;
            let after = told.apply(&own, &step);
            match after.and_then(|it| self.row(self.represented(it), met)) {
                Some(row) => visit(&row)?,
                None => is_clear = false,
            }
            Flow::Continue(())
        });
        let all = is_clear && told.tells_every_step(&own);
        // A state in which a run may end is no deadlock.
        if !any && self.seeks_ends() && meter.ended().is_none() && !self.is_stuck(&own) {
            let _ = visit(at);
        }
        all
    }

    fn counts(&self, _: &[i64]) -> bool {
        true
    }

    fn look(&self, at: &[i64]) -> Look {
        self.seen(at)
    }

    fn stands_for(&self, at: &[i64]) -> u64 {
        let reduced = self.reduced.as_ref();
        reduced.map_or(1, |it| it.orbits.size(self.state(at)))
    }

    fn meets_bound(&self) -> bool {
        self.telling().meets_bound()
    }

    fn seeks_ends(&self) -> bool {
        self.subject == PropertySubject::Deadlock
    }
}
