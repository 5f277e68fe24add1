//! The formulas (2) to (4) and what they are made of: for each kind of transition of Def 2.4 when it is enabled (E) and
//! what it makes of a state (X).
//!
//! Places where a [`Repair`] changes a formula say so.

use super::super::Repair;
use super::effects::{Effect, Pen};
use super::global::Global;
use super::queue::is;
use super::{Part, Taken};
use crate::cnf::Lit;
use crate::encode::statecharts::{conflict, sets};
use crate::encode::symbolic::Word;
use crate::language::statechart::model::{
    EventId, ObjectId, Stimulus, TransitionId, VertexId, VertexKind,
};

/// One of the disjuncts of 𝔗.
#[derive(Debug)]
pub(super) struct Case {
    /// What it stands for.
    pub(super) taken: Taken,
    /// Whether it can be taken.
    pub(super) enabled: Lit,
    /// The state that it leads to.
    pub(super) after: Global,
}

/// The disjuncts of 𝔗(w, w') for a state, written part by part.
pub(super) struct Rules<'p, 'w, 'm, 'b, 's> {
    pub(super) pen: Pen<'w, 'm, 'b, 's>,
    /// Is told to which formula the next clauses belong.
    pub(super) part: &'p dyn Fn(Part),
    state: &'p Global,
    cases: Vec<Case>,
}

impl<'p, 'w, 'm, 'b, 's> Rules<'p, 'w, 'm, 'b, 's> {
    /// All disjuncts.
    pub(super) fn cases(
        pen: Pen<'w, 'm, 'b, 's>,
        part: &'p dyn Fn(Part),
        state: &'p Global,
    ) -> Vec<Case> {
        let mut rules = Self {
            pen,
            part,
            state,
            cases: Vec::new(),
        };
        for object in 0..state.objects.len() {
            rules.local(object);
        }
        rules.environment();
        rules.time();
        rules.cases
    }

    fn add(
        &mut self,
        part: Part,
        object: Option<ObjectId>,
        when: Lit,
        effect: Effect,
    ) -> &mut Taken {
        let enabled = self.pen.bits.and(when, effect.goes);
        self.cases.push(Case {
            taken: Taken {
                part,
                object,
                transitions: Vec::new(),
            },
            enabled,
            after: effect.now,
        });
        let last = self.cases.len() - 1;
        &mut self.cases[last].taken
    }

    /// XO(o): the first kind of local transition that is enabled.
    fn local(&mut self, object: ObjectId) {
        let stale = self.stale(object);
        let forgets = self.pen.bits.any(stale.iter().map(|it| it.1));
        self.forget(object, forgets, &stale);
        let goes_on = self.complete(object, !forgets);
        let stable = self.pen.bits.and(!forgets, !goes_on);
        let [fires, by_time] = self.fire(object, stable);
        (self.part)(Part::XO4);
        // The definition, too, keeps an event in the queue while a timed transition is enabled; UML does not.
        let held = match self.pen.has(Repair::Discarding) {
            true => fires,
            false => self.pen.bits.or(fires, by_time),
        };
        let empty = self.state.objects[object].queue.is_empty(self.pen.bits);
        let when = self.pen.bits.all([stable, !held, !empty]);
        let mut effect = self.pen.begin(self.state);
        effect.now.objects[object].queue.pop(self.pen.bits);
        self.add(Part::XO4, Some(object), when, effect);
    }

    /// ES1(s): completed, and no completion transition has a true guard. EO1 says that there is such a state.
    fn stale(&mut self, object: ObjectId) -> Vec<(VertexId, Lit)> {
        (self.part)(Part::EO1);
        let here = self.pen.begin(self.state);
        let mut stale = Vec::new();
        for vertex in 0..self.pen.sheet.chart(object).vertices.len() {
            let Some(completed) = self.state.objects[object].completed[vertex] else {
                continue;
            };
            let ways = self.completions(object, vertex);
            let ways: Vec<Lit> = ways
                .iter()
                .map(|&it| self.pen.guard(&here, object, it))
                .collect();
            let any = self.pen.bits.any(ways);
            stale.push((vertex, self.pen.bits.and(completed, !any)));
        }
        stale
    }

