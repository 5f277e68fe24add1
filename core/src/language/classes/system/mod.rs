//! Class models as systems: a state is a number for each slot, a step is a call with the state after it.
//!
//! Where a check asks for calls, one number more says how many of them have happened. What is not listed because of a limit
//! is never taken for what does not exist ([`System::tells_every_step`]); what is not because it needs integers outside
//! `integers a..b` is told by [`System::meets_bound`].

mod invariants;

use std::cell::Cell;

use super::model::{ClassModel, From, Sequence, Subject};
use super::ocl::evaluate::World;
use super::ocl::term::Term;
use super::ocl::value::Value;
use super::schema::schema;
use super::semantics::{
    Call, Frame, Guards, Tried, agrees, calls, is_step, is_valid, starts, successors,
};
use super::symmetry::{Cluster, Symmetry, is_first};
use super::wide::Wide;
use crate::expression::Sort;
use crate::system::{
    ElementId, ElementKind, Events, Fired, Flow, Phase, Role, Schema, Sent, Status, Step, System,
    Valuation, Variable,
};

pub use invariants::Breaking;

/// A model that runs, as one of its checks asks.
pub struct ClassSystem<'m> {
    model: &'m ClassModel,
    schema: Schema,
    calls: Vec<Call>,
    from: From,
    frame: Frame,
    /// Which invariants the first states keep.
    first: Guards,
    /// The calls that are asked for, and whether nothing comes between them.
    asked: Option<(&'m Sequence, bool)>,
    /// Whether there are steps.
    runs: bool,
    /// Whether one state to start in is enough: the question is about the model as a whole.
    is_single: bool,
    /// Whether a limit was met.
    is_limited: Cell<bool>,
    /// Steps and first states with integers outside `integers a..b`.
    wide: Wide,
    /// Whether one of them was met.
    is_bounded: Cell<bool>,
    /// Where of alike calls one is enough: the alike objects, with those that each call names.
    alike: Option<(Symmetry, Vec<Vec<Cluster>>)>,
}

impl<'m> ClassSystem<'m> {
    /// The system of a model.
    #[must_use]
    pub fn new(model: &'m ClassModel) -> Self {
        Self {
            model,
            schema: schema(model),
            calls: calls(model, model.integers),
            from: From::System,
            frame: Frame::of(model, false),
            first: Guards::All,
            asked: None,
            runs: true,
            is_single: false,
            is_limited: Cell::new(false),
            wide: Wide::new(model),
            is_bounded: Cell::new(false),
            alike: None,
        }
    }

    /// The same by the frame *open*.
    #[must_use]
    pub fn open(mut self) -> Self {
        self.frame.is_open = true;
        self
    }

    /// The same from other states.
    #[must_use]
    pub fn starting(mut self, from: From) -> Self {
        self.from = from;
        self
    }

    /// The system that a check is about.
    #[must_use]
    pub fn of_check(model: &'m ClassModel, check: usize) -> Self {
        let mut system = Self::new(model);
        let Some(check) = model.checks.get(check) else {
            return system;
        };
        system.from.clone_from(&check.from);
        system.frame.is_open = check.is_open;
        match &check.subject {
            Subject::Calls(sequence, is_strict) => {
                system.asked = Some((sequence, *is_strict));
                let calls = i64::try_from(sequence.calls.len()).unwrap_or(i64::MAX);
                system.schema.variables.push(Variable {
                    name: "calls".into(),
                    sort: Sort::Integer {
                        range: Some((0, calls)),
                    },
                    role: Role::Progress,
                    group: None,
                    element: ElementId::new(ElementKind::Scenario, 0, 0),
                });
            }
            Subject::Consistent => system.runs = false,
            Subject::Independent(of) => {
                system.runs = false;
                if check.from == From::System {
                    system.from = From::Valid(Term::Constant(Value::Boolean(true)));
                }
                system.is_single = of.is_none();
                system.first = Guards::without(*of);
            }
            Subject::Preserves(it) => {
                system.wide.guards = Guards::without(*it);
            }
            Subject::Property(_) => {}
        }
        system
    }

    /// The same system, of whose steps only one is told where exchanging alike objects in the same condition leads to others; and
    /// the orbits of its states. `None` where no objects are alike as the check asks.
    #[must_use]
    pub fn reduced(model: &'m ClassModel, check: usize) -> Option<(Self, Symmetry)> {
        let mut system = Self::of_check(model, check);
        let (symmetry, named) = Symmetry::of(model, model.checks.get(check)?, &system.calls);
        if symmetry.is_empty() {
            return None;
        }
        system.alike = Some((symmetry.clone(), named));
        Some((system, symmetry))
    }

    /// The system that a check is about, or for `None` that of the model.
    #[must_use]
    pub fn as_asked(model: &'m ClassModel, check: Option<usize>) -> Self {
        match check {
            Some(check) => Self::of_check(model, check),
            None => Self::new(model),
        }
    }

