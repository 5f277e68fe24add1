//! A transition system as a [`System`]: one step for each transition and each outcome that it can have.
//!
//! A state is the values of the system's variables and whose turn it is: `init`, `env` or `trans`. A run
//! starts with the declared values; then come one of `init`, and in turns one of `env` and one of
//! `trans`. A label is an alternative, numbered through the three relations. A step lists the decisions by which
//! it gets to its outcome ([`super::execution`]), so it can be told, and shown substep by substep.

use std::sync::Arc;

use super::configuration::Encounter;
use super::execution::{Branches, Machine, Named};
use super::model::{DeclaredVariable, Initial, OperationId, Relation, TransitionModel};
use super::settings::{Missing, Observe, Settings};
use crate::budget::Meter;
use crate::expression::{Enumeration, Sort, Term, Undefined, Value, evaluate, pack, truth};
use crate::system::{
    ElementId, ElementKind, Events, Fired, Flow, LabelId, Phase, Role, Schema, Status, Step,
    System, Valuation, Variable,
};

/// A transition system that runs.
#[derive(Clone, Debug)]
pub struct TransitionSystem<'m> {
    machine: Machine<'m>,
    schema: Schema,
}

impl<'m> TransitionSystem<'m> {
    /// The system of a model without errors.
    #[must_use]
    pub fn new(model: &'m TransitionModel, settings: Settings) -> Self {
        let mut schema = schema(model);
        let words = Relation::ALL.map(|it| it.word().to_string());
        schema.variables.push(Variable {
            name: unused_name(model, "next"),
            sort: Sort::Enumeration(Arc::new(Enumeration {
                name: "relation".into(),
                literals: words.into(),
            })),
            role: Role::ProgramCounter,
            group: None,
            element: ElementId::new(ElementKind::Attribute, owner(), model.globals),
        });
        Self {
            machine: Machine::new(model, settings),
            schema,
        }
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &'m TransitionModel {
        self.machine.model()
    }

    /// The same system, which where any value is possible tries these only, and of some choices these branches.
    #[must_use]
    pub fn hinted(self, values: Vec<Value>, branches: Branches) -> Self {
        let machine = self.machine.hinted(values).along(branches);
        Self { machine, ..self }
    }

    /// The same system, which where any integer is possible tries these, too.
    #[must_use]
    pub fn naming(self, named: Named) -> Self {
        let machine = self.machine.naming(named);
        Self { machine, ..self }
    }

