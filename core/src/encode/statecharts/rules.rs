//! The rules, one alternative of `trans` for each way to apply one.

use super::Beyond;
use super::sets::{conflict, sets};
use super::terms::{and, at_most, choose, equal, not, number, or, plus, truth};
use super::writer::Writer;
use crate::expression::{Sort, Term, Value};
use crate::language::statechart::model::{
    EventId, Guard, ObjectId, Stimulus, TransitionId, VertexId, VertexKind,
};

impl Writer<'_> {
    /// Every rule of every object, what comes from outside, time, and staying where all have ended or rest.
    pub(super) fn rules(&mut self) -> Result<(), Beyond> {
        let objects = self.model.objects.len();
        for object in 0..objects {
            self.forget(object);
            self.complete(object);
            self.dispatch(object)?;
            self.timed(object);
        }
        self.scripts();
        self.time();
        // Where all objects have ended or rest there is no deadlock.
        self.begin();
        let stay = and((0..objects).map(|it| self.may_stay(it)).collect());
        self.assume(stay);
        self.end();
        Ok(())
    }

    fn guard(&self, object: ObjectId, transition: TransitionId, data: &[Term]) -> Term {
        match &self.chart(object).transitions[transition].guard {
            Guard::True => truth(true),
            Guard::Else => truth(false),
            Guard::Term(term) => self.term_with(object, term, data),
        }
    }

    /// The completion transitions of a vertex.
    fn completions(&self, object: ObjectId, vertex: VertexId) -> Vec<TransitionId> {
        let chart = self.chart(object);
        let outgoing = chart.vertices[vertex].outgoing.iter().copied();
        outgoing
            .filter(|&it| chart.transitions[it].is_completion())
            .collect()
    }

    /// Whether some completion transition of a vertex has a true guard.
    fn is_open(&self, object: ObjectId, vertex: VertexId) -> Term {
        let all = self.completions(object, vertex).into_iter();
        or(all.map(|it| self.guard(object, it, &[])).collect())
    }

    /// Whether something of an object is completed.
    fn is_busy(&self, object: ObjectId) -> Term {
        let all = 0..self.chart(object).vertices.len();
        or(all.map(|it| self.layout.is_completed(object, it)).collect())
    }

    /// Whether something of an object is completed and cannot go on.
    fn is_stale(&self, object: ObjectId) -> Term {
        let stale = |it: VertexId| {
            and(vec![
                self.layout.is_completed(object, it),
                not(self.is_open(object, it)),
            ])
        };
        or((0..self.chart(object).vertices.len()).map(stale).collect())
    }

    /// Rule 1.
    fn forget(&mut self, object: ObjectId) {
        self.begin();
        self.assume(self.is_stale(object));
        for vertex in 0..self.chart(object).vertices.len() {
            if let Some(completed) = self.layout.completed_of(object, vertex) {
                let stale = not(self.is_open(object, vertex));
                self.set(&stale, completed, truth(false));
            }
        }
        self.end();
    }

    /// Rule 2.
    fn complete(&mut self, object: ObjectId) {
        for vertex in 0..self.chart(object).vertices.len() {
            for transition in self.completions(object, vertex) {
                self.begin();
                self.assume(self.layout.is_completed(object, vertex));
                self.assume(self.guard(object, transition, &[]));
                self.assume(not(self.is_stale(object)));
                self.fire_all(object, &[transition]);
                self.end();
            }
        }
    }

    /// Rules 3 and 4 for the head of the queue.
    fn dispatch(&mut self, object: ObjectId) -> Result<(), Beyond> {
        for event in self.layout.receives(object).to_vec() {
            let chart = self.chart(object);
            let waits = |it: &TransitionId| {
                let transition = &chart.transitions[*it];
                transition.triggers.contains(&event)
                    && chart.vertices[transition.source].kind == VertexKind::State
            };
            let candidates: Vec<_> = (0..chart.transitions.len()).filter(waits).collect();
            let sets = sets(self.structure(object), &candidates).ok_or(Beyond::Size)?;
            for set in sets {
                self.begin();
                self.assume(not(self.is_busy(object)));
                let code = number(i64::try_from(event + 1).unwrap_or(0));
                let range = self.out.variables[self.layout.event_of(object, 0)]
                    .sort
                    .clone();
                let head = Term::variable(self.layout.event_of(object, 0), range);
                self.assume(equal(head, code));
                self.assume(self.is_maximal(object, event, &candidates, &set));
                if set.is_empty() {
                    self.assume(not(self.is_due(object)));
                }
                self.take(object, event);
                self.fire_all(object, &set);
                self.end();
            }
        }
        Ok(())
    }

    /// Whether exactly this set is one of those that the rule fires.
    fn is_maximal(
        &self,
        object: ObjectId,
        event: EventId,
        candidates: &[TransitionId],
        set: &[TransitionId],
    ) -> Term {
        let (chart, structure) = (self.chart(object), self.structure(object));
        let data = self.layout.arguments_of(object, 0, event).into_iter();
        let data: Vec<Term> = data.map(|it| Term::variable(it.0, it.1)).collect();
        let source = |it: TransitionId| chart.transitions[it].source;
        let enabled = |it: TransitionId| {
            and(vec![
                self.layout.is_active(object, source(it)),
                self.guard(object, it, &data),
            ])
        };
        // What is inside comes first.
        let candidate = |it: TransitionId| {
            let inner = candidates.iter().copied();
            let inner = inner.filter(|&other| structure.is_inside(source(other), source(it)));
            let hidden = or(inner.map(enabled).collect());
            and(vec![enabled(it), not(hidden)])
        };
        let each = candidates.iter().map(|&it| {
            if set.contains(&it) {
                candidate(it)
            } else if set.iter().any(|&other| conflict(structure, it, other)) {
                truth(true)
            } else {
                not(candidate(it))
            }
        });
        and(each.collect())
    }

    /// Whether a timed transition is due now.
    fn is_due_now(&self, object: ObjectId, transition: TransitionId) -> Term {
        let it = &self.chart(object).transitions[transition];
        let Some((clock, most)) = self.layout.clock_of(object, it.source) else {
            return truth(false);
        };
        let sort = Sort::Integer {
            range: Some((0, most)),
        };
        let clock = Term::variable(clock, sort);
        let due = it.after.iter().map(|&(from, to)| {
            and(vec![
                at_most(number(i64::from(from)), clock.clone()),
                at_most(clock.clone(), number(i64::from(to))),
            ])
        });
        and(vec![
            self.layout.is_active(object, it.source),
            self.guard(object, transition, &[]),
            or(due.collect()),
        ])
    }

    fn is_due(&self, object: ObjectId) -> Term {
        let all = 0..self.chart(object).transitions.len();
        or(all.map(|it| self.is_due_now(object, it)).collect())
    }

    /// Rule 3 for timed transitions.
    fn timed(&mut self, object: ObjectId) {
        for transition in 0..self.chart(object).transitions.len() {
            if self.chart(object).transitions[transition].after.is_empty() {
                continue;
            }
            self.begin();
            self.assume(not(self.is_busy(object)));
            self.assume(self.is_due_now(object, transition));
            self.fire_all(object, &[transition]);
            self.end();
        }
    }

    /// What comes from outside.
    fn scripts(&mut self) {
        let model = self.model;
        for (number_of, script) in model.scripts.iter().enumerate() {
            for (at, stimulus) in script.stimuli.iter().enumerate() {
                let receivers = match stimulus {
                    Stimulus::Event { to, .. } => to.iter().map(|&it| Some(it)).collect(),
                    Stimulus::Trace(_) => vec![None],
                };
                for receiver in receivers {
                    self.begin();
                    self.assume_not_silent();
                    if script.in_order {
                        let next = self.layout.script_of(number_of);
                        let sort = self.out.variables[next].sort.clone();
                        let at = i64::try_from(at).unwrap_or(0);
                        self.assume(equal(Term::variable(next, sort), number(at)));
                        self.set(&truth(true), next, number(at + 1));
                    }
                    if let (
                        Some(to),
                        Stimulus::Event {
                            event, arguments, ..
                        },
                    ) = (receiver, stimulus)
                    {
                        let parameters = &model.events[*event].parameters;
                        let pairs = arguments.iter().zip(parameters);
                        let values: Vec<Term> = pairs
                            .map(|(&it, (_, sort))| Term::constant(Value::Number(it), sort.clone()))
                            .collect();
                        self.append(&truth(true), to, *event, &values);
                    }
                    self.end();
                }
            }
        }
    }

    /// Rule 5: time flows where nothing is completed and nothing waits, to where something is due and no further than
    /// something must fire.
    fn time(&mut self) {
        let model = self.model;
        let all = model.charts.iter().flat_map(|it| &it.transitions);
        let longest = all
            .flat_map(|it| &it.after)
            .map(|it| it.1)
            .max()
            .unwrap_or(0);
        for passed in 1..=i64::from(longest) {
            self.begin();
            let (mut due, mut in_time) = (Vec::new(), Vec::new());
            for object in 0..model.objects.len() {
                self.assume(not(self.is_busy(object)));
                self.assume(equal(self.layout.length(object), number(0)));
                let chart = self.chart(object);
                for (transition, it) in chart.transitions.iter().enumerate() {
                    let Some((clock, most)) = self.layout.clock_of(object, it.source) else {
                        continue;
                    };
                    let sort = Sort::Integer {
                        range: Some((0, most)),
                    };
                    let clock = Term::variable(clock, sort);
                    for &(from, to) in &it.after {
                        let (from, to) = (i64::from(from), i64::from(to));
                        let live = and(vec![
                            self.layout.is_active(object, it.source),
                            self.guard(object, transition, &[]),
                            at_most(clock.clone(), number(to)),
                        ]);
                        let then = at_most(number(from - passed), clock.clone());
                        due.push(and(vec![live.clone(), then]));
                        let before = at_most(clock.clone(), number(to - passed));
                        in_time.push(or(vec![not(live), before]));
                    }
                }
            }
            self.assume(or(due));
            self.assume(and(in_time));
            for object in 0..model.objects.len() {
                for vertex in 0..self.chart(object).vertices.len() {
                    if let Some((clock, most)) = self.layout.clock_of(object, vertex) {
                        let sort = Sort::Integer {
                            range: Some((0, most)),
                        };
                        let now = Term::variable(clock, sort);
                        let stops = at_most(number(most - passed), now.clone());
                        let then = choose(stops, number(most), plus(now, passed));
                        let active = self.layout.is_active(object, vertex);
                        self.set(&active, clock, then);
                    }
                }
            }
            self.end();
        }
    }
}
