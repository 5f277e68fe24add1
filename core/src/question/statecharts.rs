//! Checks of statecharts: as a space that engines search, and back from what they found to a run.
//!
//! A step that counts is a dispatch, an object's beginning, a step of a do behaviour, something from outside, or time; in the
//! BMC4UML reading every application of a rule. The macro-steps of a run-to-completion step that follow its dispatch cost
//! nothing, in any interleaving: a step of this space is one that counts, and then any number of those. So depths
//! count what a person calls steps, and no interleaving is lost. Questions are about states in which no step is running.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::engine::systems::{Look, Space};
use crate::language::statechart::StatechartModel;
use crate::language::statechart::model::{ObjectId, Property, Query, Reading, Subject};
use crate::language::statechart::semantics::{
    Grain, Move, ObjectStatus, StatechartSystem, Successor, Successors, SystemState,
};
use crate::system::{Flow, Status, Step, System, Trace, Valuation, replay};

/// Statecharts with a question about them.
#[derive(Debug)]
pub struct ChartSpace<'m> {
    system: StatechartSystem<'m>,
    subject: &'m Subject,
    /// Goals that are to be met before the last one.
    stages: usize,
    /// Objects whose queue would have held more than is looked at.
    beyond: RefCell<BTreeSet<ObjectId>>,
}

/// The moves that are enough to follow: those of one object, where it has a step running and whatever it does next sends
/// nothing and does not end it. What the others do is independent of that, and no question is about a state in the middle
/// of a step; so no answer and no depth changes (Godefroid, *Partial-order methods*, 1996: a persistent set).
fn reduced(state: &SystemState, found: Successors) -> Vec<Successor> {
    let who = |what: Move| match what {
        Move::Begin(it) | Move::Thread(it) | Move::Activity(it) => Some(it),
        _ => None,
    };
    let alone = (0..state.objects.len()).find(|&object| {
        let mut own = found
            .all
            .iter()
            .filter(|it| who(it.what) == Some(object))
            .peekable();
        let begun = !state.objects[object].is_stable() && own.peek().is_some();
        begun
            && own.all(|it| {
                it.report.sent.is_empty() && it.after.objects[object].status == ObjectStatus::Run
            })
    });
    let beyond = found.beyond.is_empty() && !found.blocked;
    match alone.filter(|_| beyond) {
        Some(object) => found
            .all
            .into_iter()
            .filter(|it| who(it.what) == Some(object))
            .collect(),
        None => found.all,
    }
}

/// Whether a step counts.
fn counts(what: Move) -> bool {
    !matches!(what, Move::Thread(_))
}

impl<'m> ChartSpace<'m> {
    /// The space of a question.
    #[must_use]
    pub fn new(model: &'m StatechartModel, property: &'m Property) -> Self {
        let stages = match &property.subject {
            Subject::Reach(goals) => goals.len().saturating_sub(1),
            Subject::Always(_) | Subject::Deadlock => 0,
        };
        Self {
            system: StatechartSystem::new(model, property.reading, Grain::Behaviour, false),
            subject: &property.subject,
            stages,
            beyond: RefCell::default(),
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
        self.beyond.borrow().iter().copied().collect()
    }

    fn goals(&self) -> &'m [Query] {
        match self.subject {
            Subject::Reach(goals) => goals,
            Subject::Always(_) | Subject::Deadlock => &[],
        }
    }

    /// How many goals have been met in a state.
    fn met(&self, state: &SystemState, before: usize) -> usize {
        let mut met = before;
        if self.stages > 0 && self.system.is_stable(state) {
            while self
                .goals()
                .get(met)
                .is_some_and(|it| self.system.holds(state, it))
            {
                met += 1;
            }
        }
        met
    }

    /// The row of a state with so many goals met.
    fn row(&self, state: &SystemState, met: usize) -> Valuation {
        let own = self.system.valuation(state);
        match self.stages {
            0 => own,
            _ => own
                .iter()
                .copied()
                .chain([i64::try_from(met).unwrap_or(0)])
                .collect(),
        }
    }

