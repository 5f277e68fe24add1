//! What the numbers of a state are: links without an owner, attributes in the group of their object.

use super::model::{ClassModel, Slot};
use crate::system::{ElementId, ElementKind, Group, Role, Schema, Variable};

/// The schema of the states of a model.
pub(super) fn schema(model: &ClassModel) -> Schema {
    let groups = model.objects.iter().enumerate().map(|(number, it)| Group {
        name: it.name.clone(),
        element: ElementId::new(ElementKind::Lifeline, ElementId::SYSTEM as usize, number),
    });
    let slots = model.layout.slots.iter().enumerate();
    let variables = slots.map(|(number, slot)| {
        let (role, group, element) = match *slot {
            Slot::Attribute { object, attribute } => (
                Role::Attribute,
                Some(object),
                ElementId::new(
                    ElementKind::Attribute,
                    model.attributes[attribute].class,
                    attribute,
                ),
            ),
            Slot::Link { association, .. } => (
                Role::Link,
                None,
                ElementId::new(ElementKind::Type, association, association),
            ),
        };
        Variable {
            name: model.slot_name(number),
            sort: model.slot_domain(number).sort(model),
            role,
            group,
            element,
        }
    });
    Schema {
        variables: variables.collect(),
        groups: groups.collect(),
    }
}
