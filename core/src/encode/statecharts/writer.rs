//! What a step does, as assignments one after the other: behaviours, sending, exits and entries.
//!
//! Nothing branches: what happens only under a condition assigns a value that depends on it. So a rule is one way through
//! `trans`, however many conditions there are in it.

use super::layout::{Layout, nothing};
use super::terms::{and, at_most, choose, equal, known, not, number, or, plus, truth};
use crate::expression::{Sort, Term, Value};
use crate::language::statechart::StatechartModel;
use crate::language::statechart::Structure;
use crate::language::statechart::model::{
    BehaviourId, Chart, EventId, ObjectId, Overflow, Statement, StatementKind, TransitionId,
    TransitionKind, VertexId, VertexKind,
};
use crate::language::transitions::{
    DeclaredVariable, Initial, OperationId, OperationKind, TransitionModel, VariableId,
};
use crate::text::Span;

/// Writes a system.
pub(super) struct Writer<'m> {
    pub(super) model: &'m StatechartModel,
    pub(super) structures: Vec<Structure<'m>>,
    pub(super) layout: Layout,
    pub(super) out: TransitionModel,
    /// The step at hand.
    steps: Vec<OperationId>,
    /// What the event at hand brings.
    data: Vec<Term>,
    /// Whether nothing comes from outside any more, where that is asked.
    silent: Option<VariableId>,
}

impl<'m> Writer<'m> {
    pub(super) fn new(model: &'m StatechartModel) -> Self {
        let mut out = TransitionModel::default();
        Self {
            model,
            structures: model.charts.iter().map(Structure::new).collect(),
            layout: Layout::new(model, &mut out),
            out,
            steps: Vec::new(),
            data: Vec::new(),
            silent: None,
        }
    }

    /// Lets every step decide whether anything comes from outside before the next one. Where it is decided that nothing
    /// does, a state without steps is one that only the environment takes on; and each state is met with either decision.
    pub(super) fn may_fall_silent(&mut self) {
        self.silent = Some(self.out.variables.len());
        self.out.variables.push(DeclaredVariable {
            name: "silent".into(),
            sort: Sort::Boolean,
            control: false,
            initial: Initial::Missing,
            span: Span::default(),
        });
        self.out.globals = self.out.variables.len();
    }

    /// Goes on only where something may come from outside.
    pub(super) fn assume_not_silent(&mut self) {
        if let Some(silent) = self.silent {
            self.assume(not(Term::variable(silent, Sort::Boolean)));
        }
    }