    /// The state's own part of a row, and how many goals have been met there.
    fn own<'r>(&self, row: &'r [i64]) -> (&'r [i64], usize) {
        match (self.stages, row.split_last()) {
            (1.., Some((&met, own))) => (own, usize::try_from(met).unwrap_or(0)),
            _ => (row, 0),
        }
    }

    /// What is seen in a state with so many goals met.
    fn seen(&self, state: &SystemState, met: usize) -> Look {
        let wanted = match self.subject {
            Subject::Deadlock => false,
            Subject::Reach(goals) if self.stages > 0 => met == goals.len(),
            _ if !self.system.is_stable(state) => false,
            Subject::Reach(goals) => goals.first().is_none_or(|it| self.system.holds(state, it)),
            Subject::Always(query) => !self.system.holds(state, query),
        };
        if wanted { Look::Wanted } else { Look::Other }
    }

    /// The successors that are followed: rules of the BMC4UML reading are whole steps, and all of them are.
    fn followed(&self, state: &SystemState, found: Successors) -> Vec<Successor> {
        match self.system.machine().reading {
            Reading::Bmc4uml => found.all,
            Reading::Uml | Reading::Scxml => reduced(state, found),
        }
    }

    /// Every state after one step that counts and any number that do not, with the state before it.
    fn after(
        &self,
        row: &[i64],
        visit: &mut dyn FnMut(&Valuation, Option<&Valuation>) -> Flow,
    ) -> bool {
        let (own, met) = self.own(row);
        let Some(state) = self.system.state(own) else {
            return true;
        };
        let mut open: VecDeque<(SystemState, usize)> = VecDeque::new();
        let mut known: BTreeSet<Valuation> = BTreeSet::new();
        let first = self.system.successors(&state);
        self.beyond.borrow_mut().extend(&first.beyond);
        let mut is_end = first.all.is_empty() && first.beyond.is_empty();
        // What has come to its end is no deadlock.
        is_end &= self.system.status(&own.into()) != Status::Terminated;
        for it in self.followed(&state, first) {
            if !counts(it.what) {
                continue;
            }
            let met = self.met(&it.after, met);
            let row = self.row(&it.after, met);
            if known.insert(row.clone()) {
                if visit(&row, None).is_break() {
                    return false;
                }
                open.push_back((it.after, met));
            }
        }
        while let Some((state, met)) = open.pop_front() {
            if self.system.is_stable(&state) {
                continue;
            }
            let before = self.row(&state, met);
            let next = self.system.successors(&state);
            self.beyond.borrow_mut().extend(&next.beyond);
            let next = self.followed(&state, next).into_iter();
            for it in next.filter(|it| !counts(it.what)) {
                let met = self.met(&it.after, met);
                let row = self.row(&it.after, met);
                if known.insert(row.clone()) {
                    if visit(&row, Some(&before)).is_break() {
                        return false;
                    }
                    open.push_back((it.after, met));
                }
            }
        }
        is_end
    }

    /// The run of the definitions along some states, the start first; `None` where they do not allow it.
    #[must_use]
    pub fn run_along(&self, rows: &[Valuation]) -> Option<Trace> {
        let start: Valuation = self.own(rows.first()?).0.into();
        let mut steps = Vec::new();
        for pair in rows.windows(2) {
            steps.extend(self.steps_between(&pair[0], &pair[1])?);
        }
        Some(Trace { start, steps })
    }

    fn steps_between(&self, from: &Valuation, to: &Valuation) -> Option<Vec<Step>> {
        let mut before: BTreeMap<Valuation, Option<Valuation>> = BTreeMap::new();
        self.after(from, &mut |row, parent| {
            before.insert(row.clone(), parent.cloned());
            if row == to {
                Flow::Break(())
            } else {
                Flow::Continue(())
            }
        });
        let mut way = vec![to.clone()];
        while let Some(Some(parent)) = before.get(way.last()?) {
            way.push(parent.clone());
        }
        before.contains_key(to).then_some(())?;
        way.push(from.clone());
        way.reverse();
        let own: Vec<Valuation> = way.iter().map(|it| self.own(it).0.into()).collect();
        own.windows(2)
            .map(|pair| self.step_to(&pair[0], &pair[1]))
            .collect()
    }

    fn step_to(&self, from: &Valuation, to: &Valuation) -> Option<Step> {
        let mut found = None;
        self.system.steps(from, &mut |step| {
            if self.system.apply(from, &step).as_ref() == Some(to) {
                found = Some(step);
                return Flow::Break(());
            }
            Flow::Continue(())
        });
        found
    }

    /// Whether the definitions say that a run shows what is looked for, at its end.
    #[must_use]
    pub fn confirms(&self, trace: &Trace) -> bool {
        let Ok(states) = replay(&self.system, trace) else {
            return false;
        };
        let mut met = 0;
        let mut last = None;
        for at in states {
            let Some(state) = self.system.state(&at) else {
                return false;
            };
            met = self.met(&state, met);
            last = Some((at, state));
        }
        let Some((at, state)) = last else {
            return false;
        };
        match self.subject {
            Subject::Deadlock => self.system.status(&at) == Status::Stuck,
            _ => self.seen(&state, met) == Look::Wanted,
        }
    }
}

impl Space for ChartSpace<'_> {
    fn starts(&self, visit: &mut dyn FnMut(&[i64]) -> Flow) -> bool {
        let state = self.system.beginning();
        let _ = visit(&self.row(&state, self.met(&state, 0)));
        true
    }

    fn steps(&self, at: &[i64], visit: &mut dyn FnMut(&[i64]) -> Flow) -> bool {
        let mut any = false;
        let is_end = self.after(at, &mut |row, _| {
            any = true;
            visit(row)
        });
        // Somebody is in the middle of a step, or at the end, or what follows is not looked at: no deadlock.
        if !any && !is_end {
            let _ = visit(at);
        }
        true
    }

    fn counts(&self, _: &[i64]) -> bool {
        true
    }

    fn look(&self, at: &[i64]) -> Look {
        let (own, met) = self.own(at);
        self.system
            .state(own)
            .map_or(Look::Unclear, |state| self.seen(&state, met))
    }

    fn seeks_ends(&self) -> bool {
        matches!(self.subject, Subject::Deadlock)
    }
}
