//! Objects, and what their slots hold at the start.
//!
//! What is not written is open at the start: an attribute without a value, an association without any link. An association of which
//! one link is given is complete.

use std::collections::BTreeMap;

use super::ast::{Item, Member, ObjectsSyntax, SlotSyntax, SlotValue};
use super::check_types::{class, unique};
use super::model::{ClassModel, Domain, DomainKind, Object, Slot};
use super::ocl::ast::{Expression, ExpressionKind};
use super::ocl::check::{Checker, Scope};
use super::ocl::term::{EndId, Property, Term};
use super::ocl::types::Type;
use super::ocl::value::Value;
use super::semantics::MOST_CALLS;
use crate::language::Name;
use crate::language::limits::too_many;
use crate::language::names::{did_you_mean, shown, shown_list};
use crate::text::{Diagnostic, Findings, Span, similar};

/// Most objects.
const OBJECTS: usize = 200;
/// Most slots of a state, links included.
const SLOTS: usize = 20_000;

/// Objects with what is written of them.
pub(super) struct Declared<'d> {
    objects: Vec<usize>,
    syntax: &'d ObjectsSyntax,
}

/// Adds the objects to the model.
pub(super) fn objects<'d>(
    items: &'d [Item],
    model: &mut ClassModel,
    findings: &mut Findings,
) -> Vec<Declared<'d>> {
    let mut all = Vec::new();
    let mut known = BTreeMap::new();
    let mut first: Option<Span> = None;
    for item in items {
        let Item::System(system) = item else {
            continue;
        };
        if let Some(first) = first {
            let finding = Diagnostic::error(
                "duplicate-system",
                system.span,
                "There is a second `system`",
            );
            let finding = finding.label(first, "the first one");
            findings.push(finding.hint("Declare all objects in one of them."));
        }
        first.get_or_insert(system.span);
        for syntax in &system.objects {
            let Some(class) = class(model, &syntax.class, findings) else {
                continue;
            };
            if model.classes[class].is_abstract {
                let title = format!(
                    "{} is abstract and has no objects of its own",
                    shown(&syntax.class.text)
                );
                let finding = Diagnostic::error("abstract-object", syntax.class.span, title);
                findings.push(finding.hint("Write a class that inherits from it."));
                continue;
            }
            let mut objects = Vec::new();
            for (name, count) in &syntax.names {
                unique(&mut known, name, "object", findings);
                let room = OBJECTS.saturating_sub(model.objects.len());
                let numbers = 1..=count.map_or(1, |it| it as usize).min(room);
                for number in numbers {
                    objects.push(model.objects.len());
                    model.objects.push(Object {
                        name: match count {
                            Some(_) => format!("{}{number}", name.text),
                            None => name.text.clone(),
                        },
                        class,
                    });
                }
                if count.is_some_and(|it| it as usize > room) {
                    let title = format!("There are more than {OBJECTS} objects");
                    let finding = Diagnostic::error("too-large", name.span, title);
                    findings.push(finding.hint("Ask about a smaller system."));
                }
            }
            all.push(Declared { objects, syntax });
        }
    }
    all
}

/// What attributes start with where the system says nothing.
pub(super) fn values(items: &[Item], scope: &mut Scope<'_>, findings: &mut Findings) {
    let mut attribute = 0;
    let mut found = Vec::new();
    for item in items {
        let Item::Class(it) = item else {
            continue;
        };
        for member in &it.members {
            let Member::Attributes(it) = member else {
                continue;
            };
            for name in &it.names {
                // Attributes whose type is not known are not in the model.
                let declared = scope.model.attributes.get(attribute);
                let Some(declared) = declared.filter(|it| it.span == name.span) else {
                    continue;
                };
                if let Some(value) = &it.value {
                    found.push((attribute, constant(scope, declared.domain, value, findings)));
                }
                attribute += 1;
            }
        }
    }
    for (attribute, value) in found {
        scope.model.attributes[attribute].value = value;
    }
}

