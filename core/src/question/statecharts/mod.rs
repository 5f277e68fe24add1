//! Checks of statecharts: as a space that engines search, and back from what they found to a run.
//!
//! A step that counts is a dispatch, an object's beginning, a step of a do behaviour, something from outside, or time; in the
//! BMC4UML reading every application of a rule. The macro-steps of a run-to-completion step that follow its dispatch cost
//! nothing, in any interleaving: a step of this space is one that counts, and then any number of those. So depths
//! count what a person calls steps, and no interleaving is lost. Questions are about states in which no step is running.
//!
//! Engines see rows of numbers: the states of objects are numbered as they are met (`locals`), the interpreter is asked
//! once for each, and objects that are alike are exchanged (`alike`). What is found becomes a run of the definitions again.

mod alike;
pub mod apart;
pub mod differing;
mod locals;
mod observer;
pub mod others;
mod played;
mod references;
mod side;
pub mod sight;
mod soon;
mod steps;

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::budget::Meter;
use crate::engine::systems::{Look, Space};
use crate::expression::{Value, truth};
use crate::language::statechart::StatechartModel;
use crate::language::statechart::model::{ObjectId, Property, Query, Subject};
use crate::language::statechart::semantics::{Cut, Grain, StatechartSystem, SystemState};
use crate::system::{Flow, Status, Step, System, Trace, Valuation, replay};
use locals::Locals;
pub use played::{Call, Unplayed, Unsent, Why};
pub use soon::{Soonest, everything, is_state};
use steps::{Followers, Steps};

/// Statecharts with a question about them.
#[derive(Debug)]
pub struct ChartSpace<'m> {
    system: StatechartSystem<'m>,
    subject: &'m Subject,
    /// Goals that are to be met before the last one.
    stages: usize,
    steps: RefCell<Steps>,
    /// How many messages of a scenario are looked for.
    wanted: Cell<u32>,
    /// Whether something was met that only an event from outside takes on.
    needs_environment: Cell<bool>,
    /// Room that is used again.
    room: RefCell<Vec<Followers>>,
}

/// Is told of a row, and of the row before it where that is in the middle of a step.
type Visit<'v> = &'v mut dyn FnMut(&[u32], Option<&[u32]>) -> Flow;

/// The states of objects, what comes from outside, and how many goals have been met.
type Row = Vec<u32>;

impl<'m> ChartSpace<'m> {
    /// The space of a question.
    #[must_use]
    pub fn new(model: &'m StatechartModel, property: &'m Property) -> Self {
        let stages = match &property.subject {
            Subject::Reach(goals) => goals.len().saturating_sub(1),
            _ => 0,
        };
        let wanted = match property.subject {
            Subject::Scenario(number, _) => model.scenarios[number].messages.len(),
            _ => 0,
        };
        let system = StatechartSystem::new(model, property.reading, Grain::Behaviour, false);
        Self {
            steps: RefCell::new(Steps::new(system.machine(), property)),
            wanted: Cell::new(u32::try_from(wanted).unwrap_or(u32::MAX)),
            needs_environment: Cell::new(false),
            room: RefCell::default(),
            system,
            subject: &property.subject,
            stages,
        }
    }