    fn forget(&mut self, object: ObjectId, when: Lit, stale: &[(VertexId, Lit)]) {
        (self.part)(Part::XO1);
        let mut effect = self.pen.begin(self.state);
        for &(vertex, it) in stale {
            if let Some(completed) = &mut effect.now.objects[object].completed[vertex] {
                *completed = self.pen.bits.and(*completed, !it);
            }
        }
        self.add(Part::XO1, Some(object), when, effect);
    }

    /// outCmpl(s).
    fn completions(&self, object: ObjectId, vertex: VertexId) -> Vec<TransitionId> {
        let chart = self.pen.sheet.chart(object);
        let outgoing = chart.vertices[vertex].outgoing.iter().copied();
        outgoing
            .filter(|&it| chart.transitions[it].is_completion())
            .collect()
    }

    /// EO2 and XO2; answers the former.
    fn complete(&mut self, object: ObjectId, when: Lit) -> Lit {
        let mut any = self.pen.bits.constant(false);
        for vertex in 0..self.pen.sheet.chart(object).vertices.len() {
            let Some(completed) = self.state.objects[object].completed[vertex] else {
                continue;
            };
            for transition in self.completions(object, vertex) {
                (self.part)(Part::EO2);
                let mut effect = self.pen.begin(self.state);
                let guard = self.pen.guard(&effect, object, transition);
                let enabled = self.pen.bits.and(completed, guard);
                any = self.pen.bits.or(any, enabled);
                (self.part)(Part::XO2);
                let when = self.pen.bits.and(when, enabled);
                self.pen.fire_all(&mut effect, object, &[transition]);
                self.add(Part::XO2, Some(object), when, effect).transitions = vec![transition];
            }
        }
        any
    }

    /// EO3 and XO3; answers the former, for the first event and for time.
    fn fire(&mut self, object: ObjectId, when: Lit) -> [Lit; 2] {
        let no = self.pen.bits.constant(false);
        let (mut by_event, mut by_time) = (no, no);
        let chart = self.pen.sheet.chart(object);
        for event in self.pen.sheet.receives[self.pen.sheet.model.objects[object].chart].clone() {
            let fired = self.dispatch(object, event, when);
            by_event = self.pen.bits.or(by_event, fired);
        }
        for transition in 0..chart.transitions.len() {
            (self.part)(Part::EO3);
            let enabled = self.is_due(object, transition);
            by_time = self.pen.bits.or(by_time, enabled);
            if !chart.transitions[transition].after.is_empty() {
                (self.part)(Part::XO3);
                let when = self.pen.bits.and(when, enabled);
                let mut effect = self.pen.begin(self.state);
                self.pen.fire_all(&mut effect, object, &[transition]);
                self.add(Part::XO3, Some(object), when, effect).transitions = vec![transition];
            }
        }
        [by_event, by_time]
    }