/// A constant of a domain.
pub(super) fn constant(
    scope: &Scope<'_>,
    domain: Domain,
    expression: &Expression,
    findings: &mut Findings,
) -> Option<Value> {
    let value = match (&expression.kind, domain.kind) {
        // The literals of the slot's own type need no sign.
        (ExpressionKind::Name(name, false), DomainKind::Enumeration(of)) => {
            let literals = &scope.model.enumerations[of].literals;
            let place = literals.iter().position(|it| *it == name.text);
            place.map(Value::Literal)
        }
        _ => None,
    };
    if value.is_some() {
        return value;
    }
    let errors = findings.errors();
    let (term, sort) = Checker::new(scope, findings).expression(expression);
    if findings.errors() > errors {
        return None;
    }
    let value = match term {
        Term::Constant(it) => it,
        Term::Minus(it) => match *it {
            Term::Constant(Value::Integer(it)) => Value::Integer(-it),
            _ => Value::Invalid,
        },
        _ => Value::Invalid,
    };
    let wanted = domain.kind.sort();
    if value == Value::Invalid {
        let finding = Diagnostic::error(
            "no-constant",
            expression.span,
            "A single value belongs here",
        );
        findings.push(finding.hint("Write a literal, or the name of an object."));
        return None;
    }
    let fits = match (&value, sort) {
        (Value::Null, _) => domain.is_optional,
        (Value::Integer(it), Type::Integer) => {
            let (low, high) = match domain.kind {
                DomainKind::Range(low, high) => (low, high),
                DomainKind::Integer => scope.model.integers,
                _ => (1, 0),
            };
            (i128::from(low)..=i128::from(high)).contains(it)
        }
        (Value::Object(it), _) => match domain.kind {
            DomainKind::Objects(class) => scope.model.is_a(scope.model.objects[*it].class, class),
            _ => false,
        },
        (_, sort) => sort == wanted,
    };
    if !fits {
        let finding = Diagnostic::error(
            "wrong-value",
            expression.span,
            "This is no value of the slot",
        );
        let hint = match (value, domain.kind) {
            (Value::Null, _) => "Write `[0..1]` behind its type, where it may be null.".to_owned(),
            (_, DomainKind::Range(low, high)) => format!("It holds numbers from {low} to {high}."),
            (_, DomainKind::Integer) => {
                let (low, high) = scope.model.integers;
                format!("Integers go from {low} to {high} here; `integers a..b` says otherwise.")
            }
            _ => format!("It holds {}.", wanted.shown(&scope.model)),
        };
        findings.push(finding.hint(hint));
        return None;
    }
    Some(value)
}

