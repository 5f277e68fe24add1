//! Enumerations, classes, attributes and associations: names, types and inheritance.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::ast::{AssociationSyntax, ClassSyntax, EndSyntax, Item, Member, TypeKind, TypeSyntax};
use super::domain::MOST_VALUES;
use super::model::{
    Association, Attribute, Class, ClassModel, Domain, DomainKind, End, default_role,
};
use super::ocl::types::Type;
use crate::expression::Enumeration;
use crate::language::Name;
use crate::language::names::{did_you_mean, shown, shown_list};
use crate::text::{Diagnostic, Findings, similar};

/// Everything that stands before contracts and objects.
pub(super) fn types(items: &[Item], findings: &mut Findings) -> ClassModel {
    let mut model = ClassModel {
        integers: (-128, 127),
        ..ClassModel::default()
    };
    let mut known = BTreeMap::new();
    for item in items {
        match item {
            Item::Enumeration(it) => {
                unique(&mut known, &it.name, "enumeration or class", findings);
                let mut literals = BTreeMap::new();
                it.literals
                    .iter()
                    .for_each(|it| unique(&mut literals, it, "literal", findings));
                model.enumerations.push(Arc::new(Enumeration {
                    name: it.name.text.clone(),
                    literals: it.literals.iter().map(|it| it.text.clone()).collect(),
                }));
            }
            Item::Class(it) => {
                unique(&mut known, &it.name, "enumeration or class", findings);
                model.classes.push(Class {
                    name: it.name.text.clone(),
                    is_abstract: it.is_abstract,
                    lineage: vec![model.classes.len()],
                    span: it.name.span,
                });
            }
            Item::Integers(low, high, span) => {
                if !is_range(*low, *high) {
                    let title = format!("There are no or too many integers from {low} to {high}");
                    let finding = Diagnostic::error("bad-range", *span, title);
                    findings.push(
                        finding
                            .hint("Write the smaller number first, with at most 65,536 numbers."),
                    );
                } else {
                    model.integers = (*low, *high);
                }
            }
            _ => {}
        }
    }
    let classes: Vec<_> = items
        .iter()
        .filter_map(|it| match it {
            Item::Class(it) => Some(it),
            _ => None,
        })
        .collect();
    lineages(&mut model, &classes, findings);
    for (number, it) in classes.iter().enumerate() {
        attributes(&mut model, number, it, findings);
    }
    for item in items {
        if let Item::Association(it) = item {
            model.associations.extend(association(&model, it, findings));
        }
    }
    ambiguous(&model, findings);
    model
}

/// Whether a range has some numbers, and not too many.
fn is_range(low: i64, high: i64) -> bool {
    low <= high && high.abs_diff(low) < MOST_VALUES
}

/// Reports a name that is there twice.
pub(super) fn unique<'n>(
    known: &mut BTreeMap<&'n str, &'n Name>,
    name: &'n Name,
    what: &str,
    findings: &mut Findings,
) {
    if let Some(first) = known.get(&*name.text) {
        let title = format!("The {what} {} is there twice", shown(&name.text));
        let finding = Diagnostic::error("duplicate-name", name.span, title);
        let finding = finding.label(first.span, "the first one");
        findings.push(finding.hint("Give one of the two another name."));
    } else {
        known.insert(&name.text, name);
    }
}

/// The class of a name; reports where there is none.
pub(super) fn class(model: &ClassModel, name: &Name, findings: &mut Findings) -> Option<usize> {
    let found = model.classes.iter().position(|it| it.name == name.text);
    if found.is_none() {
        let title = format!("There is no class {}", shown(&name.text));
        let finding = Diagnostic::error("unknown-class", name.span, title);
        let names = model.classes.iter().map(|it| it.name.as_str());
        findings.push(match similar(&name.text, names.clone()) {
            Some(meant) => did_you_mean(finding, meant),
            None if model.classes.is_empty() => finding.hint("Declare it: `class C { }`."),
            None => finding.hint(format!("The classes: {}.", shown_list(names))),
        });
    }
    found
}

/// Works out what each class inherits from.
fn lineages(model: &mut ClassModel, classes: &[&ClassSyntax], findings: &mut Findings) {
    let parents: Vec<_> = classes
        .iter()
        .map(|it| it.parent.as_ref().and_then(|it| class(model, it, findings)))
        .collect();
    for number in 0..classes.len() {
        let mut lineage = vec![number];
        let mut at = number;
        while let Some(parent) = parents[at] {
            if lineage.contains(&parent) {
                // A class that only leads into the circle says nothing about it.
                if parent == number {
                    let title = format!(
                        "{} inherits from itself",
                        shown(&model.classes[number].name)
                    );
                    let finding = Diagnostic::error(
                        "circular-inheritance",
                        model.classes[number].span,
                        title,
                    );
                    findings.push(finding.hint("Leave one `< …` of the circle out."));
                }
                break;
            }
            lineage.push(parent);
            at = parent;
        }
        model.classes[number].lineage = lineage;
    }
}