    pub(super) fn chart(&self, object: ObjectId) -> &'m Chart {
        &self.model.charts[self.model.objects[object].chart]
    }

    pub(super) fn structure(&self, object: ObjectId) -> &Structure<'m> {
        &self.structures[self.model.objects[object].chart]
    }

    /// Whether something has happened that must not.
    pub(super) fn fault(&self) -> Term {
        Term::variable(self.layout.fault_of(), Sort::Boolean)
    }

    /// Whether an object has come to its end.
    pub(super) fn ended(&self, object: ObjectId) -> Term {
        let top = self.chart(object).top();
        and(top.map(|it| self.layout.is_in_final(object, it)).collect())
    }

    /// Whether an object has ended or rests: each of its active vertices that has no other inside, final states aside, is
    /// marked or lies in a state that is.
    pub(super) fn may_stay(&self, object: ObjectId) -> Term {
        let structure = self.structure(object);
        let vertices = &structure.chart.vertices;
        let counts =
            |it: &VertexId| matches!(vertices[*it].kind, VertexKind::State | VertexKind::Initial);
        let all: Vec<VertexId> = (0..vertices.len()).filter(counts).collect();
        let is_leaf = |it: VertexId| {
            let inner = all.iter().filter(|&&inner| structure.is_inside(inner, it));
            let inner = or(inner.map(|&it| self.layout.is_active(object, it)).collect());
            and(vec![self.layout.is_active(object, it), not(inner)])
        };
        let rests = |it: VertexId| {
            let mut around = structure.ancestors(it).iter();
            vertices[it].rests || around.any(|&it| vertices[it].rests)
        };
        let (marked, others): (Vec<_>, Vec<_>) = all.iter().partition(|&&it| rests(it));
        let some = or(marked.into_iter().map(is_leaf).collect());
        let none = not(or(others.into_iter().map(is_leaf).collect()));
        or(vec![self.ended(object), and(vec![some, none])])
    }

    /// A rule: where no run has ended with an error.
    pub(super) fn begin(&mut self) {
        self.steps.clear();
        self.data.clear();
        self.assume(not(self.fault()));
    }

    /// The rule is written.
    pub(super) fn end(&mut self) {
        if let Some(silent) = self.silent {
            self.push(OperationKind::Havoc(silent));
        }
        let steps = std::mem::take(&mut self.steps);
        let rule = self
            .out
            .add(OperationKind::Sequence(steps, Vec::new()), Span::default());
        self.out.trans.push(rule);
    }

    fn push(&mut self, kind: OperationKind) {
        let step = self.out.add(kind, Span::default());
        self.steps.push(step);
    }

    pub(super) fn assume(&mut self, term: Term) {
        if known(&term) != Some(true) {
            self.push(OperationKind::Assume(term));
        }
    }

    /// Gives a variable a value, where a condition holds.
    pub(super) fn set(&mut self, condition: &Term, variable: VariableId, value: Term) {
        let sort = self.out.variables[variable].sort.clone();
        let old = Term::variable(variable, sort);
        if known(condition) == Some(false) {
            return;
        }
        let value = choose(condition.clone(), value, old);
        self.push(OperationKind::Assign(variable, value));
    }

    /// A value that is kept until the end of the step.
    fn keep(&mut self, term: Term) -> Term {
        if known(&term).is_some() {
            return term;
        }
        let sort = term.sort.clone();
        let variable = self.local(&sort);
        self.push(OperationKind::Assign(variable, term));
        Term::variable(variable, sort)
    }

    fn local(&mut self, sort: &Sort) -> VariableId {
        let number = self.out.variables.len();
        self.out.variables.push(DeclaredVariable {
            name: format!("local {number}"),
            sort: sort.clone(),
            control: false,
            initial: Initial::Irrelevant,
            span: Span::default(),
        });
        number
    }

    /// An expression of an object over the variables of the system, with what an event brings.
    pub(super) fn term_with(&self, object: ObjectId, term: &Term, data: &[Term]) -> Term {
        let variables = self.chart(object).variables.len();
        let mut term = term.clone();
        term.substitute(&|it| match it.checked_sub(variables) {
            None => self.layout.value(object, it),
            Some(0) => {
                let chart = self.chart(object);
                let sort = chart
                    .references
                    .clone()
                    .map_or(Sort::INTEGER, Sort::Enumeration);
                Term::constant(Value::Number(self.model.objects[object].reference), sort)
            }
            Some(parameter) => data
                .get(parameter - 1)
                .cloned()
                .unwrap_or_else(|| number(0)),
        });
        term
    }

    fn term(&self, object: ObjectId, term: &Term) -> Term {
        self.term_with(object, term, &self.data)
    }

    /// Takes the event out of the queue of an object.
    pub(super) fn take(&mut self, object: ObjectId, event: EventId) {
        let arguments = self.layout.arguments_of(object, 0, event);
        let arguments = arguments.into_iter().map(|it| Term::variable(it.0, it.1));
        self.data = arguments.map(|it| self.keep(it)).collect();
        let cells = self.chart(object).queue;
        let always = truth(true);
        let events = self.layout.receives(object).to_vec();
        for cell in 0..cells {
            let mut pairs = vec![(self.layout.event_of(object, cell), None)];
            if cell + 1 < cells {
                pairs[0].1 = Some(self.layout.event_of(object, cell + 1));
            }
            for &event in &events {
                let here = self.layout.arguments_of(object, cell, event);
                let next = match cell + 1 < cells {
                    true => self.layout.arguments_of(object, cell + 1, event),
                    false => Vec::new(),
                };
                let pair = |(at, it): (usize, &(VariableId, Sort))| {
                    (it.0, next.get(at).map(|it: &(VariableId, Sort)| it.0))
                };
                pairs.extend(here.iter().enumerate().map(pair));
            }
            for (here, next) in pairs {
                let sort = self.out.variables[here].sort.clone();
                let value = match next {
                    Some(next) => Term::variable(next, sort),
                    None => Term::constant(Value::Number(nothing(&sort)), sort),
                };
                self.set(&always, here, value);
            }
        }
        let length = plus(self.layout.length(object), -1);
        self.set(&always, self.layout.length_of(object), length);
    }

    /// Appends an event to a queue, where a condition holds.
    pub(super) fn append(
        &mut self,
        condition: &Term,
        to: ObjectId,
        event: EventId,
        arguments: &[Term],
    ) {
        let goes = self.keep(condition.clone());
        let cells = self.chart(to).queue;
        let full = equal(
            self.layout.length(to),
            number(i64::try_from(cells).unwrap_or(0)),
        );
        let lost = and(vec![goes.clone(), full.clone()]);
        match self.chart(to).overflow {
            Overflow::Bound | Overflow::Block => self.assume(not(lost)),
            Overflow::Error => self.fail(lost),
            Overflow::Drop => {}
        }
        let put = self.keep(and(vec![goes, not(full)]));
        for cell in 0..cells {
            let at = number(i64::try_from(cell).unwrap_or(0));
            let here = and(vec![put.clone(), equal(self.layout.length(to), at)]);
            let code = number(i64::try_from(event + 1).unwrap_or(0));
            self.set(&here, self.layout.event_of(to, cell), code);
            let places = self.layout.arguments_of(to, cell, event);
            for ((place, _), value) in places.into_iter().zip(arguments) {
                self.set(&here, place, value.clone());
            }
        }
        let length = plus(self.layout.length(to), 1);
        self.set(&put, self.layout.length_of(to), length);
    }

    /// An error ends the run where this holds.
    fn fail(&mut self, condition: Term) {
        let failed = or(vec![self.fault(), condition]);
        self.set(&truth(true), self.layout.fault_of(), failed);
    }

    fn behaviour(&mut self, object: ObjectId, condition: &Term, it: Option<BehaviourId>) {
        if let Some(it) = it {
            let statements = &self.chart(object).behaviours[it].statements;
            self.statements(object, condition, statements);
        }
    }

    fn statements(&mut self, object: ObjectId, condition: &Term, all: &[Statement]) {
        for it in all {
            match &it.kind {
                StatementKind::Trace(_) | StatementKind::Accept(_) => {}
                StatementKind::Assign(variable, value) => {
                    let value = self.term(object, value);
                    let variable = self.layout.value_of(object, *variable);
                    let fits = fits(&value, &self.out.variables[variable].sort);
                    let goes = self.checked(condition, fits);
                    self.set(&goes, variable, value);
                }
                StatementKind::If(question, then, otherwise) => {
                    let question = self.term(object, question);
                    let yes = self.keep(and(vec![condition.clone(), question.clone()]));
                    let no = self.keep(and(vec![condition.clone(), not(question)]));
                    self.statements(object, &yes, then);
                    self.statements(object, &no, otherwise);
                }
                StatementKind::Send {
                    to,
                    chart,
                    event,
                    arguments,
                } => {
                    let to = self.term(object, to);
                    let arguments: Vec<Term> =
                        arguments.iter().map(|it| self.term(object, it)).collect();
                    let parameters = &self.model.events[*event].parameters;
                    let pairs = arguments.iter().zip(parameters);
                    let fit = and(pairs.map(|(it, of)| fits(it, &of.1)).collect());
                    let nobody = Term::constant(Value::Number(0), to.sort.clone());
                    let somebody = not(equal(to.clone(), nobody));
                    let goes = self.checked(condition, and(vec![somebody, fit]));
                    for (receiver, it) in self.model.objects.iter().enumerate() {
                        if it.chart != *chart {
                            continue;
                        }
                        let own = Term::constant(Value::Number(it.reference), to.sort.clone());
                        let here = and(vec![goes.clone(), equal(to.clone(), own)]);
                        if known(&here) != Some(false) {
                            self.append(&here, receiver, *event, &arguments);
                        }
                    }
                }
            }
        }
    }

    /// A condition and a demand; where the demand is not met, the run ends with an error.
    fn checked(&mut self, condition: &Term, demand: Term) -> Term {
        if known(&demand) == Some(true) {
            return condition.clone();
        }
        let failed = and(vec![condition.clone(), not(demand.clone())]);
        let goes = self.keep(and(vec![condition.clone(), demand]));
        self.fail(failed);
        goes
    }

    /// Fires some transitions whose sources are active.
    pub(super) fn fire_all(&mut self, object: ObjectId, transitions: &[TransitionId]) {
        for &it in transitions {
            self.fire(object, it);
        }
    }

    /// Fires a transition: exits, effect, entries.
    fn fire(&mut self, object: ObjectId, transition: TransitionId) {
        let chart = self.chart(object);
        let it = &chart.transitions[transition];
        let always = truth(true);
        if it.kind == TransitionKind::Internal {
            return self.behaviour(object, &always, it.effect);
        }
        let structure = self.structure(object);
        let region = structure.common_region(it.source, it.target);
        let directly = |vertex: &VertexId| Some(chart.vertices[*vertex].region) == region;
        let around = structure.ancestors(it.source).iter().copied();
        let outermost = std::iter::once(it.source).chain(around).find(directly);
        let mut way: Vec<VertexId> = Vec::new();
        let outside = structure.ancestors(it.target).iter().copied();
        for vertex in std::iter::once(it.target).chain(outside) {
            way.push(vertex);
            if directly(&vertex) {
                break;
            }
        }
        way.reverse();
        if let Some(outermost) = outermost {
            self.exit(object, &always, outermost);
        }
        self.behaviour(object, &always, it.effect);
        for (at, &vertex) in way.iter().enumerate() {
            self.enter(object, vertex, way.get(at + 1).copied());
        }
    }

    /// Leaves a vertex with all that is active inside, where a condition says that it is.
    fn exit(&mut self, object: ObjectId, condition: &Term, vertex: VertexId) {
        let chart = self.chart(object);
        let it = &chart.vertices[vertex];
        for &region in &it.regions {
            for &inner in &chart.regions[region].vertices {
                let here = and(vec![
                    condition.clone(),
                    self.layout.is_active(object, inner),
                ]);
                self.exit(object, &here, inner);
            }
        }
        self.behaviour(object, condition, it.exit);
        if let Some(completed) = self.layout.completed_of(object, vertex) {
            self.set(condition, completed, truth(false));
        }
        if let Some((clock, _)) = self.layout.clock_of(object, vertex) {
            self.set(condition, clock, number(0));
        }
        let place = self.layout.place_of(object, it.region);
        self.set(condition, place, number(0));
    }

    /// Enters a vertex, and its regions by default but for that of the next vertex on the way.
    fn enter(&mut self, object: ObjectId, vertex: VertexId, next: Option<VertexId>) {
        let chart = self.chart(object);
        let it = &chart.vertices[vertex];
        let always = truth(true);
        self.be_at(object, vertex);
        if let Some((clock, _)) = self.layout.clock_of(object, vertex) {
            self.set(&always, clock, number(0));
        }
        if let Some(completed) = self.layout.completed_of(object, vertex) {
            let simple = it.regions.is_empty();
            self.set(&always, completed, truth(simple));
        }
        self.behaviour(object, &always, it.entry);
        for &region in &it.regions {
            let explicit =
                next.is_some_and(|it| self.structure(object).region_in(vertex, it) == Some(region));
            if let (false, Some(initial)) = (explicit, chart.regions[region].initial) {
                self.be_at(object, initial);
                if let Some(completed) = self.layout.completed_of(object, initial) {
                    self.set(&always, completed, truth(true));
                }
            }
        }
        if it.kind == VertexKind::Final
            && let Some(owner) = chart.regions[it.region].owner
            && let Some(completed) = self.layout.completed_of(object, owner)
        {
            let regions = chart.vertices[owner].regions.iter();
            let all = regions.map(|&it| self.layout.is_in_final(object, it));
            let all = and(all.collect());
            self.set(&all, completed, truth(true));
        }
    }

    fn be_at(&mut self, object: ObjectId, vertex: VertexId) {
        let region = self.chart(object).vertices[vertex].region;
        let place = self.layout.place_of(object, region);
        self.set(&truth(true), place, self.layout.number_of(object, vertex));
    }
}

/// Whether a value is one of a sort.
fn fits(value: &Term, sort: &Sort) -> Term {
    match sort {
        Sort::Integer {
            range: Some((low, high)),
        } => and(vec![
            at_most(number(*low), value.clone()),
            at_most(value.clone(), number(*high)),
        ]),
        _ => truth(true),
    }
}