    /// The values of a state; `None` for what is no state.
    #[must_use]
    pub fn values(&self, at: &Valuation) -> Option<Vec<Value>> {
        let slots = 0..self.model.layout.slots.len();
        slots
            .map(|slot| {
                let domain = self.model.slot_domain(slot);
                domain.value(self.model, *at.get(slot)?)
            })
            .collect()
    }

    /// The state of some values, with so many calls that have happened.
    fn state(&self, values: &[Value], met: usize) -> Option<Valuation> {
        let slots = values.iter().enumerate().map(|(slot, value)| {
            let domain = self.model.slot_domain(slot);
            domain.number(self.model, value)
        });
        let met = self.asked.map(|_| i64::try_from(met).ok());
        slots.chain(met).collect()
    }

    /// How many of the calls that are asked for have happened.
    fn met(&self, at: &Valuation) -> usize {
        let place = self.model.layout.slots.len();
        let met = at.get(place).filter(|_| self.asked.is_some());
        met.and_then(|it| usize::try_from(*it).ok()).unwrap_or(0)
    }

    /// How many calls can have happened after one more.
    fn met_after(&self, values: &[Value], met: usize, call: &Call) -> Vec<usize> {
        let Some((sequence, is_strict)) = self.asked else {
            return vec![0];
        };
        let mut all = Vec::new();
        if !is_strict || met == 0 {
            all.push(met);
        }
        if let Some((conditions, pattern)) = sequence.calls.get(met) {
            let operation = |it: usize| &self.model.operations[it].name;
            let class = self.model.objects[call.object].class;
            let fits = operation(pattern.operation) == operation(call.operation)
                && self.model.is_a(class, pattern.class)
                && pattern.object.is_none_or(|it| it == call.object)
                && (pattern.arguments.is_empty()
                    || pattern.arguments.len() == call.arguments.len())
                && pattern
                    .arguments
                    .iter()
                    .zip(&call.arguments)
                    .all(|(wanted, it)| wanted.as_ref().is_none_or(|wanted| wanted == it));
            if fits && self.all_hold(conditions, values) == Some(true) {
                all.push(met + 1);
            }
        }
        all
    }

    /// Whether some conditions hold in a state; `None` where that is not known.
    fn all_hold(&self, conditions: &[Term], values: &[Value]) -> Option<bool> {
        let world = World::of_state(self.model, values);
        let mut all = true;
        for it in conditions {
            match world.holds(it, &[]) {
                Ok(holds) => all &= holds,
                Err(_) => {
                    self.is_limited.set(true);
                    return None;
                }
            }
        }
        Some(all)
    }

    /// Whether a condition holds in a state; `None` where that is not known.
    #[must_use]
    pub fn holds(&self, condition: &Term, at: &Valuation) -> Option<bool> {
        self.all_hold(std::slice::from_ref(condition), &self.values(at)?)
    }

    /// Whether all calls that are asked for have happened, and what is true after them holds.
    #[must_use]
    pub fn has_happened(&self, at: &Valuation) -> Option<bool> {
        let Some((sequence, _)) = self.asked else {
            return Some(false);
        };
        if self.met(at) < sequence.calls.len() {
            return Some(false);
        }
        self.all_hold(&sequence.last, &self.values(at)?)
    }

    /// A call by its number, as it is written: `b1.requesting()`.
    #[must_use]
    pub fn call_name(&self, number: usize) -> Option<String> {
        self.calls.get(number).map(|it| it.shown(self.model))
    }

    /// All calls; the label of a step is the number of its call.
    #[must_use]
    pub fn calls(&self) -> &[Call] {
        &self.calls
    }

    /// Whether the scenario that is followed, if there is one, allows a call next.
    #[must_use]
    pub fn is_asked(&self, at: &Valuation, call: usize) -> bool {
        match (self.values(at), self.calls.get(call)) {
            (Some(values), Some(call)) => {
                self.runs && !self.met_after(&values, self.met(at), call).is_empty()
            }
            _ => false,
        }
    }

    /// How its steps are read.
    #[must_use]
    pub fn frame(&self) -> Frame {
        self.frame
    }

    /// Whether a call is possible in a state with integers outside `integers a..b` only.
    #[must_use]
    pub fn needs_integers(&self, at: &Valuation, call: usize) -> bool {
        match (self.values(at), self.calls.get(call)) {
            (Some(values), Some(call)) => self.wide.needs(self.model, self.frame, &values, call),
            _ => false,
        }
    }

    /// Whether a step leads from a state to one that needs integers outside `integers a..b`: then it is no deadlock, whatever else
    /// is possible there.
    #[must_use]
    pub fn is_edge(&self, at: &Valuation) -> bool {
        let values = self.values(at).filter(|_| self.runs);
        values.is_some_and(|it| self.wide.has_step(self.model, self.frame, &it))
    }

