//! Another run that shows the same answer: one of which somebody who looks at the objects from outside sees something else.
//!
//! Two runs are alike where each object, by itself, is seen alike ([`super::sight`]): it takes the same events and its time
//! comes in the same configurations, one after the other; and where all are at rest in the end of one they are in the
//! same configurations in the end of the other. So what happens first among objects that do not meet makes no new run,
//! nor does what nobody sees. Beside a state a row says for each run that is known how much of it each object has gone along
//! with, or that the run has left it. A run ends where it shows what is looked for. By the definitions, with every
//! interleaving and without any order among equal objects, for what is seen has names.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use super::sight::{Seen, rest, seen};
use crate::budget::Meter;
use crate::engine::systems::{Look, Space};
use crate::language::statechart::StatechartModel;
use crate::language::statechart::model::{ObjectId, Property, Scenario, Subject};
use crate::language::statechart::semantics::scenario::{Progress, after, beginning};
use crate::language::statechart::semantics::{Cut, Grain, Sending, StatechartSystem, SystemState};
use crate::system::{Flow, Status, Step, System, Trace, Valuation, replay};

/// A run that has left a known one.
const OFF: i64 = -1;

/// What is seen of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sights {
    /// For each object what is seen of it, in order.
    pub objects: Vec<Vec<Seen>>,
    /// Where all are at rest in the end, what is seen then.
    pub rest: Option<Seen>,
}

impl Sights {
    /// What is seen of a run of the definitions; `None` where they do not allow it.
    #[must_use]
    pub fn of(system: &StatechartSystem<'_>, run: &Trace) -> Option<Self> {
        let met = replay(system, run).ok()?;
        let mut objects = vec![Vec::new(); system.machine().model.objects.len()];
        for (at, step) in met.iter().zip(&run.steps) {
            let (what, _) = system.taken(at, step)?;
            if let Some(it) = seen(system, &system.state(at)?, what) {
                objects[whose(&it)?].push(it);
            }
        }
        let rest = rest(system, &system.state(met.last()?)?);
        Some(Self { objects, rest })
    }
}

/// The object that is seen.
fn whose(it: &Seen) -> Option<ObjectId> {
    match it {
        Seen::Takes(object, ..) | Seen::Time(object, _) => Some(*object),
        Seen::Rest(_) => None,
    }
}

/// Runs that show the answer to a question and are unlike some that are known.
#[derive(Debug)]
pub struct OtherRuns<'m> {
    system: StatechartSystem<'m>,
    subject: &'m Subject,
    scenario: Option<&'m Scenario>,
    known: Vec<Sights>,
    met: RefCell<Met>,
}

/// States by number, and what follows them, as they are met.
#[derive(Debug, Default)]
struct Met {
    numbers: BTreeMap<SystemState, i64>,
    states: Vec<SystemState>,
    next: Vec<Option<Rc<Vec<Next>>>>,
    beyond: BTreeSet<ObjectId>,
    cut: BTreeSet<(ObjectId, Cut)>,
}

/// Something that follows a state.
#[derive(Debug)]
struct Next {
    step: Step,
    after: i64,
    counts: bool,
    seen: Option<Seen>,
    sent: Vec<Sending>,
}

/// A state's number, how far the question has been met, and where each object is along each known run.
type Row = Vec<i64>;

/// Rows that were reached within one step that counts, each with the one before it and the step into it.
type Reached = Vec<(Row, Option<usize>, Step)>;

impl Met {
    fn number(&mut self, state: SystemState) -> i64 {
        if let Some(&number) = self.numbers.get(&state) {
            return number;
        }
        let number = i64::try_from(self.states.len()).unwrap_or(i64::MAX);
        self.numbers.insert(state.clone(), number);
        self.states.push(state);
        self.next.push(None);
        number
    }
}

impl<'m> OtherRuns<'m> {
    /// The runs that show the answer to a question and are seen as none of these. O(1).
    #[must_use]
    pub fn new(model: &'m StatechartModel, property: &'m Property, known: Vec<Sights>) -> Self {
        Self {
            system: StatechartSystem::new(model, property.reading, Grain::Behaviour, false),
            subject: &property.subject,
            scenario: match property.subject {
                Subject::Scenario(number, _) => model.scenarios.get(number),
                _ => None,
            },
            known,
            met: RefCell::default(),
        }
    }

