//! What a class model demands, and the same model without some of it. Waiving a demand takes no run away.
//!
//! A postcondition that is waived still releases what it names; a frame that is waived keeps nothing, and neither does a start
//! value. An end whose multiplicity is waived is still navigated as before: with two links where one is meant there is no answer.

use super::model::{ClassModel, From, Slot, Subject};
use super::ocl::term::EndId;
use crate::language::questions::PropertySubject;
use crate::text::Span;

/// Something that a model demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demand {
    /// A precondition: operation and number.
    Pre(usize, usize),
    /// A postcondition: operation and number.
    Post(usize, usize),
    /// That an operation keeps what no postcondition names.
    Frame(usize),
    /// An invariant.
    Invariant(usize),
    /// The multiplicity of an end.
    Multiplicity(EndId),
    /// What an attribute of an object holds at the start, by slot.
    Start(usize),
    /// The links of an association at the start.
    Links(usize),
}

/// All that a model demands where a check has found nothing; `None` for questions about deadlocks and invariants, where waiving
/// may take answers away.
#[must_use]
pub fn demands(model: &ClassModel, check: usize) -> Option<Vec<Demand>> {
    let check = model.checks.get(check)?;
    match &check.subject {
        Subject::Property(PropertySubject::Deadlock)
        | Subject::Preserves(_)
        | Subject::Independent(_) => return None,
        Subject::Property(_) | Subject::Calls(..) | Subject::Consistent => {}
    }
    let mut all = Vec::new();
    let runs = check.subject != Subject::Consistent;
    for (number, it) in model.operations.iter().enumerate().filter(|_| runs) {
        all.extend((0..it.pre.len()).map(|clause| Demand::Pre(number, clause)));
        all.extend((0..it.post.len()).map(|clause| Demand::Post(number, clause)));
        all.extend((!check.is_open).then_some(Demand::Frame(number)));
    }
    all.extend((0..model.invariants.len()).map(Demand::Invariant));
    for association in 0..model.associations.len() {
        for side in [0, 1] {
            let id = EndId { association, side };
            let end = model.end(id);
            let is_bound = end.low > 0 || end.high.is_some();
            all.extend(is_bound.then_some(Demand::Multiplicity(id)));
        }
    }
    if check.from == From::System {
        for (number, slot) in model.layout.slots.iter().enumerate() {
            let demand = match *slot {
                Slot::Attribute { .. } => Demand::Start(number),
                Slot::Link { association, .. } => Demand::Links(association),
            };
            let is_given = model.start.get(number).is_some_and(Option::is_some);
            // Only the links of an association are one demand of several slots.
            let is_new = matches!(demand, Demand::Start(_)) || !all.contains(&demand);
            if is_given && is_new {
                all.push(demand);
            }
        }
    }
    Some(all)
}

/// The model without some demands.
#[must_use]
pub fn without(model: &ClassModel, waived: &[Demand]) -> ClassModel {
    let mut model = model.clone();
    for it in waived {
        match *it {
            Demand::Pre(operation, number) => {
                model.operations[operation].pre[number].is_waived = true;
            }
            Demand::Post(operation, number) => {
                model.operations[operation].post[number].is_waived = true;
            }
            Demand::Frame(operation) => model.operations[operation].keeps_nothing = true,
            Demand::Invariant(number) => model.invariants[number].clause.is_waived = true,
            Demand::Multiplicity(EndId { association, side }) => {
                model.associations[association].ends[side].is_waived = true;
            }
            Demand::Start(slot) => model.start[slot] = None,
            Demand::Links(association) => {
                let slots: Vec<_> = model.layout.links.iter().collect();
                let own = slots.iter().filter(|it| it.0.0 == association);
                for slot in own.map(|it| *it.1).collect::<Vec<_>>() {
                    model.start[slot] = None;
                }
            }
        }
    }
    model
}

impl Demand {
    /// Where it is written.
    #[must_use]
    pub fn span(self, model: &ClassModel) -> Span {
        match self {
            Self::Pre(operation, number) => model.operations[operation].pre[number].span,
            Self::Post(operation, number) => model.operations[operation].post[number].span,
            Self::Frame(operation) => model.operations[operation].span,
            Self::Invariant(number) => model.invariants[number].clause.span,
            Self::Multiplicity(end) => model.end(end).span,
            Self::Start(slot) => match model.layout.slots[slot] {
                Slot::Attribute { attribute, .. } => model.attributes[attribute].span,
                Slot::Link { association, .. } => model.associations[association].span,
            },
            Self::Links(association) => model.associations[association].span,
        }
    }
}
