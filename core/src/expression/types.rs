//! The types of a text: enumerations by name, literals by name, and what a written type stands for.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::ast::{SortKind, SortSyntax};
use super::{Enumeration, Sort};
use crate::text::{Diagnostic, Findings, Severity, similar};

/// The enumerations of a text.
#[derive(Clone, Debug, Default)]
pub struct Types {
    enumerations: Vec<Arc<Enumeration>>,
    by_name: BTreeMap<String, usize>,
    /// The types that have a literal of this name, with its number in each.
    by_literal: BTreeMap<String, Vec<(usize, usize)>>,
}

impl Types {
    /// Adds an enumeration; `false` where there is one of its name already, which stays.
    pub fn declare(&mut self, enumeration: Enumeration) -> bool {
        let number = self.enumerations.len();
        if self.by_name.contains_key(&enumeration.name) {
            return false;
        }
        self.by_name.insert(enumeration.name.clone(), number);
        for (at, literal) in enumeration.literals.iter().enumerate() {
            let found = self.by_literal.entry(literal.clone()).or_default();
            found.push((number, at));
        }
        self.enumerations.push(Arc::new(enumeration));
        true
    }

    /// All enumerations, in the order of the text.
    #[must_use]
    pub fn enumerations(&self) -> &[Arc<Enumeration>] {
        &self.enumerations
    }

    /// The enumeration of a name.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<&Arc<Enumeration>> {
        let number = self.by_name.get(name)?;
        self.enumerations.get(*number)
    }

    /// Every enumeration that has a literal of this name, with its number there.
    #[must_use]
    pub fn with_literal(&self, literal: &str) -> Vec<(&Arc<Enumeration>, usize)> {
        let found = self.by_literal.get(literal).map_or(&[][..], Vec::as_slice);
        let found = found
            .iter()
            .map(|&(number, at)| (&self.enumerations[number], at));
        found.collect()
    }

    /// The names of all literals.
    pub fn literals(&self) -> impl Iterator<Item = &str> {
        self.by_literal.keys().map(String::as_str)
    }

    /// The sort that a written type stands for; `None`, and a finding, where it stands for none.
    pub fn sort(&self, syntax: &SortSyntax, findings: &mut Findings) -> Option<Sort> {
        match &syntax.kind {
            SortKind::Boolean => Some(Sort::Boolean),
            SortKind::Integer => Some(Sort::INTEGER),
            SortKind::Range(low, high) => Some(Sort::Integer {
                range: Some((*low, *high)),
            }),
            SortKind::Unreadable => None,
            SortKind::Named(name) => match self.named(name) {
                Some(found) => Some(Sort::Enumeration(Arc::clone(found))),
                None => {
                    self.unknown(name, syntax, findings);
                    None
                }
            },
            SortKind::Array(parts) => {
                let index = self.sort(&parts[0], findings);
                let element = self.sort(&parts[1], findings);
                if matches!(index, Some(Sort::Array { .. })) {
                    let title = "The places of an array cannot be arrays";
                    let hint =
                        "Use `boolean`, `integer`, a range or an enumeration between the brackets.";
                    let finding = Diagnostic::error("array-index", parts[0].span, title);
                    findings.push(finding.hint(hint));
                    return None;
                }
                Some(Sort::Array {
                    index: Arc::new(index?),
                    element: Arc::new(element?),
                })
            }
        }
    }

    fn unknown(&self, name: &str, syntax: &SortSyntax, findings: &mut Findings) {
        let hint = match name.to_ascii_lowercase().as_str() {
            "bool" => Some("boolean"),
            "int" | "nat" | "natural" | "number" => Some("integer"),
            _ if !findings.wants(Severity::Error) => None,
            _ => {
                let all = self.enumerations.iter().map(|it| it.name.as_str());
                similar(name, all.chain(["boolean", "integer"]))
            }
        };
        let hint = match hint {
            Some(meant) => format!("Did you mean `{meant}`?"),
            None => format!("Declare it: `type {name} : {{ A, B }}`."),
        };
        let title = format!("There is no type `{name}`");
        findings.push(Diagnostic::error("unknown-type", syntax.span, title).hint(hint));
    }
}
