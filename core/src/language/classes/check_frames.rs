//! What frames make of contracts, where that is probably not meant.

use std::collections::BTreeSet;

use super::model::{ClassModel, DomainKind, Operation};
use super::ocl::term::Property;
use super::semantics::release::occurrences;
use crate::language::names::shown;
use crate::text::{Diagnostic, Findings};

/// The properties that an operation may change, of whichever object.
fn released(operation: &Operation) -> BTreeSet<Property> {
    match &operation.modifies {
        Some(paths) => paths.iter().map(|it| it.property).collect(),
        None => {
            let all = occurrences(operation).into_iter();
            all.filter(|it| it.1.is_released).map(|it| it.0).collect()
        }
    }
}

/// Whether an operation may change an attribute whose values are of some kind.
pub(super) fn changes(
    model: &ClassModel,
    operation: &Operation,
    kind: impl Fn(DomainKind) -> bool,
) -> bool {
    released(operation).iter().any(|it| match it {
        Property::Attribute(it) => kind(model.attributes[*it].domain.kind),
        Property::End(_) => false,
    })
}

/// Warns of conditions that a call can get round, of changes that `modifies` leaves out, and of attributes that nothing changes.
pub(super) fn warnings(model: &ClassModel, findings: &mut Findings) {
    let mut changing = BTreeSet::new();
    for operation in &model.operations {
        let named = released(operation);
        for (property, it) in occurrences(operation) {
            if !it.is_released {
                continue;
            }
            let name = model.property_name(property);
            match &operation.modifies {
                Some(_) if !named.contains(&property) => {
                    let title = format!(
                        "`modifies` leaves {} out, and this says what becomes of it",
                        shown(name)
                    );
                    let finding = Diagnostic::warning("left-out", it.span, title);
                    let hint = format!(
                        "Add {} to `modifies`, or write `@pre` behind it here.",
                        shown(name)
                    );
                    findings.push(finding.hint(hint));
                }
                None if it.only_in_conditions => {
                    let title = format!(
                        "{} is named in a condition only, so the call may change it to get round",
                        shown(name)
                    );
                    let finding = Diagnostic::warning("only-in-condition", it.span, title);
                    let hint = format!("Write `{name}@pre` for what was before the call.");
                    findings.push(finding.hint(hint));
                }
                _ => {}
            }
        }
        changing.extend(named);
    }
    if model.operations.is_empty() || model.objects.is_empty() {
        return;
    }
    for (number, attribute) in model.attributes.iter().enumerate() {
        if changing.contains(&Property::Attribute(number)) {
            continue;
        }
        let title = format!("No operation changes {}", shown(&attribute.name));
        let finding = Diagnostic::warning("never-changed", attribute.span, title);
        findings.push(finding.hint("Name it in a postcondition, or keep it as a constant."));
    }
}