    /// The calls that are tried in a state.
    fn tried(&self, at: &Valuation) -> Vec<bool> {
        match &self.alike {
            None => vec![self.runs; self.calls.len()],
            Some((symmetry, named)) => {
                let first = symmetry.first_alike(at);
                let is_tried = |it: &Vec<Cluster>| self.runs && is_first(it, &first);
                named.iter().map(is_tried).collect()
            }
        }
    }

    /// Calls `visit` with each call and the values after it; whether these are all, where it is not broken off.
    fn each(
        &self,
        (at, values): (&Valuation, &[Value]),
        tried: &mut Tried,
        visit: &mut dyn FnMut(usize, &[Value]) -> Flow,
    ) -> bool {
        let mut is_clear = true;
        let is_tried = self.tried(at);
        for (number, call) in self.calls.iter().enumerate().filter(|it| is_tried[it.0]) {
            let mut visit = |after: &[Value]| visit(number, after);
            match successors(self.model, self.frame, values, call, tried, &mut visit) {
                Ok(Flow::Continue(())) => {}
                Ok(Flow::Break(())) => break,
                Err(_) => is_clear = false,
            }
        }
        is_clear && !tried.is_over()
    }
}

impl System for ClassSystem<'_> {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn initial(&self, visit: &mut dyn FnMut(Valuation) -> Flow) {
        let mut tried = Tried::default();
        let listed = starts(
            self.model,
            &self.from,
            (self.first, self.model.integers),
            &mut tried,
            &mut |values| match self.state(values, 0) {
                Some(state) => {
                    visit(state)?;
                    match self.is_single {
                        true => Flow::Break(()),
                        false => Flow::Continue(()),
                    }
                }
                None => Flow::Continue(()),
            },
        );
        if listed.is_err() || tried.is_over() {
            self.is_limited.set(true);
        }
        if !self.is_bounded.get() && self.wide.has_start(self.model, &self.from, self.first) {
            self.is_bounded.set(true);
        }
    }

    fn starts_in(&self, state: &Valuation) -> bool {
        let Some(values) = self.values(state).filter(|_| self.met(state) == 0) else {
            return false;
        };
        self.state(&values, 0).as_ref() == Some(state)
            && is_valid(self.model, &values, self.first) == Ok(true)
            && agrees(self.model, &self.from, &values) == Ok(true)
    }

    fn steps(&self, at: &Valuation, visit: &mut dyn FnMut(Step) -> Flow) {
        let Some(values) = self.values(at) else {
            return;
        };
        let met = self.met(at);
        let mut tried = Tried::default();
        let all = self.each((at, &values), &mut tried, &mut |number, after| {
            for met in self.met_after(&values, met, &self.calls[number]) {
                if let Some(choice) = self.state(after, met) {
                    visit(Step {
                        label: u32::try_from(number).unwrap_or(u32::MAX),
                        choice,
                    })?;
                }
            }
            Flow::Continue(())
        });
        if !all {
            self.is_limited.set(true);
        }
        if !self.is_bounded.get() && self.is_edge(at) {
            self.is_bounded.set(true);
        }
    }

    fn tells_every_step(&self, _at: &Valuation) -> bool {
        !self.is_limited.get()
    }

    fn meets_bound(&self) -> bool {
        self.is_bounded.get()
    }

    fn tells_every_start(&self) -> bool {
        !self.is_limited.get()
    }

    fn apply(&self, at: &Valuation, step: &Step) -> Option<Valuation> {
        let call = self.calls.get(step.label as usize).filter(|_| self.runs)?;
        let after = Valuation::from(&*step.choice);
        let (old, new) = (self.values(at)?, self.values(&after)?);
        let met = self.met_after(&old, self.met(at), call);
        let is_written = met.contains(&self.met(&after))
            && self.state(&new, self.met(&after)).as_ref() == Some(&after);
        let follows = is_step(self.model, self.frame, &old, call, &new) == Ok(true);
        (is_written && follows).then_some(after)
    }

    fn status(&self, at: &Valuation) -> Status {
        let mut any = false;
        self.steps(at, &mut |_| {
            any = true;
            Flow::Break(())
        });
        if any || !self.tells_every_step(at) || self.is_edge(at) {
            return Status::Running;
        }
        let mut finals = self.model.finals.iter();
        match finals.any(|it| self.holds(it, at) == Some(true)) {
            true => Status::Terminated,
            false => Status::Stuck,
        }
    }

    fn narrate(&self, _at: &Valuation, step: &Step) -> Events {
        let Some(call) = self.calls.get(step.label as usize) else {
            return Events::default();
        };
        let operation = &self.model.operations[call.operation];
        Events {
            messages: vec![Sent {
                from: None,
                to: call.object,
                what: call.message(self.model),
            }],
            fired: vec![Fired {
                group: Some(call.object),
                element: ElementId::new(ElementKind::Operation, operation.class, call.operation),
                phase: Phase::Whole,
            }],
        }
    }
}