/// What each slot holds at the start.
pub(super) fn start(
    declared: &[Declared<'_>],
    scope: &Scope<'_>,
    findings: &mut Findings,
) -> Vec<Option<Value>> {
    let model = &scope.model;
    let default = |slot: &Slot| match slot {
        Slot::Attribute { attribute, .. } => model.attributes[*attribute].value.clone(),
        Slot::Link { .. } => None,
    };
    let mut start: Vec<_> = model.layout.slots.iter().map(default).collect();
    let mut links = Vec::new();
    for it in declared {
        for slot in &it.syntax.slots {
            for &object in &it.objects {
                match property(model, object, &slot.name, findings) {
                    Some(Property::Attribute(attribute)) => {
                        let value = held(scope, attribute, slot, findings);
                        if let Some(place) = model.layout.attributes.get(&(object, attribute)) {
                            start[*place] = value;
                        }
                    }
                    Some(Property::End(end)) => {
                        links.push((object, end, linked(model, end, slot, findings)));
                    }
                    None => break,
                }
            }
        }
    }
    for (association, ..) in links.iter().map(|it| (it.1.association, ())) {
        for ((of, _), slot) in &model.layout.links {
            if *of == association {
                start[*slot] = Some(Value::Boolean(false));
            }
        }
    }
    for (object, end, others) in links {
        for other in others {
            let pair = match end.side {
                0 => [other, object],
                _ => [object, other],
            };
            if let Some(slot) = model.layout.links.get(&(end.association, pair)) {
                start[*slot] = Some(Value::Boolean(true));
            }
        }
    }
    start
}

fn property(
    model: &ClassModel,
    object: usize,
    name: &Name,
    findings: &mut Findings,
) -> Option<Property> {
    let class = model.objects[object].class;
    let found = model.properties(class, &name.text).next();
    if found.is_none() {
        let class_name = &model.classes[class].name;
        let title = format!(
            "{} has no property {}",
            shown(class_name),
            shown(&name.text)
        );
        let finding = Diagnostic::error("unknown-property", name.span, title);
        let known = model.all_properties();
        let known = known.filter(|it| model.is_a(class, model.property_class(*it)));
        let known: Vec<_> = known.map(|it| model.property_name(it)).collect();
        findings.push(match similar(&name.text, known.iter().copied()) {
            Some(meant) => did_you_mean(finding, meant),
            None => finding.hint(format!("It has {}.", shown_list(known))),
        });
    }
    found
}

fn held(
    scope: &Scope<'_>,
    attribute: usize,
    slot: &SlotSyntax,
    findings: &mut Findings,
) -> Option<Value> {
    match &slot.value {
        SlotValue::One(it) => constant(
            scope,
            scope.model.attributes[attribute].domain,
            it,
            findings,
        ),
        SlotValue::Many(_) => {
            let finding = Diagnostic::error(
                "wrong-value",
                slot.name.span,
                "An attribute holds one value",
            );
            findings.push(finding.hint("Write it without braces."));
            None
        }
    }
}

/// The objects that a slot links with.
fn linked(
    model: &ClassModel,
    end: EndId,
    slot: &SlotSyntax,
    findings: &mut Findings,
) -> Vec<usize> {
    let names: Vec<Name> = match &slot.value {
        SlotValue::Many(all) => all.clone(),
        SlotValue::One(it) => match &it.kind {
            ExpressionKind::Name(name, false) => vec![name.clone()],
            ExpressionKind::Null => Vec::new(),
            _ => {
                let finding = Diagnostic::error("wrong-value", it.span, "A role holds objects");
                findings.push(
                    finding.hint("Write the name of one, or several in braces: `{ b1, b2 }`."),
                );
                Vec::new()
            }
        },
    };
    let class = model.end(end).class;
    let mut all = Vec::new();
    for name in names {
        match model.objects.iter().position(|it| it.name == name.text) {
            Some(it) if model.is_a(model.objects[it].class, class) => all.push(it),
            Some(_) => {
                let title = format!(
                    "{} is no object of {}",
                    shown(&name.text),
                    shown(&model.classes[class].name)
                );
                let finding = Diagnostic::error("wrong-value", name.span, title);
                findings.push(finding.hint("Write an object of the class at this end."));
            }
            None => {
                let title = format!("There is no object {}", shown(&name.text));
                let finding = Diagnostic::error("unknown-object", name.span, title);
                let known = model.objects_of(class).map(|it| &*model.objects[it].name);
                findings.push(match similar(&name.text, known) {
                    Some(meant) => did_you_mean(finding, meant),
                    None => finding.hint("Declare it in `system`."),
                });
            }
        }
    }
    all
}

/// Reports what is missing or too large, and notes what is open at the start.
pub(super) fn sizes(items: &[Item], model: &ClassModel, findings: &mut Findings) {
    let systems = items.iter().find_map(|it| match it {
        Item::System(it) => Some(it.span),
        _ => None,
    });
    let asks = items.iter().find_map(|it| match it {
        Item::Check(it) => Some(it.span),
        Item::Scenario(it) => Some(it.name.span),
        _ => None,
    });
    let Some(place) = systems else {
        if let (Some(place), false) = (asks, findings.has_errors()) {
            let finding =
                Diagnostic::error("no-system", place, "There are no objects to ask about");
            findings.push(finding.hint("Declare them: `system { name : Class }`."));
        }
        return;
    };
    let slots = model.layout.slots.len();
    if slots > SLOTS {
        let hint = "Ask about fewer objects.";
        findings.push(too_many(
            place,
            "slots and possible links",
            slots,
            SLOTS,
            hint,
        ));
    }
    let calls = calls(model);
    if calls > MOST_CALLS {
        let hint = "Ask about fewer objects, or bound what parameters can be: `0..9` as a type, or `integers 0..9` for all plain integers.";
        let finding = too_many(place, "possible calls", calls, MOST_CALLS, hint);
        findings.push(Diagnostic {
            code: "too-many-calls",
            ..finding
        });
    }
    open_at_start(model, place, findings);
}

/// How many calls there are: objects, operations and arguments.
fn calls(model: &ClassModel) -> usize {
    let mut count = 0_usize;
    for object in &model.objects {
        for operation in &model.operations {
            if model
                .operation_of(object.class, &operation.name)
                .map(|it| &model.operations[it])
                != Some(operation)
            {
                continue;
            }
            let sizes = operation
                .parameters
                .iter()
                .map(|it| it.1.values(model, model.integers).len());
            let product = sizes.fold(1_usize, usize::saturating_mul);
            count = count.saturating_add(product);
        }
    }
    count
}

fn open_at_start(model: &ClassModel, place: Span, findings: &mut Findings) {
    let mut open: Vec<String> = Vec::new();
    for (number, slot) in model.layout.slots.iter().enumerate() {
        if model.start.get(number).is_some_and(Option::is_some) {
            continue;
        }
        let name = match slot {
            Slot::Attribute { .. } => model.slot_name(number),
            Slot::Link { association, .. } => model.associations[*association].name.clone(),
        };
        if !open.contains(&name) {
            open.push(name);
        }
    }
    if open.is_empty() {
        return;
    }
    let title = format!(
        "Open at the start: {}",
        shown_list(open.iter().map(String::as_str))
    );
    let finding = Diagnostic::warning("open-at-start", place, title);
    let hint = "Runs start with any values there; write those that are meant: `tl : Light { green = false }`.";
    findings.push(finding.hint(hint));
}