    /// The system.
    #[must_use]
    pub fn system(&self) -> &StatechartSystem<'m> {
        &self.system
    }

    /// What is seen of the runs that are known.
    #[must_use]
    pub fn known(&self) -> &[Sights] {
        &self.known
    }

    /// The objects whose queue would have held more than is looked at, in what was visited.
    #[must_use]
    pub fn beyond(&self) -> Vec<ObjectId> {
        self.met.borrow().beyond.iter().copied().collect()
    }

    /// What was not told in what was visited, of which object and why.
    #[must_use]
    pub fn cut(&self) -> BTreeSet<(ObjectId, Cut)> {
        self.met.borrow().cut.clone()
    }

    fn state(&self, row: &[i64]) -> Option<SystemState> {
        let number = usize::try_from(*row.first()?).ok()?;
        self.met.borrow().states.get(number).cloned()
    }

    /// What follows a state.
    fn next(&self, number: i64) -> Rc<Vec<Next>> {
        let at = usize::try_from(number).unwrap_or(usize::MAX);
        let known = self.met.borrow().next.get(at).cloned().flatten();
        if let Some(known) = known {
            return known;
        }
        let Some(state) = self.met.borrow().states.get(at).cloned() else {
            return Rc::default();
        };
        let valuation = self.system.valuation(&state);
        let mut all = Vec::new();
        self.system.steps(&valuation, &mut |step| {
            let taken = self.system.taken(&valuation, &step);
            let after = self.system.apply(&valuation, &step);
            let after = after.and_then(|it| self.system.state(&it));
            if let (Some((what, report)), Some(after)) = (taken, after) {
                all.push(Next {
                    after: self.met.borrow_mut().number(after),
                    counts: what.counts(),
                    seen: seen(&self.system, &state, what),
                    sent: report.sent,
                    step,
                });
            }
            Flow::Continue(())
        });
        let mut met = self.met.borrow_mut();
        met.beyond.extend(self.system.beyond(&valuation));
        met.cut.extend(self.system.cut(&valuation));
        let all = Rc::new(all);
        met.next[at] = Some(Rc::clone(&all));
        all
    }

    /// How far the question can have been met in a state, where it had been so far before and this was sent.
    fn progress(&self, state: &SystemState, before: i64, sent: &[Sending]) -> Vec<i64> {
        match (self.subject, self.scenario) {
            (Subject::Reach(goals), _) => {
                let stable = self.system.is_stable(state);
                let mut met = usize::try_from(before).unwrap_or(0);
                while stable
                    && goals
                        .get(met)
                        .is_some_and(|it| self.system.holds(state, it))
                {
                    met += 1;
                }
                vec![i64::try_from(met).unwrap_or(0)]
            }
            (Subject::Scenario(_, mode), Some(it)) => {
                let all = after(&it.messages, *mode, played(before), sent);
                all.into_iter().map(packed).collect()
            }
            _ => vec![0],
        }
    }

    /// The start.
    fn start(&self) -> Row {
        let state = self.system.beginning();
        let first = match self.subject {
            Subject::Scenario(_, mode) => packed(beginning(*mode)),
            _ => self.progress(&state, 0, &[])[0],
        };
        let number = self.met.borrow_mut().number(state);
        let objects = self.system.machine().model.objects.len();
        let along = std::iter::repeat_n(0, objects * self.known.len());
        [number, first].into_iter().chain(along).collect()
    }

    /// Whether what is looked for is there.
    fn shows(&self, row: &[i64]) -> bool {
        let Some(state) = self.state(row) else {
            return false;
        };
        let met = row.get(1).copied().unwrap_or(0);
        match (self.subject, self.scenario) {
            (Subject::Reach(goals), _) => usize::try_from(met) == Ok(goals.len()),
            (Subject::Always(query), _) => {
                self.system.is_stable(&state) && !self.system.holds(&state, query)
            }
            (Subject::Scenario(..), Some(it)) => played(met).count() >= it.messages.len(),
            _ => false,
        }
    }

    /// Whether a run that ends here is like one that is known.
    fn is_known(&self, row: &[i64]) -> bool {
        let Some(state) = self.state(row) else {
            return false;
        };
        let objects = self.system.machine().model.objects.len();
        let along = row.get(2..).unwrap_or_default().chunks(objects.max(1));
        let mut along = self.known.iter().zip(along);
        along.any(|(known, along)| {
            let lengths = known.objects.iter().map(|it| i64::try_from(it.len()));
            let all = along.iter().zip(lengths).all(|(&at, end)| Ok(at) == end);
            all && known.rest == rest(&self.system, &state)
        })
    }

    /// The rows after a step from one.
    fn stepped(&self, row: &[i64], next: &Next) -> Vec<Row> {
        let objects = self.system.machine().model.objects.len();
        let mut along = row.get(2..).unwrap_or_default().to_vec();
        if let Some((it, whose)) = next.seen.as_ref().and_then(|it| Some((it, whose(it)?))) {
            for (known, along) in self.known.iter().zip(along.chunks_mut(objects.max(1))) {
                let at = usize::try_from(along[whose]).ok();
                let expected = at.and_then(|at| known.objects[whose].get(at));
                match expected == Some(it) {
                    true => along[whose] += 1,
                    false => along.fill(OFF),
                }
            }
        }
        let after = [next.after];
        let state = self.state(&after);
        let met = row.get(1).copied().unwrap_or(0);
        let progress = state.map_or_else(Vec::new, |it| self.progress(&it, met, &next.sent));
        let row = |it| [next.after, it].into_iter().chain(along.iter().copied());
        progress.into_iter().map(|it| row(it).collect()).collect()
    }

    /// Every row after one step that counts and any number that do not.
    fn after(&self, row: &[i64]) -> Reached {
        let mut all: Reached = Vec::new();
        let mut known: BTreeSet<Row> = BTreeSet::new();
        let mut open = VecDeque::from([None]);
        while let Some(from) = open.pop_front() {
            let at = from.map_or_else(|| row.to_vec(), |it: usize| all[it].0.clone());
            let counting = from.is_none();
            if !counting && self.shows(&at) {
                continue;
            }
            for next in self.next(at[0]).iter().filter(|it| it.counts == counting) {
                for reached in self.stepped(&at, next) {
                    if known.insert(reached.clone()) {
                        open.push_back(Some(all.len()));
                        all.push((reached, from, next.step.clone()));
                    }
                }
            }
        }
        all
    }

    /// Whether the run has got stuck here, as the question means it.
    fn is_end(&self, row: &[i64]) -> bool {
        let state = self.state(row);
        state.is_some_and(|it| match self.subject {
            Subject::DeadlockAlone => self.system.is_stuck_alone(&it),
            _ => self.system.status(&self.system.valuation(&it)) == Status::Stuck,
        })
    }

    /// The run of the definitions along some rows, the start first; `None` where they do not allow it.
    #[must_use]
    pub fn run_along(&self, rows: &[Valuation]) -> Option<Trace> {
        let start = self.system.valuation(&self.system.beginning());
        let mut steps = Vec::new();
        for pair in rows.windows(2) {
            let reached = self.after(&pair[0]);
            let mut at = reached.iter().position(|it| *it.0 == *pair[1]);
            at?;
            let mut way = Vec::new();
            while let Some(number) = at {
                way.push(reached[number].2.clone());
                at = reached[number].1;
            }
            steps.extend(way.into_iter().rev());
        }
        Some(Trace { start, steps })
    }
}