    /// The system.
    #[must_use]
    pub fn system(&self) -> &StatechartSystem<'m> {
        &self.system
    }

    /// The objects whose queue would have held more than is looked at, in what was visited.
    #[must_use]
    pub fn beyond(&self) -> Vec<ObjectId> {
        self.steps.borrow().beyond()
    }

    /// Whether a state was visited that only an event from outside takes on, although some object neither has ended nor
    /// rests there.
    #[must_use]
    pub fn needs_environment(&self) -> bool {
        self.needs_environment.get()
    }

    /// Whether some run that was visited ends since a value needs more than 64 bits.
    #[must_use]
    pub fn exceeds_bits(&self) -> bool {
        self.steps.borrow().exceeds_bits
    }

    /// What was not told in what was visited, of which object and why.
    #[must_use]
    pub fn cut(&self) -> BTreeSet<(ObjectId, Cut)> {
        self.steps.borrow().cut()
    }

    /// How many numbers a row has.
    fn width(&self) -> usize {
        let model = self.system.machine().model;
        model.objects.len() + model.scripts.len() + 1
    }

    fn goals(&self) -> &'m [Query] {
        match self.subject {
            Subject::Reach(goals) => goals,
            _ => &[],
        }
    }

    fn is_stable(&self, locals: &Locals, row: &[u32]) -> bool {
        let mut objects = 0..self.system.machine().model.objects.len();
        objects
            .clone()
            .all(|it| locals.state(it, row[it]).is_stable())
            || objects.any(|it| locals.state(it, row[it]).overflows())
    }

    fn holds(&self, locals: &Locals, row: &[u32], query: &Query) -> bool {
        let values: Vec<Value> = query
            .atoms
            .iter()
            .map(|&it| {
                let own = locals.state(it.object(), row[it.object()]);
                Value::Number(self.system.seen(it, own))
            })
            .collect();
        truth(&query.term, &values) == Ok(true)
    }

    /// Writes down how many goals have been met in a row, where as many had been before as it says.
    fn meet(&self, locals: &Locals, row: &mut [u32]) {
        let Some((met, own)) = row.split_last_mut() else {
            return;
        };
        if self.stages > 0 && self.is_stable(locals, own) {
            while let Some(goal) = self.goals().get(*met as usize)
                && self.holds(locals, own, goal)
            {
                *met += 1;
            }
        }
    }

    /// What is seen in a row.
    fn seen(&self, locals: &Locals, row: &[u32]) -> Look {
        let met = row.last().map_or(0, |&it| it as usize);
        let wanted = match self.subject {
            // Two readings are two systems: they are compared elsewhere.
            Subject::Deadlock | Subject::DeadlockAlone | Subject::Same(_) => false,
            Subject::Scenario(..) => met >= self.wanted.get() as usize,
            Subject::Reach(goals) if self.stages > 0 => met == goals.len(),
            _ if !self.is_stable(locals, row) => false,
            Subject::Reach(goals) => goals.first().is_none_or(|it| self.holds(locals, row, it)),
            Subject::Always(query) => !self.holds(locals, row, query),
        };
        if wanted { Look::Wanted } else { Look::Other }
    }

    /// Whether all have ended or rest.
    fn all_may_stay(&self, locals: &Locals, row: &[u32]) -> bool {
        let machine = self.system.machine();
        let objects = 0..self.system.machine().model.objects.len();
        objects
            .into_iter()
            .all(|it| machine.may_stay(it, locals.state(it, row[it])))
    }

    /// What follows a row, alike objects in order; the steps that count are looked at, or the others. `false` where the meter
    /// ends it.
    fn follow(
        &self,
        row: &[u32],
        meter: &Meter<'_>,
        found: &mut Followers,
        counting: bool,
    ) -> bool {
        let machine = self.system.machine();
        let mut steps = self.steps.borrow_mut();
        steps.looks_at = counting;
        if !steps.follow(machine, row, meter, found) {
            return false;
        }
        for row in found.rows_mut() {
            steps.put_in_order(machine, row);
            self.meet(&steps.locals, row);
        }
        for (row, _) in found.rows().filter(|it| it.1 == counting) {
            steps.observe(row);
        }
        true
    }

    /// Every row after one step that counts and any number that do not, with the row before it; whether nothing follows
    /// although some object neither has ended nor rests. Of a deadlock without environment what comes from outside does not
    /// count.
    fn after(&self, row: &[u32], meter: &Meter<'_>, visit: Visit<'_>) -> bool {
        let mut found = self.room.borrow_mut().pop().unwrap_or_default();
        if !self.follow(row, meter, &mut found, true) {
            return false;
        }
        let is_end = self.subject.seeks_ends()
            && !found.goes_on_alone()
            && !self.all_may_stay(&self.steps.borrow().locals, row);
        if is_end && found.any() {
            self.needs_environment.set(true);
        }
        if is_end && matches!(self.subject, Subject::DeadlockAlone) {
            self.room.borrow_mut().push(found);
            return true;
        }
        let is_end = is_end && !found.any();
        let mut open: VecDeque<Row> = VecDeque::new();
        let mut known: BTreeSet<Row> = BTreeSet::new();
        for (next, _) in found.rows().filter(|it| it.1) {
            let stable = self.is_stable(&self.steps.borrow().locals, next);
            if !stable && known.insert(next.to_vec()) {
                open.push_back(next.to_vec());
            }
            if visit(next, None).is_break() {
                return false;
            }
        }
        while let Some(at) = open.pop_front() {
            if !self.follow(&at, meter, &mut found, false) {
                return false;
            }
            for (next, _) in found.rows().filter(|it| !it.1) {
                let kept = || (known.len() * (BYTES_OF_A_ROW + size_of_val(next))) as u64;
                if meter.work(kept).is_break() {
                    return false;
                }
                if !known.insert(next.to_vec()) {
                    continue;
                }
                if visit(next, Some(&at)).is_break() {
                    return false;
                }
                if !self.is_stable(&self.steps.borrow().locals, next) {
                    open.push_back(next.to_vec());
                }
            }
        }
        self.room.borrow_mut().push(found);
        is_end
    }

    /// The run of the definitions along some rows, the start first; `None` where they do not allow it.
    #[must_use]
    pub fn run_along(&self, rows: &[Valuation]) -> Option<Trace> {
        let mut state = self.system.beginning();
        let start = self.system.valuation(&state);
        let mut at = unpacked(rows.first()?, self.width());
        let mut steps = Vec::new();
        for row in &rows[1..] {
            for next in self.rows_between(&at, &unpacked(row, self.width()))? {
                let done = (*at.last()?, *next.last()?);
                let (step, after) = self.step_into(&state, &next, done)?;
                steps.push(step);
                state = after;
                at = next;
            }
        }
        Some(Trace { start, steps })
    }

    /// The run of the definitions whose states have these values one after the other, as somebody sees them: from one to the
    /// next a step that counts, and any number of those that do not.
    #[must_use]
    pub fn run_through(
        &self,
        values: &[Vec<i64>],
        fits: &dyn Fn(&SystemState, &[i64]) -> bool,
    ) -> Option<Trace> {
        let mut at = self.system.valuation(&self.system.beginning());
        let start = at.clone();
        let mut steps = Vec::new();
        for wanted in values.get(1..)? {
            let (way, after) = self.way_to(&at, &|it| fits(it, wanted))?;
            steps.extend(way);
            at = after;
        }
        Some(Trace { start, steps })
    }

    /// A step that counts and any number of those that do not, to a state that fits.
    fn way_to(
        &self,
        from: &Valuation,
        fits: &dyn Fn(&SystemState) -> bool,
    ) -> Option<(Vec<Step>, Valuation)> {
        let mut known: BTreeSet<Valuation> = BTreeSet::new();
        let mut open = VecDeque::from([(from.clone(), Vec::new())]);
        while let Some((at, way)) = open.pop_front() {
            let mut all = Vec::new();
            self.system.steps(&at, &mut |step| {
                all.push(step);
                Flow::Continue(())
            });
            for step in all {
                let (what, _) = self.system.taken(&at, &step)?;
                let after = self.system.apply(&at, &step)?;
                if what.counts() != way.is_empty() || !known.insert(after.clone()) {
                    continue;
                }
                let mut way = way.clone();
                way.push(step);
                if self.system.state(&after).is_some_and(|it| fits(&it)) {
                    return Some((way, after));
                }
                open.push_back((after, way));
            }
        }
        None
    }

    /// The rows on the way from one to another.
    fn rows_between(&self, from: &[u32], to: &[u32]) -> Option<Vec<Row>> {
        let mut before: BTreeMap<Row, Option<Row>> = BTreeMap::new();
        self.after(from, &Meter::unlimited(), &mut |row, parent| {
            let parent = parent.map(<[u32]>::to_vec);
            before.entry(row.to_vec()).or_insert(parent);
            if row == to {
                Flow::Break(())
            } else {
                Flow::Continue(())
            }
        });
        let mut way = vec![to.to_vec()];
        while let Some(parent) = before.get(way.last()?)? {
            way.push(parent.clone());
        }
        way.reverse();
        Some(way)
    }

    /// A step of the definitions from a state to one for which a row stands, and that one.
    fn step_into(
        &self,
        from: &SystemState,
        to: &[u32],
        done: (u32, u32),
    ) -> Option<(Step, SystemState)> {
        let machine = self.system.machine();
        let at = self.system.valuation(from);
        let (_, wanted) = to.split_last()?;
        let mut found = None;
        self.system.steps(&at, &mut |step| {
            let after = self.system.apply(&at, &step);
            let Some(after) = after.and_then(|it| self.system.state(&it)) else {
                return Flow::Continue(());
            };
            let mut steps = self.steps.borrow_mut();
            let mut row = steps.row(&after);
            steps.put_in_order(machine, &mut row);
            if row == wanted && self.sends(&at, &step, done) {
                found = Some((step, after));
                return Flow::Break(());
            }
            Flow::Continue(())
        });
        found
    }

    /// Whether the definitions say that a run shows what is looked for, at its end.
    #[must_use]
    pub fn confirms(&self, trace: &Trace) -> bool {
        self.confirmed(trace).is_some()
    }

    /// The last state of a run of which [`Self::confirms`] is true.
    #[must_use]
    pub fn confirmed(&self, trace: &Trace) -> Option<Valuation> {
        let mut goals = self.goals().iter().peekable();
        let mut last = None;
        for at in replay(&self.system, trace).ok()? {
            let state = self.system.state(&at)?;
            let stable = self.system.is_stable(&state);
            while stable && goals.next_if(|it| self.system.holds(&state, it)).is_some() {}
            last = Some((at, state));
        }
        let (at, state) = last?;
        let is_shown = match self.subject {
            Subject::Deadlock => self.system.status(&at) == Status::Stuck,
            Subject::DeadlockAlone => self.system.is_stuck_alone(&state),
            Subject::Reach(_) => goals.peek().is_none(),
            Subject::Same(_) => false,
            Subject::Scenario(..) => self
                .progress(trace)
                .and_then(|it| it.last().copied())
                .is_some_and(|it| it >= self.wanted.get() as usize),
            Subject::Always(query) => {
                self.system.is_stable(&state) && !self.system.holds(&state, query)
            }
        };
        is_shown.then_some(at)
    }
}

