//! A split system as a [`System`]: each step one fragment, and only those that can be completed.
//!
//! The thesis offers every fragment whose turn it is; an assumption further down its transition may then
//! leave the user in a pseudostate from which nothing leads on, which looks like a deadlock and is none. The
//! corrected rules *look ahead*: a fragment is offered if a stable state can be reached after it. "Deadlock"
//! is said of stable states only.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use super::SplitModel;
use super::look_ahead::Ahead;
use crate::budget::Meter;
use crate::expression::{Term, Undefined, Value, pack, truth};
use crate::language::transitions::configuration::Encounter;
use crate::language::transitions::execution::{Machine, Named};
use crate::language::transitions::model::{OperationId, Relation, VariableId};
use crate::language::transitions::system::{declared_values, owner, schema, starts_with};
use crate::system::{
    ElementId, ElementKind, Events, Fired, Flow, LabelId, Phase, Role, Schema, Status, Step,
    System, Valuation,
};

/// The values of the system's variables.
pub(super) type State = Box<[Value]>;

/// A split system that runs.
#[derive(Debug)]
pub struct SplitSystem<'s> {
    pub(super) split: &'s SplitModel,
    machine: Machine<'s>,
    pub(super) schema: Schema,
    /// The fragments that wait for a counter to have a value.
    waiting: BTreeMap<(VariableId, i64), Vec<usize>>,
    /// All counters.
    counters: Vec<VariableId>,
    /// What looking ahead has found. It changes no answer, only how soon it comes.
    pub(super) known: RefCell<BTreeMap<State, Ahead>>,
    /// Whether looking ahead has reached its limit.
    pub(super) gave_up: Cell<bool>,
}

impl<'s> SplitSystem<'s> {
    /// The system of a split model.
    #[must_use]
    pub fn new(split: &'s SplitModel) -> Self {
        let mut waiting: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        let mut counters = Vec::new();
        for (number, fragment) in split.fragments.iter().enumerate() {
            let key = (fragment.counter, fragment.from);
            waiting.entry(key).or_default().push(number);
            counters.push(fragment.counter);
        }
        counters.sort_unstable();
        counters.dedup();
        let mut schema = schema(&split.model);
        let flags = split.phases.map(|it| [it.init, it.trans]);
        for &variable in counters
            .iter()
            .chain(flags.iter().flatten())
            .chain(&split.branches)
            .chain([&split.counter])
        {
            schema.variables[variable].role = Role::ProgramCounter;
        }
        Self {
            split,
            machine: Machine::new(&split.model, split.settings),
            schema,
            waiting,
            counters,
            known: RefCell::default(),
            gave_up: Cell::default(),
        }
    }

    /// The same system, which where any integer is possible tries these, too.
    #[must_use]
    pub fn naming(self, named: Named) -> Self {
        let machine = self.machine.naming(named);
        Self { machine, ..self }
    }

