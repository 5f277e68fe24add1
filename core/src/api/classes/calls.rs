//! Calls of class models as plain data: what a call of a run does, and why calls are impossible in a state.
//!
//! Slots become properties of objects: an attribute is one, and the links of an object at an end of an association are one,
//! told from the side that has at most one, or else from the first.

use std::collections::{BTreeMap, BTreeSet};

use crate::api::patch::range;
use crate::api::property::one_line;
use crate::explain::calls::{
    CallRefusal, Effect, Judged, MOST_OUTCOMES, Obligation, effect, is_possible, refusal,
};
use crate::language::classes::model::Slot;
use crate::language::classes::ocl::evaluate::linked;
use crate::language::classes::ocl::term::EndId;
use crate::language::classes::ocl::value::Value;
use crate::language::classes::semantics::{Call, Frame};
use crate::language::classes::{Breaking, ClassModel, ClassSystem};
use crate::system::{Step, Valuation};
use crate::text::{LineIndex, Span};
use crate::view::{
    CallView, ClauseKind, ClauseView, PropertyChangeView, PropertyView, RefusedCallView,
    property_value,
};

/// What the call of a step does; `None` where the states are none of the model.
pub(super) fn call(
    (text, lines): (&str, &LineIndex<'_>),
    (model, system): (&ClassModel, &ClassSystem<'_>),
    at: &Valuation,
    step: &Step,
    after: &Valuation,
) -> Option<CallView> {
    let call = system.calls().get(step.label as usize)?;
    let (before, after) = (system.values(at)?, system.values(after)?);
    told(
        (text, lines),
        (model, system.frame()),
        call,
        [&before, &after],
    )
}

/// The call that does not keep an invariant, or any for `None`, in a state: it meets its contract and leads to a state that violates it.
pub(super) fn breaking(
    (text, lines): (&str, &LineIndex<'_>),
    (model, system): (&ClassModel, &ClassSystem<'_>),
    invariant: Option<usize>,
    at: &Valuation,
) -> Option<CallView> {
    let Breaking::Call { number, after } = system.breaking(invariant, at)? else {
        return None;
    };
    let frame = system.frame_without(invariant);
    let before = system.values(at)?;
    told(
        (text, lines),
        (model, frame),
        &system.calls()[number],
        [&before, &after],
    )
}

/// What a call does that leads from one state to another.
fn told(
    (text, lines): (&str, &LineIndex<'_>),
    (model, frame): (&ClassModel, Frame),
    call: &Call,
    [before, after]: [&[Value]; 2],
) -> Option<CallView> {
    let effect = effect(model, frame, before, call, after).ok()?;
    let words = Words {
        model,
        text,
        lines,
        operation: call.operation,
    };
    Some(words.call(call, &effect, [before, after]))
}

/// Why each call that is impossible in a state is so, in the order of the calls; of a state of a check of a text, or for `None`
/// of the system that it declares. Those that were looked at until `goes_on` says that it is enough.
#[must_use]
pub fn refused_calls(
    text: &str,
    (model, check): (&ClassModel, Option<usize>),
    at: &Valuation,
    goes_on: &dyn Fn() -> bool,
) -> Vec<RefusedCallView> {
    let system = ClassSystem::as_asked(model, check);
    let Some(values) = system.values(at) else {
        return Vec::new();
    };
    let lines = LineIndex::new(text);
    let mut all = Vec::new();
    let mut left = MOST_OUTCOMES;
    for (number, call) in system.calls().iter().enumerate() {
        if !goes_on() {
            break;
        }
        // What is not known to be impossible is not listed.
        let Some(meets_contract) = is_possible(model, system.frame(), &values, call) else {
            continue;
        };
        if meets_contract && system.is_asked(at, number) {
            continue;
        }
        let found = match meets_contract {
            true => Ok(None),
            false => refusal(model, system.frame(), &values, call, &mut left),
        };
        let clauses = match found {
            Ok(Some(CallRefusal::Pre(all))) => all.into_iter().map(Obligation::Pre).collect(),
            Ok(Some(CallRefusal::Outcome(all))) => all,
            Ok(None | Some(CallRefusal::TooMany)) | Err(_) => Vec::new(),
        };
        let words = Words {
            model,
            text,
            lines: &lines,
            operation: call.operation,
        };
        all.push(RefusedCallView {
            call: call.shown(model),
            object: model.objects[call.object].name.clone(),
            range: range(&lines, model.operations[call.operation].span),
            clauses: clauses
                .into_iter()
                .map(|it| ClauseView {
                    at_fault: true,
                    ..words.clause(it)
                })
                .collect(),
            needs_integers: system.needs_integers(at, number),
            out_of_order: meets_contract,
        });
    }
    all
}

struct Words<'w> {
    model: &'w ClassModel,
    text: &'w str,
    lines: &'w LineIndex<'w>,
    operation: usize,
}

/// A property of an object, by number: an attribute, or the objects at an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Attribute { object: usize, attribute: usize },
    End(usize, EndId),
}

impl Words<'_> {
    fn call(&self, call: &Call, effect: &Effect, [before, after]: [&[Value]; 2]) -> CallView {
        let places = self.places();
        let posts = self.model.operations[self.operation].pre.len();
        let changes = places
            .iter()
            .filter(|it| !it.1.is_disjoint(&effect.changed));
        let changes = changes.map(|(place, slots)| {
            let PropertyView { object, property } = self.property(*place);
            let named = effect.named.iter().enumerate();
            let named = named.filter(|it| !it.1.is_disjoint(slots));
            PropertyChangeView {
                object,
                property,
                before: self.value(*place, before),
                after: self.value(*place, after),
                clauses: named.map(|it| posts + it.0).collect(),
            }
        });
        let open = places.iter().filter(|it| !it.1.is_disjoint(&effect.open));
        let kept = places.iter().filter(|it| it.1.is_subset(&effect.kept));
        CallView {
            call: call.shown(self.model),
            object: self.model.objects[call.object].name.clone(),
            changes: changes.collect(),
            open: open.map(|it| self.property(*it.0)).collect(),
            kept: kept.map(|it| self.property(*it.0)).collect(),
            clauses: effect.clauses.iter().map(|it| self.judged(*it)).collect(),
            complete: effect.is_complete,
        }
    }

    /// All properties of objects, with their slots.
    fn places(&self) -> BTreeMap<Place, BTreeSet<usize>> {
        let mut places = BTreeMap::<_, BTreeSet<_>>::new();
        for (number, slot) in self.model.layout.slots.iter().enumerate() {
            let place = match *slot {
                Slot::Attribute { object, attribute } => Place::Attribute { object, attribute },
                Slot::Link {
                    association,
                    objects,
                } => {
                    let side = self.model.associations[association].told_side();
                    Place::End(objects[1 - side], EndId { association, side })
                }
            };
            places.entry(place).or_default().insert(number);
        }
        places
    }

    fn property(&self, place: Place) -> PropertyView {
        let (object, property) = match place {
            Place::Attribute { object, attribute } => {
                (object, &self.model.attributes[attribute].name)
            }
            Place::End(object, end) => (object, &self.model.end(end).role),
        };
        PropertyView {
            object: self.model.objects[object].name.clone(),
            property: property.clone(),
        }
    }

    fn value(&self, place: Place, state: &[Value]) -> String {
        match place {
            Place::Attribute { object, attribute } => {
                let slot = self.model.layout.attributes[&(object, attribute)];
                let domain = self.model.slot_domain(slot);
                self.model.shown(domain.kind, &state[slot])
            }
            Place::End(object, end) => {
                let linked = linked(self.model, state, object, end).into_iter();
                let names: Vec<_> = linked.map(|it| &*self.model.objects[it].name).collect();
                property_value(self.model.end(end).is_single(), &names)
            }
        }
    }

    fn judged(&self, it: Judged) -> ClauseView {
        ClauseView {
            before: Some(it.before),
            after: Some(it.after),
            ..self.clause(it.clause)
        }
    }

    /// A clause with its place in the text.
    fn clause(&self, clause: Obligation) -> ClauseView {
        let operation = &self.model.operations[self.operation];
        let of_operation = || {
            let class = &self.model.classes[operation.class].name;
            format!("{class}::{}", operation.name)
        };
        let (kind, owner, name, span) = match clause {
            Obligation::Pre(it) => {
                let clause = &operation.pre[it];
                (ClauseKind::Pre, of_operation(), &clause.name, clause.span)
            }
            Obligation::Post(it) => {
                let clause = &operation.post[it];
                (ClauseKind::Post, of_operation(), &clause.name, clause.span)
            }
            Obligation::Invariant(it) => {
                let invariant = &self.model.invariants[it];
                let class = self.model.classes[invariant.class].name.clone();
                (
                    ClauseKind::Inv,
                    class,
                    &invariant.clause.name,
                    invariant.clause.span,
                )
            }
            Obligation::Multiplicity(it) => {
                let association = &self.model.associations[it.association];
                let end = self.model.end(it);
                let kind = ClauseKind::Multiplicity;
                (kind, association.name.clone(), &end.role, end.span)
            }
        };
        ClauseView {
            kind,
            owner,
            name: name.clone(),
            text: self.written(span),
            range: range(self.lines, span),
            before: None,
            after: None,
            at_fault: false,
        }
    }

    fn written(&self, span: Span) -> String {
        one_line(self.text.get(span.start..span.end).unwrap_or_default())
    }
}
