//! Contracts of class models as relations over bits: what bounded model checking, induction and IC3 are asked.
//!
//! A state of the relation is a valid state of the model: the bits of its slots, and those that say how far a run has got with what is
//! looked for. A step is one call. Written anew from the syntax trees: with the definitions it shares those and the types of
//! the model, and nothing else; the two are compared on random models.
//!
//! The question and the formulas are those of M. Soeken, R. Wille and R. Drechsler, "Verifying dynamic aspects of UML models";
//! that slots are kept which no clause names is ours.

mod ask;
mod counters;
mod evaluate;
mod iterate;
mod layout;
mod leads;
mod many;
mod number;
pub mod printed;
mod question;
mod release;
mod said;
mod scale;
mod script;
mod shape;
mod step;
mod touched;
mod valid;
mod value;

use std::ops::Range;

use self::evaluate::{Limits, Undefined};
use self::layout::Place;
use self::question::Question;
use self::shape::Shape;
use self::touched::Touched;
use crate::language::classes::model::ClassModel;
use crate::language::classes::ocl::value::Value;
use crate::language::classes::semantics::Call;
use crate::symbolic::Relation;

/// What cannot be written as bits; explicit search can answer it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsupported {
    /// A check that is about several formulas.
    Question,
    /// A collection of collections, or of integers where values have to be followed.
    Collection,
    /// Alternatives of different types.
    Type,
    /// More states after a call than can be told apart, or too many gates.
    Size,
    /// The caller asked to stop.
    Stopped,
}

/// A check as bits.
#[derive(Clone, Debug)]
pub struct Encoding {
    /// Start states, calls, and what is looked for.
    pub relation: Relation,
    places: Vec<Place>,
    /// The bits that say how far a run has got with what is looked for.
    stages: Range<usize>,
}

/// Writes a check of a model. `calls` are all calls of the model; the n-th choice of a step says whether it is the n-th of them.
///
/// # Errors
/// Where something in it cannot be written as bits, or with more gates than `gates`; where `stop` says so.
pub fn encode(
    (model, check): (&ClassModel, usize),
    calls: &[Call],
    gates: usize,
    stop: &dyn Fn() -> bool,
) -> Result<Encoding, Unsupported> {
    let question = Question::of(model, check).ok_or(Unsupported::Question)?;
    let limits = Limits { gates, stop };
    let mut shape = Shape::new(model, (calls, question), Undefined::Apart, limits)?;
    if shape.question.runs {
        shape.touched = Touched::of(model, &model.checks[check], calls);
    }
    let initial = shape.initial()?;
    let step = shape.step()?;
    let (property, bad) = shape.property()?;
    Ok(Encoding {
        relation: Relation {
            bits: shape.bits(),
            initial,
            step,
            start_choices: Vec::new(),
            property,
            bad,
            counters: shape.counters(),
            transition: std::cell::OnceCell::new(),
        },
        stages: shape.slots_end..shape.stages_end(),
        places: shape.places,
    })
}

impl Encoding {
    /// The values of all slots in a state.
    #[must_use]
    pub fn values(&self, state: &[bool]) -> Option<Vec<Value>> {
        self.places.iter().map(|it| it.decode(state)).collect()
    }

    /// How many of the calls, or of the goals before the last one, have been met in a state.
    #[must_use]
    pub fn met(&self, state: &[bool]) -> usize {
        let stages = state.get(self.stages.clone()).unwrap_or_default();
        stages.iter().filter(|it| **it).count()
    }
}