    /// The split model.
    #[must_use]
    pub fn split(&self) -> &'s SplitModel {
        self.split
    }

    /// Whether no transition has begun and not ended.
    #[must_use]
    pub fn is_stable(&self, values: &[Value]) -> bool {
        values[self.split.counter] == Value::Number(0)
    }

    /// Whose turn it is.
    #[must_use]
    pub fn turn(&self, values: &[Value]) -> Relation {
        match self.split.phases {
            Some(phases) if values[phases.init].is_true() => Relation::Init,
            Some(phases) if !values[phases.trans].is_true() => Relation::Env,
            _ => Relation::Trans,
        }
    }

    /// Whether a term of the original's variables is true in a state.
    ///
    /// # Errors
    /// Says why it has no value there.
    ///
    /// # Panics
    /// For what is no state of this system.
    pub fn truth(&self, at: &Valuation, term: &Term) -> Result<bool, Undefined> {
        truth(
            term,
            &self.schema.values(at).expect("a state of this system"),
        )
    }

    /// Every step of a state with the state after it, and what stops all other ways, as far as this
    /// fragment itself says so. Fragments that lead into a dead end are told to `refuse`.
    pub fn expand(
        &self,
        at: &Valuation,
        visit: &mut dyn FnMut(Step, Valuation) -> Flow,
        refuse: &mut dyn FnMut(Step),
    ) -> Encounter {
        let mut encounter = Encounter::default();
        let Some(values) = self.schema.values(at) else {
            return encounter;
        };
        for label in self.waiting(&values) {
            let mut one = Encounter::default();
            let flow = self.outcomes(label, &values, &mut one, &mut |after, decisions| {
                let step = Step {
                    label: LabelId::try_from(label).expect("the language limits texts"),
                    choice: decisions.into(),
                };
                if self.is_offered(after) {
                    visit(step, pack(after))
                } else {
                    refuse(step);
                    Flow::Continue(())
                }
            });
            // That it is not a fragment's turn is no news.
            one.obstacles
                .retain(|it| !self.is_guard(label, it.operation));
            encounter.obstacles.append(&mut one.obstacles);
            encounter.windowed.append(&mut one.windowed);
            if flow.is_break() {
                break;
            }
        }
        encounter
    }

    /// The operations of the original that a fragment executes.
    #[must_use]
    pub fn origins(&self, label: LabelId) -> &[OperationId] {
        let fragment = usize::try_from(label).ok();
        let fragment = fragment.and_then(|it| self.split.fragments.get(it));
        fragment.map_or(&[], |it| &it.origins)
    }

    fn is_guard(&self, label: usize, operation: OperationId) -> bool {
        let parts = self.split.model.parts(self.split.model.trans[label]);
        parts.first() == Some(&operation)
    }

    /// The fragments whose counter is where they wait for it, in the order of the text.
    pub(super) fn waiting(&self, values: &[Value]) -> Vec<usize> {
        let mut found: Vec<usize> = Vec::new();
        for &counter in &self.counters {
            if let Value::Number(number) = values[counter] {
                found.extend(self.waiting.get(&(counter, number)).into_iter().flatten());
            }
        }
        let turn = self.turn(values);
        found.retain(|&it| self.split.fragments[it].relation == turn);
        found.sort_unstable();
        found
    }

    pub(super) fn outcomes(
        &self,
        fragment: usize,
        values: &[Value],
        encounter: &mut Encounter,
        visit: &mut dyn FnMut(&[Value], &[i64]) -> Flow,
    ) -> Flow {
        let operation = self.split.model.trans[fragment];
        let globals = self.split.model.globals;
        let values = self.machine.with_locals(values);
        self.machine
            .outcomes(operation, values, encounter, &mut |after, decisions| {
                visit(&after[..globals], decisions)
            })
    }

    fn follow(
        &self,
        at: &Valuation,
        step: &Step,
        visit: &mut dyn FnMut(OperationId, &[Value]),
    ) -> Option<State> {
        let values = self.schema.values(at)?;
        let operation = *self
            .split
            .model
            .trans
            .get(usize::try_from(step.label).ok()?)?;
        let values = self.machine.with_locals(&values);
        let after = self
            .machine
            .follow(operation, values, &step.choice, visit)?;
        Some(after[..self.split.model.globals].into())
    }
}

impl System for SplitSystem<'_> {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn initial(&self, visit: &mut dyn FnMut(Valuation) -> Flow) {
        declared_values(&self.machine, &Meter::unlimited(), &mut |values| {
            visit(pack(values))
        });
    }

    fn starts_in(&self, state: &Valuation) -> bool {
        let values = self.schema.values(state);
        values.is_some_and(|it| starts_with(&self.machine, &it))
    }

    fn steps(&self, at: &Valuation, visit: &mut dyn FnMut(Step) -> Flow) {
        self.expand(at, &mut |step, _| visit(step), &mut |_| {});
    }

    fn apply(&self, at: &Valuation, step: &Step) -> Option<Valuation> {
        let after = self.follow(at, step, &mut |_, _| {})?;
        self.is_offered(&after).then(|| pack(&after))
    }

    fn tells_every_step(&self, at: &Valuation) -> bool {
        self.expand(at, &mut |_, _| Flow::Continue(()), &mut |_| {})
            .is_complete()
    }

    fn tells_every_start(&self) -> bool {
        declared_values(&self.machine, &Meter::unlimited(), &mut |_| Flow::Break(()))
    }

    fn status(&self, at: &Valuation) -> Status {
        let Some(values) = self.schema.values(at) else {
            return Status::Stuck;
        };
        if !self.is_stable(&values) {
            return Status::Inside;
        }
        let mut stuck = true;
        let encounter = self.expand(
            at,
            &mut |_, _| {
                stuck = false;
                Flow::Break(())
            },
            &mut |_| {},
        );
        if stuck && encounter.is_complete() {
            Status::Stuck
        } else {
            Status::Running
        }
    }

    fn narrate(&self, at: &Valuation, step: &Step) -> Events {
        let mut events = Events::default();
        if self.apply(at, step).is_none() {
            return events;
        }
        for &operation in self.origins(step.label) {
            events.fired.push(Fired {
                group: None,
                element: ElementId::new(ElementKind::Operation, owner(), operation),
                phase: Phase::Whole,
            });
        }
        events
    }
}