/// How far a scenario has been played, as a number.
fn packed(it: Progress) -> i64 {
    match it {
        Progress::Path => -1,
        Progress::Played(count) => i64::try_from(count).unwrap_or(i64::MAX),
    }
}

fn played(packed: i64) -> Progress {
    usize::try_from(packed).map_or(Progress::Path, Progress::Played)
}

impl Space for OtherRuns<'_> {
    fn starts(&self, _: &Meter<'_>, visit: &mut dyn FnMut(&[i64]) -> Flow) -> bool {
        let _ = visit(&self.start());
        true
    }

    fn steps(&self, at: &[i64], meter: &Meter<'_>, visit: &mut dyn FnMut(&[i64]) -> Flow) -> bool {
        if self.shows(at) {
            return true;
        }
        // Without the environment the run ends here, whatever may still come from outside.
        let ends = matches!(self.subject, Subject::DeadlockAlone) && self.is_end(at);
        let reached = match ends {
            true => Vec::new(),
            false => self.after(at),
        };
        for (row, ..) in &reached {
            if meter.work(|| 0).is_break() || visit(row).is_break() {
                return true;
            }
        }
        // A known run may end where nothing follows: that is not what is looked for, and no other end than a deadlock is.
        if reached.is_empty() && (!self.is_end(at) || self.is_known(at)) {
            let _ = visit(at);
        }
        true
    }

    fn counts(&self, _: &[i64]) -> bool {
        true
    }

    fn look(&self, at: &[i64]) -> Look {
        match self.shows(at) && !self.is_known(at) {
            true => Look::Wanted,
            false => Look::Other,
        }
    }

    fn seeks_ends(&self) -> bool {
        self.subject.seeks_ends()
    }
}