    /// What fires for an event, popped once for each disjunct. As printed a disjunct is a transition; [`Repair::Sets`]
    /// makes it a maximal set without conflicts, inner ones first. Answers whether any is enabled.
    fn dispatch(&mut self, object: ObjectId, event: EventId, when: Lit) -> Lit {
        (self.part)(Part::EO3);
        let (chart, structure) = (
            self.pen.sheet.chart(object),
            self.pen.sheet.structure(object),
        );
        let waits = |it: &TransitionId| {
            let transition = &chart.transitions[*it];
            let state = chart.vertices[transition.source].kind == VertexKind::State;
            transition.triggers.contains(&event) && state
        };
        let candidates: Vec<_> = (0..chart.transitions.len()).filter(waits).collect();
        let Some(code) = self.pen.sheet.code(object, event) else {
            return self.pen.bits.constant(false);
        };
        let queue = &self.state.objects[object].queue;
        let here = queue.is_first(self.pen.bits, code);
        let words = queue.brings(self.pen.bits);
        let mut begun = self.pen.begin(self.state);
        let parameters = self.pen.sheet.model.events[event].parameters.iter();
        let pairs = parameters.zip(&words);
        begun.data = pairs
            .map(|(it, word)| super::global::Sheet::cell(&it.1, word))
            .collect();
        let mut enabled = Vec::new();
        for &it in &candidates {
            let active = self.state.objects[object].active[chart.transitions[it].source];
            let guard = self.pen.guard(&begun, object, it);
            enabled.push(self.pen.bits.all([here, active, guard]));
        }
        let any = self.pen.bits.any(enabled.iter().copied());
        (self.part)(Part::XO3);
        begun.now.objects[object].queue.pop(self.pen.bits);
        let singles = || candidates.iter().map(|&it| vec![it]).collect();
        let mends = self.pen.has(Repair::Sets);
        // There are no more sets than can be written: whoever asked has looked.
        let all = match mends {
            true => sets(structure, &candidates).unwrap_or_default(),
            false => singles(),
        };
        // What is inside comes first.
        let source = |it: TransitionId| chart.transitions[it].source;
        let mut candidate = Vec::new();
        for (&it, &own) in candidates.iter().zip(&enabled) {
            let inner = candidates.iter().zip(&enabled);
            let inner = inner.filter(|other| structure.is_inside(source(*other.0), source(it)));
            let hidden = self.pen.bits.any(inner.map(|it| *it.1));
            candidate.push(self.pen.bits.and(own, !hidden));
        }
        for set in all.into_iter().filter(|it| !it.is_empty()) {
            let mut fires = when;
            for (number, &it) in candidates.iter().enumerate() {
                let demanded = match (mends, set.contains(&it)) {
                    (false, true) => enabled[number],
                    (true, true) => candidate[number],
                    (true, false) if !set.iter().any(|&other| conflict(structure, it, other)) => {
                        !candidate[number]
                    }
                    _ => continue,
                };
                fires = self.pen.bits.and(fires, demanded);
            }
            let mut effect = begun.clone();
            self.pen.fire_all(&mut effect, object, &set);
            self.add(Part::XO3, Some(object), fires, effect).transitions = set;
        }
        any
    }

    /// For a timed transition: active, with a true guard, inTime and not expired.
    fn is_due(&mut self, object: ObjectId, transition: TransitionId) -> Lit {
        let here = self.pen.begin(self.state);
        let it = &self.pen.sheet.chart(object).transitions[transition];
        let active = self.state.objects[object].active[it.source];
        let mut any = self.pen.bits.constant(false);
        for &bounds in &it.after {
            let [in_time, expired] = self.timing(self.state, object, it.source, bounds);
            let due = self.pen.bits.and(in_time, !expired);
            any = self.pen.bits.or(any, due);
        }
        let guard = self.pen.guard(&here, object, transition);
        self.pen.bits.all([active, guard, any])
    }

    /// inTime and exp by the clock of the region: it has entered its period, and that has passed.
    fn timing(
        &mut self,
        state: &Global,
        object: ObjectId,
        source: VertexId,
        (from, to): (u32, u32),
    ) -> [Lit; 2] {
        let region = self.pen.sheet.chart(object).vertices[source].region;
        let no = self.pen.bits.constant(false);
        let Some(clock) = &state.objects[object].clocks[region] else {
            return [no, no];
        };
        let [from, to] = [from, to].map(|it| {
            let it = i64::from(it);
            Word::constant(self.pen.bits, it, Word::width_of(it))
        });
        let in_time = from.at_most(self.pen.bits, clock);
        [in_time, to.less(self.pen.bits, clock)]
    }

