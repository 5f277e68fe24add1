//! What is shown of class models before anything is asked: classes with their associations, and the objects with their links.

use crate::api::kind::{ShownCheck, ShownKind, ShownOperation, ShownVariable};
use crate::language;
use crate::language::classes::Classes;
use crate::language::classes::ast::{ClassDocument, Item};
use crate::language::classes::model::{ClassModel, Domain, DomainKind, End, Object, Slot, Subject};
use crate::language::classes::print::question;
use crate::language::questions::PropertySubject;
use crate::text::Span;
use crate::view::{
    EdgeEndView, EdgeHead, GraphEdgeView, GraphNodeView, GraphView, Kind, MemberView, NodeShape,
    Range,
};

impl ShownKind for Classes {
    fn variables(model: &ClassModel) -> Vec<ShownVariable> {
        let slots = model.layout.slots.iter().enumerate();
        let slots = slots.map(|(number, slot)| ShownVariable {
            name: model.slot_name(number),
            sort: model.slot_domain(number).sort(model),
            before_value: match model.slot_domain(number).kind {
                DomainKind::Enumeration(it) => format!("{}::", model.enumerations[it].name),
                _ => String::new(),
            },
            condition: match *slot {
                Slot::Attribute { .. } => String::new(),
                Slot::Link {
                    association,
                    objects,
                } => linked(model, association, objects),
            },
            member: member(model, slot),
            span: match *slot {
                Slot::Attribute { attribute, .. } => model.attributes[attribute].span,
                Slot::Link { association, .. } => model.associations[association].span,
            },
        });
        slots.collect()
    }

    fn operations(model: &ClassModel) -> Vec<ShownOperation> {
        let operations = model.operations.iter().map(|it| ShownOperation {
            name: format!("{}::{}", model.classes[it.class].name, it.name),
            span: it.span,
        });
        operations.collect()
    }

    fn checks(document: &ClassDocument, model: &ClassModel) -> Vec<ShownCheck> {
        let syntax = document.items.iter().filter_map(|item| match item {
            Item::Check(it) => Some(it),
            _ => None,
        });
        let checks = syntax.zip(&model.checks).map(|(syntax, check)| ShownCheck {
            title: question(syntax),
            kind: match &check.subject {
                Subject::Property(PropertySubject::Always(_)) | Subject::Preserves(_) => {
                    Kind::Always
                }
                Subject::Property(PropertySubject::Deadlock) => Kind::Deadlock,
                Subject::Property(PropertySubject::Reach(_)) => Kind::Reach,
                Subject::Calls(..) if !check.is_scenario => Kind::Reach,
                Subject::Calls(..) | Subject::Consistent => Kind::Consistent,
                Subject::Independent(_) => Kind::Independent,
            },
            within: check.within,
            expected: check.expected,
            is_implicit: false,
            span: syntax.span,
        });
        checks.collect()
    }

    fn graphs(model: &ClassModel, range: &dyn Fn(Span) -> Range) -> Vec<GraphView> {
        vec![classes(model, range), objects(model, range)]
    }

    /// Of the objects that can be called: those whose class has an operation.
    fn lifelines(model: &ClassModel) -> Option<Vec<String>> {
        let can_be_called = |it: &&Object| {
            let mut operations = model.operations.iter();
            operations.any(|operation| model.is_a(it.class, operation.class))
        };
        let objects = model.objects.iter().filter(can_be_called);
        Some(objects.map(|it| head(model, it)).collect())
    }
}

/// What a slot is of a property, if it is a link: told as its association is.
pub(super) fn member(model: &ClassModel, slot: &Slot) -> Option<MemberView> {
    let Slot::Link {
        association,
        objects,
    } = *slot
    else {
        return None;
    };
    let association = &model.associations[association];
    let side = association.told_side();
    let name = |object: usize| &*model.objects[object].name;
    let there = &association.ends[side];
    Some(MemberView {
        property: format!("{}.{}", name(objects[1 - side]), there.role),
        member: name(objects[side]).to_owned(),
        sort: format!("{} [{}]", model.classes[there.class].name, end(there).many),
        is_single: there.is_single(),
    })
}

/// The condition that two objects are linked, from the end at which there is one object where there is such an end. Empty where the name of
/// one needs quotes: conditions cannot begin with these.
fn linked(model: &ClassModel, association: usize, objects: [usize; 2]) -> String {
    let [first, second] = &model.associations[association].ends;
    let [one, other] = objects.map(|it| &*model.objects[it].name);
    let [to_one, to_other] = [first, second].map(|it| language::written(&it.role));
    if [one, other].iter().any(|it| language::written(it) != **it) {
        String::new()
    } else if second.is_single() {
        format!("{one}.{to_other} = {other}")
    } else if first.is_single() {
        format!("{other}.{to_one} = {one}")
    } else {
        format!("{one}.{to_other}->includes({other})")
    }
}

