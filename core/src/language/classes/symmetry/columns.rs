//! What tells the condition of a cluster: its slots that can change, and references to it from outside.

use std::collections::{BTreeMap, BTreeSet};

use super::{Alike, Reference};
use crate::language::classes::model::{Check, ClassModel, DomainKind, From, Slot};
use crate::language::classes::ocl::term::Property;
use crate::language::classes::ocl::value::Value;
use crate::language::classes::semantics::{Frame, changeable_properties};

/// The slots that can differ from state to state: a call may change them, or their value at the start is open.
pub(super) fn changing(model: &ClassModel, check: &Check) -> Vec<bool> {
    let frame = Frame::of(model, check.is_open);
    let mut changed = BTreeSet::new();
    for operation in &model.operations {
        changed.extend(changeable_properties(model, frame, operation));
    }
    let slots = model.layout.slots.iter().enumerate();
    slots
        .map(|(number, slot)| {
            let is_given = model.start.get(number).is_some_and(Option::is_some);
            let is_changed = changed.iter().any(|it| match (*it, *slot) {
                (Property::Attribute(it), Slot::Attribute { attribute, .. }) => it == attribute,
                (Property::End(it), Slot::Link { association, .. }) => {
                    it.association == association
                }
                _ => false,
            });
            is_changed || !is_given || check.from != From::System
        })
        .collect()
}

/// A class of clusters that a slot which can change ties to others: to each other, or to one of another class, of which there are
/// not more.
pub(super) fn entangled(
    model: &ClassModel,
    classes: &[Vec<Vec<usize>>],
    changing: &[bool],
) -> Option<usize> {
    let mut places = BTreeMap::new();
    for (class, clusters) in classes.iter().enumerate() {
        for (number, objects) in clusters.iter().enumerate() {
            places.extend(objects.iter().map(|it| (*it, (class, number))));
        }
    }
    let slots = model.layout.slots.iter().enumerate();
    for (number, slot) in slots.filter(|it| changing[it.0]) {
        let objects = match *slot {
            Slot::Link { objects, .. } => objects.to_vec(),
            Slot::Attribute { object, .. } if places.contains_key(&object) => {
                let mut all = vec![object];
                if let DomainKind::Objects(class) = model.slot_domain(number).kind {
                    all.extend(model.objects_of(class));
                }
                all
            }
            Slot::Attribute { .. } => continue,
        };
        let touched: BTreeSet<_> = objects.iter().filter_map(|it| places.get(it)).collect();
        if touched.len() > 1 {
            let touched = touched.into_iter().map(|it| it.0);
            return touched.min_by_key(|it| (classes[*it].len(), usize::MAX - it));
        }
    }
    None
}

/// The slots and references of clusters that are not entangled.
pub(super) fn with_slots(
    model: &ClassModel,
    clusters: Vec<Vec<usize>>,
    changing: &[bool],
) -> Alike {
    let mut places = BTreeMap::new();
    for (number, objects) in clusters.iter().enumerate() {
        let objects = objects.iter().enumerate();
        places.extend(objects.map(|(place, object)| (*object, (number, place))));
    }
    let mut slots = vec![Vec::new(); clusters.len()];
    let mut references = Vec::new();
    for (slot, it) in model.layout.slots.iter().enumerate() {
        if !changing[slot] {
            continue;
        }
        // In every cluster the same slot is named by the same places and others.
        let own = |objects: &[usize]| {
            let named = objects
                .iter()
                .map(|it| places.get(it).map_or((1, *it), |at| (0, at.1)));
            let cluster = objects.iter().find_map(|it| places.get(it)).map(|it| it.0);
            (cluster, named.collect::<Vec<_>>())
        };
        let (cluster, named) = match *it {
            Slot::Attribute { object, attribute } => {
                let (cluster, named) = own(&[object]);
                (cluster, (1, attribute, named))
            }
            Slot::Link {
                association,
                objects,
            } => {
                let (cluster, named) = own(&objects);
                (cluster, (0, association, named))
            }
        };
        if let Some(cluster) = cluster {
            slots[cluster].push((named, slot));
        } else if let DomainKind::Objects(_) = model.slot_domain(slot).kind {
            references.extend(reference(model, slot, &places));
        }
    }
    let slots = slots.into_iter().map(|mut all: Vec<_>| {
        all.sort();
        all.into_iter().map(|it| it.1).collect()
    });
    Alike {
        slots: slots.collect(),
        clusters,
        references,
    }
}

/// A slot from outside, where it can refer to one of some objects.
fn reference(
    model: &ClassModel,
    slot: usize,
    places: &BTreeMap<usize, (usize, usize)>,
) -> Option<Reference> {
    let domain = model.slot_domain(slot);
    let number = |object| domain.number(model, &Value::Object(object));
    let both = places.iter();
    let both = both.filter_map(|(object, place)| Some((number(*object)?, *place)));
    let leads_to: BTreeMap<_, _> = both.collect();
    let numbers = leads_to.iter().map(|(number, place)| (*place, *number));
    let numbers: BTreeMap<_, _> = numbers.collect();
    let is_one = !numbers.is_empty();
    is_one.then_some(Reference {
        slot,
        leads_to,
        numbers,
    })
}