    /// The machine that executes its operations.
    #[must_use]
    pub fn machine(&self) -> &Machine<'m> {
        &self.machine
    }

    /// The values of the system's variables in a state, and whose turn it is there.
    #[must_use]
    pub fn state(&self, at: &Valuation) -> Option<(Box<[Value]>, Relation)> {
        let values = self.schema.values(at)?;
        let (turn, values) = values.split_last()?;
        let turn = usize::try_from(turn.number()?).ok()?;
        Some((values.into(), *Relation::ALL.get(turn)?))
    }

    /// The state of some values.
    #[must_use]
    pub fn valuation(&self, values: &[Value], turn: Relation) -> Valuation {
        let turn = Value::Number(turn as i64);
        let values: Vec<_> = values.iter().cloned().chain([turn]).collect();
        pack(&values)
    }

    /// Whether properties are about a state.
    #[must_use]
    pub fn is_observed(&self, at: &Valuation) -> bool {
        let stable = self
            .state(at)
            .is_some_and(|(_, turn)| turn == Relation::Env);
        stable || self.machine.settings().observe == Observe::Every
    }

    /// Whether a term is true in a state.
    ///
    /// # Errors
    /// Says why it has no value there.
    ///
    /// # Panics
    /// For what is no state of this system.
    pub fn truth(&self, at: &Valuation, term: &Term) -> Result<bool, Undefined> {
        let (values, _) = self.state(at).expect("a state of this system");
        truth(term, &self.machine.with_locals(&values))
    }

    /// Every step of a state with the state after it, and what stops all other ways. The same state is
    /// told once for each alternative that leads to it.
    pub fn expand(
        &self,
        at: &Valuation,
        visit: &mut dyn FnMut(Step, Valuation) -> Flow,
    ) -> Encounter {
        self.expand_within(at, &Meter::unlimited(), visit)
    }

    /// The same, until a meter says that it is enough: what was encountered is not complete then.
    pub fn expand_within(
        &self,
        at: &Valuation,
        meter: &Meter<'_>,
        visit: &mut dyn FnMut(Step, Valuation) -> Flow,
    ) -> Encounter {
        let mut encounter = Encounter::default();
        let Some((values, turn)) = self.state(at) else {
            return encounter;
        };
        let values = self.machine.with_locals(&values);
        let globals = self.model().globals;
        let first = self.first_label(turn);
        for (label, &operation) in (first..).zip(self.model().alternatives(turn)) {
            let mut outcome = |values: &[Value], decisions: &[i64]| {
                let step = Step {
                    label,
                    choice: decisions.into(),
                };
                visit(step, self.valuation(&values[..globals], turn.next()))
            };
            let from = (operation, values.clone());
            let flow = self
                .machine
                .outcomes_within(from, meter, &mut encounter, &mut outcome);
            if flow.is_break() {
                break;
            }
        }
        encounter
    }

    /// The number of the first alternative of a relation.
    #[must_use]
    pub fn first_label(&self, relation: Relation) -> LabelId {
        let before = Relation::ALL.iter().take_while(|it| **it != relation);
        let count: usize = before.map(|it| self.model().alternatives(*it).len()).sum();
        LabelId::try_from(count).expect("the language limits texts")
    }

    /// The alternative that a label stands for.
    #[must_use]
    pub fn alternative(&self, label: LabelId) -> Option<(Relation, OperationId)> {
        let mut index = usize::try_from(label).ok()?;
        for relation in Relation::ALL {
            let all = self.model().alternatives(relation);
            match all.get(index) {
                Some(&operation) => return Some((relation, operation)),
                None => index -= all.len(),
            }
        }
        None
    }

    /// Executes a step; `visit` is told each substep and the values after it.
    pub fn follow(
        &self,
        at: &Valuation,
        step: &Step,
        visit: &mut dyn FnMut(OperationId, &[Value]),
    ) -> Option<Valuation> {
        let (values, turn) = self.state(at)?;
        let (relation, operation) = self.alternative(step.label)?;
        if relation != turn {
            return None;
        }
        let values = self.machine.with_locals(&values);
        let after = self
            .machine
            .follow(operation, values, &step.choice, visit)?;
        Some(self.valuation(&after[..self.model().globals], turn.next()))
    }

    /// The values that the variables can start with, until `visit` breaks off. Answers whether these
    /// are all there are.
    pub fn declared(&self, visit: &mut dyn FnMut(&[Value]) -> Flow) -> bool {
        self.declared_within(&Meter::unlimited(), visit)
    }

    /// The same, until a meter says that it is enough.
    pub fn declared_within(
        &self,
        meter: &Meter<'_>,
        visit: &mut dyn FnMut(&[Value]) -> Flow,
    ) -> bool {
        declared_values(&self.machine, meter, visit)
    }
}

/// The values that a system's variables can start with, until `visit` breaks off. Answers whether
/// these are all there are.
pub(super) fn declared_values(
    machine: &Machine<'_>,
    meter: &Meter<'_>,
    visit: &mut dyn FnMut(&[Value]) -> Flow,
) -> bool {
    let settings = machine.settings();
    let model = machine.model();
    let variables = &model.variables[..model.globals];
    let free: Vec<_> = (0..variables.len())
        .filter(|&it| is_free(&variables[it].initial, settings))
        .collect();
    let tried = free
        .iter()
        .map(|&it| machine.tried_at_start(&variables[it]));
    let tried: Vec<_> = tried.collect();
    let all = tried.iter().all(|it| it.all);
    if tried.iter().any(|it| it.values.is_empty()) {
        return all;
    }
    // Counts through all combinations, the last variable fastest.
    let mut chosen = vec![0; free.len()];
    loop {
        let mut values = machine.with_locals(&[]);
        for ((&variable, tried), &at) in free.iter().zip(&tried).zip(&chosen) {
            values[variable] = tried.values[at].clone();
        }
        let mut defined = true;
        for (number, variable) in variables.iter().enumerate() {
            if let Initial::Term(term) = &variable.initial {
                match evaluate(term, &values) {
                    Ok(value) if value.fits(&variable.sort) => values[number] = value,
                    _ => defined = false,
                }
            }
        }
        let flow = match defined {
            true => visit(&values[..model.globals]),
            false => meter.work(|| 0),
        };
        if flow.is_break() {
            return all;
        }
        let turning = (0..free.len())
            .rev()
            .find(|&it| chosen[it] + 1 < tried[it].values.len());
        let Some(turning) = turning else {
            return all;
        };
        chosen[turning] += 1;
        chosen[turning + 1..].fill(0);
    }
}

