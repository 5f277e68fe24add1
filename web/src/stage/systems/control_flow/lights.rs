//! What is lit in a control flow: what the step at hand executes, or what can be taken next.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{RELATIONS, StepTurn, SystemStepView, SystemView};
use lockstep_core::diagram::control_flow::executed;

use crate::stage::systems::Shown;

/// What is lit: what the step at hand executes, or, at the end of a run by hand, what can be taken next.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Lights {
    /// Whose turn it is about.
    pub turn: StepTurn,
    /// For each operation whether it, or something inside it, is lit.
    pub marks: Arc<Vec<bool>>,
    /// The operations at which the choices have their numbers; nothing unless it is about what can be taken.
    pub numbers: Arc<[(usize, usize)]>,
    /// Of these, what a choice executes that is pointed at.
    pub pointed: Arc<Vec<bool>>,
}

impl Lights {
    pub fn of(system: &SystemView, entry: SystemStepView) -> Self {
        Self {
            marks: Arc::new(executed(system, &entry.fired)),
            turn: entry.turn,
            numbers: Arc::default(),
            pointed: Arc::default(),
        }
    }

    /// Whether it is about a relation.
    pub fn is_about(&self, relation: &str) -> bool {
        self.turn.is_relation(relation)
    }

    /// Whether an operation of a relation, or something inside it, is executed by the choice that is pointed at.
    pub fn is_pointed(&self, relation: &str, operation: usize) -> bool {
        self.is_about(relation) && self.pointed.get(operation) == Some(&true)
    }

    /// Whether an operation of a relation, or something inside it, is lit.
    pub fn has(&self, relation: &str, operation: usize) -> bool {
        self.is_about(relation) && self.marks.get(operation) == Some(&true)
    }
}

/// What is lit now.
pub(super) type Lit = Memo<Lights>;

/// What can be taken next where the step at hand is the end of a run by hand, tracked.
pub(super) fn next(shown: Shown) -> Option<Lights> {
    let simulation = shown.play.page.stage.simulation;
    let is_end = shown.play.at.get() + 1 == shown.run.with(|it| it.len());
    let numbers = simulation.numbers.get();
    let first = numbers.first().filter(|_| is_end)?;
    let can: Vec<_> = simulation.can.get()?.iter().map(|it| it.1).collect();
    let pointed: Vec<_> = shown.pointed.fired().iter().map(|it| it.1).collect();
    let pointed = executed(&shown.system.get(), &pointed);
    Some(Lights {
        pointed: Arc::new(pointed),
        turn: RELATIONS
            .get(first.0)
            .map_or(StepTurn::Start, |it| StepTurn::Relation((*it).to_owned())),
        marks: Arc::new(executed(&shown.system.get(), &can)),
        numbers: numbers.iter().map(|it| (it.1, it.2)).collect(),
    })
}

/// Whether an operation, or something inside it, is executed in the step at hand, tracked.
pub(super) fn is_lit(lit: Lit, relation: &str, operation: usize) -> bool {
    lit.with(|lit| lit.has(relation, operation))
}