/// Bytes that a row takes in a set besides its numbers.
const BYTES_OF_A_ROW: usize = 48;

/// A row as engines keep it: two numbers in each.
fn packed(row: &[u32], into: &mut Vec<i64>) {
    into.clear();
    into.extend(row.chunks(2).map(|it| {
        let high = it.get(1).copied().unwrap_or(0);
        i64::from(it[0]) | i64::from(high) << 32
    }));
}

/// The row that was packed.
fn unpacked(packed: &[i64], width: usize) -> Row {
    let numbers = packed
        .iter()
        .flat_map(|&it| [it.cast_unsigned() as u32, (it.cast_unsigned() >> 32) as u32]);
    numbers.take(width).collect()
}

impl Space for ChartSpace<'_> {
    fn starts(&self, _: &Meter<'_>, visit: &mut dyn FnMut(&[i64]) -> Flow) -> bool {
        let state = self.system.beginning();
        let mut numbers = Vec::new();
        {
            let mut steps = self.steps.borrow_mut();
            let mut row = steps.row(&state);
            steps.put_in_order(self.system.machine(), &mut row);
            row.push(0);
            self.meet(&steps.locals, &mut row);
            steps.observe(&row);
            packed(&row, &mut numbers);
        }
        let _ = visit(&numbers);
        true
    }

    fn steps(&self, at: &[i64], meter: &Meter<'_>, visit: &mut dyn FnMut(&[i64]) -> Flow) -> bool {
        let mut any = false;
        let mut numbers = Vec::new();
        let row = unpacked(at, self.width());
        let is_end = self.after(&row, meter, &mut |row, _| {
            any = true;
            packed(row, &mut numbers);
            visit(&numbers)
        });
        // Somebody is in the middle of a step, or at the end, or what follows is not looked at: no deadlock.
        if !any && !is_end && meter.ended().is_none() {
            let _ = visit(at);
        }
        true
    }

    fn counts(&self, _: &[i64]) -> bool {
        true
    }

    fn look(&self, at: &[i64]) -> Look {
        let row = unpacked(at, self.width());
        self.seen(&self.steps.borrow().locals, &row)
    }

    fn seeks_ends(&self) -> bool {
        self.subject.seeks_ends()
    }

    fn bytes(&self) -> u64 {
        self.steps.borrow().locals.bytes()
    }
}