/// The variables of the system that can start with any value of their sort.
pub fn free_at_start(
    model: &TransitionModel,
    settings: Settings,
) -> impl Iterator<Item = &DeclaredVariable> {
    let declared = model.variables[..model.globals].iter();
    declared.filter(move |it| is_free(&it.initial, settings))
}

/// Whether a system can start with some values, also where there are too many to try them all.
pub(super) fn starts_with(machine: &Machine<'_>, values: &[Value]) -> bool {
    let settings = machine.settings();
    let mut declared = machine.model().variables.iter().zip(values);
    declared.all(|(variable, value)| match &variable.initial {
        Initial::Term(term) => evaluate(term, &machine.with_locals(values)).as_ref() == Ok(value),
        it if is_free(it, settings) => value.fits(&variable.sort),
        Initial::Missing | Initial::Irrelevant => *value == variable.sort.default_value(),
    })
}

/// Whether a variable of the system can start with any value of its sort.
fn is_free(initial: &Initial, settings: Settings) -> bool {
    match initial {
        Initial::Term(_) => false,
        Initial::Missing => settings.missing == Missing::Free,
        Initial::Irrelevant => {
            settings.missing == Missing::Free && settings.observe == Observe::Every
        }
    }
}

/// The system's variables.
pub(super) fn schema(model: &TransitionModel) -> Schema {
    let variables = model.variables[..model.globals].iter().enumerate();
    let variables = variables.map(|(number, it)| Variable {
        name: it.name.clone(),
        sort: it.sort.clone(),
        role: Role::Attribute,
        group: None,
        element: ElementId::new(ElementKind::Attribute, owner(), number),
    });
    Schema {
        variables: variables.collect(),
        groups: Vec::new(),
    }
}

pub(super) fn owner() -> usize {
    ElementId::SYSTEM as usize
}

/// A name that no variable, type or literal has, as near to a wished one as possible.
pub(super) fn unused_name(model: &TransitionModel, wished: &str) -> String {
    let types = model.types.iter();
    let literals = types.clone().flat_map(|it| it.literals.iter());
    let taken: std::collections::BTreeSet<&String> = model
        .variables
        .iter()
        .map(|it| &it.name)
        .chain(types.map(|it| &it.name))
        .chain(literals)
        .collect();
    let mut name = wished.to_string();
    while taken.contains(&name) || super::words::RESERVED.contains(&name.as_str()) {
        name.push('$');
    }
    name
}

impl System for TransitionSystem<'_> {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn initial(&self, visit: &mut dyn FnMut(Valuation) -> Flow) {
        self.declared(&mut |values| visit(self.valuation(values, Relation::Init)));
    }

    fn starts_in(&self, state: &Valuation) -> bool {
        match self.state(state) {
            Some((values, Relation::Init)) => starts_with(&self.machine, &values),
            _ => false,
        }
    }

    fn steps(&self, at: &Valuation, visit: &mut dyn FnMut(Step) -> Flow) {
        self.expand(at, &mut |step, _| visit(step));
    }

    fn apply(&self, at: &Valuation, step: &Step) -> Option<Valuation> {
        self.follow(at, step, &mut |_, _| {})
    }

    fn tells_every_step(&self, at: &Valuation) -> bool {
        self.expand(at, &mut |_, _| Flow::Continue(()))
            .is_complete()
    }

    fn tells_every_start(&self) -> bool {
        self.declared(&mut |_| Flow::Break(()))
    }

    fn status(&self, at: &Valuation) -> Status {
        let mut stuck = true;
        let encounter = self.expand(at, &mut |_, _| {
            stuck = false;
            Flow::Break(())
        });
        // Where a limit ended the search nobody knows that there is no step.
        if stuck && encounter.is_complete() {
            Status::Stuck
        } else {
            Status::Running
        }
    }

    fn narrate(&self, at: &Valuation, step: &Step) -> Events {
        let mut events = Events::default();
        let mut fired = |operation| {
            events.fired.push(Fired {
                group: None,
                element: ElementId::new(ElementKind::Operation, owner(), operation),
                phase: Phase::Whole,
            });
        };
        let done = self.follow(at, step, &mut |operation, _| fired(operation));
        if done.is_none() {
            events.fired.clear();
        }
        events
    }
}
