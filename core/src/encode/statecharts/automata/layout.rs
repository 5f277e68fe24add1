//! The variables: where each object is, what waits for it, and how far scripts have got; and what they are in a state of
//! the definitions.

use super::automaton::Automaton;
use crate::expression::{Sort, Term, Value};
use crate::language::statechart::StatechartModel;
use crate::language::statechart::model::{ObjectId, Overflow};
use crate::language::statechart::semantics::{Fault, ObjectState, ObjectStatus, SystemState};
use crate::language::transitions::{DeclaredVariable, Initial, TransitionModel, VariableId};
use crate::text::Span;

/// Which variable is what.
#[derive(Clone, Debug)]
pub struct Places {
    pub(super) automata: Vec<Automaton>,
    /// How much each queue holds, and what happens where it is full.
    pub(super) queues: Vec<usize>,
    pub(super) overflows: Vec<Overflow>,
    sorts: Vec<Sort>,
    /// Of each object the number of its first variable: where it is; then how much waits, then the cells, then whether
    /// its queue was too full, where that is an error.
    first: Vec<VariableId>,
    /// Of each script the next stimulus; behind it whether it waits.
    scripts: Vec<VariableId>,
}

impl Places {
    /// Declares the variables, with the values that they start with.
    pub(super) fn new(
        model: &StatechartModel,
        automata: Vec<Automaton>,
        out: &mut TransitionModel,
    ) -> Self {
        let charts = model.objects.iter().map(|it| &model.charts[it.chart]);
        let (queues, overflows) = charts.map(|it| (it.queue, it.overflow)).unzip();
        let mut places = Self {
            automata,
            queues,
            overflows,
            sorts: Vec::new(),
            first: Vec::new(),
            scripts: Vec::new(),
        };
        for object in 0..model.objects.len() {
            places.first.push(out.variables.len());
            let automaton = &places.automata[object];
            let (states, messages) = (automaton.states.len(), automaton.messages.len());
            let name = &model.objects[object].name;
            places.declare(out, name.clone(), up_to(states - 1));
            places.declare(out, format!("{name} waiting"), up_to(places.queues[object]));
            for cell in 0..places.queues[object] {
                places.declare(out, format!("{name} waiting {cell}"), up_to(messages));
            }
            if places.overflows[object] == Overflow::Error {
                places.declare(out, format!("{name} too full"), Sort::Boolean);
            }
        }
        for (number, script) in model.scripts.iter().enumerate() {
            places.scripts.push(out.variables.len());
            places.declare(out, format!("script {number}"), up_to(script.stimuli.len()));
            places.declare(out, format!("script {number} waits"), Sort::Boolean);
        }
        out.globals = out.variables.len();
        places
    }

    fn declare(&mut self, out: &mut TransitionModel, name: String, sort: Sort) {
        self.sorts.push(sort.clone());
        out.variables.push(DeclaredVariable {
            name,
            initial: Initial::Term(Term::constant(Value::Number(0), sort.clone())),
            sort,
            control: false,
            span: Span::default(),
        });
    }

    fn term(&self, variable: VariableId) -> Term {
        Term::variable(variable, self.sorts[variable].clone())
    }

    /// The objects that may be sent more events than are looked at, as far as is seen without a search: those that are sent
    /// any, and whose queue is only bounded for the analysis.
    #[must_use]
    pub fn bounded(&self) -> Vec<ObjectId> {
        let all = 0..self.automata.len();
        let is_bounded = |it: &ObjectId| {
            self.overflows[*it] == Overflow::Bound && !self.automata[*it].messages.is_empty()
        };
        all.filter(is_bounded).collect()
    }

    pub(super) fn local_of(&self, object: ObjectId) -> VariableId {
        self.first[object]
    }

    /// Where an object is, by number.
    pub(super) fn local(&self, object: ObjectId) -> Term {
        self.term(self.local_of(object))
    }

    pub(super) fn length_of(&self, object: ObjectId) -> VariableId {
        self.first[object] + 1
    }

    /// How many events wait for an object; those that it has deferred do not count.
    pub(super) fn length(&self, object: ObjectId) -> Term {
        self.term(self.length_of(object))
    }

    pub(super) fn cell_of(&self, object: ObjectId, cell: usize) -> VariableId {
        self.first[object] + 2 + cell
    }

    /// The number of the event in a cell and one more; 0 where there is none.
    pub(super) fn cell(&self, object: ObjectId, cell: usize) -> Term {
        self.term(self.cell_of(object, cell))
    }

    pub(super) fn flag_of(&self, object: ObjectId) -> Option<VariableId> {
        let is_error = self.overflows[object] == Overflow::Error;
        is_error.then(|| self.cell_of(object, self.queues[object]))
    }

    pub(super) fn next_of(&self, script: usize) -> VariableId {
        self.scripts[script]
    }

    pub(super) fn next(&self, script: usize) -> Term {
        self.term(self.next_of(script))
    }

    pub(super) fn waits_of(&self, script: usize) -> VariableId {
        self.scripts[script] + 1
    }

    pub(super) fn waits(&self, script: usize) -> Term {
        self.term(self.waits_of(script))
    }

    /// Whether an object by itself can come to a value that needs more than 64 bits.
    #[must_use]
    pub fn exceeds_bits(&self) -> bool {
        let mut states = self.automata.iter().flat_map(|it| &it.states);
        states.any(ObjectState::exceeds_bits)
    }

    /// Whether the variables have these values in a state of the definitions. Where an object's queue was too full they say
    /// what was active and which values there were: what it was doing the definitions have taken from it.
    #[must_use]
    pub fn is_at(&self, state: &SystemState, values: &[i64]) -> bool {
        let number = |it: usize| i64::try_from(it).unwrap_or(i64::MAX);
        let objects = state.objects.iter().enumerate().all(|(object, own)| {
            let of = |variable: VariableId| values.get(variable).copied();
            if let Some(flag) = self.flag_of(object) {
                let too_full = own.status == ObjectStatus::Fault(Fault::Overflow);
                if of(flag) != Some(i64::from(too_full)) {
                    return false;
                }
                if too_full {
                    let local = of(self.local_of(object)).and_then(|it| usize::try_from(it).ok());
                    let there = local.and_then(|it| self.automata[object].states.get(it));
                    let seen = |it: &ObjectState| (it.active.clone(), it.complete.clone());
                    return there
                        .is_some_and(|it| seen(it) == seen(own) && it.values == own.values);
                }
            }
            let automaton = &self.automata[object];
            let Some(&local) = automaton.numbers.get(&automaton.bare(own.clone())) else {
                return false;
            };
            let waiting = (0..self.queues[object]).all(|cell| {
                let message = own.pool.get(cell);
                let known = message.map_or(Some(0), |it| {
                    let found = automaton.messages.iter().position(|known| known == it);
                    found.map(|it| it + 1)
                });
                known.is_some_and(|it| of(self.cell_of(object, cell)) == Some(number(it)))
            });
            waiting && of(self.local_of(object)) == Some(number(local))
        });
        let mut scripts = state.scripts.iter().enumerate();
        objects
            && scripts.all(|(script, it)| {
                values.get(self.next_of(script)) == Some(&number(it.next))
                    && values.get(self.waits_of(script)) == Some(&i64::from(it.waits))
            })
    }
}

fn up_to(most: usize) -> Sort {
    Sort::Integer {
        range: Some((0, i64::try_from(most).unwrap_or(i64::MAX))),
    }
}