/// The objects with the values of their attributes and their links, which the steps of a run change.
fn objects(model: &ClassModel, range: &dyn Fn(Span) -> Range) -> GraphView {
    let node = |(number, it): (usize, &Object)| {
        let slots = model.layout.slots.iter().enumerate();
        let shows = slots.filter_map(|(slot, what)| match *what {
            Slot::Attribute { object, attribute } if object == number => {
                Some((format!("{} =", model.attributes[attribute].name), slot))
            }
            _ => None,
        });
        GraphNodeView {
            name: head(model, it),
            shape: NodeShape::Box,
            compartments: Vec::new(),
            shows: shows.collect(),
            fires: Vec::new(),
            range: range(model.classes[it.class].span),
        }
    };
    let slots = model.layout.slots.iter().enumerate();
    let links = slots.filter_map(|(slot, what)| match *what {
        Slot::Link {
            association,
            objects: [from, to],
        } => Some(GraphEdgeView {
            from,
            to,
            label: model.associations[association].name.clone(),
            ends: None,
            head: EdgeHead::Line,
            while_true: Some(slot),
            range: range(model.associations[association].span),
        }),
        Slot::Attribute { .. } => None,
    });
    GraphView {
        title: "Objects".to_owned(),
        nodes: model.objects.iter().enumerate().map(node).collect(),
        edges: links.collect(),
    }
}

/// An object with its class.
fn head(model: &ClassModel, it: &Object) -> String {
    format!("{} : {}", it.name, model.classes[it.class].name)
}

/// The classes with attributes, invariants that have names, and operations; their associations, and what they inherit.
fn classes(model: &ClassModel, range: &dyn Fn(Span) -> Range) -> GraphView {
    let nodes = model.classes.iter().enumerate().map(|(number, class)| {
        let own = model.attributes.iter().filter(|it| it.class == number);
        let attributes: Vec<_> = own
            .map(|it| {
                let start = it.value.as_ref();
                let start = start.map(|value| model.shown(it.domain.kind, value));
                let start = start.map_or_else(String::new, |it| format!(" = {it}"));
                format!("{} : {}{start}", it.name, written(model, it.domain))
            })
            .collect();
        let own = model.invariants.iter().filter(|it| it.class == number);
        let named = own.filter(|it| !it.clause.name.is_empty());
        let invariants: Vec<_> = named.map(|it| format!("inv {}", it.clause.name)).collect();
        let own = model.operations.iter().enumerate();
        let own: Vec<_> = own.filter(|(_, it)| it.class == number).collect();
        let operations: Vec<_> = own
            .iter()
            .map(|(_, it)| {
                let parameters = it.parameters.iter();
                let parameters: Vec<_> = parameters
                    .map(|(name, domain)| format!("{name} : {}", written(model, *domain)))
                    .collect();
                format!("{}({})", it.name, parameters.join(", "))
            })
            .collect();
        let all = [attributes, invariants, operations].into_iter();
        GraphNodeView {
            name: match class.is_abstract {
                true => format!("{} (abstract)", class.name),
                false => class.name.clone(),
            },
            shape: NodeShape::Box,
            compartments: all.filter(|it| !it.is_empty()).collect(),
            shows: Vec::new(),
            fires: own.iter().map(|(operation, _)| *operation).collect(),
            range: range(class.span),
        }
    });
    let associations = model.associations.iter().map(|it| {
        let [one, other] = &it.ends;
        GraphEdgeView {
            from: one.class,
            to: other.class,
            label: it.name.clone(),
            ends: Some([end(one), end(other)]),
            head: EdgeHead::Line,
            while_true: None,
            range: range(it.span),
        }
    });
    let inherited = model.classes.iter().enumerate();
    let inherited = inherited.filter_map(|(from, class)| {
        Some(GraphEdgeView {
            from,
            to: *class.lineage.get(1)?,
            label: String::new(),
            ends: None,
            head: EdgeHead::Triangle,
            while_true: None,
            range: range(class.span),
        })
    });
    GraphView {
        title: "Classes".to_owned(),
        nodes: nodes.collect(),
        edges: associations.chain(inherited).collect(),
    }
}

/// An end of an association: its name and how many there can be.
fn end(end: &End) -> EdgeEndView {
    let many = match (end.low, end.high) {
        (0, None) => "*".to_owned(),
        (low, None) => format!("{low}..*"),
        (low, Some(high)) if low == high => low.to_string(),
        (low, Some(high)) => format!("{low}..{high}"),
    };
    EdgeEndView {
        many,
        role: end.role.clone(),
    }
}

/// A type as the language writes it.
fn written(model: &ClassModel, domain: Domain) -> String {
    let name = match domain.kind {
        DomainKind::Boolean => "Boolean".to_owned(),
        DomainKind::Range(low, high) => format!("{low}..{high}"),
        DomainKind::Integer => "Integer".to_owned(),
        DomainKind::Text => "String".to_owned(),
        DomainKind::Enumeration(it) => model.enumerations[it].name.clone(),
        DomainKind::Objects(class) => model.classes[class].name.clone(),
    };
    match domain.is_optional {
        true => name + " [0..1]",
        false => name,
    }
}
