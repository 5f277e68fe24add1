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
use crate::system::{Flow, Status, Step, System, Trace, Valuation, replay};

/// Whether a condition, given by its number, holds in a state; `None` where a limit of the tool keeps it from being known.
pub type Holds<'m> = dyn Fn(usize, &Valuation) -> Option<bool> + 'm;

/// A system with a question about it.
pub struct StepSpace<'m> {
    system: Box<dyn System + 'm>,
    subject: PropertySubject<usize>,
    holds: Box<Holds<'m>>,
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
        }
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
    /// that it is enough.
    #[must_use]
    pub fn run_along(&self, rows: &[Valuation], meter: &Meter<'_>) -> Option<Trace> {
        let (start, _) = rows.split_first()?;
        let mut steps = Vec::with_capacity(rows.len());
        for pair in rows.windows(2) {
            steps.push(self.step_to(self.state(&pair[0]), self.state(&pair[1]), meter)?);
        }
        let start = self.state(start).into();
        Some(Trace { start, steps })
    }

    /// A step from one state to another, as [`Self::run_along`].
    fn step_to(&self, from: &[i64], to: &[i64], meter: &Meter<'_>) -> Option<Step> {
        let from = from.into();
        let mut found = None;
        self.system.steps(&from, &mut |step| {
            meter.work(|| 0)?;
            let after = self.system.apply(&from, &step);
            if after.is_some_and(|it| *it == *to) {
                found = Some(step);
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
        self.system.initial(&mut |state| {
            meter.work(|| 0)?;
            match self.row(state, 0) {
                Some(row) => visit(&row)?,
                None => is_clear = false,
            }
            Flow::Continue(())
        });
        is_clear && self.system.tells_every_start()
    }

    fn steps(&self, at: &[i64], meter: &Meter<'_>, visit: &mut dyn FnMut(&[i64]) -> Flow) -> bool {
        let (own, met) = (self.state(at).into(), self.met(at));
        let (mut is_clear, mut any) = (true, false);
        self.system.steps(&own, &mut |step| {
            any = true;
            meter.work(|| 0)?;
            let after = self.system.apply(&own, &step);
            match after.and_then(|it| self.row(it, met)) {
                Some(row) => visit(&row)?,
                None => is_clear = false,
            }
            Flow::Continue(())
        });
        let all = is_clear && self.system.tells_every_step(&own);
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

    fn meets_bound(&self) -> bool {
        self.system.meets_bound()
    }

    fn seeks_ends(&self) -> bool {
        self.subject == PropertySubject::Deadlock
    }
}