/// The domain of a type; reports what it does not know.
pub(super) fn domain(
    model: &ClassModel,
    sort: &TypeSyntax,
    findings: &mut Findings,
) -> Option<Domain> {
    let kind = match &sort.kind {
        TypeKind::Boolean => DomainKind::Boolean,
        TypeKind::Integer => DomainKind::Integer,
        TypeKind::Text => DomainKind::Text,
        TypeKind::Range(low, high) => {
            if !is_range(*low, *high) {
                let title = format!("The range {low}..{high} has no or too many numbers");
                let finding = Diagnostic::error("bad-range", sort.span, title);
                findings.push(
                    finding.hint("Write the smaller number first, with at most 65,536 numbers."),
                );
                return None;
            }
            DomainKind::Range(*low, *high)
        }
        TypeKind::Named(name) => {
            let enumeration = model
                .enumerations
                .iter()
                .position(|it| it.name == name.text);
            let found = model.classes.iter().position(|it| it.name == name.text);
            match (enumeration, found) {
                (Some(it), _) => DomainKind::Enumeration(it),
                (None, Some(it)) => DomainKind::Objects(it),
                (None, None) => {
                    let title = format!("There is no type {}", shown(&name.text));
                    let finding = Diagnostic::error("unknown-type", name.span, title);
                    let names = ["Boolean", "Integer", "String"].into_iter();
                    let names = names.chain(model.enumerations.iter().map(|it| it.name.as_str()));
                    let names = names.chain(model.classes.iter().map(|it| it.name.as_str()));
                    findings.push(match similar(&name.text, names.clone()) {
                        Some(meant) => crate::language::names::did_you_mean_keyword(finding, meant),
                        None => finding.hint(format!(
                            "The types: {} and ranges such as `0..9`.",
                            shown_list(names)
                        )),
                    });
                    return None;
                }
            }
        }
        TypeKind::Many(..) => {
            let title = "A slot, a parameter of a call and a result hold one value";
            let finding = Diagnostic::error("many-values", sort.span, title);
            findings.push(finding.hint(
                "Write an association for several objects. Queries, `op() : Set(T) = …`, compute collections.",
            ));
            return None;
        }
        TypeKind::Unreadable => return None,
    };
    Some(Domain {
        kind,
        is_optional: sort.is_optional,
    })
}

/// The type of an expression that is written as a type.
pub(super) fn sort_of(
    model: &ClassModel,
    sort: &TypeSyntax,
    findings: &mut Findings,
) -> Option<Type> {
    if let TypeKind::Many(is_bag, of) = &sort.kind {
        let of = Box::new(sort_of(model, of, findings)?);
        return Some(match is_bag {
            true => Type::Bag(of),
            false => Type::Set(of),
        });
    }
    domain(model, sort, findings).map(|it| it.kind.sort())
}

fn attributes(model: &mut ClassModel, class: usize, syntax: &ClassSyntax, findings: &mut Findings) {
    for member in &syntax.members {
        let Member::Attributes(it) = member else {
            continue;
        };
        let Some(domain) = domain(model, &it.sort, findings) else {
            continue;
        };
        for name in &it.names {
            model.attributes.push(Attribute {
                name: name.text.clone(),
                class,
                domain,
                value: None,
                span: name.span,
            });
        }
    }
}

fn association(
    model: &ClassModel,
    syntax: &AssociationSyntax,
    findings: &mut Findings,
) -> Option<Association> {
    let mut ends = syntax
        .ends
        .iter()
        .map(|it| Some((it, class(model, &it.class, findings)?)));
    let (one, other) = (ends.next()??, ends.next()??);
    let end = |(it, class): (&EndSyntax, usize)| End {
        class,
        role: match &it.role {
            Some(role) => role.text.clone(),
            None => default_role(&model.classes[class].name),
        },
        low: it.bounds.0,
        high: it.bounds.1,
        is_waived: false,
        span: it.role.as_ref().map_or(it.span, |it| it.span),
    };
    Some(Association {
        name: syntax.name.text.clone(),
        ends: [end(one), end(other)],
        span: syntax.name.span,
    })
}

/// Reports properties of one name in one class.
fn ambiguous(model: &ClassModel, findings: &mut Findings) {
    let mut reported = Vec::new();
    for class in 0..model.classes.len() {
        let mut known = BTreeMap::new();
        for property in model.all_properties() {
            if !model.is_a(class, model.property_class(property)) {
                continue;
            }
            let name = model.property_name(property);
            let span = match property {
                super::ocl::term::Property::Attribute(it) => model.attributes[it].span,
                super::ocl::term::Property::End(it) => model.end(it).span,
            };
            if let Some(first) = known.insert(name, span)
                && !reported.contains(&span)
            {
                reported.push(span);
                let title = format!(
                    "Objects of {} have several properties {}",
                    shown(&model.classes[class].name),
                    shown(name)
                );
                let finding = Diagnostic::error("ambiguous-role", span, title);
                let finding = finding.label(first, "another one");
                findings
                    .push(finding.hint("Give one of them another name: a role with `role name`."));
            }
        }
    }
}