    /// What comes from outside, which the paper has not: one more disjunct for each.
    fn environment(&mut self) {
        (self.part)(Part::Environment);
        let model = self.pen.sheet.model;
        for (number, script) in model.scripts.iter().enumerate() {
            for (at, stimulus) in script.stimuli.iter().enumerate() {
                let receivers = match stimulus {
                    Stimulus::Event { to, .. } => to.iter().map(|&it| Some(it)).collect(),
                    Stimulus::Trace(_) => vec![None],
                };
                for receiver in receivers {
                    let mut effect = self.pen.begin(self.state);
                    let always = self.pen.bits.constant(true);
                    let mut when = always;
                    if let Some(next) = &self.state.scripts[number] {
                        when = is(self.pen.bits, next, at);
                        let then = super::queue::number(self.pen.bits, at + 1, next.len());
                        effect.now.scripts[number] = Some(then);
                    }
                    if let (
                        Some(to),
                        Stimulus::Event {
                            event, arguments, ..
                        },
                    ) = (receiver, stimulus)
                    {
                        let words = arguments.iter().map(|&it| {
                            let width = Word::width_of(it).max(2);
                            Word::constant(self.pen.bits, it, width)
                        });
                        let words: Vec<_> = words.collect();
                        let room = words.iter().map(|it| {
                            let width = self.pen.sheet.size;
                            it.fits(self.pen.bits, width)
                        });
                        let room: Vec<_> = room.collect();
                        let room = self.pen.bits.all(room);
                        effect.goes = self.pen.bits.and(effect.goes, room);
                        self.pen.call(&mut effect, always, to, *event, &words);
                    }
                    self.add(Part::Environment, None, when, effect);
                }
            }
        }
    }

    /// E5 and X5: by each amount of time. A longer one than any bound makes of clocks what the longest one does.
    fn time(&mut self) {
        (self.part)(Part::E5);
        let (state, model) = (self.state, self.pen.sheet.model);
        let mut quiet = self.pen.bits.constant(true);
        for own in &state.objects {
            let empty = own.queue.is_empty(self.pen.bits);
            let completed: Vec<Lit> = own.completed.iter().flatten().map(|&it| !it).collect();
            let none = self.pen.bits.all(completed);
            quiet = self.pen.bits.all([quiet, empty, none]);
        }
        (self.part)(Part::X5);
        let transitions = model.charts.iter().flat_map(|it| &it.transitions);
        let bounds = transitions.flat_map(|it| &it.after).map(|it| it.1);
        let Some(longest) = bounds.max() else {
            return;
        };
        for passed in 1..=longest + 1 {
            let mut effect = self.pen.begin(state);
            for own in &mut effect.now.objects {
                for clock in own.clocks.iter_mut().flatten() {
                    *clock = self.later(clock, passed);
                }
            }
            let mut in_time = self.pen.bits.constant(false);
            let mut fine = quiet;
            for object in 0..model.objects.len() {
                let chart = self.pen.sheet.chart(object);
                for (transition, it) in chart.transitions.iter().enumerate() {
                    let guard = match it.after.is_empty() {
                        true => continue,
                        false => {
                            let here = self.pen.begin(state);
                            self.pen.guard(&here, object, transition)
                        }
                    };
                    let active = state.objects[object].active[it.source];
                    let live = self.pen.bits.and(active, guard);
                    for &bounds in &it.after {
                        let [_, expired] = self.timing(state, object, it.source, bounds);
                        let [now, expires] = self.timing(&effect.now, object, it.source, bounds);
                        // notExpire(t)
                        let may = self.pen.bits.all([live, !expired, expires]);
                        fine = self.pen.bits.and(fine, !may);
                        // As printed any transition will do, active or not.
                        let counts = match self.pen.has(Repair::Delays) {
                            true => self.pen.bits.all([live, !expires, now]),
                            false => now,
                        };
                        in_time = self.pen.bits.or(in_time, counts);
                    }
                }
            }
            let when = self.pen.bits.and(fine, in_time);
            self.add(Part::X5, None, when, effect);
        }
    }

    /// incClocks; a clock stops at the largest number that it can hold.
    fn later(&mut self, clock: &Word, passed: u32) -> Word {
        let size = self.pen.sheet.size;
        let most = Word::constant(self.pen.bits, i64::MAX >> (64 - size.min(63)), size);
        let by = i64::from(passed);
        let by = Word::constant(self.pen.bits, by, Word::width_of(by));
        let no = self.pen.bits.constant(false);
        let sum = clock.exact_sum(self.pen.bits, &by, no);
        let fits = sum.at_most(self.pen.bits, &most);
        Word::choose(self.pen.bits, fits, &sum.resized(size), &most)
    }
}
