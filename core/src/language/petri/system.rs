//! The definitions of Petri nets: a state is the number of tokens in each place.

use crate::expression::Sort;
use crate::system::{
    ElementId, ElementKind, Events, Fired, Flow, Phase, Role, Schema, Status, Step, System,
    Valuation, Variable,
};

use super::kind::{Net, Transition};

/// A net that runs.
#[derive(Debug)]
pub struct NetSystem<'n> {
    net: &'n Net,
    schema: Schema,
}

impl<'n> NetSystem<'n> {
    /// The system of a net.
    #[must_use]
    pub fn new(net: &'n Net) -> Self {
        let element = |index| ElementId::new(ElementKind::Attribute, 0, index);
        let places = net.places.iter().enumerate();
        let variables = places.map(|(index, place)| Variable {
            name: place.name.clone(),
            sort: Sort::INTEGER,
            role: Role::Attribute,
            group: None,
            element: element(index),
        });
        let schema = Schema {
            variables: variables.collect(),
            groups: Vec::new(),
        };
        Self { net, schema }
    }

    fn fire(at: &Valuation, transition: &Transition) -> Option<Valuation> {
        let mut after = at.clone();
        for &place in &transition.takes {
            after[place] -= 1;
            if after[place] < 0 {
                return None;
            }
        }
        for &place in &transition.gives {
            after[place] += 1;
        }
        Some(after)
    }
}

impl System for NetSystem<'_> {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn initial(&self, visit: &mut dyn FnMut(Valuation) -> Flow) {
        let _ = visit(self.net.places.iter().map(|it| it.count).collect());
    }

    fn steps(&self, at: &Valuation, visit: &mut dyn FnMut(Step) -> Flow) {
        for (label, transition) in (0..).zip(&self.net.transitions) {
            let step = Step {
                label,
                choice: Box::default(),
            };
            if Self::fire(at, transition).is_some() && visit(step).is_break() {
                return;
            }
        }
    }

    fn apply(&self, at: &Valuation, step: &Step) -> Option<Valuation> {
        let transition = self.net.transitions.get(step.label as usize)?;
        Self::fire(at, transition)
    }

    fn status(&self, at: &Valuation) -> Status {
        let mut transitions = self.net.transitions.iter();
        if transitions.any(|it| Self::fire(at, it).is_some()) {
            Status::Running
        } else {
            Status::Stuck
        }
    }

    fn narrate(&self, _at: &Valuation, step: &Step) -> Events {
        let element = ElementId::new(ElementKind::Transition, 0, step.label as usize);
        Events {
            messages: Vec::new(),
            fired: vec![Fired {
                group: None,
                element,
                phase: Phase::Whole,
            }],
        }
    }
}
